"""The command line: commands by subject in `commands`, each a thin printer of what a game system answers.

`app` lists the commands and runs one. `console` is the only place that prints, `options` holds what several
commands take and the project file that sets it, `failures` turns whatever goes wrong into a line and an exit code,
and `next_steps` is what `chartkit` alone shows.
"""

from chartkit.cli.app import build_app, main

__all__ = ["build_app", "main"]
