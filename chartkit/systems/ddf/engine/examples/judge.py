"""Worked examples compared with the rules: outcomes in the words of the file, calculations, and verdicts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product
from operator import attrgetter
from typing import Any

from chartkit.errors import InputError
from chartkit.football.field import clock_in_words, walk_off
from chartkit.systems.base import ExampleVerdict
from chartkit.systems.ddf.charts import DEFENSE_FOULS, Kind, NotAResultError, Result, columns, dice, parse
from chartkit.systems.ddf.data import shipped_data
from chartkit.systems.ddf.engine.events import DICE_NAMES, INFLUENCE, Chance, Happening
from chartkit.systems.ddf.engine.examples.position import STATE_PAIRS, Example, Json, split_team, write_spot
from chartkit.systems.ddf.engine.examples.script import Played, play_example
from chartkit.systems.ddf.engine.state import FREE_KICK, KICKOFF, OVER, TRY
from chartkit.systems.ddf.engine.table import DICE_SETS
from chartkit.systems.ddf.rules.flow import visitor_audibles
from chartkit.systems.ddf.rules.legality import play_barred, quota_left
from chartkit.systems.ddf.rules.priority_chart import Outcome, PriorityChart, final_result
from chartkit.systems.ddf.rules.tables import standard_rules

# The result of the rolls of a play.

_BLANK = Result(Kind.YARDS)
#: Outcomes of the priority chart that examples call by other names.
_LABELS: Mapping[str, str] = shipped_data("table.toml")["examples"]
_RETURNS = ("KICKOFF RETURN", "PUNT RETURN", "SQUIB KICK")


@dataclass(frozen=True)
class Reading:
    """A result and how the priority chart came to it; both empty while a side has not rolled."""

    result: Result | None = None
    label: str = ""

    @property
    def text(self) -> str | None:
        """The result as a cell; forced yards end up as plain yards."""
        return None if self.result is None else str(_plain(self.result))


def _plain(result: Result) -> Result:
    if result.kind is Kind.FORCED_TD:
        return Result(Kind.TOUCHDOWN)
    if result.kind is Kind.FORCED:
        return Result(Kind.YARDS, result.yards)
    return Result(result.kind, result.yards, result.out_of_bounds)


def _meet(priority: PriorityChart, offense: Result, defense: Result) -> Reading:
    """Two cells through the priority chart."""
    outcome = priority.look_up(offense, defense)
    if outcome is Outcome.F_EZ:
        return Reading(Result(Kind.FUMBLE, 99), _LABELS[outcome])
    if outcome is Outcome.F_QT:
        return Reading(Result(Kind.TRAPPED), _LABELS[outcome])
    if outcome is Outcome.ADD and offense.kind is Kind.BREAKAWAY:
        return Reading(None, "ADD")
    result = _plain(final_result(outcome, offense, defense))
    is_plain = result.kind in (Kind.INCOMPLETE, Kind.TRAPPED)
    return Reading(result, result.kind.value if is_plain else _LABELS.get(outcome, outcome.value))


def _read_play(priority: PriorityChart, rolls: Iterable[Chance]) -> Reading:
    """The result of a play from its rolls; the referee applies sack rates."""
    mine: Result | None = None
    theirs, trapped, runback, final = _BLANK, mine, mine, Reading()
    for roll in rolls:
        head, _, rest = roll.chart.partition(".")
        try:
            cell = parse(roll.cell)
        except NotAResultError:
            # A roll that only says yes or no.
            if roll.cell == "muffed":
                final = Reading(Result(Kind.FUMBLE, -1), "muffed")
            continue
        if roll.chart == "offense.QT":
            trapped, final = cell, Reading(cell, "QT")
        elif head == "offense" or rest == "SHORT PASS BIG PLAY":
            mine = cell
        elif head == "defense":
            theirs = cell
        elif roll.cell in ("XINT", "XQT", "XF"):
            theirs = Result(Kind.FORCED, theirs.yards) if roll.cell == "XF" else _BLANK
        elif head == "containment" and trapped is not None:
            final = _meet(priority, trapped, cell)
            trapped = final.result
        elif head == "coverage" and runback is not None:
            final = _meet(priority, runback, cell)
        elif rest in _RETURNS or (rest in ("PUNT", "FIELD GOAL") and cell.kind in (Kind.BLOCKED, Kind.FUMBLE)):
            runback, final = cell if rest in _RETURNS else runback, Reading(cell)
    if final == Reading() and mine is not None and (not mine.is_foul or mine.kind is Kind.GROUNDING):
        return _meet(priority, mine, theirs)
    return final


# What came out of an example, in the words of its file.


def _reading(played: Played) -> Reading:
    return _read_play(played.setting.matchup.rules.priority, played.rolls)


def _read_as(played: Played, *kinds: Kind) -> Result | None:
    """The result of the rolls, if it is of one of these kinds."""
    result = _reading(played).result
    return result if result is not None and result.kind in kinds else None


def _caught(played: Played) -> Result | None:
    """The interception whose return the example leaves out."""
    return _read_as(played, Kind.INTERCEPTION) if played.stopped else None


def _first(played: Played, of: Callable[[Happening], str], *what: str) -> str | None:
    """Something about the first happening of these kinds."""
    return next(map(of, played.happened(*what)), None)


def _named(played: Played, team: int, told: Any) -> Any:
    """A team's code, or its name in the example if that means the same team."""
    code = played.teams.codes[team]
    return told if isinstance(told, str) and split_team(told)[1] == code else code


