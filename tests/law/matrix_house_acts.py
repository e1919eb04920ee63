"""How each act of the house is tried at any moment: with the cards, the equipment and the people.

Every attempt is made as it would be right to make it: by whom it is due from, with the cards and the
counts that the table would want. Whether it may be made is what the matrix says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from cutcard.cards import Card
from cutcard.law import Moment, Refusal
from cutcard.money import Cents
from cutcard.shoe import (
    Act,
    By,
    Chore,
    Due,
    Role,
    automatic,
    cards_to_shuffle,
    commitment_of,
    cut_limits,
    due,
    usual_steps,
)
from cutcard.table import Table, awaits, commands as c, step
from cutcard.table.moments import moment_of
from cutcard.table.play.bets import main_wagers
from cutcard.table.play.round_commands import due_before_card
from cutcard.table.round import AwaitsDevice
from cutcard.wagers import decided_by
from table.trouble import FLOOR, GUEST, STAKE

DEVICE: Final = By(Role.DEVICE)
METER: Final = Cents(4_000_000)
NEWCOMER: Final = By(Role.PLAYER, "newcomer")


class Attempt(NamedTuple):
    """A command to try, what has to happen before it, and the hand that it is about."""

    command: c.Command
    before: tuple[c.Command, ...] = ()
    hand: tuple[int, int] | None = None


def due_now(table: Table) -> Due | None:
    """What is due with the cards, before the next card or the next round."""
    before_card = None if table.round is None else due_before_card(table)
    return before_card or due(table.shoe, table.people)


def scan(table: Table, side: str = "") -> Card | None:
    """A card that a physical table may scan; none at a virtual one."""
    shoe = table.shoe
    if shoe.virtual:
        return None
    found = shoe.sides[shoe.side_named(side)] if side in shoe.law.sides else shoe.side
    left = list(shoe.law.pack)
    batch = shoe.batch(found.pile.batch)
    for seen in (*found.out, *found.pile.rack, *found.pile.segregated, *batch.removed):
        if seen in left:
            left.remove(seen)
    return left[0]


def _dealer(table: Table) -> By:
    return By(Role.DEALER, table.dealer or "dee")


def _player(table: Table) -> By:
    return By(Role.PLAYER, table.arrived[0] if table.arrived else "player-1")


# The cards, step by step.

OTHERS: Final[Mapping[Chore, Role]] = {
    Chore.VERIFY_INSPECTION: Role.FLOORPERSON,
    Chore.ACCEPT_CUT: Role.PLAYER,
    Chore.REFUSE_CUT: Role.PLAYER,
}
"""Whose a step is that is not the dealer's."""


def _step(table: Table, act: str) -> Iterator[Attempt]:
    """A step by whom it is due from; where it is not due, by whom it would be."""
    rack = act == "shuffle_rack"
    chore = Chore.SHUFFLE if rack else Chore(act)
    wanted = due_now(table)
    asked = Chore.ACCEPT_CUT if chore is Chore.REFUSE_CUT else chore
    if wanted is None or wanted.chore is not asked or (wanted.why == "refill") is not rack:
        role = OTHERS.get(chore, Role.DEALER)
        by = _player(table) if role is Role.PLAYER else By(role, _dealer(table).name)
        why = "refill" if rack else ""
        yield Attempt(Act(chore, by, why=why, counted=len(table.shoe.law.pack), card=scan(table)))
    else:
        yield Attempt(_done(table, wanted, chore))
    if rack:
        yield from _from_empty_shoe(table)
    if chore is Chore.BURN:
        yield Attempt(Act(chore, By(Role.DEALER), card=scan(table)), (_relief(table),))


def _relief(table: Table) -> c.ChangeDealer:
    """A dealer who is not at the table takes over."""
    return c.ChangeDealer(FLOOR, "dora" if table.dealer != "dora" else "dee")


def _from_empty_shoe(table: Table) -> Iterator[Attempt]:
    """The rack is shuffled after every card left was found face up, where one deck makes that short."""
    side, law = table.shoe.side, table.shoe.law
    face_up = c.Report(FLOOR, "card_face_up")
    emptied = table
    if table.round is None or not table.shoe.virtual or law.decks > 1 or side.size == side.at:
        return
    reports = (face_up,) * (side.size - side.at)
    for each in reports:
        outcome = step(emptied, each)
        if isinstance(outcome, Refusal):
            return
        emptied = outcome[0]
    wanted = due_now(emptied)
    if wanted is not None and wanted.why == "refill":
        yield Attempt(_done(emptied, wanted, Chore.SHUFFLE), reports)


