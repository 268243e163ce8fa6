"""`chartkit odds --plot`: the same odds as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from chartkit.pages import check_picture_name, picture_style, save_picture
from chartkit.systems.ddf.charts import SHARES, Odds, TeamChart, column_odds, columns
from chartkit.systems.ddf.rules.priority_chart import play_odds
from chartkit.systems.ddf.validate import load_team_chart

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: How much of a colour is left where a number stands on it.
_PALE = 0.75
#: Colour and hatching of a share; hatching carries the meaning on a black-and-white printer.
_LOOK: Mapping[str, tuple[str, str]] = {
    "gain": ("#5fae5a", ""),
    "TD": ("#1f6f2c", ""),
    "B": ("#9fd49a", "///"),
    "no gain": ("#e4e4e4", ""),
    "loss": ("#d9796c", ""),
    "INC": ("#4a4a4a", ""),
    "QT": ("#b9473a", "\\\\\\"),
    "INT": ("#8c1d18", "xxx"),
    "F": ("#c23b6b", "..."),
    "BK": ("#7a2f5d", "+++"),
    "FC": ("#cfd8e3", "///"),
    "G": ("#5fae5a", "..."),
    "NG": ("#d9796c", "..."),
    "penalty": ("#f0cf4a", ""),
}


@picture_style()
def draw_odds(chart: Path, against: Path | None, target: Path) -> None:
    """Draw a chart's columns, or its plays against another chart's formations, into a PNG or SVG file."""
    # matplotlib is heavy; odds without a picture do not pay for it.
    from matplotlib.figure import Figure

    check_picture_name(target)
    own = load_team_chart(chart)
    figure = Figure(figsize=(11, 8.5), layout="constrained")
    if against is None:
        _columns(figure, own)
    else:
        _matchup(figure, own, load_team_chart(against))
    save_picture(figure, target)


def _columns(figure: Figure, chart: TeamChart) -> None:
    figure.suptitle(f"{chart.season} {chart.team.city} {chart.team.name}: the odds of every column")
    offense = {name: column_odds(chart.offense.columns[name]) for name in columns.OFFENSE}
    special = {name: column_odds(chart.special_teams.columns[name]) for name in columns.SPECIAL_TEAMS}
    axes = figure.subplots(2, 2, width_ratios=(3, 2), height_ratios=(len(offense), len(special)))
    for row, odds in enumerate((offense, special)):
        _bars(axes[row][0], odds)
        _yards(axes[row][1], odds)
    axes[0][0].set_title("share of all rolls")
    axes[0][1].set_title("yards: middle half, middle (line), average (dot)")
    shown = [name for name in SHARES if any(each.share(name) for each in (*offense.values(), *special.values()))]
    _legend(figure, shown)


def _bars(axes: Axes, odds: Mapping[str, Odds]) -> None:
    names = list(odds)
    left = [0.0] * len(names)
    for share, (colour, hatch) in _LOOK.items():
        widths = [float(100 * each.share(share)) for each in odds.values()]
        axes.barh(names, widths, left=left, color=colour, hatch=hatch, edgecolor="white", linewidth=0.6)
        for place, (start, width) in enumerate(zip(left, widths, strict=True)):
            if width >= 5:
                ink = "white" if share in ("INC", "TD", "INT", "QT", "F", "BK") else "black"
                # The plain patch keeps the number readable on hatching.
                patch = {"facecolor": colour, "edgecolor": "none", "pad": 1}
                middle = start + width / 2
                axes.text(
                    middle, place, f"{width:.0f}", ha="center", va="center", color=ink, fontsize=8, bbox=patch
                )
        left = [start + width for start, width in zip(left, widths, strict=True)]
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.xaxis.set_major_formatter("{x:.0f}%")
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)


def _yards(axes: Axes, odds: Mapping[str, Odds]) -> None:
    for place, each in enumerate(odds.values()):
        yards = each.yards
        if yards.quartiles is None or yards.mean is None:
            continue
        lower, middle, upper = yards.quartiles
        axes.hlines(place, min(yards.ways), max(yards.ways), color="#999999", linewidth=0.8)
        axes.barh(place, upper - lower, left=lower, height=0.5, color="#a9c7e8", edgecolor="#35618f")
        axes.vlines(middle, place - 0.25, place + 0.25, color="#123a66", linewidth=2)
        axes.plot([float(yards.mean)], [place], "o", color="#c23b22", markersize=4)
        axes.annotate(
            f"{float(yards.mean):.1f}",
            (max(yards.ways), place),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
            color="#c23b22",
        )
    axes.set_ylim(len(odds) - 0.5, -0.5)
    axes.set_yticks([])
    axes.grid(axis="x")
    axes.margins(x=0.12)
    axes.spines["left"].set_visible(False)


def _legend(figure: Figure, shown: list[str]) -> None:
    from matplotlib.patches import Patch

    handles = [
        Patch(facecolor=colour, hatch=hatch, edgecolor="white", label=name)
        for name, (colour, hatch) in _LOOK.items()
        if name in shown
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(shown))


def _matchup(figure: Figure, offense: TeamChart, defense: TeamChart) -> None:
    figure.suptitle(f"{offense.season} {offense.team.code} on offense against {defense.season} {defense.team.code}")
    found = {
        (play, formation): play_odds(offense, defense, play, formation)
        for play in columns.PLAYS
        for formation in columns.FORMATIONS
    }
    means = {key: odds.yards_per_play for key, odds in found.items()}
    panels: list[tuple[str, dict[tuple[str, str], float]]] = [
        (
            "average yards (an incompletion counts 0)",
            {key: float(mean) if mean is not None else float("nan") for key, mean in means.items()},
        ),
        (
            "turnovers: interceptions and fumbles, percent",
            {key: float(100 * (odds.share("INT") + odds.share("F"))) for key, odds in found.items()},
        ),
    ]
    for axes, (title, values), colours in zip(
        figure.subplots(1, 2, sharey=True), panels, ("RdYlGn", "OrRd"), strict=True
    ):
        grid = [[values[play, formation] for formation in columns.FORMATIONS] for play in columns.PLAYS]
        shown = axes.imshow(grid, cmap=colours, aspect="auto", alpha=_PALE)
        axes.set_title(title)
        axes.set_xticks(range(len(columns.FORMATIONS)), columns.FORMATIONS, rotation=30, ha="right")
        axes.set_yticks(range(len(columns.PLAYS)), columns.PLAYS)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        for row, line in enumerate(grid):
            for place, value in enumerate(line):
                red, green, blue, _ = shown.to_rgba(value)
                light = 1 - _PALE + _PALE * (0.3 * red + 0.59 * green + 0.11 * blue)
                ink = "black" if light > 0.5 else "white"
                # Adding 0.0 turns a rounded -0.0 into 0.0.
                axes.text(place, row, f"{round(value, 1) + 0.0:.1f}", ha="center", va="center", color=ink)
