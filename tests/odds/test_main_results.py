"""What is made of a solved main game: charts, deviations, streaks' results, Bad Beat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt

import numpy as np
import pytest

from cutcard.automata.hands.values import counted, total_of
from cutcard.cards import Card, cards
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.odds.charts.chart import ChartTables, chart_of_game
from cutcard.odds.charts.legend import Chart
from cutcard.odds.charts.policies import ChartSpot, decisions
from cutcard.odds.composition import Composition
from cutcard.odds.main.answer import player_ends
from cutcard.odds.main.decisions import ActionCode
from cutcard.odds.main.game import MainGame, played, solve
from cutcard.odds.main.hands import all_hands
from cutcard.odds.main.rules import main_rules
from cutcard.odds.main.spread import box_results, deviation, split_boxes
from cutcard.rules.dealer import DealerHand, dealer_draws
from cutcard.rules.hand import TWENTY_ONE, is_natural, total
from later import one_in
from odds.golden_shoes import Golden, is_single, params
from odds.main_ways import Policy, all_of_them, by, hands_that, never_splits, with_options
from table.driver import rules_of
from table.setups import GAMES, Game, game_id

ROUNDING = 1e-12
SINGLE = [game for game in GAMES if not game_id(game).endswith("-switch")]


# Rules of thumb.


def test_tens_of_two_ranks_are_not_split_where_ranks_count() -> None:
    """A policy that splits all it may: two kings are a pair, a king and a queen are not."""

    def splitter(spot: ChartSpot) -> ActionCode:
        return ActionCode.SPLIT if ActionCode.SPLIT in spot.may else ActionCode.STAND

    rules = rules_of("md-blackjack", options={"max_hands": 2})
    shoe = Composition.of(cards("9c 9d Kc Kd Kh Qc Qd Js 8c 8d"))
    by_rank, by_value = (
        by(with_options(rules, split_by=what), shoe, splitter) for what in ("rank", "value")
    )
    tens, size = 6, shoe.size
    pairs = {"rank": 3 * 2 + 2 * 1, "value": tens * (tens - 1)}
    others = 2 * 2  # two eights or two nines, in either order
    for game, what in ((by_rank, "rank"), (by_value, "value")):
        hands = hands_that(game, all_of_them)
        assert hands == pytest.approx(1 + (pairs[what] + others) / (size * (size - 1)), abs=ROUNDING)
        found = sum(result.hands_total * chance for result, chance in box_results(game).items())
        assert found == pytest.approx(hands, abs=ROUNDING)
    thrice = by(with_options(rules, split_by="rank", max_hands=3), shoe, splitter)
    found = sum(result.hands_total * chance for result, chance in box_results(thrice).items())
    assert found == pytest.approx(hands_that(thrice, all_of_them), abs=ROUNDING)
    single = Composition.of(cards("9c 9d Kc Qd Js Th 8c 8d"))
    none = by(with_options(rules, split_by="rank", surrender=True), single, splitter)
    assert none.value == pytest.approx(by(with_options(rules, split_by="rank"), single, splitter).value)


# The chart.


def full_shoe(rules: RuleSet) -> Composition:
    game = main_rules(rules).game
    return Composition.full(game.decks, game.deck_cards)


@cache
def solved(game: Game) -> MainGame:
    rules = rules_of(*game)
    return solve(rules, full_shoe(rules))


@cache
def charted(game: Game) -> Chart:
    return chart_of_game(solved(game))


@pytest.mark.parametrize("game", one_in(3, SINGLE, whole=True), ids=game_id)
def test_a_chart_costs_little(game: Game) -> None:
    best, found = solved(game), charted(game)
    assert 0 <= found.cost < 0.0003
    assert found.value == pytest.approx(best.value - found.cost, abs=ROUNDING)
    widths = {len(codes) for _, rows in found.sections for _, codes in rows}
    assert widths == {len(found.columns)}
    assert {code for _, rows in found.sections for _, codes in rows for code in codes} == set(
        found.legend
    )


KNOWN = {
    ("Hard", "16"): {"6": "S", "7": "H", "9": "Rh", "T": "Rh", "A": "Rh"},
    ("Hard", "15"): {"T": "Rh", "9": "H", "A": "H"},
    ("Hard", "12"): {"2": "H", "3": "H", "4": "S", "6": "S", "7": "H"},
    ("Hard", "11"): {"2": "Dh", "6": "Dh", "T": "Dh", "A": "H"},
    ("Hard", "10"): {"9": "Dh", "T": "H"},
    ("Hard", "9"): {"2": "H", "3": "Dh", "6": "Dh", "7": "H"},
    ("Soft", "18"): {"2": "S", "3": "Ds", "6": "Ds", "7": "S", "9": "H"},
    ("Soft", "17"): {"2": "H", "3": "Dh", "7": "H"},
    ("Pairs", "8-8"): {"2": "P", "T": "P", "A": "P"},
    ("Pairs", "A-A"): {"6": "P", "A": "P"},
    ("Pairs", "9-9"): {"6": "P", "7": "S", "9": "P", "T": "S"},
    ("Pairs", "4-4"): {"4": "H", "5": "P", "6": "P"},
    ("Pairs", "5-5"): {"6": "Dh", "T": "H"},
    ("Pairs", "T-T"): {"6": "S"},
}
"""Basic strategy as it is generally published for four to eight decks, the dealer standing on soft 17,
double after split, late surrender (Wizard of Odds, "4-Deck to 8-Deck Blackjack Strategy")."""


def test_the_chart_of_six_decks_is_the_one_that_people_learn() -> None:
    found = charted(("md-blackjack", None))
    rows = {(title, label): codes for title, rows in found.sections for label, codes in rows}
    for row, cells in KNOWN.items():
        read = dict(zip(found.columns, rows[row], strict=True))
        assert {column: read[column] for column in cells} == cells, row


def after_doubles(found: Chart) -> dict[tuple[int, int, bool], tuple[str, ...]]:
    """A chart's sections about doubled hands, read by doublings, total and whether it is soft."""
    titles = [title for title, _ in found.sections if title.startswith("After")]
    assert titles == [
        f"After {'a double' if n == 1 else f'{n} doubles'} (s: soft)" for n in range(1, 1 + len(titles))
    ]
    read = {}
    sections = dict(found.sections)
    for made, title in enumerate(titles, start=1):
        for label, codes in sections[title]:
            first, _, last = label.removeprefix("s").partition("-")
            for points in range(int(first), int(last or first) + 1):
                read[made, points, label.startswith("s")] = codes
    return read


