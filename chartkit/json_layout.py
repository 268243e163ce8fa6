"""JSON as people edit it: a cell a line in long columns, short records on one line, a newline at the end."""

from __future__ import annotations

import json
from typing import Any

_WIDTH = 116
_MOST_INLINE = 6


def dumps(data: Any) -> str:
    """Lay out JSON so that a column reads as a block and a changed cell is a one-line diff."""
    return _layout(data, "") + "\n"


# One encoder for all: json.dumps makes a new one for every cell.
_inline = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def _layout(data: Any, indent: str) -> str:
    if not isinstance(data, dict | list) or not data:
        return _inline(data)
    values = list(data.values()) if isinstance(data, dict) else data
    flat = not any(isinstance(value, dict | list) and value for value in values)
    if flat and len(values) <= _MOST_INLINE:
        text = _inline(data)
        if len(indent) + len(text) <= _WIDTH:
            return text
    deeper = indent + "  "
    if isinstance(data, dict):
        lines = [f"{deeper}{_inline(str(key))}: {_layout(value, deeper)}" for key, value in data.items()]
        return "{\n" + ",\n".join(lines) + "\n" + indent + "}"
    return "[\n" + ",\n".join(deeper + _layout(value, deeper) for value in data) + "\n" + indent + "]"
