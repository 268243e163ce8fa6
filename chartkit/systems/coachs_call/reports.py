"""What files of the game say, for people: cells in words, odds, differences, a blank team."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from chartkit.errors import InputError
from chartkit.findings import Finding, changed_values
from chartkit.football.teams import Record, whole_name
from chartkit.pages import Report, Table
from chartkit.systems.base import Grid
from chartkit.systems.coachs_call import TITLE, teams, validate
from chartkit.systems.coachs_call import tables as t
from chartkit.systems.coachs_call import words as w
from chartkit.systems.coachs_call.tables import PASSES, RUNS, GradesOf
from chartkit.systems.coachs_call.words import COLUMN_NAMES, SLOT_NAMES, STATUS_NAMES
from chartkit.systems.game_files import FileCharts, refuse_failing

#: Outcomes whose number is yards gained or lost on the play.
_YARDAGE = ("gain", "sack", "qb_run")
_DISTANCES = (25, 35, 45, 50)
#: What is counted of a column, as `PlayOdds` and as people name it.
_COUNTED = {
    "sacks": "sack",
    "interceptions": "INT",
    "fumbles": "fumble",
    "flags": "flag",
    "scrambles": "scramble",
    "long_gains": "long gain",
}
#: The season of a new team if none is given.
_SEASON = 2017
#: 66 points: what a new team begins with (2.2).
_BLANK = {**dict.fromkeys(teams.GRADED_SLOTS, "B"), "RB3": "D", "REC4": "D"}


def explain(words: Sequence[str]) -> Report:
    """A cell: `line run 34` or `tables.json line_run 34`; of a team's file a slot: `PHI.json RB1`."""
    if not words:
        raise InputError("nothing to explain.", remedy='For example: chartkit explain "line run" 34.')
    path = Path(words[0])
    if path.suffix != ".json":
        return _explain_cell(t.standard_tables(), words)
    if validate.holds_tables(path):
        return _explain_cell(validate.load_tables(path), words[1:])
    return _explain_slot(validate.load_team(path, validate.build_tables(path)), words[1:])


def _explain_cell(tables: t.Tables, words: Sequence[str]) -> Report:
    *name, roll = words if len(words) > 1 else (*words, "")
    column = w.column_named(" ".join(name))
    cells = tables.columns[column]
    if roll not in cells:
        raise InputError(
            f"{COLUMN_NAMES[column]} has no roll {roll!r}.", remedy=f"Its rolls are {', '.join(cells)}."
        )
    text, means = w.cell_text(cells[roll]), w.cell_words(cells[roll], column)
    title, heading = f"{COLUMN_NAMES[column]}, {w.roll_words(column, roll)}: {text}", "what it means"
    said = Table(title, (heading,), tuple((line,) for line in means), frozenset({heading}))
    return Report({"column": column, "roll": roll, "text": text, "means": means}, (said,))


def _explain_slot(team: teams.Team, words: Sequence[str]) -> Report:
    slot = (words[0] if words else "").upper()
    if slot not in teams.GRADED_SLOTS:
        raise InputError(f"there is no slot {slot!r}.", remedy=f"The slots are {', '.join(teams.GRADED_SLOTS)}.")
    grades = {status: own.grades[slot] for status, own in team.rosters.items()}
    rate = team.source.get("rates", {}).get(slot)
    player = team.roster(teams.EVEN).player(slot)
    notes: tuple[str, ...] = ()
    if rate:
        plays, own, place = rate
        notes = (f"{plays} plays, {own} on average; better than {100 * place:.0f} % of his kind in the league.",)
    title = f"{SLOT_NAMES[slot]} of {team.city} {team.name}: {player}"
    rows = tuple((STATUS_NAMES[status], grade) for status, grade in grades.items())
    table = Table(title, ("status", "grade"), rows, frozenset({"status"}))
    return Report({"slot": slot, "player": player, "grades": grades, "rate": rate}, (table,), notes)


def odds_report(chart: Path, against: Path | None, wanted: Sequence[str]) -> Report:
    """A team's plays against a B defense or another team; of tables the plays of B grades."""
    chosen = [w.column_named(name) for name in wanted] or list(RUNS + PASSES)
    if any(name not in RUNS + PASSES for name in chosen):
        raise InputError(
            "only plays have odds of their own; kicks and returns stand below them.",
            remedy=f"Name some of: {', '.join(COLUMN_NAMES[name] for name in RUNS + PASSES)}.",
        )
    if validate.holds_tables(chart):
        return _odds(validate.load_tables(chart), {}, chosen, "B grades everywhere")
    tables = validate.build_tables(chart)
    team = validate.load_team(chart, tables)
    other = None if against is None else validate.load_team(against, tables)
    status, grades = _grades_against(team, other)
    title = f"{team.code}, even, against a B defense"
    if other is not None:
        title = f"{team.code} ({STATUS_NAMES[status]}) at home against {other.code}, defense {grades['defense']}"
    return _odds(tables, grades, chosen, f"{title}; RB1 carries, REC1 is the target")


