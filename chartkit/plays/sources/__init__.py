"""Where play-by-play comes from: each source is found by looking at the file, and all give the same rows."""

from __future__ import annotations

from chartkit.plays.sources.base import RawPlays, Source, recognise, source_of, sources

__all__ = ["RawPlays", "Source", "recognise", "source_of", "sources"]
