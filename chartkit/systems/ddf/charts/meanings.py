"""What a cell means, in words, and how its form is written (R4.2, as data)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from chartkit.systems.ddf.charts.result import Result
from chartkit.systems.ddf.data import shipped


@dataclass(frozen=True, slots=True)
class Form:
    """One form of a cell: how lists write it, examples, the pattern of its canonical text, its meaning."""

    text: str
    examples: tuple[str, ...]
    pattern: str
    means: str


@cache
def _data() -> Mapping[str, Any]:
    import tomllib

    return tomllib.loads(shipped("meanings.toml"))


@cache
def forms() -> Mapping[str, Form]:
    """Every form of R4.2 by its name (`Result.form`), in the order of the rule."""
    return {
        name: Form(form["text"], tuple(form["examples"]), form["pattern"], form["means"])
        for name, form in _data()["forms"].items()
    }


def in_order(names: Iterable[str]) -> list[str]:
    """Form names in the order of the rule."""
    wanted = set(names)
    return [name for name in forms() if name in wanted]


def form_list(names: Iterable[str]) -> str:
    """The forms as a person reads them: `gain, gain*, loss, 0, B, TD`."""
    return ", ".join(forms()[name].text for name in in_order(names))


def meaning(result: Result, chart: str = "", column: str = "") -> str:
    """The cell in words, in the words of its column when that is given.

    >>> from chartkit.systems.ddf.charts import parse
    >>> meaning(parse("F -5"))
    'fumble 5 yards behind the line of scrimmage'
    """
    places = _data()["in"]
    for name in (f"{chart}.{column}", chart):
        if words := places.get(name, {}).get(result.form):
            break
    else:
        words = forms()[result.form].means
    text: str = words.format(
        yards=_yards(abs(result.yards)),
        signed=_signed(result.yards),
        kick=result.yards + 18,
        spot=_spot(result.yards, chart, column),
    )
    return text


def _yards(count: int) -> str:
    return f"{count} yard" if count == 1 else f"{count} yards"


def _signed(yards: int) -> str:
    return "no gain" if yards == 0 else f"{'gain' if yards > 0 else 'loss'} of {_yards(abs(yards))}"


def _spot(yards: int, chart: str, column: str) -> str:
    """Where the ball is, counted from the line of scrimmage or, on returns, from the catch (R4.2, R11.1)."""
    catch = column.endswith("RETURN") or chart == "coverage"
    line = "the catch" if catch else "the line of scrimmage"
    if yards == 0:
        return f"at {line}"
    return f"{_yards(abs(yards))} {'beyond' if yards > 0 else 'behind'} {line}"
