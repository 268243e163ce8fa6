"""The pictures of the round-trip page, as SVG text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from chartkit.systems.ddf.proof.certificate import Line
from chartkit.systems.ddf.proof.spreads import Favourites, Spread

REAL, PLAYED = "#8c959f", "#0b5cad"
_BAD = "#b3261e"
#: Distances are drawn to so many sampling errors; what is farther stands at the edge.
_FARTHEST = 3.0


def _figure(title: str, width: float, height: float, drawn: str, kind: str = "") -> str:
    return (
        f'<figure class="{kind}"><svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(title)}">'
        f"{drawn}</svg><figcaption>{escape(title)}</figcaption></figure>"
    )


def _text(x: float, y: float, words: str, anchor: str = "start", kind: str = "tick") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, more: str = "") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" {more}/>'


def _steps(low: float, high: float) -> list[float]:
    """Three to six round numbers between two values."""
    span = high - low
    for step in (size * 10.0**power for power in range(-4, 5) for size in (1, 2, 5)):
        if span / step <= 5:
            first = -(-low // step)
            return [step * (first + number) for number in range(int((high - step * first) / step) + 1)]
    return [low, high]


def _shown(value: float, span: float) -> str:
    return f"{value:.0f}" if span >= 5 else f"{value:.1f}" if span >= 0.5 else f"{value:.2f}"


def _names(dots: Sequence[tuple[str, float, float]], left: float, right: float) -> list[str]:
    """Names beside their dots, each where it covers no other; a name without room is only told when pointed at."""
    high = 11
    taken = [(x - 3, y - 3, x + 3, y + 3) for _, x, y in dots]
    parts = []
    for name, x, y in dots:
        wide = 5.6 * len(name)
        for start, base in ((x + 5, y - 2), (x - 5 - wide, y - 2), (x + 5, y + 9), (x - 5 - wide, y + 9)):
            box = (start, base - high + 2, start + wide, base)
            free = all(
                box[2] <= other[0] or other[2] <= box[0] or box[3] <= other[1] or other[3] <= box[1]
                for other in taken
            )
            if free and left < start and start + wide < right:
                taken.append(box)
                parts.append(_text(start, base, name, kind="dot"))
                break
    return parts


def scatter(title: str, points: Sequence[tuple[str, float, float]], note: str = "", size: int = 300) -> str:
    """Real on the x axis, simulated on the y axis, the diagonal is perfect."""
    values = [value for _, real, sim in points for value in (real, sim)]
    low, high = min(values), max(values)
    span = (high - low) or 1.0
    low, high = low - 0.06 * span, high + 0.09 * span
    left, foot = 40, 34

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * (size - left - 8)

    def y(value: float) -> float:
        return size - foot - (value - low) / (high - low) * (size - foot - 8)

    parts = [f'<rect class="frame" x="{left}" y="8" width="{size - left - 8}" height="{size - foot - 8}"/>']
    parts.append(_line(x(low), y(low), x(high), y(high), _BAD, 'stroke-dasharray="4 3"'))
    for value in _steps(low, high):
        at_edge = "end" if x(value) > size - 20 else "middle"
        parts.append(_text(x(value), size - foot + 13, _shown(value, span), at_edge))
        parts.append(_text(left - 5, y(value) + 3, _shown(value, span), "end"))
    for team, real, sim in points:
        parts.append(
            f'<circle cx="{x(real):.1f}" cy="{y(sim):.1f}" r="3.2" fill="{PLAYED}" fill-opacity=".75">'
            f"<title>{escape(team)}: real {real:.2f}, played {sim:.2f}</title></circle>"
        )
    parts += _names([(team, x(real), y(sim)) for team, real, sim in points], left, size - 8)
    parts.append(_text((left + size) / 2, size - 4, "real", "middle"))
    parts.append(
        f'<text class="tick" transform="translate(9 {(size - foot) / 2:.0f}) rotate(-90)" '
        'text-anchor="middle">played</text>'
    )
    if note:
        parts.append(_text(left + 7, 22, note))
    return _figure(title, size, size, "".join(parts))


def calibration_picture(favourites: Sequence[Favourites], size: int = 300) -> str:
    """The simulated chance of the home team, and how often it really won, with 95% intervals."""
    left, foot = 40, 34

    def x(value: float) -> float:
        return left + value * (size - left - 8)

    def y(value: float) -> float:
        return size - foot - value * (size - foot - 8)

    parts = [f'<rect class="frame" x="{left}" y="8" width="{size - left - 8}" height="{size - foot - 8}"/>']
    parts.append(_line(x(0), y(0), x(1), y(1), _BAD, 'stroke-dasharray="4 3"'))
    for value in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(_text(x(value), size - foot + 13, f"{100 * value:.0f}%", "end" if value == 1 else "middle"))
        parts.append(_text(left - 5, y(value) + 3, f"{100 * value:.0f}%", "end"))
    for each in favourites:
        at = x(each.chance)
        parts.append(_line(at, y(each.low), at, y(each.high), PLAYED, 'stroke-opacity=".5"'))
        radius = 2 + min(5.0, each.games**0.5 / 2)
        parts.append(
            f'<circle cx="{at:.1f}" cy="{y(each.won):.1f}" r="{radius:.1f}" fill="{PLAYED}" '
            f'fill-opacity=".75"><title>{each.games} games: chance {100 * each.chance:.0f}%, '
            f"won {100 * each.won:.0f}%</title></circle>"
        )
    parts.append(_text((left + size) / 2, size - 4, "chance of the home team in the games played", "middle"))
    parts.append(
        f'<text class="tick" transform="translate(9 {(size - foot) / 2:.0f}) rotate(-90)" '
        'text-anchor="middle">real games won</text>'
    )
    return _figure("The home team: its chance when played, and how often it really won", size, size, "".join(parts))


def spread_picture(spread: Spread, width: int = 800, height: int = 230) -> str:
    """Two bars for every class: real and simulated."""
    left, foot, top = 40, 46, 18
    highest = max(*spread.real, *spread.simulated)
    wide = (width - left - 8) / len(spread.classes)

    def y(share: float) -> float:
        return height - foot - share / highest * (height - foot - top)

    parts = [_line(left, y(0), width - 8, y(0), "#d0d7de")]
    for value in _steps(0.0, highest)[1:]:
        parts.append(_line(left, y(value), width - 8, y(value), "#eaeef2"))
        parts.append(_text(left - 5, y(value) + 3, f"{100 * value:.0f}%", "end"))
    for place, (name, real, sim) in enumerate(zip(spread.classes, spread.real, spread.simulated, strict=True)):
        at = left + place * wide
        for offset, share, colour in ((0.12, real, REAL), (0.5, sim, PLAYED)):
            parts.append(
                f'<rect x="{at + offset * wide:.1f}" y="{y(share):.1f}" width="{0.36 * wide:.1f}" '
                f'height="{y(0) - y(share):.1f}" fill="{colour}"><title>{escape(name)}: real {100 * real:.2f}%, '
                f"played {100 * sim:.2f}%</title></rect>"
            )
        words = name.replace(" and less", "-").replace(" and more", "+").replace(" to ", " – ")
        parts.append(_text(at + wide / 2, height - foot + 13, words, "middle", "dot"))
    parts.append(f'<rect x="{width - 150}" y="4" width="9" height="9" fill="{REAL}"/>')
    parts.append(_text(width - 137, 12, "real"))
    parts.append(f'<rect x="{width - 100}" y="4" width="9" height="9" fill="{PLAYED}"/>')
    parts.append(_text(width - 87, 12, "played"))
    parts.append(
        _text(
            left,
            height - 10,
            f"{100 * spread.distance:.1f}% stand elsewhere than in the real season",
        )
    )
    return _figure(spread.title, width, height, "".join(parts), "wide")


def team_picture(team: str, wins: tuple[float, float, float], lines: Mapping[str, Line]) -> str:
    """One team's chosen figures as distances in sampling errors; the grey band is 2 either way."""
    width, row, label, top = 240, 13, 92, 4
    height = top + row * len(lines) + 16
    middle = label + (width - label - 6) / 2
    scale = (width - label - 6) / 2 / _FARTHEST
    parts = [
        f'<rect x="{middle - 2 * scale:.1f}" y="{top}" width="{4 * scale:.1f}" height="{row * len(lines)}" '
        'fill="#f0f3f6"/>',
        _line(middle, top, middle, top + row * len(lines), REAL),
    ]
    for place, (name, line) in enumerate(lines.items()):
        y = top + row * (place + 0.5)
        far = min(max(line.distance, -_FARTHEST), _FARTHEST)
        colour = _BAD if abs(line.distance) > 2 else PLAYED
        parts.append(_text(label - 5, y + 3, name, "end", "dot"))
        parts.append(_line(middle, y, middle + far * scale, y, colour, 'stroke-width="2"'))
        told = f"real {line.shown_real}, played {line.shown_simulated}, {line.distance:+.1f} swings"
        parts.append(
            f'<circle cx="{middle + far * scale:.1f}" cy="{y:.1f}" r="3" fill="{colour}">'
            f"<title>{escape(line.title)}: {told}</title></circle>"
        )
    for value in (-2, 0, 2):
        parts.append(_text(middle + value * scale, height - 4, f"{value:+d}" if value else "0", "middle", "dot"))
    real, mean, _ = wins
    return _figure(f"{team}: {real:g} wins, played {mean:.1f}", width, height, "".join(parts))