DOUBLED: dict[Game, tuple[int, str]] = {
    ("md-pontoon-21", None): (1, "rescue"),
    ("md-players-edge-21", None): (1, "rescue"),
    ("players-edge-21-brochure", None): (3, "rescue double"),
}
"""By game: how many doublings the chart tells of, and what it says after them beside standing."""


@pytest.mark.parametrize("game", one_in(3, DOUBLED, whole=True), ids=game_id)
def test_a_chart_tells_all_that_is_done_after_a_double(game: Game) -> None:
    """Whatever the chart that was valued does with a doubled hand is printed, and nothing else."""
    main, found, policy = solved(game), charted(game), ChartTables(solved(game)).policy
    read = after_doubles(found)
    most, said = DOUBLED[game]
    assert {made for made, _, _ in read} == set(range(1, most + 1))
    acts = {"S": ActionCode.STAND, "D": ActionCode.DOUBLE, "R": ActionCode.SURRENDER}
    hands, used = all_hands(), set()
    for place, row in enumerate(hands.cards.tolist()):
        points, is_soft = total_of(tuple(row))
        for made in range(1, most + 1):
            again, saved = main.main.may_doubled[made, hands.kind[place]]
            if hands.count[place] < 2 + made or points >= TWENTY_ONE or not (again or saved):
                continue
            may = frozenset(
                {ActionCode.SURRENDER} | ({ActionCode.DOUBLE} if again and made < most else set())
            )
            told = policy(ChartSpot(tuple(row), main.main.starts[0], may, doublings=made))
            codes = read[made, points, is_soft]
            assert [acts[code] for code in codes] == [*told[1:], told[0]], (row, made)
            used |= set(codes)
    assert used == {"S", *({"R"} if "rescue" in said else ()), *({"D"} if "double" in said else ())}
    assert found.legend["R"].startswith("rescue")
    assert ("double again" in found.legend["D"]) is ("double" in said)


def test_a_chart_has_nothing_on_doubled_hands_where_they_only_stand() -> None:
    assert after_doubles(charted(("md-blackjack", None))) == {}


# How results spread.


def simple(spot: ChartSpot) -> ActionCode:
    """Draw to 17 and do nothing else."""
    return ActionCode.HIT if spot.points < 17 and ActionCode.HIT in spot.may else ActionCode.STAND


