"""Hands tabulated by kind against the rules themselves, and the dealer's finished hands counted out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm, prod

import pytest

from cutcard.automata.hands.dealer import BUST_END, ENDS, MOST_POINTS, finished_hands, starts
from cutcard.automata.hands.kinds import (
    STAKE,
    HandTable,
    Kind,
    Split,
    Suited,
    kind_of,
    switched_natural,
)
from cutcard.automata.hands.values import Cards, counted, points_of, value_index
from cutcard.cards import DECK_52, SUITS, Card, card, cards
from cutcard.money import Cents
from cutcard.odds.main.rules import BONUS_HANDS, MainRules, main_rules
from cutcard.rules.actions import Action, Position, why_not
from cutcard.rules.dealer import DealerHand, dealer_draws
from cutcard.rules.hand import TWENTY_ONE, Hand, is_natural, total
from cutcard.rules.main import settle_box
from later import one_in
from table.driver import rules_of
from table.setups import GAMES, Game, game_id, random_options

HANDS_TRIED = 20
OPTIONAL = {
    "optional_payouts": [
        "six_seven_eight_suited",
        "three_sevens",
        "designated_blackjack",
        "five_card_21",
    ],
    "designated_blackjack_cards": ["As", "Js"],
}
RICH: Mapping[str, Mapping[str, object]] = {
    "md-blackjack": {"even_money": True},
    "ma-blackjack": {**OPTIONAL, "even_money": True, "surrender": True},
    "ma-blackjack-multiple_action": {**OPTIONAL, "optional_payouts_on": "original_stake"},
    "ma-blackjack-hole_card_face_up": OPTIONAL,
}
"""Options that give more hands a price of their own."""
UPS = cards("Ac 5d 9h Ks")
BUSTS = tuple(DealerHand(points) for points in (23, 24, 25, 26))
LONG = cards("Ac Ad Ah As Ac Ad Ah 2c 2d 2h 2s 2c 2d")
"""Thirteen cards of 19."""


def random_hand(rng: random.Random) -> tuple[Card, ...]:
    """Some cards of at most 21: few or many, of one suit or of several; every other one at 21."""
    suits = rng.choice((SUITS, *SUITS))
    low = rng.choice(("A23", "A23456", "6789", "A23456789TJQK"))
    held: list[Card] = []
    while len(held) < 2 or (total(held) < TWENTY_ONE and rng.random() < 0.8):
        more = card(rng.choice(low) + rng.choice(suits))
        if total([*held, more]) > TWENTY_ONE:
            break
        held.append(more)
    missing = [each for each in DECK_52 if each.suit in suits and total([*held, each]) == TWENTY_ONE]
    return (*held, rng.choice(missing)) if missing and rng.random() < 0.5 else tuple(held)


def special_hands(main: MainRules) -> list[tuple[Card, ...]]:
    """Three cards that may pay by their suits, naturals of all sorts, hands of very many cards."""
    bonus = [
        tuple(card(rank + suit) for rank, suit in zip(ranks, suits, strict=True))
        for ranks in ("678", "867", "777")
        for suits in ("ccc", "ddd", "hhh", "sss", "ccd", "sdc", "hss")
    ]
    naturals = [cards(each) for each in ("Ac Kc", "Kd Ac", "As Js", "Js As", "Th Ad", "Ah Qs")]
    named = cards(main.game.designated_blackjack_cards)
    naturals += [named, named[::-1]] if named else []
    return [*bonus, *naturals, *(LONG[:many] for many in range(2, len(LONG) + 1))]


def kind_in(main: MainRules, held: tuple[Card, ...]) -> Kind:
    """The kind that stands for a hand in the tables."""
    hand, suits = counted(held), {each.suit for each in held}
    if hand in BONUS_HANDS and len(suits) == 1:
        return kind_of(hand, Suited.PREMIUM if suits == {main.game.premium_suit} else Suited.ONE_SUIT)
    if {each.text for each in held} == set(main.game.designated_blackjack_cards):
        return kind_of(hand, Suited.DESIGNATED)
    return kind_of(hand)


def staked(held: tuple[Card, ...], split: Split, made: int) -> Hand:
    return Hand(
        held,
        (Cents(STAKE << made),),
        (STAKE,),
        tuple(Cents(STAKE << each) for each in range(made)),
        from_split=split != Split.NEVER,
        aces_split=split == Split.ACES,
    )


def settled(main: MainRules, hand: Hand, end: DealerHand) -> tuple[str, Fraction]:
    game = replace(main.game, payout_limit=None)
    (line,) = settle_box(game, main.rows, [(1, hand)], end, box=1)
    return line.outcome, Fraction(line.net, STAKE)


@cache
def tables(game: Game) -> tuple[MainRules, ...]:
    """A game as it stands in the document, or with more prices, and with some options changed."""
    rich, changed = RICH.get(game_id(game), {}), random_options(game, random.Random(game_id(game)))
    return tuple(main_rules(rules_of(*game, options=options)) for options in (rich, changed))


def hands_of(main: MainRules, seed: str) -> list[tuple[Card, ...]]:
    rng = random.Random(seed)
    return [*special_hands(main), *(random_hand(rng) for _ in range(HANDS_TRIED))]


def ways(table: HandTable) -> list[tuple[Split, int]]:
    return list(product(Split, range(table.most_doublings + 1)))


@pytest.mark.parametrize("game", one_in(5, GAMES, whole=True), ids=game_id)
def test_a_hand_is_paid_as_its_kind_is(game: Game) -> None:
    seen: set[str] = set()
    for main in tables(game):
        for held in hands_of(main, game_id(game)):
            place = main.table.place[kind_in(main, held)]
            for split, made in ways(main.table):
                hand = staked(held, split, made)
                for number, end in enumerate(ENDS):
                    found = main.table.stands[split][made][place][number]
                    assert (found.outcome, found.net) == settled(main, hand, end), (held, split, end)
                    seen.add(found.outcome)
    assert {"win", "lose", "dealer_blackjack"} < seen


@pytest.mark.parametrize("game", GAMES, ids=game_id)
def test_a_hand_may_do_what_its_kind_may(game: Game) -> None:
    for main in tables(game):
        table = main.table
        for held in hands_of(main, game_id(game)):
            place = table.place[kind_in(main, held)]
            for split, made, up in product(Split, range(table.most_doublings + 1), UPS):
                hand = staked(held, split, made)
                is_split = split != Split.NEVER
                at = Position(hand, up, 1 + is_split, is_split, just_doubled=made > 0, in_play=True)

                def may(action: Action, at: Position = at, main: MainRules = main) -> bool:
                    return why_not(main.game, action, at) is None

                if not made:
                    assert may(Action.HIT) == table.may_hit[split][place], (held, split)
                    assert may(Action.DOUBLE) == table.may_double[split][place], (held, split)
                    before = replace(at, in_play=False)
                    if not is_split:
                        assert may(Action.SURRENDER, before) == table.may_surrender[place], held
                else:
                    assert may(Action.DOUBLE) == table.may_redouble[made][place], (held, made)
                    assert may(Action.RESCUE) == table.may_rescue[made][place], (held, made)


@pytest.mark.parametrize("game", GAMES, ids=game_id)
def test_hands_that_end_early_are_paid_as_the_tables_say(game: Game) -> None:
    """Busts of any cards; rescues, surrenders and even money whatever the cards; high busts alike."""
    rng = random.Random(game_id(game))
    for main in tables(game):
        table = main.table
        busted = [cards(each) for each in ("Kc 6d Kh", "7s 7s 8s", "5c 9d 8h", "2c 2c 2c 2c 6c 9c")]
        other = [each for each in (random_hand(rng) for _ in range(10)) if not is_natural(each)]
        for (split, made), (number, end) in product(ways(table), enumerate(ENDS)):
            for held in busted:
                found = table.bust[split][made][number]
                assert (found.outcome, found.net) == settled(main, staked(held, split, made), end)
            for held in other if table.may_rescue[made][0] else ():
                found = table.rescue[split][made][number]
                hand = staked(held, split, made).but(rescued=True)
                assert (found.outcome, found.net) == settled(main, hand, end)
        for held, (number, end) in product(other, enumerate(ENDS)):
            hand = staked(held[:2], Split.NEVER, 0)
            if main.game.surrender:
                given = table.surrender[number]
                after = settled(main, hand.but(surrendered="held"), end)
                assert (given.outcome, given.net) == after
                if not end.blackjack:  # known at once that there is none: another row, the same price
                    assert given.net == settled(main, hand.but(surrendered="at_once"), end)[1]
            if main.game.even_money:
                natural = staked(cards("Kd Ac"), Split.NEVER, 0).but(even_money=True)
                even = table.even_money[number]
                assert (even.outcome, even.net) == settled(main, natural, end)
        for held, split, end in product(other, Split, BUSTS):
            hand = staked(held, split, 0)
            assert settled(main, hand, end) == settled(main, hand, ENDS[BUST_END])


def test_a_switched_hand_is_an_ordinary_one_but_for_a_natural() -> None:
    rng = random.Random(1)
    main = main_rules(rules_of("md-blackjack", "switch"))
    for _ in range(60):
        held = random_hand(rng)
        place = main.table.place[kind_in(main, held)]
        for number, end in enumerate(ENDS):
            found = main.table.stands[Split.NEVER][0][place][number]
            if is_natural(held):
                found = switched_natural(main.game, main.rows)[number]
            switched = staked(held, Split.NEVER, 0).but(switched=True)
            assert (found.outcome, found.net) == settled(main, switched, end), held
    plain = main.table.stands[Split.NEVER][0][main.table.place[kind_of(counted(cards("Ac Kd")))]]
    assert switched_natural(main.game, main.rows) != plain


def test_no_more_doublings_are_tabulated_than_are_made() -> None:
    tried = {main.game.redouble: main.table.most_doublings for game in GAMES for main in tables(game)}
    assert tried == {False: 1, True: 3}
    assert any(
        main.game.even_money and "designated_blackjack" in main.rows
        for game in GAMES
        for main in tables(game)
    )


# The dealer.

SHOE = Counter(cards("Ac Ac Ac 2c 3c 4d 5c 6d 7s 9c Kc Kd"))
"""Twelve cards, of which no hand of the dealer's takes more than a few."""


