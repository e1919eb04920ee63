"""When something goes wrong: every irregularity of the documents, with what they order then.

Each has its name, its effect and its citation in the law data (`provisions.toml`); a document that
does not know one refuses it. `report` is the way in, `CASES` the list of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cutcard.law import Code, Refused
from cutcard.rules import dealer_draws, may_be_blackjack
from cutcard.shoe import (
    CREW,
    FLOOR,
    PLAYERS,
    SUPERVISORS,
    Act,
    Role,
    deal_from,
    events as shoe_events,
    is_empty,
)
from cutcard.table import commands, events
from cutcard.table.play.bet_commands import (
    Happened,
    is_progressive,
    require,
    require_open,
    without_progressives,
)
from cutcard.table.play.cover_card import cover_first, lies_on, side_in_use
from cutcard.table.play.report_checks import (
    CHOICES,
    FACE_UP,
    as_rows,
    hand_named,
    has_begun,
    is_determinant_due,
    must_choose,
    not_now,
    noted,
    off_the_shoe,
    require_next_card,
    require_shoe,
)
from cutcard.table.play.round_commands import due_before_card, has_card_out
from cutcard.table.round import (
    DEALER,
    AwaitsCard,
    AwaitsChore,
    AwaitsDecision,
    AwaitsDevice,
    Round,
    double_is_down,
    double_is_unseen,
    has_double_card,
    is_seen_bust,
)
from cutcard.table.round_steps import awaits_in, is_being_dealt
from cutcard.table.shared_boxes import wagers_on
from cutcard.table.table import Table
from cutcard.values import but


def dealer_missed(table: Table, command: commands.Report) -> Happened:
    """The players' cards go on; the dealer's missing ones come after them."""
    r = table.in_play(command.what)
    if not r.owed or r.owed[0].box != DEALER:
        raise not_now(table, command, "the dealer's card is not the one that is due")
    players = tuple(each for each in r.owed if each.box != DEALER)
    own = tuple(each for each in r.owed if each.box == DEALER)
    yield events.DealChanged(as_rows(players + own), command.what, table.cite(command.what))


def hand_undealt(table: Table, command: commands.Report) -> Happened:
    """A hand passed over in the deal is dead; its wagers go back."""
    r, box = table.in_play(command.what), table.box(command.box)
    groups = box.groups[command.hand - 1 : command.hand] if command.hand else box.groups
    next_up = bool(r.owed) and r.owed[0].box == command.box and command.hand in (0, r.owed[0].hand)
    if not next_up or not has_begun(table, r) or not groups or any(group[0].cards for group in groups):
        raise not_now(table, command, f"box {command.box} has cards, or its turn has not come")
    _leave_determinant_a_player(table, command)
    yield events.HandDead(command.box, command.hand, command.what, table.cite(command.what))


def _leave_determinant_a_player(table: Table, command: commands.Report) -> None:
    """A determinant card of its side is a player's first: somebody is left to have it."""
    firsts = [each for each in table.in_play().owed if each.why == "first"]
    alone = all(each.box == command.box and command.hand in (0, each.hand) for each in firsts)
    if alone and table.shoe.waiting is not None:
        cite = table.shoe.law.cite("determinant_of_its_side")
        raise not_now(table, command, "the determinant card is a player's first card", cite)


def hand_one_card(table: Table, command: commands.Report) -> Happened:
    """A hand with one card gets its second after everybody else's, or the player lets it go.

    The dealer's cards that would have come after it still do: a missed up card (Ch.14 §E) is the last.
    At Switch one of the two hands may be named; without a number it is each that lacks its card.
    """
    r, box = table.in_play(command.what), table.box(command.box)
    hands = range(1, len(box.groups) + 1) if command.hand == 0 else (command.hand,)
    lacking = [each for each in r.owed if each.box == command.box and each.hand in hands]
    if not lacking or any(each.why != "second" for each in lacking):
        raise not_now(table, command, f"box {command.box} does not lack its second card")
    if command.choice == "dead":
        whole = len(lacking) == len(box.groups)
        for number in (0,) if whole else [each.hand for each in lacking]:
            cite = table.cite("hand_one_card_dead")
            yield events.HandDead(command.box, number, "hand_one_card_dead", cite)
        return
    if not command.choice:
        raise must_choose(table, command)
    at = r.owed.index(lacking[0])
    after = tuple(each for each in r.owed[at:] if each.box == DEALER)
    before = (each for each in r.owed if each not in lacking and each not in after)
    owed = as_rows((*before, *lacking, *after))
    yield events.DealChanged(owed, command.what, table.cite(command.what))