def fixed_policy(spot: ChartSpot) -> ActionCode:
    """The policy of the golden files, but for splits (`tests/table/small_shoes.py`)."""
    if spot.doublings:
        return ActionCode.STAND
    if ActionCode.DOUBLE in spot.may and spot.count == 2 and spot.points in (10, 11):
        return ActionCode.DOUBLE
    return simple(spot)


def splits_nothing(golden: Golden) -> bool:
    """One box against one dealer's hand, from a shoe without two aces or two eights."""
    values = golden.shoe.by_value
    is_one = is_single(golden) and not game_id(golden.game).endswith("multiple_action")
    return is_one and values[0] < 2 and values[7] < 2


@pytest.mark.parametrize("golden", params(splits_nothing))
def test_results_spread_as_the_engine_found(golden: Golden) -> None:
    game = by(golden.rules, golden.shoe, fixed_policy)
    told = {
        Fraction(net) / golden.stake: Fraction(c) for net, c in golden.told["policy"]["results"].items()
    }
    mean = sum(net * chance for net, chance in told.items())
    spread = sum((net - mean) ** 2 * chance for net, chance in told.items())
    assert deviation(game) == pytest.approx(sqrt(spread), abs=1e-9)
    results = box_results(game)
    for sign, won, lost in ((1, 1, 0), (-1, 0, 1), (0, 0, 0)):
        chance = sum(c for net, c in told.items() if (net > 0) - (net < 0) == sign)
        found = sum(c for each, c in results.items() if each[:2] == (won, lost))
        assert found == pytest.approx(float(chance), abs=ROUNDING)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(
            game, id=game_id(game), marks=[] if game == ("ma-blackjack", None) else [pytest.mark.long]
        )
        for game in SINGLE
    ],
)
def test_a_box_s_hands_are_all_its_hands(game: Game) -> None:
    """Split boxes too: as many hands, won and lost, as hand by hand; a deviation as blackjack has it."""
    found = solved(game)
    results = box_results(found)
    assert sum(results.values()) == pytest.approx(1, abs=ROUNDING)

    hands = sum(each.hands_total * chance for each, chance in results.items())
    if found.main.checks:
        assert hands == pytest.approx(hands_that(found, all_of_them), abs=5e-6)
        won, lost = (sum(each[side] * chance for each, chance in results.items()) for side in (0, 1))
        assert won == pytest.approx(hands_that(found, lambda price, _: price > 0), abs=2e-5)
        assert lost == pytest.approx(hands_that(found, lambda price, _: price < 0), abs=2e-5)
    assert 1.01 < hands < 1.1
    if found.rules.document.id.endswith("blackjack"):
        several = found.main.game.dealer_hands > 1
        least, most = (0.87, 0.90) if several else (1.1, 1.3)
        assert least < deviation(found) < most


def nines_and_tens(many: int) -> tuple[Composition, float]:
    """A shoe of so many nines and tens each, and how three stakes on one hand spread in it: exactly.

    Everybody stands on two cards. The player's, the up card and the three cards beside it are drawn
    one after the other.
    """
    mean, square = Fraction(0), Fraction(0)
    for drawn in product((9, 10), repeat=6):
        chance, left = Fraction(1), {9: many, 10: many}
        for each in drawn:
            chance *= Fraction(left[each], sum(left.values()))
            left[each] -= 1
        player, up = sum(drawn[:2]), drawn[2]
        net = sum(np.sign(player - up - each) for each in drawn[3:])
        mean, square = mean + chance * int(net), square + chance * int(net) ** 2
    shoe = Composition.of(cards("9c Tc") * many)
    return shoe, sqrt(square - mean**2) / 3


def test_stakes_against_three_dealer_hands_share_one_hand() -> None:
    """§18: their results go together, so they spread more than three rounds and less than one."""
    rules = never_splits(rules_of("ma-blackjack", "multiple_action"))
    one = replace(rules, options={**rules.options, "dealer_hands": 1})
    errors = []
    for many in (20, 200):
        shoe, exact = nines_and_tens(many)
        alone = deviation(by(one, shoe, simple))
        assert alone / sqrt(3) + 0.05 < exact < alone - 0.05
        errors.append(abs(deviation(by(rules, shoe, simple)) - exact))
    assert errors[0] < 0.01
    assert errors[1] < 0.001


def test_a_dealer_blackjack_in_sight_spreads_nothing() -> None:
    """With both cards face up, a pair against an ace and a ten has nothing to play for."""
    rules = rules_of("ma-blackjack", "hole_card_face_up")
    game = by(rules, Composition.of(cards("8c 8d 9h Ac Kc Kd Kh Ks 6c")), eights)
    assert {box.hands[2] for box in split_boxes(game)} == {1.0}
    split = sum(box.chance for box in split_boxes(game))
    pairs, beside = Fraction(2, 9 * 8), 1 - Fraction(2 * 4, 7 * 6)
    assert split == pytest.approx(float(pairs * beside), abs=ROUNDING)


