"""What came of scrimmage plays, as the cells of R4 say it."""

from __future__ import annotations

import numpy as np

from chartkit.systems.ddf import columns as charts
from chartkit.systems.ddf.classify import table
from chartkit.systems.ddf.classify.facts import Facts
from chartkit.systems.ddf.classify.rules import Rules
from chartkit.systems.ddf.classify.sheet import Sheet, spot_cells, yard_cells
from chartkit.systems.ddf.classify.table import Outcome, Role
from chartkit.systems.ddf.classify.view import Bools, Floats, View


def enter(view: View, facts: Facts, rules: Rules, sheet: Sheet) -> None:
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
        symbol=charts.BREAKAWAY,
        second_column=charts.BREAKAWAY,
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
        symbol=charts.TRAPPED,
        second_column=charts.TRAPPED,
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
    sheet.put(muff, column=table.MUFFED_SNAP)


def _others(view: View, facts: Facts, sheet: Sheet, yards: Floats) -> None:
    kneel, spike = facts.role == Role.KNEEL, facts.role == Role.SPIKE
    sheet.put(kneel, column=table.KNEEL)
    sheet.put(kneel & ~facts.wiped, outcome=str(Outcome.GAIN), symbol=yard_cells(yards), yards=yards)
    sheet.put(spike, column=table.SPIKE)
    sheet.put(spike & ~facts.wiped, outcome=str(Outcome.INCOMPLETE), symbol="INC")
    two_point = facts.role == Role.TWO_POINT
    good = view.word("two_point_conv_result", "success")
    sheet.put(two_point, column=table.TWO_POINT)
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
        return_column=charts.INTERCEPTION_RETURN,
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
        return_column=charts.FUMBLE_RETURN,
        return_by=np.where(lost, defense, offense),
        return_against=np.where(lost, offense, defense),
        return_yards_made=run_back,
        return_symbol=np.where(np.where(lost, by_defense, by_offense), "TD", yard_cells(run_back)),
    )
