from hypothesis import given
from hypothesis import strategies as st

from chartkit.football.field import spot_name, try_line, yards_to_goal


@given(st.integers(1, 99))
def test_spot_names_read_back(yards):
    assert yards_to_goal(spot_name(yards, "PHI", "DAL"), "PHI") == yards


def test_kicked_tries_moved_back_in_2015():
    assert [try_line(season, kick=True) for season in (2014, 2015)] == [2, 15]
    assert try_line(2020, kick=False) == 2


def test_odd_spots():
    assert yards_to_goal("50", "PHI") == 50
    assert yards_to_goal("DET -8", "DET") == 108
    assert yards_to_goal("PHI 60", "PHI") is None
    assert yards_to_goal("26", "PHI") is None
    assert yards_to_goal("somewhere", "PHI") is None
