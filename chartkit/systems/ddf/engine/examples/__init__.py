"""Worked examples: a file of situations, calls and scripted dice, played by the referee and compared (R35.12).

`position` sets the table for an example, `script` plays it, `judge` says what came out and whether it was expected.
"""
