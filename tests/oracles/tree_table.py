"""What lies on the table in a small game tree, and what the players may do with it.

Boxes and their hands as plain values; the rules say what may be done, and here it is done. `tree` deals
the cards, chooses, and settles.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from cutcard.cards import Card
from cutcard.money import Cents
from cutcard.rules.actions import Action, Position, double_amounts, legal_actions, why_not
from cutcard.rules.dealer import surrender_is_held, surrender_precedes_check
from cutcard.rules.game import Game
from cutcard.rules.hand import TWENTY_ONE, Hand, is_charlie

NO_PLAY: Final = (Action.INSURE, Action.EVEN_MONEY, Action.SWITCH)
"""Decisions that leave a box's own play untouched."""

Left = tuple[int, ...]
"""How many of each kind of card nobody has seen, a hidden hole card among them."""


class Asked(NamedTuple):
    """A decision: what may be done, and with which hand where it is about one."""

    may: tuple[Action, ...]
    is_offer: bool
    """Whether it can be let pass."""
    hand: Hand | None = None

    @property
    def options(self) -> tuple[Action | None, ...]:
        """Everything that can be answered; None lets an offer pass."""
        return (*self.may, None) if self.is_offer else self.may


class Box(NamedTuple):
    """A box as it lies on the table: the hands of each of its main wagers, and what it has decided."""

    groups: tuple[tuple[Hand, ...], ...]
    insured: tuple[tuple[int, Cents], ...] = ()
    """Spot (at Switch, main wager) and insurance stake, until settled."""
    acted: bool = False
    declined: bool = False
    switch_asked: bool = False

    def put(self, group: int, place: int, *hands: Hand) -> Box:
        """The box with one hand replaced."""
        old = self.groups[group]
        changed = (*old[:place], *hands, *old[place + 1 :])
        return self._replace(groups=(*self.groups[:group], changed, *self.groups[group + 1 :]))


Boxes = tuple[Box, ...]


class Node(NamedTuple):
    """Everything that the players see."""

    left: Left
    boxes: Boxes
    up: Card
    hole: Card | None = None
    """The dealer's second card, where it lies face up."""
    checked: bool = False
    """Whether it is known that a hidden hole card makes no blackjack."""

    @property
    def may_be_blackjack(self) -> bool:
        """Whether the up card lets the dealer have one."""
        return self.up.is_ace or self.up.is_ten_valued

    def put(self, number: int, box: Box) -> Node:
        """The table with one box replaced."""
        return self._replace(boxes=(*self.boxes[:number], box, *self.boxes[number + 1 :]))


def offered_before_play(game: Game, node: Node, box: Box) -> dict[Action | None, Box]:
    """What a box may take before the dealer's second card matters, and the box then; None: it passes."""
    if box.declined or not node.may_be_blackjack:
        return {}
    if not node.up.is_ace and not surrender_precedes_check(game, node.up):
        return {}
    found: dict[Action | None, Box] = {}
    for group, hands in enumerate(box.groups):
        for action, made in _before_play(game, node, box, group, hands[0]):
            found.setdefault(action, made)
    if found:
        found[None] = box._replace(declined=True)
    return found


def _before_play(
    game: Game, node: Node, box: Box, group: int, hand: Hand
) -> Iterator[tuple[Action, Box]]:
    at, insured = Position(hand, node.up), {spot for spot, _ in box.insured}
    spots = {group} if game.switch else set(range(len(hand.stakes)))
    free = sorted(spots - insured)
    if free and not hand.even_money and why_not(game, Action.INSURE, at) is None:
        yield Action.INSURE, insure(game, box, hand, free[0])
    if hand.is_over:
        return
    if not spots & insured and why_not(game, Action.EVEN_MONEY, at) is None:
        yield Action.EVEN_MONEY, box.put(group, 0, hand.but(even_money=True))
    asked = surrender_precedes_check(game, node.up) and not hand.is_blackjack
    if asked and why_not(game, Action.SURRENDER, at) is None:
        yield Action.SURRENDER, box.put(group, 0, surrendered(game, node, hand))._replace(acted=True)


def surrendered(game: Game, node: Node, hand: Hand) -> Hand:
    """The hand given up."""
    return hand.but(surrendered="held" if surrender_is_held(game, node.up) else "at_once")


def insure(game: Game, box: Box, hand: Hand, spot: int) -> Box:
    """The box with half a wager more as insurance."""
    half = Cents(hand.base[0 if game.switch else spot] // 2)
    return box._replace(insured=(*box.insured, (spot, half)))


def asked_in_turn(game: Game, node: Node, box: Box, group: int, hand: Hand) -> Asked | None:
    """A decision that a hand awaits, or a mere offer to one that need not act."""
    hands = len(box.groups[group])
    at = Position(hand, node.up, hands, acted=box.acted, just_doubled=hand.doubled, in_play=True)
    if hand.doubled:
        kinds: tuple[Action, ...] = (Action.RESCUE, Action.DOUBLE)
    elif is_charlie(hand, game.charlie):
        kinds = ()
    elif hand.aces_split and not game.split_aces_draw:
        kinds = (Action.SPLIT,)
    elif hand.total == TWENTY_ONE:
        kinds = (Action.DOUBLE,)
    else:
        late = why_not(game, Action.INSURE, at) is None and not box.insured
        acts = legal_actions(game, at)
        return Asked((*acts, Action.INSURE) if late else acts, is_offer=False, hand=hand)
    may = tuple(kind for kind in kinds if why_not(game, kind, at) is None)
    if may and not hand.doubled:
        may = (Action.STAND, *may)
    return Asked(may, is_offer=True, hand=hand) if may else None


def after(game: Game, node: Node, box: Box, group: int, place: int, do: Action | None) -> Box:
    """The box once a hand's decision is taken."""
    hand = box.groups[group][place]
    box = box if do is None or do in NO_PLAY else box._replace(acted=True)
    match do:
        case None | Action.STAND:
            return box.put(group, place, hand.but(stood=True))
        case Action.HIT:
            return box.put(group, place, hand.but(draws_owed=1))
        case Action.DOUBLE:
            return box.put(group, place, _doubled(game, hand))
        case Action.SPLIT:
            halves = [
                Hand((card,), hand.base, hand.base, from_split=True, aces_split=card.is_ace)
                for card in hand.cards
            ]
            return box.put(group, place, *halves)
        case Action.SURRENDER:
            return box.put(group, place, surrendered(game, node, hand))
        case Action.RESCUE:
            return box.put(group, place, hand.but(rescued=True))
        case Action.INSURE:
            return insure(game, box, hand, 0)
    raise AssertionError(do)


def _doubled(game: Game, hand: Hand) -> Hand:
    more = [double_amounts(game, hand, spot)[1] for spot in range(len(hand.stakes))]
    stakes = tuple(Cents(before + added) for before, added in zip(hand.stakes, more, strict=True))
    return hand.but(stakes=stakes, added=(*hand.added, hand.stake), draws_owed=1)


def switched(box: Box, do: Action | None) -> Box:
    """The box once it has, or has not, switched the second cards of its two hands."""
    if do is Action.SWITCH:
        (one,), (two,) = box.groups
        new_one = one.but(cards=(one.cards[0], two.cards[1]), switched=True)
        new_two = two.but(cards=(two.cards[0], one.cards[1]), switched=True)
        box = box._replace(groups=((new_one,), (new_two,)))
    return box._replace(switch_asked=True)
