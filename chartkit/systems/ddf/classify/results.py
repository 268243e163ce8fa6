"""What came of plays and kicks, as the cells of R4 say it (R13 to R18), and their penalties (R20 to R22)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from chartkit.plays.description import Penalty, PlayDescription, Ruling
from chartkit.systems.ddf.charts import columns
from chartkit.systems.ddf.classify.calls import Facts
from chartkit.systems.ddf.classify.rules import Penalties, Rules
from chartkit.systems.ddf.classify.table import (
    KNEEL,
    MUFFED_SNAP,
    PAT,
    SPIKE,
    TWO_POINT,
    Bools,
    Caught,
    Floats,
    Foul,
    Ints,
    Kick,
    Outcome,
    Role,
    Sheet,
    Texts,
    View,
    filled_cells,
    spot_cells,
    yard_cells,
)


def enter_results(view: View, facts: Facts, rules: Rules, sheet: Sheet) -> None:
    """Fill in the results of everything that starts with a snap and is not a kick."""
    stood = (facts.role == Role.CALL) & ~facts.wiped
    yards, star = view.number("yards_gained"), view.flag("out_of_bounds")
    scored = stood & (view.flag("rush_touchdown") | view.flag("pass_touchdown")) & view.same("td_team", "posteam")
    carried = stood & (facts.run | facts.complete | facts.trapped)
    nobody = view.missing("fumbled_1_team")
    fumbled = carried & view.flag("fumble") & (view.same("fumbled_1_team", "posteam") | nobody)
    gain = carried & ~fumbled
    cells = np.where(scored, "TD", yard_cells(yards, star))
    loose = spot_cells("F", yards)

    sheet.put(carried, yards=yards, star=star)
    sheet.put(gain, outcome=Outcome.GAIN, symbol=cells)
    sheet.put(gain & scored, outcome=Outcome.TOUCHDOWN)
    far = gain & facts.run & (yards >= rules.breakaway_from)
    sheet.put(far, outcome=Outcome.BREAKAWAY, symbol=columns.BREAKAWAY)
    sheet.put(far, second_column=columns.BREAKAWAY, second_symbol=cells)
    sheet.put(fumbled, outcome=Outcome.FUMBLE, symbol=loose, fumbled=True, star=False)

    # A sack is a loss in the game (R8.1): one without loss is written -1.
    no_loss = facts.sack & (yards >= 0) & ~fumbled
    trap_cells = np.where(no_loss, "-1", np.where(fumbled, loose, cells))
    trap = np.where(facts.sack, "sack", "scramble").astype(object)
    trapped = stood & facts.trapped
    sheet.put(trapped, outcome=Outcome.TRAPPED, symbol=columns.TRAPPED, trap=trap)
    sheet.put(trapped, second_column=columns.TRAPPED, second_symbol=trap_cells)
    sheet.put(stood & facts.thrown & facts.complete, completed=True)
    sheet.put(stood, scored=scored)
    missed = stood & facts.thrown & ~facts.complete & ~facts.intercepted
    sheet.put(missed, outcome=Outcome.INCOMPLETE, symbol="INC")
    intercepted, at = stood & facts.intercepted, facts.intercepted_at
    sheet.put(intercepted, outcome=Outcome.INTERCEPTION, symbol=spot_cells("INT", at), yards=at)

    named = {Role.MUFF: MUFFED_SNAP, Role.KNEEL: KNEEL, Role.SPIKE: SPIKE, Role.TWO_POINT: TWO_POINT}
    for role, column in named.items():
        sheet.put(facts.role == role, column=column)
    # R28.14: a muffed snap is F -1, whatever became of the ball.
    muffed = (facts.role == Role.MUFF) & ~facts.wiped
    sheet.put(muffed, outcome=Outcome.FUMBLE, symbol="F -1", yards=yards, fumbled=True)
    kneel = (facts.role == Role.KNEEL) & ~facts.wiped
    sheet.put(kneel, outcome=Outcome.GAIN, symbol=yard_cells(yards), yards=yards)
    sheet.put((facts.role == Role.SPIKE) & ~facts.wiped, outcome=Outcome.INCOMPLETE, symbol="INC")
    tried = (facts.role == Role.TWO_POINT) & ~facts.wiped
    sheet.put(tried, outcome=Outcome.NO_GOOD, symbol="NG")
    sheet.put(tried & view.word("two_point_conv_result", "success"), outcome=Outcome.GOOD, symbol="G")

    # What was lost is run back.
    _enter_return(view, sheet, intercepted, columns.INTERCEPTION_RETURN, "defteam", "return_yards", star)
    fumbled = sheet["fumbled"]
    unknown = view.missing("fumble_recovery_1_team") & view.flag("fumble_lost")
    lost = fumbled & (view.same("fumble_recovery_1_team", "defteam") | unknown)
    sheet.put(fumbled, lost=lost)
    for rows, by in ((fumbled & ~lost, "posteam"), (lost, "defteam")):
        _enter_return(view, sheet, rows, columns.FUMBLE_RETURN, by, "fumble_recovery_1_yards")


def _enter_return(
    view: View, sheet: Sheet, rows: Bools, column: str, by: str, yards: str, star: Bools | None = None
) -> Floats:
    """Enter how far a team ran the ball back, and whether it scored; the yards, 0 where there are none."""
    run_back = np.nan_to_num(view.number(yards))
    scored = view.flag("touchdown") & view.same("td_team", by)
    sheet.put(
        rows,
        return_column=column,
        return_by=view.texts(by),
        return_against=view.texts("posteam" if by == "defteam" else "defteam"),
        return_yards_made=run_back,
        return_symbol=np.where(scored, "TD", yard_cells(run_back, star)),
    )
    return run_back


def enter_kicks(view: View, facts: Facts, rules: Rules, sheet: Sheet) -> None:
    """Fill in everything that was kicked."""
    _kickoffs(view, facts, rules, sheet)
    _punts(view, facts, rules, sheet)
    _goals(view, facts, rules, sheet)


def _returned(view: View, sheet: Sheet, rows: Bools, column: str, by: str, fair: Bools, downed: Bools) -> None:
    """Enter the return of kicks that somebody could return."""
    run_back = _enter_return(view, sheet, rows, column, by, "return_yards", view.flag("out_of_bounds"))
    sheet.put(rows, return_outcome=Caught.RETURN)
    sheet.put(rows & downed, return_outcome=Caught.DOWNED, return_symbol="0")
    sheet.put(rows & fair, return_outcome=Caught.FAIR_CATCH, return_symbol="FC")
    fumbled = rows & view.flag("fumble") & view.same("fumbled_1_team", by)
    sheet.put(fumbled, return_outcome=Caught.MUFF, return_symbol=spot_cells("F", run_back))
    sheet.put(fumbled, lost=view.flag("fumble_lost"))


def _kickoffs(view: View, facts: Facts, rules: Rules, sheet: Sheet) -> None:
    kickoff = facts.role == Role.KICKOFF
    far = view.number("kick_distance")
    # A kick that is short of the landing zone (2024 on) costs the same as one out of bounds.
    out = view.flag("kickoff_out_of_bounds") | view.says("short of landing zone")
    onside = view.says("onside") | (far <= rules.kicks.onside_to)
    squib = ~onside & ~out & (view.says("squib") | (far <= rules.kicks.squib_to))
    kinds = [str(Kick.ONSIDE), str(Kick.FREE), str(Kick.SQUIB)]
    kind = np.select([onside, _after_safety(view), squib], kinds, str(Kick.DEEP)).astype(object)
    sheet.put(kickoff, column=columns.KICKOFF, kick=kind)
    # The receiving team is the one "in possession" of a kickoff row; the kicking team owns the column.
    sheet.put(kickoff, offense=view.texts("defteam"), defense=view.texts("posteam"))
    stood = kickoff & ~facts.wiped
    # A fair catch in or near the end zone gives the touchback spot (2018 on).
    back = view.flag("touchback") | view.flag("kickoff_fair_catch")
    sheet.put(stood, outcome=Outcome.KICK, symbol=yard_cells(far), yards=far)
    sheet.put(stood & back, outcome=Outcome.TOUCHBACK)
    sheet.put(stood & out, outcome=Outcome.OUT_OF_BOUNDS, symbol="OFF 40", star=True)
    caught = stood & ~back & ~out
    nobody = np.zeros(view.rows, dtype=np.bool_)
    _returned(view, sheet, caught, columns.KICKOFF_RETURN, "posteam", nobody, view.flag("kickoff_downed"))
    kept = caught & view.flag("own_kickoff_recovery")
    clean = kept & (sheet["return_outcome"] != Caught.MUFF)
    sheet.put(clean, return_outcome=Caught.KICKERS, return_symbol=None)
    sheet.put(kept, lost=True)


def _after_safety(view: View) -> Bools:
    """Free kicks: the row after a safety in the same game, or one more when a foul stands between (R2.9)."""
    safety, game = view.flag("safety"), view.texts("game_id")
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
    sheet.put(stood, outcome=Outcome.KICK, symbol=yard_cells(far, star), yards=far, star=star)
    sheet.put(stood & star, outcome=Outcome.OUT_OF_BOUNDS)
    sheet.put(stood & back, outcome=Outcome.TOUCHBACK)
    _loose(view, sheet, blocked, dropped, rules.kicks.blocked_at)
    caught = stood & ~star & ~back & ~blocked & ~dropped
    fair, downed = view.flag("punt_fair_catch"), view.flag("punt_downed")
    _returned(view, sheet, caught, columns.PUNT_RETURN, "defteam", fair, downed)


def _goals(view: View, facts: Facts, rules: Rules, sheet: Sheet) -> None:
    for role, column, result, made in (
        (Role.FIELD_GOAL, columns.FIELD_GOAL, "field_goal_result", "made"),
        (Role.KICK_TRY, PAT, "extra_point_result", "good"),
    ):
        rows = facts.role == role
        sheet.put(rows, column=column)
        stood = rows & ~facts.wiped
        sheet.put(stood, outcome=Outcome.NO_GOOD, symbol="NG", yards=view.number("kick_distance"))
        sheet.put(stood & view.word(result, made), outcome=Outcome.GOOD, symbol="G")
    stood = (facts.role == Role.FIELD_GOAL) & ~facts.wiped
    blocked = stood & view.word("field_goal_result", "blocked")
    dropped = stood & view.missing("field_goal_result")
    _loose(view, sheet, blocked, dropped, rules.kicks.blocked_at)


def _loose(view: View, sheet: Sheet, blocked: Bools, dropped: Bools, unseen: int) -> None:
    """Blocked kicks and bad snaps: the ball is loose behind the line (R16.8); a blocked one is never returned."""
    spot = _loose_spots(view, blocked)
    spot = np.where(np.isnan(spot), float(unseen), spot)
    sheet.put(blocked, outcome=Outcome.BLOCKED, symbol=spot_cells("BK", spot), yards=spot, star=False)
    behind = view.number("yards_gained")
    sheet.put(dropped, outcome=Outcome.FUMBLE, symbol=spot_cells("F", behind), yards=behind)
    sheet.put(dropped, star=False, fumbled=True)
    kept = view.same("fumble_recovery_1_team", "posteam")
    sheet.put(blocked | dropped, lost=~kept)
    _enter_return(view, sheet, dropped & ~kept, columns.FUMBLE_RETURN, "defteam", "fumble_recovery_1_yards")


def _loose_spots(view: View, blocked: Bools) -> Floats:
    """Where blocked kicks were picked up, in yards from the line."""
    spots = np.full(view.rows, np.nan)
    rows = np.flatnonzero(blocked)
    spots[rows] = view.beyond_line(rows, lambda play: play.loose_at)
    # Out of bounds in the own end zone: the goal line is as far back as a cell can say.
    return np.where(blocked & view.flag("safety"), view.number("yardline_100") - 100.0, spots)


# Fouls, by the table of names in `templates/ddf-penalties.toml`.


_PI, _GROUNDING = "PI #", "OFF #*"
_SMALL = 5


@dataclass(frozen=True)
class _Found:
    """The one penalty of each row that has any."""

    rows: Ints
    name: Texts
    status: Texts
    by_offense: Bools
    yards: Floats


def enter_fouls(view: View, facts: Facts, penalties: Penalties, sheet: Sheet) -> None:
    """Fill in the foul of each play; where it wiped the play out, it is the play's result."""
    found = _find(view, facts)
    rows = found.rows
    if not len(rows):
        return
    known = pd.Series(found.name, dtype=object).map(penalties.index)
    entry: Ints = np.asarray(known.fillna(len(penalties.snap) - 1), dtype=np.int64)
    walked = (entry, found.yards, view.seasons()[rows])
    offense = _symbols(penalties.offense, penalties.unnamed_offense, penalties.five_until, walked, "OFF 5")
    defense = _symbols(penalties.defense, penalties.unnamed_defense, penalties.five_until, walked, "DEF 5")

    column = sheet["column"][rows]
    after = sheet["return_column"][rows]
    kicked = np.isin(facts.role[rows].astype(str), [str(Role.KICKOFF), str(Role.PUNT)])
    accepted = found.status == Foul.ACCEPTED
    # When the ball has changed hands and the play stands, the foul is the return's (R22.2): sides change.
    turned_over = accepted & ~facts.wiped[rows] & ~kicked & (sheet["return_by"][rows] == sheet["defense"][rows])
    small = np.isin(offense.astype(str), ["OFF 5", "OFF 10", "OFF 40"])
    at_kick = kicked & ((penalties.on_kick[entry] == "kick") | (found.by_offense & small))
    on_return = (kicked & ~at_kick) | turned_over
    symbol = np.where(found.by_offense != on_return, offense, defense)
    symbol = _legal(symbol, column, on_return | kicked, found.yards)
    back = np.where(column == columns.KICKOFF, columns.KICKOFF_RETURN, columns.PUNT_RETURN)
    back = np.where(kicked, back, after)
    between = view.says("enforced between downs")[rows]
    sheet.fill(
        rows,
        foul=symbol,
        foul_status=found.status,
        foul_column=np.where(on_return, back, column),
        foul_snap=penalties.snap[entry],
        foul_ball=np.where(between, "dead", penalties.ball[entry]),
    )
    grounding = view.word("penalty_type", "Intentional Grounding") & view.flag("penalty")
    grounded = (sheet["outcome"] == Outcome.INCOMPLETE) & grounding
    nothing_else = facts.wiped | (facts.role == Role.FOUL) | grounded
    only = np.zeros(view.rows, dtype=np.bool_)
    only[rows] = nothing_else[rows]
    sheet.put(only, outcome=Outcome.FOUL, symbol=sheet["foul"], star=False, yards=np.nan)


