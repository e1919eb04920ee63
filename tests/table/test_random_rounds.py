"""Random shoes and random legal play, every document and variation: what must hold in any round."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.cards import Card, deck
from cutcard.law.loader import DOCUMENTS, document
from cutcard.law.refusal import Refusal
from cutcard.rules.actions import Action, Position, legal_actions
from cutcard.table import AwaitsCard, Decision, as_json, new_round, play, settle
from cutcard.table.bets import main_wagers
from cutcard.table.request import parse_request
from cutcard.table.round import AwaitsDecision, Round
from cutcard.table.script import game_of, rule_set

TABLES = [(name, variation) for name in DOCUMENTS for variation in (None, *document(name).variations)]


def awaited_hand(r: Round, box: int) -> Position:
    seat = r.seat(box)
    assert seat is not None
    for group in seat.groups:
        for hand in group:
            if not hand.is_over and not hand.is_blackjack and len(hand.cards) > 1:
                return Position(hand, r.up, len(group), acted=seat.acted)
    raise AssertionError(box)


def choose(data: st.DataObject, r: Round, awaits: AwaitsDecision) -> Decision | None:
    box = data.draw(st.sampled_from(sorted(awaits.offers)))
    if awaits.is_offer:
        kinds = [None, *awaits.offers[box]]
        kind = data.draw(st.sampled_from(kinds))
        return None if kind is None else Decision(box, kind)
    kinds_legal = [a for a in legal_actions(r.game, awaited_hand(r, box)) if a is not Action.RESCUE]
    return Decision(box, data.draw(st.sampled_from(kinds_legal)))


@pytest.mark.parametrize(("name", "variation"), TABLES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_round(name: str, variation: str | None, data: st.DataObject) -> None:
    one_round(name, variation, data)


@pytest.mark.long
@pytest.mark.parametrize(("name", "variation"), TABLES)
@settings(max_examples=3000, deadline=None)
@given(data=st.data())
def test_many_rounds(name: str, variation: str | None, data: st.DataObject) -> None:
    one_round(name, variation, data)


def one_round(name: str, variation: str | None, data: st.DataObject) -> None:
    request: dict[str, Any] = {"document": name, "variation": variation, "boxes": []}
    rules = rule_set(parse_request(request | {"boxes": [{"box": 1, "stakes": {"main": "10"}}]}))
    game = game_of(rules)
    count = data.draw(st.integers(1, 3))
    stakes = dict.fromkeys(main_wagers(game), "10")
    request["boxes"] = [{"box": n, "stakes": stakes} for n in range(1, count + 1)]
    shoe = list(deck(game.deck_cards) * 2)
    data.draw(st.randoms(use_true_random=False)).shuffle(shoe)
    r = new_round(rules, game, parse_request(request).bets)
    steps = play(r)
    dealt: list[Card] = []
    decisions: list[dict[str, object]] = []
    try:
        awaits = next(steps)
        while True:
            if isinstance(awaits, AwaitsCard):
                dealt.append(shoe[len(dealt)])
                awaits = steps.send(dealt[-1])
            else:
                decision = choose(data, r, awaits)
                if decision is not None:
                    decisions.append({"box": decision.box, "do": str(decision.do)})
                awaits = steps.send(decision)
    except StopIteration:
        pass
    request |= {
        "cards": [c.text for c in dealt],
        "decisions": decisions,
        "options": {"decks": game.decks},
    }
    answer = settle(request)
    if isinstance(answer, Refusal):
        # A declined offer cannot be written down when the box's next decision is of the same kind.
        assert answer.code in (
            "too_many_cards",
            "too_few_cards",
            "no_decision",
            "out_of_turn",
            "too_many_of_a_card",
        )
        return
    assert answer.round.up is r.up
    for line in answer.lines:
        assert line.cite
        assert line.returned >= 0
        assert line.stake >= 0
    staked = sum(sum(hand.stakes) for seat in answer.round.seats for hand in seat.hands())
    main = [line for line in answer.lines if line.wager.startswith("main")]
    assert sum(line.stake for line in main) == staked
    net: Any = as_json(answer)["net"]
    assert sum(int(n.replace(".", "")) for n in net.values()) == sum(line.net for line in answer.lines)
    assert all(isinstance(line.returned, int) for line in answer.lines)
