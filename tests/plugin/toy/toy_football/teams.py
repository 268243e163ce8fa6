"""Teams of Toy Football: the file, what can be wrong with it, and what its dice hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from chartkit.errors import InvalidChartError
from chartkit.files import dumps
from chartkit.findings import Catalogue, Checked, Finding, Schema, common_codes, named, read_json
from chartkit.pages import Report, Table
from chartkit.systems.base import Charts

HERE = Path(__file__).parent
TEAM_SCHEMA = HERE / "schemas" / "toy-team.schema.json"
POINTS = {"-": 0, "FG": 3, "TD": 7}


@dataclass(frozen=True)
class Team:
    """A team: six results for a drive, and how many rolls of its defense take a score away."""

    season: int
    team: dict[str, str]
    drives: dict[str, str]
    stops: int

    @property
    def code(self) -> str:
        return self.team["code"]

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Team:
        return cls(data["season"], data["team"], data["drives"], data["stops"])

    def to_json(self) -> dict[str, Any]:
        return {"format": "toy/team@1", "game": "toy", **vars(self)}


def team_files(path: Path) -> list[Path]:
    """The team files of a build, or the file itself."""
    return sorted((path / "charts").glob("*.json")) if path.is_dir() else [path]


class ToyCharts(Charts):
    """Check, explain, odds, new."""

    game = "Toy Football"

    def codes(self) -> Catalogue:
        return common_codes() | Catalogue.from_toml((HERE / "data" / "codes.toml").read_text("utf-8"))

    def check(self, path: Path) -> Checked:
        files = team_files(path)
        return Checked(tuple(map(str, files)), tuple(finding for file in files for finding in self._wrong(file)))

    def _wrong(self, file: Path) -> list[Finding]:
        source = read_json(file)
        found = list(source.findings) or Schema.load(TEAM_SCHEMA).findings(source.data)
        if not found:
            found = [
                self.codes()["TOY201"].finding(f"{better} after {result}.", ("drives", roll))
                for (_, result), (roll, better) in pairwise(sorted(source.data["drives"].items()))
                if POINTS[better] < POINTS[result]
            ]
        return source.located(named(found, lambda place: ", roll ".join(map(str, place))))

    def load(self, path: Path) -> Team:
        if wrong := self._wrong(path):
            raise InvalidChartError(f"{path}: {wrong[0].sentence}", tuple(wrong))
        return Team.from_json(read_json(path).data)

    def explain(self, words: Sequence[str]) -> Report:
        result = words[0] if len(words) == 1 else self.load(Path(words[0])).drives[words[-1]]
        return Report({"cell": result}, (), (f"{result}: {POINTS.get(result, 0)} points.",))

    def odds(self, chart: Path, against: Path | None, wanted: Sequence[str]) -> Report:
        team, stops = self.load(chart), self.load(against).stops if against else 0
        results = list(team.drives.values())
        shares = {result: results.count(result) / 6 * (1 - stops / 6) for result in ("FG", "TD")}
        rows = tuple((result, f"{share:.1%}") for result, share in shares.items())
        return Report(shares, (Table(f"{team.code}: a drive", ("result", "share"), rows, frozenset({"result"})),))

    def new_chart(self, team: str, season: int | None, city: str, name: str) -> str:
        names = {"code": team.upper(), "city": city, "name": name}
        return dumps(Team(season or 2017, names, dict.fromkeys("123456", "-"), 0).to_json())
