"""Before the first card: who may sit, bet, take back, and when the round is dealt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, Protocol

from cutcard import shoe as cards
from cutcard.law import Code, Refused, RuleSet, shown
from cutcard.money import Cents, dollars
from cutcard.shoe import CREW, DEALERS_OR_DEVICES, DEVICES, FLOOR, PLAYERS, Act, By, Chore, Due, Role
from cutcard.table import commands, events
from cutcard.table.play.bets import (
    DEALER_BET,
    FOR_DEALER,
    KINGS_BOUNTY,
    Bet,
    check_bets,
    check_boxes,
    check_shared,
    five_dollar_multiples,
    kings_bounty_limit,
    main_wagers,
    not_in_chips,
)
from cutcard.table.table import Table
from cutcard.values import cached_by_identity
from cutcard.wagers import decided_by
from cutcard.wagers.settlement import meters_at, meters_needed, usual_reset

_last: tuple[object, object, object, object, int, Due | None] = (None, None, None, None, 0, None)
"""The shoe and people asked about last, and what was due: nothing else changes the answer."""


def due_now(table: Table, at: int) -> Due | None:
    """What must be done with the cards before a round may be dealt."""
    global _last
    shoe, seated, arrived, playing, when, due = _last
    if (
        shoe is not table.shoe
        or seated is not table.seated
        or arrived is not table.arrived
        or playing is not table.playing
        or when != at
    ):
        due = cards.due(table.shoe, table.people, at)
        _last = (table.shoe, table.seated, table.arrived, table.playing, at, due)
    return due


AUTOMATIC = "automatic"
Happened = Iterator[object]


CHORES: Final = {
    "check_hole_card": "hole_card_checked",
    "show_hole_card": "hole_card_shown",
    "settle": "settlement_procedure",
    "collect_cards": "cards_collected",
}
"""The dealer's chores within a round -> the option whose provision has the dealer do them."""


def _whose(table: Table, command: commands.Command) -> str:
    """The provision that says whose a command is."""
    match command:
        case commands.OpenTable() | commands.CloseTable():
            return table.shoe.law.cite("opening_inspection")
        case commands.ChangeDealer():
            return table.game.cite("new_dealer")
        case commands.Perform(chore=chore) if chore in CHORES:
            return table.game.cite(CHORES[chore])
        case commands.StartRound() | commands.DealCard() | commands.Perform():
            return table.game.cite("dealt_by")
        case commands.CloseOffers():
            return table.game.cite("insurance_closes", "insurance_asked")
        case commands.Decide() | commands.Decline() | commands.Follow():
            return table.game.cite("turn_order")
        case commands.ShowDevice(device=device):
            offer = table.rules.offers.get(device)
            named = device if offer is not None and decided_by(offer.law).needs_house else "device"
            return table.game.cite(f"{named}_shown", "device_shown")
    return table.rules.main.law.cite


def require(table: Table, command: commands.Command, roles: frozenset[Role], cite: str = "") -> None:
    """Refuse a command in a role that is not entitled to it."""
    if command.by.role not in roles:
        what = type(command).__name__
        wanted = " or ".join(sorted(roles))
        message = f"{what}: only a {wanted} may do this, not a {command.by.role}"
        raise Refused(Code.WRONG_ROLE, message, cite or _whose(table, command))


class Asked(Protocol):
    """A command of the table or of its meters, by somebody."""

    @property
    def by(self) -> By:
        """Who asks."""
        ...


def require_dealer_at_table(table: Table, command: Asked) -> None:
    """Refuse a dealer who is not the one at the table; who takes over may say so.

    A dealer without a name is whoever stands there, and an automatic table's own is nobody else.
    """
    name = command.by.name
    if not table.dealer or command.by.role is not Role.DEALER or name in ("", AUTOMATIC, table.dealer):
        return
    if isinstance(command, commands.ChangeDealer) and command.dealer == name:
        return
    what = command.do if isinstance(command, Act) else type(command).__name__
    message = f"{what}: dealer {table.dealer} is at the table, not dealer {name}"
    raise Refused(Code.WRONG_ROLE, message, table.game.cite("new_dealer"))


def require_open(table: Table) -> None:
    """Refuse play at a table that is not open, or is closed."""
    if not table.is_open or table.is_closed:
        state = "closed" if table.is_closed else "not open yet"
        cite = table.shoe.law.cite("opening_inspection")
        raise Refused(Code.TABLE_NOT_OPEN, f"the table is {state}", cite)


