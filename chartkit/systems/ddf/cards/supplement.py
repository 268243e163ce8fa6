"""The grids of the supplement sheet: the 30-row charts (R3.6) and the figures below them (R3.7)."""

from __future__ import annotations

from collections.abc import Mapping

from chartkit.paper import Cell, Grid, Row
from chartkit.systems.ddf.cards.cells import (
    NOTHING,
    ON_DICE,
    TOTALS,
    by_tens,
    column_cells,
    dice_cells,
    heading,
    marks_cells,
    printed_totals,
    spanned,
)
from chartkit.systems.ddf.charts import BLANK, Column, Kind, Marks, Supplement, TeamChart, columns

Weights = Mapping[str, float]
#: The offense's cancellation charts: field of the supplement, symbol, heading (R28.1, R28.11, R28.12).
CANCELLATION = (
    ("qb_great_protection", Kind.CANCEL_TRAP, "QT"),
    ("qb_good_decision", Kind.CANCEL_INTERCEPTION, "INT"),
    ("ball_protection", Kind.CANCEL_FUMBLE, "F"),
)
NO_CHART = "no chart"
#: The figures of R3.7: field of the supplement and label, in the order of the published sheets.
FIGURES = (
    ("pass_percent", "Pass %"),
    ("home_field_advantage", "Home Field Advantage"),
    ("road_adjustment", "Road Adj."),
    ("offense_audibles", "Offense Audibles"),
    ("defense_audibles", "Defense Audibles"),
    ("no_huddle_quota", "No Huddle Quota"),
    ("muffed_snap_percent", "Muffed Snap %"),
    ("muffed_snap_rating", "Muffed Snap Rating"),
)


def bold_rows(chart: TeamChart) -> str:
    """The totals whose 6-SHORT gain is bold, as the heading of Short Pass Big Play lists them (R3.6)."""
    bold = [total for total, result in chart.offense.columns["6-SHORT"].items() if result.bold]
    return printed_totals(bold)


def supplement_grid(chart: TeamChart, supplement: Supplement, widths: Weights, heights: Weights) -> Grid:
    """The 30-row charts of R3.6 side by side, in the order of the published sheets."""
    big_play, sack = supplement.short_pass_big_play, supplement.sack_rate
    blank = Column(TOTALS[0], (BLANK,) * len(TOTALS))
    body = [
        dice_cells(TOTALS),
        column_cells(big_play or blank, "supplement.short_pass_big_play"),
        *(
            marks_cells(Marks(kind, getattr(supplement, field)), f"supplement.{field}")
            for field, kind, _ in CANCELLATION
        ),
        [
            Cell(cell.text, cell.look, cell.key, across=2)
            for cell in marks_cells(sack.marks if sack else Marks(), "supplement.sack_rate")
        ],
        marks_cells(supplement.fumble_recovery, "supplement.fumble_recovery"),
        *(
            marks_cells(supplement.penalty_influence[foul], f"supplement.penalty_influence.{foul}")
            for foul in columns.PENALTY_INFLUENCE
        ),
        *(
            _line_cells(supplement.line_of_scrimmage[foul], f"supplement.line_of_scrimmage.{foul}")
            for foul in columns.LINE_OF_SCRIMMAGE
        ),
    ]
    sack_place = 2 + len(CANCELLATION)
    rows, tall = by_tens(body, heights["tens"])
    rows = [(*row[: sack_place + 1], None, *row[sack_place + 1 :]) for row in rows]
    groups = spanned(
        Cell(ON_DICE, "heading", down=2),
        Cell("SHORT PASS\nBIG PLAY", "heading"),
        Cell("CANCELLATION", "heading", across=len(CANCELLATION)),
        Cell("DEF. SACK\nRATE", "heading", across=2),
        Cell("DEF. FUMBLE\nRECOVERY", "heading"),
        Cell("DEFENSE PENALTY\nINFLUENCE", "heading", across=len(columns.PENALTY_INFLUENCE)),
        Cell("LINE OF SCRIMMAGE\nPENALTY CHECK", "heading", across=len(columns.LINE_OF_SCRIMMAGE)),
    )
    bold = NO_CHART if big_play is None else f"bold {bold_rows(chart)}"
    names: Row = (
        None,
        Cell(bold, "group", "supplement.short_pass_big_play"),
        *(Cell(name, "group") for _, _, name in CANCELLATION),
        Cell(f"SCK\n{sack.sack_yards if sack else NOTHING}", "group", "supplement.sack_rate.sack_yards"),
        Cell(
            f"QR\n{_signed(sack.scramble_yards) if sack else NOTHING}",
            "group",
            "supplement.sack_rate.scramble_yards",
        ),
        Cell("G / NG", "group"),
        *(Cell(foul, "group") for foul in columns.PENALTY_INFLUENCE),
        *(Cell(foul, "group") for foul in columns.LINE_OF_SCRIMMAGE),
    )
    return Grid(
        "supplement",
        "Supplement",
        (
            widths["dice"],
            widths["big_play"],
            *[widths["cancel"]] * len(CANCELLATION),
            *[widths["sack"] / 2] * 2,
            widths["fumble"],
            *[widths["influence"]] * len(columns.PENALTY_INFLUENCE),
            *[widths["line"]] * len(columns.LINE_OF_SCRIMMAGE),
        ),
        (heights["group"] * 2, heights["heading"], *tall),
        (groups, names, *rows),
        heading_rows=2,
    )


