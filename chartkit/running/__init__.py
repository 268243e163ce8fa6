"""Running the rules of any game many times: plain functions as machine code, and streams of random numbers.

A game writes its rules once, as plain functions over one game object. `compiled` takes them as they stand and
compiles them with all that they call, with other bodies for the few seams where the table and the machine differ.
`stream` has the random numbers of each game, the same for the machine and for the table.
"""
