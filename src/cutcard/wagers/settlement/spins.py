"""Bonus wheels: what a spin pays the spinner, and the Community Pay of two-amount symbols."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cutcard.law import Code, Offer, OptionValue, Paytable, Refused, Row, RuleSet, shown
from cutcard.money import NOTHING, Cents, Dollars, MeterShare, MoneyError, Pays, cents, dollars
from cutcard.wagers.classify.registry import decided_by
from cutcard.wagers.settlement.awards import Award, RoundEnd, lost
from cutcard.wagers.settlement.device_entries import DeviceMissing, Queue
from cutcard.wagers.settlement.envy import others
from cutcard.wagers.settlement.seat import Seat
from cutcard.wagers.view import DecidedBy

COMMUNITY: Final = "community_pay"


def symbol(written: object) -> str:
    """A symbol in the paytables' spelling: `$1,000` is `$1000`, `$250 and $100` is `$250/$100`."""
    if isinstance(written, bool) or not isinstance(written, str | int):
        return ""
    parts = re.split(r"\s*/\s*|\s+and\s+", str(written).strip())
    return "/".join(map(_part, parts))


def _part(written: str) -> str:
    try:
        return str(Dollars(cents(written)))
    except MoneyError:
        return written.lower().replace(" ", "_")


def wheel(end: RoundEnd, offer: Offer) -> list[Award]:
    """One spin for each player whose cards trigger it, in the order of spins; other stakes lose."""
    name = offer.law.id
    queue = end.devices.queue(name, *offer.law.device_names)
    awards: list[Award] = []
    community: list[Award] = []
    tables = {seat.box: _offer_for(end, offer, seat) for seat in end.staked(name)}
    for seat in end.in_spin_order(offer.law, end.staked(name)):
        offer = tables[seat.box]
        if end.outcomes(offer, seat, seat.staked(name)):
            shows = symbol(entry := queue.take(seat.box, offer.law.cite))
            spin = _Spin(end, offer, seat, shows, f"{queue.place}: {shown(entry)}")
            awards.append(spin.own())
            community += spin.community()
        else:
            awards.append(lost(offer, seat))
    queue.close()
    return awards + community


def _with_wager(end: RoundEnd, offer: Offer) -> list[Seat]:
    """The seats with a wager of the round: those who have spun too, not those whose stake went back."""
    name = offer.law.id
    seats = sorted((seat for seat in end.seats if seat.staked(name)), key=lambda seat: seat.box)
    return [
        seat
        for seat in seats
        if name not in seat.settled or end.outcomes(offer, seat, seat.staked(name))
    ]


def _offer_for(end: RoundEnd, offer: Offer, seat: Seat) -> Offer:
    """The wager as a seat's stake meets it: Pontoon's prize tables go with stakes (PO-A06)."""
    return replace(offer, paytable=prize_table(end.rules, offer, seat.staked(offer.law.id), seat.box))


def prize_table(rules: RuleSet, offer: Offer, stake: Cents, box: int) -> Paytable:
    """The table that a stake plays for; refused where tables go with stakes and none with this one."""
    first, options = offer.paytable, rules.options
    if first.stake in (None, stake) or options.get("spin_table_by_stake") is not True:
        return first
    for table in offer.law.choosable:
        if table.id == options.get("second_spin_table", "none") and table.stake == stake:
            return table
    assert first.stake is not None
    takes = f"paytable {first.id} takes {dollars(first.stake)}"
    message = f"box {box}: {dollars(stake)} on {offer.law.id}; {takes}"
    cite = rules.document.effective_options(rules.variation)["spin_table_by_stake"].cite
    raise Refused(Code.STAKE_NOT_PERMITTED, message, cite)


def meter_tables(offer: Offer, options: Mapping[str, object]) -> tuple[str, ...]:
    """The prize tables in use that pay from the meter; the first one where every prize is fixed."""
    played = (offer.paytable.id, options.get("second_spin_table", "none"))
    tables = (table for table in offer.law.choosable if table.id in played)
    from_meter = tuple(table.id for table in tables if not any(row.fixed for row in table.rows))
    return from_meter or (offer.paytable.id,)


