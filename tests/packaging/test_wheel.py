"""The wheel, installed into a clean environment and run from another folder, has everything it needs."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def _run(*words: str | Path, folder: Path) -> str:
    # A path that whoever runs the tests has set would lead to the sources.
    known = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    line = [str(word) for word in words]
    done = subprocess.run(line, cwd=folder, env=known, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new environment that has the wheel; libraries are borrowed from this one."""
    folder = tmp_path_factory.mktemp("wheel")
    _run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, folder=ROOT)
    environment = folder / "venv"
    venv.create(environment, with_pip=True)
    site = next(environment.glob("lib/python*/site-packages"))
    python = environment / "bin" / "python"
    wheel = next(folder.glob("*.whl"))
    _run(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", wheel, folder=folder)
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return python.parent


def test_the_wheel_runs_from_another_folder(clean: Path, tmp_path: Path) -> None:
    place = _run(clean / "python", "-c", "import chartkit; print(chartkit.__file__)", folder=tmp_path)
    assert place.startswith(str(clean.parent))
    assert "wrote PHI.json" in _run(clean / "chartkit", "new", "PHI", folder=tmp_path)
    assert "nothing wrong" in _run(clean / "chartkit", "validate", "PHI.json", folder=tmp_path)
    assert "fumble" in _run(clean / "chartkit", "explain", "F -5", folder=tmp_path)


def test_schemas_and_templates_travel_inside(clean: Path, tmp_path: Path) -> None:
    script = "from chartkit import resources as r; print(r.schema('team-chart')); print(r.template('README.md'))"
    found = [Path(line) for line in _run(clean / "python", "-c", script, folder=tmp_path).splitlines()]
    assert all(path.is_file() and path.is_relative_to(clean.parent) for path in found)
    inside = {path.name for path in found[0].parent.iterdir()}
    assert inside >= {path.name for path in (ROOT / "schemas").iterdir()}


def test_the_demo_season_travels_inside(clean: Path, tmp_path: Path) -> None:
    script = "from chartkit import resources as r; print(r.raw_pbp('demo_2031.csv.gz'))"
    place = Path(_run(clean / "python", "-c", script, folder=tmp_path).strip())
    assert place.is_relative_to(clean.parent)
    assert "56 of 56 games" in _run(clean / "chartkit", "ingest", place, "--check", folder=tmp_path)


def test_the_wheel_holds_what_runs_and_nothing_else(clean: Path) -> None:
    [wheel] = clean.parents[1].glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"chartkit"}
    assert not [name for name in names if "/docs/" in name or "/tests/" in name or "__pycache__" in name]
    season = {"README.md", "demo_2031.csv.gz", "demo_2031_teams.csv"}
    assert {name.rpartition("/")[2] for name in names if "/raw_pbp/" in name} == season
    for folder in ("schemas", "templates"):
        kept = {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file()}
        assert {f"chartkit/{name}" for name in kept} <= set(names)


def test_the_pages_travel_inside(clean: Path, tmp_path: Path) -> None:
    [wheel] = clean.parents[1].glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("static", "pages"):
        kept = {path.relative_to(ROOT).as_posix() for path in (ROOT / "chartkit" / "web" / folder).iterdir()}
        assert kept and kept <= names
    script = "from chartkit.web.handlers import page; print(page('Games', 'games').status_code)"
    assert _run(clean / "python", "-c", script, folder=tmp_path).strip() == "200"


def test_the_sdist_holds_what_is_needed_to_build_and_test(tmp_path: Path) -> None:
    _run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, folder=ROOT)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "Makefile", "mkdocs.yml"}
    wanted |= {"raw_pbp/demo_2031.csv.gz", "schemas/team-chart.schema.json", "templates/ddf-cards.toml"}
    wanted |= {"docs/index.md", "tests/conftest.py", "chartkit/py.typed"}
    assert wanted <= names
    # Real seasons that someone fetched stay at home.
    assert {name for name in names if name.startswith("raw_pbp/play_by_play")} == set()
