"""Commands that are killed at any moment, disks without room, two writers: what is there is whole, or as it was."""

from __future__ import annotations

import json
import random
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.killing import killed_at, moments, with_room_for
from support.leagues import write_build
from support.reports import draw_no_pictures
from typer.testing import CliRunner

from chartkit import builds
from chartkit.cli.app import build_app
from chartkit.systems.ddf import compile as compile_
from chartkit.systems.ddf.compile import compile_season
from chartkit.systems.ddf.gameday.opening import DdfReferee

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork and no SIGKILL")
#: Answers of somebody who calls anything; what is not understood is asked again.
TYPED = "6\na\n\n1\nb\n3\nc\npunt\n" * 12


def contents(folder: Path) -> dict[str, bytes]:
    """Every file that counts; a temporary one that a killed command left behind does not."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    }


def at_random(total: int, number: int) -> list[int]:
    """Moments from all parts of the work: one of each stretch."""
    chance = random.Random(number)
    return [chance.randint(total * place // number + 1, total * (place + 1) // number) for place in range(number)]


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small build and its cards in build/2017, as a person works in it."""
    home = tmp_path_factory.mktemp("league")
    write_build(home / "build" / "2017")
    return home


@pytest.fixture(scope="module", autouse=True)
def loaded(league: Path) -> None:
    """Commands that run once here have loaded their libraries for all that are killed."""
    build, seen = str(league / "build" / "2017"), str(league.parent / "seen")
    for words in (
        ["print", build, "--team", "AAA", "--out", f"{seen}.pdf"],
        ["export-xlsx", build, "--team", "AAA", "--out", f"{seen}.xlsx"],
        ["season", "2017", "--build", build, "-n", "1", "--engine", "table", "--jobs", "1"],
    ):
        done = CliRunner().invoke(build_app(), words)
        assert done.exit_code == 0, done.output


@pytest.fixture
def home(league: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(league, tmp_path / "home"))


@pytest.fixture(scope="module")
def compiled(
    small_build: Path, two_teams: Path, quick_settings: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Path, list[str]]]:
    """A folder with a compiled build and a file of somebody's own in it, and the words that compile it.

    Charts are fitted once for each layout: what is killed is the reading of the plays and the writing of the build.
    """
    home = tmp_path_factory.mktemp("compiled")
    shutil.copytree(small_build, home / "build" / "2031")
    words = ["compile", "2031", "--source", str(two_teams), "--settings", str(quick_settings), "--jobs", "1"]
    fitted: dict[str, Any] = {}

    def remembered(plays: Any, settings: Any, options: Any, progress: Any) -> Any:
        if options.layout not in fitted:
            fitted[options.layout] = compile_season(plays, settings, options, progress)
        return fitted[options.layout]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compile_, "compile_season", remembered)
        draw_no_pictures(patch)
        for layout in ("sorted", "classic"):
            made = [*words, "--layout", layout, "--out", str(home / "build" / "2031")]
            done = CliRunner().invoke(build_app(), made)
            assert done.exit_code == 0, done.output
        (home / "build" / "2031" / "charts" / "notes.txt").write_text("mine", "utf-8")
        yield home, words


@pytest.fixture
def compiling(compiled: tuple[Path, list[str]], tmp_path: Path) -> tuple[Path, list[str]]:
    """A folder with a compiled build, and the words that compile it otherwise."""
    return Path(shutil.copytree(compiled[0], tmp_path / "home")), [*compiled[1], "--layout", "sorted"]


def test_a_killed_compile_leaves_the_old_build_or_the_new_one(
    compiling: tuple[Path, list[str]], kills: int
) -> None:
    home, words = compiling
    build = home / "build" / "2031"
    old = contents(build)
    shutil.copytree(home, home.parent / "kept")
    total = moments(home, words)
    new = contents(build)
    assert set(old) == set(new)
    assert old != new
    shutil.copytree(home.parent / "kept", home, dirs_exist_ok=True)
    seen = []
    # The last stretch is where files move; the first is work that a build does not notice.
    for moment in [*at_random(total, kills), total - 2, total - 5]:
        assert killed_at(home, words, moment)
        with builds.opened(build):
            found = contents(build)
        assert found in (old, new), f"killed at {moment} of {total}: the build is a mixture"
        seen.append(found == new)
        shutil.copytree(home.parent / "kept", home, dirs_exist_ok=True)
    assert {True, False} == set(seen)
    moments(home, words)
    assert contents(build) == new


