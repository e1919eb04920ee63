"""For the proofs of parity: tables to play at, strategies and shoes that reach the odd corners.

`plain_rounds` deals rounds of several boxes by the rules alone, without any machine and without the
table engine: what each hand does is asked of `Playing`, what a box comes to of the settlement.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from cutcard.automata.hands.dealer import BLACKJACK_END, ENDS
from cutcard.automata.hands.play import Choose, Fate, Playing, SeenHand
from cutcard.automata.rounds.machine import CardRole, RoundMachine, tabulate
from cutcard.cards import Card, deck
from cutcard.law import document
from cutcard.law.ruleset.resolution import RuleSet, resolve
from cutcard.money import Cents
from cutcard.odds.strategy import basic
from cutcard.rules import MANY_CARDS
from cutcard.rules.actions import Action
from cutcard.rules.dealer import DealerHand, dealer_draws
from cutcard.rules.game import Game
from cutcard.rules.hand import TWO_CARDS, Hand, is_natural, is_soft, total
from cutcard.rules.main import Prices, prices
from cutcard.sim.replay.trace import DEALER, Taken, Traced
from cutcard.table import game_of

TEN_DOLLARS = Cents(1000)
RICH_RANKS = 4
"""So many ranks are common in a shoe made rich in pairs."""
CARDS_OF_A_RICH_SHOE = 400


@dataclass(frozen=True)
class Case:
    """A table, what is staked at it, and who plays there."""

    document: str
    variation: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    stake: Cents = TEN_DOLLARS
    wild: bool = False
    """Whether the player does anything the rules allow, and not what is best."""
    wagers: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        chosen = [
            f"{name}={'+'.join(value) if isinstance(value, list) else value}"
            for name, value in self.options.items()
        ]
        told = [self.document, self.variation or "", *chosen, "wild" if self.wild else "basic"]
        return " ".join(each for each in told if each)

    @cached_property
    def rules(self) -> RuleSet:
        found, findings = resolve(
            document(self.document),
            variation=self.variation,
            options=dict(self.options),
            wagers=dict(self.wagers),
        )
        wrong = [each for each in findings if each.severity == "violation"]
        assert found is not None, wrong
        assert not wrong, wrong
        return found

    @cached_property
    def game(self) -> Game:
        return game_of(self.rules)

    @cached_property
    def rows(self) -> Prices:
        return prices(self.rules.main.paytable, self.rules.options)

    @cached_property
    def choose(self) -> Choose:
        return Wild(str(self)) if self.wild else basic(self.rules).choose

    def machine(self) -> RoundMachine:
        return tabulate(self.game, self.rows, self.choose, self.stake)

    def playing(self) -> Playing:
        return Playing(self.game, self.rows, self.choose, self.stake)


class Wild:
    """Anything the rules allow: the same for hands that look alike to a chart, else by no pattern."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.kept: dict[tuple[object, ...], Action] = {}

    def __call__(self, seen: SeenHand) -> Action:
        count = min(len(seen.cards), MANY_CARDS)
        pair = tuple(sorted(card.value for card in seen.cards)) if count == TWO_CARDS else ()
        shown = tuple(sorted(card.value for card in seen.shown))
        looks = (total(seen.cards), is_soft(seen.cards), count, pair, shown)
        key = (*looks, tuple(sorted(seen.may)), int(seen.split), seen.doublings)
        if key not in self.kept:
            self.kept[key] = self._decided(key, seen)
        return self.kept[key]

    def _decided(self, key: tuple[object, ...], seen: SeenHand) -> Action:
        chance = int.from_bytes(hashlib.sha256(repr((self.seed, key)).encode()).digest()[:8], "big")
        acts = [Action.STAND, *sorted(seen.may)]
        if Action.SPLIT in acts:
            acts += [Action.SPLIT] * 3
        if Action.SURRENDER in acts and chance % 3:
            acts.remove(Action.SURRENDER)
        if Action.HIT in acts and total(seen.cards) < 15:
            acts.remove(Action.STAND)
        return acts[chance // 3 % len(acts)]


def shoes(game: Game, rng: random.Random) -> Iterator[list[Card]]:
    """Shuffled shoes, and in turn with them card sequences in which a few ranks are common."""
    pack = list(deck(game.deck_cards))
    ranks = sorted({card.rank for card in pack})
    while True:
        yield rng.sample(pack * game.decks, len(pack) * game.decks)
        common = set(rng.sample(ranks, RICH_RANKS))
        rich = [card for card in pack if card.rank in common] * 3 + pack
        yield rng.choices(rich, k=CARDS_OF_A_RICH_SHOE)


# Rounds dealt by the rules alone.


def plain_rounds(playing: Playing, boxes: Sequence[int], cards: Sequence[Card]) -> Iterator[Traced]:
    """Rounds of several boxes, one after the other until the cards run out."""
    left = list(reversed(cards))
    number = 0
    while True:
        dealing = _Dealing(playing, left)
        try:
            yield dealing.round(number, boxes)
        except IndexError:
            return
        number += 1


class _Dealing:
    def __init__(self, playing: Playing, left: list[Card]) -> None:
        self.playing, self.game, self.left = playing, playing.game, left
        self.taken: list[Taken] = []

    def take(self, role: CardRole, box: int = DEALER) -> Card:
        card = self.left.pop()
        self.taken.append(Taken(card, role, box))
        return card

    def round(self, number: int, boxes: Sequence[int]) -> Traced:
        first = {box: self.take(CardRole.FIRST, box) for box in boxes}
        up = self.take(CardRole.UP)
        pairs = {box: (first[box], self.take(CardRole.SECOND, box)) for box in boxes}
        dealer = (up, self.take(CardRole.HOLE)) if self.game.has_hole_card else (up,)
        shown = dealer if self.game.hole_card == "face_up" else (up,)
        hands = {box: [self.playing.dealt(pair)] for box, pair in pairs.items()}
        looks = self.game.dealer_checks and (up.is_ace or up.is_ten_valued)
        if looks:
            for held in hands.values():
                if self.playing.surrenders_early(held[0], (up,)):
                    held[0] = self.playing.surrendered(held[0], up)
        if not (looks and is_natural(dealer)):
            for box in reversed(boxes):  # the table has its own order of turns
                hands[box] = self.play(box, hands[box], shown)
        net = dict.fromkeys(((box, "main") for box in boxes), 0)
        for spot in range(self.game.dealer_hands):
            end = self.dealer_end(dealer, list(hands.values()), spot)
            for box, held in hands.items():
                net[box, "main"] += self.playing.net(held, end, spot)
        return Traced(number, tuple(self.taken), net)

    def play(self, box: int, held: list[Hand], shown: tuple[Card, ...]) -> list[Hand]:
        """All hands of a box played to their ends."""
        place = 0
        while place < len(held):
            hand = held[place]
            many = len(held)
            role = (
                CardRole.PLAY if many == 1 else CardRole.SPLIT_OTHER if place else CardRole.SPLIT_FIRST
            )
            if hand.surrendered:
                place += 1
                continue
            if len(hand.cards) == 1:
                held[place] = hand.but(cards=(*hand.cards, self.take(role, box)))
                continue
            acted = many > 1 or len(hand.cards) > TWO_CARDS
            fate, after = self.playing.after(hand, shown, hands=many, acted=acted)
            if fate is Fate.SPLITS:
                held[place : place + 1] = self.playing.halves(hand)
            elif fate is Fate.WAITS:
                held[place] = after.but(cards=(*after.cards, self.take(role, box)))
            else:
                held[place] = after
                place += 1
        return held

    def is_spared(self, held: list[Hand], spot: int) -> bool:
        """Whether a late blackjack gives back part of what lies on a box whose hands are all over 21."""
        net = self.playing.net
        return all(hand.busted for hand in held) and net(held, BLACKJACK_END, spot) != net(held, 0, spot)

    def dealer_end(self, cards: tuple[Card, ...], boxes: Sequence[list[Hand]], spot: int = 0) -> int:
        """The dealer's hand drawn as far as any hand needs it, and its end."""
        finished = [self.playing.finish(hand) for held in boxes for hand in held]
        late = cards[0].is_ace or cards[0].is_ten_valued
        returned = self.game.blackjack_spares_extras and self.game.busted_extras == "returned"
        lies_down = spot == 0 or (late and returned)  # turned up with the dealer's first hand
        covered = lies_down and any(each.is_covered for each in finished)
        later = covered or any(each.open_later for each in finished)
        if len(cards) == 1:
            spared = any(self.is_spared(held, spot) for held in boxes)
            first = spared or any(each.open_first for each in finished)
            if not (covered or first if late else later):
                return 0
            cards = (*cards, self.take(CardRole.HOLE))
        while later and not is_natural(cards) and dealer_draws(self.game, cards):
            cards = (*cards, self.take(CardRole.DRAW))
        if is_natural(cards):
            return BLACKJACK_END
        found = DealerHand.of(cards)
        return ENDS.index(found) if found in ENDS else len(ENDS) - 1 if found.busted else 0