def _is_canceled(event: Chance) -> bool:
    return event.chart.startswith(f"{INFLUENCE}.") and event.cell.startswith("X")


def _is_yards(text: str) -> bool:
    return text.rstrip("*").lstrip("-").isdigit()


def _foul(played: Played) -> str | None:
    """The last foul that was called and not cancelled."""
    fouls: list[str] = []
    for event in played.rolls:
        if _is_canceled(event):
            fouls.pop()
        elif event.chart == INFLUENCE:
            fouls += [event.cell] if event.cell not in ("0", "PI X") else []
        elif event.chart.startswith(("offense.", "special.")) and event.cell[:3] in ("OFF", "DEF", "PI "):
            fouls.append(event.cell)
    if rolled := [event for event in played.rolls if event.chart.startswith("generic.PI X")]:
        play = rolled[0].chart.removeprefix("generic.PI X.")
        plus = played.setting.matchup.fields["pi_plus"][columns.PLAYS.index(play)]
        return f"PI {plus + sum(event.total for event in rolled)}"
    return fouls[-1] if fouls else None


def _kickoff_from(played: Played) -> str | None:
    """The spot of the next kickoff; a foul on a score moves it, before and after the try (R19.11)."""
    state, line = played.after, played.setting.matchup.constants.kickoff_line
    if state.phase in (KICKOFF, FREE_KICK):
        spot = state.spot + state.kickoff_shift
    elif state.phase == TRY:
        spot = line + state.kickoff_shift if state.kickoff_shift >= 0 else walk_off(line, -state.kickoff_shift)
    else:
        return None
    return write_spot(spot, state.possession, played.teams)


def _possession(played: Played, told: Any) -> Any:
    return _named(played, 1 - played.before.possession if _caught(played) else played.after.possession, told)


def _ball_on(played: Played, told: Any) -> str:
    after = played.after
    if caught := _caught(played):
        return played.from_line(caught.yards)
    return write_spot(after.spot, after.possession, played.teams, str(told))


def _play_result(played: Played, told: Any) -> str | None:
    if told == "TD" and any(event.how == "touchdown" for event in played.points):
        return "TD"
    if played.happened("kneel"):
        return "-1"
    text = _reading(played).text
    if any(event.chart == "supplement.SACK RATE" for event in played.rolls):
        moved = played.happened("sack", "scramble")
        return str(moved[0].yards) if moved else text
    moved = played.happened("run", "complete") if _read_as(played, Kind.YARDS) and _is_yards(str(told)) else []
    if text is not None and moved and moved[0].spot < 100:
        # The squeeze and the end zone can change the yards: those on the field count.
        return f"{moved[0].yards}{'*' if text.endswith('*') else ''}"
    return text


def _yards(played: Played, told: Any) -> int | None:
    text = _play_result(played, str(told))
    return int(text.rstrip("*")) if text is not None and _is_yards(text) else None


def _score_change(played: Played, told: Any) -> dict[str, int]:
    return {
        code: sum(each.points for each in played.points if each.team == team)
        for team, code in enumerate(played.teams.codes)
        if any(each.team == team for each in played.points)
    }


