"""Measures the likelihood tables of the rules file on seasons that record depth.

`python -m tools.likelihoods plays.parquet ...` prints them as TOML, to be put into
`templates/ddf-classify.toml`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from chartkit.plays import table as play_table
from chartkit.systems.ddf.charts import columns
from chartkit.systems.ddf.classify import calls
from chartkit.systems.ddf.classify.rules import Rules, load_rules
from chartkit.systems.ddf.classify.table import Basis, Bools, Floats, View

# No share is 0: what was never seen may still happen.
_LEAST = 0.001


def measure(plays: pd.DataFrame, rules: Rules) -> dict[str, Floats]:
    """Shares of the calls by situation, and of depths and results by pass call, on plays that were charted."""
    view = View(plays)
    known = calls.establish(view, rules)
    named = calls.name_calls(view, known, rules)
    sure = np.isin(named.basis.astype(str), [Basis.CHARTED, Basis.CREW])
    column = pd.Categorical(named.column, categories=columns.PLAYS).codes
    # Near the goal some calls are forbidden: what is likely in the open field is measured there.
    open_field = sure & (view.number("yardline_100") > max(limit.inside for limit in rules.limits))
    thrown = sure & known.thrown & ~known.wiped & (known.length >= 0) & (known.place >= 0)
    passes = column - len(columns.RUNS)
    situation = _count(
        calls.situations(view, rules), column, open_field, (len(rules.situations), len(columns.PLAYS))
    )
    depth = _count(passes, known.length * 2 + known.place, thrown, (len(columns.PASSES), 4))
    bands = calls.result_bands(known, rules)
    result = _count(passes, bands, thrown, (len(columns.PASSES), len(rules.result_bands) + 3))
    return {"situation": _shares(situation), "depth": _shares(depth), "result": _shares(result)}


def _count(row: npt.NDArray[Any], cell: npt.NDArray[Any], where: Bools, shape: tuple[int, int]) -> Floats:
    counts = np.zeros(shape)
    np.add.at(counts, (row[where], cell[where]), 1)
    return counts


def _shares(counts: Floats) -> Floats:
    shares = np.maximum(counts / counts.sum(axis=1, keepdims=True), _LEAST)
    return np.asarray(np.round(shares, 3))


def toml(measured: dict[str, Floats], rules: Rules) -> str:
    """The measured tables as the rules file writes them."""
    lines = []
    for (downs, to_go), shares in zip(rules.situations, measured["situation"], strict=True):
        lines += ["[[situation]]", f"downs = {list(downs)}", f"to_go = {to_go}", f"calls = {_row(shares)}", ""]
    lines.append("[described.depth]")
    for call, shares in zip(columns.PASSES, measured["depth"], strict=True):
        lines.append(f'"{call}" = {{ short = {_row(shares[:2])}, deep = {_row(shares[2:])} }}')
    lines += ["", "[described.result]"]
    lines += [f'"{call}" = {_row(shares)}' for call, shares in zip(columns.PASSES, measured["result"], strict=True)]
    return "\n".join(lines) + "\n"


def _row(shares: Floats) -> str:
    return "[" + ", ".join(f"{share:.3f}" for share in shares) + "]"


def main(paths: Sequence[str]) -> None:
    """Print the tables measured on saved play tables."""
    rules = load_rules()
    plays = pd.concat([play_table.load(Path(path)) for path in paths], ignore_index=True)
    sys.stdout.write(toml(measure(plays, rules), rules))


if __name__ == "__main__":
    main(sys.argv[1:])
