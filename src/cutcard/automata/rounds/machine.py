"""A whole round of one box as a machine driven by cards: one look-up a card, first card to last.

A state is what the next card's effect depends on, and nothing else. What a finished hand comes to is
emitted when it ends, as a number for each end the dealer's hand may yet have; so no state remembers
finished hands, and the dealer's states are few. Where the dealer checks for a blackjack only against
an ace or a ten, the hole card is drawn when it is looked at: unseen cards are exchangeable.

States are found by going through all that can happen from the first card on, each card asked of the
rules through one hand of its kind, and those that nothing tells apart are merged.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np

from cutcard.automata.hands.dealer import ANY_END, BLACKJACK_END, end_of
from cutcard.automata.hands.kinds import card_classes
from cutcard.automata.hands.machine import HandMachine, HandMachines
from cutcard.automata.hands.play import Choose, Finish, Playing
from cutcard.automata.minimise import minimised
from cutcard.cards import DECK_52, Card
from cutcard.money import Cents
from cutcard.rules import (
    Game,
    Prices,
    completes_for_buster,
    dealer_draws,
    hole_card_is_known,
    is_natural,
    is_soft,
    may_be_blackjack,
    total,
)


class HandEnd(NamedTuple):
    """How a hand has ended: whether a blackjack of the dealer, or other cards, can still change it."""

    open_first: bool
    open_later: bool
    is_covered: bool
    alike: tuple[int, ...]
    """One example of all that a late blackjack finds alike."""


class LateBlackjack:
    """What a blackjack found after play takes from a split box: not the sum of its hands' own losses.

    Boxes whose finished hands come to the same together with any others are made one.
    """

    def __init__(self, hands: HandMachines) -> None:
        self.hands = hands
        self.matters = hands.playing.game.blackjack_spares_extras
        self.kinds: dict[tuple[object, ...], int] = {}
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._taken: dict[tuple[int, ...], int] = {}
        self._ended: dict[int, HandEnd] = {}

    def ended(self, number: int) -> HandEnd:
        """What the rest of the round can still see of a finished hand."""
        end = self._ended.get(number)
        if end is None:
            each = self.hands.finishes[number]
            alike = self.with_hand((), number)
            end = HandEnd(each.open_first, each.open_later, each.is_covered, alike)
            self._ended[number] = end
        return end

    def with_hand(self, finished: tuple[int, ...], number: int) -> tuple[int, ...]:
        """The finished hands with one more, by one example of those that are alike."""
        if not self.matters:
            return ()
        kind = self.hands.finishes[number].to_late_blackjack
        return (*finished, self.kinds.setdefault(kind, number))

    def taken(self, finished: tuple[int, ...]) -> int:
        """What a blackjack does to the box beyond what it does to each hand alone, in cents."""
        if len(finished) < 2:
            return 0
        if finished not in self._taken:
            finishes = self.hands.finishes
            hands = [finishes[number].hand for number in finished]
            alone = sum(finishes[number].nets[BLACKJACK_END] for number in finished)
            self._taken[finished] = self.hands.playing.net(hands, BLACKJACK_END) - alone
        return self._taken[finished]


class Showing(NamedTuple):
    """What is known of the dealer's hand while the players play."""

    up: Card
    hole: Card | None
    """The second card, where it was looked at before the players act."""


class InPlay(NamedTuple):
    """A box in play, beside its current hand."""

    waiting: tuple[int, ...] = ()
    """The letters of cards split off and not played yet."""
    hands: int = 1
    is_first: bool = True
    open_first: bool = False
    open_later: bool = False
    is_covered: bool = False
    """Whether a hand went over 21 by a card that lies face down: the dealer's first hand is drawn."""
    finished: tuple[int, ...] = ()
    """The hands that have ended, where a dealer blackjack found later takes from all of them."""


class Later(NamedTuple):
    """The hands that the dealer has yet to draw after the present one, each from the same up card."""

    up: Card | None = None
    """None: they are not drawn, since nothing in play could change any more."""
    hands: int = 0
    is_open: bool = False
    """Whether cards after the second can change something in them."""


