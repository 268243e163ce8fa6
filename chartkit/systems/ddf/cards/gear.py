"""Things to cut out: formation and play cards with backs, a field, stickers for dice; a table for plain dice."""

from __future__ import annotations

from collections.abc import Sequence

from chartkit.paper.box import POINTS_PER_CM, Box
from chartkit.paper.flow import Block, Words
from chartkit.paper.furniture import cut_marks
from chartkit.paper.grid import Cell, Grid, Row, table
from chartkit.paper.sheet import Figure, Item, Placed, Shape, Sheet, Text
from chartkit.systems.ddf import columns, dice
from chartkit.systems.ddf.cards.cells import formation_names
from chartkit.systems.ddf.cards.layout import Layout
from chartkit.systems.ddf.cards.reference import GAME, reading_sheets
from chartkit.systems.ddf.cards.source import Charts

#: A playing card lying down, in points: 3.5 by 2.5 inches.
CARD_WIDTH, CARD_HEIGHT, ACROSS, DOWN = 252.0, 180.0, 2, 3
_STICKER_CM = 1.4
#: What an offense can call besides plays 1-9 (R6.1).
_OTHER_CALLS = (
    ("P", "PUNT", ""),
    ("FG", "FIELD GOAL", ""),
    ("K", "KNEEL", "or spike, or intentional safety: say which"),
)
_DICE = (*dice.OFFENSIVE.dice, *dice.DEFENSIVE.dice)


def _places(layout: Layout) -> list[Box]:
    """Six cards in the middle of an upright sheet, so that backs meet fronts whichever way it is turned."""
    paper = layout.paper
    gap = 10.0
    left = (paper.width - ACROSS * CARD_WIDTH - gap) / 2
    top = (paper.height - DOWN * CARD_HEIGHT - 2 * gap) / 2
    return [
        Box(left + c * (CARD_WIDTH + gap), top + r * (CARD_HEIGHT + gap), CARD_WIDTH, CARD_HEIGHT)
        for r in range(DOWN)
        for c in range(ACROSS)
    ]


def _front(box: Box, mark: str, name: str, note: str) -> list[Item]:
    rows: tuple[Row, ...] = ((Cell(mark, "banner"),), (Cell(name, "card_name"),), (Cell(note, "card_note"),))
    grid = Grid(name, f"{mark} {name}", (1.0,), (2.4, 1.0, 0.8), rows, heading_rows=0, lines=False)
    return [Shape(Figure.RECTANGLE, box, "hash"), Placed(grid, box.inset(8))]


def _card_sheets(
    layout: Layout, kind: str, title: str, back: str, cards: Sequence[tuple[str, str, str]]
) -> list[Sheet]:
    """Six cards a side, each sheet followed by its backs."""
    places = _places(layout)
    sheets = []
    for start in range(0, len(cards), len(places)):
        some = cards[start : start + len(places)]
        front: list[Item] = []
        behind: list[Item] = []
        for place, (mark, name, note) in zip(places, some, strict=False):
            front += _front(place, mark, name, note)
            # Seen from behind, the columns change sides.
            other = Box(layout.paper.width - place.right, place.y, place.width, place.height)
            label = other.part(0.2, 0.4, 0.6, 0.2)
            behind += [Shape(Figure.RECTANGLE, other, "back"), Shape(Figure.PATCH, label)]
            behind.append(Text(back, label, "card_name"))
        marks = cut_marks(places[: len(some)])
        number = start // len(places)
        for side, items in (("", [*front, *marks]), (" (backs)", behind)):
            sheets.append(
                layout.sheet(
                    layout.paper,
                    items,
                    title=title + side,
                    tag=layout.tag(kind, "backs" if side else "fronts"),
                    depth=0 if number == 0 and not side else -1,
                )
            )
    return sheets


def formation_cards(charts: Charts, layout: Layout) -> list[Sheet]:
    """The six formation selection cards of the defense (R3.3)."""
    names = [formation_names()[formation] for formation in columns.FORMATIONS]
    cards = [(entry["letter"], entry["name"], entry["personnel"]) for entry in names]
    return _card_sheets(layout, "formations", "Formation cards", "DEFENSE", cards)


def play_cards(charts: Charts, layout: Layout) -> list[Sheet]:
    """A card for each play, and for punt, field goal and kneel."""
    cards = [
        (number, name, "run" if play in columns.RUNS else "pass")
        for play, (number, _, name) in ((play, play.partition("-")) for play in columns.PLAYS)
    ]
    cards += _OTHER_CALLS
    return _card_sheets(layout, "plays", "Play cards", "OFFENSE", cards)


