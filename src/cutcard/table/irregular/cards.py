"""What can go wrong with a card off the shoe: seen too early, too many, at the wrong place, or none."""

from __future__ import annotations

from cutcard.law import Code, Refused
from cutcard.rules import dealer_draws
from cutcard.shoe import FLOOR, PLAYERS, events as shoe_events, is_empty
from cutcard.table import commands, events
from cutcard.table.await_kinds import AwaitsCard, AwaitsChore, AwaitsDecision
from cutcard.table.irregular.report import (
    cover_first,
    must_choose,
    not_now,
    noted,
    off_the_shoe,
    require_staff,
    side_in_use,
)
from cutcard.table.play.bet_commands import Happened, require
from cutcard.table.play.round_commands import due_before_card
from cutcard.table.round import DEALER
from cutcard.table.round_steps import awaits_in
from cutcard.table.table import Table


def face_up(table: Table, command: commands.Report) -> Happened:
    """A card found face up is not used; where the document says so a second voids the round."""
    require_staff(table, command)
    card = off_the_shoe(table, command)
    to = "segregated" if table.shoe.law.is_double else "rack"
    r = table.round
    again = r is not None and "card_face_up" in r.aside
    name = "cards_face_up" if again else "card_face_up"
    yield from cover_first(table, DEALER)
    yield events.CardSetAside(card, "card_face_up", table.cite(name), to, side_in_use(table))
    if again and table.effect("cards_face_up") == "void":
        cite = table.cite("cards_face_up")
        yield events.RoundVoided("cards_face_up", cite)
        yield shoe_events.ReshuffleOrdered(str(command.by), "cards_face_up")


def ten_found(table: Table, command: commands.Report) -> Happened:
    """A ten in a 48-card shoe is torn by a floorperson; a second voids the round, and the decks go."""
    require(table, command, FLOOR, table.cite(command.what))
    if table.shoe.virtual or not command.cards or command.cards[0].rank != "T":
        raise not_now(table, command, "the ten that was found must be named")
    r = table.round
    again = r is not None and "ten_found" in r.aside
    name = "tens_found" if again else "ten_found"
    card = command.cards[0]
    yield events.CardSetAside(card, "ten_found", table.cite(name), "torn", side_in_use(table))
    if again:
        yield events.RoundVoided("tens_found", table.cite("tens_found"))


def drawn_unseen(table: Table, command: commands.Report) -> Happened:
    """A card drawn in error and not seen is simply the next one."""
    require_staff(table, command)
    table.in_play()
    yield noted(table, command)


def drawn_exposed(table: Table, command: commands.Report) -> Happened:
    """A card drawn in error and seen waits to be the next one."""
    require_staff(table, command)
    table.in_play()
    card = off_the_shoe(table, command)
    yield from cover_first(table, DEALER)
    yield events.CardExposed(card, command.what, table.cite(command.what), side_in_use(table))


def exposed_refused(table: Table, command: commands.Report) -> Happened:
    """A player whose turn it is refuses the exposed card, and takes none at all this round.

    The documents say "player": whoever bets on several boxes gets no card on any of them.
    """
    require(table, command, PLAYERS, table.cite(command.what))
    r = table.in_play()
    box = table.box(command.box)
    if command.by.name != box.bet.player:
        raise Refused(
            Code.NOT_YOURS, f"box {command.box} is {box.bet.player}'s", table.cite(command.what)
        )
    awaited = awaits_in(r)
    turn = (isinstance(awaited, AwaitsDecision) and command.box in awaited.offers) or (
        isinstance(awaited, AwaitsCard) and awaited.place.box == command.box
    )
    if not r.waiting or not turn or r.owed:
        raise not_now(table, command, "no exposed card is offered to this box")
    others = (each.bet.box for each in r.boxes if each.bet.player == command.by.name)
    for number in dict.fromkeys((command.box, *others)):
        yield events.CardRefused(number, table.cite(command.what))


def overdraw(table: Table, command: commands.Report) -> Happened:
    """A card that the dealer drew on a standing total is not used."""
    require_staff(table, command)
    r = table.in_play()
    awaited = awaits_in(r)
    done = awaited is None or (isinstance(awaited, AwaitsChore) and awaited.chore == "settle")
    hidden = r.game.hole_card in ("card_reader", "face_down") and not r.hole_shown
    if not done or hidden or len(r.dealer[-1]) <= 1 or dealer_draws(r.game, r.dealer[-1]):
        raise not_now(table, command, "the dealer does not stand yet")
    card = off_the_shoe(table, command)
    yield from cover_first(table, DEALER)
    yield events.CardSetAside(card, "overdraw", table.cite(command.what), "rack", side_in_use(table))


def misdelivered(table: Table, command: commands.Report) -> Happened:
    """A card put down at the wrong place never goes back: it is the next card, or is burned."""
    require_staff(table, command)
    r = table.in_play()
    card = off_the_shoe(table, command)
    cite = table.cite(command.what)
    if command.choice not in ("next", "burn"):
        raise must_choose(table, command, "next", "burn")
    if awaits_in(r) is None:
        raise not_now(table, command, "the round is over")
    yield from cover_first(table, command.box)
    if command.choice == "next":
        yield events.CardExposed(card, command.what, cite, side_in_use(table))
    else:
        yield events.CardSetAside(card, "misdelivered", cite, "rack", side_in_use(table))


def wrong_side(table: Table, command: commands.Report) -> Happened:
    """A round dealt from the wrong side of a double shoe stands."""
    require_staff(table, command)
    table.in_play()
    if not table.shoe.law.is_double or command.side not in table.shoe.law.sides:
        raise not_now(table, command, "the side it is dealt from must be named")
    if table.shoe.waiting is not None:  # it came off its own side, whichever is used after it
        raise not_now(table, command, "the determinant card is dealt first")
    yield events.SideMistaken(command.side, table.cite(command.what))


def cover_card_out(table: Table, command: commands.Report) -> Happened:
    """At a physical table: the cover card came out, on a box's cards or the dealer's (0)."""
    require_staff(table, command)
    if table.shoe.virtual:
        raise not_now(table, command, "this table sees its own cover card")
    yield shoe_events.CoverSeen(command.box, side_in_use(table))


def too_few_cards(table: Table, command: commands.Report) -> Happened:
    """No card is left and none to shuffle: the round cannot be finished, and wagers go back."""
    require_staff(table, command)
    awaited = awaits_in(table.in_play())
    if not isinstance(awaited, AwaitsCard) or not is_empty(table.shoe) or due_before_card(table):
        raise not_now(table, command, "the round can go on")
    yield events.RoundVoided(command.what, table.cite(command.what))
    yield shoe_events.ReshuffleOrdered(str(command.by), command.what)
