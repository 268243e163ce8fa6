"""Paper without a game: sheets as values, styles from templates, and what is made of them.

A `Document` holds sheets of grids, texts and shapes. `draw_pdf`, `html_page` and `text_page` show it. `opened`
reads a PDF again, `differences` compares one with its document, `table_pages` reads the ruled tables of any PDF.
"""

from chartkit.paper.fonts import Fitter
from chartkit.paper.formats import html_page, text_page
from chartkit.paper.layout import (
    BETWEEN,
    IMPRINT,
    SEAL,
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
    refuse_damaged_streams,
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
    span,
    table,
)
from chartkit.paper.style import Look, Paper, Style, load_template, papers

__all__ = [
    "BETWEEN",
    "IMPRINT",
    "POINTS_PER_CM",
    "SEAL",
    "Block",
    "Box",
    "Cell",
    "Document",
    "Figure",
    "Fitter",
    "Grid",
    "Item",
    "Layout",
    "Letters",
    "Look",
    "Paper",
    "PdfFile",
    "Placed",
    "QrCode",
    "Row",
    "Shape",
    "Sheet",
    "Style",
    "TablePage",
    "Text",
    "Words",
    "differences",
    "draw_pdf",
    "filled_sheets",
    "fitted_to_one",
    "foot_text",
    "html_page",
    "load_template",
    "opened",
    "papers",
    "refuse_damaged_streams",
    "seal",
    "span",
    "table",
    "table_pages",
    "text_page",
]
