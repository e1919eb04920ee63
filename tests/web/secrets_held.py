"""Looking for what is hidden at a table in all that a player's browser has: bytes, page, memory."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from playwright.sync_api import Page

from cutcard.cards import DECK_52
from cutcard.floor.live.state import Live
from cutcard.rules.hand import TWO_CARDS
from cutcard.table.round import Round
from cutcard.web.server.assets import assets
from floor.faults.hiding import secrets_of
from web.at_the_page import card_name
from web.wire import Wire

BEFORE, AFTER = r'(?:^|[\s",\[])', r'(?:$|[\s",\]])'


@dataclass(frozen=True)
class Hidden:
    """A hole card that nobody has seen, the up card beside it, and what else is secret."""

    hole: str
    up: str
    seen: frozenset[str]
    """Every card that the page may show: in this round, and in the one before."""
    texts: tuple[str, ...]
    """Salts, and the next cards of the shoe in a row."""

    @property
    def is_alone(self) -> bool:
        """Whether no card like it may be seen or stands in a file of the pages: else it says nothing."""
        return self.hole not in self.seen | named_in_files()


def hidden_at(live: Live) -> Hidden | None:
    """What lies hidden at a table; None where the dealer has no hole card face down."""
    r = live.table.round
    if r is None or not _lies_down(r):
        return None
    up, hole, *more = r.dealer[0]
    rounds = [r] if live.ended is None else [r, live.ended]
    seen = {up.text, *(each.text for each in more)}
    seen |= {card.text for each in rounds for box in each.boxes for h in box.hands() for card in h.cards}
    if live.ended is not None:
        seen |= {card.text for hand in live.ended.dealer for card in hand}
    return Hidden(hole.text, up.text, frozenset(seen), tuple(secrets_of(live)))


def _lies_down(r: Round) -> bool:
    has_hole = r.game.hole_card in ("card_reader", "face_down")
    return has_hole and not r.hole_shown and len(r.dealer[0]) >= TWO_CARDS


@cache
def named_in_files() -> frozenset[str]:
    """Cards whose short names stand in the pages' own files, as the 7s do that are a wager's name."""
    whole = "\n".join(each.decode() for each in assets().contents.values())
    return frozenset(card.text for card in DECK_52 if tells(whole, card.text))


def tells(text: str, card: str) -> bool:
    """Whether a text has a card in it, by its short or by its long name."""
    return card_name(card) in text or re.search(BEFORE + card + AFTER, text) is not None


def memory(page: Page) -> str:
    """Every string that the page's scripts hold, as a snapshot of their heap has it."""
    session = page.context.new_cdp_session(page)
    pieces: list[str] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda found: pieces.append(found["chunk"]))
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.detach()
    found: dict[str, Any] = json.loads("".join(pieces))
    return "\n".join(found["strings"])


def check(page: Page, wire: Wire, since: int, hidden: Hidden) -> None:
    """Nothing hidden is in what came, on the page or in the memory of its scripts; what is seen is."""
    for where, text in (
        ("what the house sent", wire.came(since)),
        ("the page", page.content()),
        ("the memory of its scripts", memory(page)),
    ):
        assert tells(text, hidden.up), f"{where}: the up card {hidden.up} is not found either"
        assert not tells(text, hidden.hole), f"{where}: the hole card {hidden.hole} is in it"
        for secret in hidden.texts:
            assert secret not in text, f"{where}: {secret[:20]} is in it"
