"""Chains against the table: random rounds, dealt so that every answer comes up, to the same cent."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from automata.chain_rounds import (
    Setting,
    dealer_alone,
    paytables,
    play,
    possible,
    record_in,
    setting,
    shares,
    shoe_of,
)
from cutcard.automata.wagers.chains import LEFT_OUT
from cutcard.cards import cards
from cutcard.law import document as law_of, document_ids
from cutcard.money import Cents
from cutcard.wagers import decided_by
from later import one_in
from odds.asked import MA, MD

ROUNDS = 220
"""For a wager with its first paytable, at the most: fewer where every result has come up."""
FEWEST_ROUNDS = 50
FEWER_ROUNDS = 15
"""With each of the others."""
SOME_ROUNDS = 40
"""With each other value of an option of its own."""
DEALT_ROUNDS = 80
"""To see what is dealt for it."""
LONG = 5
"""So many times more where there is time."""

WAGERS = [
    (document, wager)
    for document in document_ids()
    for wager in law_of(document).wager_ids
    if wager != "main" and decided_by(law_of(document).wager(wager)) not in LEFT_OUT
]
SUITS_CHOSEN = ("h",)


def own_values() -> Iterator[tuple[str, str, str, object]]:
    """Every value, not the usual one, of every option that belongs to a wager with a chain."""
    for document, wager in WAGERS:
        for name, law in law_of(document).options.items():
            values = SUITS_CHOSEN if law.kind == "suit" else law.permitted
            if law.wager == wager and not law.is_fixed and name not in OF_DEVICES:
                yield from (
                    (document, wager, name, value)
                    for value in values
                    if value != law.default and (name, value) not in NOT_ALONE
                )


NOT_ALONE = (
    ("bad_beat_bonuses", "every_round"),  # no round ends without a draw of the system
    ("down_requires_up", True),  # it needs another wager on the box
)
OF_DEVICES = ("community_pay", "second_spin_table", "xtreme_stakes")
"""Options that say what a device pays, and for which stakes: no chain looks at them."""
TOGETHER = {("buster_completion", "require_hit_soft_17"): (("soft_17", "hit"),)}
"""Values that may stand only with another option's."""


def check_rounds(
    at: Setting, rounds: int, rng: random.Random, *, awaited: frozenset[int] | None = None
) -> set[int]:
    """Play rounds and hold the table's lines against the chain; the results that came up.

    Where results are awaited, it ends once all of them have come up, after a few rounds at least.
    """
    seen: set[int] = set()
    wager = at.chain.wager
    for number_of_round in range(rounds):
        if awaited is not None and number_of_round >= FEWEST_ROUNDS and awaited <= seen:
            break
        shoe = shoe_of(at, rng)
        played = play(at, shoe, rng)
        number = at.chain.fold.of(played.record)
        result = at.chain.results[number]
        assert played.device == result.device, (shoe, result)
        seen.add(number)
        lines = played.lines(wager)
        if played.device or (wager == "insurance" and not lines):
            continue
        told = (tuple(line.outcome for line in lines), sum(line.net for line in lines))
        assert told == (result.outcomes, result.net + shares(at, number)), (shoe, result, lines)
        handed = sum(line.returned - line.to_player for line in lines)
        assert handed == result.to_dealer, (shoe, result, lines)
    return seen


@pytest.mark.parametrize(("document", "wager"), one_in(8, WAGERS))
def test_a_chain_pays_what_the_table_pays(document: str, wager: str) -> None:
    first, *others = paytables(document, wager)
    rng = random.Random(f"{document} {wager}")
    at = setting(document, wager, *first)
    awaited = frozenset(possible(at))
    missed = awaited - check_rounds(at, ROUNDS, rng, awaited=awaited)
    assert not missed, [at.chain.results[number] for number in missed]
    for table in others:
        check_rounds(setting(document, wager, *table), FEWER_ROUNDS, rng)


@pytest.mark.long
@pytest.mark.parametrize(("document", "wager"), WAGERS)
def test_every_paytable_in_many_more_rounds(document: str, wager: str) -> None:
    for table in paytables(document, wager):
        at = setting(document, wager, *table)
        check_rounds(at, ROUNDS * LONG, random.Random(f"long {document} {wager} {table}"))


@pytest.mark.parametrize(("document", "wager", "option", "value"), one_in(8, list(own_values())))
def test_a_chain_goes_by_the_options_of_its_wager(
    document: str, wager: str, option: str, value: object
) -> None:
    more = TOGETHER.get((option, str(value)), ())
    at = setting(document, wager, options=((option, value), *more))
    check_rounds(at, SOME_ROUNDS, random.Random(f"{document} {wager} {option} {value}"))


