"""The verifier on records made by hand: what is proven, what is wrong and where, what is not known."""

from __future__ import annotations

import itertools

import pytest

from fair.records import (
    ORDER,
    Events,
    commit,
    cut,
    dealt,
    ended,
    judged,
    loaded,
    revealed,
    shuffled,
    whole,
)

OTHER = [*ORDER[5:], *ORDER[:5]]
SALTS = ["0b" * 32, "1c" * 32, "2d" * 32]


@pytest.mark.parametrize("told", [False, True], ids=["published", "private"])
def test_a_whole_shoe_is_proven(told: bool) -> None:
    verdict = judged(whole(told=told))
    assert verdict.standing == "proven"
    assert verdict.describe() == "proven: 8 cards off 1 committed stack, each as committed"
    assert (verdict.document, verdict.events, verdict.wrong) == ("md-blackjack", len(whole()), None)


@pytest.mark.parametrize("told", [False, True], ids=["published", "private"])
def test_every_single_wrong_card_is_named_with_the_right_one(told: bool) -> None:
    events = whole(told=told)
    drawn = [index for index, each in enumerate(events) if "drawn" in each]
    assert len(drawn) == 8
    for index in drawn:
        demanded = events[index]["drawn"]
        changed = [*events[:index], {**events[index], "drawn": "Ks"}, *events[index + 1 :]]
        verdict = judged(changed)
        assert verdict.standing == "wrong"
        assert verdict.wrong is not None
        assert (verdict.wrong.event, verdict.wrong.recorded) == (index + 1, "Ks")
        assert verdict.wrong.demanded == demanded
        assert verdict.describe().startswith(
            f"wrong: event {index + 1} (line {index + 2}): Ks was recorded"
        )


def test_every_other_cut_position_is_wrong() -> None:
    for position in range(11):
        events = [cut(position) if each["event"] == "cards_cut" else each for each in whole()]
        assert (judged(events).standing == "proven") == (position == 3)


def test_every_dropped_added_or_swapped_card_is_found() -> None:
    events = whole()
    places = [index for index, each in enumerate(events) if "drawn" in each]
    for place in places:
        assert judged(events[:place] + events[place + 1 :]).standing == "wrong"
        assert judged([*events[:place], *dealt("Kc"), *events[place:]]).standing == "wrong"
    for one, other in itertools.pairwise(places):
        swapped = list(events)
        swapped[one], swapped[other] = {**events[one], "drawn": events[other]["drawn"]}, events[one]
        assert judged(swapped).standing == "wrong"


def test_cards_that_vanish_at_the_end_are_found() -> None:
    verdict = judged([*whole()[:-2], ended(1), revealed()])
    told = "1 cards are recorded as left; 8 of 10 were drawn"
    assert verdict.describe() == f"wrong: event 14 (line 15): {told}"


def test_more_cards_than_the_stack_has() -> None:
    verdict = judged([shuffled(), loaded(), *dealt(" ".join(ORDER)), *dealt("Ah"), ended(0), revealed()])
    assert verdict.wrong is not None
    assert (verdict.wrong.recorded, verdict.wrong.demanded) == ("Ah", "")
    assert "no card was left" in verdict.describe()


def test_a_commitment_to_no_cards_proves_no_card() -> None:
    verdict = judged([{**shuffled([]), "size": 0}, loaded(), *dealt("Ah"), revealed([])])
    assert verdict.describe() == (
        "wrong: event 3 (line 4): Ah was recorded as card 1 of the stack; no card was left"
    )


def test_cards_that_nobody_has_seen_yet_are_counted_and_prove_nothing() -> None:
    """As a record published in mid-shoe leaves them out; later cards keep their places."""
    burned: Events = [{"event": "card_burned", "side": "", "why": "shoe"}]
    hidden: Events = [{"event": "card_dealt", "box": 0, "face": "down"}]
    events = [shuffled(), cut(3), loaded(), *burned, *dealt("5h"), *hidden, *dealt("7h")]
    assert judged(events).describe().startswith("not proven: 4 cards off a stack that is not wholly")
    told = judged([*events, ended(6), revealed()])
    assert told.standing == "unproven", "two cards are still left out"
    assert judged([*events, *dealt("9h"), ended(5), revealed()]).standing == "wrong"
    both = [shuffled(), loaded(side="left")]
    kept = {"event": "determinant_drawn", "drawn": "Ah", "side": "left", "deals_from": "left"}
    unseen = {**hidden[0], "side": "left"}
    assert judged([*both, kept, unseen, *dealt("2h", side="left"), revealed()]).standing == "proven"


