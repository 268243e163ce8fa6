"""The last net: what nobody expected is one clear line, with a file that holds the details."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import Run, runner
from typer.testing import CliRunner

from chartkit import systems
from chartkit.cli import app, console

pytestmark = pytest.mark.fails_unexpectedly
SECRET = "the ball is not round"


def _fail(*_: object, **__: object) -> str:
    raise ZeroDivisionError(SECRET)


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "chartkit"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    (tmp_path / "build").mkdir()
    monkeypatch.setattr(app, "front_page", _fail)
    return runner(monkeypatch, capsys, tmp_path)


def test_a_bug_is_one_clear_line_with_a_file_of_details(run: Run, state: Path, tmp_path: Path) -> None:
    code, out, err = run()
    assert (code, out) == (console.BUG, "") and console.BUG == 70
    [report] = state.glob("*.txt")
    assert err.startswith("error: this is a bug in chartkit, please report it: ZeroDivisionError: ")
    assert str(report) in err and err.count("\n") == 1 and "Traceback" not in err
    told = report.read_text("utf-8")
    for wanted in ("Traceback", SECRET, "chartkit 0.", "Python 3.", "typer ", str(tmp_path), "typed: chartkit"):
        assert wanted in told
    assert list((tmp_path / "build").iterdir()) == []


def test_debug_shows_the_traceback(run: Run, state: Path) -> None:
    code, _, err = run("--debug")
    assert code == console.BUG
    assert "Traceback" in err and SECRET in err
    assert "typed: chartkit --debug" in err


def test_where_no_state_folder_can_be_made_the_report_goes_elsewhere(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(console.tempfile, "tempdir", str(tmp_path))
    assert run()[0] == console.BUG
    assert len(list(tmp_path.glob("chartkit-bug-*.txt"))) == 1


def test_where_nothing_can_be_written_the_details_are_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(console.tempfile, "mkstemp", full)
    code, _, err = run()
    assert code == console.BUG
    assert "Traceback" in err and err.splitlines()[-1].startswith("error: this is a bug in chartkit")


def test_a_folder_that_is_gone_does_not_hide_the_failure(
    run: Run, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(systems, "names", _fail)
    gone = tmp_path / "gone"
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()
    assert run("systems")[0] == console.BUG
    [report] = state.glob("*.txt")
    assert "Traceback" in report.read_text("utf-8")


def test_a_program_of_its_own_falls_into_the_same_net(state: Path, tmp_path: Path) -> None:
    broken = "from chartkit.cli import app; app.front_page = None; app.main()"
    done = subprocess.run([sys.executable, "-c", broken], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout) == (console.BUG, "")
    assert "Traceback" not in done.stderr and len(list(state.glob("*.txt"))) == 1


GUARD = """
import subprocess, sys
from typer.testing import CliRunner
from chartkit.cli import app

def broken(*_, **__):
    raise ZeroDivisionError

def test_in_process(monkeypatch):
    monkeypatch.setattr(app, "front_page", broken)
    assert CliRunner().invoke(app.build_app(), []).exit_code == 1

def test_the_program():
    run = "from chartkit.cli import app; app.front_page = None; app.main()"
    assert subprocess.run([sys.executable, "-c", run], capture_output=True).returncode == 70

def test_wrong_use():
    assert CliRunner().invoke(app.build_app(), ["odds", "nowhere.json"]).exit_code == 1
"""


def test_the_suite_notices_a_command_that_falls_into_the_net(tmp_path: Path) -> None:
    tests = Path(__file__).parents[1]
    (tmp_path / "conftest.py").write_text((tests / "conftest.py").read_text("utf-8"), "utf-8")
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {tests}\n", "utf-8")
    (tmp_path / "test_guard.py").write_text(GUARD, "utf-8")
    pytest_ = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=line", "-n", "0"]
    done = subprocess.run([*pytest_, tmp_path], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert "1 failed, 2 passed, 1 error" in done.stdout
    assert "a command failed unexpectedly: ZeroDivisionError" in done.stdout


def test_what_a_user_can_mend_is_no_bug() -> None:
    done = CliRunner().invoke(app.build_app(), ["odds", "nowhere.json"])
    assert console.fail(done.exception or KeyError()) == console.WRONG_USE
