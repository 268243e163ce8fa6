"""The worked examples of the specification, played with scripted dice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chartkit.systems.ddf.engine.examples.judge import judge
from chartkit.systems.ddf.engine.examples.position import Example

FILE = Path(__file__).parents[3] / ".." / "shared" / "spec" / "ddf-examples.json"


def _examples() -> list[Any]:
    if not FILE.is_file():
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"{FILE} is not on this machine"))]
    return [pytest.param(example, id=example["id"]) for example in json.loads(FILE.read_text("utf-8"))["examples"]]


@pytest.mark.parametrize("example", _examples())
def test_worked_example(example: dict[str, Any]) -> None:
    verdict = judge(Example.from_json(example))
    assert verdict.passed, verdict.why
