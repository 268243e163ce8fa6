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

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from chartkit.api import charts, seasons
from chartkit.api.charts import Chart
from chartkit.api.display import report_to_json, tables_to_json
from chartkit.api.many_games import whatif
from chartkit.api.seasons import Season, validate
from chartkit.errors import ChartkitError, InputError
from chartkit.web.handlers import Data, Library, get, not_found, number_of, page, post, text_of

#: More cells than any chart has.
_MOST_CHANGES = 2000
_MOST_RUNS = 2000
_MOST_PLAYS = 300
#: Pages that were made for a preview and can still be opened.
_MOST_PREVIEWS = 8
#: A page that stands alone may have styles of its own; it runs nothing and asks for nothing.
ALONE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox allow-popups"


async def _page(_: Request) -> Response:
    return page("Workbench", "workbench")


def _seasons(request: Request, _: Data) -> list[dict[str, str]]:
    return [{"id": key} for key in request.app.state.library.builds()]


def _teams(request: Request, _: Data) -> dict[str, Any]:
    """Every team of a season with the number of its findings."""
    library: Library = request.app.state.library
    build = request.path_params["build"]
    found = Counter((each.team, str(each.severity)) for each in validate(library.build(build)).findings)
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


def _edits(request: Request, chart: Chart) -> list[dict[str, Any]]:
    found = charts.hand_edits(chart, _edits_folder(request, chart))
    names = ("cell", "was", "now", "reason")
    return [{name: getattr(edit, name) for name in names} | {"date": str(edit.date or "")} for edit in found]


def _edits_folder(request: Request, chart: Chart) -> Path:
    home: Path = request.app.state.library.home
    return home / "edits" / str(chart.season)


def _findings(trial: charts.Trial) -> list[dict[str, str]]:
    return [
        {
            "code": found.code,
            "severity": str(found.severity),
            "cell": found.dotted,
            "place": found.place,
            "text": found.sentence,
        }
        for found in trial.findings
    ]


def _open(request: Request, _: Data) -> dict[str, Any]:
    chart = _chart(request)
    return {
        "title": chart.title,
        "team": chart.team,
        "game": chart.game,
        "grids": charts.grids(chart),
        "cells": charts.cells(chart),
        "keeps_edits": charts.keeps_edits(chart),
        "edits": _edits(request, chart),
        "findings": _findings(charts.try_changes(chart, {})),
    }


def _changes(data: Data) -> dict[str, str]:
    """Place and text of every changed cell."""
    found = data.get("changes")
    if not isinstance(found, dict) or len(found) > _MOST_CHANGES:
        raise InputError(f"changes must be an object of at most {_MOST_CHANGES} cells.")
    return {place: text_of(found, place, most=40) for place in found}


def _try(request: Request, data: Data) -> dict[str, Any]:
    changes, column = _changes(data), text_of(data, "column", "")
    trial = charts.try_changes(_chart(request), changes, [column] if column else ())
    return {"findings": _findings(trial), "figures": trial.figures, "sound": trial.chart is not None}


def _column(request: Request, _: Data) -> dict[str, Any]:
    """The odds of a column as it was compiled, and the figures of the real season."""
    chart, column = _chart(request), request.path_params["column"]
    try:
        odds = charts.column_odds(chart, column).tables
    except InputError:
        # Only columns have odds.
        odds = ()
    real = seasons.against_the_season(_season(request), chart.team, column)
    return {"odds": tables_to_json(odds), "real": real}


def _season(request: Request) -> Season:
    folder: Path = request.app.state.library.build(request.path_params["build"])
    return _season_of(folder, folder.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _season_of(folder: Path, _: int) -> Season:
    """Its plays are read and classified once, and again after the season is compiled again."""
    return Season.load(folder)


def _plays(request: Request, _: Data) -> dict[str, Any]:
    season, column = _season(request), request.path_params["column"]
    defense = request.query_params.get("side") == "defense"
    found = season.plays.behind(column, team=request.path_params["team"], defense=defense, system=season.game)
    rows = found.head(_MOST_PLAYS).astype(object).where(found.notna(), "").astype(str)
    headings = [str(name).replace("_", " ") for name in found.columns]
    return {
        "title": f"{len(found)} plays behind {column}",
        "headings": headings,
        "rows": rows.values.tolist(),
        "left": headings,
        "under": [f"The first {_MOST_PLAYS} are shown."] if len(found) > _MOST_PLAYS else [],
    }


def _save(request: Request, data: Data) -> dict[str, Any]:
    changes, reason = _changes(data), text_of(data, "reason", "", most=500)
    chart = _chart(request)
    file = charts.keep_changes(chart, changes, reason=reason, folder=_edits_folder(request, chart))
    home = request.app.state.library.home
    return {"file": file.relative_to(home).as_posix(), "edits": _edits(request, chart)}


def _what_if(request: Request, data: Data) -> Any:
    changes, runs = _changes(data), number_of({"runs": 100, **data}, "runs", 2, _MOST_RUNS)
    chart = _chart(request)
    edited = charts.try_changes(chart, changes).chart
    if edited is None or charts.cells(edited) == charts.cells(chart):
        raise InputError("there is nothing to try: change a cell, and fix what is wrong.")
    folder = request.app.state.library.build(request.path_params["build"])

    def work(tell: Any) -> dict[str, Any]:
        return report_to_json(whatif(folder, n=runs, charts=[edited], jobs=1, progress=tell).report)

    return request.app.state.jobs.start(f"{chart.team}: what if", work)


def _preview(request: Request, data: Data) -> dict[str, str]:
    """Make the cards with the changes; they are opened at an address of their own."""
    edited = charts.try_changes(_chart(request), _changes(data)).chart
    if edited is None:
        raise InputError("a chart that breaks the rules has no cards: fix what is wrong.")
    previews: OrderedDict[str, str] = request.app.state.previews
    key = secrets.token_urlsafe(8)
    previews[key] = seasons.card_page(edited)
    while len(previews) > _MOST_PREVIEWS:
        previews.popitem(last=False)
    return {"path": f"/preview/{key}"}


async def _previewed(request: Request) -> Response:
    found = request.app.state.previews.get(request.path_params["key"])
    if found is None:
        raise not_found("This preview")
    return HTMLResponse(found, headers={"content-security-policy": ALONE})


_TEAM = "/api/workbench/{build}/{team}"
ROUTES: list[BaseRoute] = [
    Route("/workbench", _page),
    Route("/preview/{key}", _previewed),
    get("/api/workbench", _seasons),
    get("/api/workbench/{build}", _teams),
    get(_TEAM, _open),
    post(f"{_TEAM}/try", _try),
    post(f"{_TEAM}/save", _save),
    post(f"{_TEAM}/whatif", _what_if),
    post(f"{_TEAM}/preview", _preview),
    get(f"{_TEAM}/column/{{column}}", _column),
    get(f"{_TEAM}/plays/{{column}}", _plays),
]
