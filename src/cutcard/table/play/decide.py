"""The events of a command, or a refusal with its provision. Nothing else refuses.

At an automatic table the dealer's and the floor's chores follow by themselves, until somebody must
bet, decide, or supply what only comes from outside: a shuffled order, a device, a scanned card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from cutcard import shoe as cards
from cutcard.law import Code, Refusal, Refused
from cutcard.money import Cents
from cutcard.rules import Action, double_amounts
from cutcard.shoe import CREW, DEALERS, FLOOR as FLOOR_ROLES, Act, By, Chore, Due, Role
from cutcard.table import commands
from cutcard.table.folds.table import evolve
from cutcard.table.play import bet_commands as betting, irregularities, round_commands as playing
from cutcard.table.play.before_play import insurance_limit
from cutcard.table.play.round_answers import with_reasons
from cutcard.table.play.turns import greatest_spot
from cutcard.table.round import (
    Awaits,
    AwaitsBets,
    AwaitsCard,
    AwaitsChore,
    AwaitsDecision,
    Closed,
    Round,
)
from cutcard.table.round_steps import awaits_in
from cutcard.table.table import Table

DEALER: Final = By(Role.DEALER, betting.AUTOMATIC)
FLOOR: Final = By(Role.SUPERVISOR, betting.AUTOMATIC)
MOST_CHORES: Final = 10_000

Handler = Callable[[Table, Any], Iterator[object]]
Step = tuple[object, Table]
"""An event, and the table after it."""


BETWEEN_ROUNDS: Final[Mapping[Chore, str]] = {
    Chore.RECEIVE_CARDS: "opening_inspection",
    Chore.WITHDRAW_CARDS: "card_age_hours",
    Chore.ORDER_RESHUFFLE: "reshuffle_any_round",
    Chore.SPREAD_IDLE: "idle_spread",
}
"""Acts that wait for the end of a round, and the option behind it: the shoe cannot see a round
that has begun before its first card."""


WHENEVER: Final = (Chore.INSPECT_READER, Chore.COVER_SHUFFLER, Chore.REPAIR_SHUFFLER)
"""What may be due before the next round, and need not wait for the end of this one."""


def _act(table: Table, act: Act) -> Iterator[object]:
    """An act around the cards."""
    betting.require_open(table)
    if table.round is not None:
        _check_in_round(table, table.round, act)
    if table.bets and act.do is Chore.SPREAD_IDLE:
        message = f"{act.do}: there are bets on the table"
        raise Refused(Code.NOT_DUE, message, table.shoe.law.cite("idle_spread"))
    yield from cards.decide(table.shoe, table.people, act)
    if act.do is Chore.INSPECT_READER:
        yield from irregularities.reader_inspected(table, act)


def _check_in_round(table: Table, r: Round, act: Act) -> None:
    """Refuse what must wait for the end of a round: all but what its own next card needs."""
    law, message = table.shoe.law, f"{act.do} must wait for the end of the round"
    if act.do in BETWEEN_ROUNDS:
        raise Refused(Code.NOT_DUE, message, law.cite(BETWEEN_ROUNDS[act.do]))
    jams = act.do is Chore.REPORT_SHUFFLER and act.why == "jam"
    if jams and table.shoe.method != "two_batch":  # which shuffles one batch while the other is dealt
        raise Refused(Code.NOT_DUE, message, law.cite("shuffler_jam"))
    due = cards.due(table.shoe, table.people, act.at)
    before_card = playing.due_before_card(table)
    if due is not None and due != before_card and act.do not in WHENEVER:
        chore = Chore.ACCEPT_CUT if act.do is Chore.REFUSE_CUT else act.do
        if chore is due.chore:
            raise Refused(Code.NOT_DUE, message, due.cite)
    if act.why == "refill" and _has_all_cards(r):
        raise Refused(Code.NOT_DUE, "the round has all its cards", law.cite("too_few_cards"))


def _has_all_cards(r: Round) -> bool:
    """Whether nothing is left of a round but to settle it for the last time and pick the cards up."""
    awaited = awaits_in(r)
    ends = isinstance(awaited, AwaitsChore) and awaited.chore == "settle" and awaited.moment == "end"
    return awaited is None or ends or bool(r.void)


HANDLERS: Final[Mapping[type, Handler]] = {
    commands.OpenTable: betting.open_table,
    commands.CloseTable: betting.close_table,
    commands.ChangeDealer: betting.change_dealer,
    commands.Sit: betting.sit,
    commands.Leave: betting.leave,
    commands.PlaceBet: betting.place_bet,
    commands.TakeBack: betting.take_back,
    commands.StartRound: betting.start_round,
    commands.PermitEntry: betting.permit_entry,
    commands.ShowMeter: betting.show_meter,
    commands.DealCard: playing.deal_card,
    commands.Decide: playing.decide_hand,
    commands.Decline: playing.decline,
    commands.Follow: playing.follow,
    commands.CloseOffers: playing.close_offers,
    commands.Perform: playing.perform,
    commands.Confirm: playing.confirm,
    commands.ShowDevice: playing.show_device,
    commands.Report: irregularities.report,
    Act: _act,
}


def decide(table: Table, command: commands.Command) -> tuple[object, ...] | Refusal:
    """The events a command makes, or why it is refused; the table itself is not changed."""
    outcome = step(table, command)
    return outcome if isinstance(outcome, Refusal) else outcome[1]


def step(table: Table, command: commands.Command) -> tuple[Table, tuple[object, ...]] | Refusal:
    """The table after a command, with its events; for whoever would fold them at once."""
    taken = steps(table, command)
    if isinstance(taken, Refusal):
        return taken
    return taken[-1][1] if taken else table, tuple([event for event, _ in taken])


def steps(table: Table, command: commands.Command) -> list[Step] | Refusal:
    """Each event that a command makes, with the table after it."""
    try:
        happened: list[Step] = []
        betting.require_dealer_at_table(table, command)
        table = _handled(table, command, happened)
        if table.settings.chores == "automatic":
            _chores(table, command.at, happened)
    except Refused as refused:
        return refused.refusal
    return happened


def _handled(table: Table, command: commands.Command, happened: list[Step]) -> Table:
    before = table
    for event in HANDLERS[type(command)](before, command):
        table = evolve(table, event)
        happened.append((event, table))
    return table


def _chores(table: Table, at: int, happened: list[Step]) -> Table:
    for _ in range(MOST_CHORES):
        if playing.deals_freely(table):
            event = playing.next_owed(table)
            table = evolve(table, event)
            happened.append((event, table))
            continue
        if (awaited := _card_to_deal(table)) is not None:
            for each in playing.drawn_to(table, awaited, None):
                table = evolve(table, each)
                happened.append((each, table))
            continue
        chore = next_chore(table, at)
        if chore is None:
            return table
        table = _handled(table, chore, happened)
    raise AssertionError("the chores of an automatic table never end")


def _card_to_deal(table: Table) -> AwaitsCard | None:
    """The card that an automatic table deals next by itself: most of what it ever does."""
    r = table.round
    if r is None or r.waiting or not table.shoe.virtual or table.stopped:
        return None
    awaited = awaits_in(r)
    if type(awaited) is not AwaitsCard or playing.due_before_card(table) is not None:
        return None
    return None if cards.is_empty(table.shoe) else awaited


def awaits(table: Table, at: int = 0) -> Awaits:
    """The single answer to "what now?"."""
    if table.is_closed:
        return Closed()
    if not table.is_open:
        return AwaitsChore("open_table", CREW, table.shoe.law.cite("opening_inspection"))
    r = table.round
    if r is not None:
        awaited = playing.awaited_now(table, r)
        if awaited is None:
            return AwaitsChore(playing.COLLECT, DEALERS, table.game.cite("cards_collected"))
        return with_reasons(r, awaited) if isinstance(awaited, AwaitsDecision) else awaited
    if table.stopped:
        return AwaitsChore(playing.REPAIR, FLOOR_ROLES, table.cite("reader_failed"))
    due = betting.due_now(table, at)
    if due is not None:
        return playing.chore_due(due)
    return AwaitsBets(any("main" in bet.stakes for bet in table.bets))


def next_chore(table: Table, at: int) -> commands.Command | None:
    """What an automatic table does next by itself; None where it waits for somebody."""
    if table.is_closed or not table.is_open:
        return None
    r = table.round
    if r is None:
        return _next_act(table, at, betting.due_now(table, at))
    awaited = awaits_in(r)
    if awaited is None:
        return commands.Perform(DEALER, playing.COLLECT, at) if table.settings.collects else None
    if table.stopped and playing.waits_for_reader(awaited):
        return None
    if isinstance(awaited, AwaitsCard):
        due = playing.due_before_next(table)
        if due is not None:
            return _next_act(table, at, due)
        if playing.has_card_out(table):
            return commands.DealCard(DEALER, at=at)
        if cards.is_empty(table.shoe):  # a scripted round's shoe just ends
            return None if table.shoe.desk.endless else commands.Report(DEALER, playing.VOID, at=at)
        return commands.DealCard(DEALER, at=at) if table.shoe.virtual else None
    return _next_of_round(table, awaited, at) if isinstance(awaited, AwaitsChore) else None


def _next_of_round(table: Table, awaited: AwaitsChore, at: int) -> commands.Command | None:
    if awaited.chore == "settle" and table.round is not None:
        awaited = playing.confirmation(table, table.round, awaited)
    if awaited.chore != playing.CONFIRM:
        return commands.Perform(DEALER, awaited.chore, at)
    if not table.settings.confirms:
        return None
    box, wager = awaited.moment.split(" ", 1)
    return commands.Confirm(FLOOR, int(box), wager, at)


def _next_act(table: Table, at: int, due: Due | None) -> Act | None:
    if due is None:
        return None
    if due.chore is Chore.ACCEPT_CUT and table.settings.asks_for_cut:
        return None
    return cards.automatic(table.shoe, table.people, due, at)


def legal(table: Table, box: int) -> tuple[Action, ...]:
    """Every decision the table would take from a box now; none where it is not asked."""
    return () if table.round is None else legal_in(table.round, box)


def legal_in(r: Round, box: int) -> tuple[Action, ...]:
    """The same, of a round."""
    awaited = awaits_in(r)
    return awaited.offers.get(box, ()) if isinstance(awaited, AwaitsDecision) else ()


def double_range(r: Round, box: int, number: int) -> tuple[Cents, Cents]:
    """The least and the greatest that a double may add to a hand, on the spot that takes the most."""
    hand = r.box_at(box).hand(number)
    least, most = double_amounts(r.game, hand, greatest_spot(hand))
    return Cents(least), Cents(most)


def most_insurance(r: Round, box: int) -> Cents:
    """The greatest insurance a box may take on its first spot."""
    return insurance_limit(r, r.box_at(box).groups[0][0].base[0])
