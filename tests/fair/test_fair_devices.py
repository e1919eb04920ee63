"""What the house's own devices show on boxes that several people share (Massachusetts §13)."""

from __future__ import annotations

import json
from functools import partial

from cutcard.cards import cards
from cutcard.fair.acts import draw
from cutcard.law import document, resolve
from cutcard.money import Cents
from cutcard.table import AwaitsDevice, Bet, CardDealt, Round, evolve_round, game_of, new_round

MAIN = Cents(1000)


def _dealt(wagers: dict[str, object], *bets: Bet) -> Round:
    """A round with its first cards, a blackjack on every box."""
    rules, _ = resolve(
        document("ma-blackjack"),
        options={"shared_box_players": 3, "shared_side_wagers": True},
        wagers=wagers,
    )
    assert rules is not None
    r = new_round(rules, game_of(rules), bets)
    ace, six, king = cards("Ah 6d Kc")
    for place in r.owed:
        card = six if place.box == 0 else ace if place.why == "first" else king
        r = evolve_round(r, CardDealt(card, place.box, place.hand, place.why, place.face))
    return r


def _always(number: int, _: int) -> int:
    return number


def test_everybody_who_takes_part_may_win_a_meter_that_must_hit() -> None:
    r = _dealt(
        {"super_4_progressive": "1", "must_hit": "1"},
        Bet(1, "ann", {"main": MAIN}),
        Bet(1, "bob", {"main": MAIN, "super_4_progressive": Cents(500)}),
        Bet(2, "cy", {"main": MAIN, "super_4_progressive": Cents(500)}),
        Bet(2, "dan", {"main": MAIN, "super_4_progressive": Cents(500)}),
    )
    asked = AwaitsDevice("must_hit", "", "")
    shown = [draw(r, asked, below=partial(_always, number))[1] for number in range(3)]
    assert shown[0] == "1"
    assert [json.loads(each) for each in shown[1:]] == [
        {"box": 2, "player": "cy"},
        {"box": 2, "player": "dan"},
    ]


def test_the_bonus_button_shows_an_award_for_the_stake_of_the_person_who_presses_it() -> None:
    r = _dealt(
        {"blackjack_bonus": "standard"},
        Bet(1, "ann", {"main": MAIN, "blackjack_bonus": Cents(100)}),
        Bet(1, "bob", {"main": MAIN, "blackjack_bonus": Cents(500)}),
    )
    for player, least in (("ann", "$5"), ("bob", "$50")):
        asked = AwaitsDevice("blackjack_bonus", "", "", 1, player)
        assert draw(r, asked, below=partial(_always, 0))[1] == least
