"""The house's words as a module of the pages: made from the one place that has them."""

from __future__ import annotations

import json
from typing import Final

from cutcard.floor.console import CHORES
from cutcard.wording import IRREGULARITIES, PLAIN, SHORT, SMALL, named

PATH: Final = "js/named.js"


def module() -> bytes:
    """`NAMED`, `SHORT`, `PLAIN`, `CHORES` and `SMALL` for `words.js`."""
    told = {
        "NAMED": named(),
        "SHORT": dict(SHORT),
        "PLAIN": {**IRREGULARITIES, **PLAIN},
        "CHORES": {str(name): does for name, (does, _) in CHORES.items()},
        "SMALL": sorted(SMALL),
    }
    lines = [f"export const {name} = {json.dumps(each)};" for name, each in told.items()]
    return "\n".join(lines).encode()
