"""The API of values: what `import chartkit` offers, and what the commands and the browser page stand on.

A function for every step, each gives a value: `charts` (one team's chart, and changes to it), `plays`, `seasons` (a
compiled season, findings, cards), `games` (one game, also with people), `many_games` (games and seasons played many
times). Each asks the game system that a file names, so that every game comes through the same functions. Values
have a short repr and a notebook view; long work says how far it is (`display`).
"""
