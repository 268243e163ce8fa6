"""How fast the referee is: full advanced games with every event logged, against a fixed yardstick in the same run.

Run: .venv/bin/python benchmarks/referee.py [games] [rounds]
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.charts import random_chart, random_generic

from chartkit.systems.ddf import columns as col
from chartkit.systems.ddf.referee import decisions as d
from chartkit.systems.ddf.referee.decisions import Ask, Choice, Decision
from chartkit.systems.ddf.referee.matchup import Matchup, matchup
from chartkit.systems.ddf.referee.options import Options
from chartkit.systems.ddf.referee.play import play
from chartkit.systems.ddf.referee.rolls import SeededRolls


class Solitaire:
    """The solitaire percentages of R31 and fixed rules for the rest, without any cleverness."""

    leaves = frozenset({Ask.CLOCK, Ask.REVEAL, Ask.POOCH})

    def __init__(self, seed: str, table: Matchup, team: int) -> None:
        self._random = random.Random(seed).random
        sheet = table.sheets[team].chart.supplement
        assert sheet is not None
        self._passes = sheet.pass_percent or 55
        self._plays = {
            kind: [play for play in plays for _ in range(sheet.solitaire[play][1] - sheet.solitaire[play][0] + 1)]
            for kind, plays in (("run", col.RUNS), ("pass", col.PASSES))
        }
        self._longest = table.sheets[team].longest_field_goal
        self._barred: set[Choice] = set()

    def decide(self, decision: Decision) -> Choice:
        """Answer by the kind of question."""
        ask, state = decision.ask, decision.state
        if ask is Ask.OFFENSE_CALL:
            if state.down == 4:
                if state.to_goal <= min(33, self._longest):
                    return d.FIELD_GOAL
                if state.to_go > 1 or state.spot < 55:
                    return d.PUNT
            kind = "pass" if self._random() * 100 < self._passes else "run"
            plays = self._plays[kind]
            return plays[int(self._random() * len(plays))]
        if ask is Ask.DEFENSE_CALL:
            return col.FORMATIONS[int(self._random() * 6)]
        if ask is Ask.PENALTY:
            return next(iter(decision.outcomes))
        return _FIXED[ask]

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """R31.3: roll again."""


_FIXED: dict[Ask, Choice] = {
    Ask.COIN_TOSS: d.RECEIVE,
    Ask.KICKOFF: d.KICKOFF,
    Ask.KICK_RETURN: d.TOUCHBACK,
    Ask.LET_IT_ROLL: d.RETURN,
    Ask.TRY: d.PAT,
}


def games(table: Matchup, count: int) -> tuple[float, int]:
    """Seconds for so many games, and the events they logged."""
    events = 0
    start = time.process_time()
    for number in range(count):
        coaches = (Solitaire(f"home {number}", table, 0), Solitaire(f"away {number}", table, 1))
        events += len(play(table, coaches, SeededRolls(number)).events)
    return time.process_time() - start, events


def yardstick(count: int) -> float:
    """Seconds for 1,000 seeded dice rolls and dictionary look-ups a game: what Python itself costs here."""
    cells = {total: str(total) for total in range(10, 40)}
    start = time.process_time()
    for number in range(count):
        roll, log = random.Random(number).random, []
        for _ in range(1000):
            log.append(cells[10 + int(roll() * 30)])
    return time.process_time() - start


def main() -> None:
    """Interleaved rounds, medians."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    charts = random_chart(1), random_chart(2, code="BBB")
    table = matchup(*charts, random_generic(1), Options.advanced())

    games(table, 20)
    played, sticks, events = [], [], 0
    for _ in range(rounds):
        seconds, events = games(table, count)
        played.append(count / seconds)
        sticks.append(count / yardstick(count))
    ratio = median(game / stick for game, stick in zip(played, sticks, strict=True))
    spread = f"[{min(played):.0f}-{max(played):.0f}]"
    print(f"referee: {median(played):.0f} games/s {spread}, {events / count:.0f} events a game (CPU time)")
    print(f"yardstick (1,000 rolls and look-ups a game): {median(sticks):.0f} games/s; ratio {ratio:.3f}")


if __name__ == "__main__":
    main()
