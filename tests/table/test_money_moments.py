"""Every line of random rounds, with mishaps, at the moment at which its document has it taken or paid.

The law data says when (`[settled]` of a wager, the options `settle_...` of the main one); what that
means at a table is worked out here from the state before the settlement, and not by the engine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from cutcard.law import document, documents
from cutcard.rules import Hand, Line, is_natural, is_soft, may_be_blackjack, total
from cutcard.table import Settings, Table, evolve
from cutcard.table.events import CardDealt, CardPlaced, Decided, Settled
from cutcard.table.round import Box, Round, double_is_down
from cutcard.table.shared_boxes import people
from table.driver import play_rounds, random_wagers

TABLES = [(law.id, variation) for law in documents() for variation in (None, *law.variations)]
END = ("end", "before_button")
KINDS = {
    "dead_hand": "settle_dead_hand",
    "surrender": "settle_surrender",
    "surrender_after_check": "settle_held_surrender",
    "surrender_to_blackjack": "settle_held_surrender",
    "rescue": "settle_rescue",
    "rescue_after_redouble": "settle_rescue",
    "even_money": "settle_even_money",
    "bust": "settle_bust",
}
"""The outcome of a main wager, and the option that says when it is settled."""


def option_of(r: Round, hand: Hand, outcome: str) -> str:
    if outcome in KINDS:
        return KINDS[outcome]
    if hand.is_blackjack:
        return f"settle_blackjack_v_{'high' if may_be_blackjack(r.up) else 'low'}"
    return ""


def can_come_back(r: Round, hand: Hand) -> bool:
    """Whether a late blackjack may give some of a busted hand's stake back."""
    is_late = r.game.hole_card in ("none", "face_down") and may_be_blackjack(r.up)
    return is_late and r.game.busted_extras == "returned" and (hand.doubled or hand.from_split)


def draws_for_buster(r: Round) -> bool:
    """Whether the dealer stands on a soft 17 and must draw on it for Buster alone (§27(f)(3))."""
    options = r.rules.options
    if options.get("buster_completion") != "literal" or options["soft_17"] != "stand":
        return False
    staked = any("buster_blackjack" in share.bet.stakes for box in r.boxes for share in people(box))
    return staked and total(r.dealer[0]) == 17 and is_soft(r.dealer[0])


def main_moments(r: Round, share: Box, hand: Hand, outcome: str) -> tuple[str, ...]:
    """The moments at which a main wager with this outcome may be settled."""
    if r.void:
        return END
    later: tuple[str, ...] = (*END, "hand_1", "hand_2") if r.game.dealer_hands > 1 else END
    if r.game.dealer_hands == 1 and draws_for_buster(r):
        later = ("before_buster",)
    option = option_of(r, hand, outcome)
    when = str(r.rules.options[option]) if option else "end"
    if when == "check":
        when = "at_once" if r.checked and not r.blackjack_found else "second_card"
    if option == "settle_bust" and when == "at_once":
        waits = double_is_down(r, share, hand) or can_come_back(r, hand)
        return later if waits else ("at_once",)
    if option.startswith("settle_blackjack"):
        high = may_be_blackjack(r.up)
        if high and when != "in_turn" and (r.game.dealer_hands > 1 or is_natural(r.dealer[0])):
            return later
        if r.game.hole_card == "face_up" and r.game.face_up_blackjack_v_21 == "lose":
            return (*later, "before_turns", "second_card")
    return {"end": later, "in_turn": ("turn", *(END if r.blackjack_found else ()))}.get(when, (when,))


def side_moments(r: Round, line: Line) -> tuple[str, ...]:
    """The moments at which a side wager or insurance may be settled as it was."""
    if r.void:
        return END
    name = "kings_bounty" if line.wager == "kings_bounty_for_dealer" else line.wager
    if line.outcome == "dead_hand":
        return ("at_once", *(END if line.wager != name else ()))
    if name.startswith("insurance"):
        assert r.rules.insurance.law.settled.paid == r.rules.insurance.law.settled.collected == "check"
        return ("insurance",)
    box, law = r.box(line.box), r.rules.offers[name].law.settled
    assert box is not None
    if line.outcome == "unchanged" and not box.initial:
        return ("at_once",)  # a streak on a hand that got no cards
    when = law.paid if line.returned else law.collected
    if when == "first_cards":
        on_dealer = line.wager != name and r.rules.options["kings_bounty_dealer_bet"] == "dealer_hand"
        waits = (law.held_until, *END) if law.held_until or on_dealer else ()
        return ("first_cards", *waits)
    if when == "turn":
        from_right = r.rules.options["spin_order"] == "counterclockwise_from_right"
        return END if r.blackjack_found or from_right else ("turn",)
    return END if when == "end" else (when,)