NEW_BOX: Final = InPlay()
NO_MORE: Final = Later()


Array = np.ndarray[Any, Any]


class CardRole(IntEnum):
    """Where a card goes."""

    FIRST = 0
    SECOND = 1
    UP = 2
    HOLE = 3
    PLAY = 4
    """Drawn by a hand that was not split."""
    SPLIT_FIRST = 5
    """Drawn by the first hand of a split."""
    SPLIT_OTHER = 6
    DRAW = 7
    SWITCH = 8
    """No card: a letter that says whether the hand's two cards came together by a switch."""


KEPT, SWITCHED = range(2)
"""The letters that are awaited where cards may be switched."""
NO_FINISH: Final = -1
NO_END: Final = -1


@dataclass(frozen=True)
class Emission:
    """What a transition emits: hands that ended, and the dealer's end where the round is over."""

    finish: int = NO_FINISH
    """The number of the finished hand."""
    late: int = 0
    """What a dealer blackjack takes from the box as a whole, beyond this hand's own."""
    end: int = NO_END
    """The dealer's end, where a hand of the dealer's ends: as a rule the round is over then."""
    whole: bool = False
    """Whether it is all that the round comes to: its box was never split."""
    times: int = 1
    """How many of the dealer's hands end so: several where none of them is drawn."""
    more: bool = False
    """Whether the dealer draws a further hand, so that the round is not over: multiple action."""


NOTHING: Final = Emission()


Place = int
"""The number of a state."""
Result = tuple[Place, "Emission"]


@dataclass(frozen=True)
class RoundMachine:
    """The tables of a round."""

    letters: tuple[tuple[int, ...], ...]
    """Places in the deck of 52 of the cards that the machine cannot tell apart."""
    step: Array
    """By state and letter: the next state."""
    gives: Array
    """By state and letter: the number of the emission."""
    roles: Array
    """By state: where the card goes that is awaited."""
    emissions: tuple[Emission, ...]
    finishes: tuple[Finish, ...]
    most_hands: int
    """The most hands that a box may hold."""

    @property
    def states(self) -> int:
        """How many states there are; the first is the start of a round."""
        return len(self.step)

    @cached_property
    def letter_of(self) -> Array:
        """By place in the deck of 52: the letter; 255 where the deck has no such card."""
        letters = np.full(len(DECK_52), 255, dtype=np.uint8)
        for letter, places in enumerate(self.letters):
            letters[list(places)] = letter
        return letters

    @cached_property
    def digest(self) -> str:
        """A digest of the tables."""
        digest = hashlib.sha256(repr((self.letters, self.emissions)).encode())
        digest.update(repr([(each.names, each.nets) for each in self.finishes]).encode())
        for table in (self.step, self.gives, self.roles):
            digest.update(np.ascontiguousarray(table, dtype=np.int64).tobytes())
        return digest.hexdigest()


def tabulate(
    game: Game,
    rows: Prices,
    choose: Choose,
    stake: Cents,
    *,
    tells_totals: bool = False,
    completes: bool = False,
) -> RoundMachine:
    """The machine of one box that plays by a strategy.

    Finished hands that come to the same are one, unless `tells_totals` tells them by their totals. Where
    it `completes`, the dealer's hand goes on by Buster's own rule before the round is over.
    """
    playing = Playing(game, rows, choose, stake, tells_totals=tells_totals)
    return _RoundMaker(playing, completes=completes).machine()


