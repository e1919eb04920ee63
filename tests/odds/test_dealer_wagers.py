"""Wagers on the dealer's hand: against direct enumeration, published figures, and the texts' rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, permutations

import pytest

from cutcard.cards import DECK_52, Card, card, cards
from cutcard.money import Cents
from cutcard.odds.composition import Composition
from cutcard.odds.problem import OddsError
from cutcard.odds.question import Question, question
from cutcard.odds.registry import METHODS
from cutcard.odds.sides.dealer_wagers import (
    Eyes,
    PlayedRound,
    bad_beat_odds,
    by_bad_beat,
    by_blackjack_and_dealer,
    by_dealer,
    by_third_card,
    dealer_ends,
    dealer_hand_odds,
    game_of,
)
from cutcard.rules.dealer import completes_for_buster, dealer_draws
from cutcard.rules.hand import is_natural, total
from cutcard.wagers.settlement.awards import round_end
from cutcard.wagers.settlement.device_entries import Devices
from cutcard.wagers.settlement.seat import Seat
from cutcard.wagers.view import View
from odds.asked import odds

FIVE = Cents(500)
MIXED = "Ac Ac 6c 8h 9s Kh Kh Kh"
LOW = "Ac Ac Ac Ac 2c 2c 2c 2c 9c Kc Kc Kc Kc"
"""Copies, so that there are few orders; twos and aces, so that hands are long; enough to finish any."""


def told_by_the_round(
    asked: Question,
    first_two: tuple[Card, Card],
    dealer: tuple[Card, ...],
    completed: tuple[Card, ...],
    **more: object,
) -> tuple[str, ...]:
    """What the settlement of a round would make of these cards."""
    view = View(
        first_two=first_two,
        up=dealer[0],
        dealer=dealer,
        player_blackjack=is_natural(first_two),
        dealer_blackjack=is_natural(dealer),
        dealer_total=total(dealer),
        options={**asked.rules.options, **more},  # type: ignore[dict-item]
    )
    seat = Seat(1, "1", {asked.offer.law.id: asked.stake}, view, completed)
    return round_end(asked.rules, (seat,), Devices({})).outcomes(asked.offer, seat, asked.stake)


def finished(asked: Question, shoe: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The dealer's hand from the top of a shoe, by the table's rule and as completed for Buster."""
    game, count = game_of(asked), 2
    while dealer_draws(game, shoe[:count]):
        count += 1
    drawn = tuple(shoe[:count])
    while not is_natural(shoe[:count]) and completes_for_buster(game, shoe[:count]):
        count += 1
    return drawn, tuple(shoe[:count])


def pairs(held: Sequence[Card]) -> Iterator[tuple[tuple[Card, Card], Fraction]]:
    """The player's first two cards, those alike taken together, whatever their order."""
    count = Counter(held)
    for first, second in combinations_with_replacement(count, 2):
        ways = count[first] * (count[first] - 1) if first is second else 2 * count[first] * count[second]
        if ways:
            yield (first, second), Fraction(ways, len(held) * (len(held) - 1))


def enumerated(
    asked: Question, held: tuple[Card, ...], **more: object
) -> dict[tuple[str, ...], Fraction]:
    """Player's two cards, then the dealer's hand from all orders of what is left."""
    found: dict[tuple[str, ...], Fraction] = {}
    for first_two, chance in pairs(held):
        left = list(held)
        for each in first_two:
            left.remove(each)
        for dealer, completed, part in dealt(asked, tuple(left)):
            names = told_by_the_round(asked, first_two, dealer, completed, **more)
            found[names] = found.get(names, Fraction(0)) + chance * part
    return found