def _fumble_spot(played: Played, told: Any) -> str | None:
    result = _read_as(played, Kind.FUMBLE, Kind.BLOCKED)
    told_later = played.from_line(result.yards) if result else None
    return _first(played, played.spot, "fumble", "blocked") or told_later


def _interception_spot(played: Played, told: Any) -> str | None:
    caught = _read_as(played, Kind.INTERCEPTION)
    if caught is None:
        return None
    deep, code = played.before.spot + caught.yards - 100, played.teams.codes[1 - played.before.possession]
    return f"{deep} yards deep in {code}'s end zone" if deep >= 0 else played.from_line(caught.yards)


def _against(played: Played, told: Any) -> Any:
    foul, offense = _foul(played), played.before.possession
    return foul and _named(played, 1 - offense if parse(foul).kind in DEFENSE_FOULS else offense, told)


def _foul_spot(played: Played, told: Any) -> str | None:
    foul, walked = parse(_foul(played) or "0"), played.happened("penalty")
    if foul.kind is Kind.INTERFERENCE:
        return played.from_line(foul.yards)
    # The spot from which the yards were walked back.
    back = walked and walked[0].yards
    return write_spot(walked[0].spot + back, walked[0].team, played.teams) if back else None


def _penalty_timing(played: Played, told: Any) -> str | None:
    is_between = any("between downs" in each.detail for each in played.happened("penalty"))
    return "between downs" if is_between else "during the play" if _foul(played) else None


def _no_longer_allowed(played: Played, told: Any) -> list[str]:
    game = played.setting.matchup.game_in(played.after)
    numbers = {play: columns.PLAYS.index(play) for play in told}
    return [play for play, number in numbers.items() if play_barred(game, number) or not quota_left(game, number)]


def _winner(played: Played, told: Any) -> str | None:
    score = played.after.score
    return None if len(set(score)) == 1 else played.teams.codes[score.index(max(score))]


def _next(played: Played, told: str) -> str | None:
    """What comes next, in the words of the example if they agree with the rules."""
    state, codes, place = played.after, played.teams.codes, _kickoff_from(played)
    goes_on = "normal" in told or "continues" in told
    if played.stopped is not None:
        chart = played.stopped.chart.split(".", 1)[1]
        return told if goes_on or chart in told else f"{codes[played.stopped.team]} rolls on {chart}"
    if place is not None and (state.phase != TRY or state.kickoff_shift):
        agrees = place in told and told.startswith(codes[state.possession])
        return told if agrees else f"{codes[state.possession]} kicks off from the {place}"
    return told if goes_on else None


def _pending(played: Played, told: Any) -> Any:
    if played.stopped is None:
        return None
    chart, words = played.stopped.chart.split(".", 1)[1].lower(), str(told).lower()
    agrees = chart in words or chart.split(" ")[-1] in words or "both players roll" in words
    return told if agrees else f"{chart} by {played.teams.codes[played.stopped.team]}"


def _after_completion(played: Played, told: Any) -> Any:
    return played.between and observe(Played(played.setting, played.between, played.events), told)[0]


