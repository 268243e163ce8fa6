"""How fast the pages answer: start to first screen, one game, and many games at once on loopback.

Run: .venv/bin/python benchmarks/serve.py [--home FOLDER] [--games 50] [--answers 12] [--pace 4] [--json]
FOLDER has a build/ with two teams, as `chartkit demo` makes it. Everybody answers every PACE seconds, as people do;
with --pace 0 at once, which shows how many answers a second the server gives. Every answer must come: a game that
misses one, or has another log than its file, ends the run with exit code 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import chdir
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from chartkit.api.games import open_table
from chartkit.web.handlers import Library

#: What the pages promise, in milliseconds.
MOST_TO_ANSWER, MOST_TO_START = 150, 5000


class Server:
    """`chartkit serve` in a folder, and how long it took until the first page was there."""

    def __init__(self, home: Path) -> None:
        begin = time.perf_counter()
        command = [sys.executable, "-c", "from chartkit.cli.app import main; main()", "serve", "--no-browser"]
        self.process = subprocess.Popen(command, cwd=home, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        self.link = self.process.stderr.readline().split()[-1]
        self.url = self.link.partition("/?")[0]
        # The answer to the link is the cookie and the way to the first page.
        cookies = urllib.request.HTTPCookieProcessor()
        opener = urllib.request.build_opener(cookies)
        opener.open(self.link).read()
        self.cookie = "; ".join(f"{each.name}={each.value}" for each in cookies.cookiejar)
        self.post("/api/games", ORDER)
        self.to_start = 1000 * (time.perf_counter() - begin)

    def post(self, path: str, data: dict[str, Any]) -> Any:
        headers = {"cookie": self.cookie, "origin": self.url, "content-type": "application/json"}
        asked = urllib.request.Request(self.url + path, json.dumps(data).encode(), headers)
        return json.load(urllib.request.urlopen(asked))


ORDER: dict[str, Any] = {"season": "", "away": "", "home": "", "away_coach": "human", "home_coach": "situation"}


async def play(server: Server, key: str, answers: int, pace: float, wait: float) -> tuple[list[float], list[str]]:
    """One page at one game: the milliseconds from each answer to the next table, and the log at the end."""
    await asyncio.sleep(wait)
    took, log = [], []
    address = f"ws{server.url.removeprefix('http')}/ws/table/{key}"
    async with connect(address, additional_headers={"cookie": server.cookie}, origin=server.url) as socket:  # type: ignore[arg-type]
        table = json.loads(await socket.recv())
        for number in range(answers):
            prompt = table["view"]["prompt"]
            if prompt is None:
                break
            legal = [each["key"] for each in prompt["choices"] if not each["why_not"] and not each["with_call"]]
            words = prompt["default"] or legal[number % len(legal[:9])]
            told = {"v": 1, "id": number, "life": table["life"], "question": table["question"]}
            begin = time.perf_counter()
            await socket.send(json.dumps({**told, "do": "answer", "say": words}))
            acknowledged = False
            new = None
            while new is None or not acknowledged:
                message = json.loads(await socket.recv())
                acknowledged |= message["do"] == "ack"
                new = message if message["do"] == "table" else new
                if message.get("error") or message.get("stale"):
                    raise SystemExit(f"game {key}: {message}")
            took.append(1000 * (time.perf_counter() - begin))
            table = new
            log[table["since"] :] = [line["text"] for line in table["lines"]]
            await asyncio.sleep(pace)
    return took, log


async def measured(
    server: Server, games: int, answers: int, pace: float
) -> tuple[list[float], dict[str, list[str]]]:
    """So many games side by side."""
    keys = [
        (await asyncio.to_thread(server.post, "/api/games", {**ORDER, "seed": seed}))["id"] for seed in range(games)
    ]
    # They do not all answer in the same moment, unless everybody answers at once.
    waits = [pace * place / games for place in range(games)]
    done = await asyncio.gather(
        *(play(server, key, answers, pace, wait) for key, wait in zip(keys, waits, strict=True))
    )
    return [each for took, _ in done for each in took], {key: log for key, (_, log) in zip(keys, done, strict=True)}


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, default=Path("build/demo"))
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--answers", type=int, default=12)
    parser.add_argument("--pace", type=float, default=4)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        build = next(path.parent for path in sorted((given.home / "build").glob("*/charts")))
        shutil.copytree(build, home / "build" / build.name)
        codes = [
            path.stem for path in sorted((build / "charts").glob("*.json")) if re.fullmatch(r"[A-Z0-9]+", path.stem)
        ]
        ORDER.update(season=build.name, away=codes[0], home=codes[1])
        server = Server(home)
        try:
            alone, _ = asyncio.run(measured(server, 1, given.answers, 0))
            many, logs = asyncio.run(measured(server, given.games, given.answers, given.pace))
        finally:
            server.process.terminate()
            server.process.communicate()
        library = Library(home)
        # In the server's folder: the coaches of a game that is taken up are those of the build around it.
        with chdir(home):
            in_files = {key: [e["text"] for e in open_table(library.game(key)).lines()] for key in logs}
        lost = [key for key, log in logs.items() if in_files[key] != log]
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = {
        "start to first table, ms": round(server.to_start),
        "one game, median ms": round(statistics.median(alone), 1),
        "games at once": given.games,
        "answers": len(many),
        "many games, median ms": round(statistics.median(many), 1),
        "many games, 95 of 100 within ms": round(statistics.quantiles(many, n=20)[-1], 1),
        "processor of the server, ms an answer": round(
            1000 * (used.ru_utime + used.ru_stime) / (len(alone) + len(many))
        ),
        "games that lost something": len(lost),
    }
    if given.json:
        print(json.dumps(found, indent=2))
    else:
        for name, value in found.items():
            print(f"{name:38} {value}")
    sys.exit(bool(lost))


if __name__ == "__main__":
    main()
