"""When each wager is settled: a second reading of the documents against the law data.

`DUE` and `MAIN` were typed from the documents (and, where they order no moment, from the readings
taken). A wager in `UNORDERED` has no moment of its own and is settled with the main wager, at the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations_with_replacement

import pytest

from cutcard.law import document
from cutcard.law.citations import holds, provisions
from cutcard.law.model import MOMENTS, WagerLaw
from cutcard.money import NOTHING, cents
from cutcard.wagers import CLASSIFIERS, classifier
from cutcard.wagers.view import Sees, View
from law.texts import ISSUED
from wagers.views import look

DUE = """
ma-blackjack insurance                      check       check       §9(d); MA-A56
ma-blackjack over_13                        first_cards first_cards §17(d); §17(e)
ma-blackjack under_13                       first_cards first_cards §17(d); §17(e)
ma-blackjack same_suit                      first_cards first_cards §17(d); §17(e)
ma-blackjack sevens                         first_cards first_cards §17(d); §17(e)
ma-blackjack progressive_blackjack          end         end         §19(h)
ma-blackjack must_hit                       end         end         §19(m)
ma-blackjack blackjack_bonus                first_cards end         §20(f)
ma-blackjack streak_2                       end         end         §22(c)
ma-blackjack streak_3                       end         end         §22(c)
ma-blackjack streak_4                       end         end         §22(c)
ma-blackjack streak_5                       end         end         §22(c)
ma-blackjack match_the_dealer               first_cards first_cards §23(e)
ma-blackjack twenty_point_bonus             first_cards first_cards §24(d)
ma-blackjack optional_bonus                 third_card  third_card  §25(e)
ma-blackjack in_between                     first_cards first_cards §26(e)
ma-blackjack buster_blackjack               end         end         §27(f)(3)
ma-blackjack twenty_one_plus_three          first_cards first_cards §28(e)
ma-blackjack kings_bounty                   first_cards first_cards §29(f)
ma-blackjack trilux_bonus                   first_cards first_cards §30(c); MA-A83
ma-blackjack trilux_super_3                 first_cards first_cards §30(c); MA-A83
ma-blackjack lucky_george                   first_cards first_cards §30(c); MA-A83
ma-blackjack blazing_7s                     first_cards first_cards §31(j)
md-blackjack insurance                      check       check       Ch.8 §D
md-blackjack royal_match_21                 end         end         MD-A38
md-blackjack lucky_aces                     end         end         MD-A48
md-players-edge-21 insurance                check       check       Ch.7 §G(3); Ch.8 §F
md-players-edge-21 match_up                 first_cards first_cards Ch.7 §F(1)
md-players-edge-21 match_down               end         end         Ch.7 §G(3); Ch.7 §O; PE-A29
md-players-edge-21 monster_match_progressive end        end         Ch.7 §G(3); Ch.7 §O(1)
players-edge-21-brochure insurance          check       check       BR-A01
players-edge-21-brochure match_up           first_cards first_cards BR-A01
players-edge-21-brochure match_down         end         end         BR-A01
players-edge-21-brochure monster_match_progressive end  end         BR-A01
md-pontoon-21 insurance                     check       check       Ch.7 §G(3); Ch.8 §F
md-pontoon-21 match_super_bonus             first_cards first_cards Ch.7 §F
md-pontoon-21 bonus_spin_progressive        end         turn        Ch.12 §D(7); PO-A15
md-pontoon-21 bonus_spin_xtreme_progressive end         end         Ch.12 §E(4); PO-A15
"""

UNORDERED = {
    "ma-blackjack": {
        "§27(f)(3); §27(h)": "buster_free_bonus",
        "MA-A65": "super_4_progressive",
        "§3(e)": "main",
    },
    "md-blackjack": {
        "MD-A84": """
            lucky_ladies match_the_dealer in_between bet_the_set_21 kings_bounty super_match bad_beat
            three_card_poker hit_and_run house_money lucky_lucky super_4 must_hit upcard_luck_21
            buster_blackjack buster_blackjack_free_bonus bonus_spin blazing_7s
            twenty_one_plus_3_progressive top_3 trilux_bonus lucky_ladies_progressive match_super_bonus
            trilux_super_3 poker_3 nineteen_plus kk qq jj pair match a_2 sevens
        """,
        "MD-A03": "main",
    },
    "md-players-edge-21": {"Ch.7 §S": "main super_bonus envy_bonus"},
    "players-edge-21-brochure": {"BR-A01": "main super_bonus envy_bonus"},
    "md-pontoon-21": {"Ch.7 §R": "main super_bonus envy_bonus"},
}

COLLECTED = {"blackjack_bonus": "§20(e)(1)"}
"""What Massachusetts collects by another provision than it pays."""
HELD_UNTIL = {
    "sevens": ("election", "§17(e); MA-A30"),
    "twenty_point_bonus": ("check", "§24(e)"),
    "kings_bounty": ("end", "§29(g)"),
}
"""When Massachusetts settles what the first cards leave open, and by which provision."""

MAIN = """
settle_bust             ma-blackjack             at_once      MA-A52
settle_bust             md-blackjack             at_once      MD-A03
settle_bust             md-players-edge-21       end          Ch.7 §S
settle_bust             md-pontoon-21            end          Ch.7 §R
settle_surrender        ma-blackjack             at_once      §8(a)(1)
settle_surrender        md-blackjack             at_once      Ch.9 §C(1)
settle_surrender        md-players-edge-21       at_once      Ch.9 §C(1)
settle_surrender        md-pontoon-21            at_once      Ch.9 §C(1)
settle_held_surrender   ma-blackjack             check        §8(a)(2)
settle_held_surrender   md-blackjack             second_card  Ch.9 §C(2)
settle_held_surrender   md-players-edge-21       second_card  Ch.9 §C(2)
settle_held_surrender   md-pontoon-21            second_card  Ch.9 §C(2)
settle_even_money       ma-blackjack             at_once      §7(c)
settle_even_money       md-blackjack             at_once      Ch.8 §E(2)
settle_rescue           md-players-edge-21       at_once      Ch.10 §H
settle_rescue           md-pontoon-21            at_once      Ch.10 §H
settle_blackjack_v_low  ma-blackjack             before_turns §7(a)
settle_blackjack_v_low  md-blackjack             end          MD-A03
settle_blackjack_v_low  md-players-edge-21       in_turn      Ch.7 §H(1)(a)
settle_blackjack_v_low  md-pontoon-21            in_turn      Ch.7 §H(1)(a)
settle_blackjack_v_high ma-blackjack             second_card  §7(b)
settle_blackjack_v_high md-blackjack             end          MD-A03
settle_blackjack_v_high md-players-edge-21       in_turn      Ch.7 §H(1)(b)
settle_blackjack_v_high md-pontoon-21            end          Ch.7 §H(1)(b)
settle_dead_hand        ma-blackjack             at_once      §15(j)
settle_dead_hand        md-blackjack             at_once      Ch.14 §J(2)
settle_dead_hand        md-players-edge-21       at_once      Ch.13 §O(2)
settle_dead_hand        md-pontoon-21            at_once      Ch.13 §O(2)
"""
"""What becomes of a hand, the document, when its main wager is settled by default, and the provision."""

CONFIRMED = {
    ("ma-blackjack", "progressive_blackjack"): ("supervisor", NOTHING, "§19(g)(3)"),
    ("ma-blackjack", "blackjack_bonus"): ("supervisor", cents("100.00"), "§20(g)(4)"),
    ("ma-blackjack", "twenty_point_bonus"): ("floorperson", NOTHING, "§24(e)"),
    ("ma-blackjack", "blazing_7s"): ("supervisor", NOTHING, "§31(l)"),
    ("md-players-edge-21", "monster_match_progressive"): ("floorperson", NOTHING, "Ch.7 §O(1)(c)"),
    ("players-edge-21-brochure", "monster_match_progressive"): ("floorperson", NOTHING, "BR-A01"),
}
"""Who validates a win, from which amount on, and by which provision."""

Box = tuple[str, str, str]
"""The player's first two cards and the up card."""


