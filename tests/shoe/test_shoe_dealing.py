"""Cards off the shoe and back: take, peek, discard, remove, scan, and the shoe of a scripted round."""

from __future__ import annotations

import timeit
from collections import Counter
from time import process_time
from typing import Any

import pytest

from cutcard.cards import card, cards
from cutcard.law import document, document_ids
from cutcard.law.refusal import Code, Refused
from cutcard.law.ruleset.resolution import resolve
from cutcard.shoe import (
    Act,
    By,
    Chore,
    Due,
    Role,
    ShoeLaw,
    TablePeople,
    automatic,
    cards_left,
    check_scan,
    cover_is_next,
    decide,
    discard,
    due,
    events as e,
    evolve,
    is_empty,
    is_mid_round,
    new_shoe,
    opening_draw,
    optional,
    peek,
    ready_shoe,
    refill_due,
    remove,
    take,
)
from shoe.setups import PEOPLE, TABLES, Room, census, law_of, maryland, massachusetts, room


def table_id(table: tuple[str, str | None, dict[str, Any]]) -> str:
    return "-".join([table[0], table[1] or "", *(str(each) for each in table[2].values())])


def test_cards_come_in_the_order_of_the_cut_stack() -> None:
    table = maryland(decks=1).ready()
    order = table.of(e.CardsShuffled)[-1].order
    cut = table.of(e.CardsCut)[-1].position
    stack = order[cut:] + order[:cut]
    assert table.deal(5) == list(stack[1:6])  # the first is burned
    assert cards_left(table.shoe) == 52 - 6
    assert census(table.shoe) == Counter(table.law.pack)


def test_a_shoe_is_a_value() -> None:
    table = maryland().ready()
    before = table.shoe
    first = take(before, peek(before))
    assert first != before
    assert first == take(before, peek(before))
    assert before.side.at == 1


def test_a_card_torn_up_leaves_the_batch_for_good() -> None:
    table = maryland(decks=1).ready()
    (torn,) = table.deal(1)
    table.shoe = remove(table.shoe, torn)
    assert not is_mid_round(table.shoe)
    assert census(table.shoe) == Counter(table.law.pack)
    table.to_the_cover()
    table.ready()
    assert table.of(e.ShoeEnded)[-1].counted == 51
    assert torn not in table.of(e.CardsShuffled)[-1].order
    assert census(table.shoe) == Counter(table.law.pack)


def test_ch13_c_a_ten_in_a_physical_48_card_shoe_was_one_too_many() -> None:
    table = room("md-pontoon-21", virtual=False).ready()
    left = cards_left(table.shoe)
    table.shoe = remove(take(table.shoe, card("Th")), card("Th"))
    assert cards_left(table.shoe) == left
    table.fold(e.CoverSeen(0))
    table.round(3)
    table.until(Chore.END_SHOE)
    table.act(Chore.END_SHOE, counted=288)


def test_a_double_shoe_tears_up_a_card_of_either_side() -> None:
    table = maryland(shoe="double").ready()
    (dealt,) = table.deal(1)
    side = table.shoe.using
    table.shoe = table.shoe._replace(using=1 - side)
    table.shoe = remove(table.shoe, dealt)
    assert table.shoe.batch(side + 1).removed == (dealt,)


def test_discarding_a_card_that_is_not_there_is_a_bug() -> None:
    table = maryland().ready()
    table.deal(2)
    with pytest.raises(ValueError, match="not in list"):
        discard(table.shoe, (table.shoe.rack[0],) * 2 + table.shoe.side.out[:1])


def test_nothing_to_discard_changes_nothing() -> None:
    table = maryland().ready()
    assert discard(table.shoe, ()) is table.shoe


def test_a_scan_is_of_a_card_the_shoe_can_hold() -> None:
    table = room("md-pontoon-21", virtual=False).ready()
    check_scan(table.shoe, card("As"))
    with pytest.raises(Refused) as refused:
        check_scan(table.shoe, card("Th"))
    assert (refused.value.refusal.code, refused.value.refusal.cite) == (
        Code.CARD_NOT_IN_DECK,
        "Ch.3 §B",
    )
    for _ in range(6):
        table.shoe = take(table.shoe, card("As"))
    with pytest.raises(Refused) as refused:
        check_scan(table.shoe, card("As"))
    assert refused.value.refusal.code is Code.TOO_MANY_OF_A_CARD