def require_reader(table: Table) -> None:
    """Refuse to deal while the card reader is broken, where the document stops the game for it."""
    if table.stopped:
        message = "the card reader must be repaired or replaced first"
        raise Refused(Code.NOT_AWAITED, message, table.cite("reader_failed"))


def open_table(table: Table, command: commands.OpenTable) -> Happened:
    """A dealer takes the table."""
    require(table, command, CREW)
    if table.is_closed:
        require_open(table)
    if table.is_open:
        cite = table.shoe.law.cite("opening_inspection")
        raise Refused(Code.NOT_AWAITED, "the table is already open", cite)
    dealer = command.by.name if command.by.role is Role.DEALER else ""
    yield events.TableOpened(dealer, command.at)


def close_table(table: Table, command: commands.CloseTable) -> Happened:
    """The table closes between rounds; bets on the layout go back."""
    require(table, command, CREW)
    require_open(table)
    if table.round is not None:
        raise Refused(Code.BETS_CLOSED, "the round must be finished first", table.cite("no_touch"))
    for bet in table.bets:
        yield events.BetRemoved(bet.player, bet.box)
    yield from _cards_leave(table, command.at)
    yield events.TableClosed(command.by.name, command.at)


def _cards_leave(table: Table, at: int) -> Happened:
    """The cards of a closing table are withdrawn, and every order committed to is revealed."""
    shoe, floor = table.shoe, By(Role.FLOORPERSON)
    for batch in shoe.desk.batches:
        if batch.done:
            act = Act(Chore.WITHDRAW_CARDS, floor, at, batch=batch.number, why="table_closes")
            for event in cards.decide(shoe, table.people, act):
                yield event
                shoe = cards.evolve(shoe, event)


def change_dealer(table: Table, command: commands.ChangeDealer) -> Happened:
    """Another dealer comes, between rounds or between cards: a new one, not who deals already."""
    require(table, command, CREW)
    require_open(table)
    cite = table.game.cite("new_dealer")
    if not command.dealer:
        raise Refused(Code.BAD_REQUEST, "dealer: a new dealer needs a name", cite)
    if command.dealer == table.dealer:
        raise Refused(Code.NOT_AWAITED, f"dealer: {command.dealer} is at the table already", cite)
    yield events.DealerChanged(command.dealer)


def sit(table: Table, command: commands.Sit) -> Happened:
    """A player comes to the table, or takes a further box."""
    require(table, command, PLAYERS)
    require_open(table)
    name, box = command.by.name, command.box
    if not name:
        raise Refused(Code.BAD_REQUEST, "by: a player needs a name")
    if not 0 <= box <= table.game.boxes:
        message = f"box {box}: the table has boxes 1 to {table.game.boxes}"
        raise Refused(Code.TOO_MANY_BOXES, message, table.game.cite("boxes"))
    for taken, player in table.seated:
        if box and taken == box:
            cite = table.game.cite("shared_box_players")
            raise Refused(Code.BOX_TAKEN, f"box {box} is {player}'s", cite)
    yield events.PlayerArrived(name, box)


def leave(table: Table, command: commands.Leave) -> Happened:
    """A player leaves; a bet on the layout comes back, one in play stays until it is settled."""
    require(table, command, PLAYERS)
    name = command.by.name
    if name not in table.arrived:
        raise Refused(Code.NOT_YOURS, f"{name} is not at the table", table.rules.main.law.cite)
    if _has_begun(table) and _plays(table, name):
        raise Refused(Code.BETS_CLOSED, f"{name} is in the round", table.cite("no_touch"))
    for bet in table.bets:
        if bet.player == name and bet.riding:
            yield from _abandoned(table, bet, (each for each in table.bets if each.player != name))
        elif bet.player == name:
            yield events.BetRemoved(name, bet.box)
    yield events.PlayerLeft(name)


def _plays(table: Table, player: str) -> bool:
    if table.round is None:
        return any(bet.player == player for bet in table.bets)
    return any(
        player in (box.bet.player, *(each.bet.player for each in box.backers))
        for box in table.round.boxes
    )


