"""Several people on one box (Massachusetts §13): the same cards, each with money of their own.

Here is the box as each of them holds it, and how events move the others' money; no rule is asked.
"""

from __future__ import annotations

from cutcard.money import Cents
from cutcard.rules import Action
from cutcard.table.events import Decided, Followed
from cutcard.table.round import Backer, Box
from cutcard.values import but


def people(box: Box) -> tuple[Box, ...]:
    """The box as each person on it holds it: the caller, then the backers with their own stakes."""
    return (box, *[as_held_by(box, backer) for backer in box.backers]) if box.backers else (box,)


def has_wager(box: Box, wager: str) -> bool:
    """Whether anybody on the box has made a wager."""
    return wager in box.bet.stakes or any(wager in backer.bet.stakes for backer in box.backers)


def wagers_on(box: Box) -> frozenset[str]:
    """Every wager that somebody on the box has made."""
    return frozenset(box.bet.stakes).union(*(backer.bet.stakes for backer in box.backers))


def as_held_by(box: Box, backer: Backer) -> Box:
    """The box's cards with a backer's money on them; a hand without any has no line."""
    hands = tuple(
        hand.but(
            stakes=stakes, base=backer.base, surrendered=backer.surrendered, even_money=backer.even_money
        )
        for hand, stakes in zip(box.groups[0], backer.stakes, strict=True)
    )
    return but(box, bet=backer.bet, groups=(hands,), insurance=backer.insurance, backers=())


def with_backers(box: Box, event: Decided, player: str = "") -> Box:
    """The box with a decision taken by one of its backers, or by the caller for all of them."""
    backers = tuple(
        _backer_takes(each, event) if player in ("", each.bet.player) else each for each in box.backers
    )
    return but(box, backers=backers)


def _backer_takes(backer: Backer, event: Decided) -> Backer:
    if event.do == Action.INSURE:
        return but(backer, insurance=(*backer.insurance, (event.index, event.amounts[0])))
    if event.do == Action.EVEN_MONEY:
        return but(backer, even_money=True)
    return but(backer, surrendered=backer.surrendered or kind_of_surrender(event))


def nothing_of(backer: Backer) -> tuple[Cents, ...]:
    """No money on any spot."""
    return tuple([Cents(0)] * len(backer.base))


def asks_backers(box: Box, action: Action, number: int) -> Box:
    """The box with its others asked to follow: those who have money on the hand and are still in."""
    if not box.backers:
        return box
    followers = tuple(
        each.bet.player
        for each in box.backers
        if any(each.stakes[number - 1]) and not each.surrendered and not each.even_money
    )
    return but(box, follows=followers, following=str(action) if followers else "", follows_hand=number)


def kind_of_surrender(event: Decided) -> str:
    """How a hand says that it was surrendered."""
    return "held" if event.held else "at_once"


def joined(backer: Backer, event: Followed) -> Backer:
    """A further stake on a hand; with nothing added the wager moves to the hand that is named."""
    at, stakes = event.hand - 1, list(backer.stakes)
    if event.amount:
        more = event.amounts or (event.amount,)
        stakes[at] = tuple(Cents(one + other) for one, other in zip(stakes[at], more, strict=True))
    elif not any(stakes[at]):
        stakes[at], stakes[at - 1] = stakes[at - 1], nothing_of(backer)
    return but(backer, stakes=tuple(stakes))


def left_by(box: Box, number: int, player: str) -> Box:
    """The box without one person's money on a hand: that wager is settled, others on it are not."""
    if player == box.bet.player:
        hand = box.hand(number)
        return box.with_hand(number, hand.but(stakes=tuple([Cents(0)] * len(hand.stakes))))
    at = number - 1
    backers = tuple(
        but(each, stakes=(*each.stakes[:at], nothing_of(each), *each.stakes[at + 1 :]))
        if each.bet.player == player
        else each
        for each in box.backers
    )
    return but(box, backers=backers)
