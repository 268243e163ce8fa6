"""What is known about each play before anybody decides what to call it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from chartkit.systems.ddf.classify import texts
from chartkit.systems.ddf.classify.rules import GAPS, Rules
from chartkit.systems.ddf.classify.table import Role
from chartkit.systems.ddf.classify.view import UNKNOWN, Bools, Codes, Floats, Texts, View

_ROLES = {
    "punt": Role.PUNT,
    "kickoff": Role.KICKOFF,
    "field_goal": Role.FIELD_GOAL,
    "extra_point": Role.KICK_TRY,
    "qb_kneel": Role.KNEEL,
    "qb_spike": Role.SPIKE,
}
SHORT, DEEP = 0, 1
MIDDLE, OUTSIDE = 0, 1
RUN_FORMATION, PASS_FORMATION = 0, 1


@dataclass(frozen=True)
class Facts:
    """One array a fact, one value a row of the play table; codes are -1 where nothing is known."""

    role: Texts
    wiped: Bools
    run: Bools
    thrown: Bools
    sack: Bools
    scramble: Bools
    gap: Codes  # index in GAPS
    length: Codes  # SHORT, DEEP
    place: Codes  # MIDDLE, OUTSIDE
    lined_up: Codes  # RUN_FORMATION, PASS_FORMATION: what a bare foul interrupted
    air: Floats
    complete: Bools
    intercepted: Bools
    gained: Floats
    intercepted_at: Floats

    @property
    def trapped(self) -> Bools:
        """Sacked or scrambling: a pass that was never thrown."""
        return self.sack | self.scramble


def codes(words: Texts, known: tuple[tuple[str, int], ...]) -> Codes:
    """Words as small numbers; -1 for any other word."""
    made = np.full(len(words), UNKNOWN, dtype=np.int8)
    for word, code in known:
        made[words == word] = code
    return made


_FORMATIONS = (("Run", RUN_FORMATION), ("Pass", PASS_FORMATION))
_LENGTHS = (("short", SHORT), ("deep", DEEP))
_PLACES = (("middle", MIDDLE), ("left", OUTSIDE), ("right", OUTSIDE))


def establish(view: View, rules: Rules) -> Facts:
    """Gather the facts from the columns, and from the description where a penalty wiped the play out."""
    two_point = view.flag("two_point_attempt")
    is_run, is_pass = view.word("play_type", "run"), view.word("play_type", "pass")
    wiped = view.word("play_type", "no_play")
    muff = view.flag("aborted_play") & (is_run | is_pass)
    sack, scramble = view.flag("sack") & is_pass, view.flag("qb_scramble") & is_run
    run, thrown = is_run & ~scramble, is_pass & ~sack
    gap = view.numbered("run_gap", (("guard", 1), ("tackle", 2), ("end", 3)))
    gap[view.word("run_location", "middle")] = 0
    length = view.numbered("pass_length", _LENGTHS)
    place = view.numbered("pass_location", _PLACES)
    complete = view.flag("complete_pass") & is_pass
    intercepted = view.flag("interception") & is_pass
    gained = view.number("yards_gained").copy()
    air = view.number("air_yards").copy()

    role = np.full(view.rows, str(Role.FOUL), dtype=object)
    for name, meant in _ROLES.items():
        role[view.word("play_type", name)] = str(meant)
    role[is_run | is_pass] = str(Role.CALL)
    role[muff] = str(Role.MUFF)
    role[two_point] = str(Role.TWO_POINT)

    lined_up = np.full(view.rows, UNKNOWN, dtype=np.int8)
    rows = np.flatnonzero(wiped & ~two_point)
    if len(rows):
        told = texts.read(view.told(rows))
        for mask, meant in (
            (told.kickoff, Role.KICKOFF),
            (told.punt, Role.PUNT),
            (told.field_goal, Role.FIELD_GOAL),
            (told.kick_try, Role.KICK_TRY),
            (told.two_point, Role.TWO_POINT),
            (told.kneel, Role.KNEEL),
            (told.spike, Role.SPIKE),
            (told.muff, Role.MUFF),
            (told.sack | told.scramble | told.passed | told.ran, Role.CALL),
        ):
            role[rows[mask]] = str(meant)
        lined_up[rows] = codes(told.lined_up, _FORMATIONS)
        # Without a down it was a try or a kickoff.
        no_down = (role == Role.FOUL) & np.isnan(view.number("down"))
        role[no_down] = np.where(lined_up[no_down] == UNKNOWN, str(Role.KICKOFF), str(Role.TWO_POINT))
        run[rows], thrown[rows], sack[rows], scramble[rows] = told.ran, told.passed, told.sack, told.scramble
        gap[rows] = codes(told.gap, tuple((name, code) for code, name in enumerate(GAPS)))
        length[rows] = codes(told.length, _LENGTHS)
        place[rows] = codes(told.place, _PLACES)
        complete[rows], intercepted[rows] = told.complete, told.intercepted
        gained[rows] = told.yards
        # Interference marks the spot that the ball was thrown to (R21.4).
        interference = view.word("penalty_type", "Defensive Pass Interference")
        at_spot = wiped & thrown & interference & np.isnan(air)
        air[at_spot] = view.number("penalty_yards")[at_spot]

    intercepted_at = _intercepted_at(view, intercepted, air)
    air = np.where(np.isnan(air), intercepted_at, air)
    called = role == Role.CALL
    scramble = scramble | _unmarked_scrambles(view, rules, called & run, called & (thrown | sack), scramble)
    return Facts(
        role=role,
        wiped=wiped,
        run=called & run & ~scramble,
        thrown=called & thrown,
        sack=called & sack,
        scramble=called & scramble,
        gap=gap,
        length=length,
        place=place,
        lined_up=lined_up,
        air=air,
        complete=complete,
        intercepted=intercepted,
        gained=gained,
        intercepted_at=intercepted_at,
    )


def _intercepted_at(view: View, intercepted: Bools, air: Floats) -> Floats:
    """Yards from the line to the interception: as recorded, or from the spot in the description."""
    at = np.where(intercepted, air, np.nan)
    rows = np.flatnonzero(intercepted & np.isnan(air))
    if not len(rows):
        return at
    side, spot = texts.interception_spots(view.told(rows))
    own = view.named(side, rows, "posteam")
    at[rows] = view.number("yardline_100")[rows] - texts.to_goal(side, spot, own)
    return at


def _unmarked_scrambles(view: View, rules: Rules, runs: Bools, dropbacks: Bools, marked: Bools) -> Bools:
    """Runs by the passer in seasons that hardly mark scrambles (1999 to 2005), sneaks left out."""
    found = np.zeros(view.rows, dtype=np.bool_)
    season = view.seasons()
    for year in np.unique(season):
        here = season == year
        tries = int((dropbacks & here).sum())
        if tries and (marked & here).sum() < rules.unmarked_below * tries:
            found |= here
    if not found.any():
        return found
    often = view.plays.loc[dropbacks, ["game_id", "posteam", "passer_player_name"]].value_counts()
    passers = often[often >= rules.unmarked_passes].index
    runners = pd.MultiIndex.from_frame(view.plays[["game_id", "posteam", "rusher_player_name"]])
    by_passer = runners.isin(passers)
    return np.asarray(found & runs & by_passer & (view.number("ydstogo") > rules.unmarked_to_go))