def _require_dealing(table: Table, command: commands.Report) -> None:
    """Nothing is missed while a reader out of order stops the dealing: it waits for the repair."""
    if table.stopped:
        raise not_now(table, command, "the card reader is out of order", table.cite("reader_failed"))


def missed_card(table: Table, command: commands.Report) -> Happened:
    """A card asked for and not dealt: later, or the hand is dead, as the player chooses.

    It is a hit's, a double's, the second of a split hand, or the third that two sevens asked for: one
    that only a side wager wants, so that letting it go ends no hand (MA-A88).
    """
    r, box = table.in_play(command.what), table.box(command.box)
    hand = hand_named(table, box, command)
    awaited = awaits_in(r)
    due = (awaited.place,) if isinstance(awaited, AwaitsCard) else ()
    places = [each for each in (*due, *r.late) if (each.box, each.hand) == (command.box, command.hand)]
    asked = [each.why for each in places if each.why in ("play", "third")]
    if box.follows or (not hand.draws_owed and not asked):
        raise not_now(table, command, f"box {command.box} awaits no card")
    if not command.choice:
        raise must_choose(table, command)
    if not any(each in r.late for each in places):
        _require_dealing(table, command)
    for_side = "third" in asked
    if any(each in r.late for each in places) and (for_side or command.choice == "card"):
        raise not_now(table, command, "the card is already owed")
    cite = table.cite("missed_card_dead")
    if command.choice == "card":
        yield events.CardMissed(command.box, command.hand, table.cite(command.what))
    elif for_side:
        yield events.DealChanged(as_rows(r.owed[1:]), "missed_card_dead", cite)
    else:
        yield events.HandDead(command.box, command.hand, "missed_card_dead", cite)


def players_let_out(table: Table, command: commands.Report) -> Happened:
    """The house lets a player out of a round in which a card was delivered wrongly."""
    r = table.in_play(command.what)
    if table.rules.options.get("players_let_out") is not True:
        raise not_now(table, command, "this house excuses nobody from a round")
    if "misdelivered" not in r.aside and not r.misdelivered:
        raise not_now(table, command, "no card was dealt to the wrong place")
    box = table.box(command.box)
    open_sides = wagers_on(box) - {*r.spots} - box.settled
    over = (hand.settled or hand.dead or is_seen_bust(r, box, hand) for hand in box.hands())
    if box.out or (all(over) and not open_sides):
        raise not_now(table, command, f"box {command.box} is out of the round already")
    yield events.HandDead(command.box, 0, command.what, table.cite(command.what))


def multiple_action(table: Table, command: commands.Report) -> Happened:
    """The up card not moved, or picked up too early, between the dealer's hands."""
    r = table.in_play(command.what)
    if r.game.dealer_hands == 1 or not r.spots_settled or r.finished:
        raise not_now(table, command, "no further hand is built on the up card yet")
    yield noted(table, command)


def double_card_up(table: Table, command: commands.Report) -> Happened:
    """A double card dealt face up by mistake: play goes on, and of several the report says which."""
    r, box = table.in_play(command.what), table.box(command.box)
    down = {
        number: hand
        for number, hand in enumerate(box.hands(), 1)
        if double_is_down(r, box, hand) and has_double_card(hand) and not (hand.dead or hand.settled)
    }
    if r.finished or not down:
        raise not_now(table, command, f"box {command.box} has no double card that lies face down")
    unseen = [number for number, hand in down.items() if double_is_unseen(r, box, hand)]
    if command.hand or len(unseen) > 1:
        hand_named(table, box, command)
    if command.hand and command.hand not in down:
        which = f"hand: hand {command.hand} of box {command.box}"
        raise not_now(table, command, f"{which} has no double card that lies face down")
    yield noted(table, command, hand=command.hand or next(iter(unseen), 0))


