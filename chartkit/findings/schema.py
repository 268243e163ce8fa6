"""The shape of a JSON or TOML file: jsonschema finds what is wrong, this module says it in our words and codes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import groupby, islice
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit.findings.finding import MOST_FINDINGS, Finding, JsonPath, common_codes, limited
from chartkit.findings.text import as_text, nearest

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

#: JSON types as people call them.
_TYPES = {
    "object": "a block in braces",
    "array": "a list in brackets",
    "string": "a text in quotes",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}
_KINDS: Mapping[type, str] = {
    **{dict: "object", list: "array", str: "string"},
    **{bool: "boolean", int: "integer", float: "number", type(None): "null"},
}
#: The nearest known name is searched only if a block has at most this many unknown ones.
_MOST_SUGGESTED = 20


class Schema:
    """A JSON Schema that data can be held to."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._validator = _validator_class()(_inlined(schema, schema, {}))

    @classmethod
    @cache
    def load(cls, path: Path) -> Schema:
        """The schema of a file; each is read once."""
        return cls(json.loads(path.read_text("utf-8")))

    @classmethod
    @cache
    def load_part(cls, path: Path, name: str) -> Schema:
        """One definition of a schema that has several."""
        return cls({"$ref": f"#/$defs/{name}", "$defs": json.loads(path.read_text("utf-8"))["$defs"]})

    def findings(self, data: Any) -> list[Finding]:
        """Everything that does not fit the schema, in the order of the file."""
        errors = islice(self._validator.iter_errors(data), MOST_FINDINGS + 1)
        # jsonschema reports each missing field of a block; `_missing` names all of them each time.
        found = dict.fromkeys(finding for error in errors for finding in _said(error))
        return limited(_in_file_order(found, data))


def _inlined(part: Any, root: Mapping[str, Any], known: dict[str, Any]) -> Any:
    """A schema with its definitions in place: the library looks one up in more time than it checks a cell."""
    if isinstance(part, list):
        return [_inlined(each, root, known) for each in part]
    if not isinstance(part, Mapping):
        return part
    found = {name: _inlined(each, root, known) for name, each in part.items() if name not in ("$defs", "$ref")}
    if "$ref" in part:
        name = part["$ref"]
        if name not in known:
            target: Any = root
            for step in name.removeprefix("#/").split("/"):
                target = target[step]
            known[name] = _inlined(target, root, known)
        found = known[name] | found
    return found


