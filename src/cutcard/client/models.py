"""What goes in and out of the API beside commands and views, in strict models."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StrictInt, StrictStr, model_validator

from cutcard.client.commands import (
    AMOUNT,
    CageCommand,
    MeterCommand,
    Strict,
    TableCommand,
    printable,
)
from cutcard.floor.people import HouseRole

Name = Annotated[StrictStr, Field(pattern=r"^[a-z][a-z0-9_-]{0,31}$", examples=["ann"])]
Secret = Annotated[StrictStr, Field(max_length=256), AfterValidator(printable)]
Code = Annotated[StrictStr, Field(pattern=r"^([0-9]{6})?$", examples=["123456"])]
Token = Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]
Key = Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9_.-]{8,40}$", examples=["5b2f6c1e9d7a4803"])]
Version = Annotated[StrictInt, Field(ge=0, le=2**53)]
GivenRole = Annotated[HouseRole, Field(strict=False)]
"""A role by its name, as JSON has it."""


class Error(Strict):
    """Everything that is refused has this shape."""

    code: str
    message: str
    cite: str
    where: str


class SignIn(Strict):
    """A name with its password (and staff's code), a passkey's answer, or a one-time link's token."""

    name: Name | None = None
    password: Secret | None = None
    code: Code = ""
    link: Token | None = None
    passkey: dict[str, Any] | None = None
    """What `navigator.credentials.get` gave, as JSON."""

    @model_validator(mode="after")
    def _one_way(self) -> SignIn:
        if self.passkey is not None:
            if self.name or self.password or self.code or self.link:
                raise ValueError("a passkey stands alone")
            return self
        if (self.link is None) is (self.name is None or self.password is None):
            raise ValueError("a name and a password are needed, or a link")
        if self.link is not None and (self.name or self.password or self.code):
            raise ValueError("a link stands alone")
        return self


class AskAgain(Strict):
    """A proof of who it is, once more: a password with staff's code, or a passkey's answer."""

    password: Secret = ""
    code: Code = ""
    passkey: dict[str, Any] | None = None


class AskPin(Strict):
    """The PIN by which a dealer comes on, and at which tables."""

    pin: Secret
    tables: list[str] = Field(min_length=1, max_length=8)


class PinLine(Strict):
    """Until when a PIN is good, in milliseconds."""

    until: int


class TakeOver(Strict):
    """The dealer who comes on, and their PIN for this table."""

    name: Name
    pin: Secret


class AskPasskey(Strict):
    """A passkey that a device has made."""

    passkey: dict[str, Any]
    """What `navigator.credentials.create` gave, as JSON."""


class PasskeyLine(Strict):
    """One of somebody's passkeys; times in milliseconds, zero where it was never used."""

    id: str
    made_at: int
    used_at: int


class PasskeyList(Strict):
    """Somebody's passkeys, the oldest first."""

    passkeys: list[PasskeyLine]


class Enrol(Strict):
    """A password, chosen by whoever holds the link."""

    link: Token
    password: Secret
    word: Annotated[StrictStr, Field(max_length=40)] = ""
    """Where two made the link: the word that the other one told."""


class EnrolledPerson(Strict):
    """Who can sign in from now on; staff's second factor is shown this once."""

    name: str
    role: str
    secret: str = ""
    address: str = ""
    picture: str = ""
    """The address as a QR code in SVG: it goes with the answer, so that the secret is in no request."""


class Me(Strict):
    """Who is signed in, until when, and what they may ask."""

    name: str
    role: str
    proved: bool
    """Whether payouts may be asked for without another proof."""
    ends_at: int
    """When the session ends at the latest, in milliseconds."""
    idle_ms: int
    page: str
    """What a page sends with every change, beside its cookie."""
    commands: list[str]
    wallet: str
    home: str
    """The page of this role's work."""


class Began(Me):
    """A session just begun; its token is shown this once."""

    token: str


class Asking(Strict):
    """One command to a table: a new key for each, the same key for each try."""

    key: Key
    expected: Version | None = None
    command: TableCommand
    signatures: Annotated[list[Token], Field(max_length=4, default_factory=list)]


class MeterAsking(Strict):
    """One command to a meter."""

    key: Key
    expected: Version | None = None
    command: MeterCommand


class CageAsking(Strict):
    """One command to the cage."""

    key: Key
    command: CageCommand


class ToSign(Strict):
    """What somebody signs: the command that another will ask, under that one's name and key."""

    asker: Name
    key: Key
    command: TableCommand


class Signature(Strict):
    """To be sent with the command; shown this once."""

    signature: str
    until: int


class Done(Strict):
    """A command was carried out, now or under an earlier try."""

    status: Literal["done", "repeated"]
    version: int
    happened: list[dict[str, Any]]


class Waiting(Strict):
    """Nothing is done yet: others must agree to it first (status 202)."""

    number: int
    """Where it waits: `POST /api/signing/NUMBER` signs it."""
    state: Literal["waiting", "signed", "done", "refused", "withdrawn"]
    """What became of it, where it is asked again under its key."""
    waits_for: list[str]
    """The player who must acknowledge it, by name, and `another` for a second person of the house."""
    told: str
    link: str = ""
    """The token of a link to enrol by, shown this once; it is void without the word of who signs."""


class ChangeControls(Strict):
    """Another row of the table of controls."""

    do: Literal["change_controls"] = "change_controls"
    act: Annotated[StrictStr, Field(max_length=40)]
    control: Literal["one", "proof", "two", "two_roles"]
    from_amount: Annotated[StrictStr, Field(pattern=AMOUNT)] = "0"
    """The amount from which it applies; less needs a fresh proof."""
    acknowledged_from: Annotated[StrictStr, Field(pattern=AMOUNT)] | None = None
    """The amount from which the player acknowledges it; left out, never."""


class ControlsAsking(Strict):
    """A change of the table of controls, which two people agree to."""

    key: Key
    command: ChangeControls


class ControlLine(Strict):
    """A row of the table of controls."""

    act: str
    control: str
    least: str
    from_amount: str
    acknowledged_from: str | None
    is_fixed: bool


class ControlLines(Strict):
    """What every act needs: one person, a fresh proof, two people, two of different roles."""

    controls: list[ControlLine]


class CageDone(Done):
    """Money was brought or taken away, and what the player has with the house now."""

    balance: str


class TableLine(Strict):
    """A table in the list."""

    name: str
    document: str
    variation: str | None
    open: bool
    version: int
    players: int
    seated: dict[str, str]
    rounds: int


class TableList(Strict):
    """The tables of the floor, and those that are stopped."""

    tables: list[TableLine]
    stopped: list[str]


class NewPerson(Strict):
    """Somebody to be known to the house."""

    name: Name
    role: GivenRole


class ChangedPerson(Strict):
    """One change about somebody."""

    role: GivenRole | None = None
    state: Literal["active", "barred"] | None = None
    link: Literal["enrol", "sign_in"] | None = None

    @model_validator(mode="after")
    def _one(self) -> ChangedPerson:
        if sum(each is not None for each in (self.role, self.state, self.link)) != 1:
            raise ValueError("one of role, state and link is needed")
        return self


class PersonLine(Strict):
    """Somebody in the list."""

    name: str
    role: str
    state: str
    second_factor: bool
    failures: int
    locked_until: int
    link: str = ""
    """The token of a link just made: shown this once."""


class PeopleList(Strict):
    """Everybody."""

    people: list[PersonLine]


class RoundView(Strict):
    """One round, as everybody may see it."""

    table: str
    round: int
    complete: bool
    events: list[dict[str, Any]]


class StepLine(Strict):
    """One event of a round: who brought it, in words, and what of the viewer's view it changed."""

    version: int
    at: int
    by: str
    event: dict[str, Any]
    words: str
    rows: list[str]
    cite: str
    view: dict[str, Any]


class Steps(Strict):
    """A round step by step, as the viewer saw it; the first step has the whole view."""

    table: str
    round: int
    complete: bool
    steps: list[StepLine]


class PlayedLine(Strict):
    """A round in the list; `net` is the viewer's own where they play, and `lines` are what made it."""

    round: int
    version: int
    at: int
    complete: bool
    boxes: list[int]
    net: str
    own: bool
    lines: list[dict[str, Any]]


class PlayedList(Strict):
    """Rounds of a table, the newest first."""

    table: str
    rounds: list[PlayedLine]


class OddsAnswer(Strict):
    """What the analyser says: `state` is `computing`, `done`, or `none` with a message."""

    answer: dict[str, Any]


class LawStatement(Strict):
    """One statement of the law data, in our own words."""

    kind: str
    name: str
    cite: str
    says: str


class LawSaid(Strict):
    """What the law data says behind a citation."""

    document: str
    cite: str
    said: list[LawStatement]


class PaidRow(Strict):
    """One way to win, and what it pays."""

    name: str
    """In words; a wheel's stop is named by its symbol."""
    pays: str
    cite: str


class WheelStop(Strict):
    """A stop of a wheel, and which part of all spins ends there."""

    shows: str
    label: str
    part: float


class PaidWager(Strict):
    """A wager of a table and the rows in force there."""

    wager: str
    title: str
    cite: str
    about: str
    """What it is about: rows say what pays, and this when they do."""
    rows: list[PaidRow]
    stops: list[WheelStop] = []
    """Of a wheel, in the order of its filing."""


class Paytables(Strict):
    """What every wager of a table pays."""

    table: str
    document: str
    wagers: list[PaidWager]


class ShoeProof(Strict):
    """What a table is committed to now, and what the last shoe's record proves."""

    table: str
    commitments: list[str]
    revealed: str
    """The commitment of the last shoe whose order was revealed."""
    verdict: str
    events: int


class StoredLine(Strict):
    """An event as it is kept."""

    version: int
    at: int
    by: str
    key: str
    event: dict[str, Any]
    digest: str


class StoredLines(Strict):
    """Some events of a stream; `next` is what to ask after for more."""

    stream: str
    version: int
    events: list[StoredLine]
    next: int | None


class StreamLine(Strict):
    """A stream of the store."""

    stream: str
    version: int
    digest: str


class Streams(Strict):
    """Every stream of the store."""

    streams: list[StreamLine]


class Balances(Strict):
    """Every account, in dollars; their sum is zero."""

    balances: dict[str, str]
    sum: str


class MeterList(Strict):
    """The meters of the house, each as the viewer's role sees it."""

    meters: list[dict[str, Any]]
