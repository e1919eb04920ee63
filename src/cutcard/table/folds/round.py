"""The fold of a round: what each event makes of it. No rule is asked here."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from cutcard.cards import Card
from cutcard.law.vocabulary import HoleCard
from cutcard.money import Cents
from cutcard.rules import Action, Hand
from cutcard.table import events
from cutcard.table.round import (
    DEALER,
    DOUBLE_CARD_UP,
    LET_OUT,
    Box,
    Place,
    Round,
    double_is_down,
    double_is_unseen,
    has_double_card,
    is_seen_bust,
    replaced,
)
from cutcard.table.settlement.moments import ELECTION
from cutcard.table.shared_boxes import (
    asks_backers,
    joined,
    kind_of_surrender,
    left_by,
    nothing_of,
    with_backers,
)
from cutcard.values import but

LONGEST_NUMBER: Final = 16
NOTHING_DRAWN: Final = "none"
"""What a system shows when it draws nobody, or no card."""
FIRST_DEAL: Final = ("first", "second")
NO_PLAY: Final = (Action.INSURE, Action.EVEN_MONEY, Action.SWITCH)
"""Decisions that leave the box's own play untouched."""


def _card_dealt(r: Round, event: events.CardDealt) -> Round:
    return lies_at(r, event.drawn, event)


def _card_placed(r: Round, event: events.CardPlaced) -> Round:
    placed = but(lies_at(r, event.card, event), waiting=_without(r.waiting, event.card))
    if event.box == DEALER:
        return placed
    box = placed.box_at(event.box)
    return placed.with_box(_seen(box, event.hand)) if box.hand(event.hand).doubled else placed


def _seen(box: Box, hand: int) -> Box:
    """The box with the double card of a hand seen by everybody."""
    return but(box, doubles_seen=(*box.doubles_seen, hand))


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def lies_at(r: Round, card: Card, to: events.CardDealt | events.CardPlaced) -> Round:
    """The round with a card more at the place that the event names."""
    owed = r.owed
    if owed and owed[0].box == to.box and owed[0].hand == to.hand and owed[0].why == to.why:
        owed = owed[1:]
    if to.box == DEALER:
        return _to_dealer(r, card, to, owed)
    late = r.late
    if late and late[0].box == to.box and late[0].hand == to.hand:
        late = late[1:]
    for at, each in enumerate(r.boxes):
        if each.bet.box == to.box:
            boxes = (*r.boxes[:at], _to_box(each, card, to), *r.boxes[at + 1 :])
            break
    else:
        raise ValueError(f"box {to.box} is not in the round")
    return but(r, boxes=boxes, owed=owed, late=late)


def _to_dealer(
    r: Round, card: Card, to: events.CardDealt | events.CardPlaced, owed: tuple[Place, ...]
) -> Round:
    hands = r.dealer
    if to.hand > len(hands):  # a hand that no wager waited for is the bare up card
        hands = (*hands, *((r.up,),) * (to.hand - len(hands)))
    at = to.hand - 1
    hands = (*hands[:at], (*hands[at], card), *hands[at + 1 :])
    beyond = r.beyond + (to.why == "buster")
    return but(r, dealer=hands, owed=owed, beyond=beyond)


def _to_box(box: Box, card: Card, to: events.CardDealt | events.CardPlaced) -> Box:
    if to.why == "third":
        return but(box, drawn=(*box.drawn, card))
    group, at = box.find(to.hand)
    groups = replaced(box.groups, group, at, (box.groups[group][at].with_card(card),))
    if to.why in FIRST_DEAL:
        return but(box, groups=groups, initial=tuple([each[0].cards for each in groups]))
    if group == 0 and at == 0:
        if box.was_split:
            return but(box, groups=groups, drawn_after_split=(*box.drawn_after_split, card))
        return but(box, groups=groups, drawn=(*box.drawn, card))
    return but(box, groups=groups)