def _abandoned(table: Table, bet: Bet, others: Iterable[Bet]) -> Happened:
    """A streak wager whose bettor does not play on is lost; what else lies with it comes back.

    The lammer goes with it, unless one of the others who play on has a streak on the same box.
    """
    rides = {name: stake for name, stake in bet.stakes.items() if name in bet.riding}
    if len(rides) < len(bet.stakes):
        yield events.BetPlaced(Bet(bet.box, bet.player, rides, bet.streak, bet.riding))
    lost = Cents(sum(rides.values()))
    yield events.BetAbandoned(bet.player, bet.box, lost, table.game.cite("streak_surrender"))
    wins = next((each.streak for each in others if each.box == bet.box and each.riding), 0)
    if table.streaks.get(bet.box, 0) != wins:
        yield events.LammerMoved(bet.box, wins)


def place_bet(table: Table, command: commands.PlaceBet) -> Happened:
    """A bet, judged by all that the document says about it."""
    require(table, command, PLAYERS)
    require_open(table)
    _check_still_open(table, command)
    _check_entry(table, command.by.name)
    _check_instrument(table, command)
    _check_lights(table, command)
    here = [each for each in table.bets if each.box == command.box]
    before = next((each for each in here if each.player == command.by.name), None)
    bet = Bet(command.box, command.by.name, dict(command.stakes))
    if before is not None and before.riding:
        bet = replace(bet, streak=before.streak, riding=before.riding)
        _check_riding(table, bet, before)
    _check_seat(table, command)
    ahead = here if before is None else here[: here.index(before)]
    if ahead:  # who came to the box earlier; a bet that is changed needs no new consent
        consent = command.consent or before is not None
        check_shared(table.rules, table.game, bet, ahead, consent=consent)
    others = (each for each in table.bets if each is not before)
    check_bets(table.rules, table.game, _one_a_box((*others, bet), bet.player), only=bet)
    _check_chips(table, command)
    _check_dealer_bet(table, command)
    if command.for_dealer:
        bet = replace(bet, stakes={**bet.stakes, FOR_DEALER: command.for_dealer})
        five_dollar_multiples(table.rules, table.game, bet)
    yield events.BetPlaced(bet)


def _one_a_box(bets: tuple[Bet, ...], player: str) -> tuple[Bet, ...]:
    """One bet a box: this player's own where several people share it."""
    own_last = sorted(bets, key=lambda each: each.player == player)
    return tuple({bet.box: bet for bet in own_last}.values())


def _has_begun(table: Table) -> bool:
    """Whether the first card is out; at a double shoe that is the determinant card."""
    return table.round is not None or (table.shoe.law.is_double and table.shoe.prepared)


def _check_still_open(table: Table, command: commands.PlaceBet) -> None:
    if not _has_begun(table):
        return
    locked = [name for name in command.stakes if is_progressive(table, name)]
    cite = _lock_cite(table, locked[0]) if locked else table.cite("bets_close")
    what = f"{locked[0]}: " if locked else ""
    raise Refused(Code.BETS_CLOSED, f"box {command.box}: {what}the round has begun", cite)


def _lock_cite(table: Table, wager: str) -> str:
    """The provision that locks a progressive wager in: its own section's, where it has one."""
    return table.cite(f"{wager}_lock") or table.cite("progressive_lock")


def _shown_cite(table: Table, wager: str) -> str:
    """The provision behind what a wager's meter shows: its own section's, where it has one."""
    return table.game.cite(f"{wager}_shown", "meter_shown")


def is_progressive(table: Table, wager: str) -> bool:
    """Whether a wager plays for a meter."""
    offer = table.rules.offers.get(wager)
    return offer is not None and bool(offer.law.meters)


def _check_entry(table: Table, player: str) -> None:
    if table.rules.option("mid_shoe_entry") != "barred" or table.shoe.law.shuffler == "continuous":
        return
    if table.entitled is None or player in table.entitled or player in table.permitted:
        return
    message = f"{player} sat out a round since the shuffle"
    raise Refused(Code.ENTRY_BARRED, message, table.cite("mid_shoe_bar"))


def _check_instrument(table: Table, command: commands.PlaceBet) -> None:
    if command.instrument == "verbal":
        need = table.effect("verbal_wager").split("_and_")
        missing = [role for role in need if role not in command.confirmed]
        if missing:
            message = f"box {command.box}: confirmed: the {missing[0]} must confirm a verbal wager"
            raise Refused(Code.STAKE_NOT_PERMITTED, message, table.cite("verbal_wager"))
    elif command.instrument not in ("chips", "plaques", "coupon"):
        named = shown(command.instrument)
        message = f"box {command.box}: instrument: chips, plaques, coupon or verbal, not {named}"
        raise Refused(Code.STAKE_NOT_PERMITTED, message, table.cite("bet_instruments"))