def _is_high(up: str) -> bool:
    return up[0] in "ATJQK"


HELD_BACK: dict[tuple[str, str], Callable[[Box], bool]] = {
    ("ma-blackjack", "twenty_point_bonus"): lambda box: box[:2] == ("Qh", "Qh") and _is_high(box[2]),
    ("ma-blackjack", "kings_bounty"): lambda box: box[:2] == ("Ks", "Ks") and _is_high(box[2]),
    ("ma-blackjack", "sevens"): lambda box: box[0][0] == box[1][0] == "7",
}
"""§24(e), §29(g), §17(e): the only boxes due with the first cards that a later card can change."""


def due() -> dict[tuple[str, str], tuple[str, str, str]]:
    found = {}
    for line in DUE.strip().splitlines():
        name, wager, collected, paid, cite = line.split(maxsplit=4)
        found[name, wager] = (collected, paid, cite)
    for name, by_cite in UNORDERED.items():
        for cite, wagers in by_cite.items():
            found |= {(name, wager): ("end", "end", cite) for wager in wagers.split()}
    return found


def side_wagers(name: str) -> Iterator[tuple[str, WagerLaw]]:
    law = document(name)
    yield from ((wager, law.wager(wager)) for wager in law.wager_ids if wager != "main")


def due_at(moment: str) -> list[tuple[str, str]]:
    """Wagers that lose or win something by that moment."""
    return [
        (name, wager)
        for name in ISSUED
        for wager, law in side_wagers(name)
        if moment in (law.settled.collected, law.settled.paid)
    ]


