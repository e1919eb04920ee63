"""The commands that may be behind an event: what somebody must have done for it to be recorded.

An event does not say which command made it. For each kind there are a few that could have, and whoever
checks a record tries them: the first that makes the very events that follow is taken for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Final

from cutcard.money import NOTHING
from cutcard.rules import Action
from cutcard.shoe import Act, By, Chore, Role, events as s
from cutcard.table import commands as c, events as e
from cutcard.table.play.bets import FOR_DEALER
from cutcard.table.play.irregularities import CASES
from cutcard.table.play.round_commands import CHECK, COLLECT
from cutcard.table.table import Table

DEALER: Final = By(Role.DEALER)
FLOOR: Final = By(Role.SUPERVISOR)
DEVICE: Final = By(Role.DEVICE)
CHOICES: Final = ("", "card", "dead", "next", "burn", "void", "continue", "repaired")
SHOW: Final = "show_hole_card"
SETTLE: Final = "settle"

Commands = Iterator[c.Command]
Behind = Callable[[Table, Any], Commands]


def commands_behind(table: Table, coming: Sequence[object]) -> Commands:
    """What may have made the first of the events to come, the likeliest first."""
    event = coming[0]
    behind, reporter = _BEHIND.get(type(event)), _reporter(coming)
    for command in () if behind is None else behind(table, event):
        if reporter is not None and isinstance(command, c.Report):
            yield replace(command, by=reporter)
        else:
            yield command
    match event:
        case s.CoverSeen(on, side):  # before a card that is burned, dealt or set aside
            yield from commands_behind(table, coming[1:]) if len(coming) > 1 else ()
            yield c.Report(DEALER, "cover_card_out", on, side=side)
        case e.DownDoublesOffered() | s.ShoeRevealed():
            after = next((n for n, each in enumerate(coming) if type(each) is not type(event)), 0)
            yield from commands_behind(table, coming[after : after + 1]) if after else ()
        case s.CardsReceived() | s.CardsWithdrawn():
            yield from _received(table, event.batch, coming)
        case e.BetRemoved() | e.BetPlaced() | e.BetAbandoned() | e.LammerMoved():
            yield from _together(table, coming)


def _reporter(coming: Sequence[object]) -> By | None:
    """Who reported what voids the round: the reshuffle that comes of the same report names them."""
    before = {e.CardSetAside: 0, e.RoundVoided: 1}
    last = -1
    for each in coming:
        if isinstance(each, s.ReshuffleOrdered) and last == before[e.RoundVoided]:
            return by_of(each.by)
        if before.get(type(each), -1) <= last:
            return None
        last = before[type(each)]
    return None


def _received(table: Table, batch: int, coming: Sequence[object]) -> Commands:
    """New cards, perhaps for old ones, perhaps shuffled already; or the table closes."""
    for each in coming:
        match each:
            case s.CardsReceived(_, at, preshuffled):
                yield Act(Chore.RECEIVE_CARDS, DEALER, at, batch, preshuffled=preshuffled)
                shuffled = next((one for one in coming if isinstance(one, s.CardsShuffled)), None)
                if preshuffled and shuffled is not None:
                    fields = {name: getattr(shuffled, name) for name in _SHUFFLE}
                    by = by_of(shuffled.by)
                    yield Act(Chore.RECEIVE_CARDS, by, at, batch, preshuffled=True, **fields)
                return
            case e.TableClosed():
                yield from _closed(table, each)
                return
            case s.CardsWithdrawn() | s.ShoeRevealed():
                continue
            case _:
                return


def _together(table: Table, coming: Sequence[object]) -> Commands:
    """What comes of a command that ends bets: the table closes, a player leaves, a round begins."""
    for each in coming:
        match each:
            case e.PlayerLeft(player):
                yield c.Leave(By(Role.PLAYER, player))
                return
            case e.TableClosed():
                yield from _closed(table, each)
                return
            case e.RoundStarted():
                yield c.StartRound(DEALER)
                return
            case e.BetRemoved() | e.BetPlaced() | e.BetAbandoned() | e.LammerMoved():
                continue
            case e.BetAcknowledged() | s.CardsWithdrawn() | s.ShoeRevealed():
                continue
            case _:
                return


def by_of(written: str) -> By:
    """Who did something, from the text in an event; anybody else is a player who may do nothing."""
    role, _, name = written.partition(" ")
    try:
        return By(Role(role), name)
    except ValueError:
        return By(Role.PLAYER, written)


def _one(make: Callable[[Any], c.Command]) -> Behind:
    """Events behind which there is one command, whatever the table."""
    return lambda _, event: iter((make(event),))


def _act(do: Chore, by: By | None = None) -> Behind:
    """Events of an act with the cards; whoever did it is named, or it was one of a role."""

    def acts(_: Table, event: Any) -> Commands:
        who = by_of(event.by) if by is None else by
        fields = {name: value for name in _SHARED if (value := getattr(event, name, None)) is not None}
        yield Act(do, who, **fields)

    return acts


_SHUFFLE: Final = ("order", "salt", "commitment", "steps")
_SHARED: Final = (
    *("at", "batch", "side", "face", "position", "behind", "counted", "player", "works", "why"),
    *_SHUFFLE,
)
"""The fields of an act that its event has under the same name."""


def _performed(*chores: str) -> Behind:
    return lambda _, __: (c.Perform(DEALER, chore) for chore in chores)


def _started(_: Table, __: Any) -> Commands:
    yield c.StartRound(DEALER)


def _dealt(table: Table, event: e.CardDealt) -> Commands:
    """The card as scanned; a virtual table deals its own."""
    own = table.shoe.virtual or table.shoe.waiting is not None
    yield c.DealCard(DEALER, None if own else event.drawn)


def _burned(table: Table, event: s.CardBurned) -> Commands:
    card = None if table.shoe.virtual else event.drawn
    yield Act(Chore.BURN, DEALER, side=event.side, card=card, why=event.why)


def _determined(table: Table, event: s.DeterminantDrawn) -> Commands:
    card = None if table.shoe.virtual else event.drawn
    yield Act(Chore.DRAW_DETERMINANT, DEALER, side=event.side, card=card)


def _placed(_: Table, event: e.BetPlaced) -> Commands:
    bet = event.bet
    own = {name: stake for name, stake in bet.stakes.items() if name != FOR_DEALER}
    by, for_dealer = By(Role.PLAYER, bet.player), bet.stakes.get(FOR_DEALER, NOTHING)
    for instrument in ("chips", "plaques"):  # plaques and coupons may be of any value
        yield c.PlaceBet(by, bet.box, own, instrument, for_dealer=for_dealer)
    if bet.riding and own.keys() == {*bet.riding}:  # what lay beside a streak wager that stays
        yield c.TakeBack(by, bet.box)


def _closed(_: Table, event: e.TableClosed) -> Commands:
    for role in (Role.DEALER, Role.SUPERVISOR):
        yield c.CloseTable(By(role, event.by), event.at)


def _cut(_: Table, event: s.CardsCut) -> Commands:
    by = by_of(event.by)
    do = Chore.CUT if by.role is Role.DEALER else Chore.ACCEPT_CUT
    yield Act(do, by, batch=event.batch, position=event.position)


def _decided(_: Table, event: e.Decided) -> Commands:
    by, amounts = By(Role.PLAYER, event.player), event.amounts
    try:
        do = Action(event.do)
    except ValueError:
        return
    if do is Action.INSURE:
        at = event.index + 1
        yield c.Decide(by, event.box, do, amounts[0] if amounts else None, at, at)
        return
    if do is Action.DOUBLE and amounts:
        yield c.Decide(by, event.box, do, max(amounts), hand=event.hand, face_down=event.face_down)
    yield c.Decide(by, event.box, do, hand=event.hand, face_down=event.face_down)


def _declined(table: Table, event: e.OfferDeclined) -> Commands:
    yield c.Decline(By(Role.PLAYER, event.player or _caller(table, event.box)), event.box)


def _caller(table: Table, number: int) -> str:
    box = None if table.round is None else table.round.box(number)
    return "" if box is None else box.bet.player


def _reported(*names: str) -> Behind:
    """Events of what went wrong: the reports that bring them, by whoever may report it."""

    def reports(table: Table, event: Any) -> Commands:
        what = getattr(event, "why", getattr(event, "what", ""))
        whats = [each for each in (what, *names, what.removesuffix("_dead")) if each in CASES]
        box = getattr(event, "box", 0)
        cards = () if table.shoe.virtual or not hasattr(event, "drawn") else (event.drawn,)
        people = (DEALER, FLOOR, By(Role.PLAYER, _caller(table, box)))
        by = by_of(event.by) if getattr(event, "by", "") else None
        if isinstance(event, e.ReaderRepaired):
            by = By(Role.SUPERVISOR, event.by)
        hand, side = getattr(event, "hand", None), getattr(event, "side", "")
        hands = (hand,) if hand else (*(() if hand is None else (0,)), *range(1, 9))
        places = list(product(_boxes(table), (1, 0, 2))) if isinstance(event, e.DealChanged) else []
        for each, choice, who in product(dict.fromkeys(whats), CHOICES, people if by is None else (by,)):
            numbers = hands if each == "irregular_double" else hands[:1]
            for at, number in places or product((box,), numbers):
                yield c.Report(who, each, at, number, cards, side, choice)

    return reports


def _boxes(table: Table) -> list[int]:
    """The dealer's place and every box in play."""
    return [0] if table.round is None else [0, *(box.bet.box for box in table.round.boxes)]


