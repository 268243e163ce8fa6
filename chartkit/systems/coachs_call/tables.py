"""The tables of the game as values (sections 6, 8, 9, 11 to 13), and the exact odds that they give (17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from chartkit.resources import data_file

FORMAT = "chartkit/coachs-call-tables@1"
DATA = Path(__file__).parent / "data"
SHIPPED = DATA / "tables.json"

#: The 36 rolls as codes (1.2) and the eleven sums.
CODES = tuple(f"{first}{second}" for first in range(1, 7) for second in range(1, 7))
SUMS = tuple(range(2, 13))
#: Action table 1, read combined (6.1).
COMBINED_COLUMNS = ("line_run", "end_run", "short_pass", "medium_pass", "deep_route", "long_pass", "long_gain")
#: Action table 2 and the kicks, read as a sum (8).
RETURN_COLUMNS = ("punt_return", "fumble_return", "interception_return", "qb_scramble")
KICK_COLUMNS = ("field_goal", "punt", "short_punt", "kickoff", "onside_kick")
COLUMNS = COMBINED_COLUMNS + RETURN_COLUMNS + KICK_COLUMNS
#: The parts of the file that hold them.
PARTS = {"action_table_1": COMBINED_COLUMNS, "action_table_2": RETURN_COLUMNS, "kicks": KICK_COLUMNS}
#: The columns of the penalty grid (9.1).
FLAG_COLUMNS = ("run", "pass", "kickoff", "punt", "return")
#: The lists of rare plays, and the parts of the file that hold them.
RARE_LISTS = {"favored": "favored_or_home_if_even", "underdog": "underdog_or_visitors_if_even"}
STATUSES = ("heavy_favorite", "favorite", "even", "underdog", "heavy_underdog")


@cache
def shipped(name: str) -> Any:
    """The content of a data file of the game; it must not be changed."""
    return data_file(DATA / name)


#: Every text that ships with the game.
WORDS: Mapping[str, Any] = shipped("words.toml")
#: The grids of section 13, and whose grade a cell can ask for.
CREDIT_GRIDS, GRADED = tuple(WORDS["credits"]), tuple(WORDS["whose"])


@dataclass(frozen=True, slots=True)
class Condition:
    """When a variant of a cell holds: every part that is given must be true (4.4)."""

    #: One of `GRADED`, and the grade that he must have; empty for no such part.
    whose: str = ""
    grade: str = ""
    downs: tuple[int, ...] = ()
    to_go_min: int | None = None
    to_go_max: int | None = None
    quarters: tuple[int, ...] = ()
    #: Empty boxes of the quarter at the snap (6.7).
    boxes_left_max: int | None = None


#: Marks of an outcome, in the order of their bits (`names.OUT_OF_BOUNDS` and so on), each with what a file says:
#: `Time` (8.3); a punt that rolls on (8.5), or one that is dead where it came down; a sack on which the ball comes
#: loose (6.4); a loose ball that goes to the defense, an onside kick to the return team; a recovery whose return is
#: read in the long-gain column (8.1).
MARKS: Mapping[str, Mapping[str, object]] = {
    "out_of_bounds": {"out_of_bounds": True},
    "time_out": {"timeout_by_ball_team": True},
    "rolls": {"rolls_dead": True},
    "dead": {"dead": True},
    "fumble": {"fumble": True},
    "lost": {"team": "defense", "recovered_by": "return_team"},
    "long_gain": {"return": "long_gain"},
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a cell says; `yards` is a gain, return, distance, longest good kick or yard line, by `type`."""

    type: str
    yards: int = 0
    #: Some of `MARKS`, in their order.
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its text as printed, the base outcome, and variants of which the first that holds replaces it."""

    text: str
    base: Outcome
    variants: tuple[tuple[Condition, Outcome], ...] = ()
    injury: bool = False


@dataclass(frozen=True, slots=True)
class RarePlay:
    """An entry of a rare-play list (11.2); `result` and `reversed_result` are the JSON of their outcomes."""

    summary: str
    result: Mapping[str, Any]
    player: str = ""
    injury: bool = False
    #: Who may challenge (`offense`, `defense`), and what a reversed ruling gives (11.4).
    challenge_by: str = ""
    reversed_result: Mapping[str, Any] | None = None
    #: Inside this yard line of the defense another entry is used (11.3); 0 for anywhere.
    not_inside: int = 0
    instead: str = ""


@dataclass(frozen=True)
class Tables:
    """All tables of the game."""

    title: str
    #: Column -> code (`"11"`) or sum (`"2"`) -> cell.
    columns: Mapping[str, Mapping[str, Cell]]
    #: Yellow cells as proposed (A3): column -> codes.
    proposed_yellow: Mapping[str, tuple[str, ...]]
    #: Price list (2.3) by position as in the file, and what the receiving-back option costs (2.5).
    prices: Mapping[str, Mapping[str, int]]
    receiving_price: int
    receiving_grades: tuple[str, ...]
    #: Budget by status (2.2).
    budgets: Mapping[str, int]
    #: Penalty code by row and column (9.1); the row is the box modulo their number.
    penalties: tuple[Mapping[str, str], ...]
    #: Yards of interference by call (9.4).
    interference: Mapping[str, int]
    #: Slot by box (12.1), and games out by spot (12.3): from, to (yards from the own goal line), games; 0: season.
    injuries: tuple[str, ...]
    durations: tuple[tuple[int, int, int], ...]
    #: Slot by box modulo 20 (13); of fumbles 15 yards downfield, where there is a star.
    credit: Mapping[str, tuple[str, ...]]
    credit_downfield: tuple[str, ...]
    #: `favored` and `underdog`, by code; a pair of codes has two entries (11.2).
    rare: Mapping[str, Mapping[str, RarePlay]]
    #: What the calls do to their column (5), as in the file.
    plays: Mapping[str, Mapping[str, Any]]
    #: Touches (12.4): of a back, of a receiver.
    stamina: tuple[int, int]
    boxes_per_quarter: int
    timeouts_half: int
    timeouts_overtime: int
    data: Mapping[str, Any]

    def __hash__(self) -> int:
        """Mappings have no hash of their own."""
        return hash(self.title)


def box_index(name: str) -> int:
    """A-a is 0, A-o is 14, B-a is 15 (1.3)."""
    return 15 * "ABC".index(name[0]) + "abcdefghijklmno".index(name[2])


def box_name(index: int) -> str:
    """The letters of a box (1.3)."""
    return f"{'ABC'[index // 15]}-{'abcdefghijklmno'[index % 15]}"


def tables_from_json(data: Mapping[str, Any]) -> Tables:
    """The tables of a file that fits the schema."""
    columns = {
        name: {roll: _cell(cell) for roll, cell in data[part]["cells"][name].items()}
        for part, names in PARTS.items()
        for name in names
    }
    costs = data["costs"]
    receiving = costs["receiving_back_option"]
    boxes = data["injury"]["player_by_box"]
    credit = {name: data["credit"][name]["rows"] for name in CREDIT_GRIDS}
    return Tables(
        title=data["title"],
        columns=columns,
        proposed_yellow={name: tuple(codes) for name, codes in data["yellow"]["proposed_cells"].items()},
        prices={
            name: {grade: price for grade, price in line.items() if grade != "count"}
            for name, line in costs.items()
            if name != "receiving_back_option"
        },
        receiving_price=receiving["cost"],
        receiving_grades=tuple(receiving["eligible_ratings"]),
        budgets={status: data["quality_points"][status] for status in STATUSES},
        penalties=tuple({name: row[name] for name in FLAG_COLUMNS} for row in data["penalties"]["rows"]),
        interference=data["penalties"]["codes"]["DPI"]["yards"],
        injuries=tuple(boxes[name] for name in sorted(boxes, key=box_index)),
        durations=tuple(_duration(line) for line in data["injury"]["duration_by_spot"]),
        credit={name: tuple(row["player"] for row in rows) for name, rows in credit.items()},
        credit_downfield=tuple(
            row.get("player_if_15_plus_yards_downfield", row["player"])
            for row in credit["fumble_recovery_scrimmage"]
        ),
        rare={name: _rare_list(data["rare_plays"][part]) for name, part in RARE_LISTS.items()},
        plays=data["plays"],
        stamina=(data["stamina"]["running_back"], data["stamina"]["receiver"]),
        boxes_per_quarter=data["clock"]["boxes_per_quarter"],
        timeouts_half=data["clock"]["timeouts_per_half"],
        timeouts_overtime=data["clock"]["timeouts_overtime"],
        data=data,
    )


def of_season(entries: Sequence[Mapping[str, Any]], season: int) -> Any:
    """Of values with the season that they hold from, the one of a season; before the first it is the first."""
    held = [entry["value"] for entry in entries if entry["from"] <= season]
    return held[-1] if held else entries[0]["value"]


@cache
def standard_tables() -> Tables:
    """The tables that ship with the game."""
    return tables_from_json(shipped(SHIPPED.name))


def _cell(data: Mapping[str, Any]) -> Cell:
    variants = tuple((_condition(each["if"]), _outcome(each["then"])) for each in data.get("variants", ()))
    return Cell(data["raw"], _outcome(data["base"]), variants, data.get("injury_check", False))


def _condition(data: Mapping[str, Any]) -> Condition:
    whose = next((name for name in GRADED if name in data), "")
    downs, quarters = (tuple(data.get(name, ())) for name in ("down", "quarter"))
    limits = {name: data.get(name) for name in ("to_go_min", "to_go_max", "boxes_left_max")}
    return Condition(whose, data.get(whose, ""), downs, quarters=quarters, **limits)


def _outcome(data: Mapping[str, Any]) -> Outcome:
    yards = next((data[name] for name in ("yards", "max_yards", "yard_line", "return_yards") if name in data), 0)
    marks = (mark for mark, said in MARKS.items() if any(data.get(key) == value for key, value in said.items()))
    return Outcome(data["type"], yards, tuple(marks))


def _rare_list(entries: Mapping[str, Mapping[str, Any]]) -> dict[str, RarePlay]:
    return {code: _rare(entry) for codes, entry in entries.items() for code in codes.split("-")}


def _rare(data: Mapping[str, Any]) -> RarePlay:
    challenge, unless = data.get("challenge", {}), data.get("unless", {})
    return RarePlay(
        data["summary"],
        data["result"],
        data.get("player", ""),
        data.get("injury_check", False),
        challenge.get("by", ""),
        challenge.get("if_reversed"),
        unless.get("ball_inside_defense_yard_line", 0),
        unless.get("use_entry", ""),
    )


def _duration(line: Mapping[str, Any]) -> tuple[int, int, int]:
    """A line of the injury durations in yards from the own goal line."""
    games = 0 if line["games"] == "season" else line["games"]
    if line["side"] == "offense":
        return line["from"], line["to"], games
    return 100 - line["from"], 100 - line["to"], games


#: Position as conditions name it -> its grade.
GradesOf = Mapping[str, str]
#: What a touchdown of the long-gain column counts for (17).
TOUCHDOWN = 60
RUNS, PASSES = COMBINED_COLUMNS[:2], COMBINED_COLUMNS[2:6]
#: The outcomes that count for the mean of a column; all do in the others.
_MEASURED = {"punt": ("punt",), "punt_return": ("gain",), "kickoff": ("return_to", "kick_out_of_bounds")}
SUM_WEIGHTS = {str(total): 6 - abs(7 - total) for total in SUMS}


@dataclass(frozen=True, slots=True)
class PlayOdds:
    """A column of action table 1, out of 36 rolls; yards are a mean over the rolls without a flag."""

    #: Share of throws that are caught.
    completed: float
    yards: float
    sacks: int
    interceptions: int
    fumbles: int
    flags: int
    scrambles: int
    long_gains: int


def holds(condition: Condition, grades: GradesOf) -> bool:
    """Whether a variant counts by grades alone: no condition of down, distance or clock does; a D is a C (2.4)."""
    if condition.downs or condition.quarters or condition.boxes_left_max is not None:
        return False
    grade = grades.get(condition.whose, "B")
    return condition.grade == ("C" if grade == "D" else grade)


def outcome_for(cell: Cell, grades: GradesOf) -> Outcome:
    """What a cell gives (4.4)."""
    return next((then for when, then in cell.variants if holds(when, grades)), cell.base)


def outcomes(tables: Tables, column: str, grades: GradesOf) -> Iterator[tuple[int, Outcome]]:
    """Every roll of a column: its weight out of 36, and what it gives."""
    for roll, cell in tables.columns[column].items():
        yield (1 if column in COMBINED_COLUMNS else SUM_WEIGHTS[roll]), outcome_for(cell, grades)


def mean_yards(tables: Tables, column: str, grades: GradesOf) -> float:
    """The mean of the outcomes of a column that are yards (6.4, 8.4): of kickoffs the yard line."""
    measured = _MEASURED.get(column)
    found = [
        (weight, got) for weight, got in outcomes(tables, column, grades) if not measured or got.type in measured
    ]
    yards = sum(weight * (TOUCHDOWN if got.type == "touchdown" else got.yards) for weight, got in found)
    return yards / sum(weight for weight, _ in found)


def play_odds(tables: Tables, column: str, grades: GradesOf) -> PlayOdds:
    """A column of action table 1 (17)."""
    counts: Counter[str] = Counter()
    yards = 0.0
    for weight, got in outcomes(tables, column, grades):
        counts[got.type] += weight
        match got.type:
            case "long_gain":
                yards += weight * mean_yards(tables, "long_gain", grades)
            case "touchdown":
                yards += weight * TOUCHDOWN
            case "scramble":
                yards += weight * mean_yards(tables, "qb_scramble", grades)
            case "gain" | "sack" | "qb_run":
                yards += weight * got.yards
    caught = sum(counts[kind] for kind in ("gain", "long_gain", "touchdown")) if column in PASSES else 0
    throws = caught + counts["incomplete"] + counts["interception"]
    kinds = ("sack", "interception", "fumble", "flag", "scramble", "long_gain")
    completed = caught / throws if throws else 0.0
    return PlayOdds(completed, yards / (36 - counts["flag"]), *(counts[kind] for kind in kinds))


def field_goal_odds(tables: Tables, length: int, grades: GradesOf) -> int:
    """Out of 36 rolls, how many make a field goal of that length (8.6)."""
    found = outcomes(tables, "field_goal", grades)
    return sum(weight for weight, got in found if got.type == "range" and got.yards >= length)
