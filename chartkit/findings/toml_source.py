"""TOML files that people write: read, and held to their schema, with one message about everything that is wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chartkit.errors import InputError
from chartkit.files import read_bytes
from chartkit.findings.shape import Shape

_MOST_TOLD = 10
_PLACE = re.compile(r" \(at line (?P<line>\d+), column (?P<column>\d+)\)$")


def read_toml(path: Path, schema: Path | None = None) -> dict[str, Any]:
    """The data of a TOML file that obeys the schema; raise InputError with place and remedy when it does not."""
    try:
        data = tomllib.loads(read_bytes(path).decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError("this is not UTF-8 text.", where=str(path), remedy="Save it again as UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(path, str(error)) from error
    if schema is not None:
        refuse_misshapen(data, schema, str(path))
    return data


def _not_toml(path: Path, said: str) -> InputError:
    at = _PLACE.search(said)
    if at is None:
        return InputError("this is not TOML: the file ends too early.", where=str(path), remedy="Mend its end.")
    why = said[: at.start()]
    return InputError(
        f"this is not TOML: {why[:1].lower()}{why[1:]}.",
        where=f"{path}:{at['line']}:{at['column']}",
        remedy="Mend the text at this place.",
    )


def refuse_misshapen(data: Mapping[str, Any], schema: Path, where: str) -> None:
    """Raise InputError with every entry that does not obey the schema, as the author wrote it."""
    told = [f"{each.dotted or 'the file'}: {each.sentence}" for each in Shape.load(schema).findings(data)]
    if len(told) == 1:
        raise InputError(told[0], where=where)
    if told:
        more = [f"... and {len(told) - _MOST_TOLD} more"] if len(told) > _MOST_TOLD else []
        listed = "\n  ".join([*told[:_MOST_TOLD], *more])
        raise InputError(f"{len(told)} entries are wrong:\n  {listed}", where=where)