@pytest.mark.parametrize("name", ISSUED)
def test_the_data_has_the_moments_of_the_document(name: str) -> None:
    law = document(name)
    settled = {wager: law.wager(wager).settled for wager in law.wager_ids}
    ours = {(name, wager): (of.collected, of.paid, of.cite) for wager, of in settled.items()}
    assert ours == {key: value for key, value in due().items() if key[0] == name}
    held = {wager: (of.held_until, of.held_cite) for wager, of in settled.items() if of.held_until}
    assert held == (HELD_UNTIL if name == "ma-blackjack" else {})
    apart = {wager: of.cite_at(of.collected) for wager, of in settled.items() if of.collected_cite}
    assert apart == (COLLECTED if name == "ma-blackjack" else {})


@pytest.mark.parametrize("line", MAIN.strip().splitlines())
def test_the_data_has_the_moments_of_the_main_wager(line: str) -> None:
    name, law, moment, cite = line.split(maxsplit=3)
    option = document(law).options[name]
    assert (option.default, option.cite) == (moment, cite)


def test_who_confirms_a_win_before_it_is_paid() -> None:
    ours = {
        (name, wager): (
            law.settled.confirmed_by,
            law.settled.confirmed_from,
            law.settled.validation_cite,
        )
        for name in ISSUED
        for wager, law in side_wagers(name)
        if law.settled.confirmed_by
    }
    assert ours == CONFIRMED


@pytest.mark.parametrize("name", ISSUED)
def test_nobody_is_paid_before_the_losers_are_collected(name: str) -> None:
    for wager, law in side_wagers(name):
        collected, paid = (MOMENTS.index(each) for each in (law.settled.collected, law.settled.paid))
        assert collected <= paid or law.settled.paid == "turn", wager  # a spin is the player's own


FUTURES = ("", "Ah", "Kh", "Qh", "2s", "2s 7h", "2s 7s", "2s 2h")
"""The dealer's second card, and a card that the player draws."""
DECK = [rank + suit for rank in "A23456789TJQK" for suit in "hs"]


def seen(box: Box, future: str) -> View:
    second, _, drawn = future.partition(" ")
    return look(f"{box[0]} {box[1]}", f"{box[2]} {second}", drawn=drawn)


