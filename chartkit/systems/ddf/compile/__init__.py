"""From a season's classified plays to the charts of its teams."""
