"""`python -m tools.demo [FOLDER]`: play the demo season again and write it."""

from __future__ import annotations

import sys
from pathlib import Path

from tools.demo import season


def main() -> None:
    """Write the season into the folder given, or into raw_pbp."""
    for path in season.write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("raw_pbp")):
        sys.stderr.write(f"wrote {path}\n")


if __name__ == "__main__":
    main()
