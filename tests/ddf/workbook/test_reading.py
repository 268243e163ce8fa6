"""What people and spreadsheet programs do to a workbook."""

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from support.charts import random_chart

from chartkit.errors import InputError
from chartkit.systems.ddf.charts import team_to_json
from chartkit.systems.ddf.workbook.export import workbook_bytes
from chartkit.systems.ddf.workbook.reading import ReadWorkbook, address_of, read_workbook

CHART = random_chart(1)
BYTES = workbook_bytes(CHART)


def changed(folder: Path, change: Callable[[Workbook], None]) -> Path:
    file = folder / "edited.xlsx"
    file.write_bytes(BYTES)
    book = load_workbook(file)
    change(book)
    book.save(file)
    return file


def with_cell(folder: Path, address: str, value: Any) -> ReadWorkbook:
    sheet, _, cell = address.partition("!")

    def put(book: Workbook) -> None:
        book[sheet][cell] = value

    return read_workbook(changed(folder, put))


@pytest.mark.parametrize(
    ("address", "value", "path", "meant"),
    [
        ("Offense!G22", 12.0, "offense.columns.6-SHORT.27", "12"),
        ("Offense!G22", " 12* ", "offense.columns.6-SHORT.27", "12*"),
        ("Offense!G22", None, "offense.columns.6-SHORT.27", "0"),
        ("Defense!C5", "(9)", "defense.A-STANDARD.1-LINE PLUNGE.1", "(9)"),
        ("Supplement!U5", datetime.datetime(1936, 1, 1), "supplement.solitaire.run.1-LINE PLUNGE", "1-36"),
        ("Supplement!U9", datetime.datetime(2026, 1, 7), "supplement.solitaire.pass.5-SCREEN", "1-7"),
        ("Supplement!P7", 0.61, "supplement.pass_percent", 61),
        ("Supplement!P7", "61%", "supplement.pass_percent", 61),
        ("Supplement!P8", 3.0, "supplement.home_field_advantage", 3),
        ("Supplement!P13", "0,19", "supplement.muffed_snap_percent", 0.19),
        ("Supplement!P14", 2, "supplement.muffed_snap_rating", "002"),
    ],
)
def test_what_a_spreadsheet_did_is_understood(
    tmp_path: Path, address: str, value: Any, path: str, meant: Any
) -> None:
    read = with_cell(tmp_path, address, value)
    assert not read.problems
    found: Any = read.data
    for key in path.split("."):
        found = found[key]
    assert found == meant
    assert address_of(path) == address


def test_marks_make_dice_sets(tmp_path: Path) -> None:
    def only_two(book: Workbook) -> None:
        for row in range(5, 35):
            book["Offense"].cell(row, 14, "recovered" if row < 8 else "Lost")
            book["Supplement"].cell(row, 6, "qr" if row in (5, 7) else None)

    read = read_workbook(changed(tmp_path, only_two))
    assert not read.problems
    assert read.data["offense"]["fumble_recovered"] == "10-12"
    assert {key: read.data["supplement"]["sack_rate"][key] for key in ("result", "on")} == {
        "result": "QR",
        "on": "10,12",
    }


@pytest.mark.parametrize(
    ("address", "value", "why"),
    [
        ("Offense!G22", "=1+1", "formula"),
        ("Offense!G22", datetime.datetime(2026, 3, 4), "date 2026-03-04"),
        ("Offense!N5", "found", "recovered or lost"),
        ("Supplement!P8", "much", "not a whole number"),
        ("Supplement!P8", 1.5, "not a whole number"),
        ("Offense!A2", None, "is empty"),
        ("Offense!A2", "last year", "not a whole number"),
        ("Offense!E2", "nan", "not a number"),
        ("Supplement!H7", "DEF 15", "DEF 5 or XDEF 5"),
    ],
)
def test_what_cannot_be_meant_names_its_cell(tmp_path: Path, address: str, value: Any, why: str) -> None:
    problems = with_cell(tmp_path, address, value).problems
    assert [problem.cell for problem in problems] == [address]
    assert why in problems[0].message


def test_both_signs_in_one_column_name_the_second(tmp_path: Path) -> None:
    def both(book: Workbook) -> None:
        for row in range(5, 35):
            book["Supplement"].cell(row, 6, {5: "SCK", 9: "QR"}.get(row))

    assert [problem.cell for problem in read_workbook(changed(tmp_path, both)).problems] == ["Supplement!F9"]


def test_merged_cells_are_named(tmp_path: Path) -> None:
    read = read_workbook(changed(tmp_path, lambda book: book["Offense"].merge_cells("C10:C11")))
    assert [problem.cell for problem in read.problems] == ["Offense!C10", "Offense!C11"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda book: book.remove(book["Defense"]), "sheet 'Defense' is missing"),
        (lambda book: book["Offense"].insert_rows(7), r"Offense!A7.*'12' should stand there"),
        (lambda book: book["Special"].delete_cols(3), "Special!C4"),
    ],
)
def test_a_workbook_out_of_shape_is_refused(tmp_path: Path, change: Callable[[Workbook], None], why: str) -> None:
    with pytest.raises(InputError, match=why):
        read_workbook(changed(tmp_path, change))


@pytest.mark.parametrize("typed", ["[1]", '{"season": 2017}', "gone"])
def test_a_hidden_sheet_that_was_typed_over_is_no_chart_to_compare_with(tmp_path: Path, typed: str) -> None:
    def type_over(book: Workbook) -> None:
        book["chartkit"].delete_rows(2, 20)
        book["chartkit"]["A2"] = typed

    assert read_workbook(changed(tmp_path, type_over)).exported is None


def test_without_the_hidden_sheet_only_the_comparison_is_lost(tmp_path: Path) -> None:
    read = read_workbook(changed(tmp_path, lambda book: book.remove(book["chartkit"])))
    assert read.exported is None
    assert read.data == team_to_json(CHART)


@pytest.mark.parametrize(
    "content", [b"", b"PK\x03\x04 truncated", b"not a workbook at all", BYTES[: len(BYTES) // 2]]
)
def test_a_file_that_is_no_workbook_says_so(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "broken.xlsx"
    file.write_bytes(content)
    with pytest.raises(InputError, match=r"broken\.xlsx.*not a workbook"):
        read_workbook(file)


def test_a_missing_file_and_a_folder_say_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_workbook(tmp_path / "none.xlsx")
    with pytest.raises(InputError, match="this is a folder"):
        read_workbook(tmp_path)
