"""The settings of a compile: templates/ddf-compile.toml, or an author's changed copy of it, as typed values.

Every number that the game's guide leaves to the author is one of these. The template gives the reasons.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from chartkit import resources
from chartkit.findings import read_toml
from chartkit.systems.ddf.coaches.tables import Grid

STANDARD = "ddf-compile.toml"

#: Endings so rare that one play is a tolerance of its own.
_RARE = frozenset({"intercepted", "fumbled"})


@dataclass(frozen=True)
class SeasonSettings:
    """A team's figures over all its calls, in the objective of each column."""

    unit: float  # part of the tolerance that is one unit of miss
    importance: float  # weight of a unit of miss


@dataclass(frozen=True)
class ViolationSettings:
    """Columns are searched again until no figure is outside its tolerance."""

    rounds: int  # at most, over everything that is outside
    patience: int  # rounds in a row without progress, after which a figure is out of reach
    spare_patience: int  # the same of a figure that the report would forgive
    progress: float  # part of a violation that may be left after a round that counts as progress
    restarts: int  # random restarts per column
    opponents: int  # opponents' columns that are tried where a team's own cannot help
    price: float  # cost of one tolerance outside
    weight_growth: float  # weight of a figure that stays outside, from round to round


@dataclass(frozen=True)
class FitSettings:
    """The joint fit of offenses and defenses."""

    rounds: int  # of "offenses against defenses, defenses against offenses"
    restarts: int  # random restarts per column in a middle round
    last_restarts: int  # and in the last one
    fewest_plays: int  # calls with fewer plays are pulled toward the league even without --shrink
    shrink_strength: float  # plays of the league that --shrink mixes into every column
    distance: float  # weight of the distance of yardage distributions, in tolerances
    turnover_unit: float  # part of one turnover that is a unit of miss
    barrier_at: float  # part of the tolerance from which on a figure costs dearly
    barrier: float  # cost of one tolerance more
    season: SeasonSettings
    violations: ViolationSettings
    tolerance: Mapping[str, float]  # by figure: one unit of miss
    importance: Mapping[str, float]  # by figure: weight of a unit of miss
    distance_unit: Mapping[str, float]  # by call: a distance as bad as one tolerance
    longest: Mapping[str, int]  # by call: longest plain number of a column
    shortest: Mapping[str, int]  # by call: shortest


@dataclass(frozen=True)
class SlackStep:
    """A miss up to a part of the tolerance costs only a part of the full price."""

    until: float
    price: float


@dataclass(frozen=True)
class ReliefSettings:
    """Forced results that undo what offenses contribute (R5.4)."""

    most: float  # share of a defense's results
    cost: float  # in tolerances


@dataclass(frozen=True)
class ContributionSettings:
    """The linear program that splits endings between offenses and defenses."""

    defense_share: Mapping[str, float]  # by ending: part that defenses contribute when nothing else decides
    defense_importance: float  # a defense's miss beside an offense's
    pull: float  # how hard `defense_share` pulls
    slack: tuple[SlackStep, ...]
    relief: ReliefSettings
    rounds: int  # products of unknowns are solved around the last answer, so often
    total_importance: float  # a team's number over all calls beside a column's share
    importance: Mapping[str, float]  # by ending


@dataclass(frozen=True)
class DefenseSettings:
    """Defensive columns beside offensive ones."""

    unit_times: float  # one unit of miss
    importance_times: float  # weight of a miss
    distance_times: float  # weight of the distance of yardages
    forced: float  # usual share of forced results
    forced_unit: float  # one unit of miss of that share
    forced_loose: float  # part of the share beyond the usual that is added to the unit
    variance: float  # cost of a square yard in the spread of additive results
    shortest: int  # additive results of a cell
    longest: int
    forced_shortest: int  # forced results of a cell
    forced_longest: int
    shape_floor: float  # least weight of a formation in the shape
    shape_yards: float  # one unit of miss of a formation's mean
    shape_trapped: float  # and of its traps
    contribution_importance: float  # how firmly a defense is held to its contributions
    contribution_unit: Mapping[str, float]  # by ending: one unit of miss


@dataclass(frozen=True)
class GoalLineSettings:
    """Formations near the goal."""

    inside: int
    factor: tuple[float, ...]  # A to F


@dataclass(frozen=True)
class FormationSettings:
    """What the six formations are good at, and when the league's defenses line up in them."""

    shift: Mapping[str, tuple[float, ...]]  # by call: mean yards of A to F beside the defense's own
    trapped: tuple[float, ...]  # factor on the trapped share, A to F
    answers: Mapping[str, tuple[float, ...]]  # by down and yards to go: A to F in percent
    goal_line: GoalLineSettings
    state_factor: Mapping[str, tuple[float, ...]]  # by state of the game: A to F


