"""A refusal is a value: a code from a closed list, one line that says what and where, a citation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cutcard.results import RequestError


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
    # The cards may not be handled so.
    NOT_DUE = "not_due"
    WRONG_ROLE = "wrong_role"
    SHUFFLE_NOT_PERMITTED = "shuffle_not_permitted"
    CUT_NOT_PERMITTED = "cut_not_permitted"
    COVER_NOT_PERMITTED = "cover_not_permitted"
    CARDS_TOO_OLD = "cards_too_old"
    CARDS_MISSING = "cards_missing"
    SHOE_EMPTY = "shoe_empty"
    # The table is not ready for it.
    TABLE_NOT_OPEN = "table_not_open"
    NO_ROUND = "no_round"
    BETS_CLOSED = "bets_closed"
    ENTRY_BARRED = "entry_barred"
    NOT_AWAITED = "not_awaited"
    # It is somebody else's to do.
    NOT_YOURS = "not_yours"
    BOX_TAKEN = "box_taken"
    # What went wrong is none of the irregularities that the document knows, or not at this moment.
    UNKNOWN_IRREGULARITY = "unknown_irregularity"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why not, and which provision says so (empty where the request itself cannot be read)."""

    code: Code
    message: str
    cite: str = ""


class Refused(RequestError):  # noqa: N818 - it carries a refusal to the nearest boundary, where it is a value
    """Carries a refusal up to the function that answers with it."""

    def __init__(self, code: Code, message: str, cite: str = "") -> None:
        super().__init__(message, cite)
        self.refusal = Refusal(code, message, cite)
