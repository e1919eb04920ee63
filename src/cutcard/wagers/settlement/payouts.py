"""The settlement of side wagers: every stake of a finished round to its line, with its provision.

Each wager is first settled by itself (`staked`, `free`, `spins`, `to_others`), then caps and limits
are applied to all of them (`caps`), then the meters pay in the document's order (`meters`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from cutcard.law import Offer, RuleSet
from cutcard.rules import Line
from cutcard.wagers.classify.registry import decided_by
from cutcard.wagers.settlement.awards import Award, RoundEnd, round_end
from cutcard.wagers.settlement.caps import cut_to_limit, share_cap
from cutcard.wagers.settlement.device_entries import Devices
from cutcard.wagers.settlement.envy import super_bonus
from cutcard.wagers.settlement.free_bonuses import beside, must_hit
from cutcard.wagers.settlement.meters import check_names, pay_meters
from cutcard.wagers.settlement.seat import HouseSide, Seat
from cutcard.wagers.settlement.spins import wheel, xtreme
from cutcard.wagers.settlement.stakes import bad_beat, by_button, by_cards, by_streak
from cutcard.wagers.view import DecidedBy

Settler = Callable[[RoundEnd, Offer], list[Award]]

SETTLED_ELSEWHERE: Final = ("main", "insurance")
SETTLERS: Final[Mapping[DecidedBy, Settler]] = {
    DecidedBy.CARDS_AND_DRAWS: bad_beat,
    DecidedBy.BUTTON: by_button,
    DecidedBy.STREAK: by_streak,
    DecidedBy.RANDOM_WINNER: must_hit,
    DecidedBy.WHEEL: wheel,
    DecidedBy.SHARED_WHEEL: xtreme,
}
"""By what decides a wager; every other is settled by its cards, or beside the stake of another."""


def settle_side_wagers(
    rules: RuleSet,
    seats: Sequence[Seat],
    house: HouseSide,
    *,
    due: Mapping[str, frozenset[int]] | None = None,
    final: bool = True,
) -> list[Line]:
    """One line for each staked side wager and each payout beside them; the meters are moved on.

    `due` names the wagers to settle now and their boxes, where others were settled before or come
    later; what belongs to the whole round comes with the `final` settlement. Lines stand in the order
    of the seats given, then in the order of the offers. Nothing is moved where the round is refused.
    """
    if final:
        check_names(rules, house)
    end = round_end(rules, seats, Devices(house.devices))
    awards: list[Award] = []
    for offer in rules.offers.values():
        name = offer.law.id
        if name in SETTLED_ELSEWHERE or (due is not None and name not in due):
            continue
        here = end if due is None else replace(end, boxes=due[name])
        settled = _settler(offer)(here, offer)
        share_cap(end, offer, settled)
        awards += settled
    if final:
        awards += super_bonus(end)
        end.devices.close()
    cut_to_limit(end, awards)
    house.meters.update(pay_meters(end, awards, house))
    position = {id(seat): index for index, seat in enumerate(end.seats)}
    return [award.line for award in sorted(awards, key=lambda each: position[id(each.seat)])]


def _settler(offer: Offer) -> Settler:
    otherwise = by_cards if offer.law.takes_stake else beside
    return SETTLERS.get(decided_by(offer.law), otherwise)
