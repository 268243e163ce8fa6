"""Team files, statuses and the validator of teams and tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.rosters import EVEN, eagles

from chartkit.errors import InvalidChartError
from chartkit.files import dumps
from chartkit.findings import UnreadableError
from chartkit.football.teams import PlainSeason, Record, ScheduledGame, SeasonTeam
from chartkit.systems.coachs_call import GAME, validate
from chartkit.systems.coachs_call.tables import SHIPPED, standard_tables
from chartkit.systems.coachs_call.teams import (
    SEASON_FORMAT,
    Grades,
    statuses,
    team_checksum,
    team_from_json,
    team_to_json,
    team_to_text,
)


def checked(tmp_path: Path, data: Any) -> list[tuple[str, str]]:
    path = tmp_path / "PHI.json"
    path.write_text(json.dumps(data, indent=1))
    return [(each.code, each.place) for each in validate.check_path(path).findings if str(each.severity) == "error"]


def test_16_1_a_team_file_keeps_its_bytes(tmp_path: Path) -> None:
    text = team_to_text(eagles())
    path = tmp_path / "PHI.json"
    path.write_text(text)
    back = validate.load_team(path)
    assert team_to_text(back) == text
    assert back == eagles()
    assert team_checksum(back) == team_checksum(eagles(source={"plays": 3}))
    assert team_checksum(eagles(record=Record(12, 4))) != team_checksum(back)


def test_2_1_strength_status() -> None:
    assert statuses(Record(9, 7), Record(9, 7)) == ("even", "even")
    # The extra win of a home team with half of its games makes two of one.
    assert statuses(Record(9, 7), Record(8, 8)) == ("favorite", "underdog")
    assert statuses(Record(9, 7), Record(8, 8), neutral=True) == ("even", "even")
    assert statuses(Record(7, 9), Record(6, 10)) == ("even", "even")
    assert statuses(Record(4, 12), Record(8, 8)) == ("heavy_underdog", "heavy_favorite")
    # 17 games are scaled to 16: 17-0 against 13-4 is 3.8 wins, and the home team's one more.
    assert statuses(Record(13, 4), Record(17, 0)) == ("favorite", "underdog")[::-1]
    assert statuses(Record(17, 0), Record(13, 4)) == ("heavy_favorite", "heavy_underdog")
    assert statuses(Record(8, 7, 1), Record(8, 7, 1)) == ("even", "even")


def test_the_roster_of_a_status_is_the_nearest_that_the_team_has() -> None:
    weak = Grades(62, {**EVEN, "REC1": "C", "REC2": "C"})
    team = eagles(rosters={"even": Grades(66, EVEN), "underdog": weak})
    assert team.roster("even").grade("REC1") == "B"
    assert team.roster("heavy_underdog").grade("REC1") == "C"
    assert team.roster("heavy_favorite").points == 66
    assert team.roster("even").player("MOB") == "C.Wentz"
    assert team.roster("even").player("OL1") == "OL1"


def test_a_sound_team_has_no_errors(tmp_path: Path) -> None:
    assert checked(tmp_path, team_to_json(eagles())) == []


def test_over_budget_is_one_clear_message(tmp_path: Path) -> None:
    data = team_to_json(eagles())
    data["rosters"]["even"]["grades"]["QB"] = "A"
    path = tmp_path / "PHI.json"
    path.write_text(json.dumps(data, indent=1))
    (found,) = (each for each in validate.check_path(path).findings if str(each.severity) == "error")
    assert (found.code, found.place) == ("CC201", "even, grades")
    assert found.message == "the roster costs 68 points, 2 more than the 66 of a team that is even."
    assert found.line
    with pytest.raises(InvalidChartError, match="CC201"):
        validate.load_team(path)


def test_points_that_do_not_add_up_are_mended(tmp_path: Path) -> None:
    data = team_to_json(eagles())
    data["rosters"]["even"]["points"] = 65
    assert checked(tmp_path, data) == [("CC202", "even, points")]
    (change,) = validate.fix_path(tmp_path / "PHI.json")
    assert (change.old, change.new) == ("65", "66")
    assert validate.load_team(tmp_path / "PHI.json") == eagles()
    assert json.loads((tmp_path / "PHI.json.old").read_text()) == data


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("rosters", "even", "grades", "QB", "D"), "CK104"),
        (("rosters", "even", "grades", "RB9", "A"), "CK103"),
        (("rosters", "even", "receiving", ["RB3"]), "CC203"),
        (("rosters", "even", "receiving", ["QB"]), "CK104"),
        (("rosters", {}), "CK107"),
        (("season", "2017"), "CK101"),
        (("players", "QB", 7), "CK101"),
    ],
)
def test_what_is_wrong_with_a_team(tmp_path: Path, change: tuple[Any, ...], code: str) -> None:
    data = team_to_json(eagles())
    *steps, last, value = change
    here = data
    for step in steps:
        here = here[step]
    here[last] = value
    assert code in [found for found, _ in checked(tmp_path, data)]


def test_slots_that_are_missing(tmp_path: Path) -> None:
    data = team_to_json(eagles())
    del data["rosters"]["even"]["grades"]["REC4"]
    assert checked(tmp_path, data) == [("CK102", "even, grades, REC4 (receiver 4)")]


def test_warnings(tmp_path: Path) -> None:
    path = tmp_path / "PHI.json"
    path.write_text(team_to_text(eagles(players={"RB3": "T.Montgomery", "REC2": "T.Montgomery"})))
    assert [each.code for each in validate.check_path(path).findings] == ["CC301", "CC302"]


def test_the_shipped_tables_are_sound() -> None:
    assert not validate.check_path(SHIPPED).findings
    assert validate.load_tables(SHIPPED) == standard_tables()


def tables_with(tmp_path: Path, *steps: str | int, value: Any = None) -> list[tuple[str, str]]:
    """The findings of the shipped tables after one change; without a value the entry is taken out."""
    data = json.loads(SHIPPED.read_text("utf-8"))
    here = data
    for step in steps[:-1]:
        here = here[step]
    if value is None:
        del here[steps[-1]]
    else:
        here[steps[-1]] = value
    return checked(tmp_path, data)


def test_16_6_a_column_of_35_codes(tmp_path: Path) -> None:
    path = tmp_path / "PHI.json"
    assert tables_with(tmp_path, "action_table_1", "cells", "line_run", "34") == [
        ("CC210", "action table 1, line run")
    ]
    (found,) = validate.check_path(path).findings
    assert found.message == "35 of 36 codes: 34 missing."
    with pytest.raises(InvalidChartError, match="34 missing"):
        validate.load_tables(path)


def test_16_6_sums_grids_and_lists(tmp_path: Path) -> None:
    assert tables_with(tmp_path, "kicks", "cells", "punt", "7") == [("CC210", "kicks, punt")]
    assert tables_with(tmp_path, "penalties", "rows", 13) == [("CC212", "penalties, rows")]
    assert tables_with(tmp_path, "injury", "player_by_box", "B-c") == [("CC212", "injuries, by box")]
    assert ("CK107", "credit, sack_or_block, rows") in tables_with(tmp_path, "credit", "sack_or_block", "rows", 3)
    assert tables_with(tmp_path, "rare_plays", "favored_or_home_if_even", "55-56") == [
        ("CC210", "rare plays, favored list")
    ]
    entry = json.loads(SHIPPED.read_text("utf-8"))["rare_plays"]["favored_or_home_if_even"]["11"]
    assert tables_with(tmp_path, "rare_plays", "favored_or_home_if_even", "55", value=entry) == [
        ("CC211", "rare plays, favored list, roll 55")
    ]


def test_outcomes_of_a_column(tmp_path: Path) -> None:
    base = ("action_table_1", "cells", "line_run", "34", "base")
    assert tables_with(tmp_path, *base, value={"type": "incomplete"}) == [
        ("CC214", "action table 1, line run, roll 34, base, type")
    ]
    assert tables_with(tmp_path, *base, value={"type": "gain"}) == [
        ("CC213", "action table 1, line run, roll 34, base")
    ]


def test_files_that_are_something_else(tmp_path: Path) -> None:
    path = tmp_path / "PHI.json"
    path.write_text('{"format": "chartkit/team-chart@1"}')
    assert [each.code for each in validate.check_path(path).findings] == ["CK009"]
    with pytest.raises(UnreadableError):
        validate.load_team(path)
    path.write_text("[1, 2")
    assert validate.check_path(path).exit_code() == 2
    assert validate.check_path(tmp_path / "empty").exit_code() == 2


def test_a_build_is_checked_as_a_whole(tmp_path: Path) -> None:
    charts = tmp_path / "charts"
    charts.mkdir()
    (charts / "PHI.json").write_text(team_to_text(eagles(season=2016)))
    (charts / "DAL.json").write_text(team_to_text(eagles()))
    places = [SeasonTeam(code, code, code, "", "") for code in ("PHI", "NYG")]
    game = ScheduledGame(1, "PHI", "NYG", None, None)
    (tmp_path / "season.json").write_text(
        dumps(PlainSeason(2017, tuple(places), (game,)).to_json(SEASON_FORMAT, GAME))
    )
    found = {each.code for each in validate.check_path(tmp_path).findings if str(each.severity) == "error"}
    assert found == {"CC280", "CC281", "CC282"}
    lost = ScheduledGame(2, "LON", "PHI", None, None)
    (tmp_path / "season.json").write_text(
        dumps(PlainSeason(2017, tuple(places), (game, lost)).to_json(SEASON_FORMAT, GAME))
    )
    (finding,) = validate.check_path(tmp_path / "season.json").findings
    assert (finding.code, finding.place) == ("CC284", "schedule, game 2, home")


def test_team_from_json_reads_what_is_written() -> None:
    assert team_from_json(team_to_json(eagles())) == eagles()