def dealt(
    asked: Question, left: tuple[Card, ...], hand: tuple[Card, ...] = ()
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...], Fraction]]:
    game = game_of(asked)
    if len(hand) >= 2 and not dealer_draws(game, hand) and not completes_for_buster(game, hand):
        yield (*finished(asked, hand), Fraction(1))
        return
    for each in dict.fromkeys(left):
        rest = list(left)
        rest.remove(each)
        for dealer, completed, chance in dealt(asked, tuple(rest), (*hand, each)):
            yield dealer, completed, chance * Fraction(left.count(each), len(left))


def shoe_of(asked: Question, held: str) -> Question:
    return replace(asked, composition=Composition.of(cards(held)))


@pytest.mark.parametrize(("soft_17", "completion"), [("stand", "literal"), ("stand", "table")])
def test_buster_on_a_small_shoe(soft_17: str, completion: str) -> None:
    """§27(d)-(g): the completed hand, by the number of its cards."""
    options = {"soft_17": soft_17, "buster_completion": completion}
    asked = shoe_of(question("ma-blackjack", "buster_blackjack", options=options), LOW)
    assert by_dealer(asked) == enumerated(asked, cards(LOW))


def test_hit_and_run_on_a_small_shoe() -> None:
    """Ch.6 §G(10), MD-A54, busts left out."""
    options = {"hit_and_run_busts": "not_counted", "soft_17": "hit"}
    asked = shoe_of(question("md-blackjack", "hit_and_run", options=options), LOW)
    assert by_dealer(asked) == enumerated(asked, cards(LOW))


def test_free_bonus_on_a_small_shoe() -> None:
    """Ch.6 §G(16): a player blackjack and a long bust, from one shoe."""
    asked = shoe_of(question("md-blackjack", "buster_blackjack_free_bonus", stake=FIVE), LOW)
    found = by_blackjack_and_dealer(asked)
    assert found == enumerated(asked, cards(LOW))
    assert found["bust_in_seven",] > 0


def test_no_free_bonus_under_five_dollars_on_buster() -> None:
    asked = question("md-blackjack", "buster_blackjack_free_bonus", stake=Cents(400))
    assert by_blackjack_and_dealer(asked) == {(): 1}


def test_bad_beat_by_the_first_two_cards_on_a_small_shoe() -> None:
    """Ch.13 §B, MD-A51; no bonus is drawn."""
    asked = shoe_of(question("md-blackjack", "bad_beat", options={"bad_beat_hand": "initial"}), LOW)
    assert by_bad_beat(asked) == enumerated(asked, cards(LOW), magic_card="")


def test_the_magic_card_is_any_of_52_as_often_as_the_other() -> None:
    """MD-A53: rank and suit, paid once."""
    asked = shoe_of(question("md-blackjack", "bad_beat", options={"bad_beat_hand": "initial"}), MIXED)
    direct: dict[tuple[str, ...], Fraction] = {}
    here = set(cards(MIXED))
    elsewhere = next(each for each in DECK_52 if each not in here)
    for magic in (*here, elsewhere):
        share = Fraction(52 - len(here) if magic is elsewhere else 1, 52)
        for names, chance in enumerated(asked, cards(MIXED), magic_card=magic.text).items():
            direct[names] = direct.get(names, Fraction(0)) + chance * share
    assert by_bad_beat(asked, magic_card_rate=Fraction(1), lucky_player_rate=Fraction(0)) == direct


def test_the_lucky_player_is_one_of_the_boxes() -> None:
    options = {"bad_beat_hand": "initial", "bad_beat_bonuses": "every_round", "boxes": 5}
    asked = question("md-blackjack", "bad_beat", options=options)
    found = by_bad_beat(asked)
    assert sum(chance for names, chance in found.items() if "lucky_player" in names) == Fraction(1, 5)
    half = by_bad_beat(asked, lucky_player_rate=Fraction(1, 2), magic_card_rate=Fraction(0))
    assert sum(chance for names, chance in half.items() if "lucky_player" in names) == Fraction(1, 10)


