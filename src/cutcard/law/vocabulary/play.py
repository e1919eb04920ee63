"""The options that the rules of play read: a hand, the dealer's draw, settlement of the main wager.

Each closed set is a type, which `rules.Game` has its field of: a comparison with a value that is not
declared here is an error of types.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from cutcard.law.model import OptionValue
from cutcard.law.vocabulary.terms import Term, choice, dollars, flag, procedure, whole
from cutcard.money import RoundingRule

DeckCards = Literal[52, 48]
Soft17 = Literal["stand", "hit"]
BlackjackVBlackjack = Literal["push", "win", "lose"]
Ties = Literal["push", "lose"]
TieAt21 = Literal["as_ties", "push", "lose", "win"]
SplitBy = Literal["value", "rank"]
DoubleCards = Literal["first_two", "any_number"]
DoubleTotals = Literal["any", "9_10_11", "10_11", "9", "11"]
DoubleForLess = Literal["allowed", "table_limit_only"]
DoubleCard = Literal["face_up", "face_down", "on_request"]
RescueAfterRedouble = Literal["not_allowed", "last_doubling", "original_only"]
AfterSplitPlay = Literal["best", "fixed", "by_pair", "by_hands"]
SurrenderTime = Literal["late", "early", "early_not_ace"]
Charlie = Literal[0, 5, 6, 7]
LateBlackjackTakes = Literal["original", "all"]
SurrenderAsked = Literal["after_check", "before_check"]
InsuranceAsked = Literal["before_cards", "before_own_decision"]
HoleCard = Literal["card_reader", "face_down", "none", "face_up"]
TurnOrder = Literal["clockwise_from_left", "counterclockwise_from_right"]
DealerHands = Literal[1, 3]
BustedExtras = Literal["lost", "returned"]
OriginalLossCap = Literal["box", "stake"]
Long21 = Literal["seven_or_more", "exactly_seven"]
PremiumSuit = Literal["none", "c", "d", "h", "s"]
OptionalPayoutsOn = Literal["whole_stake", "original_stake"]
Rounding = RoundingRule
SwitchBlackjackPays = Literal["as_printed", "1 to 1"]
SwitchNaturalV22 = Literal["push", "win"]
WinOrLose = Literal["win", "lose"]
BusterCompletion = Literal["table", "literal", "require_hit_soft_17"]
SettlementProcedure = Literal["collect_then_pay", "seat_by_seat"]
SettleBust = Literal["at_once", "end"]
SettleAtOnce = Literal["at_once"]
SettleHeldSurrender = Literal["second_card", "check"]
SettleBlackjackVLow = Literal["end", "before_turns", "in_turn"]
SettleBlackjackVHigh = Literal["end", "second_card", "check", "in_turn"]

_TIED: Final[Mapping[OptionValue, str]] = {
    "as_ties": "As with any other tie.",
    "push": "The stake is returned.",
    "lose": "The stake is lost.",
    "win": "The player's is paid.",
}
_MOMENTS: Final = {
    "at_once": "As soon as it is decided.",
    "before_turns": "Before any player's third card.",
    "in_turn": "When the turn of its box comes.",
    "second_card": "When the dealer's second card is shown.",
    "check": "After the dealer's check; where nobody checks, when the second card is shown.",
    "end": "When the round ends.",
}


def _settled(name: str, kind: object, about: str, *moments: str) -> Term:
    return choice(name, kind, about, {each: _MOMENTS[each] for each in moments}, needed=True)


DECK: Final = (
    whole("decks", "How many decks are in play.", 1, needed=True),
    choice(
        "deck_cards",
        DeckCards,
        "Cards in one deck.",
        {52: "The full deck.", 48: "A deck without its four tens; kings, queens and jacks stay."},
        needed=True,
    ),
    whole("boxes", "How many betting positions the table has.", 1, needed=True),
    whole("adjacent_boxes", "On how many boxes one player may bet in a round.", 1, needed=True),
)

HANDS: Final = (
    choice(
        "soft_17",
        Soft17,
        "What the dealer does on a soft 17.",
        {"stand": "The dealer stands on every 17.", "hit": "The dealer draws to a soft 17."},
        needed=True,
    ),
    choice(
        "blackjack_v_blackjack",
        BlackjackVBlackjack,
        "What becomes of a player's blackjack when the dealer has one too.",
        {
            "push": "The stake is returned.",
            "win": "The player's is paid.",
            "lose": "The stake is lost.",
        },
        needed=True,
    ),
    choice(
        "ties",
        Ties,
        "What becomes of a hand whose total equals the dealer's, 21 and blackjack apart.",
        {"push": "The stake is returned.", "lose": "The stake is lost."},
        needed=True,
    ),
    choice(
        "tie_at_21",
        TieAt21,
        "What becomes of a 21 of three or more cards against a dealer's 21 that is no blackjack.",
        _TIED,
        needed=True,
    ),
    choice(
        "split_two_card_21",
        TieAt21,
        "What becomes of an ace and a ten-value card on a split hand against a dealer's 21 that is no "
        "blackjack.",
        _TIED,
        needed=True,
    ),
    whole("max_hands", "How many hands one box may hold after splits.", 1, needed=True),
    whole("max_hands_aces", "How many hands one box may hold after splits of aces.", 1, needed=True),
    choice(
        "split_by",
        SplitBy,
        "Which two cards are a pair.",
        {"value": "Two cards of one value: a ten and a king too.", "rank": "Two cards of one rank."},
        needed=True,
    ),
    flag("split_aces_draw", "Whether a hand from split aces may take more than one card.", needed=True),
    flag("double_after_split", "Whether a split hand may be doubled.", needed=True),
    choice(
        "double_cards",
        DoubleCards,
        "On how many cards a hand may be doubled.",
        {"first_two": "On the first two alone.", "any_number": "On any number of cards."},
        needed=True,
    ),
    choice(
        "double_totals",
        DoubleTotals,
        "On which totals a hand may be doubled.",
        {
            "any": "On every total.",
            "9_10_11": "On 9, 10 and 11 alone.",
            "10_11": "On 10 and 11 alone.",
            "9": "On 9 alone.",
            "11": "On 11 alone.",
        },
        needed=True,
    ),
    choice(
        "after_split",
        AfterSplitPlay,
        "What decisions after a split may depend on, where the odds look for the best play.",
        {
            "best": "Whatever is best of the three others.",
            "fixed": "The hand and the up card, as if nothing had been split.",
            "by_pair": "The pair that was split, too.",
            "by_hands": "How many cards of the pair's rank are gone, too.",
        },
    ),
    flag("double_on_21", "Whether a hand of 21 that is no blackjack may be doubled.", needed=True),
    choice(
        "double_for_less",
        DoubleForLess,
        "Whether the double may be smaller than the original wager.",
        {"allowed": "Any part of it.", "table_limit_only": "Only where the table maximum is smaller."},
        needed=True,
    ),
    choice(
        "double_card",
        DoubleCard,
        "How the one card of a double is dealt.",
        {
            "face_up": "Face up.",
            "face_down": "Face down, and turned over when the hand is settled.",
            "on_request": "Face up, or face down where the player asks.",
        },
        needed=True,
    ),
    flag("redouble", "Whether a doubled hand may be doubled again.", needed=True),
    whole("most_doublings", "How often one hand may be doubled in all.", 1, 3, needed=True),
    flag("rescue", "Whether the double may be taken back and the original wager given up.", needed=True),
    choice(
        "rescue_after_redouble",
        RescueAfterRedouble,
        "What a rescue after a second or third doubling gives up.",
        {
            "not_allowed": "There is no such rescue.",
            "last_doubling": "The stake as it was before the last doubling.",
            "original_only": "The original wager.",
        },
        needed=True,
    ),
    flag(
        "surrender",
        "Whether a player may give up half the wager after the first two cards.",
        needed=True,
    ),
    choice(
        "surrender_asked",
        SurrenderAsked,
        "Whether surrender is asked after or before the dealer checks for blackjack.",
        {
            "after_check": "In the player's turn, after the check.",
            "before_check": "Before the check; a blackjack that it shows takes the whole wager.",
        },
        needed=True,
    ),
    choice(
        "surrender_time",
        SurrenderTime,
        "Whether a dealer's blackjack takes all of a surrendered wager.",
        {
            "late": "It takes all of it.",
            "early": "It takes half, as any other hand does.",
            "early_not_ace": "It takes half, except against an ace, where it takes all.",
        },
        needed=True,
        before="late",
    ),
    flag("even_money", "Whether a blackjack may be paid 1 to 1 at once against an ace.", needed=True),
    flag("insurance", "Whether insurance is offered against a dealer's ace.", needed=True),
    choice(
        "insurance_asked",
        InsuranceAsked,
        "Until when insurance may be placed.",
        {
            "before_cards": "Until any further card is dealt.",
            "before_own_decision": "Until the player's own first decision, where nobody checks.",
        },
        needed=True,
    ),
    choice(
        "hole_card",
        HoleCard,
        "How the dealer's second card is dealt and whether it is checked for blackjack.",
        {
            "card_reader": "Face down, and a reader tells of a blackjack before the players act.",
            "face_down": "Face down, and nobody looks before the players have acted.",
            "none": "After the players have acted.",
            "face_up": "Face up, with the first cards.",
        },
        needed=True,
    ),
    choice(
        "turn_order",
        TurnOrder,
        "In which direction the players take their turns.",
        {
            "clockwise_from_left": "From the dealer's left to the right.",
            "counterclockwise_from_right": "From the dealer's right to the left.",
        },
        needed=True,
    ),
    flag(
        "dealer_22_pushes",
        "Whether a dealer's 22 returns wagers in place of losing to them.",
        needed=True,
    ),
    choice(
        "charlie",
        Charlie,
        "With how many cards a hand of 21 or less wins at once.",
        {0: "With no number of them.", 5: "With five.", 6: "With six.", 7: "With seven."},
        needed=True,
        before=0,
    ),
    flag(
        "switch",
        "Whether a player plays two hands and may exchange their second cards.",
        needed=True,
    ),
    choice(
        "dealer_hands",
        DealerHands,
        "How many hands the dealer plays from one up card.",
        {1: "One.", 3: "Three, each against a wager of its own (multiple action)."},
        needed=True,
    ),
)

SETTLEMENT: Final = (
    choice(
        "busted_extras",
        BustedExtras,
        "What becomes of double and split stakes on hands over 21 when the dealer shows blackjack late.",
        {"lost": "They stay lost.", "returned": "All but the original wager comes back."},
        needed=True,
    ),
    choice(
        "original_loss_cap",
        OriginalLossCap,
        "Whether a late dealer blackjack takes at most the original wager of the box or of each stake.",
        {
            "box": "One original wager in all; what a busted hand lost counts.",
            "stake": "The original stake, unless the first hand went over 21.",
        },
        needed=True,
    ),
    choice(
        "late_blackjack_takes",
        LateBlackjackTakes,
        "What a dealer's blackjack that shows after play takes of a doubled or split box.",
        {"original": "The original wager alone.", "all": "All its wagers."},
        needed=True,
        before="original",
    ),
    choice(
        "late_blackjack_v_21",
        WinOrLose,
        "What becomes of a 21 of three or more cards against a dealer's blackjack that shows late.",
        {"win": "It is paid.", "lose": "It loses."},
        needed=True,
    ),
    flag("bonus_after_split", "Whether special prices of a 21 are paid on split hands.", needed=True),
    flag(
        "bonus_after_double",
        "Whether special prices of a 21 are paid on doubled hands.",
        needed=True,
    ),
    choice(
        "long_21",
        Long21,
        "Which long hands earn the price of a seven-card 21.",
        {"seven_or_more": "Seven cards or more.", "exactly_seven": "Seven cards alone."},
        needed=True,
    ),
    Term(
        "premium_suit",
        "The suit with the best price for 6-7-8 and three sevens.",
        "suit",
        {
            "none": "There is none.",
            "c": "Clubs.",
            "d": "Diamonds.",
            "h": "Hearts.",
            "s": "Spades.",
        },
        needed=True,
    ),
    Term(
        "designated_blackjack_cards",
        "The ace and the face card of the one blackjack with a better price.",
        "cards",
        needed=True,
    ),
    choice(
        "optional_payouts_on",
        OptionalPayoutsOn,
        "Whether the optional prices are paid on the whole stake of the hand or on the original stake.",
        {
            "whole_stake": "On the whole stake.",
            "original_stake": "On the original stake; what was added is paid even money.",
        },
        needed=True,
    ),
    dollars("smallest_chip", "The smallest chip: wagers and payouts are whole ones.", needed=True),
    choice(
        "rounding",
        Rounding,
        "How an amount between two chips is rounded.",
        {"down": "To the lower.", "up": "To the higher.", "nearest": "To the nearer; a half goes up."},
        needed=True,
    ),
    dollars("minimum_wager", "The table's least main wager.", may_be_none=True, needed=True),
    dollars("maximum_wager", "The table's greatest main wager.", may_be_none=True, needed=True),
    dollars(
        "payout_limit", "The most that one payout of a hand comes to.", may_be_none=True, needed=True
    ),
    choice(
        "settlement_procedure",
        SettlementProcedure,
        "In which order wagers are settled at the end of a round.",
        {
            "collect_then_pay": "All losing wagers are collected, then winners are paid.",
            "seat_by_seat": "Each seat in turn.",
        },
        needed=True,
    ),
    _settled(
        "settle_bust", SettleBust, "When the wager of a hand over 21 is collected.", "at_once", "end"
    ),
    _settled(
        "settle_surrender",
        SettleAtOnce,
        "When a surrender is settled that no second card of the dealer can change.",
        "at_once",
    ),
    _settled(
        "settle_held_surrender",
        SettleHeldSurrender,
        "When a surrender against an ace or ten-value up card is settled.",
        "second_card",
        "check",
    ),
    _settled(
        "settle_even_money", SettleAtOnce, "When a blackjack that took even money is paid.", "at_once"
    ),
    _settled("settle_rescue", SettleAtOnce, "When a rescued double is settled.", "at_once"),
    _settled(
        "settle_blackjack_v_low",
        SettleBlackjackVLow,
        "When a blackjack is paid that the up card lets nothing beat.",
        "end",
        "before_turns",
        "in_turn",
    ),
    _settled(
        "settle_blackjack_v_high",
        SettleBlackjackVHigh,
        "When a blackjack is paid against an ace or ten-value up card.",
        "end",
        "second_card",
        "check",
        "in_turn",
    ),
    _settled("settle_dead_hand", SettleAtOnce, "When the wager of a dead hand is returned.", "at_once"),
)

SPECIAL_TABLES: Final = (
    choice(
        "switch_blackjack_pays",
        SwitchBlackjackPays,
        "Whether a dealt blackjack at a Switch table keeps its price.",
        {"as_printed": "It keeps its price.", "1 to 1": "It pays 1 to 1."},
        needed=True,
    ),
    choice(
        "switch_natural_v_22",
        SwitchNaturalV22,
        "What becomes of a dealt blackjack at a Switch table against a dealer's 22.",
        {"push": "The stake is returned.", "win": "It is paid."},
        needed=True,
    ),
    choice(
        "face_up_blackjack_v_21",
        WinOrLose,
        "What becomes of a player's blackjack against a dealer's longer 21 with the hole card face up.",
        {"win": "It is paid.", "lose": "It loses."},
        needed=True,
    ),
    flag(
        "face_up_designated_blackjack",
        "Whether the designated blackjack keeps its better price with the hole card face up.",
        needed=True,
    ),
    choice(
        "buster_completion",
        BusterCompletion,
        "By which rule the dealer completes a soft 17 for Buster Blackjack.",
        {
            "table": "By the table's.",
            "literal": "The dealer draws to it.",
            "require_hit_soft_17": "By the table's, and the wager is offered only where that draws.",
        },
        needed=True,
    ),
)

CITED: Final = (
    procedure("draw_on_21", False, "Whether a hand of 21 may draw.", "It may not."),
    procedure("double_draws", 1, "How many cards a doubled hand takes.", "One."),
    procedure(
        "double_amount",
        "wager",
        "The most that a double adds.",
        "The original wager; for a redouble, the wager as it stands.",
    ),
    procedure(
        "surrender_first",
        True,
        "Whether surrender must come before every other decision on the hand.",
        "It must.",
    ),
    procedure(
        "insurance_closes",
        "before_check",
        "When insurance may last be placed.",
        "Before the dealer checks for blackjack.",
    ),
    procedure(
        "late_blackjack_v_double",
        "original_only",
        "What a dealer's blackjack that shows after a double takes of the wager.",
        "The original wager.",
    ),
    procedure(
        "late_blackjack_v_split",
        "original_only",
        "What a dealer's blackjack that shows after a split takes of the wagers.",
        "The original wager.",
    ),
    procedure(
        "dealer_blackjack_ends_round",
        True,
        "Whether nobody draws once the dealer's check has found a blackjack.",
        "Nobody does.",
    ),
)

PLAY: Final = (*DECK, *HANDS, *SETTLEMENT, *SPECIAL_TABLES, *CITED)
