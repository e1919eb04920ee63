"""While a round is dealt: cards, decisions, chores, devices, and the end of the round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cutcard import shoe as cards
from cutcard.cards import Card
from cutcard.law import Code, Refused, RuleSet, act_cite
from cutcard.money import PUSH, Cents, cents, dollars
from cutcard.rules import Action, Line, may_be_blackjack
from cutcard.shoe import (
    CREW,
    DEALERS_OR_DEVICES,
    DEVICES,
    FLOOR,
    PLAYERS,
    SUPERVISORS,
    Chore,
    Due,
    Role,
    events as shoe_events,
)
from cutcard.table import commands, events
from cutcard.table.folds.round import evolve_round
from cutcard.table.play.before_play import backer_may, decide_before_play, surrenders_alone
from cutcard.table.play.bet_commands import Happened, require, require_reader
from cutcard.table.play.bets import Bet, check_unit
from cutcard.table.play.round_answers import (
    THIRD_CARD,
    chore_done,
    closed,
    decided,
    declined,
    device_spoke,
)
from cutcard.table.play.turns import backer_in_turn, cite_of
from cutcard.table.round import (
    DEALER,
    AwaitsCard,
    AwaitsChore,
    AwaitsDecision,
    AwaitsFollowers,
    Backer,
    Box,
    Decision,
    Round,
    RoundAwaits,
)
from cutcard.table.round_steps import awaits_in
from cutcard.table.settlement.lines import settlement
from cutcard.table.settlement.moments import AGAINST_ONE, is_at_stake
from cutcard.table.shared_boxes import as_held_by, wagers_on
from cutcard.table.table import Settings, Table
from cutcard.values import cached_by_identity
from cutcard.wagers import STAYS, wins_after

CHECK = "check_hole_card"
COLLECT = "collect_cards"
CLEARED = ("turn", "before_turns", "at_once", AGAINST_ONE)
"""What the moments begin with at which a hand is done with before the round is."""
CONFIRM = "confirm_payout"
REPAIR = "repair_reader"
VOID = "too_few_cards"


def deal_card(table: Table, command: commands.DealCard) -> Happened:
    """The next card: the cover card is put aside where it lies before it."""
    _require_dealer(table, command)
    r = table.in_play()
    awaited = awaits_in(r)
    if not isinstance(awaited, AwaitsCard):
        raise Refused(Code.NOT_AWAITED, "no card is awaited", cite_of(r, awaited_now(table, r)))
    require_reader(table)
    due = due_before_next(table)
    if due is not None:
        raise Refused(Code.NOT_DUE, f"first: {due.chore}", due.cite)
    if r.waiting:
        place = awaited.place
        yield events.CardPlaced(r.waiting[0], place.box, place.hand, place.why, place.face)
        return
    yield from drawn_to(table, awaited, command.card)


def _require_dealer(table: Table, command: commands.DealCard | commands.Perform) -> None:
    """Cards are the dealer's to touch; a player who reaches for them is refused by that provision."""
    cite = table.cite("no_card_touch") if command.by.role is Role.PLAYER else ""
    require(table, command, DEALERS_OR_DEVICES, cite)


def due_before_card(table: Table) -> Due | None:
    """What must be done with the cards before the next one: a determinant, a burn, or a refill."""
    shoe, r = table.shoe, table.round
    if shoe.law.is_double and r is not None and not r.dealer[0] and r.nothing_dealt:
        draw = cards.opening_draw(shoe)
        return draw if draw is None else cards.due(shoe, table.people) or draw
    burn = _burn_of_new_dealer(table)
    if burn is not None:
        return burn
    if cards.is_empty(shoe) or shoe.side.pile.refilling:
        pile = shoe.side.pile
        cut_again = not pile.loaded and not pile.refilling  # between the last bet and the first card
        return (cards.due if cut_again else cards.refill_due)(shoe, table.people)
    return None


def due_before_next(table: Table) -> Due | None:
    """The same where the next card may be one that is out already: for that only a new dealer burns."""
    return _burn_of_new_dealer(table) if has_card_out(table) else due_before_card(table)


def has_card_out(table: Table) -> bool:
    """Whether the next card has left the shoe already: exposed in error, or drawn as determinant."""
    return table.shoe.waiting is not None or (table.round is not None and bool(table.round.waiting))