@pytest.mark.parametrize(
    "words",
    [
        ["print", "build/2017", "--team", "AAA", "--team", "BBB", "--out", "out"],
        ["export-xlsx", "build/2017", "--out", "out"],
    ],
    ids=["print", "export"],
)
def test_a_killed_print_leaves_whole_files(home: Path, words: list[str], kills: int) -> None:
    before = contents(home)
    total = moments(home, words)
    new = contents(home)
    for moment in at_random(total, kills):
        shutil.rmtree(home)
        for name, data in before.items():
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).write_bytes(data)
        assert killed_at(home, words, moment)
        assert contents(home).items() <= new.items(), f"killed at {moment} of {total}"


def test_a_killed_season_goes_on_where_it_was(home: Path, kills: int) -> None:
    words = ["season", "2017", "-n", "5", "--engine", "table", "--jobs", "1", "--out", "runs"]
    total = moments(home, words)
    whole = contents(home / "runs")
    for moment in at_random(total, kills):
        shutil.rmtree(home / "runs")
        assert killed_at(home, words, moment)
        kept = contents(home / "runs")
        assert kept.items() <= whole.items(), f"killed at {moment} of {total}"
        moments(home, [*words, "--resume"])
        assert contents(home / "runs") == whole


def test_a_killed_game_keeps_its_plays(home: Path, kills: int) -> None:
    words = ["game", "AAA", "BBB", "--coach", "human", "--coach", "solitaire", "--seed", "4", "--log", "game.json"]
    total = moments(home, words, TYPED)
    whole = DdfReferee().recorded_game(home / "game.json")
    lengths = []
    for moment in at_random(total, kills):
        (home / "game.json").unlink(missing_ok=True)
        assert killed_at(home, words, moment, TYPED)
        if not (home / "game.json").exists():
            lengths.append(0)
            continue
        kept = DdfReferee().recorded_game(home / "game.json")
        assert kept.events == whole.events[: len(kept.events)]
        lengths.append(len(kept.events))
        moments(home, [*words, "--resume"], "6\nquit\n")
        assert DdfReferee().recorded_game(home / "game.json").events[: len(kept.events)] == kept.events
    assert lengths == sorted(lengths)
    assert lengths[-1] > 0, "the game is saved while it is played"


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (["print", "build/2017", "--team", "AAA", "--out", "cards.pdf"], ""),
        (["export-xlsx", "build/2017", "--out", "out"], ""),
        (["season", "2017", "-n", "2", "--engine", "table", "--jobs", "1", "--out", "runs"], ""),
        (["season", "2017", "--run", "0", "--engine", "table", "--jobs", "1", "--export", "out"], ""),
        (["game", "AAA", "BBB", "--seed", "4", "--log", "game.json"], ""),
        (["game", "AAA", "BBB", "--seed", "4", "--export", "game.csv"], ""),
        (["validate", "build/2017", "--sarif", "found.sarif"], ""),
    ],
    ids=lambda words: " ".join(words[:1] + words[-2:-1]) if words else "",
)
def test_a_disk_without_room_is_told_and_nothing_is_half_written(home: Path, words: list[str], typed: str) -> None:
    before = contents(home)
    code, said = with_room_for(900, home, words, typed)
    assert code == 2, said
    assert "Traceback" not in said
    assert "the system allows no file of that size" in said
    after = contents(home)
    assert before.items() <= after.items()
    assert all(len(data) < 900 for name, data in after.items() if name not in before)
    assert not list(home.rglob("*.part")), "what was begun is taken away"


def test_a_compile_without_room_leaves_the_old_build(compiling: tuple[Path, list[str]]) -> None:
    home, words = compiling
    before = contents(home)
    code, said = with_room_for(20_000, home, words)
    assert (code, contents(home)) == (2, before), said
    assert "the system allows no file of that size" in said


def test_two_compiles_into_one_folder_exclude_each_other(compiling: tuple[Path, list[str]]) -> None:
    home, words = compiling
    before = contents(home)
    with builds.sole_writer(home / "build" / "2031"):
        code, said = with_room_for(1 << 30, home, words)
    assert (code, contents(home)) == (2, before), said
    assert "another chartkit is writing into this folder" in said


def test_two_seasons_into_one_folder_exclude_each_other(home: Path) -> None:
    words = ["season", "2017", "-n", "2", "--engine", "table", "--jobs", "1", "--json", "--out", "runs"]
    with builds.sole_writer(home / "runs"):
        code, said = with_room_for(1 << 30, home, words)
    assert code == 2, said
    assert "another chartkit is writing into this folder" in said
    code, said = with_room_for(1 << 30, home, words)
    assert json.loads(said[: said.rindex("}") + 1])["runs"] == 2
