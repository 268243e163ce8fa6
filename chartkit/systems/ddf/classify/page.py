"""Writes docs/classified-plays.md: `python -m chartkit.systems.ddf.classify.page docs/classified-plays.md`."""

from __future__ import annotations

import sys
from pathlib import Path

from chartkit import files
from chartkit.systems.ddf.classify.table import ADDED

_HEAD = """\
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


def page() -> str:
    """The whole page as Markdown."""
    return _HEAD + "".join(f"| `{column.name}` | {column.dtype} | {column.meaning} |\n" for column in ADDED)


if __name__ == "__main__":
    files.write_text(Path(sys.argv[1]), page())
