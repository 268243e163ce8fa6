"""From the chart's JSON to what stands in a workbook cell, and back."""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping
from typing import Any

from chartkit.dice import parse_totals
from chartkit.systems.ddf.workbook.layout import Slot, What


def _at(data: Mapping[str, Any], path: tuple[str, ...]) -> Any:
    found: Any = data
    for key in path:
        if not isinstance(found, Mapping):
            return None
        found = found.get(key)
    return found


def to_cell(data: Mapping[str, Any], slot: Slot) -> str | int | float | None:
    """What the workbook shows for a value of the chart; None is an empty cell."""
    value = _at(data, slot.path)
    if slot.what is What.MEMBER:
        if value is None:
            return None
        inside, outside = slot.words
        return (inside if slot.total in parse_totals(value) else outside) or None
    if slot.what is What.MARK:
        if not value:
            return None
        return value["result"] if slot.total in parse_totals(value["on"]) else None
    if slot.what is What.RESULT:
        # R4.1: no gain is an empty white cell on paper and in a workbook.
        if value in (None, "0"):
            return None if slot.path[1] != "short_pass_big_play" or value is None else 0
        return int(value) if value.lstrip("-").isdigit() else str(value)
    found: str | int | float | None = value
    return found


class UnreadableCellError(ValueError):
    """What stands in a workbook cell cannot be meant; the text says why."""


def _date_as_range(value: datetime.datetime | datetime.date | datetime.time) -> str:
    """The range that a spreadsheet took for a date: 1-7 became 7 January, 1-36 January 1936."""
    if isinstance(value, datetime.time):
        raise UnreadableCellError(f"the spreadsheet turned it into the time {value}")
    if value.day == 1 and value.year % 100 > 12:
        return f"{value.month}-{value.year % 100}"
    return f"{value.month}-{value.day}"


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


def _number(value: Any, slot: Slot) -> float:
    if isinstance(value, bool | datetime.datetime | datetime.date | datetime.time):
        raise UnreadableCellError(f"{value} is not {slot.what.value}")
    text = _plain(value).replace("−", "-")
    percent = text.endswith("%")
    # A decimal comma is what half the world types.
    text = text.removesuffix("%").strip().replace(",", ".")
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise UnreadableCellError(f"{value!r} is not {slot.what.value}")
    if percent or slot.path[-1] != "pass_percent" or not 0 < number < 1:
        return number
    # A cell formatted as a percentage holds 0.61 for 61%.
    return round(number * 100, 6)


def from_cell(value: Any, slot: Slot) -> str | int | float | None:
    """What a person meant by a workbook cell; results stay text for the validator to judge."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    match slot.what:
        case What.WHOLE:
            number = _number(value, slot)
            if not float(number).is_integer():
                raise UnreadableCellError(f"{value!r} is not a whole number")
            return int(number)
        case What.NUMBER:
            return _number(value, slot)
        case What.RANGE:
            if isinstance(value, datetime.datetime | datetime.date | datetime.time):
                return _date_as_range(value)
            return _plain(value).replace("–", "-").replace(" ", "")
        case What.TEXT:
            text = _plain(value)
            # 002 typed into a number cell comes back as 2.
            return text.zfill(3) if slot.path[-1] == "muffed_snap_rating" else text
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        raise UnreadableCellError(
            f"the spreadsheet turned it into the date {value:%Y-%m-%d}; type it again as text"
        )
    return _plain(value)
