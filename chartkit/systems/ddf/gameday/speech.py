"""What people say at the table: `6`, `b`, `6 no huddle`, `timeout`, `punt 10`, and what they are asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from chartkit.errors import IllegalCallError, InputError
from chartkit.football.field import clock_in_words
from chartkit.systems.ddf.charts import FORMATIONS, PASSES, PLAYS
from chartkit.systems.ddf.coaches.computer import choice_worth
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine.decisions import Ask, Choice, Decision
from chartkit.systems.ddf.engine.table import DICE_SETS
from chartkit.systems.ddf.scorebook import ball_in_words, ball_of
from chartkit.systems.table import Choice as Shown

CALLS = (Ask.OFFENSE_CALL, Ask.DEFENSE_CALL)
LOOK = "look"
#: What may be said together with a call, with synonyms.
_TEMPO = {
    d.NO_HUDDLE: d.NO_HUDDLE,
    "hurry": d.NO_HUDDLE,
    "nh": d.NO_HUDDLE,
    d.TIMEOUT: d.TIMEOUT,
    "time out": d.TIMEOUT,
    "to": d.TIMEOUT,
    d.SPIKE: d.SPIKE,
    d.PLAY_ON: d.PLAY_ON,
}


@dataclass(frozen=True)
class DiceRoll:
    """Somebody at the table rolls real dice: which, for whom, on which chart."""

    team: int
    dice: int
    chart: str


#: What a person is asked, and what was decided, in the order of the questions.
Question = Decision | DiceRoll
Answer = tuple[Ask, Choice]


@dataclass(frozen=True)
class Meant:
    """The answers in a line, and whether the coach wants to look at the revealed calls."""

    answers: tuple[Answer, ...]
    look: bool = False


def call_asked(question: Question) -> Decision | None:
    """The call that a line at this question is about: the clock before the calls needs no prompt of its own.

    A clock that would run out is asked about separately: there may be no play to call.
    """
    if not isinstance(question, Decision):
        return None
    if question.ask in CALLS:
        return question
    if question.ask is Ask.CLOCK and question.state.pending < question.state.clock:
        ask = Ask.OFFENSE_CALL if question.team == question.state.possession else Ask.DEFENSE_CALL
        return Decision(ask, question.team, question.state, question.matchup)
    return None


def understand(question: Decision, line: str) -> Meant:
    """The answers in a line; InputError or IllegalCallError for what is unknown or not allowed."""
    text = " ".join(line.lower().split())
    call = call_asked(question)
    if call is None:
        return Meant((_single(question, text),))
    tempo, text = _taken_out(text, _TEMPO)
    look, text = _taken_out(text, {LOOK: LOOK})
    answers: list[Answer] = []
    if question.ask is Ask.CLOCK:
        answers.append((Ask.CLOCK, _allowed(question, tempo or d.PLAY_ON)))
    elif tempo and tempo != d.PLAY_ON:
        raise IllegalCallError(_too_late(question, tempo))
    if not text and tempo:
        return Meant(tuple(answers), bool(look))
    if tempo == d.SPIKE:
        raise InputError("a spike is a play of its own: say spike, and call the next play after it.")
    pooch = ""
    if call.ask is Ask.OFFENSE_CALL and text.startswith("punt "):
        text, pooch = "punt", text.removeprefix("punt ")
    answers.append((call.ask, _allowed(call, _one_of(text, d.EVERY_CHOICE[call.ask]))))
    if pooch:
        answers.append(_pooch(call, pooch))
    return Meant(tuple(answers), bool(look))


def _single(question: Decision, text: str) -> Answer:
    """The answer to a question that is not a call."""
    if not text:
        usual = usual_choice(question)
        assert usual is not None
        return question.ask, usual
    if question.ask is Ask.POOCH:
        return _pooch(question, text)
    return question.ask, _allowed(question, _one_of(text, every(question)))


def _taken_out(text: str, words: dict[str, str]) -> tuple[str, str]:
    """The first of some words in a line, and the line without it."""
    padded = f" {text} "
    for word, meaning in words.items():
        if f" {word} " in padded:
            return meaning, " ".join(padded.replace(f" {word} ", " ", 1).split())
    return "", text


def _pooch(decision: Decision, text: str) -> Answer:
    yards: Choice = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else text
    return Ask.POOCH, _allowed(Decision(Ask.POOCH, decision.team, decision.state, decision.matchup), yards)


def _allowed(decision: Decision, choice: Choice) -> Choice:
    if reason := decision.why_not(choice):
        raise IllegalCallError(f"Not allowed: {reason}")
    return choice


def _too_late(call: Decision, tempo: str) -> str:
    clock = Decision(Ask.CLOCK, call.team, call.state, call.matchup)
    return f"Not allowed: {clock.why_not(tempo) or 'the clock of the last play is settled; now a call is needed.'}"


def _keys(choice: Choice) -> set[str]:
    """What may be typed for a choice: its name, its number or letter, its initials."""
    name = str(choice).lower()
    short = name.partition("-")[0] if name[1:2] == "-" else ""
    initials = "".join(word[0] for word in name.split()) if " " in name else ""
    return (
        {name, name.partition("-")[2] if short else name}
        | ({short} if short else set())
        | ({initials} if initials and not short else set())
    )


def _one_of(text: str, choices: Sequence[Choice]) -> Choice:
    """The choice that is meant: exactly, or else by its beginning."""
    found = [choice for choice in choices if text in _keys(choice)] or [
        choice for choice in choices if text and any(key.startswith(text) for key in _keys(choice))
    ]
    if len(found) == 1:
        return found[0]
    meant = f"can mean {', '.join(map(str, found))}" if found else "is none of the choices"
    raise InputError(f"{text!r} {meant}; ? lists them.")


def every(decision: Decision) -> Sequence[Choice]:
    """Every choice of a question, legal or not; of fouls with the same outcome only one."""
    if decision.ask is not Ask.PENALTY:
        return d.EVERY_CHOICE[decision.ask]
    return d.distinct(decision.outcomes)


def usual_choice(decision: Decision) -> Choice | None:
    """The default answer: none for a call, for a penalty the choice that leaves the better situation."""
    if decision.ask in CALLS:
        return None
    if decision.ask is Ask.PENALTY:
        worth = {name: choice_worth(decision, str(name)) for name in every(decision)}
        return max(worth, key=lambda name: (worth[name], name == d.DECLINE))
    return d.DEFAULTS.get(decision.ask, decision.options[0])


# What people are asked.

_QUESTIONS = {
    Ask.COIN_TOSS: "you won the toss; receive or kick",
    Ask.POOCH: "yards to take off the punt",
    Ask.TRY: "PAT or two points",
}


def asked(question: Question, codes: tuple[str, str]) -> str:
    """What is to be decided or rolled, with the legal choices."""
    if isinstance(question, DiceRoll):
        return _dice_asked(question, codes)
    if call := call_asked(question):
        return f"{codes[call.team]}: {_call_asked(question, call)}"
    usual = usual_choice(question)
    return f"{codes[question.team]}: {_words(question, codes)}" + (f" [{usual}]" if usual is not None else "")


def _words(question: Decision, codes: tuple[str, str]) -> str:
    about = question.about
    match question.ask:
        case Ask.CLOCK:
            left = clock_in_words(question.state.clock)
            legal = ", ".join(map(str, question.options))
            return f"the last play takes the {left} that were left; {legal}"
        case Ask.KICKOFF:
            return f"your kick ({', '.join(str(kind).lower() for kind in question.options)})"
        case Ask.KICK_RETURN:
            return f"the kick is {about[0]} yards deep; return or touchback"
        case Ask.LET_IT_ROLL:
            return f"the punt comes down at the {about[0]}; return or let it roll"
        case Ask.REVEAL:
            return f"{about[0]} against {about[1]}; {', '.join(map(str, question.options))}"
        case Ask.PENALTY:
            ways = [
                f"{name} = {ball_in_words(ball_of(question.outcomes[str(name)]), codes)}"
                for name in every(question)
            ]
            fouls = ", ".join(dict.fromkeys(map(str, about))) or "penalty"
            return f"{fouls}: {'; '.join(ways)}"
    return _QUESTIONS[question.ask]


def _call_asked(question: Decision, call: Decision) -> str:
    legal = call.options
    tempo = [str(each) for each in question.options if each != d.PLAY_ON] if question.ask is Ask.CLOCK else []
    also = f"; also {', '.join(tempo)}" if tempo else ""
    if call.ask is Ask.DEFENSE_CALL:
        return f"your formation ({_span([name[0] for name in FORMATIONS if name in legal])}{also})"
    plays = _span([play[0] for play in PLAYS if play in legal])
    kicks = [name.lower() for name in d.SPECIAL_CALLS if name in legal]
    return f"your play ({', '.join(filter(None, (plays, *kicks)))}{also})"


def _span(names: Sequence[str]) -> str:
    """`1-9`, `1-6 9`."""
    runs: list[list[str]] = []
    for name in names:
        if runs and ord(name) == ord(runs[-1][-1]) + 1:
            runs[-1].append(name)
        else:
            runs.append([name])
    return " ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _dice_asked(question: DiceRoll, codes: tuple[str, str]) -> str:
    dice = DICE_SETS[question.dice]
    span = f"{dice.totals[0]}-{dice.totals[-1]}"
    return f"{codes[question.team]}, {chart_as_printed(question.chart)}: roll the {dice.name} dice ({span})"


def chart_as_printed(chart: str) -> str:
    """The name of a chart as it stands on the card: `defense, A-STANDARD, 6-SHORT`, `MUFFED SNAP`."""
    room, *names = chart.split(".")
    if room in ("offense", "defense"):
        names.insert(0, room)
    elif room == "coverage":
        names.append(room)
    return ", ".join(names or [chart])


def choices_of(question: Question, codes: tuple[str, str]) -> tuple[Shown, ...]:
    """Every choice of a question, legal or not, as a page shows them."""
    if isinstance(question, DiceRoll):
        return ()
    call = call_asked(question)
    if call is None:
        return tuple(_shown(question, choice, "", codes) for choice in every(question))
    found = [_shown(call, choice, _group(choice), codes) for choice in every(call)]
    if question.ask is Ask.CLOCK:
        tempo = [choice for choice in every(question) if choice != d.PLAY_ON]
        found += [
            replace(_shown(question, choice, "clock", codes), with_call=choice != d.SPIKE)
            for choice in tempo
            if question.team == question.state.possession or choice == d.TIMEOUT
        ]
    found.append(Shown(LOOK, "ask me after the reveal", "reveal", with_call=True))
    return tuple(found)


def _shown(decision: Decision, choice: Choice, group: str, codes: tuple[str, str]) -> Shown:
    label = str(choice)
    if decision.ask is Ask.PENALTY:
        label = f"{choice}: {ball_in_words(ball_of(decision.outcomes[label]), codes)}"
    yards = "yards to take off" if choice == d.PUNT else ""
    return Shown(str(choice), label, group, decision.why_not(choice), argument=yards)


def _group(call: Choice) -> str:
    if call in d.SPECIAL_CALLS:
        return "kick" if call in (d.PUNT, d.FIELD_GOAL) else "other"
    return "formation" if call in FORMATIONS else "pass" if call in PASSES else "run"


def choices_in_words(question: Question) -> list[str]:
    """Every legal choice, and why each of the others is illegal."""
    if isinstance(question, DiceRoll):
        return ["Type the total that the dice show; several totals in one line are taken in order."]
    decision = call_asked(question) or question
    if decision.ask is Ask.POOCH:
        return ["A number of yards to take off the punt, 0 for a full one."]
    lines = [", ".join(str(choice) for choice in every(decision) if not decision.why_not(choice))]
    if decision is not question:
        lines.append(f"with it or before it: {', '.join(map(str, question.options))}")
    if d.PUNT in every(decision):
        lines.append("punt 10 takes 10 yards off the punt; 6 look asks you again after the reveal.")
    for each in (decision,) if decision is question else (decision, question):
        lines += [f"not {choice}: {why}" for choice in every(each) if (why := each.why_not(choice))]
    return lines
