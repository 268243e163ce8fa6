"""What is known about each play before it is given a call.

The columns of the play table have most of it. Where they are empty (plays that a penalty wiped out, spots,
declined fouls) the description is read, for the few rows that need it and all of them at once. `chartkit.plays` has
the full description parser.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from chartkit.systems.ddf.classify.rules import GAPS, Rules
from chartkit.systems.ddf.classify.table import UNKNOWN, Bools, Codes, Floats, Role, Texts, View

_PASS = r" pass (?:incomplete|complete|short|deep|left|right|middle|to |intended|INTERCEPTED)| pass\.| pass$"
_RUN = r"(?:left|right) (?:end|tackle|guard)|up the middle"
_GAINED = r" (?:to|ob at|at) (?:[A-Z]{2,3} )?-?\d+ for (?:no gain|-?\d+ yards?)|for \d+ yards?, TOUCHDOWN"
_FORMATION = r"\((?P<formation>Punt|Field Goal|Kick|Run|Pass) formation\)"
_DEPTH = r"pass (?:incomplete )?(?P<length>short|deep)"
_PLACE = r"pass (?:incomplete )?(?:short |deep )?(?P<place>left|middle|right)"
_GAP = r"(?P<side>left|right) (?P<gap>end|tackle|guard)"
_YARDS = r"(?: to | ob at | at )(?:[A-Z]{2,3} )?-?\d+ for (?:(?P<yards>-?\d+) yards?|no gain)"
_SCORE_YARDS = r"for (?P<yards>\d+) yards?, TOUCHDOWN"
_INTERCEPTED = r"INTERCEPTED.*? at (?:(?P<side>[A-Z]{2,3}) )?(?P<spot>-?\d+)"
_DECLINED = (
    r"[Pp](?:ENALTY|enalty) on (?P<team>[A-Z]{2,3})?[^,]*, (?P<name>[^,]+?), (?P<status>declined|offsetting)"
)


def has(texts: pa.Array, pattern: str) -> Bools:
    """Which texts match a regular expression; a missing one does not."""
    found = pc.fill_null(pc.match_substring_regex(texts, pattern), False)
    return np.asarray(found.to_numpy(zero_copy_only=False), dtype=np.bool_)


def says(texts: pa.Array, words: str) -> Bools:
    """Which texts hold these very words."""
    found = pc.fill_null(pc.match_substring(texts, words), False)
    return np.asarray(found.to_numpy(zero_copy_only=False), dtype=np.bool_)


def groups(texts: pa.Array, pattern: str) -> dict[str, Texts]:
    """The named groups of a regular expression in each text; None where it does not match."""
    found = pc.extract_regex(texts, pattern)
    names = [field.name for field in found.type]
    made = {}
    for name in names:
        values = pc.struct_field(found, name)
        blank = pc.equal(values, "")
        values = pc.if_else(blank, pa.scalar(None, values.type), values)
        made[name] = np.asarray(values.to_numpy(zero_copy_only=False), dtype=object)
    return made


def last_ruling(descriptions: pa.Array) -> pa.Array:
    """What stands after a reversed ruling; the whole text when none was."""
    return pc.replace_substring_regex(descriptions, r".*REVERSED\.?", "")


def numbers(texts: Texts) -> Floats:
    """Digits as numbers; NaN where there are none."""
    return np.asarray(pd.to_numeric(pd.Series(texts, dtype=object)).to_numpy(dtype=np.float64))


def read_descriptions(descriptions: pa.Array) -> dict[str, npt.NDArray[Any]]:
    """What was run, by the descriptions up to the penalty; after a reversed ruling only the new one counts.

    Masks, words and yards by name. `lined_up` is the "Run" or "Pass" formation of a bare foul.
    """
    texts = pc.replace_substring_regex(last_ruling(descriptions), r"(?:PENALTY|Penalty) on .*$", "")
    formation = groups(texts, _FORMATION)["formation"]
    two_point = says(texts, "TWO-POINT")
    kickoff = has(texts, r" kicks (?:onside )?-?\d+ yards?")
    punt, field_goal, kick_try = has(texts, r" punts? "), says(texts, "field goal"), says(texts, "extra point")
    kick = two_point | kickoff | punt | field_goal | kick_try
    kneel, spike = says(texts, " kneels") & ~kick, says(texts, " spiked the ball") & ~kick
    other = kick | kneel | spike
    sack, scramble = says(texts, " sacked ") & ~other, says(texts, " scrambles ") & ~other
    passed = has(texts, _PASS) & ~other & ~sack & ~scramble
    muff = says(texts, "(Aborted)") & ~other & ~passed
    ran = (has(texts, _RUN) | has(texts, _GAINED)) & ~other & ~sack & ~scramble & ~passed & ~muff
    # Nothing but a foul: the formation says what was about to happen.
    bare = ~(other | sack | scramble | passed | muff | ran)
    depth, place, gap = groups(texts, _DEPTH), groups(texts, _PLACE), groups(texts, _GAP)
    gained = numbers(groups(texts, _YARDS)["yards"])
    gained = np.where(np.isnan(gained), numbers(groups(texts, _SCORE_YARDS)["yards"]), gained)
    intercepted = says(texts, "INTERCEPTED")
    return {
        "kickoff": kickoff & ~two_point,
        "punt": (punt & ~two_point) | (bare & (formation == "Punt")),
        "field goal": field_goal | (bare & (formation == "Field Goal")),
        "kick try": kick_try | (bare & (formation == "Kick")),
        "two-point try": two_point,
        "kneel": kneel,
        "spike": spike,
        "muffed snap": muff & ~sack & ~scramble,
        "call": sack | scramble | passed | ran,
        "sack": sack,
        "scramble": scramble,
        "thrown": passed,
        "run": ran,
        "lined_up": np.where(bare, formation, ""),
        "complete": passed & ~says(texts, "incomplete") & ~intercepted,
        "intercepted": passed & intercepted,
        "gap": np.where(says(texts, "up the middle"), "middle", gap["gap"]),
        "length": depth["length"],
        "place": place["place"],
        "yards": np.where(np.isnan(gained) & has(texts, "for no gain"), 0.0, gained),
    }


def interception_spots(descriptions: pa.Array) -> tuple[Texts, Floats]:
    """Where passes were intercepted: half of the field (team code as written, None at midfield) and yard."""
    found = groups(last_ruling(descriptions), _INTERCEPTED)
    return found["side"], numbers(found["spot"])


def yards_to_goal(side: Texts, spot: Floats, own: Bools) -> Floats:
    """Yards to the opponent's goal from a spot as written; no half of the field means midfield, no spot nothing."""
    return np.where(pd.isna(side) & ~np.isnan(spot), 50.0, np.where(own, 100 - spot, spot))


