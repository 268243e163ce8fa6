"""The gear of the table: scorecard, cards with backs, a field, dice stickers, and a table for plain dice."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from chartkit.paper import (
    POINTS_PER_CM,
    Block,
    Box,
    Cell,
    Figure,
    Grid,
    Item,
    Layout,
    Placed,
    Row,
    Shape,
    Sheet,
    Text,
    Words,
)
from chartkit.paper.layout import cut_marks
from chartkit.systems.ddf.cards.job import Charts, SheetMaker, formation_names, spanned
from chartkit.systems.ddf.cards.reference import GAME, read_table, reading_sheets, rule_table, words
from chartkit.systems.ddf.charts import TeamChart, columns, dice

#: A playing card lying down, in points: 3.5 by 2.5 inches.
CARD_WIDTH, CARD_HEIGHT, ACROSS, DOWN = 252.0, 180.0, 2, 3
_STICKER_CM = 1.4
_DICE = (*dice.OFFENSIVE.dice, *dice.DEFENSIVE.dice)


def _places(layout: Layout) -> list[Box]:
    """Six cards in the middle of an upright sheet, so that backs meet fronts whichever way it is turned."""
    paper, gap = layout.paper, 10.0
    left = (paper.width - ACROSS * CARD_WIDTH - gap) / 2
    top = (paper.height - DOWN * CARD_HEIGHT - 2 * gap) / 2
    return [
        Box(left + c * (CARD_WIDTH + gap), top + r * (CARD_HEIGHT + gap), CARD_WIDTH, CARD_HEIGHT)
        for r in range(DOWN)
        for c in range(ACROSS)
    ]


@dataclass(frozen=True)
class _Card:
    """A card to cut out: letter or number, name, a note, and the kind of call that colour and symbol tell."""

    mark: str
    name: str
    note: str
    kind: str


def _front(box: Box, card: _Card) -> list[Item]:
    look, symbol = f"card_{card.kind}", words()["cards"]["symbols"][card.kind]
    rows: tuple[Row, ...] = (
        (Cell(symbol, look), Cell(card.mark, look), Cell(symbol, look)),
        spanned(Cell(card.name, "card_name", across=3)),
        spanned(Cell(card.note, "card_note", across=3)),
    )
    title = f"{card.mark} {card.name}"
    grid = Grid(card.name, title, (1.0, 2.0, 1.0), (2.4, 1.2, 0.8), rows, heading_rows=0, lines=False)
    return [Shape(Figure.RECTANGLE, box, "hash"), Placed(grid, box.inset(8))]


def _card_sheets(layout: Layout, title: str, back: str, cards: Sequence[_Card]) -> list[Sheet]:
    """Six cards a side, each sheet followed by its backs."""
    places = _places(layout)
    sheets = []
    for start in range(0, len(cards), len(places)):
        some = cards[start : start + len(places)]
        front: list[Item] = []
        behind: list[Item] = []
        for place, card in zip(places, some, strict=False):
            front += _front(place, card)
            # Seen from behind, the columns change sides.
            other = Box(layout.paper.width - place.right, place.y, place.width, place.height)
            label = other.part(0.2, 0.4, 0.6, 0.2)
            behind += [Shape(Figure.RECTANGLE, other, "back"), Shape(Figure.PATCH, label)]
            behind.append(Text(back, label, "card_name"))
        marks = cut_marks(places[: len(some)])
        number = start // len(places)
        for side, items in (("", [*front, *marks]), (" (backs)", behind)):
            depth = 0 if number == 0 and not side else -1
            sheets.append(layout.sheet(layout.paper, items, title=title + side, depth=depth))
    return sheets


def formation_cards(charts: Charts, layout: Layout) -> list[Sheet]:
    """The six formation selection cards of the defense (R3.3)."""
    kinds = {"RUSH": "run", "PASS": "pass", "BLITZ": "blitz"}
    cards = [
        _Card(each["letter"], each["name"], each["personnel"], kinds.get(each["name"].split()[0], "any"))
        for each in (formation_names()[name] for name in columns.FORMATIONS)
    ]
    return _card_sheets(layout, "Formation cards", "DEFENSE", cards)


def play_cards(charts: Charts, layout: Layout) -> list[Sheet]:
    """A card for each play, and for punt, field goal and kneel."""
    kinds = {play: "run" if play in columns.RUNS else "pass" for play in columns.PLAYS}
    plays = [_Card(play[:1], play[2:], kind, kind) for play, kind in kinds.items()]
    kicks = [_Card(**call, kind="kick") for call in words()["cards"]["calls"]]
    return _card_sheets(layout, "Play cards", "OFFENSE", plays + kicks)


def field_strip(charts: Charts, layout: Layout) -> list[Sheet]:
    """The field in two halves to cut out and tape together, with a line for every yard."""
    paper = layout.landscape
    body = layout.body(paper)
    tall = body.height * 0.42
    strip = Box(body.x + 6, body.y + 6, body.width - 12, tall - 12)
    note = Box(body.x, body.y + tall, body.width, body.height - 2 * tall)
    items = [
        *_half_field(strip, left=True),
        *_half_field(replace(strip, y=body.y + body.height - tall + 6), left=False),
        Text("Cut out both halves and tape them together at the 50.", note, "note"),
    ]
    return [layout.sheet(paper, items, title="Field", heading=("Field", "", GAME))]


def _half_field(strip: Box, *, left: bool) -> list[Item]:
    yard = strip.width / 60
    zone = Box(strip.x if left else strip.right - 10 * yard, strip.y, 10 * yard, strip.height)
    items: list[Item] = [
        Shape(Figure.RECTANGLE, strip, "hash"),
        Shape(Figure.RECTANGLE, zone, "back"),
        Shape(Figure.PATCH, zone.part(0.35, 0.1, 0.3, 0.8)),
        Text("END ZONE", zone.part(0.35, 0.1, 0.3, 0.8), "card_name", turned=True),
    ]
    upper = Box(0, strip.y + strip.height * 0.14, 4 * yard, strip.height * 0.14)
    for line in range(1, 51):
        x = strip.x + (10 + line) * yard if left else strip.right - (10 + line) * yard
        if line % 10 == 0 and line < 50:
            # The line breaks where its number stands.
            pieces = [(0.0, 0.12), (0.30, 0.40), (0.88, 0.12)]
            label = replace(upper, x=x - 2 * yard)
            items += [
                Text(str(line), label, "card_name"),
                Text(str(line), replace(label, y=label.y + strip.height * 0.58), "card_name"),
            ]
        else:
            pieces = [(0.0, 1.0)] if line % 5 == 0 else [(0.0, 0.06), (0.47, 0.06), (0.94, 0.06)]
        for top, tall in pieces:
            items.append(Shape(Figure.LINE, Box(x, strip.y + top * strip.height, 0, tall * strip.height), "rule"))
    items.append(Text("50", replace(upper, x=strip.right - 5 * yard if left else strip.x + yard), "card_name"))
    return [*items, *cut_marks([strip])]


def sticker_sheet(charts: Charts, layout: Layout) -> list[Sheet]:
    """Faces for the five special dice, to stick on blank ones (R1.1, R1.3); three sets."""
    side = _STICKER_CM * POINTS_PER_CM
    body = layout.body(layout.paper)
    rows = tuple(
        (Cell(die.name, "label"), *(Cell(str(face), f"die_{die.name}") for face in die.faces)) for die in _DICE
    )
    items: list[Item] = []
    step = side * len(_DICE) + 18
    for number in range(3):
        grid = Grid("stickers", f"Dice stickers, set {number + 1}", (1.6, *[1.0] * 6), (1.0,) * len(_DICE), rows, 0)
        items.append(Placed(grid, Box(body.x, body.y + 4 + number * step, side * 7.6, side * len(_DICE))))
    below = Box(body.x, body.y + 4 + 3 * step, body.width, 24)
    about = (
        f"Each face is {10 * _STICKER_CM:.0f} mm square, for blank dice of 16 mm. Print at 100 percent, on labels."
    )
    items.append(Text(about, below, "text"))
    return [layout.sheet(layout.paper, items, title="Dice stickers", heading=("Dice stickers", "", GAME))]


def plain_dice_sheet(charts: Charts, layout: Layout) -> list[Sheet]:
    """How to play with ordinary six-sided dice: what each face counts (R1)."""
    told = words()["plain_dice"]
    special: list[list[Cell | str]] = [[Cell(die.name, "read_bold"), *map(str, die.faces)] for die in _DICE]
    ten: list[list[Cell | str]] = [
        [Cell("odd (1, 3, 5)", "read_bold"), *map(str, range(5)), "again"],
        [Cell("even (2, 4, 6)", "read_bold"), *map(str, range(5, 10)), "again"],
    ]
    blocks: list[Block] = [
        Words(told["how"]),
        read_table("d6", special, "read_centre"),
        Words(told["totals"]),
        Words(told["ten"]),
        read_table("d10", ten, "read_centre"),
    ]
    return reading_sheets(layout, "Play with ordinary dice", blocks)


#: R3.10: usage boxes in a row; 6-SHORT has two rows.
BOXES = 22
_LONG_PLAY = "6-SHORT"
_BOX_SECONDS = 10
_MOST_AUDIBLES = 3
_TIMEOUTS = 3


def visitor_audibles(start: int, home: TeamChart | None, visitor: TeamChart) -> int:
    """R28.16: home field takes audibles from the visitors, and their road adjustment gives some back."""
    advantage = home.supplement.home_field_advantage if home and home.supplement else 0
    adjustment = visitor.supplement.road_adjustment if visitor.supplement else 0
    return min(_MOST_AUDIBLES, max(0, start - advantage + adjustment))


def _name(chart: TeamChart | None, role: str) -> str:
    return f"{chart.season} {chart.team.city} {chart.team.name}" if chart else f"{role} ________________"


def score_grid(home: TeamChart | None, visitor: TeamChart | None) -> Grid:
    """Score by quarter."""
    head: Row = tuple(Cell(text, "heading") for text in ("SCORE", "1", "2", "3", "4", "OT", "FINAL"))
    rows = [
        (Cell(_name(chart, role), "label"), *(Cell("", "box") for _ in range(6)))
        for chart, role in ((visitor, "Visitors"), (home, "Home"))
    ]
    return Grid("score", "Score by quarter", (3.4, 1, 1, 1, 1, 1, 1.3), (0.7, 1, 1), (head, *rows))


def allowance_grid(home: TeamChart | None, visitor: TeamChart | None) -> Grid:
    """Timeouts a half, audibles and the no-huddle quota of each team."""
    head = spanned(
        Cell("TIMEOUTS", "heading", across=2 * _TIMEOUTS),
        Cell("AUDIBLES", "heading", across=2),
        Cell("NO", "heading"),
    )
    names = spanned(
        Cell("1st half", "group", across=_TIMEOUTS),
        Cell("2nd half", "group", across=_TIMEOUTS),
        Cell("off.", "group"),
        Cell("def.", "group"),
        Cell("huddle", "group"),
    )
    rows: list[Row] = []
    for chart, away in ((visitor, True), (home, False)):
        sheet = chart.supplement if chart else None
        figures = ["", "", ""]
        if chart is not None and sheet is not None:
            audibles = [sheet.offense_audibles, sheet.defense_audibles]
            if away:
                audibles = [visitor_audibles(start, home, chart) for start in audibles]
            figures = [*map(str, audibles), str(sheet.no_huddle_quota)]
        rows.append((*(Cell("", "box") for _ in range(2 * _TIMEOUTS)), *(Cell(text, "value") for text in figures)))
    return Grid(
        "allowance",
        "Timeouts, audibles, no huddle",
        (*[1.0] * 6, 1.6, 1.6, 2),
        (0.5, 0.5, 1, 1),
        (head, names, *rows),
        2,
    )


def clock_grid() -> Grid:
    """A box for every ten seconds of a quarter; overtime uses those of the first again (R30.1)."""
    minutes = rule_table("timing")["period_seconds"] // 60
    each = 60 // _BOX_SECONDS
    head = spanned(
        Cell("CLOCK", "heading"), *(Cell(f"{minute}:00", "group", across=each) for minute in range(minutes, 0, -1))
    )
    rows = [
        (
            Cell(label, "dice"),
            *(Cell("", "box_dark" if (n // each) % 2 else "box") for n in range(minutes * each)),
        )
        for label in ("1 (OT)", "2", "3", "4")
    ]
    return Grid(
        "clock", "Clock, ten seconds a box", (6.0, *[1.0] * minutes * each), (0.6, 1, 1, 1, 1), (head, *rows)
    )


def usage_grid(chart: TeamChart | None, role: str, color: str = "") -> Grid:
    """Boxes to cross off play by play; the ring is the quota (R26.1), and a play has as many rows as it needs."""
    calls = chart.supplement.play_calls if chart and chart.supplement else {}
    rows: list[Row] = [
        spanned(Cell(f"PLAYS CALLED: {_name(chart, role)}", "heading", across=BOXES + 1, accent=color))
    ]
    for play in columns.PLAYS:
        quota = calls[play].quota if play in calls else 0
        lines = max(2 if play == _LONG_PLAY else 1, math.ceil(quota / BOXES))
        label = f"{play} ({quota})" if quota else play
        for line in range(lines):
            first: Cell | None = Cell(label, "label", down=lines) if line == 0 else None
            numbers = range(line * BOXES + 1, (line + 1) * BOXES + 1)
            rows.append((first, *(Cell(str(n), "box", ring=n == quota) for n in numbers)))
    return Grid(
        f"usage {role}", f"Plays called, {role.lower()}", (6.8, *[1.0] * BOXES), (1.0,) * len(rows), tuple(rows)
    )


def scorecard(charts: Charts, layout: Layout) -> list[Sheet]:
    """Home team first, visitors second, of the charts of the job; with none named the card is blank."""
    teams = charts.teams[:2] if len(charts.teams) <= 2 else ()
    home, visitor = (*teams, None, None)[:2]
    colors = [*(charts.season_of(chart).color for chart in teams), "", ""]
    paper = layout.landscape
    body = layout.body(paper)
    items: list[Item] = [
        Placed(score_grid(home, visitor), body.part(0, 0, 0.56, 0.155)),
        Placed(allowance_grid(home, visitor), body.part(0.575, 0, 0.425, 0.155)),
        Placed(clock_grid(), body.part(0, 0.18, 1, 0.25)),
        Placed(usage_grid(visitor, "Visitors", colors[1]), body.part(0, 0.455, 0.493, 0.545)),
        Placed(usage_grid(home, "Home", colors[0]), body.part(0.507, 0.455, 0.493, 0.545)),
    ]
    about = ("Scorecard", *(chart.team.code for chart in teams))
    return [layout.sheet(paper, items, title="Scorecard", about=about, heading=("Scorecard", "", GAME))]


#: What each piece of gear is and who makes it.
GEAR: Mapping[str, tuple[str, SheetMaker]] = {
    "scorecard": ("scorecard; with two teams their quotas are circled (home first)", scorecard),
    "field": ("a field to cut out", field_strip),
    "formations": ("formation selection cards with backs", formation_cards),
    "plays": ("play cards with backs", play_cards),
    "stickers": ("stickers for blank dice", sticker_sheet),
    "d6": ("a table to play with ordinary dice", plain_dice_sheet),
}
#: Fronts and backs in turn: they begin on the front of a leaf.
WITH_BACKS = frozenset({"formations", "plays"})
