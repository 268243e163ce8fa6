"""Data-Driven Football at the table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chartkit.systems.playing import ExampleVerdict, GameOrder, Person, TableGame


class DdfPlaying:
    """The referee of Data-Driven Football."""

    def examples(self, data: Any) -> Sequence[ExampleVerdict]:
        """Play worked examples with scripted dice (R35.12)."""
        from chartkit.systems.ddf.referee.examples.run import judge_all

        return judge_all(data)

    def coaches(self) -> Sequence[str]:
        """The computer coaches and the person at the table."""
        from chartkit.systems.ddf.gameday.choose import COACHES

        return COACHES

    def new_game(self, order: GameOrder, person: Person) -> TableGame:
        """Find charts and coaches, set the table."""
        from chartkit.systems.ddf.gameday.opening import new_game

        return new_game(order, person)

    def resumed_game(self, file: Path, order: GameOrder, person: Person) -> TableGame:
        """Go on where a game file ends."""
        from chartkit.systems.ddf.gameday.opening import resumed_game

        return resumed_game(file, order, person)

    def recorded_game(self, file: Path) -> TableGame:
        """A game file to be shown."""
        from chartkit.systems.ddf.gameday.opening import recorded_game

        return recorded_game(file)
