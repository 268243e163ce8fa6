"""A game as rows of play-by-play in the nflverse columns, so that it can be read in like a real one."""

from __future__ import annotations

from collections.abc import Sequence

from chartkit.plays import export
from chartkit.plays.export import GameCard, Row
from chartkit.systems.ddf.charts import parse
from chartkit.systems.ddf.data import shipped_data
from chartkit.systems.ddf.engine.state import SCRIMMAGE, TRY
from chartkit.systems.ddf.scorebook.box import Statistics, counted
from chartkit.systems.ddf.scorebook.plays import KICKS, Penalty, Play, sentence

#: Fumbles before the runner, passer or kicker had the ball.
_ABORTED = ("snap", "punt", "field goal")


def nflverse_rows(card: GameCard, plays: Sequence[Play]) -> list[Row]:
    """The whole game, timeouts on rows of their own."""
    last = plays[-1] if plays else None
    final = last.score_after if last else (0, 0)
    made: list[Row] = []
    drive = 0
    before: Play | None = None
    for play in plays:
        if before is None or play.receiver != before.receiver or play.phase in KICKS:
            drive += 1
        for team in play.timeouts:
            made.append(_timeout(card, play, team, len(made) + 1, drive))
        made.append(_row(card, play, len(made) + 1, drive))
        before = play
    return export.finished(made, final)


def _common(card: GameCard, play: Play, number: int, drive: int) -> Row:
    return export.begun(
        card,
        number,
        drive,
        quarter=play.period,
        left=play.clock,
        team=play.team,
        spot=play.spot,
        score=play.score_after,
    )


def _timeout(card: GameCard, play: Play, team: int, number: int, drive: int) -> Row:
    row = _common(card, play, number, drive) | export.time_out(card, team)
    return row | {
        "desc": f"Timeout by {card.teams[team]}.",
        "total_home_score": play.score[0],
        "total_away_score": play.score[1],
    }


def _row(card: GameCard, play: Play, number: int, drive: int) -> Row:
    offense, counts = play.receiver, counted(play)
    to_goal = play.spot if play.phase in KICKS else 100 - play.spot
    row = _common(card, play, number, drive) | export.offense(card, offense, play.score, to_goal=to_goal)
    row |= {
        "desc": sentence(play, card.teams),
        "no_huddle": int(play.no_huddle),
        "sp": int(bool(play.points)),
    }
    if play.wiped_out is None:
        row |= _stood(play, card, counts)
    if play.phase != TRY:
        # A safety for holding in the end zone stands although the play does not.
        row |= _score(play, card, counts)
    if play.phase == SCRIMMAGE:
        row |= export.down(
            play.down,
            play.to_go,
            play.spot,
            first=counts["first_downs"] > 0,
            third_made=counts["third_downs_made"],
            fourth=counts["fourth_downs"],
            fourth_made=counts["fourth_downs_made"],
        )
    return row | _penalty(play, card)


def _stood(play: Play, card: GameCard, counts: Statistics) -> Row:
    """What was done on a play that no foul wiped out."""
    if play.phase == TRY:
        return _try(play)
    row = _kickoff(play, card) if play.phase in KICKS else _scrimmage(play, card, counts)
    return row | _turnovers(play, card, aborted=row.get("aborted_play") == 1)


def _penalty(play: Play, card: GameCard) -> Row:
    enforced = [each for each in play.penalties if each.enforced]
    if not enforced:
        return {}
    # The format has room for one foul a row; the last one is kept, as its files do.
    foul = enforced[-1]
    return export.penalty(card, foul.team, foul_name(foul, play), abs(foul.yards))


def foul_name(foul: Penalty, play: Play) -> str:
    """An NFL foul that the cell stands for."""
    # The yards of a forced interference are rolled and can be 0, which no cell of a chart says.
    kind = "PI #" if foul.foul.startswith("PI") else str(parse(foul.foul).kind)
    words = shipped_data("export.json")
    if foul.how == "pre-snap" and kind in words["pre_snap_fouls"]:
        return str(words["pre_snap_fouls"][kind])
    if play.phase in KICKS or play.first("punt"):
        return str(words["kick_fouls"].get(kind, words["fouls"][kind]))
    return str(words["fouls"][kind])


def _side(play: Play) -> str:
    return "left" if play.number % 2 else "right"


def _scrimmage(play: Play, card: GameCard, counts: Statistics) -> Row:
    deed = play.deed
    if deed is not None and deed.what in ("punt", "field goal", "blocked"):
        return _kick_from_scrimmage(play, card, counts)
    if deed is not None and deed.what == "kneel":
        return {"play_type": "qb_kneel", "qb_kneel": 1, "yards_gained": deed.yards}
    if deed is not None and deed.what == "spike":
        return export.spike()
    if deed is not None and deed.what != "run":
        return _pass(play)
    dropped = play.first("fumble")
    if dropped is not None and dropped.detail in _ABORTED:
        return export.run(counts["rushing_yards"], aborted=True)
    row = export.run(counts["rushing_yards"], out=deed is not None and deed.detail == "out of bounds")
    if style := shipped_data("export.json")["runs"].get(play.call):
        row |= {
            "run_location": _side(play) if style["location"] == "side" else style["location"],
            "run_gap": style["gap"],
            "shotgun": style["shotgun"],
        }
    return row


