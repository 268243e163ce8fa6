"""Situations at the table in a few words: cells by chart, a call, a choice; played by the referee."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from chartkit.systems.ddf.engine.examples.position import Example, read_spot, write_spot
from chartkit.systems.ddf.engine.examples.script import Played, play_example

#: (chart, cell) or (chart, cell, total); `off` and `def` stand for the columns of the call.
Cells = Iterable[tuple[Any, ...]]
_FIVE = ("defense", "coverage", "containment", "adjustment")


def _roll(play: str, formation: str, chart: str, cell: str, total: int | None = None) -> dict[str, Any]:
    chart = {"off": f"offense.{play}", "def": f"defense.{formation}.{play}"}.get(chart, chart)
    dice = "defensive" if chart.split(".")[0] in _FIVE else "d10" if chart.startswith(_D10) else "offensive"
    if chart == "generic.LET IT ROLL" and cell in ("forward", "backward"):
        dice = "defensive"
    who = "defense" if chart.startswith("defense") else "offense"
    return {"who": who, "team": None, "dice": dice, "total": total, "chart": chart, "result": cell}


_D10 = ("rule.", "generic.PI X", "generic.LET IT ROLL")


def situation(
    call: str,
    cells: Cells = (),
    *,
    at: str = "NE 37",
    down: int | None = 1,
    to_go: int | str | None = 10,
    front: str = "A-STANDARD",
    choose: str | list[str] | None = None,
    options: tuple[str, ...] = (),
    mode: str | None = None,
    pooch: int = 0,
    offense: str = "NE",
    extra: dict[str, Any] | None = None,
    **state: Any,
) -> Played:
    """Play one situation: NE has the ball (or kicks) against PHI."""
    special = call.isupper() and not call[0].isdigit()
    told: dict[str, Any] = {"possession": offense, "defense": "PHI" if offense.endswith("NE") else "NE", **state}
    if special and call in ("KICKOFF", "SQUIB KICK", "ONSIDE KICK", "FREE KICK"):
        told |= {"kicking_team": offense, "ball_on": at if at != "NE 37" else None}
    elif call in ("PAT", "TWO POINT"):
        told |= {"ball_on": None if at == "NE 37" else at}
    else:
        told |= {"ball_on": at, "down": down, "distance": to_go}
    play = "1-LINE PLUNGE" if special else call
    calls: dict[str, Any] = {"special": call} if special else {"offense": call}
    calls |= {"defense": front, "pooch_yards": pooch, **(extra or {})}
    if call == "TWO POINT":
        calls["offense"] = play = (extra or {}).get("offense", play)
    choices = [choose] if isinstance(choose, str) else choose or []
    example = Example(
        id="situation",
        kind="play",
        mode=mode or ("advanced" if options else "basic"),
        options=options,
        state={name: value for name, value in told.items() if value is not None},
        call=calls,
        rolls=tuple(_roll(play, front, *cell) for cell in cells),
        decisions=tuple({"choice": choice} for choice in choices),
        expected={},
    )
    return play_example(example, {})


def where(played: Played) -> str:
    """The next situation in words: `NE 1-10 PHI 46`, `NE kicks NE 35`, `NE tries`."""
    state, teams = played.after, played.teams
    code = teams.codes[state.possession]
    if state.phase in ("kickoff", "free kick"):
        spot = write_spot(state.spot + state.kickoff_shift, state.possession, teams)
        return f"{code} {'kicks' if state.phase == 'kickoff' else 'free-kicks'} {spot}"
    if state.phase != "scrimmage":
        return f"{code} {state.phase}"
    distance = "goal" if state.goal_to_go else state.to_go
    return f"{code} {state.down}-{distance} {write_spot(state.spot, state.possession, teams)}"


def points(played: Played) -> dict[str, int]:
    """Points of the play by team."""
    before, after = played.before.score, played.after.score
    return {code: after[n] - before[n] for n, code in enumerate(played.teams.codes) if after[n] != before[n]}


def seconds(played: Played) -> int:
    """What the play cost."""
    return played.before.clock - played.after.clock


def charts_rolled(played: Played) -> list[str]:
    """The charts that were rolled on, in order."""
    return [event.chart for event in played.events if hasattr(event, "chart")]


__all__ = ["charts_rolled", "points", "read_spot", "seconds", "situation", "where"]
