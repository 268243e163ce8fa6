"""A page and a game talk: questions are numbered, sends acknowledged, a seat is told what it may know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from chartkit.api.games import open_table
from chartkit.web.server import Gate, create_app

ORIGIN = "http://127.0.0.1:8321"
ORDER = {
    "season": "2031",
    "away": "WND",
    "home": "BRK",
    "away_coach": "human",
    "home_coach": "situation",
    "seed": 7,
}


def begin(client: TestClient, **changed: Any) -> str:
    answer = client.post("/api/games", json={**ORDER, **changed})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@dataclass
class Page:
    """A page at a table, as the browser has it."""

    socket: WebSocketTestSession
    table: dict[str, Any] = field(default_factory=dict)
    lines: list[dict[str, Any]] = field(default_factory=list)
    said: int = 0

    def hear(self) -> dict[str, Any]:
        """The next message; a table is kept."""
        message: dict[str, Any] = json.loads(self.socket.receive_text())
        if message["do"] == "table":
            self.table = message
            self.lines[message["since"] :] = message["lines"]
        return message

    def send(self, **what: Any) -> dict[str, Any]:
        """Say something and wait until it is acknowledged."""
        self.said += 1
        told = {"v": 1, "id": self.said, "life": self.table["life"], "question": self.table["question"], **what}
        self.socket.send_text(json.dumps(told))
        while (message := self.hear())["do"] != "ack":
            pass
        assert message["id"] == told["id"]
        return message

    @property
    def prompt(self) -> dict[str, Any]:
        found: dict[str, Any] = self.table["view"]["prompt"]
        return found

    def answer(self) -> dict[str, Any]:
        """The usual answer, or the first call that is allowed."""
        usual = self.prompt["default"]
        legal = [each["key"] for each in self.prompt["choices"] if not each["why_not"] and not each["with_call"]]
        return self.send(do="answer", say=usual or legal[0])

    def answer_until_called(self) -> None:
        """Go on to the next call."""
        while self.prompt["kind"] != "call":
            self.answer()


@contextmanager
def seated(client: TestClient, key: str) -> Iterator[Page]:
    with client.websocket_connect(f"ws://127.0.0.1:8321/ws/table/{key}") as socket:
        page = Page(socket)
        page.hear()
        yield page


def test_whoever_connects_sees_the_whole_table(client: TestClient) -> None:
    with seated(client, begin(client)) as page:
        assert (page.table["v"], page.table["n"], page.table["since"]) == (1, 1, 0)
        assert [side["code"] for side in page.table["view"]["sides"]] == ["WND", "BRK"]
        assert page.table["view"]["people"] == ["WND"]
        page.answer_until_called()
        assert page.prompt["seat"] == "WND"
        barred = [each for each in page.prompt["choices"] if each["why_not"]]
        assert all("R" in each["why_not"] for each in barred)


def test_an_answer_is_acknowledged_and_the_next_question_has_another_number(client: TestClient) -> None:
    with seated(client, begin(client)) as page:
        page.answer_until_called()
        before, known = page.table["question"], len(page.lines)
        assert "error" not in page.send(do="answer", say="6")
        assert page.table["question"] == before + 1
        assert page.table["since"] >= known and len(page.lines) > known


def test_an_answer_that_comes_twice_is_dropped(client: TestClient) -> None:
    with seated(client, begin(client)) as page:
        page.answer_until_called()
        question = page.table["question"]
        page.send(do="answer", say="6")
        plays = len(page.lines)
        again = page.send(do="answer", say="6", question=question)
        assert again["stale"] and len(page.lines) == plays
        assert page.table["since"] == 0, "the whole table comes again"


def test_an_illegal_call_changes_nothing_and_names_the_rule(client: TestClient) -> None:
    with seated(client, begin(client)) as page:
        page.answer_until_called()
        question = page.table["question"]
        barred = next(each for each in page.prompt["choices"] if each["why_not"] and not each["with_call"])
        assert barred["why_not"] in page.send(do="answer", say=barred["key"])["error"]
        assert page.table["question"] == question
        assert "error" not in page.send(do="answer", say="6")


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "[]",
        "7",
        '"x"',
        "{}",
        '{"v":1}',
        '{"v":2,"do":"answer","say":"6"}',
        '{"v":1,"do":"answer","say":7}',
        "[" * 9000,
    ],
)
def test_nonsense_is_answered_and_the_table_stays(client: TestClient, message: str) -> None:
    with seated(client, begin(client)) as page:
        page.socket.send_text(message)
        ack = page.hear()
        while ack["do"] != "ack":
            ack = page.hear()
        assert ack.get("error") or ack.get("stale")
        assert "error" not in page.answer()


def test_a_page_that_missed_something_asks_for_all_of_it(client: TestClient) -> None:
    with seated(client, begin(client)) as page:
        page.answer_until_called()
        lines = list(page.lines)
        page.send(do="all")
        assert page.table["since"] == 0 and page.table["lines"] == lines


def test_two_pages_see_the_same_table(client: TestClient) -> None:
    key = begin(client)
    with seated(client, key) as one, seated(client, key) as other:
        one.answer()
        other.hear()
        assert other.table["question"] == one.table["question"]
        assert other.lines == one.lines
        stale = other.send(do="answer", say="6", question=one.table["question"] - 1)
        assert stale["stale"]


def test_every_line_of_the_log_can_be_taken_back(client: TestClient) -> None:
    with seated(client, begin(client)) as page:
        for _ in range(6):
            page.answer()
        texts = [line["text"] for line in page.lines]
        page.send(do="undo", line=3)
        assert [line["text"] for line in page.lines] == texts[: len(page.lines)]
        assert len(page.lines) < len(texts)
        while len(page.lines) < len(texts):
            page.answer()
        assert [line["text"] for line in page.lines][: len(texts)] == texts, "the dice stay the same"
        texts = [line["text"] for line in page.lines]
        page.send(do="undo")
        assert len(page.lines) < len(texts)


def test_the_game_is_on_disk_after_every_answer(client: TestClient, web_home: Path) -> None:
    key = begin(client)
    file = client.app.state.library.game(key)
    with seated(client, key) as page:
        page.answer_until_called()
        page.send(do="answer", say="6")
        table = open_table(file)
        assert [line["text"] for line in table.lines()] == [line["text"] for line in page.lines]
        assert table.view("WND")["prompt"]["text"] == page.prompt["text"]


def test_a_server_that_died_is_gone_on_with(client: TestClient, web_home: Path) -> None:
    key = begin(client)
    with seated(client, key) as page:
        page.answer_until_called()
        page.send(do="answer", say="6")
        before = page.table
    gate = Gate(8321)
    with TestClient(create_app(web_home, gate), base_url=ORIGIN) as other:
        other.get(f"/?token={gate.token}")
        other.headers["origin"] = ORIGIN
        with seated(other, key) as page:
            assert page.table["view"]["prompt"] == before["view"]["prompt"]
            # An answer to the old server's question is not taken for one to the new server's.
            assert page.send(do="answer", say="6", life=before["life"])["stale"]


def test_the_terminal_may_go_on_with_the_same_file(client: TestClient) -> None:
    key = begin(client)
    file = client.app.state.library.game(key)
    with seated(client, key) as page:
        page.answer_until_called()
        terminal = open_table(file)
        terminal.answer("WND", "6")
        assert "elsewhere" in page.send(do="answer", say="1")["stale"]
        assert [line["text"] for line in page.lines] == [line["text"] for line in terminal.lines()]


@pytest.mark.parametrize("line", ["save stolen.json", " SAVE  stolen.json", "quit", "save\u00a0stolen.json", ""])
def test_no_word_of_a_page_writes_a_file(client: TestClient, web_home: Path, line: str) -> None:
    before = set(web_home.rglob("*"))
    key = begin(client)
    with seated(client, key) as page:
        page.send(do="say", say=line)
        page.send(do="answer", say=line)
    new = set(web_home.rglob("*")) - before
    assert new <= {client.app.state.library.game(key), web_home / "games"}
    assert not Path("stolen.json").exists()


def test_words_of_the_terminal_work_as_text(client: TestClient) -> None:
    with seated(client, begin(client)) as page:
        page.answer_until_called()
        assert any("Not" in line or "not" in line or "1-" in line for line in page.send(do="say", say="?")["said"])
        assert "error" not in page.send(do="say", say="6")


def test_the_computers_call_is_fixed_before_the_person_calls(client: TestClient) -> None:
    formations = set()
    for call in ("1", "5", "6", "9"):
        with seated(client, begin(client, seed=21)) as page:
            page.answer_until_called()
            while "play" not in page.prompt["text"]:
                page.answer()
                page.answer_until_called()
            known = len(page.lines)
            page.send(do="answer", say=call)
            while len(page.lines) == known:
                # The play brought another question, such as a foul to accept.
                page.answer()
            formations.add(page.lines[known]["called"].rpartition("against ")[2])
    assert len(formations) == 1


def test_nothing_of_an_open_play_is_sent_before_it_is_over(client: TestClient) -> None:
    """Two coaches would call otherwise; what the person sees until then is the same."""
    seen = []
    for coach in ("situation", "solitaire"):
        with seated(client, begin(client, home_coach=coach)) as page:
            page.answer_until_called()
            view = page.table["view"]
            assert [side.pop("coach") for side in view["sides"]] == ["human", coach]
            seen.append((view | {"title": ""}, page.table["question"]))
    assert seen[0] == seen[1]


def test_two_people_are_asked_one_after_the_other(client: TestClient) -> None:
    with seated(client, begin(client, home_coach="human")) as page:
        page.answer_until_called()
        first = page.prompt
        known = len(page.lines)
        page.send(do="answer", say="6" if "play" in first["text"] else "B")
        second = page.prompt
        assert first["hidden"] and second["hidden"]
        assert {first["seat"], second["seat"]} == {"WND", "BRK"}
        assert len(page.lines) == known
        told = json.dumps(page.table["view"])
        assert "6-SHORT against" not in told


def test_a_computer_plays_on_for_the_person(client: TestClient) -> None:
    with seated(client, begin(client)) as page:
        page.send(do="skip", until="score")
        assert page.lines[-1]["scored"] or page.lines[-2]["scored"]
        page.send(do="skip", until="end")
        assert page.table["view"]["is_over"]
        assert "error" in page.send(do="answer", say="6")
        assert "error" in page.send(do="skip", until="forever")


def test_own_dice_are_typed_and_marked(client: TestClient) -> None:
    with seated(client, begin(client, own_dice=True)) as page:
        while page.prompt["kind"] != "dice":
            page.answer()
        assert "error" in page.send(do="answer", say="99")
        for _ in range(40):
            if page.lines and page.lines[-1]["own_dice"]:
                break
            page.send(do="answer", say=str(page.prompt["totals"][3])) if page.prompt[
                "kind"
            ] == "dice" else page.answer()
        assert page.lines[-1]["own_dice"]
        assert page.lines[-1]["rolls"]


def test_dice_change_hands_at_any_question(client: TestClient) -> None:
    with seated(client, begin(client)) as page:
        page.answer_until_called()
        assert "error" in page.send(do="dice", own="yes")
        page.send(do="dice", own=True)
        assert page.table["view"]["own_dice"]
        page.answer()
        while page.prompt["kind"] != "dice":
            page.answer()
        assert "error" in page.send(do="skip", until="score")
        page.send(do="dice", own=False)
        assert not page.table["view"]["own_dice"] and page.prompt["kind"] != "dice"
        assert not any(line["own_dice"] for line in page.lines)


def test_two_computers_play_to_the_end_and_are_watched(client: TestClient) -> None:
    answer = client.post("/api/games", json={**ORDER, "away_coach": "situation"}).json()
    assert answer["page"] == "replay"
    first = client.get(f"/api/games/{answer['id']}/lines?most=1").json()
    assert len(first["lines"]) == 1 and not first["is_last"]
    # Who does not want to know is not told.
    assert {side["points"] for side in first["sides"]} == {0}
    rest = client.get(f"/api/games/{answer['id']}/lines?since=1").json()
    assert rest["is_last"] and len(rest["lines"]) > 100
    assert any(line["reasons"] for line in rest["lines"])


def test_what_a_page_looks_up(client: TestClient) -> None:
    key = begin(client)
    with seated(client, key) as page:
        page.answer_until_called()
        page.send(do="answer", say="6")
    cards = client.get(f"/api/games/{key}/cards").json()
    assert set(cards) == {"WND", "BRK"}
    rolls = [roll for line in page.lines for roll in line["rolls"] if roll["card"]]
    assert rolls
    for roll in rolls:
        title, heading, row = roll["card"]
        part = next(each for each in cards[roll["team"]] if each["title"] == title)
        cells = next(each for each in part["rows"] if each[0] == row)
        assert cells[part["headings"].index(heading)] == roll["cell"]
    assert client.get(f"/api/games/{key}/book").json()
    assert client.get(f"/api/games/{key}/odds").json()
    assert client.get(f"/api/games/{key}/odds?line={len(page.lines)}").status_code == 200
    assert client.get(f"/api/games/{key}/odds?line=9999").status_code == 422
    assert client.get(f"/api/games/{key}/odds?line=x").status_code == 422
    assert client.get("/api/games/nothing/cards").status_code == 404


@pytest.mark.parametrize(
    "changed",
    [
        {"season": "../2031"},
        {"season": 2031},
        {"away": "../../etc/passwd"},
        {"away": "BRK"},
        {"away_coach": "nobody"},
        {"seed": -1},
        {"seed": "x"},
        {"options": []},
        {"options": {"no such rule": "on"}},
    ],
)
def test_an_order_that_makes_no_sense_is_refused_and_leaves_nothing(
    client: TestClient, web_home: Path, changed: dict[str, Any]
) -> None:
    before = set(web_home.rglob("*.json"))
    answer = client.post("/api/games", json={**ORDER, **changed})
    assert answer.status_code in (404, 422) and answer.json()["error"]
    assert set(web_home.rglob("*.json")) == before


def test_the_first_page_lists_games_and_seasons(client: TestClient) -> None:
    key = begin(client)
    shelves = client.get("/api/library").json()
    assert [season["id"] for season in shelves["seasons"]] == ["2031"]
    assert len(shelves["seasons"][0]["teams"]) == 8
    mine = next(game for game in shelves["games"] if game["id"] == key)
    assert (mine["away"], mine["home"], mine["is_over"]) == ("WND", "BRK", False)
    assert "human" in shelves["systems"]["ddf"]["coaches"]
