"""Which rules are played: every advanced feature alone, two presets, and the house rules (R0.2, R0.6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from itertools import takewhile
from typing import Any

from chartkit.errors import InputError
from chartkit.systems.table import GameOptions, option


@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """What the two coaches agree on before the game (R0.2); the defaults are the basic game.

    >>> Options.advanced().qt_containment
    True
    >>> Options.basic().with_features(["audibles"]).audibles
    True
    """

    great_protection: bool = option(False, "R28.1: a defensive QT can be cancelled")
    qt_containment: bool = option(False, "R28.2: a QT gain meets the QT Containment chart")
    sack_rate: bool = option(False, "R28.3: sacks turned into scrambles and back")
    pre_post_snap: bool = option(False, "R28.4: OFF 5 and DEF 5 are before or after the snap")
    holding: bool = option(False, "R28.5: whether OFF 10 near the own goal line was holding in the end zone")
    defense_penalty_influence: bool = option(False, "R28.6: the defense forces and cancels penalties")
    between_downs: bool = option(False, "R28.7: 15-yard fouls between downs")
    fg_adjustment: bool = option(False, "R28.8: the FG Adjustment chart")
    defense_fumble_recovery: bool = option(False, "R28.9: Defense Fumble Recovery")
    good_decision: bool = option(False, "R28.11: a defensive INT can be cancelled")
    ball_protection: bool = option(False, "R28.12: a defensive fumble can be cancelled")
    short_pass_big_play: bool = option(False, "R28.13: bold 6-SHORT gains")
    muffed_snap: bool = option(False, "R28.14: snaps can be muffed")
    audibles: bool = option(False, "R28.15: calls can be changed after the reveal")
    play_quotas: bool = option(False, "R26: a play may be called only so often")
    offense_fumble_return: str = option(
        "always", "R11.3, R28.10: when the offense may return its own fumble", ("always", "d10", "never")
    )
    goal_line_squeeze: str = option(
        "printed",
        "R25.1: the squeeze as printed, the season's own, or none",
        ("printed", "season", "off"),
    )
    third_play_30: bool = option(False, "R23.7: every third full play takes 30 seconds")
    house_tables: bool = option(
        False, "the season's house tables: measurements, the own goal line, home field, pace"
    )
    spike_seconds: int = option(10, "R24.4: what the play before a spike costs")
    off15_on_score: str = option(
        "kickoff",
        "R19.11, A16: what OFF 15 on a score does: kickoff, or the defense's choice",
        ("kickoff", "choice"),
    )
    playoff: bool = option(False, "R30.2: overtime of the playoffs, where no game is tied")

    @classmethod
    def basic(cls) -> Options:
        """The basic game."""
        return cls()

    @classmethod
    def advanced(cls) -> Options:
        """Every advanced feature on."""
        switches: dict[str, Any] = dict.fromkeys(FEATURES, True)
        return replace(cls(), offense_fumble_return="d10", **switches)

    def with_features(self, names: Iterable[str], *, on: bool = True) -> Options:
        """The same options with some features switched on (or off)."""
        names = list(names)
        for name in names:
            if name not in FEATURES:
                raise InputError(
                    f"there is no feature {name!r}.", remedy=f"The features are {', '.join(FEATURES)}."
                )
        switches: dict[str, Any] = dict.fromkeys(names, on)
        return replace(self, **switches)


#: The advanced features that can be switched alone (R0.2, R28): the switches that come first.
FEATURES = tuple(each.name for each in takewhile(lambda each: each.default is False, fields(Options)))
