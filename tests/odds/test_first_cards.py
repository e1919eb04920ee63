"""Wagers on the first cards: published figures to their printed digits, and what must hold of any."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from math import comb, perm

import pytest

from cutcard.cards import cards
from cutcard.law import document_ids
from cutcard.money import Cents
from cutcard.odds.answers import Answer
from cutcard.odds.composition import Composition
from cutcard.odds.problem import OddsError
from cutcard.odds.question import question
from cutcard.odds.registry import METHODS, answer
from cutcard.odds.sides.first_cards import by_first_cards, by_insurance
from later import all_but
from odds.asked import MA, MD, PE, PO, odds, percent, questions

# House edges as published. W: wizardofodds.com, pages on the wagers; J: E. Jacobson, 888casino.com blog,
# In Between and Match the Dealer; C: casinocitytimes.com, J. Grochowski, after W; I: iluvbetting.com on
# Royal Match; S: the encyclopedia's article on the 48-card game.
PUBLISHED = [
    (MA, "twenty_point_bonus", "A", 6, "24.71"),  # W
    (MA, "twenty_point_bonus", "A", 8, "24.05"),  # C
    (MA, "twenty_point_bonus", "A", 2, "30.05"),  # C
    (MD, "lucky_ladies", "B", 1, "38.16"),  # C
    (MD, "lucky_ladies", "A", 6, "17.64"),  # C
    (MD, "lucky_ladies", "A", 8, "16.73"),  # C
    (MD, "lucky_ladies", "A", 1, "36.05"),  # C
    (MA, "same_suit", "4", 1, "10.86"),  # I
    (MA, "same_suit", "2", 1, "3.77"),  # I (there with a slip of the pen: 4 to 1 for 3 to 1)
    (MA, "same_suit", "3", 2, "8.33"),  # I
    (MA, "same_suit", "2", 4, "7.08"),  # I
    (MA, "same_suit", "2", 6, "6.67"),  # I
    (MA, "same_suit", "2", 8, "6.46"),  # I
    (MA, "twenty_one_plus_three", "A", 1, "13.30"),  # W
    (MA, "twenty_one_plus_three", "A", 2, "7.26"),  # W
    (MA, "twenty_one_plus_three", "A", 4, "4.24"),  # W
    (MA, "twenty_one_plus_three", "A", 6, "3.24"),  # W
    (MA, "twenty_one_plus_three", "A", 8, "2.74"),  # W
    (MA, "in_between", "A", 2, "5.696"),  # J
    (MA, "in_between", "A", 6, "3.396"),  # J
    (PO, "insurance", "standard", 6, "24.7"),  # S
]


@pytest.mark.parametrize(("document", "wager", "paytable", "decks", "printed"), PUBLISHED)
def test_published_house_edges(
    document: str, wager: str, paytable: str, decks: int, printed: str
) -> None:
    edge = odds(document, wager, paytable, decks).house_edge
    assert percent(edge, len(printed.partition(".")[2])) == printed


def test_match_the_dealer_at_48_cards_as_published() -> None:
    """House edge 3.055 percent, hit frequency 15.411 percent, standard deviation 2.448 (J)."""
    found = odds(PE, "match_up", "A")
    assert percent(found.house_edge, 3) == "3.055"
    assert percent(found.hit_frequency, 3) == "15.411"
    assert found.standard_deviation is not None
    assert round(found.standard_deviation, 3) == 2.448


ROWS = [
    # W, Lucky Ladies, six decks: ordered deals of four cards, of 9,294,695,280
    (MD, "lucky_ladies", "B", 6, {
        "queen_of_hearts_pair_and_dealer_blackjack": Fraction(135360, 9294695280),
        "queen_of_hearts_pair": Fraction(2738340, 9294695280),
        "matched_20": Fraction(43105500, 9294695280),
        "suited_20": Fraction(193112640, 9294695280),
        "any_20": Fraction(744863040, 9294695280),
        "lose": Fraction(8310740400, 9294695280),
    }),
    # W, 21+3, six decks: combinations of 5,013,320; flushes with and without a pair together
    (MA, "twenty_one_plus_three", "B", 6, {
        "straight_flush": Fraction(10368, 5013320),
        "three_of_a_kind": Fraction(26312, 5013320),
        "straight": Fraction(155520, 5013320),
        "flush": Fraction(236736 + 56160, 5013320),
        "lose": Fraction(977184 + 3551040, 5013320),
    }),
    # W, Lucky Lucky, six decks: combinations of 5,013,320
    (MD, "lucky_lucky", "A", 6, {
        "three_sevens_suited": Fraction(80, 5013320),
        "six_seven_eight_suited": Fraction(864, 5013320),
        "three_sevens": Fraction(1944, 5013320),
        "six_seven_eight": Fraction(12960, 5013320),
        "suited_21": Fraction(26568, 5013320),
        "total_21": Fraction(406296, 5013320),
        "total_20": Fraction(377568, 5013320),
        "total_19": Fraction(364320, 5013320),
    }),
    # S. How, discountgambling.net, Lucky Lucky, two decks: combinations of 182,104
    (MD, "lucky_lucky", "A", 2, {
        "six_seven_eight_suited": Fraction(32, 182104),
        "three_sevens": Fraction(56, 182104),
        "six_seven_eight": Fraction(480, 182104),
        "suited_21": Fraction(936, 182104),
        "total_21": Fraction(14904, 182104),
        "total_20": Fraction(13792, 182104),
        "total_19": Fraction(13344, 182104),
        "lose": Fraction(138560, 182104),
    }),
    # W, Super 4, five decks: ordered deals of four cards
    (MD, "super_4", "D", 5, {
        "royal_flush_in_chosen_suit": Fraction(7500, perm(260, 4)),
        "royal_flush": Fraction(22500, perm(260, 4)),
        "three_of_a_kind": Fraction(2188800, perm(260, 4)),
        "straight": Fraction(1890000, perm(260, 4)),
        "flush": Fraction(3075600, perm(260, 4)),
        "two_pair": Fraction(2284800, perm(260, 4)),
    }),
    # mathproblems.info (M. Shackelford's course), Royal Match, six decks: combinations of 48,516
    (MA, "same_suit", "2", 6, {
        "royal_match": Fraction(144, 48516),
        "suited_match": Fraction(11868, 48516),
        "lose": Fraction(36504, 48516),
    }),
]  # fmt: skip


@pytest.mark.parametrize(("document", "wager", "paytable", "decks", "rows"), ROWS)
def test_published_chances_row_by_row(
    document: str, wager: str, paytable: str, decks: int, rows: dict[str, Fraction]
) -> None:
    found = {row.outcome: row.probability for row in odds(document, wager, paytable, decks).rows}
    assert {name: found[name] for name in rows} == rows


def test_insurance_by_hand() -> None:
    """An ace is gone; of n decks 16n of the other 52n-1 cards are ten-valued, at 2 to 1."""
    for decks in (1, 2, 6, 8):
        tens = Fraction(16 * decks, 52 * decks - 1)
        assert odds(MD, "insurance", decks=decks).player_edge == 3 * tens - 1
    known = odds(MD, "insurance", decks=1)
    assert known.extra["with_blackjack"] == {"player_edge": 3 * Fraction(15, 49) - 1}


def test_even_money_is_spoken_of_only_where_it_is_offered() -> None:
    without, with_it = (odds(MD, "insurance", even_money=offered) for offered in (False, True))
    assert not any("Even money" in said for said in without.assumptions)
    assert any("Even money" in said for said in with_it.assumptions)
    for found in (without, with_it):
        assert any("`with_blackjack`" in said for said in found.assumptions)


def test_suited_insurance_by_hand() -> None:
    """48 cards a deck: 12n tens of 48n-1, a quarter of them in the ace's suit, which pay 5 to 1."""
    tens = Fraction(12 * 6, 48 * 6 - 1)
    assert odds(PE, "insurance").player_edge == tens * Fraction(3, 4) * 3 + tens * Fraction(1, 4) * 6 - 1


