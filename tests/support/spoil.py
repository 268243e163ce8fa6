"""Spoiled files: bytes and values changed by a seed, tried on a reader, and kept when the reader fails."""

from __future__ import annotations

import gzip
import io
import json
import random
import zipfile
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from chartkit.errors import ChartkitError

#: Seconds of our own time that any file may take; how busy the machine is says nothing about chartkit.
PATIENCE = 5.0
Spoil = Callable[[random.Random, bytes], bytes]
_TEXTS = (
    *("", " ", "x", "7", "-1", "1O", "OF 10", "inc", "NaN", "10-12", "39-10", "10,10", "PHI", "PHI\n", "../../x"),
    *("\x00", "\x1b[31m", "\ud800", "\u202e", "=1+1", "é" * 50, "9" * 5000, "INT " * 30, "(" * 200, "x" * 20_000),
)
_CELLS = (
    *("", "-1", "0", "1e999", "inf", "-inf", "nan", "NULL", "9" * 400, "1.5", "x" * 5000, "../../x", "C:\\x"),
    *('"', "'", ",", ";", "\n", "\r\n", "\x00", "\x1b[31m", "\ufeff", "\ud7ff", "=1+1", "{0}", "%s", "é"),
    *("PHI", "MID 50"),
)
#: As JSON, so that each case has lists and blocks of its own.
_VALUES = (
    *("null", "true", "false", "0", "-1", "1", "7", "2.5", "-0.0", "1e15", "1000000000000000000", "1" + "0" * 400),
    *("[]", "{}", "[[]]", '[1, "a"]', '{"a": {"b": [1]}}'),
)
#: No copy makes a document larger: the time of a case is for the reader.
_MOST_NODES = 50_000


def spoil_bytes(chance: random.Random, data: bytes) -> bytes:
    """Flip, cut, repeat, swap or insert bytes."""
    made = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 3, 20))):
        if not made:
            break
        at, size = chance.randrange(len(made)), chance.choice((1, 2, 8, 64, 1000))
        match chance.randrange(6):
            case 0:
                made[at] ^= 1 << chance.randrange(8)
            case 1:
                made[at : at + size] = chance.randbytes(size)
            case 2:
                del made[at : at + size]
            case 3:
                made[at:at] = made[at : at + size] * chance.choice((1, 2, 50))
            case 4:
                del made[at:]
            case _:
                made[at : at + size] = b"\x00" * size
    return bytes(made)


def spoil_part(chance: random.Random, data: bytes, spoil: Spoil) -> bytes:
    """Spoil one file of an archive, packed or not, so that the archive itself stays whole; or the archive."""
    if chance.random() < 0.3:
        return spoil_bytes(chance, data)
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        victim = chance.choice(old.namelist())
        for name in old.namelist():
            content = old.read(name)
            if name == victim:
                packed = content.startswith(b"\x1f\x8b")
                content = spoil(chance, gzip.decompress(content) if packed else content)
                content = gzip.compress(content, mtime=0) if packed else content
            new.writestr(name, content)
    return made.getvalue()


def spoil_cells(chance: random.Random, data: bytes) -> bytes:
    """Put hostile texts into cells of a CSV file, heading included, move columns and lines, or spoil bytes."""
    if chance.random() < 0.5:
        return spoil_bytes(chance, data)
    lines = [line.split(",") for line in data.decode().split("\n")]
    for _ in range(chance.choice((1, 1, 2, 10))):
        line = chance.choice(lines[: chance.choice((1, len(lines), len(lines)))])
        if not line:
            # Its last cell was taken away before.
            continue
        cell = chance.randrange(len(line))
        match chance.randrange(5):
            case 0 | 1:
                line[cell] = chance.choice(_CELLS)
            case 2:
                value = chance.choice(_CELLS)
                for each in lines[1:]:
                    each[cell : cell + 1] = [value]
            case 3:
                del line[cell]
            case _:
                line.insert(cell, line[cell])
    return "\n".join(",".join(line) for line in lines).encode("utf-8", "surrogatepass")


def spoil_json(chance: random.Random, data: bytes) -> bytes:
    """Spoil the values, keys and blocks of a JSON file, or its bytes."""
    if chance.random() < 0.3:
        return spoil_bytes(chance, data)
    root = json.loads(data)
    for _ in range(chance.choice((1, 1, 2, 5, 50))):
        spoil_value(chance, root)
    return json.dumps(root, ensure_ascii=chance.random() < 0.5, indent=1).encode("utf-8", "surrogatepass")