@dataclass(frozen=True)
class SqueezeSettings:
    """The squeeze table in front of the goal."""

    inside: tuple[int, ...]  # bands of distance to the goal
    groups: tuple[tuple[str, ...], ...]  # calls that share a row
    fewest_plays: int  # a band with fewer plays in the league stays as it is
    most_yards: int
    beyond: int  # farther out than this is open field
    completion_weight: float  # a completion too many beside a touchdown too many
    gain_weight: float  # a yard too much of a run beside a touchdown too many
    yard_cost: float  # touchdowns that a yard off must earn


@dataclass(frozen=True)
class FieldGoalWeights:
    """What a kick off costs, and how curves may bend."""

    band: float  # in a kicker's band
    season: float  # in a kicker's season
    league: float  # in the league's band
    level: float  # a unit of chance by which a curve leaves the kicker's own level
    step: float  # a distance that takes more than this share of the dice ...
    steep: float  # ... costs this


@dataclass(frozen=True)
class SpecialTeamsSettings:
    """Kicks and returns."""

    open_punts_from: int  # punts from at least this far out have the field open in front of them
    fewest_returns: int  # with fewer kicks or returns of a kind the league's are mixed in
    pooled_strength: float  # plays of the league that are mixed in
    coverage_strength: float  # returns that pull a coverage toward the average
    coverage_limit: int  # most yards that a coverage adds
    adjustment_kicks: float  # kicks that must go otherwise than expected for an FG Adjustment
    field_goal_bands: tuple[int, ...]  # lines of scrimmage that end a band
    field_goal_weights: FieldGoalWeights
    longest_kick_at_least: int
    longest_kick_at_most: int


@dataclass(frozen=True)
class InfluenceSettings:
    """Penalty Influence, and which fouls count."""

    fewest_fouls: float  # a defense this close to what its opponents explain is average
    statuses: tuple[str, ...]  # of accepted, declined, offsetting


@dataclass(frozen=True)
class AdjustmentSettings:
    """Charts that say how far a team is from the average."""

    sacks: float  # away from what opponents explain before a defense gets a mark
    fumbles: float  # the same for lost fumbles
    containment_strength: float  # average scrambles that pull a QT Containment toward nothing
    containment_limit: int  # most yards that it adds
    trapped_strength: float  # trapped plays of the league mixed into a QT column
    long_gain_strength: float  # long gains of the league mixed into B and Big Play


@dataclass(frozen=True)
class RatingSettings:
    """Power ratings, home field, road adjustment, audibles."""

    mean: float  # power of an average team
    games_of_average: float  # extra games to a draw against the average team
    full_margin: int  # points beyond this margin count half
    home_field: tuple[float, ...]  # shares of home games won that earn 1, 2, 3
    road: tuple[float, ...]  # shares of road games won that earn 1, 2
    audibles: tuple[float, ...]  # standard deviations of points that earn 1, 2, 3


@dataclass(frozen=True)
class CoachSettings:
    """Tables for computer coaches."""

    grid: Grid  # how situations are told apart
    strength: float  # plays of the wider table mixed into a narrow one


@dataclass(frozen=True)
class GenericSettings:
    """With fewer plays in the season the shipped chart is used."""

    fewest_squibs: int
    fewest_fouls: int


@dataclass(frozen=True)
class FallbackSettings:
    """What charts hold where nobody in the season had a play of some kind."""

    gain: int  # yards on a call on which nobody gained anything
    trapped: int  # yards of a trapped passer
    field_goals: float  # chance of a field goal
    columns: Mapping[str, int]  # by special-teams column: yards
    no_huddle: int  # no-huddle quota where the source does not tell


@dataclass(frozen=True)
class ComebackSettings:
    """What teams that trail by one, two, three or more scores make up in the fourth quarter, in points."""

    known: tuple[float, ...]  # in known seasons
    games: float  # of those mixed into a season's own
    played: tuple[float, ...]  # with charts alone
    yard: tuple[float, ...]  # more of it when every gain is moved by a yard


@dataclass(frozen=True)
class HouseSettings:
    """House rules whose tables come from the season."""

    fewest_measured: int  # plays that end on the line to gain or a yard before it; with fewer nothing is measured
    margin_of_a_yard: float  # points by which a home team wins when every gain is moved by a yard
    game_seconds: float  # mean length of a game, overtime included
    saved_seconds: float  # seconds a play that timeouts, spikes and no huddles save
    comeback: ComebackSettings


