"""Options: presets, single features, and refusals that say what to do."""

from __future__ import annotations

import pytest

from chartkit.errors import InputError
from chartkit.systems.ddf.rules.options import FEATURES, Options


def test_advanced_switches_every_feature_on_and_basic_none() -> None:
    assert all(getattr(Options.advanced(), name) for name in FEATURES)
    assert not any(getattr(Options.basic(), name) for name in FEATURES)
    assert Options.basic().offense_fumble_return == "always"
    assert Options.advanced().offense_fumble_return == "d10"


@pytest.mark.parametrize("name", FEATURES)
def test_each_feature_is_switched_alone(name: str) -> None:
    alone = Options.basic().with_features([name])
    assert [feature for feature in FEATURES if getattr(alone, feature)] == [name]
    assert Options.from_json(alone.to_json()) == alone


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"spike_second": 10}, "no option 'spike_second'"),
        ({"goal_line_squeeze": "hard"}, "printed, season, off"),
        ({"audibles": "yes"}, "not a bool"),
    ],
)
def test_a_wrong_option_is_refused_in_words(data: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        Options.from_json(data)
