"""What a check of files found, as a sequence that people filter, count and show in a notebook."""

from __future__ import annotations

import pytest

from chartkit.errors import ChartkitError, InputError, UnknownNameError
from chartkit.findings import ByName, Checked, Finding, Severity

ODD = Finding("DDF301", Severity.WARNING, "odd", file="build/2031/charts/BRK.json", place="offense, B")
WRONG = Finding("DDF101", Severity.ERROR, "<b>wrong</b>", file="build/2031/charts/WND.json", line=3, column=7)
CARD = Finding("DDF101", Severity.ERROR, "wrong", file="cards.pdf", cell="2031 BRK")
SEASON = Finding("DDF501", Severity.ERROR, "wrong", file="build/2031/season.json")
CHECKED = Checked(("one", "two"), (ODD, WRONG, CARD, SEASON))


def test_findings_are_a_sequence() -> None:
    assert len(CHECKED) == 4 and CHECKED[0] is ODD and list(CHECKED[1:3]) == [WRONG, CARD]
    assert WRONG in CHECKED and [each.code for each in CHECKED] == ["DDF301", "DDF101", "DDF101", "DDF501"]
    assert not Checked(("one",), ())


def test_the_team_of_a_finding_is_that_of_its_file_or_card() -> None:
    assert [each.team for each in CHECKED] == ["BRK", "WND", "BRK", ""]


def test_a_finding_is_printed_in_one_line() -> None:
    assert str(
        Finding(
            "DDF201",
            Severity.ERROR,
            "`OF 10` is no result.",
            (),
            "offense",
            suggestion="OFF 10",
            file="PHI.json",
            line=187,
        )
    ) == ("PHI.json:187: error DDF201: offense: `OF 10` is no result. Did you mean `OFF 10`?")
    assert (
        str(Finding("CK001", Severity.UNREADABLE, "there is no such file."))
        == "unreadable CK001: there is no such file."
    )


def test_findings_are_filtered_by_severity_code_and_team() -> None:
    assert list(CHECKED.filter(severity="warning")) == [ODD]
    assert list(CHECKED.filter(severity=Severity.ERROR, team="BRK")) == [CARD]
    assert list(CHECKED.filter(code="DDF101")) == [WRONG, CARD]
    assert CHECKED.filter(team="BRK").files == CHECKED.files
    with pytest.raises(ValueError):
        CHECKED.filter(severity="bad")


def test_a_file_with_warnings_passes() -> None:
    assert CHECKED.filter(severity="warning").passed and not CHECKED.passed


def test_findings_are_a_data_frame_with_the_same_columns_whatever_was_found() -> None:
    frame = CHECKED.to_frame()
    assert list(frame["team"].fillna("")) == ["BRK", "WND", "BRK", ""]
    assert list(frame["code"]) == ["DDF301", "DDF101", "DDF101", "DDF501"]
    assert list(Checked((), ()).to_frame().columns) == list(frame.columns)


def test_findings_show_themselves() -> None:
    assert repr(CHECKED) == "<Checked 2 files: 3 errors, 1 warning>"
    page = CHECKED._repr_html_()
    assert "BRK.json" in page and "&lt;b&gt;wrong" in page and "<b>" not in page
    many = Checked(("one",), (ODD,) * 50)
    assert "and 10 more" in many._repr_html_()


def test_a_name_that_is_not_there_is_a_key_error_that_names_the_near_one() -> None:
    plays = ByName({"6-SHORT": 1, "8-LONG": 2})
    with pytest.raises(KeyError) as error:
        plays["6-SHROT"]
    assert str(error.value) == "there is no '6-SHROT'. Did you mean 6-SHORT?"
    assert isinstance(error.value, UnknownNameError | InputError | ChartkitError)
    with pytest.raises(KeyError, match=r"There is: 6-SHORT, 8-LONG\."):
        plays["nonsense"]
    assert plays.get("nonsense") is None and "6-SHORT" in plays