def plays_for_meter(rules: RuleSet, offer: Offer, stake: Cents, box: int) -> bool:
    """Whether a stake's prize table pays from a meter: a fixed prize stays as it is (MD-A62, PO-A08)."""
    rows = prize_table(rules, offer, stake, box).rows
    from_meters = [row for row in rows if isinstance(row.pays, MeterShare)]
    return not from_meters or any(not row.fixed for row in from_meters)


def is_fixed_prize(rules: RuleSet, offer: Offer, stake: Cents, box: int, outcome: str) -> bool:
    """Whether a stake's own prize table pays a fixed prize for an outcome: no meter moves for it."""
    table = offer.paytable if not stake else prize_table(rules, offer, stake, box)
    return any(row.fixed and row.outcome == outcome for row in table.rows)


def _check_on_wheel(end: RoundEnd, offer: Offer, place: str, *shows: str) -> None:
    """Where the house filed its wheel, it can stop on no other symbol (written in either way)."""
    option = end.rules.device_option(offer.law.id)
    stops = _stops(end.option(option, ()))
    if stops and not any(each in stops for each in shows):
        message = f"{place} is not on the wheel; it has {', '.join(stops)}"
        raise Refused(Code.BAD_REQUEST, message, end.option_cite(option))


def _stops(filed: object) -> list[str]:
    """The symbols of a wheel as the house filed it; none where it did not."""
    return [stop.rpartition("=")[0] for stop in filed] if isinstance(filed, tuple) else []


def _row(rows: Sequence[Row], outcome: str) -> Row | None:
    return next((row for row in rows if row.outcome == outcome), None)


def _filed_prize(options: Mapping[str, OptionValue]) -> Dollars | None:
    prize = options.get("jackpot_prize", "none")
    return None if prize == "none" else Dollars(cents(prize))


def prize_in_place(options: Mapping[str, OptionValue], row: Row) -> Pays:
    """What a row pays: the fixed prize where it is one and the operator filed it, else as printed."""
    prize = _filed_prize(options) if row.fixed and isinstance(row.pays, MeterShare) else None
    return row.pays if prize is None else prize


def meters_needed(rules: RuleSet, offer: Offer, stake: Cents, box: int) -> frozenset[str]:
    """The meters that a stake may be paid from: none for a fixed prize that the operator filed."""
    rows = prize_table(rules, offer, stake, box).rows
    prices = (prize_in_place(rules.options, row) for row in rows)
    return frozenset(each.meter for each in prices if isinstance(each, MeterShare))


