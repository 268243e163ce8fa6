"""`chartkit simulate --plot`: how the scores of a game are spread."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from chartkit.errors import InputError
from chartkit.files import whole_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from chartkit.systems.ddf.proof.one_game import GameTally

_FORMATS = (".png", ".svg")
_HOME, _AWAY, _TIE = "#35618f", "#c2703a", "#777777"


def check_target(target: Path) -> None:
    """Refuse what cannot be drawn before the games are played."""
    if target.suffix.lower() not in _FORMATS:
        raise InputError(f"a picture cannot be written as {target.name}.", remedy="Name a .png or .svg file.")


def draw(tally: GameTally, target: Path) -> None:
    """Points of each team, the spread, and the total, into a PNG or SVG file."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    fixture = tally.job.fixtures[0]
    suffix = target.suffix.lower()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "chartkit", "font.size": 9}):
        figure = Figure(figsize=(11, 7), layout="constrained")
        figure.suptitle(
            f"{fixture.away} at {fixture.home}, {tally.job.league.season} charts: {tally.number:,} games",
            weight="bold",
        )
        axes = figure.subplots(2, 2)
        _points(axes[0][0], tally)
        _joint(axes[0][1], tally)
        _margins(axes[1][0], tally)
        _totals(axes[1][1], tally)
        metadata = {"Date": None} if suffix == ".svg" else {"Software": None}
        with whole_file(target) as part:
            figure.savefig(part, format=suffix[1:], dpi=120, metadata=metadata)


def _plain(axes: Axes, title: str, label: str) -> None:
    axes.set_title(title)
    axes.set_xlabel(label)
    axes.spines[["top", "right"]].set_visible(False)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.3g}%")


def _points(axes: Axes, tally: GameTally) -> None:
    fixture = tally.job.fixtures[0]
    for axis, code, colour, style in ((1, fixture.home, _HOME, "-"), (0, fixture.away, _AWAY, "--")):
        counts = tally.scores.sum(axis=axis)
        last = int(np.nonzero(counts)[0][-1])
        share = 100 * counts[: last + 1] / tally.number
        mean = float((np.arange(last + 1) * share).sum() / 100)
        axes.step(
            range(last + 1), share, where="mid", color=colour, linestyle=style, label=f"{code}, average {mean:.1f}"
        )
        axes.axvline(mean, color=colour, linestyle=style, linewidth=0.8)
    axes.legend(frameon=False)
    _plain(axes, "points of each team", "points")


def _joint(axes: Axes, tally: GameTally) -> None:
    fixture = tally.job.fixtures[0]
    home, away = np.nonzero(tally.scores)
    last = int(max(home.max(), away.max()))
    shares = 100 * tally.scores[: last + 1, : last + 1] / tally.number
    shown = np.where(shares > 0, shares, np.nan)
    image = axes.imshow(shown, origin="lower", cmap="viridis_r", aspect="auto")
    axes.plot([0, last], [0, last], color="black", linewidth=0.8)
    axes.set_xlabel(f"{fixture.away} points")
    axes.set_ylabel(f"{fixture.home} points")
    axes.set_title("both scores, share of all games (%)")
    axes.spines[["top", "right"]].set_visible(False)
    assert axes.figure is not None
    axes.figure.colorbar(image, ax=axes)


def _margins(axes: Axes, tally: GameTally) -> None:
    fixture, margins = tally.job.fixtures[0], tally.margins
    for code, colour, hatch, sign in (
        (fixture.away, _AWAY, "///", -1),
        ("tie", _TIE, "", 0),
        (fixture.home, _HOME, "", 1),
    ):
        mine = {lead: 100 * count / tally.number for lead, count in margins.items() if np.sign(lead) == sign}
        if not mine:
            continue
        words = f"{code} {'wins ' if code != 'tie' else ''}{sum(mine.values()):.1f}%"
        axes.bar(list(mine), list(mine.values()), 1.0, color=colour, hatch=hatch, edgecolor="white", label=words)
    axes.legend(frameon=False)
    _plain(axes, "spread", f"{fixture.home} points less {fixture.away} points")


def _totals(axes: Axes, tally: GameTally) -> None:
    shares = {total: 100 * count / tally.number for total, count in tally.sums.items()}
    axes.bar(list(shares), list(shares.values()), 1.0, color="#6b8e5a", edgecolor="white")
    _plain(axes, "total", "points of both teams")
