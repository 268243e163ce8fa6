"""The demo season: a fictional league that plays plausible football from a seed, in the nflverse format."""