#: Every field that an example can expect, and how to find it; `told` is what the example says.
FACTS: Mapping[str, Callable[[Played, Any], Any]] = {
    "possession": _possession,
    "down": lambda played, told: played.after.down,
    "distance": lambda played, told: "goal" if played.after.goal_to_go and told == "goal" else played.after.to_go,
    "ball_on": _ball_on,
    "play_result": _play_result,
    "yards": _yards,
    "priority": lambda played, told: _reading(played).label or None,
    "touchback": lambda played, told: bool(played.happened("touchback")),
    "safety": lambda played, told: bool(played.happened("safety")),
    "score_change": _score_change,
    "clock": lambda played, told: clock_in_words(played.after.clock),
    "elapsed_seconds": lambda played, told: played.before.clock - played.after.clock,
    "play_run": lambda played, told: played.calls,
    "last_play_time": lambda played, told: "unchanged" if played.after.pending == 0 else "open",
    "both_players": lambda played, told: told if played.calls else None,
    "fumble_spot": _fumble_spot,
    "interception_spot": _interception_spot,
    "recovered_by": lambda played, told: _first(
        played, lambda each: played.teams.codes[each.team], "recovery", "onside"
    ),
    "field_goal": lambda played, told: _first(played, attrgetter("detail"), "field goal"),
    "pat": lambda played, told: _first(played, attrgetter("detail"), "pat", "two-point"),
    "end_spot": lambda played, told: _first(played, played.spot, "run", "complete"),
    "down_replayed": lambda played, told: (
        (played.after.down, played.after.possession) == (played.before.down, played.before.possession)
    ),
    "offsetting": lambda played, told: any("offset" in each.detail for each in played.happened("penalty")),
    "interception_nullified": lambda played, told: (
        "interception" in str(_first(played, attrgetter("detail"), "no play"))
    ),
    "penalty": lambda played, told: _foul(played),
    "against": _against,
    "automatic_first_down": lambda played, told: str(_foul(played)).startswith(("DEF 5X", "DEF 15", "PI")),
    "canceled": lambda played, told: any(map(_is_canceled, played.rolls)),
    "foul_spot": _foul_spot,
    "return_end": lambda played, told: _first(played, played.spot, "return"),
    "penalty_timing": _penalty_timing,
    "yards_assessed": lambda played, told: sum(each.yards for each in played.happened("penalty")),
    "muffed": lambda played, told: any(event.cell == "muffed" for event in played.rolls),
    "plays_called": lambda played, told: {
        play: played.after.calls[played.before.possession][columns.PLAYS.index(play)] for play in told
    },
    "no_longer_allowed": _no_longer_allowed,
    "game_over": lambda played, told: played.after.phase == OVER,
    "winner": _winner,
    "next": _next,
    "pending": _pending,
    "after_completion": _after_completion,
    "legal": lambda played, told: not played.refused,
    "refused": lambda played, told: bool(played.refused) if isinstance(told, bool) else played.refused,
    "reason": lambda played, told: told if played.refused else None,
    "quarter": lambda played, told: played.after.period,
    "kickoff_from": lambda played, told: _kickoff_from(played),
}


def observe(played: Played, expected: Json) -> tuple[dict[str, Any], list[str]]:
    """The fields that the example expects with the values that came out, and those that cannot be compared."""
    got, unknown = {}, []
    for name, told in expected.items():
        if name in STATE_PAIRS:
            pair = getattr(played.after, STATE_PAIRS[name])
            got[name] = {code: pair[played.teams.number(code)] for code in told}
        elif name in FACTS:
            got[name] = FACTS[name](played, told)
        else:
            unknown.append(name)
    return got, unknown


# Examples without a play.

#: Stand for lost cells of which only the kind is known.
_STANDS_FOR = {"#": Result(Kind.YARDS, 7), "-#": Result(Kind.YARDS, -2), "INT": Result(Kind.INTERCEPTION, 40)}


def _dice_total(example: Example) -> Json:
    """The total of the faces that were rolled (R1.1, R1.3)."""
    roll = example.rolls[0]
    dice_set = DICE_SETS[DICE_NAMES.index(roll["dice"])]
    return {"total": dice_set.total(tuple(roll["faces"][die.name] for die in dice_set.dice))}


def _priority(example: Example) -> Json:
    """Two cells through the priority chart (R5)."""
    offense, defense = (
        parse(roll["result"]) if roll.get("result") is not None else _STANDS_FOR[roll.get("result_type") or "#"]
        for roll in example.rolls[:2]
    )
    reading = _meet(standard_rules().priority, offense, defense)
    yards = {"yards": reading.result.yards} if reading.result is not None else {}
    return {"priority": reading.label, "play_result": reading.text, **yards}


def _odds(row: Json) -> Json:
    """Ways and percentage of totals, with as many decimal places as the example prints."""
    dice_set = dice.DEFENSIVE if row.get("of") == dice.DEFENSIVE.outcomes else dice.OFFENSIVE
    totals = row.get("totals") or ([row["total"]] if "total" in row else None)
    ways = sum(dice_set.ways[total] for total in totals) if totals else int(row["ways"])
    percent = round(100 * ways / dice_set.outcomes, len(str(row["percent"]).partition(".")[2]))
    return {**row, "ways": ways, "of": dice_set.outcomes, "percent": percent}


