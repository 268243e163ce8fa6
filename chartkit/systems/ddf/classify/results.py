"""What came of scrimmage plays and kicks, as the cells of R4 say it (R13 to R18)."""

from __future__ import annotations

import numpy as np

from chartkit.systems.ddf.charts import columns
from chartkit.systems.ddf.classify.arrays import Bools, Floats, Sheet, View, spot_cells, yard_cells
from chartkit.systems.ddf.classify.facts import Facts, groups, has, last_ruling, numbers, yards_to_goal
from chartkit.systems.ddf.classify.rules import Rules
from chartkit.systems.ddf.classify.table import (
    KNEEL,
    MUFFED_SNAP,
    PAT,
    SPIKE,
    TWO_POINT,
    Caught,
    Kick,
    Outcome,
    Role,
)


def enter_results(view: View, facts: Facts, rules: Rules, sheet: Sheet) -> None:
    """Fill in the results of everything that starts with a snap and is no kick."""
    stood = (facts.role == Role.CALL) & ~facts.wiped
    yards, star = view.number("yards_gained"), view.flag("out_of_bounds")
    scored = stood & (view.flag("rush_touchdown") | view.flag("pass_touchdown")) & view.same("td_team", "posteam")
    carried = stood & (facts.run | facts.complete | facts.trapped)
    nobody = view.missing("fumbled_1_team")
    fumbled = carried & view.flag("fumble") & (view.same("fumbled_1_team", "posteam") | nobody)
    gain = carried & ~fumbled
    cells = np.where(scored, "TD", yard_cells(yards, star))

    sheet.put(carried, yards=yards, star=star)
    sheet.put(gain, outcome=str(Outcome.GAIN), symbol=cells)
    sheet.put(gain & scored, outcome=str(Outcome.TOUCHDOWN))
    far = gain & facts.run & (yards >= rules.breakaway_from)
    sheet.put(
        far,
        outcome=str(Outcome.BREAKAWAY),
        symbol=columns.BREAKAWAY,
        second_column=columns.BREAKAWAY,
        second_symbol=cells,
    )
    sheet.put(fumbled, outcome=str(Outcome.FUMBLE), symbol=spot_cells("F", yards), fumbled=True, star=False)

    trapped = stood & facts.trapped
    # A sack is a loss in the game (R8.1): one without loss is written -1.
    no_loss = facts.sack & (yards >= 0) & ~fumbled
    trap_cells = np.where(no_loss, "-1", np.where(fumbled, spot_cells("F", yards), cells))
    sheet.put(
        trapped,
        outcome=str(Outcome.TRAPPED),
        symbol=columns.TRAPPED,
        second_column=columns.TRAPPED,
        second_symbol=trap_cells,
        trap=np.where(facts.sack, "sack", "scramble").astype(object),
    )
    sheet.put(stood & facts.thrown & facts.complete, completed=True)
    sheet.put(stood, scored=scored)

    sheet.put(
        stood & facts.thrown & ~facts.complete & ~facts.intercepted,
        outcome=str(Outcome.INCOMPLETE),
        symbol="INC",
    )
    intercepted = stood & facts.intercepted
    sheet.put(
        intercepted,
        outcome=str(Outcome.INTERCEPTION),
        symbol=spot_cells("INT", facts.intercepted_at),
        yards=facts.intercepted_at,
    )
    _muffs(view, facts, sheet, yards)
    _others(view, facts, sheet, yards)
    _returns(view, facts, sheet, intercepted)


def _muffs(view: View, facts: Facts, sheet: Sheet, yards: Floats) -> None:
    muff = facts.role == Role.MUFF
    # R28.14: a muffed snap is F -1, whatever became of the ball.
    sheet.put(
        muff & ~facts.wiped,
        outcome=str(Outcome.FUMBLE),
        symbol="F -1",
        yards=yards,
        fumbled=True,
    )
    sheet.put(muff, column=MUFFED_SNAP)


