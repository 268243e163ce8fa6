"""The person at the terminal: questions on stderr, answers from stdin."""

from __future__ import annotations

import sys

import typer


class Terminal:
    """Asks and tells; what is typed unseen is unseen only on a real terminal."""

    def ask(self, prompt: str, *, hidden: bool = False) -> str:
        """One line from the person; EOFError at the end of the input."""
        if hidden and sys.stdin.isatty():
            from getpass import getpass

            return getpass(prompt)
        typer.echo(prompt, err=True, nl=False)
        line = sys.stdin.readline()
        if not line:
            # The prompt's line ends here; whatever is told next begins its own.
            typer.echo("", err=True)
            raise EOFError
        return line.rstrip("\n")

    def tell(self, text: str) -> None:
        """A line for the person."""
        typer.echo(text, err=True)
