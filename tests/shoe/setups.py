"""A table's cards to drive in tests: a shoe, the people, and everything that has happened."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from cutcard.cards import Card
from cutcard.law import document
from cutcard.law.refusal import Code, Refusal, Refused
from cutcard.law.ruleset.resolution import resolve
from cutcard.shoe import (
    Act,
    By,
    Chore,
    Due,
    Event,
    Role,
    Shoe,
    ShoeLaw,
    TablePeople,
    automatic,
    cards_to_shuffle,
    commitment_of,
    cover_is_next,
    decide,
    discard,
    due,
    events as e,
    evolve,
    is_empty,
    new_shoe,
    opening_draw,
    peek,
    refill_due,
    take,
)
from cutcard.shoe.deal import without

MARYLAND = ["md-blackjack", "md-players-edge-21", "md-pontoon-21"]
EVERYWHERE = ["ma-blackjack", *MARYLAND]
"""Every document that says how cards are shuffled, cut and dealt."""
HOUR = 3600

DEALER = By(Role.DEALER)
FLOOR = By(Role.FLOORPERSON)
SUPERVISOR = By(Role.SUPERVISOR)
DEVICE = By(Role.DEVICE)
ANN, BOB, CY = (By(Role.PLAYER, name) for name in ("Ann", "Bob", "Cy"))

# Bob came first; Ann sits at the dealer's far left, Cy at the far right.
PEOPLE = TablePeople(((1, "Ann"), (3, "Bob"), (7, "Cy")), ("Bob", "Ann", "Cy"), "Dee")

TABLES: list[tuple[str, str | None, dict[str, Any]]] = [
    ("md-blackjack", None, {}),
    ("md-blackjack", None, {"decks": 1}),
    ("md-blackjack", None, {"shoe": "double"}),
    ("md-blackjack", None, {"shuffler": "two_batch"}),
    ("md-blackjack", None, {"shuffler": "continuous"}),
    ("md-blackjack", None, {"shoe": "double", "shuffler": "two_batch"}),
    ("md-blackjack", None, {"shoe": "double", "shuffler": "continuous", "decks": 2}),
    ("md-blackjack", "hand_dealt", {}),
    ("md-blackjack", "hand_dealt", {"decks": 1, "shuffler": "continuous"}),
    ("md-blackjack", "switch", {}),
    ("md-blackjack", "no_hole_card", {}),
    ("ma-blackjack", None, {}),
    ("ma-blackjack", None, {"shoe": "double", "decks": 8}),
    ("ma-blackjack", None, {"shuffler": "two_batch"}),
    ("ma-blackjack", None, {"shuffler": "continuous"}),
    ("ma-blackjack", None, {"decks": 1, "alternative_shuffle": "no cut card"}),
    ("ma-blackjack", "six_to_five", {}),
    ("ma-blackjack", "six_to_five", {"rounds_per_deck": "one", "burn_each_round": True, "decks": 1}),
    ("md-players-edge-21", None, {}),
    ("md-players-edge-21", None, {"shuffler": "two_batch", "decks": 5}),
    ("md-players-edge-21", None, {"shuffler": "continuous"}),
    ("md-pontoon-21", None, {"decks": 8}),
    ("players-edge-21-brochure", None, {}),
]
"""Every document and variation, and every kind of shoe and shuffler."""


def law_of(name: str, variation: str | None = None, **options: Any) -> ShoeLaw:
    rules, findings = resolve(document(name), variation=variation, options=options)
    assert rules is not None
    assert not [each for each in findings if each.severity == "violation"], findings
    return ShoeLaw.of(rules)


class Room:
    """One table's cards; `at` is its clock."""

    def __init__(self, law: ShoeLaw, *, virtual: bool = True, people: TablePeople = PEOPLE) -> None:
        self.shoe: Shoe = new_shoe(law, virtual=virtual)
        self.people = people
        self.at = 0
        self.log: list[Event] = []
        self.random = random.Random(7)

    @property
    def law(self) -> ShoeLaw:
        return self.shoe.law

    @property
    def due(self) -> Due | None:
        return due(self.shoe, self.people, self.at)

    def chore(self) -> Chore | None:
        """What is due, by its name alone."""
        return None if self.due is None else self.due.chore

    def fold(self, *events: Event) -> None:
        for event in events:
            self.log.append(event)
            self.shoe = evolve(self.shoe, event)

    def act(self, do: Chore, by: By = DEALER, **fields: Any) -> tuple[Event, ...]:
        events = decide(self.shoe, self.people, Act(do, by, **{"at": self.at, **fields}))
        self.fold(*events)
        return events

    def refusal(self, do: Chore, by: By = DEALER, **fields: Any) -> Refusal:
        """The refusal of an act, which changes nothing."""
        before = self.shoe
        try:
            self.act(do, by, **fields)
        except Refused as refused:
            assert self.shoe == before
            return refused.refusal
        raise AssertionError(f"{do} was not refused")

    def refused(self, do: Chore, by: By = DEALER, **fields: Any) -> tuple[Code, str]:
        """The code and the provision of a refusal."""
        refusal = self.refusal(do, by, **fields)
        assert "\n" not in refusal.message
        return refusal.code, refusal.cite

    def shuffle_act(self, wanted: Due) -> Act:
        order = list(cards_to_shuffle(self.shoe, wanted))
        self.random.shuffle(order)
        salt = f"salt{len(self.log)}"
        return Act(
            Chore.SHUFFLE,
            DEALER,
            self.at,
            wanted.batch,
            order=tuple(order),
            salt=salt,
            commitment=commitment_of(order, salt),
            why=wanted.why,
        )

    def next_card(self, side: str = "") -> Card:
        """What the scanner of a physical table reads: any card that has not come too often."""
        lying = self.shoe.sides[self.shoe.side_named(side)] if side else self.shoe.side
        seen = Counter((*lying.out, *lying.pile.rack, *lying.pile.segregated))
        left = list((Counter(self.law.pack) - seen).elements())
        return left[(7 * lying.at) % len(left)]

    def step(self, wanted: Due | None = None) -> tuple[Event, ...]:
        """Do what is due in the usual way."""
        wanted = wanted or self.due
        assert wanted is not None, "nothing is due"
        act = automatic(self.shoe, self.people, wanted, self.at)
        if act is None and wanted.chore is Chore.SHUFFLE:
            act = self.shuffle_act(wanted)
        if act is None and wanted.chore is Chore.INSPECT_READER:
            act = Act(wanted.chore, FLOOR, self.at)
        if act is None:
            side = wanted.side or ("left" if self.law.is_double else "")
            card = self.next_card(side)
            act = Act(wanted.chore, DEALER, self.at, wanted.batch, side=side, card=card)
        events = decide(self.shoe, self.people, act)
        self.fold(*events)
        return events

    def until(self, chore: Chore) -> Due:
        """Do what is due until a certain chore is."""
        for _ in range(400):
            wanted = self.due
            assert wanted is not None, f"{chore} does not come"
            if wanted.chore is chore:
                return wanted
            self.step(wanted)
        raise AssertionError(f"{chore} does not come")

    def ready(self) -> Room:
        """Do everything that is due."""
        for _ in range(400):
            if self.due is None:
                return self
            self.step()
        raise AssertionError("the table does not get ready")

    def deal(self, count: int = 1, *, box: int = 3) -> list[Card]:
        """Cards from the shoe to the layout; an empty shoe is refilled."""
        dealt = []
        for _ in range(count):
            if (drawn := opening_draw(self.shoe)) and not any(side.out for side in self.shoe.sides):
                self.step(drawn)
            if is_empty(self.shoe):
                self.step(refill_due(self.shoe, self.people))
                self.ready()
            if cover_is_next(self.shoe):
                self.fold(e.CoverSeen(box, self.shoe.side.pile.name))
            dealt.append(peek(self.shoe) if self.shoe.virtual else self.next_card())
            self.shoe = take(self.shoe, dealt[-1])
        return dealt

    def collect(self) -> None:
        """Every card on the layout goes to the rack."""
        self.shoe = discard(self.shoe, tuple(card for side in self.shoe.sides for card in side.out))

    def round(self, count: int = 12, *, box: int = 3) -> None:
        """A round of so many cards."""
        self.ready()
        self.deal(count, box=box)
        self.collect()

    def to_the_cover(self, *, box: int = 3) -> None:
        """Rounds until one in which the cover card comes out."""
        seen = len(self.of(e.CoverSeen))
        for _ in range(400):
            self.round(box=box)
            if len(self.of(e.CoverSeen)) > seen:
                return
        raise AssertionError("the cover card does not come")

    def of(self, kind: type) -> list[Any]:
        """The events of a kind, so far."""
        return [event for event in self.log if isinstance(event, kind)]


