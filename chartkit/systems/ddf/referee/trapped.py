"""The quarterback is trapped: QT column, containment, sack rate (R8, R28.2, R28.3)."""

from __future__ import annotations

from chartkit.systems.ddf.referee.combine import Combined, combine
from chartkit.systems.ddf.referee.table import Table
from chartkit.systems.ddf.result import Kind


def trapped(table: Table, offense: int) -> Combined:
    """What becomes of a trapped passer: YARDS, FUMBLE or TOUCHDOWN (R27.9)."""
    sheets = table.matchup.sheets
    cell = table.read(offense, sheets[offense].trapped)
    defense = sheets[1 - offense]
    result = Combined(cell.kind, cell.yards, cell.star)
    if cell.kind is Kind.YARDS and cell.yards > 0 and defense.containment is not None:
        # R28.2: only a gain meets the containment chart.
        cover = table.read_five(1 - offense, defense.containment)
        result = combine(table.matchup.priority[cell.row][cover.column], cell, cover)
    if not defense.sack_mark or result.kind is not Kind.YARDS:
        return result
    hit = table.check(1 - offense, "supplement.SACK RATE", defense.sack_on, defense.sack_mark, "0")
    # R28.3: the scramble is the offense's own (A13), the sack the defense's.
    if hit and result.yards < 0 and defense.sack_mark == "QR":
        return Combined(Kind.YARDS, sheets[offense].scramble_yards)
    if hit and result.yards > 0 and defense.sack_mark == "SCK":
        return Combined(Kind.YARDS, defense.sack_yards)
    return result
