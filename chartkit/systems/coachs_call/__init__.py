"""Coach's Call Football: universal action tables, teams by letter grades, one roll a play and its written history.

Code cites the sections of the game's specification (3.2), and the readings of its damaged and silent places (A26).
"""
