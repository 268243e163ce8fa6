"""The fitted columns of a league in its build: with the same plays and settings they need not be searched again.

So hand edits, another layout or the chart of one team take seconds. The file is used only if its key fits: a hash
of everything that the fit depends on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit import fitting
from chartkit.fitting import Split
from chartkit.systems.ddf.charts import PLAYS, Squeeze
from chartkit.systems.ddf.compile.contributions import Contributions
from chartkit.systems.ddf.compile.fit_space import Cancels

if TYPE_CHECKING:
    from chartkit.systems.ddf.compile.stages import Compilation

FILE = "fit.json"
_FORMAT = "chartkit/fit@1"
_DIGITS = 9


def fit_key(compilation: Compilation) -> str:
    """A hash of what the fit depends on: plays, settings, options, long gains, and the code itself."""
    from pandas.util import hash_pandas_object

    options = compilation.options
    digest = hashlib.sha256(hash_pandas_object(compilation.results, index=False).to_numpy().tobytes())
    for part in (
        compilation.season,
        compilation.teams,
        compilation.settings,
        options.shrink,
        options.seed,
        sorted(options.priority.outcomes.items()),
        compilation.squeeze,
        compilation.long_columns,
        {call: mix.tolist() for call, mix in compilation.mix.items()},
        {call: shares.tolist() for call, shares in compilation.influence.shares.items()},
    ):
        digest.update(repr(part).encode())
    for folder in (Path(__file__).parent, Path(fitting.__file__).parent):
        for path in sorted(folder.glob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def fit_to_json(compilation: Compilation) -> dict[str, Any]:
    """The cells of all columns, and what the charts and the report need beside them."""
    fit = compilation.joint
    data = {
        "format": _FORMAT,
        "key": compilation.fit_key,
        "squeeze": [{**asdict(row), "incomplete": sorted(row.incomplete)} for row in compilation.squeeze],
        "cancels": [asdict(cancels) for cancels in fit.state.cancels],
        "forced": {call: _numbers(shares) for call, shares in fit.contributions.forced.items()},
        "split": {
            call: {
                ending: {name: _numbers(part) for name, part in asdict(split).items()}
                for ending, split in made.items()
            }
            for call, made in fit.contributions.split.items()
        },
        "offense": {call: [cells.tolist() for cells in fit.state.cells[call, "offense"]] for call in PLAYS},
        "defense": {call: [cells.tolist() for cells in fit.state.cells[call, "defense"]] for call in PLAYS},
    }
    return {**data, "checksum": _checksum(data)}


def _checksum(data: Mapping[str, Any]) -> str:
    kept = {name: part for name, part in data.items() if name != "checksum"}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()


def _numbers(values: Any) -> list[float]:
    return [round(float(value), _DIGITS) for value in values]


def saved_fit(compilation: Compilation) -> Mapping[str, Any] | None:
    """The fit of an earlier compile, if it is the one that would be found again."""
    folder = compilation.options.out
    path = folder / FILE if folder is not None else None
    if path is None or not path.is_file():
        return None
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or data.get("key") != compilation.fit_key:
        return None
    return data if data.get("checksum") == _checksum(data) else None


def saved_squeeze(data: Mapping[str, Any]) -> tuple[Squeeze, ...]:
    """The squeeze table of a saved fit."""
    return tuple(
        Squeeze(**{**row, "calls": tuple(row["calls"]), "incomplete": frozenset(row["incomplete"])})
        for row in data["squeeze"]
    )


def saved_contributions(data: Mapping[str, Any]) -> tuple[Contributions, list[Cancels]]:
    """What both sides contribute to endings, and the cancel charts, of a saved fit."""
    split = {
        call: {
            ending: Split(**{name: np.array(part) for name, part in parts.items()})
            for ending, parts in made.items()
        }
        for call, made in data["split"].items()
    }
    forced = {call: np.array(shares) for call, shares in data["forced"].items()}
    return Contributions(split, forced), [Cancels(**cancels) for cancels in data["cancels"]]