def _grades_against(team: teams.Team, other: teams.Team | None) -> tuple[str, GradesOf]:
    """The status of a team, at home against another or even, and the grades that its plays are read by."""
    status, defense = teams.EVEN, "B"
    if other is not None:
        status, their = teams.statuses(team.record, other.record)
        defense = other.roster(their).grade("DEF")
    roster = team.roster(status)
    returners = {"kick_returner": roster.grade("KR"), "punt_returner": roster.grade("PR")}
    return status, {**roster.asked(defense), **returners}


def odds_rows(
    chart: teams.Team, column: str | None, against: teams.Team | None, build: Path | None
) -> Iterator[dict[str, Any]]:
    """Every outcome of the columns for a team's grades: even against a B defense, or at home against another."""
    tables = t.standard_tables() if build is None else validate.build_tables(build)
    _, grades = _grades_against(chart, against)
    for name in [w.column_named(column)] if column else tables.columns:
        ways: Counter[t.Outcome] = Counter()
        for weight, got in t.outcomes(tables, name, grades):
            ways[got] += weight
        for got, count in ways.items():
            yield {
                "column": COLUMN_NAMES[name],
                "result": w.outcome_text(got),
                "kind": got.type,
                "yards": got.yards if got.type in _YARDAGE else None,
                "ways": count,
                "outcomes": ways.total(),
                "probability": count / ways.total(),
            }


def roster_tables(chart: teams.Team) -> list[Table]:
    """Players and grades, a column for each status that the team has a roster for."""
    held = [status for status in t.STATUSES if status in chart.rosters]
    rows = [
        (SLOT_NAMES[slot], chart.players.get(slot, ""), *(chart.rosters[each].grades[slot] for each in held))
        for slot in teams.GRADED_SLOTS
    ]
    rows.append(("points", "", *(str(chart.rosters[each].points) for each in held)))
    headings = ("slot", "player", *(STATUS_NAMES[each] for each in held))
    return [Table(f"Rosters, {chart.record}", headings, tuple(rows), left=frozenset({"slot", "player"}))]


def grids(data: Mapping[str, Any]) -> list[Grid]:
    """Where players and grades stand in a team's file."""
    held = [status for status in t.STATUSES if status in data["rosters"]]
    graded = tuple(
        (SLOT_NAMES[slot], tuple(f"rosters.{status}.grades.{slot}" for status in held))
        for slot in teams.GRADED_SLOTS
    )
    points = ("points", tuple(f"rosters.{status}.points" for status in held))
    players = tuple((slot, (f"players.{slot}",)) for slot in data["players"])
    return [
        Grid("grades", tuple(STATUS_NAMES[status] for status in held), (*graded, points)),
        Grid("players", ("player",), players),
    ]


def _odds(tables: t.Tables, grades: GradesOf, columns: Sequence[str], title: str) -> Report:
    plays = {name: t.play_odds(tables, name, grades) for name in columns}
    counts = {name: {each: getattr(own, each) for each in _COUNTED} for name, own in plays.items()}
    rows = tuple(
        (
            COLUMN_NAMES[name],
            f"{100 * own.completed:.1f}" if name in PASSES else "-",
            *map(str, counts[name].values()),
            f"{own.yards:.2f}",
        )
        for name, own in plays.items()
    )
    goals = {length: t.field_goal_odds(tables, length, grades) for length in _DISTANCES}
    more = {
        "gross punt": t.mean_yards(tables, "punt", grades),
        "punt return": t.mean_yards(tables, "punt_return", grades),
        "kickoff returned to": t.mean_yards(tables, "kickoff", grades),
        "scramble": t.mean_yards(tables, "qb_scramble", grades),
    }
    data = {
        "grades": dict(grades),
        "plays": {
            name: {"completed": round(own.completed, 4), **counts[name], "yards": round(own.yards, 4)}
            for name, own in plays.items()
        },
        "field_goals": {str(length): made for length, made in goals.items()},
        **{name.replace(" ", "_"): round(value, 3) for name, value in more.items()},
    }
    headings = ("play", "complete %", *_COUNTED.values(), "yards")
    under = ("Ways of 36; yards are the mean of rolls without a flag, a touchdown counted as 60.",)
    kicks = [(f"field goal of {length} good", str(made)) for length, made in goals.items()]
    kicks += [(name, f"{value:.1f}") for name, value in more.items()]
    means = Table(
        "Kicks and runs of the quarterback", ("what", "mean or ways of 36"), tuple(kicks), frozenset({"what"})
    )
    return Report(data, (Table(title, headings, rows, frozenset({"play"}), under), means))


