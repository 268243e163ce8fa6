"""Fitting dice columns to distributions; knows dice weights, symbols and targets, and no football.

Distances and noise of distributions, the exact assignment of a column that stands alone, the compiled local search
for a column whose results depend on others, and the split of rates between two sides that contribute to them.
"""

from chartkit.fitting.distributions import (
    Indices,
    Matrix,
    Slots,
    Vector,
    assign,
    bootstrap_noise,
    compiled,
    kaplan_meier,
    lay_out,
    shrink,
    wasserstein,
)
from chartkit.fitting.rate_split import Preferences, RateGroup, Rates, Relief, Split, Totals, split_rates
from chartkit.fitting.search import Problem, in_threads