# The shoe of a scripted round.


@pytest.mark.parametrize("of", TABLES, ids=table_id)
def test_a_ready_shoe_is_always_ready(of: tuple[str, str | None, dict[str, Any]]) -> None:
    shoe = ready_shoe(law_of(of[0], of[1], **of[2]))
    people = TablePeople()
    assert due(shoe, people, 10**9) is None
    assert opening_draw(shoe) is None
    assert optional(shoe, people) == ()
    for text in ["As"] * 9 + ["Kd", "2c"]:
        assert not is_empty(shoe)
        assert not cover_is_next(shoe)
        check_scan(shoe, card(text))
        shoe = take(shoe, card(text))
    assert due(shoe, people) is None
    shoe = remove(shoe, card("Kd"))
    shoe = discard(shoe, cards("2c As As"))
    assert shoe.rack == cards("2c As As")
    shoe = evolve(shoe, e.CoverSeen(1))
    shoe = evolve(shoe, e.DealerTookOver("Eve"))
    assert due(shoe, people) is None


def test_a_ready_shoe_still_knows_which_cards_a_deck_has() -> None:
    shoe = ready_shoe(law_of("md-pontoon-21"))
    with pytest.raises(Refused):
        check_scan(shoe, card("Th"))


@pytest.mark.parametrize("chore", Chore)
def test_the_cards_of_a_ready_shoe_are_not_handled(chore: Chore) -> None:
    for role in Role:
        with pytest.raises(Refused) as refused:
            decide(ready_shoe(law_of("md-blackjack")), PEOPLE, Act(chore, By(role, "Ann")))
        assert refused.value.refusal.code is Code.NOT_DUE


def test_a_ready_shoe_may_have_its_cards_in_an_order() -> None:
    shoe = ready_shoe(law_of("md-blackjack"), cards("As Kd"))
    assert shoe.virtual
    for text in ("As", "Kd"):
        assert peek(shoe) is card(text)
        shoe = take(shoe, peek(shoe))
    assert is_empty(shoe)
    assert due(shoe, PEOPLE) is None
    assert refill_due(shoe, PEOPLE) is None


# Chores done by the table itself.


@pytest.mark.parametrize("virtual", [True, False])
@pytest.mark.parametrize("of", TABLES, ids=table_id)
def test_an_automatic_dealer_needs_only_shuffles_and_scans_from_outside(
    of: tuple[str, str | None, dict[str, Any]], virtual: bool
) -> None:
    table = Room(law_of(of[0], of[1], **of[2]), virtual=virtual)
    for _ in range(20):
        while (wanted := table.due) is not None:
            act = automatic(table.shoe, table.people, wanted)
            outside = {Chore.SHUFFLE} if virtual else {Chore.BURN}
            assert (act is None) == (wanted.chore in outside), wanted
            table.step(wanted)
        table.deal(14)
        table.collect()
    table.ready()
    if virtual:
        assert census(table.shoe) == Counter(table.law.pack * table.law.batches)


def test_an_automatic_dealer_cannot_look_the_cards_over_for_a_player() -> None:
    table = maryland()
    table.people = TablePeople()
    wanted = table.until(Chore.VIEW_CARDS)
    assert automatic(table.shoe, table.people, wanted) is None


def test_an_automatic_dealer_draws_from_the_fuller_side() -> None:
    table = maryland(shoe="double").ready()
    wanted = opening_draw(table.shoe)
    assert wanted is not None
    act = automatic(table.shoe, table.people, wanted)
    assert act is not None
    assert act.side == "left"
    left, right = table.shoe.sides
    for gone, side in (((9, 0), "right"), ((9, 9), "left"), ((9, 20), "left"), ((20, 9), "right")):
        sides = (left._replace(at=gone[0]), right._replace(at=gone[1]))
        act = automatic(table.shoe._replace(sides=sides), table.people, wanted)
        assert act is not None
        assert act.side == side
    assert automatic(new_shoe(table.law, virtual=False), table.people, wanted) is None


def test_an_automatic_supervisor_acts_where_no_floorperson_may() -> None:
    table = maryland()
    wanted = Due(Chore.ORDER_RECUT, frozenset({Role.SUPERVISOR}))
    act = automatic(table.shoe, table.people, wanted)
    assert act == Act(Chore.ORDER_RECUT, By(Role.SUPERVISOR))


# What the room says about itself.