def test_over_and_under_13_by_hand() -> None:
    """Pairs of values counted with aces at one; 13 exactly loses both."""
    for decks in (1, 6):
        counts = [4 * decks] * 9 + [16 * decks]
        pairs = {
            (low, high): comb(counts[low], 2) if low == high else counts[low] * counts[high]
            for high in range(10)
            for low in range(high + 1)
        }
        every = sum(pairs.values())
        over = Fraction(sum(n for (a, b), n in pairs.items() if a + b + 2 > 13), every)
        under = Fraction(sum(n for (a, b), n in pairs.items() if a + b + 2 < 13), every)
        assert odds(MA, "over_13", decks=decks).player_edge == 2 * over - 1
        assert odds(MA, "under_13", decks=decks).player_edge == 2 * under - 1


def test_readings_priced_when_the_texts_were_read() -> None:
    """MA-A29 and PE-A30 give edges computed apart from this analyser."""
    assert percent(odds(MA, "sevens").house_edge, 2) == "11.40"
    assert percent(odds(MA, "sevens", sevens_single="first_two").player_edge, 2) == "17.09"
    for table, edges in {
        "A": ("4.37", "3.06", "1.42"),
        "B": ("6.88", "5.15", "2.99"),
        "C": ("3.53", "1.66", "-0.67"),
    }.items():
        found = [percent(odds(PE, "match_up", table, decks).house_edge, 2) for decks in (5, 6, 8)]
        assert tuple(found) == edges


