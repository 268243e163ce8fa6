"""Many games: the rules, the coaches and the statistics as machine code.

`games` has the compiled bodies of the rules' seams and plays; `chartkit.running` compiles, and has the random
numbers. Any game of many can be played again at the table with every event.
"""
