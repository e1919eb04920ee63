"""The fold of a table: what each event makes of it, and nothing else. Replay uses the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from cutcard import shoe as cards
from cutcard.law.vocabulary import HoleCard
from cutcard.money import NOTHING, Cents
from cutcard.shoe import events as shoe_events
from cutcard.table import events
from cutcard.table.folds.round import evolve_round, lies_at
from cutcard.table.play.bets import Bet
from cutcard.table.round import new_round
from cutcard.table.table import Table, game_of
from cutcard.values import but


def _moved(purses: Mapping[str, Cents], player: str, amount: int) -> dict[str, Cents]:
    return {**purses, player: Cents(purses.get(player, NOTHING) + amount)}


def _in_round(table: Table, event: Any) -> Table:
    assert table.round is not None
    return but(table, round=evolve_round(table.round, event))


def _card_dealt(table: Table, event: events.CardDealt) -> Table:
    assert table.round is not None
    after = lies_at(table.round, event.drawn, event)
    return but(table, round=after, shoe=cards.take(table.shoe, event.drawn))


def _card_exposed(table: Table, event: events.CardExposed) -> Table:
    after = table if table.round is None else _in_round(table, event)
    shoe = cards.take(table.shoe, event.drawn)._replace(prepared=table.shoe.prepared)
    return but(after, shoe=shoe)


def _card_set_aside(table: Table, event: events.CardSetAside) -> Table:
    in_use = table.shoe.side.pile.name
    shoe = cards.take(cards.deal_from(table.shoe, event.side), event.drawn)
    if table.shoe.waiting is None or event.why == "misdelivered":
        # What was drawn for the round stands, unless the determinant card itself lay face up.
        shoe = shoe._replace(prepared=table.shoe.prepared)
    after = table if table.round is None else _in_round(table, event)
    if table.round is None:
        shoe = cards.of_no_round(shoe)
    if event.to == "torn":
        shoe = cards.remove(shoe, event.drawn)
    else:
        shoe = cards.discard(shoe, (event.drawn,), segregated=event.to == "segregated")
    return but(after, shoe=cards.deal_from(shoe, in_use))


def _waiting_discarded(table: Table, event: events.WaitingDiscarded) -> Table:
    return but(_in_round(table, event), shoe=cards.discard(table.shoe, (event.card,)))


def _decided(table: Table, event: events.Decided) -> Table:
    if not event.amounts:
        return _in_round(table, event)
    assert table.round is not None
    purses = _moved(table.purses, event.player, -sum(event.amounts))
    return but(table, round=evolve_round(table.round, event), purses=purses)


def _followed(table: Table, event: events.Followed) -> Table:
    after = _in_round(table, event)
    return but(after, purses=_moved(table.purses, event.player, -event.amount))


def _settled(table: Table, event: events.Settled) -> Table:
    assert table.round is not None
    after = evolve_round(table.round, event)
    if not event.lines:
        return but(table, round=after)
    purses, house, tokes = dict(table.purses), int(table.house), int(table.tokes)
    for line in event.lines:
        house += line.stake - line.returned
        if line.paid_to != "player":
            tokes += line.returned
            continue
        player = line.player or table.round.box_at(line.box).bet.player
        purses[player] = Cents(purses.get(player, NOTHING) + line.returned)
    meters = event.meters or table.meters
    return but(table, round=after, purses=purses, house=Cents(house), tokes=Cents(tokes), meters=meters)


def _bet_placed(table: Table, event: events.BetPlaced) -> Table:
    bet = event.bet
    before = _bet_of(table, bet.player, bet.box)
    moved = sum(bet.stakes.values()) - (0 if before is None else sum(before.stakes.values()))
    if before is None:
        bets = tuple(sorted((*table.bets, bet), key=lambda each: each.box))
    else:  # a changed bet keeps its place among those on the box
        bets = tuple(bet if each is before else each for each in table.bets)
    return but(table, bets=bets, purses=_moved(table.purses, bet.player, -moved))


def _bet_of(table: Table, player: str, box: int) -> Bet | None:
    return next((bet for bet in table.bets if bet.box == box and bet.player == player), None)


def _bet_removed(table: Table, event: events.BetRemoved) -> Table:
    before = _bet_of(table, event.player, event.box)
    assert before is not None
    bets = tuple(each for each in table.bets if each is not before)
    back = sum(before.stakes.values())
    return but(table, bets=bets, purses=_moved(table.purses, event.player, back))


def _bet_abandoned(table: Table, event: events.BetAbandoned) -> Table:
    bets = tuple(each for each in table.bets if each.box != event.box or each.player != event.player)
    return but(table, bets=bets, house=Cents(table.house + event.amount))


def _round_started(table: Table, event: events.RoundStarted) -> Table:
    r = new_round(
        table.rules,
        table.game,
        event.bets,
        meters=table.meters,
        resets=table.resets,
        devices=table.devices,
        double_cards_down=event.double_cards_down,
    )
    if table.settings.asks_for_draws:
        r = but(r, asks_for_draws=True)
    playing = tuple(dict.fromkeys(bet.player for bet in event.bets))
    entitled = playing
    if table.entitled is not None:
        before = {*table.entitled, *table.permitted}
        entitled = tuple(player for player in playing if player in before)
    return but(
        table,
        round=r,
        playing=tuple([(box.bet.box, box.bet.player) for box in r.boxes]),
        rounds=event.number,
        bets=(),
        entitled=entitled,
        permitted=(),
        confirmed=frozenset(),
    )


def _cards_collected(table: Table, event: events.CardsCollected) -> Table:
    return but(table, shoe=cards.discard(table.shoe, event.cards))


def _hand_cleared(table: Table, event: events.HandCleared) -> Table:
    assert table.round is not None
    after = evolve_round(table.round, event)
    return but(table, round=after, shoe=cards.discard(table.shoe, event.cards))


def _round_ended(table: Table, event: events.RoundEnded) -> Table:  # noqa: ARG001 - one shape for all
    assert table.round is not None
    return but(table, round=None, last_lines=table.round.lines)


def _lammer_moved(table: Table, event: events.LammerMoved) -> Table:
    return but(table, streaks={**table.streaks, event.box: event.wins})


def _meter_shown(table: Table, event: events.MeterShown) -> Table:
    meters = {**table.meters, event.meter: event.amount}
    resets = table.resets if event.reset is None else {**table.resets, event.meter: event.reset}
    if not event.linked or table.round is None:
        return but(table, meters=meters, resets=resets)
    r = but(table.round, meters=meters, resets=resets)
    return but(table, meters=meters, resets=resets, round=r)


def _arrived(table: Table, event: events.PlayerArrived) -> Table:
    arrived = table.arrived if event.player in table.arrived else (*table.arrived, event.player)
    seated = table.seated
    if event.box:
        seated = tuple(sorted((*seated, (event.box, event.player))))
    return but(table, arrived=arrived, seated=seated)


def _left(table: Table, event: events.PlayerLeft) -> Table:
    seated = tuple(each for each in table.seated if each[1] != event.player)
    arrived = tuple(each for each in table.arrived if each != event.player)
    return but(table, seated=seated, arrived=arrived)


def _reader_failed(table: Table, event: events.ReaderFailed) -> Table:
    hole_card: HoleCard = "none" if event.hole_card == "none" else "face_down"
    game = replace(table.game, hole_card=hole_card) if event.goes_on else table.game
    return but(table, reader_works=False, game=game)


def _reader_repaired(table: Table, event: events.ReaderRepaired) -> Table:  # noqa: ARG001
    return but(table, reader_works=True, game=game_of(table.rules))


def _light_failed(table: Table, event: events.LightFailed) -> Table:
    return but(table, dark=table.dark | {event.box})


def _light_repaired(table: Table, event: events.LightRepaired) -> Table:
    return but(table, dark=table.dark - {event.box})


def _confirmed(table: Table, event: events.JackpotConfirmed) -> Table:
    return but(table, confirmed=table.confirmed | {(event.box, event.wager, event.player)})


def _entry_permitted(table: Table, event: events.EntryPermitted) -> Table:
    return but(table, permitted=(*table.permitted, event.player))


def _noted(table: Table, event: events.IrregularityNoted) -> Table:
    return but(table) if table.round is None else _in_round(table, event)


def _dealer_changed(table: Table, event: events.DealerChanged) -> Table:
    shoe = cards.evolve(table.shoe, shoe_events.DealerTookOver(event.dealer))
    return but(table, dealer=event.dealer, shoe=shoe)


def _opened(table: Table, event: events.TableOpened) -> Table:
    return but(table, is_open=True, dealer=event.dealer)


def _side_mistaken(table: Table, event: events.SideMistaken) -> Table:
    return but(table, shoe=cards.deal_from(table.shoe, event.side))


def _shoe_event(table: Table, event: Any) -> Table:
    shoe = cards.evolve(table.shoe, event)
    if isinstance(event, shoe_events.ShoeLoaded) and table.round is None:
        return but(table, shoe=shoe, entitled=None, permitted=())
    return but(table, shoe=shoe)


_FOLDS: Final[Mapping[type, Callable[[Table, Any], Table]]] = {
    events.CardDealt: _card_dealt,
    events.CardExposed: _card_exposed,
    events.CardSetAside: _card_set_aside,
    events.WaitingDiscarded: _waiting_discarded,
    events.Decided: _decided,
    events.Followed: _followed,
    events.Settled: _settled,
    events.BetPlaced: _bet_placed,
    events.BetRemoved: _bet_removed,
    events.BetAbandoned: _bet_abandoned,
    events.RoundStarted: _round_started,
    events.CardsCollected: _cards_collected,
    events.HandCleared: _hand_cleared,
    events.RoundEnded: _round_ended,
    events.LammerMoved: _lammer_moved,
    events.MeterShown: _meter_shown,
    events.PlayerArrived: _arrived,
    events.PlayerLeft: _left,
    events.ReaderFailed: _reader_failed,
    events.ReaderRepaired: _reader_repaired,
    events.LightFailed: _light_failed,
    events.LightRepaired: _light_repaired,
    events.JackpotConfirmed: _confirmed,
    events.IrregularityNoted: _noted,
    events.EntryPermitted: _entry_permitted,
    events.DealerChanged: _dealer_changed,
    events.TableOpened: _opened,
    events.TableClosed: lambda table, _: but(table, is_closed=True),
    events.DownDoublesOffered: lambda table, _: but(table, down_doubles=True),
    events.SideMistaken: _side_mistaken,
    **dict.fromkeys(
        (
            events.CardPlaced,
            events.OfferDeclined,
            events.OffersClosed,
            events.HoleChecked,
            events.HoleShown,
            events.DeviceSpoke,
            events.CardRefused,
            events.DealChanged,
            events.CardMissed,
            events.HandDead,
            events.RoundVoided,
            events.CheckSkipped,
        ),
        _in_round,
    ),
}
_NO_EFFECT: Final = (events.BetAcknowledged, events.CommandRefused)


def evolve(table: Table, event: object) -> Table:
    """The table after an event."""
    kind = type(event)
    fold = _FOLDS.get(kind)
    if fold is not None:
        after = fold(table, event)
    elif kind in _NO_EFFECT:
        after = but(table)
    else:
        after = _shoe_event(table, event)
    after.__dict__["version"] = table.version + 1  # `after` was made here and nobody else has it yet
    return after


def fold(table: Table, happened: Iterable[object]) -> Table:
    """The table after several events."""
    for event in happened:
        table = evolve(table, event)
    return table