def _pass(play: Play) -> Row:
    deed = play.deed
    assert deed is not None
    out = deed.detail == "out of bounds"
    if deed.what == "scramble":
        return export.run(deed.yards, out=out, scramble=True)
    if deed.what == "sack":
        return export.sack(deed.yards)
    row: Row = {"play_type": "pass", "qb_dropback": 1}
    if style := shipped_data("export.json")["passes"].get(play.call):
        row |= {
            "pass_length": style["length"],
            "pass_location": _side(play) if style["location"] == "side" else style["location"],
            "air_yards": style["air_yards"],
        }
    if deed.what == "complete":
        return row | export.caught(deed.yards, row.get("air_yards"), out=out)
    return row | {
        "incomplete_pass": int(deed.what != "interception"),
        "interception": int(deed.what == "interception"),
    }


def _touchback(play: Play) -> bool:
    """The kick or the interception itself, not a fumble on its return, ended as a touchback."""
    dead = play.first("touchback")
    return dead is not None and dead.detail != "fumble"


def _returned(play: Play, card: GameCard) -> Row:
    back = next((each for each in play.happenings if each.what == "return" and each.detail != "fumble"), None)
    if back is None:
        return {}
    return export.returned(card, back.team, back.yards)


def _kick_from_scrimmage(play: Play, card: GameCard, counts: Statistics) -> Row:
    if kick := play.first("field goal"):
        return export.field_goal("made" if kick.detail == "good" else "missed", play.spot)
    if blocked := play.first("blocked"):
        if blocked.detail == "punt":
            return export.punt("blocked", 0)
        return export.field_goal("blocked", play.spot)
    punt, touchback = play.first("punt"), _touchback(play)
    assert punt is not None
    dead = punt.detail in ("dead", "roll") and not touchback
    how = "fair catch" if play.first("fair catch") else "downed" if dead else punt.detail
    inside = not touchback and play.after.team != play.team and play.after.spot < 20
    return export.punt(how, counts["punt_yards"], touchback=touchback, inside=inside) | _returned(play, card)


def _kickoff(play: Play, card: GameCard) -> Row:
    row: Row = {"play_type": "kickoff"}
    if play.first("out of bounds kick"):
        return row | {"kickoff_out_of_bounds": 1, "kick_distance": 100 - play.spot - play.after.spot}
    kick, touchback = play.first("kickoff"), _touchback(play)
    assert kick is not None
    own = play.first("onside")
    deep = kick.spot >= 100
    return (
        row
        | {
            "kick_distance": 100 - play.spot if touchback else kick.yards,
            "touchback": int(touchback),
            "kickoff_in_endzone": int(deep and not touchback),
            "own_kickoff_recovery": int(own is not None and own.team == play.team),
            "kickoff_downed": int(own is not None and own.team != play.team),
        }
        | _returned(play, card)
    )


def _try(play: Play) -> Row:
    if kick := play.first("pat"):
        return export.extra_point("good" if kick.detail == "good" else "failed", play.spot)
    deed, two = play.deed, play.first("two-point")
    passed = deed is not None and deed.what not in ("run", "scramble")
    good = two is not None and two.detail == "good"
    returned = any(each.how == "defensive conversion" for each in play.points)
    return export.two_points(passed=passed, result="success" if good else "return" if returned else "failure")


def _turnovers(play: Play, card: GameCard, *, aborted: bool) -> Row:
    row: Row = {}
    deed = play.deed
    if deed is not None and deed.what == "interception":
        row |= {"return_team": card.teams[deed.team]} | _returned(play, card)
        row["touchback"] = int(_touchback(play))
    dropped, found = play.first("fumble"), play.first("recovery")
    if dropped is None or found is None:
        return row
    back = next((each for each in play.happenings if each.what == "return" and each.detail == "fumble"), None)
    yards = back.yards if back else 0
    lost = play.fumble_lost
    return row | export.fumble(card, dropped.team, found.team, lost=lost, forced=not aborted, yards=yards)


def _score(play: Play, card: GameCard, counts: Statistics) -> Row:
    if play.first("safety"):
        return {"safety": 1}
    scored = play.first("touchdown")
    if scored is None:
        return {}
    passed, ran = counts["passing_touchdowns"], counts["rushing_touchdowns"]
    return export.touchdown(card, scored.team, passed=passed > 0, ran=ran > 0)
