"""From a season of football play-by-play to the charts of a dice board game, and back.

    import chartkit as ck

    chart = ck.load("build/2017/charts/PHI.json")
    chart.offense["6-SHORT"][27].text
    game = ck.play(chart, ck.load("build/2017/charts/NE.json"), seed=7)

All of it is in docs/api.md. Everything is loaded when it is first used: `import chartkit` alone loads nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chartkit.errors import ChartkitError, IllegalCallError, InputError, InvalidChartError, UnknownNameError

if TYPE_CHECKING:
    from chartkit.api.charts import Chart
    from chartkit.api.games import Game, play
    from chartkit.api.many_games import Effect, Games, RoundTrip, Seasons, roundtrip, season, simulate, whatif
    from chartkit.api.plays import Plays, read_plays
    from chartkit.api.seasons import CompileReport, Season, compile, load, print_cards, validate
    from chartkit.findings import Checked

__version__ = "0.1.0"

__all__ = [
    "Chart",
    "ChartkitError",
    "Checked",
    "CompileReport",
    "Effect",
    "Game",
    "Games",
    "IllegalCallError",
    "InputError",
    "InvalidChartError",
    "Plays",
    "RoundTrip",
    "Season",
    "Seasons",
    "UnknownNameError",
    "__version__",
    "compile",
    "load",
    "play",
    "print_cards",
    "read_plays",
    "roundtrip",
    "season",
    "simulate",
    "validate",
    "whatif",
]
#: Where `__all__` is, what others need first.
_MODULES = ("charts", "games", "plays", "seasons", "many_games")


def __getattr__(name: str) -> Any:
    from importlib import import_module

    for module in _MODULES if name in __all__ else ():
        found = import_module(f"chartkit.api.{module}")
        if hasattr(found, name):
            # Found without this function from now on.
            return globals().setdefault(name, getattr(found, name))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
