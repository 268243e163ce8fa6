"""What Data-Driven Football puts on paper, and how it is read back from there.

`DdfCards` is the whole of it for others: it makes the documents of a print job, checks a drawn one against the
charts, and reads cards back. `read_file` reads the cards of a PDF without judging the charts.
"""

from chartkit.systems.ddf.cards.printer import DdfCards
from chartkit.systems.ddf.cards.read_back import read_file
