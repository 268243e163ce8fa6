"""Spoiled files of builds, leagues and runs: whatever is done to one, the folder is read or refused, and soon.

More cases: pytest tests/hostile/test_fuzz_builds.py --fuzz 10000
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from support.charts import random_chart
from support.leagues import small_league, write_build
from support.spoil import Spoil, spoil_bytes, spoil_cells, spoil_json, try_spoiled

from chartkit.findings import Severity
from chartkit.league import read_made, read_roundtrip
from chartkit.league.job import Chunk, Job
from chartkit.league.league import load_season_league, read_schedule
from chartkit.league.runner import GAMES, TEAMS, Store, run
from chartkit.plays import table
from chartkit.plays.reading import load_season
from chartkit.plays.schedule import read_teams
from chartkit.resources import raw_pbp
from chartkit.systems.ddf.cards.job import Charts, load_layout
from chartkit.systems.ddf.cards.printer import certificate, summary
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.simulation import DdfSimulation
from chartkit.systems.ddf.validate import check_path
from chartkit.systems.ddf.workbook.export import real_figures

SCHEDULE = "week,away,home,away_score,home_score\n1,AAA,BBB,10,7\n1,CCC,DDD,,\n2,BBB,CCC,0,0\n2,DDD,AAA,3,41\n"
JOB = Job(small_league(), Options.basic(), engine="table")


def _build(file: Path) -> None:
    """What the check finds sound is played."""
    build = file.parent.parent if file.parent.name == "charts" else file.parent
    wrong = [each for each in check_path(build).findings if each.severity is not Severity.WARNING]
    load_season_league(DdfSimulation(), build)
    assert not wrong, f"the league is loaded in spite of {wrong[0]}"


def _league(file: Path) -> None:
    Job(load_season_league(DdfSimulation(), file.parent, league=file), Options.basic()).sides.tolist()


def _schedule(file: Path) -> None:
    league = load_season_league(DdfSimulation(), file.parent, schedule=file)
    assert league.schedule == read_schedule(file)
    Job(league, Options.basic()).sides.tolist()


@cache
def _charts() -> Charts:
    return Charts((random_chart(0),), None)


def _report(file: Path) -> None:
    """What the book prints of it and what a workbook holds of it."""
    summary(
        replace(_charts(), report=read_made(file, "compile-report", "compile")), load_layout("classic", "letter")
    )
    real_figures(file.parent / "charts" / "AAA.json", "AAA")


def _certificate(file: Path) -> None:
    certificate(replace(_charts(), roundtrip=read_roundtrip(file.parent)), load_layout("classic", "letter"))


def _plays(file: Path) -> None:
    load_season(file)


def _runs(file: Path) -> None:
    for found in Store(file.parent.parent, JOB, resume=True).chunks():
        for field in ("scores", "totals", "allowed"):
            np.testing.assert_array_equal(getattr(found, field), getattr(_played(), field))


@cache
def _played() -> Chunk:
    [chunk] = run(JOB, 2)
    return chunk


def _job(file: Path) -> None:
    list(Store(file.parent, JOB, resume=True).chunks())


def _spoil_generic(chance: random.Random, data: bytes) -> bytes:
    season = json.loads(data)
    text = spoil_json(chance, json.dumps(season["generic"]).encode())
    return json.dumps(season | {"generic": 0}).encode().replace(b'"generic": 0', b'"generic": ' + text)


#: A file in its folder, how it is spoiled, how the folder is read, of how many cases one is tried.
KINDS: dict[str, tuple[str, Spoil, Callable[[Path], object], int]] = {
    "chart in a build": ("build/charts/AAA.json", spoil_json, _build, 4),
    "season of a build": ("build/season.json", spoil_json, _build, 4),
    "generic charts": ("build/season.json", _spoil_generic, _league, 1),
    "league": ("build/league.json", spoil_json, _league, 1),
    "schedule": ("build/schedule.csv", spoil_cells, _schedule, 1),
    "report": ("build/report.json", spoil_json, _report, 1),
    "certificate": ("build/roundtrip.json", spoil_json, _certificate, 2),
    "play table": ("build/plays.parquet", spoil_bytes, _plays, 1),
    "games of runs": ("runs/games/runs-00000000-00000001.parquet", spoil_bytes, _runs, 1),
    "teams of runs": ("runs/teams/runs-00000000-00000001.parquet", spoil_bytes, _runs, 1),
    "note of runs": ("runs/job.json", spoil_json, _job, 1),
    "teams file": ("league_teams.csv", spoil_cells, read_teams, 1),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Path:
    """A small build with everything that commands read from one, and some runs."""
    home = tmp_path_factory.mktemp("healthy")
    build = write_build(home / "build")
    shutil.copy(build / "season.json", build / "league.json")
    (build / "schedule.csv").write_text(SCHEDULE, "utf-8")
    demo = demo_home / "build" / "2031"
    shutil.copy(demo / "roundtrip.json", build)
    report = json.loads((demo / "report.json").read_text("utf-8"))
    for name in ("checks", "teams", "columns", "worst"):
        # Some rows speak for all, under the name of a team that is here.
        report[name] = [row | {"team": "AAA"} if "team" in row else row for row in report[name][:4]]
    (build / "report.json").write_text(json.dumps(report), "utf-8")
    plays = table.load(demo / "plays.parquet")
    table.save(plays[plays["game_id"] == plays["game_id"].iloc[0]], build / "plays.parquet")
    list(run(JOB, 2, folder=home / "runs"))
    for kind in (GAMES, TEAMS):
        assert [path.name for path in (home / "runs" / kind).iterdir()] == ["runs-00000000-00000001.parquet"]
    shutil.copy(raw_pbp("demo_2031_teams.csv"), home / "league_teams.csv")
    return home


@pytest.mark.parametrize("kind", KINDS)
def test_the_healthy_file_is_read(kind: str, folder: Path) -> None:
    name, _, read, _ = KINDS[kind]
    read(folder / name)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", KINDS)
def test_a_spoiled_file_is_read_or_refused(
    kind: str, folder: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    name, spoil, read, share = KINDS[kind]
    good = (folder / name).read_bytes()
    home = Path(shutil.copytree(folder / name.split("/")[0], tmp_path / "home")) if "/" in name else tmp_path
    path = home.joinpath(*Path(name).parts[1:]) if "/" in name else tmp_path / name
    try_spoiled(request, path, kind, share, lambda seed: spoil(random.Random(f"{kind} {seed}"), good), read)
