"""What people see: reports of tables, web pages from jinja2 templates, and matplotlib pictures in one style.

Templates, style sheet and picture style are in `templates/pages`. The same data gives the same bytes.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from chartkit.errors import InputError
from chartkit.files import whole_file
from chartkit.resources import template

# jinja2 and matplotlib are imported where they are used: most commands need neither.
if TYPE_CHECKING:
    import numpy as np
    from jinja2 import Environment
    from markupsafe import Markup
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

_FORMATS = (".png", ".svg")
_DRAWN = ("use", "path")


@dataclass(frozen=True)
class Table:
    """One table of texts; columns whose heading stands in `left` begin at the left, all others end at the right."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: frozenset[str] = frozenset()
    #: Lines between the title and the table.
    under: tuple[str, ...] = ()


def counted(number: int, thing: str) -> str:
    """`1 game`, `2,000 games`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


@dataclass(frozen=True)
class Report:
    """What a command found out: tables, notes below them, and the JSON of all of it."""

    data: Any
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class GamesReport(Report):
    """What many games of the same two teams say, and how each of them ended."""

    #: In the order of the runs: run, home points, visitor points.
    by_run: NDArray[np.int64] | None = None


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(template("pages")),
        # Markdown is text for people, not for a browser.
        autoescape=lambda name: not (name or "").endswith(".md"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render(name: str, **values: object) -> str:
    """The page that a template of `templates/pages` makes of some values; texts in web pages are escaped."""
    return _environment().get_template(name).render(values)


@contextmanager
def picture_style() -> Iterator[None]:
    """Draw and save figures in the style of chartkit. Also a decorator of functions that draw."""
    import matplotlib as mpl

    with mpl.rc_context(fname=template("pages/pictures.mplstyle")), warnings.catch_warnings():
        # A letter that the font lacks is drawn as a box; the reader of an SVG has other fonts.
        warnings.filterwarnings("ignore", "Glyph .* missing from font", UserWarning)
        yield


def check_picture_name(target: Path) -> None:
    """Refuse a file name that no picture can have, before any work is done."""
    if target.suffix.lower() not in _FORMATS:
        raise InputError(f"a picture cannot be written as {target.name}.", remedy="Name a .png or .svg file.")


def save_picture(figure: Figure, target: Path) -> None:
    """Write a figure as a PNG or SVG file."""
    check_picture_name(target)
    suffix = target.suffix.lower()
    metadata = {"Date": None} if suffix == ".svg" else {"Software": None}
    with whole_file(target) as part:
        figure.savefig(part, format=suffix[1:], metadata=metadata)


def inline_picture(figure: Figure, title: str, tooltips: Mapping[str, Sequence[str]] | None = None) -> Markup:
    """A figure as SVG inside a page, as wide as the page lets it be.

    `title` is read to those who cannot see the picture; it is unique in its page. `tooltips` has, for the gid of an
    artist, the text of each of its marks (points of a scatter, cells of a mesh, one bar).
    """
    import matplotlib as mpl
    from markupsafe import Markup

    drawn = io.BytesIO()
    # A salt of its own keeps the ids apart from those of the other pictures of the page.
    with mpl.rc_context({"svg.hashsalt": title}):
        figure.savefig(drawn, format="svg", metadata={"Date": None}, transparent=True)
    svg = ElementTree.fromstring(drawn.getvalue())
    _without_namespaces(svg)
    for gid, texts in (tooltips or {}).items():
        _add_tooltips(svg, gid, texts)
    for part in [part for part in svg if part.tag == "metadata" or part.find("style") is not None]:
        svg.remove(part)
    _remove_unused_ids(svg)
    svg.attrib = {"viewBox": svg.attrib["viewBox"], "role": "img", "aria-label": title}
    # The picture comes from our own code, and ElementTree escapes its texts.
    return Markup(ElementTree.tostring(svg, encoding="unicode"))


def _without_namespaces(svg: ElementTree.Element) -> None:
    """HTML knows the elements of SVG by their plain names."""
    for element in svg.iter():
        element.tag = element.tag.rpartition("}")[2]
        element.attrib = {name.rpartition("}")[2]: value for name, value in element.attrib.items()}
        # Line breaks inside path data and between elements are only bulk.
        element.text = None if not (element.text or "").strip() else element.text
        element.tail = None
        if "d" in element.attrib:
            element.set("d", " ".join(element.attrib["d"].split()))


def _add_tooltips(svg: ElementTree.Element, gid: str, texts: Sequence[str]) -> None:
    artist = svg.find(f".//*[@id='{gid}']")
    if artist is None:
        raise LookupError(f"no artist of the figure has the gid {gid}")
    definitions = {id(each) for defs in artist.iter("defs") for each in defs.iter()}
    marks = [each for each in artist.iter() if each.tag in _DRAWN and id(each) not in definitions]
    for mark, text in zip(marks, texts, strict=True):
        ElementTree.SubElement(mark, "title").text = text


def _remove_unused_ids(svg: ElementTree.Element) -> None:
    """Ids are unique in a page; matplotlib numbers the artists of every figure from 1."""
    values = " ".join(value for element in svg.iter() for name, value in element.items() if name != "id")
    for element in svg.iter():
        if f"#{element.get('id')}" not in values:
            element.attrib.pop("id", None)