@pytest.mark.parametrize("of", TABLES, ids=table_id)
def test_every_citation_is_there(of: tuple[str, str | None, dict[str, Any]]) -> None:
    table = Room(law_of(of[0], of[1], **of[2]))
    for _ in range(12):
        while (wanted := table.due) is not None:
            assert wanted.cite, wanted
            for each in optional(table.shoe, table.people):
                assert each.cite, each
            table.step(wanted)
        table.deal(14)
        table.collect()


def test_a_chore_that_is_not_due_is_refused_with_a_provision() -> None:
    for table in (maryland().ready(), massachusetts().ready(), room("md-pontoon-21").ready()):
        for chore in Chore:
            with pytest.raises(Refused) as refused:
                decide(table.shoe, PEOPLE, Act(chore, By(Role.DEVICE)))
            assert refused.value.refusal.cite, chore


def test_a_law_without_the_option_asked_for_has_no_citation() -> None:
    assert maryland().law.cite("no_such_option") == ""
    assert maryland().law.cite("no_such_option", "decks") == "Ch.3 §A"


def test_what_does_not_concern_the_cards_changes_nothing() -> None:
    shoe = maryland().shoe
    assert evolve(shoe, object()) is shoe
    assert evolve(shoe, e.ShoeRevealed("c", (), "s")) is shoe


def test_who_acts_in_words() -> None:
    assert str(By(Role.DEALER)) == "dealer"
    assert str(By(Role.PLAYER, "Ann")) == "player Ann"
    assert PEOPLE.has("Ann")
    assert not PEOPLE.has("Zoe")


@pytest.mark.parametrize("name", ["md-blackjack", "ma-blackjack"])
def test_a_law_is_read_from_any_rule_set(name: str) -> None:
    rules, _ = resolve(document(name))
    assert rules is not None
    law = ShoeLaw.of(rules)
    assert law == ShoeLaw.of(rules)
    assert len(law.pack) == 312
    assert law.batches == 1


def test_dealing_a_card_costs_microseconds() -> None:
    """A loose bound: a copy of the stack for every card would be a hundred times over it."""
    table = maryland(decks=8).ready()
    shoe = table.shoe
    first = peek(shoe)
    count = 2_000
    spent = min(timeit.repeat(lambda: take(shoe, first), timer=process_time, number=count, repeat=3))
    assert spent / count < 20e-6


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("cut_from_ends", "one_card"),
        ("cover_from_back", "1/10"),
        ("burn_per_shoe", False),
        ("card_age_hours", 48),
        ("recut_by", "dealer"),
    ],
)
@pytest.mark.parametrize("name", document_ids())
def test_an_operator_cannot_change_what_a_document_fixes(name: str, option: str, value: object) -> None:
    law = document(name).options[option]
    assert law.is_fixed
    rules, findings = resolve(document(name), options={option: value})
    assert rules is not None
    assert rules.option(option) == law.default
    assert [(each.code, each.cite) for each in findings if each.severity == "violation"] == [
        (Code.OPTION_NOT_PERMITTED, law.cite)
    ]


def test_what_the_documents_fix_about_the_cards() -> None:
    """The few points in which they differ, at a glance."""
    laws = {
        "md": law_of("md-blackjack"),
        "hand": law_of("md-blackjack", "hand_dealt"),
        "ma": law_of("ma-blackjack"),
        "6:5": law_of("ma-blackjack", "six_to_five"),
        "pe": law_of("md-players-edge-21"),
        "po": law_of("md-pontoon-21"),
        "br": law_of("players-edge-21-brochure"),
    }
    found = {
        name: (
            law.cut_from_ends,
            law.cover_from_back,
            law.cut_refused_rotates,
            law.recut_by,
            law.card_age_hours,
            law.burn_excused_by,
        )
        for name, law in laws.items()
    }
    maryland_21 = ("10_cards", "1/4", "counterclockwise", "floorperson", 24, "nobody")
    assert found == {
        "md": ("10_cards", "1/4", "counterclockwise", "floorperson", 24, "floorperson"),
        "hand": ("10_cards", "1/4", "counterclockwise", "floorperson", 4, "floorperson"),
        "ma": ("one_deck", "1/4", "clockwise", "supervisor", 0, "nobody"),
        "6:5": ("one_deck", "1/3", "clockwise", "supervisor", 0, "nobody"),
        "pe": maryland_21,
        "po": maryland_21,
        "br": maryland_21,
    }
