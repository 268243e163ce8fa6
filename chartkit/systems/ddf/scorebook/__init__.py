"""What a game's records say: plays, box score, drives, plain English, and rows of play-by-play."""