@cache
def boxes() -> dict[Box, tuple[View, ...]]:
    """Every box of the small deck with the views that later cards can make of it."""
    return {
        (one, two, up): tuple(seen((one, two, up), future) for future in FUTURES)
        for one, two in combinations_with_replacement(DECK, 2)
        for up in DECK[::2]
    }


def priced(law: WagerLaw, views: Iterable[View]) -> list[tuple[str, ...]]:
    """By view, the outcomes that some paytable of the wager pays."""
    eyes = classifier(law.classifier)
    rows = {row.outcome for table in law.paytables for row in table.rows}
    if not eyes.checks_paytables:
        rows.update(eyes.outcomes)
    return [tuple(each for each in eyes.classify(view) if each in rows) for view in views]


def is_open(law: WagerLaw, views: Iterable[View]) -> bool:
    """Whether a later card can still change what the wager comes to."""
    return len(set(priced(law, views))) > 1


@pytest.mark.parametrize(("name", "wager"), due_at("first_cards"))
def test_the_first_cards_decide_every_box_but_those_held_back(name: str, wager: str) -> None:
    law, is_held = document(name).wager(wager), HELD_BACK.get((name, wager))
    undecided = {box for box, views in boxes().items() if is_open(law, views)}
    assert undecided == {box for box in boxes() if is_held is not None and is_held(box)}


def test_every_held_back_wager_is_due_with_the_first_cards() -> None:
    assert set(HELD_BACK) <= set(due_at("first_cards"))


@pytest.mark.parametrize("wager", ["royal_match_21", "lucky_aces"])
def test_a_wager_on_the_hole_card_would_be_found_open(wager: str) -> None:
    law = document("md-blackjack").wager(wager)
    assert is_open(law, boxes()["Qh", "Kh", "Kh"])


@pytest.mark.parametrize(("name", "wager"), due_at("check"))
def test_the_check_decides_what_is_due_after_it(name: str, wager: str) -> None:
    """No blackjack loses whatever the hole card is; a blackjack is shown, so its suit is known."""
    law = document(name).wager(wager)
    for up in DECK:
        for second in DECK:
            is_blackjack = "A" in (up[0], second[0]) and any(card[0] in "TJQK" for card in (up, second))
            (won,) = priced(law, [seen(("9h", "8s", up), second)])
            assert bool(won) == (is_blackjack and up[0] == "A")


def test_only_insurance_is_due_after_the_check() -> None:
    assert {wager for _, wager in due_at("check")} == {"insurance"}


@pytest.mark.parametrize(("name", "wager"), due_at("first_cards"))
def test_no_wager_on_the_dealers_further_cards_is_due_with_the_first(name: str, wager: str) -> None:
    sees = CLASSIFIERS[document(name).wager(wager).classifier].sees
    assert sees <= Sees.SECOND_CARD
    if sees is Sees.SECOND_CARD and (name, wager) not in HELD_BACK:
        assert wager == "same_suit"  # no row for the dealer's royal match: nothing to wait for


PROVISION = re.compile(r"(Ch\.\d+ §[A-Z]|§\d+)(\((\d+|[a-z]+)\))*")
READING = re.compile(r"(MA|MD|PE|BR|PO)-A\d\d")


@pytest.mark.parametrize("name", ISSUED)
def test_every_citation_names_a_provision_that_the_requirements_know(name: str) -> None:
    law = document(name)
    known = [each for r in law.requirements.values() for each in provisions(r.cite)]
    for wager, of in side_wagers(name):
        settled = of.settled
        cites = (settled.cite, settled.collected_cite, settled.held_cite, settled.confirmed_cite)
        for part in "; ".join(filter(None, cites)).split("; "):
            if READING.fullmatch(part):
                assert part in law.readings, f"{wager}: {part}"
            else:
                assert PROVISION.fullmatch(part), f"{wager}: {part!r}"
                assert any(holds(each, part) or holds(part, each) for each in known), f"{wager}: {part}"
