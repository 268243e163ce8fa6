"""How values show themselves: a short repr, and tables in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from chartkit.pages import Report, Table, render

if TYPE_CHECKING:
    import pandas as pd

#: Rows of a table in a notebook; the data frame has them all.
_MOST_ROWS = 40


def html(
    title: str,
    *,
    lines: Sequence[str] = (),
    tables: Sequence[Table] = (),
    text: str = "",
    notes: Sequence[str] = (),
) -> str:
    """A value as a piece of HTML; all texts are escaped."""
    return render("value.html", title=title, lines=lines, tables=tables, text=text, notes=notes, most=_MOST_ROWS)


def frame(rows: Iterable[Mapping[str, Any]], columns: Sequence[str] | None = None) -> pd.DataFrame:
    """Rows as a data frame; without any it still has its columns."""
    # pandas is heavy.
    import pandas as pd

    return pd.DataFrame(list(rows), columns=None if columns is None else list(columns))


class Answer:
    """What a long calculation found out: `data` as JSON has it, `tables` for people, data frames by method."""

    def __init__(self, report: Report) -> None:
        self.report = report

    @property
    def data(self) -> Any:
        """Everything, as `--json` prints it."""
        return self.report.data

    @property
    def title(self) -> str:
        """What it is about, in a line."""
        return next((table.title for table in self.report.tables if table.title), type(self).__name__)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.title}>"

    def _repr_html_(self) -> str:
        return html(self.title, tables=self.report.tables, notes=self.report.notes)