def irregular_double(table: Table, command: commands.Report) -> Happened:
    """A double or rescue touched by an irregularity: the floor voids the hand or plays on."""
    table.in_play(command.what)
    box = table.box(command.box)
    hand = hand_named(table, box, command)
    if not hand.doubled or hand.settled or hand.dead:
        raise not_now(table, command, "the hand is not doubled, or is out of the round already")
    if command.choice == "void":
        yield events.HandDead(command.box, command.hand, command.what, table.cite(command.what))
    elif command.choice == "continue":
        yield noted(table, command, hand=command.hand)
    else:
        raise must_choose(table, command)


def reader_misused(table: Table, command: commands.Report) -> Happened:
    """The reader used although the up card rules a blackjack out; who must be notified reports it."""
    r = table.in_play(command.what)
    if r.owed or r.void or r.hole_shown or r.game.hole_card != "card_reader":
        raise not_now(table, command, "no hole card lies face down that a player could learn")
    if may_be_blackjack(r.up):
        raise not_now(table, command, "with this up card the reader has to be used")
    name = "reader_shows" if table.settings.reader_shows else "reader_hides"
    if table.settings.reader_shows:
        yield events.RoundVoided(name, table.cite(name))
    else:
        yield events.IrregularityNoted(name, table.cite(name), str(command.by))


def reader_failed(table: Table, command: commands.Report) -> Happened:
    """The reader breaks down: no more dealing, or dealing as without one.

    Then the round has no check; what players may do before it, insurance above all, they still may.
    """
    if command.choice == "repaired":
        if table.reader_works:
            raise not_now(table, command, "the reader works")
        yield events.ReaderRepaired(command.by.name)
        return
    has_reader = table.rules.options["hole_card"] == "card_reader"
    if not has_reader or not table.reader_works:
        why = "it is already out of order" if has_reader else "the table has no reader"
        raise not_now(table, command, why)
    yield from _reader_out_of_order(table)


def _reader_out_of_order(table: Table) -> Happened:
    cite, r = table.cite("reader_failed"), table.round
    if table.effect("reader_failed") != "no_reader":
        yield events.ReaderFailed(cite)
        return
    hole_card, owed = table.hole_card_without_reader, () if r is None else r.owed
    yield events.ReaderFailed(cite, True, hole_card)
    rest = tuple(each for each in owed if each.why != "hole")
    is_late = hole_card == "none" and len(rest) < len(owed)
    if is_late:
        yield events.DealChanged(as_rows(rest), "reader_failed", cite)
    if is_late or (r is not None and _check_may_come(r)):
        yield events.CheckSkipped("reader_failed", cite, hole_card if is_late else "face_down")


def reader_inspected(table: Table, act: Act) -> Happened:
    """What an inspection means for play: one that finds the reader broken in a round stops it.

    Between rounds the inspection is due again before the next, and nothing more is needed.
    """
    if act.works and not table.reader_works:
        yield events.ReaderRepaired(act.by.name)
    uses_reader = table.rules.options["hole_card"] == "card_reader"
    if not act.works and table.reader_works and uses_reader and table.round is not None:
        yield from _reader_out_of_order(table)


def _check_may_come(r: Round) -> bool:
    """Whether the hole card of a round may yet have to be checked."""
    return not (r.checked or r.void or r.finished) and (not r.dealer[0] or may_be_blackjack(r.up))


def check_missed(table: Table, command: commands.Report) -> Happened:
    """The dealer goes on without the check that was due; a late blackjack takes originals only."""
    r = table.in_play(command.what)
    _require_dealing(table, command)
    awaited = awaits_in(r)
    is_due = isinstance(awaited, AwaitsChore) and awaited.chore == "check_hole_card"
    if not is_due or r.game.hole_card != "card_reader":
        due = r.game.cite("hole_card_checked")
        raise not_now(table, command, "no check of the hole card is due", due)
    yield events.CheckSkipped("check_missed", table.cite(command.what))