@cache
def _validator_class() -> type[Validator]:
    # Loading jsonschema takes longer than most commands that check nothing.
    from jsonschema import Draft202012Validator, validators

    types = Draft202012Validator.TYPE_CHECKER.redefine_many(
        {
            # Stricter than the standard: 2017.0 is not a whole number, and inf in TOML is not a number.
            "integer": lambda checker, value: isinstance(value, int) and not isinstance(value, bool),
            "number": lambda checker, value: (
                isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
            ),
        }
    )
    own = {"pattern": _check_pattern, "uniqueItems": _check_unique}
    found: type[Validator] = validators.extend(Draft202012Validator, own, type_checker=types)
    return found


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern with the meaning of JSON Schema: `$` is the end of the text, and no line break may follow it."""
    return re.compile(re.sub(r"(?<!\\)\$", r"\\Z", pattern), re.ASCII)


def _check_pattern(validator: Any, pattern: str, value: Any, schema: Any) -> Iterator[ValidationError]:
    if validator.is_type(value, "string") and not _compiled(pattern).search(value):
        from jsonschema import ValidationError

        yield ValidationError("does not match")


def _check_unique(validator: Any, wanted: bool, value: Any, schema: Any) -> Iterator[ValidationError]:
    """The library compares every entry with every other when they cannot be sorted; this is linear."""
    from jsonschema import ValidationError

    if not wanted or not validator.is_type(value, "array"):
        return
    seen: set[str] = set()
    for index, each in enumerate(value):
        text = json.dumps(each, sort_keys=True, default=str)
        if text in seen:
            yield ValidationError("stands twice", path=[index], instance=each)
        seen.add(text)


def _said(error: ValidationError) -> list[Finding]:
    """An error of jsonschema in our words."""
    return list(WORDS[str(error.validator)](error, tuple(error.absolute_path)))


def _wrong_type(error: ValidationError, path: JsonPath) -> Iterator[Finding]:
    names, value = error.validator_value, error.instance
    names = [names] if isinstance(names, str) else names
    wanted = " or ".join(_TYPES[name] for name in names)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    suggestion = f'"{as_text(value)}"' if names == ["string"] and is_number and isfinite(value) else ""
    if names == ["integer"] and isinstance(value, float) and value.is_integer():
        suggestion = str(int(value))
    message = f"this must be {wanted}, but it is {_kind(value)}."
    yield common_codes()["CK101"].finding(message, path, value=value, allowed=wanted, suggestion=suggestion)


def _kind(value: Any) -> str:
    """What kind of value this is, in words."""
    if isinstance(value, float) and not isfinite(value):
        return f"`{as_text(value)}`"
    # TOML has dates and times, which JSON has not.
    return next((_TYPES[name] for kind, name in _KINDS.items() if isinstance(value, kind)), "a date or a time")


def _missing(error: ValidationError, path: JsonPath) -> Iterator[Finding]:
    for name in error.validator_value:
        if name not in error.instance:
            yield common_codes()["CK102"].finding(f"`{name}` is missing.", (*path, name))


def _missing_beside(error: ValidationError, path: JsonPath) -> Iterator[Finding]:
    for given, needed in error.validator_value.items():
        for name in needed:
            if given in error.instance and name not in error.instance:
                message = f"`{name}` is missing: `{given}` needs it."
                yield common_codes()["CK102"].finding(message, (*path, name))


def _unknown(error: ValidationError, path: JsonPath) -> Iterator[Finding]:
    known = list(error.schema.get("properties", ()))
    shown = known if len(known) <= 12 else [known[0], "...", known[-1]]
    absent = [name for name in known if name not in error.instance]
    extras = [name for name in error.instance if name not in error.schema.get("properties", ())]
    for number, name in enumerate(extras[: MOST_FINDINGS + 1]):
        finding = common_codes()["CK103"].finding(
            f"`{as_text(name)}` is not known here.",
            (*path, name),
            value=name,
            allowed=", ".join(shown),
            suggestion=nearest(name, absent) if number < _MOST_SUGGESTED else "",
        )
        yield replace(finding, at_key=True)


def _not_in_list(error: ValidationError, path: JsonPath) -> Iterator[Finding]:
    possible = [error.validator_value] if error.validator == "const" else error.validator_value
    texts = [as_text(each) for each in possible]
    yield common_codes()["CK104"].finding(
        f"`{as_text(error.instance)}` is not possible here.",
        path,
        value=error.instance,
        allowed=", ".join(f"`{each}`" for each in texts),
        suggestion=nearest(as_text(error.instance), texts),
    )


_BOUNDS = {
    "minimum": "from",
    "exclusiveMinimum": "above",
    "maximum": "to",
    "exclusiveMaximum": "below",
    "multipleOf": "that is a multiple of",
}


def _out_of_range(error: ValidationError, path: JsonPath) -> Iterator[Finding]:
    words = [f"{word} {error.schema[name]}" for name, word in _BOUNDS.items() if name in error.schema]
    message, allowed = f"`{as_text(error.instance)}` is out of range.", f"a number {' '.join(words)}"
    yield common_codes()["CK105"].finding(message, path, value=error.instance, allowed=allowed)


def _wrong_form(error: ValidationError, path: JsonPath) -> Iterator[Finding]:
    if "propertyNames" in list(error.relative_schema_path)[-2:]:
        path = (*path, error.instance)
    examples = ", ".join(f"`{each}`" for each in error.schema.get("examples", ()))
    parts = (error.schema.get("description", ""), f"For example {examples}." if examples else "")
    allowed = " ".join(part for part in parts if part)
    message = f"`{as_text(error.instance)}` does not have the form of this field."
    yield common_codes()["CK106"].finding(message, path, value=error.instance, allowed=allowed)


def _wrong_count(error: ValidationError, path: JsonPath) -> Iterator[Finding]:
    kind = "Items" if isinstance(error.instance, list) else "Properties"
    least, most = error.schema.get(f"min{kind}", 0), error.schema.get(f"max{kind}")
    allowed = f"{least} or more" if most is None else str(most) if least == most else f"{least} to {most}"
    count = len(error.instance)
    message = f"there are {count} entries here."
    yield common_codes()["CK107"].finding(message, path, value=count, allowed=f"{allowed} entries")


def _twice(error: ValidationError, path: JsonPath) -> Iterator[Finding]:
    message = f"`{as_text(error.instance)}` stands in this list twice."
    yield common_codes()["CK107"].finding(message, path, value=error.instance, allowed="each once")


def _no_alternative(error: ValidationError, path: JsonPath) -> Iterable[Finding]:
    """The complaints of the alternative that was probably meant: the one that fits the value itself best."""

    def misfit(errors: list[ValidationError]) -> tuple[int, int, bool]:
        findings = [finding for each in errors for finding in _said(each)]
        is_other_type = any(each.validator == "type" and not each.relative_path for each in errors)
        return sum(each.path == path for each in findings), len(findings), is_other_type

    alternatives = groupby(error.context or (), key=lambda each: each.relative_schema_path[0])
    best = min((list(errors) for _, errors in alternatives), key=misfit, default=[])
    return dict.fromkeys(finding for each in best for finding in _said(each))


#: Every keyword that the schemas use, with what is said when a value breaks it.
WORDS: Mapping[str, Callable[[ValidationError, JsonPath], Iterable[Finding]]] = {
    "type": _wrong_type,
    "required": _missing,
    "dependentRequired": _missing_beside,
    "additionalProperties": _unknown,
    **dict.fromkeys(("const", "enum"), _not_in_list),
    **dict.fromkeys(_BOUNDS, _out_of_range),
    **dict.fromkeys(("pattern", "minLength", "maxLength"), _wrong_form),
    **dict.fromkeys(("minItems", "maxItems", "minProperties", "maxProperties"), _wrong_count),
    "uniqueItems": _twice,
    **dict.fromkeys(("anyOf", "oneOf"), _no_alternative),
}


def _in_file_order(findings: Iterable[Finding], data: Any) -> list[Finding]:
    """As the values stand in the file; what is missing comes first in its block."""
    orders: dict[int, dict[str, int]] = {}

    def order(finding: Finding) -> tuple[int, ...]:
        key: list[int] = []
        here = data
        for step in finding.path:
            if isinstance(here, dict):
                if id(here) not in orders:
                    orders[id(here)] = {name: number for number, name in enumerate(here)}
                key.append(orders[id(here)].get(str(step), -1))
                here = here.get(step)
            elif isinstance(here, list) and isinstance(step, int):
                key.append(step)
                here = here[step]
        return tuple(key)

    return sorted(findings, key=order)
