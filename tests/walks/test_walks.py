"""Three people go all steps from an empty folder, as they would type it: no dead end, and every advice works.

The commissioner has a league of his own in a spreadsheet, the tinkerer changes charts, the solitaire player plays.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest
from openpyxl import load_workbook
from support.commands import Run, runner
from support.reports import draw_no_pictures

GAME = "1 OWL at FOX"
PLAYS = [
    (GAME, "FOX", "OWL", None, None, "own 40", "kickoff", "returned", 55, "Q1 12:00, return 20"),
    (GAME, "OWL", "FOX", 1, 10, "own 25", "run left tackle", "gain", 4, None),
    (GAME, "OWL", "FOX", 2, 6, "own 29", "pass short right", "complete, out of bounds", 9, "air 5"),
    (GAME, "OWL", "FOX", 1, 10, "own 38", "punt", "fair catch", 38, None),
    (GAME, "FOX", "OWL", 1, 10, "own 25", "run right end", "touchdown", 75, "7:41"),
    (GAME, "FOX", "OWL", None, None, "opp 3", "extra point", "good", None, None),
]


class Walk:
    """Somebody in a folder; remembers what was advised."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.said = ""

    def do(self, line: str, *, ends: tuple[int, ...] = (0,), typed: str | Callable[[str], str | None] = "") -> str:
        """Type a line; what it prints must be no traceback and the end an expected one."""
        code, out, said = self._run(*shlex.split(line)[1:], typed=typed)
        self.said = out + said
        assert "Traceback" not in self.said and "this is a bug" not in self.said
        assert code in ends, f"{line} ended with {code}:\n{self.said[-2000:]}"
        return self.said

    def next(self) -> list[str]:
        """What `chartkit` alone advises."""
        rows = self.do("chartkit").partition("Next:\n")[2].partition("\n\n")[0].splitlines()
        return [line for row in rows if (line := row.strip().partition("  ")[0]).startswith("chartkit ")]

    def advised(self) -> str:
        """The line that the last command told to go on with."""
        found = re.search(r"Go on with: (chartkit .*)", self.said)
        assert found is not None, self.said[-500:]
        return found[1].strip()


@pytest.fixture
def walk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Walk:
    draw_no_pictures(monkeypatch)
    return Walk(runner(monkeypatch, capsys, tmp_path))


def _person(answers: int = 10_000) -> Callable[[str], str | None]:
    """Somebody who calls one play after the other, so often, and then leaves."""
    left, calls = answers, cycle("6317254980")

    def answer(prompt: str) -> str | None:
        nonlocal left
        left -= 1
        if left < 0:
            return "quit"
        # A call that is not allowed is asked again, and the next one is tried.
        return next(calls) if "your play" in prompt else "a" if "your formation" in prompt else ""

    return answer


def test_the_commissioner(walk: Walk, quick_settings: Path) -> None:
    assert "chartkit template plays" in walk.next()
    walk.do("chartkit template plays")
    book = load_workbook("plays.xlsx")
    sheet = book["Plays"]
    sheet.delete_rows(2, sheet.max_row)
    for row in PLAYS:
        sheet.append(row)
    teams = book["Teams"]
    teams.delete_rows(2, teams.max_row)
    teams.append(("OWL", "Oldtown", "Owls"))
    teams.append(("FOX", "Foxborough Falls", "Foxes"))
    book.save("plays.xlsx")
    # Said once, and needed in no line below.
    Path("chartkit.toml").write_text(
        f"season = 2024\n[compile]\nsettings = {json.dumps(str(quick_settings))}\n[roundtrip]\nruns = 2\n", "utf-8"
    )
    walk.do("chartkit ingest plays.xlsx")
    assert walk.next() == ["chartkit compile 2024"]
    walk.do("chartkit compile")
    season = json.loads(Path("build/2024/season.json").read_text("utf-8"))
    assert (season["schedule"][0]["home_score"], season["schedule"][0]["away_score"]) == (7, 0)
    done: list[str] = []
    while fresh := [line for line in walk.next() if line not in done]:
        # A league of one game comes out unlike itself, and the proof says so (1); everything else is fine.
        walk.do(fresh[0], ends=(0, 1) if "roundtrip" in fresh[0] else (0,))
        done.append(fresh[0])
    assert [line.split()[1] for line in done] == [
        "validate",
        "print",
        "roundtrip",
        "print",
        "game",
        "season",
        "odds",
    ]
    walk.do("chartkit print build/2024 --team OWL --what team --format text --out card.txt")
    assert "OLDTOWN OWLS" in Path("card.txt").read_text("utf-8").upper()


def test_the_tinkerer(walk: Walk, two_teams: Path, quick_settings: Path) -> None:
    Path("raw_pbp").mkdir()
    shutil.copy(two_teams, "raw_pbp")
    assert walk.next() == [f"chartkit ingest raw_pbp/{two_teams.name}"]
    walk.do(walk.next()[0])
    Path("chartkit.toml").write_text(f"[compile]\nsettings = {json.dumps(str(quick_settings))}\n", "utf-8")
    walk.do(walk.next()[0])
    team, other = sorted(path.stem for path in Path("build/2031/charts").glob("*.json"))
    walk.do(f"chartkit odds {team} 6-SHORT --against {other}")
    walk.do(f"chartkit explain {team} 6-SHORT 27")
    walk.do(f"chartkit plays 2031 --team {team} --call 6-SHORT --limit 3")
    walk.do(f"chartkit export-xlsx {team}")
    book = load_workbook(f"{team}.xlsx")
    book["Offense"]["G22"] = "of 10"
    book.save(f"{team}.xlsx")
    assert "Offense!G22" in walk.do(f"chartkit import-xlsx {team}.xlsx", ends=(1,)), "the mistake has its place"
    book["Offense"]["G22"] = "OFF 10"
    book.save(f"{team}.xlsx")
    assert f"wrote edits/2031/{team}.toml" in walk.do(f"chartkit import-xlsx {team}.xlsx --out mine.json")
    assert "OFF 10" in walk.do(f"chartkit diff {team} mine.json")
    assert f"1 edit applied to {team}" in walk.do("chartkit compile 2031")
    assert "`OFF 10`" in walk.do(f"chartkit explain {team}:6-SHORT.27")
    walk.do("chartkit validate build/2031")
    walk.do(f'chartkit whatif --set "{team} 6-SHORT 28=12" -n 2')


def test_the_solitaire_player(walk: Walk, demo_home: Path) -> None:
    assert walk.next()[0] == "chartkit demo"
    # What `chartkit demo` makes, without waiting for it again.
    shutil.copytree(demo_home, Path(), dirs_exist_ok=True)
    walk.do("chartkit game WND BRK --seed 7 --quiet")
    walk.do("chartkit game WND BRK --coach human --coach sharp --seed 7", typed=_person(8))
    line = walk.advised()
    assert line == "chartkit game --continue" == walk.next()[0]
    said = walk.do(line, typed=_person(4))
    assert "against" in said and "your" in said, "the last plays are shown, and it goes on"
    said = walk.do(walk.advised(), typed=_person())
    assert "Final: " in said and "Go on with" not in said
    assert "chartkit game --continue" not in walk.next()
    saved = sorted(Path("games").glob("WND-at-BRK*.json"))
    assert "Final: " in walk.do(f"chartkit replay {saved[0]}")
    walk.do("chartkit print build/2031 --what gear --team BRK --team WND --out gear.pdf")
