"""The table of chances to win as a file: one for a build, and the one that ships with chartkit."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from chartkit.errors import InputError
from chartkit.files import write_text
from chartkit.systems.ddf.coaches.mind import CERTAIN, FAR_TO_GO, MOST_CHANCES
from chartkit.systems.ddf.data import FOLDER

FORMAT = "chartkit/chances@1"
#: The name of the file in a build, and beside the other data of the game.
CHANCES_FILE = "chances.json"


@dataclass(frozen=True, eq=False)
class ChanceTable:
    """What `winning` looks up, in parts of `CERTAIN`."""

    season: int
    #: The flat table of `winning`.
    values: Sequence[int]
    #: By yards to go: one play gains them; by down and yards to go: the series does.
    play: tuple[int, ...]
    series: tuple[tuple[int, ...], ...]
    two_points: int

    @property
    def fields(self) -> Mapping[str, Any]:
        """The fields of `Mind`."""
        return {
            "chances": self.values,
            "chance_play": self.play,
            "chance_series": self.series,
            "chance_two_points": self.two_points,
        }

    @property
    def checksum(self) -> str:
        """What tells two tables apart."""
        return f"{zlib.crc32(array('h', self.values).tobytes()):08x}"

    def save(self, path: Path) -> None:
        """Write the file."""
        packed = base64.b64encode(zlib.compress(array("h", self.values).tobytes(), 9)).decode("ascii")
        data = {
            "format": FORMAT,
            "season": self.season,
            "play": self.play,
            "series": self.series,
            "two_points": self.two_points,
            "values": packed,
        }
        write_text(path, json.dumps(data, indent=1) + "\n")


def load_chances(path: Path) -> ChanceTable:
    """Read a file."""
    try:
        data = json.loads(path.read_text("utf-8"))
        if data["format"] != FORMAT:
            raise ValueError(f"its format is {data['format']!r}")
        values = array("h")
        values.frombytes(zlib.decompress(base64.b64decode(data["values"])))
        play = tuple(map(int, data["play"]))
        series = tuple(tuple(map(int, row)) for row in data["series"])
        if len(values) != MOST_CHANCES or [len(play), *map(len, series)] != [FAR_TO_GO + 1] * 5:
            raise ValueError("it has the wrong size")
        if not all(min(row) >= 0 and max(row) <= CERTAIN for row in (values, play, *series)):
            raise ValueError("it has a chance below 0 or above 1")
        return ChanceTable(int(data["season"]), values, play, series, int(data["two_points"]))
    except (KeyError, TypeError, ValueError, OSError, zlib.error, binascii.Error) as mistake:
        raise InputError(
            f"the table of chances to win cannot be used: {mistake}.",
            where=str(path),
            remedy="Make it again with `chartkit chances`, or remove the file.",
        ) from mistake


@cache
def shipped_chances() -> ChanceTable:
    """The table of the demo league, for games of teams without a build of their own."""
    return load_chances(FOLDER / CHANCES_FILE)


def chances_of(build: Path | None) -> ChanceTable:
    """The table of a build, else the shipped one."""
    path = None if build is None else build / CHANCES_FILE
    return load_chances(path) if path and path.is_file() else shipped_chances()
