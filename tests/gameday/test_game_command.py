"""`chartkit game`: one game from the command line."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from support.charts import random_chart
from support.commands import Run

from chartkit.systems.ddf.charts import Column, parse, team_to_text

GOLDEN = Path(__file__).parent / "golden" / "game_seed_7.txt"
GAME = ("game", "VIS.json", "HOM.json")


def test_the_transcript_of_a_seeded_game(run: Run, update_golden: bool) -> None:
    code, out, _ = run(*GAME, "--seed", "7", "--coach", "solitaire")
    assert code == 0
    if update_golden:
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(out, "utf-8")
    assert out == GOLDEN.read_text("utf-8")


def test_the_seed_is_always_printed_and_repeats_the_game(run: Run) -> None:
    _, first, said = run(*GAME, "--quiet", "--log", "a.json")
    seed = next(line.split()[1] for line in said.splitlines() if line.startswith("seed "))
    _, second, said = run(*GAME, "--quiet", "--log", "b.json", "--seed", seed)
    assert first == second and len(first.splitlines()) == 1 and first.startswith("Final: VIS ")
    assert Path("a.json").read_bytes() == Path("b.json").read_bytes()
    assert "wrote b.json" in said


def test_json_holds_score_and_box(run: Run) -> None:
    code, out, _ = run(*GAME, "--seed", "3", "--json", "--basic", "--option", "audibles=on")
    data = json.loads(out)
    assert code == 0 and data["over"] and data["seed"] == 3
    assert data["score"]["HOM"] == data["box"]["line_score"]["HOM"][-1]
    assert data["options"]["audibles"] and not data["options"]["play_quotas"]
    assert data["coaches"] == {"HOM": "solitaire", "VIS": "solitaire"}


def test_every_coach_says_why(run: Run) -> None:
    for coach, words in (
        ("solitaire", "drawn from the sheet"),
        ("situation", "percent of the time in such a situation"),
        ("sharp", "points against any formation"),
    ):
        _, out, _ = run(*GAME, "--seed", "2", "--coach", coach, "--why")
        whys = [line for line in out.splitlines() if line.startswith("         why ")]
        assert any(words in line for line in whys)
        assert {line.split()[1] for line in whys} == {"HOM", "VIS"}


def test_two_coaches_visitors_first(run: Run) -> None:
    _, out, _ = run(*GAME, "--seed", "2", "--coach", "situation", "--coach", "solitaire")
    assert out.splitlines()[0].endswith("(situation against solitaire)")


def test_a_chart_that_breaks_the_rules_is_refused_before_kickoff(run: Run) -> None:
    chart = random_chart(1, code="HOM")
    columns = {**chart.offense.columns, "6-SHORT": Column(10, (parse("BK 3"),) * 30)}
    broken = replace(chart, offense=replace(chart.offense, columns=columns))
    Path("BAD.json").write_text(team_to_text(broken), "utf-8")
    code, out, said = run("game", "VIS.json", "BAD.json", "--log", "game.json")
    assert code == 1 and not out and not Path("game.json").exists()
    assert "BAD.json breaks the rules" in said and "DDF202" in said and "6-SHORT" in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("game", "VIS.json", "NOBODY.json"), "no such file"),
        (("game", "VIS", "HOM.json"), "no build"),
        ((*GAME, "--coach", "clever"), "The coaches are solitaire, situation, sharp, human"),
        ((*GAME, "--coach", "sharp", "--coach", "sharp", "--coach", "sharp"), "two coaches"),
        ((*GAME, "--option", "audibles"), "NAME=VALUE"),
        ((*GAME, "--option", "wind=on"), "no option 'wind'"),
        ((*GAME, "--option", "audibles=perhaps"), "audibles cannot be 'perhaps'. It is on or off"),
        ((*GAME, "--option", "spike_seconds=soon"), "spike_seconds cannot be 'soon'. It is a whole number"),
        ((*GAME, "--resume"), "--log FILE"),
        ((*GAME, "--export", "game.xlsx"), "written as CSV"),
    ],
)
def test_wrong_use_is_told_in_one_line(run: Run, words: tuple[str, ...], told: str) -> None:
    code, out, said = run(*words)
    assert code == 2 and told in said and "Traceback" not in said
    assert not out, "nothing is played before everything is understood"


def test_teams_generic_charts_and_coach_tables_come_from_the_build(run: Run) -> None:
    build = Path("build/2017")
    (build / "charts").mkdir(parents=True)
    (build / "coaches").mkdir()
    for code in ("HOM", "VIS"):
        Path(f"{code}.json").rename(build / "charts" / f"{code}.json")
    from chartkit.systems.ddf.gameday.opening import coach_table, kit

    table = json.loads(
        (Path(__file__).parents[2] / "chartkit/systems/ddf/data/coach_league.json").read_text("utf-8")
    )
    only_runs = {place: {"1-LINE PLUNGE": 1.0} for place in table["calls"]}
    (build / "coaches/LEAGUE.json").write_text(json.dumps(table), "utf-8")
    (build / "coaches/HOM.json").write_text(json.dumps({**table, "calls": only_runs}), "utf-8")
    code, out, _ = run("game", "vis", "HOM", "--seed", "1", "--json", "--option", "play_quotas=off")
    data = json.loads(out)
    assert code == 0 and data["coaches"] == {"HOM": "situation", "VIS": "situation"}
    usage = data["box"]["usage"]
    made = {play: row["calls"] for play, row in usage["HOM"].items()}
    # At the end of a game clock and score overrule the table.
    assert made["1-LINE PLUNGE"] > 0.9 * sum(made.values())
    assert len([play for play, made in usage["VIS"].items() if made["calls"]]) > 4
    found = kit("HOM", build)
    assert found.coach == build / "coaches/HOM.json" and coach_table(found.coach, found.league).formations
    code, _, said = run("game", "XYZ", "HOM")
    assert code == 2 and "The teams are HOM VIS" in said


def test_one_game_needs_no_heavy_library(run: Run) -> None:
    heavy = ("numpy", "pandas", "numba", "scipy", "pyarrow", "rich")
    script = (
        "import sys; from chartkit.cli.app import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        f"print([name for name in {heavy!r} if name in sys.modules], file=sys.stderr)"
    )
    words = [*GAME, "--seed", "1", "--log", "game.json", "--export", "game.csv"]
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == "[]"
    assert "Final: " in done.stdout