def _done(table: Table, wanted: Due, chore: Chore) -> Act:
    """The act that does a step that is due."""
    shoe = table.shoe
    role = next(each for each in Role if each in wanted.roles)
    by = By(role, wanted.who if role is Role.PLAYER else _dealer(table).name)
    if chore in (Chore.ACCEPT_CUT, Chore.CUT):
        position = cut_limits(shoe.law, shoe.batch(wanted.batch).size)[0]
        return Act(chore, by, batch=wanted.batch, position=position)
    if chore is Chore.SHUFFLE and shoe.virtual:
        order = tuple(cards_to_shuffle(shoe, wanted))
        steps = usual_steps(shoe, shoe.batch(wanted.batch))
        act = Act(chore, by, batch=wanted.batch, side=wanted.side, why=wanted.why, steps=steps)
        return replace(act, order=order, salt="walk", commitment=commitment_of(order, "walk"))
    usual = automatic(shoe, table.people, wanted)
    if chore is Chore.REFUSE_CUT or usual is None:
        return Act(
            chore,
            by,
            batch=wanted.batch,
            side=wanted.side,
            card=scan(table, wanted.side),
            why=wanted.why,
        )
    return replace(usual, by=by)


# The cards, when the house or a player wants something.


def _batches(table: Table) -> Iterator[int]:
    return iter(range(1, table.shoe.law.batches + 1))


def _receive(table: Table, act: str) -> Iterator[Attempt]:
    for batch in _batches(table):
        received = Act(Chore.RECEIVE_CARDS, _dealer(table), batch=batch)
        if act == "receive_preshuffled":
            received = replace(received, preshuffled=True)
            if table.shoe.virtual:
                order = table.shoe.law.pack
                seal = commitment_of(order, "walk")
                received = replace(received, order=order, salt="walk", commitment=seal)
        yield Attempt(received)


def _withdraw(table: Table, _: str) -> Iterator[Attempt]:
    for batch in _batches(table):
        yield Attempt(Act(Chore.WITHDRAW_CARDS, FLOOR, batch=batch, why="changed"))


def _recut(_: Table, __: str) -> Iterator[Attempt]:
    for why in ("last", "next"):
        yield Attempt(Act(Chore.ORDER_RECUT, FLOOR, why=why))


def _excuse(table: Table, _: str) -> Iterator[Attempt]:
    yield Attempt(Act(Chore.EXCUSE_BURN, FLOOR), (_relief(table),))


def _determinant(table: Table, _: str) -> Iterator[Attempt]:
    for side in table.shoe.law.sides:
        act = Act(Chore.DRAW_DETERMINANT, _dealer(table), side=side, card=scan(table, side))
        yield Attempt(act)


def _spread_idle(table: Table, _: str) -> Iterator[Attempt]:
    for face, player in (("down", ""), ("up", _player(table).name)):
        yield Attempt(Act(Chore.SPREAD_IDLE, _dealer(table), face=face, player=player))


def _asked(table: Table, act: str) -> Iterator[Attempt]:
    yield Attempt(Act(Chore(act), _player(table)))


def _ordered(_: Table, act: str) -> Iterator[Attempt]:
    yield Attempt(Act(Chore(act), FLOOR))


# The equipment.


def _broken_reader(_: Table, __: str) -> Iterator[Attempt]:
    yield Attempt(Act(Chore.INSPECT_READER, FLOOR, works=False))


def _shuffler(table: Table, act: str) -> Iterator[Attempt]:
    why = "jam" if act == "shuffler_jammed" else "out_of_order"
    for batch in _batches(table) if why == "jam" else (0,):
        yield Attempt(Act(Chore.REPORT_SHUFFLER, _dealer(table), batch=batch, why=why))


def _after_failure(table: Table, act: str) -> Iterator[Attempt]:
    failed = Act(Chore.REPORT_SHUFFLER, _dealer(table), why="out_of_order")
    yield Attempt(Act(Chore(act), FLOOR), (failed,) if table.shoe.desk.shuffler == "works" else ())


def _meter(table: Table, act: str) -> Iterator[Attempt]:
    linked = act == "show_linked_meter"
    for offer in table.rules.offers.values():
        for name in offer.law.meters:
            yield Attempt(c.ShowMeter(DEVICE, name, METER, METER, linked=linked))
            return


