"""Charts on paper: sheets made, read back and compared with the charts, then written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from chartkit import systems
from chartkit.api.charts import Chart, file_of
from chartkit.api.display import Progress, following
from chartkit.api.seasons import Season, folder_of
from chartkit.errors import InputError
from chartkit.files import as_path, write_bytes
from chartkit.systems.base import Cards, Print, PrintJob

#: How a sheet can be written, by the ending of its file.
FORMATS = (".pdf", ".html", ".txt")


def print_cards(
    source: Season | Chart | str | Path,
    out: str | Path | None = None,
    *,
    teams: Sequence[str] = (),
    what: Sequence[str] = (),
    paper: str = "letter",
    style: str = "classic",
    template: str | Path | None = None,
    duplex: bool = False,
    marks: bool = False,
    fit_one: bool = False,
    colours: Mapping[str, str] | None = None,
    suffix: str = ".pdf",
    verify: bool = True,
    progress: Progress = False,
) -> list[Path]:
    """Print a season, a chart, or what is in a file or folder; gives the files that were written.

    `out` is a file (.pdf, .html, .txt), or a folder that gets one file for each team and kind as `suffix` says;
    without it the sheets go into the folder `print` of the season. `what` names kinds of sheets (`chartkit print
    --list`); the team cards and supplements if it is empty. A PDF is read back and compared with the charts before
    anything is written. `colours` replaces the colours of teams: `{"BRK": "#7A1F2B"}`.
    """
    target = as_path(out)
    if target is not None and target.suffix in FORMATS:
        suffix = target.suffix
    if suffix not in FORMATS:
        raise InputError(f"a sheet cannot be written as {suffix}.", remedy=f"It can be {', '.join(FORMATS)}.")
    with ExitStack() as files:
        path = files.enter_context(file_of(source)) if isinstance(source, Chart) else folder_of(source)
        if target is None and isinstance(source, Chart | Season) and source.path is None:
            raise InputError(
                f"{source!r} is in no file yet.", remedy="Save it first, or name the file to print to."
            )
        job = PrintJob(
            source=path,
            teams=tuple(teams),
            what=tuple(what),
            paper=paper.lower(),
            style=style,
            template=as_path(template),
            duplex=duplex,
            marks=marks,
            fit_one=fit_one,
            colours=colours or {},
        )
        return _print(systems.of_file(path).cards(), job, target, suffix, verify, progress)


def _print(
    cards: Cards, job: PrintJob, out: Path | None, suffix: str, verify: bool, progress: Progress
) -> list[Path]:
    apart = out is not None and out.suffix != suffix
    # Everything is made and checked before anything is written.
    made: list[tuple[Path, bytes]] = []
    sheets = 0
    with following(progress, "sheets") as tell:
        for each in cards.compose(job, apart=apart):
            folder = _beside(job.source) if out is None else out
            target = out if out is not None and not apart else folder / f"{each.name}{suffix}"
            made.append((target, _drawn(cards, each, job, suffix, verify=verify)))
            sheets += len(each.document.sheets)
            tell(each.name, sheets, None)
    for target, data in made:
        write_bytes(target, data)
    return [target for target, _ in made]


def _beside(source: Path) -> Path:
    """Where prints go by default: a season's folder has its own place for them."""
    if source.is_dir():
        return source / "print"
    return source.parent.parent / "print" if source.parent.name == "charts" else source.parent


def _drawn(cards: Cards, made: Print, job: PrintJob, suffix: str, *, verify: bool) -> bytes:
    # reportlab is heavy.
    from chartkit.paper import draw_pdf, html_page, text_page

    if suffix == ".html":
        return html_page(made.document, made.style).encode("utf-8")
    if suffix == ".txt":
        return text_page(made.document).encode("utf-8")
    data = draw_pdf(made.document, made.style)
    if verify and (wrong := cards.check(made, data, job.template)):
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        raise InputError(
            f"the sheet does not say what the chart says: {wrong[0]}{more}.",
            where=made.name,
            remedy="Nothing was written. Check your template or the names in the chart; --no-verify skips this.",
        )
    return data