@dataclass(frozen=True, slots=True)
class _Spin:
    """One stop of the wheel for one seat."""

    end: RoundEnd
    offer: Offer
    seat: Seat
    shows: str
    place: str

    def own(self) -> Award:
        """What the spinner is paid: a row of the paytable, or a symbol's first amount."""
        _check_on_wheel(self.end, self.offer, self.place, self.shows)
        stake = self.seat.staked(self.offer.law.id)
        row = _row(self.end.rows(self.offer), self.shows)
        if row is not None:
            won = self.end.award(self.offer, self.seat, row, stake=stake, base=stake)
            if row.fixed:
                self._take_fixed_prize(won)
            return won
        _, shared = self._on_schedule()
        amount = cents(self.shows.partition("/")[0])
        name = self.offer.law.id
        cite = f"{self.end.option_cite(self.end.rules.device_option(name))}; {shared.cite}"
        won = Award(self.seat, name, self.shows, Dollars(amount), cite, stake)
        self.end.price(won, stake)
        return won

    def _take_fixed_prize(self, won: Award) -> None:
        """The jackpot symbol pays the fixed prize that the operator filed (PO-A08)."""
        prize = _filed_prize(self.end.rules.options)
        if prize is not None and isinstance(won.pays, MeterShare):
            won.pays = prize
            won.add_cite("PO-A08")
            self.end.price(won, won.stake)

    def community(self) -> list[Award]:
        """A two-amount symbol's second amount, by each recipient's own stake."""
        if _row(self.end.rows(self.offer), self.shows) is not None:
            return []
        position, _ = self._on_schedule()
        name = self.offer.law.id
        entitled = others(_with_wager(self.end, self.offer), self.seat)
        if self.end.option("community_includes_spinner") is True:
            entitled = [self.seat, *entitled]
        by_row = self.end.option("cross_stake_community") == "by_row"
        awards: list[Award] = []
        for seat in entitled:
            rows = self._schedule(seat.staked(name)).rows
            row = _row(rows, self.shows) or (rows[position] if by_row else None)
            if row is not None:
                paid = self.end.award(self.offer, seat, row, stake=NOTHING, base=NOTHING)
                paid.outcome = COMMUNITY
                awards.append(paid)
        return awards

    def _on_schedule(self) -> tuple[int, Row]:
        """The symbol's row on the spinner's schedule, else on the schedule of the other stake.

        Where a prize table goes with one stake (PO-A06) the other stake's symbols are not on its wheel.
        """
        own = self.seat.staked(self.offer.law.id)
        one_stake = self.end.option("spin_table_by_stake") is True
        stakes = (own,) if one_stake else (own, *_community_stakes(self.offer))
        schedules = [self._schedule(stake) for stake in stakes]
        for schedule in schedules:
            for position, row in enumerate(schedule.rows):
                if row.outcome == self.shows:
                    return position, row
        known = [row.outcome for table in (self.offer.paytable, *schedules) for row in table.rows]
        message = f"{self.place} is not a symbol; it has {', '.join(dict.fromkeys(known))}"
        raise Refused(Code.BAD_REQUEST, message, self.offer.paytable.cite)

    def _schedule(self, stake: Cents) -> Paytable:
        return _schedule(self.end.rules.options, self.offer, stake)


def _schedule(options: Mapping[str, OptionValue], offer: Offer, stake: Cents) -> Paytable:
    """The Community Pay table for a stake: the chosen letter's, or another that has one for it.

    Maryland prints each letter for both stakes, Pontoon each for one of them.
    """
    stakes = _community_stakes(offer)
    fits = max((each for each in stakes if each <= stake), default=stakes[0])
    letters = {_letter(table): table for table in offer.law.community if table.stake == fits}
    second = options.get("second_spin_table", "none")
    wanted = (options["community_pay"], offer.paytable.id, second, *letters)
    return letters[next(str(each) for each in wanted if each in letters)]


def _community_stakes(offer: Offer) -> list[Cents]:
    """The stakes that the Community Pay tables are for, the lowest first."""
    return sorted({table.stake for table in offer.law.community if table.stake is not None})


def _letter(table: Paytable) -> str:
    """What an operator chooses a Community Pay table by: `A` of `A Community Pay $5`."""
    return table.id.partition(" ")[0]


def shared_rows(rules: RuleSet, offer: Offer) -> tuple[Row, ...]:
    """What symbols pay that also pay the others: to the spinner, and to everybody else with the wager.

    Of a wheel that the house filed, only what it can stop on.
    """
    by = decided_by(offer.law)
    if by is DecidedBy.SHARED_WHEEL:
        return _named(offer, f"{offer.paytable.id} Community Pay").rows
    if by is not DecidedBy.WHEEL:
        return ()
    stake, stops = offer.paytable.stake, _stops(rules.options.get(rules.device_option(offer.law.id), ()))
    stakes = _community_stakes(offer) if stake is None else [stake]
    rows = [row for each in stakes for row in _schedule(rules.options, offer, each).rows]
    found: list[Row] = []
    for row in rows:
        if not stops or row.outcome in stops:
            first = row.outcome.partition("/")[0]
            found += [replace(row, outcome=first, pays=Dollars(cents(first)), to="player"), row]
    return tuple(found)


