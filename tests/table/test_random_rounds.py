"""Random shoes and random legal play, every document and variation: a live round and its script.

Whatever is dealt and decided at a live table comes to the same lines when it is written down and given
to `settle`.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from cutcard.cards import deck
from cutcard.law import documents
from cutcard.law.refusal import Refusal
from cutcard.shoe import By, Role
from cutcard.table import Table, as_json, commands, fold, game_of, settle, step
from cutcard.table.events import BetPlaced
from cutcard.table.play.bets import main_wagers
from cutcard.table.play.decide import legal
from cutcard.table.round import AwaitsDecision
from cutcard.table.round_steps import awaits_in
from cutcard.table.script.request import parse_request
from cutcard.table.script.scripted_round import in_answer_order, in_play, rule_set
from cutcard.table.table import scripted_table

TABLES = [(law.id, variation) for law in documents() for variation in (None, *law.variations)]


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


def after(table: Table, command: commands.Command) -> Table:
    outcome = step(table, command)
    assert not isinstance(outcome, Refusal), outcome
    return outcome[0]


def play(table: Table, data: st.DataObject) -> tuple[Table, list[dict[str, object]]]:
    """Random legal decisions to the end of the round, and as a script writes them."""
    written: list[dict[str, object]] = []
    while (awaited := awaits_in(in_play(table))) is not None:
        assert isinstance(awaited, AwaitsDecision)
        box = data.draw(st.sampled_from(sorted(awaited.offers)))
        held = in_play(table).box(box)
        assert held is not None
        player = By(Role.PLAYER, held.bet.player)
        may = [None, *legal(table, box)] if awaited.is_offer else list(legal(table, box))
        kind = data.draw(st.sampled_from(may))
        if kind is None:
            table = after(table, commands.Decline(player, box))
            continue
        table = after(table, commands.Decide(player, box, kind, hand=awaited.hand))
        written.append({"box": box, "do": str(kind), "hand": awaited.hand})
    return table, written


def one_round(name: str, variation: str | None, data: st.DataObject) -> None:
    request: dict[str, Any] = {"document": name, "variation": variation, "boxes": []}
    rules = rule_set(parse_request(request | {"boxes": [{"box": 1, "stakes": {"main": "10"}}]}))
    game = game_of(rules)
    count = data.draw(st.integers(1, 3))
    stakes = dict.fromkeys(main_wagers(game), "10")
    request["boxes"] = [{"box": n, "stakes": stakes} for n in range(1, count + 1)]
    shoe = list(deck(game.deck_cards) * 2)
    data.draw(st.randoms(use_true_random=False)).shuffle(shoe)
    bets = parse_request(request).bets
    table = fold(scripted_table(rules, game, tuple(shoe)), (BetPlaced(bet) for bet in bets))
    table = after(table, commands.StartRound(By(Role.DEALER)))
    table, decisions = play(table, data)
    live = in_play(table)
    request |= {
        "cards": [card.text for card in shoe[: table.shoe.side.at]],
        "decisions": [{k: v for k, v in each.items() if v is not None} for each in decisions],
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
    assert answer.round.dealer == live.dealer
    if answer.round.boxes == live.boxes:
        assert answer.lines == in_answer_order(live)
    for line in answer.lines:
        assert line.cite
        assert line.returned >= 0
        assert line.stake >= 0
    staked = sum(sum(hand.stakes) for box in answer.round.boxes for hand in box.hands())
    main = [line for line in answer.lines if line.wager.startswith("main")]
    assert sum(line.stake for line in main) == staked
    net: Any = as_json(answer)["net"]
    assert sum(int(n.replace(".", "")) for n in net.values()) == sum(line.net for line in answer.lines)
    assert all(isinstance(line.returned, int) for line in answer.lines)
