"""Cells of the tables in words: the short text that is printed, and the sentence that explains it (6, 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chartkit.findings import match_name
from chartkit.football.field import ORDINALS
from chartkit.systems.coachs_call import tables as t
from chartkit.systems.coachs_call.tables import Cell, Condition, Outcome

#: Every text that ships with the game.
WORDS: Mapping[str, Any] = t.shipped("words.toml")
#: Columns, slots and strengths as people say them.
COLUMN_NAMES = {name: name.replace("_", " ").capitalize().replace("Qb", "QB") for name in t.COLUMNS}
SLOT_NAMES: Mapping[str, str] = WORDS["slots"]
STATUS_NAMES = {status: status.replace("_", " ") for status in t.STATUSES}


def _texts(outcome: Outcome) -> tuple[str, str]:
    """The text and the sentence of an outcome with its marks, still without its numbers."""
    keys = ["/".join((outcome.type, *outcome.marks)), *(f"{outcome.type}/{mark}" for mark in outcome.marks)]
    keys.append(outcome.type)
    text, words = next(WORDS["outcomes"][key] for key in keys if key in WORDS["outcomes"])
    return text, words


def outcome_text(outcome: Outcome) -> str:
    """The short text of an outcome.

    >>> outcome_text(Outcome("gain", 4, ("out_of_bounds",))), outcome_text(Outcome("sack", -8))
    ('4 ob', 'SACK -8')
    """
    return _texts(outcome)[0].format(n=outcome.yards)


def _condition(condition: Condition, form: int) -> list[str]:
    """The parts of a condition, as they are printed (0) or said (1)."""
    whose, grade, downs = condition.whose, condition.grade, [ORDINALS[down] for down in condition.downs]
    least, most, boxes = condition.to_go_min, condition.to_go_max, condition.boxes_left_max
    quarters = " and ".join(ORDINALS[quarter] for quarter in condition.quarters)
    parts: list[tuple[str, str]] = []
    if whose:
        short, long = WORDS["whose"][whose]
        grades = "C or D" if grade == "C" and whose in ("rusher", "receiver") else grade
        pair = f"{short} {grade}" if whose == "defense" else f"{grade} {short}"
        parts.append((pair, f"the {long} is graded {grades}"))
    if boxes is not None:
        parts.append((f"{boxes}P", f"at most {boxes} boxes are empty in the {quarters} quarter (6.7)"))
    if downs:
        alone = "" if least or most else " down"
        parts.append((f"{'/'.join(downs)}{alone}", f"it is {' or '.join(downs)} down"))
    if least is not None:
        parts.append((f"& {least}+", f"{least} or more yards are to go"))
    if most is not None:
        said = "1 yard is to go" if most == 1 else f"at most {most} yards are to go"
        parts.append((f"& {most}" if most == 1 else f"& {most}-", said))
    return [part[form] for part in parts]


def condition_text(condition: Condition) -> str:
    """The short text of a condition: `A run`, `DEF C`, `5P`, `3rd & 7+`."""
    return " ".join(_condition(condition, 0))


def condition_words(condition: Condition) -> str:
    """A condition as a clause: `the ball carrier is graded A`."""
    return " and ".join(_condition(condition, 1))


def cell_text(cell: Cell) -> str:
    """A cell as it is printed: `6 (DEF A: -3)`."""
    variants = [f"({condition_text(when)}: {outcome_text(then)})" for when, then in cell.variants]
    return " ".join([outcome_text(cell.base), *variants, *(["(injury)"] if cell.injury else [])])


def outcome_words(outcome: Outcome, column: str) -> str:
    """An outcome as a sentence without its dot."""
    n = outcome.yards
    spot = f"{_yards(n)} past scrimmage" if n > 0 else f"{_yards(-n)} back" if n else "there"
    words = _texts(outcome)[1]
    return words.format(n=n, yards=_yards(n), back=_yards(-n), spot=spot, gain=_gain_words(n, column))


def _gain_words(yards: int, column: str) -> str:
    if column in t.COMBINED_COLUMNS[2:6]:
        return f"complete for {_yards(yards)}" if yards >= 0 else f"complete for a loss of {_yards(-yards)}"
    if column.endswith("return"):
        return f"a return of {_yards(yards)}"
    return f"a gain of {_yards(yards)}" if yards > 0 else f"a loss of {_yards(-yards)}" if yards else "no gain"


def _yards(number: int) -> str:
    return f"{number} yard{'' if abs(number) == 1 else 's'}"


def cell_words(cell: Cell, column: str) -> list[str]:
    """A cell in sentences: the base, then each variant."""
    base = outcome_words(cell.base, column)
    said = [f"{base[:1].upper()}{base[1:]}."]
    said += [f"If {condition_words(when)}: {outcome_words(then, column)}." for when, then in cell.variants]
    if cell.injury:
        said.append("Somebody is hurt: the injury grid, by the box just written (12.1).")
    return said


def rare_text(result: Mapping[str, Any]) -> str:
    """The result of a rare play in a few words (11.2)."""
    kind, yards, extra = result["type"], result.get("yards"), result.get("add_penalty")
    gained = WORDS["rare_yards"].get(result.get("yards_rule"), yards)
    texts = WORDS["rare"]
    text = texts[f"{kind}/return_yards" if f"{kind}/return_yards" in texts and "return_yards" in result else kind]
    words = [text.format_map({"play": "play", **result, "gained": gained, "walked": abs(yards or 0)})]
    words += [f"{extra['on']} {abs(extra['yards'])}"] if extra else []
    return ", ".join([*words, *(end for name, end in WORDS["rare_ends"].items() if result.get(name))])


def roll_words(column: str, roll: str) -> str:
    """`roll 34`, or `sum 7` where the dice are added."""
    return f"sum {roll}" if column not in t.COMBINED_COLUMNS else f"roll {roll}"


def column_named(text: str) -> str:
    """The column that a text means, by its name in files or on paper; InputError when there is none."""
    shown = match_name(text, tuple(COLUMN_NAMES.values()), "column")
    return next(name for name, title in COLUMN_NAMES.items() if title == shown)
