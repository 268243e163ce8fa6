"""Every example of docs/api.md and the script of all steps run on the demo season."""

from __future__ import annotations

import re
import runpy
import shutil
from pathlib import Path

import matplotlib as mpl
import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "api.md"
SCRIPT = ROOT / "docs" / "examples" / "all_steps.py"


@pytest.fixture
def _here(demo_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder as `chartkit demo` makes it."""
    shutil.copytree(demo_home, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    mpl.use("Agg")


def _examples() -> list[str]:
    blocks = re.findall(r"(<!-- shown only.*?-->\n)?```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return [code for shown_only, code in blocks if not shown_only]


@pytest.mark.usefixtures("_here")
def test_the_examples_of_the_page_run() -> None:
    examples = _examples()
    assert len(examples) >= 12
    names: dict[str, object] = {}
    for code in examples:
        exec(compile(code, str(PAGE), "exec"), names)
    assert Path("BRK.pdf").is_file() and Path("proof/roundtrip.html").is_file() and Path("cards").is_dir()


@pytest.mark.usefixtures("_here")
def test_the_script_of_all_steps_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(SCRIPT), run_name="__main__")
    out = capsys.readouterr().out
    assert "reconciled: True" in out and "<Games: WND at BRK, 2031 charts, 500 games>" in out
    assert "<RoundTrip: 2031, played 20 times" in out and "DDF" in out
    assert Path("BRK.pdf").is_file() and Path("game.json").is_file()


def test_the_page_has_every_function() -> None:
    page = PAGE.read_text("utf-8")
    for name in ("load", "validate", "read_plays", "compile", "play", "simulate", "season", "roundtrip", "whatif"):
        assert f"ck.{name}(" in page, name
    assert "ck.print_cards(" in page
