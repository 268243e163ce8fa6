"""The odd cases of real files, each as a question to a table in the nflverse format."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

Cases = dict[str, Callable[[pd.DataFrame], "pd.Series[bool]"]]


def _says(words: str) -> Callable[[pd.DataFrame], pd.Series[bool]]:
    return lambda p: p["desc"].str.contains(words, regex=True)


def _no_play_says(words: str) -> Callable[[pd.DataFrame], pd.Series[bool]]:
    return lambda p: p["play_type"].eq("no_play") & p["desc"].str.contains(words, regex=True)


ODD_CASES: Cases = {
    "lateral on a pass": lambda p: p["complete_pass"].eq(1) & _says("Lateral to")(p),
    "lateral on a return": lambda p: p["play_type"].isin(["kickoff", "punt"]) & _says("Lateral to")(p),
    "fumble recovered twice": lambda p: p["fumble_recovery_2_team"].notna(),
    "ball won back on the same play": lambda p: (
        p["fumble_recovery_2_team"].eq(p["posteam"]) & p["fumble_lost"].eq(1)
    ),
    "fumble out of bounds": lambda p: p["fumble_out_of_bounds"].eq(1),
    "fumble returned for a touchdown": lambda p: p["fumble_lost"].eq(1) & p["touchdown"].eq(1),
    "gain reduced by a ball that rolled back": lambda p: p["fumble"].eq(1) & p["play_type"].eq("run"),
    "safety by a sack": lambda p: p["safety"].eq(1) & p["sack"].eq(1),
    "safety by a run": lambda p: p["safety"].eq(1) & p["play_type"].eq("run"),
    "free kick after a safety": lambda p: p["play_type"].eq("kickoff") & p["safety"].shift().eq(1),
    "punt blocked": lambda p: p["punt_blocked"].eq(1),
    "punt blocked for a touchdown": lambda p: p["punt_blocked"].eq(1) & p["touchdown"].eq(1),
    "field goal blocked": lambda p: p["field_goal_result"].eq("blocked"),
    "missed field goal run back": lambda p: p["field_goal_result"].eq("missed") & _says(r"No Good.*\. .* yards")(p),
    "extra point missed": lambda p: p["extra_point_result"].eq("failed"),
    "extra point blocked": lambda p: p["extra_point_result"].eq("blocked"),
    "two points made": lambda p: p["two_point_conv_result"].eq("success"),
    "two points failed": lambda p: p["two_point_conv_result"].eq("failure"),
    "two points for the defense": _says(r"DEFENSIVE TWO-POINT ATTEMPT.*SUCCEEDS"),
    "two points for the defense fail": _says(r"DEFENSIVE TWO-POINT ATTEMPT.*FAILS\.$"),
    "offsetting penalties": _no_play_says("offsetting"),
    "declined penalty": _says("declined"),
    "intentional grounding": lambda p: p["penalty_type"].eq("Intentional Grounding"),
    "punt muffed and lost": lambda p: p["play_type"].eq("punt") & p["fumble_lost"].eq(1) & _says("MUFFS")(p),
    "punt muffed and kept": lambda p: p["play_type"].eq("punt") & p["fumble_lost"].eq(0) & _says("MUFFS")(p),
    "kickoff muffed": lambda p: p["play_type"].eq("kickoff") & _says("MUFFS")(p),
    "onside kick": _says("kicks onside"),
    "onside kick recovered": lambda p: p["own_kickoff_recovery"].eq(1),
    "illegally touched onside kick": lambda p: p["penalty_type"].eq("Illegal Touch Kick"),
    "squib kick": lambda p: (
        p["play_type"].eq("kickoff") & p["kick_distance"].between(34, 50) & p["yardline_100"].eq(35)
    ),
    "kickoff returned for a touchdown": lambda p: p["play_type"].eq("kickoff") & p["return_touchdown"].eq(1),
    "kickoff fumbled away": lambda p: p["play_type"].eq("kickoff") & p["fumble_lost"].eq(1),
    "kickoff out of bounds": lambda p: p["kickoff_out_of_bounds"].eq(1),
    "kickoff caught fair": lambda p: p["kickoff_fair_catch"].eq(1),
    "kickoff touchback": lambda p: p["play_type"].eq("kickoff") & p["touchback"].eq(1),
    "punt touchback": lambda p: p["play_type"].eq("punt") & p["touchback"].eq(1),
    "punt returned for a touchdown": lambda p: p["play_type"].eq("punt") & p["return_touchdown"].eq(1),
    "punt downed": lambda p: p["punt_downed"].eq(1),
    "punt out of bounds": lambda p: p["punt_out_of_bounds"].eq(1),
    "punt caught fair": lambda p: p["punt_fair_catch"].eq(1),
    "fake punt": lambda p: p["play_type"].isin(["run", "pass"]) & _says("Punt formation")(p),
    "interception touchback": lambda p: p["interception"].eq(1) & p["touchback"].eq(1),
    "interception returned for a touchdown": lambda p: p["interception"].eq(1) & p["return_touchdown"].eq(1),
    "overtime": lambda p: p["qtr"].eq(5),
    "aborted snap": lambda p: p["aborted_play"].eq(1),
    "aborted snap lost": lambda p: p["aborted_play"].eq(1) & p["fumble_lost"].eq(1),
    "spike": lambda p: p["play_type"].eq("qb_spike"),
    "kneel": lambda p: p["play_type"].eq("qb_kneel"),
    "timeout": lambda p: p["timeout"].eq(1) & p["play_type"].eq("no_play"),
    "challenge lost with a timeout": lambda p: p["timeout"].eq(1) & p["play_type"].isin(["run", "pass"]),
    "ruling reversed": _says("REVERSED"),
    "scramble": lambda p: p["qb_scramble"].eq(1),
    "no huddle": lambda p: p["no_huddle"].eq(1),
    "touchdown wiped out": _no_play_says("TOUCHDOWN NULLIFIED"),
    "field goal or extra point wiped out": _no_play_says("is GOOD, NULLIFIED"),
    "foul enforced downfield": lambda p: (
        p["play_type"].eq("run")
        & p["penalty"].eq(1)
        & p["penalty_team"].eq(p["posteam"])
        & _says("Holding|Block Above")(p)
    ),
    "interference in the end zone": lambda p: (
        p["penalty_type"].eq("Defensive Pass Interference") & p["yardline_100"].sub(p["penalty_yards"]).eq(1)
    ),
    "half the distance": lambda p: p["penalty_type"].eq("Offensive Holding") & p["penalty_yards"].lt(10),
    "penalty between downs": _says("enforced between downs"),
    "return shortened by a foul": lambda p: (
        p["play_type"].isin(["kickoff", "punt"])
        & p["penalty_type"].isin(["Offensive Holding", "Illegal Block Above the Waist"])
    ),
    "roughing the kicker": lambda p: p["penalty_type"].eq("Roughing the Kicker"),
    "sack split by two": _says("sack split by"),
    "turnover on downs": lambda p: p["fourth_down_failed"].eq(1) & p["interception"].eq(0) & p["fumble_lost"].eq(0),
    "injury remark": _says("was injured during the play"),
}
