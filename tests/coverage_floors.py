"""Run as `python tests/coverage_floors.py REPORT`: every room's coverage against its floor.

REPORT is slipcover's JSON of lines and branches. A floor is raised when a room has been
above it for a while; it is never lowered to let a change pass.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path, PurePath
from typing import Any, Final

MOST_LISTED: Final = 12
FLOORS: Final = {
    "automata": 98,
    "cli": 94,
    "client": 97,
    "compute": 97,
    "cutcard": 97,
    "fair": 98,
    "floor": 95,
    "law": 98,
    "odds": 97,
    "reports": 97,
    "rules": 98,
    "shoe": 98,
    "sim": 97,
    "submission": 98,
    "table": 98,
    "terminal": 91,
    "wagers": 98,
    "web": 91,
    "wording": 98,
}
"""Room -> the least part of its lines and branches that tests run, in percent."""


def room_of(path: str) -> str:
    """The room that a file of the package belongs to; files beside the rooms are a room themselves."""
    parts = PurePath(path).parts
    inside = parts[parts.index("cutcard") + 1 :]
    return inside[0] if len(inside) > 1 else "cutcard"


def counts(report: dict[str, Any]) -> tuple[Counter[str], Counter[str], dict[str, list[str]]]:
    """By room: what was run, what there is to run, and the files that lack most."""
    run: Counter[str] = Counter()
    there: Counter[str] = Counter()
    lacking: dict[str, list[tuple[int, str]]] = {}
    for path, file in report["files"].items():
        room = room_of(path)
        done = len(file["executed_lines"]) + len(file["executed_branches"])
        missing = len(file["missing_lines"]) + len(file["missing_branches"])
        run[room] += done
        there[room] += done + missing
        if missing:
            lacking.setdefault(room, []).append((missing, path))
    return (
        run,
        there,
        {
            room: [
                f"{path}: {missing} not run"
                for missing, path in sorted(files, reverse=True)[:MOST_LISTED]
            ]
            for room, files in lacking.items()
        },
    )


def main(report: Path) -> int:
    """The exit code: 1 where a room is below its floor, or has none."""
    run, there, lacking = counts(json.loads(report.read_text("utf-8")))
    below = []
    for room in sorted(there):
        percent, floor = 100 * run[room] / there[room], FLOORS.get(room)
        print(f"{room:<12} {percent:6.2f}%  floor {floor}%  of {there[room]:,} lines and branches")
        if floor is None or percent < floor:
            below.append(room)
    for room in below:
        print(f"\n{room} is below its floor:", *lacking.get(room, ()), sep="\n  ")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
