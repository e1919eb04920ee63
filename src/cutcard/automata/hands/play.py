"""One hand played by a fixed strategy: after each card, whether it waits for another, splits or ends.

The rules say what may be done and what a finished hand comes to; the strategy only picks among what
they allow. Both are asked about a representative hand, and hands that no rule tells apart share one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from cutcard.automata.hands.dealer import BLACKJACK_END, ENDS
from cutcard.automata.hands.kinds import Split
from cutcard.cards import Card
from cutcard.money import Cents
from cutcard.rules import (
    Action,
    Game,
    Hand,
    Position,
    Prices,
    double_amounts,
    legal_actions,
    main_outcome,
    seen_by_late_blackjack,
    seen_in_play,
    seen_in_settlement,
    settle_box,
    surrender_is_held,
    surrender_precedes_check,
)

DRAWN_ENDS: Final = tuple(place for place in range(len(ENDS)) if place != BLACKJACK_END)
"""How the dealer's hand can end once two cards have shown that it is no blackjack."""


@dataclass(frozen=True, slots=True)
class SeenHand:
    """What a strategy sees when it is asked."""

    cards: tuple[Card, ...]
    """One hand for all that have the same `rules.cards_seen`: a strategy may look at no more of them."""
    shown: tuple[Card, ...]
    """The dealer's cards that lie face up."""
    may: frozenset[Action]
    """Besides standing, or leaving a doubled hand as it is.

    Where it is SWITCH, `cards` are the two of one hand and then the two of the other."""
    split: Split = Split.NEVER
    doublings: int = 0


Choose = Callable[[SeenHand], Action]
"""A strategy: what is done with a hand. STAND is always an answer."""


class Fate(IntEnum):
    """What becomes of a hand after a card."""

    WAITS = 0
    SPLITS = 1
    ENDS = 2


@dataclass(frozen=True, slots=True, eq=False)
class Finish:
    """A finished hand: what it comes to against every end of the dealer's hand."""

    hand: Hand
    names: tuple[str, ...]
    """Outcomes by the dealer's end."""
    nets: tuple[int, ...]
    """Cents by the dealer's end."""
    is_covered: bool = False
    """Whether a double card that lies face down took it over 21: the dealer plays on against it."""

    @property
    def to_late_blackjack(self) -> tuple[object, ...]:
        """All that a dealer's blackjack which is found after play can see of it."""
        own = self.names[BLACKJACK_END], self.nets[BLACKJACK_END]
        return (*own, *seen_by_late_blackjack(self.hand))

    @property
    def open_first(self) -> bool:
        """Whether a second card of the dealer that may make a blackjack could change it.

        That may give back part of what lies on a hand over 21; no other card changes what is decided.
        """
        if self.hand.busted:
            return len(set(self.nets)) > 1
        return not self.hand.is_decided and len(set(self.names)) > 1

    @property
    def open_later(self) -> bool:
        """Whether the dealer's further cards could change it, a blackjack being ruled out."""
        differ = len({self.names[end] for end in DRAWN_ENDS}) > 1
        return not self.hand.is_decided and differ


