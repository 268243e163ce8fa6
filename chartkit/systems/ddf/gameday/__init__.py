"""Game day: charts and coaches are found, a game is played at the terminal, saved, shown again, exported."""
