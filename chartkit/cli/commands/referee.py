"""`chartkit referee`: worked examples of the rules, played with scripted dice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from chartkit import systems
from chartkit.cli import console, options
from chartkit.cli.failures import FINDINGS
from chartkit.errors import InputError
from chartkit.findings import read_json


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE.json", help="A file of worked examples.")],
    only: Annotated[list[str] | None, typer.Option("--only", metavar="ID", help="Only these examples.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Play worked examples - state, calls, dice, decision - and compare what comes out with what should.

    Exit code 0: every example that can be played came out as expected; 1: one did not; 2: the file cannot be read.

    \b
    Examples:
      chartkit referee examples.json
    """
    verdicts = systems.of_file(file).referee().examples(_chosen(read_json(file).data, only))
    passed = sum(verdict.passed is True for verdict in verdicts)
    failed = sum(verdict.passed is False for verdict in verdicts)
    silent = sum(verdict.passed is None for verdict in verdicts)
    if as_json:
        console.print_json(
            {
                "examples": [verdict.to_json() for verdict in verdicts],
                "passed": passed,
                "failed": failed,
                "not_playable": silent,
            }
        )
    else:
        for verdict in verdicts:
            word = {True: "passed", False: "FAILED", None: "not playable"}[verdict.passed]
            console.data(f"{verdict.id}: {word}{f' ({verdict.why})' if verdict.why else ''}")
            if verdict.passed is False:
                console.data(f"  expected: {_words(verdict.expected)}")
                console.data(f"  got:      {_words(verdict.got)}")
    console.say(f"{passed} passed, {failed} failed, {silent} not playable")
    raise typer.Exit(FINDINGS if failed else 0)


def _chosen(data: Any, only: list[str] | None) -> Any:
    if not only or not isinstance(data, dict):
        return data
    every = [each for each in data.get("examples") or () if isinstance(each, dict)]
    found = [example for example in every if example.get("id") in only]
    if missing := sorted(set(only) - {example["id"] for example in found}):
        raise InputError(f"there is no example {missing[0]!r} in the file.")
    return {**data, "examples": found}


def _words(fields: Any) -> str:
    return ", ".join(f"{name} {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items())
