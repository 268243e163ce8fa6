"""A game in words: the sentence of every record, the situation before it, scoring summary and box score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from chartkit.football.field import ORDINALS, spot_name
from chartkit.systems.coachs_call.rules import names as n
from chartkit.systems.coachs_call.rules.players import SEASON_OUT
from chartkit.systems.coachs_call.statistics import NAMES, counted, seconds_left
from chartkit.systems.coachs_call.tables import CODES, Tables, box_name
from chartkit.systems.coachs_call.teams import SLOTS, Roster
from chartkit.systems.coachs_call.words import WORDS
from chartkit.systems.logged import GameLog

Record = Sequence[int]
Teams = tuple[Roster, Roster]


def quarter_in_words(quarter: int) -> str:
    """`2nd quarter`, `overtime`."""
    return f"{ORDINALS[quarter]} quarter" if quarter in ORDINALS else "overtime"


def yards_in_words(yards: int) -> str:
    """`a yard`, `7 yards`, `no gain`, `a loss of 3`."""
    if yards < 0:
        return f"a loss of {-yards}"
    return {0: "no gain", 1: "a yard"}.get(yards, f"{yards} yards")


def spot_in_words(row: Record, teams: Teams, team: int, spot: int) -> str:
    """`PHI 26`, seen from the team that the spot is counted for."""
    if not 0 < spot < 100:
        return "the end zone"
    return spot_name(100 - spot, teams[team].team, teams[1 - team].team)


def situation(row: Record, teams: Teams) -> str:
    """Quarter, box, down, distance and spot before a play."""
    when = f"{quarter_in_words(row[n.QUARTER])}, box {box_name(min(row[n.BOX], n.MOST_BOXES - 1))}"
    at = spot_in_words(row, teams, row[n.TEAM], row[n.SPOT])
    if row[n.AT_DOWN]:
        goal = "goal" if row[n.SPOT] + row[n.TO_GO] >= 100 else str(row[n.TO_GO])
        return f"{when}: {teams[row[n.TEAM]].team} {ORDINALS[row[n.AT_DOWN]]} and {goal} at {at}"
    return f"{when}: {teams[row[n.TEAM]].team} at {at}"


def _told(row: Record) -> str:
    """How a call is told: `around end`, `deep`; empty for rare plays."""
    told: str = WORDS["calls"][n.CALLS[row[n.CALL]]]["told"] if row[n.CALL] >= 0 else ""
    return told


def _man(teams: Teams, team: int, slot: int) -> str:
    return teams[team].player(SLOTS[slot]) if slot >= 0 else "nobody"


def sentence(row: Record, teams: Teams, tables: Tables) -> str:
    """What happened, in plain English."""
    kind, team = row[n.KIND], row[n.TEAM]
    if kind == n.IS_QUARTER:
        return f"{quarter_in_words(row[n.QUARTER])[0].upper()}{quarter_in_words(row[n.QUARTER])[1:]}."
    if kind == n.IS_END:
        return "The game is over."
    if kind == n.IS_TIME_OUT:
        return f"Time out {teams[team].team}."
    text = " ".join([*_rare(row, tables), *_happened(row, teams)])
    return f"{text} {_score(row, teams)}".rstrip() if row[n.SCORED_HOW] else text


def _happened(row: Record, teams: Teams) -> Iterator[str]:
    """The deed, loose balls, fouls and injuries, a sentence each."""
    parts = (_deed(row, teams), *_loose(row, teams), *_foul(row, teams), *_injury(row, teams))
    return (part for part in parts if part)


def _rare(row: Record, tables: Tables) -> Iterator[str]:
    if row[n.RARE] >= 0:
        entries = tables.rare["favored" if row[n.RARE] < len(CODES) else "underdog"]
        yield f"Rare play: {entries[CODES[row[n.RARE] % len(CODES)]].summary}."
        if row[n.CHALLENGE]:
            yield "The challenge reverses it." if row[n.CHALLENGE] == 2 else "The ruling stands after a challenge."


def _deed(row: Record, teams: Teams) -> str:
    """The sentence of `words.toml` for the kind of play and how it came out, with its names and numbers."""
    kind, team, result = row[n.KIND], row[n.TEAM], n.RESULTS[row[n.RESULT]]
    what, by = n.KINDS[kind], _man(teams, 1 - team, row[n.CREDIT])
    if kind == n.IS_RUN and row[n.FUMBLES] and row[n.PLAYER] == n.QB and row[n.CALL] != n.SNEAK:
        what = "snap"
    punts = kind == n.IS_PUNT
    keys = (f"{what}/{result or 'nothing'}", f"{what}/credit" if row[n.CREDIT] >= 0 else what, what)
    text: str = next((WORDS["sentences"][key] for key in keys if key in WORDS["sentences"]), "")
    said = text.format(
        man=_man(teams, team, row[n.PLAYER]),
        passer=_man(teams, team, n.QB),
        by=by if row[n.CREDIT] >= 0 else teams[1 - team].team,
        how=_told(row),
        gain=yards_in_words(row[n.YARDS]),
        out=" out of bounds" if row[n.WENT_OUT_OF_BOUNDS] else "",
        back=f" and returns it {yards_in_words(row[n.RETURN_YARDS])}" if row[n.RETURN_YARDS] else "",
        kicker=_man(teams, team, n.PUNTER if punts else n.KICKER),
        returner=_man(teams, 1 - team, n.PUNT_RETURNER if punts else n.KICK_RETURNER),
        returned=yards_in_words(row[n.RETURN_YARDS]),
        yards=row[n.KICK_YARDS],
        team=teams[team].team,
        ball=teams[row[n.END_TEAM]].team,
    )
    return " ".join(said.split())


def _loose(row: Record, teams: Teams) -> Iterator[str]:
    if row[n.FUMBLES]:
        side = row[n.RECOVERED_BY]
        by = f" by {_man(teams, side, row[n.RECOVERY])}" if row[n.RECOVERY] >= 0 else ""
        yield f"Fumble, recovered by {teams[side].team}{by}." if side >= 0 else "Fumble."
        if row[n.FUMBLES] > 1:
            yield f"Another fumble; {teams[row[n.END_TEAM]].team} has it."


def _foul(row: Record, teams: Teams) -> Iterator[str]:
    if row[n.FOUL]:
        taken = f"{'accepted' if row[n.ACCEPTED] else 'declined'}{', no play' if row[n.NO_PLAY] else ''}"
        what = f"{teams[row[n.FOUL_TEAM]].team} ({n.FOULS[row[n.FOUL]]})"
        yield f"Penalty on {what}, {row[n.FOUL_YARDS]} yards, {taken}."


def _injury(row: Record, teams: Teams) -> Iterator[str]:
    if row[n.INJURED] >= 0:
        games, team = row[n.GAMES_OUT], row[n.INJURED_TEAM]
        long = "" if not games else " for the season" if games == SEASON_OUT else f" and the next {games} games"
        yield f"{_man(teams, team, row[n.INJURED])} ({teams[team].team}) is hurt and out{long}."


def _score(row: Record, teams: Teams) -> str:
    home, away = teams
    score = f"[{away.team} {row[n.AWAY_SCORE]}, {home.team} {row[n.HOME_SCORE]}]"
    return f"{n.SCORES[row[n.SCORED_HOW]].upper()} {teams[row[n.SCORING_TEAM]].team}. {score}"


def told(row: Record, teams: Teams, tables: Tables) -> str:
    """A line of play-by-play: the situation and what happened."""
    if row[n.KIND] in (n.IS_QUARTER, n.IS_END, n.IS_TIME_OUT):
        return sentence(row, teams, tables)
    return f"{situation(row, teams)}. {sentence(row, teams, tables)}"


def story(log: GameLog) -> list[str]:
    """Every record as a line."""
    return [told(row, log.matchup.teams, log.matchup.tables) for row in log.records]


# Box score.


def box_score(log: GameLog) -> dict[str, Any]:
    """Points by quarter, scores, statistics and players of a game as data (`systems.box_score`)."""
    records, teams, boxes = log.records, log.matchup.teams, log.matchup.options.boxes
    counts = [dict(zip(NAMES, line, strict=True)) for line in counted(records, boxes)]
    periods = [f"points_q{quarter}" for quarter in range(1, n.REGULATION + 1)]
    if any(row[n.QUARTER] > n.REGULATION for row in records):
        periods.append("points_overtime")
    codes = [roster.team for roster in teams]
    return {
        "line_score": {
            code: [own[name] for name in (*periods, "points")] for code, own in zip(codes, counts, strict=True)
        },
        "scoring": [_scoring(row, teams, boxes) for row in records if row[n.SCORED_HOW]],
        "statistics": dict(zip(codes, counts, strict=True)),
        "players": {code: _players(records, teams, side) for side, code in enumerate(codes)},
    }


def _scoring(row: Record, teams: Teams, boxes: int) -> dict[str, Any]:
    home, away = teams
    return {
        "period": min(row[n.QUARTER], n.REGULATION + 1),
        "clock": seconds_left(row[n.BOX], boxes),
        "team": teams[row[n.SCORING_TEAM]].team,
        "how": n.SCORES[row[n.SCORED_HOW]],
        "play": " ".join(_happened(row, teams)),
        "score": {home.team: row[n.HOME_SCORE], away.team: row[n.AWAY_SCORE]},
    }


def _players(records: Sequence[Record], teams: Teams, side: int) -> dict[str, dict[str, int]]:
    """Carries, catches, sacks and takeaways by player."""
    found: dict[str, dict[str, int]] = {}

    def add(slot: int, name: str, amount: int = 1) -> None:
        line = found.setdefault(_man(teams, side, slot), {})
        line[name] = line.get(name, 0) + amount

    for row in records:
        kind, mine = row[n.KIND], row[n.TEAM] == side
        if row[n.NO_PLAY] or row[n.IS_TRY]:
            continue
        if mine and kind in (n.IS_RUN, n.IS_SCRAMBLE):
            add(row[n.PLAYER], "rushes")
            add(row[n.PLAYER], "rushing_yards", row[n.YARDS])
        elif mine and kind == n.IS_PASS and row[n.RESULT] == n.COMPLETE:
            add(row[n.PLAYER], "catches")
            add(row[n.PLAYER], "receiving_yards", row[n.YARDS])
        elif not mine and row[n.CREDIT] >= 0:
            add(row[n.CREDIT], {n.IS_SACK: "sacks", n.IS_PASS: "interceptions"}.get(kind, "blocks"))
        if not mine and row[n.RECOVERY] >= 0:
            add(row[n.RECOVERY], "recoveries")
    return found
