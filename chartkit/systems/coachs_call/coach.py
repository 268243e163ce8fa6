"""The computer coach (16.4), once for the table and for many games: expected points of every call from the tables.

`scout` works out the calls of both teams; `answer` decides, `reason` says why. Points are in thousandths.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from chartkit.running.fields import Numbers, Table, numbers, zeros
from chartkit.systems import records as r
from chartkit.systems.coachs_call.rules import game as n
from chartkit.systems.coachs_call.rules.game import Game, boxes_left, ends_half, lead
from chartkit.systems.coachs_call.rules.reading import (
    catching_grade,
    changed_grade,
    is_tired,
    read_place,
    rushing_grade,
)
from chartkit.systems.coachs_call.rules.scrimmage import RAISED_POINTS, is_run, modified
from chartkit.systems.coachs_call.tables import WORDS, of_season, shipped
from chartkit.systems.coachs_call.teams import SLOTS
from chartkit.systems.logged import draw

#: Classes of situations: the yards to go, the spots and the ends of their classes.
TO_GO_ENDS, TO_GO_MIDDLES = (1, 3, 6, 10), (1, 2, 5, 9, 15)
SPOT_ENDS, SPOT_MIDDLES = (10, 50, 79, 89, 94), (6, 30, 65, 85, 92, 97)
SITUATIONS = 4 * len(TO_GO_MIDDLES) * len(SPOT_MIDDLES) * 2
#: More yards to go are counted as this many.
FAR = 30
#: The calls that a coach weighs: those with a column of their own.
WEIGHED = n.TRICK + 1
#: The 36 ways to roll each sum from 2 to 12.
WAYS = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
#: Points of a touchdown with its try; gains that stand for the long-gain column; a usual scramble and return.
TOUCHDOWN_POINTS, LONG_GAINS, USUAL_SCRAMBLE, USUAL_RETURN = 6950, (22, 33, 55), 7, 13
#: How often of four a fumble is lost; the yards of a punt return; where a drive starts after a kickoff.
LOST_OF_FOUR, PUNT_RETURNED, KICKOFF_SPOT = 3, 6, 25
#: Boxes left at which a coach begins to watch the clock, stops punting, and stops the clock.
LATE, DESPERATE, STOPS = 5, 9, 6


@dataclass(eq=False)
class Mind(Game):
    """A game with what its two coaches know."""

    worth_first: Numbers = numbers(101)
    chance: Table = numbers(5, FAR + 1)
    #: By down and class of yards to go: how often each call is made.
    habits: Table = numbers(4 * len(TO_GO_MIDDLES), WEIGHED)
    #: A call worth this many thousandths of a point less than the best call is never made.
    spread: int = 1
    #: In field-goal range and out of it, by yards to go and spot: how often of 1000 a coach goes for it.
    go_share: list[Table] = numbers(2, FAR + 1, 101)
    shares: Numbers = numbers(len(SLOTS))
    grade_weight: Numbers = numbers(len(n.GRADE_LETTERS))
    back_as_target: int = 0
    #: By team and situation: sums of weights of the calls.
    coach_calls: list[Table] = numbers(2, SITUATIONS, WEIGHED)
    #: By team and spot.
    coach_field_goal: Table = numbers(2, 101)
    coach_punt: Table = numbers(2, 101)


#: The fields that scouting fills.
SCOUTED = ("coach_calls", "coach_field_goal", "coach_punt")


@cache
def coach_fields(season: int) -> dict[str, Any]:
    """What every coach of a season knows, from data files."""
    data = shipped("coach.json")
    points, chance = data["first_down"], zeros(5, FAR + 1)
    worth = zeros(101)
    for (low, value), (high, top) in pairwise(points):
        for spot in range(low, high + 1):
            worth[spot] = value + (top - value) * (spot - low) // (high - low)
    worth[100] = worth[99]
    for down in range(1, 5):
        near, each = data["series"][str(down)]
        for to_go in range(FAR + 1):
            chance[down][to_go] = max(near - each * (max(to_go, 1) - 1), data["series"]["least"])
    return {
        "worth_first": worth,
        "chance": chance,
        "habits": data["habits"]["lines"],
        "spread": data["spread"],
        "go_share": _go_share(data["fourth_down"], season),
        "shares": [data["shares"].get(slot, 0) for slot in SLOTS],
        "grade_weight": [data["grade_weight"].get(letter, 0) for letter in n.GRADE_LETTERS],
        "back_as_target": data["back_as_target"],
    }


def _go_share(data: Mapping[str, Any], season: int) -> list[list[list[int]]]:
    """The shares of a file by classes, for every distance and spot."""
    lines = [bisect_left(data["to_go"], to_go) for to_go in range(FAR + 1)]
    places = [bisect_left(data["to_goal"], 100 - spot) for spot in range(101)]
    return [
        [[shares[line][place] for place in places] for line in lines] for shares in of_season(data["go"], season)
    ]


# What situations are worth.


def best_kick(game: Mind, team: int, spot: int) -> int:
    """What fourth down is worth without another play."""
    return max(game.coach_field_goal[team][spot], game.coach_punt[team][spot])


def worth(game: Mind, team: int, down: int, to_go: int, spot: int) -> int:
    """Expected points of a team with the ball: the chance of another first down, else a kick."""
    if spot >= 100:
        return TOUCHDOWN_POINTS
    if spot <= 0:
        return -2000 - game.worth_first[KICKOFF_SPOT]
    if to_go <= 0:
        return game.worth_first[spot]
    if down > 4:
        return -game.worth_first[100 - spot]
    hope = game.chance[down][min(to_go, FAR)]
    made = TOUCHDOWN_POINTS if spot + to_go >= 100 else game.worth_first[spot + to_go]
    return (hope * made + (1000 - hope) * best_kick(game, team, spot)) // 1000


def worth_of_end(game: Mind, team: int, place: int) -> int:
    """What an end of the play in `game.offer` is worth to a team."""
    offer = game.offer
    owner, spot, what, series = offer[place], offer[place + 1], offer[place + 2], offer[place + 3]
    sign = 1 if owner == team else -1
    if game.row[r.IS_TRY]:
        made = 1000 if what == n.GOOD_KICK else 2000 if what == n.SCORED else 900 if what == n.RETRY else 0
        return sign * made
    if what == n.SCORED:
        return sign * TOUCHDOWN_POINTS
    if what == n.SAFETY:
        return -sign * (2000 + game.worth_first[KICKOFF_SPOT])
    if what == n.GOOD_KICK:
        return sign * (3000 - game.worth_first[KICKOFF_SPOT])
    if what == n.RETRY:
        return -sign * game.worth_first[KICKOFF_SPOT]
    down, to_go = game.row[r.AT_DOWN], game.row[r.SPOT] + game.row[r.TO_GO] - spot
    if series in (n.NEW_SERIES, n.FIRST_DOWN) or down == 0:
        return sign * game.worth_first[spot]
    return sign * worth(game, owner, down + (1 if series == n.NEXT_DOWN else 0), to_go, spot)


# Scouting.


def scout(game: Mind) -> None:
    """Work out the calls of both teams against each other."""
    for team in range(2):
        _scout_kicks(game, team)
    for team in range(2):
        game.row[r.TEAM] = team
        for situation in range(SITUATIONS):
            _scout_calls(game, team, situation)


def _scout_kicks(game: Mind, team: int) -> None:
    """Field goals and punts from every spot."""
    game.asked[n.KICKS], game.asked[n.PUNTS] = game.grades[team][n.KICKER], game.grades[team][n.PUNTER]
    distance = 0
    for place in range(11):
        out = read_place(game, n.PUNT_COLUMN, place)
        distance += WAYS[place] * (out.yards if out.kind == n.PUNTED else 0)
    net = distance // 34 - PUNT_RETURNED
    for spot in range(1, 100):
        good = 0
        for place in range(11):
            out = read_place(game, n.FIELD_GOAL_COLUMN, place)
            if out.kind == n.RANGE and out.yards >= 100 - spot + 17:
                good += WAYS[place]
        made = 3000 - game.worth_first[KICKOFF_SPOT]
        missed = -game.worth_first[min(100 - spot + 7, 99)]
        game.coach_field_goal[team][spot] = (good * made + (36 - good) * missed) // 36
        game.coach_punt[team][spot] = -game.worth_first[max(100 - spot - net, 15)]


def _scout_calls(game: Mind, team: int, situation: int) -> None:
    """The weights of the calls in a situation: habits, reduced for calls that are worth less than the best one."""
    row = game.row
    late, rest = situation % 2, situation // 2
    spot = SPOT_MIDDLES[rest % len(SPOT_MIDDLES)]
    rest //= len(SPOT_MIDDLES)
    habits = game.habits[rest]
    to_go, down = TO_GO_MIDDLES[rest % len(TO_GO_MIDDLES)], rest // len(TO_GO_MIDDLES) + 1
    to_go = min(10 if down == 1 and to_go == 9 else to_go, 100 - spot)
    row[r.AT_DOWN], row[r.TO_GO], row[r.SPOT] = down, to_go, spot
    game.quarter, game.snap_box = (2, game.boxes - LATE) if late else (1, 0)
    game.box = game.snap_box
    best = -100_000
    for call in range(WEIGHED):
        value = _value(game, team, call, down, to_go, spot)
        # The values are kept here until the weights replace them.
        game.coach_calls[team][situation][call] = value
        best = max(best, value)
    total = 0
    for call in range(WEIGHED):
        short = best - game.coach_calls[team][situation][call]
        total += habits[call] * max(game.spread - short, 0) // game.spread
        game.coach_calls[team][situation][call] = total


def _value(game: Mind, team: int, call: int, down: int, to_go: int, spot: int) -> int:
    """The mean over the rolls of the call's column, flags left out."""
    slot = n.RB1 if is_run(call) and call != n.REVERSE else n.REC1
    asked = game.asked
    asked[n.RUSHER], asked[n.RECEIVER] = rushing_grade(game, team, slot), catching_grade(game, team, slot, call)
    asked[n.QUARTERBACK], asked[n.MOBILITY] = game.grades[team][n.QB], game.grades[team][n.MOB]
    asked[n.STOPPERS] = game.grades[1 - team][n.DEFENSE]
    total, count = 0, 0
    for place in range(36):
        out = read_place(game, n.CALL_COLUMNS[call], place)
        kind, yards = out.kind, out.yards
        if kind == n.FLAG:
            continue
        count += 1
        if kind == n.SACK and call == n.TRICK:
            kind, yards = n.INTERCEPTION, game.trick_interception
        if kind == n.INTERCEPTION and call != n.SCREEN:
            theirs = min(max(100 - spot - yards + USUAL_RETURN, 20), 99)
            total -= game.worth_first[theirs]
        elif kind in (n.INCOMPLETE, n.INTERCEPTION):
            total += worth(game, team, down + 1, to_go, spot)
        elif kind == n.FUMBLE:
            kept = worth(game, team, down + 1, to_go - yards, spot + yards)
            total += (kept - LOST_OF_FOUR * game.worth_first[min(max(100 - spot - yards, 1), 99)]) // 4
        elif kind == n.LONG_GAIN:
            for gain in LONG_GAINS:
                total += worth(game, team, down + 1, to_go - gain, spot + gain) // len(LONG_GAINS)
        elif kind == n.TOUCHDOWN:
            total += TOUCHDOWN_POINTS
        else:
            gain = (
                USUAL_SCRAMBLE if kind == n.SCRAMBLE else yards if kind == n.SACK else modified(game, call, yards)
            )
            total += worth(game, team, down + 1, to_go - gain, spot + gain)
    return total // count


