"""Records behave as frozen data classes with slots do."""

import copy
import pickle
from dataclasses import FrozenInstanceError, asdict, field, replace

import pytest

from chartkit.records import dataclass


@dataclass(frozen=True, slots=True)
class Kick:
    """Something with every kind of field."""

    team: str
    yards: int = 0
    fouls: list[str] = field(default_factory=list, compare=False)
    secret: str = field(default="", repr=False)

    @property
    def long(self) -> bool:
        return self.yards >= 50


@dataclass(frozen=True, slots=True)
class Down:
    """One field alone."""

    number: int


def test_values_come_by_position_by_name_or_by_default() -> None:
    kick = Kick("BRK", yards=52)
    assert (kick.team, kick.yards, kick.fouls, kick.secret, kick.long) == ("BRK", 52, [], "", True)
    assert Kick("BRK").fouls is not Kick("BRK").fouls
    with pytest.raises(TypeError):
        Kick()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Kick("BRK", wind=3)  # type: ignore[call-arg]


def test_records_are_equal_by_value_and_class() -> None:
    assert Kick("BRK", 3) == Kick("BRK", 3, ["OFF 5"]) != Kick("BRK", 4)
    assert len({Down(1), Down(1), Down(2)}) == 2
    assert Down(1) != 1 and Down(1) != (1,)


def test_a_record_is_shown_with_its_fields() -> None:
    assert repr(Kick("BRK", 3, secret="fake")) == "Kick(team='BRK', yards=3, fouls=[])"


def test_a_record_never_changes() -> None:
    down = Down(1)
    for change in (
        lambda: setattr(down, "number", 2),
        lambda: setattr(down, "other", 2),
        lambda: delattr(down, "number"),
    ):
        with pytest.raises(FrozenInstanceError):
            change()
    assert down == Down(1)


def test_a_record_is_replaced_copied_and_sent_to_another_process() -> None:
    kick = Kick("BRK", 52, ["DEF 5"])
    assert replace(kick, yards=40) == Kick("BRK", 40)
    assert asdict(kick) == {"team": "BRK", "yards": 52, "fouls": ["DEF 5"], "secret": ""}
    for twin in (copy.copy(kick), copy.deepcopy(kick), pickle.loads(pickle.dumps(kick))):
        assert twin == kick and twin.fouls == ["DEF 5"]
    assert pickle.loads(pickle.dumps(Down(3))) == Down(3)
