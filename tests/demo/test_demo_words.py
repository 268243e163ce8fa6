"""The words of the demo season say the same as its columns, to the parser that reads real descriptions."""

from __future__ import annotations

import pandas as pd

from chartkit.plays.description import Context, description_columns, parse

# Challenges name the city, and the parser knows the cities of real teams only.
NOT_IN_THE_WORDS = {"timeout_team"}


def _parsed(demo: pd.DataFrame) -> pd.DataFrame:
    rows = {}
    for row in demo.loc[demo["play_type"].notna()].itertuples():
        context = Context(
            row.home_team,
            row.away_team,
            row.posteam if isinstance(row.posteam, str) else None,
            None if pd.isna(row.yardline_100) else int(row.yardline_100),
            None if pd.isna(row.down) else int(row.down),
        )
        rows[row.Index] = description_columns(parse(row.desc, context), context)
    return pd.DataFrame.from_dict(rows, orient="index")


def _same(said: pd.Series[object], kept: pd.Series[object]) -> pd.Series[bool]:
    if pd.api.types.is_numeric_dtype(kept):
        numbers = said.map(lambda value: 0.0 if pd.isna(value) else float(value))
        return numbers.eq(kept.fillna(0))
    return said.eq(kept) | (said.isna() & kept.isna())


def test_words_and_columns_agree(demo: pd.DataFrame) -> None:
    said = _parsed(demo)
    kept = demo.loc[said.index]
    shared = [name for name in said.columns if name in kept.columns and name not in NOT_IN_THE_WORDS]
    assert len(shared) > 60
    low = {}
    for name in shared:
        agreement = _same(said[name], kept[name]).mean()
        if agreement < 0.998:
            low[name] = round(float(agreement), 4)
    assert low == {}
