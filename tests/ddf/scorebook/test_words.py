from collections import Counter

from support.games import some_game

from chartkit.systems.ddf.engine.events import Ball, Chance, Happening
from chartkit.systems.ddf.scorebook import Play, box_page, box_score, play_lines, plays_of, sentence
from chartkit.systems.statistics import team_statistics

TEAMS = ("NE", "PHI")


def play(*happenings: Happening, down: int = 2, to_go: int = 7, spot: int = 44, call: str = "9-SIDELINE") -> Play:
    """A play of the visitors, Philadelphia."""
    return Play(
        number=1,
        period=1,
        clock=600,
        phase="scrimmage",
        team=1,
        down=down,
        to_go=to_go,
        spot=spot,
        score=(0, 0),
        call=call,
        formation="F-BLITZ",
        no_huddle=False,
        timeouts=(),
        chances=(
            Chance(1, 0, 24, "offense.9-SIDELINE", "6"),
            Chance(0, 1, 1, "defense.F-BLITZ.9-SIDELINE", "0"),
        ),
        happenings=happenings,
        points=(),
        charged=(),
        after=Ball("scrimmage", 1, 3, 1, 50),
    )


def test_a_completed_pass_in_one_line() -> None:
    said = sentence(play(Happening("complete", 1, 18, 62, "")), TEAMS)
    assert said == "2-7-PHI 44: 9-SIDELINE against F-BLITZ. Rolled 24 and 1: complete for 18 to the NE 38."


def test_midfield_has_no_side_and_a_loss_is_a_loss() -> None:
    assert "complete for 6 to 50, out of bounds." in sentence(
        play(Happening("complete", 1, 6, 50, "out of bounds")), TEAMS
    )
    assert "sacked for a loss of 8 to the PHI 36." in sentence(play(Happening("sack", 1, -8, 36, "")), TEAMS)


def test_a_return_that_loses_ground_or_gains_none_says_so() -> None:
    for yards, spot, said in (
        (12, 36, "returned 12 yards to the PHI 36"),
        (1, 25, "returned 1 yard to the PHI 25"),
        (0, 24, "returned for no gain to the PHI 24"),
        (-1, 23, "returned for a loss of 1 to the PHI 23"),
    ):
        assert said in sentence(play(Happening("return", 1, yards, spot, "")), TEAMS)


def test_a_foul_says_who_what_and_how_much() -> None:
    told = sentence(
        play(Happening("no play", 1, 0, 44, "complete 12"), Happening("penalty", 1, 10, 34, "OFF 10 accepted")),
        TEAMS,
    )
    assert told.endswith("no play (complete 12), penalty on PHI (OFF 10), accepted, 10 yards.")


def test_goal_to_go_is_said() -> None:
    assert sentence(play(Happening("incomplete", 1, 0, 95, ""), spot=95, to_go=5), TEAMS).startswith(
        "2-goal-NE 5: "
    )


def test_everything_that_happens_is_said() -> None:
    silent: Counter[str] = Counter()
    for seed in range(40):
        for each in plays_of(some_game(seed).events):
            if sentence(each, TEAMS).endswith(" nothing happens."):
                silent[str(each.happenings)] += 1
    assert not silent


def test_a_loss_after_a_dash_stands_in_brackets_as_in_game_books() -> None:
    log = some_game(3)
    teams, box = log.matchup.codes, box_score(log)
    box["statistics"][teams[1]] |= {"punt_returns": 2, "punt_return_yards": -3, "interception_return_yards": -1}
    shown = {title: visitors for title, visitors, _ in team_statistics(box, teams).rows}
    assert (shown["Punt returns-yards"], shown["Interception return yards"]) == ("2-(-3)", "-1")


def test_the_page_fits_a_terminal_and_tells_the_score() -> None:
    log = some_game(3)
    teams = log.matchup.codes
    lines = list(box_page(box_score(log), teams))
    assert max(map(len, lines)) <= 80
    final = next(line for line in lines if line.startswith(teams[0]))
    assert final.split()[-1] == str(log.score[0])
    told = list(play_lines(plays_of(log.events), teams))
    assert [line for line in told if "[" in line][-1].endswith(
        f"[{teams[1]} {log.score[1]}, {teams[0]} {log.score[0]}]"
    )
