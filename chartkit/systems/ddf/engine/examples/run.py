"""Playing worked examples and comparing what came out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from chartkit.errors import IllegalCallError, InputError
from chartkit.systems.base import ExampleVerdict
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine.decisions import Ask, Choice
from chartkit.systems.ddf.engine.examples import sums
from chartkit.systems.ddf.engine.examples.example import Example, split_team
from chartkit.systems.ddf.engine.examples.observe import Played, observe
from chartkit.systems.ddf.engine.examples.script import OutOfScript, ScriptedCoach, ScriptedRolls
from chartkit.systems.ddf.engine.examples.setting import Setting, build
from chartkit.systems.ddf.engine.play import step
from chartkit.systems.ddf.engine.state import FREE_KICK, KICKOFF, SCRIMMAGE, TRY, GameState
from chartkit.systems.ddf.engine.table import Table

Words = Mapping[str, Any]
PLAYED_KINDS = ("play", "kickoff", "punt", "field goal", "pat", "penalty", "clock", "procedure")


def _coaches(setting: Setting, rolls: ScriptedRolls, choice: str | None) -> tuple[ScriptedCoach, ScriptedCoach]:
    example, teams = setting.example, setting.teams
    special = [dict(setting.answers), dict(setting.answers)]
    for team, ask, answers in _announced(setting):
        special[team][ask] = answers
    returns = any("RETURN" in str(roll.get("chart")) or "SQUIB" in str(roll.get("chart")) for roll in example.rolls)

    def choices(team: int) -> list[str]:
        told = []
        for decision in example.decisions:
            by = decision.get("by")
            if by is None or split_team(str(by))[1] == teams.codes[team]:
                told.append(str(choice or decision.get("choice") or d.ACCEPT))
        return told or ([choice] if choice else [])

    made = [
        ScriptedCoach(
            {ask: list(told) for ask, told in special[team].items()}, choices(team), returns=returns, rolls=rolls
        )
        for team in (0, 1)
    ]
    return made[0], made[1]


def _announced(setting: Setting) -> Iterator[tuple[int, Ask, list[Choice]]]:
    """Timeouts, tempo and audibles of the call, by team."""
    call, teams, offense = setting.example.call, setting.teams, setting.state.possession
    if timeout := call.get("timeout"):
        team = teams.number(str(timeout).split(",", maxsplit=1)[0])
        if "after" in str(timeout):
            yield team, Ask.REVEAL, [d.TIMEOUT, d.STAND]
        else:
            yield team, Ask.CLOCK, [d.TIMEOUT]
    if call.get("no_huddle"):
        yield offense, Ask.CLOCK, [d.NO_HUDDLE]
    if call.get("spike"):
        yield offense, Ask.CLOCK, [d.SPIKE]
    if audible := call.get("audible"):
        yield teams.number(str(audible).rsplit(" ", 1)[0]), Ask.REVEAL, [d.AUDIBLE, d.STAND]


def play_example(example: Example, results: Mapping[int, str], choice: str | None = None) -> Played:
    """Play an example with the given cells for the lost ones and, where asked, another choice."""
    setting = build(example, results)
    open_end = "pending" in example.expected or "roll" in str(example.expected.get("next"))
    rolls = ScriptedRolls(setting.hits, stop=open_end)
    coaches = _coaches(setting, rolls, choice)
    table = Table(setting.matchup, rolls, coaches)
    state, between = setting.state, None
    calls: dict[str, str] = {}
    try:
        if _only_calls(example):
            after = table.call_plays(state)
            calls = table.calls
        else:
            after = between = step(table, state)
            for _ in range(_MORE_STEPS):
                if after.phase not in (TRY, KICKOFF, FREE_KICK) or not rolls.unused:
                    break
                # Rolls are left for the try, the kick made again, or the free kick.
                after = between = step(table, after)
            if reason := _barred(setting, between):
                settled, _ = Table(setting.matchup, rolls, (_Quiet, _Quiet)).settle_clock(after)
                return Played(setting, settled, table.events, between, refused=reason, unused=rolls.unused)
            after = _run_clock(table, after, example)
    except OutOfScript as stopped:
        return Played(setting, state, table.events, between, stopped, unused=rolls.unused)
    except IllegalCallError as refused:
        return Played(setting, state, [], refused=str(refused), unused=rolls.unused)
    offered = coaches[0].offered or coaches[1].offered
    return Played(setting, after, table.events, between, unused=rolls.unused, calls=calls, offered=offered)


_MORE_STEPS = 3
_Quiet = ScriptedCoach({}, [], returns=True)


def _barred(setting: Setting, state: GameState) -> str:
    """Why what the call announces about the clock is illegal after the play; empty when it is legal."""
    for team, ask, answers in _announced(setting):
        if ask is Ask.CLOCK:
            decision = d.Decision(ask, team, state, setting.matchup)
            if reason := decision.why_not(answers[0]):
                return reason
    return ""


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


def _candidates(roll: Words) -> list[str]:
    """Cells that a lost one may have been, the likely ones first."""
    told = [str(roll["candidate"])] if roll.get("candidate") else []
    gains = [str(yards) for yards in (*range(1, 40), 45, 55, 70)]
    by_type = {
        "#": gains,
        "-#": [str(-yards) for yards in range(1, 15)],
        "INT": [f"INT {yards}" for yards in (40, 25, 60, 10)],
        "F": ["F", "F 5", "F -3"],
        "PI": [f"PI {yards}" for yards in (45, 12, 25, 60)],
    }
    kind = roll.get("result_type")
    losses = [str(-yards) for yards in range(1, 12)]
    forced = [f"({yards})" for yards in range(10)]
    return told + by_type.get(str(kind), ["0", *gains[:20], *losses, *forced, "INC", "QT", "TD"])


def _compare(expected: Words, got: Words) -> list[str]:
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


def _options(example: Example) -> dict[str, Words]:
    """The outcome of each choice, where the example gives them."""
    options: dict[str, Words] = {}
    for decision in example.decisions[:1]:
        options.update(decision.get("options") or {})
    options.update(example.expected.get("options") or {})
    return options


def _attempt(example: Example, results: Mapping[int, str]) -> tuple[dict[str, Any], list[str], list[str]]:
    """What came out, what is wrong with it, and what could not be compared."""
    played = play_example(example, results)
    expected = {name: value for name, value in example.expected.items() if name != "options"}
    got, skipped = observe(played, expected)
    wrong = _compare(expected, got)
    if played.refused:
        if example.rolls or not got:
            wrong.append(f"the call was refused: {played.refused}")
        return {**got, "refused": played.refused}, wrong, skipped
    if played.stopped is not None and "pending" not in expected and _needs_the_end(expected):
        wrong.append(f"the example has no roll for {played.stopped.chart}")
    wrong += [f"the referee did not ask for the roll on {chart}" for chart in played.unused if not played.stopped]
    for name, outcome in _options(example).items():
        there = play_example(example, results, name)
        if not there.offered:
            # R19.11: nothing to choose; the play stands.
            skipped.append(f"options.{name}")
            continue
        seen, _ = observe(there, outcome)
        wrong += [f"{name}: {problem}" for problem in _compare(outcome, seen)]
        if "options" in example.expected:
            got.setdefault("options", {})[name] = seen
    return got, wrong, skipped


def _needs_the_end(expected: Words) -> bool:
    return bool({"down", "distance", "ball_on"} & set(expected))


def _play(example: Example) -> ExampleVerdict:
    lost = [number for number, roll in enumerate(example.rolls) if roll.get("result") is None]
    unknown = [
        name for name in ("down", "distance", "ball_on") if name in example.state and example.state[name] is None
    ]
    if unknown and _needs_the_end(example.expected):
        return _not_playable(example, f"the state lacks {', '.join(unknown)}")
    first: tuple[dict[str, Any], list[str], list[str]] | None = None
    tried = 0
    for cells in _assignments(example, lost):
        results = dict(zip(lost, cells, strict=True))
        got, wrong, skipped = _attempt(example, results)
        tried += 1
        if not wrong:
            return ExampleVerdict(example.id, True, example.expected, got, _note(results, skipped))
        first = first or (got, wrong, skipped)
    if first is None:
        raise ValueError("an example without lost cells is tried once")
    got, wrong, _ = first
    tail = f" ({tried} ways to fill the lost cells were tried)" if lost else ""
    return ExampleVerdict(example.id, False, example.expected, got, "; ".join(wrong) + tail)


def _assignments(example: Example, lost: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Ways to fill the lost cells: all of one, the likely ones of several."""
    domains = [_candidates(example.rolls[number]) for number in lost]
    if len(domains) > 1:
        domains = [domains[0], *(domain[:8] for domain in domains[1:])]
    yield from product(*domains)


def _note(results: Mapping[int, str], skipped: list[str]) -> str:
    notes = [f"rolls[{number}].result is lost; {cell} fits the expected result" for number, cell in results.items()]
    if skipped:
        notes.append(f"not compared: {', '.join(skipped)}")
    return "; ".join(notes)


def _not_playable(example: Example, why: str) -> ExampleVerdict:
    return ExampleVerdict(example.id, None, example.expected, {}, why)


#: Examples that play nothing.
_SUMS = {"dice": sums.dice_total, "priority": sums.priority_look_up, "arithmetic": sums.arithmetic}


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
    wrong = _compare(example.expected, {name: got[name] for name in example.expected if name in got})
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
