"""The fold: what each event does to the shoe. It asks no rule; the event says what happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from cutcard.shoe import events as e
from cutcard.shoe.acts import Chore
from cutcard.shoe.deal import changed_pile, with_batch, with_side
from cutcard.shoe.state import INSPECTED, NO_COVER, OPENED, RECEIVED, Batch, Pile, Seal, Shoe, Side

_SINCE_SHUFFLE: Final = frozenset({Chore.CUT, Chore.PLACE_COVER, Chore.COVER_BASE, Chore.LOAD})


def evolve(shoe: Shoe, event: object) -> Shoe:
    """The shoe after an event; what does not concern the cards changes nothing."""
    fold = _FOLDS.get(type(event))
    return shoe if fold is None else fold(shoe, event)


def _did(chore: Chore, **changes: Any) -> Callable[[Shoe, Any], Shoe]:
    """The fold of an event that says that a chore is done with a batch, and what changes with it."""

    def fold(shoe: Shoe, event: Any) -> Shoe:
        batch = shoe.batch(event.batch)
        return with_batch(shoe, replace(batch, done=batch.done | {chore}, **changes))

    return fold


def _desk(**changes: Any) -> Callable[[Shoe, Any], Shoe]:
    """The fold of an event that changes only what the procedure remembers."""
    return lambda shoe, _: shoe._replace(desk=replace(shoe.desk, **changes))


def _anew(batch: Batch, **fields: Any) -> Batch:
    """A batch of which nothing but its age and its missing cards is carried on."""
    return Batch(batch.number, received_at=batch.received_at, removed=batch.removed, **fields)


def _loaded_side(shoe: Shoe, batch: int) -> int | None:
    """The side that a batch is in, or comes back to when it is refilled."""
    for index, side in enumerate(shoe.sides):
        if side.pile.batch == batch and (side.pile.loaded or side.pile.refilling):
            return index
    return None


def _emptied(shoe: Shoe, index: int, pile: Pile) -> Shoe:
    """The shoe with nothing in one side; cards on the layout stay there, a burned one is not known."""
    side = Side((), 0, 0, NO_COVER, shoe.sides[index].out, pile)
    sides, desk = with_side(shoe.sides, index, side), replace(shoe.desk, last_burned=None)
    return shoe._replace(sides=sides, waiting=None, prepared=False, desk=desk)


def _reader(shoe: Shoe, event: e.ReaderInspected) -> Shoe:
    return shoe._replace(desk=replace(shoe.desk, reader="works" if event.works else "fails"))


def _received(shoe: Shoe, event: e.CardsReceived) -> Shoe:
    done = OPENED | {Chore.SHUFFLE} if event.preshuffled else RECEIVED
    size = len(shoe.law.pack) if event.preshuffled else 0
    shoe = with_batch(shoe, Batch(event.batch, received_at=event.at, done=done, size=size))
    for index, side in enumerate(shoe.sides):
        if not side.pile.loaded:
            shoe = changed_pile(shoe, index, replace(side.pile, opening=True))
    return shoe


def _spread(shoe: Shoe, event: e.CardsSpread) -> Shoe:
    return _did(Chore.SPREAD, face=event.face)(shoe, event)


def _shuffled(shoe: Shoe, event: e.CardsShuffled) -> Shoe:
    batch = shoe.batch(event.batch)
    seal = Seal(event.commitment, event.order, event.salt) if event.commitment else None
    shoe = with_batch(
        shoe,
        _anew(
            batch,
            done=(batch.done - _SINCE_SHUFFLE) | {Chore.SHUFFLE},
            stack=event.order,
            size=event.size,
            seal=seal,
        ),
    )
    index = _loaded_side(shoe, event.batch)
    if index is None:
        return shoe
    pile, refill = shoe.sides[index].pile, event.why == "refill"
    begun = Pile(pile.name, pile.batch, cover_on=pile.cover_on, opening=False, refilling=refill)
    return _emptied(shoe, index, replace(begun, seals=pile.seals if refill else ()))


def _offered(shoe: Shoe, event: e.CutOffered) -> Shoe:
    return with_batch(shoe, replace(shoe.batch(event.batch), offered=event.player))


def _refused(shoe: Shoe, event: e.CutRefused) -> Shoe:
    batch = shoe.batch(event.batch)
    return with_batch(shoe, replace(batch, offered="", refused=(*batch.refused, event.player)))


def _cut(shoe: Shoe, event: e.CardsCut) -> Shoe:
    batch = shoe.batch(event.batch)
    stack = batch.stack[event.position :] + batch.stack[: event.position]
    done = batch.done | {Chore.CUT}
    return with_batch(
        shoe, replace(batch, done=done, stack=stack, offered="", cutter=event.player, recut="")
    )


def _recut(shoe: Shoe, event: e.RecutOrdered) -> Shoe:
    batch = shoe.batch(event.batch)
    batch = replace(batch, done=batch.done - _SINCE_SHUFFLE, behind=NO_COVER, recut=event.who)
    index = _loaded_side(shoe, event.batch)
    if index is not None and shoe.sides[index].pile.loaded:  # it comes out of the shoe again
        side = shoe.sides[index]
        seals = side.pile.seals
        batch = replace(batch, stack=side.stack, seal=seals[-1] if seals else None)
        shoe = _emptied(shoe, index, replace(side.pile, loaded=False, seals=seals[:-1]))
    return with_batch(shoe, batch)


def _cover_placed(shoe: Shoe, event: e.CoverPlaced) -> Shoe:
    batch = shoe.batch(event.batch)
    done = batch.done | {Chore.PLACE_COVER}
    return with_batch(shoe, replace(batch, done=done, behind=event.behind))


def _loaded(shoe: Shoe, event: e.ShoeLoaded) -> Shoe:
    index = shoe.side_named(event.side)
    batch, side = shoe.batch(event.batch), shoe.sides[index]
    pile = side.pile
    pile = replace(
        pile,
        batch=event.batch,
        loaded=True,
        burned=0,
        ends=pile.refilling,
        ends_past=-1,
        cover_on=pile.cover_on if pile.refilling else NO_COVER,
        seals=pile.seals if batch.seal is None else (*pile.seals, batch.seal),
    )
    known = batch.behind != NO_COVER and shoe.desk.virtual
    cover = batch.size - batch.behind if known else NO_COVER
    side = Side(batch.stack, batch.size, 0, cover, side.out, pile)
    done = batch.done | {Chore.LOAD}
    shoe = with_batch(shoe, replace(batch, done=done, stack=(), seal=None))
    desk = replace(shoe.desk, loads=shoe.desk.loads + 1)
    return shoe._replace(sides=with_side(shoe.sides, index, side), prepared=False, desk=desk)


def _burned(shoe: Shoe, event: e.CardBurned) -> Shoe:
    index = shoe.side_named(event.side)
    side = shoe.sides[index]
    refilling = side.pile.refilling and event.why != "refill"
    pile = replace(
        side.pile, rack=(*side.pile.rack, event.drawn), burned=side.pile.burned + 1, refilling=refilling
    )
    desk = replace(shoe.desk, last_burned=event.drawn)
    if event.why == "dealer":
        desk = replace(desk, new_dealer=False)
    prepared = shoe.prepared or event.why == "round"
    side = side._replace(at=side.at + 1, pile=pile)
    shoe = shoe._replace(sides=with_side(shoe.sides, index, side), prepared=prepared, desk=desk)
    if event.why != "shoe":
        return shoe
    batch = shoe.batch(pile.batch)
    return with_batch(shoe, replace(batch, done=batch.done | {Chore.BURN}))


def _determined(shoe: Shoe, event: e.DeterminantDrawn) -> Shoe:
    index = shoe.side_named(event.side)
    side = shoe.sides[index]
    kept = event.side == event.deals_from
    if kept:
        side = side._replace(at=side.at + 1, out=(*side.out, event.drawn))
    else:
        pile = replace(side.pile, segregated=(*side.pile.segregated, event.drawn))
        side = side._replace(at=side.at + 1, pile=pile)
    return shoe._replace(
        sides=with_side(shoe.sides, index, side),
        using=shoe.side_named(event.deals_from),
        waiting=event.drawn if kept else None,
        prepared=True,
    )


def _cover_seen(shoe: Shoe, event: e.CoverSeen) -> Shoe:
    index = shoe.side_named(event.side)
    side = shoe.sides[index]
    dealt = side.at - side.pile.burned
    pile = replace(side.pile, ends=True, ends_past=dealt, cover_on=event.on)
    side = side._replace(cover=NO_COVER, pile=pile)
    return shoe._replace(sides=with_side(shoe.sides, index, side))


def _ordered(shoe: Shoe, event: e.ReshuffleOrdered) -> Shoe:
    for index, side in enumerate(shoe.sides):
        if event.side in ("", side.pile.name):
            shoe = changed_pile(shoe, index, replace(side.pile, ends=True, ends_past=-1))
    return shoe


def _ended(shoe: Shoe, event: e.ShoeEnded) -> Shoe:
    index = shoe.side_named(event.side)
    pile, batch = shoe.sides[index].pile, shoe.batch(event.batch)
    shoe = with_batch(shoe, _anew(batch, done=OPENED, unused=event.left))
    return _emptied(shoe, index, Pile(pile.name, event.then, cover_on=pile.cover_on, opening=False))


def _idle(shoe: Shoe, event: e.CardsSpreadIdle) -> Shoe:
    index, batch = shoe.side_named(event.side), shoe.batch(event.batch)
    shoe = with_batch(shoe, _anew(batch, done=INSPECTED | {Chore.SPREAD}, face=event.face, idle=True))
    return _emptied(shoe, index, Pile(event.side, event.then))


def _spread_requested(shoe: Shoe, event: e.SpreadRequested) -> Shoe:
    batch = shoe.batch(event.batch)
    return with_batch(shoe, _anew(batch, done=INSPECTED, idle=True))


def _shuffler_failed(shoe: Shoe, event: e.ShufflerFailed) -> Shoe:
    if event.kind != "jam":
        return shoe._replace(desk=replace(shoe.desk, shuffler="failed"))
    batch = shoe.batch(event.batch)
    done = batch.done - {Chore.SHUFFLE}
    return with_batch(shoe, replace(batch, done=done, jammed=True, stack=(), size=0, seal=None))


def _withdrawn(shoe: Shoe, event: e.CardsWithdrawn) -> Shoe:
    index = _loaded_side(shoe, event.batch)
    shoe = with_batch(shoe, Batch(event.batch))
    if index is None:
        return shoe
    return _emptied(shoe, index, Pile(shoe.sides[index].pile.name, event.batch))


_FOLDS: Final[dict[type, Callable[[Shoe, Any], Shoe]]] = {
    e.GamingDayBegan: _desk(reader=""),
    e.ReaderInspected: _reader,
    e.CardsReceived: _received,
    e.CardsInspected: _did(Chore.INSPECT_CARDS),
    e.TensRemoved: _did(Chore.REMOVE_TENS),
    e.InspectionVerified: _did(Chore.VERIFY_INSPECTION),
    e.CardsSpread: _spread,
    e.CardsTurnedUp: _did(Chore.TURN_UP, face="up"),
    e.CardsViewed: _did(Chore.VIEW_CARDS),
    e.CardsTurnedDown: _did(Chore.TURN_DOWN, face="down"),
    e.CardsWashed: _did(Chore.WASH),
    e.CardsStacked: _did(Chore.STACK),
    e.CardsShuffled: _shuffled,
    e.CutOffered: _offered,
    e.CutRefused: _refused,
    e.CardsCut: _cut,
    e.RecutOrdered: _recut,
    e.CoverPlaced: _cover_placed,
    e.BaseCovered: _did(Chore.COVER_BASE),
    e.ShoeLoaded: _loaded,
    e.CardBurned: _burned,
    e.BurnExcused: _desk(new_dealer=False),
    e.DeterminantDrawn: _determined,
    e.CoverSeen: _cover_seen,
    e.ReshuffleOrdered: _ordered,
    e.ShoeEnded: _ended,
    e.CardsSpreadIdle: _idle,
    e.SpreadRequested: _spread_requested,
    e.ShufflerFailed: _shuffler_failed,
    e.ShufflerCovered: _desk(shuffler="covered"),
    e.ShufflerRepaired: _desk(shuffler="works"),
    e.CardsWithdrawn: _withdrawn,
    e.DealerTookOver: _desk(new_dealer=True),
}
