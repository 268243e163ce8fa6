"""What charts say, for people: cells in words, odds, differences."""
