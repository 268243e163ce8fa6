"""From a season of football play-by-play to the charts of a dice board game, and back."""

__version__ = "0.1.0"
