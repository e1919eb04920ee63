"""The settlement of the main wager: the outcome of a hand against the dealer's, and its price.

`main_outcome` names the outcome; the document's own row prices and cites it. Prices that depend on
an option are rows with `when`; `prices` keeps the ones in force.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from cutcard.law import OptionValue, Paytable, Row
from cutcard.money import EVEN_MONEY, NOTHING, Cents, Odds, Push, round_to_chip
from cutcard.rules.dealer import TWENTY_TWO, DealerHand
from cutcard.rules.game import Game
from cutcard.rules.hand import THREE_CARDS, TWENTY_ONE, Hand, is_charlie


@dataclass(frozen=True, slots=True)
class Line:
    """A settlement line: one wager's result in cents, and the provision behind it.

    `returned` is what is handed over, the stake included where it comes back: to the player, save where
    the line is paid to the dealer (`paid_to`).
    """

    box: int
    hand: int | None
    wager: str
    outcome: str
    stake: Cents
    pays: str
    returned: Cents
    cite: str
    paid_to: str = "player"
    player: str = ""
    """Whose wager it was, where several people bet on the box; empty otherwise."""

    @property
    def to_player(self) -> Cents:
        """What the player is handed."""
        return self.returned if self.paid_to == "player" else NOTHING

    @property
    def net(self) -> Cents:
        """What the player is up or down by this line."""
        return Cents(self.to_player - self.stake)


Prices = Mapping[str, Row]

SIX_SEVEN_EIGHT: Final = "678"
THREE_SEVENS: Final = "777"
CARD_COUNTS: Final = {5: "five_card_21", 6: "six_card_21", 7: "seven_card_21"}
SEVEN: Final = 7


def in_force(row: Row, options: Mapping[str, OptionValue]) -> bool:
    """Whether a row's option values are the table's (a list option: contains the value)."""
    for name, value in row.when:
        chosen = options.get(name)
        if not (value in chosen if isinstance(chosen, tuple) else value == chosen):
            return False
    return True


def prices(paytable: Paytable, options: Mapping[str, OptionValue]) -> Prices:
    """The main wager's rows in force, by outcome."""
    return {row.outcome: row for row in paytable.rows if not row.repeats and in_force(row, options)}


def main_outcome(game: Game, rows: Prices, hand: Hand, dealer: DealerHand) -> str:
    """The outcome of a finished hand, by the name of its row."""
    if hand.surrendered:
        return _surrender_outcome(hand, dealer)
    if hand.rescued:
        return "rescue" if hand.doublings == 1 else "rescue_after_redouble"
    if hand.even_money:
        return "even_money"
    if hand.busted:
        return "bust"
    if is_charlie(hand, game.charlie):
        return _charlie_outcome(game, rows, hand)
    if game.switch:
        return _switch_outcome(game, rows, hand, dealer)
    if hand.is_blackjack:
        return _blackjack_outcome(game, rows, hand, dealer)
    return _plain_outcome(game, rows, hand, dealer)


def _charlie_outcome(game: Game, rows: Prices, hand: Hand) -> str:
    """A hand that won by its number of cards: at the better price of a 21 where the table has one."""
    name = winning_outcome(game, rows, hand)
    return "charlie" if name == "win" else name


def _surrender_outcome(hand: Hand, dealer: DealerHand) -> str:
    if hand.surrendered == "at_once":
        return "surrender"
    return "surrender_to_blackjack" if dealer.blackjack else "surrender_after_check"


def _blackjack_outcome(game: Game, rows: Prices, hand: Hand, dealer: DealerHand) -> str:
    if dealer.blackjack:
        if game.blackjack_v_blackjack == "push":
            return "blackjack_push"
        if game.blackjack_v_blackjack == "lose":
            return "tie_loses"
        if game.hole_card != "face_up":
            return "blackjack"
        return "designated_blackjack" if _is_designated(game, rows, hand) else "blackjack_v_blackjack"
    if (
        game.hole_card == "face_up"
        and dealer.total == TWENTY_ONE
        and game.face_up_blackjack_v_21 == "lose"
    ):
        return "tie_loses"
    return "designated_blackjack" if _is_designated(game, rows, hand) else "blackjack"


def _is_designated(game: Game, rows: Prices, hand: Hand) -> bool:
    """The one blackjack with a better price, where the table offers it."""
    if game.hole_card == "face_up" and not game.face_up_designated_blackjack:
        return False
    twenty_one = hand.twenty_one
    if twenty_one is None or "designated_blackjack" not in rows:
        return False
    return {card.text for card in twenty_one.cards} == set(game.designated_blackjack_cards)


