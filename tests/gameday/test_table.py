"""A person at the table: dialogues by scripted input."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from support.charts import random_chart
from support.commands import Run

from chartkit.systems.ddf.chart import Column
from chartkit.systems.ddf.chart_json import team_to_text
from chartkit.systems.ddf.result import parse

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
        if " = " in prompt:
            # A penalty has no usual answer: the first of the outcomes.
            return prompt.split(": ")[-2 if prompt.endswith(": ") else -1].split(" = ", maxsplit=1)[0]
        return next((said for words, said in USUAL.items() if words in prompt), "")

    return answer


def told(out: str) -> list[str]:
    """The plays of a transcript."""
    return [line for line in out.splitlines() if "Rolled" in line and line[2:3] == ":"]


def test_nobody_answers_and_the_game_can_be_gone_on_with(run: Run) -> None:
    code, out, said = run(*HUMAN, "--log", "game.json")
    assert code == 0 and "Not over: VIS 0, HOM 0" in out
    assert json.loads(Path("game.json").read_text("utf-8"))["format"] == "chartkit/game@1"
    assert "wrote game.json" in said


def test_questions_list_the_legal_choices_and_why_another_is_illegal(run: Run) -> None:
    for seed, code in ((1, "HOM"), (2, "VIS")):
        chart = random_chart(seed, code=code)
        kicks = {**chart.special_teams.columns, "FIELD GOAL": Column(10, (parse("33!"),) * 30)}
        short = replace(chart, special_teams=replace(chart.special_teams, columns=kicks))
        Path(f"{code}.json").write_text(team_to_text(short), "utf-8")
    _, _, said = run(*GAME, "--seed", "8", "--coach", "human", typed=scripted("?", "", "z", "fg", "p", "6"))
    assert "Type a choice, or ? for all of them, undo, save [FILE], quit." in said
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
    assert "your play (1-9, punt, field goal, ...)" in said and "your formation (A-F)" in said


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


def test_saved_and_resumed_is_the_same_game(run: Run) -> None:
    calls = ["3", "7", "6", "punt"] * 100
    run(*HUMAN, *PLAIN, "--log", "whole.json", typed=scripted(*calls))
    for cut in (5, 18):
        run(*HUMAN, *PLAIN, "--log", "part.json", typed=scripted(*calls[:cut]))
        begun = json.loads(Path("part.json").read_text("utf-8"))
        mine = [
            e
            for e in begun["events"]
            if e["event"] == "intent" and e["ask"] == "offense call" and e["team"] == "VIS"
        ]
        assert len(mine) == cut
        run(*HUMAN, *PLAIN, "--log", "part.json", "--resume", typed=scripted(*calls[cut:]))
        assert Path("part.json").read_bytes() == Path("whole.json").read_bytes()
    assert json.loads(Path("whole.json").read_text("utf-8"))["events"][-1]["phase"] == "over"


def test_save_under_another_name_and_quit(run: Run) -> None:
    code, _, said = run(*GAME, "--coach", "human", typed="save\nsave tonight.json\nquit\n")
    assert code == 0 and "Save where? Type: save FILE" in said and "saved to tonight.json" in said
    assert Path("tonight.json").is_file()


def test_another_chart_cannot_go_on_with_a_game(run: Run) -> None:
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
    assert "stand, audible, timeout [stand]" in said


def test_real_dice_are_typed_in_and_impossible_totals_are_asked_again(run: Run) -> None:
    rolls = iter(["11", "4", "9", "41", "25"])
    code, out, said = run(*GAME, "--coach", "solitaire", "--dice", "typed", typed=lambda prompt: next(rolls, None))
    assert code == 0 and "Not over" in out
    assert "HOM, COIN TOSS: roll the d10 dice (0-9)" in said
    assert "'11' is not a total of the d10 dice; type a number 0-9." in said
    assert "VIS, KICKOFF: roll the offensive dice (10-39)" in said or "HOM, KICKOFF" in said
    assert "'41' is not a total of the offensive dice" in said