def _burn_of_new_dealer(table: Table) -> Due | None:
    """What a dealer burns who came after the last bet: before dealing any card."""
    if not table.shoe.desk.new_dealer:
        return None
    due = cards.due(table.shoe, table.people)
    return due if due is not None and due.chore is Chore.BURN else None


def awaited_now(table: Table, r: Round) -> RoundAwaits | None:
    """What a round awaits, and before that what must come first: a repair, a burn, a confirmation ..."""
    awaited = awaits_in(r)
    if table.stopped and waits_for_reader(awaited):
        return AwaitsChore(REPAIR, FLOOR, table.cite("reader_failed"))
    if isinstance(awaited, AwaitsChore) and awaited.chore == "settle":
        return confirmation(table, r, awaited)
    if not isinstance(awaited, AwaitsCard):
        return awaited
    due = due_before_next(table)
    if due is not None:
        return chore_due(due)
    if has_card_out(table):
        return AwaitsCard(awaited.place, given=True)
    if cards.is_empty(table.shoe):
        return AwaitsChore(VOID, CREW, table.game.cite("cards_run_out"))
    return awaited


def waits_for_reader(awaited: RoundAwaits | None) -> bool:
    """Whether a broken card reader that stops the game keeps this from coming: a card, or the check."""
    is_check = isinstance(awaited, AwaitsChore) and awaited.chore == CHECK
    return is_check or isinstance(awaited, AwaitsCard)


def chore_due(due: Due) -> AwaitsChore:
    """What is due with the cards, as a table awaits it."""
    return AwaitsChore(str(due.chore), due.roles, due.cite, who=due.who)


def deals_freely(table: Table) -> bool:
    """Whether a card of the initial deal is next and nothing comes between it and the shoe.

    Most cards are dealt so; what `awaits` would answer is the first card owed.
    """
    r, shoe = table.round, table.shoe
    if r is None or not r.owed or r.waiting or r.void or not shoe.desk.virtual:
        return False
    side = shoe.sides[shoe.using]
    if side.at >= side.size or side.at == side.cover or len(shoe.sides) > 1:
        return False
    return table.reader_works and not shoe.desk.new_dealer and not side.pile.refilling


def next_owed(table: Table) -> events.CardDealt:
    """The next card of the initial deal, off a virtual shoe with one side."""
    assert table.round is not None
    place, side = table.round.owed[0], table.shoe.sides[0]
    return events.CardDealt(side.stack[side.at], place.box, place.hand, place.why, place.face)


def drawn_to(table: Table, awaited: AwaitsCard, scanned: Card | None) -> tuple[object, ...]:
    """A card off the shoe to its place."""
    shoe = table.shoe
    if cards.is_empty(shoe):
        message = f"the shoe is empty, and {awaited.to} needs a card"
        raise Refused(Code.SHOE_EMPTY, message, table.cite("too_few_cards"))
    place, side, card = awaited.place, shoe.side.pile.name, next_card(table, scanned)
    dealt = events.CardDealt(card, place.box, place.hand, place.why, place.face, side)
    if cards.cover_is_next(shoe):
        return shoe_events.CoverSeen(place.box, side), dealt
    return (dealt,)


def next_card(table: Table, scanned: Card | None) -> Card:
    """The card that leaves the shoe: known at a virtual table, read at a physical one."""
    if table.shoe.virtual:
        if scanned is not None:
            message = f"card: {scanned}: this table deals its own"
            raise Refused(Code.NOT_AWAITED, message, table.game.cite("shoe"))
        return cards.peek(table.shoe)
    if (first := table.shoe.waiting) is not None:  # read when it was drawn as determinant card
        if scanned not in (None, first):
            message = f"card: {scanned}: the determinant card {first} is the first one"
            raise Refused(Code.NOT_AWAITED, message, table.shoe.law.cite("determinant_of_its_side"))
        return first
    if scanned is None:
        raise Refused(Code.TOO_FEW_CARDS, "card: it must be scanned", table.game.cite("shoe"))
    cards.check_scan(table.shoe, scanned)
    return scanned