def light_failed(table: Table, command: commands.Report) -> Happened:
    """The light of a betting area: no progressive wager there while it does not work.

    One that lies there goes back. In a round it was acknowledged by its light, and stays (MA-A94).
    """
    if not 1 <= command.box <= table.game.boxes:
        raise not_now(table, command, f"box: the table has 1 to {table.game.boxes}, not {command.box}")
    if not any(is_progressive(table, name) for name in table.rules.offers):
        raise not_now(table, command, "the table has no progressive wager, and so no lights")
    if (command.choice == "repaired") == (command.box not in table.dark):
        raise not_now(table, command, "it works" if command.choice else "it is already out of order")
    if command.choice == "repaired":
        yield events.LightRepaired(command.box)
        return
    yield events.LightFailed(command.box, table.cite(command.what))
    yield from without_progressives(table, command.box)


def found_before(table: Table, what: str) -> bool:
    """Whether the same was found before, in a round that is still being dealt or is void already.

    Once nothing is left but the last settlement, no card is found "during the dealing" (Ch.13 §B, D).
    """
    r = table.round
    return r is not None and what in r.aside and (bool(r.void) or is_being_dealt(r)) and not r.finished


def _at_side(table: Table, command: commands.Report) -> Table:
    """The table seen from the side at which a card is found: either, until a round has its own."""
    if command.side in ("", side_in_use(table)):
        return table
    if command.side not in table.shoe.law.sides:
        raise not_now(table, command, f"side: the shoe has no {command.side[:20]!r}")
    if table.round is not None and not is_determinant_due(table):
        raise not_now(table, command, f"side: the round is dealt from the {side_in_use(table)}")
    return but(table, shoe=deal_from(table.shoe, command.side))


def face_up(table: Table, command: commands.Report) -> Happened:
    """A card found face up is not used; where the document says so a second voids the round."""
    found_at = _at_side(table, command)
    card = off_the_shoe(found_at, command)
    to = "segregated" if table.shoe.law.is_double else "rack"
    again = found_before(table, command.what)
    name = "cards_face_up" if again else "card_face_up"
    yield from cover_first(found_at, DEALER)
    yield events.CardSetAside(card, "card_face_up", table.cite(name), to, side_in_use(found_at))
    if again:
        yield from _several_face_up(table, command)


def _several_face_up(table: Table, command: commands.Report) -> Happened:
    if table.effect("cards_face_up") == "void":
        yield events.RoundVoided("cards_face_up", table.cite("cards_face_up"))
        yield shoe_events.ReshuffleOrdered(str(command.by), "cards_face_up")


def ten_found(table: Table, command: commands.Report) -> Happened:
    """A ten in a 48-card shoe is torn by a floorperson; a second voids the round, and the decks go.

    One that lay face up is a card found face up as well, and counts as both.
    """
    if table.shoe.virtual:
        raise not_now(table, command, "cards: this table deals its own, and no ten is among them")
    if not command.cards or command.cards[0].rank != "T":
        raise not_now(table, command, "cards: the ten that was found must be named")
    require_shoe(table, command)
    lay_up = command.choice == FACE_UP
    tens = found_before(table, "ten_found")
    faces = lay_up and found_before(table, "card_face_up")
    names = ["tens_found" if tens else "ten_found"]
    if lay_up:
        names.append("cards_face_up" if faces else "card_face_up")
    why = "ten_face_up" if lay_up else "ten_found"
    cite = "; ".join(dict.fromkeys(map(table.cite, names)))
    yield events.CardSetAside(command.cards[0], why, cite, "torn", side_in_use(table))
    if tens:
        yield events.RoundVoided("tens_found", table.cite("tens_found"))
    elif faces:
        yield from _several_face_up(table, command)


