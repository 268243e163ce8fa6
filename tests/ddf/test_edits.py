import datetime
import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.charts import any_result, random_chart

from chartkit.errors import InputError
from chartkit.systems.ddf.charts import columns, edits, legal_forms, team_to_json

OLD = team_to_json(random_chart(1))


@given(st.randoms(use_true_random=False), st.integers(0, 12))
def test_extracted_edits_make_the_new_chart_of_the_old_one(rng: random.Random, count: int) -> None:
    new = json.loads(json.dumps(OLD))
    for _ in range(count):
        play = rng.choice(columns.OFFENSE)
        form = rng.choice(sorted(legal_forms("offense", play)))
        new["offense"]["columns"][play][str(rng.randint(10, 39))] = str(any_result(rng, form))
    new["supplement"]["home_field_advantage"] = rng.randint(0, 3)
    made = edits.extract(OLD, new)
    assert edits.apply(OLD, made) == (new, [])
    assert edits.apply(new, made) == (new, []), "applying twice changes nothing more"


def test_an_edits_file_reads_back(tmp_path: Path) -> None:
    made = [
        edits.HandEdit("offense.columns.6-SHORT.27", "OFF 10", "12*", 'he said "more"', datetime.date(2018, 3, 1)),
        edits.HandEdit("supplement.pass_percent", None, 61, always=True),
    ]
    file = tmp_path / "PHI.toml"
    file.write_text(edits.to_toml("PHI", 2017, made), "utf-8")
    assert edits.from_toml(file) == made


def test_an_edit_that_no_longer_applies_is_reported_and_not_applied() -> None:
    gone = edits.HandEdit("offense.columns.6-SHORT.27", "no such thing", "12")
    lost = edits.HandEdit("offense.columns.10-HAIL MARY.27", "1", "2")
    chart, left = edits.apply(OLD, [gone, lost])
    assert chart == OLD
    assert [item.edit for item in left] == [gone, lost]
    assert "says" in left[0].why and "no such cell" in left[1].why


def test_an_edit_marked_always_applies_regardless() -> None:
    chart, left = edits.apply(
        OLD, [edits.HandEdit("offense.columns.6-SHORT.27", "no such thing", "12", always=True)]
    )
    assert not left
    assert chart["offense"]["columns"]["6-SHORT"]["27"] == "12"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[edit]]\nnow = 3", r"edit\[0\]\.cell: `cell` is missing"),
        ("[[edit]]\ncell = 27", r"edit\[0\]\.cell: this must be a text in quotes"),
        ("[[edit]]\ncell='a'\nnwo=3", "nwo"),
        ("=", r"PHI\.toml:1:1: this is not TOML"),
        ("[[edit]]\ncell='a'\ndate=3", "must be a date such as"),
        ("edit = 3", "edit: this must be a list"),
        ("[look.red]\nfill = '#FF0000'", "`look` is not known here"),
    ],
)
def test_a_broken_edits_file_says_where(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "PHI.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError, match=why):
        edits.from_toml(file)
