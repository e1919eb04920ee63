"""A finished round into settlement lines: main wagers, insurance, then every side wager."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.cards import Card
from cutcard.money import NOTHING, Cents, Odds, round_to_chip
from cutcard.rules.dealer import DealerHand
from cutcard.rules.hand import is_natural
from cutcard.rules.lines import Line
from cutcard.rules.main import in_force, is_super_bonus_hand, settle_box, within_limit
from cutcard.table.dealer_hand import view_of
from cutcard.table.round import Box, Round
from cutcard.wagers.payouts import settle_side_wagers
from cutcard.wagers.seat import House, Seat

SEVEN = "7"


def settle_round(r: Round, house: House) -> list[Line]:
    """Every line of a round, box by box; meters are left as the round leaves them."""
    lines: dict[int, list[Line]] = {}
    seats = []
    for box in r.seats:
        main = _main_lines(r, box)
        lines[box.bet.box] = main + _insurance_lines(r, box)
        seats.append(_seat(r, box, main))
    for line in settle_side_wagers(r.rules, seats, house):
        lines[line.box].append(line)
    return [line for box in sorted(lines) for line in lines[box]]


def _main_cards(r: Round, spot: int) -> Sequence[Card]:
    return r.dealer[spot][: r.main_cards[spot]]


def _main_lines(r: Round, box: Box) -> list[Line]:
    lines = []
    for group in range(len(box.groups)):
        for spot in range(len(r.dealer)):
            number = group if r.game.switch else spot
            lines += settle_box(
                r.game,
                r.rows,
                box.numbered(group),
                DealerHand.of(_main_cards(r, spot)),
                box=box.bet.box,
                wager="main" if number == 0 else f"main_{number + 1}",
                spot=spot,
            )
    return lines + _unplayed_spots(r, box)


def _unplayed_spots(r: Round, box: Box) -> list[Line]:
    """Spots whose dealer hand was never dealt because nobody's wager needed it."""
    lines: list[Line] = []
    if r.game.switch:
        return lines
    for spot in range(len(r.dealer), r.game.dealer_hands):
        lines += settle_box(
            r.game,
            r.rows,
            box.numbered(0),
            DealerHand.of([r.up]),
            box=box.bet.box,
            wager=f"main_{spot + 1}",
            spot=spot,
        )
    return lines


def _insurance_lines(r: Round, box: Box) -> list[Line]:
    law, paytable = r.rules.insurance.law, r.rules.insurance.paytable
    rows = {row.outcome: row for row in paytable.rows if in_force(row, r.rules.options)}
    lines = []
    for spot, stake in sorted(box.insurance.items()):
        cards = r.dealer[0 if r.game.switch else spot]
        hand = spot + 1 if r.game.switch else None
        wager = "insurance" if r.game.switch or spot == 0 else f"insurance_{spot + 1}"
        if not is_natural(cards):
            lines.append(Line(box.bet.box, hand, wager, "lose", stake, "lose", NOTHING, law.losing_cite))
            continue
        suited = cards[0].suit == cards[1].suit
        name = "dealer_blackjack_suited" if suited else "dealer_blackjack"
        row = rows.get(name, rows["dealer_blackjack"])
        assert isinstance(row.pays, Odds)
        won = round_to_chip(row.pays.winnings(stake), chip=r.game.smallest_chip, rule=r.game.rounding)
        won, cite = within_limit(r.game, won, row.cite)
        back = Cents(stake + won)
        lines.append(Line(box.bet.box, hand, wager, row.outcome, stake, str(row.pays), back, cite))
    return lines


def _seat(r: Round, box: Box, main: Sequence[Line]) -> Seat:
    hands = dict(pair for group in range(len(box.groups)) for pair in box.numbered(group))
    bonus = None
    if r.up.rank == SEVEN:
        bonus = next(
            (
                line.hand
                for line in main
                if line.hand and is_super_bonus_hand(hands[line.hand], line.outcome)
            ),
            None,
        )
    return Seat(
        box=box.bet.box,
        player=box.bet.player,
        stakes=box.bet.stakes,
        view=view_of(r, box, _main_cards(r, 0)),
        completed_dealer=tuple(r.dealer[0]),
        hands_won=sum(line.net > 0 for line in main),
        hands_lost=sum(line.net < 0 for line in main),
        hands_total=len(main),
        surrendered=any(hand.surrendered for hand in box.hands()),
        streak_wins=box.bet.streak,
        super_bonus_hand=bonus,
    )
