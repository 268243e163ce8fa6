"""What is true of football in every game system: field, downs, score, clock, season rules, teams."""
