"""The commands by subject; `chartkit odds` is the function `odds_command`, and `chartkit.cli.app` lists them."""
