"""Seasons of Data-Driven Football, for the league: fixtures played, charts changed for a what-if, chances to win.

It asks the room `many` for compiled games, or the table for the same ones with every event.
"""
