# %% [markdown]
# # Every step
#
# From a season's play-by-play to charts, cards, games and the proof, with `import chartkit`. Open this file as a
# notebook (VS Code, Spyder, jupytext), or run it with Python in the folder that `chartkit demo` makes. The season
# is the invented demo season: eight clubs, 2031.

# %%
from pathlib import Path

import chartkit as ck

PLAYS, BUILD = Path("raw_pbp/demo_2031.csv.gz"), Path("build/2031")

# %% [markdown]
# ## Read
# The plays of a season, and whether they add up to the scores that the file states.

# %%
plays = ck.read_plays(PLAYS)
print(plays, "reconciled:", plays.reconciliation.clean)
runs = plays.frame.query("play_type == 'run'")
print(runs.groupby("posteam")["yards_gained"].mean().round(2).to_dict())

# %% [markdown]
# ## Compile
# It takes about a minute; a season that was saved is only loaded.

# %%
season = ck.load(BUILD) if BUILD.is_dir() else ck.compile(plays, progress=True).save(BUILD)
print(season, "near enough:", season.report.passed)
print(season.report.frame("checks")[["what", "side", "within", "passed"]].head())

# %% [markdown]
# ## Look
# A cell, the exact odds of a column, and of a play against each formation of another team.

# %%
home, away = season["BRK"], season["WND"]
cell = home.offense["6-SHORT"][27]
print(cell.text, cell.kind.name, cell.yards)
odds = home.odds("6-SHORT", against=away)
print(odds.groupby("formation")["probability"].sum().to_dict())

# %%
yards = home.odds("6-SHORT").dropna(subset="yards")
yards.plot.bar(x="yards", y="probability", title=f"{home.title}: 6-SHORT")

# %% [markdown]
# ## Check
# Findings have a code, a place and a remedy. A chart that breaks a rule is refused with them.

# %%
found = ck.validate(BUILD)
print(found, found.filter(severity="error").to_frame().shape)
try:
    home.edit({"offense.columns.6-SHORT.27": "99 yards"})
except ck.InvalidChartError as error:
    print(error.findings[0].code, error.findings[0].place)

# %% [markdown]
# ## Print
# Every sheet is read back and compared with the chart before it is written.

# %%
print(ck.print_cards(home, "BRK.pdf", paper="a4"))

# %% [markdown]
# ## Play
# One game, roll for roll the same with the same seed; then the same game many times.

# %%
game = ck.play(away, home, seed=7)
print(game)
print(game.plays.groupby("posteam")["yards_gained"].sum().to_dict())
game.save("game.json")

# %%
games = ck.simulate(away, home, n=500)
print(games, games.probability)
print(games.frame()[["away_points", "home_points"]].describe().round(1))

# %% [markdown]
# ## Prove
# The schedule again and again, beside what really happened; and what one changed cell does.

# %%
seasons = ck.season(season, n=20, playoffs=True)
print(seasons.frame()[["team", "wins_mean", "real_wins", "playoffs"]])

# %%
proof = ck.roundtrip(season, plays, n=20)
print(proof)
print(proof.frame()[["title", "real", "simulated", "passed"]].dropna().head())

# %%
effect = ck.whatif(season, {"BRK:offense.columns.6-SHORT.27": 12}, n=20)
wins = effect.frame().query("statistic == 'wins'")
print(wins[["team", "before", "after", "difference", "error"]])
