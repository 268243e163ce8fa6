import json
import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from typer.testing import CliRunner

from chartkit.cli.app import build_app


def test_doctor_says_what_is_installed_and_where() -> None:
    done = CliRunner().invoke(build_app(), ["doctor", "--json"])
    found = json.loads(done.stdout)
    assert done.exit_code == 0
    assert found["missing"] == found["lost"] == []
    assert "ddf: " in found["fast engine"]
    assert found["libraries"]["openpyxl"]["version"] == metadata.version("openpyxl")


def test_doctor_knows_every_library_that_chartkit_needs() -> None:
    found = json.loads(CliRunner().invoke(build_app(), ["doctor", "--json"]).stdout)["libraries"]
    settings = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    needed = {re.split(r"[^\w.-]", line)[0] for line in settings["project"]["dependencies"]}
    assert {name for name, about in found.items() if not about["optional"]} == needed


def test_doctor_names_what_is_missing_and_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = metadata.version

    def without_reportlab(name: str) -> str:
        if name == "reportlab":
            raise metadata.PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(metadata, "version", without_reportlab)
    done = CliRunner().invoke(build_app(), ["doctor"])
    assert done.exit_code == 1
    assert "missing: reportlab, needed for print. Install it with: pip install reportlab" in done.stderr
    assert "pip install 'chartkit[history]'" in done.stdout