def _named(offer: Offer, table: str) -> Paytable:
    return next(each for each in offer.law.paytables if each.id == table)


def xtreme(end: RoundEnd, offer: Offer) -> list[Award]:
    """One spin a round, on the dealer's six and ten: a hot spot, and community pay for the rest."""
    name = offer.law.id
    seats = end.staked(name)
    if not any(end.outcomes(offer, seat, seat.staked(name)) for seat in seats):
        return [lost(offer, seat) for seat in seats]
    queue = end.devices.queue(name, *offer.law.device_names)
    box, shows = _xtreme_entry(queue.take(seats[0].box, offer.law.cite), queue)
    queue.close()
    hot = next((seat for seat in seats if seat.box == box), None)
    if hot is None:
        message = f"{queue.place}.hot_spot: box {shown(box)} has no {name} stake"
        raise Refused(Code.BAD_REQUEST, message, offer.law.cite)
    place = f"{queue.place}.symbol: {shown(shows)}"
    first, _, second = shows.partition("/")
    _check_on_wheel(end, offer, place, shows, first)
    row = _row(end.rows(offer), first)
    if row is None or (second and isinstance(row.pays, MeterShare)):
        known = ", ".join(each.outcome for each in offer.paytable.rows)
        raise Refused(Code.BAD_REQUEST, f"{place} is not a symbol; it has {known}", offer.paytable.cite)
    stake = hot.staked(name)
    prized = cents(end.option("xtreme_table_stake"))
    if stake != prized:
        message = f"box {box}: no hot-spot table is printed for a stake of {dollars(stake)}"
        raise Refused(Code.STAKE_NOT_PERMITTED, message, offer.paytable.cite)
    own = [
        end.award(offer, seat, row, stake=stake, base=stake) if seat is hot else lost(offer, seat)
        for seat in seats
    ]
    shared = _xtreme_community(end, offer, row, second, place)
    entitled = [each for each in others(seats, hot) if each.staked(name) == prized]
    return own if shared is None else own + _to_all(end, offer, shared, entitled)


def _xtreme_entry(entry: object, queue: Queue) -> tuple[int, str]:
    """The hot-spot box and the symbol of an entry."""
    if isinstance(entry, Mapping) and entry.keys() == {"hot_spot", "symbol"}:
        box, shows = entry["hot_spot"], symbol(entry["symbol"])
        if isinstance(box, int) and not isinstance(box, bool) and shows:
            return box, shows
    wanted = '{"hot_spot": 2, "symbol": "$1000"}'
    message = f"{queue.place}: {shown(entry)} is unreadable; write it like {wanted}"
    raise Refused(Code.BAD_REQUEST, message)


def _xtreme_community(end: RoundEnd, offer: Offer, hot: Row, second: str, place: str) -> Row | None:
    """The community row: as the symbol says, else at the hot-spot row's place (PO-A22)."""
    if isinstance(hot.pays, MeterShare):
        return None
    rows = _named(offer, f"{offer.paytable.id} Community Pay").rows
    if second:
        found = _row(rows, second)
        if found is None:
            known = ", ".join(row.outcome for row in rows)
            message = f"{place}: {second} is not a community amount; it has {known}"
            raise Refused(Code.BAD_REQUEST, message, offer.law.cite)
        return found
    if end.option("xtreme_pairs", "by_row") != "by_row":
        message = f"{place} needs its community amount, like $1000/$150"
        raise DeviceMissing(offer.law.id, 0, message, end.option_cite("xtreme_pairs"))
    dollar_rows = [row for row in offer.paytable.rows if isinstance(row.pays, Dollars)]
    return rows[dollar_rows.index(hot)]


def _to_all(end: RoundEnd, offer: Offer, row: Row, seats: Sequence[Seat]) -> list[Award]:
    awards = [end.award(offer, seat, row, stake=NOTHING, base=NOTHING) for seat in seats]
    for award in awards:
        award.outcome = COMMUNITY
    return awards