def _plain_outcome(game: Game, rows: Prices, hand: Hand, dealer: DealerHand) -> str:
    if dealer.blackjack:
        if hand.total == TWENTY_ONE and game.late_blackjack_v_21 == "win":
            return winning_outcome(game, rows, hand)
        return "dealer_blackjack"
    if dealer.total == TWENTY_TWO and game.dealer_22_pushes:
        return "dealer_22"
    if dealer.busted or hand.total > dealer.total:
        return winning_outcome(game, rows, hand)
    if hand.total < dealer.total:
        return "lose"
    if hand.total < TWENTY_ONE:
        return "push" if game.ties == "push" else "tie_loses"
    rule = game.split_two_card_21 if hand.is_natural else game.tie_at_21
    if rule == "as_ties":
        rule = game.ties
    if rule == "win":
        return winning_outcome(game, rows, hand)
    if rule == "lose":
        return "tie_loses"
    has_row = "five_card_21" in rows and "five_card_21_v_21" in rows
    is_five_cards = _card_count_row(game, hand) == "five_card_21"
    return "five_card_21_v_21" if has_row and is_five_cards else "push"


def _switch_outcome(game: Game, rows: Prices, hand: Hand, dealer: DealerHand) -> str:
    if hand.is_blackjack:
        if dealer.blackjack:
            return "blackjack_v_blackjack"
        if dealer.total == TWENTY_ONE:
            return "blackjack_v_21"
        if dealer.total == TWENTY_TWO and game.switch_natural_v_22 == "push":
            return "dealer_22"
        return "blackjack"
    if hand.switched and hand.is_natural and not hand.from_split:
        if dealer.blackjack:
            return "switched_21_v_blackjack"
        if dealer.total in (TWENTY_ONE, TWENTY_TWO):
            return "switched_21_v_21_or_22"
    return _plain_outcome(game, rows, hand, dealer)


def _card_count_row(game: Game, hand: Hand) -> str:
    if hand.twenty_one is None:
        return ""
    count = hand.twenty_one.card_count
    if count > SEVEN and game.long_21 == "seven_or_more":
        count = SEVEN
    return CARD_COUNTS.get(count, "")


def winning_outcome(game: Game, rows: Prices, hand: Hand) -> str:
    """A winning hand's name: an additional payout where the table has one for it, or `win`."""
    if (hand.doubled and not game.bonus_after_double) or (
        hand.from_split and not game.bonus_after_split
    ):
        return "win"
    for name in (*_three_card_names(game, hand), _card_count_row(game, hand)):
        if name in rows:
            return name
    return "win"


def _three_card_names(game: Game, hand: Hand) -> tuple[str, ...]:
    """The names of 6-7-8 or 7-7-7, the narrowest first; either of them is a 21."""
    twenty_one = hand.twenty_one
    if twenty_one is None or twenty_one.card_count != THREE_CARDS:
        return ()
    ranks = "".join(sorted(c.rank for c in twenty_one.cards))
    if ranks not in (SIX_SEVEN_EIGHT, THREE_SEVENS):
        return ()
    name = "three_sevens" if ranks == THREE_SEVENS else "six_seven_eight"
    suits = {c.suit for c in twenty_one.cards}
    if suits == {game.premium_suit}:
        return (f"{name}_premium", f"{name}_suited", name)
    return (f"{name}_suited", name) if len(suits) == 1 else (f"{name}_mixed", name)


def is_super_bonus_hand(hand: Hand, outcome: str) -> bool:
    """Three suited sevens that won, neither split nor doubled."""
    return (
        outcome in ("three_sevens_suited", "three_sevens_premium")
        and not hand.doubled
        and not hand.from_split
    )


def _winnings(game: Game, row: Row, hand: Hand, spot: int) -> Fraction:
    """What winning odds add to a stake, exactly."""
    assert isinstance(row.pays, Odds)
    stake, base = hand.stakes[spot], hand.base[spot]
    is_bonus = row.outcome not in ("win", "blackjack", "even_money")
    if is_bonus and game.optional_payouts_on == "original_stake":
        return row.pays.winnings(base) + EVEN_MONEY.winnings(stake - base)
    return row.pays.winnings(stake)