def _decided(r: Round, event: events.Decided) -> Round:
    box = r.box_at(event.box)
    if event.player and event.player != box.bet.player:
        return r.with_box(with_backers(box, event, event.player))
    if event.do == Action.THIRD_CARD:
        asked = (*r.third_cards_asked, event.box)
        owed = (Place(event.box, 1, "third"), *r.owed)
        return but(r, third_cards_asked=asked, owed=owed)
    changed = _DECISIONS[event.do](box, event)
    if event.do not in NO_PLAY and not changed.acted:
        changed = but(changed, acted=True)
    if event.do == Action.SPLIT:
        r = but(r, late=tuple(_counted_on(each, event) for each in r.late))
    return r.with_box(changed)


def _counted_on(late: Place, split: events.Decided) -> Place:
    """A place where a card is owed, by its number after a split of an earlier hand of the box."""
    shifts = late.box == split.box and late.hand > split.hand
    return replace(late, hand=late.hand + 1) if shifts else late


def _insured(box: Box, event: events.Decided) -> Box:
    return but(box, insurance=(*box.insurance, (event.index, event.amounts[0])))


def _changed(box: Box, event: events.Decided, **fields: Any) -> Box:
    return box.with_hand(event.hand, box.hand(event.hand).but(**fields))


def _sets(**fields: Any) -> Callable[[Box, events.Decided], Box]:
    """A decision that sets the same fields of its hand each time."""
    return lambda box, event: _changed(box, event, **fields)


def _doubled(box: Box, event: events.Decided) -> Box:
    hand = box.hand(event.hand)
    stakes = tuple(Cents(stake + added) for stake, added in zip(hand.stakes, event.amounts, strict=True))
    changed = _changed(box, event, stakes=stakes, added=(*hand.added, hand.stakes[0]), draws_owed=1)
    if event.face_down:
        changed = but(changed, down=(*changed.down, event.hand))
    return asks_backers(changed, Action.DOUBLE, event.hand)


def _split(box: Box, event: events.Decided) -> Box:
    hand = box.hand(event.hand)
    group, _ = box.find(event.hand)
    halves = [
        Hand((card,), hand.base, hand.base, from_split=True, aces_split=card.is_ace)
        for card in hand.cards
    ]
    changed = box.with_hand(event.hand, *halves)
    at = event.hand - 1
    backers = tuple(
        but(each, stakes=(*each.stakes[: at + 1], nothing_of(each), *each.stakes[at + 1 :]))
        for each in box.backers
    )
    down, seen = (
        tuple(number + (number > event.hand) for number in numbers)
        for numbers in (box.down, box.doubles_seen)
    )
    changed = but(changed, was_split=box.was_split or group == 0, backers=backers)
    changed = but(changed, down=down, doubles_seen=seen)
    return asks_backers(changed, Action.SPLIT, event.hand)


def _surrendered(box: Box, event: events.Decided) -> Box:
    box = box if event.alone else with_backers(box, event)
    return _changed(box, event, surrendered=kind_of_surrender(event))


def _even_money(box: Box, event: events.Decided) -> Box:
    box = box if event.alone else with_backers(box, event)
    return _changed(box, event, even_money=True)


