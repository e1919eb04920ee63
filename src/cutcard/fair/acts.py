"""Acts of chance at a live table: the shuffle it awaits, and what the house's own devices show.

Where the operator filed a wheel (or the awards of the bonus button) with weights, those are drawn by.
Otherwise every symbol that the paytable prints is as likely as any other; of the bonus button, whose
table prints a least and a greatest award, these two. A hot spot, the winner of a meter that must hit, a
Lucky Player and a Magic Card are drawn with equal chances. No document says more, so no more is claimed.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence

from cutcard.cards import Card
from cutcard.fair.shuffle import Shuffled, choose, draw_box, draw_card, shuffle
from cutcard.law import Offer
from cutcard.money import Dollars, cents
from cutcard.shoe import Act, By, Chore, Role, cards_to_shuffle, due, refill_due, usual_steps
from cutcard.table import AwaitsDevice, Bet, Round, Table, drawn, people
from cutcard.wagers import DecidedBy, decided_by


def shuffle_act(
    table: Table, at: int = 0, *, made_by: Callable[[Sequence[Card]], Shuffled] = shuffle
) -> Act:
    """The act that answers a table which awaits `shuffle`: an order, its salt and its commitment."""
    wanted = due(table.shoe, table.people, at) or refill_due(table.shoe, table.people)
    if wanted is None or wanted.chore is not Chore.SHUFFLE:
        raise ValueError("no shuffle is due")
    made = made_by(cards_to_shuffle(table.shoe, wanted))
    by_hand = wanted.roles == {Role.DEALER}
    return Act(
        Chore.SHUFFLE,
        By(Role.DEALER if Role.DEALER in wanted.roles else Role.DEVICE),
        at,
        wanted.batch,
        wanted.side,
        order=made.order,
        salt=made.salt,
        commitment=made.commitment,
        steps=usual_steps(table.shoe, table.shoe.batch(wanted.batch)) if by_hand else (),
        why=wanted.why,
    )


Below = Callable[[int], int]


def draw(r: Round, awaited: AwaitsDevice, *, below: Below = secrets.randbelow) -> tuple[str, str]:
    """The device that a round awaits, and what it shows."""
    device = awaited.device
    if device == "magic_card":
        return device, draw_card(below=below).text
    if device == "lucky_player":
        return device, str(draw_box(range(1, r.game.boxes + 1), below=below))
    offer = r.rules.offers[device]
    by = decided_by(offer.law)
    if by is DecidedBy.RANDOM_WINNER:
        return device, _winner([share.bet for share in drawn(r)[device][1]], below)
    box = awaited.box or r.boxes[0].bet.box
    if by is DecidedBy.SHARED_WHEEL:
        prized = cents(r.rules.option("xtreme_table_stake"))
        staked = [b.bet.box for b in r.boxes if b.bet.stakes.get(device) == prized]
        hot = draw_box(staked or [box], below=below)
        return device, json.dumps({"hot_spot": hot, "symbol": _xtreme_symbol(r, offer, below)})
    printed = _awards(r, offer, box, awaited.player) if by is DecidedBy.BUTTON else ()
    return device, _symbol(r, offer, printed, below)


def _winner(bets: Sequence[Bet], below: Below) -> str:
    """One of those who take part: the box, and the player where several people on it do."""
    won = bets[choose([1] * len(bets), below=below)]
    alone = [bet.box for bet in bets].count(won.box) == 1
    return str(won.box) if alone else json.dumps({"box": won.box, "player": won.player})


def _symbol(r: Round, offer: Offer, printed: Sequence[str], below: Below) -> str:
    """One stop, by the operator's weights or with equal chances over what is printed."""
    filed = r.rules.options.get(r.rules.device_option(offer.law.id), ())
    if isinstance(filed, tuple) and filed:
        stops = [stop.rpartition("=") for stop in filed]
        return stops[choose([int(weight) for _, _, weight in stops], below=below)][0]
    symbols = printed or [row.outcome for row in offer.paytable.rows if row.to == "player"]
    return symbols[choose([1] * len(symbols), below=below)]


def _xtreme_symbol(r: Round, offer: Offer, below: Below) -> str:
    """A stop of the Xtreme wheel, with a community amount where the wheel must name one (PO-A22)."""
    symbol = _symbol(r, offer, (), below)
    row = next((each for each in offer.paytable.rows if each.outcome == symbol), None)
    if r.rules.options.get("xtreme_pairs") != "operator" or not (row and isinstance(row.pays, Dollars)):
        return symbol
    shared = [each.outcome for t in offer.law.paytables for each in t.rows if each.to == "others"]
    return f"{symbol}/{shared[choose([1] * len(shared), below=below)]}"


def _awards(r: Round, offer: Offer, number: int, player: str) -> list[str]:
    """The amounts that the bonus button's table prints for the stake on a box, as dollars."""
    box = r.box(number)
    shares = () if box is None else people(box)
    stakes = [each.bet.stakes.get(offer.law.id) for each in shares if player in ("", each.bet.player)]
    stake = stakes[0] if stakes else None
    return [
        str(row.pays)
        for row in offer.paytable.rows
        if row.stake == stake and isinstance(row.pays, Dollars)
    ]
