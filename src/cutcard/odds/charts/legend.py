"""A strategy chart as it is shown: its sections, its labels for cards, and what the codes mean."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cutcard.automata.hands import Cards
from cutcard.rules import Action
from cutcard.wording import decision_name

LABELS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
"""The ten values, in the order of `automata.hands.VALUES`."""
FROM_A_SWITCH: Final = "A-T switched"
DIGITS: Final = 3
"""What two cards are worth at Switch is given, and cards are switched by it, to this many decimals."""


def label(hand: Cards) -> str:
    """Two cards by their values."""
    return "-".join(LABELS[value] for value, many in enumerate(hand) for _ in range(many))


Section = tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]
"""A title and its rows: a hand, and a code for each column."""
Sections = tuple[Section, ...]

AFTER: Final = "After "
"""How the title of a section begins that is about hands already doubled."""
ACTIONS: Final = {
    "S": Action.STAND,
    "H": Action.HIT,
    "D": Action.DOUBLE,
    "P": Action.SPLIT,
    "R": Action.SURRENDER,
}
WORDS: Final = {code: decision_name(action) for code, action in ACTIONS.items()}
AGAIN: Final = "double again"
RESCUE: Final = "rescue: take back the double and forfeit the original wager"


@dataclass(frozen=True)
class Chart:
    """A chart as it is shown: codes by hand and by what the dealer shows."""

    columns: tuple[str, ...]
    sections: Sections
    """A title and its rows: a hand, and a code for each column."""
    legend: Mapping[str, str]
    value: float
    """The player's edge when playing by the chart."""
    cost: float
    """What that loses against the best play, in units of the first stake."""

    def as_extra(self) -> dict[str, object]:
        """The chart as the answer about the main game carries it."""
        return {
            "columns": self.columns,
            "sections": self.sections,
            "legend": dict(self.legend),
            "player_edge": self.value,
            "cost": self.cost,
        }


def after_title(doublings: int) -> str:
    """The title of the section about hands doubled so many times."""
    return f"{AFTER}{'a double' if doublings == 1 else f'{doublings} doubles'} (s: soft)"


def legend(sections: Sections) -> dict[str, str]:
    """What the codes mean; those of a doubled hand have a meaning of their own."""
    first, after = (
        {
            code
            for title, rows in sections
            if title.startswith(AFTER) is is_after
            for _, codes in rows
            for code in codes
        }
        for is_after in (False, True)
    )
    found = {}
    for code in sorted(first | after):
        if code == "R":
            found[code] = RESCUE
        elif code == "D" and code in after:
            found[code] = f"{WORDS[code]}; after a double, {AGAIN}" if code in first else AGAIN
        else:
            found[code] = _meaning(code)
    return found


def _meaning(code: str) -> str:
    """From a number of cards on, a hand is hit unless another letter follows."""
    first, rest = code[0], code[1:]
    turns = [(int(count), letter or "h") for count, letter in re.findall(r"(\d)([a-z]?)", rest)]
    words = [WORDS[first]]
    for place, (count, letter) in enumerate(turns):
        last = turns[place + 1][0] - 1 if place + 1 < len(turns) else None
        if last is None:
            words.append(f"with {count} cards or more {WORDS[letter.upper()]}")
        else:
            cards = f"{count} cards" if last == count else f"{count} to {last} cards"
            words.append(f"with {cards} {WORDS[letter.upper()]}")
    if rest and not turns:
        words.append(f"where that is not allowed, {WORDS[rest.upper()]}")
    return "; ".join(words)
