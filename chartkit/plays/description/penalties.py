"""The fouls of a play: `PENALTY on BUF-J.Doe, Offensive Holding, 10 yards, enforced at BUF 30 - No Play.`"""

from __future__ import annotations

import re

from chartkit.plays.description.field import Context
from chartkit.plays.description.record import Penalty, Player, Ruling

_PENALTY = re.compile(
    r"(?:PENALTY|Penalty) on (?P<team>[A-Z]{2,4})?(?:-(?:(?P<number>\d+)-)?(?P<name>[^,]+?))?\s*"
    r"(?:, (?P<foul>[^,\d][^,]*?))??, ?"
    r"(?:(?P<yards>-?\d+) yards?|(?P<ruling>declined|offsetting|superseded))"
    r"(?:, enforced (?:at (?P<spot>(?:[A-Z]{2,4} )?-?\d+)|(?P<end_zone>in End Zone)|(?P<between>between downs)))?"
    r"(?P<safety>, SAFETY)?(?P<no_play> - No Play)?"
)
# Names that changed their spelling or carry the distance, under one name.
_NAMES = {"Face Mask (15 Yards)": "Face Mask"}


def penalties(text: str, context: Context) -> tuple[tuple[Penalty, ...], str]:
    """The fouls in a text, and the text without them."""
    if "enalty on" not in text and "PENALTY on" not in text:
        return (), text
    found = []
    for match in _PENALTY.finditer(text):
        group = match.groupdict()
        foul = (group["foul"] or "").strip()
        name, number = group["name"], group["number"]
        found.append(
            Penalty(
                team=context.team(group["team"]),
                player=Player(name, int(number) if number else None) if name else None,
                name=_NAMES.get(foul, foul),
                ruling=Ruling(group["ruling"] or "accepted"),
                yards=int(group["yards"]) if group["yards"] else None,
                spot=context.spot(group["spot"]),
                no_play=bool(group["no_play"]),
                in_end_zone=bool(group["end_zone"]),
                between_downs=bool(group["between"]),
                safety=bool(group["safety"]),
            )
        )
    return tuple(found), _PENALTY.sub("", text)
