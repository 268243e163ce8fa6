"""The reference sheets: priority chart, legend, timing, restrictions, season charts, dice, penalties, and so on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from itertools import zip_longest
from typing import Any

from chartkit.pages import counted
from chartkit.paper import (
    Block,
    Cell,
    Grid,
    Layout,
    Placed,
    Row,
    Sheet,
    Text,
    Words,
    filled_sheets,
    reading_table,
    table,
)
from chartkit.systems.ddf.cards.job import (
    NOTHING,
    TOTALS,
    Charts,
    SheetMaker,
    dice_cells,
    printed_totals,
    result_cell,
    spanned,
)
from chartkit.systems.ddf.charts import HouseTables, Shift, Squeeze, dice, parse
from chartkit.systems.ddf.data import shipped_data
from chartkit.systems.ddf.rules.names import ONE_SCORE, PACE_CYCLE
from chartkit.systems.ddf.rules.priority_chart import standard_priority
from chartkit.systems.ddf.rules.tables import season_constants
from chartkit.systems.ddf.rules.whistle import is_quick


def rule_table(name: str) -> Mapping[str, Any]:
    """A table of the rules: `rule_table("timing")`."""
    data: Mapping[str, Any] = shipped_data(f"{name}.json")
    return data


def words() -> Mapping[str, Any]:
    """The texts of the reference sheets."""
    texts: Mapping[str, Any] = shipped_data("reference.toml")
    return texts


def _landing_zone_rule(season: int) -> str:
    """The landing zone of kickoffs; empty for a season without one."""
    constants = season_constants(season)
    if not constants.landing_zone:
        return ""
    return (
        f" A kick that lands in front of the {constants.landing_zone} counts as out of bounds; "
        f"a squib into the end zone comes out to the {constants.landing_zone_touchback}."
    )


def _overtime_rule(season: int) -> str:
    """Overtime of the regular season and of the playoffs, in a line (R30.2)."""
    data = rule_table("overtime")
    told = []
    for name, when in (("regular", "Overtime"), ("playoff", "Playoffs")):
        held = ([entry for entry in data[name] if entry["from"] <= season] or data[name][:1])[-1]
        length = f"{held['ot_seconds'] // 60} minutes, " if held["ot_seconds"] else ""
        told.append(f"{when}: {length}{data['formats'][held['ot_format']]}.")
    return " ".join(dict.fromkeys(told))


@cache
def figures(season: int) -> Mapping[str, object]:
    """Every figure that a text may name in braces."""
    constants = asdict(season_constants(season))
    constants["onside_recovered"] = printed_totals(constants["onside_recovered"])
    constants["landing_zone_rule"] = _landing_zone_rule(season)
    when = constants["onside_when"]
    constants["onside_rule"] = "" if when == "any time" else f" Only for a team that is {when}."
    constants["overtime_rule"] = _overtime_rule(season)
    roll = rule_table("let_it_roll")
    ways = {"goal": "forward, toward the goal line (0 is {zero})", "punters": "back toward the punters"}
    let_it_roll = "; ".join(
        f"{way['on']}: {ways[way['toward']].format(zero=way['zero'])}" for way in roll["directions"]
    )
    numbers = {k: v for k, v in rule_table("penalties").items() if isinstance(v, int)}
    return {
        **constants,
        **numbers,
        "let_it_roll_inside": roll["inside"],
        "let_it_roll": f"Direction {let_it_roll}. The ball is then dead.",
    }


def filled(text: str, season: int) -> str:
    """A text with its figures."""
    return text.format_map(dict(figures(season)))


GAME = "Data-Driven Football"


def reading_sheets(
    layout: Layout,
    title: str,
    blocks: Sequence[Block],
    *,
    columns: int = 1,
    season: int | None = None,
    upright: bool = True,
) -> list[Sheet]:
    """Sheets of this game that text and tables fill by themselves."""
    name = f"{GAME} {season}" if season else GAME
    about = (title, *([str(season)] if season else []))
    return filled_sheets(layout, title, blocks, columns=columns, heading=name, about=about, upright=upright)


def _heading(text: str) -> Words:
    return Words(text, "read_title", 2)


def read_table(name: str, rows: Sequence[Sequence[Cell | str]], look: str = "read") -> Grid:
    """A table of the reference texts, filled."""
    about = words()["table"][name]
    return reading_table(name, about["title"], about["headings"], rows, about["widths"], look=look)


def priority_sheet(charts: Charts, layout: Layout) -> list[Sheet]:
    """The priority chart with the key of its outcomes (R5)."""
    outcomes, told = standard_priority().outcomes, words()["priority"]
    rows = list(dict.fromkeys(row for row, _ in outcomes))
    columns = list(dict.fromkeys(column for _, column in outcomes))
    body: list[Row] = [
        spanned(Cell("OFFENSE", "heading", down=2), Cell("DEFENSE", "heading", across=len(columns))),
        (None, *(Cell(told["classes"].get(column, column), "heading") for column in columns)),
    ]
    for row in rows:
        found = [str(outcomes[row, column]) for column in columns]
        cells = [Cell(outcome.replace("_", " "), told["looks"].get(outcome, "red")) for outcome in found]
        body.append((Cell(told["classes"].get(row, row), "dice"), *cells))
    wide = (1.5, *[1.0] * len(columns))
    chart = Grid("priority", "Priority chart", wide, (1.0,) * len(body), tuple(body), 2)
    size = layout.style.sizes["read"].smallest + 1
    key = [
        (Cell(code.replace("_", " "), "read_bold", most=size), Cell(what.replace("_", " "), "read", most=size))
        for code, what in words()["outcomes"].items()
    ]
    half, nothing = (len(key) + 1) // 2, (Cell("", "read_bold", most=size), Cell("", "read", most=size))
    pairs = [left + right for left, right in zip_longest(key[:half], key[half:], fillvalue=nothing)]
    about = words()["table"]["outcomes"]
    legend = table("outcomes", about["title"], about["headings"], pairs, about["widths"])
    area = layout.body(layout.paper)
    items = [Placed(chart, area.part(0, 0, 1, 0.56)), Placed(legend, area.part(0, 0.58, 1, 0.42))]
    return [layout.sheet(layout.paper, items, title="Priority chart", heading=("Priority chart", "", GAME))]


def _table_sheet(name: str, rows: Sequence[Sequence[Cell | str]], layout: Layout, *notes: str) -> list[Sheet]:
    """A sheet with one table, and notes below it."""
    return reading_sheets(layout, words()["table"][name]["title"], [read_table(name, rows), *map(Words, notes)])


def legend_sheet(charts: Charts, layout: Layout) -> list[Sheet]:
    """Every form of a result, in its colour, with its meaning and its place (R4.2)."""
    rows = [[result_cell(parse(entry["cell"])), entry["means"], entry["where"]] for entry in words()["legend"]]
    return _table_sheet("legend", rows, layout)


def timing_sheet(charts: Charts, layout: Layout) -> list[Sheet]:
    """The timing chart (R23.1)."""
    texts = words()["timing"]
    rows = [
        [texts.get(row["row"], row["row"]), Cell(str(row["seconds"]), "read_number")]
        for row in sorted(rule_table("timing")["rows"], key=lambda row: -row["seconds"])
    ]
    return _table_sheet("timing", rows, layout, *words()["timing_rules"]["rules"])


def restrictions_sheet(charts: Charts, layout: Layout) -> list[Sheet]:
    """Which plays are restricted near the goal line, and quotas (R25, R26)."""
    data, texts = rule_table("restrictions"), words()["restrictions"]
    restricted = [(row["play"], row["inside"], "not allowed") for row in data["not_allowed"]] + [
        (
            ", ".join(row["calls"]),
            row["inside"],
            f"final yardage less {row['yards']} (or the squeeze sheet of the season)",
        )
        for row in data["squeeze"]
    ]
    rows = [
        [Cell(play, "read_bold"), Cell(str(inside), "read_number"), effect] for play, inside, effect in restricted
    ]
    return _table_sheet("restrictions", rows, layout, *(texts[name] for name in ("quota", "field_goal", "spike")))


def penalties_sheet(charts: Charts, layout: Layout) -> list[Sheet]:
    """The penalty summary (R19-R22)."""
    rows = [
        [result_cell(parse(entry["foul"])), entry["for"], filled(entry["what"], charts.year)]
        for entry in words()["penalties"]
    ]
    notes = [filled(rule, charts.year) for rule in words()["penalty_rules"]["rules"]]
    return _table_sheet("penalties", rows, layout, *notes)


def quick_sheet(charts: Charts, layout: Layout) -> list[Sheet]:
    """One page for new players."""
    blocks: list[Block] = []
    for part in words()["quick"]:
        blocks.append(_heading(part["heading"]))
        blocks += [Words(filled(line, charts.year)) for line in part["lines"]]
    return reading_sheets(layout, "Quick reference", blocks, columns=2, season=charts.year)


def dice_sheet(charts: Charts, layout: Layout) -> list[Sheet]:
    """How often each total comes (R1.2, R1.3)."""
    blocks: list[Block] = []
    for dice_set, title in ((dice.OFFENSIVE, "Offensive dice"), (dice.DEFENSIVE, "Defensive dice")):
        ways, every = dice_set.ways, dice_set.outcomes
        reached, rows = 0, list[list[Cell | str]]()
        for total in dice_set.totals:
            reached += ways[total]
            shares = (f"{100 * share / every:.2f}" for share in (ways[total], reached))
            rows.append([Cell(str(total), "dice"), str(ways[total]), *shares])
        heads = ("TOTAL", f"WAYS OF {every}", "PERCENT", "UP TO HERE")
        grid = reading_table(title, title, heads, rows, (1, 1.4, 1.2, 1.4), look="read_centre")
        blocks += [_heading(title), grid, Words(dice_set.describe())]
    blocks.append(
        Words("The ten-sided die shows 0 to 9, each as often. Two rolls make 00 to 99, three 000 to 999.")
    )
    return reading_sheets(layout, "Dice probabilities", blocks, columns=2)


def season_sheet(charts: Charts, layout: Layout) -> list[Sheet]:
    """Squib Kick Return, Offensive Holding, Enforce Between Downs (R3.8)."""
    generic, texts = charts.generic, words()["generic"]
    body = layout.body(layout.paper)
    items: list[Placed | Text] = []
    squib = generic.squib_kick_return
    if squib is not None:
        cells = [result_cell(result, f"generic.squib_kick_return.{total}") for total, result in squib.items()]
        # The thirty totals stand in three columns of ten.
        tens = [list(zip(dice_cells(TOTALS)[n : n + 10], cells[n : n + 10], strict=True)) for n in (0, 10, 20)]
        rows = tuple(tuple(cell for pair in line for cell in pair) for line in zip(*tens, strict=True))
        head = tuple(Cell(text, "heading") for _ in range(3) for text in ("# ON DICE", "RETURN"))
        grid = Grid("squib", "Squib Kick Return", (0.5, 1) * 3, (1.0,) * 11, (head, *rows))
        items += [
            Text("Squib Kick Return", body.part(0, 0, 1, 0.04), "read_title", level=2),
            Text(filled(texts["squib"], charts.year), body.part(0, 0.04, 1, 0.04), "text"),
            Placed(grid, body.part(0, 0.085, 1, 0.32)),
        ]
    checks = (
        ("Offensive Holding", texts["holding"], [("Holding on", generic.holding)]),
        (
            "Enforce Between Downs",
            texts["between"],
            [
                ("Offense (OFF 15) on", generic.between_downs_offense),
                ("Defense (DEF 15) on", generic.between_downs_defense),
            ],
        ),
    )
    top = 0.44
    for title, text, sets in checks:
        rows = tuple(
            (Cell(label, "read_bold"), Cell(printed_totals(totals), "value", f"generic.{title}.{label}"))
            for label, totals in sets
        )
        tall = 0.035 * len(rows)
        items += [
            Text(title, body.part(0, top, 1, 0.04), "read_title", level=2),
            Text(filled(text, charts.year), body.part(0, top + 0.04, 1, 0.05), "text"),
            Placed(
                Grid(title, title, (1, 3), (1.0,) * len(rows), rows, heading_rows=0),
                body.part(0, top + 0.095, 1, tall),
            ),
        ]
        top += 0.16 + tall
    heading = (f"{charts.year} season charts", "", "All teams")
    return [layout.sheet(layout.paper, items, title="Season charts", heading=heading)]


def squeeze_sheet(charts: Charts, layout: Layout) -> list[Sheet]:
    """The season's goal-line squeeze, for the table (R25.1)."""
    rows = [
        [
            Cell(str(row.inside), "read_number"),
            Cell(", ".join(row.calls), "read_bold"),
            Cell(f"less {row.yards}" if row.yards else "as rolled", "read_centre"),
            Cell(printed_totals(row.incomplete) if row.incomplete else NOTHING, "read_centre"),
        ]
        for row in _telling(sorted(charts.generic.squeeze, key=lambda row: -row.inside))
    ]
    about = Words(words()["squeeze"]["about"])
    grid = read_table("squeeze", rows or [[Cell(NOTHING, "read_number"), "none", "", ""]])
    blocks = [about, grid, *_house_blocks(charts.generic.house)]
    return reading_sheets(layout, "Goal-line squeeze", blocks, season=charts.year)


