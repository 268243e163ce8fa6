"""One module a command, named after it, with a function `command`; `chartkit.cli.app` lists them."""
