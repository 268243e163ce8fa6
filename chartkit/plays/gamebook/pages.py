"""The pages of a game book as lines of text, and a clear word about files that are none."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chartkit.errors import InputError

PLAY_BY_PLAY, STATISTICS, COVER = "Play By Play", "Final Team Statistics", "Game Summary"
_LAST_PAGES = ("Miscellaneous Statistics", "Playtime Percentage", "Ten Longest Plays")
_EOF = b"%%EOF"
_TAIL_BYTES = 2048
_SAME_LINE = 2.5
_WORD_GAP = 1.5
_AGAIN = "Download the game book again from the league's site."


@dataclass(frozen=True)
class Line:
    """One printed line: its page, its words, and where the words stand."""

    page: int
    text: str
    left: float
    last_word_left: float


@dataclass(frozen=True)
class Pages:
    """The pages that matter, by what they are."""

    cover: tuple[Line, ...]
    statistics: tuple[Line, ...]
    play_by_play: tuple[Line, ...]


def read_pages(path: Path) -> Pages:
    """Read a game book; anything else is refused with what it is and what to do."""
    import pdfplumber
    from pdfplumber.utils.exceptions import MalformedPDFException, PdfminerException

    kinds = _kinds(path)
    try:
        with pdfplumber.open(path) as book:
            lines = {number: _lines(book.pages[number], number + 1) for number in kinds}
    except (PdfminerException, MalformedPDFException) as error:
        raise InputError("the PDF is damaged.", where=str(path), remedy=_AGAIN) from error

    def of(kind: str) -> tuple[Line, ...]:
        return tuple(line for number, found in lines.items() if kinds[number] == kind for line in found)

    return Pages(of(COVER), of(STATISTICS), of(PLAY_BY_PLAY))


def _kinds(path: Path) -> dict[int, str]:
    """Which page is what; pdfium reads plain text far faster than pdfplumber finds where each word stands."""
    texts = _texts(path)
    if not any(text.strip() for text in texts):
        raise InputError(
            f"the {len(texts)} pages are pictures without text.",
            where=str(path),
            remedy="chartkit reads game books that hold text; scan it with text recognition, or find the original.",
        )
    kinds: dict[int, str] = {0: COVER}
    started = False
    for number, text in enumerate(texts):
        head = text[:600]
        if PLAY_BY_PLAY in head:
            started = True
        elif STATISTICS in head:
            kinds[number] = STATISTICS
        elif started and any(name in head for name in _LAST_PAGES):
            break
        if started:
            kinds[number] = PLAY_BY_PLAY
    if not started:
        raise InputError(
            "this PDF is not a game book: none of its pages is headed Play By Play.",
            where=str(path),
            remedy="Give the official game book of a game, with its play-by-play pages.",
        )
    return kinds


def _texts(path: Path) -> list[str]:
    import pypdfium2

    whole = path.read_bytes()
    if not whole.startswith(b"%PDF"):
        raise InputError("this is not a PDF file.", where=str(path), remedy=_AGAIN)
    if _EOF not in whole[-_TAIL_BYTES:]:
        raise InputError("the PDF is cut off before its end.", where=str(path), remedy=_AGAIN)
    try:
        document = pypdfium2.PdfDocument(whole)
    except pypdfium2.PdfiumError as error:
        if "assword" in str(error):
            raise InputError(
                "the PDF is encrypted and asks for a password.",
                where=str(path),
                remedy="Save a copy without a password and give that.",
            ) from error
        raise InputError("the PDF is damaged.", where=str(path), remedy=_AGAIN) from error
    try:
        return [_text(page) for page in document]
    finally:
        document.close()


def _text(page: Any) -> str:
    words = page.get_textpage()
    try:
        return str(words.get_text_bounded())
    finally:
        words.close()


def _lines(page: Any, number: int) -> list[Line]:
    """Words that stand on one height, from left to right."""
    rows: list[tuple[float, list[dict[str, Any]]]] = []
    for word in sorted(page.extract_words(x_tolerance=_WORD_GAP), key=lambda word: (word["bottom"], word["x0"])):
        if rows and abs(word["bottom"] - rows[-1][0]) <= _SAME_LINE:
            rows[-1][1].append(word)
        else:
            rows.append((word["bottom"], [word]))
    made = []
    for _, words in rows:
        words.sort(key=lambda word: word["x0"])
        made.append(Line(number, " ".join(word["text"] for word in words), words[0]["x0"], words[-1]["x0"]))
    return made
