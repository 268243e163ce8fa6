"""A person at the table: dialogues by scripted input."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from support.charts import random_chart
from support.commands import Run

from chartkit.systems.ddf.charts import Column, parse, team_to_text

GAME = ("game", "VIS.json", "HOM.json", "--seed", "6")
HUMAN = (*GAME, "--coach", "human", "--coach", "solitaire")
PLAIN = ("--option", "audibles=off", "--option", "play_quotas=off")
USUAL = {"your play": "6", "your formation": "A"}


def scripted(*calls: str, most: int = 10_000) -> Callable[[str], str | None]:
    """Answers play calls from a list and everything else as usual; leaves when the list or the patience ends."""
    left = list(calls)
    asked = 0

    def answer(prompt: str) -> str | None:
        nonlocal asked
        asked += 1
        if asked > most:
            return None
        if "your play" in prompt:
            return left.pop(0) if left else None
        return next((said for words, said in USUAL.items() if words in prompt), "")

    return answer


def told(out: str) -> list[str]:
    """The plays of a transcript."""
    return [line for line in out.splitlines() if "Rolled" in line and line[2:3] == ":"]


def test_nobody_answers_and_the_game_can_be_gone_on_with(run: Run) -> None:
    code, out, said = run(*HUMAN)
    assert code == 0 and "Not over: VIS 0, HOM 0" in out
    assert json.loads(Path("games/VIS-at-HOM.json").read_text("utf-8"))["format"] == "chartkit/game@2"
    assert "wrote games/VIS-at-HOM.json" in said and "Go on with: chartkit game --continue" in said


def test_questions_list_the_legal_choices_and_why_another_is_illegal(run: Run) -> None:
    for seed, code in ((1, "HOM"), (2, "VIS")):
        chart = random_chart(seed, code=code)
        kicks = {**chart.special_teams.columns, "FIELD GOAL": Column(10, (parse("33!"),) * 30)}
        short = replace(chart, special_teams=replace(chart.special_teams, columns=kicks))
        Path(f"{code}.json").write_text(team_to_text(short), "utf-8")
    _, _, said = run(*GAME, "--seed", "8", "--coach", "human", typed=scripted("?", "", "z", "fg", "p", "6"))
    assert "help lists what else can be typed." in said
    assert "1-LINE PLUNGE, 2-OFF TACKLE" in said
    assert "not FIELD GOAL: The field goal is" in said
    assert "'z' is none of the choices" in said
    assert "Not allowed: The field goal is" in said
    assert "-- 1st 14:" in said and "1st and 10 at the" in said


def test_calls_are_understood_by_number_letter_initials_and_beginning(run: Run) -> None:
    _, out, said = run(*GAME, "--coach", "human", *PLAIN, typed=scripted("6", "short", "line plunge", "pu"))
    plays = [line for line in told(out) if "against A-STANDARD" in line or "PUNT" in line]
    assert ["6-SHORT" in plays[0], "6-SHORT" in plays[1], "1-LINE PLUNGE" in plays[2]] == [True] * 3
    assert "PUNT" in plays[3]
    assert "your play (1-9, punt, " in said and "your formation (A-F)" in said


def test_undo_takes_the_last_play_back_and_the_dice_stay_the_same(run: Run) -> None:
    def plays(*calls: str) -> list[str]:
        _, out, _ = run(*GAME, "--coach", "human", *PLAIN, typed=scripted(*calls))
        assert ("undo" in calls) == ("The last play is taken back." in out)
        return [line for line in told(out) if " against " in line]

    once = plays("6", "6")
    again = plays("6", "undo", "6", "6")
    assert again == [once[0], *once]
    other = plays("6", "undo", "1")
    assert other[0] == once[0] and "1-LINE PLUNGE" in other[1]
    rolled = [line.split("Rolled ")[1].split(":")[0] for line in other]
    assert rolled[0] == rolled[1]


def test_undo_at_the_very_beginning_says_so(run: Run) -> None:
    _, out, _ = run(*GAME, "--coach", "human", typed="undo\n")
    assert "Nothing to take back." in out


def called(log: Path) -> int:
    """How many plays the visitors called."""
    return sum(
        event["event"] == "intent" and event["ask"] == "offense call" and event["team"] == "VIS"
        for event in json.loads(log.read_text("utf-8"))["events"]
    )


def test_saved_and_resumed_is_the_same_game(run: Run) -> None:
    calls = ["3", "7", "6", "punt"] * 100
    run(*HUMAN, *PLAIN, "--log", "whole.json", typed=scripted(*calls))
    run(*HUMAN, *PLAIN, "--log", "eighteen.json", typed=scripted(*calls[:18]))
    # Left twice: after five calls, and after eighteen.
    run(*HUMAN, *PLAIN, "--log", "part.json", typed=scripted(*calls[:5]))
    assert called(Path("part.json")) == 5
    for begin, end, file in ((5, 18, "eighteen.json"), (18, None, "whole.json")):
        run(*HUMAN, *PLAIN, "--log", "part.json", "--resume", typed=scripted(*calls[begin:end]))
        assert Path("part.json").read_bytes() == Path(file).read_bytes()
    assert called(Path("eighteen.json")) == 18
    assert json.loads(Path("whole.json").read_text("utf-8"))["events"][-1]["phase"] == "over"


def test_save_under_another_name_and_quit(run: Run) -> None:
    code, _, said = run(*GAME, "--coach", "human", typed="save\nsave tonight.json\nquit\n")
    assert code == 0 and "saved to games/VIS-at-HOM.json" in said and "saved to tonight.json" in said
    assert Path("tonight.json").read_bytes() == Path("games/VIS-at-HOM.json").read_bytes()


def test_other_teams_cannot_go_on_with_a_game(run: Run) -> None:
    run(*HUMAN, "--log", "game.json")
    code, _, said = run("game", "HOM.json", "VIS.json", "--log", "game.json", "--resume", "--coach", "human")
    assert code == 2 and "another chart" in said


def test_r31_6_a_mismatch_is_told_after_the_reveal_and_only_an_audible_spends_one(run: Run) -> None:
    def answer(prompt: str) -> str | None:
        if "your formation" in prompt:
            return "B"
        return plays(prompt)

    plays = scripted(*["1"] * 12)
    _, _, said = run(*GAME, "--coach", "human", "--option", "play_quotas=off", typed=answer)
    assert "Revealed: 1-LINE PLUNGE against B-RUSH MIDDLE." in said
    assert "that looks bad for you: an audible?" in said
    assert "stand, audible" in said and "[stand]" in said


def test_real_dice_are_typed_in_and_impossible_totals_are_asked_again(run: Run) -> None:
    rolls = iter(["11", "4", "9", "41", "25"])
    code, out, said = run(*GAME, "--coach", "solitaire", "--dice", "typed", typed=lambda prompt: next(rolls, None))
    assert code == 0 and "Not over" in out
    assert "HOM, COIN TOSS: roll the d10 dice (0-9)" in said
    assert "'11' is not a total of the d10 dice; type a number 0-9." in said
    assert "VIS, KICKOFF: roll the offensive dice (10-39)" in said or "HOM, KICKOFF" in said
    assert "'41' is not a total of the offensive dice" in said


def test_one_prompt_a_play(run: Run) -> None:
    _, out, said = run(*HUMAN, "--option", "audibles=off", typed=scripted(*["6", "3", "1", "punt"] * 100))
    asked = [line for line in said.splitlines() if line.startswith("VIS: ")]
    plays = [line for line in out.splitlines() if line[2:3] == ":" or line[1:2] == ":"]
    assert "Final: " in out and len(plays) > 100
    assert len(asked) < 1.2 * len(plays)


def test_clock_and_call_are_one_line(run: Run) -> None:
    _, out, said = run(*HUMAN, *PLAIN, typed=scripted("timeout", "3", "3 timeout", "spike 6", "6"))
    assert "       Timeout VIS." in out and len([line for line in told(out) if "3-END RUN" in line]) == 2
    assert "Not allowed: A timeout needs an inbounds play" in said
    assert "also timeout" in said


def test_plays_are_told_with_both_cells_and_how_they_were_combined(run: Run) -> None:
    _, out, _ = run(*HUMAN, *PLAIN, typed=scripted("6", "6"))
    cells = next(line for line in out.splitlines() if " on VIS offense, 6-SHORT: " in line)
    assert " on HOM defense, " in cells
    assert any(words in cells for words in ("added: ", "counts", "a penalty", "breakaway", "incomplete", "fumble"))


def test_look_ups_change_nothing(run: Run) -> None:
    looked = (
        "card",
        "card 6",
        "card b",
        "card all",
        "odds",
        "stats",
        "drives",
        "box",
        "log",
        "log 2",
        "why",
        "help",
    )
    _, plain, _ = run(*HUMAN, *PLAIN, "--log", "plain.json", typed=scripted("6", "7"))
    _, out, said = run(*HUMAN, *PLAIN, "--log", "looked.json", typed=scripted("6", *looked, "7"))
    assert told(plain) == told(out)
    assert Path("plain.json").read_bytes() == Path("looked.json").read_bytes()
    for words in (
        "VIS offense",
        "VIS defense, B-RUSH MIDDLE",
        "yards a play by formation",
        "TEAM STATISTICS",
        "Time of possession",
        "HOM defense call",
        "chartkit game --continue goes on",
    ):
        assert words in said
    assert "[" in next(line for line in said.splitlines() if line.startswith("  VIS 6-SHORT"))


def test_three_plays_are_taken_back_at_once(run: Run) -> None:
    once = told(run(*HUMAN, *PLAIN, typed=scripted("6", "7", "1", "6", "7", "1"))[1])
    again = told(run(*HUMAN, *PLAIN, typed=scripted("6", "7", "1", "undo 3", "6", "7", "1"))[1])
    mine = [line for line in once if " against " in line][:3]
    back = [line for line in again if " against " in line]
    assert back[:3] == mine and back[3:6] == mine
    _, _, said = run(*HUMAN, typed=scripted("undo many"))
    assert "undo takes a number of plays, not 'many'" in said


def test_continue_goes_on_with_the_latest_open_game_and_shows_the_last_plays(run: Run) -> None:
    run(*HUMAN, *PLAIN, typed=scripted("6", "6", "6"))
    before = json.loads(Path("games/VIS-at-HOM.json").read_text("utf-8"))
    assert before["coaches"] == {"home": "solitaire", "away": "human"}
    code, out, said = run("game", "--continue", typed=scripted("7"))
    assert code == 0 and len(told(out)) >= 3 and "VIS: your play" in said
    after = json.loads(Path("games/VIS-at-HOM.json").read_text("utf-8"))
    assert after["events"][: len(before["events"])] == before["events"]
    assert len(after["events"]) > len(before["events"])


def test_a_saved_game_keeps_its_charts_when_the_season_is_compiled_anew(run: Run) -> None:
    run(*HUMAN, *PLAIN, typed=scripted("6"))
    before = json.loads(Path("games/VIS-at-HOM.json").read_text("utf-8"))
    for code in ("HOM", "VIS"):
        Path(f"{code}.json").write_text(team_to_text(random_chart(99, code=code)), "utf-8")
    code, _, _ = run(
        "game", "VIS.json", "HOM.json", "--continue", "--log", "games/VIS-at-HOM.json", typed=scripted("6")
    )
    assert code == 0
    after = json.loads(Path("games/VIS-at-HOM.json").read_text("utf-8"))
    assert after["charts"] == before["charts"]
    for code in ("HOM", "VIS"):
        Path(f"{code}.json").unlink()
    code, out, _ = run("game", "--continue", typed=scripted("6"))
    assert code == 0 and told(out)


def test_nothing_to_continue_is_one_clear_line(run: Run) -> None:
    code, _, said = run("game", "--continue")
    assert code == 2 and "there is no open game in games/" in said
    code, _, said = run("game", "VIS.json")
    assert code == 2 and "name the visitors and the home team" in said


def test_every_game_with_a_person_has_a_file_of_its_own(run: Run) -> None:
    run(*HUMAN, typed="quit\n")
    run(*HUMAN, typed="quit\n")
    assert sorted(path.name for path in Path("games").iterdir()) == ["VIS-at-HOM-2.json", "VIS-at-HOM.json"]


def test_real_dice_of_a_play_may_be_typed_in_one_line_and_are_kept_when_somebody_leaves(run: Run) -> None:
    rolls = iter(["4", "25", "20 1", "33"])
    run(*GAME, "--coach", "solitaire", "--dice", "typed", typed=lambda prompt: next(rolls, None))
    saved = json.loads(Path("games/VIS-at-HOM.json").read_text("utf-8"))
    rolled = [event["total"] for event in saved["events"] if event["event"] == "chance"]
    assert rolled == [4, 25, 20, 1, 33]
    assert saved["dice"] == "typed"
    _, _, said = run("game", "--continue")
    assert "roll the" in said