class Playing:
    """The rules of one table and a strategy, asked about hands."""

    def __init__(
        self, game: Game, rows: Prices, choose: Choose, stake: Cents, *, tells_totals: bool = False
    ) -> None:
        self.game, self.rows, self.choose, self.stake = game, rows, choose, stake
        self.tells_totals = tells_totals
        self._finishes: dict[tuple[object, ...], Finish] = {}
        self._alike: dict[tuple[object, ...], Finish] = {}
        self._legal: dict[tuple[object, ...], frozenset[Action]] = {}

    def dealt(self, cards: tuple[Card, ...]) -> Hand:
        """A hand as the first two cards make it."""
        stakes = (self.stake,) * self.game.dealer_hands
        return Hand(cards, stakes, stakes)

    def halves(self, hand: Hand) -> tuple[Hand, Hand]:
        """A pair split."""
        aces = hand.cards[0].is_ace
        one, two = (hand.but(cards=(card,), from_split=True, aces_split=aces) for card in hand.cards)
        return one, two

    def surrenders_early(self, hand: Hand, shown: tuple[Card, ...]) -> bool:
        """Whether the hand is given up before the dealer looks for a blackjack."""
        game = self.game
        if not game.surrender or not surrender_precedes_check(game, shown[0]) or hand.is_blackjack:
            return False
        may = self._may(hand, shown[0], 1, acted=False) | {Action.SURRENDER}
        return self.choose(SeenHand(hand.cards, shown, may)) is Action.SURRENDER

    def surrendered(self, hand: Hand, up: Card) -> Hand:
        """The hand given up: for good, or held until a blackjack of the dealer is ruled out."""
        return hand.but(surrendered="held" if surrender_is_held(self.game, up) else "at_once")

    def after(
        self, hand: Hand, shown: tuple[Card, ...], *, hands: int, acted: bool
    ) -> tuple[Fate, Hand]:
        """What becomes of a hand of two cards or more; a waiting hand has its money as it will be."""
        if hand.busted or hand.is_blackjack:
            return Fate.ENDS, hand
        up = shown[0]
        legal = self._may(hand, up, hands, acted=acted)
        if not legal:
            return Fate.ENDS, hand
        split = Split.ACES if hand.aces_split else Split.PAIR if hand.from_split else Split.NEVER
        chosen = self.choose(SeenHand(hand.cards, shown, legal, split, len(hand.added)))
        match chosen if chosen in legal else Action.STAND:
            case Action.HIT:
                return Fate.WAITS, hand
            case Action.DOUBLE:
                return Fate.WAITS, self._doubled(hand)
            case Action.SPLIT:
                return Fate.SPLITS, hand
            case Action.SURRENDER:
                return Fate.ENDS, self.surrendered(hand, up)
            case Action.RESCUE:
                return Fate.ENDS, hand.but(rescued=True)
            case _:
                return Fate.ENDS, hand

    def _may(self, hand: Hand, up: Card, hands: int, *, acted: bool) -> frozenset[Action]:
        """What the rules allow besides standing."""
        key = (seen_in_play(hand), up, hands, acted)
        allowed = self._legal.get(key)
        if allowed is None:
            at = Position(hand, up, hands, acted=acted, just_doubled=hand.doubled, in_play=True)
            allowed = frozenset(legal_actions(self.game, at)) - {Action.STAND, Action.SWITCH}
            self._legal[key] = allowed
        return allowed

    def _doubled(self, hand: Hand) -> Hand:
        more = [double_amounts(self.game, hand, spot)[1] for spot in range(len(hand.stakes))]
        stakes = tuple(Cents(here + extra) for here, extra in zip(hand.stakes, more, strict=True))
        return hand.but(stakes=stakes, added=(*hand.added, hand.stakes[0]))

    def finish(self, hand: Hand) -> Finish:
        """What a finished hand comes to; made once for all hands that no settlement tells apart."""
        key = seen_in_settlement(hand)
        if key not in self._finishes:
            names = tuple(main_outcome(self.game, self.rows, hand, end) for end in ENDS)
            nets = tuple(self.net([hand], end) for end in range(len(ENDS)))
            total = hand.total if self.tells_totals and not hand.busted else 0
            alike = (names, nets, hand.stakes, hand.is_decided, hand.doubled, hand.from_split, total)
            covered = hand.busted and hand.doubled and self.game.double_card == "face_down"
            self._finishes[key] = self._alike.setdefault(alike, Finish(hand, names, nets, covered))
        return self._finishes[key]

    def net(self, hands: Sequence[Hand], end: int, spot: int = 0) -> int:
        """What the hands of a box come to together against one end of the dealer's hand, in cents."""
        numbered = list(enumerate(hands, 1))
        lines = settle_box(self.game, self.rows, numbered, ENDS[end], box=1, spot=spot)
        return sum(line.net for line in lines)
