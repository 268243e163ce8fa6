"""Distributions, distances and the assignment of symbols to weighted cells; knows no football."""
