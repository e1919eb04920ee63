"""The house's words as a module of the pages: made from the one place that has them."""

from __future__ import annotations

import json
from typing import Final

from cutcard.cards import SUIT_NAMES
from cutcard.floor.console import CHORES
from cutcard.wording import BUTTONS, HAND_STATES, IRREGULARITIES, OFFERS, PLAIN, SHORT, SMALL, named

PATH: Final = "js/named.js"


def module() -> bytes:
    """Every vocabulary that `words.js` looks words up in, each as an exported constant."""
    told = {
        "NAMED": named(),
        "SHORT": dict(SHORT),
        "PLAIN": {**IRREGULARITIES, **PLAIN},
        "CHORES": {str(name): does for name, (does, _) in CHORES.items()},
        "BUTTONS": dict(BUTTONS),
        "OFFERS": dict(OFFERS),
        "HAND_STATES": dict(HAND_STATES),
        "SUIT_NAMES": dict(SUIT_NAMES),
        "SMALL": sorted(SMALL),
    }
    lines = [f"export const {name} = {json.dumps(each)};" for name, each in told.items()]
    return "\n".join(lines).encode()
