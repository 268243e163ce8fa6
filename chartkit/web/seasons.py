"""The season: its table after any week, played many times, any run with its box scores, what certifies it."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from chartkit.api import Season, one_season, roundtrip, season
from chartkit.api.seasons import real_games, standings
from chartkit.api.tables import table_to_json
from chartkit.errors import InputError
from chartkit.web.answers import Json, body, not_found, page
from chartkit.web.workbench import ALONE

_MOST_RUNS = 10_000
#: What certifies a season, as a page and on paper.
_PAGES = {"report.html": "text/html", "roundtrip.html": "text/html", "roundtrip.pdf": "application/pdf"}
_BOX = re.compile(r"(\d+)_(\d+)_(\w+)_(\w+)\.txt")


async def _page(_: Request) -> Response:
    return page("Season", "season", active="Season")


def _build(request: Request) -> Path:
    found: Path = request.app.state.library.build(request.path_params["build"])
    return found


async def _open(request: Request) -> Response:
    return Json(await run_sync(_opened, _build(request)))


def _opened(folder: Path) -> dict[str, Any]:
    found = Season.load(folder)
    games = real_games(found)
    return {
        "season": found.season,
        "game": found.game,
        "games": games,
        "standings": table_to_json(standings(found, games)),
        "pages": [name for name in _PAGES if (folder / name).is_file()],
    }


async def _standings(request: Request) -> Response:
    """The table after a week: of the real games, or of the games that a page brings."""
    data = await body(request)
    folder, week = _build(request), data.get("week")
    if not isinstance(week, int) or not 0 < week < 100:
        raise InputError("week must be a number.")
    return Json(await run_sync(_table_after, folder, week, data.get("run")))


def _table_after(folder: Path, week: int, games: Any) -> dict[str, Any]:
    found = Season.load(folder)
    played = real_games(found) if games is None else _games(games, set(found))
    return table_to_json(standings(found, played, week))


def _games(games: Any, teams: set[str]) -> list[dict[str, Any]]:
    """Results as a run has them."""
    numbers = ("week", "away_score", "home_score")
    if not isinstance(games, list) or not all(
        isinstance(each, dict)
        and all(type(each.get(name)) is int for name in numbers)
        and {each.get("away"), each.get("home")} <= teams
        for each in games
    ):
        raise InputError("these are no games of this season.")
    return games


def _runs(data: dict[str, Any], name: str, most: int) -> int:
    number = data.get(name)
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= most:
        raise InputError(f"{name} must be a number up to {most}.")
    return number


async def _play(request: Request) -> Response:
    """The season played many times, or put beside the real one."""
    data, folder = await body(request), _build(request)
    runs, certify = max(1, _runs(data, "runs", _MOST_RUNS)), bool(data.get("certify"))

    def work(tell: Any) -> dict[str, Any]:
        answer = (
            roundtrip(folder, n=max(2, runs), jobs=1, progress=tell)
            if certify
            else season(folder, runs, playoffs=True, jobs=1, progress=tell)
        )
        report = answer.report
        return {"tables": [table_to_json(each) for each in report.tables], "notes": report.notes}

    return Json(request.app.state.jobs.start(f"{folder.name}: {runs} seasons", work).to_json())


async def _one(request: Request) -> Response:
    """One run in full, with its box scores."""
    data, folder = await body(request), _build(request)
    run = _runs(data, "run", 1_000_000)

    def work(tell: Any) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as own:
            report = one_season(folder, run, playoffs=True, jobs=1, export=own, progress=tell).report
            boxes = {
                f"{int(named[2])} {named[3]} {named[4]}": file.read_text("utf-8")
                for file in sorted(Path(own).glob("box_scores/*.txt"))
                if (named := _BOX.fullmatch(file.name))
            }
        tables = [table_to_json(each) for each in report.tables]
        return {
            "tables": tables,
            "games": report.data["games"],
            "playoffs": report.data["playoffs"],
            "boxes": boxes,
        }

    return Json(request.app.state.jobs.start(f"{folder.name}: run {run}", work).to_json())


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
    Route(_ONE, _open),
    Route(f"{_ONE}/standings", _standings, methods=["POST"]),
    Route(f"{_ONE}/play", _play, methods=["POST"]),
    Route(f"{_ONE}/run", _one, methods=["POST"]),
]
