"""What Data-Driven Football puts on paper, and how it is read back from there."""
