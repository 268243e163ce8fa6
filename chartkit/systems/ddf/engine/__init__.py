"""The rules at the table: one game with any dice and any coach, every event in words.

A log replays from its records alone (`table`), and worked examples are played and compared (`examples`). Many games
at once are in the room `many`.
"""
