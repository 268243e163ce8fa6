"""The demo season and, where they are, real seasons: players, grades, tables, and a build that is sound."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from chartkit import resources
from chartkit.errors import InputError
from chartkit.plays import SeasonPlays, read
from chartkit.systems.base import CompileOrder
from chartkit.systems.coachs_call import tables as odds
from chartkit.systems.coachs_call.compiler import CallCompiler, Compilation, compile_season, write_build
from chartkit.systems.coachs_call.grades import columns_of
from chartkit.systems.coachs_call.tables import COMBINED_COLUMNS, STATUSES, standard_tables
from chartkit.systems.coachs_call.validate import build_tables, check_path, load_season, load_team, validate_tables

SHARED = Path(__file__).parents[2].parent / "shared" / "data" / "pbp"


def silent(stage: str, done: int, total: int) -> None:
    """No progress."""


@pytest.fixture(scope="module")
def demo_plays() -> SeasonPlays:
    (found,) = read([resources.raw_pbp("demo_2031.csv.gz")])
    return found


@pytest.fixture(scope="module")
def demo(demo_plays: SeasonPlays) -> Compilation:
    return compile_season(demo_plays, silent, refitted=True)


def test_every_team_has_a_roster_of_every_status(demo: Compilation) -> None:
    budgets = standard_tables().budgets
    assert len(demo.teams) == 8
    for team in demo.teams.values():
        assert {status: own.points for status, own in team.rosters.items()} == dict(budgets)
        assert tuple(team.rosters) == STATUSES


def test_names_come_from_the_plays(demo: Compilation, demo_plays: SeasonPlays) -> None:
    plays = demo_plays.plays
    team = demo.teams["BRK"]
    own = plays[plays["posteam"].eq("BRK") & plays["season_type"].eq("REG")]
    assert team.players["QB"] == own["passer_player_name"].mode()[0]
    assert team.players["K"] in set(own["kicker_player_name"])
    assert len({team.players[slot] for slot in ("RB1", "RB2", "RB3", "REC1", "REC2", "REC3", "REC4")}) == 7
    assert {f"DB{rank}" for rank in range(1, 5)} <= set(team.players)
    assert "OL1" not in team.players


def test_the_record_is_that_of_the_schedule(demo: Compilation) -> None:
    games = sum(team.record.won + team.record.lost + team.record.tied for team in demo.teams.values())
    assert games == 2 * len(demo.season.schedule)
    assert sum(team.record.won for team in demo.teams.values()) == sum(
        team.record.lost for team in demo.teams.values()
    )


def test_better_players_have_better_grades(demo: Compilation) -> None:
    """Of two men of the same slot the one far ahead in the league never has the worse grade at the same budget."""
    for slot in ("QB", "DEF", "RB1", "REC1"):
        ranked = sorted(demo.teams.values(), key=lambda team: team.source["rates"][slot][2])
        assert ranked[0].rosters["even"].grades[slot] >= ranked[-1].rosters["even"].grades[slot]


def test_the_build_is_sound_and_the_same_every_time(demo: Compilation, tmp_path: Path) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    for folder in (first, second):
        write_build(demo, folder, ())
    assert check_path(first).exit_code(strict=True) == 0
    names = sorted(path.relative_to(first) for path in first.rglob("*") if path.is_file())
    assert all((first / name).read_bytes() == (second / name).read_bytes() for name in names)
    manifest = json.loads((first / "manifest.json").read_text())
    assert manifest["game"] == "coachs-call"
    assert {entry["name"] for entry in manifest["files"]} == {name.as_posix() for name in names} - {"manifest.json"}
    assert load_season(first / "season.json") == demo.season
    assert load_team(first / "charts" / "BRK.json") == demo.teams["BRK"]
    assert build_tables(first).title == "Fitted to the plays of 2031"


def test_tables_of_an_earlier_compile_are_taken_away(
    demo: Compilation, demo_plays: SeasonPlays, tmp_path: Path
) -> None:
    write_build(demo, tmp_path, ())
    order = CompileOrder(out=tmp_path, teams=("BRK",))
    done = CallCompiler().compile(demo_plays, order, silent)
    assert not (tmp_path / "tables.json").exists()
    assert done.findings == {"unreadable": 0, "error": 0, "warning": 0}
    assert build_tables(tmp_path) is standard_tables()


def test_a_roster_that_was_changed_by_hand_is_kept(demo_plays: SeasonPlays, tmp_path: Path) -> None:
    order = CompileOrder(out=tmp_path)
    assert CallCompiler().compile(demo_plays, order, silent).notes == ()
    file = tmp_path / "charts" / "BRK.json"
    changed = file.read_text().replace('"QB": "', '"QB": "Own ', 1)
    file.write_text(changed)
    (note,) = CallCompiler().compile(demo_plays, order, silent).notes
    assert "BRK.json was changed by hand" in note
    assert (tmp_path / "edited" / "BRK.json").read_text() == changed
    assert "Own " not in file.read_text()


def test_16_3_refitted_columns_are_the_leagues_quantiles(demo: Compilation, demo_plays: SeasonPlays) -> None:
    assert not validate_tables(demo.tables.data)
    plays = demo_plays.plays[demo_plays.plays["season_type"].eq("REG")]
    column = columns_of(plays)
    for name in COMBINED_COLUMNS[:2]:
        real = plays["yards_gained"][column.eq(name)].mean()
        assert odds.play_odds(demo.tables, name, {}).yards == pytest.approx(real, abs=0.6)
    short = odds.play_odds(demo.tables, "short_pass", {})
    assert short.completed == pytest.approx(plays["complete_pass"][column.eq("short_pass")].mean(), abs=0.05)
    # Beside the short pass the others are worth what they are worth on the printed tables.
    printed = {name: odds.play_odds(standard_tables(), name, {}).yards for name in COMBINED_COLUMNS[2:6]}
    for name in COMBINED_COLUMNS[3:6]:
        wanted = short.yards * printed[name] / printed["short_pass"]
        assert odds.play_odds(demo.tables, name, {}).yards == pytest.approx(wanted, abs=0.9)
    base = odds.play_odds(demo.tables, "line_run", {})
    assert odds.play_odds(demo.tables, "line_run", {"rusher": "A"}).yards >= base.yards
    assert odds.play_odds(demo.tables, "line_run", {"rusher": "C"}).yards <= base.yards


def test_what_cannot_be_compiled_is_told(demo_plays: SeasonPlays, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no team XXX"):
        CallCompiler().compile(demo_plays, CompileOrder(out=tmp_path, teams=("XXX",)), silent)
    kicks = demo_plays.plays[demo_plays.plays["play_type"].eq("kickoff")]
    with pytest.raises(InputError, match="no run and no pass"):
        compile_season(replace(demo_plays, plays=kicks), silent)


@pytest.mark.parametrize("season", [2017, 2023])
def test_real_seasons(season: int, tmp_path: Path, real_season: Callable[[int], SeasonPlays]) -> None:
    made = compile_season(real_season(season), silent)
    assert len(made.teams) == 32
    players = {2017: ("PHI", "C.Wentz"), 2023: ("BAL", "L.Jackson")}
    team, passer = players[season]
    assert made.teams[team].players["QB"] == passer
    likeness = {row["figure"]: row["correlation"] for row in made.report["figures"]}
    assert likeness["yards per throw or sack"] > 0.6
    assert likeness["yards allowed per play"] > 0.8
    write_build(made, tmp_path, ())
    assert check_path(tmp_path).exit_code() == 0


@pytest.fixture
def real_season() -> Callable[[int], SeasonPlays]:
    def load(season: int) -> SeasonPlays:
        path = SHARED / f"play_by_play_{season}.csv.gz"
        if not path.is_file():
            pytest.skip(f"no play-by-play of {season} here")
        (found,) = read([path])
        return found

    return load
