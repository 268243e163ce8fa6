"""Cells of the tables in words: the short text that is printed, and the sentence that explains it (6, 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from chartkit.systems.coachs_call.rosters import GRADED_SLOTS
from chartkit.systems.coachs_call.tables import COMBINED_COLUMNS, Cell, Condition, Outcome

#: Columns as people say them.
COLUMN_NAMES = {
    "line_run": "Line run",
    "end_run": "End run",
    "short_pass": "Short pass",
    "medium_pass": "Medium pass",
    "deep_route": "Deep route",
    "long_pass": "Long pass",
    "long_gain": "Long gain",
    "punt_return": "Punt return",
    "fumble_return": "Fumble return",
    "interception_return": "Interception return",
    "qb_scramble": "QB scramble",
    "field_goal": "Field goal",
    "punt": "Punt",
    "short_punt": "Short punt",
    "kickoff": "Kickoff",
    "onside_kick": "Onside kick",
}
SLOT_NAMES = {
    "QB": "Quarterback",
    "MOB": "Mobility",
    **{f"RB{rank}": f"Back {rank}" for rank in (1, 2, 3)},
    **{f"REC{rank}": f"Receiver {rank}" for rank in (1, 2, 3, 4)},
    "K": "Kicker",
    "P": "Punter",
    "KR": "Kick returner",
    "PR": "Punt returner",
    "DEF": "Overall defense",
}
assert set(SLOT_NAMES) == set(GRADED_SLOTS)
STATUS_NAMES = {
    "heavy_favorite": "heavy favorite",
    "favorite": "favorite",
    "even": "even",
    "underdog": "underdog",
    "heavy_underdog": "heavy underdog",
}
#: Whose grade a condition asks for, as printed behind or before the letter.
_WHOSE = {
    "rusher": "run",
    "receiver": "REC",
    "quarterback": "QB",
    "mobility": "mobility",
    "kicker": "kicker",
    "punter": "punter",
    "punt_returner": "returner",
    "kick_returner": "returner",
}
_WHOSE_LONG = {
    "rusher": "ball carrier",
    "receiver": "receiver",
    "quarterback": "quarterback",
    "mobility": "quarterback's mobility",
    "defense": "defense",
    "kicker": "kicker",
    "punter": "punter",
    "punt_returner": "punt returner",
    "kick_returner": "kick returner",
}
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}
#: Outcomes that are the same wherever they stand.
_FIXED = {
    "incomplete": ("inc", "the pass is incomplete"),
    "scramble": ("Scramble", "the quarterback scrambles: take a number and read QB scramble by its sum (6.4)"),
    "long_gain": ("LONG GAIN", "take a number and read the long-gain column; its yards are the whole play (6.5)"),
    "touchdown": ("TD!", "touchdown"),
    "flag": ("FLAG", "a flag: the penalty grid, by the box just written (9.1)"),
    "no_return": ("ob", "the punt goes out of bounds where it came down; no return"),
    "rolls_dead": ("rolls dead", "the ball rolls: take a number, its sum is the roll, doubles come back (8.5)"),
    "fair_catch": ("fair catch", "fair catch"),
    "missed": ("missed *", "missed; an extra point is good all the same unless the score is tied (8.7)"),
    "touchback": ("touchback", "touchback"),
}


def _ends(outcome: Outcome) -> str:
    return " ob" if outcome.out_of_bounds else " Time" if outcome.time_out else ""


def _where_dead(outcome: Outcome) -> str:
    return "ob at" if outcome.out_of_bounds else "rolls from" if outcome.rolls else "dead at"


#: The short text of an outcome that has a number, by type.
_TEXTS: Mapping[str, Callable[[Outcome], str]] = {
    "gain": lambda got: f"{got.yards}{_ends(got)}",
    "sack": lambda got: f"SACK {got.yards}{' FUM' if got.fumble else ''}",
    "qb_run": lambda got: f"run +{got.yards}",
    "interception": lambda got: f"INT {got.yards}",
    "fumble": lambda got: f"{got.yards} FUM",
    "recovery": lambda got: f"{'def' if got.lost else 'off'} {'LONG GAIN' if got.long_gain else got.yards}",
    "range": lambda got: str(got.yards),
    "blocked": lambda got: f"blocked {got.yards}",
    "punt": lambda got: f"{got.yards}{' rolls' if got.rolls else ''}",
    "punt_to": lambda got: f"{_where_dead(got)} {got.yards}",
    "fumble_at": lambda got: f"FUM at {got.yards}",
    "long_gain_from": lambda got: f"LONG GAIN from {got.yards}",
    "return_to": lambda got: f"to {got.yards}",
    "kick_out_of_bounds": lambda got: f"ob, at {got.yards}",
    "onside": lambda got: f"+{got.yards} {'RT' if got.lost else 'KT'}",
}


def outcome_text(outcome: Outcome) -> str:
    """The short text of an outcome.

    >>> outcome_text(Outcome("gain", 4, out_of_bounds=True)), outcome_text(Outcome("sack", -8))
    ('4 ob', 'SACK -8')
    """
    fixed = _FIXED.get(outcome.type)
    return fixed[0] if fixed else _TEXTS[outcome.type](outcome)


def condition_text(condition: Condition) -> str:
    """The short text of a condition: `A run`, `DEF C`, `5P`, `3rd & 7+`."""
    parts = []
    if condition.whose:
        own = condition.whose == "defense"
        parts.append(f"DEF {condition.grade}" if own else f"{condition.grade} {_WHOSE[condition.whose]}")
    if condition.boxes_left_max is not None:
        parts.append(f"{condition.boxes_left_max}P")
    if condition.downs:
        downs = "/".join(_ORDINALS[down] for down in condition.downs)
        parts.append(f"{downs} down" if not (condition.to_go_min or condition.to_go_max) else downs)
    if condition.to_go_min is not None:
        parts.append(f"& {condition.to_go_min}+")
    if condition.to_go_max is not None:
        parts.append(f"& {condition.to_go_max}" if condition.to_go_max == 1 else f"& {condition.to_go_max}-")
    return " ".join(parts)


def cell_text(cell: Cell) -> str:
    """A cell as it is printed: `6 (DEF A: -3)`."""
    variants = [f"({condition_text(when)}: {outcome_text(then)})" for when, then in cell.variants]
    return " ".join([outcome_text(cell.base), *variants, *(["(injury)"] if cell.injury else [])])


def _loose_words(outcome: Outcome) -> str:
    yards = outcome.yards
    spot = f"{_yards(yards)} past scrimmage" if yards > 0 else f"{_yards(-yards)} back" if yards else "there"
    return f"the ball is loose {spot}: take a number and read the fumble return (8.1)"


def _recovery_words(outcome: Outcome) -> str:
    if not outcome.lost:
        return "the side that lost it recovers where it lies (8.1)"
    how_far = "with a long gain" if outcome.long_gain else f"and runs {_yards(outcome.yards)} back"
    return f"the other side recovers {how_far} (8.1)"


_SENTENCES: Mapping[str, Callable[[Outcome], str]] = {
    "sack": lambda got: (
        f"sack, {_yards(-got.yards)} lost" + (", and the ball is loose there (8.1)" if got.fumble else "")
    ),
    "qb_run": lambda got: f"the quarterback gets away and runs for {_yards(got.yards)} (6.6)",
    "interception": lambda got: (
        f"intercepted {_yards(got.yards)} past scrimmage; take a number for the return (8.2)"
    ),
    "fumble": _loose_words,
    "recovery": _recovery_words,
    "range": lambda got: f"good from up to {_yards(got.yards)}",
    "blocked": lambda got: f"blocked: a loose ball {_yards(-got.yards)} back (8.8)",
    "punt": lambda got: f"a punt of {_yards(got.yards)}" + (", then it rolls (8.5)" if got.rolls else ""),
    "punt_to": lambda got: f"{_where_dead(got).replace('ob', 'out of bounds')} the {got.yards} (8.4)",
    "fumble_at": lambda got: f"fumbled at the {got.yards} of the receiving team (8.9)",
    "long_gain_from": lambda got: f"a return from the {got.yards} by the long-gain column (8.9)",
    "return_to": lambda got: f"returned to the {got.yards}",
    "kick_out_of_bounds": lambda got: f"the kick goes out of bounds; ball on the {got.yards}",
    "onside": lambda got: (
        f"{_yards(got.yards)} from the kick, recovered by the {'return' if got.lost else 'kicking'} team"
    ),
}


def outcome_words(outcome: Outcome, column: str) -> str:
    """An outcome as a sentence without its dot."""
    fixed = _FIXED.get(outcome.type)
    if fixed:
        return fixed[1]
    if outcome.type != "gain":
        return _SENTENCES[outcome.type](outcome)
    ends = ", out of bounds" if outcome.out_of_bounds else ""
    ends += ", and the team with the ball takes a time out (8.3)" if outcome.time_out else ""
    return _gain_words(outcome.yards, column) + ends


def _gain_words(yards: int, column: str) -> str:
    if column in COMBINED_COLUMNS[2:6]:
        return f"complete for {_yards(yards)}" if yards >= 0 else f"complete for a loss of {_yards(-yards)}"
    if column.endswith("return"):
        return f"a return of {_yards(yards)}"
    return f"a gain of {_yards(yards)}" if yards > 0 else f"a loss of {_yards(-yards)}" if yards else "no gain"


def _yards(number: int) -> str:
    return f"{number} yard{'' if abs(number) == 1 else 's'}"


def condition_words(condition: Condition) -> str:
    """A condition as a clause: `the ball carrier is graded A`."""
    parts = []
    if condition.whose:
        grade = (
            "C or D" if condition.grade == "C" and condition.whose in ("rusher", "receiver") else condition.grade
        )
        parts.append(f"the {_WHOSE_LONG[condition.whose]} is graded {grade}")
    if condition.boxes_left_max is not None:
        quarters = " and ".join(_ORDINALS[quarter] for quarter in condition.quarters)
        parts.append(f"at most {condition.boxes_left_max} boxes are empty in the {quarters} quarter (6.7)")
    if condition.downs:
        parts.append(f"it is {' or '.join(_ORDINALS[down] for down in condition.downs)} down")
    if condition.to_go_min is not None:
        parts.append(f"{condition.to_go_min} or more yards are to go")
    if condition.to_go_max is not None:
        most = condition.to_go_max
        parts.append("1 yard is to go" if most == 1 else f"at most {most} yards are to go")
    return " and ".join(parts)


def cell_words(cell: Cell, column: str) -> list[str]:
    """A cell in sentences: the base, then each variant."""
    said = [f"{_capital(outcome_words(cell.base, column))}."]
    said += [f"If {condition_words(when)}: {outcome_words(then, column)}." for when, then in cell.variants]
    if cell.injury:
        said.append("Somebody is hurt: the injury grid, by the box just written (12.1).")
    return said


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def roll_words(column: str, roll: str) -> str:
    """`roll 34`, or `sum 7` where the dice are added."""
    return f"sum {roll}" if column not in COMBINED_COLUMNS else f"roll {roll}"


def column_named(text: str) -> str | None:
    """The column that a text means, by its name in files or on paper; None when there is none."""
    wanted = text.strip().lower().replace("-", " ").replace("_", " ")
    names = {name: shown.lower() for name, shown in COLUMN_NAMES.items()}
    exact = [name for name, shown in names.items() if wanted in (name.replace("_", " "), shown)]
    begun = [name for name, shown in names.items() if shown.startswith(wanted)] if wanted else []
    found = exact or begun
    return found[0] if len(found) == 1 else None
