"""Mend the JSON files of any game: texts that can only mean one thing are corrected; the old file is kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chartkit.files import write_bytes
from chartkit.findings import (
    Change,
    Finding,
    JsonPath,
    JsonSource,
    Severity,
    UnreadableError,
    read_bytes,
    read_json,
    value_at,
)
from chartkit.systems.checking import GameFiles

#: Repairing a key or a type can uncover texts that were not checked before.
_MOST_ROUNDS = 3


@dataclass(frozen=True)
class Mender:
    """The files of a game, and what was meant at the place of a finding.

    `meant` gives JSON text for a finding and the data of its file; None when more than one reading is possible.
    """

    files: GameFiles
    meant: Callable[[Finding, Any], str | None]

    def fix_path(self, path: Path) -> list[Change]:
        """Mend a file, or the files of a folder; what was changed, with its place in the old file."""
        return [change for file in self.files.files_of(path) for change in self._fix_file(file)]

    def _fix_file(self, path: Path) -> list[Change]:
        try:
            source = read_json(path)
        except UnreadableError:
            return []
        text, changes = self.mended(source)
        if changes:
            write_bytes(_free_name(path), path.read_bytes())
            write_bytes(path, text.encode("utf-8"))
        return changes

    def mended(self, source: JsonSource) -> tuple[str, list[Change]]:
        """The text with every certain change made, and the changes."""
        done: list[Change] = []
        for _ in range(_MOST_ROUNDS):
            wanted = list(self._certain_changes(source))
            still_wrong = self._wrong_paths(_changed(source, wanted))
            # A change that does not make its place right is not made.
            wanted = [each for each in wanted if _new_path(each) not in still_wrong]
            if not wanted:
                break
            done += wanted
            source = _changed(source, wanted)
        return source.text, done

    def _wrong_paths(self, source: JsonSource) -> set[JsonPath]:
        """Places that break a rule; a type that was mended may show a rule that is mended next."""
        return {
            each.path
            for each in self.files.check_source(source)
            if each.severity is not Severity.WARNING and self.meant(each, source.data) is None
        }

    def _certain_changes(self, source: JsonSource) -> Iterator[Change]:
        seen: set[JsonPath] = set()
        for finding in self.files.check_source(source):
            if finding.path in seen or not finding.path:
                continue
            new = self.meant(finding, source.data)
            if new is not None:
                seen.add(finding.path)
                old = finding.path[-1] if finding.at_key else value_at(source.data, *finding.path)
                yield Change(finding, json.dumps(old, ensure_ascii=False), new)


def _free_name(path: Path) -> Path:
    """A name beside the file that nothing has: `PHI.json.old`, `PHI.json.old2`."""
    number = 1
    while (kept := path.with_name(f"{path.name}.old{number if number > 1 else ''}")).exists():
        number += 1
    return kept


def _new_path(change: Change) -> JsonPath:
    path = change.finding.path
    return (*path[:-1], json.loads(change.new)) if change.finding.at_key else path


def _changed(source: JsonSource, changes: list[Change]) -> JsonSource:
    """The source with new texts in place of the old ones."""
    places = source.positions.places
    offsets = {
        (places.keys if each.finding.at_key else places.values)[each.finding.path]: each.new for each in changes
    }
    text = source.text
    for offset in sorted(offsets, reverse=True):
        end = json.JSONDecoder().raw_decode(text, offset)[1]
        text = text[:offset] + offsets[offset] + text[end:]
    return read_bytes(text.encode("utf-8"), source.file)