def spoil_value(chance: random.Random, root: Any) -> None:
    """Change, remove, rename, repeat or move one value of a document."""
    holders, nodes = _holders(root)
    if not holders:
        return
    holder = chance.choice(holders)
    place = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    match chance.randrange(8):
        case 0 | 1:
            holder[place] = chance.choice(_TEXTS)
        case 2:
            holder[place] = json.loads(chance.choice(_VALUES))
        case 3:
            holder[place] = json.loads("[" * (depth := chance.choice((3, 60, 90))) + "]" * depth)
        case 4:
            del holder[place]
        case 5 if isinstance(holder, dict):
            holder[chance.choice((*_TEXTS, place.lower(), f"{place} "))] = holder.pop(place)
        case 6 if isinstance(holder, list) and nodes + 20 * _nodes(holder[place]) <= _MOST_NODES:
            holder += [_copy(holder[place]) for _ in range(chance.choice((1, 2, 20)))]
        case _:
            other = chance.choice(holders)
            if nodes + _nodes(other) <= _MOST_NODES:
                holder[place] = _copy(other)


def _copy(value: Any) -> Any:
    """So that nothing holds itself, and no two places share a value."""
    return json.loads(json.dumps(value))


def _nodes(value: Any) -> int:
    return _holders(value)[1]


def _holders(data: Any) -> tuple[list[Any], int]:
    """Every block and list that is not empty, and the number of all values."""
    found, waiting, nodes = [], [data], 0
    while waiting:
        here = waiting.pop()
        nodes += 1
        if isinstance(here, dict | list) and here:
            found.append(here)
            waiting += here.values() if isinstance(here, dict) else here
    return found, nodes


def spoil_toml(chance: random.Random, data: bytes) -> bytes:
    """Put another value, key or line into a TOML file, or spoil its bytes."""
    if chance.random() < 0.3:
        return spoil_bytes(chance, data)
    lines = data.decode().split("\n")
    values = (
        *('""', "0", "-1", "nan", "inf", "9" * 5000, "9" * 400, "true", "[]", "{}", "2024-01-01", "07:32:00"),
        *("[" * 500, "[" * 70 + "]" * 70, '"\\u001b[31m"', '"' + "x" * 20_000 + '"', "{a = {b = 1}}", "'x'"),
    )
    for _ in range(chance.choice((1, 1, 2, 10))):
        number = chance.randrange(len(lines))
        key, equals, _ = lines[number].partition("=")
        match chance.randrange(4):
            case 0 | 1 if equals:
                lines[number] = f"{key}= {chance.choice(values)}"
            case 2 if equals:
                lines[number] = f"{chance.choice(('x', 'a.b', key.upper(), '.'.join('a' * 90)))} = 1"
            case 3:
                lines.insert(number, chance.choice(lines))
            case _:
                del lines[number]
        lines = lines or [""]
    return "\n".join(lines).encode()


def try_spoiled(
    request: pytest.FixtureRequest, path: Path, kind: str, share: int, spoil: Callable[[int], bytes], read: Any
) -> None:
    """Read spoiled files, one of `share` that `--fuzz` asks for: each is read or refused with its place, and soon.

    Nothing may be written into the file's folder, which is the current one. A failure prints its seed and keeps the
    file in build/fuzz.
    """
    before = _tree(path.parent)
    first, number = (int(request.config.getoption(name)) for name in ("--fuzz-from", "--fuzz"))
    with chdir(path.parent):
        for seed in range(first, first + max(1, number // share)):
            path.write_bytes(spoil(seed))
            start = process_time()
            try:
                read(path)
                wrong = ""
            except ChartkitError as refusal:
                told = str(refusal)
                wrong = "" if str(path.parent) in told or path.name in told else f"no place in {told[:300]!r}"
                cause: BaseException = refusal
            except Exception as error:
                wrong, cause = repr(error), error
            if process_time() - start > PATIENCE:
                wrong, cause = f"took more than {PATIENCE:g} s", TimeoutError()
            if _tree(path.parent) != before | {path}:
                wrong, cause = f"something was written: {_tree(path.parent) - before}", OSError()
            if wrong:
                kept = _keep(request, path, kind, seed)
                raise AssertionError(f"{kind}, seed {seed}: {wrong}; the file is kept as {kept}") from cause


def _tree(folder: Path) -> set[Path]:
    return set(folder.rglob("*"))


def _keep(request: pytest.FixtureRequest, path: Path, kind: str, seed: int) -> Path:
    folder = request.config.rootpath / "build" / "fuzz"
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / f"{kind.replace(' ', '-')}-{seed}-{path.name}"
    kept.write_bytes(path.read_bytes())
    return kept
