"""The record of a play: what any football game of whole numbers writes down of it, each number by its place.

Rules fill one record a play (`logged`); everything that is said of a game afterwards is made from its records alone
(`record_book`). Numbers that a game has nothing for stay 0, or -1 where `NOTHING_YET` names them.
"""

from __future__ import annotations

# fmt: off
REGULATION = 4
#: The slot of the quarterback; games number the other players as they like.
QB = 0

#: What a record is about.
KINDS = (
    "quarter", "kickoff", "onside kick", "run", "pass", "sack", "scramble", "punt", "field goal", "extra point",
    "spike", "time out", "no call", "end",
)
(
    IS_QUARTER, IS_KICKOFF, IS_ONSIDE, IS_RUN, IS_PASS, IS_SACK, IS_SCRAMBLE, IS_PUNT, IS_FIELD_GOAL,
    IS_EXTRA_POINT, IS_SPIKE, IS_TIME_OUT, IS_NO_CALL, IS_END,
) = range(len(KINDS))

#: Records that are no plays.
BETWEEN = (IS_QUARTER, IS_TIME_OUT, IS_END)

#: How a pass or a kick came out.
RESULTS = (
    "", "complete", "incomplete", "intercepted", "good", "missed", "blocked", "touchback", "fair catch",
    "out of bounds", "downed", "returned", "recovered",
)
(
    _, COMPLETE, NOT_CAUGHT, INTERCEPTED, GOOD, NO_GOOD, WAS_BLOCKED, IN_END_ZONE, CAUGHT_FAIR, WENT_OUT, DOWNED,
    RETURNED, RECOVERED,
) = range(len(RESULTS))

#: The numbers of a record, in order. Spots are yards from the own goal line of the team in `team`.
RECORD = (
    "kind", "team", "quarter", "box", "roll", "down", "to_go", "spot", "call", "player", "sideline", "is_try",
    "gain", "result", "kick_yards", "returned_by", "return_from", "return_yards", "fumbles", "fumble_team",
    "recovered_by", "fumble_spot", "credit", "recovery_credit", "foul", "foul_team", "foul_yards", "accepted",
    "no_play", "out_of_bounds", "in_bounds", "saved_box", "rare", "challenge", "injured_team", "injured",
    "games_out", "first_down", "scored", "scoring_team", "end_team", "end_spot", "home_score", "away_score",
)
(
    KIND, TEAM, QUARTER, BOX, ROLL, AT_DOWN, TO_GO, SPOT, CALL, PLAYER, SIDELINE, IS_TRY, YARDS, RESULT,
    KICK_YARDS, RETURNED_BY, RETURN_FROM, RETURN_YARDS, FUMBLES, FUMBLE_TEAM, RECOVERED_BY, FUMBLE_SPOT, CREDIT,
    RECOVERY, FOUL, FOUL_TEAM, FOUL_YARDS, ACCEPTED, NO_PLAY, WENT_OUT_OF_BOUNDS, IN_BOUNDS, SAVED_BOX, RARE,
    CHALLENGE, INJURED_TEAM, INJURED, GAMES_OUT, MADE_FIRST, SCORED_HOW, SCORING_TEAM, END_TEAM, END_SPOT,
    HOME_SCORE, AWAY_SCORE,
) = range(len(RECORD))
#: Places of a record that begin with -1.
NOTHING_YET = (
    PLAYER, CALL, CREDIT, RECOVERY, FUMBLE_TEAM, RECOVERED_BY, RETURNED_BY, INJURED_TEAM, INJURED, SCORING_TEAM,
    RARE,
)
#: How points were scored.
SCORES = ("", "touchdown", "field goal", "extra point", "two points", "safety", "defensive two points")
NO_SCORE, BY_TOUCHDOWN, BY_FIELD_GOAL, BY_EXTRA_POINT, BY_TWO_POINTS, BY_SAFETY, BY_DEFENSE = range(len(SCORES))
# fmt: on
