"""The result language of R4: what a cell says, read tolerantly, written in one form, and put into words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from chartkit.pages import counted
from chartkit.systems.ddf.data import shipped_data


class Kind(StrEnum):
    """What kind of thing a cell says; the value is how rules and data files name the kind."""

    YARDS = "#"
    FORCED = "(#)"
    FORCED_TD = "(TD)"
    BREAKAWAY = "B"
    TOUCHDOWN = "TD"
    TRAPPED = "QT"
    INCOMPLETE = "INC"
    INTERCEPTION = "INT"
    FUMBLE = "F"
    BLOCKED = "BK"
    FAIR_CATCH = "FC"
    GOOD = "G"
    NO_GOOD = "NG"
    SACKED = "SCK"
    ESCAPED = "QR"
    OFF_5 = "OFF 5"
    OFF_10 = "OFF 10"
    OFF_15 = "OFF 15"
    OFF_40 = "OFF 40"
    GROUNDING = "OFF #*"
    DEF_5 = "DEF 5"
    DEF_5X = "DEF 5X"
    DEF_15 = "DEF 15"
    INTERFERENCE = "PI #"
    INTERFERENCE_X = "PI X"
    CANCEL_DEF_5 = "XDEF 5"
    CANCEL_DEF_5X = "XDEF 5X"
    CANCEL_DEF_15 = "XDEF 15"
    CANCEL_PI = "XPI"
    CANCEL_FUMBLE = "XF"
    CANCEL_TRAP = "XQT"
    CANCEL_INTERCEPTION = "XINT"
    PRE = "Pre"
    POST = "Post"


class Colour(StrEnum):
    """R4.2: how the guide colours a cell."""

    GREEN = "green"
    RED = "red"
    WHITE = "white"
    BLACK = "black"
    YELLOW = "yellow"
    ORANGE = "orange"


OFFENSE_FOULS = frozenset({Kind.OFF_5, Kind.OFF_10, Kind.OFF_15, Kind.OFF_40, Kind.GROUNDING})
DEFENSE_FOULS = frozenset({Kind.DEF_5, Kind.DEF_5X, Kind.DEF_15, Kind.INTERFERENCE, Kind.INTERFERENCE_X})
FOULS = OFFENSE_FOULS | DEFENSE_FOULS

#: Yards that a foul's name fixes; the others carry their own.
FOUL_YARDS = {kind: int(found[0]) for kind in FOULS if (found := re.findall(r"\d+", kind))}
#: Without a number these mean 0: at the line of scrimmage.
_AT_THE_LINE = frozenset({Kind.INTERCEPTION, Kind.FUMBLE, Kind.BLOCKED})
_WITH_YARDS = _AT_THE_LINE | {Kind.YARDS, Kind.FORCED, Kind.GROUNDING, Kind.INTERFERENCE}


@dataclass(frozen=True, slots=True)
class Result:
    """One cell: its kind, its yards where it has any, and the two marks.

    >>> parse("f-5")
    Result(kind=<Kind.FUMBLE: 'F'>, yards=-5, out_of_bounds=False, bold=False)
    >>> str(parse("O=10"))
    'OFF 10'
    """

    kind: Kind
    yards: int = 0
    out_of_bounds: bool = False
    bold: bool = False

    def __str__(self) -> str:
        """The canonical text (R4.1)."""
        kind, yards = self.kind, self.yards
        if kind is Kind.YARDS:
            return f"{yards}{'*' if self.out_of_bounds else ''}{'!' if self.bold else ''}"
        if kind is Kind.FORCED:
            return f"({yards})"
        if kind in _AT_THE_LINE:
            return f"{kind} {yards}" if yards else str(kind)
        if kind is Kind.GROUNDING:
            return f"OFF {yards}*"
        if kind is Kind.INTERFERENCE:
            return f"PI {yards}"
        return str(kind)

    @property
    def text(self) -> str:
        """The canonical text, as it is printed (R4.1)."""
        return str(self)

    @property
    def is_foul(self) -> bool:
        """A penalty on either side (R19.1)."""
        return self.kind in FOULS

    @property
    def form(self) -> str:
        """The form that legality is stated in (R4.2): `gain`, `gain*`, `gain!`, `loss`, `0`, or the kind itself."""
        if self.kind is not Kind.YARDS:
            return str(self.kind)
        if self.yards == 0:
            return "0"
        star, bold = "*" if self.out_of_bounds else "", "!" if self.bold else ""
        return f"{'gain' if self.yards > 0 else 'loss'}{star}{bold}"

    @property
    def colour(self) -> Colour:
        """The colour of the printed cell (R4.2)."""
        if self.kind is Kind.FORCED:
            return Colour.GREEN if self.yards > 0 else Colour.RED if self.yards < 0 else Colour.WHITE
        return forms()[self.form].colour


#: R4.1: no gain on offense, no impact on defense, no change in a supplement.
BLANK = Result(Kind.YARDS)


class NotAResultError(ValueError):
    """A text that is not a cell of R4, and the reason where there is one to tell."""

    def __init__(self, text: str, reason: str = "") -> None:
        self.reason = reason
        super().__init__(f"{text[:_MOST_SHOWN]!r} is not a result of the game{f': {reason}' if reason else ''}")


_MOST_YARDS = 99
_MOST_SHOWN = 60
_MINUS = str.maketrans({"−": "-", "–": "-", "—": "-", "‒": "-", "﹣": "-", "－": "-", "＋": "+", "＊": "*"})
#: Kinds that are nothing but their name, compared without spaces and in upper case.
_WORDS = {
    str(kind).replace(" ", "").upper(): Result(kind, FOUL_YARDS.get(kind, 0))
    for kind in Kind
    if kind not in _WITH_YARDS
}
_NUMBER = re.compile(r"([+-]?)(\d{1,3})(\*?)(!?)(\*?)")
_FORCED = re.compile(r"\(([+-]?\d{1,3})\)")
_SPOTTED = re.compile(r"(INT|F|BK)([+-]?\d{1,3})?")
_GROUNDED = re.compile(r"OFF-?(\d{1,3})\*")
_PASS_INTERFERENCE = re.compile(r"PI(\d{1,3})")
#: Older charts print O=10, D=5X (and O 10, D 5).
_OLD_FOUL = re.compile(r"([OD])=?(\d.*)")


def _number(match: re.Match[str]) -> Result:
    sign, digits, star, bold, late_star = match.groups()
    yards = -int(digits) if sign == "-" else int(digits)
    result = Result(Kind.YARDS, yards, bool(star or late_star), bool(bold))
    if yards == 0 and result != BLANK:
        raise NotAResultError(match.string, "no gain takes neither * nor !")
    if yards < 0 and result.bold:
        raise NotAResultError(match.string, "only a gain can be bold")
    return result


_SHAPES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Result]], ...] = (
    (_NUMBER, _number),
    (_FORCED, lambda match: Result(Kind.FORCED, int(match[1]))),
    (_SPOTTED, lambda match: Result(Kind(match[1]), int(match[2] or 0))),
    (_GROUNDED, lambda match: Result(Kind.GROUNDING, int(match[1]))),
    (_PASS_INTERFERENCE, lambda match: Result(Kind.INTERFERENCE, int(match[1]))),
)


@lru_cache(maxsize=4096)
def parse(text: str) -> Result:
    """Read a cell; tolerant in case, spaces, signs and the notation of older charts."""
    plain = "".join(text.translate(_MINUS).split()).upper()
    if not plain:
        return BLANK
    if old := _OLD_FOUL.fullmatch(plain):
        plain = ("OFF" if old[1] == "O" else "DEF") + old[2]
    # A printed PI is often read as Pl.
    if plain.startswith(("PL", "XPL")):
        plain = plain.replace("PL", "PI", 1)
    if word := _WORDS.get(plain):
        return word
    for shape, build in _SHAPES:
        if match := shape.fullmatch(plain):
            result = build(match)
            break
    else:
        raise NotAResultError(text)
    if abs(result.yards) > _MOST_YARDS:
        raise NotAResultError(text, f"yards go from -{_MOST_YARDS} to {_MOST_YARDS}")
    if result.yards == 0 and result.kind in (Kind.GROUNDING, Kind.INTERFERENCE):
        raise NotAResultError(text, f"it needs a number of yards from 1 to {_MOST_YARDS}")
    return result


def gain(yards: int, *, out_of_bounds: bool = False, bold: bool = False) -> Result:
    """A plain yardage result: gain, loss or (for 0) the blank cell."""
    return Result(Kind.YARDS, yards, out_of_bounds and yards != 0, bold)


@dataclass(frozen=True, slots=True)
class Form:
    """One form of a cell: its colour, how lists write it, examples, the pattern of its text, its meaning."""

    colour: Colour
    text: str
    examples: tuple[str, ...]
    pattern: str
    means: str


@cache
def forms() -> Mapping[str, Form]:
    """Every form of R4.2 by its name (`Result.form`), in the order of the rule."""
    return {
        name: Form(Colour(form["colour"]), form["text"], tuple(form["examples"]), form["pattern"], form["means"])
        for name, form in shipped_data("meanings.toml")["forms"].items()
    }


def forms_in_order(names: Iterable[str]) -> list[str]:
    """Form names in the order of the rule."""
    wanted = set(names)
    return [name for name in forms() if name in wanted]


def form_list(names: Iterable[str]) -> str:
    """The forms as a person reads them: `gain, gain*, loss, 0, B, TD`."""
    return ", ".join(forms()[name].text for name in forms_in_order(names))


def meaning(result: Result, chart: str = "", column: str = "") -> str:
    """The cell in words, in the words of its column when that is given.

    >>> from chartkit.systems.ddf.charts import parse
    >>> meaning(parse("F -5"))
    'fumble 5 yards behind the line of scrimmage'
    """
    places = shipped_data("meanings.toml")["in"]
    for name in (f"{chart}.{column}", chart):
        if words := places.get(name, {}).get(result.form):
            break
    else:
        words = forms()[result.form].means
    text: str = words.format(
        yards=counted(abs(result.yards), "yard"),
        signed=_signed(result.yards),
        kick=result.yards + 18,
        spot=_spot(result.yards, chart, column),
    )
    return text


def _signed(yards: int) -> str:
    return "no gain" if yards == 0 else f"{'gain' if yards > 0 else 'loss'} of {counted(abs(yards), 'yard')}"


def _spot(yards: int, chart: str, column: str) -> str:
    """Where the ball is, counted from the line of scrimmage or, on returns, from the catch (R4.2, R11.1)."""
    catch = column.endswith("RETURN") or chart == "coverage"
    line = "the catch" if catch else "the line of scrimmage"
    if yards == 0:
        return f"at {line}"
    return f"{counted(abs(yards), 'yard')} {'beyond' if yards > 0 else 'behind'} {line}"