def field_strip(charts: Charts, layout: Layout) -> list[Sheet]:
    """The field in two halves to cut out and tape together, with a line for every yard."""
    paper = layout.landscape
    body = layout.body(paper)
    items: list[Item] = []
    tall = body.height * 0.42
    for half, top in ((0, body.y), (1, body.y + body.height - tall)):
        items += _half_field(Box(body.x + 6, top + 6, body.width - 12, tall - 12), left=half == 0)
    note = Box(body.x, body.y + tall, body.width, body.height - 2 * tall)
    items.append(Text("Cut out both halves and tape them together at the 50.", note, "note"))
    return [layout.sheet(paper, items, title="Field", tag=layout.tag("field"), heading=("Field", "", GAME))]


def _half_field(strip: Box, *, left: bool) -> list[Item]:
    yard = strip.width / 60
    zone = Box(strip.x if left else strip.right - 10 * yard, strip.y, 10 * yard, strip.height)
    items: list[Item] = [
        Shape(Figure.RECTANGLE, strip, "hash"),
        Shape(Figure.RECTANGLE, zone, "back"),
        Shape(Figure.PATCH, zone.part(0.35, 0.1, 0.3, 0.8)),
        Text("END ZONE", zone.part(0.35, 0.1, 0.3, 0.8), "card_name", turned=True),
    ]
    for line in range(1, 51):
        x = strip.x + (10 + line) * yard if left else strip.right - (10 + line) * yard
        if line % 10 == 0 and line < 50:
            # The line breaks where its number stands.
            for top, tall in ((0.0, 0.12), (0.30, 0.40), (0.88, 0.12)):
                items.append(
                    Shape(Figure.LINE, Box(x, strip.y + top * strip.height, 0, tall * strip.height), "rule")
                )
            label = Box(x - 2 * yard, strip.y + strip.height * 0.14, 4 * yard, strip.height * 0.14)
            items += [
                Text(str(line), label, "card_name"),
                Text(str(line), label.beside(0, strip.height * 0.58), "card_name"),
            ]
        elif line % 5 == 0:
            items.append(Shape(Figure.LINE, Box(x, strip.y, 0, strip.height), "rule"))
        else:
            for y in (strip.y, strip.y + strip.height * 0.47, strip.bottom - strip.height * 0.06):
                items.append(Shape(Figure.LINE, Box(x, y, 0, strip.height * 0.06), "rule"))
    mid = Box(
        strip.right - 5 * yard if left else strip.x + yard,
        strip.y + strip.height * 0.14,
        4 * yard,
        strip.height * 0.14,
    )
    items.append(Text("50", mid, "card_name"))
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
    return [
        layout.sheet(
            layout.paper,
            items,
            title="Dice stickers",
            tag=layout.tag("stickers"),
            heading=("Dice stickers", "", GAME),
        )
    ]


def plain_dice_sheet(charts: Charts, layout: Layout) -> list[Sheet]:
    """How to play with ordinary six-sided dice: what each face counts (R1)."""
    rows: list[list[Cell | str]] = [
        [Cell(die.name, "read_bold"), *(str(face) for face in die.faces)] for die in _DICE
    ]
    special = table(
        "d6",
        "Special dice from ordinary ones",
        ("DIE", *(f"ROLL {n}" for n in range(1, 7))),
        rows,
        (1.4, *[1.0] * 6),
        look="read_centre",
        heading_look="read_heading",
    )
    ten = table(
        "d10",
        "The d10 from two ordinary dice",
        ("FIRST DIE", *(f"SECOND {n}" for n in range(1, 6)), "SECOND 6"),
        [
            [Cell("odd (1, 3, 5)", "read_bold"), *(str(n) for n in range(5)), "again"],
            [Cell("even (2, 4, 6)", "read_bold"), *(str(n) for n in range(5, 10)), "again"],
        ],
        (1.4, *[1.0] * 6),
        look="read_centre",
        heading_look="read_heading",
    )
    blocks: list[Block] = [
        Words(
            "Take five ordinary dice of different colours and call them black, white, yellow, red and green. "
            "Read each roll in this table; the totals come out exactly as with the special dice."
        ),
        special,
        Words("Offense: 10 x black + white + yellow, 10 to 39. Defense: red + green, 1 to 5."),
        Words("The ten-sided die: roll one die, then another; a 6 of the second is rolled again."),
        ten,
    ]
    return reading_sheets(layout, "d6", "Play with ordinary dice", blocks)
