"""One invented game as the gamecenter told games, with what such games get wrong."""

from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path
from typing import Any


def _line(team: str, number: int, yards: int = 0, player: str = "") -> tuple[str, int, int, str]:
    return team, number, yards, player


def _play(
    words: str,
    *lines: tuple[str, int, int, str],
    offense: str = "DET",
    down: int = 0,
    to_go: int = 0,
    spot: str = "DET 35",
    time: str = "15:00",
    quarter: int = 1,
) -> dict[str, Any]:
    players: dict[str, list[dict[str, Any]]] = {}
    for sequence, (team, number, yards, name) in enumerate(lines, start=1):
        line = {"sequence": sequence, "clubcode": team, "playerName": name, "statId": number, "yards": yards}
        players.setdefault(name or "0", []).append(line)
    return {
        "sp": 0,
        "qtr": quarter,
        "down": down,
        "time": time,
        "yrdln": spot,
        "ydstogo": to_go,
        "ydsnet": 0,
        "posteam": offense,
        "desc": words,
        "note": None,
        "players": players,
    }


FIRST_DRIVE = {
    "36": _play(
        "B.Foot kicks 66 yards from DET 35 to JAC -1. R.Back to JAC 23 for 24 yards (T.Tackle).",
        _line("DET", 43, 66, "B.Foot"),
        _line("JAC", 45, 24, "R.Back"),
    ),
    "61": _play(
        "(14:54) (Shotgun) Q.Back pass short right to W.Out to JAC 31 for 8 yards (T.Tackle).",
        _line("JAC", 15, 8, "Q.Back"),
        _line("JAC", 111, 5, "Q.Back"),
        _line("JAC", 21, 8, "W.Out"),
        _line("JAC", 113, 3, "W.Out"),
        offense="JAC",
        down=1,
        to_go=10,
        spot="JAC 23",
        time="14:54",
    ),
    "85": _play(
        "(14:20) R.Back left guard to JAC 36 for 5 yards (T.Tackle). "
        "PENALTY on DET-T.Tackle, Face Mask (15 Yards), 15 yards, enforced at JAC 36.",
        _line("JAC", 3),
        _line("JAC", 5),
        _line("JAC", 10, 5, "R.Back"),
        _line("DET", 93, 15, "T.Tackle"),
        offense="JAC",
        down=2,
        to_go=2,
        spot="JAC 31",
        time="14:20",
    ),
    "110": _play(
        "(13:50) Q.Back pass deep middle intended for W.Out INTERCEPTED by S.Safe at DET 20. S.Safe for 80 yards, "
        "TOUCHDOWN.",
        _line("JAC", 19, 0, "Q.Back"),
        _line("JAC", 112, 31, "Q.Back"),
        _line("DET", 26, 80, "S.Safe"),
        offense="JAC",
        down=1,
        to_go=10,
        spot="DET 49",
        time="13:50",
    ),
}
SECOND_DRIVE = {
    # Typed twice; the league deleted the first.
    "300": _play(
        "(13:30) R.Back up the middle to JAC 30 for 5 yards (T.Tackle).",
        _line("JAC", 10, 5, "R.Back"),
        offense="JAC",
        down=1,
        to_go=10,
        spot="JAC 25",
        time="13:30",
    ),
    "290": _play(
        "(13:30) (Shotgun) R.Back up the middle to JAC 30 for 5 yards (T.Tackle).",
        _line("JAC", 10, 5, "R.Back"),
        offense="JAC",
        down=1,
        to_go=10,
        spot="JAC 25",
        time="13:30",
    ),
    "310": _play("Timeout #1 by JAC at 13:00.", _line("JAC", 68), offense="", spot="", time="13:00"),
    "330": _play(
        "(13:00) K.Long 60 yard field goal is GOOD, Center-L.Snap, Holder-P.Hold.",
        _line("JAC", 70, 60, "K.Long"),
        offense="JAC",
        down=4,
        to_go=5,
        spot="DET 42",
        time="13:00",
    ),
    "350": _play("END QUARTER 1", offense="", spot="", time=""),
    # A touchdown that was taken back, but stayed in the file: the final score does not have it.
    "360": _play(
        "(15:00) D.Lion right end for 50 yards, TOUCHDOWN.",
        _line("DET", 11, 50, "D.Lion"),
        offense="DET",
        down=1,
        to_go=10,
        spot="50",
        quarter=2,
    ),
}
GAME = {
    "home": {"abbr": "DET", "score": {"1": 7, "2": 0, "3": 0, "4": 0, "5": 0, "T": 7}},
    "away": {"abbr": "JAC", "score": {"1": 3, "2": 0, "3": 0, "4": 0, "5": 0, "T": 3}},
    "drives": {"1": {"plays": FIRST_DRIVE}, "2": {"plays": SECOND_DRIVE}, "crntdrv": 2},
    "scrsummary": {
        "110": {"type": "TD", "desc": "S.Safe 80 yd. interception return (B.Foot kick is good)", "team": "DET"},
        "330": {"type": "FG", "desc": "K.Long 60 yd. Field Goal", "team": "JAC"},
    },
}
TEAM = {"totfd": 0, "totyds": 0, "pyds": 0, "ryds": 0, "pen": 0, "penyds": 0, "trnovr": 0, "pt": 0, "ptyds": 0}


def write_gamecenter(path: Path) -> Path:
    """Write the season file of one invented game."""
    game = json.loads(json.dumps(GAME))
    game["home"]["stats"] = {
        "team": {**TEAM, "pen": 1, "penyds": 15, "top": "0:00"},
        "kicking": {"1": {"fga": 0, "fgm": 0, "xpa": 1, "xpmade": 1}},
    }
    game["away"]["stats"] = {
        "team": {**TEAM, "totyds": 18, "pyds": 8, "ryds": 10, "totfd": 2, "trnovr": 1, "top": "2:00"},
        "passing": {"1": {"att": 2, "cmp": 1, "ints": 1}},
        "rushing": {"2": {"att": 2}},
        "kicking": {"3": {"fga": 1, "fgm": 1, "xpa": 0, "xpmade": 0}},
    }
    listing = {"home": "DET", "away": "JAC", "week": 3, "season_type": "REG"}
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("schedule.json", json.dumps({"season": 2012, "games": {"2012092300": listing}}))
        archive.writestr("2012092300.json.gz", gzip.compress(json.dumps({"2012092300": game}).encode()))
    return path
