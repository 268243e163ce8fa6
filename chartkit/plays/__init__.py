"""Play-by-play in: sources, the description parser, the play table, reconciliation."""
