"""Options and coaches by the names that are typed on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Protocol

from chartkit.errors import InputError
from chartkit.systems.base import GameOption
from chartkit.systems.ddf.charts import TeamChart
from chartkit.systems.ddf.coaches.chance_table import ChanceTable
from chartkit.systems.ddf.coaches.tables import CoachTable
from chartkit.systems.ddf.engine.decisions import Choice, Coach, Decision
from chartkit.systems.ddf.rules.options import Options

SOLITAIRE, SITUATION, SHARP, HUMAN = "solitaire", "situation", "sharp", "human"
COACHES = (SOLITAIRE, SITUATION, SHARP, HUMAN)


class GameCoach(Coach, Protocol):
    """A coach that can be asked why, and that goes on from any place of a game."""

    #: The chances to win of the season; without them those that ship with chartkit.
    chances: ChanceTable | None

    def begin(self, place: int) -> None:
        """A step of the game begins at this place of the log."""

    def explain(self, decision: Decision, choice: Choice) -> str:
        """Why a choice was made, in a sentence."""


def game_options() -> list[GameOption]:
    """Every option with its value in both presets."""
    basic, advanced = Options.basic().to_json(), Options.advanced().to_json()
    return [
        GameOption(
            each.name,
            each.metadata["about"],
            _shown(basic[each.name]),
            _shown(advanced[each.name]),
            each.metadata["choices"] or (("on", "off") if isinstance(each.default, bool) else ()),
        )
        for each in fields(Options)
    ]


def _shown(value: Any) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def chosen_options(preset: str, settings: Sequence[str]) -> Options:
    """A preset with single options changed: `audibles=off`, `spike_seconds=20`."""
    options = {"basic": Options.basic, "advanced": Options.advanced}[preset]().to_json()
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise InputError(f"{setting!r} is no option.", remedy="Write NAME=VALUE, for example audibles=off.")
        name = name.strip()
        options[name] = _value(name, text.strip(), options.get(name))
    return Options.from_json(options)


_SWITCH = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def _value(name: str, text: str, usual: Any) -> Any:
    """What was typed, as the kind of value that the option has."""
    if isinstance(usual, bool):
        if text.lower() not in _SWITCH:
            raise InputError(f"{name} cannot be {text!r}.", remedy="It is on or off.")
        return _SWITCH[text.lower()]
    if isinstance(usual, int):
        if not (text.isascii() and text.isdigit()):
            raise InputError(f"{name} cannot be {text!r}.", remedy="It is a whole number.")
        return int(text)
    return text


def computer_coach(
    name: str, chart: TeamChart, table: CoachTable | None, opponent: CoachTable | None, seed: int | str
) -> GameCoach:
    """One of the computer coaches; the tables are only needed by the situation coach."""
    if name == SOLITAIRE:
        from chartkit.systems.ddf.coaches.computer import SolitaireCoach

        return SolitaireCoach(chart.supplement, seed)
    if name == SITUATION:
        from chartkit.systems.ddf.coaches.computer import SituationCoach

        assert table is not None
        return SituationCoach(table, seed, opponent)
    if name == SHARP:
        from chartkit.systems.ddf.coaches.sharp import SharpCoach

        return SharpCoach(seed)
    raise InputError(f"there is no coach {name!r}.", remedy=f"The coaches are {', '.join(COACHES)}.")
