"""A round, its settlement and the chain as surveillance is answered, in strict models."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StrictInt, StrictStr

from cutcard.client import StepLine, StreamLine, Strict


class MovedMoney(Strict):
    """Money that an event moved."""

    id: str
    debit: str
    credit: str
    amount: str
    why: str
    cite: str


class WatchedStep(StepLine):
    """An event of a round, with the key it was asked under and the money it moved."""

    key: str
    moves: list[MovedMoney]


class DealtCard(Strict):
    """A card and where it went."""

    card: str
    place: str


class HitLine(Strict):
    """What was done about a win off a meter, by whom and when."""

    hit: str
    meter: str
    done: str
    by: str
    at: int
    version: int
    cite: str


class WatchedRound(Strict):
    """A round; what it comes to, and its cards, once it is over."""

    table: str
    round: int
    complete: bool
    document: str
    variation: str | None
    submission: str
    commitments: list[str]
    digest: str
    """Of its last event; empty while it could be used to try what the shoe hides."""
    before: list[WatchedStep]
    steps: list[WatchedStep]
    hits: list[HitLine]
    lines: list[dict[str, Any]]
    cards: list[DealtCard]
    boxes: list[dict[str, Any]]
    decisions: list[dict[str, Any]]


Text = Annotated[StrictStr, Field(max_length=40)]


class SaidDecision(Strict):
    """What a box decides."""

    box: Annotated[StrictInt, Field(ge=1, le=99)]
    do: Text
    amount: Text | None = None
    spot: Annotated[StrictInt, Field(ge=1, le=9)] | None = None
    hand: Annotated[StrictInt, Field(ge=1, le=99)] | None = None


class Otherwise(Strict):
    """A round with other cards, stakes (box: wager: dollars) or decisions; what is left out stays."""

    cards: Annotated[list[Text], Field(max_length=200)] | None = None
    stakes: Annotated[dict[Text, dict[Text, Text]], Field(max_length=20)] | None = None
    decisions: Annotated[list[SaidDecision], Field(max_length=200)] | None = None


class Settlement(Strict):
    """What it comes to, line by line beside what was paid."""

    lines: list[dict[str, Any]]
    paid: str
    owed: str


class Verification(Strict):
    """The last time everything was verified in this process."""

    running: bool
    done: int
    total: int
    began: int | None
    ended: int | None
    sound: bool | None
    broken: list[str]
    counts: dict[str, int]


class ChainState(Strict):
    """Every stream's end, when the house was opened (which verified them), and the last full look."""

    opened: int
    streams: list[StreamLine]
    stopped: list[str]
    verification: Verification
