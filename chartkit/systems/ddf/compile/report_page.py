"""report.html: the charts beside the season as one self-contained page, pictures and the worst columns first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.dice import format_totals
from chartkit.pages import inline_picture, picture_style, render
from chartkit.systems.ddf.charts import PASSES, PLAYS, RUNS, Squeeze
from chartkit.systems.ddf.compile.fit_space import is_pass
from chartkit.systems.ddf.compile.report import HEADINGS, NOTES, check_rows, plain

# matplotlib is heavy: it is imported when the page is drawn.
if TYPE_CHECKING:
    from markupsafe import Markup
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    #: A column, a check or a team of report.json.
    Entry = Mapping[str, Any]

_SIDES = ("offense", "defense")
#: Figures whose teams are drawn, season against chart.
_SCATTERED = ("yards per rush", "yards per pass", "completion rate", "touchdowns")
#: Gains in a picture: first bin, last bin, width. What is beyond stands in the first or last bin.
_RUN_BINS, _PASS_BINS = (-6, 22, 1), (-6, 50, 2)
#: Height of a column's row in inches: among the others of its team, alone, and for the league.
_ROW, _ROW_ALONE, _ROW_LEAGUE = 0.55, 0.8, 1.2
#: Misses of more than this many tolerances are all drawn in the darkest colour.
_DARKEST = 1.5


def page(report: Mapping[str, Any], squeeze: Sequence[Squeeze], fewest_plays: int) -> str:
    """The whole page. Columns of fewer plays than `fewest_plays` are not judged."""
    columns = report["columns"]
    known = {_key(column): column for column in columns}
    return render(
        "compile-report.html",
        report=report,
        about=NOTES[0],
        words=NOTES[1],
        headings=HEADINGS,
        missed=[f"{plain(each['what'])} ({each['side']})" for each in report["checks"] if not each["passed"]],
        checks=list(zip(check_rows(report["checks"]), report["checks"], strict=True)),
        maps={side: _miss_map([c for c in columns if c["side"] == side], side, fewest_plays) for side in _SIDES},
        league=_gains_picture(list(_league_gains(columns)), "the league", _ROW_LEAGUE),
        scatters={figure: _scatter(report["teams"], figure) for figure in _SCATTERED},
        worst=[
            {
                **each,
                **_words(each),
                "picture": _gains_picture([_gains(known[_key(each)])], f"worst, number {place}", _ROW_ALONE),
            }
            for place, each in enumerate(report["worst"], 1)
        ],
        squeeze=[(row.inside, ", ".join(row.calls), row.yards, format_totals(row.incomplete)) for row in squeeze],
        team_figures=list(report["teams"][0]["figures"]),
        teams=list(_teams(columns)),
    )


def _words(worst: Entry) -> dict[str, str]:
    """A figure among the worst in words. The spread of the gains has no value of its own, only a distance."""
    figure = plain(worst["figure"])
    if worst["figure"] == "distance":
        off, limit = f"off by {worst['chart']:.2f} yards", f"allowed {worst['allowed']:.2f}"
    else:
        off = f"season {worst['real']:.3f}, chart {worst['chart']:.3f}"
        limit = f"allowed {worst['allowed']:.3f} either way"
    return {"figure": figure, "off": off, "limit": limit}


def _key(entry: Entry) -> tuple[str, str, str]:
    return entry["team"], entry["side"], entry["call"]


@dataclass(frozen=True)
class _Team:
    """All columns of a team."""

    code: str
    figures: int
    missed: int
    pictures: Mapping[str, Markup]


def _teams(columns: Sequence[Entry]) -> Iterator[_Team]:
    for code in sorted({column["team"] for column in columns}):
        own = [column for column in columns if column["team"] == code]
        figures = [figure for column in own for figure in column["figures"].values()]
        yield _Team(
            code,
            len(figures),
            sum(not figure["within"] for figure in figures),
            {
                side: _gains_picture(gains, f"{code} {side}", _ROW)
                for side in _SIDES
                if (gains := [_gains(column) for column in own if column["side"] == side])
            },
        )


@picture_style()
def _scatter(teams: Sequence[Entry], figure: str) -> Markup:
    """The teams' season on the x axis, their charts on the y axis: offense filled, defense open."""
    from matplotlib.figure import Figure

    drawing = Figure(figsize=(3.4, 3.2), layout="constrained")
    axes = drawing.subplots()
    tooltips = {}
    for side in _SIDES:
        own = [(team["team"], team["figures"][figure]) for team in teams if team["side"] == side]
        real, chart = ([values[name] for _, values in own] for name in ("real", "chart"))
        inside = "C1" if side == "offense" else "none"
        axes.scatter(real, chart, s=22, facecolors=inside, edgecolors="C1", alpha=0.8, label=side, gid=side)
        tooltips[side] = [f"{code}: season {f['real']:.2f}, chart {f['chart']:.2f}" for code, f in own]
    low, high = (pick(*axes.get_xlim(), *axes.get_ylim()) for pick in (min, max))
    axes.axline((low, low), slope=1, color="C2", linestyle="--", linewidth=0.8, zorder=0)
    axes.set(xlim=(low, high), ylim=(low, high), xlabel="season", ylabel="chart", aspect="equal")
    axes.legend(loc="upper left", handletextpad=0)
    return inline_picture(drawing, f"{figure.capitalize()} of every team, season and chart", tooltips)


