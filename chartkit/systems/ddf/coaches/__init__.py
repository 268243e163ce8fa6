"""Computer coaches: what they know, how they decide, and why, once for the table and for many compiled games.

`mind` are the fields that a coach adds to a game, `decide` the decisions as plain functions over them. `habits` and
`tables` read data files and coach files into the fields. At the table sit the coaches of `computer`, and the sharp
coach, who counts the odds himself (`scouting`).
"""
