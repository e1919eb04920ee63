"""An award: what one wager of one seat came to, before meters, caps and limits have had their say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cutcard.law import Offer, OptionValue, Row, RuleSet, WagerLaw
from cutcard.money import (
    LOSE,
    NOTHING,
    ROUNDING_RULES,
    Cents,
    Dollars,
    MeterShare,
    Odds,
    Pays,
    Push,
    RoundingRule,
    cents,
    round_to_chip,
)
from cutcard.rules import Line, in_force, total
from cutcard.values import but, cached_by_identity
from cutcard.wagers.classify.registry import classifier, decided_by
from cutcard.wagers.settlement.device_entries import Devices
from cutcard.wagers.settlement.seat import Seat
from cutcard.wagers.view import DecidedBy, Sees, View

FROM_RIGHT: Final = "counterclockwise_from_right"
FROM_LEFT: Final = "clockwise_from_left"


@dataclass(slots=True)
class Award:
    """One settlement line in the making."""

    seat: Seat
    wager: str
    outcome: str
    pays: Pays
    cite: str
    stake: Cents = NOTHING
    """Staked on this line; nothing where it is paid beside the wager's own line."""
    winnings: Cents = NOTHING
    returns_stake: bool = False
    hand: int | None = None
    paid_to: str = "player"

    @property
    def line(self) -> Line:
        """The finished settlement line."""
        returned = self.winnings + (self.stake if self.returns_stake else NOTHING)
        return Line(
            box=self.seat.box,
            hand=self.hand,
            wager=self.wager,
            outcome=self.outcome,
            stake=self.stake,
            pays=str(self.pays),
            returned=Cents(returned),
            cite=self.cite,
            paid_to=self.paid_to,
            player=self.seat.owner,
        )

    def add_cite(self, cite: str) -> None:
        """A further provision behind the amount, named once."""
        if cite not in self.cite.split("; "):
            self.cite = f"{self.cite}; {cite}"


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """A finished round as the settlement goes through it: rules, seats, devices, the chip in use."""

    rules: RuleSet
    seats: tuple[Seat, ...]
    devices: Devices
    chip: Cents
    rounding: RoundingRule
    boxes: frozenset[int] | None = None
    """The boxes at which the wager in hand is due; None: all."""

    def staked(self, wager: str) -> list[Seat]:
        """The seats with a stake on a wager, the lowest box first."""
        due = [s for s in self.seats if self.boxes is None or s.box in self.boxes]
        return sorted((s for s in due if s.staked(wager)), key=lambda seat: seat.box)

    def in_payment_order(self, law: WagerLaw, awards: Iterable[Award]) -> list[Award]:
        """Awards of one wager in the order in which its winners are paid (MD-A71, PO-A15)."""
        from_left = pays_from_left(self.rules, law)
        return sorted(awards, key=lambda each: each.seat.box, reverse=not from_left)

    def in_spin_order(self, law: WagerLaw, seats: Iterable[Seat]) -> list[Seat]:
        """Seats in the order in which a wheel is spun for them."""
        return sorted(seats, key=lambda each: each.box, reverse=not spins_from_left(self.rules, law))

    def option(self, name: str, otherwise: object = None) -> object:
        """An option's value; `otherwise` where the document has no such option."""
        return self.rules.options.get(name, otherwise)

    def option_cite(self, name: str) -> str:
        """The provision behind an option."""
        return self.rules.document.effective_options(self.rules.variation)[name].cite

    def outcomes(self, offer: Offer, seat: Seat, stake: Cents) -> tuple[str, ...]:
        """What a wager's classifier sees at a seat; another wager's own options are not its own."""
        eyes = classifier(offer.law.classifier)
        completed = eyes.sees is Sees.COMPLETED_HAND
        view = seen_by(seat, stake, completed=completed)
        return eyes.classify(but(view, options=_without_foreign(self.rules, offer.law.id, view.options)))

    def rows(self, offer: Offer) -> tuple[Row, ...]:
        """The rows of the offered paytable that these options put in force."""
        return rows_in_force(self.rules, offer)

    def award(self, offer: Offer, seat: Seat, row: Row, *, stake: Cents, base: Cents) -> Award:
        """A row won: `stake` lies on this line, odds are figured on `base`."""
        made = Award(seat, offer.law.id, row.outcome, row.pays, row.cite, stake)
        self.price(made, base)
        return made

    def price(self, award: Award, base: Cents) -> None:
        """Put the winnings in: odds in whole chips, fixed amounts as printed, meters later."""
        match award.pays:
            case Odds() as odds:
                exact = odds.winnings(base)
                award.winnings = round_to_chip(exact, chip=self.chip, rule=self.rounding)
                award.returns_stake = odds.returns_stake
            case Dollars(amount):
                award.winnings = amount
                award.returns_stake = brings_stake_back(self.rules.options, award.pays)
            case MeterShare():
                award.returns_stake = brings_stake_back(self.rules.options, award.pays)
            case Push():
                award.returns_stake = True


