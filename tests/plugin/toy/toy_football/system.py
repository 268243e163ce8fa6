"""Toy Football as a game system."""

from __future__ import annotations

from chartkit.dice import DiceSet, Die
from chartkit.files import dumps, write_text
from chartkit.pages import Report
from chartkit.paper import Cell, Document, Layout, Placed, table
from chartkit.plays import SeasonPlays, named_clubs, save_season, schedule_of, season_team, team_games
from chartkit.systems.base import Cards, Compiled, CompileOrder, Compiler, GameSystem, Print, PrintJob, Progress
from toy_football.rules import DRIVES, ToyReferee, ToySimulation
from toy_football.teams import HERE, Team, ToyCharts, team_files


class Toy(GameSystem):
    """The one object that offers what the game can do."""

    name, title = "toy", "Toy Football"

    dice = {"die": DiceSet("die", (Die("die", (1, 2, 3, 4, 5, 6)),))}  # noqa: RUF012

    def charts(self) -> ToyCharts:
        return ToyCharts()

    def compiler(self) -> ToyCompiler:
        return ToyCompiler()

    def cards(self) -> ToyCards:
        return ToyCards()

    def referee(self) -> ToyReferee:
        return ToyReferee()

    def simulation(self) -> ToySimulation:
        return ToySimulation()


class ToyCompiler(Compiler):
    """A season's drives as six results a team."""

    game = "Toy Football"

    def compile(self, plays: SeasonPlays, order: CompileOrder, progress: Progress) -> Compiled:
        games = team_games(plays.plays).groupby("team")[["touchdowns", "field_goals"]].mean()
        regular = plays.plays[plays.plays["season_type"].ne("POST")]
        clubs, files = named_clubs(plays.teams), []
        teams = [season_team(str(code), plays.season, clubs) for code in games.index]
        for number, place in enumerate(teams):
            progress("teams", number, len(teams))
            touchdowns, goals = (round(6 * each / DRIVES) for each in games.loc[place.code])
            results = (["TD"] * touchdowns + ["FG"] * goals + ["-"] * 6)[:6]
            names = {"code": place.code, "city": place.city, "name": place.name}
            team = Team(plays.season, names, dict(zip("654321", results, strict=True)), 0)
            files.append(order.out / "charts" / f"{place.code}.json")
            write_text(files[-1], dumps(team.to_json()))
        season = {"format": "toy/season@1", "game": "toy", "season": plays.season}
        season["teams"] = [team.to_json() for team in teams]
        season["schedule"] = [game.to_json() for game in schedule_of(regular)]
        write_text(order.out / "season.json", dumps(season))
        save_season(plays, order.out / "plays.parquet")
        return Compiled(tuple(files), (), {}, Report({"teams": len(teams)}), passed=True)


class ToyCards(Cards):
    """One sheet a team."""

    game = "Toy Football"

    def kinds(self) -> dict[str, str]:
        return {"team": "the results of a drive"}

    def compose(self, job: PrintJob, *, apart: bool = False) -> list[Print]:
        template = HERE / "templates" / "toy-cards.toml"
        layout = Layout.load(template, job.style, job.paper, override=job.template, marks=job.marks)
        body, sheets = layout.body(layout.paper), []
        for team in map(ToyCharts().load, team_files(job.source)):
            rows = [(roll, Cell(result, "plain")) for roll, result in sorted(team.drives.items())]
            grid = table("drives", f"Drives, {team.stops} stops", ("roll", "result"), rows, (1.0, 2.0))
            title = f"{team.season} {team.code}"
            sheets.append(layout.sheet(layout.paper, [Placed(grid, body)], title=title, heading=(title, "", "")))
        return [Print("toy-teams", Document("Toy Football", tuple(sheets), game="toy"), layout.style)]
