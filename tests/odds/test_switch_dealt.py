"""Blackjack Switch dealt through card by card, as it is played: rows, deviation, Bad Beat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import numpy as np
import pytest

from cutcard.automata.hands.values import counted, value_index
from cutcard.cards import Card, cards
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.odds.composition import Composition
from cutcard.odds.main.answer import switch_ends
from cutcard.odds.main.decisions import ActionCode
from cutcard.odds.main.hands import all_hands
from cutcard.odds.switch.answer import rows_of, spread
from cutcard.odds.switch.game import SwitchGame, solve_switch
from cutcard.odds.switch.orders import HANDS, SWITCH
from cutcard.rules.dealer import DealerHand, dealer_draws
from cutcard.rules.hand import Hand, is_natural
from cutcard.rules.main import settle_box
from later import one_in
from odds.main_ways import with_options
from oracles.tree import STAKE
from table.driver import rules_of

ROUNDING = 1e-12

Left = tuple[Card, ...]


def unsplit_rules(**options: object) -> RuleSet:
    """Nothing is split, insured or doubled on 21."""
    rules = rules_of("md-blackjack", "switch", options={"max_hands": 2, "max_hands_aces": 2})
    changed = {"insurance": False, "max_hands": 1, "max_hands_aces": 1, "double_on_21": False}
    return with_options(rules, **{**changed, **options})


class Round(NamedTuple):
    """One way a round can go."""

    chance: Fraction
    lines: tuple[tuple[str, Fraction], ...]
    """Of the two hands: outcome and net."""
    first: Hand
    dealer: tuple[Card, ...]
    is_switched: bool
    is_open: bool
    """Whether no dealer blackjack ended it before play."""


def drawn(left: Left) -> Iterator[tuple[Card, Fraction, Left]]:
    for each, many in Counter(left).items():
        place = left.index(each)
        yield each, Fraction(many, len(left)), (*left[:place], *left[place + 1 :])


def rounds(solved: SwitchGame, shoe: Composition) -> Iterator[Round]:
    """Every order of the cards, as the solved game plays them."""

    def deal(dealt: Left, left: Left, chance: Fraction) -> Iterator[Round]:
        if len(dealt) == 6:
            yield from played(solved, dealt, left, chance)
            return
        for each, more, rest in drawn(left):
            yield from deal((*dealt, each), rest, chance * more)

    return deal((), shoe.cards, Fraction(1))


def played(solved: SwitchGame, dealt: Left, left: Left, chance: Fraction) -> Iterator[Round]:
    one, two, three, four, up, hole = dealt
    values = [value_index(each) for each in dealt[:4]]
    order = int(np.ravel_multi_index(values, (10,) * 4))
    is_open = not is_natural((up, hole))
    switches = is_open and int(solved.play.deals.done[order, value_index(up)]) == SWITCH
    pairs = ((one, four), (three, two)) if switches else ((one, two), (three, four))
    hands = [Hand(pair, (STAKE,), (STAKE,), switched=switches) for pair in pairs]
    if not is_open:
        yield settled(solved, hands, (up, hole), chance, is_switched=False)
        return
    others = [HANDS[counted(pair)] for pair in pairs]
    for first, rest, more in drawn_out(solved, hands[0], others[1], up, left):
        for second, last, again in drawn_out(solved, hands[1], others[0], up, rest):
            for dealer, at_last in dealer_hands(solved, (up, hole), last):
                whole = chance * more * again * at_last
                yield settled(solved, [first, second], dealer, whole, is_switched=switches)


def drawn_out(
    solved: SwitchGame, hand: Hand, other: int, up: Card, left: Left
) -> Iterator[tuple[Hand, Left, Fraction]]:
    """A hand as it is played beside another's two cards."""
    act = ActionCode.STAND
    if not hand.busted and not hand.doubled:
        place = all_hands().place(counted(hand.cards))
        act = ActionCode(int(solved.play.beside[other].acts[place, value_index(up)]))
    if act is ActionCode.STAND:
        yield hand, left, Fraction(1)
        return
    more = {"stakes": (2 * STAKE,), "added": (STAKE,)} if act is ActionCode.DOUBLE else {}
    for each, chance, rest in drawn(left):
        longer = hand.but(cards=(*hand.cards, each), **more)
        for found, last, again in drawn_out(solved, longer, other, up, rest):
            yield found, last, chance * again


