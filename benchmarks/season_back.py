"""How well compiled charts give their season back: every tolerance, season beside season.

Run: python benchmarks/season_back.py PLAYS... [--jobs 2] [--builds FOLDER] [--published FILE] [--json]
PLAYS are play-by-play files named with their year; each is compiled (or its build in FOLDER/YEAR is read) and the
share of columns, teams or kickers within tolerance is printed. With --published the check values of a published
team stand beside ours.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def compile_season(plays: Path, season: int, out: Path, jobs: int) -> dict[str, Any]:
    """Compile in a process of its own; wall and processor seconds and memory."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [str(Path(sys.executable).parent / "chartkit"), "compile", str(season)]
    subprocess.run(
        [*command, "--source", str(plays), "--out", str(out), "--jobs", str(jobs)],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "wall": round(time.perf_counter() - start, 1),
        "processor": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 1),
        "most_memory_mb": round(after.ru_maxrss / 1024),
    }


def season_of(plays: Path) -> int:
    """The year in a file's name."""
    found = re.search(r"(\d{4})", plays.name)
    if found is None:
        raise SystemExit(f"{plays}: the name holds no year")
    return int(found.group(1))


def figures_of(build: Path) -> dict[str, Any]:
    """The checks of a report, and how many findings the validator has."""
    report = json.loads((build / "report.json").read_text(encoding="utf-8"))
    return {
        "passed": report["passed"],
        "findings": sum(report["validator"].values()),
        "touchdowns": report["touchdowns"],
        "notes": report["notes"],
        "checks": {
            f"{check['side']}: {check['what']}": {
                key: check[key] for key in ("within", "needed", "worst_text", "passed")
            }
            for check in report["checks"]
        },
    }


def published_beside(build: Path, published: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Published check values and ours: name -> [published, ours]."""
    team = json.loads((build / "charts" / f"{published['team']}.json").read_text(encoding="utf-8"))
    sheet, found = team["supplement"], {}

    def value(held: Any) -> Any:
        return held.get("value") if isinstance(held, dict) else held

    for call, counted in sheet["play_calls"].items():
        found[f"calls {call}"] = [value(published["play_call_totals"][call]), counted["calls"]]
        found[f"quota {call}"] = [value(published["maximum_play_usage_quota"][call]), counted["quota"]]
    for group in sheet["solitaire"].values():
        for call, span in group.items():
            low, high = value(published["solitaire_ranges"][call])
            found[f"solitaire {call}"] = [f"{low}-{high}", span]
    found["pass percent"] = [value(published["pass_rush_ratio"]["pass_percent"]), sheet["pass_percent"]]
    found["no-huddle quota"] = [value(published["no_huddle_quota"]), sheet["no_huddle_quota"]]
    snaps = published["muffed_snap"]
    found["muffed snap percent"] = [value(snaps["percent"]), sheet["muffed_snap_percent"]]
    found["muffed snap rating"] = [value(snaps.get("rating")), sheet["muffed_snap_rating"]]
    found["fumbles recovered on"] = [
        value(published["fumble_recovery"].get("recovered", published["fumble_recovery"])),
        team["offense"]["fumble_recovered"],
    ]
    for name, cells in team["special_teams"]["columns"].items():
        theirs = [value(cell) for cell in published["special_teams"].get(name, {}).values()]
        found[f"mean of {name}"] = [_mean(theirs), _mean(list(cells.values()))]
    return found


def _mean(cells: list[Any]) -> float | None:
    """Plain mean of the legible distances: half of a published column is lost, so no weights."""
    yards = [int(match.group(1)) for cell in cells if (match := re.fullmatch(r"(-?\d+)[*!]*", str(cell)))]
    return round(sum(yards) / len(yards), 1) if yards else None


def main() -> None:
    """Compile or read every season and print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plays", nargs="+", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--builds", type=Path)
    parser.add_argument("--published", type=Path)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    shown: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        for plays in asked.plays:
            season = season_of(plays)
            build = (asked.builds or Path(folder)) / str(season)
            cost = {} if (build / "report.json").exists() else compile_season(plays, season, build, asked.jobs)
            shown[str(season)] = {**figures_of(build), **cost}
            if asked.published:
                published = json.loads(asked.published.read_text(encoding="utf-8"))
                if published["season"] == season:
                    shown[str(season)]["published"] = published_beside(build, published)
    if asked.json:
        print(json.dumps(shown, indent=1))
        return
    names = dict.fromkeys(name for found in shown.values() for name in found["checks"])
    print("| within tolerance | needed | " + " | ".join(shown) + " |")
    print("|---|---|" + "---|" * len(shown))
    for name in names:
        held = [found["checks"].get(name) for found in shown.values()]
        needed = next(check["needed"] for check in held if check)
        cells = [f"{100 * c['within']:.1f}%{'' if c['passed'] else ' **missed**'}" if c else "-" for c in held]
        print(f"| {name} | {100 * needed:.0f}% | " + " | ".join(cells) + " |")
    print("| findings of the validator | 0 | " + " | ".join(str(f["findings"]) for f in shown.values()) + " |")
    for season, found in shown.items():
        if "wall" in found:
            print(f"{season}: {found['wall']} s, {found['processor']} s of processor, {found['most_memory_mb']} MB")
        for note in found["notes"]:
            print(f"{season}: {note}")
        for name, (theirs, ours) in found.get("published", {}).items():
            print(f"{season}: {name}: published {theirs}, ours {ours}")


if __name__ == "__main__":
    main()
