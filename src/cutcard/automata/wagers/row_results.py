"""What an answer of a classifier pays, by the wager's own settlement at an example seat.

Odds and fixed amounts are priced for good. What a meter, a device or the other seats decide is named,
for whoever keeps them to add.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from cutcard.automata.wagers.identities import Outcomes
from cutcard.cards import card
from cutcard.law import Offer, RuleSet
from cutcard.money import NOTHING, Cents, MeterShare
from cutcard.wagers import View, decided_by
from cutcard.wagers.settlement import (
    Award,
    Devices,
    RoundEnd,
    Seat,
    beside,
    by_cards,
    cut_to_limit,
    envy_pay,
    is_fixed_prize,
    limits_all,
    lost,
    payout_limit,
    round_end,
    share_cap,
)

"""Settlements in which the cards only call for a device."""
ANY_CARDS: Final = (card("2c"), card("3d"))


@dataclass(frozen=True, slots=True)
class AnsweredEnd(RoundEnd):
    """The end of a round at whose seats a wager's outcomes are given, not looked up in cards."""

    given: Outcomes = ()

    def outcomes(self, offer: Offer, seat: Seat, stake: Cents) -> Outcomes:  # noqa: ARG002
        """What was given."""
        return self.given


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a meter that is to be added, `most` of it at most."""

    meter: str
    percent: int
    fixed: bool = False
    """Whether paying it leaves the meter as it stands."""
    most: Cents | None = None


@dataclass(frozen=True, slots=True)
class ClassifierResult:
    """What a stake comes to at one seat of a round."""

    outcomes: tuple[str, ...]
    """The outcomes of its lines, its own first; none where nothing is staked and nothing paid."""
    net: Cents
    """What the player is up or down, before what the fields below it name is added."""
    to_dealer: Cents = NOTHING
    """What is paid to the dealer."""
    to_others: Cents = NOTHING
    """What each other player is paid for it."""
    to_all: bool = False
    """Whether those without a stake on the wager are among them."""
    shares: tuple[Share, ...] = ()
    device: str = ""
    """The device that decides what is handed over; the stake is in `net` as lost until then."""
    shared_cap: Cents | None = None
    """The most that all who have this result in one round are paid together, over their stakes."""


def seat_with(rules: RuleSet, offer: Offer, stake: Cents, box: int = 1) -> Seat:
    """A seat with a stake on a wager, or on the one it needs where it takes none."""
    law = offer.law
    needed = [] if law.needs is None else law.needs.names[:1]
    view = View(
        first_two=ANY_CARDS, up=ANY_CARDS[0], dealer=ANY_CARDS, stake=stake, options=rules.options
    )
    staked = dict.fromkeys([law.id] if law.takes_stake else needed, stake)
    return Seat(box=box, player=str(box), stakes=staked, view=view, completed_dealer=ANY_CARDS)


def result_of(rules: RuleSet, offer: Offer, stake: Cents, answer: Outcomes) -> ClassifierResult:
    """One answer settled at a stake, alone at the table."""
    seat = seat_with(rules, offer, stake)
    if decided_by(offer.law).is_called_device:
        net = Cents(-stake)
        if answer:
            return ClassifierResult(answer, net, device=offer.law.id)
        return ClassifierResult((lost(offer, seat).outcome,), net)
    end, awards = awards_for(rules, offer, seat, answer)
    to_others, to_all = _envy(end, offer, stake, awards)
    return replace(result_of_awards(end, offer, awards), to_others=to_others, to_all=to_all)


def awards_for(
    rules: RuleSet, offer: Offer, seat: Seat, answer: Outcomes
) -> tuple[AnsweredEnd, list[Award]]:
    """The end of a round in which a lone seat's cards got this answer, and what it is awarded."""
    end = round_end(rules, (seat,), Devices({}))
    given = AnsweredEnd(end.rules, end.seats, end.devices, end.chip, end.rounding, given=answer)
    awards = (by_cards if offer.law.takes_stake else beside)(given, offer)
    share_cap(given, offer, awards)
    cut_to_limit(given, awards)
    return given, awards


def result_of_awards(end: RoundEnd, offer: Offer, awards: Sequence[Award]) -> ClassifierResult:
    """What the awards of one seat come to together."""
    back = sum(each.line.to_player for each in awards)
    return ClassifierResult(
        outcomes=tuple(each.outcome for each in awards),
        net=Cents(back - sum(each.stake for each in awards)),
        to_dealer=Cents(sum(each.line.returned - each.line.to_player for each in awards)),
        shares=tuple(_share(end, offer, each) for each in awards if isinstance(each.pays, MeterShare)),
        shared_cap=_cap(offer, awards),
    )


def _envy(end: AnsweredEnd, offer: Offer, stake: Cents, awards: Sequence[Award]) -> tuple[Cents, bool]:
    """What each of the others is paid for these awards, and whether one without a stake is too."""
    bettor = seat_with(end.rules, offer, stake, box=2)
    other = replace(bettor, box=3, player="3", stakes={})
    paid = envy_pay(replace(end, seats=(*end.seats, bettor, other)), offer, awards)
    cut_to_limit(end, paid)
    amount = sum(each.winnings for each in paid if each.seat is bettor)
    return Cents(amount), any(each.seat is other for each in paid)


def _share(end: RoundEnd, offer: Offer, award: Award) -> Share:
    assert isinstance(award.pays, MeterShare)
    seat = award.seat
    fixed = is_fixed_prize(end.rules, offer, seat.staked(offer.law.id), seat.box, award.outcome)
    most = payout_limit(end) if limits_all(end) else None
    return Share(award.pays.meter, award.pays.percent, fixed, most)


def _cap(offer: Offer, awards: Sequence[Award]) -> Cents | None:
    """The cap on a round's winners of one of these outcomes, where the house set one."""
    cap, law = offer.settings.get("aggregate_cap"), offer.law.cap
    if not isinstance(cap, int) or law is None:
        return None
    return Cents(cap) if any(each.outcome in law.rows for each in awards) else None
