"""The season: its table after any week, played many times, any run with its box scores, what certifies it."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from chartkit.api.display import report_to_json, tables_to_json
from chartkit.api.many_games import one_season, roundtrip, season
from chartkit.api.seasons import Season, real_games, standings
from chartkit.errors import InputError
from chartkit.web.handlers import Data, get, not_found, number_of, page, post
from chartkit.web.workbench import ALONE

_MOST_RUNS = 10_000
#: The reports of a season that can be opened, and their media types.
_PAGES = {"report.html": "text/html", "roundtrip.html": "text/html", "roundtrip.pdf": "application/pdf"}
_BOX = re.compile(r"(\d+)_(\d+)_(\w+)_(\w+)\.txt")


async def _page(_: Request) -> Response:
    return page("Season", "season")


def _build(request: Request) -> Path:
    found: Path = request.app.state.library.build(request.path_params["build"])
    return found


def _open(request: Request, _: Data) -> dict[str, Any]:
    folder = _build(request)
    found = Season.load(folder)
    games = real_games(found)
    return {
        "season": found.season,
        "game": found.game,
        "games": games,
        "standings": tables_to_json([standings(found, games)])[0],
        "pages": [name for name in _PAGES if (folder / name).is_file()],
    }


def _standings(request: Request, data: Data) -> dict[str, Any]:
    """The table after a week: of the real games, or of the games of a run that a page brings."""
    found, week, games = Season.load(_build(request)), number_of(data, "week", 1, 99), data.get("run")
    played = real_games(found) if games is None else _games(games, set(found))
    return tables_to_json([standings(found, played, week)])[0]


def _games(games: Any, teams: set[str]) -> list[dict[str, Any]]:
    """Results as a run has them."""
    numbers = ("week", "away_score", "home_score")
    if not isinstance(games, list) or not all(
        isinstance(each, dict)
        and all(type(each.get(name)) is int for name in numbers)
        and {each.get("away"), each.get("home")} <= teams
        for each in games
    ):
        raise InputError("these are not games of this season.")
    return games


def _play(request: Request, data: Data) -> Any:
    """The season played many times, or compared with the real one."""
    folder, runs, certify = _build(request), max(1, number_of(data, "runs", 0, _MOST_RUNS)), data.get("certify")

    def work(tell: Any) -> dict[str, Any]:
        if certify:
            return report_to_json(roundtrip(folder, n=max(2, runs), jobs=1, progress=tell).report)
        return report_to_json(season(folder, runs, playoffs=True, jobs=1, progress=tell).report)

    return request.app.state.jobs.start(f"{folder.name}: {runs} seasons", work)


def _one(request: Request, data: Data) -> Any:
    """One run in full, with its box scores."""
    folder, run = _build(request), number_of(data, "run", 0, 1_000_000)

    def work(tell: Any) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as own:
            report = one_season(folder, run, playoffs=True, export=own, progress=tell).report
            boxes = {
                f"{int(named[2])} {named[3]} {named[4]}": file.read_text("utf-8")
                for file in sorted(Path(own).glob("box_scores/*.txt"))
                if (named := _BOX.fullmatch(file.name))
            }
        games = {name: report.data[name] for name in ("games", "playoffs")}
        return {"tables": tables_to_json(report.tables), **games, "boxes": boxes}

    return request.app.state.jobs.start(f"{folder.name}: run {run}", work)


async def _file(request: Request) -> Response:
    """A page that was made with the season, or its certificate."""
    name = request.path_params["name"]
    path = _build(request) / name
    if name not in _PAGES or not path.is_file():
        raise not_found("This page")
    policy = {"content-security-policy": ALONE} if name.endswith(".html") else {}
    return FileResponse(path, media_type=_PAGES[name], headers=policy)


_ONE = "/api/seasons/{build}"
ROUTES: list[BaseRoute] = [
    Route("/season", _page),
    Route("/season/{build}/{name}", _file),
    get(_ONE, _open),
    post(f"{_ONE}/standings", _standings),
    post(f"{_ONE}/play", _play),
    post(f"{_ONE}/run", _one),
]