Ends = dict[DealerHand, Fraction]


def ends_of(main: MainRules, held: tuple[Card, ...], left: Counter[Card]) -> Ends:
    """The dealer's hand drawn card by card: every end with its chance, busts but 22 as one."""
    if len(held) > 1 and not dealer_draws(main.game, held):
        end = DealerHand.of(held)
        return {end if end.total <= MOST_POINTS else ENDS[BUST_END]: Fraction(1)}
    found: Ends = {}
    size = sum(left.values())
    for value in sorted({each.value for each in left.elements()}):
        here = [each for each in left.elements() if each.value == value]
        ends = ends_of(main, (*held, here[0]), left - Counter([here[0]]))
        for end, chance in ends.items():
            found[end] = found.get(end, Fraction(0)) + Fraction(len(here), size) * chance
    return found


def chances(main: MainRules, shown: int, start: int) -> Ends:
    """The same from the list of finished hands, given the start; a bust is all the rest."""
    left = counted(tuple(SHOE.elements()))
    size = sum(left)
    seen = starts(shown)[start]
    order = 2 if shown == 2 and max(seen) == 1 else 1
    of_start = Fraction(order * _taken(left, seen), perm(size, shown))
    found: Ends = {}
    for each in finished_hands(main.game, shown):
        ways = each.orders[start] * _taken(left, each.cards)
        if ways:
            chance = Fraction(ways, perm(size, sum(each.cards))) / of_start
            found[ENDS[each.end]] = found.get(ENDS[each.end], Fraction(0)) + chance
    rest = 1 - sum(found.values(), Fraction(0))
    return {**found, ENDS[BUST_END]: rest} if rest else found


