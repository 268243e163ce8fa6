"""The charts of the game as values (R1, R3, R4): what a cell may say, what a chart is, and its file.

`dice` and `columns` name what is rolled and where it is looked up, `result` is the language of the cells, `chart`
the team and season charts, `chart_json` their files. `odds` are exact, `places` finds columns and cells by the
names that people use and lists every single value for cards and workbooks, `edits` are changes by hand that outlive
a compile. Nothing here knows the rules of play, and nothing here judges a file: that is `validate`.
"""

from chartkit.systems.ddf.charts import columns, dice, edits
from chartkit.systems.ddf.charts.chart import (
    Column,
    GenericCharts,
    HouseTables,
    Marks,
    Offense,
    PlayCalls,
    SackRate,
    Season,
    Shift,
    SpecialTeams,
    Squeeze,
    Supplement,
    TeamChart,
    TeamName,
    blank_chart,
)
from chartkit.systems.ddf.charts.chart_json import (
    GAME,
    SEASON_FORMAT,
    TEAM_FORMAT,
    chart_checksum,
    checksum,
    generic_from_json,
    generic_to_json,
    season_from_json,
    season_to_json,
    season_to_text,
    shipped_seasons,
    standard_generic,
    team_from_json,
    team_to_json,
    team_to_text,
)
from chartkit.systems.ddf.charts.columns import (
    BREAKAWAY,
    FG_ADJUSTMENT,
    FIELD_GOAL,
    FORMATIONS,
    FUMBLE_RETURN,
    INTERCEPTION_RETURN,
    KICK_COVERAGE,
    KICKOFF,
    KICKOFF_RETURN,
    LINE_OF_SCRIMMAGE,
    OFFENSE,
    PASSES,
    PENALTY_INFLUENCE,
    PLAYS,
    PUNT,
    PUNT_COVERAGE,
    PUNT_RETURN,
    QT_CONTAINMENT,
    RUNS,
    TRAPPED,
    legal_forms,
    muffed_snap_rating,
    pass_percent,
    solitaire_ranges,
)
from chartkit.systems.ddf.charts.dice import DEFENSIVE, OFFENSIVE
from chartkit.systems.ddf.charts.edits import NotApplied
from chartkit.systems.ddf.charts.odds import SHARES, End, Odds, Way, cell_ways, column_odds, dice_of, share_of
from chartkit.systems.ddf.charts.places import (
    MARKED,
    SEASON_SETS,
    SQUIB_RETURN,
    TEAM_COLUMNS,
    TEAM_SETS,
    ColumnPlace,
    column_tables,
    columns_of,
    find_cell,
    grids,
    place_in_words,
    put_at,
)
from chartkit.systems.ddf.charts.result import (
    BLANK,
    DEFENSE_FOULS,
    FOULS,
    OFFENSE_FOULS,
    Kind,
    NotAResultError,
    Result,
    form_list,
    forms,
    forms_in_order,
    gain,
    meaning,
    parse,
)
