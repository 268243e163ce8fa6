"""The command line: a module for each subject, each command a thin printer of what a game system answers.

`app` lists the commands, runs one, and says what to do next if none is named; `chartkit odds` is the function
`odds_command` in the module of its subject. `console` is the only place that prints, and turns every failure into
one line and an exit code. `options` holds the options that several commands share and the project file that sets
them.
"""

from chartkit.cli.app import build_app, main

__all__ = ["build_app", "main"]
