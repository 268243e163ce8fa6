"""What a description tells when the columns are silent: plays that a penalty wiped out, spots, declined fouls.

Everything is vectorised over the few rows that need it; `chartkit.plays` has the full description parser.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from chartkit.systems.ddf.classify.view import Bools, Floats, Texts

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


@dataclass(frozen=True)
class Told:
    """What the descriptions of some rows say was run, whatever the penalty made of it."""

    kickoff: Bools
    punt: Bools
    field_goal: Bools
    kick_try: Bools
    two_point: Bools
    kneel: Bools
    spike: Bools
    muff: Bools
    sack: Bools
    scramble: Bools
    passed: Bools
    ran: Bools
    lined_up: Texts  # "Run" or "Pass" formation of a bare foul
    complete: Bools
    intercepted: Bools
    gap: Texts
    length: Texts
    place: Texts
    yards: Floats


def read(descriptions: pa.Array) -> Told:
    """Read descriptions up to the penalty; after a reversed ruling only the new one counts."""
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
    return Told(
        kickoff=kickoff & ~two_point,
        punt=(punt & ~two_point) | (bare & (formation == "Punt")),
        field_goal=field_goal | (bare & (formation == "Field Goal")),
        kick_try=kick_try | (bare & (formation == "Kick")),
        two_point=two_point,
        kneel=kneel,
        spike=spike,
        muff=muff & ~sack & ~scramble,
        sack=sack,
        scramble=scramble,
        passed=passed,
        ran=ran,
        lined_up=np.where(bare, formation, ""),
        complete=passed & ~says(texts, "incomplete") & ~intercepted,
        intercepted=passed & intercepted,
        gap=np.where(says(texts, "up the middle"), "middle", gap["gap"]),
        length=depth["length"],
        place=place["place"],
        yards=np.where(np.isnan(gained) & has(texts, "for no gain"), 0.0, gained),
    )


def interception_spots(descriptions: pa.Array) -> tuple[Texts, Floats]:
    """Where passes were intercepted: half of the field (team code as written, None at midfield) and yard."""
    found = groups(last_ruling(descriptions), _INTERCEPTED)
    return found["side"], numbers(found["spot"])


def to_goal(side: Texts, spot: Floats, own: Bools) -> Floats:
    """Yards to the opponent's goal from a spot as written; no half of the field means midfield, no spot nothing."""
    return np.where(pd.isna(side) & ~np.isnan(spot), 50.0, np.where(own, 100 - spot, spot))


def unaccepted(descriptions: pa.Array) -> tuple[Texts, Texts, Texts]:
    """Team code as written, name and status of the first declined or offsetting penalty; None without one."""
    found = groups(descriptions, _DECLINED)
    return found["team"], found["name"], found["status"]
