"""Every command that README and docs show works as shown (the convention: tests/support/manual.py)."""

import shutil
from pathlib import Path

import pytest
from support import manual

PAGES = {str(page.relative_to(manual.ROOT)): page for page in manual.pages()}
RUN = [name for name, page in PAGES.items() if any(line.runs for line in manual.lines(page))]


def _already_run(home: Path) -> dict[str, int]:
    """What `chartkit demo` ran when it made the shared build, with its exit codes: it takes long enough once."""
    sections = (home / "demo.log").read_text("utf-8").split("\n$ ")[1:]
    return {section.partition("\n")[0]: int("(exit code 1)" in section) for section in sections}


@pytest.mark.parametrize("name", RUN)
def test_every_command_of_the_page_runs(
    name: str, demo_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(demo_home, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for file, text in manual.files(PAGES[name]):
        Path(file).write_text(text, "utf-8")
    already = _already_run(demo_home)
    for line in manual.lines(PAGES[name]):
        if not line.runs:
            continue
        known = already.get(" ".join(line.words))
        code, output = manual.run(line) if known is None else (known, "")
        assert code in line.exit_codes, f"{line.place}: {line.text}\n{output}"


@pytest.mark.parametrize("name", PAGES)
def test_every_command_and_option_that_is_shown_exists(name: str) -> None:
    for line in manual.lines(PAGES[name]):
        if line.words[0] == "chartkit":
            assert manual.unknown_words(line) == [], f"{line.place}: {line.text}"


def test_the_tour_of_the_readme_has_ten_lines() -> None:
    assert sum(line.runs for line in manual.lines(manual.ROOT / "README.md")) == 10


def test_the_demo_makes_what_it_says(demo_home: Path) -> None:
    log = (demo_home / "demo.log").read_text("utf-8")
    said = log.partition("Done. In ")[2].partition("\n\n")[0].splitlines()[1:]
    made = [demo_home / line.split()[0] for line in said]
    assert len(made) == 5
    assert all(path.exists() for path in made)
    assert len(list((demo_home / "build" / "2031" / "charts").glob("*.json"))) == 8
