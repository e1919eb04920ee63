"""A whole round of a small shoe as a game tree, solved in rationals: the independent optimum.

Every deal is gone through and every decision is taken for the best, by a player who sees all cards on
the table but a hole card that lies face down; several boxes are played by one mind. Only the rules and
the wagers' settlement are asked. Values are kept by what lies on the table, so that shoes of a dozen
cards take seconds. A round that runs out of cards ends there: what is settled stands, the rest goes
back. Wagers are for the whole amounts, and a double's card lies face up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache, partial
from typing import Final

from cutcard.cards import DECK_52, Card
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.money import Cents
from cutcard.odds.composition import Composition
from cutcard.odds.problem import OddsError
from cutcard.rules.actions import Action
from cutcard.rules.dealer import DealerHand, dealer_draws, is_open, may_be_blackjack
from cutcard.rules.game import Game
from cutcard.rules.hand import TWO_CARDS, Hand, is_charlie, is_natural, total
from cutcard.rules.main import main_outcome, prices, settle_box
from cutcard.wagers.settlement.awards import round_end
from cutcard.wagers.settlement.device_entries import Devices
from cutcard.wagers.settlement.seat import Seat
from cutcard.wagers.settlement.stakes import by_cards
from cutcard.wagers.view import View
from oracles.tree_table import (
    Asked,
    Box,
    Boxes,
    Left,
    Node,
    after,
    asked_in_turn,
    offered_before_play,
    switched,
)

STAKE: Final = Cents(1000)
"""On each main wager: ten dollars, of which whole dollars pay every price of the documents."""
NONE: Final = Fraction(0)

Policy = Callable[[Asked], Action | None]
"""What is done; None lets an offer pass."""


def best_value(rules: RuleSet, shoe: Composition, *, boxes: int = 1) -> Fraction:
    """What best play wins in a round, in units of one main wager."""
    return Tree(rules, shoe, boxes=boxes).value()


def policy_value(rules: RuleSet, shoe: Composition, policy: Policy, *, boxes: int = 1) -> Fraction:
    """What a way to play wins in a round, in units of one main wager."""
    return Tree(rules, shoe, boxes=boxes, policy=policy).value()


class Tree:
    """One rule set and shoe; values are cents until they are asked for."""

    def __init__(
        self, rules: RuleSet, shoe: Composition, *, boxes: int = 1, policy: Policy | None = None
    ) -> None:
        self.rules, self.policy = rules, policy
        self.game = game = Game.of(rules.options, {})
        self.rows = prices(rules.main.paytable, rules.options)
        self.kinds = tuple(card for card in DECK_52 if shoe.count(card))
        self.left: Left = tuple(shoe.count(card) for card in self.kinds)
        wagers = 2 if game.switch else 1
        self.hands = [(box, wager) for box in range(boxes) for wager in range(wagers)]
        if shoe.size < 2 * len(self.hands) + 1 + game.has_hole_card:
            raise OddsError(f"shoe: {shoe.size} cards are too few to deal {boxes} boxes")
        self._turns = lru_cache(maxsize=None)(self._turns_from)
        self._dealer = lru_cache(maxsize=None)(self._dealer_from)
        self._net = lru_cache(maxsize=None)(self._net_of)
        self._is_open = lru_cache(maxsize=None)(self._open_hand)

    def value(self) -> Fraction:
        """The expected result of a round, in units of one main wager."""
        return self._deal(self.left, ()) / STAKE

    # Cards.

    def _drawn(
        self, left: Left, *, hidden: bool = False, up: Card | None = None
    ) -> Iterator[tuple[Card, Fraction, Left]]:
        """Every next card with its chance; one unseen card may lie hidden, no blackjack with `up`."""
        may_hide = [self._may_hide(card, up) for card in self.kinds]
        holes = sum(many for many, may in zip(left, may_hide, strict=True) if may)
        size = sum(left) - hidden
        for place, (card, many) in enumerate(zip(self.kinds, left, strict=True)):
            # the hidden card is any of `holes`, alike; this one is not it
            ways = many * (holes - may_hide[place]) if hidden else many
            if ways:
                rest = (*left[:place], many - 1, *left[place + 1 :])
                yield card, Fraction(ways, size * holes if hidden else size), rest

    def _holes(self, node: Node) -> Iterator[tuple[Card, Fraction, Left]]:
        """What the hidden card may be."""
        up = node.up if node.checked else None
        seen = tuple(
            many if self._may_hide(card, up) else 0
            for card, many in zip(self.kinds, node.left, strict=True)
        )
        for card, chance, _ in self._drawn(seen):
            place = self.kinds.index(card)
            yield card, chance, (*node.left[:place], node.left[place] - 1, *node.left[place + 1 :])

    @staticmethod
    def _may_hide(card: Card, up: Card | None) -> bool:
        return up is None or not is_natural((up, card))

    def _hides(self, node: Node) -> bool:
        return self.game.has_hole_card and node.hole is None

    # The deal, and what comes before play.

    def _deal(self, left: Left, dealt: tuple[Card, ...]) -> Fraction:
        """A card to each hand, the dealer's up card, a second card to each hand, an open hole card."""
        many = len(self.hands)
        shows_hole = self.game.hole_card == "face_up"
        if len(dealt) < 2 * many + 1 + shows_hole:
            return sum((p * self._deal(rest, (*dealt, c)) for c, p, rest in self._drawn(left)), NONE)
        money = (STAKE,) * self.game.dealer_hands
        pairs = [(dealt[at], dealt[many + 1 + at]) for at in range(many)]
        if not self.game.switch:  # there the order of a hand's cards matters
            pairs = [(min(pair, key=_order), max(pair, key=_order)) for pair in pairs]
        made = [Hand(pair, money, money) for pair in pairs]
        boxes = tuple(
            Box(tuple((made[at],) for at, (number, _) in enumerate(self.hands) if number == box))
            for box in range(self.hands[-1][0] + 1)
        )
        return self._offers(Node(left, boxes, dealt[many], dealt[-1] if shows_hole else None))

    def _offers(self, node: Node) -> Fraction:
        """Insurance, even money, an early surrender: each box as long as it takes something."""
        won, node = self._settled_at_once(node)
        for number, box in enumerate(node.boxes):
            found = offered_before_play(self.game, node, box)
            if found:
                asked = Asked(tuple(each for each in found if each is not None), is_offer=True)
                nexts = {do: node.put(number, made) for do, made in found.items()}
                return won + self._chosen(asked, lambda do: self._offers(nexts[do]))  # noqa: B023
        return won + self._check(node)

    def _check(self, node: Node) -> Fraction:
        """The dealer looks for a blackjack where the table does so; it ends the round."""
        if not self.game.dealer_checks or not node.may_be_blackjack:
            return self._turns(node)
        if node.hole is not None:
            if is_natural((node.up, node.hole)):
                return self._dealer(node.left, node.boxes, 0, (node.up, node.hole))
            won, boxes = self._insurance_paid(node.boxes, 0, (node.up, node.hole))
            return won + self._turns(node._replace(boxes=boxes))
        value, no_blackjack = NONE, NONE
        for hole, chance, left in self._holes(node):
            if is_natural((node.up, hole)):
                value += chance * self._dealer(left, node.boxes, 0, (node.up, hole))
            else:
                won, boxes = self._insurance_paid(node.boxes, 0, (node.up, hole))
                value += chance * won
                no_blackjack += chance
        if no_blackjack:
            value += no_blackjack * self._turns(node._replace(boxes=boxes, checked=True))
        return value

    # The players' turns.

    def _turns_from(self, node: Node) -> Fraction:
        won, node = self._settled_at_once(node)
        numbers = range(len(node.boxes))
        clockwise = self.game.turn_order == "clockwise_from_left"
        for number in numbers if clockwise else reversed(numbers):
            box = node.boxes[number]
            paid = any(hand.even_money for hands in box.groups for hand in hands)
            if self.game.switch and not box.switch_asked and not paid:
                asked = Asked((Action.SWITCH,), is_offer=True)
                nexts = {do: node.put(number, switched(box, do)) for do in asked.options}
                return won + self._chosen(asked, lambda do: self._turns(nexts[do]))  # noqa: B023
            for group, hands in enumerate(box.groups):
                for place, hand in enumerate(hands):
                    found = self._hand(node, (number, group, place), hand)
                    if found is not None:
                        return won + found
        return won + self._after_turns(node)

    def _hand(self, node: Node, where: tuple[int, int, int], hand: Hand) -> Fraction | None:
        """The value once this hand goes on; None where nothing is left to do with it."""
        number, group, place = where
        box = node.boxes[number]
        if hand.settled:
            return None
        if hand.is_blackjack and self._paid_in_turn(node):
            won = self._net(box.groups[group], frozenset({place}), (node.up,), 0)
            return won + self._turns(node.put(number, box.put(group, place, hand.but(settled=True))))
        if hand.is_over or hand.is_blackjack:
            return None
        if len(hand.cards) == 1 or hand.draws_owed:
            return self._card(node, where, hand)
        asked = asked_in_turn(self.game, node, box, group, hand)
        if asked is None:
            return None

        def follow(do: Action | None) -> Fraction:
            made = after(self.game, node, box, group, place, do)
            return self._turns(node.put(number, made))

        return self._chosen(asked, follow)

    def _paid_in_turn(self, node: Node) -> bool:
        game = self.game
        rule = game.settle_blackjack_v_high if node.may_be_blackjack else game.settle_blackjack_v_low
        return rule == "in_turn" and not game.switch

    def _card(self, node: Node, where: tuple[int, int, int], hand: Hand) -> Fraction:
        """Every next card for a hand; nothing more is settled where there is none."""
        number, group, place = where
        owed = max(0, hand.draws_owed - 1) if len(hand.cards) > 1 else hand.draws_owed
        up = node.up if node.checked else None
        value = NONE
        for card, chance, left in self._drawn(node.left, hidden=self._hides(node), up=up):
            held = tuple(sorted((*hand.cards, card), key=_order))
            box = node.boxes[number].put(group, place, hand.but(cards=held, draws_owed=owed))
            value += chance * self._turns(node.put(number, box)._replace(left=left))
        return value

    def _chosen(self, asked: Asked, follow: Callable[[Action | None], Fraction]) -> Fraction:
        if self.policy is not None:
            return follow(self.policy(asked))
        return max(follow(do) for do in asked.options)

    # The dealer's hand, and settlement.

    def _after_turns(self, node: Node) -> Fraction:
        if not self._hides(node):
            cards = (node.up,) if node.hole is None else (node.up, node.hole)
            return self._dealer(node.left, node.boxes, 0, cards)
        return sum(
            (
                chance * self._dealer(left, node.boxes, 0, (node.up, hole))
                for hole, chance, left in self._holes(node)
            ),
            NONE,
        )

    def _dealer_from(self, left: Left, boxes: Boxes, spot: int, cards: tuple[Card, ...]) -> Fraction:
        """One of the dealer's hands drawn as far as a wager needs it, settled, and the next one."""
        won = NONE
        if len(cards) == 1:
            goes_on = (
                self._any_open(boxes, spot, cards)
                or any(self._is_of(spot, at) for box in boxes for at, _ in box.insured)
                or any(self._is_spared(hands, spot, cards[0]) for box in boxes for hands in box.groups)
            )
        else:
            won, boxes = self._insurance_paid(boxes, spot, cards)
            if len(cards) == TWO_CARDS and self.game.dealer_hands == 1:
                seen, boxes = self._settled_at_second(boxes, cards)
                won += seen
            goes_on = (
                not is_natural(cards)
                and dealer_draws(self.game, cards)
                and self._any_open(boxes, spot, cards)
            )
        if goes_on:
            return won + sum(
                (
                    chance * self._dealer(rest, boxes, spot, (*cards, card))
                    for card, chance, rest in self._drawn(left)
                ),
                NONE,
            )
        for box in boxes:
            for hands in box.groups:
                here = frozenset(place for place, hand in enumerate(hands) if not hand.settled)
                won += self._net(hands, here, cards, spot)
        if spot + 1 == self.game.dealer_hands:
            return won
        return won + self._dealer(left, boxes, spot + 1, cards[:1])

    def _any_open(self, boxes: Boxes, spot: int, cards: tuple[Card, ...]) -> bool:
        return any(
            self._is_open(hand, cards)
            for box in boxes
            for hands in box.groups
            for hand in hands
            if hand.stakes[spot] and not hand.settled and not hand.is_decided
        )

    def _is_spared(self, hands: tuple[Hand, ...], spot: int, up: Card) -> bool:
        """Whether a late blackjack gives back part of what lies on hands over 21."""
        over = frozenset(place for place, hand in enumerate(hands) if hand.busted and not hand.settled)
        natural = next((card for card in DECK_52 if is_natural((up, card))), None)
        if natural is None or not over:
            return False
        return self._net(hands, over, (up, natural), spot) != self._net(hands, over, (up,), spot)

    def _open_hand(self, hand: Hand, cards: tuple[Card, ...]) -> bool:
        return is_open(self.game, cards, partial(main_outcome, self.game, self.rows, hand))

    def _net_of(
        self, hands: tuple[Hand, ...], wanted: frozenset[int], dealer: tuple[Card, ...], spot: int
    ) -> Fraction:
        """What some of a main wager's hands come to against one of the dealer's hands."""
        numbered, against = list(enumerate(hands)), DealerHand.of(dealer)
        lines = settle_box(self.game, self.rows, numbered, against, box=1, spot=spot)
        return Fraction(sum(line.net for line in lines if line.hand in wanted))

    def _settled_at_once(self, node: Node) -> tuple[Fraction, Node]:
        """Hands whose wager is settled as soon as they are decided, or before any turn."""
        won = NONE
        for number, box in enumerate(node.boxes):
            for group, hands in enumerate(box.groups):
                due = {place for place, hand in enumerate(hands) if self._is_due(node, hand)}
                for spot in range(self.game.dealer_hands) if due else ():
                    won += self._net(hands, frozenset(due), (node.up,), spot)
                for place in due:
                    changed = node.boxes[number].put(group, place, hands[place].but(settled=True))
                    node = node.put(number, changed)
        return won, node

    def _is_due(self, node: Node, hand: Hand) -> bool:
        game = self.game
        if hand.settled:
            return False
        if hand.surrendered == "at_once" or hand.even_money or hand.rescued:
            return True
        if hand.is_blackjack and not game.switch and not node.may_be_blackjack:
            return game.settle_blackjack_v_low == "before_turns"
        if is_charlie(hand, game.charlie):
            return True
        is_lost = game.busted_extras == "lost" or not game.blackjack_spares_extras
        return hand.busted and game.settle_bust == "at_once" and is_lost

    def _settled_at_second(self, boxes: Boxes, cards: tuple[Card, ...]) -> tuple[Fraction, Boxes]:
        """Surrenders and blackjacks that waited for the dealer's second card and no longer."""
        won, left = NONE, []
        for box in boxes:
            for group, hands in enumerate(box.groups):
                due = {place for place, hand in enumerate(hands) if self._waited(hand, cards)}
                won += self._net(hands, frozenset(due), cards, 0) if due else NONE
                for place in due:
                    box = box.put(group, place, hands[place].but(settled=True))
            left.append(box)
        return won, tuple(left)

    def _waited(self, hand: Hand, cards: tuple[Card, ...]) -> bool:
        if hand.settled or hand.surrendered:
            return not hand.settled
        waits = self.game.settle_blackjack_v_high == "second_card" and may_be_blackjack(cards[0])
        is_paid = waits and hand.is_blackjack and not is_natural(cards)
        return is_paid and not self._is_open(hand, cards)

    def _is_of(self, spot: int, insured: int) -> bool:
        return self.game.switch or insured == spot

    def _insurance_paid(
        self, boxes: Boxes, spot: int, dealer: tuple[Card, ...]
    ) -> tuple[Fraction, Boxes]:
        """Insurance against one of the dealer's hands, by its second card; paid, it is gone."""
        won, unpaid = NONE, []
        for box in boxes:
            due = [stake for at, stake in box.insured if self._is_of(spot, at)]
            won += sum((self._insurance_net(stake, dealer) for stake in due), NONE)
            rest = tuple(each for each in box.insured if not self._is_of(spot, each[0]))
            unpaid.append(box._replace(insured=rest))
        return won, tuple(unpaid)

    def _insurance_net(self, stake: Cents, dealer: tuple[Card, ...]) -> Fraction:
        offer = self.rules.insurance
        view = View(
            first_two=(dealer[0], dealer[0]),
            up=dealer[0],
            dealer=dealer,
            dealer_blackjack=is_natural(dealer),
            dealer_total=total(dealer),
            options=self.rules.options,
        )
        seat = Seat(1, "1", {offer.law.id: stake}, view, dealer)
        awards = by_cards(round_end(self.rules, (seat,), Devices({})), offer)
        return Fraction(sum(award.line.net for award in awards))


def _order(card: Card) -> tuple[int, str]:
    return card.order, card.suit
