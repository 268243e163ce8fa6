"""Computer coaches: from the chart's own percentages, from tables by situation, and from the exact odds."""