# Decisions.


def situation_now(game: Mind) -> int:
    """The class of the situation before a down."""
    row = game.row
    to_go, spot = 0, 0
    while to_go < len(TO_GO_ENDS) and row[r.TO_GO] > TO_GO_ENDS[to_go]:
        to_go += 1
    while spot < len(SPOT_ENDS) and row[r.SPOT] > SPOT_ENDS[spot]:
        spot += 1
    late = 1 if game.quarter in (2, 4) and boxes_left(game) <= LATE else 0
    down = max(row[r.AT_DOWN], 1)
    return (((down - 1) * len(TO_GO_MIDDLES) + to_go) * len(SPOT_MIDDLES) + spot) * 2 + late


def answer(game: Mind, question: int, team: int, about: int) -> int:
    """The coach's answer to any question."""
    if question == n.ASK_CALL:
        return _call(game, team)
    if question == n.ASK_PLAYER:
        return _player(game, team, about)
    if question == n.ASK_PENALTY:
        return 0 if worth_of_end(game, team, 0) > worth_of_end(game, team, 4) else 1
    if question == n.ASK_RAISE:
        return _raised(game, team)
    return 1 if _wants(game, question, team, about) else 0


def _wants(game: Mind, question: int, team: int, about: int) -> bool:
    """The questions that are answered by yes or no."""
    mine, left = lead(game, team), boxes_left(game)
    last = game.quarter >= r.REGULATION
    if question == n.ASK_SIDELINE:
        return ends_half(game) and left <= LATE and mine <= 0 and draw(game, 2) == 0
    if question == n.ASK_KICKOFF:
        # An onside kick when a usual one leaves no time for the points that are needed.
        return game.quarter == r.REGULATION and mine < 0 and left <= 6 * ((7 - mine) // 8)
    if question == n.ASK_TRY:
        return game.quarter == r.REGULATION and mine in (-10, -5, -2, 1, 5)
    if question == n.ASK_ROLL:
        return about <= 4
    if question == n.ASK_STAY:
        return game.row[r.KIND] != r.IS_KICKOFF
    if question == n.ASK_TIME_OUT:
        has_ball = team == game.possession
        return ends_half(game) and left <= STOPS and (mine < 0 if last else has_ball and game.spot >= 40)
    if question == n.ASK_SPIKE:
        return ends_half(game) and left <= 3 and game.timeouts[team] == 0 and game.down <= 2 and mine <= 0
    if question == n.ASK_CHALLENGE:
        return game.timeouts[team] >= 2 or (last and game.timeouts[team] > 0)
    return question == n.ASK_SUBSTITUTE


def _call(game: Mind, team: int) -> int:
    """A kick, or a call by weight; one that repeats is drawn again."""
    situation, row = situation_now(game), game.row
    if row[r.AT_DOWN] > 0:
        kick = _kick(game, team)
        if kick >= 0:
            return kick
    call = _weighed(game, team, situation)
    if call == game.last_call and call != n.LONG and game.repeat_rule:
        call = _weighed(game, team, situation)
    return call


def _weighed(game: Mind, team: int, situation: int) -> int:
    sums = game.coach_calls[team][situation]
    number, call = draw(game, max(sums[WEIGHED - 1], 1)), 0
    while call < WEIGHED - 1 and sums[call] <= number:
        call += 1
    return call


def _kick(game: Mind, team: int) -> int:
    """A punt or field goal, or -1 for a play: at the end of a half by the score, else as coaches usually do."""
    row = game.row
    spot, mine, left = row[r.SPOT], lead(game, team), boxes_left(game)
    field_goal = game.coach_field_goal[team][spot]
    in_range = field_goal > game.coach_punt[team][spot] and spot >= 50
    if ends_half(game) and left <= 1:
        # The last play of the half.
        helps = game.quarter == 2 or -3 <= mine <= 0
        return n.FIELD_GOAL if in_range and helps else -1
    if row[r.AT_DOWN] < 4:
        return -1
    if game.quarter >= r.REGULATION and mine < 0 and left <= DESPERATE:
        return n.FIELD_GOAL if in_range and mine >= -3 else -1
    if draw(game, 1000) < game.go_share[0 if in_range else 1][min(row[r.TO_GO], FAR)][spot]:
        return -1
    return n.FIELD_GOAL if in_range else n.PUNT


def _player(game: Mind, team: int, call: int) -> int:
    """A carrier or target by weight of slot and grade; never a tired player."""
    runs = is_run(call) and call != n.REVERSE
    first, last = (n.RB1, n.RB3) if runs else (n.REC1, n.REC4)
    total = 0
    for slot in range(n.RB1, n.REC4 + 1):
        total += _weight(game, team, slot, call, first, last)
    number = draw(game, max(total, 1))
    for slot in range(n.RB1, n.REC4 + 1):
        number -= _weight(game, team, slot, call, first, last)
        if number < 0:
            return slot
    return first


def _weight(game: Mind, team: int, slot: int, call: int, first: int, last: int) -> int:
    if is_tired(game, team, slot):
        return 0
    if first <= slot <= last:
        return game.shares[slot] * game.grade_weight[game.grades[team][slot]]
    if call in (n.SHORT, n.SCREEN) and slot <= n.RB3:
        return game.back_as_target * game.grade_weight[1 if game.receiving[team][slot] else 2]
    return 0


def _raised(game: Mind, team: int) -> int:
    """The first slot from quarterback to receivers that two points would improve."""
    grades = game.grades[team]
    for slot in range(n.QB, n.REC4 + 1):
        if slot != n.MOB and changed_grade(game, slot, grades[slot], RAISED_POINTS) < grades[slot]:
            return slot
    return n.QB


# Reasons: why an answer was given, in a sentence with the figures that `answer` decides by.


def reason(game: Mind, question: int, team: int, said: int) -> str:
    """One sentence about an answer; empty where there is nothing to say."""
    if question == n.ASK_CALL:
        return _why_kick(game, team, said) if said in (n.PUNT, n.FIELD_GOAL) else _why_call(game, team, said)
    if question == n.ASK_PENALTY:
        taken, declined = (worth_of_end(game, team, place) / 1000 for place in (0, 4))
        words = "declines the penalty" if said else "takes the penalty"
        return f"{words}: {taken:+.1f} points with it, {declined:+.1f} without"
    if said and n.QUESTIONS[question] in WORDS["by_the_clock"]:
        return f"{WORDS['by_the_clock'][n.QUESTIONS[question]]}: {_score(game, team)}, {_boxes(game)}"
    return ""


def _why_call(game: Mind, team: int, said: int) -> str:
    """How often the call is made here: habits, and what each call is worth against this defense."""
    sums = game.coach_calls[team][situation_now(game)]
    weights = [high - low for low, high in pairwise([0, *sums])]
    if said >= len(weights) or not sum(weights):
        return ""
    often = [round(100 * weight / sum(weights)) for weight in weights]
    most = max(range(len(weights)), key=lambda call: weights[call])
    words = f"calls {n.CALLS[said]}: {often[said]} of 100 calls in such a situation"
    return words if most == said else f"{words}; most often {n.CALLS[most]}, {often[most]}"


def _why_kick(game: Mind, team: int, said: int) -> str:
    spot = game.row[r.SPOT]
    punt, field_goal = (values[team][spot] / 1000 for values in (game.coach_punt, game.coach_field_goal))
    worth = f"a punt is worth {punt:+.1f} points from here, a field goal {field_goal:+.1f}"
    return f"calls {n.CALLS[said]}: {worth}; {_score(game, team)}, {_boxes(game)}"


def _score(game: Mind, team: int) -> str:
    mine = lead(game, team)
    return f"{abs(mine)} points {'ahead' if mine > 0 else 'behind'}" if mine else "the score is even"


def _boxes(game: Mind) -> str:
    left = boxes_left(game)
    return f"{left} box{'es' * (left != 1)} left in the quarter"