def returned_for(game: Game, row: Row, hand: Hand, spot: int) -> tuple[Cents, str]:
    """What is returned for one hand's wager, and the provisions behind it."""
    stake = hand.stakes[spot]
    if hand.rescued:
        return rescue_returns(game, hand, spot), row.cite
    if isinstance(row.pays, Push):
        return stake, row.cite
    if not isinstance(row.pays, Odds):
        return NOTHING, row.cite
    amount = round_to_chip(_winnings(game, row, hand, spot), chip=game.smallest_chip, rule=game.rounding)
    if not row.pays.returns_stake:
        return amount, row.cite
    won, cite = within_limit(game, amount, row.cite)
    return Cents(stake + won), cite


def within_limit(game: Game, winnings: Cents, cite: str) -> tuple[Cents, str]:
    """Winnings at odds, cut to the payout limit per hand, and the provisions then behind them."""
    if game.payout_limit is None or winnings <= game.payout_limit:
        return winnings, cite
    return game.payout_limit, "; ".join(dict.fromkeys((cite, game.cite("payout_limit"))))


def rescue_returns(game: Game, hand: Hand, spot: int) -> Cents:
    """What a rescue returns: the stake less the original wager, or less that before the last double."""
    forfeit = hand.base[0] if game.rescue_after_redouble == "original_only" else hand.added[-1]
    return Cents(hand.stakes[spot] - forfeit)


def settle_box(
    game: Game,
    rows: Prices,
    hands: Sequence[tuple[int, Hand]],
    dealer: DealerHand,
    *,
    box: int,
    wager: str = "main",
    spot: int = 0,
) -> list[Line]:
    """Lines for the hands that grew out of one wager, against one dealer hand."""
    outcomes = {number: main_outcome(game, rows, hand, dealer) for number, hand in hands}
    taken: Mapping[int, Cents] = {}
    if dealer.blackjack and game.late_blackjack_takes == "original":
        rescued = (hand for _, hand in hands if hand.rescued)
        given_up = sum(hand.stakes[spot] - rescue_returns(game, hand, spot) for hand in rescued)
        taken = taken_by_blackjack(game, outcomes, hands, spot, given_up=Cents(given_up))
    lines = []
    for number, hand in hands:
        stake = hand.stakes[spot]
        if stake == NOTHING:
            continue
        row = priced(game, rows, outcomes[number])
        (back, cite), pays = returned_for(game, row, hand, spot), str(row.pays)
        if number in taken and taken[number] < stake:
            row = rows["original_wager_only"]
            back, cite = Cents(stake - taken[number]), original_only_cite(game, row, hand)
            pays = str(row.pays) if taken[number] == NOTHING else "lose"
        lines.append(Line(box, number, wager, row.outcome, stake, pays, back, cite))
    return lines


def original_only_cite(game: Game, row: Row, hand: Hand) -> str:
    """What spares a doubled or split hand from a late blackjack: one provision for either."""
    spared = (("late_blackjack_v_double", hand.doubled), ("late_blackjack_v_split", hand.from_split))
    cites = dict.fromkeys(game.cite(option) for option, applies in spared if applies)
    return "; ".join(cites) or row.cite


def priced(game: Game, rows: Prices, outcome: str) -> Row:
    """The row of an outcome, at the price this table pays."""
    row = rows[outcome]
    if outcome == "blackjack" and game.switch and game.switch_blackjack_pays == "1 to 1":
        return replace(row, pays=EVEN_MONEY, cite=game.cite("switch_blackjack_pays"))
    return row


def taken_by_blackjack(
    game: Game,
    outcomes: Mapping[int, str],
    hands: Sequence[tuple[int, Hand]],
    spot: int,
    *,
    given_up: Cents = NOTHING,
) -> dict[int, Cents]:
    """How much a dealer blackjack takes from doubled and split hands: the original wager only.

    `outcomes` are the hands' own, by number, against that blackjack. What rescues have given up
    counts: so much of the original wager the dealer has collected already.
    """
    if not any(hand.doubled or hand.from_split for _, hand in hands):
        return {}
    busted = [hand for n, hand in hands if outcomes[n] == "bust"]
    collected = {"dealer_blackjack"} | ({"bust"} if game.busted_extras == "returned" else set())
    first = next((hand for _, hand in hands if hand.stakes[spot]), hands[0][1])  # §13(e): or a later one
    owed = first.base[spot]
    if game.busted_extras == "lost":
        if game.original_loss_cap == "box":
            owed = Cents(max(0, owed - sum(hand.stakes[spot] for hand in busted)))
        elif first.busted:
            owed = NOTHING
    owed = Cents(max(0, owed - given_up))
    taken: dict[int, Cents] = {}
    for number, hand in hands:
        if outcomes[number] in collected:
            taken[number] = Cents(min(hand.stakes[spot], owed))
            owed = Cents(owed - taken[number])
    return taken
