"""A refusal is a value: a code from a closed list, one line that says what and where, a citation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """Every reason for which a round or a submission is turned away."""

    # The request cannot be read.
    BAD_REQUEST = "bad_request"
    BAD_CARD = "bad_card"
    BAD_AMOUNT = "bad_amount"
    UNKNOWN_DOCUMENT = "unknown_document"
    UNKNOWN_VARIATION = "unknown_variation"
    UNKNOWN_OPTION = "unknown_option"
    UNKNOWN_WAGER = "unknown_wager"
    UNKNOWN_PAYTABLE = "unknown_paytable"
    TOO_FEW_CARDS = "too_few_cards"
    TOO_MANY_CARDS = "too_many_cards"
    NO_DECISION = "no_decision"
    METER_MISSING = "meter_missing"
    DEVICE_MISSING = "device_missing"
    DEVICE_UNUSED = "device_unused"
    # The cards are not this document's.
    CARD_NOT_IN_DECK = "card_not_in_deck"
    TOO_MANY_OF_A_CARD = "too_many_of_a_card"
    # The table may not be set up so.
    OPTION_NOT_PERMITTED = "option_not_permitted"
    BARRED_TOGETHER = "barred_together"
    DECKS_NOT_PERMITTED = "decks_not_permitted"
    CHOICE_MISSING = "choice_missing"
    BELOW_FLOOR = "below_floor"
    # The bets may not be made so.
    TOO_MANY_BOXES = "too_many_boxes"
    STAKE_NOT_PERMITTED = "stake_not_permitted"
    WAGER_NOT_OFFERED = "wager_not_offered"
    NEEDS_WAGER = "needs_wager"
    UNEQUAL_WAGERS = "unequal_wagers"
    # The decision may not be made so.
    OUT_OF_TURN = "out_of_turn"
    ACTION_NOT_PERMITTED = "action_not_permitted"
    AMOUNT_NOT_PERMITTED = "amount_not_permitted"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why not, and which provision says so (empty where the request itself cannot be read)."""

    code: Code
    message: str
    cite: str = ""


class Refused(Exception):  # noqa: N818 - it carries a refusal to the nearest boundary, where it is a value
    """Carries a refusal up to the function that answers with it."""

    def __init__(self, code: Code, message: str, cite: str = "") -> None:
        super().__init__(message)
        self.refusal = Refusal(code, message, cite)