def test_cuts_follow_one_another() -> None:
    events = [
        shuffled(),
        cut(3),
        {"event": "recut_ordered", "batch": 1, "who": "last"},
        cut(4),
        loaded(),
    ]
    assert judged([*events, *dealt("8h 9h Th Ah"), ended(6), revealed()]).standing == "proven"
    assert judged([*events, *dealt("5h 6h"), ended(8), revealed()]).standing == "wrong"


def test_a_stack_comes_out_of_the_shoe_to_be_cut_again() -> None:
    again = {"event": "recut_ordered", "batch": 1, "who": "next"}
    events = [shuffled(), cut(3), loaded(), again, cut(4), loaded()]
    assert judged([*events, *dealt("8h 9h"), ended(8), revealed()]).standing == "proven"
    late = [shuffled(), cut(3), loaded(), *dealt("4h"), again, cut(4), loaded(), *dealt("9h")]
    assert "cut again after a card" in judged([*late, ended(8), revealed()]).describe()


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ([shuffled(), loaded(), *dealt("Ah 2h")], "2 cards off a stack that is not wholly revealed yet"),
        ([loaded(), *dealt("Ah 2h")], "2 cards to whose order nobody had committed"),
        (dealt("Ah"), "1 card to whose order nobody had committed"),
        ([shuffled(), loaded(), ended(10), revealed()], "no card was drawn"),
        ([], "no card was drawn"),
        ([{**shuffled(), "commitment": ""}, loaded(), *dealt("Ah")], "1 card to whose order"),
        (
            [*whole(), shuffled(OTHER), loaded(), *dealt("6h")],
            "1 card off a stack that is not wholly revealed yet; proven so far: 8 cards off 1 committed",
        ),
    ],
)
def test_not_proven_and_why(events: Events, told: str) -> None:
    verdict = judged(events)
    assert verdict.standing == "unproven"
    assert verdict.describe().startswith(f"not proven: {told}")


def test_a_private_record_shows_a_wrong_card_before_the_reveal() -> None:
    events = [shuffled(told=True), cut(3), loaded(), *dealt("4h 5h")]
    assert judged(events).standing == "unproven", "right, but not revealed to anybody"
    assert judged([*events, *dealt("7h")]).standing == "wrong"


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ([shuffled(), {**revealed(), "salt": "00" * 32}], "do not give the commitment"),
        ([shuffled(), {**revealed(OTHER), "commitment": commit(ORDER)}], "do not give the commitment"),
        ([shuffled(), {**revealed(), "order": [], "salt": ""}], "do not give the commitment"),
        ([{**shuffled(told=True), "salt": "00" * 32}], "do not give the commitment"),
        ([revealed()], "nobody had committed"),
        ([revealed(), shuffled()], "nobody had committed"),
        ([{**shuffled(), "size": 9}, revealed()], "a stack of 9 cards; the order has 10"),
        ([shuffled(), cut(11), loaded(), revealed()], "a cut after 11 of 10 cards"),
        ([shuffled(), revealed(), cut(3)], "cut after the order of the stack had been revealed"),
        ([shuffled(), revealed(), loaded()], "loaded after the order of the stack had been revealed"),
        ([shuffled(), loaded(), revealed(), *dealt("Ah")], "a card was drawn after the order"),
    ],
)
def test_what_is_wrong_besides_cards(events: Events, told: str) -> None:
    verdict = judged(events)
    assert verdict.standing == "wrong"
    assert told in verdict.describe()


def test_two_batches_take_turns() -> None:
    """The second is shuffled while the first is dealt, and loaded when the first has ended."""
    other = shuffled(OTHER, batch=2)
    events = [shuffled(), cut(3), loaded(), *dealt("4h"), other, *dealt("5h"), ended(8), revealed()]
    events += [cut(2, batch=2), loaded(batch=2), *dealt("8h 9h"), ended(8, batch=2), revealed(OTHER)]
    assert judged(events).describe() == "proven: 4 cards off 2 committed stacks, each as committed"
    assert judged([each for each in events if each.get("batch") != 2]).standing == "wrong"