def room(name: str, variation: str | None = None, *, virtual: bool = True, **options: Any) -> Room:
    return Room(law_of(name, variation, **options), virtual=virtual)


def maryland(*, virtual: bool = True, **options: Any) -> Room:
    return room("md-blackjack", virtual=virtual, **options)


def massachusetts(*, virtual: bool = True, **options: Any) -> Room:
    return room("ma-blackjack", virtual=virtual, **options)


def double(*, first: str = "", document: str = "md-blackjack", **options: Any) -> Room:
    """A double shoe ready for a round; `first` is the colour of the top card of the left side."""
    table = room(document, shoe="double", **options)
    while table.due is not None:
        wanted = table.due
        if wanted.chore is Chore.SHUFFLE and wanted.side == "left" and first:
            pack = sorted(table.law.pack, key=lambda each: each.red is (first == "black"))
            middle = len(pack) // 2  # the dealer's cut brings the rest to the top
            order = tuple(pack[middle:] + pack[:middle])
            fields: dict[str, Any] = {
                "order": order,
                "salt": "s",
                "commitment": commitment_of(order, "s"),
            }
            table.act(Chore.SHUFFLE, batch=wanted.batch, **fields)
        else:
            table.step(wanted)
    return table


def census(shoe: Shoe) -> Counter[Card]:
    """Every card of a virtual table, wherever it is: none may be lost and none come twice."""
    cards: Counter[Card] = Counter()
    loaded: set[int] = set()
    for side in shoe.sides:
        cards.update(side.stack[side.at :])
        cards.update(side.out)
        cards.update(side.pile.rack)
        cards.update(side.pile.segregated)
        if side.pile.loaded:
            loaded.add(side.pile.batch)
    for batch in shoe.desk.batches:
        cards.update(batch.removed)
        if batch.stack:
            cards.update(batch.stack)
        elif batch.done and batch.number not in loaded:
            cards.update(without(shoe.law.pack, batch.removed))
    return cards
