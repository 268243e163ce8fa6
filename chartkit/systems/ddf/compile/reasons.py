"""Why a figure misses: what the game itself cannot give, told in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chartkit.systems.ddf.compile.targets import FOULS

if TYPE_CHECKING:
    from chartkit.systems.ddf.compile.desk import Desk
    from chartkit.systems.ddf.compile.measure import ColumnMeasure, Figure

_ENDINGS = {"intercepted": "INT", "trapped": "QT", "fumbled": "F", "completion": "INC"}
_ONE = 1 / 216


def reason(desk: Desk, column: ColumnMeasure, figure: Figure) -> str:
    """The likeliest cause of a miss."""
    ending = _ENDINGS.get(figure.name)
    split = desk.joint.supply.split[column.call].get(ending) if ending else None
    if split is not None:
        place = desk.teams.index(column.team)
        miss = float((split.first_miss if column.side == "offense" else split.second_miss)[place])
        others = "defenses" if column.side == "offense" else "offenses"
        if abs(miss) > 0.5 * figure.allowed:
            more = "less" if miss > 0 else "more"
            return (
                f"both charts add up: the {others} it met bring {abs(100 * miss):.1f} points "
                f"{'more than it had' if miss > 0 else 'too little for what it had'}, and giving {more} would put "
                "other teams out"
            )
    if figure.name == "out of bounds" and column.side == "defense":
        return "stars are the offense's: a defense has none to give or to take but by forced results"
    if figure.name.startswith("foul "):
        wanting = [
            foul
            for foul in FOULS
            if 0 < next((f.real for f in column.figures if f.name == f"foul {foul}"), 0.0) < 1.5 * _ONE
        ]
        if len(wanting) > 1:
            return f"{' and '.join(wanting)} both want 1 of 216, and only total 19 weighs that little"
        return "a foul needs whole 216ths, and the totals that would give it serve rarer results"
    if figure.name == "distance":
        return (
            f"{column.plays} plays: the other side's results are added to so few gains and blur them; "
            f"luck alone makes {column.noise:.2f} yards of so few"
        )
    if column.plays < 60:
        return f"only {column.plays} plays: one of them is {100 / column.plays:.1f} points"
    return "the totals of the dice come in no finer steps for these results"
