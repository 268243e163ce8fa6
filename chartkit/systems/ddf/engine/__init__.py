"""The rules at the table: one game with any dice and any coach, every event in words.

Games are files that replay (`log`, `replay`), plays can be taken back, and worked examples are played and compared
(`examples`). Many games at once are in the room `many`.
"""