def unaccepted(descriptions: pa.Array) -> tuple[Texts, Texts, Texts]:
    """Team code as written, name and status of the first declined or offsetting penalty; None without one."""
    found = groups(descriptions, _DECLINED)
    return found["team"], found["name"], found["status"]


_ROLES = {
    "punt": Role.PUNT,
    "kickoff": Role.KICKOFF,
    "field_goal": Role.FIELD_GOAL,
    "extra_point": Role.KICK_TRY,
    "qb_kneel": Role.KNEEL,
    "qb_spike": Role.SPIKE,
}
#: Roles that a description of a wiped-out play tells, later ones before earlier ones.
_TOLD = (
    *(Role.KICKOFF, Role.PUNT, Role.FIELD_GOAL, Role.KICK_TRY, Role.TWO_POINT),
    *(Role.KNEEL, Role.SPIKE, Role.MUFF, Role.CALL),
)
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
    # R32.5: a muffed snap is an exchange under center; in the shotgun a runner fumbled, or a passer was trapped.
    aborted = view.flag("aborted_play") & (is_run | is_pass)
    muff, dropped = aborted & ~view.flag("shotgun"), aborted & view.flag("shotgun")
    sack, scramble = (view.flag("sack") | dropped) & is_pass, view.flag("qb_scramble") & is_run
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
        told = read_descriptions(view.told(rows))
        for meant in _TOLD:
            role[rows[told[meant]]] = str(meant)
        lined_up[rows] = codes(told["lined_up"], _FORMATIONS)
        # Without a down it was a try or a kickoff.
        no_down = (role == Role.FOUL) & np.isnan(view.number("down"))
        role[no_down] = np.where(lined_up[no_down] == UNKNOWN, str(Role.KICKOFF), str(Role.TWO_POINT))
        facts = {"run": run, "thrown": thrown, "sack": sack, "scramble": scramble, "yards": gained}
        for name, values in (facts | {"complete": complete, "intercepted": intercepted}).items():
            values[rows] = told[name]
        gap[rows] = codes(told["gap"], tuple((name, code) for code, name in enumerate(GAPS)))
        length[rows] = codes(told["length"], _LENGTHS)
        place[rows] = codes(told["place"], _PLACES)
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
    side, spot = interception_spots(view.told(rows))
    own = view.named(side, rows, "posteam")
    at[rows] = view.number("yardline_100")[rows] - yards_to_goal(side, spot, own)
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
