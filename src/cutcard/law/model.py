"""What the documents say, as frozen values; the citation sits on the value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cutcard.money import Cents, MeterShare, Pays

OptionValue = bool | int | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckRule:
    """The deck counts something is tied to."""

    permitted: tuple[int, ...] = ()
    minimum: int = 0
    cite: str = ""

    def admits(self, decks: int) -> bool:
        """Whether a deck count is allowed."""
        return decks in self.permitted if self.permitted else decks >= self.minimum

    def __str__(self) -> str:
        if self.permitted:
            return " or ".join(str(n) for n in self.permitted)
        return f"at least {self.minimum}"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a paytable."""

    outcome: str
    pays: Pays
    cite: str
    each: bool = False
    extra: bool = False
    to: str = "player"
    when: tuple[tuple[str, OptionValue], ...] = ()
    printed: bool = True
    repeats: bool = False
    fixed: bool = False
    """A share of a meter that is in truth a fixed prize: paying it moves nothing."""
    stake: Cents | None = None
    """The one stake that the row goes with, where rows are told apart by stake."""
    reading: str = ""


@dataclass(frozen=True, slots=True)
class TableWarning:
    """What a submission is warned of that chooses a paytable for one of these numbers of decks."""

    decks: tuple[int, ...]
    says: str
    reading: str


@dataclass(frozen=True, slots=True)
class Paytable:
    """Rows in printed order."""

    id: str
    cite: str
    rows: tuple[Row, ...]
    decks: DeckRule | None = None
    at_least: bool = False
    sample: bool = False
    selected: bool = False
    stake: Cents | None = None
    """The one stake that the table goes with, where tables are told apart by stake (PO-A06)."""
    warn: TableWarning | None = None
    unlisted: Mapping[str, str] = field(default_factory=dict)

    @property
    def printed_rows(self) -> tuple[Row, ...]:
        """The rows the document itself prints."""
        return tuple(row for row in self.rows if row.printed)

    def meters(self) -> frozenset[str]:
        """The meters its rows pay from."""
        return frozenset(r.pays.meter for r in self.rows if isinstance(r.pays, MeterShare))


@dataclass(frozen=True, slots=True)
class StakeRule:
    """What the document fixes about a stake."""

    cite: str
    permitted: tuple[Cents, ...] = ()
    minimum: Cents = Cents(0)
    at_most: str = ""
    at_most_cite: str = ""
    """The provision on that: `cite`, where the data name no other."""
    none: bool = False


@dataclass(frozen=True, slots=True)
class LimitLaw:
    """The provisions by which the house sets a least and a greatest stake; empty where there is none."""

    minimum_cite: str = ""
    maximum_cite: str = ""


@dataclass(frozen=True, slots=True)
class Needs:
    """Wagers that the same box must hold, or a variation that must be in play."""

    names: tuple[str, ...]
    cite: str


@dataclass(frozen=True, slots=True)
class SettledLaw:
    """When a wager is settled: losers collected at one moment, winners paid then or later.

    That of the main wager holds where no option `settle_...` has another moment for its hand.
    """

    collected: str
    paid: str
    cite: str
    collected_cite: str = ""
    """The provision on collecting, where it is not the one on paying."""
    held_until: str = ""
    """When it is settled that falls to the first cards and that they do not decide."""
    held_cite: str = ""
    """The provision that has it wait, where it is not the one on the others."""
    confirmed_by: str = ""
    """Who must validate a win before it is paid: "floorperson" or "supervisor"."""
    confirmed_from: Cents = Cents(0)
    """The least win that needs it."""
    confirmed_always: str = ""
    """The outcome that needs it whatever is won, by the provision of its own row."""
    confirmed_only: str = ""
    """Which wins need it: "meter" a share of a meter, "held" one that had to wait; else all."""
    confirmed_cite: str = ""
    """The provision that has it validated, where it is not the one on paying."""
    in_succession: bool = False
    """Whether the first cards settle it seat by seat, and not losers first."""

    def cite_at(self, moment: str) -> str:
        """The provision that has something of it settled at a moment."""
        if moment == self.held_until:
            return self.held_cite or self.cite
        is_collected = moment == self.collected != self.paid
        return (self.collected_cite if is_collected else "") or self.cite

    @property
    def validation_cite(self) -> str:
        """The provision that has a win validated."""
        return self.confirmed_cite or self.cite