def _find(view: View, facts: Facts) -> _Found:
    """The accepted penalty of each play, or else the first one that was declined or offset another."""
    accepted = view.flag("penalty")
    other = ~accepted & view.says("penalty on ")
    rows = np.flatnonzero(accepted | other)
    name = view.texts("penalty_type")[rows]
    status = np.full(len(rows), str(Foul.ACCEPTED), dtype=object)
    by_offense = view.same("penalty_team", "posteam")[rows]
    yards = view.number("penalty_yards")[rows]
    late = np.flatnonzero(~accepted[rows])
    told = [_unaccepted(play) for play in view.read(rows[late])]
    name[late] = [foul.name if foul else None for foul in told]
    status[late] = [str(foul.ruling) if foul else None for foul in told]
    by_offense[late] = [
        foul is not None and foul.team == team
        for foul, team in zip(told, view.texts("posteam")[rows[late]], strict=True)
    ]
    # A declined foul has no yards; interference was where the ball was thrown.
    yards[late] = facts.air[rows][late]
    # Kickoff rows name the receivers as the team with the ball; the kickers are the offense of the kick.
    kickoff = facts.role[rows] == Role.KICKOFF
    by_offense = np.where(kickoff, ~by_offense, by_offense)
    real = pd.notna(status)
    return _Found(rows[real], name[real], status[real], by_offense[real], yards[real])