def _telling(rows: Sequence[Squeeze]) -> list[Squeeze]:
    """Without the rows that change nothing, unless they end what a wider row changes; the widest come first."""
    changed: set[str] = set()
    found = []
    for row in rows:
        if row.yards or row.incomplete or changed & {*row.calls}:
            found.append(row)
            changed |= {*row.calls}
    return found


def _house_blocks(house: HouseTables | None) -> list[Block]:
    """The season's own house rules, if it has any."""
    if house is None:
        return []
    told = words()["house"]
    quick = [play for play in range(1, PACE_CYCLE + 1) if is_quick(play, house.quick_plays)]
    rows = [
        [Cell(told[name]["rule"], "read"), Cell(totals or NOTHING, "read_centre")]
        for name, totals in (
            ("short", printed_totals(house.short)),
            ("safety", printed_totals(house.safety)),
            ("home_field", printed_totals(house.home_field[0]) if house.home_field else ""),
            ("comeback", _comeback(house.comeback) if any(house.comeback) else ""),
            ("quick_plays", ", ".join(map(str, quick))),
            ("try_counts", printed_totals(house.try_counts)),
            ("try_fails", printed_totals(house.try_fails)),
        )
        # Without a total a rule changes nothing; that there is never a safety is one.
        if name == "safety" or totals not in ("", "none")
    ]
    blocks: list[Block] = [read_table("house", rows)]
    if house.pace:
        teams = ", ".join(f"{team} {plays}" for team, plays in sorted(house.pace.items()))
        blocks.append(Words(f"{told['pace']['rule']} {teams}."))
    if house.red_zone or house.close:
        none = (Shift(), Shift())
        shifts = [
            [Cell(text, "read_centre") for text in (team, *map(_shift, (*house.red_zone.get(team, none), late)))]
            for team in sorted({*house.red_zone, *house.close})
            for late in (house.close.get(team, Shift()),)
        ]
        rules = [Words(told[name]["rule"]) for name in ("red_zone", "close") if getattr(house, name)]
        blocks += [*rules, read_table("team_shifts", shifts)]
    return blocks


