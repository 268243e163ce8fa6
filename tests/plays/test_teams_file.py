"""Names and colors of the teams of a league of one's own."""

import io

import openpyxl
import pytest

from chartkit.errors import InputError
from chartkit.football.teams import Team
from chartkit.plays import read
from chartkit.plays.schedule import HEADINGS, read_teams
from chartkit.plays.sources.by_hand import EXAMPLE, workbook

OWLS = Team("OWL", "Oldtown", "Owls", division="North", color="#1f5fa8")


def test_the_workbook_has_a_sheet_for_teams(tmp_path):
    book = openpyxl.load_workbook(io.BytesIO(workbook()))
    assert [cell.value for cell in book["Teams"][1]] == list(HEADINGS)
    for row in EXAMPLE:
        book["Plays"].append(row)
    book["Teams"].append(["owl", "Oldtown", "Owls", None, "North", "#1F5FA8"])
    book.save(tmp_path / "league.xlsx")
    (season,) = read([tmp_path / "league.xlsx"], 2024)
    assert season.teams == (OWLS,)


def test_a_teams_file_beside_the_plays(tmp_path, rows):
    rows.to_csv(tmp_path / "league.csv", index=False)
    (tmp_path / "league_teams.csv").write_text(
        "team,city,nickname,division,color\nOWL,Oldtown,Owls,North,#1f5fa8\n"
    )
    (season,) = read([tmp_path / "league.csv"])
    assert season.teams == (OWLS,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("city,nickname\nOldtown,Owls\n", "no column headed team"),
        ("team,city\n../../x,Oldtown\n", "line 2: '../../x' is not a team code"),
        ("team,color\nOWL,blue\n", "line 2: 'blue' is not a color"),
        ("team,city\nOWL,Oldtown\nOWL,Newtown\n", "line 3: OWL occurs twice"),
        (f"team,city\nOWL,{'x' * 41}\n", "the city of OWL cannot be printed"),
        ("team,city\nOWL,a\x1b[31mb\n", "the city of OWL cannot be printed"),
    ],
)
def test_what_is_wrong_is_named(text, message, tmp_path):
    path = tmp_path / "league_teams.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_teams(path)
