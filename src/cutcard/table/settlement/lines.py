"""A round into settlement lines: main wagers, insurance, side wagers, each at its own moment.

A wager is settled in one way whenever it is asked for; a moment only chooses which lines are due by
now. Those already settled are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from cutcard.cards import Card
from cutcard.money import NOTHING, PUSH, Cents, Odds, round_to_chip
from cutcard.rules import (
    DealerHand,
    Hand,
    Line,
    in_force,
    is_natural,
    is_super_bonus_hand,
    settle_box,
    within_limit,
)
from cutcard.table.events import Settled
from cutcard.table.play.bets import FOR_DEALER, KINGS_BOUNTY
from cutcard.table.play.dealer_turn import (
    INSURANCE,
    for_dealer_on_dealer,
    has_first_cards,
    insurance_on,
    view_of,
)
from cutcard.table.play.draws import usable
from cutcard.table.round import Box, Round
from cutcard.table.settlement.moments import (
    AGAINST_ONE,
    BEFORE_BUTTON,
    SIDE_MOMENTS,
    THIRD_CARD,
    TURN,
    goes_back,
    hands_due,
    insurance_back,
    leaving,
    spins_taken,
    wagers_due,
)
from cutcard.table.shared_boxes import has_wager, people
from cutcard.values import but
from cutcard.wagers import DecidedBy, decided_by
from cutcard.wagers.settlement import (
    SUPER_BONUS,
    DeviceMissing,
    HouseSide,
    Seat,
    is_fixed_prize,
    pays_from_left,
    settle_side_wagers,
)

SEVEN: Final = "7"
DEAD: Final = "dead_hand"


def settlement(r: Round, moment: str) -> Settled:
    """What is settled at a moment, in the order in which the dealer collects and pays."""
    hands = tuple(hands_due(r, moment))
    wagers = wagers_due(r, moment)
    house = HouseSide(dict(r.meters), dict(r.resets), _devices(r, moment), _paid_from(r))
    left = leaving(r, moment)
    lines = _main_and_insurance(r, moment, hands, wagers)
    if left:
        lines += _lines_of_leavers(r, left)
    if moment in SIDE_MOMENTS:
        sides = {name: boxes for name, boxes in wagers.items() if not name.startswith(INSURANCE)}
        lines += _side_lines(r, moment, sides, house)
    spots = int(moment.removeprefix(AGAINST_ONE)) if moment.startswith(AGAINST_ONE) else 0
    return Settled(
        moment=moment,
        lines=tuple(in_paying_order(r, lines, moment)),
        meters={} if house.meters == r.meters else dict(house.meters),
        done=tuple(sorted((box, wager) for wager, boxes in wagers.items() for box in boxes))
        if wagers
        else (),
        hands=hands,
        spots=r.game.dealer_hands if moment in ("end", BEFORE_BUTTON) else spots,
        final=moment == "end",
        left=left,
    )


def _devices(r: Round, moment: str) -> Mapping[str, object]:
    """What devices have shown for this moment: spins settled in their turns are spent."""
    if moment not in ("end", TURN) or not r.devices:
        return {}
    shown = usable(r)
    for name, offer in r.rules.offers.items():
        spent = spins_taken(r, offer) if decided_by(offer.law) is DecidedBy.WHEEL else 0
        device = next((each for each in (name, *offer.law.device_names) if each in shown), "")
        entries = shown.get(device)
        if isinstance(entries, list | tuple) and (spent or moment == TURN):
            shown[device] = entries[spent : spent + 1] if moment == TURN else entries[spent:]
    return shown


def _paid_from(r: Round) -> frozenset[str]:
    """The meters from which somebody was paid in this round; a fixed prize is paid from none."""
    if not r.meters:
        return frozenset()
    shares = ((line, line.pays.partition("% of ")[2]) for line in r.lines if line.returned)
    return frozenset(
        meter
        for line, meter in shares
        if meter
        and not is_fixed_prize(r.rules, r.rules.offers[line.wager], line.stake, line.box, line.outcome)
    )


def in_paying_order(r: Round, lines: Sequence[Line], moment: str) -> list[Line]:
    """From the far right, counterclockwise: losers first where the house collects before it pays.

    Where the document settles the optional wagers first, all of them come before the main ones. A
    wager that the first cards settle in succession goes round by itself, seat by seat.
    """
    if len(lines) <= 1:
        return list(lines)
    ordered = sorted(lines, key=lambda line: -line.box)
    if r.game.settlement_procedure != "seat_by_seat":
        ordered.sort(key=lambda line: line.returned > 0)
        if moment == "first_cards":
            ordered = [
                *sorted((line for line in ordered if _in_turn(r, line)), key=lambda line: -line.box),
                *(line for line in ordered if not _in_turn(r, line)),
            ]
    if r.has_sides and "optional_first" in r.rules.document.provisions:
        ordered.sort(key=lambda line: _goes_with_main(r, line))
    if r.has_sides and moment != TURN:  # last and from the left: the button (§20(f)), some meters
        ordered.sort(key=lambda line: line.box if _goes_from_left(r, line) else 0)
    return ordered


def _in_turn(r: Round, line: Line) -> bool:
    """Whether a line's wager is settled in succession around the table (§24(d), §26(e), §28(e))."""
    offer = r.rules.offers.get(line.wager)
    return offer is not None and offer.law.settled.in_succession


