"""The game in words: cells as they are printed and explained (6, 8), and the sentence of every record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from chartkit.findings import match_name
from chartkit.football.field import ORDINALS, gain_in_words, quarter_in_words, spot_name
from chartkit.systems import records as r
from chartkit.systems.coachs_call import tables as t
from chartkit.systems.coachs_call.rules import game as n
from chartkit.systems.coachs_call.rules.reading import SEASON_OUT
from chartkit.systems.coachs_call.tables import CODES, WORDS, Cell, Condition, Outcome, RarePlay, box_name
from chartkit.systems.coachs_call.teams import SLOTS, Roster
from chartkit.systems.logged import LoggedMatchup

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
    far = outcome.yards
    spot = f"{_yards(far)} past scrimmage" if far > 0 else f"{_yards(-far)} back" if far else "there"
    words = _texts(outcome)[1]
    return words.format(n=far, yards=_yards(far), back=_yards(-far), spot=spot, gain=_gain_words(far, column))


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


Record = Sequence[int]
Teams = tuple[Roster, Roster]
#: Air yards of a pass whose call has none.
_USUAL_AIR = 8


def clock(_: LoggedMatchup, row: Record) -> str:
    """The box before a play: `box A-c`."""
    return f"box {box_name(min(row[r.BOX], n.MOST_BOXES - 1))}"


def situation(matchup: LoggedMatchup, row: Record) -> str:
    """Down, distance and spot before a play."""
    teams = matchup.teams
    own, other = teams[row[r.TEAM]].team, teams[1 - row[r.TEAM]].team
    at = spot_name(100 - row[r.SPOT], own, other) if 0 < row[r.SPOT] < 100 else "the end zone"
    if row[r.AT_DOWN]:
        goal = "goal" if row[r.SPOT] + row[r.TO_GO] >= 100 else str(row[r.TO_GO])
        return f"{own} {ORDINALS[row[r.AT_DOWN]]} and {goal} at {at}"
    return f"{own} at {at}"


def _call(row: Record) -> Mapping[str, Any]:
    """The words of a call (`around end`, `deep`) and its air yards; nothing for rare plays."""
    call: Mapping[str, Any] = WORDS["calls"][n.CALLS[row[r.CALL]]] if row[r.CALL] >= 0 else {}
    return call


def _man(teams: Teams, team: int, slot: int) -> str:
    return teams[team].player(SLOTS[slot]) if slot >= 0 else "nobody"


def sentence(matchup: Any, row: Record) -> str:
    """What happened, in plain English."""
    kind, teams = row[r.KIND], matchup.teams
    if kind == r.IS_QUARTER:
        return f"{quarter_in_words(row[r.QUARTER])[0].upper()}{quarter_in_words(row[r.QUARTER])[1:]}."
    if kind == r.IS_END:
        return "The game is over."
    if kind == r.IS_TIME_OUT:
        return f"Time out {teams[row[r.TEAM]].team}."
    text = " ".join([*_rare(row, matchup.tables.rare), deed(matchup, row)]).rstrip()
    return f"{text} {_score(row, teams)}".rstrip() if row[r.SCORED_HOW] else text


def deed(matchup: LoggedMatchup, row: Record) -> str:
    """The play, loose balls, fouls and injuries, a sentence each."""
    teams = matchup.teams
    parts = (_deed(row, teams), *_loose(row, teams), *_foul(row, teams), *_injury(row, teams))
    return " ".join(part for part in parts if part)


def _rare(row: Record, rare: Mapping[str, Mapping[str, RarePlay]]) -> Iterator[str]:
    if row[r.RARE] >= 0:
        entries = rare["favored" if row[r.RARE] < len(CODES) else "underdog"]
        yield f"Rare play: {entries[CODES[row[r.RARE] % len(CODES)]].summary}."
        if row[r.CHALLENGE]:
            yield "The challenge reverses it." if row[r.CHALLENGE] == 2 else "The ruling stands after a challenge."


def _deed(row: Record, teams: Teams) -> str:
    """The sentence of `words.toml` for the kind of play and how it came out, with its names and numbers."""
    kind, team, result = row[r.KIND], row[r.TEAM], r.RESULTS[row[r.RESULT]]
    what, by = r.KINDS[kind], _man(teams, 1 - team, row[r.CREDIT])
    if kind == r.IS_RUN and row[r.FUMBLES] and row[r.PLAYER] == n.QB and row[r.CALL] != n.SNEAK:
        what = "snap"
    punts = kind == r.IS_PUNT
    keys = (f"{what}/{result or 'nothing'}", f"{what}/credit" if row[r.CREDIT] >= 0 else what, what)
    text: str = next((WORDS["sentences"][key] for key in keys if key in WORDS["sentences"]), "")
    said = text.format(
        man=_man(teams, team, row[r.PLAYER]),
        passer=_man(teams, team, n.QB),
        by=by if row[r.CREDIT] >= 0 else teams[1 - team].team,
        how=_call(row).get("told", ""),
        gain=gain_in_words(row[r.YARDS]),
        out=" out of bounds" if row[r.WENT_OUT_OF_BOUNDS] else "",
        back=f" and returns it {gain_in_words(row[r.RETURN_YARDS])}" if row[r.RETURN_YARDS] else "",
        kicker=_man(teams, team, n.PUNTER if punts else n.KICKER),
        returner=_man(teams, 1 - team, n.PUNT_RETURNER if punts else n.KICK_RETURNER),
        returned=gain_in_words(row[r.RETURN_YARDS]),
        yards=row[r.KICK_YARDS],
        team=teams[team].team,
        ball=teams[row[r.END_TEAM]].team,
    )
    return " ".join(said.split())


def _loose(row: Record, teams: Teams) -> Iterator[str]:
    if row[r.FUMBLES]:
        side = row[r.RECOVERED_BY]
        by = f" by {_man(teams, side, row[r.RECOVERY])}" if row[r.RECOVERY] >= 0 else ""
        yield f"Fumble, recovered by {teams[side].team}{by}." if side >= 0 else "Fumble."
        if row[r.FUMBLES] > 1:
            yield f"Another fumble; {teams[row[r.END_TEAM]].team} has it."


def _foul(row: Record, teams: Teams) -> Iterator[str]:
    if row[r.FOUL]:
        taken = f"{'accepted' if row[r.ACCEPTED] else 'declined'}{', no play' if row[r.NO_PLAY] else ''}"
        what = f"{teams[row[r.FOUL_TEAM]].team} ({n.FOULS[row[r.FOUL]]})"
        yield f"Penalty on {what}, {row[r.FOUL_YARDS]} yards, {taken}."


def _injury(row: Record, teams: Teams) -> Iterator[str]:
    if row[r.INJURED] >= 0:
        games, team = row[r.GAMES_OUT], row[r.INJURED_TEAM]
        long = "" if not games else " for the season" if games == SEASON_OUT else f" and the next {games} games"
        yield f"{_man(teams, team, row[r.INJURED])} ({teams[team].team}) is hurt and out{long}."


def _score(row: Record, teams: Teams) -> str:
    home, away = teams
    score = f"[{away.team} {row[r.AWAY_SCORE]}, {home.team} {row[r.HOME_SCORE]}]"
    return f"{r.SCORES[row[r.SCORED_HOW]].upper()} {teams[row[r.SCORING_TEAM]].team}. {score}"


# Single words, and what the play-by-play files have.


def call(_: LoggedMatchup, row: Record) -> str:
    """The call, or the kind of a play without one."""
    return n.CALLS[row[r.CALL]] if row[r.CALL] >= 0 else r.KINDS[row[r.KIND]]


def flag(_: LoggedMatchup, row: Record) -> str:
    """A foul as the penalty grid names it."""
    return n.FOULS[row[r.FOUL]]


def man(matchup: LoggedMatchup, team: int, slot: int | str) -> str:
    """The player of a slot, by its number or name."""
    return _man(matchup.teams, team, SLOTS.index(slot) if isinstance(slot, str) else slot)


def called(_: LoggedMatchup, row: Record) -> dict[str, Any]:
    """Where a run went, or how far a pass went through the air."""
    if row[r.KIND] != r.IS_PASS:
        inside = row[r.CALL] == n.LINE_RUN
        return {"run_location": "middle"} if inside else {"run_location": "left", "run_gap": "end"}
    return {"air_yards": _call(row).get("air_yards", _USUAL_AIR)}


def foul(_: LoggedMatchup, row: Record) -> str:
    """An NFL foul that a code of the grid and its yards stand for."""
    names = WORDS["fouls"].get(n.FOULS[row[r.FOUL]], {})
    name: str = names.get(str(row[r.FOUL_YARDS])) or names.get("0", "Unnecessary Roughness")
    return name
