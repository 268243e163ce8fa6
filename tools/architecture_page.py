"""The page of the architecture and its diagram, from the contracts in pyproject.toml and the imports."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import BoxStyle, FancyArrowPatch, FancyBboxPatch

from chartkit.pages import picture_style, save_picture

ROOT = Path(__file__).parents[1]
#: Of the diagram, in inches: its width, the height of a row, width and height of a box.
_WIDE, _ROW, _BOX, _HIGH = 7.9, 1.05, 1.55, 0.45

#: The words around what is generated.
_TEXT = ROOT / "tools" / "architecture.txt"


@cache
def contracts() -> list[dict[str, Any]]:
    """The contracts of import-linter."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    found: list[dict[str, Any]] = settings["tool"]["importlinter"]["contracts"]
    return found


def layers() -> list[list[str]]:
    """The rooms, top row first."""
    [layers] = [contract for contract in contracts() if contract["name"].startswith("Each layer")]
    return [[name.strip() for name in row.split("|")] for row in layers["layers"]]


def _files(module: str) -> list[Path]:
    place = ROOT.joinpath(*module.split("."))
    return sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]


def about(module: str) -> str:
    """The first sentence of a module's docstring."""
    place = ROOT.joinpath(*module.split("."))
    source = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    text = ast.get_docstring(ast.parse(source.read_text("utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split()).replace("|", "\\|")


@cache
def _imports(module: str) -> frozenset[str]:
    """What a room imports, wherever in a file the import stands."""
    names: set[str] = set()
    for path in _files(module):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(names)


def imported(module: str, rooms: list[str]) -> list[str]:
    """The rooms that a room imports."""
    names = _imports(module)
    return [room for room in rooms if room != module and any(f"{n}.".startswith(f"{room}.") for n in names)]


def _short_name(module: str) -> str:
    return module.removeprefix("chartkit.")


def _short(modules: list[str]) -> str:
    return ", ".join(f"`{_short_name(module)}`" for module in modules) or "nothing of chartkit"


def architecture_page() -> str:
    """The page as Markdown."""
    rows = layers()
    everything = [room for row in rows for room in row]
    rooms = []
    for number, row in enumerate(rows):
        below = [room for lower in rows[number + 1 :] for room in lower]
        may = _short(below) if number < 2 or not below else "the rows below"
        for room in row:
            today = _short(imported(room, everything))
            rooms.append(f"| `{_short_name(room)}` | {about(room)} | {may} | {today} |")
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


def arrows() -> list[tuple[str, str]]:
    """Which room imports which, but for the bottom row, which all may import."""
    upper = [room for row in layers()[:-1] for room in row]
    return [(room, other) for room in upper for other in imported(room, upper)]


@picture_style()
def draw_architecture(target: Path) -> None:
    """The rooms as boxes in rows, their imports as arrows."""
    *upper, bottom = layers()
    high = (len(upper) + 1) * _ROW
    figure = Figure(figsize=(_WIDE, high))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, _WIDE), ylim=(high, 0))
    axes.axis("off")
    places = {
        room: (_WIDE * (place + 0.5) / len(row), _ROW * (number + 0.5))
        for number, row in enumerate(upper)
        for place, room in enumerate(row)
    }
    for room, other in arrows():
        (x, y), (to_x, to_y) = places[room], places[other]
        # Toward the middle of the box below, but spread out, so that arrows can be told apart.
        start, end = (x, y + _HIGH / 2), (to_x + (x - to_x) * 0.12, to_y - _HIGH / 2)
        bow = 0.0 if abs(to_x - x) > 0.1 or to_y - y < 1.5 * _ROW else 0.3
        axes.add_patch(
            FancyArrowPatch(
                start,
                end,
                arrowstyle="-|>",
                mutation_scale=9,
                connectionstyle=f"arc3,rad={bow}",
                shrinkA=0,
                shrinkB=1,
                color="#60748a",
                gid=f"{_short_name(room)} imports {_short_name(other)}",
            )
        )
    for room, (x, y) in places.items():
        _box(axes, _short_name(room), x, y, _BOX)
    known = "known to all: " + ", ".join(map(_short_name, bottom))
    _box(axes, known, _WIDE / 2, high - _ROW / 2, _WIDE - 0.4)
    save_picture(figure, target)


def _box(axes: Axes, text: str, x: float, y: float, wide: float) -> None:
    style = BoxStyle.Round(pad=0, rounding_size=0.06)
    corner = (x - wide / 2, y - _HIGH / 2)
    axes.add_patch(FancyBboxPatch(corner, wide, _HIGH, boxstyle=style, facecolor="#e8eef4", edgecolor="#24384c"))
    axes.text(x, y, text, ha="center", va="center", fontsize=11)