def _goes_from_left(r: Round, line: Line) -> bool:
    """Whether a line is what the bonus button showed, or a win whose winners are paid from the left."""
    offer = r.rules.offers.get(line.wager)
    if offer is None or line.returned <= 0:
        return False
    if decided_by(offer.law) is DecidedBy.BUTTON:
        return True
    return bool(offer.law.meters) and bool(line.stake) and pays_from_left(r.rules, offer.law)


def _goes_with_main(r: Round, line: Line) -> bool:
    """Whether a line is of the main wager, of insurance, or of a bonus without a stake of its own."""
    offer = r.rules.offers.get(line.wager)
    return offer is None or line.wager in ("main", INSURANCE) or not offer.law.takes_stake


def missing_device(r: Round, moment: str = "end") -> DeviceMissing | None:
    """What a settlement, the last one as a rule, still needs from a device of the house."""
    if not r.has_sides:
        return None
    if not any(
        decided_by(offer.law).needs_house
        for name, offer in r.rules.offers.items()
        if not offer.law.takes_stake or any(has_wager(box, name) for box in r.boxes)
    ):
        return None
    try:
        settlement(r, moment)
    except DeviceMissing as missing:
        return missing
    return None


def _main_and_insurance(
    r: Round, moment: str, hands: Sequence[tuple[int, int]], wagers: Mapping[str, frozenset[int]]
) -> list[Line]:
    lines: list[Line] = []
    due = set(hands)
    boxes = {number for number, _ in due}
    against_one = moment.startswith(AGAINST_ONE)
    for box in r.boxes:
        if box.bet.box not in boxes and not against_one and not wagers:
            continue
        for share in people(box):
            own: list[Line] = []
            if box.bet.box in boxes:
                own += _main_lines(r, share, due, spots=range(r.spots_settled, r.game.dealer_hands))
            if against_one:
                rest = {(box.bet.box, number) for number in range(1, box.number_of_hands + 1)} - due
                own += _main_lines(r, share, rest, spots=range(r.spots_settled, r.spots_settled + 1))
            own += [
                line
                for spot, line in _insurance_lines(r, share)
                if box.bet.box in wagers.get(insurance_on(spot), frozenset())
            ]
            lines += own if share is box else [replace(each, player=share.bet.player) for each in own]
    return lines


def _lines_of_leavers(r: Round, left: Sequence[tuple[int, int, str]]) -> list[Line]:
    """Main lines of those who surrendered, or took even money, while others on the box stay in."""
    lines: list[Line] = []
    for number, hand, player in left:
        box = r.box_at(number)
        for share in people(box):
            if share.bet.player == player:
                own = _main_lines(r, share, {(number, hand)}, spots=range(r.game.dealer_hands))
                lines += own if share is box else [replace(each, player=player) for each in own]
    return lines