def _check_chips(table: Table, command: commands.PlaceBet) -> None:
    if command.instrument not in ("chips", "verbal"):
        return
    for name, stake in command.stakes.items():  # a progressive wager is placed on its own system
        if stake % table.game.smallest_chip and not is_progressive(table, name):
            raise not_in_chips(table.rules, table.game, f"box {command.box}: {name}")


def _check_lights(table: Table, command: commands.PlaceBet) -> None:
    if command.box in table.dark:
        for name in command.stakes:
            if is_progressive(table, name):
                message = f"box {command.box}: {name}: the light of the box does not work"
                raise Refused(Code.STAKE_NOT_PERMITTED, message, table.cite("light_failed"))


def without_progressives(table: Table, box: int) -> Happened:
    """The bets on a box without their progressive wagers, which go back to the players."""
    for bet in table.bets:
        stays = {name: stake for name, stake in bet.stakes.items() if not is_progressive(table, name)}
        if bet.box == box and len(stays) < len(bet.stakes):
            yield events.BetPlaced(replace(bet, stakes=stays))


def _check_riding(table: Table, bet: Bet, before: Bet) -> None:
    """A streak wager stays until it is decided, and none is added to it meanwhile."""
    for name, stake in before.stakes.items():
        if name in before.riding and bet.stakes.get(name) != stake:
            message = f"box {bet.box}: {name}: cannot change until it is decided"
            raise Refused(Code.STAKE_NOT_PERMITTED, message, table.cite("no_touch"))
    for name in bet.stakes:
        if name.startswith("streak_") and name not in before.riding:
            message = f"box {bet.box}: {name}: an earlier streak wager is not decided yet"
            raise Refused(Code.STAKE_NOT_PERMITTED, message, table.game.cite("streak_added"))


def _check_seat(table: Table, command: commands.PlaceBet) -> None:
    """A seated player's box is closed to others unless the document lets people share it."""
    holder = next((player for box, player in table.seated if box == command.box), "")
    if holder and holder != command.by.name and table.rules.option("shared_box_players") == 1:
        message = f"box {command.box} is {holder}'s"
        raise Refused(Code.BOX_TAKEN, message, table.game.cite("shared_box_players"))


def _check_dealer_bet(table: Table, command: commands.PlaceBet) -> None:
    """A King's Bounty bet for the dealer, beside the player's own or alone (§29(d)).

    Together they stay within the maximum, save that a player at the maximum may add a tenth of it.
    """
    if not command.for_dealer:
        return
    if command.for_dealer < 0:
        raise Refused(Code.BAD_AMOUNT, f"box {command.box}: for_dealer: the amount is negative")
    offer, cite = table.rules.offers.get(KINGS_BOUNTY), table.game.cite(DEALER_BET)
    if offer is None or table.rules.option(DEALER_BET) == "none":
        message = f"box {command.box}: a bet for the dealer goes with King's Bounty, not offered here"
        raise Refused(Code.WAGER_NOT_OFFERED, message, cite)
    most = kings_bounty_limit(table.rules, table.game)
    if most is None:
        return
    own = command.stakes.get(KINGS_BOUNTY, Cents(0))
    limit = most + most // 10 if own == most else most
    if own + command.for_dealer > limit:
        message = f"box {command.box}: with the dealer's bet at most ${dollars(Cents(limit))}"
        raise Refused(Code.STAKE_NOT_PERMITTED, message, cite)


def take_back(table: Table, command: commands.TakeBack) -> Happened:
    """A bet comes back before the first card; later nobody touches it, nor ever a streak that rides."""
    require(table, command, PLAYERS)
    if _has_begun(table):
        message = f"box {command.box}: no wager may be touched until it is settled"
        raise Refused(Code.BETS_CLOSED, message, table.cite("no_touch"))
    for bet in table.bets:
        if bet.box == command.box and bet.player == command.by.name:
            rides = {name: stake for name, stake in bet.stakes.items() if name in bet.riding}
            if rides and len(rides) == len(bet.stakes):
                message = f"box {bet.box}: a streak wager stays until it is decided"
                raise Refused(Code.STAKE_NOT_PERMITTED, message, table.cite("no_touch"))
            removed = events.BetRemoved(bet.player, bet.box)
            yield events.BetPlaced(replace(bet, stakes=rides)) if rides else removed
            return
    message = f"{command.by.name} has no bet on box {command.box}"
    raise Refused(Code.NOT_YOURS, message, table.rules.main.law.cite)