def _unused(table: Table, event: e.CardSetAside | e.CardExposed) -> Commands:
    """A card that was not used: the report that says why, with the box it was meant for."""
    cards = () if table.shoe.virtual else (event.drawn,)
    if event.why == "ten_face_up":
        yield c.Report(FLOOR, "ten_found", cards=cards, side=event.side, choice="face_up")
        return
    for box, choice, who in product(_boxes(table), ("", "next", "burn"), (DEALER, FLOOR)):
        yield c.Report(who, event.why, box, 1, cards, event.side, choice)


_BEHIND: Final[Mapping[type, Behind]] = {
    e.TableOpened: _one(lambda each: c.OpenTable(By(Role.DEALER, each.dealer), each.at)),
    e.TableClosed: _closed,
    e.DealerChanged: _one(lambda each: c.ChangeDealer(FLOOR, each.dealer)),
    e.PlayerArrived: _one(lambda each: c.Sit(By(Role.PLAYER, each.player), each.box)),
    e.PlayerLeft: _one(lambda each: c.Leave(By(Role.PLAYER, each.player))),
    e.BetPlaced: _placed,
    e.BetRemoved: _one(lambda each: c.TakeBack(By(Role.PLAYER, each.player), each.box)),
    e.BetAbandoned: _started,
    e.BetAcknowledged: _started,
    e.RoundStarted: _started,
    e.MeterShown: _one(
        lambda each: c.ShowMeter(DEVICE, each.meter, each.amount, each.reset, linked=each.linked)
    ),
    e.EntryPermitted: _one(lambda each: c.PermitEntry(By(Role.SUPERVISOR, each.by), each.player)),
    e.CardDealt: _dealt,
    e.CardPlaced: _one(lambda _: c.DealCard(DEALER)),
    e.Decided: _decided,
    e.OfferDeclined: _declined,
    e.OffersClosed: _one(lambda _: c.CloseOffers(DEALER)),
    e.Followed: _one(
        lambda each: c.Follow(
            By(Role.PLAYER, each.player), each.box, max(each.amounts, default=each.amount), each.hand
        )
    ),
    e.HoleChecked: _performed(CHECK),
    e.HoleShown: _performed(SHOW),
    e.Settled: _performed(SETTLE),
    e.LammerMoved: _performed(SETTLE, COLLECT),
    e.WaitingDiscarded: _performed(COLLECT),
    e.CardsCollected: _performed(COLLECT),
    e.RoundEnded: _performed(COLLECT),
    e.HandCleared: _performed(SETTLE),
    e.DeviceSpoke: _one(lambda each: c.ShowDevice(DEVICE, each.device, each.shows)),
    e.JackpotConfirmed: _one(lambda each: c.Confirm(By(Role.SUPERVISOR, each.by), each.box, each.wager)),
    # What went wrong.
    e.CardSetAside: _unused,
    e.CardExposed: _unused,
    e.CardRefused: _reported("exposed_refused"),
    e.DealChanged: _reported(),
    e.CardMissed: _reported("missed_card"),
    e.HandDead: _reported(),
    e.RoundVoided: _reported("reader_misused"),
    e.CheckSkipped: _reported(),
    e.SideMistaken: _reported("wrong_side"),
    e.IrregularityNoted: _reported("reader_misused"),
    e.ReaderFailed: _reported("reader_failed"),
    e.ReaderRepaired: _reported("reader_failed"),
    e.LightFailed: _reported("light_failed"),
    e.LightRepaired: _reported("light_failed"),
    # The cards.
    s.GamingDayBegan: _act(Chore.BEGIN_GAMING_DAY, FLOOR),
    s.ReaderInspected: _act(Chore.INSPECT_READER),
    s.CardsInspected: _act(Chore.INSPECT_CARDS),
    s.TensRemoved: _one(
        lambda each: Act(Chore.REMOVE_TENS, by_of(each.by), batch=each.batch, order=each.cards)
    ),
    s.InspectionVerified: _act(Chore.VERIFY_INSPECTION),
    s.CardsSpread: _act(Chore.SPREAD, DEALER),
    s.CardsTurnedUp: _act(Chore.TURN_UP, DEALER),
    s.CardsViewed: _act(Chore.VIEW_CARDS, DEALER),
    s.CardsTurnedDown: _act(Chore.TURN_DOWN, DEALER),
    s.CardsWashed: _act(Chore.WASH, DEALER),
    s.CardsStacked: _act(Chore.STACK, DEALER),
    s.CardsShuffled: _act(Chore.SHUFFLE),
    s.CutOffered: _act(Chore.OFFER_CUT, DEALER),
    s.CutRefused: _one(
        lambda each: Act(Chore.REFUSE_CUT, By(Role.PLAYER, each.player), batch=each.batch)
    ),
    s.CardsCut: _cut,
    s.RecutOrdered: _one(
        lambda each: Act(Chore.ORDER_RECUT, by_of(each.by), batch=each.batch, why=each.who)
    ),
    s.CoverPlaced: _act(Chore.PLACE_COVER, DEALER),
    s.BaseCovered: _act(Chore.COVER_BASE, DEALER),
    s.ShoeLoaded: _act(Chore.LOAD),
    s.CardBurned: _burned,
    s.BurnExcused: _act(Chore.EXCUSE_BURN),
    s.BurnShown: _one(lambda each: Act(Chore.SHOW_BURN, By(Role.PLAYER, each.player))),
    s.DeterminantDrawn: _determined,
    s.ReshuffleOrdered: _act(Chore.ORDER_RESHUFFLE),
    s.ShoeEnded: _act(Chore.END_SHOE, DEALER),
    s.CardsSpreadIdle: _act(Chore.SPREAD_IDLE, DEALER),
    s.SpreadRequested: _one(
        lambda each: Act(Chore.REQUEST_SPREAD, By(Role.PLAYER, each.player), batch=each.batch)
    ),
    s.ShufflerFailed: _one(
        lambda each: Act(Chore.REPORT_SHUFFLER, FLOOR, batch=each.batch, why=each.kind)
    ),
    s.ShufflerCovered: _act(Chore.COVER_SHUFFLER),
    s.ShufflerRepaired: _act(Chore.REPAIR_SHUFFLER),
    s.CardsWithdrawn: _act(Chore.WITHDRAW_CARDS, FLOOR),
}
