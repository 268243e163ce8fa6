"""`import chartkit` alone loads nothing heavy, and everything that it offers is there."""

from __future__ import annotations

import subprocess
import sys

import pytest

import chartkit as ck

HEAVY = ("numpy", "pandas", "pyarrow", "scipy", "numba", "matplotlib", "reportlab", "jinja2", "jsonschema", "rich")


def _in_a_new_python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_import_chartkit_loads_no_library() -> None:
    code = f"import sys, chartkit; print([name for name in {HEAVY} if name in sys.modules])"
    assert _in_a_new_python(code) == "[]"


def test_import_chartkit_loads_nothing_but_chartkit() -> None:
    code = (
        "import sys; before = set(sys.modules); import chartkit;"
        "print(sorted({name.partition('.')[0] for name in set(sys.modules) - before} - sys.stdlib_module_names))"
    )
    assert _in_a_new_python(code) == "['chartkit']"


def test_a_chart_is_read_without_data_frames(build: object) -> None:
    code = (
        f"import sys, chartkit; chart = chartkit.load('{build}/charts/BRK.json'); chart.offense['6-SHORT'][27];"
        "print([name for name in ('numpy', 'pandas', 'matplotlib', 'numba') if name in sys.modules])"
    )
    assert _in_a_new_python(code) == "[]"


def test_everything_offered_is_there_and_listed() -> None:
    for name in ck.__all__:
        assert getattr(ck, name) is not None
        assert name in dir(ck)
    wanted = {"load", "validate", "read_plays", "compile", "play", "simulate", "season", "roundtrip", "whatif"}
    assert wanted | {"print_cards"} <= set(ck.__all__)


def test_a_name_that_is_not_offered_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'compil'"):
        ck.compil  # noqa: B018


def test_the_functions_are_typed() -> None:
    for name in ck.__all__:
        value = getattr(ck, name)
        if callable(value) and not isinstance(value, type):
            assert "return" in value.__annotations__, name