def brings_stake_back(options: Mapping[str, object], pays: Pays) -> bool:
    """Whether a fixed or progressive amount brings the stake back (MD-A72, PE-A35, MA-A64)."""
    if options.get("stake_returned") is True:
        return True
    return isinstance(pays, Dollars) and options.get("fixed_awards_return_stake") is True


def pays_from_left(rules: RuleSet, law: WagerLaw) -> bool:
    """Whether several winners of one wager are paid clockwise from the left (MD-A71, PO-A15)."""
    order, by = rules.options.get("meter_order", FROM_RIGHT), decided_by(law)
    if by.is_wheel and (spins := rules.options.get("spin_order")) is not None:
        as_settled = FROM_RIGHT if by is DecidedBy.SHARED_WHEEL else FROM_LEFT
        order = as_settled if spins == "as_settled" else spins
    return order == FROM_LEFT


def spins_from_left(rules: RuleSet, law: WagerLaw) -> bool:
    """Whether a wheel is spun from the left: as its winners are paid, and where no order is stated."""
    return rules.options.get("spin_order") is None or pays_from_left(rules, law)


def own_options(rules: RuleSet, wager: str) -> dict[str, OptionValue]:
    """The rule set's options, less those that belong to other wagers than this one."""
    return dict(_without_foreign(rules, wager, rules.options))


@cached_by_identity
def _without_foreign(
    rules: RuleSet, wager: str, options: Mapping[str, OptionValue]
) -> Mapping[str, OptionValue]:
    laws = rules.document.effective_options(rules.variation)
    foreign = {name for name, law in laws.items() if law.wager not in ("", wager)}
    return {name: value for name, value in options.items() if name not in foreign}


@cached_by_identity
def rows_in_force(rules: RuleSet, offer: Offer) -> tuple[Row, ...]:
    """The rows of a paytable that the options put in force."""
    return tuple(row for row in offer.paytable.rows if in_force(row, rules.options))


def seen_by(seat: Seat, stake: Cents, *, completed: bool) -> View:
    """The seat's view with a wager's own stake, and the completed dealer's hand where it counts."""
    if not completed:
        return but(seat.view, stake=stake)
    dealer = seat.completed_dealer
    return but(seat.view, stake=stake, dealer=dealer, dealer_total=total(dealer))


def lost(offer: Offer, seat: Seat, cite: str = "") -> Award:
    """A stake that no row answers."""
    law = offer.law
    return Award(seat, law.id, "lose", LOSE, cite or law.losing_cite, seat.staked(law.id))


def first_won(rows: Sequence[Row], outcomes: Sequence[str]) -> Row | None:
    """The row of the best outcome that has one; outcomes stand best first."""
    for outcome in outcomes:
        for row in rows:
            if row.outcome == outcome:
                return row
    return None


def round_end(rules: RuleSet, seats: Sequence[Seat], devices: Devices) -> RoundEnd:
    """A round made ready for its settlement."""
    written = rules.options.get("rounding")
    rounding = next((rule for rule in ROUNDING_RULES if rule == written), ROUNDING_RULES[0])
    chip = cents(rules.options.get("smallest_chip", "0.01"))
    return RoundEnd(rules, tuple(seats), devices, chip, rounding)
