"""Writes docs/architecture.md and its diagram from the contracts in pyproject.toml and the imports in the code.

Run: python docs/architecture_page.py docs
"""

from __future__ import annotations

import ast
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
_BOX, _HIGH, _GAP, _WIDE = 150, 46, 74, 760

#: The words around what is generated.
_TEXT = ROOT / "docs" / "architecture.txt"


@cache
def contracts() -> list[dict[str, Any]]:
    """The contracts of import-linter."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    found: list[dict[str, Any]] = settings["tool"]["importlinter"]["contracts"]
    return found


def layers() -> list[list[str]]:
    """The rooms, top row first."""
    [road] = [contract for contract in contracts() if contract["name"] == "The road runs one way"]
    return [[name.strip() for name in row.split("|")] for row in road["layers"]]


def _files(module: str) -> list[Path]:
    place = ROOT.joinpath(*module.split("."))
    return sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]


def about(module: str) -> str:
    """The first sentence of a module's docstring."""
    place = ROOT.joinpath(*module.split("."))
    source = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    text = ast.get_docstring(ast.parse(source.read_text("utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split()).replace("|", "\\|")


def imported(module: str, rooms: list[str]) -> list[str]:
    """The rooms that a room imports, wherever in a file the import stands."""
    names: set[str] = set()
    for path in _files(module):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return [room for room in rooms if room != module and any(f"{n}.".startswith(f"{room}.") for n in names)]


def _short(modules: list[str]) -> str:
    return ", ".join(f"`{module.removeprefix('chartkit.')}`" for module in modules) or "nothing of chartkit"


def page() -> str:
    """The page as Markdown."""
    rows = layers()
    everything = [room for row in rows for room in row]
    rooms = []
    for number, row in enumerate(rows):
        below = [room for lower in rows[number + 1 :] for room in lower]
        may = _short(below) if number < 2 or not below else "the rows below"
        for room in row:
            today = _short(imported(room, everything))
            rooms.append(f"| `{room.removeprefix('chartkit.')}` | {about(room)} | {may} | {today} |")
    ddf = ROOT / "chartkit" / "systems" / "ddf"
    parts = [
        f"| `{path.name}` | {about(f'chartkit.systems.ddf.{path.name}')} |"
        for path in sorted(ddf.iterdir())
        if (path / "__init__.py").is_file()
    ]
    inner = [
        f"- **{contract['name']}**, top first: {_short(contract['layers'])}."
        for contract in contracts()
        if contract["type"] == "layers" and contract["layers"] != [" | ".join(row) for row in rows]
    ]
    bans = [
        f"- **{contract['name']}**: {_short(contract['source_modules'])} may not import "
        f"{_short(contract['forbidden_modules'])}."
        for contract in contracts()
        if contract["type"] == "forbidden"
    ]
    return _TEXT.read_text("utf-8").format(
        rooms="\n".join(rooms), parts="\n".join(parts), contracts="\n".join(inner + bans)
    )


def diagram() -> str:
    """The rooms as boxes in rows, their imports as arrows."""
    rows = layers()
    upper = rows[:-1]
    places: dict[str, tuple[float, float]] = {}
    for number, row in enumerate(upper):
        for place, room in enumerate(row):
            places[room] = (_WIDE * (place + 0.5) / len(row), 20 + number * (_HIGH + _GAP))
    lines = []
    for room, (x, y) in places.items():
        for other in imported(room, list(places)):
            to_x, to_y = places[other]
            # Toward the middle of the box below, but spread out, so that arrows can be told apart.
            end = to_x + (x - to_x) * 0.12
            lines.append(
                f'<path d="M{x:.0f},{y + _HIGH:.0f} C{x:.0f},{y + _HIGH + 40:.0f} {end:.0f},{to_y - 50:.0f} '
                f'{end:.0f},{to_y - 7:.0f}" class="import" marker-end="url(#tip)"/>'
            )
    boxes = [_box(room.removeprefix("chartkit."), x - _BOX / 2, y, _BOX) for room, (x, y) in places.items()]
    foot = 20 + len(upper) * (_HIGH + _GAP) - 30
    known = "known to all: " + ", ".join(room.removeprefix("chartkit.") for room in rows[-1])
    boxes.append(_box(known, 20, foot, _WIDE - 40))
    high = foot + _HIGH + 20
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {high}" width="{_WIDE}" height="{high}" '
            'font-family="DejaVu Sans, Verdana, sans-serif" font-size="15">',
            "<style>.import { fill: none; stroke: #60748a; stroke-width: 1.4 } "
            ".room { fill: #e8eef4; stroke: #24384c } text { text-anchor: middle; fill: #24384c }</style>",
            '<defs><marker id="tip" markerWidth="9" markerHeight="8" refX="7" refY="4" orient="auto">'
            '<path d="M0,0 L9,4 L0,8 z" fill="#60748a"/></marker></defs>',
            f'<rect width="{_WIDE}" height="{high}" fill="#ffffff"/>',
            *lines,
            *boxes,
            "</svg>",
            "",
        ]
    )


def _box(text: str, x: float, y: float, wide: float) -> str:
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{_HIGH}" rx="6" class="room"/>'
        f'<text x="{x + wide / 2:.0f}" y="{y + _HIGH / 2 + 5:.0f}">{text}</text>'
    )


if __name__ == "__main__":
    target = Path(sys.argv[1])
    (target / "architecture.md").write_text(page(), "utf-8")
    (target / "img" / "architecture.svg").write_text(diagram(), "utf-8")
