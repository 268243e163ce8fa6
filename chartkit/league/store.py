"""Runs on disk: two parquet files a chunk, written whole or not at all, so that an interrupted job can go on."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.errors import InputError
from chartkit.files import whole_file, write_text
from chartkit.league.job import Chunk

if TYPE_CHECKING:
    import pyarrow as pa

    from chartkit.league.job import Job

GAMES, TEAMS, CARD = "games", "teams", "job.json"
AGAINST = "against_"
#: Place in the division, seed (0: none), and how far in the playoffs (`postseason.ROUNDS`).
RANKS = ("division_place", "seed", "playoff_stage")
_PART = re.compile(r"runs-(\d{8})-(\d{8})\.parquet")


class Store:
    """A folder with the runs of one job: games/ (a row a game) and teams/ (a row a team and run)."""

    def __init__(self, folder: Path, job: Job, *, resume: bool) -> None:
        self.folder, self._job = folder, job
        card = folder / CARD
        if card.is_file() and resume:
            self._check(card)
        elif card.is_file():
            # Only what a job has written is thrown away, never the rest of a folder.
            for name in (GAMES, TEAMS):
                shutil.rmtree(folder / name, ignore_errors=True)
        # A job that was killed at once has left a hidden file at most.
        elif folder.is_dir() and any(not path.name.startswith(".") for path in folder.iterdir()):
            raise InputError(
                "this folder is not empty and holds no runs.", where=str(folder), remedy="Name another one."
            )
        write_text(card, json.dumps(_card(job), indent=2) + "\n")

    def _check(self, card: Path) -> None:
        try:
            held = json.loads(card.read_text(encoding="utf-8")).get("fingerprint")
        except (OSError, ValueError, AttributeError, RecursionError) as error:
            raise InputError(
                "the note of what was played here is damaged.", where=str(card), remedy="Name another folder."
            ) from error
        if held != self._job.fingerprint:
            raise InputError(
                "the runs in this folder were played with other charts, coaches, rules, games or another seed.",
                where=str(self.folder),
                remedy="Start anew without --resume, or name another folder.",
            )

    def _parts(self) -> list[Path]:
        """Chunks of which both files are there; the games are written last."""
        found = sorted((self.folder / GAMES).glob("*.parquet"))
        return [
            path for path in found if _PART.fullmatch(path.name) and (self.folder / TEAMS / path.name).is_file()
        ]

    def add(self, chunk: Chunk) -> None:
        """Write a chunk; its runs follow each other."""
        name = f"runs-{chunk.runs[0]:08}-{chunk.runs[-1]:08}.parquet"
        _write(self.folder / TEAMS / name, _team_table(chunk, self._job))
        _write(self.folder / GAMES / name, _game_table(chunk, self._job))

    def chunks(self) -> Iterator[Chunk]:
        """What is here, chunk by chunk."""
        import pyarrow as pa

        for path in self._parts():
            try:
                yield self._read(path)
            except (pa.ArrowException, OSError, KeyError, ValueError, TypeError) as damage:
                raise InputError(
                    "these runs are damaged.", where=str(path), remedy="Delete the file; --resume plays them again."
                ) from damage

    def _read(self, path: Path) -> Chunk:
        from pyarrow import parquet

        runs = np.array(_runs_of(path), np.int64)
        job = self._job
        games, teams = (
            parquet.ParquetFile(self.folder / kind / path.name, page_checksum_verification=True).read()
            for kind in (GAMES, TEAMS)
        )
        scores = np.stack([games[name].to_numpy() for name in ("home_score", "away_score")], axis=-1)

        def stacked(names: list[str]) -> Any:
            columns = np.stack([teams[name].to_numpy() for name in names], axis=-1)
            return columns.reshape(len(runs), len(job.teams), len(names))

        return Chunk(
            runs,
            scores.reshape(len(runs), len(job.fixtures), 2),
            stacked(list(job.names)),
            stacked([AGAINST + name for name in job.names]),
            stacked(list(RANKS)) if RANKS[0] in teams.column_names else None,
        )


def _card(job: Job) -> dict[str, Any]:
    return {
        "format": "chartkit/runs@1",
        "fingerprint": job.fingerprint,
        "game": job.league.simulation.name,
        "season": job.league.season,
        "seed": job.seed,
        "engine": job.engine,
        "options": job.rules.to_json(),
        "games": len(job.fixtures),
        "teams": list(job.teams),
    }


def _runs_of(path: Path) -> range:
    found = _PART.fullmatch(path.name)
    assert found is not None
    return range(int(found[1]), int(found[2]) + 1)


def _game_table(chunk: Chunk, job: Job) -> pa.Table:
    import pyarrow as pa

    number, runs = len(job.fixtures), len(chunk.runs)

    def each(values: list[Any]) -> Any:
        return pa.array(values * runs)

    return pa.table(
        {
            "run": np.repeat(chunk.runs, number),
            "week": each([fixture.week for fixture in job.fixtures]),
            "away": each([fixture.away for fixture in job.fixtures]),
            "home": each([fixture.home for fixture in job.fixtures]),
            "away_score": chunk.scores[:, :, 1].ravel(),
            "home_score": chunk.scores[:, :, 0].ravel(),
        }
    )


def _team_table(chunk: Chunk, job: Job) -> pa.Table:
    import pyarrow as pa

    columns: dict[str, Any] = {
        "run": np.repeat(chunk.runs, len(job.teams)),
        "team": pa.array(list(job.teams) * len(chunk.runs)),
    }
    if chunk.ranks is not None:
        columns |= {name: chunk.ranks[:, :, place].ravel() for place, name in enumerate(RANKS)}
    for prefix, values in (("", chunk.totals), (AGAINST, chunk.allowed)):
        columns |= {prefix + name: values[:, :, place].ravel() for place, name in enumerate(job.names)}
    return pa.table(columns)


def _write(path: Path, table: pa.Table) -> None:
    from pyarrow import parquet

    with whole_file(path) as part:
        texts = ["team", "home", "away"]
        parquet.write_table(table, part, compression="zstd", use_dictionary=texts, write_page_checksum=True)
