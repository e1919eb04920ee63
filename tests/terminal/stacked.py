"""Fixed shuffles for the terminal's table: the cards wanted come first, the rest as they are."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from cutcard.cards import Card, cards
from cutcard.fair import Shuffled, commitment

BURNED = "2c"


def stacked(wanted: str, *, burns: bool = True, cut: int | None = None) -> Callable[..., Shuffled]:
    """A shuffle after which, once cut (by the dealer: in the middle) and burned, these cards come."""

    count = itertools.count(1)

    def shuffle(given: Iterable[Card], **_: Any) -> Shuffled:
        salt = f"{next(count):064x}"
        rest = list(given)
        first = cards(f"{BURNED} {wanted}" if burns else wanted)
        for each in first:
            rest.remove(each)
        dealt = [*first, *rest]
        place = len(dealt) - (len(dealt) // 2 if cut is None else cut)
        order = tuple(dealt[place:] + dealt[:place])
        return Shuffled(order, salt, commitment(order, salt))

    return shuffle


def program(wanted: str) -> str:
    """Python code that runs the command line with such a shuffle."""
    return (
        "import sys; import cutcard.terminal.game.house as house; from terminal.stacked import stacked; "
        f"house.shuffle = stacked({wanted!r}); from cutcard.cli import main; main(sys.argv[1:])"
    )
