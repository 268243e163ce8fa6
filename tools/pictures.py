"""Draws every picture of the documentation from the demo season, with the commands that a user types.

Run: make pictures, or: python -m tools.pictures [--home FOLDER] [--only WORD]
FOLDER is what `chartkit demo` made; it is made first if it is not there. The pages and the game in the terminal
need chromium, the workbook needs LibreOffice and a screen that nobody sees (on Debian: chromium, libreoffice-calc,
xvfb, xdotool, imagemagick); without them the old pictures stay.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import io
import os
import pty
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from chartkit.cli.table import picture
from chartkit.systems.ddf.gameday.opening import new_game
from chartkit.systems.table import GameOrder

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "img"
CHARTKIT = Path(sys.executable).with_name("chartkit")
SEASON, TEAM, OTHER = "build/2031", "GUL", "BRK"
CHART = f"{SEASON}/charts/{TEAM}.json"
#: Fewer colours would tint plots and terminals wrongly.
SCALE, COLOURS = 1.35, 256
#: So many plays into the game that is drawn, at least.
_PLAYS_SEEN = 12
#: Of pages and screens, in pixels.
WIDE, PHONE = 1000, 390


class Studio:
    """A folder with the demo season, and a place for what comes between."""

    def __init__(self, home: Path, bench: Path) -> None:
        self.home, self.bench = home, bench

    def chartkit(self, *words: str, may_find: bool = False) -> None:
        """Type a command in the folder; exit code 1 is no failure where something may be found."""
        done = subprocess.run([CHARTKIT, *words], cwd=self.home, check=False, stdout=subprocess.DEVNULL)
        if done.returncode > may_find:
            sys.exit(f"chartkit {' '.join(words)} failed")

    def typed(self, *words: str, columns: int) -> str:
        """What a command sends to a terminal of that width, colours and all."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        known = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
        running = subprocess.Popen(
            [CHARTKIT, *words],
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=subprocess.DEVNULL,
            env={**known, "TERM": "xterm-256color"},
        )
        os.close(theirs)
        sent = io.BytesIO()
        # The end of the program is the end of its terminal, which Linux tells as an error.
        with contextlib.suppress(OSError):
            while part := os.read(ours, 65536):
                sent.write(part)
        os.close(ours)
        running.wait()
        return sent.getvalue().decode("utf-8").replace("\r\n", "\n")

    def browser(self, page: Path, wide: int, high: int) -> Image.Image:
        """A web page as chromium shows it."""
        target = self.bench / "page.png"
        subprocess.run(
            [
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                f"--window-size={wide},{high}",
                f"--screenshot={target}",
                page.resolve().as_uri(),
            ],
            check=True,
            capture_output=True,
        )
        return Image.open(target).convert("RGB")


def save(picture: Image.Image, name: str) -> None:
    """Small: a palette instead of full colour, but with the rare colours in it."""
    small = picture.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    small.save(PICTURES / f"{name}.png", optimize=True)
    print(f"drew {name}")


def trimmed(picture: Image.Image, edge: int = 16) -> Image.Image:
    """Without the empty paper around, but for a margin."""
    ground = picture.getpixel((picture.width - 1, picture.height - 1))
    box = ImageChops.difference(picture, Image.new("RGB", picture.size, ground)).getbbox()
    if box is None:
        return picture
    left, top, right, bottom = box
    return picture.crop(
        (
            max(0, left - edge),
            max(0, top - edge),
            min(picture.width, right + edge),
            min(picture.height, bottom + edge),
        )
    )


def between_rows(picture: Image.Image) -> Image.Image:
    """Down to the last empty line, so that neither a text nor a picture is cut through."""
    ground = picture.getpixel((0, 0))
    for y in range(picture.height - 1, 0, -1):
        if picture.crop((0, y, picture.width, y + 1)).getcolors(1) == [(picture.width, ground)]:
            return picture.crop((0, 0, picture.width, y + 1))
    return picture


def sheets(studio: Studio, names: Sequence[str], *options: str, scale: float = SCALE) -> None:
    """The first sheets of a print."""
    target = studio.bench / "sheets.pdf"
    studio.chartkit("print", SEASON, *options, "--out", str(target))
    pdf = pypdfium2.PdfDocument(target)
    for page, name in zip(pdf, names, strict=False):
        save(page.render(scale=scale).to_pil(), name)
    pdf.close()


