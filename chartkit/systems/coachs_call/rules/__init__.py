"""The rule book in code: sections 3 to 13, once, for people at a table and for many compiled games.

Plain functions over one game object (`game`), with seams where a table with people and many games differ.
`flow.step` plays one thing after the other; `names` has the words behind the numbers.
"""
