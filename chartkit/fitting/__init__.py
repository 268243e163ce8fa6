"""Fitting dice columns to distributions; knows dice weights, symbols and targets, and no football."""
