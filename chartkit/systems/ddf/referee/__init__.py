"""The referee: the complete rules engine that plays the charts. How it fits together: docs/engine.md."""
