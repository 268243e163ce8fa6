"""Reads the cells of a row kept by hand, and collects everything that is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from chartkit.errors import InputError
from chartkit.football.field import MIDFIELD, yards_to_goal
from chartkit.plays.hand_words import HandPlay, PlayWord, ResultWord, words

_SHOWN = 10
_NEEDS_A_SPOT = ("run", "pass", "kneel", "spike", "punt", "field_goal")
_SIDES = re.compile(r"^(?P<side>own|opp|opponent|opponents|their)\.?\s*(?P<line>\d{1,2})$", re.IGNORECASE)


@dataclass
class Problems:
    """Everything that is wrong in a file, to be told at once; `cells` names the cell of a heading and row."""

    where: str
    place: str
    cells: Mapping[str, str]
    found: list[str] = field(default_factory=list)

    def add(self, row: int, heading: str, what: str) -> None:
        """Note what is wrong with one cell."""
        cell = self.cells.get(heading, self.place).format(row)
        self.found.append(f"{cell}: {what}")

    def raise_if_any(self) -> None:
        """Refuse the file with all that was noted."""
        if len(self.found) == 1:
            raise InputError(self.found[0], where=self.where)
        if self.found:
            more = [f"... and {len(self.found) - _SHOWN} more"] if len(self.found) > _SHOWN else []
            listed = "\n  ".join([*self.found[:_SHOWN], *more])
            raise InputError(f"{len(self.found)} cells cannot be read:\n  {listed}", where=self.where)


def text_of(value: object) -> str:
    """What a person sees in the cell."""
    # Excel hands back 12.0 for a cell in which somebody typed 12.
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return " ".join(str(value).split()) if value is not None else ""


def team_of(name: str) -> str:
    """Teams are told apart by their letters, not by case or blanks."""
    return " ".join(name.split()).upper()


def read_row(cells: dict[str, Any], row: int, problems: Problems) -> HandPlay | None:
    """Read the cells of one row; None when something is wrong with them."""
    before = len(problems.found)
    known = words()
    for heading in ("game", "offense", "defense", "play", "result"):
        if not text_of(cells[heading]):
            problems.add(row, heading, f"{heading} is empty.")
    offense, defense = team_of(text_of(cells["offense"])), team_of(text_of(cells["defense"]))
    if offense and offense == defense:
        problems.add(row, "defense", f"{offense} plays against itself.")
    play = known.plays.get(text_of(cells["play"]).lower())
    if play is None and text_of(cells["play"]):
        problems.add(row, "play", f"{text_of(cells['play'])!r} is no play; the sheet Words lists them all.")
    results = _results(text_of(cells["result"]), play, row, problems)
    down = _number(cells["down"], row, "down", problems, 1, 4)
    yards = _number(cells["yards"], row, "yards", problems, -99, 110)
    if yards is not None and yards > 0 and any(result.minus for result in results):
        problems.add(row, "yards", f"a sack loses yards: write -{yards}.")
    spot = _spot(text_of(cells["yard line"]), offense, defense, row, problems)
    goal = text_of(cells["to go"]).lower() in ("g", "goal")
    to_go = spot if goal else _number(cells["to go"], row, "to go", problems, 0, 99)
    if play is not None and play.kind in _NEEDS_A_SPOT:
        for heading, value in (("down", down), ("to go", to_go), ("yard line", spot)):
            if value is None and not text_of(cells[heading]):
                problems.add(row, heading, f"{heading} is empty; a {play.name} needs it.")
    if play is None or len(problems.found) > before:
        return None
    return HandPlay(
        offense=offense,
        defense=defense,
        down=down,
        to_go=to_go or 0,
        goal_to_go=bool(down) and to_go == spot,
        yards_to_goal=spot,
        play=play,
        results=tuple(results),
        yards=yards,
        notes=text_of(cells.get("notes")),
    )


def _results(text: str, play: PlayWord | None, row: int, problems: Problems) -> list[ResultWord]:
    known = words()
    results = []
    for part in filter(None, (part.strip().lower() for part in text.split(","))):
        result = known.results.get(part)
        if result is None:
            problems.add(row, "result", f"{part!r} is no result; the sheet Words lists them all.")
        elif play is not None and part not in known.fitting[play.kind]:
            fitting = ", ".join(known.fitting[play.kind])
            problems.add(row, "result", f"{part!r} cannot be the result of {play.name!r}; possible: {fitting}.")
        else:
            results.append(result)
    return results


def _number(value: object, row: int, heading: str, problems: Problems, low: int, high: int) -> int | None:
    text = text_of(value)
    if not text:
        return None
    try:
        number = int(text)
    except ValueError:
        problems.add(row, heading, f"{heading} should be a whole number, not {text!r}.")
        return None
    if not low <= number <= high:
        problems.add(row, heading, f"{heading} should be from {low} to {high}, not {number}.")
        return None
    return number


def _spot(text: str, offense: str, defense: str, row: int, problems: Problems) -> int | None:
    """`own 25`, `opp 40`, `OWL 25`, `50`; or -25 for the own and 40 for the opponent's side, as on film sheets."""
    if not text:
        return None
    sides = _SIDES.match(text)
    if sides:
        line = int(sides["line"])
        if 1 <= line <= MIDFIELD:
            return 100 - line if sides["side"].lower() == "own" else line
    if re.fullmatch(r"[+-]?\d{1,2}", text) and 1 <= abs(int(text)) <= MIDFIELD:
        line = int(text)
        return line if line > 0 else 100 + line
    side, _, line_text = text.upper().rpartition(" ")
    if side in (offense, defense) and line_text.isdigit():
        spot = yards_to_goal(f"{'A' if side == offense else 'B'} {line_text}", "A")
        if spot is not None and 1 <= spot <= 99:
            return spot
    problems.add(row, "yard line", f"{text!r} is no spot: write own 25, opp 40, 50 or {offense} 25.")
    return None
