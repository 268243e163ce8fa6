"""The rule book as a page: every rule in a sentence with where it comes from (R0.1), its code and its tests."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from chartkit.systems.ddf.data import shipped

_HEAD = """# The rules

Every rule of the game in one sentence, under its number, with the code that implements it and the tests that
prove it. Where a sentence comes from stands behind it: the guide's text, a worked example, an inference, or a
ruling of ours. The page is written by `make docs` from `chartkit/systems/ddf/data/rule_book.json`, from the rule
numbers that the code cites and from the names of the tests; a test fails when it is out of date or when a rule has
no code or no test.
"""
_CITED = re.compile(r"\bR(\d+)\.(\d+)(?:\s*[-–]\s*R?(?:(\d+)\.)?(\d+))?")
_TEST = re.compile(r"^def (test_r(\d+)_(\d+)_\w+)", re.MULTILINE)
_BOOK = "rule_book.json"
ROOT = Path(__file__).parents[1]


def rule_book() -> Mapping[str, Any]:
    """The sentences, by rule."""
    book: dict[str, Any] = json.loads(shipped(_BOOK))
    return book


def cited(text: str) -> Iterator[str]:
    """The rules that a text cites; a range cites all of its rules.

    >>> list(cited("both (R27.2-R27.4), never R1.5"))
    ['R27.2', 'R27.3', 'R27.4', 'R1.5']
    """
    for section, first, other, last in _CITED.findall(text):
        reach = int(last) if last and (not other or other == section) else int(first)
        for number in range(int(first), max(reach, int(first)) + 1):
            yield f"R{section}.{number}"


def code_map() -> dict[str, list[str]]:
    """Rule -> files of the package that cite it; those of the rules and the chart model first."""
    found: dict[str, set[str]] = defaultdict(set)
    package = ROOT / "chartkit"
    data = [*(package / "systems/ddf/data").glob("*.json"), *(ROOT / "schemas").glob("*.json")]
    for path in sorted([*package.rglob("*.py"), *data]):
        if path.name == _BOOK:
            continue
        for rule in cited(path.read_text("utf-8")):
            found[rule].add(path.relative_to(ROOT).as_posix())
    found["R0.1"].add("tools/rules_page.py")
    return {rule: _nearest(paths, _RULE_ROOMS) for rule, paths in found.items()}


def proof_map() -> dict[str, list[str]]:
    """Rule -> tests that are named for it, as `file::test`; those of the engine where there are any."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name, section, number in _TEST.findall(path.read_text("utf-8")):
            found[f"R{section}.{number}"].add(f"{path.relative_to(ROOT).as_posix()}::{name}")
    return {rule: _nearest(names, _PROOF_ROOMS) for rule, names in found.items()}


#: Where the rules live; other rooms cite them too, but only explain them where these say nothing.
_RULE_ROOMS = re.compile(r"chartkit/systems/ddf/((rules|engine|coaches|data)/.*|[^/]*)|schemas/.*")
_PROOF_ROOMS = re.compile(r"tests/ddf/engine/.*")


def _nearest(places: set[str], rooms: re.Pattern[str]) -> list[str]:
    return sorted(place for place in places if rooms.fullmatch(place)) or sorted(places)


def _links(paths: list[str]) -> str:
    return ", ".join(f"[{path.rsplit('/', 1)[-1]}](../{path})" for path in paths) or "-"


def _tests(names: list[str]) -> str:
    told = []
    for name in names:
        path, test = name.split("::")
        told.append(f"[{test}](../{path})")
    return ", ".join(told) or "-"


def rules_page() -> str:
    """The page in Markdown."""
    book, code, tests = rule_book(), code_map(), proof_map()
    lines = [_HEAD]
    section = ""
    for rule, entry in book["rules"].items():
        head = rule.split(".")[0]
        if head != section:
            section = head
            lines.append(f"\n## {head} {book['sections'][head]}\n")
        lines.append(f"- **{rule}** {entry['text']} *({entry['evidence']})*  ")
        lines.append(f"  code: {_links(code.get(rule, []))}  ")
        lines.append(f"  tests: {_tests(tests.get(rule, []))}")
    return "\n".join(lines) + "\n"
