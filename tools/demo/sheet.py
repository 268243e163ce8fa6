"""The scorer's table: one row a play, with everything that follows from where the game stands."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chartkit.plays import NFLVERSE_COLUMNS
from tools.demo import wording
from tools.demo.league import Fixture, Team
from tools.demo.state import OVERTIME, QUARTER, Game, Next, Play

Row = dict[str, Any]
#: What an untouched cell holds, by column.
_UNTOUCHED = tomllib.loads((Path(__file__).parent / "data" / "columns.toml").read_text(encoding="utf-8"))
SURVIVES_NO_PLAY = frozenset(_UNTOUCHED["survives_no_play"])
_COUNTED = {"run", "pass", "field_goal", "qb_kneel", "qb_spike"}
_STEP = {"kickoff": 24, "extra_point": 16, "no_play": 23}


class Sheet:
    """Rows of one game in the order of play."""

    def __init__(self, game: Game, fixture: Fixture, season: int) -> None:
        self.game = game
        self.rows: list[Row] = []
        self._fixture = fixture
        self._season = season
        self._play_id = 1

    def play(self, play: Play, *, clock: int, with_clock: bool, points: Mapping[Team, int]) -> None:
        """Write a play that was run from the game's present situation; `points` is what it scored."""
        game = self.game
        lead = f"{wording.clock(clock)} " if with_clock else ""
        row = self._open(f"{lead}{play.formation}{play.words}", clock)
        row["play_type"] = play.kind
        row |= dict.fromkeys(_UNTOUCHED["statistics"], 0) if not play.blank else {}
        row["qb_dropback"] = 0
        scrimmage = game.next is Next.SCRIMMAGE
        kicked_off = game.next in (Next.KICKOFF, Next.FREE_KICK)
        offense = game.offense
        row |= self._sides(offense)
        if scrimmage:
            row |= {"down": game.down, "ydstogo": game.to_go, "goal_to_go": int(game.to_go == game.to_goal)}
        kicker = game.other(offense)
        spot = game.kick_from if kicked_off else game.to_goal
        row["yardline_100"] = spot
        row["yrdln"] = self._place(kicker, game.kick_from) if kicked_off else self._place(offense, game.spot)
        row["shotgun"] = int("Shotgun" in play.formation)
        row["no_huddle"] = int("No Huddle" in play.formation)
        row |= play.facts
        row["sp"] = int(any(points.values()))
        for team, scored in points.items():
            row["total_home_score" if team == game.home else "total_away_score"] += scored
        if game.next is Next.TRY and not game.drive_credited:
            row["drive"] = None
        self._close(row, _STEP.get(play.kind, 22))

    def timeout(self, team: Team, number: int) -> None:
        """Write a charged timeout."""
        game = self.game
        minutes, seconds = divmod(game.clock, 60)
        row = self._open(f"Timeout #{number} by {team.code} at {minutes:02d}:{seconds:02d}.", game.clock)
        row |= dict.fromkeys(_UNTOUCHED["statistics"], 0)
        row |= {"play_type": "no_play", "qb_dropback": 0, "timeout": 1, "timeout_team": team.code}
        row["yrdln"] = self._place(game.offense, game.spot)
        self._close(row, 17)

    def marker(self, words: str) -> None:
        """Write GAME, END QUARTER or END GAME."""
        game = self.game
        row = self._open(words, game.clock)
        if words == "GAME":
            row |= {"yrdln": self._place(game.other(game.offense), 35), "drive": None, "fixed_drive": 1}
        elif words != "END GAME":
            kick = game.next is Next.KICKOFF
            row |= self._sides(game.offense)
            row["yrdln"] = (
                self._place(game.other(game.offense), 35) if kick else self._place(game.offense, game.spot)
            )
        self._close(row, 36 if words == "GAME" else 17)

    def finish(self) -> list[Row]:
        """Fill in what only the end of the game tells: the final score and the length of each drive."""
        game = self.game
        plays: dict[int, int] = {}
        for row in self.rows:
            if row["play_type"] in _COUNTED and not row["two_point_attempt"]:
                plays[row["fixed_drive"]] = plays.get(row["fixed_drive"], 0) + 1
        final = {"home_score": game.score[game.home], "away_score": game.score[game.away]}
        final["result"] = final["home_score"] - final["away_score"]
        for row in self.rows:
            row.update(final)
            if row["drive"] is not None:
                row["drive_play_count"] = plays.get(row["fixed_drive"], 0)
        return self.rows

    def _open(self, words: str, clock: int) -> Row:
        game, fixture = self.game, self._fixture
        row: Row = dict.fromkeys(NFLVERSE_COLUMNS)
        row |= dict.fromkeys(_UNTOUCHED["always_zero"], 0)
        left = {1: 3 * QUARTER, 2: 2 * QUARTER, 3: QUARTER}.get(game.quarter, 0)
        row |= {
            "game_id": f"{self._season}_{fixture.week:02d}_{fixture.away.code}_{fixture.home.code}",
            "season": self._season,
            "week": fixture.week,
            "season_type": "REG",
            "game_date": fixture.date.isoformat(),
            "home_team": fixture.home.code,
            "away_team": fixture.away.code,
            "play_id": self._play_id,
            "order_sequence": self._play_id,
            "qtr": game.quarter,
            "time": f"{clock // 60:02d}:{clock % 60:02d}",
            "quarter_seconds_remaining": clock,
            "half_seconds_remaining": clock + (QUARTER if game.quarter in (1, 3) else 0),
            "game_seconds_remaining": clock + left,
            "desc": words,
            "total_home_score": game.score[game.home],
            "total_away_score": game.score[game.away],
            "drive": game.drive or None,
            "fixed_drive": max(1, game.drive),
        }
        return row

    def _close(self, row: Row, step: int) -> None:
        self.rows.append(row)
        self._play_id += step

    def _sides(self, offense: Team) -> Row:
        game = self.game
        defense = game.other(offense)
        ours, theirs = game.score[offense], game.score[defense]
        return {
            "posteam": offense.code,
            "defteam": defense.code,
            "posteam_type": "home" if offense == game.home else "away",
            "posteam_score": ours,
            "defteam_score": theirs,
            "score_differential": ours - theirs,
        }

    def _place(self, team: Team, own: int) -> str:
        return "MID 50" if own == 50 else wording.spot(team, self.game.other(team), own)


def length_of_quarter(quarter: int) -> int:
    """Regulation quarters last fifteen minutes, overtime ten."""
    return OVERTIME if quarter > 4 else QUARTER
