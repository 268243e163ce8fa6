"""The columns of a play-by-play file in the nflverse format, and what an untouched cell holds."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

_TABLE = tomllib.loads((Path(__file__).parent / "data" / "columns.toml").read_text(encoding="utf-8"))

COLUMNS: Final[tuple[str, ...]] = tuple(_TABLE["order"])
ALWAYS_ZERO: Final[tuple[str, ...]] = tuple(_TABLE["always_zero"])
STATISTICS: Final[tuple[str, ...]] = tuple(_TABLE["statistics"])
SURVIVES_NO_PLAY: Final = frozenset(_TABLE["survives_no_play"])
