"""What everybody may see of a table's events while the shoe is still in play.

`FaceDown` is the one statement of the secrecy rule: which cards lie face down, and what turns them up.
It publishes events one at a time as they happen. `published` is a whole record so far, in which cards
that have been turned up since, and shoes whose order has been revealed, are shown.

Nothing that proves the deal is lost: commitments, cuts and every card that was seen stay, and once a
shoe is over and its order revealed every card is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

Plain = dict[str, Any]

OVER: Final = ("shoe_ended", "cards_spread_idle", "cards_withdrawn", "cards_shuffled")
"""What ends a shoe to whose order nobody had committed."""
SHUFFLED: Final = "cards_shuffled"
BURNED: Final = "card_burned"
DEALT: Final = "card_dealt"
HOLE_SHOWN: Final = "hole_shown"
CLEARED: Final = "hand_cleared"
COLLECTED: Final = "cards_collected"
ENDED: Final = "round_ended"
SETTLED: Final = "settled"
NOTED: Final = "irregularity_noted"
DECIDED: Final = "decided"
SPLIT: Final = "split"
DOUBLE_CARD_UP: Final = "double_card_up"
"""The irregularity that shows a double card which belongs face down (Massachusetts §15(q))."""
FIRST_CARDS: Final = ("first", "second")
ELECTION: Final = "election"
"""The settlement for which a double card is turned up early (Massachusetts §17(e))."""
CONCERNED: Final = frozenset(
    {SHUFFLED, BURNED, DEALT, DECIDED, HOLE_SHOWN, CLEARED, COLLECTED, ENDED, SETTLED, NOTED}
)
"""Every other event is published as it is, turns up no card and moves none."""


@dataclass(frozen=True, slots=True)
class DownCard:
    """A card that was dealt face down, by the event of that number."""

    card: str
    box: int
    hand: int
    """0 for one of the box's first two cards, which a split may have moved to another of its hands."""
    at: int


@dataclass(frozen=True, slots=True)
class FaceDown:
    """The cards of the round that lie face down: nobody sees them until they are turned up.

    The hole card is turned up when the dealer shows it. Any other card is turned up when its hand is
    cleared, and at the latest when the round ends; a double card also for the side wager that it
    decides, or by mistake. A hole card that was never shown stays hidden, and is
    missing among the cards collected. A burned card is never turned up, nor is the order of a shuffle.
    """

    hole: tuple[DownCard, ...] = ()
    others: tuple[DownCard, ...] = ()

    def publish(
        self, event: Plain, at: int = 0, *, known: Collection[int] = ()
    ) -> tuple[FaceDown, Plain]:
        """What lies face down after an event, and the event without what nobody has seen.

        `known` are the numbers of events whose card everybody knows by now, whatever it was then.
        """
        name = event["event"]
        if name not in CONCERNED:
            return self, event
        shown = event
        if name == SHUFFLED:
            shown = {**event, "order": "", "salt": ""}
        elif name == BURNED or _is_dealt_down(event):
            shown = event if at in known else {key: event[key] for key in event if key != "drawn"}
        elif name == COLLECTED:
            unseen = [each.card for each in (*self.hole, *self.others) if each.at not in known]
            shown = {**event, "cards": _without(event["cards"], unseen)} if unseen else event
        return self.after(event, at), shown

    def after(self, event: Plain, at: int = 0) -> FaceDown:
        """What lies face down after an event."""
        if _is_dealt_down(event):
            hand = 0 if event["why"] in FIRST_CARDS else event["hand"]
            dealt = DownCard(event["drawn"], event["box"], hand, at)
            if event["why"] == "hole":
                return FaceDown((*self.hole, dealt), self.others)
            return FaceDown(self.hole, (*self.others, dealt))
        if event["event"] == ENDED:
            return FaceDown() if self.hole or self.others else self
        if event["event"] == DECIDED and event["do"] == SPLIT and self.others:
            return FaceDown(self.hole, tuple(_moved(each, event) for each in self.others))
        shown = self.turned_up_by(event)
        if not shown:
            return self
        return FaceDown(_less(self.hole, shown), _less(self.others, shown))

    def turned_up_by(self, event: Plain) -> tuple[DownCard, ...]:
        """The cards that an event shows to everybody."""
        name = event["event"]
        if name == CLEARED:
            return _of_hand(self.others, event)
        if name == SETTLED:
            return _for_sides(self.others, event)
        if name == NOTED:
            return _by_mistake(self.others, event)
        return self.hole if name == HOLE_SHOWN else self.others if name == ENDED else ()


