"""Worked examples: a file of situations, calls and scripted dice, played by the referee and compared."""
