"""Writes the pages of docs/ that are made from data and code, so that they cannot lie. Run: python -m tools.pages

Long pages have a module of their own beside this one; the tables of columns and results are here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from chartkit import systems
from chartkit.files import write_text
from chartkit.findings import codes_page
from chartkit.plays import COLUMNS
from chartkit.systems.ddf.charts import columns, form_list, forms, meaning, parse
from chartkit.systems.ddf.classify import ADDED
from chartkit.systems.ddf.reports import allowed_in
from tools.architecture_page import architecture_page, draw_architecture
from tools.commands_page import commands_page
from tools.formats_page import formats_page
from tools.rules_page import rules_page

ROOT = Path(__file__).parents[1]

_PLAY_TABLE = """\
# The play table

One row a play, in the order of play within each game. Every source (nflverse files, official game books, NFL
gamecenter JSON, workbooks kept by hand, the demo season) ends in this table, and everything that follows starts
from it. `chartkit ingest` writes it to `build/<season>/plays.parquet`; give `--out plays.csv` for a spreadsheet.
Column names are those of the nflverse wherever one exists.

This page is made from `chartkit/plays/columns.py` by `make docs`.

| type | stored as | missing value |
| --- | --- | --- |
| text | pandas `str` | empty (NaN) |
| flag | `bool` (0/1 in CSV) | never missing: what a source leaves empty is false |
| count | `int32` | never missing |
| number | `float64` | empty (NaN) |

Rules of the table:

* Rows that are not plays (quarter and game markers, timeouts, comments) are set aside when a file is read and
  counted by reason; they are not in the table.
* A play that a penalty wiped out stays, as `no_play`, with its description.
* Team columns hold the code of the season: OAK until 2019 and LV after, SD until 2016 and LAC after, STL until
  2015 and LA after. `desc` is left as it came.
* **Required** columns must be in the source; any other may be absent and is then missing throughout.

| column | type | required | meaning | needed for |
| --- | --- | --- | --- | --- |
"""

_CLASSIFIED_PLAYS = """\
# The classified plays

`chartkit.systems.ddf.classify.classify(plays)` returns the play table (docs/play-table.md), row for row, with these
columns behind its own. `chartkit plays SEASON` shows them. docs/classify.md tells how they are found.

A play has at most two results: the one of the team that starts with the ball (`column`, `symbol`) and the one of
whoever returns it (`return_column`, `return_symbol`). A foul stands beside both (`foul`, `foul_column`): on a play
that stands it is one more fact about it; where it wiped the play out, it is also the `symbol`.

This page is made from `chartkit/systems/ddf/classify/table.py` by `make docs`.

| column | type | meaning |
| --- | --- | --- |
"""

_RESULT_LANGUAGE = """\
# The result language

Every cell of a chart holds one result: `7`, `-2`, `INC`, `OFF 10`. This page lists them all. It is written by
`make docs` from the data files that chartkit itself works with (`chartkit/systems/ddf/data/meanings.toml` and
`legal_results.json`). `chartkit explain "F -5"` says the same about a single result.

## Reading and writing

chartkit writes a result in one way: upper case (but `Pre` and `Post`), one space between word and number, no `+`.
No gain, no impact and no change are written `0`; on a printed card that is an empty white cell.

It reads more than that: any case, missing or extra spaces, `Pl` for `PI`, `F+3`, `F-5`, the minus signs that word
processors use, and `O=10` or `D=5X` as older charts print them. `chartkit validate` warns (DDF205) where a file
writes a result otherwise, because other programs may compare texts.

`*` means out of bounds, `!` printed bold, parentheses a forced result. Numbers run from 1 to 99.

## Results

| Form | Examples | Colour | Meaning of the first example | Where |
|---|---|---|---|---|
"""


def play_table_page() -> str:
    """The columns of the play table."""
    return _PLAY_TABLE + "".join(
        f"| `{c.name}` | {c.kind} | {'yes' if c.required else ''} | {c.meaning} | {c.purpose} |\n" for c in COLUMNS
    )


def classified_plays_page() -> str:
    """The columns that classification adds."""
    return _CLASSIFIED_PLAYS + "".join(f"| `{c.name}` | {c.dtype} | {c.meaning} |\n" for c in ADDED)


def result_language_page() -> str:
    """Every result and where it may stand."""
    lines = [
        *_forms(),
        "",
        "## Columns",
        "",
        "| Chart | Column | Legal results |",
        "|---|---|---|",
        *_legal_results(),
    ]
    return _RESULT_LANGUAGE + "\n".join(lines) + "\n"


def _forms() -> Iterator[str]:
    for form in forms().values():
        result = parse(form.examples[0])
        examples = " ".join(f"`{each}`" for each in form.examples)
        where = "; ".join(allowed_in(result)) or "charts of the supplement sheet"
        row = (f"`{form.text}`", examples, str(result.colour), meaning(result), where)
        # A bar inside a cell would end it.
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"


def _legal_results() -> Iterator[str]:
    for chart, names in (
        ("offense", columns.OFFENSE),
        ("defense", columns.PLAYS),
        ("special_teams", columns.SPECIAL_TEAMS),
        ("coverage", columns.COVERAGE),
        ("supplement", (columns.BIG_PLAY,)),
        ("generic", (columns.SQUIB,)),
    ):
        for name in names:
            legal = form_list(columns.legal_forms(chart, name))
            yield f"| {chart.replace('_', ' ')} | {name} | {legal} |"


#: File of docs/ -> what makes its text.
PAGES: Mapping[str, Callable[[], str]] = {
    "play-table.md": play_table_page,
    "classified-plays.md": classified_plays_page,
    "result-language.md": result_language_page,
    "file-formats.md": formats_page,
    "validation.md": lambda: codes_page(systems.all_codes()),
    "commands.md": commands_page,
    "rules.md": rules_page,
    "architecture.md": architecture_page,
}


def main() -> None:
    """Write them all."""
    for name, page in PAGES.items():
        write_text(ROOT / "docs" / name, page())
    draw_architecture(ROOT / "docs" / "img" / "architecture.svg")


if __name__ == "__main__":
    main()
