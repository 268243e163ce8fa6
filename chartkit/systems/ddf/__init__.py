"""Data-Driven Football: its results, charts, compiler, referee and cards."""
