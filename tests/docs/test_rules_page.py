"""The rule book: every rule with code and tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.rules_page import cited, code_map, proof_map, rule_book

ROOT = Path(__file__).parents[2]
SPEC = ROOT / ".." / "shared" / "spec" / "ddf-rules.md"


def test_every_rule_has_code_that_cites_it() -> None:
    code = code_map()
    assert [rule for rule in rule_book()["rules"] if rule not in code] == []


def test_every_rule_has_a_test_named_for_it() -> None:
    tests = proof_map()
    assert [rule for rule in rule_book()["rules"] if rule not in tests] == []


def test_no_test_is_named_for_a_rule_that_does_not_exist() -> None:
    assert sorted(set(proof_map()) - set(rule_book()["rules"])) == []


def test_ranges_cite_every_rule_in_them() -> None:
    assert list(cited("R27.2-R27.4 and R1.5")) == ["R27.2", "R27.3", "R27.4", "R1.5"]


def test_the_book_has_every_rule_of_the_specification() -> None:
    if not SPEC.is_file():
        pytest.skip(f"{SPEC} is not on this machine")
    found = re.findall(r"^\s*(?:-|\d+\.) \*\*(R\d+\.\d+)\b", SPEC.read_text("utf-8"), re.MULTILINE)
    assert list(rule_book()["rules"]) == found
