"""The shape of a JSON file, checked by its JSON Schema: the schema is compiled to plain functions once.

jsonschema needs some thirty times as long for a chart and says less; tests hold both to the same verdicts. A
keyword that is not known here is refused, so that no schema can promise what is not checked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cache
from math import isfinite
from operator import itemgetter
from pathlib import Path
from typing import Any

from chartkit.findings.catalogue import common_codes
from chartkit.findings.finding import Finding, JsonPath, as_text
from chartkit.findings.nearest import nearest

Check = Callable[[Any, JsonPath, list[Finding]], None]
Schema = Mapping[str, Any]

_SAID_FOR_PEOPLE = frozenset(
    {"$schema", "$id", "$defs", "$comment", "title", "description", "examples", "default", "markdownDescription"}
)
_KNOWN = frozenset(
    {
        *("type", "enum", "const", "$ref", "anyOf", "pattern", "minLength"),
        *("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"),
        *("properties", "required", "additionalProperties", "propertyNames", "minProperties", "maxProperties"),
        *("items", "prefixItems", "minItems", "maxItems", "uniqueItems"),
    }
)
#: JSON types as people call them, and the Python types that hold them.
_TYPES: dict[str, tuple[str, tuple[type, ...]]] = {
    "object": ("a block in braces", (dict,)),
    "array": ("a list in brackets", (list,)),
    "string": ("a text in quotes", (str,)),
    "integer": ("a whole number", (int,)),
    "number": ("a number", (int, float)),
    "boolean": ("true or false", (bool,)),
    "null": ("null", (type(None),)),
}


#: Texts that a check remembers; beyond that it still checks.
_MOST_SEEN = 10_000


def _all_in(values: Collection[Any], known: set[str]) -> bool:
    try:
        return known.issuperset(values)
    except TypeError:
        # A list or a block where a text should stand.
        return False


class Shape:
    """A compiled schema."""

    def __init__(self, schema: Schema) -> None:
        self._compiler = _Compiler(schema)
        self._check = self._compiler.compile(schema)

    @classmethod
    def load(cls, path: Path) -> Shape:
        """Compile a schema file; each is compiled once."""
        return _load(path)

    def findings(self, data: Any) -> list[Finding]:
        """Everything that is wrong with the shape of the data."""
        found: list[Finding] = []
        self._check(data, (), found)
        return found


@cache
def _load(path: Path) -> Shape:
    return Shape(json.loads(path.read_text("utf-8")))


def _type_name(value: Any) -> str:
    return next(name for name, (_, types) in reversed(_TYPES.items()) if isinstance(value, types))


def _is(value: Any, name: str) -> bool:
    # JSON tells true from 1 and has no NaN; Python sees it otherwise.
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, _TYPES[name][1]) and not (isinstance(value, float) and not isfinite(value))


class _Compiler:
    """Turns a schema into one function; references are compiled once and shared."""

    def __init__(self, root: Schema) -> None:
        self._root = root
        self._references: dict[str, Check] = {}
        #: For a check of texts, those that it has found right.
        self._seen: dict[Check, set[str]] = {}

    def compile(self, schema: Schema | bool) -> Check:
        if isinstance(schema, bool):
            raise ValueError("write a schema, not true or false")
        if unknown := schema.keys() - _KNOWN - _SAID_FOR_PEOPLE:
            raise ValueError(f"the shape check does not know {', '.join(sorted(unknown))}")
        alone = schema.keys() & {"$ref", "anyOf", "const", "enum"}
        if alone and len(schema.keys() & _KNOWN) > 1:
            raise ValueError(
                f"{', '.join(sorted(alone))} must stand alone, so that nothing beside it is overlooked"
            )
        if "$ref" in schema:
            return self._reference(schema["$ref"])
        if "anyOf" in schema:
            return _any_of([(self.compile(each), self._types(each)) for each in schema["anyOf"]])
        if "const" in schema:
            return _one_of([schema["const"]])
        if "enum" in schema:
            return _one_of(schema["enum"])
        names = schema["type"] if isinstance(schema.get("type"), list) else [schema["type"]]
        if names == ["string"]:
            return self._texts(schema)
        return _typed(names, {name: self._of_type(name, schema) for name in names})

    def _texts(self, schema: Schema) -> Check:
        """A check that remembers what it has found right: charts repeat the same few hundred texts."""
        seen: set[str] = set()
        slow = _typed(["string"], {"string": _text(schema)})

        def check(value: Any, path: JsonPath, found: list[Finding]) -> None:
            before = len(found)
            slow(value, path, found)
            if len(found) == before and len(seen) < _MOST_SEEN:
                seen.add(value)

        self._seen[check] = seen
        return check

    def _reference(self, reference: str) -> Check:
        if reference not in self._references:
            self._references[reference] = self.compile(self._target(reference))
        return self._references[reference]

    def _types(self, schema: Schema) -> tuple[str, ...]:
        """The types that a schema allows; none when it does not say."""
        if "$ref" in schema:
            return self._types(self._target(schema["$ref"]))
        named = schema.get("type", ())
        return (named,) if isinstance(named, str) else tuple(named)

    def _target(self, reference: str) -> Any:
        target: Any = self._root
        for step in reference.removeprefix("#/").split("/"):
            target = target[step]
        return target

    def _of_type(self, name: str, schema: Schema) -> Check | None:
        match name:
            case "object":
                return self._block(schema)
            case "array":
                return self._list(schema)
            case "string":
                return _text(schema)
            case "integer" | "number":
                return _number(schema)
        return None

    def _block(self, schema: Schema) -> Check:
        fields = {name: self.compile(each) for name, each in schema.get("properties", {}).items()}
        required = tuple(schema.get("required", ()))
        needed = frozenset(required)
        other = schema.get("additionalProperties", True)
        others = self.compile(other) if isinstance(other, Mapping) else None
        least, most = schema.get("minProperties", 0), schema.get("maxProperties")
        names = _text(schema["propertyNames"]) if "propertyNames" in schema else None
        # A column: every row is there and every cell was found right before.
        alike = set(fields.values())
        known = self._seen.get(alike.pop()) if len(alike) == 1 and needed == fields.keys() else None

        def check(value: dict[str, Any], path: JsonPath, found: list[Finding]) -> None:
            if known is not None and value.keys() == needed and _all_in(value.values(), known):
                return
            if not needed <= value.keys():
                found.extend(_missing(name, path) for name in required if name not in value)
            for name, each in value.items():
                if names is not None:
                    names(name, (*path, name), found)
                if inner := fields.get(name):
                    inner(each, (*path, name), found)
                elif others is not None:
                    others(each, (*path, name), found)
                elif other is False and most is None:
                    found.append(_unknown(name, path, fields.keys() - value.keys(), fields))
            if len(value) < least or (most is not None and len(value) > most):
                found.append(_count(len(value), path, least, most))

        return check

    def _list(self, schema: Schema) -> Check:
        inner = self.compile(schema["items"]) if "items" in schema else None
        first = [self.compile(each) for each in schema.get("prefixItems", ())]
        least, most, unique = schema.get("minItems", 0), schema.get("maxItems"), schema.get("uniqueItems", False)

        def check(value: list[Any], path: JsonPath, found: list[Finding]) -> None:
            for index, each in enumerate(value):
                if (check_entry := first[index] if index < len(first) else inner) is not None:
                    check_entry(each, (*path, index), found)
            if len(value) < least or (most is not None and len(value) > most):
                found.append(_count(len(value), path, least, most))
            if unique:
                found.extend(_twice(value, path))

        return check


def _typed(names: list[str], checks: Mapping[str, Check | None]) -> Check:
    if len(names) == 1 and names[0] in ("object", "array", "string"):
        # The common case, kept short: columns are thousands of texts in blocks.
        only, inner, wanted = names[0], checks[names[0]], _TYPES[names[0]][1][0]

        def check_one(value: Any, path: JsonPath, found: list[Finding]) -> None:
            if type(value) is not wanted:
                found.append(_wrong_type(value, path, [only]))
            elif inner is not None:
                inner(value, path, found)

        return check_one

    def check(value: Any, path: JsonPath, found: list[Finding]) -> None:
        for name in names:
            if _is(value, name):
                if inner := checks[name]:
                    inner(value, path, found)
                return
        found.append(_wrong_type(value, path, names))

    return check


def _text(schema: Schema) -> Check | None:
    pattern = re.compile(schema["pattern"]) if "pattern" in schema else None
    shortest = schema.get("minLength", 0)
    if pattern is None and not shortest:
        return None
    allowed = " ".join(part for part in (schema.get("description", ""), _examples(schema)) if part)
    matches = pattern.search if pattern else None

    def check(value: str, path: JsonPath, found: list[Finding]) -> None:
        if (matches is not None and matches(value) is None) or len(value) < shortest:
            message = f"`{as_text(value)}` does not have the form of this field."
            found.append(common_codes()["CK106"].finding(message, path, value=value, allowed=allowed))

    return check


def _examples(schema: Schema) -> str:
    examples = schema.get("examples", [])
    return f"For example {', '.join(f'`{each}`' for each in examples)}." if examples else ""


def _number(schema: Schema) -> Check | None:
    low, high = schema.get("minimum"), schema.get("maximum")
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    if (low, high, above, below) == (None, None, None, None):
        return None
    words = [
        f"from {low}" if low is not None else f"above {above}" if above is not None else "",
        f"to {high}" if high is not None else f"below {below}" if below is not None else "",
    ]
    allowed = "a number " + " ".join(part for part in words if part)

    def check(value: float, path: JsonPath, found: list[Finding]) -> None:
        if (
            (low is not None and value < low)
            or (above is not None and value <= above)
            or (high is not None and value > high)
            or (below is not None and value >= below)
        ):
            message = f"`{as_text(value)}` is out of range."
            found.append(common_codes()["CK105"].finding(message, path, value=value, allowed=allowed))

    return check


def _one_of(possible: list[Any]) -> Check:
    def check(value: Any, path: JsonPath, found: list[Finding]) -> None:
        if not any(type(value) is type(each) and value == each for each in possible):
            texts = [as_text(each) for each in possible]
            found.append(
                common_codes()["CK104"].finding(
                    f"`{as_text(value)}` is not possible here.",
                    path,
                    value=value,
                    allowed=", ".join(f"`{each}`" for each in texts),
                    suggestion=nearest(as_text(value), texts),
                )
            )

    return check


def _any_of(branches: list[tuple[Check, tuple[str, ...]]]) -> Check:
    def check(value: Any, path: JsonPath, found: list[Finding]) -> None:
        best: list[Finding] | None = None
        # Branches of another type come last: they can only complain, and complaining costs time.
        other_type = [bool(names) and not any(_is(value, name) for name in names) for _, names in branches]
        for _, (branch, _) in sorted(zip(other_type, branches, strict=True), key=itemgetter(0)):
            here: list[Finding] = []
            branch(value, path, here)
            if not here:
                return
            # The branch that was meant is the one that gets furthest: fewest complaints about the value itself.
            if best is None or _misfit(here, path) < _misfit(best, path):
                best = here
        found.extend(best or [])

    return check


def _misfit(findings: list[Finding], path: JsonPath) -> tuple[int, int]:
    return sum(each.path == path for each in findings), len(findings)


def _wrong_type(value: Any, path: JsonPath, names: list[str]) -> Finding:
    wanted = " or ".join(_TYPES[name][0] for name in names)
    suggestion = f'"{value}"' if names == ["string"] and _is(value, "number") else ""
    if names == ["integer"] and isinstance(value, float) and value.is_integer():
        suggestion = str(int(value))
    odd = isinstance(value, float) and not isfinite(value)
    return common_codes()["CK101"].finding(
        f"this must be {wanted}, but it is {f'`{as_text(value)}`' if odd else _TYPES[_type_name(value)][0]}.",
        path,
        value=value,
        allowed=wanted,
        suggestion=suggestion,
    )


def _missing(name: str, path: JsonPath) -> Finding:
    return common_codes()["CK102"].finding(f"`{name}` is missing.", (*path, name))


def _unknown(name: str, path: JsonPath, absent: Collection[str], known: Mapping[str, Any]) -> Finding:
    shown = list(known) if len(known) <= 12 else [*list(known)[:1], "...", *list(known)[-1:]]
    finding = common_codes()["CK103"].finding(
        f"`{as_text(name)}` is not known here.",
        (*path, name),
        value=name,
        allowed=", ".join(shown),
        suggestion=nearest(name, [each for each in known if each in absent]),
    )
    return replace(finding, at_key=True)


def _count(count: int, path: JsonPath, least: int, most: int | None) -> Finding:
    allowed = f"{least} or more" if most is None else str(most) if least == most else f"{least} to {most}"
    return common_codes()["CK107"].finding(
        f"there are {count} entries here.", path, value=count, allowed=f"{allowed} entries"
    )


def _twice(value: list[Any], path: JsonPath) -> list[Finding]:
    seen: dict[str, int] = {}
    found = []
    for index, each in enumerate(value):
        text = json.dumps(each, sort_keys=True)
        if text in seen:
            found.append(
                common_codes()["CK107"].finding(
                    f"`{as_text(each)}` stands in this list twice.", (*path, index), value=each, allowed="each once"
                )
            )
        seen[text] = index
    return found