def _others(view: View, facts: Facts, sheet: Sheet, yards: Floats) -> None:
    kneel, spike = facts.role == Role.KNEEL, facts.role == Role.SPIKE
    sheet.put(kneel, column=KNEEL)
    sheet.put(kneel & ~facts.wiped, outcome=str(Outcome.GAIN), symbol=yard_cells(yards), yards=yards)
    sheet.put(spike, column=SPIKE)
    sheet.put(spike & ~facts.wiped, outcome=str(Outcome.INCOMPLETE), symbol="INC")
    two_point = facts.role == Role.TWO_POINT
    good = view.word("two_point_conv_result", "success")
    sheet.put(two_point, column=TWO_POINT)
    sheet.put(two_point & ~facts.wiped, outcome=str(Outcome.NO_GOOD), symbol="NG")
    sheet.put(two_point & ~facts.wiped & good, outcome=str(Outcome.GOOD), symbol="G")


def _returns(view: View, facts: Facts, sheet: Sheet, intercepted: Bools) -> None:
    offense = view.texts("posteam")
    defense = view.texts("defteam")
    star = view.flag("out_of_bounds")
    by_defense = view.flag("touchdown") & view.same("td_team", "defteam")
    run_back = np.nan_to_num(view.number("return_yards"))
    sheet.put(
        intercepted,
        return_column=columns.INTERCEPTION_RETURN,
        return_by=defense,
        return_against=offense,
        return_yards_made=run_back,
        return_symbol=np.where(by_defense, "TD", yard_cells(run_back, star)),
    )
    fumbled = sheet["fumbled"]
    nobody = view.missing("fumble_recovery_1_team")
    lost = fumbled & (view.same("fumble_recovery_1_team", "defteam") | (nobody & view.flag("fumble_lost")))
    by_offense = view.flag("touchdown") & view.same("td_team", "posteam")
    run_back = np.nan_to_num(view.number("fumble_recovery_1_yards"))
    sheet.put(
        fumbled,
        lost=lost,
        return_column=columns.FUMBLE_RETURN,
        return_by=np.where(lost, defense, offense),
        return_against=np.where(lost, offense, defense),
        return_yards_made=run_back,
        return_symbol=np.where(np.where(lost, by_defense, by_offense), "TD", yard_cells(run_back)),
    )


_LOOSE_BALL = (
    r"BLOCKED.*?(?:RECOVERED|recovered|recovers|out of bounds|declared dead|downed)(?: by .*?)? (?:at|in)"
    r" (?:(?P<side>[A-Z]{2,3}) )?(?P<spot>-?\d+)"
)


def enter_kicks(view: View, facts: Facts, rules: Rules, sheet: Sheet) -> None:
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
    said_onside[rows], said_squib[rows] = has(described, "(?i)onside"), has(described, "(?i)squib")
    # A kick that is short of the landing zone (2024 on) costs the same.
    short = np.zeros(view.rows, dtype=np.bool_)
    short[rows] = has(described, "(?i)short of landing zone")
    out = view.flag("kickoff_out_of_bounds") | short
    onside = said_onside | (far <= rules.onside_to)
    squib = ~onside & ~out & (said_squib | (far <= rules.squib_to))
    kind = np.select(
        [onside, _after_safety(view), squib], [str(Kick.ONSIDE), str(Kick.FREE), str(Kick.SQUIB)], str(Kick.DEEP)
    ).astype(object)
    sheet.put(kickoff, column=columns.KICKOFF, kick=kind)
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
        columns.KICKOFF_RETURN,
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
    sheet.put(punt, column=columns.PUNT)
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
        columns.PUNT_RETURN,
        by="defteam",
        against="posteam",
        fair=view.flag("punt_fair_catch"),
        downed=view.flag("punt_downed"),
    )


def _goals(view: View, facts: Facts, rules: Rules, sheet: Sheet) -> None:
    goal, kick_try = facts.role == Role.FIELD_GOAL, facts.role == Role.KICK_TRY
    far = view.number("kick_distance")
    for rows, column, result, made in (
        (goal, columns.FIELD_GOAL, "field_goal_result", "made"),
        (kick_try, PAT, "extra_point_result", "good"),
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
        return_column=columns.FUMBLE_RETURN,
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
    found = groups(last_ruling(view.told(rows)), _LOOSE_BALL)
    spot = numbers(found["spot"])
    own = view.named(found["side"], rows, "posteam")
    to_goal = yards_to_goal(found["side"], spot, own)
    # Out of bounds in the own end zone: the goal line is as far back as a cell can say.
    to_goal = np.where(view.flag("safety")[rows], 100.0, to_goal)
    spots[rows] = view.number("yardline_100")[rows] - to_goal
    return spots
