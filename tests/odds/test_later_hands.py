"""Hands after a split or a double: each action's value is what the best play was found by."""

from __future__ import annotations

from functools import cache

import pytest

from cutcard.automata.hands.values import counted
from cutcard.cards import cards
from cutcard.law import document
from cutcard.law.ruleset.resolution import resolve
from cutcard.odds.main.decisions import ActionCode
from cutcard.odds.main.game import MainGame, solve
from cutcard.odds.main.hand_values import LaterHands
from cutcard.odds.main.hands import all_hands
from cutcard.odds.problem import OddsError
from cutcard.odds.question import shoe

SECONDS = "A23456789T"
NAMES = {
    "decline": ActionCode.STAND,
    "stand": ActionCode.STAND,
    "hit": ActionCode.HIT,
    "double": ActionCode.DOUBLE,
}
RESCUE = 3


@cache
def game(law: str, **options: object) -> MainGame:
    rules, _ = resolve(document(law), variation=None, options=options, wagers={})
    assert rules is not None
    return solve(rules, shoe(rules))


@cache
def maryland() -> MainGame:
    return game("md-blackjack", decks=6, max_hands=2, max_hands_aces=2)


@cache
def edge() -> MainGame:
    return game("md-players-edge-21", decks=6, redouble=True)


def best(values: dict[str, float]) -> str:
    return max(values, key=lambda act: values[act])


def test_an_unsplit_hand_is_worth_what_the_game_says() -> None:
    found = LaterHands(maryland()).values(cards("6c 5d"), cards("9h"), of_split=False, doublings=0)
    wanted = maryland().actions(cards("6c 5d"), cards("9h"))
    assert found == {name: pytest.approx(wanted[NAMES[name]]) for name in ("stand", "hit", "double")}


@pytest.mark.parametrize("up", ["6", "5"])
@pytest.mark.parametrize("pair", ["8", "9", "3"])
def test_the_hands_of_a_split_add_up_to_it(pair: str, up: str) -> None:
    """Two hands, no more: each second card's chance times the best that can be done then."""
    solved, left = maryland(), dict.fromkeys(SECONDS, 24) | {"T": 96}
    left[pair] -= 2
    size = sum(left.values())
    shown, whole = cards(f"{up}h"), 0.0
    for second in SECONDS:
        values = LaterHands(solved).values(
            cards(f"{pair}c {second}d"), shown, of_split=True, doublings=0
        )
        up_left = left[up] - (second == up)
        whole += left[second] / size * up_left / (size - 1) * max(values.values())
    split = solved.actions(cards(f"{pair}c {pair}d"), shown)[ActionCode.SPLIT]
    assert split == pytest.approx(2 * whole / (left[up] / size), abs=1e-9)


@pytest.mark.parametrize("held", ["8c 3d", "8c 2d 4h", "8c Td", "Ac 7d", "9c 9d"])
def test_a_split_hand_is_played_as_was_decided(held: str) -> None:
    solved, hand = maryland(), cards(held)
    for up in "A6T":
        found = LaterHands(solved).values(hand, cards(f"{up}h"), of_split=True, doublings=0)
        pair = SECONDS.index(held[0])
        decided = solved.decisions.split_acts[pair][0, all_hands().place(counted(hand))]
        assert NAMES[best(found)] == decided[solved.start_of(cards(f"{up}h"))]


def test_a_doubled_hand_is_left_doubled_again_or_rescued_as_was_decided() -> None:
    solved, taken = edge(), set()
    decisions = solved.decisions.by_doublings
    assert decisions is not None
    for held, doublings in (("6c 5d 2h", 1), ("2c 3d 4h", 1), ("6c 5d 9h", 1), ("2c 3d 2h 4s", 2)):
        for up in "2A9K":
            shown = cards(f"{up}h")
            found = LaterHands(solved).values(cards(held), shown, of_split=False, doublings=doublings)
            act = decisions[doublings, all_hands().place(counted(cards(held))), solved.start_of(shown)]
            wanted = {RESCUE: "rescue", ActionCode.DOUBLE: "double"}.get(int(act), "decline")
            assert best(found) == wanted
            taken.add(wanted)
    assert taken == {"rescue", "double", "decline"}


def test_how_far_a_pair_is_split() -> None:
    later = LaterHands(edge())
    assert later.splits_on(cards("8c")[0], cards("6h"), 2)
    assert not later.splits_on(cards("8c")[0], cards("6h"), 4)


def test_what_cannot_be_is_one_line() -> None:
    with pytest.raises(OddsError, match="doublings: 3 cannot give this hand"):
        LaterHands(edge()).values(cards("6c 5d"), cards("9h"), of_split=False, doublings=3)