class _RoundMaker:
    """One tabulation. States are numbered as they are found: single ones, and blocks of a hand's."""

    def __init__(self, playing: Playing, *, completes: bool) -> None:
        self.playing, self.game, self.completes = playing, playing.game, completes
        game, rows = playing.game, playing.rows
        self.letters = card_classes(game, rows)
        self.cards = tuple(DECK_52[places[0]] for places in self.letters)
        self.hands = HandMachines(self.playing, self.cards)
        self.machines: dict[tuple[Card, ...], HandMachine] = {}
        self.emissions: dict[Emission, int] = {NOTHING: 0}
        self.size = 0
        self.singles: dict[tuple[Any, ...], Place] = {}
        self.blocks: dict[tuple[Showing, InPlay, int], Place] = {}
        self.to_do: list[tuple[Any, ...]] = []
        self.late = LateBlackjack(self.hands)

    def machine(self) -> RoundMachine:
        """All states from the first card on, then merged."""
        self.single(START)
        rows: list[tuple[Place, Array, Array, Array]] = []
        while self.to_do:
            key = self.to_do.pop()
            rows.append(self._block(*key[1:]) if key[0] == "block" else self._single(key))
        step = np.zeros((self.size, len(self.cards)), dtype=np.int64)
        gives = np.zeros_like(step)
        roles = np.zeros(self.size, dtype=np.int64)
        for place, next_places, emitted, role in rows:
            here = slice(place, place + len(next_places))
            step[here], gives[here], roles[here] = next_places, emitted, role
        return RoundMachine(
            self.letters,
            *minimised(step, gives, roles),
            tuple(self.emissions),
            tuple(self.hands.finishes),
            self.hands.most,
        )

    def single(self, key: tuple[Any, ...]) -> Place:
        """The number of a state by itself."""
        if key not in self.singles:
            self.singles[key] = self.size
            self.size += 1
            self.to_do.append(key)
        return self.singles[key]

    def block(self, dealer: Showing, box: InPlay, state: int) -> Place:
        """The number of a hand's state in certain surroundings; what it leads to lies behind it."""
        key = (dealer, box, state)
        if key not in self.blocks:
            self.blocks[key] = self.size
            self.size += len(self.against(dealer).reached_from(state))
            self.to_do.append(("block", *key))
        return self.blocks[key]

    def against(self, dealer: Showing) -> HandMachine:
        """The machine of a hand against what the dealer shows."""
        shown: tuple[Card, ...] = (dealer.up,)
        if self.game.hole_card == "face_up" and dealer.hole is not None:
            shown = (dealer.up, dealer.hole)
        if shown not in self.machines:
            self.machines[shown] = self.hands.against(shown)
        return self.machines[shown]

    def emission_number(self, emission: Emission) -> int:
        """The number of an emission."""
        return self.emissions.setdefault(emission, len(self.emissions))

    def _single(self, key: tuple[Any, ...]) -> tuple[Place, Array, Array, Array]:
        results = [self._next(key, letter) for letter in range(len(self.cards))]
        return (
            self.singles[key],
            np.array([[place for place, _ in results]]),
            np.array([[self.emission_number(emission) for _, emission in results]]),
            np.array([SINGLE_ROLES[key[0]] if key[0] != "dealer" else _dealers_role(key[1])]),
        )

    def _next(self, key: tuple[Any, ...], letter: int) -> Result:
        """A card at a state by itself."""
        card = self.cards[letter]
        match key:
            case ("start",):
                return self.single(("first", letter)), NOTHING
            case ("first", first):
                return self.single(("up", first, self._by_value(card))), NOTHING
            case ("up", first, up):
                return self._dealt((first, letter), up)
            case ("hole", pair, up):
                return self._looked(pair, Showing(up, self._by_value(card)))
            case ("switch", pair, dealer):
                return self._begins(pair, dealer, switched=letter == SWITCHED)
            case ("dealer", cards, pending, is_open, later):
                return self._drawn((*cards, card), pending, later, is_open=is_open)
            case ("over", cards, emission):
                return self._over((*cards, card), emission)
        raise AssertionError(key)

    def _by_value(self, card: Card) -> Card:
        """One card for all of a value: that is all the dealer's hand is looked at for."""
        return next(each for each in self.cards if each.value == card.value)

    def _dealt(self, pair: tuple[int, int], up: Card) -> Result:
        """The player's two cards and the up card are there."""
        if hole_card_is_known(self.game, up):
            return self.single(("hole", self._sorted_unless_pair(pair), up)), NOTHING
        return self._arranged(pair, Showing(up, None))

    def _sorted_unless_pair(self, pair: tuple[int, int]) -> tuple[int, ...]:
        """Two cards, sorted unless they are a pair: only a split makes their order matter."""
        one, two = (self.cards[letter].value for letter in pair)
        return pair if one == two else tuple(sorted(pair))

    def _looked(self, pair: tuple[int, int], dealer: Showing) -> Result:
        """The dealer's second card was looked at before the players act."""
        up, hole = dealer
        assert hole is not None
        hand = self.playing.dealt((self.cards[pair[0]], self.cards[pair[1]]))
        early = self.playing.surrenders_early(hand, (up,))
        if early:
            hand = self.playing.surrendered(hand, up)
        if is_natural((up, hole)):
            return self.single(START), Emission(self.hands.number(hand), end=BLACKJACK_END, whole=True)
        if early:
            return self._box_over(self.hands.number(hand), dealer, NEW_BOX)
        return self._arranged(pair, dealer)

    def _arranged(self, pair: tuple[int, int], dealer: Showing) -> Result:
        """Play begins, at Switch once it is known how the two cards came together."""
        if self.game.switch:
            return self.single(("switch", self._sorted_unless_pair(pair), dealer)), NOTHING
        return self._begins(pair, dealer)

    def _begins(self, pair: tuple[int, int], dealer: Showing, *, switched: bool = False) -> Result:
        machine = self.against(dealer)
        target = (machine.switched if switched else machine.dealt)[pair]
        return self._after(target, pair[1], dealer, NEW_BOX, {})

    def _block(self, dealer: Showing, box: InPlay, state: int) -> tuple[Place, Array, Array, Array]:
        """All that a hand's state leads to in certain surroundings."""
        machine = self.against(dealer)
        base, step = self.blocks[dealer, box, state], machine.reached_from(state)
        places, emitted = step + base, np.zeros_like(step)
        ways, many, at = machine.ways_out_from(state)
        known: dict[HandEnd, Place] = {}
        after = [self._after(target, letter, dealer, box, known) for target, letter in ways]
        places.ravel()[at] = np.repeat([place for place, _ in after], many)
        emitted.ravel()[at] = np.repeat([self.emission_number(emission) for _, emission in after], many)
        role = (
            CardRole.PLAY
            if box.hands == 1
            else CardRole.SPLIT_FIRST
            if box.is_first
            else CardRole.SPLIT_OTHER
        )
        return base, places, emitted, np.full(len(step), role)

    def _after(
        self, target: int, letter: int, dealer: Showing, box: InPlay, known: dict[HandEnd, Place]
    ) -> Result:
        """What follows a card by what it makes of the hand: it waits, is split, or has ended.

        `known` keeps which hand is next by how this one ended, for one dealer's hand and one box.
        """
        machine = self.against(dealer)
        if target >= 0:
            return self.block(dealer, box, target), NOTHING
        kept = machine.split_kept(target)
        if kept is not None:
            box = box._replace(waiting=(letter, *box.waiting), hands=box.hands + 1)
            return self.block(dealer, box, machine.halves[kept, box.hands]), NOTHING
        number = machine.finish_of(target)
        ended = self.late.ended(number)
        waiting = box.waiting
        if ended not in known or not waiting:
            box = box._replace(
                waiting=waiting[1:],
                open_first=box.open_first or ended.open_first,
                open_later=box.open_later or ended.open_later,
                is_covered=box.is_covered or ended.is_covered,
                is_first=False,
                finished=self.late.with_hand(box.finished, number),
            )
            if not waiting:
                return self._box_over(number, dealer, box)
            known[ended] = self.block(dealer, box, machine.halves[waiting[0], box.hands])
        return known[ended], Emission(number)

    def _box_over(self, number: int, dealer: Showing, box: InPlay) -> Result:
        """The dealer's turn: cards are drawn only where they can matter.

        The hand of a box that was never split is emitted together with the dealer's end, as one result,
        unless the dealer draws several hands against it.
        """
        late, many = self.late.taken(box.finished), self.game.dealer_hands
        whole = box.hands == 1
        pending, now = (number, NOTHING) if whole and many == 1 else (NO_FINISH, Emission(number, late))
        up, hole = dealer
        is_open = box.open_later or box.is_covered
        if hole is not None:
            if is_open and dealer_draws(self.game, (up, hole)):
                return self._dealer_waits((up, hole), pending, NO_MORE, is_open=True), now
            return self._over((up, hole), Emission(number, late, end_of((up, hole)), whole))
        # what a blackjack does to the hands together may open a box in which each is over 21
        first = box.open_first or late != 0
        opens = first if may_be_blackjack(up) else box.open_later
        if self.game.has_hole_card or opens or box.is_covered or self.completes:
            later = self._later(up, box, opens=opens)
            return self._dealer_waits((up,), pending, later, is_open=is_open), now
        return self.single(START), Emission(number, late, ANY_END, whole, times=many)

    def _later(self, up: Card, box: InPlay, *, opens: bool) -> Later:
        """The dealer's hands after the first, and whether any is drawn.

        A hand over 21 face down is turned up with the first and is over (Massachusetts §18(f)), unless a
        late blackjack could give back part of its stake.
        """
        more = self.game.dealer_hands - 1
        if not more:
            return NO_MORE
        late = self.game.blackjack_spares_extras and may_be_blackjack(up)
        stays = box.is_covered and late and self.game.busted_extras == "returned"
        if not (opens or stays):
            return Later(None, more)
        return Later(up, more, is_open=box.open_later or stays)

    def _dealer_waits(
        self, cards: tuple[Card, ...], pending: int, later: Later, *, is_open: bool
    ) -> Place:
        if len(cards) > 1:
            look = (total(cards), is_soft(cards))
            cards = self._dealers.setdefault(look, cards)
        return self.single(("dealer", cards, pending, is_open, later))

    @cached_property
    def _dealers(self) -> dict[tuple[int, bool], tuple[Card, ...]]:
        """One hand for all that the drawing rule cannot tell apart."""
        return {}

    def _drawn(self, cards: tuple[Card, ...], pending: int, later: Later, *, is_open: bool) -> Result:
        """The dealer took a card; at multiple action the up card stays for the next hand."""
        if is_open and not is_natural(cards) and dealer_draws(self.game, cards):
            return self._dealer_waits(cards, pending, later, is_open=True), NOTHING
        if later.up is not None:
            left = later._replace(hands=later.hands - 1) if later.hands > 1 else NO_MORE
            waits = self._dealer_waits((later.up,), pending, left, is_open=later.is_open)
            return waits, Emission(pending, end=end_of(cards), more=True)
        whole, times = pending != NO_FINISH, 1 + later.hands
        return self._over(cards, Emission(pending, end=end_of(cards), whole=whole, times=times))

    def _over(self, cards: tuple[Card, ...], emission: Emission) -> Result:
        """The round is over, once the dealer's hand is complete too where that is asked for."""
        if self.completes and not is_natural(cards) and completes_for_buster(self.game, cards):
            look = (total(cards), is_soft(cards))
            return self.single(("over", self._dealers.setdefault(look, cards), emission)), NOTHING
        return self.single(START), emission


START: Final[tuple[str, ...]] = ("start",)
SINGLE_ROLES: Final = {
    "over": CardRole.DRAW,
    "start": CardRole.FIRST,
    "first": CardRole.UP,
    "up": CardRole.SECOND,
    "hole": CardRole.HOLE,
    "switch": CardRole.SWITCH,
}


def _dealers_role(cards: tuple[Card, ...]) -> CardRole:
    return CardRole.HOLE if len(cards) == 1 else CardRole.DRAW
