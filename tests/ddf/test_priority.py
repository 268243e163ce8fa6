import json
from importlib.resources import files

import pytest

from chartkit.systems.ddf.charts import parse
from chartkit.systems.ddf.rules.priority_chart import Outcome, PriorityChart, final_result, standard_priority


@pytest.mark.parametrize(
    ("offense", "defense", "outcome", "final"),
    [
        ("13", "4", "ADD", "17"),
        ("12*", "-2", "ADD", "10*"),
        ("6", "(1)", "DEF", "1"),
        ("INT 45", "INT 38", "INT_MIN", "INT 38"),
        ("INT 12", "(TD)", "INC", "INC"),
        ("INT 12", "(0)", "INC", "INC"),
        ("INT 12", "(-3)", "INT_MIN", "INT -3"),
        ("F", "(9)", "F_DEFYD", "F 9"),
        ("F 3", "(-2)", "F_MIN", "F -2"),
        ("F 3", "F 8", "F_MAX", "F 8"),
        ("QT", "(TD)", "TD", "TD"),
        ("OFF 10", "INT 9", "PEN", "OFF 10"),
        ("PI 14", "0", "PEN", "PI 14"),
        ("OFF 12*", "QT", "GRD", "OFF 12*"),
        ("0", "0", "ADD", "0"),
    ],
)
def test_r5_what_two_results_give(offense: str, defense: str, outcome: str, final: str) -> None:
    code = standard_priority().look_up(parse(offense), parse(defense))
    assert (code, str(final_result(code, parse(offense), parse(defense)))) == (outcome, final)


def test_r5_2_an_edited_chart_changes_the_game() -> None:
    data = json.loads(files("chartkit.systems.ddf").joinpath("data/priority_chart.json").read_text("utf-8"))
    data["rows"]["INC"][3] = "OFF"
    assert PriorityChart.from_json(data).look_up(parse("INC"), parse("(9)")) is Outcome.OFF
