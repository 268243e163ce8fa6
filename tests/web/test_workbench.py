"""The workbench and the season page without a browser: what is answered, what is written, what is refused."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from chartkit.errors import InputError
from chartkit.web.handlers import Job, Jobs

TEAM = "/api/workbench/2031/BRK"
CELL = "offense.columns.6-SHORT.27"


def finished(client: TestClient, job: dict[str, Any]) -> dict[str, Any]:
    """Wait for the work of the server."""
    while job["state"] == "running":
        time.sleep(0.05)
        job = client.get(f"/api/jobs/{job['id']}").json()
    return job


def files_of(home: Path) -> dict[str, int]:
    return {str(path.relative_to(home)): path.stat().st_mtime_ns for path in home.rglob("*") if path.is_file()}


def test_a_season_lists_its_teams_with_their_findings(client: TestClient) -> None:
    assert {"id": "2031"} in client.get("/api/workbench").json()
    teams = client.get("/api/workbench/2031").json()["teams"]
    assert len(teams) == 8 and teams[0]["code"] == "BRK" and teams[0]["findings"] == {}


def test_a_chart_comes_as_it_is_printed(client: TestClient) -> None:
    opened = client.get(TEAM).json()
    offense = opened["grids"][0]
    assert offense["title"] == "offense" and offense["headings"][5] == "6-SHORT" and len(offense["rows"]) == 30
    places = {cell for grid in opened["grids"] for _, cells in grid["rows"] for cell in cells}
    assert CELL in places and "supplement.pass_percent" in places and places == set(opened["cells"])


def test_findings_and_odds_follow_a_change(client: TestClient) -> None:
    wrong = client.post(f"{TEAM}/try", json={"changes": {CELL: "12x"}, "column": "6-SHORT"}).json()
    assert not wrong["sound"] and wrong["findings"][0]["cell"] == CELL and "12x" in wrong["findings"][0]["text"]
    sound = client.post(f"{TEAM}/try", json={"changes": {CELL: "99"}, "column": "6-SHORT"}).json()
    assert sound["sound"] and {each["figure"] for each in sound["figures"]} >= {"average"}
    assert all(each["column"] == "6-SHORT" for each in sound["figures"])
    column = client.get(f"{TEAM}/column/6-SHORT").json()
    assert {each["figure"] for each in column["real"]} >= {"mean yards", "completion"} and column["odds"]
    plays = client.get(f"{TEAM}/plays/6-SHORT").json()
    assert plays["rows"] and all(len(row) == len(plays["headings"]) for row in plays["rows"])


def test_save_writes_the_edits_file_and_nothing_else(client: TestClient, web_home: Path) -> None:
    before = files_of(web_home)
    was = client.get(TEAM).json()["cells"][CELL]
    saved = client.post(f"{TEAM}/save", json={"changes": {CELL: "12"}, "reason": "week 3"}).json()
    assert saved["file"] == "edits/2031/BRK.toml"
    assert [(each["cell"], each["was"], each["now"], each["reason"]) for each in saved["edits"]] == [
        (CELL, was, "12", "week 3")
    ]
    after = files_of(web_home)
    assert {name for name in after if after[name] != before.get(name)} == {"edits/2031/BRK.toml"}
    assert client.get(TEAM).json()["edits"] == saved["edits"]
    given_up = client.post(f"{TEAM}/save", json={"changes": {CELL: was}, "reason": ""}).json()
    assert given_up["edits"] == []


def test_what_cannot_be_kept_is_refused(client: TestClient, web_home: Path) -> None:
    for changes in ({CELL: "12x"}, {"no.such.cell": "1"}, {CELL: 12}, {CELL: "1" * 50}, [CELL], None):
        answer = client.post(f"{TEAM}/save", json={"changes": changes, "reason": ""})
        assert answer.status_code == 422 and answer.json()["error"]
    for path in (f"{TEAM}/../../..", "/api/workbench/..%2F..%2Fetc/BRK", "/api/workbench/2031/XXX"):
        assert client.get(path).status_code in (404, 307, 308)
    assert client.post(f"{TEAM}/whatif", json={"changes": {}, "runs": 5}).status_code == 422
    assert client.post(f"{TEAM}/whatif", json={"changes": {CELL: "12"}, "runs": 10**9}).status_code == 422


def test_the_cards_are_shown_with_the_changes(client: TestClient) -> None:
    path = client.post(f"{TEAM}/preview", json={"changes": {CELL: "88"}}).json()["path"]
    shown = client.get(path)
    assert "88" in shown.text and "sandbox" in shown.headers["content-security-policy"]
    assert client.get("/preview/other").status_code == 404


def test_what_if_is_work_in_the_background(client: TestClient) -> None:
    job = client.post(f"{TEAM}/whatif", json={"changes": {CELL: "88"}, "runs": 2}).json()
    done = finished(client, job)
    assert done["state"] == "done" and done["answer"]["tables"], done["error"]


def test_work_is_cancelled_where_it_tells_how_far_it_is() -> None:
    jobs, goes_on, told = Jobs(), threading.Event(), threading.Event()

    def long(tell: Any) -> None:
        tell("", 1, 10)
        told.set()
        goes_on.wait(30)
        tell("", 2, 10)

    running = [jobs.start("long", long) for _ in range(2)]
    with pytest.raises(InputError, match="still running"):
        jobs.start("one more", long)
    assert told.wait(30) and running[0].done == 1
    for job in running:
        job.is_unwanted = True
    goes_on.set()
    assert _ended(running[0]) == _ended(running[1]) == "cancelled"
    failed = jobs.start("bad", lambda tell: (_ for _ in ()).throw(InputError("no such thing.")))
    assert _ended(failed) == "failed" and "no such thing" in failed.error


def _ended(job: Job) -> str:
    while job.state == "running":
        time.sleep(0.01)
    return job.state


def test_the_season_has_its_table_after_any_week(client: TestClient) -> None:
    opened = client.get("/api/seasons/2031").json()
    table = opened["standings"]
    assert len(table["rows"]) == 8 and "seed" in table["headings"] and "Ties are broken" in table["under"][0]
    assert "roundtrip.html" in opened["pages"]
    first = client.post("/api/seasons/2031/standings", json={"week": 1}).json()
    record = first["headings"].index("record")
    assert all(row[record] in ("1-0", "0-1", "0-0-1", "0-0") for row in first["rows"])
    assert client.post("/api/seasons/2031/standings", json={"week": 1, "run": [{"week": "x"}]}).status_code == 422
    page = client.get("/season/2031/roundtrip.html")
    assert page.status_code == 200 and "sandbox" in page.headers["content-security-policy"]
    assert client.get("/season/2031/manifest.json").status_code == 404


def test_a_season_is_played_again_and_a_run_has_box_scores(client: TestClient) -> None:
    many = finished(client, client.post("/api/seasons/2031/play", json={"runs": 3}).json())
    assert many["state"] == "done" and "played 3 times" in many["answer"]["tables"][0]["title"]
    one = finished(client, client.post("/api/seasons/2031/run", json={"run": 1}).json())["answer"]
    games = {f"{game['week']} {game['away']} {game['home']}" for game in one["games"]}
    assert games <= set(one["boxes"]) and one["playoffs"]
    week = client.post("/api/seasons/2031/standings", json={"week": 2, "run": one["games"]}).json()
    assert len(week["rows"]) == 8
