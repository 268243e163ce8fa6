"""The fast engine: the referee's rules on one block of whole numbers, compiled to machine code."""