def _taken(left: Cards, hand: Cards) -> int:
    return prod(perm(here, many) for here, many in zip(left, hand, strict=True))


@pytest.mark.parametrize("shown", [1, 2])
@pytest.mark.parametrize("soft_17", ["stand", "hit"])
def test_the_dealer_s_ends_are_as_often_as_they_are_dealt(soft_17: str, shown: int) -> None:
    main = main_rules(rules_of("ma-blackjack", options={"soft_17": soft_17}))
    seen: set[DealerHand] = set()
    for number, start in enumerate(starts(shown)):
        held = _cards_like(start)
        if held is None:
            continue
        found = chances(main, shown, number)
        assert found == ends_of(main, held, SHOE - Counter(held))
        seen |= set(found)
    assert seen == set(ENDS)


def _cards_like(start: Cards) -> tuple[Card, ...] | None:
    held: list[Card] = []
    for value, many in enumerate(start):
        here = [each for each in SHOE.elements() if value_index(each) == value]
        if len(here) < many:
            return None
        held += here[:many]
    return tuple(held)


def test_finished_hands_are_told_once_each() -> None:
    for shown in (1, 2):
        found = finished_hands(main_rules(rules_of("md-blackjack")).game, shown)
        assert len({each.cards for each in found}) == len(found)
        assert all(points_of(each.cards) <= MOST_POINTS for each in found)
