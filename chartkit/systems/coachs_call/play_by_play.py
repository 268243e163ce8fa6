"""A game as rows of play-by-play in the nflverse columns, so that it can be read in like a real one."""

from __future__ import annotations

from dataclasses import dataclass

from chartkit.plays import export
from chartkit.plays.export import GameCard, Row
from chartkit.systems.coachs_call.rules import names as n
from chartkit.systems.coachs_call.sentences import box_score, sentence, story
from chartkit.systems.coachs_call.statistics import counted, seconds_left
from chartkit.systems.coachs_call.teams import SLOTS, Roster
from chartkit.systems.coachs_call.words import WORDS
from chartkit.systems.logged import GameLog, Record, Scorebook

#: How far a pass goes through the air that no call tells of.
_USUAL_AIR = 8


@dataclass(frozen=True, kw_only=True)
class _Card(GameCard):
    """The game with its players and its clock."""

    rosters: tuple[Roster, Roster]
    boxes: int


def rows(log: GameLog, week: int = 1) -> list[Row]:
    """The whole game; time outs have rows of their own."""
    matchup = log.matchup
    home, away = matchup.teams
    card = _Card(
        home=home.team,
        away=away.team,
        season=home.season,
        week=week,
        playoffs=matchup.options.playoff,
        rosters=matchup.teams,
        boxes=matchup.options.boxes,
    )
    made: list[Row] = []
    score, drive, holder = (0, 0), 0, n.NONE
    for record in log.records:
        if record[n.KIND] in (n.IS_QUARTER, n.IS_END):
            continue
        kick, stop = record[n.KIND] in (n.IS_KICKOFF, n.IS_ONSIDE), record[n.KIND] == n.IS_TIME_OUT
        team = 1 - record[n.TEAM] if kick else record[n.TEAM]
        if not stop and not record[n.IS_TRY] and (kick or team != holder):
            drive, holder = drive + 1, team
        after = record[n.HOME_SCORE], record[n.AWAY_SCORE]
        row = export.begun(
            card,
            len(made) + 1,
            drive,
            quarter=min(record[n.QUARTER], n.REGULATION + 1),
            left=seconds_left(record[n.BOX], card.boxes),
            team=record[n.TEAM],
            spot=record[n.SPOT],
            score=after,
        )
        row["desc"] = sentence(record, matchup.teams, matchup.tables)
        made.append(row | (export.time_out(card, record[n.TEAM]) if stop else _play(card, record, team, score)))
        score = after
    return export.finished(made, score)


def _play(card: _Card, record: Record, team: int, score: tuple[int, int]) -> Row:
    kickoff = record[n.KIND] in (n.IS_KICKOFF, n.IS_ONSIDE)
    to_goal = record[n.SPOT] if kickoff else 100 - record[n.SPOT]
    row = export.offense(card, team, score, to_goal=to_goal) | {
        "sp": int(record[n.SCORED_HOW] > 0),
        "replay_or_challenge": int(record[n.CHALLENGE] > 0),
    }
    down, made = record[n.AT_DOWN], record[n.MADE_FIRST]
    if down and not record[n.IS_TRY]:
        played = not record[n.NO_PLAY] and _is_down_played(record)
        row |= export.down(
            down,
            record[n.TO_GO],
            record[n.SPOT],
            first=made > 0,
            third_made=int(down == 3 and played and made),
            fourth=int(down == 4 and played),
            fourth_made=int(down == 4 and played and made),
        )
    if not record[n.NO_PLAY]:
        row |= _try(record) if record[n.IS_TRY] else _deed(card, record)
        row |= _fumble(card, record)
    return row | _score(card, record) | _penalty(card, record)


def _is_down_played(record: Record) -> bool:
    aborted = record[n.KIND] == n.IS_PUNT and record[n.RESULT] == 0
    return n.IS_RUN <= record[n.KIND] <= n.IS_SCRAMBLE or record[n.KIND] == n.IS_SPIKE or aborted


def _name(card: _Card, team: int, slot: int) -> str | None:
    player = card.rosters[team].player(SLOTS[slot]) if slot >= 0 else ""
    return player or None


def _deed(card: _Card, record: Record) -> Row:
    kind, team, yards = record[n.KIND], record[n.TEAM], record[n.YARDS]
    if kind in (n.IS_RUN, n.IS_SCRAMBLE):
        aborted = record[n.FUMBLES] > 0 and record[n.PLAYER] == n.QB and kind == n.IS_RUN
        out, scramble = record[n.WENT_OUT_OF_BOUNDS] > 0, kind == n.IS_SCRAMBLE
        row = export.run(yards, out=out, scramble=scramble, aborted=aborted)
        row["rusher_player_name"] = _name(card, team, record[n.PLAYER])
        inside = record[n.CALL] == n.LINE_RUN
        return row | ({"run_location": "middle"} if inside else {"run_location": "left", "run_gap": "end"})
    if kind == n.IS_SPIKE:
        return export.spike()
    if kind in (n.IS_PASS, n.IS_SACK):
        row = export.sack(yards) if kind == n.IS_SACK else _pass(card, record)
        return row | {"passer_player_name": _name(card, team, n.QB)}
    return _kick(card, record) if kind != n.IS_NO_CALL else {}


