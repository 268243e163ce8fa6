"""A report of a compile without its pictures: drawing them takes as long as all else of a small compile."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from chartkit.systems.ddf.charts import Squeeze
from chartkit.systems.ddf.compile import build


def _plain_page(report: Mapping[str, Any], squeeze: Sequence[Squeeze], fewest_plays: int) -> str:
    return json.dumps(report)


def draw_no_pictures(patch: pytest.MonkeyPatch) -> None:
    """Compiles write a report.html that only holds the figures."""
    patch.setattr(build, "page", _plain_page)
