"""Reference sheets, table gear and the set book say what the rules and the charts say."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from support.cards import PAPERS, STYLES, letters
from support.charts import random_chart, random_season

from chartkit.football.teams import ScheduledGame
from chartkit.paper import (
    POINTS_PER_CM,
    Cell,
    Document,
    Figure,
    Grid,
    Placed,
    Shape,
    Sheet,
    Text,
    draw_pdf,
    html_page,
    text_page,
)
from chartkit.systems.base import Print, PrintJob
from chartkit.systems.ddf.cards.gear import (
    GEAR,
    formation_cards,
    play_cards,
    scorecard,
    sticker_sheet,
    visitor_audibles,
)
from chartkit.systems.ddf.cards.job import Charts, load_layout, printed_totals
from chartkit.systems.ddf.cards.printer import PROOF, SHEETS, DdfCards
from chartkit.systems.ddf.cards.reference import (
    REFERENCE,
    dice_sheet,
    figures,
    priority_sheet,
    rule_table,
    season_sheet,
    squeeze_sheet,
    timing_sheet,
    words,
)
from chartkit.systems.ddf.charts import (
    HouseTables,
    Squeeze,
    TeamName,
    columns,
    dice,
    legal_forms,
    parse,
    season_to_text,
    team_to_text,
)
from chartkit.systems.ddf.rules.priority_chart import standard_priority

CHARTS = Charts((random_chart(1, code="HOM"), random_chart(2, code="VIS")), random_season(3, ("HOM", "VIS")))
LAYOUT = load_layout("classic", "letter")


def grids(sheets: list[Sheet]) -> list[Grid]:
    return [item.grid for sheet in sheets for item in sheet.items if isinstance(item, Placed)]


def texts(sheets: list[Sheet]) -> list[str]:
    return [piece.text for sheet in sheets for piece, _ in sheet.texts()]


@pytest.fixture
def build(tmp_path: Path) -> Path:
    (tmp_path / "charts").mkdir()
    for chart in CHARTS.teams:
        (tmp_path / "charts" / f"{chart.team.code}.json").write_text(team_to_text(chart), "utf-8")
    assert CHARTS.season is not None
    (tmp_path / "season.json").write_text(season_to_text(CHARTS.season), "utf-8")
    return tmp_path


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("style", STYLES)
def test_every_sheet_is_drawn_and_reads_back_in_every_style_and_paper(style: str, paper: str, build: Path) -> None:
    printer = DdfCards()
    [made] = printer.compose(PrintJob(build, what=("reference", "gear"), style=style, paper=paper, marks=True))
    data = draw_pdf(made.document, made.style)
    assert printer.check(made, data) == []
    for page, sheet in enumerate(made.document.sheets):
        for letter, size, left, top, right, bottom in letters(data, page):
            assert min(left, top, sheet.width - right, sheet.height - bottom) >= 27, f"{sheet.title}: {letter}"
            assert size >= 6, f"{sheet.title}: {letter} at {size} points"


def test_the_priority_chart_prints_every_outcome() -> None:
    chart, key = grids(priority_sheet(CHARTS, LAYOUT))
    printed = [cell.text for row in chart.rows[2:] for cell in row[1:] if cell]
    assert printed == [str(code).replace("_", " ") for code in standard_priority().outcomes.values()]
    told = {cell.text for row in key.rows[1:] for cell in row if cell}
    assert set(printed) <= told


def test_the_legend_explains_every_form_that_is_legal_anywhere() -> None:
    sections = rule_table("legal_results")["columns"]
    legal = {form for place in sections for form in legal_forms(*place.split(".", 1))}
    told = {parse(entry["cell"]).form for entry in words()["legend"]}
    # One line speaks for a family: OFF 5, 10 and 15; starred and bold; the cancels.
    families = {
        "OFF 5": "OFF 10", "OFF 15": "OFF 10", "DEF 5": "DEF 5X", "DEF 15": "DEF 5X", "gain*!": "gain!",
        "loss*": "gain*", "XDEF 5X": "XDEF 5", "XDEF 15": "XDEF 5", "XPI": "XDEF 5", "XINT": "XQT", "XF": "XQT",
    }  # fmt: skip
    assert {families.get(form, form) for form in legal} <= told


def test_the_timing_chart_has_the_rows_of_the_rules() -> None:
    [grid] = grids(timing_sheet(CHARTS, LAYOUT))
    printed = {row[0].text: int(row[1].text) for row in grid.rows[1:] if row[0] and row[1]}
    assert printed == {words()["timing"][row["row"]]: row["seconds"] for row in rule_table("timing")["rows"]}


def test_the_dice_sheet_adds_up() -> None:
    offense, defense = grids(dice_sheet(CHARTS, LAYOUT))
    for grid, dice_set in ((offense, dice.OFFENSIVE), (defense, dice.DEFENSIVE)):
        ways = {int(row[0].text): int(row[1].text) for row in grid.rows[1:] if row[0] and row[1]}
        assert ways == dict(dice_set.ways)


def test_the_season_sheets_show_the_season() -> None:
    generic = CHARTS.generic
    assert generic.squib_kick_return is not None
    sheets = season_sheet(CHARTS, LAYOUT)
    keyed = {piece.key: piece.text for sheet in sheets for piece, _ in sheet.texts() if piece.key}
    for total, result in generic.squib_kick_return.items():
        assert keyed[f"generic.squib_kick_return.{total}"] == ("" if str(result) == "0" else str(result))
    assert printed_totals(generic.holding) in texts(sheets)
    assert printed_totals(generic.between_downs_defense) in texts(sheets)
    squeezed = texts(squeeze_sheet(CHARTS, LAYOUT))
    for row in generic.squeeze:
        assert ", ".join(row.calls) in squeezed


def test_the_squeeze_sheet_has_no_line_that_changes_nothing() -> None:
    runs, passes = ("1-LINE PLUNGE", "2-OFF TACKLE"), ("6-SHORT", "9-SIDELINE")
    squeeze = (
        Squeeze(2, runs, 0),
        Squeeze(5, passes, 0),
        Squeeze(10, passes, 1),
        Squeeze(20, passes, 0),
        Squeeze(20, runs, 0),
    )
    house = HouseTables(
        safety=frozenset(), quick_plays=0, comeback=(frozenset(), frozenset({1})), try_fails=frozenset({10})
    )
    assert CHARTS.season is not None
    generic = replace(CHARTS.generic, squeeze=squeeze, house=house)
    charts = replace(CHARTS, season=replace(CHARTS.season, generic=generic))
    table, rules = grids(squeeze_sheet(charts, LAYOUT))[:2]
    shown = [tuple(cell.text for cell in row if cell) for row in table.rows[1:]]
    # What a wider row takes off is given back by the row inside.
    assert shown == [("10", ", ".join(passes), "less 1", "–"), ("5", ", ".join(passes), "as rolled", "–")]
    assert [row[1].text for row in rules.rows[1:] if row[1]] == ["none", "1-8: none; 9+: 1", "10"]


def test_texts_of_rules_name_the_figures_of_the_season() -> None:
    assert figures(2017)["kickoff_touchback"] == 25
    assert figures(2015)["kickoff_touchback"] == 20
    assert figures(2025)["kickoff_touchback"] == 35
    assert "in front of the 20" in str(figures(2024)["landing_zone_rule"])
    assert (figures(2023)["landing_zone_rule"], figures(2023)["onside_rule"]) == ("", "")
    assert figures(2024)["onside_rule"] == " Only for a team that is behind in the fourth quarter."
    assert "Overtime: 10 minutes, each team gets the ball once" in str(figures(2025)["overtime_rule"])
    assert figures(2005)["kickoff_line"] == 30


def test_the_scorecard_circles_the_quotas_of_both_teams() -> None:
    both = scorecard(CHARTS, LAYOUT)
    for chart, role in zip(CHARTS.teams, ("Home", "Visitors"), strict=True):
        assert chart.supplement is not None
        grid = next(grid for grid in grids(both) if grid.name == f"usage {role}")
        rings: dict[str, int] = {}
        play = ""
        for row in grid.rows[1:]:
            play = row[0].text.rpartition(" (")[0] if row[0] else play
            for cell in row[1:]:
                if cell and cell.ring:
                    rings[play] = int(cell.text)
        quotas = {name: calls.quota for name, calls in chart.supplement.play_calls.items()}
        assert rings == {name: quota for name, quota in quotas.items() if quota}
        boxes = [cell for row in grid.rows[1:] for cell in row[1:] if cell]
        assert len(boxes) == 22 * sum(
            max(1 + (name == "6-SHORT"), -(-quota // 22)) for name, quota in quotas.items()
        )
    clock = next(grid for grid in grids(both) if grid.name == "clock")
    assert [len(row) - 1 for row in clock.rows[1:]] == [90] * 4


def test_the_scorecard_holds_quotas_of_any_size() -> None:
    home, visitor = CHARTS.teams
    assert home.supplement is not None
    plays = home.supplement.play_calls.items()
    calls = {name: replace(call, quota=22 + 5 * place) for place, (name, call) in enumerate(plays)}
    home = replace(home, supplement=replace(home.supplement, play_calls=calls))
    sheets = scorecard(Charts((home, visitor)), LAYOUT)
    usage = next(grid for grid in grids(sheets) if grid.name == "usage Home")
    rings = {cell.text for row in usage.rows for cell in row if cell and cell.ring}
    assert rings == {str(call.quota) for call in calls.values()}
    draw_pdf(Document("Scorecard", tuple(sheets)), LAYOUT.style)


def test_fronts_begin_a_leaf_and_backs_are_behind_them(build: Path) -> None:
    for duplex in (False, True):
        what = ("scorecard", "formations", "d6", "plays")
        [made] = DdfCards().compose(PrintJob(build, what=what, duplex=duplex))
        titles = [sheet.title for sheet in made.document.sheets]
        for title in ("Formation cards", "Play cards"):
            places = [place for place, found in enumerate(titles) if found == title]
            assert places and all(place % 2 == 0 for place in places)
            assert all(titles[place + 1] == f"{title} (backs)" for place in places)


def test_a_scorecard_without_two_teams_is_blank() -> None:
    cells = [
        cell for grid in grids(scorecard(Charts(CHARTS.teams * 2), LAYOUT)) for row in grid.rows for cell in row
    ]
    assert not any(cell.ring for cell in cells if cell)


@pytest.mark.parametrize(
    "start,advantage,adjustment,left", [(3, 2, 1, 2), (2, 2, 1, 1), (2, 3, 0, 0), (0, 0, 1, 1), (3, 0, 1, 3)]
)
def test_visiting_audibles_are_those_of_the_rules(start: int, advantage: int, adjustment: int, left: int) -> None:
    home, visitor = CHARTS.teams
    assert home.supplement and visitor.supplement
    home = replace(home, supplement=replace(home.supplement, home_field_advantage=advantage))
    visitor = replace(visitor, supplement=replace(visitor.supplement, road_adjustment=adjustment))
    assert visitor_audibles(start, home, visitor) == left


@pytest.mark.parametrize("paper", PAPERS)
def test_cards_have_backs_that_meet_their_fronts(paper: str) -> None:
    layout = load_layout("classic", paper)
    for make, count in ((formation_cards, 6), (play_cards, 12)):
        sheets = make(CHARTS, layout)
        fronts, backs = sheets[::2], sheets[1::2]
        assert len(fronts) == len(backs) == count // 6
        for front, back in zip(fronts, backs, strict=True):
            before = [i.box for i in front.items if isinstance(i, Shape) and i.figure is Figure.RECTANGLE]
            behind = [i.box for i in back.items if isinstance(i, Shape) and i.figure is Figure.RECTANGLE]
            assert len(before) == 6
            mirrored = {(round(front.width - box.right, 2), round(box.y, 2)) for box in before}
            assert {(round(box.x, 2), round(box.y, 2)) for box in behind} == mirrored
    named = " ".join(texts(play_cards(CHARTS, layout)))
    assert all(play.partition("-")[2] in named for play in columns.PLAYS)


def test_stickers_carry_the_faces_of_the_dice_at_their_size() -> None:
    [sheet] = sticker_sheet(CHARTS, LAYOUT)
    first = next(item for item in sheet.items if isinstance(item, Placed))
    for die, row in zip((*dice.OFFENSIVE.dice, *dice.DEFENSIVE.dice), first.grid.rows, strict=True):
        assert [cell.text for cell in row[1:] if cell] == [str(face) for face in die.faces]
    sides = {
        (round(b.width, 2), round(b.height, 2)) for c, b in first.grid.placed(first.box) if c.look[:3] == "die"
    }
    assert sides == {(round(1.4 * POINTS_PER_CM, 2),) * 2}


def test_the_book_has_cover_contents_bookmarks_divisions_and_the_round_trip(build: Path) -> None:
    check = {"what": "mean yards", "side": "offense", "number": 9, "within": 0.99, "needed": 0.95}
    check |= {"median_text": "0.031 yards", "worst_text": "0.098 yards"}
    team = {"team": "HOM", "side": "offense", "figures": {"yards per rush": {"real": 4.12, "chart": 4.13}}}
    report = {"format": "chartkit/compile-report@1", "checks": [check], "teams": [team]}
    (build / "report.json").write_text(json.dumps(report), "utf-8")
    printer = DdfCards()
    [made] = printer.compose(PrintJob(build, what=("book",), duplex=True))
    data = draw_pdf(made.document, made.style)
    assert printer.check(made, data) == []
    pdf = pypdfium2.PdfDocument(data)
    entries = [(entry.level, entry.get_title(), entry.get_dest().get_index()) for entry in pdf.get_toc()]
    pdf.close()
    titles = [title for _, title, _ in entries]
    assert titles[:5] == ["2017 team charts", "Contents", "EAST NORTH", "Anytown Antelopes", "2017 HOM Offense"]
    assert [level for level, _, _ in entries[:5]] == [0, 0, 0, 1, 2]
    assert titles[-1] == "Round trip"
    contents = next(sheet for sheet in made.document.sheets if sheet.title == "Contents")
    rows = next(item.grid.rows for item in contents.items if isinstance(item, Placed))[1:]
    pages = {row[1].text: int(row[2].text) for row in rows if row[1] and row[2]}
    sheets = made.document.sheets
    for title, page in pages.items():
        sheet = sheets[page - 1]
        assert title in (sheet.title, *sheet.above), f"page {page} should begin {title}"
        assert any(isinstance(i, Text) and i.text == f"page {page}" for i in sheet.items)
    assert {"mean yards", "0.098 yards", "99.0 %", "4.12 / 4.13"} <= set(texts(list(sheets)))


def test_the_parts_of_the_book_are_upright_or_landscape(build: Path) -> None:
    [made] = DdfCards().compose(PrintJob(build, what=("book",)))
    landscape = [sheet.width > sheet.height for sheet in made.document.sheets]
    front, teams = 2, 2 * 3
    assert landscape == [True] * (front + teams) + [False] * (len(landscape) - front - teams)


def test_the_cover_shows_every_team_in_its_colour(build: Path) -> None:
    assert CHARTS.season is not None
    league = replace(
        CHARTS.season, teams=(replace(CHARTS.season.teams[0], color="#103050"), *CHARTS.season.teams[1:])
    )
    (build / "season.json").write_text(season_to_text(league), "utf-8")
    [made] = DdfCards().compose(PrintJob(build, what=("book",)))
    shown = [
        (piece.text, piece.accent)
        for piece, _ in made.document.sheets[0].texts()
        if isinstance(piece, Cell) and piece.look == "cover_team"
    ]
    assert shown == [("Anytown Antelopes", "#103050"), ("Anytown Antelopes", "")]
    assert "--accent:#103050" in html_page(made.document, made.style)


@pytest.mark.parametrize("style", STYLES)
def test_kinds_of_cards_differ_by_colour_or_frame_and_by_symbol(style: str) -> None:
    layout = load_layout(style, "letter")
    kinds: dict[str, set[tuple[str, str]]] = {}
    for grid in grids([*formation_cards(CHARTS, layout), *play_cards(CHARTS, layout)]):
        symbol, mark, other = grid.rows[0]
        assert symbol and mark and other and symbol.text == other.text
        kinds.setdefault(symbol.text, set()).add((symbol.look, mark.look))
    assert len(kinds) == 5
    assert all(len(looks) == 1 for looks in kinds.values())
    drawn = [layout.style.looks[look] for looks in kinds.values() for look, _ in looks]
    assert len({(look.fill, look.frame) for look in drawn}) == 5


def test_a_card_says_how_the_season_went_and_wears_the_colour_of_its_team(build: Path) -> None:
    season = CHARTS.season
    assert season is not None
    games = (
        ScheduledGame(1, "HOM", "VIS", 20, 17),
        ScheduledGame(2, "VIS", "HOM", 10, 10),
        ScheduledGame(3, "VIS", "HOM", None, None),
    )
    teams = tuple(replace(team, color="#004C54") if team.code == "HOM" else team for team in season.teams)
    (build / "season.json").write_text(season_to_text(replace(season, schedule=games, teams=teams)), "utf-8")
    about = "1-0-1, 30 points scored, 27 allowed. Power ratings differ by the point spread."
    for style, fills in (("classic", True), ("ink-saver", False)):
        [made] = DdfCards().compose(PrintJob(build, teams=("HOM",), style=style))
        for sheet in made.document.sheets:
            assert sheet.accent == "#004C54"
            assert about in texts([sheet])
        assert (pixel_of_first_heading(made) == (0x00, 0x4C, 0x54)) == fills
        assert "--accent:#004C54" in html_page(made.document, made.style)
        assert ("var(--accent" in html_page(made.document, made.style)) == fills


def pixel_of_first_heading(made: Print) -> tuple[int, ...]:
    sheet = made.document.sheets[0]
    box = next(box for piece, box in sheet.texts() if piece.look == "heading")
    page = pypdfium2.PdfDocument(draw_pdf(made.document, made.style))[0].render().to_pil()
    return tuple(page.getpixel((int(box.x) + 3, int(box.y) + 3)))


def test_the_colours_of_nfl_teams_are_known_by_name() -> None:
    eagles = replace(CHARTS.teams[0], team=TeamName("PHI", "Philadelphia", "Eagles"))
    others = replace(CHARTS.teams[0], team=TeamName("PHI", "Phillipsburg", "Fillies"))
    assert [Charts((chart,)).season_of(chart).color for chart in (eagles, others)] == ["#004C54", ""]


def test_kinds_groups_and_the_list_agree() -> None:
    kinds = DdfCards().kinds()
    assert set(SHEETS) == set(REFERENCE) | set(GEAR) | set(PROOF)
    assert {"team", "supplement", "reference", "gear", "all", "book", *SHEETS} == set(kinds)


def test_web_page_and_text_of_gear_hold_its_words() -> None:
    sheets = [sheet for _, make in SHEETS.values() for sheet in make(CHARTS, LAYOUT)]
    document = Document("All", tuple(sheets))
    for page in (html_page(document, LAYOUT.style), text_page(document)):
        for text in ("Pass interference", "no impact", "LINE PLUNGE", "SECONDS", "STANDARD", "WAYS OF 216"):
            assert text in page


def test_cells_know_no_row_without_its_cell() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        Grid("g", "", (1.0,), (1.0,), ((Cell(), Cell()),))
