"""Kickoffs, punts, field goals and kicked tries (R13 to R18): the kick's cell and the return's."""

from __future__ import annotations

import numpy as np

from chartkit.systems.ddf import columns as charts
from chartkit.systems.ddf.classify import table, texts
from chartkit.systems.ddf.classify.facts import Facts
from chartkit.systems.ddf.classify.rules import Rules
from chartkit.systems.ddf.classify.sheet import Sheet, spot_cells, yard_cells
from chartkit.systems.ddf.classify.table import Caught, Kick, Outcome, Role
from chartkit.systems.ddf.classify.view import Bools, Floats, View

_LOOSE_BALL = (
    r"BLOCKED.*?(?:RECOVERED|recovered|recovers|out of bounds|declared dead|downed)(?: by .*?)? (?:at|in)"
    r" (?:(?P<side>[A-Z]{2,3}) )?(?P<spot>-?\d+)"
)


def enter(view: View, facts: Facts, rules: Rules, sheet: Sheet) -> None:
    """Fill in everything that was kicked."""
    _kickoffs(view, facts, rules, sheet)
    _punts(view, facts, rules, sheet)
    _goals(view, facts, rules, sheet)


def _returned(
    view: View, sheet: Sheet, rows: Bools, column: str, *, by: str, against: str, fair: Bools, downed: Bools
) -> None:
    """Enter the return of kicks that somebody could return."""
    run_back = np.nan_to_num(view.number("return_yards"))
    scored = view.flag("touchdown") & view.same("td_team", by)
    fumbled = rows & view.flag("fumble") & view.same("fumbled_1_team", by)
    cells = np.where(scored, "TD", yard_cells(run_back, view.flag("out_of_bounds")))
    sheet.put(
        rows,
        return_column=column,
        return_by=view.texts(by),
        return_against=view.texts(against),
        return_yards_made=run_back,
        return_symbol=cells,
        return_outcome=str(Caught.RETURN),
    )
    sheet.put(rows & downed, return_outcome=str(Caught.DOWNED), return_symbol="0")
    sheet.put(rows & fair, return_outcome=str(Caught.FAIR_CATCH), return_symbol="FC")
    sheet.put(
        fumbled,
        return_outcome=str(Caught.MUFF),
        return_symbol=spot_cells("F", run_back),
        lost=view.flag("fumble_lost"),
    )


def _kickoffs(view: View, facts: Facts, rules: Rules, sheet: Sheet) -> None:
    kickoff = facts.role == Role.KICKOFF
    far = view.number("kick_distance")
    rows = np.flatnonzero(kickoff)
    described = view.told(rows)
    said_onside, said_squib = np.zeros((2, view.rows), dtype=np.bool_)
    said_onside[rows], said_squib[rows] = texts.has(described, "(?i)onside"), texts.has(described, "(?i)squib")
    out = view.flag("kickoff_out_of_bounds")
    onside = said_onside | (far <= rules.onside_to)
    squib = ~onside & ~out & (said_squib | (far <= rules.squib_to))
    kind = np.select(
        [onside, _after_safety(view), squib], [str(Kick.ONSIDE), str(Kick.FREE), str(Kick.SQUIB)], str(Kick.DEEP)
    ).astype(object)
    sheet.put(kickoff, column=charts.KICKOFF, kick=kind)
    # The receiving team is the one "in possession" of a kickoff row; the kicking team owns the column.
    sheet.put(
        kickoff,
        offense=view.texts("defteam"),
        defense=view.texts("posteam"),
    )
    stood = kickoff & ~facts.wiped
    # A fair catch in or near the end zone gives the touchback spot (2018 on).
    back = view.flag("touchback") | view.flag("kickoff_fair_catch")
    sheet.put(stood, outcome=str(Outcome.KICK), symbol=yard_cells(far), yards=far)
    sheet.put(stood & back, outcome=str(Outcome.TOUCHBACK))
    sheet.put(stood & out, outcome=str(Outcome.OUT_OF_BOUNDS), symbol="OFF 40", star=True)
    nobody = np.zeros(view.rows, dtype=np.bool_)
    caught = stood & ~back & ~out
    _returned(
        view,
        sheet,
        caught,
        charts.KICKOFF_RETURN,
        by="posteam",
        against="defteam",
        fair=nobody,
        downed=view.flag("kickoff_downed"),
    )
    kept = caught & view.flag("own_kickoff_recovery")
    clean = kept & (sheet["return_outcome"] != Caught.MUFF)
    sheet.put(clean, return_outcome=str(Caught.KICKERS), return_symbol=None)
    sheet.put(kept, lost=True)