def cards(studio: Studio) -> None:
    """A team in the three styles, and on one sheet."""
    one = ("--team", TEAM)
    sheets(studio, ["team-offense", "team-defense", "team-supplement"], *one)
    sheets(studio, ["ink-saver-offense", "ink-saver-defense"], *one, "--style", "ink-saver")
    sheets(studio, ["large-print-offense", "large-print-defense"], *one, "--style", "large-print")
    sheets(studio, ["tabloid-one"], *one, "--what", "team", "--paper", "tabloid", "--fit", "one", scale=1.1)


def reference(studio: Studio) -> None:
    """Every other sheet."""
    listed = (
        "quick priority legend timing restrictions penalties dice season squeeze formations plays field stickers d6"
    )
    for kind in listed.split():
        sheets(studio, [f"sheet-{kind}"], "--what", kind)
    sheets(studio, ["sheet-scorecard"], "--what", "scorecard", "--team", TEAM, "--team", OTHER)
    sheets(studio, ["sheet-certificate"], "--what", "certificate")
    sheets(studio, ["book-cover", "book-contents"], "--what", "book")


@contextlib.contextmanager
def unseen_screen(wide: int, high: int) -> Iterator[dict[str, str]]:
    """A screen in memory, as the environment of the programs that are to show themselves on it."""
    ours, theirs = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(theirs), "-screen", "0", f"{wide}x{high}x24", "-nolisten", "tcp"],
        pass_fds=[theirs],
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    try:
        # The number of the screen comes as soon as it is there.
        with os.fdopen(ours) as told:
            yield {**os.environ, "DISPLAY": f":{told.readline().strip()}", "SAL_USE_VCLPLUGIN": "gen"}
    finally:
        server.terminate()
        server.wait()


def workbook(studio: Studio) -> None:
    """The offense of a chart in the window of LibreOffice."""
    file, wide, high = studio.bench / f"{TEAM}.xlsx", 1560, 860
    studio.chartkit("export-xlsx", CHART, "--out", str(file))
    profile = f"-env:UserInstallation={(studio.bench / 'office').as_uri()}"
    with unseen_screen(wide, high) as screen:
        office = subprocess.Popen(
            ["soffice", profile, "--nologo", "--norestore", "--nofirststartwizard", str(file)],
            env=screen,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            window = _window(file.name, screen)
            for words in (("windowmove", window, "0", "0"), ("windowsize", window, str(wide), str(high))):
                subprocess.run(["xdotool", *words], env=screen, check=True)
            # Nothing tells when a window has drawn all of itself.
            time.sleep(15)
            target = studio.bench / "window.png"
            subprocess.run(["import", "-window", "root", str(target)], env=screen, check=True)
        finally:
            # soffice starts the program that shows the window; both are in its session.
            os.killpg(office.pid, signal.SIGKILL)
            office.wait()
    picture = Image.open(target).convert("RGB")
    picture.thumbnail((1200, 1200), Image.Resampling.LANCZOS)
    save(picture, "workbook")


def _window(title: str, screen: dict[str, str]) -> str:
    """The window of that title, as soon as there is one."""
    for _ in range(120):
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", title],
            env=screen,
            capture_output=True,
            text=True,
            check=False,
        ).stdout.split()
        if found:
            return found[0]
        time.sleep(1)
    sys.exit(f"no window showed {title} within two minutes")


def plots(studio: Studio) -> None:
    """What the commands draw themselves."""
    for name, words in (
        ("odds", ("odds", CHART, "--plot")),
        ("odds-against", ("odds", CHART, "--against", f"{SEASON}/charts/{OTHER}.json", "--plot")),
        ("scores", ("simulate", OTHER, TEAM, "-n", "10000", "--plot")),
    ):
        drawn = studio.bench / f"{name}.png"
        studio.chartkit(*words, str(drawn))
        picture = Image.open(drawn).convert("RGB")
        picture.thumbnail((WIDE, 4 * WIDE))
        save(picture, name)


def reports(studio: Studio) -> None:
    """The tops of the two reports, and one on a phone; a thousand seasons, for ten are a first look only."""
    studio.chartkit("roundtrip", "2031", "-n", "1000", "--out", str(studio.bench), may_find=True)
    report = studio.home / SEASON / "report.html"
    for name, page, wide in (
        ("compile-report", report, WIDE),
        ("compile-report-phone", report, PHONE),
        ("roundtrip-report", studio.bench / "roundtrip.html", WIDE),
    ):
        save(between_rows(studio.browser(page, wide, 1500)), name)


