"""Prints an invented game the way official game books are printed: wrapped lines, marks at the edge, tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.pdfgen import canvas

SIZE = 8
STEP = 14.25
LEFT, PLAY, INSET, MARK, BOTTOM = 19, 30, 94, 577, 40
WIDTH = 105  # letters before a line is wrapped

AWAY, HOME = "Port Royal Crabs", "Oak Hill Acorns"
STADIUM = "Mill Field"

QUARTERS: Mapping[str, Sequence[str]] = {
    "First Quarter": (
        "OAK wins the coin toss and elects to Receive, and PRC elects to defend the north goal.",
        "K.Boot kicks 65 yards from PRC 35 to end zone, Touchback.",
        f"{HOME} at 15:00",
        "1-10-OAK 25 (15:00) A.Able left end to OAK 37 for 12 yards (B.Bold; C.Cole).|R1",
        "1-10-OAK 37 (14:20) (Shotgun) Q.Quick pass deep middle to R.Rush to PRC 40 for 23 yards (D.Dunn).|P2",
        "PENALTY on PRC-D.Dunn, Unnecessary Roughness, 15 yards, enforced at PRC 40.|X3",
        "1-10-PRC 25 (13:50) (Shotgun) Q.Quick sacked at PRC 35 for -10 yards (C.Cole). FUMBLES (C.Cole) [C.Cole], "
        "recovered by OAK-G.Guard at PRC 33. G.Guard to PRC 33 for no gain (B.Bold).",
        "2-18-PRC 33 (13:05) Q.Quick pass short left to A.Able for 33 yards, TOUCHDOWN.",
        "The Replay Official reviewed the pass completion ruling, and the play was REVERSED.",
        "(Shotgun) Q.Quick pass incomplete short left to A.Able.",
        "3-18-PRC 33 (12:58) (Shotgun) Q.Quick pass deep right to R.Rush for 33 yards, TOUCHDOWN.|P4",
        "T.Toe extra point is GOOD, Center-L.Long, Holder-P.Punt.",
        "PRC 0 OAK 7, 5 plays, 75 yards, 1 penalty, 2:10 drive, 2:10 elapsed",
        "T.Toe kicks 60 yards from OAK 35 to PRC 5. R.Rapid to PRC 30 for 25 yards (S.Swift).",
        f"{AWAY} at 12:50, (1st play from scrimmage 12:44)",
        "1-10-PRC 30 (12:44) M.Main pass short right intended for E.Edge INTERCEPTED by S.Swift at OAK 45. "
        "S.Swift to PRC 49 for 6 yards (E.Edge).",
        f"{HOME} at 12:36",
        "1-10-PRC 49 (12:36) A.Able up the middle to PRC 47 for 2 yards (B.Bold).",
        "Timeout #1 by PRC at 11:58.",
        "PENALTY on PRC-B.Bold, Unsportsmanlike Conduct, 0 yards, enforced between downs.",
        "2-8-PRC 47 (11:58) (Shotgun) PENALTY on OAK-G.Guard, False Start, 5 yards, enforced at PRC 47 - No Play.",
        "2-13-OAK 48 (11:58) Q.Quick scrambles right end ran ob at PRC 45 for 7 yards.",
        "3-6-PRC 45 (11:20) Q.Quick pass incomplete short left to A.Able.",
        "4-6-PRC 45 (11:15) P.Punt punts 44 yards to PRC 1, Center-L.Long, downed by OAK-S.Swift.",
        f"{AWAY} at 11:04",
        "1-10-PRC 1 (11:04) H.Half left guard tackled in End Zone for -1 yards, SAFETY (G.Grip).",
        "PRC 0 OAK 9, 1 plays, -1 yards, 0:06 drive, 4:02 elapsed",
        "P.Port kicks 55 yards from PRC 20 to OAK 25. W.Wing to OAK 30 for 5 yards (E.Edge).",
        f"{HOME} at 10:58, (1st play from scrimmage 10:52)",
        "1-10-OAK 30 (10:52) A.Able right tackle to OAK 30 for no gain (C.Cole). FUMBLES (C.Cole), RECOVERED by "
        "PRC-B.Bold at OAK 31. B.Bold for 31 yards, TOUCHDOWN.",
        "TWO-POINT CONVERSION ATTEMPT. M.Main pass to E.Edge is incomplete. ATTEMPT FAILS.",
        "PRC 6 OAK 9, 0 plays, 0 yards, 0:00 drive, 4:16 elapsed",
        "K.Boot kicks 70 yards from PRC 35 to OAK -5. W.Wing to OAK 20 for 25 yards (E.Edge).",
        f"{HOME} at 10:44, (1st play from scrimmage 10:38)",
        "1-10-OAK 20 (10:38) A.Able up the middle to OAK 24 for 4 yards (B.Bold).",
    ),
    "Second Quarter": (
        f"{HOME} continued.",
        "2-6-OAK 24 (15:00) A.Able left tackle to OAK 26 for 2 yards (C.Cole).",
        "3-4-OAK 26 (14:25) (Shotgun) Q.Quick pass incomplete deep left to R.Rush.",
        "Penalty on OAK-G.Guard, Offensive Holding, declined.",
        "4-4-OAK 26 (14:19) P.Punt punts 40 yards to PRC 34, Center-L.Long, fair catch by R.Rapid.",
        f"{AWAY} at 14:10",
        "1-10-PRC 34 (14:10) H.Half right end pushed ob at OAK 26 for 40 yards (S.Swift).|R1",
        "Two-Minute Warning",
        "1-10-OAK 26 (2:00) M.Main kneels to OAK 27 for -1 yards.",
        "2-11-OAK 27 (:03) K.Boot 45 yard field goal is GOOD, Center-N.Neat, Holder-P.Port.",
        "PRC 9 OAK 9, 3 plays, 39 yards, 14:10 drive, 15:00 elapsed",
    ),
    "Third Quarter": (
        "T.Toe kicks 65 yards from OAK 35 to end zone, Touchback.",
        f"{AWAY} at 15:00",
        "1-10-PRC 25 (15:00) H.Half up the middle to PRC 26 for 1 yard (G.Grip).",
    ),
    "Fourth Quarter": (
        f"{AWAY} continued.",
        "2-9-PRC 26 (15:00) M.Main pass short left to E.Edge to PRC 30 for 4 yards (S.Swift).",
        "3-5-PRC 30 (14:30) M.Main pass short left to E.Edge to PRC 34 for 4 yards (S.Swift).",
        "Oak Hill challenged the first down ruling, and the play was Upheld. (Timeout #1.)",
        "4-1-PRC 34 (:20) H.Half left guard to PRC 34 for no gain (G.Grip).",
        f"{HOME} at 0:15",
        "1-10-PRC 34 (:15) Q.Quick spiked the ball to stop the clock.",
    ),
    "Overtime": (
        "PRC wins the coin toss and elects to Receive.",
        "T.Toe kicks 65 yards from OAK 35 to end zone, Touchback.",
        f"{AWAY} at 10:00",
        "1-10-PRC 25 (10:00) M.Main pass deep left to E.Edge for 75 yards, TOUCHDOWN.|P1",
        "PRC 15 OAK 9, 1 plays, 75 yards, 0:12 drive, 0:12 elapsed",
    ),
}
# What the book says of itself: visitors first.
BY_QUARTER = ((6, 3, 0, 0, 6, 15), (9, 0, 0, 0, 0, 9))
STATISTICS: Sequence[tuple[str, str, str]] = (
    ("TOTAL FIRST DOWNS", "2", "4"),
    ("NET YARDS RUSHING", "39", "27"),
    ("Total Rushing Plays", "5", "6"),
    ("NET YARDS PASSING", "83", "48"),
    ("Times thrown - yards lost attempting to pass", "0-0", "1-8"),
    ("PASS ATTEMPTS-COMPLETIONS-HAD INTERCEPTED", "4-3-1", "6-2-0"),
    ("PUNTS Number and Average", "0-0.0", "2-42.0"),
    ("PENALTIES Number and Yards", "2-15", "1-5"),
    ("FUMBLES Number and Lost", "0-0", "2-1"),
    ("SAFETIES", "0", "1"),
    ("FINAL SCORE", "15", "9"),
)


def print_gamebook(
    path: Path, quarters: Mapping[str, Sequence[str]] = QUARTERS, *, date: str = "Sunday, 9/21/2014"
) -> Path:
    """Write the book; quarters that do not fit go on on another page, as in the real ones."""
    book = canvas.Canvas(str(path), pagesize=letter, invariant=1)
    _cover(book, date)
    _statistics(book)
    for name, lines in quarters.items():
        _quarter(book, name, lines)
    _head(book, "Miscellaneous Statistics Report")
    book.showPage()
    book.save()
    return path


def _head(book: canvas.Canvas, title: str) -> None:
    book.setFont("Times-Bold", SIZE)
    book.drawCentredString(306, 765, title)
    book.setFont("Times-Roman", SIZE)


def _cover(book: canvas.Canvas, date: str) -> None:
    _head(book, "National Football League Game Summary")
    book.drawString(22, 700, f"Date: {date}")
    book.drawCentredString(306, 700, f"{AWAY} at {HOME}")
    book.drawRightString(590, 700, "Start Time: 1:00 PM EDT")
    for side, name, points, height in (("VISITOR", AWAY, BY_QUARTER[0], 300), ("HOME", HOME, BY_QUARTER[1], 286)):
        book.drawString(22, height, f"{side}: {name}")
        for number, value in enumerate(points):
            book.drawString(300 + 30 * number, height, str(value))
    book.showPage()


def _statistics(book: canvas.Canvas) -> None:
    _head(book, f"{AWAY} vs {HOME}")
    book.drawCentredString(306, 740, "Final Team Statistics")
    for number, (name, visitor, home) in enumerate(STATISTICS):
        book.drawString(LEFT, 700 - STEP * number, name)
        book.drawString(440, 700 - STEP * number, visitor)
        book.drawString(560, 700 - STEP * number, home)
    book.showPage()


def _quarter(book: canvas.Canvas, name: str, lines: Sequence[str]) -> None:
    _head(book, f"{AWAY} vs {HOME} at {STADIUM}")
    book.drawString(LEFT, 745, "Play By Play")
    book.drawCentredString(306, 745, name)
    book.drawString(553, 745, "9/21/2014")
    height = 725.0
    for line in lines:
        text, _, mark = line.partition("|")
        left = PLAY if text[:1].isdigit() else INSET if text.startswith(("PENALTY", "Penalty", "Timeout")) else LEFT
        for number, part in enumerate(_wrapped(text)):
            book.drawString(left if number == 0 else INSET, height, part)
            if mark and number == 0:
                book.drawString(MARK, height, mark)
            height -= STEP
            if height < BOTTOM:
                book.showPage()
                _head(book, f"{AWAY} vs {HOME} at {STADIUM}")
                height = 745.0
    book.drawString(LEFT, height, "END OF QUARTER Time First Downs Efficiencies")
    book.drawString(LEFT, height - STEP, f"{AWAY} 0 7:30 0 0 0 0 0/0 0/0")
    book.showPage()


def _wrapped(text: str) -> list[str]:
    parts = []
    while len(text) > WIDTH:
        cut = text.rfind(" ", 0, WIDTH)
        parts.append(text[:cut])
        text = text[cut + 1 :]
    return [*parts, text]