@pytest.mark.long
def test_the_run_of_aces_may_go_on_with_the_first_hand_of_a_split() -> None:
    """MA-A63; the chain reads what fell on that hand, and the table pays the same."""
    goes_on = (("split_aces_progressive", "continue_on_first_hand"),)
    at = setting(MA, "progressive_blackjack", options=goes_on)
    assert {"split_third", "split_fourth"} <= {*at.chain.fold.reads}
    rng = random.Random("splits")
    paid: dict[int, int] = {}
    for _ in range(2 * ROUNDS):
        played = play(at, shoe_of(at, rng), rng)
        if played.round.boxes[0].was_split:
            number = at.chain.fold.of(played.record)
            net = sum(line.net for line in played.lines(at.chain.wager))
            assert net == at.chain.results[number].net + shares(at, number)
            paid[number] = paid.get(number, 0) + 1
    assert len(paid) > 3, paid


@pytest.mark.parametrize(("rounding", "net"), [("down", 1750), ("up", 2000), ("nearest", 2000)])
def test_a_chain_is_priced_in_the_table_s_chips(rounding: str, net: int) -> None:
    """7.50 at 2.5 to 1 is 18.75, which chips of 2.50 cannot pay."""
    chips = (("smallest_chip", "2.50"), ("rounding", rounding))
    at = setting(MA, "same_suit", "2", 6, options=chips, stake=Cents(750))
    check_rounds(at, SOME_ROUNDS, random.Random(rounding))
    assert net in [result.net for result in at.chain.results if result.outcomes == ("suited_match",)]


def test_a_chain_is_cut_to_the_payout_limit() -> None:
    limit = (("payout_limit", "20.00"), ("payout_limit_scope", "all"))
    at = setting(MD, "super_4", options=limit)
    check_rounds(at, ROUNDS, random.Random("limit"))
    shared = [share for result in at.chain.results for share in result.shares]
    assert {share.most for share in shared} == {2000}
    assert max(result.net for result in at.chain.results) == 2000 - at.asked.stake


def test_insurance_is_a_chain_too() -> None:
    at = setting(MD, "insurance", stake=Cents(500))
    assert check_rounds(at, ROUNDS, random.Random("insured")) == {0, 1}
    assert [result.net for result in at.chain.results] == [1000, -500]


def test_a_capped_row_is_cut_and_says_so() -> None:
    at = setting(MD, "lucky_ladies", settings=(("aggregate_cap", "25000.00"),), stake=Cents(5000))
    check_rounds(at, ROUNDS, random.Random("cap"))
    capped = [result for result in at.chain.results if result.shared_cap is not None]
    assert {result.shared_cap for result in capped} == {2_500_000}
    assert max(result.net for result in capped) == 2_500_000


def test_a_royal_flush_says_what_it_pays_to_the_others() -> None:
    at = setting(MA, "super_4_progressive", "8_decks", 8)
    shoe = cards("Kh 2c Ah Qh 3d Jh 4s 5s 6s 7s 8s 9s")
    played = play(at, tuple(shoe), random.Random(0), boxes=2)
    first, second = (at.chain.results[at.chain.fold.of(record_in(played.round, box))] for box in (1, 2))
    assert first.outcomes == ("royal_flush",)
    assert first.to_others > 0
    lines = played.lines(at.chain.wager, box=2)
    assert sum(line.net for line in lines) == second.net + first.to_others


DEALT = [
    (document, wager)
    for document, wager in WAGERS
    if wager != "insurance" and law_of(document).wager(wager).takes_stake
]


@pytest.mark.parametrize(("document", "wager"), one_in(8, DEALT))
def test_the_dealer_is_dealt_what_a_wager_demands(document: str, wager: str) -> None:
    """With the main wager lost, only what a side wager demands is dealt to the dealer."""
    at = setting(document, wager)
    rng = random.Random(f"dealt {document} {wager}")
    lost = 0
    for _ in range(DEALT_ROUNDS):
        played = play(at, shoe_of(at, rng), rng)
        asked = at.chain.demands.own_third
        if played.round.blackjack_found:
            offered = asked is not None and asked.of(played.record) == 1
            assert offered == bool(played.round.third_cards_asked)
        elif all(hand.busted for hand in played.round.boxes[0].hands()):
            dealt = (len(played.round.main_dealer), len(played.round.dealer[0]))
            assert dealt == dealer_alone(at, played), (played.round.dealer, played.left)
            lost += 1
    assert lost > 2
