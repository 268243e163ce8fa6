"""The API of values: what `import chartkit` offers, and what the commands and the browser page stand on.

A function for every step, each gives a value: `charts` (one team's chart), `workbench` (a chart that is edited),
`plays`, `seasons` (a compiled season, findings), `games` (one game, also with people), `many_games` (games and
seasons played many times), `cards`. Each asks the game system that a file names, so that every game comes through
the same functions. Values have a short repr and a notebook view; long work says how far it is (`display`).
"""
