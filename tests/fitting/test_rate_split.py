"""What two sides bring adds up; where it cannot, the misses are few or small as asked."""

from __future__ import annotations

import numpy as np
import pytest

from chartkit.fitting import Preferences, RateGroup, Rates, Relief, Split, Totals, split_rates

MEETINGS = np.ones((4, 4)) - np.eye(4)
TASTE = Preferences(second_importance=0.5, second_share=0.35, pull=0.002)


def _rates(first: list[float], second: list[float]) -> Rates:
    return Rates(MEETINGS, np.array(first), np.array(second), np.full(4, 0.005), np.full(4, 0.010))


def _split(kinds: list[Rates], totals: Totals | None, preferences: Preferences) -> list[Split]:
    return split_rates([RateGroup(kinds, totals, preferences)])[0][0]


def test_supply_is_exact_where_the_sum_rule_holds() -> None:
    (split,) = _split([_rates([0.03, 0.04, 0.05, 0.04], [0.04, 0.05, 0.03, 0.04])], None, TASTE)
    assert np.abs(split.first_miss).max() < 1e-9
    assert np.abs(split.second_miss).max() < 1e-9
    assert split.first.min() >= 0
    assert split.second.min() >= 0


def test_supply_misses_where_somebody_had_none() -> None:
    (split,) = _split([_rates([0.0, 0.08, 0.04, 0.04], [0.08, 0.0, 0.04, 0.04])], None, TASTE)
    assert np.abs(split.first_miss).sum() + np.abs(split.second_miss).sum() > 0.01


def test_slack_turns_one_large_miss_into_small_ones() -> None:
    rates = _rates([0.0, 0.05, 0.04, 0.04], [0.05, 0.02, 0.04, 0.02])
    (firm,) = _split([rates], None, TASTE)
    slack = Preferences(TASTE.second_importance, TASTE.second_share, TASTE.pull, slack=((0.9, 0.05),))
    (loose,) = _split([rates], None, slack)

    def outside(split: Split) -> int:
        return int((np.abs(split.first_miss) > 0.005).sum() + (np.abs(split.second_miss) > 0.010).sum())

    assert outside(loose) <= outside(firm)


def test_totals_over_several_kinds_are_kept() -> None:
    few = _rates([0.0, 0.08, 0.04, 0.04], [0.08, 0.0, 0.04, 0.04])
    many = Rates(20 * MEETINGS, np.full(4, 0.05), np.full(4, 0.05), np.full(4, 0.005), np.full(4, 0.010))
    totals = Totals(np.full(4, 0.05), np.full(4, 0.05))
    alone = [_split([kind], None, TASTE)[0] for kind in (few, many)]
    together = _split([few, many], totals, TASTE)

    def season(splits: list[Split]) -> float:
        missed = 3 * splits[0].first_miss + 60 * splits[1].first_miss
        return float(np.abs(missed).sum())

    assert season(together) < season(alone) or season(alone) == pytest.approx(0)


def test_relief_reaches_what_supply_alone_cannot() -> None:
    rates = _rates([0.02, 0.10, 0.10, 0.10], [0.12, 0.02, 0.10, 0.08])
    (alone,) = _split([rates], None, TASTE)
    ((helped,),), undone = split_rates([RateGroup([rates], None, TASTE)], Relief(most=0.5, cost=0.01), rounds=6)

    def missed(split: Split) -> float:
        return float(np.abs(split.first_miss).sum() + np.abs(split.second_miss).sum())

    assert missed(helped) < 0.5 * missed(alone)
    assert undone[""].argmax() == 1  # the side that allowed least undoes most
    assert undone[""].max() <= 0.5