SETTLED = ("first_cards", "check", "turn", "third_card", "end")
"""When wagers of a round are settled."""
MOMENTS = (*SETTLED, "election")
"""Until when a wager may be held: also until the player's own choice of a third card."""
"""After the second cards and before any reader; as soon as a check, or the dealer's second card, tells a
blackjack; when the box's turn comes; after the player's own decision; when the dealer has a third card
or stands; at the end."""


@dataclass(frozen=True, slots=True)
class CapLaw:
    """A maximum payable to all winners of a round together, which an operator may set."""

    rows: tuple[str, ...]
    minimum: Cents
    at_least_one_win_at: str
    cite: str
    minimum_cite: str
    share_cite: str
    option: str = ""
    """The option that takes the reading by which alone the text has the cap."""


@dataclass(frozen=True, slots=True)
class MeterFloor:
    """The least (or the exact) amounts of a meter."""

    cite: str
    paytable: str = ""
    name: str = ""
    initial: Cents | None = None
    reset: Cents | None = None
    maximum: Cents | None = None
    rate: str = ""
    exact: bool = False


@dataclass(frozen=True, slots=True)
class MeterLaw:
    """A progressive meter: its floors, its rate, and how several winners share it."""

    name: str
    rate_required: bool
    rate_cite: str
    rate_minimum: str
    sharing: str
    sharing_option: str
    sharing_cite: str
    floors: tuple[MeterFloor, ...]
    shared_by: str = "hand"
    """Whether those who divide it have a share for each winning "hand", or one for each "player"."""

    def floors_for(self, paytable: str) -> tuple[MeterFloor, ...]:
        """The floors that apply with a paytable."""
        return tuple(f for f in self.floors if f.paytable in ("", paytable))


@dataclass(frozen=True, slots=True)
class WagerLaw:
    """A wager (or a payout without a stake) as a document grants it."""

    id: str
    title: str
    cite: str
    about: str
    classifier: str
    paytables: tuple[Paytable, ...]
    settled: SettledLaw
    name: str = ""
    """What people call it, where the words of the id would get it wrong: "21+3"."""
    short: str = ""
    """What a betting area says that is too small for the whole name."""
    loses: str = ""
    """The provision by which the wager is lost, where the text has one apart from the grant."""
    readings: tuple[str, ...] = ()
    stake: StakeRule | None = None
    limits: LimitLaw = LimitLaw()
    paytable_of: str = ""
    """The wager that is another column of the same printed tables: both take the same one."""
    device_names: tuple[str, ...] = ()
    """Further names under which what its device shows may be given."""
    needs: Needs | None = None
    needs_variation: Needs | None = None
    decks: DeckRule | None = None
    cap: CapLaw | None = None
    meters: Mapping[str, MeterLaw] = field(default_factory=dict)

    @property
    def losing_cite(self) -> str:
        """What a lost wager cites: its own provision on losing, else the one that grants it."""
        return self.loses or self.cite

    @property
    def takes_stake(self) -> bool:
        """Whether a player places a stake on it."""
        return self.stake is None or not self.stake.none

    @property
    def choosable(self) -> tuple[Paytable, ...]:
        """The tables an operator chooses among (rows paid to others only do not count)."""
        return tuple(t for t in self.paytables if any(row.to != "others" for row in t.rows))

    @property
    def community(self) -> tuple[Paytable, ...]:
        """The tables beside those: what is paid to the other players alone."""
        return tuple(t for t in self.paytables if all(row.to == "others" for row in t.rows))


