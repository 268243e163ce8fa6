"""The field in the terminal, character by character."""

from chartkit.football.field import ASCII, UNICODE, draw

TEAMS = ("PHI", "NE")


def test_the_home_team_goes_to_the_right_from_the_left_goal_line() -> None:
    assert draw(TEAMS, 0, 20, 30, (0, 40), ASCII) == (
        "          10   20   30   40   50   40   30   20   10",
        " PHI |....:....:....!....:....:....:....:....:....:....| NE",
        "  >            o--------->",
    )


def test_the_visitors_go_to_the_left_and_a_ball_that_stays_is_a_dot() -> None:
    numbers, turf, way = draw(TEAMS, 1, 20, 30, (1, 20), UNICODE)
    assert turf.index("╂") == numbers.rindex("30") and turf.endswith("┃ NE")
    assert way.startswith("  ◀") and way.index("●") == numbers.rindex("20")


def test_a_punt_is_caught_on_the_other_side_and_goal_to_go_has_no_mark() -> None:
    _, turf, way = draw(TEAMS, 0, 92, 100, (1, 20), ASCII)
    assert "!" not in turf
    assert way.index("<") < way.index("o")