def test_bad_beat_by_the_final_hand_takes_the_rounds_it_is_given() -> None:
    """The hook of the main game: ends of a round as played, here a player who always stands on 20."""
    asked = question("md-blackjack", "bad_beat")
    with pytest.raises(OddsError, match="main game"):
        by_bad_beat(asked)
    pair = cards("Kc Kd")
    left = asked.composition.without(pair)
    ends = dealer_ends(game_of(asked), left)
    played = {PlayedRound((pair[0], pair[1]), 20, end): chance for end, chance in ends.items()}
    found = by_bad_beat(asked, player_ends=played)
    assert sum(found.values()) == 1
    in_three = sum(chance for end, chance in ends.items() if (end.count, end.total) == (3, 21))
    assert found["dealer_21_in_three", "player_20"] == in_three


@pytest.mark.parametrize("held", ["8c 8c 8c 8d 8d 8s 5h Kh Ah", "8c 8h 8d 6h Qd Kh 9s Ah 7c"])
def test_the_third_card_on_a_small_shoe(held: str) -> None:
    """§25(d)-(f), suits of the eights included."""
    asked = shoe_of(question("ma-blackjack", "optional_bonus"), held)
    direct: dict[tuple[str, ...], Fraction] = {}
    orders = list(permutations(cards(held), 3))
    for three in orders:
        forced = total(three[:2]) < 17
        dealer = three if forced else three[:2]
        names = told_by_the_round(asked, (three[0], three[0]), dealer, dealer)
        direct[names] = direct.get(names, Fraction(0)) + Fraction(1, len(orders))
    assert by_third_card(asked) == direct


def test_only_eights_show_their_suits_to_the_third_card_wager() -> None:
    """What `by_third_card` takes for alike is alike: every hand of three, by one of its kind."""
    eyes = Eyes.of(question("ma-blackjack", "optional_bonus"))
    kinds = {
        each: each if each.rank == "8" else card(f"{'K' if each.value == 10 else each.rank}c")
        for each in DECK_52
    }
    for low in (each for each in DECK_52 if each.suit in "ch"):
        for mid in (each for each in DECK_52 if each.suit in "dh"):
            for last in (each for each in DECK_52 if each.suit in "hs" and each.value > 4):
                assert eyes.see((low, mid, last)) == eyes.see((kinds[low], kinds[mid], kinds[last]))


PUBLISHED_BUSTER = {
    ("stand", 1): "8.77", ("stand", 2): "8.48", ("stand", 4): "8.31",
    ("stand", 5): "8.27", ("stand", 6): "8.25", ("stand", 8): "8.22",
    ("hit", 1): "6.89", ("hit", 2): "6.51", ("hit", 4): "6.29",
    ("hit", 5): "6.25", ("hit", 6): "6.21", ("hit", 8): "6.17",
}  # fmt: skip
"""House edges in percent of 250-50-12-4-2-2 by soft 17 and decks: Shackleford, Buster Blackjack."""


@pytest.mark.parametrize(("rules", "percent"), PUBLISHED_BUSTER.items())
def test_published_edges_of_buster(rules: tuple[str, int], percent: str) -> None:
    soft_17, decks = rules
    asked = question(
        "md-blackjack", "buster_blackjack", paytable="C", decks=decks, options={"soft_17": soft_17}
    )
    assert f"{100 * float(dealer_hand_odds(asked).house_edge):.2f}" == percent


def test_published_rows_of_buster_at_six_decks() -> None:
    """The same source's probabilities, six decks, the dealer hitting soft 17.

    It prints 0.714241 for no bust, which its own rows do not leave; Shackleford's six rows and the
    0.714240 of discountgambling.net (Buster at Sycuan) go together, and with ours.
    """
    asked = question("md-blackjack", "buster_blackjack", decks=6, options={"soft_17": "hit"})
    found = {
        names[0] if names else "": f"{float(chance):.6f}" for names, chance in by_dealer(asked).items()
    }
    assert found == {
        "bust_in_eight_or_more": "0.000012",
        "bust_in_seven": "0.000214",
        "bust_in_six": "0.002638",
        "bust_in_five": "0.020473",
        "bust_in_four": "0.089392",
        "bust_in_three": "0.173032",
        "": "0.714240",
    }