def _device(table: Table, _: str) -> Iterator[Attempt]:
    """A device that is awaited shows one thing after another; else one that the table has."""
    awaited = awaits(table)
    if isinstance(awaited, AwaitsDevice):
        name = awaited.device.removeprefix("devices.")
        offers = [each for each in table.rules.offers.values() if each.law.id.startswith(name)]
        rows = [row.outcome for offer in offers for row in offer.paytable.rows]
        for shows in (*rows, "25.00"):
            yield Attempt(c.ShowDevice(DEVICE, name, shows))
        return
    for name, offer in table.rules.offers.items():
        if decided_by(offer.law).is_called_device:
            yield Attempt(c.ShowDevice(DEVICE, name, offer.paytable.rows[0].outcome))
            return


def _draw(table: Table, _: str) -> Iterator[Attempt]:
    for device, wager in DRAWS.items():
        if wager in table.rules.offers:
            yield Attempt(c.ShowDevice(DEVICE, device, "none"))


DRAWS: Final = {"magic_card": "bad_beat", "lucky_player": "bad_beat", "must_hit": "must_hit"}
"""Draws of the house, and the wagers that they belong to."""


# The people.


def _fixed(table: Table, act: str) -> Iterator[Attempt]:
    people: Mapping[str, c.Command] = {
        "open_table": c.OpenTable(_dealer(table)),
        "close_table": c.CloseTable(FLOOR),
        "change_dealer": _relief(table),
        "permit_entry": c.PermitEntry(FLOOR, GUEST),
    }
    yield Attempt(people[act])


def _sit(table: Table, _: str) -> Iterator[Attempt]:
    yield Attempt(c.Sit(NEWCOMER))
    taken = dict(table.seated)
    free = next((box for box in range(table.game.boxes, 0, -1) if box not in taken), 0)
    if free:
        yield Attempt(c.Sit(NEWCOMER, free))


def _leave(table: Table, _: str) -> Iterator[Attempt]:
    yield Attempt(c.Leave(NEWCOMER), () if moment_of(table) is Moment.NOT_OPEN else (c.Sit(NEWCOMER),))
    for name in dict.fromkeys(player for _, player in table.seated):
        yield Attempt(c.Leave(By(Role.PLAYER, name)))


def _join(table: Table, _: str) -> Iterator[Attempt]:
    stakes = dict.fromkeys(main_wagers(table.game), STAKE)
    first = c.PlaceBet(_player(table), 1, stakes)
    laid = table.round is not None or any(bet.box == 1 for bet in table.bets)
    yield Attempt(c.PlaceBet(NEWCOMER, 1, stakes), () if laid else (first,))


STEPS: Final = (
    *(Chore.INSPECT_CARDS, Chore.REMOVE_TENS, Chore.VERIFY_INSPECTION, Chore.SPREAD, Chore.TURN_UP),
    *(Chore.VIEW_CARDS, Chore.TURN_DOWN, Chore.WASH, Chore.STACK, Chore.SHUFFLE, Chore.OFFER_CUT),
    *(Chore.ACCEPT_CUT, Chore.REFUSE_CUT, Chore.CUT, Chore.COVER_BASE, Chore.PLACE_COVER, Chore.LOAD),
    *(Chore.BURN, Chore.END_SHOE),
)
Ways = Callable[[Table, str], Iterator[Attempt]]
HOUSE_WAYS: Final[Mapping[str, Ways]] = {
    **dict.fromkeys((*map(str, STEPS), "shuffle_rack"), _step),
    **dict.fromkeys(("receive_cards", "receive_preshuffled"), _receive),
    **dict.fromkeys(("show_burn", "request_spread"), _asked),
    **dict.fromkeys(("order_reshuffle", "begin_gaming_day", "inspect_reader"), _ordered),
    **dict.fromkeys(("shuffler_jammed", "shuffler_out_of_order"), _shuffler),
    **dict.fromkeys(("cover_shuffler", "repair_shuffler"), _after_failure),
    **dict.fromkeys(("show_meter", "show_linked_meter"), _meter),
    **dict.fromkeys(("open_table", "close_table", "change_dealer", "permit_entry"), _fixed),
    "withdraw_cards": _withdraw,
    "order_recut": _recut,
    "excuse_burn": _excuse,
    "draw_determinant": _determinant,
    "spread_idle": _spread_idle,
    "reader_found_broken": _broken_reader,
    "show_device": _device,
    "show_draw": _draw,
    "sit": _sit,
    "leave": _leave,
    "join_box": _join,
}
"""How each act of the house is tried."""


# What must be true for an act of the house to be possible at all, besides the moment and the step.


def _batch_is_there(table: Table, attempt: Attempt) -> bool:
    assert isinstance(attempt.command, Act)
    return bool(table.shoe.batch(attempt.command.batch).done)


