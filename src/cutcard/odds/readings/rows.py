"""What one reading makes of one wager, and such rows as they are kept once they are priced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from cutcard.compute import cache
from cutcard.law import Document, OptionValue, document
from cutcard.odds.answers import Exact
from cutcard.odds.registry import analyser_digest

PRICED: Final = "reading edges"


@dataclass(frozen=True)
class ReadingEdge:
    """One value of one option of a reading, and what it makes of one wager; or why there is nothing."""

    document: str
    reading: str
    cite: str
    option: str
    value: OptionValue | None = None
    is_default: bool = False
    wager: str = ""
    paytable: str = ""
    decks: int | None = None
    variation: str | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """What else was chosen, where the option is not felt at the document's defaults."""
    seats: int = 1
    """How many players there are; more than one where it is only then felt."""
    method: str = ""
    player_edge: Exact | None = None
    difference: Exact | None = None
    """What the house gains by this reading against the default one."""
    note: str = ""

    @property
    def house_edge(self) -> Exact | None:
        """The expected loss per unit staked."""
        return None if self.player_edge is None else -self.player_edge

    @property
    def favours_player(self) -> bool:
        """Whether the player has the edge on something that takes a stake."""
        law = document(self.document).wager(self.wager) if self.wager else None
        return law is not None and law.takes_stake and (self.player_edge or 0) > 0


def name_of(law: Document, *of: str) -> str:
    """Under what a document's rows are kept, or those of one option of one reading."""
    return analyser_digest(PRICED, law.digest, *of)


def read(name: str) -> tuple[ReadingEdge, ...] | None:
    """Rows as they were priced before; None where they were not."""
    try:
        return tuple(ReadingEdge(**each) for each in cache.read(name))
    except TypeError:
        return None


def write(name: str, rows: Sequence[ReadingEdge]) -> None:
    """Keep rows."""
    cache.write(name, [cache.plain(each) for each in rows])


def kept_edges(law: Document) -> tuple[ReadingEdge, ...] | None:
    """All readings of one document, where all are priced."""
    return read(name_of(law))