def _main_lines(r: Round, box: Box, due: set[tuple[int, int]] | None, *, spots: range) -> list[Line]:
    """Main lines of the hands due, or of all unsettled hands, against these of the dealer's hands."""
    lines: list[Line] = []
    for group in range(len(box.groups)):
        numbered = box.numbered(group)
        wanted = {
            number
            for number, hand in numbered
            if not hand.settled and (due is None or (box.bet.box, number) in due)
        }
        for spot in spots if wanted else ():
            at = group if r.game.switch else spot
            wager = "main" if at == 0 else f"main_{at + 1}"
            lines += _dead_lines(box, numbered, wanted, wager=wager, spot=spot)
            alive = [(number, hand) for number, hand in numbered if not hand.dead]
            dealer = DealerHand.of(_dealer_cards(r, spot))
            settled = settle_box(r.game, r.rows, alive, dealer, box=box.bet.box, wager=wager, spot=spot)
            lines += [line for line in settled if line.hand in wanted]
    return lines


def _dead_lines(
    box: Box, numbered: Sequence[tuple[int, Hand]], wanted: set[int], *, wager: str, spot: int
) -> list[Line]:
    return [
        Line(
            box.bet.box, number, wager, DEAD, hand.stakes[spot], str(PUSH), hand.stakes[spot], hand.dead
        )
        for number, hand in numbered
        if hand.dead and number in wanted and hand.stakes[spot]
    ]


def _dealer_cards(r: Round, spot: int) -> Sequence[Card]:
    """A dealer's hand as the main wager sees it; the bare up card where it was never dealt."""
    if spot >= len(r.dealer):
        return (r.up,) if r.dealer[0] else ()
    return r.main_dealer if spot == 0 else r.dealer[spot]


def _insurance_lines(r: Round, box: Box) -> list[tuple[int, Line]]:
    """The insurance of a box with the spots it lies on, as it stands by the cards dealt."""
    if not box.insurance:
        return []
    law, paytable = r.rules.insurance.law, r.rules.insurance.paytable
    rows = {row.outcome: row for row in paytable.rows if in_force(row, r.rules.options)}
    lines = []
    for spot, stake in sorted(box.insurance):
        hand = box.number(spot, 0) if r.game.switch else None
        wager = INSURANCE if r.game.switch else insurance_on(spot)
        cards = _dealer_cards(r, 0 if r.game.switch else spot)
        if dead := insurance_back(r, box, spot):
            line = Line(box.bet.box, hand, wager, DEAD, stake, str(PUSH), stake, dead)
        elif not is_natural(cards):
            line = Line(box.bet.box, hand, wager, "lose", stake, "lose", NOTHING, law.losing_cite)
        else:
            suited = cards[0].suit == cards[1].suit
            name = "dealer_blackjack_suited" if suited else "dealer_blackjack"
            row = rows.get(name, rows["dealer_blackjack"])
            assert isinstance(row.pays, Odds)
            chip, rule = r.game.smallest_chip, r.game.rounding
            won = round_to_chip(row.pays.winnings(stake), chip=chip, rule=rule)
            won, cite = within_limit(r.game, won, row.cite)
            back = Cents(stake + won)
            line = Line(box.bet.box, hand, wager, row.outcome, stake, str(row.pays), back, cite)
        lines.append((spot, line))
    return lines


def _side_lines(
    r: Round, moment: str, wagers: Mapping[str, frozenset[int]], house: HouseSide
) -> list[Line]:
    """The side wagers due, and at the end the payouts beside them."""
    if not wagers and not _concerns_all(r, house):
        return []
    back = {
        (name, box.bet.box)
        for box in r.boxes
        for name, boxes in wagers.items()
        if box.bet.box in boxes and goes_back(r, box, name)
    }
    lines = [line for box in r.boxes for line in _returned_sides(r, box, back)]
    over = moment in ("end", BEFORE_BUTTON)
    pays_others = over and SUPER_BONUS in r.rules.document.wager_ids  # whoever placed a wager
    shown = over or r.checked or moment == THIRD_CARD
    seats = [
        (share, _seat(r, share, is_shared=bool(box.backers), final=over, shown=shown))
        for box in r.boxes
        if (has_first_cards(box) or pays_others) and not r.void
        for share in people(box)
    ]
    due = {
        name: left
        for name, boxes in wagers.items()
        if (left := frozenset(box for box in boxes if (name, box) not in back))
    }
    final = moment == "end" and not r.void
    if not seats and not final:
        return lines
    settled = settle_side_wagers(r.rules, [seat for _, seat in seats], house, due=due, final=final)
    if FOR_DEALER in due:
        settled += _lines_for_dealer(r, seats, due[FOR_DEALER])
    return lines + settled


