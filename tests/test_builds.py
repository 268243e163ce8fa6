"""A build is whole or old: one writer, files that come together, readers who see one state."""

from __future__ import annotations

import multiprocessing
import os
import signal
from pathlib import Path

import pytest

from chartkit import builds, files
from chartkit.errors import InputError

OLD, NEW = "old", "new"
NAMES = ("charts/AAA.json", "charts/BBB.json", "season.json", builds.MANIFEST)


def _write(folder: Path, text: str, names: tuple[str, ...] = NAMES) -> None:
    for name in names:
        files.write_text(folder / name, text)


def _texts(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def build(tmp_path: Path) -> Path:
    with builds.swapped(tmp_path / "2031") as new:
        _write(new, OLD)
    return tmp_path / "2031"


def test_new_files_come_together_and_other_files_stay(build: Path) -> None:
    (build / "charts" / "MINE.json").write_text("mine", "utf-8")
    (build / "notes.txt").write_text("mine", "utf-8")
    with builds.swapped(build) as new:
        _write(new, NEW)
        assert _texts(build)["season.json"] == OLD
    assert _texts(build) == {**dict.fromkeys(NAMES, NEW), "charts/MINE.json": "mine", "notes.txt": "mine"}


def test_a_file_that_the_new_build_has_no_more_goes_with_the_old_one(build: Path) -> None:
    (build / "tables.json").write_text("old", "utf-8")
    with builds.swapped(build, gone=["tables.json"]) as new:
        _write(new, NEW)
        assert _texts(build)["tables.json"] == "old"
    assert _texts(build) == dict.fromkeys(NAMES, NEW)


def test_a_failure_leaves_the_old_build(build: Path) -> None:
    with pytest.raises(ZeroDivisionError), builds.swapped(build) as new:
        _write(new, NEW, NAMES[:2])
        _ = 1 / 0
    assert _texts(build) == dict.fromkeys(NAMES, OLD)


def test_a_folder_in_the_way_is_told_before_anything_moves(build: Path) -> None:
    (build / "charts" / "CCC.json").mkdir()
    with pytest.raises(InputError, match="a folder of that name"), builds.swapped(build) as new:
        _write(new, NEW, (*NAMES, "charts/CCC.json"))
    assert _texts(build) == dict.fromkeys(NAMES, OLD)


@pytest.mark.parametrize("moved", range(len(NAMES) + 1))
def test_an_interrupted_move_is_finished_by_whoever_opens_the_build(
    build: Path, moved: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace, number = Path.replace, 0

    def dies(path: Path, target: Path) -> Path:
        nonlocal number
        if ".ready" in path.parts:
            number += 1
            if number > moved:
                raise KeyboardInterrupt
        return replace(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", dies)
        try:
            with builds.swapped(build) as new:
                _write(new, NEW)
        except KeyboardInterrupt:
            assert moved < len(NAMES)
    with builds.opened(build):
        assert _texts(build) == dict.fromkeys(NAMES, NEW)


def test_a_move_that_was_killed_at_its_very_end_is_finished(build: Path) -> None:
    (build / ".ready" / "charts").mkdir(parents=True)
    with builds.opened(build):
        assert _texts(build) == dict.fromkeys(NAMES, OLD)
    assert not (build / ".ready").exists()


def test_a_reader_is_told_that_the_build_was_replaced_under_him(build: Path) -> None:
    told = pytest.raises(InputError, match="compiled anew while it was read")
    with told, builds.opened(build), builds.swapped(build) as new:
        _write(new, NEW)


def test_a_second_writer_is_sent_away(build: Path) -> None:
    told = pytest.raises(builds.BusyError, match="another chartkit is writing into this folder")
    with builds.sole_writer(build), told, builds.sole_writer(build):
        pytest.fail("there are two writers")
    with builds.sole_writer(build):
        pass
    assert ".lock" not in _texts(build)


def _hold_for_ever(folder: Path, ready: str) -> None:
    with builds.sole_writer(folder):
        Path(ready).write_bytes(b"!")
        signal.pause()


def test_the_lock_of_a_killed_process_counts_for_nothing(build: Path, tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    os.mkfifo(ready)
    holder = multiprocessing.get_context("fork").Process(target=_hold_for_ever, args=(build, str(ready)))
    holder.start()
    try:
        assert ready.read_bytes() == b"!"
        with pytest.raises(builds.BusyError), builds.sole_writer(build):
            pass
    finally:
        holder.kill()
        holder.join()
    with builds.sole_writer(build):
        pass


def test_a_folder_into_which_nothing_was_written_is_not_left_behind(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), builds.sole_writer(tmp_path / "new"):
        _ = 1 / 0
    assert list(tmp_path.iterdir()) == []
