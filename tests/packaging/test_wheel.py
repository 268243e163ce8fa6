"""The wheel, installed into a clean environment and run from another folder, has everything it needs."""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def _run(*words: str | Path, folder: Path) -> str:
    done = subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True, check=False)
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