def eights(spot: ChartSpot) -> ActionCode:
    is_pair = ActionCode.SPLIT in spot.may and spot.hand == counted(cards("8c 8d"))
    return ActionCode.SPLIT if is_pair else simple(spot)


def test_a_game_of_single_units_is_worth_its_wins_less_its_losses() -> None:
    rules, shoe = never_splits(rules_of("md-blackjack")), Composition.full(2)
    main = main_rules(rules)
    game = played(
        rules, shoe, decisions(main, shoe, lambda spot: np.full(len(main.starts), simple(spot)))
    )
    results = box_results(game)
    net = sum((each.hands_won - each.hands_lost) * chance for each, chance in results.items())
    naturals, worth = game.outcomes["blackjack"]
    assert game.value == pytest.approx(net + worth - naturals, abs=ROUNDING)
    assert worth == pytest.approx(1.5 * naturals)
    assert {each.hands_total for each in results} == {1}
    squares = sum(abs(each.hands_won - each.hands_lost) * chance for each, chance in results.items())
    expected = sqrt(squares + naturals * (1.5**2 - 1) - game.value**2)
    assert deviation(game) == pytest.approx(expected, abs=ROUNDING)


# Bad Beat.

Held = tuple[Card, ...]
Finals = dict[tuple[int, bool], Fraction]


def finals(rules: RuleSet, shoe: Composition, policy: Policy) -> Finals:
    """How often a final 20 meets a 21 of so many cards, dealt and drawn card by card."""
    game = main_rules(rules).game
    found: Finals = {}

    def dealer(held: Held, left: Held, chance: Fraction) -> None:
        if len(held) > 1 and not dealer_draws(game, held):
            end = DealerHand.of(held)
            if end.total == TWENTY_ONE:
                key = min(len(held), 7), end.blackjack
                found[key] = found.get(key, Fraction(0)) + chance
            return
        for each, more, rest in drawn(left):
            dealer((*held, each), rest, chance * more)

    def player(held: Held, shown: Held, left: Held, chance: Fraction) -> None:
        is_over = total(held) >= TWENTY_ONE or (game.dealer_checks and is_natural(shown))
        may = frozenset({ActionCode.HIT} if not is_over else ())
        if policy(ChartSpot(counted(held), counted(shown[:1]), may)) == ActionCode.HIT:
            for each, more, rest in drawn(left):
                player((*held, each), shown, rest, chance * more)
        elif total(held) == 20:
            dealer(shown, left, chance)

    def deal(dealt: Held, left: Held, chance: Fraction) -> None:
        if len(dealt) == 3 + game.has_hole_card:
            player(dealt[:2], dealt[2:], left, chance)
            return
        for each, more, rest in drawn(left):
            deal((*dealt, each), rest, chance * more)

    deal((), shoe.cards, Fraction(1))
    return found


def drawn(left: Held) -> Iterator[tuple[Card, Fraction, Held]]:
    for each, many in Counter(left).items():
        place = left.index(each)
        yield each, Fraction(many, len(left)), (*left[:place], *left[place + 1 :])


def stander(spot: ChartSpot) -> ActionCode:  # noqa: ARG001 - a policy
    return ActionCode.STAND


@pytest.mark.parametrize("policy", [stander, simple])
@pytest.mark.parametrize("variation", [None, "no_hole_card"])
def test_a_final_20_meets_21_as_often_as_it_is_dealt(variation: str | None, policy: Policy) -> None:
    rules = never_splits(rules_of("md-blackjack", variation))
    shoe = Composition.of(cards("Ac 2c 4d 5c 6d 9h Kc Kc Kc"))
    ends = player_ends(by(rules, shoe, policy))
    assert sum(ends.values()) == 1
    assert all(chance > -ROUNDING for chance in ends.values())
    counts = finals(rules, shoe, policy)
    at_21 = {
        (end.dealer.count, end.dealer.blackjack): chance
        for end, chance in ends.items()
        if end.final_total == 20 and end.dealer.total == TWENTY_ONE
    }
    assert set(counts) <= set(at_21)
    assert len(counts) > 2
    for key, chance in at_21.items():
        assert float(chance) == pytest.approx(float(counts.get(key, 0)), abs=ROUNDING), key