def terminal(studio: Studio) -> None:
    """The steps, a game and its replay, as a terminal shows them."""
    home = studio.home
    if not (home / "game.json").is_file():
        studio.chartkit("game", "WND", OTHER, "--seed", "7", "--quiet", "--log", "game.json")
    screens = {
        "terminal-steps": ("chartkit", studio.typed(columns=84)),
        "terminal-game": (
            f"chartkit game WND {OTHER} --seed 7",
            "\n".join(studio.typed("game", "WND", OTHER, "--seed", "7", columns=110).split("\n")[:24]),
        ),
        "terminal-replay": (
            "chartkit replay game.json --from 40",
            # The heading and four plays.
            "\n\n".join(
                studio.typed("replay", "game.json", "--from", "40", "--speed", "1000", columns=84).split("\n\n")[:5]
            ),
        ),
    }
    screens["terminal-table"] = f"chartkit game WND {OTHER} --coach human --coach sharp --seed 7", _table(home)
    for name, (title, text) in screens.items():
        # The folder of whoever draws is nobody's business.
        shown = text.replace(str(home.resolve()), "/home/you/chartkit-demo")
        wide = max(len(Text.from_ansi(line).plain) for line in shown.split("\n")) + 1
        console = Console(record=True, width=max(60, wide), file=io.StringIO(), force_terminal=True)
        console.print(Text.from_ansi(f"$ {title}\n{shown}"))
        svg = studio.bench / "screen.svg"
        # One font everywhere: rich would fetch another from the network.
        svg.write_text(
            console.export_svg(title="", theme=MONOKAI).replace("Fira Code", "DejaVu Sans Mono"), encoding="utf-8"
        )
        page = studio.bench / "screen.html"
        page.write_text(f'<body style="margin:0"><img src="screen.svg" style="width:{WIDE}px"></body>', "utf-8")
        save(trimmed(studio.browser(page, WIDE, 1400), 0), name)


def _table(home: Path) -> str:
    """The table before a call, some plays into a game."""
    away, home_team = (str(home / SEASON / "charts" / f"{team}.json") for team in ("WND", OTHER))
    game = new_game(GameOrder(away, home_team, seed=7, coaches=("human", "sharp")))
    seen = 0
    game.begin()
    # Some plays into the game, and into a drive.
    while game.play_count < _PLAYS_SEEN or len(game.bare_view().drive_plays) < 2:
        prompt = game.prompt
        assert prompt is not None
        seen = game.play_count
        game.say("6" if "your play" in prompt.text else "d" if "your formation" in prompt.text else "")
    assert game.prompt is not None
    shown = Console(width=96, file=io.StringIO(), force_terminal=True, color_system="truecolor", highlight=False)
    for line in picture(game, game.prompt.seat, seen, 96, 26):
        shown.print(line, no_wrap=True)
    shown.print(f"{game.prompt.text}: ", end="")
    drawn = shown.file
    assert isinstance(drawn, io.StringIO)
    return drawn.getvalue()


# The pages in the browser.

_ASKED_ANEW = "before => document.querySelector('main').dataset.question !== before"
_ORDER = {
    "season": "2031",
    "away": "WND",
    "home": TEAM,
    "away_coach": "human",
    "home_coach": "situation",
    "seed": 7,
}
#: Screen and phone.
_SIZES = {"": (1280, 800), "-phone": (390, 844)}


