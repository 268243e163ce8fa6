"""A game that has charts and nothing else: every command that needs more says so in a sentence."""

import json
from pathlib import Path
from types import MappingProxyType

import pytest
from support.commands import Run, runner

from chartkit.cli.app import COMMANDS
from chartkit.errors import NotOffered
from chartkit.systems.base import CAPABILITIES, Charts, GameSystem

GAME = """
from chartkit.findings import Checked, common_codes, read_json
from chartkit.systems.base import Charts, GameSystem

class OnlyCharts(Charts):
    game = "Card Football"

    def codes(self):
        return common_codes()

    def load(self, path):
        return read_json(path).data

    def check(self, path):
        return Checked((str(path),), ())

class CardFootball(GameSystem):
    name, title = "cards", "Card Football"

    def charts(self):
        return OnlyCharts()
"""
BUILD, CHART = "build/2031-cards", "build/2031-cards/charts/BRK.json"
LEAGUE = "Card Football (cards) has no games played many times."
WORDS = "Card Football (cards) has no words for the plays of a season."
REFEREE = "Card Football (cards) has no referee to play under."
WORKBOOKS = "Card Football (cards) has no workbooks."
#: What works with charts alone -> a text of its output.
WORKS = {
    "systems": ((), "cards: Card Football"),
    "doctor": ((), "Card Football (cards)"),
    "validate": ((CHART,), "nothing wrong"),
    "codes": (("CK101",), "CK101"),
}
#: What does not -> the sentence.
LACKS = {
    "demo": (("--system", "cards"), "Card Football (cards) has no compiler."),
    "compile": (("2031", "--system", "cards"), "Card Football (cards) has no compiler."),
    "explain": ((CHART, "6"), "Card Football has no cells to explain."),
    "odds": ((CHART,), "Card Football has no odds of a chart."),
    "diff": ((CHART, CHART), "Card Football has no comparison of charts."),
    "new": (("ABC", "--system", "cards"), "Card Football has no blank chart."),
    "edits": ((CHART, CHART), "Card Football (cards) has no compiler."),
    "plays": (("2031", "--system", "cards"), WORDS),
    "calls": (("2031", "--system", "cards"), WORDS),
    "tune": (("6-SHORT", "QT=0.1", "--system", "cards"), WORDS),
    "print": ((BUILD,), "Card Football (cards) has no cards to print."),
    "export-xlsx": ((BUILD,), WORKBOOKS),
    "game": (("WND", "BRK", "--build", BUILD), REFEREE),
    "replay": (("game.json",), REFEREE),
    "referee": (("game.json",), REFEREE),
    "chances": ((BUILD,), LEAGUE),
    "simulate": (("WND", "BRK", "--build", BUILD), LEAGUE),
    "season": (("2031-cards",), LEAGUE),
    "roundtrip": ((BUILD,), LEAGUE),
    "whatif": (("--build", BUILD, "--set", "BRK:6=TD"), LEAGUE),
}
#: These know no game, or read it from a document that such a game cannot have made.
OF_NO_GAME = {"fetch", "agreement", "ingest", "serve", "template", "import-xlsx", "import-pdf"}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """A folder with the game as an installed distribution, and charts of two teams."""
    site = tmp_path / "site"
    about = site / "card_football-1.0.dist-info"
    about.mkdir(parents=True)
    (site / "card_football.py").write_text(GAME, "utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: card-football\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[chartkit.systems]\ncards = card_football:CardFootball\n", "utf-8")
    monkeypatch.syspath_prepend(site)
    charts = tmp_path / "build" / "2031-cards" / "charts"
    charts.mkdir(parents=True)
    for code in ("WND", "BRK"):
        (charts / f"{code}.json").write_text(json.dumps({"game": "cards", "team": {"code": code}}), "utf-8")
    (charts.parent / "season.json").write_text(json.dumps({"game": "cards", "season": 2031, "teams": []}), "utf-8")
    (tmp_path / "game.json").write_text(json.dumps({"game": "cards", "format": "cards/game@1"}), "utf-8")
    return runner(monkeypatch, capsys, tmp_path)


def test_every_command_works_or_says_what_the_game_lacks(run: Run) -> None:
    commands = set(COMMANDS)
    assert {*WORKS, *LACKS, *OF_NO_GAME} == commands, "every command is tried"
    for name, (words, text) in WORKS.items():
        code, out, err = run(name, *words)
        assert code == 0 and text in out + err, (name, out, err)
    for name, (words, text) in LACKS.items():
        code, out, err = run(name, *words)
        assert (code, out) == (2, ""), (name, out, err)
        assert err.splitlines()[-1].startswith("error: ") and text in err, (name, err)


def test_a_room_that_is_named_is_loaded_when_it_is_asked_for() -> None:
    class Named(GameSystem):
        name, title = "cards", "Card Football"
        rooms = MappingProxyType({"charts": "chartkit.systems.base:Charts", "cards": "no_such_module:Cards"})

    game = Named()
    assert [each for each in CAPABILITIES if game.offers(each)] == ["charts", "cards"]
    assert type(game.charts()) is Charts
    with pytest.raises(NotOffered, match="Card Football \\(cards\\) has no workbooks"):
        game.workbook()
    with pytest.raises(ModuleNotFoundError):
        game.cards()
