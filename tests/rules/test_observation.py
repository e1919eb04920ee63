"""What the rules look at in a hand, watched, against what `rules.observation` says they may."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from functools import cache
from itertools import islice, product
from typing import Any, Final, cast

import pytest

from cutcard.cards import DECK_52, SUITS, Card, card, cards
from cutcard.law import document
from cutcard.money import Cents
from cutcard.rules import (
    DEALER_ENDS,
    TWENTY_ONE,
    Action,
    CardsSeen,
    Game,
    Hand,
    Position,
    Prices,
    actions,
    cards_seen,
    legal_actions,
    main,
    main_outcome,
    prices,
    settle_box,
    why_not,
)
from cutcard.rules.dealer import BLACKJACK, DealerHand
from cutcard.rules.hand import total
from cutcard.rules.main import is_super_bonus_hand, taken_by_blackjack
from cutcard.rules.observation import (
    HISTORY,
    LATE_BLACKJACK_SEES,
    OF_CARDS,
    PLAY_SEES,
    SETTLEMENT_SEES,
    seen_in_play,
    seen_in_settlement,
)
from cutcard.table import game_of
from rules.games import rules_of
from table.setups import GAMES

STAKE: Final = Cents(1000)
HANDS: Final = tuple(
    cards(text)
    for text in (
        "Ah Kd",
        "As Js",
        "8h 8d",
        "Kh Qd",
        "Ah Ad",
        "6h 5d",
        "Ah 7d",
        "9h 7d",
        "6h 7h 8h",
        "6h 7d 8c",
        "7s 7s 7s",
        "7s 7d 7h",
        "Kh 6d 5c",
        "Kh 7d 2c",
        "Kh Qd 5c",
        "2h 3d 4c 5s 7h",
        "2h 2d 3c 3s 4h 7c",
        "2h 2d 2c 3s 3h 4c 5d",
        "2h 2d 2c 2s 3h 3c 3d 4c",
    )
)
HISTORIES: Final[tuple[Mapping[str, Any], ...]] = (
    {},
    {"from_split": True},
    {"from_split": True, "aces_split": True},
    {"switched": True},
    {"surrendered": "at_once"},
    {"surrendered": "held"},
    {"even_money": True},
    {"doubled": 1},
    {"doubled": 1, "from_split": True},
    {"doubled": 1, "rescued": True},
    {"doubled": 2, "rescued": True},
    {"doubled": 3},
)
UPS: Final = cards("5c Kd Ah")
ENDS: Final = (*DEALER_ENDS, DealerHand(24))
OPTIONAL: Final = ["six_seven_eight_suited", "three_sevens", "designated_blackjack", "five_card_21"]
NAMED: Final = ("As", "Js")


class Watched:
    """A hand that notes by which names it is read.

    A name among those listed is noted as it is. Of any other that the hand works out, what it reads for
    that is noted instead, so that `is_blackjack` counts as its total, its split and its switch.
    """

    def __init__(self, hand: Hand, listed: tuple[str, ...], read: set[str]) -> None:
        self._hand, self._listed, self._read = hand, listed, read

    def __getattr__(self, name: str) -> Any:
        worked_out = vars(Hand).get(name)
        if name not in self._listed and isinstance(worked_out, property):
            assert worked_out.fget is not None
            return worked_out.fget(self)
        self._read.add(name)
        return getattr(self._hand, name)


class WatchedPosition:
    """A position that notes by which names it is read, and what is read of its hand."""

    def __init__(self, at: Position, read: set[str]) -> None:
        self._at, self._read = at, read
        self.hand = Watched(at.hand, PLAY_SEES, read)

    def __getattr__(self, name: str) -> Any:
        self._read.add(f"at.{name}")
        return getattr(self._at, name)


def held(dealt: tuple[Card, ...], history: Mapping[str, Any]) -> Hand:
    """A hand with a history, its money as so many doublings leave it."""
    facts = dict(history)
    made = facts.pop("doubled", 0)
    added = tuple(Cents(STAKE << each) for each in range(made))
    return Hand(dealt, (Cents(STAKE << made),), (STAKE,), added, **facts)


def all_hands() -> Iterator[Hand]:
    return (held(*each) for each in product(HANDS, HISTORIES))


def some_hands(seed: str) -> list[Hand]:
    """Every cards and every history once or more, not all of them together."""
    rng = random.Random(seed)
    histories = rng.sample(HISTORIES * 2, len(HANDS))
    return [held(*each) for each in zip(HANDS, histories, strict=True)]


@cache
def documents() -> tuple[tuple[Game, Prices], ...]:
    """Every game, with as many prices as its document has."""
    found = []
    for name, variation in GAMES:
        laws = document(name).effective_options(variation)
        options: dict[str, object] = {}
        if variation is None and "optional_payouts" in laws and not laws["optional_payouts"].is_fixed:
            options = {"optional_payouts": OPTIONAL, "designated_blackjack_cards": list(NAMED)}
        rules = rules_of(name, variation, **options)
        found.append((game_of(rules), prices(rules.main.paytable, rules.options)))
    return tuple(found)


@cache
def every_price() -> Prices:
    """A row for any outcome there is."""
    return {outcome: row for _, rows in documents() for outcome, row in rows.items()}


def changed_games() -> Iterator[Game]:
    """Some games, each option of any document in turn at each of its values."""
    values: dict[str, set[object]] = {"designated_blackjack_cards": {NAMED, ()}}
    for name, variation in GAMES:
        for option, law in document(name).effective_options(variation).items():
            of_choice = {each for each in law.permitted if isinstance(each, (str, bool, int))}
            values.setdefault(option, set()).update(of_choice if law.kind == "" else set())
    own = {field.name for field in fields(Game)}
    for game, _ in documents()[::5]:
        for option in sorted(own & values.keys()):
            for each in sorted(values[option], key=str):
                changed: dict[str, Any] = {option: each}
                yield replace(game, **changed)


Games = Iterator[tuple[Game, Prices, list[Hand]]]


def games() -> Games:
    """Games and hands that take the rules down every path there is."""
    for game, rows in documents():
        yield game, rows, [hand for hand in all_hands() if _is_settled_by(rows, hand)]
        yield game, every_price(), list(all_hands())
    for number, game in enumerate(changed_games()):
        yield game, every_price(), some_hands(str(number))


def _is_settled_by(rows: Prices, hand: Hand) -> bool:
    """Whether a document knows what was done with a hand."""
    done = [
        hand.surrendered and "surrender",
        hand.rescued and "rescue",
        hand.even_money and "even_money",
    ]
    if hand.doublings > 1 and hand.rescued:
        done.append("rescue_after_redouble")
    return all(name in rows for name in done if name) and not hand.switched


def positions(hand: Hand) -> Iterator[Position]:
    for up, acted, in_play in product(UPS, (False, True), (False, True)):
        yield Position(hand, up, 2 if acted else 1, acted, hand.doubled, not acted, in_play)


def a_few_games() -> Games:
    """Enough for a rule that is made to look at something in every hand."""
    return islice(games(), 2)


def read_in_play(played: Games) -> set[str]:
    """All that the rules of play read of hands."""
    read: set[str] = set()
    for game, _, hands in played:
        for hand in hands:
            for at in positions(hand):
                watched = cast("Position", WatchedPosition(at, read))
                legal_actions(game, watched)
                for action in (Action.INSURE, Action.EVEN_MONEY, Action.THIRD_CARD):
                    why_not(game, action, watched)
    return {name for name in read if not name.startswith("at.")}


def read_in_settlement(played: Games) -> set[str]:
    """All that settlements read of hands."""
    read: set[str] = set()
    for game, rows, hands in played:
        for hand, end in product(hands, ENDS):
            watched = cast("Hand", Watched(hand, SETTLEMENT_SEES, read))
            settle_box(game, rows, [(1, watched)], end, box=1)
            is_super_bonus_hand(watched, main_outcome(game, rows, hand, end))
    return read


def read_by_late_blackjack() -> set[str]:
    """All that a blackjack found after play reads of hands beside their outcomes."""
    read: set[str] = set()
    for game, rows, hands in games():
        box = [(number, hand) for number, hand in enumerate(hands[:4], 1)]
        outcomes = {number: main_outcome(game, rows, hand, BLACKJACK) for number, hand in box}
        watched = [(n, cast("Hand", Watched(hand, LATE_BLACKJACK_SEES, read))) for n, hand in box]
        taken_by_blackjack(game, outcomes, watched, 0)
    return read


def test_the_rules_of_play_read_what_is_listed_and_no_more() -> None:
    assert read_in_play(games()) == set(PLAY_SEES)


def test_settlements_read_what_is_listed_and_no_more() -> None:
    assert read_in_settlement(games()) == set(SETTLEMENT_SEES)


def test_a_late_blackjack_reads_what_is_listed_and_no_more() -> None:
    assert read_by_late_blackjack() == set(LATE_BLACKJACK_SEES)


@pytest.mark.parametrize("new", ["cards", "draws_owed", "stood", "is_over", "rescued"])
def test_a_rule_of_play_that_looks_at_something_new_is_found(
    new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = actions._RULES[Action.HIT]

    def planted(game: Game, at: Position) -> Any:
        getattr(at.hand, new)
        return rule(game, at)

    monkeypatch.setitem(actions._RULES, Action.HIT, planted)
    assert read_in_play(a_few_games()) - set(PLAY_SEES)


@pytest.mark.parametrize("new", ["cards", "two_cards", "stood", "cleared", "aces_split"])
def test_a_price_that_looks_at_something_new_is_found(new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = main.winning_outcome

    def planted(game: Game, rows: Prices, hand: Hand) -> str:
        getattr(hand, new)
        return rule(game, rows, hand)

    monkeypatch.setattr(main, "winning_outcome", planted)
    assert read_in_settlement(a_few_games()) - set(SETTLEMENT_SEES)


def of_values(points: int, most: int, fewest: int = 1) -> Iterator[tuple[int, ...]]:
    """Every multiset of values of at most so many points, the values rising."""
    yield ()
    for value in range(fewest, min(most, points) + 1):
        for rest in of_values(points - value, most, value):
            yield (value, *rest)


def dealt_at_random(values: tuple[int, ...], rng: random.Random) -> tuple[Card, ...]:
    """Cards of these values of any suits and in any order."""
    ranks = [rng.choice("TJQK") if value == 10 else "A23456789"[value - 1] for value in values]
    found = [card(rank + rng.choice(SUITS)) for rank in ranks]
    rng.shuffle(found)
    return tuple(found)


def test_cards_that_look_alike_do_so_to_every_rule_and_after_any_card() -> None:
    """So a machine may take hands for one that `cards_seen` does not tell apart."""
    rng = random.Random("alike")
    names: dict[CardsSeen, tuple[object, ...]] = {}
    after: dict[CardsSeen, tuple[CardsSeen, ...]] = {}
    for values in of_values(26, 10):
        dealt = dealt_at_random(values, rng)
        look = cards_seen(dealt)
        hand = held(dealt, {})
        told = tuple(getattr(hand, name) for name in OF_CARDS)
        assert names.setdefault(look, told) == told, dealt
        if total(dealt) <= TWENTY_ONE:
            drawn = tuple(cards_seen((*dealt, each)) for each in DECK_52)
            assert after.setdefault(look, drawn) == drawn, dealt
    assert len(names) < 1000


def test_the_names_are_those_of_cards_and_those_of_a_hands_history() -> None:
    listed = {*PLAY_SEES, *SETTLEMENT_SEES}
    assert listed == {*OF_CARDS, *HISTORY}
    assert not {*OF_CARDS} & {*HISTORY}
    own = {field.name for field in fields(Hand)}
    assert "cards" not in listed
    assert {*HISTORY} - own == {"doublings"}


Asked = Callable[[Game, Position], object]


@pytest.mark.parametrize(
    ("action", "made", "reads"),
    [
        (Action.HIT, 0, {"at.just_doubled"}),
        (Action.DOUBLE, 0, {"at.just_doubled"}),
        (Action.DOUBLE, 2, {"at.just_doubled"}),
        (Action.RESCUE, 2, {"at.just_doubled"}),
    ],
)
def test_a_table_of_permissions_may_leave_out_the_up_card_and_the_box(
    action: Action, made: int, reads: set[str]
) -> None:
    """`automata` asks these once for all up cards and boxes; after a doubling, for a split hand too."""
    read: set[str] = set()
    for game, _, hands in games():
        for hand in hands:
            if hand.doublings == made:
                for at in positions(hand):
                    why_not(game, action, cast("Position", WatchedPosition(at, read)))
    assert {name for name in read if name.startswith("at.")} <= reads
    if made:
        assert not read & {"from_split", "aces_split", "two_cards"}


@pytest.mark.parametrize(
    "history", [{"surrendered": "held"}, {"doubled": 1, "rescued": True}, {"even_money": True}]
)
def test_a_hand_given_up_is_not_looked_at(history: Mapping[str, Any]) -> None:
    """`automata` settles one hand for all of them."""
    read: set[str] = set()
    for game, _ in documents():
        for dealt, end in product(HANDS, ENDS):
            watched = cast("Hand", Watched(held(dealt, history), SETTLEMENT_SEES, read))
            settle_box(game, every_price(), [(1, watched)], end, box=1)
    assert not read & set(OF_CARDS) - ({"total"} if history.get("doubled") else set())


def test_one_bust_is_settled_as_any_other() -> None:
    """`automata` settles one for all of them."""
    histories: tuple[Mapping[str, Any], ...] = ({}, {"from_split": True}, {"doubled": 1})
    for game, rows in documents():
        for history, end in product(histories, ENDS):
            busts = [cards(text) for text in ("Kh Qd 2c", "Kh 9d 8c", "2h 4d 4c 4s 8h", "Kh 6d Kc")]
            found = {
                str(settle_box(game, rows, [(1, held(each, history))], end, box=1)) for each in busts
            }
            assert len(found) == 1


def test_equal_observations_are_equal_hands_to_a_memo() -> None:
    """They are what answers are remembered by."""
    one, other = held(cards("6h 7d 8c"), {}), held(cards("8c 6h 7d"), {})
    assert seen_in_settlement(one) == seen_in_settlement(other)
    assert seen_in_settlement(one) != seen_in_settlement(held(cards("6h 7h 8h"), {}))
    assert seen_in_play(held(cards("Kh 7d 2c"), {})) == seen_in_play(held(cards("9s 8h 2d"), {}))
    assert hash(seen_in_play(one)) == hash(seen_in_play(other))