def test_every_answer_is_whole_and_cited() -> None:
    for document, wager in (
        ("md-blackjack", "buster_blackjack"),
        ("md-blackjack", "buster_blackjack_free_bonus"),
        ("md-blackjack", "hit_and_run"),
        ("ma-blackjack", "buster_blackjack"),
        ("ma-blackjack", "buster_free_bonus"),
        ("ma-blackjack", "optional_bonus"),
    ):
        asked = question(document, wager)
        found = METHODS[asked.offer.law.classifier](asked)
        assert sum(row.probability for row in found.rows) == 1
        assert all(row.cite for row in found.rows)
        assert found.method == "exact"


def test_the_free_bonus_is_priced_per_five_dollars_of_buster() -> None:
    """Ch.13 §P(1): $8,000 and $1,000, so 1600 and 200 units."""
    asked = question("md-blackjack", "buster_blackjack_free_bonus", paytable="A")
    found = METHODS["free_bonus"](asked)
    nets = {row.outcome: row.net for row in found.rows}
    assert (nets["bust_in_eight_or_more"], nets["bust_in_seven"]) == (1600, 200)
    assert found.player_edge > 0


def test_a_round_with_a_bonus_adds_what_the_reading_says() -> None:
    """MD-A53 tells 76% for the magic card and 71% for one lucky player of seven."""
    asked = question("md-blackjack", "bad_beat", options={"bad_beat_hand": "initial"})
    found = bad_beat_odds(asked)
    adds = found.extra["a_round_with"]
    assert isinstance(adds, dict)
    assert {name: f"{float(added):.2f}" for name, added in adds.items()} == {
        "magic_card": "0.76",
        "lucky_player": "0.71",
    }
    every = bad_beat_odds(replace(asked, stake_is_fixed=True), magic_card_rate=Fraction(1))
    assert every.player_edge == found.player_edge + adds["magic_card"]


def test_bad_beat_says_whether_its_edge_holds_the_drawn_bonuses() -> None:
    """Ch.13 §B(3), (4): 20 for 1 and 5 for 1, drawn as often as the operator announces (MD-A53)."""

    def said(bonuses: str) -> tuple[str, float]:
        options = {"bad_beat_hand": "initial", "bad_beat_bonuses": bonuses}
        found = bad_beat_odds(question("md-blackjack", "bad_beat", options=options, stake=Cents(100)))
        return next(line for line in found.assumptions if "Magic Card" in line), float(found.house_edge)

    announced, without = said("announced")
    assert "the house edge leaves both bonuses out" in announced
    magic, lucky = (Fraction(each) for each in re.findall(r" by ([\d.]+)%", announced))
    every_round, with_both = said("every_round")
    assert "the edge includes them" in every_round
    assert (without - with_both) * 100 == pytest.approx(float(magic + lucky), abs=2e-4)


def test_a_changed_rule_changes_the_digest() -> None:
    digests = {
        odds("md-blackjack", "buster_blackjack", decks=decks, soft_17=rule).digest
        for decks in (6, 8)
        for rule in ("stand", "hit")
    }
    assert len(digests) == 4


def test_hit_and_run_at_a_full_table_is_worth_less_than_alone() -> None:
    """All seats win together, and only the first of them the meter (MD-A71)."""
    asked = question("md-blackjack", "hit_and_run", meters={"hit_and_run": Cents(2000000)}, seats=5)
    found = dealer_hand_odds(asked)
    at_seats = found.meters[0].facts["house_edge_at_seats"]
    chance = next(row.probability for row in found.rows if row.outcome == "eight_or_more_cards")
    assert at_seats == found.house_edge + chance * 4 * (20000 - 1000) / 5
