"""What Coach's Call Football puts on paper - rosters, tables, clock strips, reference - and rosters read back."""

from chartkit.systems.coachs_call.cards.printer import CallCards
from chartkit.systems.coachs_call.cards.roster import read_file

__all__ = ["CallCards", "read_file"]
