"""What is taken and paid now, line by line, in the order in which the document has it done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from cutcard.floor.ledger import stake_back
from cutcard.law import RuleSet
from cutcard.money import Dollars, Odds, dollars, parse_pays
from cutcard.rules import Line
from cutcard.table import AwaitsChore, Table, awaits_in, settlement
from cutcard.wording import with_short_dollars

Does = Literal["take", "pay", "push"]
OF_ALL: Final = "stake_returned"
OF_FIXED: Final = "fixed_awards_return_stake"
"""The options on whether a stake comes back with an amount in dollars (`brings_stake_back`)."""


@dataclass(frozen=True, slots=True)
class Payment:
    """One wager, and what the dealer does with it."""

    box: int
    hand: int | None
    player: str
    wager: str
    outcome: str
    does: Does
    amount: str
    """What is taken or paid beside the stake, in dollars; zero where the stake stays the player's."""
    stake: str
    pays: str
    to: str
    """Who is paid: the player, or the dealer by a bet for the dealer."""
    cite: str
    reckoned: PaymentSum | None = None
    """The sum from winnings to payout, where the stake is not returned."""


@dataclass(frozen=True, slots=True)
class PaymentSum:
    """A sum in words, and the provision behind it."""

    told: str
    cite: str


def payment_sum(rules: RuleSet, line: Line) -> PaymentSum | None:
    """From what a line wins to what is paid beside its stake; None where the stake comes back too.

    The stake lies on the layout: where it does not come back it is a part of what is won, so that the
    dealer pays so much less, and whoever saw the whole amount would look for the rest.
    """
    if does(line) != "pay" or line.stake <= 0 or stake_back(rules, line):
        return None
    paid = line.returned - line.stake
    text = f"${dollars(line.returned)} − ${dollars(line.stake)} stake not returned = ${dollars(paid)}"
    return PaymentSum(with_short_dollars(text), _kept_by(rules, line))


def _kept_by(rules: RuleSet, line: Line) -> str:
    """The provision by which a winner's stake stays with the house."""
    price = parse_pays(line.pays)
    if isinstance(price, Odds):
        return line.cite
    laws = rules.document.effective_options(rules.variation)
    is_fixed = isinstance(price, Dollars) and OF_FIXED in laws
    return laws[OF_FIXED if is_fixed else OF_ALL].cite


def does(line: Line) -> Does:
    """What the dealer does with a wager."""
    gain = line.returned - line.stake
    return "take" if gain < 0 else "pay" if gain > 0 else "push"


def payment(rules: RuleSet, line: Line, player: str) -> Payment:
    """A line of the settlement as the dealer sees it."""
    return Payment(
        line.box,
        line.hand,
        line.player or player,
        line.wager,
        line.outcome,
        does(line),
        dollars(abs(line.returned - line.stake)),
        dollars(line.stake),
        line.pays,
        line.paid_to,
        line.cite,
        payment_sum(rules, line),
    )


def payments(table: Table) -> tuple[Payment, ...]:
    """The payments of the awaited settlement; none where none is awaited."""
    r = table.round
    awaited = None if r is None else awaits_in(r)
    if r is None or not isinstance(awaited, AwaitsChore) or awaited.chore != "settle":
        return ()
    players = {box.bet.box: box.bet.player for box in r.boxes}
    return tuple(
        payment(table.rules, line, players.get(line.box, ""))
        for line in settlement(r, awaited.moment).lines
    )
