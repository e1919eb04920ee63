"""Progressive meters: who is paid what share of what is displayed, and what is displayed after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from cutcard.law import Code, MeterLaw, MeterSetting, Offer, Refused, RuleSet, relevant, shown
from cutcard.money import NOTHING, Cents, MeterShare
from cutcard.wagers.settlement.awards import Award, RoundEnd
from cutcard.wagers.settlement.caps import cut_to_limit
from cutcard.wagers.settlement.seat import HouseSide
from cutcard.wagers.settlement.spins import is_fixed_prize, meter_tables

WHOLE = 100
T = TypeVar("T")


def meters_at(rules: RuleSet) -> dict[str, tuple[Offer, MeterLaw]]:
    """The meters of the wagers on offer with the paytables in use, each with its wager."""
    return {
        law.name: (offer, law)
        for offer in rules.offers.values()
        for law in relevant(offer.law, offer.paytable)
    }


def check_names(rules: RuleSet, house: HouseSide) -> None:
    """Refuse a meter, or a reset, of no offered wager; that of a paytable not in use pays nothing."""
    known = [name for offer in rules.offers.values() for name in offer.law.meters]
    for place, given in (("meters", house.meters), ("resets", house.resets)):
        for name in given:
            if name not in known:
                have = f"it has {', '.join(known)}" if known else "it has none"
                message = f"{place}.{shown(name)[1:-1]}: not a meter of this table; {have}"
                raise Refused(Code.BAD_REQUEST, message)


def pay_meters(end: RoundEnd, awards: Sequence[Award], house: HouseSide) -> dict[str, Cents]:
    """Pay every award that is a share of a meter; the meters that paid, as they then stand."""
    after: dict[str, Cents] = {}
    for offer in end.rules.offers.values():
        for name, law in offer.law.meters.items():
            winners = [each for each in awards if each.wager == offer.law.id and _is_of(each, name)]
            if winners:
                after[name] = pay_meter(end, offer, law, winners, house)
    return after


def _is_of(award: Award, meter: str) -> bool:
    return isinstance(award.pays, MeterShare) and award.pays.meter == meter


def _percent(award: Award) -> int:
    return award.pays.percent if isinstance(award.pays, MeterShare) else 0


def pay_meter(
    end: RoundEnd, offer: Offer, law: MeterLaw, winners: Sequence[Award], house: HouseSide
) -> Cents:
    """Pay everybody who won a share of one meter in a round; the meter as it then stands."""
    displayed = house.meters.get(law.name)
    if displayed is None:
        message = f"meters.{law.name} is required: box {winners[0].seat.box} won a share of it"
        raise Refused(Code.METER_MISSING, message, winners[0].cite)
    ordered = end.in_payment_order(offer.law, winners)
    if splits(end.rules, law):
        return _share_equally(end, offer, law, ordered, displayed, house)
    return _pay_in_turn(end, offer, law, ordered, displayed, house)


def splits(rules: RuleSet, law: MeterLaw) -> bool:
    """Whether those who win a whole meter in one round divide it; else they are paid in turn."""
    sharing = rules.options.get(law.sharing_option) if law.sharing_option else law.sharing
    return sharing == "equal_split"


def _give(end: RoundEnd, award: Award, amount: int) -> int:
    """Hand over a share, cut to the payout limit where that reaches so far; what was paid."""
    award.winnings = Cents(amount)
    cut_to_limit(end, (award,))
    return award.winnings


def _pay_in_turn(
    end: RoundEnd,
    offer: Offer,
    law: MeterLaw,
    winners: Sequence[Award],
    displayed: Cents,
    house: HouseSide,
) -> Cents:
    """Each gets its percentage of the meter as it stands at that player's turn.

    All of it sends the meter back to its reset amount; less lowers it by what was paid, so that a
    fraction of a cent stays on the meter. A fixed prize is paid to each in full and stays (MD-A62).
    """
    stands: int = displayed
    if law.name in house.paid:
        _reset(end, offer, law, house, is_last=False)  # refused where nobody said what it went back to
    for index, winner in enumerate(winners):
        percent = _percent(winner)
        seat = winner.seat
        if is_fixed_prize(end.rules, offer, seat.staked(offer.law.id), seat.box, winner.outcome):
            _give(end, winner, displayed * percent // WHOLE)
            continue
        if index or law.name in house.paid:
            winner.add_cite(law.sharing_cite)
        paid = _give(end, winner, stands * percent // WHOLE)
        is_last = index == len(winners) - 1
        stands = _reset(end, offer, law, house, is_last=is_last) if percent == WHOLE else stands - paid
    return Cents(stands)


def _share_equally(
    end: RoundEnd,
    offer: Offer,
    law: MeterLaw,
    winners: Sequence[Award],
    displayed: Cents,
    house: HouseSide,
) -> Cents:
    """All winners of the whole meter divide it; smaller shares are figured on what was displayed.

    The cents that do not divide go one each to the first in the order of payment (BR-A18). Where the
    whole meter and a smaller share fall in one round the smaller share is the house's own money: the
    whole meter is gone to its winners, and the next one starts at the reset amount.
    """
    takers = [each for each in winners if _percent(each) == WHOLE]
    paid = 0
    for winner in winners:
        if _percent(winner) != WHOLE:
            paid += _give(end, winner, displayed * _percent(winner) // WHOLE)
    if not takers:
        return Cents(displayed - paid)
    if len(takers) > 1:
        for winner in takers:
            winner.add_cite(law.sharing_cite)
    for share, own in _in_equal_parts(displayed, _sharers(law, takers)):
        for amount, winner in _in_equal_parts(share, own):
            _give(end, winner, amount)
    return _reset(end, offer, law, house, is_last=True)


def _sharers(law: MeterLaw, takers: Sequence[Award]) -> list[list[Award]]:
    """The winning hands that have a share together, in the order of payment."""
    if law.shared_by == "hand":
        return [[each] for each in takers]
    players: dict[str, list[Award]] = {}
    for each in takers:
        players.setdefault(each.seat.player, []).append(each)
    return list(players.values())


def _in_equal_parts(amount: int, among: Sequence[T]) -> Iterator[tuple[int, T]]:
    """An amount divided; what does not divide goes a cent each to the first."""
    part, left_over = divmod(amount, len(among))
    return ((part + (index < left_over), each) for index, each in enumerate(among))


def _reset(end: RoundEnd, offer: Offer, law: MeterLaw, house: HouseSide, *, is_last: bool) -> Cents:
    """What a meter goes back to: as given, else by the table's setting or the document's floor."""
    given = house.resets.get(law.name)
    if given is not None:
        return given
    if not is_last:
        message = f"resets.{law.name} is required: another winner is paid after a 100% hit"
        raise Refused(Code.METER_MISSING, message, law.sharing_cite)
    return usual_reset(offer, law, end.rules.options)


def usual_reset(offer: Offer, law: MeterLaw, options: Mapping[str, object]) -> Cents:
    """What a meter goes back to by the table's setting, else by the document's floor.

    Where two prize tables pay from it, neither floor is undercut.
    """
    settings = offer.settings.get("meters")
    setting = settings.get(law.name) if isinstance(settings, Mapping) else None
    if isinstance(setting, MeterSetting) and setting.reset is not None:
        return setting.reset
    return max(_floor(law, table) for table in meter_tables(offer, options))


def _floor(law: MeterLaw, paytable: str) -> Cents:
    """The least amount that a meter goes back to with a paytable."""
    resets = (floor.reset for floor in law.floors_for(paytable))
    return next((reset for reset in resets if reset is not None), NOTHING)
