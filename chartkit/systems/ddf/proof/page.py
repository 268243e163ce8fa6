"""The round-trip report as one self-contained web page: verdicts first, then pictures, then every figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files

from chartkit.systems.ddf.proof.certificate import Comparison, Line


@cache
def _style() -> str:
    return files("chartkit.systems.ddf").joinpath("data/roundtrip.css").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class About:
    """What the page says about the runs."""

    season: int
    runs: int
    seed: int | str
    #: Name of the game played -> its comparison; the first is the certificate.
    comparisons: Mapping[str, Comparison]


def _verdict(passed: bool | None) -> str:
    if passed is None:
        return '<span class="soft">shown</span>'
    return '<span class="ok">✓ within</span>' if passed else '<span class="miss">✗ missed</span>'


def _table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    cells = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"


def _league_rows(lines: Sequence[Line]) -> Iterator[Sequence[str]]:
    for line in lines:
        percent = 100 * line.difference / line.real if line.real else 0.0
        yield (
            escape(line.title),
            line.shown_real,
            line.shown_simulated,
            f"{percent:+.1f}%",
            f"{line.distance:+.1f}",
            _verdict(line.passed),
        )


def _scatter(title: str, points: Sequence[tuple[str, float, float]], size: int = 300) -> str:
    """Real on the x axis, simulated on the y axis, the diagonal is perfect."""
    values = [value for _, real, sim in points for value in (real, sim)]
    low, high = min(values), max(values)
    span = (high - low) or 1.0
    low, high = low - 0.06 * span, high + 0.06 * span
    edge = 34

    def at(value: float) -> float:
        return edge + (value - low) / (high - low) * (size - edge - 8)

    dots = "".join(
        f'<circle cx="{at(real):.1f}" cy="{size - at(sim):.1f}" r="3.2" fill="#0b5cad" fill-opacity=".75">'
        f"<title>{escape(team)}: real {real:.2f}, simulated {sim:.2f}</title></circle>"
        f'<text class="dot" x="{at(real) + 4:.1f}" y="{size - at(sim) - 3:.1f}">{escape(team)}</text>'
        for team, real, sim in points
    )
    ticks = "".join(
        f'<text x="{at(value):.1f}" y="{size - 14}" font-size="10" text-anchor="middle">{value:.1f}</text>'
        f'<text x="{edge - 4}" y="{size - at(value) + 3:.1f}" font-size="10" text-anchor="end">{value:.1f}</text>'
        for value in (low + 0.06 * span, (low + high) / 2, high - 0.06 * span)
    )
    return (
        f'<figure><svg viewBox="0 0 {size} {size}" role="img" aria-label="{escape(title)}">'
        f'<rect class="frame" x="{edge}" y="8" width="{size - edge - 8}" height="{size - edge - 8}"/>'
        f'<line x1="{at(low):.1f}" y1="{size - at(low):.1f}" x2="{at(high):.1f}" y2="{size - at(high):.1f}" '
        f'stroke="#b3261e" stroke-dasharray="4 3"/>{ticks}{dots}'
        f'<text x="{size / 2}" y="{size - 2}" font-size="10" text-anchor="middle">real</text></svg>'
        f"<figcaption>{escape(title)}</figcaption></figure>"
    )


def _pairs(lines: Mapping[str, Sequence[Line]], figure: str) -> list[tuple[str, float, float]]:
    found = []
    for team, each in lines.items():
        line = next(line for line in each if line.figure == figure)
        found.append((team, line.real, line.simulated))
    return found


def _pictures(comparison: Comparison) -> str:
    wins = [(team, real, mean) for team, (real, mean, _) in comparison.wins.items()]
    drawn = [
        _scatter("Points scored a game", _pairs(comparison.teams, "points")),
        _scatter("Points allowed a game", _pairs(comparison.against, "points")),
        _scatter("Wins", wins),
        _scatter("Yards per play", _pairs(comparison.teams, "yards per play")),
        _scatter("Yards per play allowed", _pairs(comparison.against, "yards per play")),
        _scatter("Completion rate", _pairs(comparison.teams, "completion rate")),
    ]
    return f'<div class="grid">{"".join(drawn)}</div>'


def _team_rows(lines: Sequence[Line]) -> Iterator[Sequence[str]]:
    for line in lines:
        far = "miss" if abs(line.distance) > 2 else "soft"
        yield (
            escape(line.title),
            line.shown_real,
            line.shown_simulated,
            f"{line.sampling_error:.3f}",
            f'<span class="{far}">{line.distance:+.1f}</span>',
        )


def html_page(about: About) -> str:
    """The whole page; nothing is loaded from elsewhere."""
    main = next(iter(about.comparisons.values()))
    judged = [line for line in main.league if line.passed is not None]
    met, reached = sum(bool(line.passed) for line in judged), sum(goal.passed for goal in main.goals)
    parts = [
        f"<h1>{about.season}: the season played {about.runs:,} times</h1>",
        f'<p class="soft">Seed {escape(str(about.seed))}. Every figure is per team and game. Distances are in '
        "sampling errors of the real season, estimated from its own games: within 2 the simulated and the real "
        "season cannot be told apart.</p>",
        f"<p><strong>{met} of {len(judged)}</strong> league figures are within their tolerance; "
        f"<strong>{reached} of {len(main.goals)}</strong> goals for the teams are met.</p>",
        "<h2>The teams</h2>",
        _table(
            ("goal", "reached", "needed", ""),
            (
                (escape(goal.name), f"{goal.value:.3f}", f"{goal.needed:.3f}", _verdict(goal.passed))
                for goal in main.goals
            ),
        ),
        _pictures(main),
        "<h2>The league</h2>",
        _table(("figure", "real", "simulated", "difference", "sampling errors", ""), _league_rows(main.league)),
        "<h2>Worst first</h2>",
        _table(
            ("team and figure", "real", "simulated", "sampling errors"),
            (
                (
                    f"{escape(team)}, {escape(line.title)}",
                    line.shown_real,
                    line.shown_simulated,
                    f"{line.distance:+.1f}",
                )
                for team, line in main.worst(20)
            ),
        ),
    ]
    for name, other in list(about.comparisons.items())[1:]:
        parts += [
            f"<h2>Beside it: {escape(name)}</h2>",
            _table(
                ("figure", "real", "simulated", "difference", "sampling errors", ""), _league_rows(other.league)
            ),
        ]
    parts.append("<h2>Every team</h2>")
    for team, lines in main.teams.items():
        real, mean, spread = main.wins[team]
        rows = _table(("figure", "real", "simulated", "sampling error", "distance"), _team_rows(lines))
        head = f"{escape(team)}: {real:g} wins, simulated {mean:.1f} ± {spread:.1f}"
        parts.append(f"<details><summary>{head}</summary>{rows}</details>")
    title = f"{about.season} round trip"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_style()}</style></head><body>{''.join(parts)}</body></html>\n"
    )
