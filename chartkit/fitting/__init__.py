"""Fitting dice columns to distributions; knows dice weights, symbols and targets, and no football.

Distances and noise of distributions, the exact assignment of a column that stands alone, the compiled local search
for a column whose results depend on others, and the split of rates between two sides that contribute to them.
"""

from chartkit.fitting.assignment import Slots, assign, lay_out
from chartkit.fitting.distributions import (
    Indices,
    Matrix,
    Vector,
    bootstrap_noise,
    kaplan_meier,
    shrink,
    wasserstein,
)
from chartkit.fitting.rate_split import Preferences, RateGroup, Rates, Relief, Split, Totals, split_rates
from chartkit.fitting.search import Problem, compiled, in_threads