def _miss(column: Entry) -> tuple[float, str]:
    """The column's worst figure: its miss in tolerances, and its name. A defense has no stars for out of bounds."""
    misses = [
        (abs(figure["chart"] - figure["real"]) / figure["allowed"], plain(name))
        for name, figure in column["figures"].items()
        if figure["allowed"] > 0 and (column["side"] == "offense" or name != "out of bounds")
    ]
    return max(misses, default=(0.0, ""))


@picture_style()
def _miss_map(columns: Sequence[Entry], side: str, fewest_plays: int) -> Markup:
    """A cell for each team and call: how far its worst figure is off."""
    from matplotlib.figure import Figure

    teams = sorted({column["team"] for column in columns})
    known = {(column["team"], column["call"]): column for column in columns}
    values = np.full((len(teams), len(PLAYS)), np.nan)
    texts = []
    drawing = Figure(figsize=(3.4, 1.1 + 0.17 * len(teams)), layout="constrained")
    axes = drawing.subplots()
    for row, team in enumerate(teams):
        for place, call in enumerate(PLAYS):
            column = known.get((team, call))
            if column is None or column["plays"] < fewest_plays:
                axes.text(place + 0.5, row + 0.5, "few", ha="center", va="center", fontsize=6, color="C0")
                texts.append(f"{team} {call}: too few plays to judge")
                continue
            values[row, place], figure = _miss(column)
            texts.append(f"{team} {call}: {figure} off by {values[row, place]:.2f} of what is allowed")
            if values[row, place] > 1:
                # Black and white shows it too.
                axes.text(place + 0.5, row + 0.5, "×", ha="center", va="center", color="white")
    shown = axes.pcolormesh(values, cmap="OrRd", vmin=0, vmax=_DARKEST, edgecolor="white", linewidth=0.5, gid="map")
    axes.set_xticks(np.arange(len(PLAYS)) + 0.5, PLAYS, rotation=40, ha="left", rotation_mode="anchor", fontsize=7)
    axes.set_yticks(np.arange(len(teams)) + 0.5, teams, fontsize=7)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.invert_yaxis()
    axes.spines[:].set_visible(False)
    bar = drawing.colorbar(shown, ax=axes, location="bottom", extend="max", fraction=0.05, aspect=30)
    bar.set_label("worst miss of a column (1: all that is allowed)", fontsize=7)
    bar.ax.tick_params(labelsize=7)
    return inline_picture(drawing, f"The worst miss of every column, {side}", {"map": texts})