@dataclass(frozen=True)
class PlaySettings:
    """The season is played with its charts, and what is off is corrected."""

    rounds: int
    search_in: int  # the round in which columns are searched again
    runs: int  # seasons played in a round
    restarts: int  # random restarts per column
    damping: float  # part of what is off that a round corrects
    chances: bool  # whether the season gets a table of the chances to win of its own
    points_of_a_touchdown: float  # by which a touchdown in the red zone changes a score
    most_touchdowns: float  # a game, for a team
    most_yards: float  # a play, for a team
    wins_of_a_yard: float  # wins a game that a yard on a team's gains late in close games adds
    most_close: float  # yards on such gains
    fewest_tries: int  # for two points; with fewer the season says nothing of them
    factor: tuple[float, float]  # least and most that a table is multiplied by
    most_few_yards: float  # the same of going for it with few yards to go
    # By how much a table must be multiplied for a figure that is off, as an exponent.
    fourth_downs: float
    field_goals: float
    few_yards: float
    goal_line_runs: float
    short: float
    comeback: float


@dataclass(frozen=True)
class CancelSettings:
    """QB Great Protection, QB Good Decision and Ball Protection."""

    most_teams: int
    most_share: float
    fewest: Mapping[str, float]  # by ending: plays by which a season must be out of reach


@dataclass(frozen=True)
class TeamTolerance:
    """For a team over all its calls."""

    yards: float  # per rush, per pass
    completion: float
    trap_share: float  # the larger of a share and a count
    trap_count: float
    share: float  # interceptions and fumbles of an offense
    count: float
    defense_share: float  # and of a defense
    defense_count: float
    touchdowns: float


@dataclass(frozen=True)
class KickTolerance:
    """For the kicking game."""

    rate: float
    yards: float


@dataclass(frozen=True)
class Tolerance:
    """How far a chart may be from the season."""

    fewest_plays: int  # columns with fewer plays are reported, not judged
    defense_times: float  # a defense may be farther off than an offense
    bootstrap_rounds: int  # samples that measure the noise of a column's gains
    column: Mapping[str, float]  # by figure
    team: TeamTolerance
    kicks: KickTolerance
    enough: Mapping[str, float]  # by figure: share of columns or teams that must be within

    def _times(self, side: str) -> float:
        return self.defense_times if side == "defense" else 1.0

    def of_column(self, figure: str, side: str, plays: float) -> float:
        """For a figure of one column."""
        allowed = self._times(side) * self.column[figure]
        return max(allowed, 1 / max(plays, 1)) if figure in _RARE else allowed

    def of_distance(self, noise: float, side: str) -> float:
        """For the distance of a column's gains, whose bootstrap noise is given."""
        return self._times(side) * max(self.column["distance"], noise)

    def of_team(self, figure: str, side: str, real: float) -> float:
        """For a figure of a team over all its calls; `real` is the season's."""
        own = self.team
        match figure:
            case "yards per rush" | "yards per pass":
                return self._times(side) * own.yards
            case "completion rate":
                return self._times(side) * own.completion
            case "traps":
                return max(own.trap_share * real, own.trap_count)
            case "touchdowns":
                return own.touchdowns
        if side == "defense":
            return max(own.defense_share * real, own.defense_count)
        return max(own.share * real, own.count)


@dataclass(frozen=True)
class Settings:
    """Everything that an author may change about a compile; one field a table of the file."""

    fit: FitSettings
    contributions: ContributionSettings
    defense: DefenseSettings
    formation: FormationSettings
    squeeze: SqueezeSettings
    special_teams: SpecialTeamsSettings
    influence: InfluenceSettings
    adjustments: AdjustmentSettings
    ratings: RatingSettings
    coach: CoachSettings
    generic: GenericSettings
    fallback: FallbackSettings
    house: HouseSettings
    play: PlaySettings
    cancel: CancelSettings
    tolerance: Tolerance


def _typed(hint: Any, value: Any) -> Any:
    """A value of the file, whose shape the schema has checked, as the type that a field has."""
    if hint is CoachSettings:
        return CoachSettings(Grid.from_json(value), value["strength"])
    if is_dataclass(hint) and isinstance(hint, type):
        hints = get_type_hints(hint)
        return hint(**{field.name: _typed(hints[field.name], value[field.name]) for field in fields(hint)})
    if get_origin(hint) is tuple:
        return tuple(_typed(get_args(hint)[0], each) for each in value)
    if get_origin(hint) is Mapping:
        return {name: _typed(get_args(hint)[1], each) for name, each in value.items()}
    return value


def load_settings(path: Path | None = None) -> Settings:
    """Read the settings; without a path the standard ones."""
    data = read_toml(path or resources.template(STANDARD), resources.schema("ddf-compile"))
    settings: Settings = _typed(Settings, data)
    return settings