def drawn_unseen(table: Table, command: commands.Report) -> Happened:
    """A card drawn in error and not seen is simply the next one, also while bets are open."""
    require_shoe(table, command)
    yield noted(table, command)


def drawn_exposed(table: Table, command: commands.Report) -> Happened:
    """A card drawn in error and seen waits to be the next one."""
    require_next_card(table, command)
    card = off_the_shoe(table, command)
    cite = table.cite(_exposed_by(table.in_play(command.what)))
    yield from cover_first(table, DEALER)
    yield events.CardExposed(card, command.what, cite, side_in_use(table))


def _exposed_by(r: Round) -> str:
    """The provision on a card that is seen: the text begins when every player has two cards."""
    lacking = any(each.box != DEALER and each.why in ("first", "second") for each in r.owed)
    return "exposed_outside_play" if lacking or r.void else "drawn_exposed"


def exposed_refused(table: Table, command: commands.Report) -> Happened:
    """A player whose turn it is, or who is owed a late card, refuses the exposed one: none at all now.

    The documents say "player": whoever bets on several boxes gets no card on any of them.
    """
    r, box = table.in_play(command.what), table.box(command.box)
    if command.by.name != box.bet.player:
        message = f"box {command.box} is {box.bet.player}'s"
        shares = any(each.bet.player == command.by.name for each in box.backers)
        calls = table.game.cite("shared_surrender") if shares else ""
        raise Refused(Code.NOT_YOURS, message, calls or table.cite(command.what))
    awaited = awaits_in(r)
    decides = isinstance(awaited, AwaitsDecision) and command.box in awaited.offers
    draws = isinstance(awaited, AwaitsCard) and awaited.place.box == command.box
    draws = draws or any(each.box == command.box for each in r.late)
    dealing = any(each.why != "third" for each in r.owed)
    if not r.waiting or not (decides or draws) or dealing or box.frozen:
        raise not_now(table, command, "no exposed card is offered to this box")
    others = (each.bet.box for each in r.boxes if each.bet.player == command.by.name)
    for number in dict.fromkeys((command.box, *others)):
        yield events.CardRefused(number, table.cite(command.what))


def overdraw(table: Table, command: commands.Report) -> Happened:
    """A card that the dealer drew on a standing total is not used."""
    r = table.in_play(command.what)
    awaited = awaits_in(r)
    is_settling = isinstance(awaited, AwaitsChore) and awaited.chore == "settle"
    done = awaited is None or is_settling or isinstance(awaited, AwaitsDevice)
    hidden = r.game.hole_card in ("card_reader", "face_down") and not r.hole_shown
    if not done or hidden or len(r.dealer[-1]) <= 1 or dealer_draws(r.game, r.dealer[-1]):
        raise not_now(table, command, "the dealer does not stand yet")
    card = off_the_shoe(table, command)
    yield from cover_first(table, DEALER)
    yield events.CardSetAside(card, "overdraw", table.cite(command.what), "rack", side_in_use(table))


def misdelivered(table: Table, command: commands.Report) -> Happened:
    """A card put down at the wrong place never goes back: it is the next card, or is burned."""
    r = table.in_play(command.what)
    card = off_the_shoe(table, command)
    cite = table.cite(command.what)
    if not command.choice:
        raise must_choose(table, command)
    if awaits_in(r) is None:
        raise not_now(table, command, "the round is over")
    if command.choice == "next":
        require_next_card(table, command)
    yield from cover_first(table, command.box)
    if command.choice == "next":
        yield events.CardExposed(card, command.what, cite, side_in_use(table))
    else:
        yield events.CardSetAside(card, "misdelivered", cite, "rack", side_in_use(table))


def wrong_side(table: Table, command: commands.Report) -> Happened:
    """A round dealt from the wrong side of a double shoe stands."""
    r = table.in_play(command.what)
    if not table.shoe.law.is_double:
        raise not_now(table, command, "the shoe has one side")
    if command.side not in table.shoe.law.sides:
        raise not_now(table, command, "side: the one it is dealt from must be named")
    if command.side == side_in_use(table):
        raise not_now(table, command, f"the round is dealt from the {command.side} as it is to be")
    if not has_begun(table, r) or table.shoe.waiting is not None:  # that came off its own side
        raise not_now(table, command, "the determinant card is dealt first")
    yield events.SideMistaken(command.side, table.cite(command.what))


