"""The workbench: a season's charts with their findings, a chart edited cell by cell, the edits kept.

The page holds the changes, the server none: each request brings all of them. What is written is the edits file of
the team, in edits/SEASON, and nothing else.
"""

from __future__ import annotations

import secrets
from collections import Counter, OrderedDict
from functools import lru_cache
from pathlib import Path
from typing import Any

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from chartkit.api import Chart, Season, validate, whatif, workbench
from chartkit.api.tables import table_to_json
from chartkit.errors import ChartkitError, InputError
from chartkit.web.answers import Json, body, not_found, page, text_of
from chartkit.web.library import Library

#: No chart has so many cells.
_MOST_CHANGES = 2000
_MOST_RUNS = 2000
_MOST_PLAYS = 300
#: Pages that were made for a preview and can still be opened.
_MOST_PREVIEWS = 8
#: A page that stands alone may have styles of its own; it runs nothing and asks for nothing.
ALONE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox allow-popups"


async def _page(_: Request) -> Response:
    return page("Workbench", "workbench", active="Workbench")


async def _seasons(request: Request) -> Response:
    library: Library = request.app.state.library
    return Json([{"id": key} for key in library.builds()])


async def _teams(request: Request) -> Response:
    return Json(await run_sync(_checked, request.app.state.library, request.path_params["build"]))


def _checked(library: Library, build: str) -> dict[str, Any]:
    """Every team of a season with the number of its findings."""
    folder = library.build(build)
    found = Counter((each.team, str(each.severity)) for each in validate(folder).findings)
    teams = []
    for code, path in library.charts(build).items():
        try:
            title = Chart.load(path).title
        except ChartkitError as wrong:
            title = f"{code}: {wrong}"
        counts = {severity: count for (team, severity), count in found.items() if team == code}
        teams.append({"code": code, "title": title, "findings": counts})
    return {"teams": teams}


def _chart(request: Request) -> Chart:
    names = request.path_params
    path = request.app.state.library.chart(names["build"], names["team"])
    return _loaded(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=32)
def _loaded(path: Path, _: int) -> Chart:
    """Read once, and again when the file has changed."""
    return Chart.load(path)


def _edits_folder(request: Request, chart: Chart) -> Path:
    home: Path = request.app.state.library.home
    return home / "edits" / str(chart.season)


async def _open(request: Request) -> Response:
    return Json(await run_sync(_opened, request))


def _opened(request: Request) -> dict[str, Any]:
    chart = _chart(request)
    return {
        "title": chart.title,
        "team": chart.team,
        "game": chart.game,
        "grids": workbench.grids(chart),
        "cells": workbench.cells(chart),
        "keeps_edits": workbench.keeps_edits(chart),
        "edits": [_edit(each) for each in workbench.hand_edits(chart, _edits_folder(request, chart))],
        "findings": [_finding(each) for each in workbench.try_changes(chart, {}).findings],
    }


def _edit(edit: Any) -> dict[str, Any]:
    return {
        "cell": edit.cell,
        "was": edit.was,
        "now": edit.now,
        "reason": edit.reason,
        "date": str(edit.date or ""),
    }


def _finding(found: Any) -> dict[str, Any]:
    return {
        "code": found.code,
        "severity": str(found.severity),
        "cell": found.dotted,
        "place": found.place,
        "text": found.sentence,
    }


def _changes(data: dict[str, Any]) -> dict[str, str]:
    """Place and text of every changed cell."""
    found = data.get("changes")
    if not isinstance(found, dict) or len(found) > _MOST_CHANGES:
        raise InputError(f"changes must be an object of at most {_MOST_CHANGES} cells.")
    return {place: text_of(found, place, most=40) for place in found}


async def _try(request: Request) -> Response:
    data = await body(request)
    changes, column = _changes(data), text_of(data, "column", "")
    return Json(await run_sync(_tried, _chart(request), changes, column))


def _tried(chart: Chart, changes: dict[str, str], column: str) -> dict[str, Any]:
    trial = workbench.try_changes(chart, changes, [column] if column else ())
    return {
        "findings": [_finding(each) for each in trial.findings],
        "figures": trial.figures,
        "sound": trial.chart is not None,
    }


async def _column(request: Request) -> Response:
    return Json(await run_sync(_column_of, request, request.path_params["column"]))


def _column_of(request: Request, column: str) -> dict[str, Any]:
    """The odds of a column as it was compiled, and the real season beside it."""
    chart, season = _chart(request), _season(request)
    try:
        odds = workbench.column_odds(chart, column).tables
    except InputError:
        # What is no column has no odds.
        odds = ()
    return {
        "odds": [table_to_json(each) for each in odds],
        "real": workbench.against_the_season(season, chart.team, column),
    }


