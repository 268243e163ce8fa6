"""Pictures of what was played: the scores of a game, and the played seasons beside the real one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from chartkit.pages import inline_picture, picture_style, save_picture

# matplotlib is heavy; only commands that draw pay for it.
if TYPE_CHECKING:
    from markupsafe import Markup
    from matplotlib.axes import Axes
    from matplotlib.image import AxesImage

    from chartkit.league.comparison import Favourites, Line, Spread
    from chartkit.league.one_game import GameTally

#: Width of a picture in a page, in inches: a phone shows it in full size.
_WIDE = 3.4
#: Teams that a scatter names beside their dots: those farthest from the line.
_NAMED = 6
#: Distances are drawn up to this many sampling errors; anything farther stands at the edge.
_FARTHEST = 3.0


@picture_style()
def draw_scores(tally: GameTally, target: Path) -> None:
    """Points of each team, both scores, the spread, and the total of a game, into a PNG or SVG file."""
    from matplotlib.figure import Figure

    fixture = tally.job.fixtures[0]
    figure = Figure(figsize=(11, 7), layout="constrained")
    figure.suptitle(f"{fixture.away} at {fixture.home}, {tally.job.league.season} charts: {tally.number:,} games")
    axes = figure.subplots(2, 2)
    _points(axes[0][0], tally)
    image = _both_scores(axes[0][1], tally)
    figure.colorbar(image, ax=axes[0][1])
    _margins(axes[1][0], tally)
    _totals(axes[1][1], tally)
    save_picture(figure, target)


def _name_axes(axes: Axes, title: str, label: str) -> None:
    axes.set(title=title, xlabel=label)
    axes.yaxis.set_major_formatter("{x:.3g}%")


def _points(axes: Axes, tally: GameTally) -> None:
    fixture = tally.job.fixtures[0]
    for axis, code, colour, style in ((1, fixture.home, "C1", "-"), (0, fixture.away, "C3", "--")):
        counts = tally.scores.sum(axis=axis)
        last = int(np.nonzero(counts)[0][-1])
        share = 100 * counts[: last + 1] / tally.number
        mean = float((np.arange(last + 1) * share).sum() / 100)
        axes.step(
            range(last + 1), share, where="mid", color=colour, linestyle=style, label=f"{code}, average {mean:.1f}"
        )
        axes.axvline(mean, color=colour, linestyle=style, linewidth=0.8)
    axes.legend()
    _name_axes(axes, "points of each team", "points")


def _both_scores(axes: Axes, tally: GameTally) -> AxesImage:
    fixture = tally.job.fixtures[0]
    home, away = np.nonzero(tally.scores)
    last = int(max(home.max(), away.max()))
    shares = 100 * tally.scores[: last + 1, : last + 1] / tally.number
    image = axes.imshow(np.where(shares > 0, shares, np.nan), origin="lower", cmap="viridis_r", aspect="auto")
    axes.axline((0, 0), slope=1, color="black", linewidth=0.8)
    axes.set(
        title="both scores, share of all games (%)",
        xlabel=f"{fixture.away} points",
        ylabel=f"{fixture.home} points",
    )
    return image


def _margins(axes: Axes, tally: GameTally) -> None:
    fixture, margins = tally.job.fixtures[0], tally.margins
    for code, colour, hatch, sign in (
        (fixture.away, "C3", "///", -1),
        ("tie", "C0", "", 0),
        (fixture.home, "C1", "", 1),
    ):
        mine = {lead: 100 * count / tally.number for lead, count in margins.items() if np.sign(lead) == sign}
        if not mine:
            continue
        words = f"{code} {'wins ' if code != 'tie' else ''}{sum(mine.values()):.1f}%"
        axes.bar(list(mine), list(mine.values()), 1.0, color=colour, hatch=hatch, edgecolor="white", label=words)
    axes.legend()
    _name_axes(axes, "spread", f"{fixture.home} points less {fixture.away} points")


def _totals(axes: Axes, tally: GameTally) -> None:
    shares = {total: 100 * count / tally.number for total, count in tally.sums.items()}
    axes.bar(list(shares), list(shares.values()), 1.0, color="C4", edgecolor="white")
    _name_axes(axes, "total", "points of both teams")


@picture_style()
def scatter(title: str, points: Sequence[tuple[str, float, float]], note: str = "") -> Markup:
    """Real on the x axis, played on the y axis; on the dashed line a team is what it was."""
    from matplotlib.figure import Figure

    _, real, played = zip(*points, strict=True)
    figure = Figure(figsize=(_WIDE, 3.2), layout="constrained")
    axes = figure.subplots()
    axes.scatter(real, played, s=20, alpha=0.8, color="C1", gid="teams")
    axes.margins(0.1)
    low, high = (pick(*axes.get_xlim(), *axes.get_ylim()) for pick in (min, max))
    axes.axline((low, low), slope=1, color="C2", linestyle="--", linewidth=0.8, zorder=0)
    axes.set(xlim=(low, high), ylim=(low, high), xlabel="real", ylabel="played", aspect="equal")
    axes.set_title(note, loc="left", weight="normal")
    for team, x, y in sorted(points, key=lambda each: -abs(each[1] - each[2]))[:_NAMED]:
        # Away from the line, where there is room.
        above = y > x
        axes.annotate(
            team,
            (x, y),
            xytext=(-4, 2) if above else (4, -2),
            textcoords="offset points",
            ha="right" if above else "left",
            va="bottom" if above else "top",
            fontsize=7,
        )
    texts = [f"{team}: real {x:.2f}, played {y:.2f}" for team, x, y in points]
    return inline_picture(figure, title, {"teams": texts})


@picture_style()
def calibration_picture(title: str, favourites: Sequence[Favourites]) -> Markup:
    """The played chance of the home team, and how often it really won, with 95% intervals."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_WIDE, 3.2), layout="constrained")
    axes = figure.subplots()
    chance, won = ([100 * getattr(each, name) for each in favourites] for name in ("chance", "won"))
    intervals = [100 * each.low for each in favourites], [100 * each.high for each in favourites]
    axes.vlines(chance, *intervals, color="C1", alpha=0.5, linewidth=1)
    axes.scatter(
        chance,
        won,
        s=[10 + 3 * each.games for each in favourites],
        alpha=0.8,
        color="C1",
        gid="classes",
        clip_on=False,
    )
    axes.axline((0, 0), slope=1, color="C2", linestyle="--", linewidth=0.8, zorder=0)
    axes.set(
        xlim=(0, 100), ylim=(0, 100), xlabel="chance of the home team in the games played", ylabel="real games won"
    )
    axes.xaxis.set_major_formatter("{x:.0f}%")
    axes.yaxis.set_major_formatter("{x:.0f}%")
    texts = [
        f"{each.games} games: chance {100 * each.chance:.0f}%, won {100 * each.won:.0f}%" for each in favourites
    ]
    return inline_picture(figure, title, {"classes": texts})