def test_a_continuous_shuffler_commits_every_round() -> None:
    events: Events = []
    for index, salt in enumerate(SALTS):
        events += [shuffled(ORDER, salt=salt), loaded(), *dealt("Ah 2h 3h")]
        events += [revealed(ORDER, salt=salt)]
        assert judged(events).describe().startswith(f"proven: {3 * index + 3} cards off {index + 1} ")
    assert judged([*events, *dealt("4h")]).standing == "wrong", "the order is known by now"


def test_a_refill_in_mid_round_starts_a_new_stack() -> None:
    rack = ORDER[:4]
    events = [shuffled(), loaded(), *dealt(" ".join(ORDER)), {**shuffled(rack), "why": "refill"}]
    events += [cut(2), loaded(), *dealt("3h 4h"), ended(2), revealed(), revealed(rack)]
    assert judged(events).describe() == "proven: 12 cards off 2 committed stacks, each as committed"
    before_it_is_loaded = [*events[:12], *dealt("3h"), *events[12:]]
    assert judged(before_it_is_loaded).standing == "wrong"


def test_the_sides_of_a_double_shoe_are_kept_apart() -> None:
    events = [shuffled(), shuffled(OTHER, batch=2), cut(1), cut(1, batch=2)]
    events += [loaded(side="left"), loaded(batch=2, side="right")]
    events += [*dealt("2h", side="left"), *dealt("7h 8h", side="right"), *dealt("3h", side="left")]
    events += [ended(8, side="left"), revealed(), ended(8, batch=2, side="right"), revealed(OTHER)]
    assert judged(events).standing == "proven"
    turned = {"left": "right", "right": "left"}
    crossed = [{**e, "side": turned[e["side"]]} if "drawn" in e else e for e in events]
    assert judged(crossed).standing == "wrong"


def test_a_determinant_card_is_drawn_once_and_dealt_once() -> None:
    """Called to its own side it is dealt first; called to the other it stays aside."""
    start = [shuffled(), loaded(side="left"), shuffled(OTHER, batch=2), loaded(batch=2, side="right")]
    kept = {"event": "determinant_drawn", "drawn": "Ah", "side": "left", "deals_from": "left"}
    burn = dealt("2h", side="left", event="card_burned")
    end = [ended(7, side="left"), revealed()]
    events = [*start, kept, *burn, *dealt("Ah 3h", side="left"), *end]
    assert judged(events).standing == "proven"
    other = [*start, kept, *burn, *dealt("3h Ah", side="left"), *end]
    assert "the determinant card, Ah, is dealt first" in judged(other).describe()
    aside = [*start, {**kept, "deals_from": "right"}, *dealt("6h", side="right")]
    assert judged([*aside, ended(9, side="left"), revealed(), revealed(OTHER)]).standing == "proven"


@pytest.mark.parametrize(
    "gone",
    [
        {"event": "cards_withdrawn", "batch": 1, "why": "age"},
        {"event": "cards_spread_idle", "batch": 1, "side": "", "face": "down"},
        {"event": "cards_received", "batch": 1, "at": 0},
        {"event": "shuffler_failed", "kind": "jam", "batch": 1},
        {"event": "spread_requested", "batch": 1, "player": "Ann"},
    ],
    ids=lambda each: each["event"],
)
def test_cards_that_left_cannot_be_dealt(gone: dict[str, object]) -> None:
    in_the_shoe = [shuffled(), loaded(), *dealt("Ah"), gone, *dealt("2h"), revealed()]
    assert judged(in_the_shoe).describe().startswith("not proven: 1 card to whose order nobody")
    waiting = [shuffled(), gone, loaded(), *dealt("Ah"), revealed()]
    assert judged(waiting).describe().startswith("not proven: 1 card to whose order nobody")


def test_the_first_wrong_card_of_several_stacks_is_told() -> None:
    events = [shuffled(), loaded(side="left"), shuffled(OTHER, batch=2), loaded(batch=2, side="right")]
    events += [*dealt("Kc", side="right"), *dealt("Kd", side="left"), revealed(), revealed(OTHER)]
    verdict = judged(events)
    assert verdict.wrong is not None
    assert (verdict.wrong.event, verdict.wrong.recorded) == (5, "Kc")


def test_an_order_may_be_one_text() -> None:
    reveal = {**revealed(), "order": " ".join(ORDER)}
    assert judged([shuffled(), loaded(), *dealt("Ah"), reveal]).standing == "proven"
