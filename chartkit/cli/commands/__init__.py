"""One module a command: a function `command`, the help panel it stands in, and its place on the road."""