def _spread(example: Example) -> Json:
    ratings = example.expected["ratings"]
    one, other = ratings
    spread = columns.point_spread(ratings[one], ratings[other])
    return {
        "ratings": ratings,
        "spread": abs(spread),
        "favored": one if spread > 0 else other,
        "beats_spread_with_margin_of_at_least": math.floor(abs(spread)) + 1,
        "win_needs_margin_above": int(abs(spread)),
    }


def _rating_row(row: Json) -> Json:
    percent = Decimal(row["percent"].rstrip("%"))
    moved = percent * 10
    steps = {
        "percent": row["percent"],
        "step1": f"{percent:.3f}".removeprefix("0"),
        "step2": f"{moved:.2f}",
        "step3": columns.half_up(moved),
        "msr": columns.muffed_snap_rating(float(percent)),
    }
    return {name: value for name, value in steps.items() if name in {*row, "msr"}}


def _audibles(example: Example) -> Json:
    state = example.state
    home, visitor, start = state["home"], state["visitor"], state["start"]
    allowed = {
        side: visitor_audibles(count, state["home_hfa"], state["visitor_ra"])
        for side, count in start[visitor].items()
    }
    return {"final": {home: dict(start[home]), visitor: allowed}}


def _muffs(example: Example) -> Json:
    rating = next(iter(example.state["msr"].values()))
    return {"probability": float(columns.muff_chance(rating)), "as": f"0.1 x 0.1 x {int(rating) / 10:.1f}"}


#: The calculations of the rule book, by the field that an example expects.
_ARITHMETIC: Mapping[str, Callable[[Example], Json]] = {
    "probabilities": lambda example: {"probabilities": [_odds(row) for row in example.expected["probabilities"]]},
    "ways": lambda example: _odds(example.expected),
    "ratings": _spread,
    "rows": lambda example: {"rows": [_rating_row(row) for row in example.expected["rows"]]},
    "final": _audibles,
    "probability": _muffs,
    "added": lambda example: {
        "added": {play: columns.overtime_quota(count) for play, count in example.state["quota"].items()}
    },
}


def _arithmetic(example: Example) -> Json | None:
    """The result of a calculation; None when there is no rule for it."""
    return next((done(example) for name, done in _ARITHMETIC.items() if name in example.expected), None)


# Cells that the source of an example has lost.

_GAINS = tuple(str(yards) for yards in (*range(1, 40), 45, 55, 70))
_LOSSES = tuple(str(-yards) for yards in range(1, 15))
#: Cells that a lost cell of a known type may have been, likely ones first.
_CANDIDATES = {
    "#": _GAINS,
    "-#": _LOSSES,
    "INT": ("INT 40", "INT 25", "INT 60", "INT 10"),
    "F": ("F", "F 5", "F -3"),
    "PI": ("PI 45", "PI 12", "PI 25", "PI 60"),
}
_ANY_CELL = ("0", *_GAINS[:20], *_LOSSES[:11], *(f"({yards})" for yards in range(10)), "INC", "QT", "TD")


def _assignments(lost: Sequence[Json]) -> Iterator[tuple[str, ...]]:
    """Ways to fill the lost cells: every way for one cell, the likely ways for several."""
    domains = [
        (*([str(roll["candidate"])] if roll.get("candidate") else []), *_CANDIDATES.get(kind, _ANY_CELL))
        for roll in lost
        for kind in [str(roll.get("result_type"))]
    ]
    yield from product(*domains[:1], *(domain[:8] for domain in domains[1:]))


# Verdicts.

_PLAYED = ("play", "kickoff", "punt", "field goal", "pat", "penalty", "clock", "procedure")
_SUMS = {"dice": _dice_total, "priority": _priority, "arithmetic": _arithmetic}
#: Fields that only a finished play has.
_END = ("down", "distance", "ball_on")


def _differences(expected: Json, got: Json) -> list[str]:
    return [
        f"{name}: expected {expected[name]!r}, got {value!r}"
        for name, value in got.items()
        if not _same(expected[name], value)
    ]


def _same(expected: Any, got: Any) -> bool:
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        return set(expected) == set(got) and all(_same(value, got[key]) for key, value in expected.items())
    return bool(expected == got)


