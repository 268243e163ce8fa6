"""Team statistics as in an NFL game book, from the plays alone; named as the play table's totals are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from chartkit.systems.ddf.columns import PASSES
from chartkit.systems.ddf.referee.decisions import INTENTIONAL_SAFETY
from chartkit.systems.ddf.referee.state import KICKOFF, SCRIMMAGE, TRY
from chartkit.systems.ddf.scorebook.plays import KICKS, Play

Statistics = Counter[str]


def statistics(plays: Sequence[Play]) -> tuple[Statistics, Statistics]:
    """Both teams' totals (home, visitor); what never happened counts 0."""
    totals: tuple[Statistics, Statistics] = (Counter(), Counter())
    for play in plays:
        _points(play, totals)
        _penalties(play, totals)
        _time(play, totals)
        if play.phase == TRY:
            _try(play, totals[play.team])
        elif play.phase == SCRIMMAGE:
            _scrimmage(play, totals)
        if play.phase != TRY:
            _loose_ball(play, totals)
            _kicks(play, totals)
    for total in totals:
        _derive(total)
    return totals


def _points(play: Play, totals: tuple[Statistics, Statistics]) -> None:
    quarter = f"points_q{play.period}" if play.period <= 4 else "points_overtime"
    for scored in play.points:
        total = totals[scored.team]
        total["points"] += scored.points
        total[quarter] += scored.points
        total["touchdowns"] += scored.how == "touchdown"
        total["safeties"] += scored.how == "safety"


def _penalties(play: Play, totals: tuple[Statistics, Statistics]) -> None:
    for penalty in play.penalties:
        if penalty.enforced:
            totals[penalty.team]["penalties"] += 1
            totals[penalty.team]["penalty_yards"] += abs(penalty.yards)


def _time(play: Play, totals: tuple[Statistics, Statistics]) -> None:
    for _, seconds in play.charged:
        totals[play.receiver]["possession_seconds"] += seconds


def _try(play: Play, total: Statistics) -> None:
    if kick := play.first("pat"):
        total["extra_points_tried"] += 1
        total["extra_points"] += kick.detail == "good"
    elif two := play.first("two-point"):
        total["two_points_tried"] += 1
        total["two_points"] += two.detail == "good"


def rushed(play: Play) -> int | None:
    """Yards of a rushing attempt; None when the play was none."""
    deed = play.deed
    if deed is not None and deed.what in ("run", "scramble", "kneel"):
        return deed.yards
    if deed is None and (dropped := play.first("fumble")) and dropped.detail in ("punt", "field goal"):
        # A kick that never came off is a rush of the man who fumbled it.
        return dropped.spot - play.spot
    if play.call == INTENTIONAL_SAFETY and play.first("safety"):
        # He runs out of his own end zone.
        return -play.spot
    return None


def threw(play: Play) -> bool:
    """A pass attempt that counts."""
    deed = play.deed
    return deed is not None and deed.what in ("complete", "incomplete", "interception", "spike", "grounding")


def made_first_down(play: Play) -> tuple[str, ...]:
    """How first downs were made: `rushing`, `passing`, `penalty`; a gain and a flag added to it are two."""
    scored = play.first("touchdown")
    own_score = scored is not None and scored.team == play.team and play.first("recovery") is None
    if not own_score and play.first("first down") is None:
        return ()
    by_flag = any(each.enforced and each.team != play.team for each in play.penalties)
    deed = play.deed
    gained = rushed(play)
    if gained is None and deed is not None and deed.what == "complete":
        gained = deed.yards
    if gained is None or gained < play.to_go:
        return ("penalty",)
    kind = "rushing" if rushed(play) is not None else "passing"
    return (kind, "penalty") if by_flag and not own_score else (kind,)


def snapped(play: Play) -> bool:
    """A down that was played and stands: rush, pass or sack."""
    deed = play.deed
    return rushed(play) is not None or threw(play) or (deed is not None and deed.what == "sack")


def _scrimmage(play: Play, totals: tuple[Statistics, Statistics]) -> None:
    total, deed = totals[play.team], play.deed
    if (yards := rushed(play)) is not None:
        total["rushes"] += 1
        total["rushing_yards"] += yards
    elif threw(play):
        assert deed is not None
        total["passes"] += 1
        total["interceptions"] += deed.what == "interception"
        if deed.what == "complete":
            total["completions"] += 1
            total["passing_yards"] += deed.yards
    elif deed is not None and deed.what == "sack":
        total["sacks"] += 1
        total["sack_yards"] -= deed.yards
    kinds = made_first_down(play)
    for kind in kinds:
        total["first_downs"] += 1
        total[f"first_downs_{kind}"] += 1
    if snapped(play) and play.down in (3, 4):
        name = "third_downs" if play.down == 3 else "fourth_downs"
        total[name] += 1
        total[f"{name}_made"] += bool(kinds)


def _loose_ball(play: Play, totals: tuple[Statistics, Statistics]) -> None:
    if dropped := play.first("fumble"):
        totals[dropped.team]["fumbles"] += 1
        totals[dropped.team]["fumbles_lost"] += play.fumble_lost


def punt_length(play: Play) -> int:
    """From the line to where the ball is dead, caught or crosses the goal line."""
    punt = play.first("punt")
    assert punt is not None
    if play.first("touchback"):
        return 100 - play.spot
    if punt.detail == "roll":
        return 100 - play.after.spot - play.spot
    return punt.yards


def _kicks(play: Play, totals: tuple[Statistics, Statistics]) -> None:
    total = totals[play.team]
    blocked = play.first("blocked")
    if play.first("punt"):
        total["punts"] += 1
        total["punt_yards"] += punt_length(play)
    elif blocked and blocked.detail == "punt":
        total["punts"] += 1
    if kick := play.first("field goal"):
        total["field_goals_tried"] += 1
        total["field_goals"] += kick.detail == "good"
    elif blocked and blocked.detail == "field goal":
        total["field_goals_tried"] += 1
    if play.phase in KICKS and play.first("kickoff", "out of bounds kick"):
        total["kickoffs"] += 1
    for each in play.happenings:
        if each.what == "return":
            _return(totals[each.team], each.detail, each.yards)


def _return(total: Statistics, kind: str, yards: int) -> None:
    if kind in ("kickoff", "squib"):
        total["kickoff_returns"] += 1
        total["kickoff_return_yards"] += yards
    elif kind == "punt":
        total["punt_returns"] += 1
        total["punt_return_yards"] += yards
    elif kind == "interception":
        total["interception_return_yards"] += yards


def _derive(total: Statistics) -> None:
    total["net_passing_yards"] = total["passing_yards"] - total["sack_yards"]
    total["plays"] = total["rushes"] + total["passes"] + total["sacks"]
    total["total_yards"] = total["rushing_yards"] + total["net_passing_yards"]
    total["turnovers"] = total["interceptions"] + total["fumbles_lost"]


def calls_made(plays: Sequence[Play]) -> tuple[Counter[str], Counter[str]]:
    """How often each team called each play 1-9, for the comparison with its quota (R26.2)."""
    calls: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for play in plays:
        if play.phase not in (KICKOFF,) and play.call[:1].isdigit():
            calls[play.team][play.call] += 1
    return calls


def is_pass(play: Play) -> bool:
    """The call was a pass."""
    return play.call in PASSES
