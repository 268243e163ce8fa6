"""The command line: commands by subject in `commands`, each a thin printer of what a game system answers.

`app` lists the commands, runs one, and says what to do next where none is named. `console` is the only place that
prints, `options` holds what several commands take and the project file that sets it, and `failures` turns whatever
goes wrong into one line and an exit code.
"""

from chartkit.cli.app import build_app, main

__all__ = ["build_app", "main"]
