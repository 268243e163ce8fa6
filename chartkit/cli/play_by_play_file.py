"""A game as a CSV file of play-by-play."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from chartkit.cli import console
from chartkit.errors import InputError
from chartkit.files import write_bytes, write_text
from chartkit.systems.playing import TableGame


def check_target(target: Path | None) -> None:
    """Refuse a name that cannot be written before a game is played."""
    if target is not None and not target.name.lower().endswith((".csv", ".csv.gz")):
        raise InputError(
            "play-by-play is written as CSV.", where=str(target), remedy="Name it FILE.csv or FILE.csv.gz."
        )


def export(game: TableGame, target: Path) -> None:
    """Write every column in the order of the season files; `.csv.gz` is packed."""
    columns, rows = game.export()
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    if target.suffix.lower() == ".gz":
        import gzip

        # No time stamp: the same game gives the same bytes.
        write_bytes(target, gzip.compress(text.getvalue().encode("utf-8"), mtime=0))
    else:
        write_text(target, text.getvalue())
    console.wrote(target)
