"""What users agree on before a game: house settings, and how damaged and silent places are read (section 15)."""

from __future__ import annotations

from dataclasses import dataclass

from chartkit.football.field import FORMATS
from chartkit.systems.options import GameOptions, option


@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """Every option with its default; a true/false option that is on by default is a rule of the game."""

    numbers: str = option("rewind", "3.3, 3.6: further numbers of a play", ("rewind", "fresh"))
    yellow: str = option("source", "A3: yellow cells: none known, or as proposed", ("source", "proposed"))
    shaded_box: str = option("B-h", "A5: the box before a rare play, or none")
    boxes: int = option(40, "A4: boxes of a quarter")
    rare_plays: bool = option(True, "10.6: a rare play after the shaded box")
    injuries: bool = option(True, "12.1: injuries")
    stamina: bool = option(True, "12.4: stamina")
    repeat_rule: bool = option(True, "5.9: a long gain of a repeated call is a fumbled snap")
    time_outs: bool = option(True, "10.3: time outs and spikes")
    overtime: str = option("sudden death", "A21: the format of overtime", ("season", *FORMATS))
    playoff: bool = option(False, "A21: no game ends tied")
    scramble_cells: str = option("merged", "A1: rolls 11 and 12 of the pass columns", ("merged", "separate"))
    long_gain_63: str = option("merged", "A2: long gain 63 and 64", ("merged", "separate"))
    field_goal_flags: str = option("punt", "A11: the penalty column of field goals", ("punt", "none"))
    rt_15_half: str = option("half", "A12: at most half the distance, or all 15 yards", ("half", "full"))
    point_on_11: str = option("unless tied", "A15: an extra point on 11", ("unless tied", "missed"))
    flag_underlying: bool = option(True, "A16: a flag has an underlying play")
    decline: bool = option(True, "A17: the offended team may decline a penalty")
    late_boxes: str = option("before", "A19: boxes left are counted before or after the roll", ("before", "after"))
    point_changes: str = option("price", "A22: two points, or always one grade", ("price", "grade"))
    sneak: str = option("marker", "A23: marker on a 1 or 5, or one yard to go", ("marker", "one yard"))
    time_without_time_out: bool = option(False, "A24: Time stops the clock of a team that has no time out too")
    last_try: str = option("last", "A25: a try in the last box, or a kickoff after it", ("last", "kickoff"))
    return_defense: str = option("stoppers", "A26: whose defense a return asks for", ("stoppers", "snap"))
    time_saves_box: bool = option(True, "A27: a forced time out saves the box")
    cap_follows_grade: bool = option(True, "A28: a D back's catches and a D receiver's reverses are not capped")
    same_call: str = option("call", "A29: a repeated play is the same call, or the same column", ("call", "column"))
    modify_scrambles: bool = option(False, "A30: modifiers act on quarterback runs too")
    injury_spot: str = option("after", "A32: the spot that an injury's length goes by", ("after", "before"))
    tired_at_limit: bool = option(False, "A33: the touch that reaches the limit is already above it")
    challenge_without_time_out: bool = option(False, "A34: a challenge without a time out")
    punt_returns: str = option("field", "A35: punts into the end zone, dead or returned", ("field", "end zone"))
    late_out_of_bounds: str = option("before", "A36: the last three boxes are counted", ("before", "after"))
    write_extra_rolls: bool = option(False, "A37: rolls for missing numbers are written down")


#: The basic game: what is printed on the action tables, and nothing else.
BASIC = Options(rare_plays=False, injuries=False, stamina=False, repeat_rule=False)
