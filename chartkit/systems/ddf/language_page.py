"""The result language as a page of the documentation: written from the rules' data, so that it cannot lie."""

from __future__ import annotations

import sys
from pathlib import Path

from chartkit.files import write_text
from chartkit.systems.ddf import columns, meanings
from chartkit.systems.ddf.reports.explain import allowed_in
from chartkit.systems.ddf.result import parse

_INTRODUCTION = """\
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
"""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _forms() -> list[str]:
    lines = [
        "## Results\n",
        "| Form | Examples | Colour | Meaning of the first example | Where |",
        "|---|---|---|---|---|",
    ]
    for form in meanings.forms().values():
        result = parse(form.examples[0])
        examples = " ".join(f"`{each}`" for each in form.examples)
        where = "; ".join(allowed_in(result)) or "charts of the supplement sheet"
        row = (f"`{form.text}`", examples, str(result.colour), meanings.meaning(result), where)
        lines.append(f"| {' | '.join(map(_cell, row))} |")
    return lines


def _columns() -> list[str]:
    lines = ["\n## Columns\n", "| Chart | Column | Legal results |", "|---|---|---|"]
    for chart, names in (
        ("offense", columns.OFFENSE),
        ("defense", columns.PLAYS),
        ("special_teams", columns.SPECIAL_TEAMS),
        ("coverage", columns.COVERAGE),
        ("supplement", (columns.BIG_PLAY,)),
        ("generic", (columns.SQUIB,)),
    ):
        for name in names:
            legal = meanings.form_list(columns.legal_forms(chart, name))
            lines.append(f"| {chart.replace('_', ' ')} | {name} | {legal} |")
    return lines


def language_page() -> str:
    """The page in Markdown."""
    return "\n".join([_INTRODUCTION, *_forms(), *_columns()]) + "\n"


if __name__ == "__main__":
    write_text(Path(sys.argv[1]), language_page())
