"""The exact words of a report, for people and for programs."""

import json
from dataclasses import replace

from chartkit import __version__
from chartkit.findings import Checked, Finding, Severity, failing
from chartkit.findings.reporters import annotation, finding_text, sarif
from chartkit.systems.ddf.validate import codes, validate_team

CELL = Finding(
    code="DDF202",
    severity=Severity.ERROR,
    message="`INT 12` cannot stand in this column.",
    path=("offense", "columns", "1-LINE PLUNGE", "27"),
    place="offense, 1-LINE PLUNGE, dice 27",
    value="INT 12",
    allowed="gain, loss, 0",
    suggestion="F 12",
    file="charts/PHI.json",
    line=27,
    column=15,
)
ODD = replace(CELL, code="DDF301", severity=Severity.WARNING, suggestion="", message="100% of it: a, b\nand c.")
LOST = Finding("CK001", Severity.UNREADABLE, "there is no such file.", file="PHl.json", remedy="Check the name.")
SHEET = replace(CELL, file="PHI.xlsx", line=None, column=None, cell="Offense!F17")


def test_text_says_where_what_allowed_and_meant() -> None:
    assert finding_text(CELL) == (
        "charts/PHI.json:27:15: error DDF202: offense, 1-LINE PLUNGE, dice 27\n"
        "    `INT 12` cannot stand in this column.\n"
        "    allowed: gain, loss, 0\n"
        "    did you mean `F 12`?"
    )
    assert finding_text(LOST) == "PHl.json: unreadable CK001\n    there is no such file.\n    Check the name."
    assert finding_text(SHEET).startswith("PHI.xlsx:Offense!F17: error DDF202: ")


def test_github_annotations_escape_what_github_would_misread() -> None:
    assert annotation(CELL, codes()) == (
        "::error file=charts/PHI.json,line=27,col=15,title=DDF202 Result that this column cannot hold"
        "::offense, 1-LINE PLUNGE, dice 27: `INT 12` cannot stand in this column. Allowed: gain, loss, 0. "
        "Did you mean `F 12`?"
    )
    odd = annotation(replace(ODD, file="a,b:c.json"), codes())
    assert odd.startswith("::warning file=a%2Cb%3Ac.json,line=27,")
    assert "100%25 of it: a, b%0Aand c." in odd


def test_sarif_names_rule_place_and_region() -> None:
    log = sarif(Checked(("charts/PHI.json",), (CELL, LOST, ODD)), codes(), __version__)
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert log["version"] == "2.1.0"
    assert [rule["id"] for rule in rules] == [code.code for code in codes()]
    first, second, third = run["results"]
    assert rules[first["ruleIndex"]]["id"] == first["ruleId"] == "DDF202"
    assert [first["level"], second["level"], third["level"]] == ["error", "error", "warning"]
    place = first["locations"][0]
    assert place["physicalLocation"] == {
        "artifactLocation": {"uri": "charts/PHI.json"},
        "region": {"startLine": 27, "startColumn": 15},
    }
    assert place["logicalLocations"][0]["fullyQualifiedName"] == "offense.columns.1-LINE PLUNGE.27"
    assert "region" not in second["locations"][0]["physicalLocation"]
    assert json.loads(json.dumps(log)) == log


def test_json_has_every_field_always() -> None:
    assert CELL.to_json() == {
        "code": "DDF202",
        "severity": "error",
        "file": "charts/PHI.json",
        "line": 27,
        "column": 15,
        "cell": None,
        "path": "offense.columns.1-LINE PLUNGE.27",
        "place": "offense, 1-LINE PLUNGE, dice 27",
        "value": "INT 12",
        "message": "`INT 12` cannot stand in this column.",
        "allowed": "gain, loss, 0",
        "suggestion": "F 12",
        "remedy": None,
    }
    assert LOST.to_json().keys() == CELL.to_json().keys()


def test_exit_codes_and_summary() -> None:
    def code(*findings: Finding, strict: bool = False) -> int:
        return Checked(("PHI.json",), findings).exit_code(strict=strict)

    assert (code(), code(ODD), code(ODD, strict=True), code(CELL, ODD), code(LOST, CELL)) == (0, 0, 1, 1, 2)
    assert Checked(("a", "b"), (CELL, CELL, ODD, LOST)).summary() == "2 files: 1 unreadable, 2 errors, 1 warning"
    assert Checked(("a",), ()).summary() == "1 file: nothing wrong"
    assert failing([CELL, ODD]) == [CELL]


def test_every_finding_of_the_validator_is_in_the_catalogue_with_its_severity() -> None:
    found = validate_team({"format": "chartkit/team-chart@1", "offense": 7, "supplement": {"road_adjustment": 9}})
    assert found
    assert all(codes()[each.code].severity is each.severity for each in found)