def test_a_player_with_a_blackjack_draws_no_third_card() -> None:
    """With a seven among any three: none in two cards, then a seven, unless the two are a blackjack."""
    found = odds(MA, "sevens", sevens_single="any_three")
    none = Fraction(288 * 287, 312 * 311)
    blackjack = Fraction(2 * 24 * 96, 312 * 311)
    by_third = (none - blackjack) * Fraction(24, 310)
    two = Fraction(24 * 23, 312 * 311)
    row = next(row for row in found.rows if row.outcome == "one_seven")
    assert row.probability == 1 - none - two + by_third


def test_the_third_seven_is_offered_against_a_blackjack_but_no_other_card_is() -> None:
    plain = odds(MA, "sevens")
    reader = odds(MA, "sevens", hole_card="card_reader")
    assert [row.probability for row in plain.rows] == [row.probability for row in reader.rows]


def test_four_aces_by_hand() -> None:
    """Six decks: two colours, 12 aces each, drawn in a row; two, three and four aces, best row only."""
    rows = {row.outcome: row.probability for row in odds(MA, "progressive_blackjack").rows}
    assert rows["four_aces_of_one_color"] == Fraction(2 * perm(12, 4), perm(312, 4))
    suited = Fraction(4 * perm(6, 3), perm(312, 3))
    suited_then_colour = Fraction(4 * perm(6, 3) * 9, perm(312, 4))
    assert rows["three_aces_suited"] == suited - suited_then_colour


# ---- what must hold of all of them ------------------------------------------------------------------


@pytest.mark.parametrize("document", all_but((MD, MA), document_ids()))
def test_every_wager_paytable_and_number_of_decks_sums_to_one(document: str) -> None:
    count = 0
    for asked in questions(document):
        if METHODS[asked.offer.law.classifier] not in (by_first_cards, by_insurance):
            continue
        found = answer(asked)
        count += 1
        assert sum(row.probability for row in found.rows) == 1
        assert all(isinstance(row.probability, Fraction) and row.probability >= 0 for row in found.rows)
        assert all(row.cite for row in found.rows)
        assert found.digest
        assert found.assumptions
        listed = {
            row.outcome for row in asked.offer.paytable.rows if row.to != "others" and not row.each
        }
        told = {part for row in found.rows for part in row.outcome.split(" + ")}
        assert listed <= told | {"crown_treasure"}
    assert count


@pytest.mark.parametrize(
    ("wager", "removed", "better"),
    [
        ("lucky_ladies", "2c 3d 4h 5s", True),
        ("lucky_ladies", "Qh Kd", False),
        ("insurance", "9c 8d", True),
        ("insurance", "Tc", False),
        ("sevens", "7h 7d", False),
        ("sevens", "6h 8d", True),
        ("pair", "Ac Ad Ah As", True),  # an uneven shoe pairs more often in what is left of it
    ],
)
def test_removing_cards_moves_the_edge_the_way_they_matter(
    wager: str, removed: str, better: bool
) -> None:
    full, less = odds(MD, wager, decks=2), odds(MD, wager, decks=2, removed=removed)
    assert (less.player_edge > full.player_edge) is better
    assert sum(row.probability for row in less.rows) == 1