def start_round(table: Table, command: commands.StartRound) -> Happened:
    """No more bets: the first card may come."""
    require(table, command, DEALERS_OR_DEVICES)
    require_open(table)
    if table.round is not None:
        raise Refused(Code.NOT_AWAITED, "a round is being dealt", table.cite("bets_close"))
    require_reader(table)
    if due_now(table, command.at) is not None:
        cards.check_ready(table.shoe, table.people, command.at)
    staked = [bet for bet in table.bets if "main" in bet.stakes]
    for bet in table.bets:
        if "main" in bet.stakes:
            wagers = tuple(name for name in bet.stakes if is_progressive(table, name))
            if wagers:
                yield events.BetAcknowledged(bet.box, wagers)
        else:
            yield from _abandoned(table, bet, staked)
    bets = tuple(callers_first(table, staked))
    _check_meters(table, bets)
    check_boxes(table.rules, table.game, _callers(bets))
    down = table.game.double_card == "face_down"
    yield events.RoundStarted(table.rounds + 1, bets, down)


def _check_meters(table: Table, bets: tuple[Bet, ...]) -> None:
    """Refuse to deal for a meter that shows no amount: it could not be paid from."""
    if table.is_scripted:  # it names only the meters that it needs
        return
    with_meters = _with_meters(table.rules)
    for bet in bets:
        for wager in bet.stakes.keys() & with_meters:
            offer, stake = table.rules.offers[wager], bet.stakes[wager]
            for meter in sorted(meters_needed(table.rules, offer, stake, bet.box)):
                if meter not in table.meters:
                    message = f"box {bet.box}: {wager}: the meter {meter} shows no amount"
                    raise Refused(Code.METER_MISSING, message, _shown_cite(table, wager))


@cached_by_identity
def _with_meters(rules: RuleSet) -> frozenset[str]:
    """The wagers that may be paid from a meter."""
    return frozenset(name for name, offer in rules.offers.items() if offer.paytable.meters())


def _callers(bets: tuple[Bet, ...]) -> tuple[Bet, ...]:
    """The bets that call the decisions: the first on each box."""
    return tuple({bet.box: bet for bet in reversed(bets)}.values())


def callers_first(table: Table, bets: list[Bet]) -> list[Bet]:
    """On each box the seated player first, otherwise who has staked most (§13(b))."""
    if len(bets) <= 1:
        return bets
    seats, spots = dict(table.seated), main_wagers(table.game)

    def rank(bet: Bet) -> tuple[int, bool, int]:
        staked = sum(bet.stakes.get(spot, 0) for spot in spots)
        return bet.box, seats.get(bet.box) != bet.player, -staked

    return sorted(bets, key=rank)


def permit_entry(table: Table, command: commands.PermitEntry) -> Happened:
    """The house lets somebody who sat out bet again."""
    require(table, command, FLOOR, table.cite("mid_shoe_bar"))
    require_open(table)
    yield events.EntryPermitted(command.player, command.by.name)


def show_meter(table: Table, command: commands.ShowMeter) -> Happened:
    """A progressive meter shows its amount: between rounds, or whenever its link moves it."""
    known = meters_at(table.rules)
    wager = known[command.meter][0].law.id if command.meter in known else ""
    require(table, command, DEVICES, _shown_cite(table, wager))
    if not wager:
        message = f"{command.meter}: not a meter of this table; it has {', '.join(known) or 'none'}"
        raise Refused(Code.BAD_REQUEST, message)
    if command.amount < 0 or (command.reset is not None and command.reset < 0):
        raise Refused(Code.BAD_AMOUNT, f"{command.meter}: a meter cannot be negative")
    if table.round is not None and not command.linked:
        message = f"{command.meter}: no meter may change while a round is dealt"
        raise Refused(Code.BETS_CLOSED, message, _lock_cite(table, wager))
    reset = command.reset
    if reset is None:
        usual = usual_reset(*known[command.meter], table.rules.options)
        reset = table.resets.get(command.meter, usual)
    yield events.MeterShown(command.meter, command.amount, reset, command.linked)