def _unaccepted(play: PlayDescription) -> Penalty | None:
    """The first penalty that was declined or offset another."""
    rulings = (Ruling.DECLINED, Ruling.OFFSETTING)
    return next((foul for foul in play.penalties if foul.ruling in rulings), None)


def _symbols(
    symbols: Texts,
    by_yards: Sequence[tuple[int, str]],
    until: Floats,
    fouls: tuple[Ints, Floats, Ints],
    small: str,
) -> Texts:
    """The symbol of each foul (entry, yards, season): of an unnamed one by its yards, of a small one `small`."""
    entry, yards, season = fouls
    made = np.where((yards == _SMALL) & (season <= until[entry]), small, symbols[entry])
    walked = np.nan_to_num(yards, nan=float(_SMALL))
    *smaller, (_, largest) = by_yards
    unnamed = np.select([walked <= most for most, _ in smaller], [symbol for _, symbol in smaller], largest)
    return np.asarray(np.where(entry == len(symbols) - 1, unnamed, made), dtype=object)


def _legal(symbol: Texts, column: Texts, off_calls: Bools, yards: Floats) -> Texts:
    """Fouls with yards of their own get them; where the game has no such cell the nearest one stands (R4.2)."""
    passing = np.isin(column.astype(str), columns.PASSES) & ~off_calls
    interference, grounding = symbol == _PI, symbol == _GROUNDING
    made = symbol.copy()
    made[interference & passing] = filled_cells(_PI, yards)[interference & passing]
    made[interference & ~passing] = "DEF 15"
    made[grounding & passing] = filled_cells(_GROUNDING, yards)[grounding & passing]
    made[grounding & ~passing] = "OFF 10"
    made[(made == "OFF 40") & (column != columns.KICKOFF)] = "OFF 5"
    return made