@dataclass(frozen=True, slots=True)
class OptionLaw:
    """A choice left to the operator, or a value the document fixes."""

    name: str
    about: str
    cite: str
    kind: str = ""
    permitted: tuple[OptionValue, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    default: OptionValue = ""
    is_fixed: bool = False
    reading: str = ""
    required: bool = False
    expected: bool = False
    """Asked for by the text, which also says what holds without it: leaving it out is a warning."""
    wager: str = ""
    warn: Mapping[str, str] = field(default_factory=dict)
    stands_in: bool = False
    """Whether the data are older than the option, and what the rules did before it stands there."""


@dataclass(frozen=True, slots=True)
class VariationLaw:
    """A named way to play that changes options."""

    id: str
    title: str
    cite: str
    about: str
    options: Mapping[str, OptionLaw]


@dataclass(frozen=True, slots=True)
class Feature:
    """Something a table may have: a wager, a variation, an option value."""

    name: str
    wagers: tuple[str, ...] = ()
    variation: str = ""
    not_variation: str = ""
    option: str = ""
    values: tuple[OptionValue, ...] = ()
    above: int | None = None
    below: int | None = None

    @property
    def text(self) -> str:
        """Which tables have it, in words: variation switch, shoe double."""
        parts = [f"variation {self.variation}"] if self.variation else []
        parts += [f"not variation {self.not_variation}"] if self.not_variation else []
        parts += [f"{self.option} {' or '.join(map(str, self.values))}"] if self.option else []
        return ", ".join((*parts, *self.wagers))

    def admits(self, value: OptionValue | None) -> bool:
        """Whether a value of its option is one that gives a table the feature."""
        if isinstance(value, tuple):
            return any(each in self.values for each in value)
        if isinstance(value, int) and not isinstance(value, bool):
            above = self.above is not None and value > self.above
            below = self.below is not None and value < self.below
            if above or below:
                return True
        return any(type(each) is type(value) and each == value for each in self.values)


@dataclass(frozen=True, slots=True)
class Bar:
    """Two features that may not stand at one table."""

    between: tuple[str, str]
    cites: tuple[str, ...]
    kind: str = "express"
    reading: str = ""
    unless_option: str = ""
    unless_value: OptionValue = ""


@dataclass(frozen=True, slots=True)
class CheckItem:
    """Something that must be there, or be done, before a table opens."""

    place: str
    check: str
    cite: str
    applies: tuple[Feature, ...] = ()
    """What the table has where this applies: all of them; none means every table."""
    progressive: bool = False
    """Applies only where some wager on offer has a meter."""
    when: str = ""
    """A condition that no choice in a submission decides, in words."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement of a document, in our words."""

    id: str
    tag: str
    cite: str
    says: str
    waits: str = ""
    same_as: str = ""
    """The requirement of another document that orders the same."""
    differs_from: str = ""
    """The requirement of another document about the same thing, which orders it otherwise."""
    checklist: tuple[CheckItem, ...] = ()
    """What of it is looked at when a table opens; a physical requirement has at least one."""


@dataclass(frozen=True, slots=True)
class Provision:
    """What the text orders about a procedure, or when something goes wrong at the table."""

    name: str
    about: str
    effect: str
    cite: str
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """An ambiguity of a text and the reading taken."""

    id: str
    cite: str
    problem: str
    reading: str
    options: tuple[str, ...] = ()
    waits: str = ""
    """Why no case can show it: a slip of the print without effect, or a later room's matter."""


@dataclass(frozen=True, slots=True)
class MeterActLaw:
    """The requirements behind an act of the house with a progressive meter."""

    requirements: tuple[str, ...]
    own: Mapping[str, tuple[str, ...]]
    """Those of a wager with a section of its own."""


@dataclass(frozen=True, slots=True)
class Division:
    """A chapter, section or heading."""

    cite: str
    title: str
