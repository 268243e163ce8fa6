from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from chartkit.dice import Finite


@given(st.lists(st.tuples(st.integers(-50, 99), st.integers(1, 20)), min_size=1, max_size=20))
def test_it_is_the_list_of_all_outcomes(pairs: list[tuple[int, int]]) -> None:
    outcomes = sorted(number for number, weight in pairs for _ in range(weight))
    finite = Finite.of(pairs)
    assert finite.weight == len(outcomes)
    assert finite.mean == Fraction(sum(outcomes), len(outcomes))
    for share in (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1)):
        found = finite.quantile(share)
        assert found is not None
        at_most = sum(each <= found for each in outcomes)
        below = sum(each < found for each in outcomes)
        assert at_most >= share * len(outcomes) > below


def test_no_outcome_has_no_mean() -> None:
    assert Finite({}).mean is None
    assert Finite({}).quartiles is None
