"""The sheets that both teams share: action tables, grids by box, rare plays, clock strips, reference (16.5)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from chartkit.paper import (
    Block,
    Box,
    Cell,
    Grid,
    Item,
    Layout,
    Placed,
    Row,
    Sheet,
    Text,
    Words,
    filled_sheets,
    reading_table,
)
from chartkit.systems.coachs_call import TITLE
from chartkit.systems.coachs_call import tables as t
from chartkit.systems.coachs_call.tables import PASSES, RUNS, WORDS
from chartkit.systems.coachs_call.words import COLUMN_NAMES, STATUS_NAMES, cell_text, rare_text

#: How an outcome looks: what is good, bad, a flag or nothing.
_LOOKS = {
    **dict.fromkeys(("long_gain", "touchdown", "qb_run", "long_gain_from"), "green"),
    **dict.fromkeys(("sack", "interception", "fumble", "blocked", "fumble_at", "missed"), "red"),
    "flag": "yellow",
    "incomplete": "quiet",
}
#: Rows and columns of a clock strip, as printed (1.3).
_ROWS, _ACROSS = "ABC", 15
_PERIODS = ("1st quarter", "2nd quarter", "3rd quarter", "4th quarter", "Overtime")
#: Periods with a shaded box (10.6).
_SHADED = (1, 3, 4)


def _cell(cell: t.Cell, gain_look: str = "white") -> Cell:
    return Cell(cell_text(cell), _LOOKS.get(cell.base.type, gain_look))


def _plain_sheet(layout: Layout, title: str, items: Sequence[Item], tables: t.Tables) -> Sheet:
    return layout.sheet(
        layout.landscape,
        items,
        title=title,
        about=(title, tables.title),
        heading=(title, tables.title, TITLE),
    )


def action_sheets(tables: t.Tables, layout: Layout) -> list[Sheet]:
    """Action table 1 on one landscape sheet, a gap between the first dice."""
    widths = layout.columns("actions")
    head: Row = (
        Cell("ROLL", "heading"),
        *(Cell(COLUMN_NAMES[name].upper(), "heading") for name in t.COMBINED_COLUMNS),
        Cell("ROLL", "heading"),
    )
    rows: list[Row] = [head]
    heights = [1.3]
    for code in t.CODES:
        if code[1] == "1" and code != t.CODES[0]:
            rows.append((None,) * len(head))
            heights.append(0.18)
        cells = [_cell(tables.columns[name][code]) for name in t.COMBINED_COLUMNS]
        rows.append((Cell(code, "dice"), *cells, Cell(code, "dice")))
        heights.append(1.0)
    wide = (
        widths["roll"],
        *[widths["run"]] * len(RUNS),
        *[widths["pass"]] * len(PASSES),
        widths["long_gain"],
        widths["roll"],
    )
    grid = Grid("actions", "Action table 1", wide, tuple(heights), tuple(rows))
    return [_plain_sheet(layout, "Action table 1", [Placed(grid, layout.body(layout.landscape))], tables)]


def sum_sheets(tables: t.Tables, layout: Layout) -> list[Sheet]:
    """Action table 2 above the kicks, each read by the sum."""
    widths, body = layout.columns("sums"), layout.body(layout.landscape)
    items: list[Item] = []
    parts = (("Returns and scrambles", t.RETURN_COLUMNS), ("Kicks", t.KICK_COLUMNS))
    for number, (title, names) in enumerate(parts):
        head: Row = (Cell("SUM", "heading"), *(Cell(COLUMN_NAMES[name].upper(), "heading") for name in names))
        rows: list[Row] = [head]
        for total in map(str, t.SUMS):
            rows.append((Cell(total, "dice"), *(_cell(tables.columns[name][total]) for name in names)))
        wide = (widths["roll"], *(widths.get(name, widths["column"]) for name in names))
        grid = Grid(title, title, wide, (1.2, *[1.0] * len(t.SUMS)), tuple(rows))
        items.append(Placed(grid, body.part(0, number * 0.51, 1, 0.49)))
    return [_plain_sheet(layout, "Action table 2 and kicks", items, tables)]


def _boxes_of(index: int, period: int, tables: t.Tables) -> str:
    return " ".join(t.box_name(box) for box in range(index, tables.boxes_per_quarter, period))


def grid_sheets(tables: t.Tables, layout: Layout) -> list[Sheet]:
    """Penalties, injuries and credit, by the box just written (9.1, 12.1, 13)."""
    rows = tables.penalties
    flags = reading_table(
        "penalties",
        "Penalties",
        ("BOXES", *(name.upper() for name in t.FLAG_COLUMNS)),
        [
            [Cell(_boxes_of(index, len(rows), tables), "read_bold"), *(row[name] for name in t.FLAG_COLUMNS)]
            for index, row in enumerate(rows)
        ],
        (2.1, 0.9, 0.9, 1.1, 1.2, 1.1),
    )
    hurt = tables.injuries
    pairs: list[list[Cell | str]] = [
        [Cell(t.box_name(box), "read_bold"), hurt[box % len(hurt)]] for box in range(tables.boxes_per_quarter)
    ]
    fifth = -(-len(pairs) // 5)
    pairs += [[Cell("", "read_bold"), ""]] * (5 * fifth - len(pairs))
    injuries = reading_table(
        "injuries",
        "Injuries",
        ("BOX", "HURT") * 5,
        [[cell for pair in pairs[row::fifth] for cell in pair] for row in range(fifth)],
        (0.7, 1) * 5,
    )
    size = len(tables.credit["sack_or_block"])
    credit = reading_table(
        "credit",
        "Credit",
        ("BOXES", *WORDS["credits"].values()),
        [
            [
                Cell(_boxes_of(index, size, tables), "read_bold"),
                *(_credited(tables, name, index) for name in WORDS["credits"]),
            ]
            for index in range(size)
        ],
        (1.2, 1, 1.1, 1.2, 1.2),
    )
    blocks: list[Block] = [
        Words("Penalties (9)", "read_title", 2),
        flags,
        Words(_interference(tables)),
        Words("Injuries (12)", "read_title", 2),
        injuries,
        Words("Who gets the credit (13)", "read_title", 2),
        credit,
        Words("* By the box before the current one; the man with a star 15 or more yards downfield."),
    ]
    return filled_sheets(
        layout, "Grids by box", blocks, columns=2, heading=TITLE, about=("Grids by box", tables.title)
    )


def _credited(tables: t.Tables, name: str, index: int) -> str:
    man = tables.credit[name][index]
    far = tables.credit_downfield[index]
    return f"{man}, {far}*" if name == "fumble_recovery_scrimmage" and far != man else man


def _interference(tables: t.Tables) -> str:
    yards = ", ".join(f"{name.replace('_', ' ')} {far}" for name, far in tables.interference.items())
    return (
        f"DPI: first down from the previous spot: {yards}; if the pass was caught or never thrown, Off 10. n+ is "
        "added to the end of the play, FD is a first down, TT, KT, RT: tackling, kicking, return team."
    )


def _rare_row(code: str, entry: t.RarePlay) -> list[Cell | str]:
    result = rare_text(entry.result)
    if entry.challenge_by and entry.reversed_result:
        result += f". Challenge by the {entry.challenge_by}: {rare_text(entry.reversed_result)}"
    inside = f" Inside the {entry.not_inside}: {entry.instead}." if entry.not_inside else ""
    told = f"{entry.summary}.{inside}{' Injury.' * entry.injury}"
    return [Cell(code, "dice"), told, Cell(entry.player, "read_centre"), result]


def rare_sheets(tables: t.Tables, layout: Layout) -> list[Sheet]:
    """Both lists, a sheet each (11)."""
    found = []
    for name, title in (("favored", "Rare plays of the favorite"), ("underdog", "Rare plays of the underdog")):
        # Neighbours with the same entry are a pair.
        pairs = [list(own) for _, own in groupby(tables.rare[name].items(), key=lambda pair: pair[1])]
        rows = [_rare_row("-".join(code for code, _ in own), own[0][1]) for own in pairs]
        grid = reading_table(name, title, ("ROLL", "WHAT HAPPENS", "MAN", "RESULT"), rows, (0.8, 4.6, 0.7, 3.6))
        whose = "home team" if name == "favored" else "visitors"
        about = Words(
            f"If the teams are even, the {whose} read this list (11.1). Doubles reverse a challenged ruling."
        )
        found += filled_sheets(layout, title, [about, grid], heading=TITLE, about=(title, tables.title))
    return found


def clock_sheets(tables: t.Tables, layout: Layout) -> list[Sheet]:
    """Strips for four quarters and overtime; a letter row above each row to write in (1.3, 10)."""
    body = layout.body(layout.paper)
    tall = body.height / len(_PERIODS)
    shaded = tables.data["clock"]["rare_play_trigger"].get("proposed_position")
    items: list[Item] = []
    for period, name in enumerate(_PERIODS):
        top = body.y + period * tall
        outs = tables.timeouts_overtime if period == len(_PERIODS) - 1 else tables.timeouts_half
        # Time outs are counted by halves.
        right = f"Time outs: visitors {'□ ' * outs}  home {'□ ' * outs}" if period in (0, 2, 4) else ""
        items.append(Text(name, Box(body.x, top, body.width * 0.4, 15), "read_title", level=2, most=12))
        items.append(Text(right, Box(body.x + body.width * 0.4, top, body.width * 0.6, 15), "title_right", most=9))
        rows: list[Row] = []
        heights: list[float] = []
        for row in range(len(_ROWS)):
            boxes = [row * _ACROSS + column for column in range(_ACROSS)]
            used = [box for box in boxes if box < tables.boxes_per_quarter]
            names = [t.box_name(box) for box in used]
            marked = [name == shaded and period in _SHADED for name in names]
            blank = [None] * (_ACROSS - len(used))
            rows.append(
                (*(Cell(f"{n} ★" if m else n, "group") for n, m in zip(names, marked, strict=True)), *blank)
            )
            rows.append((*(Cell("", "back" if m else "plain") for m in marked), *blank))
            heights += [0.42, 1.0]
        grid = Grid(name, name, (1.0,) * _ACROSS, tuple(heights), tuple(rows), heading_rows=0)
        items.append(Placed(grid, Box(body.x, top + 16, body.width, tall - 24)))
    title = "Clock strips"
    note = "★ shaded: the next play is a rare play (10.6)"
    return [
        layout.sheet(layout.paper, items, title=title, about=(title, tables.title), heading=(title, note, TITLE))
    ]


def reference_sheets(tables: t.Tables, layout: Layout) -> list[Sheet]:
    """The course of a play, the calls, the price list and the budgets on one page."""
    blocks: list[Block] = []
    for part in t.shipped("reference.toml")["part"]:
        blocks.append(Words(part["heading"], "read_title", 2))
        blocks += [Words(line) for line in part["lines"]]
    prices = [
        [
            Cell(shown, "read_bold"),
            *(Cell(str(tables.prices[name].get(grade, "-")), "read_centre") for grade in "ABCD"),
        ]
        for name, shown in WORDS["prices"].items()
    ]
    budgets = [
        [Cell(STATUS_NAMES[s].capitalize(), "read_bold"), Cell(str(tables.budgets[s]), "read_centre")]
        for s in t.STATUSES
    ]
    blocks += [
        Words("Prices and budgets (2)", "read_title", 2),
        reading_table("prices", "Prices", ("SLOT", *"ABCD"), prices, (3, 1, 1, 1, 1)),
        Words(
            f"An A or B back becomes an A receiver on short and screen passes for {tables.receiving_price} more."
        ),
        reading_table("budgets", "Budgets", ("STATUS", "POINTS"), budgets, (3, 1)),
        Words(
            "Status: wins of 16 games, one more for a home team that won half of its games. Difference 0-1 even, "
            "2-3 favorite and underdog, 4 or more heavy. The budget is spent to the last point."
        ),
    ]
    title = "Reference"
    return filled_sheets(layout, title, blocks, columns=2, heading=TITLE, about=(title, tables.title))
