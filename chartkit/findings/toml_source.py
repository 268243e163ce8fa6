"""TOML files that people write: read, and held to their schema, with one message about everything that is wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chartkit.errors import InputError
from chartkit.files import read_bytes
from chartkit.findings.json_source import DEEPEST, LARGEST, LONGEST_TEXT
from chartkit.findings.schema import Schema
from chartkit.findings.text import as_text

_MOST_TOLD = 10
#: The longest template has some 20 kB.
_MOST_BYTES = 1_000_000
_PLACE = re.compile(r" \(at line (?P<line>\d+), column (?P<column>\d+)\)$")


def read_toml(path: Path, schema: Path | None = None) -> dict[str, Any]:
    """The data of a TOML file that obeys the schema; raise InputError with place and remedy when it does not."""
    where = str(path)
    raw = read_bytes(path)
    if len(raw) > _MOST_BYTES:
        raise InputError(
            f"the file has {len(raw) / 1e6:,.1f} MB; no settings have more than {_MOST_BYTES / 1e6:,.0f}.",
            where=where,
            remedy="Check that this is the file you meant.",
        )
    try:
        data = tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError("this is not UTF-8 text.", where=where, remedy="Save it again as UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(path, str(error)) from error
    except RecursionError as error:
        raise InputError(_too_deep(), where=where, remedy="Write it flatter.") from error
    except ValueError as error:
        # Python refuses to read a number of thousands of digits.
        raise InputError(
            "the file holds a number that is far too long.", where=where, remedy="Shorten it."
        ) from error
    _refuse_excess(data, where)
    if schema is not None:
        refuse_misshapen(data, schema, where)
    return data


def _not_toml(path: Path, said: str) -> InputError:
    at = _PLACE.search(said)
    if at is None:
        return InputError("this is not TOML: the file ends too early.", where=str(path), remedy="Mend its end.")
    why = as_text(said[: at.start()])
    return InputError(
        f"this is not TOML: {why[:1].lower()}{why[1:]}.",
        where=f"{path}:{at['line']}:{at['column']}",
        remedy="Mend the text at this place.",
    )


def _too_deep() -> str:
    return f"the entries are nested more than {DEEPEST} deep."


def _refuse_excess(data: Mapping[str, Any], where: str) -> None:
    """Raise InputError for nesting, numbers and texts that no file of chartkit needs."""
    waiting: list[tuple[Any, str, int]] = [(data, "", 0)]
    while waiting:
        value, name, depth = waiting.pop()
        why = ""
        if depth > DEEPEST:
            why = _too_deep()
        elif isinstance(value, dict):
            waiting += [(each, f"{key}: ", depth + 1) for key, each in value.items()]
        elif isinstance(value, list):
            waiting += [(each, name, depth + 1) for each in value]
        elif isinstance(value, int) and abs(value) > LARGEST:
            why = "this number is far too large."
        elif isinstance(value, str) and len(value) > LONGEST_TEXT:
            why = f"this text has {len(value):,} characters; no text may have more than {LONGEST_TEXT:,}."
        if why:
            raise InputError(f"{as_text(name)}{why}" if depth <= DEEPEST else why, where=where)


def refuse_misshapen(data: Mapping[str, Any], schema: Path, where: str) -> None:
    """Raise InputError with every entry that does not obey the schema, as the author wrote it."""
    told = [f"{each.dotted or 'the file'}: {each.sentence}" for each in Schema.load(schema).findings(data)]
    if len(told) == 1:
        raise InputError(told[0], where=where)
    if told:
        more = [f"... and {len(told) - _MOST_TOLD} more"] if len(told) > _MOST_TOLD else []
        listed = "\n  ".join([*told[:_MOST_TOLD], *more])
        raise InputError(f"{len(told)} entries are wrong:\n  {listed}", where=where)