def _after_safety(view: View) -> Bools:
    """Free kicks: the row after a safety in the same game, or one more when a foul stands between (R2.9)."""
    safety, (game, _) = view.flag("safety"), view.coded("game_id")
    kickoff = view.word("play_type", "kickoff")
    soon = np.zeros(view.rows, dtype=np.bool_)
    soon[1:] = safety[:-1] & (game[1:] == game[:-1])
    soon[2:] |= safety[:-2] & (game[2:] == game[:-2]) & ~kickoff[1:-1]
    return soon


def _punts(view: View, facts: Facts, rules: Rules, sheet: Sheet) -> None:
    punt = facts.role == Role.PUNT
    sheet.put(punt, column=charts.PUNT)
    stood = punt & ~facts.wiped
    far, star, back = view.number("kick_distance"), view.flag("punt_out_of_bounds"), view.flag("touchback")
    blocked = stood & view.flag("punt_blocked")
    dropped = stood & ~blocked & (np.isnan(far) | view.flag("aborted_play"))
    sheet.put(stood, outcome=str(Outcome.KICK), symbol=yard_cells(far, star), yards=far, star=star)
    sheet.put(stood & star, outcome=str(Outcome.OUT_OF_BOUNDS))
    sheet.put(stood & back, outcome=str(Outcome.TOUCHBACK))
    _loose(view, sheet, blocked, dropped, rules.blocked_at)
    _returned(
        view,
        sheet,
        stood & ~star & ~back & ~blocked & ~dropped,
        charts.PUNT_RETURN,
        by="defteam",
        against="posteam",
        fair=view.flag("punt_fair_catch"),
        downed=view.flag("punt_downed"),
    )


def _goals(view: View, facts: Facts, rules: Rules, sheet: Sheet) -> None:
    goal, kick_try = facts.role == Role.FIELD_GOAL, facts.role == Role.KICK_TRY
    far = view.number("kick_distance")
    for rows, column, result, made in (
        (goal, charts.FIELD_GOAL, "field_goal_result", "made"),
        (kick_try, table.PAT, "extra_point_result", "good"),
    ):
        stood = rows & ~facts.wiped
        good = stood & view.word(result, made)
        sheet.put(rows, column=column)
        sheet.put(stood, outcome=str(Outcome.NO_GOOD), symbol="NG", yards=far)
        sheet.put(good, outcome=str(Outcome.GOOD), symbol="G")
    stood = goal & ~facts.wiped
    blocked = stood & view.word("field_goal_result", "blocked")
    dropped = stood & view.missing("field_goal_result")
    _loose(view, sheet, blocked, dropped, rules.blocked_at)


def _loose(view: View, sheet: Sheet, blocked: Bools, dropped: Bools, unseen: int) -> None:
    """Blocked kicks and bad snaps: the ball is loose behind the line (R16.8); a blocked one is never returned."""
    spot = _loose_spots(view, blocked)
    spot = np.where(np.isnan(spot), float(unseen), spot)
    sheet.put(blocked, outcome=str(Outcome.BLOCKED), symbol=spot_cells("BK", spot), yards=spot, star=False)
    behind = view.number("yards_gained")
    sheet.put(
        dropped, outcome=str(Outcome.FUMBLE), symbol=spot_cells("F", behind), yards=behind, star=False, fumbled=True
    )
    kept = view.same("fumble_recovery_1_team", "posteam")
    sheet.put(blocked | dropped, lost=~kept)
    picked_up = dropped & ~kept
    run_back = np.nan_to_num(view.number("fumble_recovery_1_yards"))
    scored = view.flag("touchdown") & view.same("td_team", "defteam")
    sheet.put(
        picked_up,
        return_column=charts.FUMBLE_RETURN,
        return_by=view.texts("defteam"),
        return_against=view.texts("posteam"),
        return_yards_made=run_back,
        return_symbol=np.where(scored, "TD", yard_cells(run_back)),
    )


def _loose_spots(view: View, blocked: Bools) -> Floats:
    """Where blocked kicks were picked up, in yards from the line."""
    spots = np.full(view.rows, np.nan)
    rows = np.flatnonzero(blocked)
    if not len(rows):
        return spots
    found = texts.groups(texts.last_ruling(view.told(rows)), _LOOSE_BALL)
    spot = texts.numbers(found["spot"])
    own = view.named(found["side"], rows, "posteam")
    to_goal = texts.to_goal(found["side"], spot, own)
    # Out of bounds in the own end zone: the goal line is as far back as a cell can say.
    to_goal = np.where(view.flag("safety")[rows], 100.0, to_goal)
    spots[rows] = view.number("yardline_100")[rows] - to_goal
    return spots
