"""Mutated JSON and TOML files: whatever is done to a file, it is read or refused with a message, and soon.

More cases: pytest tests/hostile/test_fuzz_texts.py --fuzz 10000
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartkit import resources
from chartkit.errors import ChartkitError, InputError
from chartkit.files import dumps
from chartkit.findings import Severity, UnreadableError, read_bytes, read_json, read_toml
from chartkit.findings.reporters import annotation, finding_text, sarif
from chartkit.paper import TablePage, load_template, table_pages
from chartkit.systems.coachs_call import validate as rosters
from chartkit.systems.coachs_call.tables import SHIPPED
from chartkit.systems.coachs_call.teams import team_to_text as team_to_text_of_rosters
from chartkit.systems.ddf.cards import read_back
from chartkit.systems.ddf.charts import edits, season_to_text, team_to_json, team_to_text
from chartkit.systems.ddf.classify.rules import load_penalties, load_rules
from chartkit.systems.ddf.compile.settings import load_settings
from chartkit.systems.ddf.data import shipped
from chartkit.systems.ddf.engine.examples.judge import judge_all
from chartkit.systems.ddf.gameday.opening import DdfReferee
from chartkit.systems.ddf.rules.tables import TABLES, standard_rules
from chartkit.systems.ddf.validate import (
    check_path,
    codes,
    load_coach,
    load_season,
    load_team_chart,
    validate_team,
)
from chartkit.systems.ddf.validate.validator import FILES, FIXER
from chartkit.systems.recorded import CHECKSUM, game_file_text, log_checksum
from tests.cards.test_family import old_set
from tests.support.charts import load_priority_chart, random_chart
from tests.support.games import game_file, played_game
from tests.support.rosters import eagles
from tests.support.spoil import Spoil, spoil_json, spoil_toml, spoil_value, try_spoiled

GOOD = Path(__file__).parents[1] / "charts" / "good"
ENGINE = Path(__file__).parents[1] / "ddf" / "engine"


def _checked(path: Path, load: Callable[[Path], object], text_of: Callable[[Any], str]) -> None:
    """The check says what is wrong and never raises; what it finds sound can be loaded, and is written sound."""
    checked = check_path(path)
    for finding in checked.findings:
        for text in (finding_text(finding), annotation(finding, codes()), json.dumps(finding.to_json())):
            assert "\x1b" not in text
            text.encode("utf-8")
    dumps(sarif(checked, codes(), "0")).encode("utf-8")
    wrong = [each for each in checked.findings if each.severity is not Severity.WARNING]
    try:
        loaded = load(path)
    except ChartkitError:
        assert wrong, "the check finds nothing, but the file is not loaded"
        return
    assert not wrong, f"loaded in spite of {wrong[0]}"
    again = FILES.check_source(read_bytes(text_of(loaded).encode(), "again.json"))
    assert [each for each in again if each.severity is not Severity.WARNING] == []


def _team(path: Path) -> None:
    _checked(path, load_team_chart, team_to_text)
    FIXER.fixed(read_bytes(path.read_bytes(), str(path)))


def _season(path: Path) -> None:
    _checked(path, load_season, season_to_text)
    FIXER.fixed(read_bytes(path.read_bytes(), str(path)))


def _rosters(path: Path) -> None:
    """What the other game's check finds sound can be loaded."""
    wrong = [each for each in rosters.check_path(path).findings if each.severity is not Severity.WARNING]
    kinds = {"chartkit/coachs-call-team@1": rosters.load_team, "chartkit/coachs-call-season@1": rosters.load_season}
    data = read_json(path).data
    kind = data.get("format") if isinstance(data, dict) else None
    load = kinds.get(kind if isinstance(kind, str) else "", rosters.load_tables)
    try:
        load(path)
    except ChartkitError:
        assert wrong, "the check finds nothing, but the file is not loaded"
        raise
    assert not wrong, f"loaded in spite of {wrong[0]}"


def _edits(path: Path) -> None:
    chart, _ = edits.apply(team_to_json(random_chart(1)), edits.from_toml(path))
    validate_team(chart)


def _template(path: Path) -> None:
    # The path is always the same here, its content is not: past the cache.
    load_template.__wrapped__("classic", "ddf-cards.toml", path)


def _spoil_rules(chance: random.Random, data: bytes) -> bytes:
    """A game by rules of one's own; its checksum is right, so that nothing but the rules is wrong."""
    log = json.loads(data)
    name = chance.choice(TABLES)
    table = json.loads(json.dumps(standard_rules().tables[name]))
    for _ in range(chance.choice((1, 1, 3))):
        spoil_value(chance, table)
    log["rules"] = {name: table}
    log[CHECKSUM] = log_checksum(log)
    return json.dumps(log).encode()


@cache
def _old_pages() -> list[TablePage]:
    return list(table_pages(old_set([replace(random_chart(1), supplement=None)]), "old.pdf"))


