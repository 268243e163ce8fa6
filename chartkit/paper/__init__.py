"""Sheets, grids, colours and fonts from templates; knows no game."""
