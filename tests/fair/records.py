"""Records made by hand, for the verifier to read."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

from cutcard.fair.verifier import Verdict, verify

HEADER: dict[str, Any] = {"cutcard": 1, "document": "md-blackjack"}
SALT = "5a" * 32
ORDER = ["Ah", "2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h", "Th"]

Events = list[dict[str, Any]]


def commit(order: Sequence[str], salt: str = SALT) -> str:
    """As the page on fairness tells a player to make it."""
    return hashlib.sha256(f"{salt}:{' '.join(order)}".encode()).hexdigest()


def shuffled(
    order: Sequence[str] = ORDER, *, batch: int = 1, told: bool = False, salt: str = SALT
) -> Any:
    secret = {"order": list(order), "salt": salt} if told else {"order": [], "salt": ""}
    size = len(order)
    return {
        "event": "cards_shuffled",
        "batch": batch,
        "size": size,
        "commitment": commit(order, salt),
        **secret,
    }


def revealed(order: Sequence[str] = ORDER, *, salt: str = SALT) -> Any:
    commitment = commit(order, salt)
    return {"event": "shoe_revealed", "commitment": commitment, "order": list(order), "salt": salt}


def cut(position: int, *, batch: int = 1) -> Any:
    return {"event": "cards_cut", "batch": batch, "by": "player Ann", "position": position}


def loaded(*, batch: int = 1, side: str = "") -> Any:
    return {"event": "shoe_loaded", "batch": batch, "side": side}


def ended(left: int, *, batch: int = 1, side: str = "") -> Any:
    return {"event": "shoe_ended", "batch": batch, "side": side, "left": left, "then": batch}


def dealt(cards: str, *, side: str = "", event: str = "card_dealt") -> Events:
    return [{"event": event, "drawn": each, "side": side, "box": 1} for each in cards.split()]


def whole(*, told: bool = False) -> Events:
    """A shoe of ten cards from the shuffle to the reveal."""
    return [
        shuffled(told=told),
        cut(3),
        {"event": "cover_placed", "batch": 1, "behind": 3},
        loaded(),
        {"event": "card_burned", "drawn": "4h", "side": "", "why": "shoe"},
        *dealt("5h 6h 7h 8h"),
        {"event": "card_placed", "card": "8h", "box": 1},
        *dealt("9h Th Ah"),
        ended(2),
        revealed(),
    ]


def written(events: Iterable[dict[str, Any]], header: dict[str, Any] = HEADER) -> bytes:
    return "".join(json.dumps(each) + "\n" for each in (header, *events)).encode()


def judged(events: Iterable[dict[str, Any]]) -> Verdict:
    return verify(io.BytesIO(written(events)))