def _moved(card: DownCard, split: Plain) -> DownCard:
    """The card in the hand that it lies in after a split: those behind the split hand move up one."""
    is_behind = card.box == split["box"] and card.hand > split["hand"]
    return replace(card, hand=card.hand + 1) if is_behind else card


def _is_dealt_down(event: Plain) -> bool:
    return event["event"] == DEALT and event.get("face") == "down"


def _of_hand(down: tuple[DownCard, ...], cleared: Plain) -> tuple[DownCard, ...]:
    """Those of the cards face down that lie in the hand cleared, each at most once.

    Another hand may hold a copy of the same card, which stays face down.
    """
    cards, turned = cleared["cards"].split(" "), []
    for each in down:
        is_of_hand = each.box == cleared["box"] and each.hand in (0, cleared["hand"])
        if is_of_hand and each.card in cards:
            cards.remove(each.card)
            turned.append(each)
    return tuple(turned)


def _for_sides(down: tuple[DownCard, ...], settled: Plain) -> tuple[DownCard, ...]:
    """The double cards that decided the side wagers of their boxes."""
    if settled["moment"] != ELECTION:
        return ()
    boxes = {box for box, _ in settled.get("done", ())}
    return tuple(each for each in down if each.hand and each.box in boxes)


def _by_mistake(down: tuple[DownCard, ...], noted: Plain) -> tuple[DownCard, ...]:
    """The double card dealt up by mistake: that of the hand named, or the one that the box has alone."""
    if noted["what"] != DOUBLE_CARD_UP:
        return ()
    doubles = tuple(each for each in down if each.hand and each.box == noted["box"])
    if hand := noted.get("hand", 0):
        return tuple(each for each in doubles if each.hand == hand)
    return doubles if len(doubles) == 1 else ()


def _less(down: tuple[DownCard, ...], shown: tuple[DownCard, ...]) -> tuple[DownCard, ...]:
    left = list(down)
    for each in shown:
        if each in left:
            left.remove(each)
    return tuple(left)


def _without(cards: str, gone: list[str]) -> str:
    left = cards.split(" ")
    for each in gone:
        if each in left:
            left.remove(each)
    return " ".join(left)


def published(record: Iterable[Plain]) -> Iterator[Plain]:
    """The events of a record so far without what nobody at the table has seen."""
    events = list(record)
    known = _turned_up(events) | _revealed(events)
    down = FaceDown()
    for at, each in enumerate(events):
        down, shown = down.publish(each, at, known=known)
        yield shown


def _turned_up(events: list[Plain]) -> set[int]:
    """The events that dealt a card face down which has been turned up since."""
    shown: set[int] = set()
    down = FaceDown()
    for at, each in enumerate(events):
        shown.update(card.at for card in down.turned_up_by(each))
        down = down.after(each, at)
    return shown


def _revealed(events: list[Plain]) -> set[int]:
    """The events that drew a card off a stack which is over, and whose order is known by now."""
    revealed = {each["commitment"] for each in events if each["event"] == "shoe_revealed"}
    committed: dict[int, str] = {}
    loaded: dict[str, int] = {}
    drawn: dict[int, list[int]] = {}
    over: set[int] = set()
    for at, each in enumerate(events):
        name, batch = each["event"], each.get("batch", 0)
        if name in OVER:
            over.update(drawn.pop(batch, ()))
        if name == SHUFFLED:
            committed[batch] = each["commitment"]
        elif name == "shoe_loaded":
            loaded[each["side"]] = batch
        elif name == BURNED or _is_dealt_down(each):
            batch = loaded.get(each.get("side", ""), 0)
            if not committed.get(batch):
                drawn.setdefault(batch, []).append(at)
            elif committed[batch] in revealed:
                over.add(at)
    return over
