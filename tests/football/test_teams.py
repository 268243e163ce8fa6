from chartkit.football.teams import code_of, find, season_codes, season_length, teams


def test_a_chart_uses_the_code_of_its_season():
    assert [code_of("LV", season) for season in (1999, 2019, 2020)] == ["OAK", "OAK", "LV"]
    assert [code_of("LAC", season) for season in (2016, 2017)] == ["SD", "LAC"]
    assert [code_of("LAR", season) for season in (2015, 2016)] == ["STL", "LA"]
    assert code_of("JAC", 2003) == "JAX"
    assert code_of("XYZ", 2003) == "XYZ"


def test_every_season_has_its_teams_in_even_divisions():
    for season in range(1999, 2026):
        league = teams(season)
        length = season_length(season)
        assert length is not None
        assert len(league) == len({team.code for team in league}) == length.teams
        divisions = {}
        for team in league:
            divisions.setdefault((team.conference, team.division), []).append(team.code)
        if season >= 2002:
            assert sorted(map(len, divisions.values())) == [4] * 8
        else:
            assert sorted(map(len, divisions.values())) == [5, 5, 5, 5, 5, 6]
        abandoned = season == 2022
        assert length.games == length.teams * length.games_each // 2 - abandoned


def test_no_code_means_two_teams():
    for season in range(1999, 2026):
        codes = season_codes(season)
        for team in teams(season):
            assert codes[team.code] == team.code


def test_names_of_the_time():
    assert find("LV", 2003).name == "Oakland Raiders"
    assert find("WAS", 2020).name == "Washington Football Team"
    assert (find("SEA", 2001).conference, find("SEA", 2002).conference) == ("AFC", "NFC")
    assert find("HOU", 2001) is None
    assert find("PHI", 1960) is None
