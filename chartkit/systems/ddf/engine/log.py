"""A game as a file: who played by which rules, and every record in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from chartkit.errors import InputError
from chartkit.systems.ddf.charts import generic_from_json, generic_to_json, team_from_json, team_to_json
from chartkit.systems.ddf.engine.events import Event, event_from_json, event_to_json
from chartkit.systems.ddf.engine.matchup import Matchup, matchup
from chartkit.systems.ddf.engine.state import GameState
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.rules.tables import edited_tables, rules_with

FORMAT = "chartkit/game@1"


@dataclass(frozen=True, slots=True)
class GameLog:
    """A game that can be played again from its records alone."""

    matchup: Matchup
    events: tuple[Event, ...]
    #: The state after the last record.
    final: GameState
    seed: int | str | None = None
    #: The box score, when somebody made one.
    box: Mapping[str, Any] = field(default_factory=dict)
    #: Of a game with people: who coaches, whose dice, and the play that is open.
    table: Mapping[str, Any] = field(default_factory=dict)

    @property
    def score(self) -> tuple[int, int]:
        """Home, visitor."""
        return self.final.score


def log_to_json(log: GameLog) -> dict[str, Any]:
    """The file of a game (`chartkit/game@1`): with charts and rules inside, it needs nothing else to replay."""
    table = log.matchup
    return {
        "format": FORMAT,
        "game": "ddf",
        "home": table.codes[0],
        "away": table.codes[1],
        "season": table.season,
        "seed": log.seed,
        "score": {table.codes[0]: log.score[0], table.codes[1]: log.score[1]},
        "options": table.options.to_json(),
        "rules": edited_tables(table.rules),
        "charts": {"home": team_to_json(table.home), "away": team_to_json(table.away)},
        "generic": {
            "home": generic_to_json(table.sheets[0].generic),
            "away": generic_to_json(table.sheets[1].generic),
        },
        "events": [event_to_json(event, table.codes) for event in log.events],
        "box": log.box,
        **({"table": log.table} if log.table else {}),
    }


@dataclass(frozen=True, slots=True)
class Recording:
    """A game file as read: the table it was played at and the records, not yet checked against the rules."""

    matchup: Matchup
    events: tuple[Event, ...]
    seed: int | str | None = None
    box: Mapping[str, Any] = field(default_factory=dict)


def recording_from_json(data: Mapping[str, Any]) -> Recording:
    """Read a game file; `replay.replay` says whether it is a game."""
    if data.get("format") != FORMAT:
        raise InputError(f"this is no game file: its format is {data.get('format')!r}, not {FORMAT!r}.")
    try:
        home, away = (team_from_json(data["charts"][side]) for side in ("home", "away"))
        generic = {
            chart.season: generic_from_json(data["generic"][side])
            for side, chart in (("away", away), ("home", home))
        }
        events, options = data["events"], data["options"]
        rules = rules_with(data.get("rules") or {})
        table = matchup(home, away, generic, Options.from_json(options), rules)
    except (LookupError, TypeError, ValueError, AttributeError) as mistake:
        raise InputError(f"the game file is not complete: {mistake!r}.") from mistake
    return Recording(
        table,
        tuple(event_from_json(event, table.codes, number) for number, event in enumerate(events, 1)),
        data.get("seed"),
        data.get("box") or {},
    )