def decide_hand(table: Table, command: commands.Decide) -> Happened:
    """A player's decision: only the person who calls the box makes it."""
    require(table, command, PLAYERS)
    r = table.in_play()
    awaited = awaited_now(table, r)
    box = r.box(command.box)
    if box is not None and command.by.name != box.bet.player:
        backer = _backer(box, command.by.name)
        if backer is not None and _is_own(r, command.do):
            yield _backer_decides(table, box, backer, command, awaited)
            return
        raise _not_to_call(table, box)
    decision = Decision(command.box, command.do, command.amount, command.spot, command.hand)
    event = decided(r, awaited, decision)
    if command.face_down:
        yield from _asked_face_down(table, command)
        event = replace(event, face_down=True)
    yield event


def _asked_face_down(table: Table, command: commands.Decide) -> Happened:
    """A double card asked for face down; from the next round on all are offered it (§10(c))."""
    if command.do is not Action.DOUBLE or table.game.double_card != "on_request":
        message = f"box {command.box}: a double card is not dealt face down on request here"
        raise Refused(Code.ACTION_NOT_PERMITTED, message, table.game.cite("double_card"))
    if not table.down_doubles:
        yield events.DownDoublesOffered(command.by.name, table.game.cite("double_card"))


def _not_to_call(table: Table, box: Box) -> Refused:
    """The refusal of somebody who does not call the box."""
    message = f"box {box.bet.box} is {box.bet.player}'s to call"
    return Refused(Code.NOT_YOURS, message, table.game.cite("shared_surrender", "shared_box_players"))


def _backer(box: Box, player: str) -> Backer | None:
    return next((each for each in box.backers if each.bet.player == player), None)


def _is_own(r: Round, do: Action) -> bool:
    """Whether each person on a box decides it for their own money (§13(f), MA-A58)."""
    return do in (Action.INSURE, Action.EVEN_MONEY) or (do is Action.SURRENDER and surrenders_alone(r))


def _backer_decides(
    table: Table, box: Box, backer: Backer, command: commands.Decide, awaited: object
) -> events.Decided:
    r = table.in_play()
    decision = Decision(command.box, command.do, command.amount, command.spot, command.hand)
    if isinstance(awaited, AwaitsDecision) and box.bet.box in awaited.offers:
        event = None
        if awaited.hand is not None:
            event = backer_in_turn(r, box, backer, decision, awaited)
        elif command.do in backer_may(r, box, backer):
            event = decide_before_play(r, as_held_by(box, backer), decision)
        if event is not None:
            return replace(event, alone=command.do is not Action.INSURE)
    insures = command.do is not Action.SURRENDER and r.game.insurance
    own = "own_insurance" if insures and r.dealer[0] and r.up.is_ace else ""
    message = f"box {box.bet.box}: {command.do}: it is not offered to {backer.bet.player} now"
    cite = table.cite(own) or table.game.cite(str(command.do), "insurance")
    raise Refused(Code.ACTION_NOT_PERMITTED, message, cite)


def decline(table: Table, command: commands.Decline) -> Happened:
    """A player lets an offer pass."""
    require(table, command, PLAYERS)
    r = table.in_play()
    box = table.box(command.box)
    name = command.by.name
    calls = name == box.bet.player
    if not calls and _backer(box, name) is None:
        raise _not_to_call(table, box)
    event = declined(r, awaited_now(table, r), command.box)
    if not calls and event.offer == THIRD_CARD:  # a card of the box, and nobody's own money (§13(b))
        raise _not_to_call(table, box)
    yield event if calls else replace(event, player=name)