def _season(request: Request) -> Season:
    folder: Path = request.app.state.library.build(request.path_params["build"])
    return _season_of(folder, folder.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _season_of(folder: Path, _: int) -> Season:
    """Its plays are read and classified once, and again when the season was compiled anew."""
    return Season.load(folder)


async def _plays(request: Request) -> Response:
    return Json(await run_sync(_plays_behind, request, request.path_params["column"]))


def _plays_behind(request: Request, column: str) -> dict[str, Any]:
    season = _season(request)
    defense = request.query_params.get("side") == "defense"
    found = season.plays.behind(column, team=request.path_params["team"], defense=defense, system=season.game)
    rows = found.head(_MOST_PLAYS).astype(object).where(found.notna(), "").astype(str)
    return {
        "title": f"{len(found)} plays behind {column}",
        "headings": [str(name).replace("_", " ") for name in found.columns],
        "rows": rows.values.tolist(),
        "left": [str(name).replace("_", " ") for name in found.columns],
        "under": [f"The first {_MOST_PLAYS} are shown."] if len(found) > _MOST_PLAYS else [],
    }


async def _save(request: Request) -> Response:
    data = await body(request)
    changes, reason = _changes(data), text_of(data, "reason", "", most=500)
    return Json(await run_sync(_saved, request, changes, reason))


def _saved(request: Request, changes: dict[str, str], reason: str) -> dict[str, Any]:
    chart = _chart(request)
    folder = _edits_folder(request, chart)
    file = workbench.keep_changes(chart, changes, reason=reason, folder=folder)
    home = request.app.state.library.home
    return {
        "file": file.relative_to(home).as_posix(),
        "edits": [_edit(each) for each in workbench.hand_edits(chart, folder)],
    }


async def _what_if(request: Request) -> Response:
    data = await body(request)
    changes, runs = _changes(data), data.get("runs", 100)
    if not isinstance(runs, int) or not 2 <= runs <= _MOST_RUNS:
        raise InputError(f"runs must be a number from 2 to {_MOST_RUNS}.")
    chart = _chart(request)
    trial = await run_sync(workbench.try_changes, chart, changes)
    if trial.chart is None or workbench.cells(trial.chart) == workbench.cells(chart):
        raise InputError("there is nothing to try: change a cell, and mend what is wrong.")
    folder, edited = request.app.state.library.build(request.path_params["build"]), trial.chart

    def work(tell: Any) -> dict[str, Any]:
        effect = whatif(folder, n=runs, charts=[edited], jobs=1, progress=tell)
        return {"tables": [table_to_json(each) for each in effect.report.tables], "notes": effect.report.notes}

    return Json(request.app.state.jobs.start(f"{chart.team}: what if", work).to_json())


async def _preview(request: Request) -> Response:
    """Make the cards with the changes; they are opened at an address of their own."""
    changes = _changes(await body(request))
    trial = await run_sync(workbench.try_changes, _chart(request), changes)
    if trial.chart is None:
        raise InputError("a chart that breaks the rules has no cards: mend what is wrong.")
    previews: OrderedDict[str, str] = request.app.state.previews
    key = secrets.token_urlsafe(8)
    previews[key] = await run_sync(workbench.card_page, trial.chart)
    while len(previews) > _MOST_PREVIEWS:
        previews.popitem(last=False)
    return Json({"path": f"/preview/{key}"})


async def _previewed(request: Request) -> Response:
    found = request.app.state.previews.get(request.path_params["key"])
    if found is None:
        raise not_found("This preview")
    return HTMLResponse(found, headers={"content-security-policy": ALONE})


_TEAM = "/api/workbench/{build}/{team}"
ROUTES: list[BaseRoute] = [
    Route("/workbench", _page),
    Route("/preview/{key}", _previewed),
    Route("/api/workbench", _seasons),
    Route("/api/workbench/{build}", _teams),
    Route(_TEAM, _open),
    Route(f"{_TEAM}/try", _try, methods=["POST"]),
    Route(f"{_TEAM}/save", _save, methods=["POST"]),
    Route(f"{_TEAM}/whatif", _what_if, methods=["POST"]),
    Route(f"{_TEAM}/preview", _preview, methods=["POST"]),
    Route(f"{_TEAM}/column/{{column}}", _column),
    Route(f"{_TEAM}/plays/{{column}}", _plays),
]
