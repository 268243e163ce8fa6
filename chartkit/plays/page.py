"""Writes docs/play-table.md from the columns: `python -m chartkit.plays.page docs/play-table.md`."""

from __future__ import annotations

import sys
from pathlib import Path

from chartkit import files
from chartkit.plays.columns import COLUMNS

_HEAD = """\
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


def page() -> str:
    """The whole page as Markdown."""
    rows = [
        f"| `{c.name}` | {c.kind} | {'yes' if c.required else ''} | {c.meaning} | {c.purpose} |" for c in COLUMNS
    ]
    return _HEAD + "\n".join(rows) + "\n"


if __name__ == "__main__":
    files.write_text(Path(sys.argv[1]), page())