def _comeback(by_scores: Sequence[frozenset[int]]) -> str:
    """`1-8: 4; 9-16: 1, 5; 17+: 1-3`, or nothing."""
    firsts = [ONE_SCORE * place + 1 for place in range(len(by_scores))]
    leads = [f"{first}-{first + ONE_SCORE - 1}" for first in firsts[:-1]] + [f"{first}+" for first in firsts[-1:]]
    return "; ".join(
        f"{lead}: {printed_totals(totals) or 'never'}" for lead, totals in zip(leads, by_scores, strict=True)
    )


def _shift(zone: Shift) -> str:
    """`2 yards longer on 1, 4-5`, or nothing."""
    if not zone.on:
        return NOTHING
    way = "longer" if zone.yards > 0 else "shorter"
    return f"{counted(abs(zone.yards), 'yard')} {way} on {printed_totals(zone.on)}"


#: What each reference sheet is and who makes it.
REFERENCE: Mapping[str, tuple[str, SheetMaker]] = {
    "quick": ("quick reference for new players", quick_sheet),
    "priority": ("the priority chart", priority_sheet),
    "legend": ("what the results mean", legend_sheet),
    "timing": ("the timing chart", timing_sheet),
    "restrictions": ("which plays are restricted", restrictions_sheet),
    "penalties": ("the penalty summary", penalties_sheet),
    "dice": ("how often each total comes", dice_sheet),
    "season": ("squib, holding and between-downs charts of the season", season_sheet),
    "squeeze": ("the season's goal-line squeeze", squeeze_sheet),
}