def diff_report(old: Path, new: Path) -> Report:
    """Two teams slot by slot, or two files of tables cell by cell."""
    kinds = {validate.holds_tables(path) for path in (old, new)}
    if len(kinds) > 1:
        raise InputError("one of the files is a team and the other holds tables.", remedy="Compare two of a kind.")
    if kinds == {True}:
        return _tables_diff(validate.load_tables(old), validate.load_tables(new))
    return _team_diff(*(validate.load_team(path, validate.build_tables(path)) for path in (old, new)))


def _changes(title: str, rows: Sequence[tuple[str, str, str]], notes: tuple[str, ...] = ()) -> Report:
    table = Table(title, ("place", "old", "new"), tuple(rows), left=frozenset({"place", "old", "new"}))
    data = {"changes": [{"place": place, "old": before, "new": after} for place, before, after in rows]}
    return Report(data, (table,) if rows else (), notes if rows else ("Nothing differs.",))


def _team_diff(old: teams.Team, new: teams.Team) -> Report:
    """Cells by heading and row of their grid; where a team came from does not count."""
    one, other = ({**teams.team_to_json(team), "source": None} for team in (old, new))
    shown = {
        cell: f"{heading}, {row}"
        for data in (one, other)
        for grid in grids(data)
        for row, cells in grid.rows
        for heading, cell in zip(grid.headings, cells, strict=True)
    }
    rows = [
        (shown.get(".".join(path)) or validate.place_in_words(path), _shown(before), _shown(after))
        for path, before, after in changed_values(one, other)
    ]
    return _changes(f"{old.season} {old.code} and {new.season} {new.code}", rows)


def _shown(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value or "-")


def _tables_diff(old: t.Tables, new: t.Tables) -> Report:
    texts = [
        {
            (column, roll): w.cell_text(cell)
            for column, cells in tables.columns.items()
            for roll, cell in cells.items()
        }
        for tables in (old, new)
    ]
    rows = [
        (f"{COLUMN_NAMES[column]}, {w.roll_words(column, roll)}", before, texts[1][column, roll])
        for (column, roll), before in texts[0].items()
        if before != texts[1][column, roll]
    ]
    means = {name: [t.play_odds(each, name, {}).yards for each in (old, new)] for name in RUNS + PASSES}
    notes = tuple(
        f"{COLUMN_NAMES[name]}: {before:.2f} yards a play, now {after:.2f} (B grades)"
        for name, (before, after) in means.items()
        if before != after
    )
    return _changes(f"{old.title} and {new.title}", rows, notes)


def blank_text(team: str, season: int | None, city: str, name: str) -> str:
    """A team of the even status to fill in by hand, spent to the last point; NFL teams have their names."""
    year = _SEASON if season is None else season
    even = {teams.EVEN: teams.Grades(66, _BLANK)}
    blank = teams.Team(year, *whole_name(team, year, city, name), Record(), {}, even)
    refuse_failing(validate.validate_team(teams.team_to_json(blank)))
    return teams.team_to_text(blank)


def _check_pdf(path: Path) -> list[Finding]:
    # Only cards load a drawing library.
    from chartkit.systems.coachs_call.cards import read_file
    from chartkit.systems.publishing import unread_cells

    return unread_cells(validate.codes()["CC290"], read_file(path).problems)


class CallCharts(FileCharts):
    """Team files and tables behind the commands."""

    game = TITLE
    documents = MappingProxyType({".pdf": _check_pdf})
    codes = staticmethod(validate.codes)
    load = staticmethod(validate.load_team)
    check_files = staticmethod(validate.check_path)
    fix_files = staticmethod(validate.fix_path)
    tables = staticmethod(roster_tables)
    grids = staticmethod(grids)
    odds_rows = staticmethod(odds_rows)
    explain = staticmethod(explain)
    odds = staticmethod(odds_report)
    diff = staticmethod(diff_report)
    new_chart = staticmethod(blank_text)
