"""Toy Football: a team is six results for a drive and a number of stops, and a game is twelve drives each."""
