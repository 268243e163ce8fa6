"""Problems with a place, and their reporters."""
