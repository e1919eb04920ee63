"""What a house checks before it takes traffic: shuffle, rules, clock, store, and the kind of floor."""

from __future__ import annotations

import json
import time
from collections import Counter
from typing import Final, Literal

from cutcard.cards import DECK_52
from cutcard.fair import shuffle
from cutcard.floor.store import Database, StoreError
from cutcard.law import Refusal
from cutcard.shoe import commitment_of
from cutcard.table.script import settle

HAND = {
    "document": "md-blackjack",
    "options": {"decks": 6},
    "boxes": [{"box": 1, "stakes": {"main": "10"}}],
    "cards": ["As", "9d", "Kh", "8c"],
}
PAID: Final = 2500
"""A blackjack for $10 pays 3 to 2."""
WRITTEN: Final = 1_700_000_000
"""Seconds: no clock that is right says less."""


class SelfTestFailed(RuntimeError):  # noqa: N818 - it says what happened
    """Something that a house stands on does not work here."""


def self_test(database: Database) -> list[str]:
    """What was tried; `SelfTestFailed` names what failed."""
    return [_shuffle(), _rules(), _clock(), _store(database)]


def _shuffle() -> str:
    shuffled = shuffle(DECK_52 * 6)
    if Counter(shuffled.order) != Counter(DECK_52 * 6) or shuffled.order == tuple(DECK_52 * 6):
        raise SelfTestFailed("shuffle: the result is not a permutation of the cards")
    if commitment_of(shuffled.order, shuffled.salt) != shuffled.commitment:
        raise SelfTestFailed("shuffle: the commitment does not match the order")
    return "shuffle"


def _rules() -> str:
    settled = settle(HAND)
    if isinstance(settled, Refusal):
        raise SelfTestFailed(f"rules: {settled.message}")
    paid = sum(each.returned for each in settled.lines)
    if paid != PAID:
        raise SelfTestFailed(f"rules: a blackjack for $10 was paid {paid} cents, not {PAID}")
    return "rules"


def _clock() -> str:
    if time.time() < WRITTEN:
        raise SelfTestFailed("clock: it shows a time before this program was written; set it")
    return "clock"


def _store(database: Database) -> str:
    with database.reading() as unit:
        left = sum(unit.balances().values())
    if left:
        raise SelfTestFailed(f"store: the accounts add up to {left} cents, not zero")
    return "store"


KIND_STREAM: Final = "house"
Kind = Literal["live", "demonstration"]


def check_kind(database: Database, kind: Kind) -> None:
    """Say what an empty store is for; refuse one that is for something else."""
    with database.writing() as unit:
        if not unit.heads([KIND_STREAM]):
            if database.streams():
                raise StoreError(
                    "this store has streams, but does not say which kind of floor it belongs to"
                )
            unit.create(KIND_STREAM, json.dumps({"house": kind}))
            return
        stored = json.loads(unit.header(KIND_STREAM)).get("house")
    if stored != kind:
        other = "start it with --live" if stored == "live" else "give a live floor a store of its own"
        raise StoreError(f"this is the store of a {stored} floor, not of a {kind} one: {other}")