def switched_cards(box: Box) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The two hands of a box after their second cards have changed places."""
    one, two = box.groups[0][0].cards, box.groups[1][0].cards
    return (one[0], two[1]), (two[0], one[1])


def _switched(box: Box, event: events.Decided) -> Box:  # noqa: ARG001 - one shape for all
    groups = tuple(
        (group[0].but(cards=cards, switched=True),)
        for group, cards in zip(box.groups, switched_cards(box), strict=True)
    )
    return but(box, switch_asked=True, groups=groups)


_DECISIONS: Final[Mapping[str, Callable[[Box, events.Decided], Box]]] = {
    Action.STAND: _sets(stood=True),
    Action.HIT: _sets(draws_owed=1),
    Action.DOUBLE: _doubled,
    Action.SPLIT: _split,
    Action.SURRENDER: _surrendered,
    Action.INSURE: _insured,
    Action.EVEN_MONEY: _even_money,
    Action.RESCUE: _sets(rescued=True),
    Action.SWITCH: _switched,
}


def _followed(r: Round, event: events.Followed) -> Round:
    box = r.box_at(event.box)
    backers = tuple(
        joined(each, event) if each.bet.player == event.player else each for each in box.backers
    )
    left = tuple(name for name in box.follows if name != event.player)
    following = box.following if left else ""
    return r.with_box(but(box, backers=backers, follows=left, following=following))


def _offer_declined(r: Round, event: events.OfferDeclined) -> Round:
    box = r.box_at(event.box)
    match event.offer:
        case "third_card":
            return but(r, third_cards_asked=(*r.third_cards_asked, event.box))
        case "switch":
            return r.with_box(but(box, switch_asked=True))
        case "hand" if event.player in ("", box.bet.player):
            return r.with_box(box.with_hand(event.hand, box.hand(event.hand).but(stood=True)))
    if event.player and event.player != box.bet.player:
        backers = tuple(
            but(each, declined=True) if each.bet.player == event.player else each for each in box.backers
        )
        return r.with_box(but(box, backers=backers))
    return r.with_box(but(box, declined=True))


def _hole_checked(r: Round, event: events.HoleChecked) -> Round:
    return but(r, checked=True, blackjack_found=event.blackjack, offers_closed=True)


def _device_spoke(r: Round, event: events.DeviceSpoke) -> Round:
    before = r.devices.get(event.device, ())
    entries = before if isinstance(before, tuple) else (before,)
    entry = None if event.shows == NOTHING_DRAWN else entry_of(event.shows)
    return but(r, devices={**r.devices, event.device: (*entries, entry)})


def entry_of(shows: str) -> object:
    """What a device showed, as the settlement reads it: a box by its number, an object, or a text."""
    if shows.isdecimal() and len(shows) < LONGEST_NUMBER:
        return int(shows)
    try:
        return json.loads(shows) if shows.startswith("{") else shows
    except (ValueError, RecursionError):
        return shows


def _settled(r: Round, event: events.Settled) -> Round:
    settled = {each[0] for each in (*event.hands, *event.done, *event.left)}
    boxes = [_settled_at(box, event) if box.bet.box in settled else box for box in r.boxes]
    return but(
        r,
        boxes=tuple(boxes),
        lines=(*r.lines, *event.lines),
        meters=event.meters or r.meters,
        spots_settled=max(r.spots_settled, event.spots),
        finished=event.final,
    )


def _settled_at(box: Box, event: events.Settled) -> Box:
    number = box.bet.box
    for at, hand in event.hands:
        if at == number:
            box = box.with_hand(hand, but(box.hand(hand), settled=True))
    if done := {wager for at, wager in event.done if at == number}:
        seen = event.moment == ELECTION and any(hand.doubled for hand in box.hands())
        box = but(box, settled=box.settled | done, double_turned_up=box.double_turned_up or seen)
    for at, hand, player in event.left:
        if at == number:
            box = left_by(box, hand, player)
    return box


def _exposed(r: Round, event: events.CardExposed) -> Round:
    wrong = r.misdelivered or event.why == "misdelivered"
    return but(r, waiting=(*r.waiting, event.drawn), misdelivered=wrong)


def _set_aside(r: Round, event: events.CardSetAside) -> Round:
    whys = ("ten_found", "card_face_up") if event.why == "ten_face_up" else (event.why,)
    return but(r, aside=(*r.aside, *whys))


def _check_skipped(r: Round, event: events.CheckSkipped) -> Round:
    hole_card: HoleCard = "none" if event.hole_card == "none" else "face_down"
    return but(r, game=replace(r.game, hole_card=hole_card))


def _card_refused(r: Round, event: events.CardRefused) -> Round:
    box = r.box_at(event.box)
    changed = but(box, frozen=True)
    for number, hand in enumerate(box.hands(), 1):
        if hand.draws_owed:
            changed = changed.with_hand(number, hand.but(draws_owed=0, stood=True))
    owed, late = (tuple(each for each in cards if each.box != event.box) for cards in (r.owed, r.late))
    return but(r.with_box(changed), owed=owed, late=late)


def _waiting_discarded(r: Round, event: events.WaitingDiscarded) -> Round:
    return but(r, waiting=_without(r.waiting, event.card))


def _deal_changed(r: Round, event: events.DealChanged) -> Round:
    return but(r, owed=tuple(Place(*each) for each in event.owed))


def _card_missed(r: Round, event: events.CardMissed) -> Round:
    if r.owed:  # the third card of two sevens: all others are asked for after the deal
        return but(r, owed=r.owed[1:], late=(*r.late, r.owed[0]))
    box = r.box_at(event.box)
    face = "down" if double_is_down(r, box, box.hand(event.hand)) else "up"
    return but(r, late=(*r.late, Place(event.box, event.hand, "play", face)))


def _noted(r: Round, event: events.IrregularityNoted) -> Round:
    """A double card dealt up by mistake is seen.

    Older records name no hand: then it is known which one it was where the box has one alone.
    """
    if event.what != DOUBLE_CARD_UP:
        return r
    box = r.box_at(event.box)
    unseen = [
        number
        for number, hand in enumerate(box.hands(), 1)
        if event.hand in (0, number)
        if double_is_unseen(r, box, hand) and has_double_card(hand) and not hand.settled
    ]
    return r.with_box(_seen(box, *unseen)) if len(unseen) == 1 else r


def _hand_dead(r: Round, event: events.HandDead) -> Round:
    """The hands of a box, or one of them, are dead; who is let out leaves a hand over 21 as it is."""
    box = r.box_at(event.box)
    changed = box if event.hand else but(box, out=event.cite, follows=())
    for number, hand in enumerate(box.hands(), 1):
        stays = hand.settled or (event.why == LET_OUT and is_seen_bust(r, box, hand))
        if event.hand in (0, number) and not stays:
            changed = changed.with_hand(number, hand.but(dead=event.cite, draws_owed=0))
    owed = tuple(each for each in r.owed if each.box != event.box or event.hand not in (0, each.hand))
    late = tuple(each for each in r.late if each.box != event.box or event.hand not in (0, each.hand))
    return but(r.with_box(changed), owed=owed, late=late)


def _voided(r: Round, event: events.RoundVoided) -> Round:
    for box in r.boxes:
        r = _hand_dead(r, events.HandDead(box.bet.box, 0, event.why, event.cite))
    return but(r, void=event.cite, owed=(), late=())


def _hand_cleared(r: Round, event: events.HandCleared) -> Round:
    if event.box == DEALER:
        return but(r, hands_collected=event.hand)
    box = r.box_at(event.box)
    return r.with_box(box.with_hand(event.hand, box.hand(event.hand).but(cleared=True)))


_FOLDS: Final[Mapping[type, Callable[[Round, Any], Round]]] = {
    events.HandCleared: _hand_cleared,
    events.CardDealt: _card_dealt,
    events.CardPlaced: _card_placed,
    events.Decided: _decided,
    events.Followed: _followed,
    events.OfferDeclined: _offer_declined,
    events.OffersClosed: lambda r, _: but(r, offers_closed=True),
    events.HoleChecked: _hole_checked,
    events.HoleShown: lambda r, _: but(r, hole_shown=True),
    events.DeviceSpoke: _device_spoke,
    events.Settled: _settled,
    events.CardExposed: _exposed,
    events.CardSetAside: _set_aside,
    events.CardRefused: _card_refused,
    events.WaitingDiscarded: _waiting_discarded,
    events.DealChanged: _deal_changed,
    events.CardMissed: _card_missed,
    events.HandDead: _hand_dead,
    events.IrregularityNoted: _noted,
    events.RoundVoided: _voided,
    events.CheckSkipped: _check_skipped,
}


def evolve_round(r: Round, event: object) -> Round:
    """The round after an event; events of the table around it leave it as it is."""
    fold = _FOLDS.get(type(event))
    return r if fold is None else fold(r, event)