def _pass(card: _Card, record: Record) -> Row:
    result, other = record[n.RESULT], 1 - record[n.TEAM]
    call = WORDS["calls"][n.CALLS[record[n.CALL]]] if record[n.CALL] >= 0 else {}
    air = call.get("air_yards", _USUAL_AIR)
    row: Row = {
        "play_type": "pass",
        "qb_dropback": 1,
        "yards_gained": record[n.YARDS],
        "receiver_player_name": _name(card, record[n.TEAM], record[n.PLAYER]),
        "pass_length": "deep" if air >= 15 else "short",
        "pass_location": "left" if record[n.SIDELINE] else "middle",
        "air_yards": air,
    }
    if result == n.COMPLETE:
        return row | export.caught(record[n.YARDS], air, out=record[n.WENT_OUT_OF_BOUNDS] > 0)
    row["out_of_bounds"] = record[n.WENT_OUT_OF_BOUNDS]
    if result == n.INTERCEPTED:
        row |= _returned(card, record)
        row["touchback"] = int(record[n.RETURN_YARDS] == 0 and record[n.RETURN_FROM] <= 0)
        return row | {"interception": 1, "interception_player_name": _name(card, other, record[n.CREDIT])}
    return row | {"incomplete_pass": 1}


def _returned(card: _Card, record: Record) -> Row:
    back = record[n.RETURNED_BY]
    return {} if back < 0 else export.returned(card, back, record[n.RETURN_YARDS])


def _kick(card: _Card, record: Record) -> Row:
    kind, team, result = record[n.KIND], record[n.TEAM], record[n.RESULT]
    kicker = {"kicker_player_name": _name(card, team, n.KICKER)}
    if kind == n.IS_FIELD_GOAL:
        words = {n.GOOD: "made", n.WAS_BLOCKED: "blocked"}
        return kicker | export.field_goal(words.get(result, "missed"), record[n.SPOT])
    if kind == n.IS_PUNT and result == 0:
        # The ball came loose before the kick (8.8).
        return export.run(0, aborted=True)
    row, yards = _returned(card, record) if result == n.RETURNED else {}, record[n.KICK_YARDS]
    touchback = result == n.IN_END_ZONE
    if kind == n.IS_PUNT:
        deep = record[n.END_TEAM] != team and record[n.END_SPOT] < 20 and not touchback
        back = _name(card, 1 - team, n.PUNT_RETURNER) if result == n.RETURNED else None
        row |= export.punt(n.RESULTS[result], yards, touchback=touchback, inside=deep)
        return row | {"punter_player_name": _name(card, team, n.PUNTER), "punt_returner_player_name": back}
    row |= {"touchback": int(touchback), "kick_distance": yards}
    back = _name(card, 1 - team, n.KICK_RETURNER) if result == n.RETURNED else None
    row |= kicker | {"play_type": "kickoff", "kickoff_returner_player_name": back}
    row["kickoff_out_of_bounds"] = int(result == n.WENT_OUT)
    if kind == n.IS_ONSIDE:
        row["own_kickoff_recovery" if record[n.END_TEAM] == team else "kickoff_downed"] = 1
    return row


def _try(record: Record) -> Row:
    if record[n.KIND] == n.IS_EXTRA_POINT:
        result = {n.GOOD: "good", n.WAS_BLOCKED: "blocked"}.get(record[n.RESULT], "failed")
        return export.extra_point(result, record[n.SPOT])
    words = {n.BY_TWO_POINTS: "success", n.BY_DEFENSE: "return"}
    passed = record[n.KIND] in (n.IS_PASS, n.IS_SACK)
    return export.two_points(passed=passed, result=words.get(record[n.SCORED_HOW], "failure"))


def _fumble(card: _Card, record: Record) -> Row:
    if not record[n.FUMBLES] or record[n.RESULT] == n.WAS_BLOCKED or record[n.IS_TRY]:
        return {}
    dropped, found = record[n.FUMBLE_TEAM], record[n.RECOVERED_BY]
    own_return = record[n.RETURNED_BY] == found and record[n.KIND] <= n.IS_SCRAMBLE
    yards = record[n.RETURN_YARDS] if own_return and found != dropped else 0
    return export.fumble(card, dropped, found, lost=found != dropped, forced=True, yards=yards)


def _score(card: _Card, record: Record) -> Row:
    how, team = record[n.SCORED_HOW], record[n.SCORING_TEAM]
    if how == n.BY_SAFETY:
        return {"safety": 1}
    if how != n.BY_TOUCHDOWN:
        return {}
    own = team == record[n.TEAM]
    passed = own and record[n.KIND] == n.IS_PASS
    ran = own and record[n.KIND] in (n.IS_RUN, n.IS_SCRAMBLE)
    return export.touchdown(card, team, passed=passed, ran=ran)


def _penalty(card: _Card, record: Record) -> Row:
    if not record[n.ACCEPTED]:
        return {}
    foul, yards = record[n.FOUL], record[n.FOUL_YARDS]
    names = WORDS["fouls"].get(n.FOULS[foul], {})
    name = names.get(str(yards)) or names.get("0", "Unnecessary Roughness")
    return export.penalty(card, record[n.FOUL_TEAM], name, yards)


SCOREBOOK = Scorebook(
    counted=lambda log: counted(log.records, log.matchup.options.boxes),
    story=story,
    box_score=box_score,
    rows=rows,
)
