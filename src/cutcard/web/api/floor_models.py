"""Models of the API for the floor's tables; amounts are dollars as text."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StrictStr

from cutcard.client import Key, Strict, TableCommand

State = Literal["set_up", "counted", "open", "closed"]
Verdict = Literal["inside", "outlier", "few_rounds"]


class BandView(Strict):
    """The theoretical win and its 95% band, beside what the same wagers came to."""

    verdict: Verdict
    """`few_rounds`: outside, but after too few rounds to say anything."""
    expected: str
    low: str
    high: str
    won: str
    handle: str
    rounds: int
    left_out: list[str]
    """Wagers whose odds are not known, or that take no stake."""


class WagerView(Strict):
    """One wager of the day."""

    wager: str
    handle: str
    rounds: int
    won: str
    edge: float | None
    """The house's edge at the best play, where it is known."""
    expected: str | None


class ProcedureView(Strict):
    """Something that must be done at a table."""

    what: str
    due: Literal["now", "later", "done"]
    told: str
    cite: str
    seconds: int | None
    by: list[str]


class PitTable(Strict):
    """A table as the floor runs it: its state, its day's money, and what is due."""

    name: str
    state: State
    version: int
    dealer: str
    round: int
    in_round: bool
    players: list[str]
    boxes: int
    since: int
    """When the day's opening count was made, in milliseconds; zero before it."""
    rounds: int
    """Played since then."""
    inventory: str
    drop_box: str
    tips: str
    drop: str
    fills: str
    credits: str
    handle: str
    won: str
    odds: Literal["known", "computing"]
    odds_far: str
    """How far they are, while they are computed."""
    band: BandView | None
    wagers: list[WagerView]
    due: list[ProcedureView]
    hits: int
    """Jackpots that wait for people."""


class StoppedTableLine(Strict):
    """A table that is not served."""

    name: str
    why: str


class FloorOverview(Strict):
    """The whole floor."""

    tables: list[PitTable]
    stopped: list[StoppedTableLine]


class SigningRequest(Strict):
    """A request for a second signature: the command, already signed by whoever asks."""

    table: Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9-]{1,40}$")]
    key: Key
    command: TableCommand


class SigningView(Strict):
    """A request for a second signature and its state."""

    number: int
    of: Literal["table", "meter", "cage", "people", "controls"]
    table: str
    """Or the meter, the player, the person or the act that it is about."""
    asker: str
    command: dict[str, Any]
    says: str
    """In a few words; empty at a table."""
    at: int
    state: Literal["waiting", "signed", "done", "refused", "withdrawn"]
    signed_by: str
    player: str
    """Who must acknowledge it; empty where nobody must."""
    waits_for: list[str]
    """Whose signatures are missing: the player by name, and `another`."""
    told: str
    may_sign: bool
    """Whether the viewer may sign or acknowledge it now."""


class Signings(Strict):
    """Recent requests for a second signature, the newest first."""

    wanted: list[SigningView]
