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
        line = ""
        try:
            line = sys.stdin.readline()
        finally:
            if not line:
                # Nobody typed the end of the prompt's line; whatever is told next begins its own.
                typer.echo("", err=True)
        if not line:
            raise EOFError
        return line.rstrip("\n")

    def tell(self, text: str) -> None:
        """A line for the person."""
        typer.echo(text, err=True)
