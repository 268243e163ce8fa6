"""The project file: `chartkit.toml` in a folder holds the options that every command there would otherwise need.

    season = 2031                      # compile, season, roundtrip ... without a year
    paper = "a4"                       # any option by its name, for every command that has it
    coaches = ["human", "sharp"]       # visitors, home team

    [compile]                          # the options of one command
    jobs = 4

    [colours]                          # team colours on the cards
    BRK = "#7A1F2B"

What is typed on the command line counts more than the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chartkit import resources
from chartkit.errors import InputError
from chartkit.findings import nearest, read_toml

FILE = Path("chartkit.toml")
#: Settings of the project that are not called like the option that they stand for.
_OPTIONS = {"game": "system", "coaches": "coach"}
#: Settings that are no option of the same name, and those that may be one text or many.
_OWN, _MANY = ("edits", "colours"), ("source", "coaches")
#: Options of one run only.
_NEVER = frozenset({"help", "version", "debug", "list", "force", "continue", "resume", "words"})
#: The folder of hand edits goes to every command that reads or writes them, whatever its option is called.
_EDITS = {"compile": "edits", "import-xlsx": "edits", "edits": "out"}


@dataclass(frozen=True)
class Project:
    """What a project file says."""

    #: Setting -> value, for every command that has such an option.
    shared: Mapping[str, Any]
    #: Command -> option -> value.
    commands: Mapping[str, Mapping[str, Any]]

    @property
    def colours(self) -> Mapping[str, str]:
        """Team code -> `#RRGGBB`."""
        found: Mapping[str, str] = self.shared.get("colours", {})
        return found

    def settings(self) -> dict[str, Any]:
        """What is in force, by the name in the file: `paper`, `compile.jobs`."""
        inner = {f"{name}.{option}": value for name, own in self.commands.items() for option, value in own.items()}
        return {**self.shared, **inner}


def load(folder: Path = Path()) -> Project | None:
    """The project file of a folder; None where there is none."""
    path = folder / FILE
    if not path.is_file():
        return None
    data = read_toml(path, resources.schema("project"))
    # `season = 2031` is a setting, `[season]` the options of that command.
    commands = {name: value for name, value in data.items() if isinstance(value, dict) and name != "colours"}
    shared = {name: value for name, value in data.items() if name not in commands}
    several = {name: [shared[name]] for name in _MANY if isinstance(shared.get(name), str)}
    return Project(shared | several, commands)


def defaults(project: Project, commands: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The defaults of every command, as click takes them; a name that no command knows is refused."""
    known = {name: _names(command) for name, command in commands.items()}
    found: dict[str, dict[str, Any]] = {name: {} for name in known}
    for option, value in project.shared.items():
        if option in _OWN:
            continue
        takers = [name for name, names in known.items() if _plain(option) in names]
        if not takers:
            every = sorted({each for names in known.values() for each in names} | set(known))
            raise _unknown(option, every, "no command has such an option")
        for name in takers:
            # `print PATH` and `plays --source` are two things: an argument is filled in by its own name only.
            parameter = known[name][_plain(option)]
            if option != "source" or parameter.param_type_name == "option":
                found[name][parameter.name] = _value(parameter, value)
    for name, own in project.commands.items():
        if name not in known:
            raise _unknown(name, sorted(known), "there is no such command")
        for option, value in own.items():
            if _plain(option) not in known[name]:
                raise _unknown(f"{name}.{option}", sorted(known[name]), f"chartkit {name} has no such option")
            parameter = known[name][_plain(option)]
            found[name][parameter.name] = _value(parameter, value)
    if edits := project.shared.get("edits"):
        for name, option in _EDITS.items():
            found[name].setdefault(option, edits)
    return found


def _names(command: Any) -> dict[str, Any]:
    """The parameters of a command by the names that people know: `json` for --json."""
    found: dict[str, Any] = {}
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            names = [parameter.name]
        else:
            names = [option.lstrip("-") for option in parameter.opts if option.startswith("--")]
        found |= {_plain(name): parameter for name in names if name not in _NEVER}
    return found


def _plain(name: str) -> str:
    return _OPTIONS.get(name, name).replace("_", "-")


def _value(parameter: Any, value: Any) -> Any:
    return [value] if getattr(parameter, "multiple", False) and not isinstance(value, list) else value


def _unknown(name: str, known: list[str], why: str) -> InputError:
    guess = nearest(name.rpartition(".")[2], known)
    remedy = f"Did you mean {guess}?" if guess else "`chartkit COMMAND --help` lists the options."
    return InputError(f"{name}: {why}.", where=str(FILE), remedy=remedy)
