"""The official game book (PDF): cover, play-by-play and statistics pages of one game."""

from chartkit.plays.gamebook.book import GameBook, read_gamebook

__all__ = ["GameBook", "read_gamebook"]
