"""Charts as values: one team's chart of whichever game its file says, its odds, and edited copies of it."""

from __future__ import annotations

import copy
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit import systems
from chartkit.api import display
from chartkit.errors import InputError, InvalidChartError
from chartkit.files import dumps, file_name, write_text
from chartkit.findings import read_json, unknown_name

if TYPE_CHECKING:
    import pandas as pd

#: What a game does not need of a season's folder beside a chart.
_LEFT_BEHIND = ("plays.parquet", "print", "*.html", "*.pdf", "*.svg", "charts")


@dataclass(frozen=True)
class Chart:
    """One team's chart. What the game's own chart has is here too: `chart.offense["6-SHORT"][27].text`."""

    game: str
    #: The chart as its file has it.
    data: Mapping[str, Any]
    #: The chart as a value of its game.
    value: Any = field(compare=False)
    #: Its file; None when it was edited and not saved.
    path: Path | None = field(default=None, compare=False)
    #: The build around it, with the coach tables and what the teams of a season share.
    build: Path | None = field(default=None, compare=False)

    @classmethod
    def load(cls, path: str | Path) -> Chart:
        """Read a chart file; InvalidChartError carries the findings when it breaks the rules of its game."""
        path = Path(path)
        system = systems.of_file(path)
        value = system.charts().load(path)
        around = path.parent.parent if path.parent.name == "charts" else None
        return cls(system.name, read_json(path).data, value, path, around)

    @property
    def team(self) -> str:
        """The code of the team."""
        return str(self.data["team"]["code"])

    @property
    def season(self) -> int:
        """The season, by the year in which it began."""
        return int(self.data["season"])

    @property
    def title(self) -> str:
        """Season and team: `2017 Philadelphia Eagles`."""
        team = self.data["team"]
        named = [team.get("city"), team.get("name")]
        return " ".join(filter(None, [str(self.season), *(named if any(named) else [self.team])]))

    def __getattr__(self, name: str) -> Any:
        # Called only for what a Chart itself does not have.
        if name.startswith("_") or name == "value":
            raise AttributeError(name)
        return getattr(self.value, name)

    def __dir__(self) -> Iterable[str]:
        return sorted({*super().__dir__(), *(name for name in dir(self.value) if not name.startswith("_"))})

    def __hash__(self) -> int:
        return hash((self.game, self.season, self.team))

    def __repr__(self) -> str:
        return f"<Chart {self.title}>"

    def _repr_html_(self) -> str:
        return display.html(self.title, tables=systems.find(self.game).charts().tables(self.value))

    def odds(self, column: str | None = None, against: Chart | None = None) -> pd.DataFrame:
        """The exact odds: a row for each result of a column, or of a play against each formation of another team.

        Without a column it has all of them. `ways` of `outcomes` rolls give the result.
        """
        other = None if against is None else self.of_same_game(against).value
        return display.frame(systems.find(self.game).charts().odds_rows(self.value, column, other, self.build))

    def of_same_game(self, other: Chart) -> Chart:
        """The other chart, if it is of the same game; InputError if not."""
        if other.game != self.game:
            raise InputError(f"{self.title} is a chart of {self.game}, and {other.title} one of {other.game}.")
        return other

    def edit(self, changes: Mapping[str, Any]) -> Chart:
        """The chart with some cells changed, named as the validator names them: `offense.columns.6-SHORT.27`.

        The result is checked: InvalidChartError when it breaks a rule. The chart itself stays as it is.
        """
        data = with_values(self.data, changes)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / file_name(self.team, ".json")
            write_text(path, dumps(data))
            try:
                value = systems.find(self.game).charts().load(path)
            except InvalidChartError as error:
                lines = [f"  {each.code} {each.place}: {each.sentence}" for each in error.findings]
                told = "\n".join([f"{self.title} would break the rules of its game:", *lines])
                raise InvalidChartError(told, error.findings) from None
        return replace(self, data=data, value=value, path=None)

    def save(self, path: str | Path) -> Chart:
        """Write the chart file; gives the chart that is now there."""
        write_text(Path(path), dumps(self.data))
        return replace(self, path=Path(path))


def with_values(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of a chart's data with other values at some places."""
    changed = copy.deepcopy(dict(data))
    for place, value in changes.items():
        *parents, last = place.split(".")
        holder = changed
        for key in parents:
            holder = _inside(holder, key)
        _inside(holder, last)
        holder[last] = value
    return changed


def _inside(holder: Any, key: str) -> Any:
    if not isinstance(holder, dict) or key not in holder:
        raise unknown_name(key, holder if isinstance(holder, dict) else ())
    return holder[key]


@contextmanager
def file_of(chart: Chart) -> Iterator[Path]:
    """The chart's file with its build around it; an edited chart gets one for the time being."""
    if chart.path is not None and chart.path.is_file():
        yield chart.path
        return
    with tempfile.TemporaryDirectory() as folder:
        if chart.build is not None:
            shutil.copytree(chart.build, folder, ignore=shutil.ignore_patterns(*_LEFT_BEHIND), dirs_exist_ok=True)
        path = Path(folder) / "charts" / file_name(chart.team, ".json")
        chart.save(path)
        yield path
