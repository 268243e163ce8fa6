"""The validator of charts, season files, builds and coach tables: shape, rules, plausibility.

All problems are told at once, none hiding another. `validate_*` judge data in memory, `check_path` a file or a
folder, and `load_*` read a file that must be sound.
"""

from chartkit.systems.ddf.validate.cells import codes, suggest
from chartkit.systems.ddf.validate.validator import (
    check_path,
    chosen_charts,
    fix_path,
    load_coach,
    load_season,
    load_team_chart,
    team_from_source,
    validate_coach,
    validate_game,
    validate_season,
    validate_team,
)