def cover_card_out(table: Table, command: commands.Report) -> Happened:
    """At a physical table: the cover card came out, on a box's cards or the dealer's."""
    cite = table.shoe.law.cite("cover_reached")
    if table.shoe.virtual:
        raise not_now(table, command, "this table sees its own cover card", cite)
    require_shoe(table, command, cite)
    on = lies_on(table, command.box)
    if on is None:
        raise not_now(table, command, "box: it is not there, or out already", cite)
    yield shoe_events.CoverSeen(on, side_in_use(table))


def too_few_cards(table: Table, command: commands.Report) -> Happened:
    """No card is left and none to shuffle: the round cannot be finished, and wagers go back."""
    awaited = awaits_in(table.in_play(command.what))
    may_go_on = not is_empty(table.shoe) or has_card_out(table) or due_before_card(table) is not None
    if not isinstance(awaited, AwaitsCard) or may_go_on:
        raise not_now(table, command, "the round can go on")
    yield events.RoundVoided(command.what, table.game.cite("cards_run_out"))
    yield shoe_events.ReshuffleOrdered(str(command.by), command.what)


Case = Callable[[Table, commands.Report], Happened]


def report(table: Table, command: commands.Report) -> Happened:
    """An irregularity, handled as the document orders."""
    case = CASES.get(command.what)
    if case is None or not table.effect(command.what):
        message = f"{command.what!r}: not an irregularity of {table.rules.document.id}"
        raise Refused(Code.UNKNOWN_IRREGULARITY, message)
    if len(command.cards) > 1:
        raise Refused(Code.BAD_REQUEST, f"{command.what}: one card at a time, each with its own report")
    require(table, command, _reported_by(table, command), table.cite(command.what))
    require_open(table)
    if command.choice and command.choice not in CHOICES.get(command.what, ()):
        raise must_choose(table, command)
    yield from case(table, command)


NOTIFIED: Final = {"supervisor_told": SUPERVISORS, "floorperson_told": FLOOR}
"""Who reports a misused reader, where the document has somebody notified first."""
REPORTED_BY: Final[Mapping[str, frozenset[Role]]] = {
    "ten_found": FLOOR,
    "exposed_refused": PLAYERS,
    "players_let_out": FLOOR,
    "up_card_discarded": SUPERVISORS,
    "irregular_double": FLOOR,
}
"""Who reports an irregularity, where it is not the dealer or anybody of the floor."""


def _reported_by(table: Table, command: commands.Report) -> frozenset[Role]:
    if command.what == "reader_misused":
        return NOTIFIED.get(table.effect(command.what), CREW)
    if command.what == "reader_failed" and command.choice == "repaired":
        return FLOOR
    return REPORTED_BY.get(command.what, CREW)


CASES: Final[Mapping[str, Case]] = {
    "card_face_up": face_up,
    "ten_found": ten_found,
    "drawn_unseen": drawn_unseen,
    "drawn_exposed": drawn_exposed,
    "exposed_refused": exposed_refused,
    "overdraw": overdraw,
    "dealer_missed": dealer_missed,
    "hand_undealt": hand_undealt,
    "hand_one_card": hand_one_card,
    "missed_card": missed_card,
    "wrong_side": wrong_side,
    "reader_misused": reader_misused,
    "reader_failed": reader_failed,
    "check_missed": check_missed,
    "misdelivered": misdelivered,
    "players_let_out": players_let_out,
    "up_card_not_moved": multiple_action,
    "up_card_discarded": multiple_action,
    "light_failed": light_failed,
    "double_card_up": double_card_up,
    "irregular_double": irregular_double,
    "cover_card_out": cover_card_out,
    "too_few_cards": too_few_cards,
}