@dataclass(frozen=True)
class _Gains:
    """The gains of one column, or of the league, as a row of a picture."""

    label: str
    #: First bin, last bin, width.
    bins: tuple[int, int, int]
    #: Yards -> weight in the season, weight in the chart.
    weights: Mapping[int, tuple[float, float]]

    def shares(self) -> tuple[Array, Array, Array]:
        """Edges of the bins, and the share of the season and of the chart in each."""
        low, high, step = self.bins
        edges = np.arange(low, high + 2 * step, step, dtype=np.float64)
        yards = np.clip(list(self.weights), low, high)
        weights = np.array(list(self.weights.values()), dtype=np.float64).reshape(-1, 2)
        real, chart = (np.histogram(yards, edges, weights=weights[:, place])[0] for place in (0, 1))
        return edges, real / max(real.sum(), 1e-9), chart / max(chart.sum(), 1e-9)


def _bins(call: str) -> tuple[int, int, int]:
    return _PASS_BINS if is_pass(call) else _RUN_BINS


def _gains(column: Entry) -> _Gains:
    call, off, noise = column["call"], column["figures"]["distance"]["chart"], column["noise"]
    label = f"{call}\n{column['plays']} plays, off by\n{off:.2f} yards ({noise:.2f})"
    return _Gains(label, _bins(call), {int(yards): pair for yards, pair in column["gains"].items()})


def _league_gains(columns: Sequence[Entry]) -> Iterator[_Gains]:
    """All runs and all passes of the league, each column by its plays (of a pass: its completions)."""
    for name, calls in (("runs", RUNS), ("passes", PASSES)):
        own = [column for column in columns if column["side"] == "offense" and column["call"] in calls]
        sums: dict[int, Array] = {}
        for column in own:
            weight = column["plays"] * column["figures"].get("completion", {"real": 1.0})["real"]
            for yards, shares in column["gains"].items():
                sums[int(yards)] = sums.get(int(yards), np.zeros(2)) + weight * np.array(shares)
        label = f"{name}\n{sum(column['plays'] for column in own):,} plays"
        yield _Gains(
            label, _bins(calls[0]), {yards: (float(one), float(two)) for yards, (one, two) in sums.items()}
        )


@picture_style()
def _gains_picture(columns: Sequence[_Gains], title: str, row_height: float) -> Markup:
    """A row for each column: the season's gains as bars, the chart's as a line. Runs and passes have axes apart."""
    from matplotlib.figure import Figure

    groups = [group for kind in (_RUN_BINS, _PASS_BINS) if (group := [c for c in columns if c.bins == kind])]
    high = row_height * len(columns) + 0.3 * len(groups)
    # Margins by hand: to measure the layout of each of these many pictures would double their time.
    drawing = Figure(figsize=(3.4, high))
    plots = drawing.subplots(
        len(groups),
        squeeze=False,
        height_ratios=[len(group) for group in groups],
        gridspec_kw={
            "left": 0.31,
            "right": 0.98,
            "bottom": 0.25 / high,
            "top": 1,
            "hspace": 0.3 * len(groups) / (row_height * len(columns)),
        },
    )
    for axes, group in zip(plots[:, 0], groups, strict=True):
        _draw_gains(axes, group)
    return inline_picture(drawing, f"Gains of the season and of the chart: {title}")


def _draw_gains(axes: Axes, columns: Sequence[_Gains]) -> None:
    """The first column stands at the top; each is as high as its row."""
    for row, column in enumerate(reversed(columns)):
        edges, real, chart = column.shares()
        scale = 0.9 / max(*real, *chart, 1e-9)
        axes.stairs(row + scale * real, edges, baseline=row, fill=True, color="C0", alpha=0.6)
        axes.plot(edges[:-1] + np.diff(edges) / 2, row + scale * chart, color="C1", linewidth=1)
        # To the left of the axes, by its row.
        where = axes.get_yaxis_transform()
        axes.text(-0.03, row + 0.4, column.label, transform=where, ha="right", va="center", fontsize=7)
    axes.hlines(range(1, len(columns)), edges[0], edges[-1], color="C0", linewidth=0.5)
    axes.yaxis.set_visible(False)
    axes.set_ylim(0, len(columns))
    axes.spines["left"].set_visible(False)
