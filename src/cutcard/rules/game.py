"""A rule set's options as typed fields. One field, one option of the law data, one citation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from cutcard.law import OptionValue
from cutcard.law.vocabulary import (
    BlackjackVBlackjack,
    BustedExtras,
    BusterCompletion,
    Charlie,
    DealerHands,
    DeckCards,
    DoubleCard,
    DoubleCards,
    DoubleForLess,
    DoubleTotals,
    HoleCard,
    InsuranceAsked,
    LateBlackjackTakes,
    Long21,
    OptionalPayoutsOn,
    OriginalLossCap,
    PremiumSuit,
    RescueAfterRedouble,
    Rounding,
    SettleAtOnce,
    SettleBlackjackVHigh,
    SettleBlackjackVLow,
    SettleBust,
    SettleHeldSurrender,
    SettlementProcedure,
    ShoeKind,
    Soft17,
    SplitBy,
    SurrenderAsked,
    SurrenderTime,
    SwitchBlackjackPays,
    SwitchNaturalV22,
    TieAt21,
    Ties,
    TurnOrder,
    WinOrLose,
)
from cutcard.money import Cents, cents

MONEY_FIELDS = ("smallest_chip", "minimum_wager", "maximum_wager", "payout_limit")


@dataclass(frozen=True, slots=True)
class Game:
    """Everything the rules of play ask about a table; each name is an option's name."""

    decks: int
    deck_cards: DeckCards
    boxes: int
    adjacent_boxes: int
    soft_17: Soft17
    blackjack_v_blackjack: BlackjackVBlackjack
    ties: Ties
    tie_at_21: TieAt21
    split_two_card_21: TieAt21
    max_hands: int
    max_hands_aces: int
    split_by: SplitBy
    split_aces_draw: bool
    double_after_split: bool
    double_cards: DoubleCards
    double_totals: DoubleTotals
    double_on_21: bool
    double_for_less: DoubleForLess
    redouble: bool
    most_doublings: int
    rescue: bool
    rescue_after_redouble: RescueAfterRedouble
    surrender: bool
    surrender_asked: SurrenderAsked
    surrender_time: SurrenderTime
    even_money: bool
    insurance: bool
    insurance_asked: InsuranceAsked
    hole_card: HoleCard
    turn_order: TurnOrder
    dealer_22_pushes: bool
    charlie: Charlie
    switch: bool
    dealer_hands: DealerHands
    busted_extras: BustedExtras
    original_loss_cap: OriginalLossCap
    bonus_after_split: bool
    bonus_after_double: bool
    long_21: Long21
    premium_suit: PremiumSuit
    designated_blackjack_cards: tuple[str, ...]
    optional_payouts_on: OptionalPayoutsOn
    smallest_chip: Cents
    rounding: Rounding
    minimum_wager: Cents | None
    maximum_wager: Cents | None
    payout_limit: Cents | None
    switch_blackjack_pays: SwitchBlackjackPays
    switch_natural_v_22: SwitchNaturalV22
    face_up_blackjack_v_21: WinOrLose
    face_up_designated_blackjack: bool
    buster_completion: BusterCompletion
    late_blackjack_v_21: WinOrLose
    late_blackjack_takes: LateBlackjackTakes
    shoe: ShoeKind
    double_card: DoubleCard
    settlement_procedure: SettlementProcedure
    settle_bust: SettleBust
    settle_surrender: SettleAtOnce
    settle_held_surrender: SettleHeldSurrender
    settle_even_money: SettleAtOnce
    settle_rescue: SettleAtOnce
    settle_blackjack_v_low: SettleBlackjackVLow
    settle_blackjack_v_high: SettleBlackjackVHigh
    settle_dead_hand: SettleAtOnce
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
