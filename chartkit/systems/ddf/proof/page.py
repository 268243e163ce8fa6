"""The round-trip report as one self-contained web page: verdicts first, then pictures, then every figure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files

from chartkit.systems.ddf.proof.certificate import LIKENESS, SWING, Comparison, Goal, Line
from chartkit.systems.ddf.proof.figures import certificate
from chartkit.systems.ddf.proof.pictures import calibration_picture, scatter, spread_picture, team_picture

_WORST = 25
_LEAGUE = ("figure", "real", "played", "±", "difference", "swings", "verdict")


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


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    cells = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table></div>'


def _distance(line: Line) -> str:
    return f'<span class="{"miss" if abs(line.distance) > 2 else "soft"}">{line.distance:+.1f}</span>'


def _error(line: Line) -> str:
    """What luck leaves open in a played average, for a rate in percentage points."""
    return f"{100 * line.error:.2f} pt" if line.shown_simulated.endswith("%") else f"{line.error:.3f}"


def _league_rows(lines: Sequence[Line]) -> Iterator[Sequence[str]]:
    for line in lines:
        percent = 100 * line.difference / line.real if line.real else 0.0
        yield (
            escape(line.title),
            line.shown_real,
            line.shown_simulated,
            _error(line),
            f"{percent:+.1f}%",
            f"{line.distance:+.1f}",
            _verdict(line.passed),
        )


def _goal_rows(goals: Sequence[Goal]) -> Iterator[Sequence[str]]:
    for goal in goals:
        yield escape(goal.name), f"{goal.value:.3f}", goal.needed_words, _verdict(goal.passed)


def _pairs(lines: Mapping[str, Sequence[Line]], figure: str) -> tuple[str, list[tuple[str, float, float]]]:
    """The title of a figure, and what it is for every team that has it."""
    found, title = [], figure
    for team, each in lines.items():
        for line in each:
            if line.figure == figure:
                title = line.title
                found.append((team, line.real, line.simulated))
    return title, found


def _calibration(main: Comparison) -> str:
    chosen = certificate().pictures
    agreed = {goal.name: f"likeness {goal.value:.2f}" for goal in main.goals}
    drawn = [
        scatter(
            "Wins",
            [(team, real, mean) for team, (real, mean, _) in main.wins.items()],
            agreed.get("likeness of wins", ""),
        )
    ]
    notes = {
        ("points", ""): "likeness of points scored",
        ("points", " allowed"): "likeness of points allowed",
        ("yards per play", ""): "likeness of yards per play",
        ("yards per play", " allowed"): "likeness of yards per play allowed",
    }
    wanted = [(name, main.teams, "") for name in chosen["scatter"]]
    wanted[1:1] = [(name, main.against, " allowed") for name in chosen["scatter_allowed"]]
    for name, lines, suffix in wanted:
        title, points = _pairs(lines, name)
        if points:
            drawn.append(scatter(f"{title}{suffix}", points, agreed.get(notes.get((name, suffix), ""), "")))
    if main.favourites:
        drawn.insert(1, calibration_picture(main.favourites))
    return f'<div class="grid">{"".join(drawn)}</div>'


def _small_multiples(main: Comparison) -> str:
    wanted = certificate().pictures["teams"]
    drawn = []
    for team, lines in main.teams.items():
        known = {line.figure: line for line in lines}
        chosen = {name: known[name] for name in wanted if name in known}
        drawn.append(team_picture(team, main.wins[team], chosen))
    return f'<div class="grid small">{"".join(drawn)}</div>'


def _worst_rows(main: Comparison) -> Iterator[Sequence[str]]:
    for team, line in main.worst(_WORST):
        yield (
            f"{escape(team)}, {escape(line.title)}",
            line.shown_real,
            line.shown_simulated,
            _distance(line),
        )


def _team_rows(own: Sequence[Line], allowed: Sequence[Line]) -> Iterator[Sequence[str]]:
    others = {line.figure: line for line in allowed}
    for line in own:
        row = [
            escape(line.title),
            line.shown_real,
            line.shown_simulated,
            f"{line.sampling_error:.2g}",
            _distance(line),
        ]
        other = others.get(line.figure)
        row += [other.shown_real, other.shown_simulated, _distance(other)] if other else ["", "", ""]
        yield row


def _every_team(main: Comparison) -> Iterator[str]:
    head = ("figure", "real", "played", "one swing", "swings off", "allowed", "played", "swings off")
    for team, lines in main.teams.items():
        real, mean, spread = main.wins[team]
        title = f"{escape(team)}: {real:g} wins, played {mean:.1f} (one season to the next ± {spread:.1f})"
        table = _table(head, _team_rows(lines, main.against[team]))
        yield f"<details><summary>{title}</summary>{table}</details>"


def html_page(about: About) -> str:
    """The whole page; nothing is loaded from elsewhere."""
    (rules, main), *beside = about.comparisons.items()
    judged = [line for line in main.league if line.passed is not None]
    met, reached = sum(bool(line.passed) for line in judged), sum(goal.passed for goal in main.goals)
    whole = "ok" if main.passed else "miss"
    # What missed stands first.
    league = sorted(main.league, key=lambda line: (line.passed is not False, line.passed is None))
    parts = [
        f"<h1>{about.season}: the season played {about.runs:,} times</h1>",
        f'<p class="soft">Played with {escape(rules)}; seed {escape(str(about.seed))}. '
        "Every figure is for one team in one game unless it is a rate.</p>",
        f'<p class="verdict {whole}"><strong>{met} of {len(judged)}</strong> league figures are within their '
        f"tolerance; <strong>{reached} of {len(main.goals)}</strong> goals for the teams are met.</p>",
        "<h2>The teams</h2>",
        _table(("goal", "reached", "needed", "verdict"), _goal_rows(main.goals)),
        f'<p class="soft">{LIKENESS} {SWING}</p>',
        "<h2>The league</h2>",
        _table(_LEAGUE, _league_rows(league)),
        '<p class="soft">± is what luck still leaves open in the played average: with more runs it shrinks.</p>',
        "<h2>Real and played, team by team</h2>",
        '<p class="soft">On the dashed line a team is what it was. Point at a dot for its figures.</p>',
        _calibration(main),
    ]
    if main.spreads:
        parts += [
            "<h2>How often: the league's gains and drives</h2>",
            f'<div class="broad">{"".join(map(spread_picture, main.spreads))}</div>',
        ]
    parts += [
        "<h2>Worst first</h2>",
        f'<p class="soft">Of {sum(map(len, main.teams.values())):,} team figures, the farthest from the real '
        "season. One in twenty is expected beyond 2 swings by luck alone.</p>",
        _table(("team and figure", "real", "played", "swings off"), _worst_rows(main)),
        "<h2>Every team at a glance</h2>",
        '<p class="soft">Played less real, in swings; the grey band is 2 swings either way.</p>',
        _small_multiples(main),
        "<h2>Every team</h2>",
        *_every_team(main),
    ]
    for name, other in beside:
        parts += [
            f"<h2>Beside it: {escape(name)}</h2>",
            '<p class="soft">Shown for comparison; the certificate does not depend on it.</p>',
            _table(("goal", "reached", "needed", "verdict"), _goal_rows(other.goals)),
            _table(_LEAGUE, _league_rows(other.league)),
        ]
    title = f"{about.season} round trip"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_style()}</style></head><body>{''.join(parts)}</body></html>\n"
    )
