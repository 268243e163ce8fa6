import json
from importlib import metadata

import pytest
from typer.testing import CliRunner

from chartkit.cli.app import build_app


def test_doctor_says_what_is_installed_and_where() -> None:
    done = CliRunner().invoke(build_app(), ["doctor", "--json"])
    found = json.loads(done.stdout)
    assert done.exit_code == 0
    assert found["missing"] == found["lost"] == []
    assert found["fast engine"].startswith("ddf: ")
    assert found["libraries"]["openpyxl"]["version"] == metadata.version("openpyxl")


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
