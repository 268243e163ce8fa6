"""What is known about each play before it is given a call.

The columns of the play table have most of it. Where they are empty (plays that a penalty wiped out, spots, declined
fouls) the description parser reads the few rows that need it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from chartkit.plays.description import PlayDescription, PlayKind
from chartkit.systems.ddf.classify.rules import GAPS, Rules
from chartkit.systems.ddf.classify.table import UNKNOWN, Bools, Codes, Floats, Role, Texts, View

#: What was run, by the words that descriptions and the play table share.
_ROLES = {
    PlayKind.PUNT: Role.PUNT,
    PlayKind.KICKOFF: Role.KICKOFF,
    PlayKind.FIELD_GOAL: Role.FIELD_GOAL,
    PlayKind.EXTRA_POINT: Role.KICK_TRY,
    PlayKind.KNEEL: Role.KNEEL,
    PlayKind.SPIKE: Role.SPIKE,
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


#: Nothing but a foul: the formation says what was about to happen.
_FORMATIONS = {
    "Punt formation": Role.PUNT,
    "Field Goal formation": Role.FIELD_GOAL,
    "Kick formation": Role.KICK_TRY,
}
_LINED_UP = {"Run formation": RUN_FORMATION, "Pass formation": PASS_FORMATION}
_LENGTHS = {"short": SHORT, "deep": DEEP}
_PLACES = {"middle": MIDDLE, "left": OUTSIDE, "right": OUTSIDE}
_GAPS = {name: code for code, name in enumerate(GAPS)}


def _role(play: PlayDescription) -> Role:
    """What was run by the description, or would have been run if a foul had not come first."""
    if play.two_point:
        return Role.TWO_POINT
    if play.kind in (PlayKind.RUN, PlayKind.PASS):
        is_muff = play.aborted and play.kind is PlayKind.RUN and not play.scramble
        return Role.MUFF if is_muff else Role.CALL
    before = (role for name, role in _FORMATIONS.items() if name in play.formations)
    return _ROLES.get(play.kind) or next(before, Role.FOUL)


def _lined_up(play: PlayDescription) -> int:
    """The formation that a foul interrupted before anything was run."""
    bare = play.kind is PlayKind.PENALTY and not play.two_point
    return next((code for name, code in _LINED_UP.items() if bare and name in play.formations), UNKNOWN)


def establish(view: View, rules: Rules) -> Facts:
    """Gather the facts from the columns, and from the description where a penalty wiped the play out."""
    two_point = view.flag("two_point_attempt")
    is_run, is_pass = view.word("play_type", "run"), view.word("play_type", "pass")
    wiped = view.word("play_type", "no_play")
    # R32.5: a muffed snap is an exchange under center; in the shotgun a runner fumbled, or a passer was trapped.
    aborted = view.flag("aborted_play") & (is_run | is_pass)
    muff, dropped = aborted & ~view.flag("shotgun"), aborted & view.flag("shotgun")
    sack, scramble = (view.flag("sack") | dropped) & is_pass, view.flag("qb_scramble") & is_run
    run, thrown = is_run & ~scramble, is_pass & ~sack
    gap = view.numbered("run_gap", _GAPS)
    gap[view.word("run_location", "middle")] = _GAPS["middle"]
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
    told = view.read(rows)
    role[rows] = [str(_role(play)) for play in told]
    lined_up[rows] = [_lined_up(play) for play in told]
    # Without a down it was a try or a kickoff.
    no_down = (role == Role.FOUL) & np.isnan(view.number("down"))
    role[no_down] = np.where(lined_up[no_down] == UNKNOWN, str(Role.KICKOFF), str(Role.TWO_POINT))
    run[rows] = [play.kind is PlayKind.RUN and not play.scramble for play in told]
    thrown[rows] = [play.kind is PlayKind.PASS and not play.sack for play in told]
    sack[rows] = [play.sack for play in told]
    scramble[rows] = [play.scramble for play in told]
    complete[rows] = [play.complete for play in told]
    intercepted[rows] = [play.interception for play in told]
    gained[rows] = [play.legs[0].yards if play.legs else np.nan for play in told]
    gap[rows] = [_GAPS.get(play.run_gap or play.run_location or "", UNKNOWN) for play in told]
    length[rows] = [_LENGTHS.get(play.pass_length or "", UNKNOWN) for play in told]
    place[rows] = [_PLACES.get(play.pass_location or "", UNKNOWN) for play in told]
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
    at[rows] = view.beyond_line(rows, lambda play: play.intercepted_at)
    return at


def _unmarked_scrambles(view: View, rules: Rules, runs: Bools, dropbacks: Bools, marked: Bools) -> Bools:
    """Runs by the passer in seasons that hardly mark scrambles (1999 to 2005), sneaks left out."""
    found = np.zeros(view.rows, dtype=np.bool_)
    season = view.seasons()
    for year in np.unique(season):
        here = season == year
        tries = int((dropbacks & here).sum())
        if tries and (marked & here).sum() < rules.unmarked.marked_below * tries:
            found |= here
    if not found.any():
        return found
    often = view.plays.loc[dropbacks, ["game_id", "posteam", "passer_player_name"]].value_counts()
    passers = often[often >= rules.unmarked.passes_in_game].index
    runners = pd.MultiIndex.from_frame(view.plays[["game_id", "posteam", "rusher_player_name"]])
    by_passer = runners.isin(passers)
    return np.asarray(found & runs & by_passer & (view.number("ydstogo") > rules.unmarked.to_go))
