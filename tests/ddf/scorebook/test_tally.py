"""What a play counts as, and where drives end."""

from dataclasses import replace

from chartkit.football.field import period_in_words
from chartkit.systems.ddf.engine.events import Ball, Clock, Happening, Intent, Period, Points
from chartkit.systems.ddf.scorebook import (
    DRIVE_RESULTS,
    NAMES,
    NUMBER,
    PLACE,
    Play,
    counted,
    drives_of,
    plays_of,
    statistics,
)
from chartkit.systems.statistics import drive_chart, printed


def play(*happenings: Happening, **other: object) -> Play:
    """Second and 7 on the own 44 of the home team."""
    usual = Play(
        number=1,
        period=1,
        clock=600,
        phase="scrimmage",
        team=0,
        down=2,
        to_go=7,
        spot=44,
        score=(0, 0),
        call="1-LINE PLUNGE",
        formation="A-RUN GOAL LINE",
        no_huddle=False,
        timeouts=(),
        chances=(),
        happenings=happenings,
        points=(),
        charged=(),
        after=Ball("scrimmage", 0, 3, 1, 50),
    )
    return replace(usual, **other)  # type: ignore[arg-type]


def run(yards: int) -> Happening:
    """A run of the home team."""
    return Happening("run", 0, yards, 44 + yards, "")


def test_every_statistic_has_a_place_of_its_own() -> None:
    assert len(set(NAMES)) == NUMBER == len(PLACE)
    assert set(statistics([])[0]) == set(NAMES)


def test_a_gain_and_a_flag_added_to_it_are_two_first_downs() -> None:
    made = play(
        run(8), Happening("first down", 0, 0, 67, "run"), Happening("penalty", 1, -15, 48, "DEF 15 accepted")
    )
    counts = counted(made)
    assert (counts["first_downs"], counts["first_downs_rushing"], counts["first_downs_penalty"]) == (2, 1, 1)
    short = play(run(3), Happening("first down", 0, 0, 62, "penalty"), *made.happenings[2:])
    counts = counted(short)
    assert (counts["first_downs"], counts["first_downs_rushing"], counts["first_downs_penalty"]) == (1, 0, 1)


def test_a_kick_that_never_came_off_is_a_rush() -> None:
    counts = counted(play(Happening("fumble", 0, 0, 34, "punt"), Happening("recovery", 0, 0, 34, ""), call="PUNT"))
    assert (counts["rushes"], counts["rushing_yards"], counts["punts"]) == (1, -10, 0)
    assert (counts["fumbles"], counts["fumbles_lost"]) == (1, 0)


def test_an_intentional_safety_is_a_run_out_of_the_end_zone() -> None:
    given = play(
        Happening("safety", 1, 0, 0, "intentional"),
        spot=3,
        call="INTENTIONAL SAFETY",
        points=(Points(1, 2, "safety"),),
        after=Ball("free kick", 0, 0, 0, 20),
    )
    home, visitor = statistics([given])
    assert (home["rushes"], home["rushing_yards"], visitor["safeties"], visitor["points"]) == (1, -3, 1, 2)


def test_a_punt_that_rolls_is_as_long_as_it_rolled() -> None:
    rolled = play(Happening("punt", 0, 40, 84, "roll"), after=Ball("scrimmage", 1, 1, 10, 4))
    assert counted(rolled)["punt_yards"] == 52
    touchback = play(Happening("punt", 0, 56, 100, ""), Happening("touchback", 1, 0, 20, "punt"))
    counts = counted(touchback)
    assert (counts["punt_yards"], counts["net_punt_yards"], counts["punt_touchbacks"]) == (56, 36, 1)


def test_a_drive_that_nothing_ended_says_what_ran_out() -> None:
    plays = [play(run(2), period=period) for period in (1, 2, 3, 4, 5, 6, 7)]
    ended = [(drive.period, drive.plays, drive.result) for drive in drives_of(plays)]
    assert ended == [
        (1, 2, "end of half"),
        (3, 2, "end of regulation"),
        # Overtime periods are quarters: the ball is kept from the first to the second.
        (5, 2, "end of overtime period"),
        (7, 1, "end of game"),
    ]
    counts = statistics(plays)[0]
    assert [counts[f"drives_{result.replace(' ', '_')}"] for result in DRIVE_RESULTS[-4:]] == [1, 1, 1, 1]


def test_overtime_is_called_so() -> None:
    assert [period_in_words(period) for period in (1, 4, 5, 6)] == ["Q1", "Q4", "OT", "OT2"]
    drive = {"team": "HOM", "period": 5, "clock": 600, "start": 25, "plays": 3, "yards": 8, "seconds": 90}
    _, line = printed(drive_chart, {"drives": [drive | {"result": "punt"}]}, ("HOM", "VIS"))
    assert line.split()[:3] == ["HOM", "OT", "10:00"]


def test_seconds_before_the_snap_belong_to_the_play_before() -> None:
    events = (
        Period(1, 900),
        Ball("scrimmage", 0, 1, 10, 25),
        Intent(0, "offense call", "1-LINE PLUNGE"),
        Happening("run", 0, 4, 29, ""),
        Ball("scrimmage", 0, 2, 6, 29),
        Clock(0, 40, "in bounds", 1, 860),
        Intent(0, "offense call", "6-SHORT"),
        Happening("interception", 1, 0, 60, ""),
        Clock(0, 10, "change of possession", 1, 850),
        Ball("scrimmage", 1, 1, 10, 60),
    )
    first, second = plays_of(events)
    assert (first.clock, second.clock) == (900, 860)
    assert ([each.seconds for each in first.charged], [each.seconds for each in second.charged]) == ([40], [10])
    assert statistics([first, second])[0]["possession_seconds"] == 50


def test_a_spike_that_came_too_late_is_no_play() -> None:
    events = (
        Period(2, 900),
        Ball("scrimmage", 0, 1, 10, 25),
        Intent(0, "offense call", "1-LINE PLUNGE"),
        Happening("run", 0, 4, 29, ""),
        Ball("scrimmage", 0, 2, 6, 29),
        Intent(0, "clock", "spike"),
        Clock(0, 10, "spike", 2, 0),
        Period(3, 900),
        Ball("kickoff", 1, 0, 0, 35),
    )
    plays = plays_of(events)
    assert [each.call for each in plays] == ["1-LINE PLUNGE"]
    assert statistics(plays)[0]["spikes"] == 0