def law_paid(r: Round, name: str) -> str:
    """When a wager that was staked is paid; empty for the main ones, which have no such entry."""
    offer = r.rules.offers.get(name)
    return "" if offer is None or name in r.spots else offer.law.settled.paid


def share_of(r: Round, line: Line) -> Box:
    """The box as whoever bet on it holds it."""
    box = r.box(line.box)
    assert box is not None
    return next(each for each in people(box) if line.player in ("", each.bet.player))


def check_settled(r: Round, event: Settled) -> None:
    for line in event.lines:
        if line.wager in r.spots:
            assert line.hand is not None
            share = share_of(r, line)
            wanted = main_moments(r, share, share.hand(line.hand), line.outcome)
        else:
            wanted = side_moments(r, line)
        assert event.moment in wanted, (r.rules.document.id, line, event.moment, wanted)
    if event.moment == "first_cards":
        assert not r.checked
        assert all(len(cards) <= 2 for cards in r.dealer)
    if event.moment == "second_card":
        waits = any(law_paid(r, name) == "third_card" for box in r.boxes for name in box.bet.stakes)
        drawn = (2, 3) if waits else (2,)  # a blackjack waits for a wager on the third card (MA-A74)
        assert len(r.dealer[0]) in drawn, "a further card was drawn before it"
        assert r.hole_shown or r.game.hole_card in ("none", "face_up")


def overdue(r: Round) -> Iterator[tuple[int, int]]:
    """Hands that were to be settled before any further card or decision."""
    for box in r.boxes:
        for number, hand in enumerate(box.hands(), 1):
            if hand.settled or r.owed or box.backers:
                continue
            outcome = "dead_hand" if hand.dead else "bust" if hand.busted else ""
            if hand.surrendered and not outcome:
                outcome = "surrender" if hand.surrendered == "at_once" else "surrender_after_check"
            if outcome and main_moments(r, box, hand, outcome) == ("at_once",):
                yield box.bet.box, number


def replay(opening: Table, events: tuple[object, ...]) -> int:
    table, lines = opening, 0
    for event in events:
        if isinstance(event, Settled):
            assert table.round is not None
            check_settled(table.round, event)
            lines += len(event.lines)
        elif isinstance(event, CardDealt | CardPlaced | Decided) and table.round is not None:
            assert not list(overdue(table.round)), event
        table = evolve(table, event)
    return lines


def sessions(name: str, variation: str | None, seeds: range, rounds: int) -> int:
    lines = 0
    for seed in seeds:
        rng = random.Random(seed)
        options: dict[str, object] = {}
        for option, law in document(name).effective_options(variation).items():
            asked = option.startswith(
                ("settle_", "dead_hand", "busted_extras", "surrender", "players_let")
            )
            if asked and len(law.permitted) > 1:
                options[option] = rng.choice(law.permitted)
        played = play_rounds(
            name,
            variation,
            options,
            random_wagers(name, variation, rng, options=options),
            rounds=rounds,
            seed=seed,
            boxes=rng.randint(1, 3),
            settings=Settings(reader_shows=rng.random() < 0.5),
            mishaps=rng.choice((0, 10, 30)),
        )
        lines += replay(played.opening, played.events)
    return lines


@pytest.mark.parametrize(("name", "variation"), TABLES)
def test_every_line_of_a_round_is_settled_at_its_moment(name: str, variation: str | None) -> None:
    assert sessions(name, variation, range(6), rounds=6) > 30


@pytest.mark.long
@pytest.mark.parametrize(("name", "variation"), TABLES)
def test_every_line_of_many_rounds_is_settled_at_its_moment(name: str, variation: str | None) -> None:
    assert sessions(name, variation, range(100, 400), rounds=20) > 1000
