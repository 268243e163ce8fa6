"""Paper without a game: sheets as values, styles from templates, and what is made of them.

A `Document` holds sheets of grids, texts and shapes. `draw_pdf`, `html_page` and `text_page` show it. `opened`
reads a PDF again, `differences` compares one with its document, `table_pages` reads the ruled tables of any PDF.
"""

from chartkit.paper.fonts import Fitter
from chartkit.paper.formats import html_page, text_page
from chartkit.paper.layout import (
    Block,
    Layout,
    Words,
    filled_sheets,
    fitted_to_one,
    foot_text,
    seal,
)
from chartkit.paper.pdf import draw_pdf
from chartkit.paper.read import (
    Letters,
    PdfFile,
    TablePage,
    differences,
    opened,
    table_pages,
)
from chartkit.paper.sheet import (
    POINTS_PER_CM,
    Box,
    Cell,
    Document,
    Figure,
    Grid,
    Item,
    Placed,
    QrCode,
    Row,
    Shape,
    Sheet,
    Text,
    reading_table,
    span,
    table,
)
from chartkit.paper.style import Look, Paper, Style, load_template, papers
from chartkit.paper.team_sheets import (
    Foot,
    Gathered,
    ReadCell,
    TeamPages,
    UnreadCell,
    foot_pattern,
    gather,
    has_team_foot,
    printed_layout,
    read_sheets,
)

__all__ = [
    "POINTS_PER_CM",
    "Block",
    "Box",
    "Cell",
    "Document",
    "Figure",
    "Fitter",
    "Foot",
    "Gathered",
    "Grid",
    "Item",
    "Layout",
    "Letters",
    "Look",
    "Paper",
    "PdfFile",
    "Placed",
    "QrCode",
    "ReadCell",
    "Row",
    "Shape",
    "Sheet",
    "Style",
    "TablePage",
    "TeamPages",
    "Text",
    "UnreadCell",
    "Words",
    "differences",
    "draw_pdf",
    "filled_sheets",
    "fitted_to_one",
    "foot_pattern",
    "foot_text",
    "gather",
    "has_team_foot",
    "html_page",
    "load_template",
    "opened",
    "papers",
    "printed_layout",
    "read_sheets",
    "reading_table",
    "seal",
    "span",
    "table",
    "table_pages",
    "text_page",
]
