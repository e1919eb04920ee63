"""Tables over card identities against the classifiers themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import permutations
from math import perm
from typing import Any

import pytest

from cutcard.automata.wagers.identities import NO_ANSWER, IdentityTable, codes, tabulate, totals
from cutcard.automata.wagers.regions import Space, partitions, space
from cutcard.cards import DECK_48, DECK_52, Card, cards
from cutcard.law.model import OptionValue
from cutcard.money import NOTHING
from cutcard.odds.composition import Composition
from cutcard.odds.registry import METHODS
from cutcard.odds.sides.first_cards import by_first_cards, by_insurance, stopped_by_blackjack
from cutcard.rules import total
from cutcard.wagers import classifier
from cutcard.wagers.view import View
from later import one_in
from odds.deals import counted, every_nth, view_of

READINGS: dict[str, tuple[Mapping[str, OptionValue], ...]] = {
    "kings_bounty": ({}, {"kings_bounty_suited_pair": "any_two"}),
    "spread": ({}, {"spread_ace": "low"}),
    "house_money": ({}, {"house_money_ace_two": False}),
    "three_cards": ({}, {"queen_king_ace": "barred", "three_aces_suit": "h"}),
    "sevens_drawn": ({}, {"sevens_single": "first_two"}, {"sevens_single": "any_three"}),
    "blazing_sevens": ({}, {"blazing_player_seven": True}),
    "four_with_dealer_blackjack": ({}, {"chosen_suit": "s"}),
}
"""The options that a classifier looks at, every value once; the default stands first."""

BY_CARDS = [name for name, method in METHODS.items() if method in (by_first_cards, by_insurance)]
WAYS = [(name, number) for name in BY_CARDS for number in range(len(READINGS.get(name, ({},))))]

SMALL_SHOES = (
    "As As As Ad Ac Kd Qd Jd Th",
    "7h 7h 7h 7d 7s 6h 8h 8c 5d",
    "Qh Qh Ks Ks Kd Kd Jd Jd Qd Qd As",
    "Ad Kd Qd Jd Jh Ah Kh Ac Js",
    "9c 9c 9c 9c 9s 9d Ts 8c 2d",
    "6c 7c 8c 6d 7h 8s 3c 4c 5c As 2c",
)


@cache
def table_of(name: str, number: int = 0) -> IdentityTable:
    options = READINGS.get(name, ({},))[number]
    return tabulate(
        name, classifier(name).classify, options=options, may_draw=lambda hand: total(hand) < 21
    )


def ask(name: str, number: int, table: IdentityTable, dealt: tuple[Card, ...]) -> tuple[str, ...]:
    spare = cards("2c 3d")
    options = READINGS.get(name, ({},))[number]
    view = view_of(table.places, dealt, spare=(spare[0], spare[1]), options=options)
    return classifier(name).classify(view)


@pytest.mark.parametrize(("name", "number"), one_in(6, WAYS))
def test_small_shoes_dealt_out_one_by_one_give_the_same_counts(name: str, number: int) -> None:
    table = table_of(name, number)
    options = READINGS.get(name, ({},))[number]
    spare = cards("2c 3d")
    seen: set[str] = set()
    for text in SMALL_SHOES:
        shoe = cards(text)[: 8 if len(table.places) == 4 else 10]
        plain = counted(name, table.places, shoe, spare=(spare[0], spare[1]), options=options)
        assert totals(table, Composition.of(shoe).counts) == dict(plain)
        seen |= {outcome for answer in plain for outcome in answer}
    assert seen, "these shoes show nothing of the wager"


@pytest.mark.parametrize(("name", "number"), one_in(6, WAYS))
def test_the_answers_to_single_deals_are_the_classifier_s(name: str, number: int) -> None:
    table = table_of(name, number)
    step = max(1, 52 ** len(table.places) // 900) | 1
    for dealt in every_nth(DECK_52, len(table.places), step=step):
        assert table.answer_to(dealt) == ask(name, number, table, dealt), dealt


@pytest.mark.long
@pytest.mark.parametrize(("name", "number"), WAYS)
def test_every_deal_of_three_cards_and_every_seventh_of_four(name: str, number: int) -> None:
    table = table_of(name, number)
    coded: dict[tuple[str, ...], dict[tuple[int, ...], list[tuple[Space, Any]]]] = {}
    for each in table.samenesses:
        numbered = (each.within, codes(each, each.within.all_ranks))
        coded.setdefault(each.places, {}).setdefault(each.blocks, []).append(numbered)
    for dealt in every_nth(DECK_52, len(table.places), step=7 if len(table.places) == 4 else 1):
        told = []
        for places, by_blocks in coded.items():
            held = [dealt[table.places.index(place)] for place in places]
            different = tuple(dict.fromkeys(held))
            blocks = tuple(different.index(each) for each in held)
            for within, numbers in by_blocks.get(blocks, ()):
                told.append(int(numbers[within.numbers(different)]))
        (code,) = [number for number in told if number != NO_ANSWER]
        assert table.answers[code] == ask(name, number, table, dealt), dealt


@pytest.mark.parametrize("name", BY_CARDS)
@pytest.mark.parametrize(("decks", "deck"), one_in(3, [(1, DECK_52), (8, DECK_52), (6, DECK_48)]))
def test_every_deal_is_counted_once(name: str, decks: int, deck: tuple[Card, ...]) -> None:
    table = table_of(name)
    found = totals(table, Composition.full(decks, len(deck)).counts)
    assert sum(found.values()) == perm(decks * len(deck), len(table.places))


@pytest.mark.parametrize("name", BY_CARDS)
def test_even_and_uneven_counts_are_weighed_alike(name: str) -> None:
    """A card burned first changes no chance: the shoes short of one card add up to the even one.

    Every deal of an even shoe leaves so many cards, any of which may have been the one burned.
    """
    table = table_of(name)
    even = Composition.of(2 * [card for card in DECK_52 if card.rank in "A7Q"])
    burned: Counter[tuple[str, ...]] = Counter()
    for card in DECK_52:
        if even.count(card):
            short = totals(table, even.without([card]).counts)
            burned.update({answer: even.count(card) * total for answer, total in short.items()})
    left = even.size - len(table.places)
    whole = totals(table, even.counts)
    assert burned == {answer: left * total for answer, total in whole.items()}


def test_a_large_shoe_is_weighed_without_rounding() -> None:
    """More deals than floating point counts exactly: aces and sevens by the ten thousand, one short."""
    table = table_of("four_with_dealer")
    counts = [10_000 * (card.rank in "A7") - (card.text == "As") for card in DECK_52]
    assert perm(sum(counts), 4) > 2**53
    assert sum(totals(table, counts).values()) == perm(sum(counts), 4)


def test_a_table_holds_for_the_options_it_was_made_with_and_for_all_it_did_not_look_at() -> None:
    table = table_of("spread", 1)
    assert table.fits({"spread_ace": "low", "soft_17": "hit"}, stake=NOTHING)
    assert not table.fits({"spread_ace": "high"}, stake=NOTHING)
    assert not table.fits({}, stake=NOTHING)


def test_only_the_cards_that_matter_are_dealt() -> None:
    assert table_of("pairs").places == ("first", "second")
    assert table_of("insurance").places == ("up", "hole")
    assert table_of("matches_down").places == ("first", "second", "hole")
    assert table_of("four_cards").places == ("first", "second", "other_first", "other_second")
    assert "third" in table_of("drawn_aces").places


def test_cards_that_look_alike_are_not_told_apart() -> None:
    """A pair is one rank twice: the same card, two suits of it, or no pair; three deals tell it all."""
    assert table_of("pairs").asked == 3
    assert table_of("matches_up").asked < 20


STOPPED = [("sevens_drawn", 2, 20_000), ("drawn_aces", 0, 20_000)]
"""Classifiers that count drawn cards, their readings, and more than they may be asked about."""


@cache
def stopped_table(name: str, number: int) -> IdentityTable:
    """At a table where nothing is drawn against a blackjack, save a third card offered to a pair."""
    return tabulate(
        name,
        stopped_by_blackjack(classifier(name), offers_third=name == "sevens_drawn"),
        options=READINGS.get(name, ({},))[number],
        may_draw=lambda hand: total(hand) < 21,
    )


def stopped_answer(
    name: str, number: int, places: tuple[str, ...], dealt: tuple[Card, ...]
) -> tuple[str, ...]:
    """The same from a real view: what is drawn counts where the dealer lets it be drawn."""
    spare, options = cards("2c 3d"), READINGS.get(name, ({},))[number]
    view = view_of(places, dealt, spare=(spare[0], spare[1]), options=options)
    classify = classifier(name).classify
    before = classify(replace(view, drawn=()))
    one, other = view.first_two
    is_offered = name == "sevens_drawn" and bool(before) and one.rank == other.rank
    return before if view.dealer_blackjack and not is_offered else classify(view)


@pytest.mark.parametrize(("name", "number", "most_asked"), one_in(3, STOPPED))
def test_drawing_that_a_blackjack_stops_is_counted_right(
    name: str, number: int, most_asked: int
) -> None:
    """Six places at most, and yet a table of a few thousand pieces: a card is dealt where it matters."""
    table = stopped_table(name, number)
    assert {"up", "hole", "third"} <= {*table.places}
    assert any("up" not in each.places for each in table.samenesses)
    assert table.asked < most_asked
    seen: set[str] = set()
    for text in ("As As Ac Ac Kd Qd 7h 6c", "7h 7h 7h 7d As Kd Th 2c", "Ad Ah Ad Ah Jc 7s 8d"):
        shoe = cards(text)
        plain = Counter(
            stopped_answer(name, number, table.places, dealt)
            for dealt in permutations(shoe, len(table.places))
        )
        assert totals(table, Composition.of(shoe).counts) == dict(plain)
        seen |= {outcome for answer in plain for outcome in answer}
    assert len(seen) >= 4
    step = 52 ** len(table.places) // 500 | 1
    for dealt in every_nth(DECK_52, len(table.places), step=step):
        assert table.answer_to(dealt) == stopped_answer(name, number, table.places, dealt), dealt


@pytest.mark.parametrize(("name", "number", "_"), STOPPED)
def test_every_deal_is_counted_once_where_not_all_cards_are_looked_at(
    name: str, number: int, _: int
) -> None:
    table = stopped_table(name, number)
    for decks in (1, 6):
        found = totals(table, Composition.full(decks, 52).counts)
        assert sum(found.values()) == perm(decks * 52, len(table.places))


def peeking(view: View) -> tuple[str, ...]:
    """A classifier that looks further after a question that no comparison shows."""
    one, other = view.first_two
    if one.rank in {"Q", "5"}:
        return ("dealer",) if view.up.suit in {"d", "s"} else ("player",)
    return ("other",) if other.is_ace else ()


def sneaky(view: View) -> tuple[str, ...]:
    """A classifier that looks a rank and a suit up among constants, where no comparison shows."""
    one, other = view.first_two
    is_found = one.rank in {"Q", "5"} and other.suit in {"d", "h"}
    return ("found",) if is_found else ()


def odd(view: View) -> tuple[str, ...]:
    """A classifier that does with a rank and a suit what only a text can do."""
    one, other = view.first_two
    return ("found",) if one.rank in "QJT" and other.suit.upper() == "D" else ()


@pytest.mark.parametrize("classify", [sneaky, odd, peeking])
def test_a_classifier_that_looks_in_unusual_ways_is_tabulated_right(classify: object) -> None:
    assert callable(classify)
    table = tabulate("unusual", classify, options={})
    spare = cards("2c 3d")
    for dealt in every_nth(DECK_52, len(table.places), step=1 if len(table.places) == 2 else 13):
        view = view_of(table.places, dealt, spare=(spare[0], spare[1]))
        assert table.answer_to(dealt) == classify(view), dealt


@pytest.mark.parametrize("length", [0, 1, 2, 3])
def test_a_space_counts_tuples_of_different_cards(length: int) -> None:
    whole: Space = space(length)
    assert whole.size(whole.all_ranks, whole.all_suits) == perm(52, length)
    member = whole.member(whole.all_ranks, whole.all_suits)
    assert member is not None
    assert len(set(member)) == length


def test_a_long_space_begins_with_the_tuples_in_question() -> None:
    """Beyond four cards only what a region holds is carried on; all cards may come after it."""
    whole = space(4)
    ranks = whole.rank.among(0, [0]) & whole.rank.agree(0, 1) & whole.rank.agree(1, 2)
    suits = whole.suit.agree(0, 3)
    longer, long_ranks, long_suits = whole.grown(ranks, suits)
    assert longer.rank.count == ranks.bit_count() * 13
    assert longer.suit.count == suits.bit_count() * 4
    assert longer.size(long_ranks, long_suits) == whole.size(ranks, suits) * 48
    again, more_ranks, more_suits = longer.grown(long_ranks & longer.rank.among(4, [5]), long_suits)
    assert again.size(more_ranks, more_suits) == whole.size(ranks, suits) // 12 * (11 * 4 + 3) * 47
    member = again.member(more_ranks, more_suits)
    assert member is not None
    assert again.numbers(member) is not None
    assert again.numbers(cards("Kc Kd Kh 2c 3c 4c")) is None


def test_partitions_are_counted_by_the_bell_numbers() -> None:
    assert [len(list(partitions(count))) for count in range(7)] == [1, 1, 2, 5, 15, 52, 203]