def _lines_for_dealer(r: Round, seats: Sequence[tuple[Box, Seat]], boxes: frozenset[int]) -> list[Line]:
    """King's Bounty bets for the dealer: the dealer's if they win, or a bet on the dealer's cards."""
    on_dealer, settled = for_dealer_on_dealer(r), []
    for share, seat in seats:
        stake = seat.stakes.get(FOR_DEALER)
        if stake is None or seat.box not in boxes:
            continue
        view = but(seat.view, first_two=r.dealer[0][:2]) if on_dealer else seat.view
        placed = replace(seat, stakes={KINGS_BOUNTY: stake}, view=view)
        due = {KINGS_BOUNTY: frozenset({seat.box})}
        for line in settle_side_wagers(r.rules, [placed], HouseSide(), due=due, final=False):
            won_for_dealer = line.returned > 0 and not on_dealer
            cite = f"{line.cite}; {r.game.cite('kings_bounty_dealer_bet')}"
            line = replace(line, wager=FOR_DEALER, cite=cite, player=_named(r, share))
            settled.append(replace(line, paid_to="dealer") if won_for_dealer else line)
    return settled


def _named(r: Round, share: Box) -> str:
    """Whose line it is, named only where it is not the box's own bettor."""
    box = r.box(share.bet.box)
    return "" if box is share else share.bet.player


def _concerns_all(r: Round, house: HouseSide) -> bool:
    """Whether the last settlement looks at more than the wagers due: a bonus, a device, a meter."""
    bonus_possible = (
        bool(r.dealer[0]) and r.up.rank == SEVEN and SUPER_BONUS in r.rules.document.wager_ids
    )
    return bonus_possible or bool(house.devices or house.meters or house.resets)


def _returned_sides(r: Round, box: Box, back: set[tuple[str, int]]) -> Iterator[Line]:
    cite = r.void or box.out or next((hand.dead for hand in box.hands() if hand.dead), "")
    for share in people(box):
        for wager, stake in share.bet.stakes.items():
            if (wager, box.bet.box) not in back or wager in r.spots:
                continue
            if wager in share.bet.riding:  # it was made with an earlier hand: as a push (MA-A69)
                push = r.game.cite("streak_push")
                line = Line(box.bet.box, None, wager, "unchanged", stake, str(PUSH), stake, push)
            else:
                line = Line(box.bet.box, None, wager, DEAD, stake, str(PUSH), stake, cite)
            yield line if share is box else replace(line, player=share.bet.player)


def _seat(r: Round, box: Box, *, is_shared: bool, final: bool, shown: bool) -> Seat:
    every = range(r.game.dealer_hands)
    main = _main_lines(r, _unsettled_again(box), None, spots=every) if final else []
    hands = dict(enumerate(box.hands(), 1))
    bonus = None
    if final and r.up.rank == SEVEN:
        bonus = next(
            (
                line.hand
                for line in main
                if line.hand and is_super_bonus_hand(hands[line.hand], line.outcome)
            ),
            None,
        )
    dealer = r.main_dealer if shown else (r.up,)
    return Seat(
        box=box.bet.box,
        player=box.bet.player,
        stakes=box.bet.stakes if has_first_cards(box) else {},
        view=view_of(r, box, dealer),
        completed_dealer=r.dealer[0],
        hands_won=sum(line.net > 0 for line in main),
        hands_lost=sum(line.net < 0 for line in main),
        hands_total=len(main),
        surrendered=any(hand.surrendered for hand in box.hands()),
        streak_wins=box.bet.streak,
        super_bonus_hand=bonus,
        owner=box.bet.player if is_shared else "",
        settled=box.settled,
    )


def _unsettled_again(box: Box) -> Box:
    """The box as if nothing on it had been settled, for the result of the whole round."""
    groups = tuple(
        tuple(hand.but(settled=False, stakes=_as_staked(hand)) for hand in group) for group in box.groups
    )
    return but(box, groups=groups)


def _as_staked(hand: Hand) -> tuple[Cents, ...]:
    """The stakes of a hand; those of a wager settled alone are no longer on it."""
    left = (hand.surrendered or hand.even_money) and not any(hand.stakes)
    return hand.base if left else hand.stakes