def follow(table: Table, command: commands.Follow) -> Happened:
    """Another person on a shared box joins a double or a split, or does not (§13(d), (e))."""
    require(table, command, PLAYERS)
    r = table.in_play()
    awaited = awaits_in(r)
    if not isinstance(awaited, AwaitsFollowers):
        cites = dict.fromkeys(table.cite(f"follow_{to}") for to in (Action.DOUBLE, Action.SPLIT))
        cite = "; ".join(filter(None, cites)) or table.game.cite("shared_box_players")
        raise Refused(Code.OUT_OF_TURN, "nobody is asked to follow", cite)
    cite = table.cite(f"follow_{awaited.to}")
    if command.by.name not in awaited.players or command.box != awaited.box:
        raise Refused(Code.OUT_OF_TURN, f"{command.by.name} is not asked to follow there", cite)
    box = table.box(command.box)
    backer = _backer(box, command.by.name)
    assert backer is not None
    stakes = backer.stakes[awaited.hand - 1]
    most = max(stakes)
    each = "" if len(stakes) == 1 else " on each spot"
    named, first, second = command.hand, awaited.hand, awaited.hand + 1
    if awaited.to == Action.DOUBLE:
        if named not in (0, first):
            message = f"box {box.bet.box}: hand: {first} is doubled"
            raise Refused(Code.ACTION_NOT_PERMITTED, message, cite)
        if not 0 <= command.amount <= most:
            message = f"box {box.bet.box}: amount: at most ${dollars(most)} more{each}"
            raise Refused(Code.AMOUNT_NOT_PERMITTED, message, cite)
        check_unit(r.rules, r.game, command.amount, most, f"box {box.bet.box}: double: amount")
        yield _followed(box, backer, awaited.hand, command.amount, stakes)
        return
    if command.amount:
        if named not in (0, second):
            message = f"box {box.bet.box}: hand: the amount goes on hand {second} and covers both"
            raise Refused(Code.ACTION_NOT_PERMITTED, message, cite)
        if command.amount != most:
            message = f"box {box.bet.box}: amount: exactly ${dollars(most)}{each} to cover both hands"
            raise Refused(Code.AMOUNT_NOT_PERMITTED, message, cite)
        yield _followed(box, backer, second, command.amount, stakes)
        return
    if named not in (first, second):
        message = f"box {box.bet.box}: hand: {first} or {second} must be named"
        raise Refused(Code.ACTION_NOT_PERMITTED, message, cite)
    yield events.Followed(box.bet.box, backer.bet.player, command.hand, Cents(0))


def _followed(
    box: Box, backer: Backer, hand: int, amount: Cents, stakes: tuple[Cents, ...]
) -> events.Followed:
    """The amount on each spot with a wager, and on none more than its wager (§18(c))."""
    if len(stakes) == 1:
        return events.Followed(box.bet.box, backer.bet.player, hand, amount)
    amounts = tuple(min(stake, amount) for stake in stakes)
    total = Cents(sum(amounts))
    return events.Followed(box.bet.box, backer.bet.player, hand, total, amounts if total else ())


def close_offers(table: Table, command: commands.CloseOffers) -> Happened:
    """The dealer ends the time for the offers before play."""
    require(table, command, DEALERS_OR_DEVICES)
    r = table.in_play()
    yield closed(r, awaited_now(table, r))


def perform(table: Table, command: commands.Perform) -> Happened:
    """The dealer's chore that is awaited, and no other."""
    _require_dealer(table, command)
    r = table.in_play()
    awaited = awaits_in(r)
    if awaited is None and command.chore == COLLECT:
        yield from _round_over(table, r)
        return
    if not isinstance(awaited, AwaitsChore) or awaited.chore != command.chore:
        cite = cite_of(r, awaited_now(table, r))
        raise Refused(Code.NOT_AWAITED, f"{command.chore} is not awaited", cite)
    if awaited.chore == CHECK:
        require_reader(table)
    if awaited.chore == "settle" and (missing := unconfirmed(table, r, awaited.moment)):
        line = missing[0]
        message = f"box {line.box}: {line.wager}: the payout is not confirmed"
        raise Refused(Code.NOT_AWAITED, message, _confirmed_under(table, line))
    event = chore_done(r, awaited)
    if isinstance(event, events.Settled) and event.final:
        # With several streak wagers in play the lammer moves before a win is paid (§22(k)(3)).
        yield from lammers(table, r, event.lines, at_least=2)
    yield event
    if isinstance(event, events.Settled) and event.moment.startswith(CLEARED):
        yield from _cleared(r, event)
    if isinstance(event, events.Settled) and r.game.dealer_hands > 1 and not event.final:
        yield from _dealer_cleared(evolve_round(r, event))