def _family(path: Path) -> None:
    """The template is read anew each time, the pages are not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(read_back, "read_bytes", lambda path: b"")
        patch.setattr(read_back, "table_pages", lambda data, where: _old_pages())
        read_back.read_family(path.with_suffix(".pdf"), path)


def _examples(path: Path) -> None:
    data = read_json(path).data
    with suppress(InputError):
        # What is no list of examples is told without the file, which the command knows.
        judge_all(data)


#: A file's name, how it is spoiled, how it is read, and of how many cases one is tried: some readers take long.
KINDS: dict[str, tuple[str, Spoil, Callable[[Path], object], int]] = {
    "team chart": ("AAA.json", spoil_json, _team, 2),
    "season": ("season.json", spoil_json, _season, 1),
    "coach": ("coach.json", spoil_json, load_coach, 1),
    "priority chart": ("priority.json", spoil_json, load_priority_chart, 1),
    "game log": ("game.json", spoil_json, DdfReferee().recorded_game, 10),
    "rules of a game": ("game.json", _spoil_rules, DdfReferee().recorded_game, 10),
    "examples": ("examples.json", spoil_json, _examples, 3),
    "old layout": ("layout.toml", spoil_toml, _family, 1),
    "rosters": ("PHI.json", spoil_json, _rosters, 1),
    "tables of Coach's Call": ("tables.json", spoil_json, _rosters, 4),
    "edits": ("AAA.toml", spoil_toml, _edits, 1),
    "call rules": ("rules.toml", spoil_toml, load_rules, 1),
    "penalties": ("penalties.toml", spoil_toml, load_penalties, 1),
    "compile settings": ("settings.toml", spoil_toml, load_settings, 1),
    "card style": ("style.toml", spoil_toml, _template, 1),
}


@pytest.fixture(scope="module")
def healthy() -> dict[str, bytes]:
    """One file of each kind that is read without a word."""
    old, new = (team_to_json(random_chart(seed)) for seed in (1, 2))
    texts = {
        "team chart": (GOOD / "antelopes.json").read_text("utf-8"),
        "season": (GOOD / "season.json").read_text("utf-8"),
        "coach": dumps(_coach()),
        "priority chart": shipped("priority_chart.json"),
        "game log": game_file_text(game_file(played_game(1))),
        "rules of a game": game_file_text(game_file(played_game(1))),
        "examples": (ENGINE / "situations.json").read_text("utf-8"),
        "old layout": resources.template("family/old-grid.toml").read_text("utf-8"),
        "rosters": team_to_text_of_rosters(eagles()),
        "tables of Coach's Call": SHIPPED.read_text("utf-8"),
        "edits": edits.to_toml("AAA", 2017, edits.extract(old, new)[:40]),
        "card style": resources.template("paper/classic.toml").read_text("utf-8"),
        "call rules": resources.template("ddf-classify.toml").read_text("utf-8"),
        "penalties": resources.template("ddf-penalties.toml").read_text("utf-8"),
        "compile settings": resources.template("ddf-compile.toml").read_text("utf-8"),
    }
    return {kind: text.encode() for kind, text in texts.items()}


def _coach() -> dict[str, Any]:
    states = [{"name": "trailing late", "quarters": [4], "seconds": 300, "ahead_from": -99, "ahead_to": -1}]
    return {
        "format": "chartkit/coach@1",
        "game": "ddf",
        "season": 2017,
        "team": "AAA",
        "situations": {"distance": [1, 10], "field": [20], "kick_field": [35], "states": states},
        "calls": {"1|1|1-20|normal": {"6-SHORT": 0.5, "8-LONG": 0.5}},
        "fourth_down": {"1|1-35|normal": {"go": 1.0}},
        "formations": {"1|1|1-20|normal": {"A-STANDARD": 1.0}},
    }


@pytest.mark.parametrize("kind", KINDS)
def test_the_healthy_file_is_read(kind: str, healthy: dict[str, bytes], tmp_path: Path) -> None:
    name, _, read, _ = KINDS[kind]
    (tmp_path / name).write_bytes(healthy[kind])
    read(tmp_path / name)


@pytest.mark.parametrize("kind", KINDS)
def test_a_spoiled_file_is_read_or_refused(
    kind: str, healthy: dict[str, bytes], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    name, spoil, read, share = KINDS[kind]
    try_spoiled(
        request,
        tmp_path / name,
        kind,
        share,
        lambda seed: spoil(random.Random(f"{kind} {seed}"), healthy[kind]),
        read,
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=15,
)


@settings(max_examples=150)
@given(st.sampled_from(["chartkit/team-chart@1", "chartkit/season@1"]), st.data())
def test_any_document_is_answered(kind: str, data: st.DataObject) -> None:
    document = json.loads((GOOD / ("season.json" if "season" in kind else "antelopes.json")).read_text("utf-8"))
    field = data.draw(st.sampled_from(sorted(document)))
    document[field] = data.draw(JSON)
    text = json.dumps(document | {"format": kind})
    try:
        source = read_bytes(text.encode(), "X.json")
    except UnreadableError:
        # A number beyond all limits.
        return
    FILES.check_source(source)


@settings(max_examples=150)
@given(st.text(alphabet="abc=.[]{}\"'#\n 0123456789-:+eE_TZ,", max_size=60))
def test_any_text_is_toml_or_is_refused(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("toml") / "any.toml"
    path.write_text(text, "utf-8")
    try:
        read_toml(path, resources.schema("ddf-compile"))
    except ChartkitError as refusal:
        assert str(refusal).startswith(str(path))
