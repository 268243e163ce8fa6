"""The catalogue of codes as a page of the documentation."""

from __future__ import annotations

from chartkit.findings.catalogue import LAYERS, Catalogue, Code

_LAYER_WORDS = {
    "file": "The file itself. It cannot be used at all: exit code 2.",
    "shape": "The shape: the JSON Schemas of `schemas/`.",
    "rules": "The rules of the game.",
    "plausibility": "Plausibility: legal, but unlike any real team. Only warnings; they count with `--strict`.",
}


def codes_page(catalogue: Catalogue) -> str:
    """Markdown with a section for each code."""
    parts = [
        "# What the validator says\n",
        "`chartkit validate FILE...` checks team charts, season files and whole folders, tells all problems at",
        "once, and gives each a code that never changes its meaning. Errors make the exit code 1, an unreadable",
        "file 2; warnings count only with `--strict`. `--json`, `--sarif FILE` and `--github` say the same to",
        "programs.\n",
        "This page is written by `make docs` from the catalogue of codes; `chartkit codes` prints the same.\n",
    ]
    for layer in LAYERS:
        found = [code for code in catalogue if code.layer == layer]
        if found:
            parts += [f"## {layer.capitalize()}\n", f"{_LAYER_WORDS[layer]}\n"]
            parts += [_section(code) for code in found]
    return "\n".join(parts).rstrip("\n") + "\n"


def _section(code: Code) -> str:
    return "\n".join(
        [
            f"### {code.code} {code.title} ({code.severity})\n",
            f"{code.description}\n",
            f"- Example: {_as_code(code.example)}",
            f"- Remedy: {code.remedy}\n",
        ]
    )


def _as_code(example: str) -> str:
    return example if "`" in example else f"`{example}`"