def _cleared(r: Round, settled: events.Settled) -> Happened:
    """Hands settled early are picked up at once, unless a side wager still needs their cards."""
    for number, hand in settled.hands:
        box = r.box_at(number)
        done = {*r.spots, *box.settled, *(wager for at, wager in settled.done if at == number)}
        if wagers_on(box) <= done and box.hand(hand).cards:
            yield events.HandCleared(number, hand, box.hand(hand).cards)


def _dealer_cleared(r: Round) -> Happened:
    """The dealer's hands that are over go to the rack, the up card left for the next (§18(f), (h))."""
    for spot in range(r.hands_collected, len(r.dealer)):
        if spot >= r.spots_settled and (is_at_stake(r, spot) or not _goes_on(r, spot)):
            return
        if len(r.dealer[spot]) > 1:
            yield events.HandCleared(DEALER, spot + 1, r.dealer[spot][1:])


def _goes_on(r: Round, spot: int) -> bool:
    return any(is_at_stake(r, later) for later in range(spot + 1, r.game.dealer_hands))


def unconfirmed(table: Table, r: Round, moment: str) -> list[Line]:
    """Winning lines that somebody must validate before they are paid, and nobody has."""
    validated = _validated(table.rules, table.settings)
    if not validated or all(validated.isdisjoint(wagers_on(box)) for box in r.boxes):
        return []
    return [
        line
        for line in settlement(r, moment).lines
        if _needs_confirmation(table, line)
        and (line.box, line.wager, line.player) not in table.confirmed
    ]


@cached_by_identity
def _validated(rules: RuleSet, settings: Settings) -> frozenset[str]:
    """The wagers of which a win may have to be validated before it is paid.

    With the jackpots held back these are also the ones with a meter, and those whose stake takes part
    in another wager that has a meter and no stake.
    """
    laws = {name: offer.law for name, offer in rules.offers.items()}
    wagers = {name for name, law in laws.items() if law.settled.confirmed_by}
    if settings.holds_jackpots:
        for name, law in laws.items():
            if law.meters:
                wagers |= {name, *(law.needs.names if law.needs is not None else ())}
    return frozenset(wagers)


def _needs_confirmation(table: Table, line: Line) -> bool:
    offer = table.rules.offers.get(line.wager)
    law = None if offer is None else offer.law.settled
    if table.settings.holds_jackpots and line.returned and "%" in line.pays:
        return True
    if law is None or not law.confirmed_by or not line.returned or line.pays == str(PUSH):
        return False
    if law.confirmed_only == "meter" and "%" not in line.pays:
        return False
    if law.confirmed_only == "held":
        assert table.round is not None
        if not may_be_blackjack(table.round.up) or "queen_of_hearts_pair" not in line.outcome:
            return False
    return line.outcome == law.confirmed_always or _payout(line) >= law.confirmed_from


def _payout(line: Line) -> Cents:
    """What is paid, without a stake that comes back beside a fixed award (MA-A64)."""
    return cents(line.pays.removeprefix("$")) if line.pays.startswith("$") else line.returned


def confirmation(table: Table, r: Round, settle: AwaitsChore) -> AwaitsChore:
    """A settlement that is awaited, or the confirmation of a payout that it waits for."""
    lines = unconfirmed(table, r, settle.moment)
    if not lines:
        return settle
    first = lines[0]
    cite, moment = _confirmed_under(table, first), f"{first.box} {first.wager}"
    return AwaitsChore(CONFIRM, confirm_roles(table, first.wager), cite, moment, first.player)


def _confirmed_under(table: Table, line: Line) -> str:
    """The provision that has a payout validated: of what always is (§15(p)), its own row's."""
    always = table.rules.offers[line.wager].law.settled.confirmed_always
    return line.cite if line.outcome == always else confirm_cite(table, line.wager)


def confirm_cite(table: Table, wager: str) -> str:
    """The provision on who validates a payout, or on the system whose meter it is paid from."""
    law = table.rules.offers[wager].law
    if law.settled.confirmed_by:
        return law.settled.validation_cite
    return act_cite("validation", table.rules.document, wager)


def confirm_roles(table: Table, wager: str) -> frozenset[Role]:
    """Who may validate a payout: the person named by the text, or above."""
    law = table.rules.offers[wager].law.settled
    return SUPERVISORS if law.confirmed_by == "supervisor" else FLOOR


