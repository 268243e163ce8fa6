"""Every rule of the gate, attacked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from chartkit.web.handlers import Library
from chartkit.web.server import MOST_BYTES, ROUTES, Gate, create_app

ORIGIN = "http://127.0.0.1:8321"
#: A table that is not there: who may come in is told so.
SOCKET = "ws://127.0.0.1:8321/ws/table/any"
NO_TABLE = 4404


def test_without_the_link_there_is_nothing(stranger: TestClient) -> None:
    for path in ("/", "/api/library", "/static/kit.js", "/nowhere"):
        answer = stranger.get(path)
        assert answer.status_code == 403
        assert "chartkit serve" in answer.text


def test_the_token_becomes_a_strict_cookie_and_leaves_the_address(stranger: TestClient, gate: Gate) -> None:
    answer = stranger.get(f"/?token={gate.token}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("chartkit-8321=")
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Domain" not in cookie
    assert gate.token not in cookie
    assert stranger.get("/").status_code == 200


@pytest.mark.parametrize("token", ["", "x", "é", "0" * 43])
def test_a_wrong_token_opens_nothing(stranger: TestClient, token: str) -> None:
    assert stranger.get("/", params={"token": token}).status_code == 403
    assert not stranger.cookies


def test_the_redirect_stays_on_the_server(stranger: TestClient, gate: Gate) -> None:
    answer = stranger.get(f"{ORIGIN}//evil.example/x?token={gate.token}")
    assert answer.headers["location"] == "/evil.example/x"


@pytest.mark.parametrize("cookie", ["", "chartkit-8321=", "chartkit-8321=x", "other=1", "chartkit-8322=x", '"\x01'])
def test_a_made_up_cookie_opens_nothing(stranger: TestClient, cookie: str) -> None:
    assert stranger.get("/", headers={"cookie": cookie}).status_code == 403


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8321",
        "127.0.0.1",
        "127.0.0.1:80",
        "localhost",
        "127.0.0.1.evil.example:8321",
        "0",
    ],
)
def test_another_name_is_refused_even_with_the_cookie(client: TestClient, host: str) -> None:
    """DNS rebinding: a page of evil.example resolves its name to 127.0.0.1."""
    for method in ("GET", "POST"):
        answer = client.request(method, "/api/library", headers={"host": host, "origin": f"http://{host}"})
        assert answer.status_code == 421


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "",
        "http://evil.example",
        "https://127.0.0.1:8321",
        "http://127.0.0.1:8322",
        "http://127.0.0.1",
    ],
)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_nothing_is_changed_from_another_origin(client: TestClient, method: str, origin: str | None) -> None:
    del client.headers["origin"]
    headers = {} if origin is None else {"origin": origin}
    assert client.request(method, "/api/games", headers=headers).status_code == 403


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://127.0.0.1:8322"])
def test_no_socket_is_opened_from_another_origin(client: TestClient, origin: str | None) -> None:
    del client.headers["origin"]
    headers = {} if origin is None else {"origin": origin}
    with pytest.raises(WebSocketDisconnect) as refused, client.websocket_connect(SOCKET, headers=headers):
        pass
    assert refused.value.code == 1008


def test_a_socket_of_an_own_page_is_let_in(client: TestClient) -> None:
    with client.websocket_connect(SOCKET) as socket, pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_text()
    assert closed.value.code == NO_TABLE


def test_no_socket_is_opened_under_another_name(client: TestClient) -> None:
    headers = {"host": "evil.example:8321", "origin": "http://evil.example:8321"}
    with pytest.raises(WebSocketDisconnect) as refused, client.websocket_connect(SOCKET, headers=headers):
        pass
    assert refused.value.code == 1008


def test_no_socket_is_opened_without_the_cookie(stranger: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), stranger.websocket_connect(SOCKET, headers={"origin": ORIGIN}):
        pass


def test_every_answer_has_the_headers(client: TestClient) -> None:
    for path in ("/", "/api/library", "/static/kit.js", "/nowhere", f"/?token={'x' * 43}"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy and "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"


def test_a_large_body_is_refused_by_its_length(client: TestClient) -> None:
    assert client.post("/api/games", content=b"x" * (MOST_BYTES + 1)).status_code == 413
    assert client.post("/api/games", content=b"{}", headers={"content-length": "-1"}).status_code == 413


def test_a_large_body_is_refused_as_it_comes(client: TestClient) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(MOST_BYTES // 1000 + 2):
            yield b"x" * 1000

    assert client.post("/api/games", content=endless()).status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/%2fetc%2fpasswd",
        "/static/..\\app.py",
    ],
)
def test_static_files_end_at_their_folder(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "import" not in answer.text and "root:" not in answer.text


def test_a_file_is_found_by_its_id_only(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "games").mkdir(parents=True)
    (home / "games" / "A-at-B.json").write_text("{}", "utf-8")
    secret = tmp_path / "secret.json"
    secret.write_text("{}", "utf-8")
    (home / "games" / "link.json").symlink_to(secret)
    (home / "build").mkdir()
    (home / "build" / "away").symlink_to(tmp_path)
    (tmp_path / "charts").mkdir()
    library = Library(home)
    [key] = library.games()
    assert library.game(key) == home / "games" / "A-at-B.json"
    assert library.builds() == {}
    for wrong in ("../secret", "../secret.json", "A-at-B", "A-at-B.json", str(secret), "", ".", "link"):
        with pytest.raises(Exception, match="not there"):
            library.game(wrong)
        with pytest.raises(Exception, match="not there"):
            library.build(wrong)


def test_the_secrets_are_new_at_every_start_and_never_shown() -> None:
    one, other = Gate(1), Gate(1)
    assert len({one.token, other.token, one.session, other.session}) == 4
    assert one.token not in repr(one) and one.session not in repr(one)


def test_every_route_is_behind_the_gate(web_home: Path, gate: Gate) -> None:
    client = TestClient(create_app(web_home, gate), base_url=ORIGIN, follow_redirects=False)
    assert len(ROUTES) > 1
    for route in ROUTES:
        path = str(getattr(route, "path", "/")).replace("{", "").replace("}", "")
        if "/ws/" not in path:
            assert client.get(path).status_code == 403, path
