"""A rule set's options as typed fields. One field, one option of the law data, one citation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from cutcard.law import OptionValue
from cutcard.money import Cents, RoundingRule, cents

MONEY_FIELDS = ("smallest_chip", "minimum_wager", "maximum_wager", "payout_limit")


@dataclass(frozen=True, slots=True)
class Game:
    """Everything the rules of play ask about a table; each name is an option's name."""

    decks: int
    deck_cards: int
    boxes: int
    adjacent_boxes: int
    soft_17: str
    blackjack_v_blackjack: str
    ties: str
    tie_at_21: str
    split_two_card_21: str
    max_hands: int
    max_hands_aces: int
    split_by: str
    split_aces_draw: bool
    double_after_split: bool
    double_cards: str
    double_totals: str
    double_on_21: bool
    double_for_less: str
    redouble: bool
    most_doublings: int
    rescue: bool
    rescue_after_redouble: str
    surrender: bool
    surrender_asked: str
    surrender_time: str
    even_money: bool
    insurance: bool
    insurance_asked: str
    hole_card: str
    turn_order: str
    dealer_22_pushes: bool
    charlie: int
    switch: bool
    dealer_hands: int
    busted_extras: str
    original_loss_cap: str
    bonus_after_split: bool
    bonus_after_double: bool
    long_21: str
    premium_suit: str
    designated_blackjack_cards: tuple[str, ...]
    optional_payouts_on: str
    smallest_chip: Cents
    rounding: RoundingRule
    minimum_wager: Cents | None
    maximum_wager: Cents | None
    payout_limit: Cents | None
    switch_blackjack_pays: str
    switch_natural_v_22: str
    face_up_blackjack_v_21: str
    face_up_designated_blackjack: bool
    buster_completion: str
    late_blackjack_v_21: str
    late_blackjack_takes: str
    shoe: str
    double_card: str
    settlement_procedure: str
    settle_bust: str
    settle_surrender: str
    settle_held_surrender: str
    settle_even_money: str
    settle_rescue: str
    settle_blackjack_v_low: str
    settle_blackjack_v_high: str
    settle_dead_hand: str
    cites: Mapping[str, str]

    @classmethod
    def of(cls, options: Mapping[str, OptionValue], cites: Mapping[str, str]) -> Game:
        """The typed view of a complete set of options: every document lists each of them."""
        values: dict[str, object] = {"cites": cites}
        for field in fields(cls):
            if field.name == "cites":
                continue
            value = options[field.name]
            if field.name in MONEY_FIELDS:
                values[field.name] = None if value == "none" else cents(value)
            else:
                values[field.name] = value
        return cls(**values)  # type: ignore[arg-type]

    def cite(self, *options: str) -> str:
        """The provision behind an option; the first of several that the document has."""
        for each in options:
            if each in self.cites:
                return self.cites[each]
        return ""

    @property
    def dealer_checks(self) -> bool:
        """Whether a dealer blackjack is found before the players act."""
        return self.hole_card in ("card_reader", "face_up")

    @property
    def blackjack_spares_extras(self) -> bool:
        """Whether a blackjack may show after play, and takes the original wager of a box alone."""
        return not self.dealer_checks and self.late_blackjack_takes == "original"

    @property
    def deals_face_down(self) -> bool:
        """Whether the players' first cards lie face down: a pack dealt from the hand."""
        return self.shoe == "hand"

    @property
    def has_hole_card(self) -> bool:
        """Whether the dealer's second card is dealt before the players act."""
        return self.hole_card != "none"