def confirm(table: Table, command: commands.Confirm) -> Happened:
    """Somebody entitled validates a payout: on a shared box each person's own, the next that waits."""
    r = table.in_play()
    awaited = awaits_in(r)
    lines = unconfirmed(table, r, awaited.moment) if isinstance(awaited, AwaitsChore) else []
    named = [line for line in lines if (line.box, line.wager) == (command.box, command.wager)]
    if not named:
        message = f"box {command.box}: {command.wager}: no payout is waiting to be confirmed"
        offer = table.rules.offers.get(command.wager)
        by_law = offer is not None and offer.law.settled.confirmed_by
        cite = confirm_cite(table, command.wager) if by_law else table.game.cite("settlement_procedure")
        raise Refused(Code.NOT_AWAITED, message, cite)
    require(table, command, confirm_roles(table, command.wager), _confirmed_under(table, named[0]))
    yield events.JackpotConfirmed(command.box, command.wager, command.by.name, named[0].player)


def show_device(table: Table, command: commands.ShowDevice) -> Happened:
    """A wheel, button or draw shows something, which must be one of its symbols."""
    require(table, command, DEVICES)
    r = table.in_play()
    yield device_spoke(r, awaited_now(table, r), command.device, command.shows)


def _round_over(table: Table, r: Round) -> Happened:
    """Lammers, cards to the rack, and streak wagers that stay for the next round."""
    yield from lammers(table, r, r.lines)
    for card in r.waiting:
        yield events.WaitingDiscarded(card, table.cite("exposed_unused"))
    yield events.CardsCollected(on_layout(r))
    yield events.RoundEnded(table.rounds)
    if r.void and r.aside.count("ten_found") > 1:  # these decks are not played with again
        yield shoe_events.CardsWithdrawn(table.shoe.side.pile.batch, "tens_found")
    yield from riding(r)


def on_layout(r: Round) -> tuple[Card, ...]:
    """Every card on the layout, from the far right counterclockwise, the dealer's last."""
    picked: list[Card] = []
    for box in reversed(r.boxes):
        for hand in box.hands():
            picked += () if hand.cleared else hand.cards
        if r.blackjack_found:
            picked += box.drawn
    picked += r.dealer[0][:1]
    for cards_of_dealer in r.dealer[r.hands_collected :]:
        picked += cards_of_dealer[1:]
    return tuple(picked)


STREAK = "streak_"


def lammers(
    table: Table, r: Round, lines: Sequence[Line], *, at_least: int = 1
) -> Iterator[events.LammerMoved]:
    """The markers of boxes with `at_least` as many streak wagers, from the far right."""
    if not r.has_sides:
        return
    wins = dict(table.streaks)
    for bet in reversed(tuple(_bets(r))):
        streaks = _streak_lines(r, bet, lines)
        if len(streaks) >= at_least:
            wins[bet.box] = _wins(bet, streaks)
    for box in sorted(wins, reverse=True):
        if wins[box] != table.streaks.get(box, 0):
            yield events.LammerMoved(box, wins[box])


def riding(r: Round) -> Iterator[events.BetPlaced]:
    """The streak wagers that a round has not decided, each person's own."""
    if not r.has_sides:
        return
    for bet in _bets(r):
        streaks = _streak_lines(r, bet, r.lines)
        rides = {each.wager: each.stake for each in streaks if each.outcome in STAYS}
        if rides:
            yield events.BetPlaced(Bet(bet.box, bet.player, rides, _wins(bet, streaks), tuple(rides)))


def _bets(r: Round) -> Iterator[Bet]:
    """Every bet of the round: on each box the caller's, then those of the others."""
    for box in r.boxes:
        yield box.bet
        for backer in box.backers:
            yield backer.bet


def _streak_lines(r: Round, bet: Bet, lines: Sequence[Line]) -> list[Line]:
    """The lines of one person's streak wagers."""
    caller = r.box_at(bet.box).bet.player
    here = [line for line in lines if line.box == bet.box and (line.player or caller) == bet.player]
    return [line for line in here if line.wager.startswith(STREAK)]


def _wins(bet: Bet, lines: Sequence[Line]) -> int:
    """The consecutive wins after the round, as its streak lines say."""
    return wins_after(bet.streak, {line.outcome for line in lines})
