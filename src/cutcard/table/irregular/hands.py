"""What can go wrong with a hand: passed over, short of a card, let out, doubled by mistake."""

from __future__ import annotations

from cutcard.shoe import CREW, FLOOR, SUPERVISORS
from cutcard.table import commands, events
from cutcard.table.irregular.report import hand_named, must_choose, not_now, noted, require_staff
from cutcard.table.play.bet_commands import Happened, require
from cutcard.table.round import DEALER, Place, double_is_down
from cutcard.table.table import Table


def _as_rows(places: tuple[Place, ...]) -> tuple[tuple[int, int, str, str], ...]:
    return tuple((each.box, each.hand, each.why, each.face) for each in places)


def dealer_missed(table: Table, command: commands.Report) -> Happened:
    """The players' cards go on; the dealer's missing ones come after them."""
    require_staff(table, command)
    r = table.in_play()
    if not r.owed or r.owed[0].box != DEALER:
        raise not_now(table, command, "the dealer's card is not the one that is due")
    players = tuple(each for each in r.owed if each.box != DEALER)
    own = tuple(each for each in r.owed if each.box == DEALER)
    yield events.DealChanged(_as_rows(players + own), command.what, table.cite(command.what))


def hand_undealt(table: Table, command: commands.Report) -> Happened:
    """A hand passed over in the deal is dead; its wagers go back."""
    require_staff(table, command)
    r, box = table.in_play(), table.box(command.box)
    groups = box.groups[command.hand - 1 : command.hand] if command.hand else box.groups
    next_up = bool(r.owed) and r.owed[0].box == command.box
    if not next_up or not groups or any(group[0].cards for group in groups):
        raise not_now(table, command, f"box {command.box} has cards, or its turn has not come")
    yield events.HandDead(command.box, command.hand, command.what, table.cite(command.what))


def hand_one_card(table: Table, command: commands.Report) -> Happened:
    """A hand with one card gets its second after everybody else's, or the player lets it go.

    At Switch one of the two hands may be named; without a number it is each that lacks its card.
    """
    require_staff(table, command)
    r, box = table.in_play(), table.box(command.box)
    hands = range(1, len(box.groups) + 1) if command.hand == 0 else (command.hand,)
    lacking = [each for each in r.owed if each.box == command.box and each.hand in hands]
    if not lacking or any(each.why != "second" for each in lacking):
        raise not_now(table, command, f"box {command.box} does not lack its second card")
    cite = table.cite(command.what)
    if command.choice == "dead":
        whole = len(lacking) == len(box.groups)
        for number in (0,) if whole else [each.hand for each in lacking]:
            yield events.HandDead(command.box, number, command.what, cite)
        return
    if command.choice != "card":
        raise must_choose(table, command, "card", "dead")
    others = [each for each in r.owed if each not in lacking and each.why != "hole"]
    owed = (*others, *lacking, *(each for each in r.owed if each.why == "hole"))
    yield events.DealChanged(_as_rows(owed), command.what, cite)


def missed_card(table: Table, command: commands.Report) -> Happened:
    """A card asked for and not dealt: later, or the hand is dead, as the player chooses."""
    require_staff(table, command)
    r, box = table.in_play(), table.box(command.box)
    group, place = hand_named(table, box, command)
    if not box.groups[group][place].draws_owed:
        raise not_now(table, command, f"box {command.box} awaits no card")
    if command.choice == "dead":
        cite = table.cite("missed_card_dead")
        yield events.HandDead(command.box, command.hand, "missed_card_dead", cite)
        return
    if command.choice != "card":
        raise must_choose(table, command, "card", "dead")
    if any(each.box == command.box and each.hand == command.hand for each in r.late):
        raise not_now(table, command, "the card is already owed")
    yield events.CardMissed(command.box, command.hand, table.cite(command.what))


def players_let_out(table: Table, command: commands.Report) -> Happened:
    """The house lets a player out of a round in which a card was delivered wrongly."""
    require(table, command, FLOOR, table.cite(command.what))
    r = table.in_play()
    if table.rules.options.get("players_let_out") is not True:
        raise not_now(table, command, "this house excuses nobody from a round")
    if "misdelivered" not in r.aside and not r.misdelivered:
        raise not_now(table, command, "no card was dealt to the wrong place")
    table.box(command.box)
    yield events.HandDead(command.box, 0, command.what, table.cite(command.what))


def multiple_action(table: Table, command: commands.Report) -> Happened:
    """The up card not moved, or picked up too early, between the dealer's hands."""
    roles = SUPERVISORS if command.what == "up_card_discarded" else CREW
    require(table, command, roles, table.cite(command.what))
    r = table.in_play()
    if r.game.dealer_hands == 1 or not r.spots_settled:
        raise not_now(table, command, "no further hand is built on the up card yet")
    yield noted(table, command)


def double_card_up(table: Table, command: commands.Report) -> Happened:
    """A double card dealt face up by mistake: play goes on."""
    require_staff(table, command)
    r, box = table.in_play(), table.box(command.box)
    if not any(double_is_down(r, box, hand) for hand in box.hands()):
        raise not_now(table, command, f"box {command.box} has no double card that lies face down")
    yield noted(table, command)


def irregular_double(table: Table, command: commands.Report) -> Happened:
    """A double or rescue touched by an irregularity: the floor voids the hand or plays on."""
    require(table, command, FLOOR, table.cite(command.what))
    table.in_play()
    box = table.box(command.box)
    group, place = hand_named(table, box, command)
    hand = box.groups[group][place]
    if not hand.doubled or hand.settled:
        raise not_now(table, command, "the hand is not doubled, or is settled")
    if command.choice == "void":
        yield events.HandDead(command.box, command.hand, command.what, table.cite(command.what))
    elif command.choice == "continue":
        yield noted(table, command)
    else:
        raise must_choose(table, command, "void", "continue")