def _line_cells(post: frozenset[int], key: str) -> list[Cell]:
    """`Pre` and `Post` (R28.4): both are yellow by the guide, `Post` bold, so that the rare one is seen."""
    return [
        Cell(str(Kind.POST if total in post else Kind.PRE), "yellow", f"{key}.{total}", bold=total in post)
        for total in TOTALS
    ]


def _signed(yards: int) -> str:
    return f"+{yards}" if yards > 0 else str(yards)


def calls_grid(supplement: Supplement) -> Grid:
    """Play Call Distribution (totals, quota) and the Solitaire Charts (R3.7)."""

    def figures(plays: tuple[str, ...], group: str) -> list[list[Cell]]:
        calls = supplement.play_calls
        known = [calls[play].calls for play in plays if play in calls]
        solitaire = {play: f"{a}-{b}" if a != b else str(a) for play, (a, b) in supplement.solitaire.items()}
        return [
            [
                *(
                    _figure(calls[p].calls if p in calls else None, f"supplement.play_calls.{p}.calls")
                    for p in plays
                ),
                Cell(str(sum(known)) if known else NOTHING, "value"),
            ],
            [
                *(
                    _figure(calls[p].quota if p in calls else None, f"supplement.play_calls.{p}.quota")
                    for p in plays
                ),
                Cell("", "figure"),
            ],
            [
                *(_figure(solitaire.get(play), f"supplement.solitaire.{group}.{play}") for play in plays),
                Cell("", "figure"),
            ],
        ]

    runs, passes = figures(columns.RUNS, "run"), figures(columns.PASSES, "pass")
    labels = ("Season calls", "Quota a game", "Solitaire")
    head: Row = (
        Cell("PLAY CALLS", "heading"),
        *(Cell(heading(play), "heading") for play in columns.RUNS),
        Cell("ALL\nRUNS", "heading"),
        *(Cell(heading(play), "heading") for play in columns.PASSES),
        Cell("ALL\nPASSES", "heading"),
    )
    rows: list[Row] = [
        (Cell(label, "label"), *run, *throw) for label, run, throw in zip(labels, runs, passes, strict=True)
    ]
    return Grid("calls", "Play Call Distribution", (1.7, *[1.0] * 11), (1.7, 1.0, 1.0, 1.0), (head, *rows))


def _figure(value: object, key: str) -> Cell:
    return Cell(NOTHING if value is None else str(value), "figure", key)


def scalars_grid(supplement: Supplement) -> Grid:
    """Pass/Rush Ratio, home field, Road Adj., audibles, No Huddle Quota, Muffed Snap and Rating (R3.7)."""
    cells = [
        (Cell(label, "label"), Cell(str(_value(supplement, field)), "value", f"supplement.{field}"))
        for field, label in FIGURES
    ]
    percent = supplement.pass_percent
    rush = NOTHING if percent is None else str(100 - percent)
    cells.insert(1, (Cell("Rush %", "label"), Cell(rush, "value")))
    half = (len(cells) + 1) // 2
    rows: list[Row] = [
        spanned(Cell("RATIO, HOME FIELD, AUDIBLES, NO HUDDLE, MUFFED SNAP", "heading", across=4)),
        *((*left, *right) for left, right in zip(cells[:half], [*cells[half:], (None, None)], strict=True)),
    ]
    return Grid("scalars", "Ratings", (2.4, 0.8, 2.4, 0.8), (1.0,) * len(rows), tuple(rows))


def _value(supplement: Supplement, field: str) -> object:
    value = getattr(supplement, field)
    return NOTHING if value is None else value
