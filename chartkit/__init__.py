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
    from chartkit.api import (
        Chart,
        Checked,
        CompileReport,
        Effect,
        Game,
        Games,
        Plays,
        RoundTrip,
        Season,
        Seasons,
        compile,
        load,
        play,
        print_cards,
        read_plays,
        roundtrip,
        season,
        simulate,
        validate,
        whatif,
    )

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


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module("chartkit.api"), name)
    # Found without this function from now on.
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