@picture_style()
def spread_picture(spread: Spread) -> Markup:
    """Two bars for every class: real and played."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_WIDE, 0.6 + 0.19 * len(spread.classes)), layout="constrained")
    axes = figure.subplots()
    places = np.arange(len(spread.classes))
    tooltips = {}
    for number, (label, shares) in enumerate((("real", spread.real), ("played", spread.simulated))):
        widths = [100 * share for share in shares]
        bars = axes.barh(places + 0.4 * number - 0.2, widths, 0.4, color=f"C{number}", label=label)
        for bar, name, share in zip(bars, spread.classes, shares, strict=True):
            bar.set_gid(f"{label} {name}")
            tooltips[f"{label} {name}"] = [f"{name}: {label} {100 * share:.2f}%"]
    axes.set_yticks(places, spread.classes, fontsize=7)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(places) - 0.4, -0.6)
    axes.xaxis.set_major_formatter("{x:.0f}%")
    axes.grid(axis="x")
    axes.legend(loc="lower right")
    return inline_picture(figure, spread.title, tooltips)


@picture_style()
def team_picture(team: str, lines: Mapping[str, Line]) -> Markup:
    """One team's chosen figures as distances in sampling errors; the grey band is 2 either way."""
    from matplotlib.figure import Figure

    high = 0.25 + 0.19 * len(lines)
    # Margins by hand: to measure the layout of every team's picture would double the time.
    figure = Figure(figsize=(_WIDE, high))
    axes = figure.subplots(gridspec_kw={"left": 0.36, "right": 0.97, "bottom": 0.22 / high, "top": 0.99})
    places = np.arange(len(lines))
    far = np.clip([line.distance for line in lines.values()], -_FARTHEST, _FARTHEST)
    colours = ["C2" if abs(line.distance) > 2 else "C1" for line in lines.values()]
    axes.axvspan(-2, 2, color="C0", alpha=0.15, linewidth=0)
    axes.axvline(0, color="C0", linewidth=0.8)
    axes.hlines(places, 0, far, colors=colours, linewidth=2)
    axes.scatter(far, places, s=16, c=colours, gid="figures", clip_on=False)
    axes.set_yticks(places, list(lines), fontsize=8)
    axes.set_xticks([-2, 0, 2], ["-2", "0", "+2"])
    axes.tick_params(length=0)
    axes.set(xlim=(-_FARTHEST, _FARTHEST), ylim=(len(lines) - 0.5, -0.5))
    axes.spines[:].set_visible(False)
    texts = [
        f"{line.title}: real {line.shown_real}, played {line.shown_simulated}, {line.distance:+.1f} swings"
        for line in lines.values()
    ]
    return inline_picture(figure, f"{team}: played less real, in swings", {"figures": texts})
