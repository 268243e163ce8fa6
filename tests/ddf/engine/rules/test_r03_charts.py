"""R3 Charts and their shapes, R4 Result grammar, R5 Priority chart."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from pathlib import Path

import pytest
from support.charts import random_chart, random_generic
from support.situations import charts_rolled, situation, where

from chartkit.systems.ddf.charts import (
    Kind,
    generic_from_json,
    parse,
    standard_generic,
    team_from_json,
    team_to_json,
)
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine.matchup import matchup
from chartkit.systems.ddf.rules import priority as c
from chartkit.systems.ddf.rules.game import cell_of as cell
from chartkit.systems.ddf.rules.names import KINDS
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.rules.priority import combine, look_up
from chartkit.systems.ddf.rules.priority_chart import (
    Outcome,
    PriorityChart,
    defense_column,
    offense_row,
    standard_priority,
)
from chartkit.systems.ddf.rules.tables import rules_with
from chartkit.systems.ddf.validate import validate_team

DATA = Path(__file__).parents[4] / "chartkit/systems/ddf/data"


def _codes(change: dict[str, object]) -> set[str]:
    data = copy.deepcopy(team_to_json(random_chart(1)))
    for path, value in change.items():
        place = data
        *way, last = path.split("|")
        for step in way:
            place = place[step]
        if value is None:
            del place[last]
        else:
            place[last] = value
    return {str(finding.severity) for finding in validate_team(data, plausible=False)}


def test_r3_1_a_chart_set_has_every_part() -> None:
    data = team_to_json(random_chart(1))
    parts = {"season", "team", "power_rating", "offense", "defense", "special_teams", "supplement"}
    assert parts <= set(data)


def test_r3_2_b_and_qt_cannot_be_called_and_recovery_is_a_set_of_totals() -> None:
    assert situation("B", at="NE 37").refused
    assert situation("QT", at="NE 37").refused
    assert isinstance(random_chart(1).offense.fumble_recovered, frozenset)
    assert tuple(random_chart(1).offense.columns) == col.OFFENSE


def test_r3_3_six_formations_of_five_rows_and_nine_plays() -> None:
    defense = random_chart(1).defense
    assert (len(defense), {len(plays) for plays in defense.values()}) == (6, {9})
    assert {len(column.cells) for plays in defense.values() for column in plays.values()} == {5}


def test_r3_4_special_teams_columns_and_the_pat_colouring() -> None:
    special = random_chart(1).special_teams
    assert tuple(special.columns) == col.SPECIAL_TEAMS
    missed = situation("PAT", [("special.PAT", "no good", 25)])
    assert missed.happened("pat")[0].detail == "no good"


def test_r3_5_four_coverage_columns_of_five_cells() -> None:
    coverage = random_chart(1).special_teams.coverage
    assert tuple(coverage) == col.COVERAGE
    assert {len(column.cells) for column in coverage.values()} == {5}


def test_r3_6_a_supplement_column_never_holds_both_symbols() -> None:
    marks = random_chart(1).supplement
    assert marks is not None
    assert marks.sack_rate is not None and marks.sack_rate.marks.result in ("", "SCK", "QR")
    assert marks.fumble_recovery.result in ("", "G", "NG")
    assert set(marks.penalty_influence) == set(col.PENALTY_INFLUENCE)


def test_r3_7_supplement_scalars_reach_the_game() -> None:
    table = matchup(random_chart(1), random_chart(2, code="BBB"), random_generic(1), Options.advanced())
    sheet = table.home.supplement
    assert sheet is not None
    game = table.new_game()
    assert game.quotas[0] == [sheet.play_calls[play].quota for play in col.PLAYS]
    assert game.no_huddle[0] == sheet.no_huddle_quota


def test_r3_8_the_generic_charts_of_2017() -> None:
    generic = standard_generic(2017)
    assert generic.holding == frozenset({10, 11, *range(13, 34)})
    assert generic.between_downs_offense == frozenset(range(11, 34))
    assert generic.between_downs_defense == frozenset(range(11, 33))
    squib = generic.squib_kick_return
    assert squib is not None
    assert [str(squib[total]) for total in (19, 22, 29)] == ["DEF 15", "16", "OFF 10"]


def test_r3_9_mixed_seasons_use_each_teams_own_charts_and_the_home_teams_constants() -> None:
    old, new = random_chart(1, season=2009, code="OLD"), random_chart(2, season=2017, code="NEW")
    generic = {2009: random_generic(9), 2017: random_generic(17)}
    table = matchup(old, new, generic, Options.advanced())
    assert (table.constants.kickoff_line, table.constants.kickoff_touchback) == (30, 20)
    assert table.sheets[0].generic is generic[2009] and table.sheets[1].generic is generic[2017]
    assert table.new_game().has_big_play == [0, 1]
    assert matchup(new, old, generic).constants.kickoff_line == 35


def test_r3_10_the_usage_boxes_count_every_call() -> None:
    played = situation("6-SHORT", [("off", "5")], plays_called={"6-SHORT": 12})
    assert played.after.calls[0][col.PLAYS.index("6-SHORT")] == 13


def test_r4_1_the_parser_is_tolerant_and_writes_one_form() -> None:
    for text, form in (("+7", "7"), ("", "0"), ("Pl 14", "PI 14"), ("def5x", "DEF 5X"), ("off 12*", "OFF 12*")):
        assert str(parse(text)) == form


def test_r4_2_legal_places() -> None:
    from chartkit.systems.ddf.charts import legal_forms

    assert "B" in legal_forms("offense", "1-LINE PLUNGE") and "B" not in legal_forms("offense", "6-SHORT")
    assert "OFF 40" in legal_forms("special_teams", "KICKOFF")
    assert not any(form.startswith(("OFF", "DEF")) for form in legal_forms("defense", "6-SHORT"))


@pytest.mark.parametrize(
    ("change", "severity"),
    [
        ({"defense|A-STANDARD|6-SHORT|1": "OFF 10"}, "error"),
        ({"offense|columns|1-LINE PLUNGE|20": "INC"}, "error"),
        ({"offense|columns|1-LINE PLUNGE|20": None}, "error"),
        ({"supplement|home_field_advantage": 9}, "warning"),
    ],
)
def test_r4_3_the_validator_names_what_breaks_a_rule(change: dict[str, object], severity: str) -> None:
    assert severity in _codes(change)


def test_r4_4_the_star_survives_an_addition_and_not_an_override() -> None:
    added = combine(c.ADD, cell(parse("12*")), cell(parse("2")))
    forced = combine(c.DEF, cell(parse("12*")), cell(parse("(4)")))
    assert (added.yards, added.star, forced.yards, forced.star) == (14, True, 4, False)


def test_r5_1_scrimmage_returns_and_containment_are_combined_the_rest_stands_alone() -> None:
    assert where(situation("1-LINE PLUNGE", [("off", "5"), ("def", "(1)")])) == "NE 2-9 NE 38"
    returned = situation(
        "KICKOFF", [("special.KICKOFF", "60"), ("special.KICKOFF RETURN", "35"), ("coverage.KICK", "(16)")]
    )
    assert where(returned) == "PHI 1-10 PHI 21"
    contained = situation(
        "7-MEDIUM",
        [("off", "QT"), ("offense.QT", "9"), ("containment.QT", "(-2)")],
        options=("qt_containment",),
    )
    assert where(contained) == "NE 2-12 NE 35"


def test_r5_2_no_cell_is_hard_wired() -> None:
    data = json.loads((DATA / "priority_chart.json").read_text("utf-8"))
    data["rows"]["INC"][3] = "OFF"
    edited = rules_with({"priority_chart": data})
    table = matchup(random_chart(1), random_chart(2, code="BBB"), rules=edited)
    incomplete, forced = cell(parse("INC")), cell(parse("(9)"))
    assert look_up(table.new_game(), incomplete, forced) == c.OFF
    standard = matchup(random_chart(1), random_chart(2, code="BBB"))
    assert look_up(standard.new_game(), incomplete, forced) == c.DEF


@pytest.mark.parametrize(
    ("code", "offense", "defense", "kind", "yards"),
    [
        (c.ADD, "13", "4", Kind.YARDS, 17),
        (c.OFF, "TD", "4", Kind.TOUCHDOWN, 0),
        (c.DEF, "13", "(1)", Kind.YARDS, 1),
        (c.DEF, "13", "INT 9", Kind.INTERCEPTION, 9),
        (c.TD, "13", "(TD)", Kind.TOUCHDOWN, 0),
        (c.INC, "INT 12", "(TD)", Kind.INCOMPLETE, 0),
        (c.INT_MIN, "INT 45", "INT 38", Kind.INTERCEPTION, 38),
        (c.F_MAX, "F 2", "F 8", Kind.FUMBLE, 8),
        (c.F_MIN, "F 2", "(-3)", Kind.FUMBLE, -3),
        (c.F_DEFYD, "F 2", "(9)", Kind.FUMBLE, 9),
    ],
)
def test_r5_3_outcome_codes(code: int, offense: str, defense: str, kind: Kind, yards: int) -> None:
    result = combine(code, cell(parse(offense)), cell(parse(defense)))
    assert (KINDS[result.kind], result.yards) == (kind, yards)


#: R5.4 as printed: rows by offense, columns by defense.
TABLE = """
#       ADD ADD ADD DEF     DEF     TD   DEF  DEF     DEF   DEF
-#      ADD ADD ADD DEF     DEF     TD   DEF  DEF     DEF   DEF
NOGAIN  ADD ADD ADD DEF     DEF     TD   DEF  DEF     DEF   DEF
B       ADD ADD ADD DEF     DEF     TD   DEF  DEF     DEF   DEF
TD      OFF OFF OFF DEF     DEF     TD   DEF  DEF     DEF   DEF
QT      OFF OFF OFF DEF     DEF     TD   OFF  DEF     F_QT  DEF
INT     OFF OFF OFF INC     INT_MIN INC  OFF  INT_MIN OFF   OFF
F       OFF OFF OFF F_DEFYD F_MIN   F_EZ F_QT DEF     F_MAX OFF
INC     OFF OFF OFF DEF     DEF     TD   DEF  DEF     DEF   OFF
OFF     PEN PEN PEN PEN     PEN     PEN  PEN  PEN     PEN   PEN
DEF/PI  PEN PEN PEN PEN     PEN     PEN  PEN  PEN     PEN   PEN
OFF*    GRD GRD GRD GRD     GRD     GRD  GRD  GRD     GRD   GRD
"""


def test_r5_4_every_cell_of_the_chart() -> None:
    seen = 0
    for line in TABLE.strip().splitlines():
        row, *outcomes = line.split()
        for column, outcome in zip(c.COLUMN_NAMES, outcomes, strict=True):
            assert standard_priority().outcomes[row, column] is Outcome(outcome), (row, column)
            seen += 1
    assert seen == 120


@pytest.mark.parametrize(
    ("offense", "defense", "next_down"),
    [
        ("13", "4", "NE 1-10 PHI 46"),
        ("6", "(1)", "NE 2-9 NE 38"),
        ("INC", "(9)", "NE 2-1 NE 46"),
        ("TD", "(9)", "NE 2-1 NE 46"),
        ("20", "INC", "NE 2-10 NE 37"),
        ("INT 12", "(4)", "NE 2-10 NE 37"),
        ("QT", "(3)", "NE 2-7 NE 40"),
    ],
)
def test_r5_5_the_cells_that_the_examples_show(offense: str, defense: str, next_down: str) -> None:
    assert where(situation("7-MEDIUM", [("off", offense), ("def", defense)])) == next_down


def test_r5_6_the_json_form_is_read_back_as_the_same_chart() -> None:
    data = json.loads((DATA / "priority_chart.json").read_text("utf-8"))
    assert PriorityChart.from_json(data).outcomes == standard_priority().outcomes
    assert data["defense"] == list(c.COLUMN_NAMES) and list(data["rows"]) == list(c.ROW_NAMES)


@pytest.mark.parametrize(
    ("text", "row", "column"),
    [("7", "#", "#"), ("12*", "#", "#"), ("16!", "#", "#"), ("-2", "-#", "-#"), ("0", "NOGAIN", "NOIMPACT")],
)
def test_r5_7_yardage_classes(text: str, row: str, column: str) -> None:
    assert (offense_row(parse(text)), defense_column(parse(text))) == (row, column)
    assert defense_column(parse("(0)")) == "(#)"
    fair = situation("PUNT", [("special.PUNT", "40"), ("special.PUNT RETURN", "FC")], down=4)
    assert "coverage.PUNT" not in charts_rolled(fair)


def test_round_trip_keeps_the_generic_charts() -> None:
    from chartkit.systems.ddf.charts import generic_to_json

    generic = random_generic(3)
    assert generic_from_json(generic_to_json(generic)) == generic
    assert replace(team_from_json(team_to_json(random_chart(4))), source={}) == random_chart(4)