def _shoe_is_loaded(table: Table, _: Attempt) -> bool:
    return any(side.pile.loaded for side in table.shoe.sides)


def _table_is_idle(table: Table, attempt: Attempt) -> bool:
    return _shoe_is_loaded(table, attempt) and not table.bets


def _has_no_wager(table: Table, attempt: Attempt) -> bool:
    """Whether a player who leaves has nothing in a round that has begun."""
    r, name = table.round, attempt.command.by.name
    if r is None:
        return not (table.shoe.law.is_double and table.shoe.prepared)
    bets = [bet for box in r.boxes for bet in (box.bet, *(each.bet for each in box.backers))]
    return all(name != bet.player for bet in bets)


def _stack_waits(table: Table, _: Attempt) -> bool:
    """Whether a stack was cut and is not in the shoe, or is there (Massachusetts) and untouched."""
    shoe, r = table.shoe, table.round
    determined = shoe.law.is_double and shoe.prepared
    nothing_dealt = not determined and (r is None or r.nothing_dealt)
    until_dealt = table.rules.options["recut_until"] == "dealt" and nothing_dealt
    return any(
        Chore.CUT in shoe.batch(side.pile.batch).done
        and (not side.pile.loaded or (until_dealt and not side.at))
        for side in shoe.sides
    )


def _new_dealer_burns(table: Table, _: Attempt) -> bool:
    wanted = due_now(table)
    return wanted is not None and wanted.why == "dealer"


def _was_burned(table: Table, _: Attempt) -> bool:
    return table.shoe.desk.last_burned is not None


def _lies_face_down(table: Table, _: Attempt) -> bool:
    """Whether idle cards lie face down and nobody has looked, or a stored batch has just come out."""
    shoe = table.shoe
    down = any(
        each.idle and each.face == "down" and Chore.VIEW_CARDS not in each.done
        for each in shoe.desk.batches
    )
    batches = [shoe.batch(side.pile.batch) for side in shoe.sides if not side.pile.loaded]
    uncut = any(Chore.SHUFFLE in each.done and Chore.CUT not in each.done for each in batches)
    swapped = shoe.law.shuffler == "two_batch" and any(each.idle for each in shoe.desk.batches)
    return (down and shoe.law.idle_spread == "face_down") or (swapped and uncut)


def _shuffles_batch(table: Table, attempt: Attempt) -> bool:
    """Whether a batch is in a shuffler that works."""
    assert isinstance(attempt.command, Act)
    batch = table.shoe.batch(attempt.command.batch)
    in_it = Chore.STACK in batch.done and Chore.CUT not in batch.done
    return in_it and _shuffler_works(table, attempt)


def _shuffler_works(table: Table, _: Attempt) -> bool:
    return table.shoe.law.shuffler != "manual" and table.shoe.desk.shuffler == "works"


def _shuffler_failed(table: Table, attempt: Attempt) -> bool:
    return table.shoe.law.shuffler != "manual" and not _shuffler_works(table, attempt)


def _shuffler_lies_open(table: Table, _: Attempt) -> bool:
    return table.shoe.law.shuffler != "manual" and table.shoe.desk.shuffler == "failed"


HOUSE_TRUE_WHEN: Final[Mapping[str, Callable[[Table, Attempt], bool]]] = {
    "withdraw_cards": _batch_is_there,
    "order_reshuffle": _shoe_is_loaded,
    "spread_idle": _table_is_idle,
    "leave": _has_no_wager,
    "order_recut": _stack_waits,
    "excuse_burn": _new_dealer_burns,
    "show_burn": _was_burned,
    "request_spread": _lies_face_down,
    "shuffler_jammed": _shuffles_batch,
    "shuffler_out_of_order": _shuffler_works,
    "cover_shuffler": _shuffler_lies_open,
    "repair_shuffler": _shuffler_failed,
}


# What the house does between rounds, so that a walk comes to every step.


def _fails(table: Table) -> c.Command:
    return Act(Chore.REPORT_SHUFFLER, _dealer(table), why="out_of_order")


BETWEEN_ROUNDS: Final[tuple[Callable[[Table], c.Command], ...]] = (
    lambda _: Act(Chore.ORDER_RESHUFFLE, FLOOR),
    lambda table: Act(Chore.SPREAD_IDLE, _dealer(table), face="down"),
    lambda table: Act(Chore.RECEIVE_CARDS, _dealer(table), batch=table.shoe.law.batches),
    _fails,
    lambda _: c.ChangeDealer(FLOOR, "dan"),
    lambda _: Act(Chore.BEGIN_GAMING_DAY, FLOOR),
)
