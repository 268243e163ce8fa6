"""Which rules are played: every advanced feature alone, two presets, and the house rules (R0.2, R0.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from itertools import takewhile
from typing import Any, Literal, get_args

from chartkit.errors import InputError

FumbleReturn = Literal["always", "d10", "never"]
SqueezeTable = Literal["printed", "season", "off"]
ScoreFoul = Literal["kickoff", "choice"]

_CHOICES: Mapping[str, tuple[str, ...]] = {
    "offense_fumble_return": get_args(FumbleReturn),
    "goal_line_squeeze": get_args(SqueezeTable),
    "off15_on_score": get_args(ScoreFoul),
}


@dataclass(frozen=True, slots=True)
class Options:
    """What the two coaches agree on before the game (R0.2); the defaults are the basic game.

    >>> Options.advanced().qt_containment
    True
    >>> Options.basic().with_features(["audibles"]).audibles
    True
    """

    #: R28.1: a defensive QT can be cancelled.
    great_protection: bool = False
    #: R28.2: a QT gain meets the QT Containment chart.
    qt_containment: bool = False
    #: R28.3: sacks turned into scrambles and back.
    sack_rate: bool = False
    #: R28.4: OFF 5 and DEF 5 are before or after the snap.
    pre_post_snap: bool = False
    #: R28.5: whether OFF 10 near the own goal line was holding in the end zone.
    holding: bool = False
    #: R28.6: the defense forces and cancels penalties.
    defense_penalty_influence: bool = False
    #: R28.7: 15-yard fouls between downs.
    between_downs: bool = False
    #: R28.8: the FG Adjustment chart.
    fg_adjustment: bool = False
    #: R28.9: Defense Fumble Recovery.
    defense_fumble_recovery: bool = False
    #: R28.11: a defensive INT can be cancelled.
    good_decision: bool = False
    #: R28.12: a defensive fumble can be cancelled.
    ball_protection: bool = False
    #: R28.13: bold 6-SHORT gains.
    short_pass_big_play: bool = False
    #: R28.14.
    muffed_snap: bool = False
    #: R28.15.
    audibles: bool = False
    #: R26.
    play_quotas: bool = False
    #: R11.3, R28.10: when the offense may return its own fumble.
    offense_fumble_return: FumbleReturn = "always"
    #: R25.1: `printed`, the `season`'s own table, or `off`.
    goal_line_squeeze: SqueezeTable = "printed"
    #: R23.7.
    third_play_30: bool = False
    #: R24.4: what the play before a spike costs.
    spike_seconds: int = 10
    #: R19.11, A16: OFF 15 on a score moves the `kickoff`, or the defense has a `choice`.
    off15_on_score: ScoreFoul = "kickoff"
    #: R30.2: overtime of the playoffs, where no game is tied.
    playoff: bool = False

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

    def to_json(self) -> dict[str, Any]:
        """Every option with its value, as in a game log."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Options:
        """Read options; what is not named keeps its default."""
        known = asdict(cls())
        for name, value in data.items():
            if name not in known:
                raise InputError(f"there is no option {name!r}.", remedy=f"The options are {', '.join(known)}.")
            allowed = _CHOICES.get(name)
            if allowed and value not in allowed:
                raise InputError(f"{name} is {value!r}.", remedy=f"It can be {', '.join(allowed)}.")
            if not allowed and type(value) is not type(known[name]):
                raise InputError(f"{name} is {value!r}, which is not a {type(known[name]).__name__}.")
        return cls(**data)


#: The advanced features that can be switched alone (R0.2, R28): the switches that come first.
FEATURES = tuple(each.name for each in takewhile(lambda each: each.default is False, fields(Options)))