def test_removing_a_card_first_is_dealing_it_first() -> None:
    """The edge of the whole shoe is the mean over the card burned, each by its count."""
    whole = odds(MD, "pair", decks=2)
    shoe = Composition.full(2)
    mean = sum(
        Fraction(shoe.count(each), shoe.size)
        * Fraction(odds(MD, "pair", decks=2, removed=each.text).player_edge)
        for each in dict.fromkeys(shoe.cards)
    )
    assert mean == whole.player_edge


@pytest.mark.parametrize("wager", ["lucky_ladies", "three_card_poker", "in_between", "kk", "lucky_aces"])
def test_more_decks_converge(wager: str) -> None:
    edges = [Fraction(odds(MD, wager, decks=decks).player_edge) for decks in (8, 16, 32, 64, 128)]
    steps = [abs(later - earlier) for earlier, later in pairwise(edges)]
    assert all(later < earlier * Fraction(6, 10) for earlier, later in pairwise(steps))


def test_the_down_card_is_as_good_as_the_up_card() -> None:
    for table in "ABC":
        assert odds(PE, "match_up", table).player_edge == odds(PE, "match_down", table).player_edge


def test_envy_is_the_other_seats_chance_times_the_amount() -> None:
    asked = question(
        MA,
        "super_4_progressive",
        paytable="8_decks",
        decks=8,
        seats=4,
        stake=Cents(500),
        unset_meters="zero",
    )
    found = answer(asked)
    rows = {row.outcome: row.probability for row in found.rows}
    pays = rows["royal_flush_in_chosen_suit"] * 3000 + rows["royal_flush"] * 1000
    assert found.extra["envy"] == {"seats": 4, "player_edge": 3 * Fraction(pays) / 5}


def test_a_progressive_breaks_even_where_it_says() -> None:
    for wager, table in (("super_4", "D"), ("twenty_one_plus_3_progressive", "A"), ("blazing_7s", "A")):
        first = odds(MD, wager, table)
        for meter in first.meters:
            if meter.break_even is None or meter.break_even < meter.amount:
                continue
            stake = Cents(int(100 * _staked(first)))
            cents = Cents(int(meter.break_even * 100) + 1)
            asked = question(MD, wager, paytable=table, stake=stake, meters={meter.name: cents})
            assert 0 <= answer(asked).player_edge < Fraction(1, 10_000)


def _staked(found: Answer) -> Fraction:
    said = next(each for each in found.assumptions if each.startswith("The stake is $"))
    return Fraction(said.removeprefix("The stake is $").partition(":")[0])


def test_too_few_cards_are_refused_in_one_line() -> None:
    asked = question(MD, "pair", decks=1)
    with pytest.raises(OddsError, match="1 cards are too few"):
        by_first_cards(replace(asked, composition=Composition.of(cards("As"))))


def test_the_super_bonus_of_the_48_card_game() -> None:
    """6 decks: 4 suits, three of six, then any of 21 sevens up; the odds known for it, 1 in 668,382."""
    found = odds(PE, "super_bonus")
    assert (
        found.rows[0].probability == Fraction(4 * perm(6, 3) * 21, perm(288, 4)) == Fraction(1, 668382)
    )
    envy = odds(PE, "envy_bonus")
    assert sum(row.probability for row in envy.rows) == 1
    assert sum(row.probability for row in envy.rows if row.net) == Fraction(1, 668382)


@pytest.mark.long
def test_no_third_card_is_drawn_where_the_reader_finds_a_blackjack() -> None:
    """By classes of cards, six decks, a seven counted in any of the first three."""
    counts = {"ace": 24, "ten": 96, "seven": 24, "other": 168}
    by_third = Fraction(0)
    for dealt in product(counts, repeat=5):
        first, second, up, hole, third = dealt
        ways = 1
        for place, kind in enumerate(dealt):
            ways *= counts[kind] - dealt[:place].count(kind)
        natural, dealers = {first, second} == {"ace", "ten"}, {up, hole} == {"ace", "ten"}
        if "seven" not in (first, second) and third == "seven" and not natural and not dealers:
            by_third += Fraction(ways, perm(312, 5))
    two = Fraction(24 * 23, 312 * 311)
    either = 1 - Fraction(288 * 287, 312 * 311) - two
    found = odds(MA, "sevens", sevens_single="any_three", hole_card="card_reader")
    row = next(row for row in found.rows if row.outcome == "one_seven")
    assert row.probability == either + by_third