@contextlib.contextmanager
def served(studio: Studio) -> Iterator[tuple[Browser, str]]:
    """A browser, and the link of a server in a copy of the folder."""
    home = studio.bench / "served"
    shutil.copytree(studio.home / "build", home / "build", dirs_exist_ok=True)
    server = subprocess.Popen([CHARTKIT, "serve", "--no-browser"], cwd=home, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    link = server.stderr.readline().split()[-1]
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            yield browser, link
            browser.close()
    finally:
        server.terminate()
        server.communicate()


def _shot(page: Page, name: str) -> None:
    save(Image.open(io.BytesIO(page.screenshot())), name)


def _begin(page: Page, url: str, **changed: str) -> str:
    """A new game and its table."""
    made = page.request.post(f"{url}/api/games", data={**_ORDER, **changed}, headers={"origin": url})
    key = str(made.json()["id"])
    page.goto(f"{url}/table/{key}")
    page.wait_for_selector("main[data-question]")
    return key


def table(studio: Studio) -> None:
    """Every screen of the table, wide and on a phone."""
    with served(studio) as (browser, link):
        url = link.partition("/?")[0]
        for size, (wide, high) in _SIZES.items():
            context = browser.new_context(viewport={"width": wide, "height": high}, reduced_motion="reduce")
            context.set_default_timeout(120_000)
            page = context.new_page()
            page.goto(link)
            page.wait_for_selector(".kick")
            _shot(page, f"web-games{size}")
            key = _begin(page, url)
            before = page.get_attribute("main", "data-question")
            page.get_by_role("button", name="Skip ahead").click()
            page.get_by_role("button", name="To the next score").click()
            page.wait_for_function(
                "before => document.querySelector('main').dataset.question !== before", arg=before
            )
            for _ in range(12):
                _answer(page)
            page.wait_for_timeout(600)
            _shot(page, f"web-table{size}")
            page.locator(".last button.cell").last.click()
            page.wait_for_selector(".ringed")
            page.wait_for_timeout(600)
            _shot(page, f"web-cards{size}")
            page.keyboard.press("Escape")
            page.get_by_role("button", name="What were the odds?").click()
            page.wait_for_selector("dialog table")
            _shot(page, f"web-odds{size}")
            page.keyboard.press("Escape")
            page.goto(f"{url}/replay/{key}")
            page.wait_for_selector(".scene .card")
            page.get_by_role("slider").fill("20")
            page.wait_for_timeout(600)
            _shot(page, f"web-replay{size}")
            _begin(page, url, home_coach="human")
            while not page.locator(".cover").count():
                _answer(page)
            _shot(page, f"web-cover{size}")
            context.close()


def workbench(studio: Studio) -> None:
    """A chart with a change on the workbench, and the season, wide and on a phone."""
    with served(studio) as (browser, link):
        url = link.partition("/?")[0]
        for size, (wide, high) in _SIZES.items():
            context = browser.new_context(viewport={"width": wide, "height": high}, reduced_motion="reduce")
            context.set_default_timeout(120_000)
            page = context.new_page()
            page.goto(link)
            page.goto(f"{url}/workbench?season=2031&team={TEAM}")
            page.locator('[data-cell="offense.columns.6-SHORT.20"]').click()
            page.keyboard.type("31")
            page.keyboard.press("Enter")
            page.wait_for_selector(".figures table")
            page.get_by_text("as compiled").wait_for()
            page.evaluate("scrollTo(0, 0)")
            _shot(page, f"web-workbench{size}")
            page.goto(f"{url}/season?season=2031")
            page.get_by_text("How ties are broken").wait_for()
            _shot(page, f"web-season{size}")
            context.close()


def _answer(page: Page) -> None:
    """Something that somebody might call."""
    before = page.get_attribute("main", "data-question")
    usual, calls = page.locator(".usual button"), page.locator(".call:not([aria-disabled])")
    (usual.first if usual.count() else calls.nth(min(5, calls.count() - 1))).click()
    page.wait_for_function(_ASKED_ANEW, arg=before)


#: What is drawn, and the programs that it cannot be drawn without.
ALL: dict[str, tuple[Callable[[Studio], None], tuple[str, ...]]] = {
    "cards": (cards, ()),
    "reference": (reference, ()),
    "plots": (plots, ()),
    "workbook": (workbook, ("soffice", "Xvfb", "xdotool", "import")),
    "reports": (reports, ("chromium",)),
    "terminal": (terminal, ("chromium",)),
    "table": (table, ("chromium",)),
    "workbench": (workbench, ("chromium",)),
}


def main() -> None:
    """All pictures, or those of one kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, default=ROOT / "build" / "demo")
    parser.add_argument("--only", choices=ALL)
    wanted = parser.parse_args()
    if not (wanted.home / SEASON / "charts").is_dir():
        subprocess.run([CHARTKIT, "demo", "--out", wanted.home], check=True)
    with tempfile.TemporaryDirectory() as bench:
        studio = Studio(wanted.home, Path(bench))
        for name, (draw, needed) in ALL.items():
            if wanted.only not in (None, name):
                continue
            if missing := [program for program in needed if not shutil.which(program)]:
                print(f"not drawn: {name}, for {', '.join(missing)} cannot be found", file=sys.stderr)
                continue
            draw(studio)
    whole = sum(path.stat().st_size for path in PICTURES.glob("*.png"))
    print(f"{whole / 1e6:.1f} MB in {PICTURES.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
