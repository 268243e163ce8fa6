"""An interrupt is noted wherever it comes, and the job ends between two parts."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator

import pytest

from chartkit.league.runner import Interruptible, counted_runs
from chartkit.pages import Report


@pytest.fixture(autouse=True)
def _hears() -> Iterator[None]:
    """Whoever runs the tests in the background lets them ignore interrupts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupt() -> None:
    signal.raise_signal(signal.SIGINT)


def job(closed: Callable[[], None] = lambda: None) -> Generator[int, None, None]:
    try:
        yield from range(10)
    finally:
        closed()


def test_an_interrupt_while_a_part_is_counted_loses_nothing() -> None:
    counted = []
    with Interruptible() as watch:
        for part in watch.parts(job()):
            if part == 3:
                interrupt()
            counted.append(part)
    assert counted == [0, 1, 2, 3] and watch.stopped


class Counted:
    """A tally of parts; somebody presses Ctrl-C at one of them."""

    def __init__(self, pressed_at: int) -> None:
        self.number, self.pressed_at = 0, pressed_at

    def add(self, parts: Iterable[int]) -> None:
        for part in parts:
            self.number += 1
            if part == self.pressed_at:
                interrupt()

    def report(self) -> Report:
        return Report({}, notes=("first",))


def test_the_report_says_how_much_was_counted() -> None:
    assert counted_runs(Counted(3), job(), 10, " Go on.").notes == (
        "first",
        "interrupted: these are 4 of 10. Go on.",
    )
    assert counted_runs(Counted(99), job(), 10, " Go on.").notes == ("first",)


def test_an_interrupt_while_a_part_is_played_ends_with_that_part() -> None:
    def interrupted() -> Generator[int, None, None]:
        yield 0
        interrupt()
        yield 1
        yield 2

    with Interruptible() as watch:
        assert list(watch.parts(interrupted())) == [0, 1]


def test_an_interrupt_while_the_workers_are_shut_down_changes_nothing() -> None:
    with Interruptible() as watch:
        assert list(watch.parts(job(closed=interrupt))) == list(range(10))


def test_workers_that_die_of_the_interrupt_end_the_job() -> None:
    def dying(error: BaseException) -> Generator[int, None, None]:
        yield 0
        interrupt()
        raise error

    for error in (RuntimeError("a worker was killed"), KeyboardInterrupt()):
        with Interruptible() as watch:
            assert list(watch.parts(dying(error))) == [0]
        assert watch.stopped


def test_the_second_interrupt_ends_at_once() -> None:
    with pytest.raises(KeyboardInterrupt), Interruptible() as watch:
        for _ in watch.parts(job()):
            interrupt()
            interrupt()


def test_a_failure_without_an_interrupt_is_a_failure() -> None:
    def failing() -> Generator[int, None, None]:
        yield 0
        raise RuntimeError("a bug")

    with pytest.raises(RuntimeError, match="a bug"), Interruptible() as watch:
        list(watch.parts(failing()))


def test_interrupts_are_exceptions_again_afterwards() -> None:
    with Interruptible() as watch:
        list(watch.parts(job()))
    assert not watch.stopped
    with pytest.raises(KeyboardInterrupt):
        interrupt()


def test_a_job_that_was_started_deaf_stays_deaf() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with Interruptible() as watch:
        for _ in watch.parts(job()):
            interrupt()
    assert not watch.stopped


def test_another_thread_does_not_listen() -> None:
    done: list[int] = []

    def work() -> None:
        with Interruptible() as watch:
            done.extend(watch.parts(job()))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == list(range(10))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
