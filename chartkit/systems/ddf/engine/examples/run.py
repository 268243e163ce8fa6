"""Playing worked examples, or doing the sums of those that play nothing, and comparing what came out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import product
from typing import Any

from chartkit.errors import IllegalCallError, InputError
from chartkit.systems.base import ExampleVerdict
from chartkit.systems.ddf.charts import Kind, Result, columns, dice, parse
from chartkit.systems.ddf.engine.decisions import Ask, Decision
from chartkit.systems.ddf.engine.events import DICE_NAMES
from chartkit.systems.ddf.engine.examples.example import Example
from chartkit.systems.ddf.engine.examples.observe import Played, meet, observe
from chartkit.systems.ddf.engine.examples.setting import (
    OutOfScript,
    ScriptedCoach,
    ScriptedRolls,
    Setting,
    announced,
    build,
    scripted_coach,
)
from chartkit.systems.ddf.engine.state import FREE_KICK, KICKOFF, SCRIMMAGE, TRY, GameState
from chartkit.systems.ddf.engine.table import DICE_SETS, Table, step
from chartkit.systems.ddf.rules.flow import visitor_audibles
from chartkit.systems.ddf.rules.game import Game
from chartkit.systems.ddf.rules.scrimmage import call_plays
from chartkit.systems.ddf.rules.tables import standard_rules
from chartkit.systems.ddf.rules.whistle import settle_clock

Words = Mapping[str, Any]
#: Stands for a cell that is lost when only its kind is known.
STANDS_FOR = {"#": Result(Kind.YARDS, 7), "-#": Result(Kind.YARDS, -2), "INT": Result(Kind.INTERCEPTION, 40)}


def dice_total(example: Example) -> Words:
    """The total of the faces that were rolled (R1.1, R1.3)."""
    roll = example.rolls[0]
    dice_set = DICE_SETS[DICE_NAMES.index(roll["dice"])]
    return {"total": dice_set.total(tuple(roll["faces"][die.name] for die in dice_set.dice))}


def priority_look_up(example: Example) -> Words:
    """Two cells through the priority chart (R5)."""
    offense, defense = (
        parse(roll["result"]) if roll.get("result") is not None else STANDS_FOR[roll.get("result_type") or "#"]
        for roll in example.rolls[:2]
    )
    reading = meet(standard_rules().priority, offense, defense)
    yards = {"yards": reading.result.yards} if reading.result is not None else {}
    return {"priority": reading.label, "play_result": reading.text, **yards}


def _odds(row: Mapping[str, Any]) -> Words:
    """Ways and percentage of totals, with as many places as the example prints."""
    dice_set = dice.DEFENSIVE if row.get("of") == dice.DEFENSIVE.outcomes else dice.OFFENSIVE
    totals = row.get("totals") or ([row["total"]] if "total" in row else None)
    ways = sum(dice_set.ways[total] for total in totals) if totals else int(row["ways"])
    percent = round(100 * ways / dice_set.outcomes, len(str(row["percent"]).partition(".")[2]))
    return {**row, "ways": ways, "of": dice_set.outcomes, "percent": percent}


def _spread(example: Example) -> Words:
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


def _rating_row(row: Mapping[str, Any]) -> Words:
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


def _audibles(example: Example) -> Words:
    state = example.state
    home, visitor, start = state["home"], state["visitor"], state["start"]
    allowed = {
        side: visitor_audibles(count, state["home_hfa"], state["visitor_ra"])
        for side, count in start[visitor].items()
    }
    return {"final": {home: dict(start[home]), visitor: allowed}}


def _muffs(example: Example) -> Words:
    rating = next(iter(example.state["msr"].values()))
    return {"probability": float(columns.muff_chance(rating)), "as": f"0.1 x 0.1 x {int(rating) / 10:.1f}"}


#: The sums of the rule book, by what an example of one expects.
_ARITHMETIC: Mapping[str, Callable[[Example], Words]] = {
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


def arithmetic(example: Example) -> Words | None:
    """The sum that an example does; None when there is no rule for it."""
    return next((done(example) for name, done in _ARITHMETIC.items() if name in example.expected), None)


PLAYED_KINDS = ("play", "kickoff", "punt", "field goal", "pat", "penalty", "clock", "procedure")
#: A play, and the try, the kick made again or the free kick for which rolls are left.
_MOST_STEPS = 4
#: What only a play that is over has.
_END = ("down", "distance", "ball_on")


def play_example(example: Example, results: Mapping[int, str], choice: str | None = None) -> Played:
    """Play an example with the given cells for the lost ones and, where asked, another choice."""
    setting = build(example, results)
    open_end = "pending" in example.expected or "roll" in str(example.expected.get("next"))
    rolls = ScriptedRolls(setting, stop=open_end)
    home, away = (scripted_coach(setting, team, rolls, choice) for team in (0, 1))
    table = Table(setting.matchup, rolls, (home, away))
    after, between = setting.state, None
    try:
        if _only_calls(example):
            after = table.apply(_call_only, after)
        else:
            for _ in range(_MOST_STEPS):
                after = between = step(table, after)
                if after.phase not in (TRY, KICKOFF, FREE_KICK) or not rolls.unused:
                    break
            if reason := _barred(setting, after):
                quiet = ScriptedCoach({}, [], rolls, returns=True)
                settled, _ = Table(setting.matchup, rolls, (quiet, quiet)).settle_clock(after)
                return Played(setting, settled, table.events, between, refused=reason, unused=rolls.unused)
            after = _run_clock(table, after, example)
    except OutOfScript as stopped:
        return Played(setting, setting.state, table.events, between, stopped, unused=rolls.unused)
    except IllegalCallError as refused:
        return Played(setting, setting.state, [], refused=str(refused), unused=rolls.unused)
    offered = home.offered or away.offered
    return Played(setting, after, table.events, between, unused=rolls.unused, offered=offered)


def _barred(setting: Setting, state: GameState) -> str:
    """Why what the call announces about the clock is illegal after the play; empty when it is legal."""
    reasons = (
        Decision(ask, team, state, setting.matchup).why_not(answers[0])
        for team, ask, answers in announced(setting)
        if ask is Ask.CLOCK
    )
    return next(filter(None, reasons), "")


def _call_only(game: Game) -> None:
    settle_clock(game)
    call_plays(game)


def _only_calls(example: Example) -> bool:
    call = example.call
    return bool(call.get("audible")) or ("after" in str(call.get("timeout")) and "play" not in call)


def _run_clock(table: Table, state: GameState, example: Example) -> GameState:
    """Charge the play, adjusted as the example says; at 0:00 see whether the period or the game is over."""
    if example.call.get("spike"):
        return step(table, state)
    state, _ = table.settle_clock(state)
    if state.clock == 0 and state.phase != TRY and not state.untimed and "clock" in example.expected:
        over = step(table, state)
        return state if over.phase == SCRIMMAGE else over._replace(clock=0)
    return state


_GAINS = tuple(str(yards) for yards in (*range(1, 40), 45, 55, 70))
_LOSSES = tuple(str(-yards) for yards in range(1, 15))
#: Cells that a lost one may have been by the type that is known, the likely ones first.
_CANDIDATES = {
    "#": _GAINS,
    "-#": _LOSSES,
    "INT": ("INT 40", "INT 25", "INT 60", "INT 10"),
    "F": ("F", "F 5", "F -3"),
    "PI": ("PI 45", "PI 12", "PI 25", "PI 60"),
}
_ANY_CELL = ("0", *_GAINS[:20], *_LOSSES[:11], *(f"({yards})" for yards in range(10)), "INC", "QT", "TD")


def _assignments(lost: Sequence[Words]) -> Iterator[tuple[str, ...]]:
    """Ways to fill the lost cells: all of one, the likely ones of several."""
    domains = [
        (*([str(roll["candidate"])] if roll.get("candidate") else []), *_CANDIDATES.get(kind, _ANY_CELL))
        for roll in lost
        for kind in [str(roll.get("result_type"))]
    ]
    yield from product(*domains[:1], *(domain[:8] for domain in domains[1:]))


def _differences(expected: Words, got: Words) -> list[str]:
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
    """Play an example, with every likely cell for those that are lost until it comes out as expected."""
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


#: Examples that play nothing.
_SUMS = {"dice": dice_total, "priority": priority_look_up, "arithmetic": arithmetic}


def judge(example: Example) -> ExampleVerdict:
    """Play one example and say whether it came out as expected."""
    try:
        if example.kind in PLAYED_KINDS:
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
    """An entry of the file; one that is no example does not keep the others from being played."""
    try:
        example = Example.from_json(data)
    except InputError as mistake:
        name = data.get("id") if isinstance(data, Mapping) else None
        return ExampleVerdict(str(name or f"example {number}"), None, {}, {}, str(mistake))
    return judge(example)
