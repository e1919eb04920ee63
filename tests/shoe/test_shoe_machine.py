"""Random acts, legal and not, at every kind of shoe: no card is lost, nothing illegal has effect."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cutcard.law.refusal import Refused
from cutcard.shoe import (
    Act,
    By,
    Chore,
    Role,
    Shoe,
    TablePeople,
    automatic,
    cover_is_next,
    deal_from,
    decide,
    discard,
    due,
    events as e,
    evolve,
    is_empty,
    is_mid_round,
    new_shoe,
    opening_draw,
    optional,
    peek,
    refill_due,
    take,
)
from shoe.setups import PEOPLE, TABLES, Room, census, law_of

LAWS = [law_of(name, variation, **options) for name, variation, options in TABLES]
FEWER = TablePeople(((7, "Cy"), (8, "Ann")), ("Cy", "Ann"), "Dee")
NOBODY = TablePeople((), (), "Dee")

acts = st.builds(
    Act,
    do=st.sampled_from(list(Chore)),
    by=st.builds(By, st.sampled_from(list(Role)), st.sampled_from(["", "Ann", "Bob", "Cy"])),
    batch=st.integers(0, 4),
    side=st.sampled_from(["", "left", "right", "middle"]),
    face=st.sampled_from(["", "up", "down"]),
    position=st.integers(-1, 500),
    behind=st.integers(-1, 500),
    counted=st.integers(0, 500),
    steps=st.lists(st.sampled_from(["plug", "riffle", "turn", "strip", "cut", "?"]), max_size=7).map(
        tuple
    ),
    player=st.sampled_from(["", "Ann", "Bob"]),
    why=st.sampled_from(["", "last", "next", "jam", "out_of_order", "refill"]),
    works=st.booleans(),
    preshuffled=st.booleans(),
)


class Cards(RuleBasedStateMachine):
    """One table's cards under random hands."""

    @initialize(law=st.sampled_from(LAWS), virtual=st.booleans(), opened=st.booleans())
    def table(self, law: Any, virtual: bool, opened: bool) -> None:
        self.room = Room(law, virtual=virtual)
        self.folded: list[Any] = []
        self.start: Shoe = new_shoe(law, virtual=virtual)
        if opened:
            self.room.ready()
        self.seen = len(self.room.log)
        self.folded += [("event", event) for event in self.room.log]

    def note(self, kind: str, what: Any) -> None:
        self.folded += [("event", event) for event in self.room.log[self.seen :]]
        self.seen = len(self.room.log)
        if kind:
            self.folded.append((kind, what))

    @rule(act=acts)
    def something(self, act: Act) -> None:
        before = self.room.shoe
        kept = repr(before)
        try:
            events = decide(before, self.room.people, act)
        except Refused:
            events = None
        assert repr(before) == kept
        if events is None:
            return
        assert events == decide(before, self.room.people, act)
        self.room.fold(*events)
        self.note("", None)

    @precondition(lambda self: self.room.due is not None and self.room.people is not NOBODY)
    @rule()
    def what_is_due(self) -> None:
        self.room.step()
        self.note("", None)

    @precondition(lambda self: self.room.people is not NOBODY)
    @rule(count=st.integers(1, 40))
    def a_round(self, count: int) -> None:
        if is_mid_round(self.room.shoe):
            return
        if self.room.due is not None:
            self.room.ready()
            self.note("", None)
        self.deal(count)

    @precondition(lambda self: is_mid_round(self.room.shoe))
    @rule(count=st.integers(1, 12))
    def more_cards(self, count: int) -> None:
        self.deal(count)

    def deal(self, count: int) -> None:
        room = self.room
        for _ in range(count):
            if (drawn := opening_draw(room.shoe)) and not is_mid_round(room.shoe):
                room.step(drawn)
            if is_empty(room.shoe):
                wanted = refill_due(room.shoe, room.people)
                if wanted is None or room.people is NOBODY:
                    break
                room.step(wanted)
                room.ready()
            if room.due is not None or is_empty(room.shoe):
                # A refill may hold so few cards that the burn takes them all.
                break
            if cover_is_next(room.shoe):
                room.fold(e.CoverSeen(3, room.shoe.side.pile.name))
            card = peek(room.shoe) if room.shoe.virtual else room.next_card()
            room.shoe = take(room.shoe, card)
            self.note("take", card)
        self.note("", None)

    @rule(share=st.integers(1, 3), segregated=st.booleans())
    def some_go_to_the_rack(self, share: int, segregated: bool) -> None:
        room = self.room
        if room.shoe.waiting is not None:
            return
        out = tuple(card for side in room.shoe.sides for card in side.out)[::share]
        aside = segregated and room.law.is_double
        room.shoe = discard(room.shoe, out, segregated=aside)
        self.note("aside" if aside else "discard", out)

    @precondition(lambda self: self.room.law.is_double and self.room.shoe.waiting is None)
    @rule(side=st.sampled_from(["left", "right"]))
    def the_wrong_side(self, side: str) -> None:
        self.room.shoe = deal_from(self.room.shoe, side)
        self.note("side", side)

    @rule(event=st.sampled_from([e.DealerTookOver("Eve"), e.ReshuffleOrdered("floorperson", "void")]))
    def from_the_table(self, event: Any) -> None:
        self.room.fold(event)
        self.note("", None)

    @rule(people=st.sampled_from([PEOPLE, FEWER, NOBODY]))
    def people_come_and_go(self, people: TablePeople) -> None:
        self.room.people = people

    @rule(hours=st.sampled_from([1, 3, 30]))
    def time_goes_by(self, hours: int) -> None:
        self.room.at += hours * 3600

    @invariant()
    def no_card_is_lost_or_comes_twice(self) -> None:
        shoe = self.room.shoe
        if shoe.virtual:
            received = sum(1 for batch in shoe.desk.batches if batch.done)
            assert census(shoe) == Counter(shoe.law.pack * received)
        for side in shoe.sides:
            if side.pile.loaded:
                whole = side.size - side.at + len(side.out) + len(side.pile.rack)
                whole += len(side.pile.segregated)
                assert whole == len(shoe.law.pack)
            assert 0 <= side.at <= side.size

    @invariant()
    def what_is_due_can_be_done(self) -> None:
        room = self.room
        wanted = room.due
        optional(room.shoe, room.people, room.at)
        if wanted is None:
            return
        assert wanted.cite
        assert wanted.roles
        act = automatic(room.shoe, room.people, wanted, room.at)
        if act is not None:
            assert decide(room.shoe, room.people, act)

    def teardown(self) -> None:
        """Folding what happened gives the same shoe again."""
        if not hasattr(self, "room"):
            return
        shoe = self.start
        for kind, what in self.folded:
            if kind == "event":
                shoe = evolve(shoe, what)
            elif kind == "take":
                shoe = take(shoe, what)
            elif kind == "side":
                shoe = deal_from(shoe, what)
            else:
                shoe = discard(shoe, what, segregated=kind == "aside")
        assert shoe == self.room.shoe
        assert due(shoe, PEOPLE) == due(self.room.shoe, PEOPLE)


TestCards = Cards.TestCase
TestCards.settings = settings(
    max_examples=60,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