def _attempt(example: Example, results: Mapping[int, str]) -> tuple[dict[str, Any], list[str], list[str]]:
    """What came out, what is wrong with it, and what could not be compared."""
    played = play_example(example, results)
    expected = {name: value for name, value in example.expected.items() if name != "options"}
    got, skipped = observe(played, expected)
    wrong = _differences(expected, got)
    if played.refused:
        if example.rolls or not got:
            wrong.append(f"the call was refused: {played.refused}")
        return {**got, "refused": played.refused}, wrong, skipped
    if played.stopped is None:
        wrong += [f"the referee did not ask for the roll on {chart}" for chart in played.unused]
    elif "pending" not in expected and not expected.keys().isdisjoint(_END):
        wrong.append(f"the example has no roll for {played.stopped.chart}")
    first = example.decisions[0] if example.decisions else {}
    options = {**(first.get("options") or {}), **(example.expected.get("options") or {})}
    for name, outcome in options.items():
        there = play_example(example, results, name)
        if not there.offered:
            # R19.11: nothing to choose; the play stands.
            skipped.append(f"options.{name}")
            continue
        seen, _ = observe(there, outcome)
        wrong += [f"{name}: {problem}" for problem in _differences(outcome, seen)]
        if "options" in example.expected:
            got.setdefault("options", {})[name] = seen
    return got, wrong, skipped


def _play(example: Example) -> ExampleVerdict:
    """Play an example; every likely cell is tried for lost ones until the outcome is as expected."""
    unknown = [name for name in _END if name in example.state and example.state[name] is None]
    if unknown and not example.expected.keys().isdisjoint(_END):
        return _not_playable(example, f"the state lacks {', '.join(unknown)}")
    lost = [number for number, roll in enumerate(example.rolls) if roll.get("result") is None]
    failed: list[tuple[dict[str, Any], list[str]]] = []
    for cells in _assignments([example.rolls[number] for number in lost]):
        results = dict(zip(lost, cells, strict=True))
        got, wrong, skipped = _attempt(example, results)
        if not wrong:
            notes = [f"rolls[{n}].result is lost; {cell} fits the expected result" for n, cell in results.items()]
            notes += [f"not compared: {', '.join(skipped)}"] if skipped else []
            return ExampleVerdict(example.id, True, example.expected, got, "; ".join(notes))
        failed.append((got, wrong))
    got, wrong = failed[0]
    tail = f" ({len(failed)} ways to fill the lost cells were tried)" if lost else ""
    return ExampleVerdict(example.id, False, example.expected, got, "; ".join(wrong) + tail)


def _not_playable(example: Example, why: str) -> ExampleVerdict:
    return ExampleVerdict(example.id, None, example.expected, {}, why)


def judge(example: Example) -> ExampleVerdict:
    """Play one example and say whether it came out as expected."""
    try:
        if example.kind in _PLAYED:
            return _play(example)
        if example.kind not in _SUMS:
            return _not_playable(example, f"there is no kind {example.kind!r}")
        got = _SUMS[example.kind](example)
    except KeyError as missing:
        return _not_playable(example, f"it says nothing about {missing}")
    except InputError as mistake:
        return _not_playable(example, str(mistake))
    except (ArithmeticError, AttributeError, IndexError, TypeError, ValueError) as mistake:
        return _not_playable(example, f"a value in it is not of the right kind: {mistake}")
    if got is None:
        return _not_playable(example, "no rule does this sum")
    got = {name: got[name] for name in example.expected if name in got}
    wrong = _differences(example.expected, got)
    return ExampleVerdict(example.id, not wrong, example.expected, got, "; ".join(wrong))


def judge_all(data: Any) -> list[ExampleVerdict]:
    """Every example of a file, in order."""
    examples = data.get("examples") if isinstance(data, Mapping) else data
    if not isinstance(examples, list):
        raise InputError("the file has no list of examples.", remedy='Write {"examples": [...]}.')
    return [_judge_entry(number, data) for number, data in enumerate(examples, 1)]


def _judge_entry(number: int, data: Any) -> ExampleVerdict:
    """An entry of the file; one that is not an example does not stop the others."""
    try:
        example = Example.from_json(data)
    except InputError as mistake:
        name = data.get("id") if isinstance(data, Mapping) else None
        return ExampleVerdict(str(name or f"example {number}"), None, {}, {}, str(mistake))
    return judge(example)