def dealer_hands(solved: SwitchGame, held: Left, left: Left) -> Iterator[tuple[Left, Fraction]]:
    if not dealer_draws(solved.play.main.game, held):
        yield held, Fraction(1)
        return
    for each, chance, rest in drawn(left):
        for found, again in dealer_hands(solved, (*held, each), rest):
            yield found, chance * again


def settled(
    solved: SwitchGame, hands: list[Hand], dealer: Left, chance: Fraction, *, is_switched: bool
) -> Round:
    main, against = solved.play.main, DealerHand.of(dealer)
    lines = [settle_box(main.game, main.rows, [(1, hand)], against, box=1)[0] for hand in hands]
    told = tuple((line.outcome, Fraction(line.net, STAKE)) for line in lines)
    is_open = len(dealer) > 2 or not is_natural(dealer)
    return Round(chance, told, hands[0], dealer, is_switched, is_open)


SHOES = {
    "nobody draws": "Ac 8c Kc Kc Kc Kc Kc Kc Kc",
    "tens of long hands": "5c 6c 9c Kc Kc Kc Kc Kc Kc Kc Kc",
    "an ace too": "Ac 4c 6c Kc Kc Kc Kc Kc Kc Kc Kc",
}


@pytest.mark.parametrize("name", one_in(3, SHOES))
def test_it_is_worth_what_is_dealt(name: str) -> None:
    """All that is told of a round, against every order of the cards."""
    shoe = Composition.of(cards(SHOES[name]))
    solved = solve_switch(unsplit_rules(), shoe)
    every = list(rounds(solved, shoe))
    assert sum(each.chance for each in every) == 1
    times: Counter[str] = Counter()
    nets: Counter[str] = Counter()
    for each in every:
        for outcome, net in each.lines:
            times[outcome] += each.chance  # type: ignore[assignment]
            nets[outcome] += each.chance * net  # type: ignore[assignment]
    rows = {row.outcome: row for row in rows_of(solved)}
    assert rows.keys() == times.keys()
    for outcome, row in rows.items():
        assert float(row.probability) == pytest.approx(float(times[outcome] / 2), abs=ROUNDING)
        assert float(row.contribution) == pytest.approx(float(nets[outcome] / 2), abs=ROUNDING)
    assert solved.play.exact_value == Fraction(sum(nets.values())) / 2
    open_rounds = sum(each.chance for each in every if each.is_open)
    switched = sum(each.chance for each in every if each.is_switched)
    assert solved.switches == pytest.approx(float(switched / open_rounds), abs=ROUNDING)
    check_deviation(solved, every, exact=name == "nobody draws")


def check_deviation(solved: SwitchGame, every: list[Round], *, exact: bool) -> None:
    """Where hands draw from a dozen cards they are not quite independent given the dealer's."""
    results = [(sum(net for _, net in each.lines), each.chance) for each in every]
    mean = sum(won * chance for won, chance in results)
    square = sum((won - mean) ** 2 * chance for won, chance in results)
    assert spread(solved).deviation == pytest.approx(sqrt(square) / 2, abs=1e-9 if exact else 0.03)
    firsts = [(each.lines[0][1], each.chance) for each in every]
    own = sum((net - mean / 2) ** 2 * chance for net, chance in firsts)
    assert spread(solved).of_a_wager == pytest.approx(sqrt(own), abs=1e-9)


def test_bad_beat_sees_the_first_hand_as_it_is_once_switched() -> None:
    """An ace, a four and a six make the dealer 21 in three cards, an ace and a ten a blackjack."""
    shoe = Composition.of(cards(SHOES["an ace too"]))
    solved = solve_switch(unsplit_rules(), shoe)
    told: dict[tuple[int, bool], Fraction] = {}
    for each in rounds(solved, shoe):
        end = DealerHand.of(each.dealer)
        if each.first.total == 20 and end.total == 21:
            key = min(len(each.dealer), 7), end.blackjack
            told[key] = told.get(key, Fraction(0)) + each.chance
    found = {
        (end.dealer.count, end.dealer.blackjack): float(chance)
        for end, chance in switch_ends(solved).items()
        if end.dealer.total == 21 and chance
    }
    assert len(told) > 1
    assert found == pytest.approx({key: float(chance) for key, chance in told.items()}, abs=ROUNDING)
