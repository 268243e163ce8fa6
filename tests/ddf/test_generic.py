import pytest

from chartkit.dice import parse_totals
from chartkit.systems.ddf.charts import columns, shipped_seasons, standard_generic


@pytest.mark.parametrize(("total", "cell"), [(19, "DEF 15"), (22, "16"), (29, "OFF 10"), (10, "17"), (36, "11")])
def test_r3_8_the_2017_squib_chart_has_the_printed_cells(total: int, cell: str) -> None:
    squib = standard_generic(2017).squib_kick_return
    assert squib is not None
    assert str(squib[total]) == cell


def test_r3_8_the_2017_sets_are_the_printed_ones() -> None:
    generic = standard_generic(2017)
    assert generic.holding == parse_totals("10,11,13-33")
    assert generic.between_downs_offense == parse_totals("11-33")
    assert generic.between_downs_defense == parse_totals("11-32")
    assert generic.squeeze[0].calls == ("3-END RUN", "4-DRAW", "5-SCREEN")


def test_a_season_without_its_own_plays_by_the_nearest() -> None:
    assert standard_generic(1999) == standard_generic(2017)


@pytest.mark.parametrize("season", shipped_seasons())
def test_every_shipped_squib_cell_is_legal(season: int) -> None:
    squib = standard_generic(season).squib_kick_return
    assert squib is not None
    legal = columns.legal_forms("generic", columns.SQUIB)
    assert {cell.form for _, cell in squib.items()} <= legal
