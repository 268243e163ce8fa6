"""Computer coaches: what they know, how they decide, and why, once for the table and for many compiled games.

`mind` are the fields that a coach adds to a game, `decide` the decisions as plain functions over them. `tables`
reads habits and coach files into the fields, `winning` the chances to win. At the table sit the coaches of
`computer`, and the sharp coach, who counts the odds himself (`scouting`).
"""
