"""The options about the cards: opening, shuffle, cut, cover card, burn, shufflers and double shoes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from cutcard.law.model import OptionValue
from cutcard.law.vocabulary.terms import Term, choice, flag, procedure, whole

ShoeKind = Literal["single", "double", "hand"]
ShufflerKind = Literal["manual", "two_batch", "continuous"]
ShufflerOutOfOrder = Literal["covered", "none"]
ContinuousLifts = Literal["cut_and_cover", "cut_cover_and_idle", "cut_cover_idle_and_burn"]
OpeningInspection = Literal["dealer_and_floorperson", "dealer"]
PreshuffledCards = Literal["opening_and_shuffle", True, False]
OpeningWash = Literal["always", "without_shuffler"]
ReaderInspection = Literal["each_gaming_day", "none"]
ReaderMalfunction = Literal["stops_the_game", "play_without_it"]
CutRefusedRotates = Literal["counterclockwise", "clockwise"]
CutFromEnds = Literal["10_cards", "one_deck"]
BaseCover = Literal["none", "after_cover_card", "before_cover_card"]
RecutBy = Literal["floorperson", "supervisor"]
RecutUntil = Literal["loaded", "dealt"]
RoundsPerDeck = Literal["several", "one"]
BurnExcusedBy = Literal["floorperson", "nobody"]
BurnShown = Literal["never", "on_request"]
RedSide = Literal["left", "right"]
IdleSpread = Literal["face_down", "either"]

_STEPS: Final[Mapping[OptionValue, str]] = {
    "plug": "Unused cards are put into the pack at several places.",
    "riffle": "The two halves are riffled.",
    "turn": "One half is turned end for end.",
    "strip": "Packets are drawn off and laid on each other.",
    "cut": "The dealer cuts.",
}

READ: Final = (
    choice(
        "shoe",
        ShoeKind,
        "What the cards are dealt from.",
        {
            "single": "A shoe with one side.",
            "double": "A shoe with two sides, one of which each round is dealt from.",
            "hand": "The dealer's hand; the players' first cards lie face down.",
        },
        needed=True,
    ),
    choice(
        "shuffler",
        ShufflerKind,
        "How the cards are shuffled.",
        {
            "manual": "By hand.",
            "two_batch": "By a device that shuffles one batch while the other is played.",
            "continuous": "By a device that takes back the cards of every round.",
        },
        needed=True,
    ),
    flag("shuffler_loads_shoe", "Whether the shuffling device puts the stack into the shoe itself."),
    flag("shuffler_compulsory", "Whether the cards may be shuffled by a device only.", needed=True),
    choice(
        "shuffler_out_of_order",
        ShufflerOutOfOrder,
        "What is done with a shuffler that cannot be used before another method is.",
        {"covered": "It is covered or removed.", "none": "Nothing is asked for."},
        needed=True,
    ),
    choice(
        "continuous_lifts",
        ContinuousLifts,
        "Which procedures a continuous shuffler sets aside.",
        {
            "cut_and_cover": "The cut and the cover card.",
            "cut_cover_and_idle": "These, and the spread of an idle table.",
            "cut_cover_idle_and_burn": "All of these, and the burn.",
        },
        needed=True,
    ),
    choice(
        "opening_inspection",
        OpeningInspection,
        "Who looks new cards through for defects.",
        {"dealer_and_floorperson": "The dealer; a floorperson verifies.", "dealer": "The dealer."},
        needed=True,
    ),
    choice(
        "preshuffled_cards",
        PreshuffledCards,
        "Whether cards come to the table already inspected and shuffled.",
        {
            "opening_and_shuffle": "They may, and both steps fall away.",
            True: "They do, and both steps fall away.",
            False: "They do not.",
        },
        needed=True,
    ),
    flag("tens_removed", "Whether the tens are taken out of new decks and torn.", needed=True),
    choice(
        "opening_wash",
        OpeningWash,
        "When new cards are washed before they are stacked.",
        {"always": "Always.", "without_shuffler": "Where they are shuffled by hand."},
        needed=True,
    ),
    whole(
        "card_age_hours",
        "After how many hours the decks must be changed; 0 where there is no limit.",
        0,
        needed=True,
    ),
    choice(
        "reader_inspection",
        ReaderInspection,
        "When the card reader is inspected.",
        {"each_gaming_day": "Before play on every gaming day.", "none": "Nothing is asked for."},
        needed=True,
    ),
    choice(
        "reader_malfunction",
        ReaderMalfunction,
        "What a card reader out of order does to the game.",
        {"stops_the_game": "It stops.", "play_without_it": "It goes on without the reader."},
        use="citation",
        needed=True,
    ),
    Term(
        "shuffle_steps",
        "The steps that a shuffle by hand is made of; none where the house chooses.",
        "list",
        _STEPS,
        needed=True,
    ),
    whole("riffles_before_strip", "How many riffles come before the strip.", 0, needed=True),
    Term(
        "alternative_shuffle",
        "An approved shuffle, cut or burn procedure in place of the printed one, or none.",
        "text",
    ),
    choice(
        "cut_refused_rotates",
        CutRefusedRotates,
        "In which direction a refused cut goes round the table.",
        {"counterclockwise": "From right to left.", "clockwise": "From left to right."},
        needed=True,
    ),
    choice(
        "cut_from_ends",
        CutFromEnds,
        "How far from either end of the stack the cut must be.",
        {"10_cards": "Ten cards.", "one_deck": "One deck."},
        needed=True,
    ),
    Term(
        "cover_from_back",
        "How much of the stack must lie behind the cover card.",
        "pattern",
        pattern=r"1/[2-9]",
        example='a part of the stack as "1/4", from 1/2 to 1/9',
        needed=True,
    ),
    choice(
        "base_cover",
        BaseCover,
        "Whether a cover card lies under a pack held in the hand, and when it is put there.",
        {
            "none": "There is none.",
            "after_cover_card": "After the cover card that ends the pack.",
            "before_cover_card": "Before it.",
        },
        needed=True,
    ),
    choice(
        "recut_by",
        RecutBy,
        "Who may have the cut done again.",
        {"floorperson": "A floorperson or anyone above.", "supervisor": "A supervisor or anyone above."},
        needed=True,
    ),
    choice(
        "recut_until",
        RecutUntil,
        "Until when the cut may be ordered again.",
        {"loaded": "Until the cards are in the shoe.", "dealt": "Until one is dealt."},
        needed=True,
    ),
    choice(
        "rounds_per_deck",
        RoundsPerDeck,
        "How many rounds are dealt from a pack in the hand before it is changed.",
        {"several": "As many as the cover card allows.", "one": "One."},
    ),
    flag("burn_per_shoe", "Whether the first card of each full shoe is burned.", needed=True),
    flag("burn_per_dealer", "Whether each new dealer burns a card before dealing.", needed=True),
    flag("burn_each_round", "Whether a card is burned before each round.", needed=True),
    choice(
        "burn_excused_by",
        BurnExcusedBy,
        "Who may excuse a new dealer from burning a card.",
        {"floorperson": "A floorperson or anyone above.", "nobody": "Nobody."},
        needed=True,
    ),
    choice(
        "burn_shown",
        BurnShown,
        "Whether a burned card is shown to a player who asks.",
        {"never": "It is not.", "on_request": "It is."},
        needed=True,
    ),
    choice(
        "determinant_red_side",
        RedSide,
        "From which side of a double shoe a red determinant card calls the round.",
        {"left": "From the left.", "right": "From the right."},
    ),
    flag("reshuffle_any_round", "Whether the house may call a reshuffle after any round.", needed=True),
    choice(
        "idle_spread",
        IdleSpread,
        "How the cards of an open table without players lie.",
        {"face_down": "Face down unless a player asks.", "either": "As the house likes."},
        needed=True,
    ),
    flag(
        "idle_turned_up",
        "Whether cards spread face down are turned up for the first player to come.",
        needed=True,
    ),
    flag(
        "too_few_cards_by_hand",
        "Whether the shuffle of a round whose cards run out is by hand where a device is compulsory.",
        needed=True,
    ),
)

CITED: Final = (
    procedure("opening_spread", "face_up", "How new cards are spread for the first player.", "Face up."),
    procedure(
        "opening_view",
        "first_arrival",
        "Who is given the opportunity to look the spread cards over.",
        "The first player to come.",
    ),
    procedure(
        "shuffle_due",
        "each_shoe",
        "When the cards are shuffled.",
        "Before play, after each shoe and when a reshuffle is called.",
    ),
    procedure(
        "cut_offered",
        "after_the_shuffle",
        "When the stack is offered to be cut.",
        "After the shuffle.",
    ),
    procedure(
        "cut_at_opening",
        "first_arrival",
        "Who is offered the cut when the game begins.",
        "The first player to come.",
    ),
    procedure(
        "cut_after_cover",
        "that_player",
        "Who is offered the cut after the cover card came out on a player's cards.",
        "That player.",
    ),
    procedure(
        "cut_after_dealer_cover",
        "far_right",
        "Who is offered the cut after the cover card came out on the dealer's cards.",
        "The player at the far right.",
    ),
    procedure(
        "cut_after_dealer_cover_refused",
        "counterclockwise",
        "Where a cut goes on that was refused after the cover card came out on the dealer's cards.",
        "From right to left.",
    ),
    procedure(
        "cut_after_order",
        "far_right",
        "Who is offered the cut after a reshuffle that the house called.",
        "The player at the far right.",
    ),
    procedure(
        "cut_after_order_refused",
        "counterclockwise",
        "Where a cut goes on that was refused after a reshuffle that the house called.",
        "From right to left.",
    ),
    procedure("cut_by_dealer", "nobody_accepts", "When the dealer cuts.", "When nobody accepts."),
    procedure(
        "recut_cutter",
        "last_or_next",
        "Who cuts again.",
        "The last cutter or the next person entitled.",
    ),
    procedure("shoe_loaded", "after_the_cut", "When the stack goes into the shoe.", "After the cut."),
    Term(
        "determinant",
        "What the determinant card of a double shoe takes the place of.",
        "choice",
        {"burns": "The burn.", "none": "There is no double shoe."},
        use="citation",
    ),
    Term(
        "determinant_of_its_side",
        "What becomes of a determinant card that calls the side it came from.",
        "choice",
        {"first_card": "It is the first card of the round.", "none": "There is no double shoe."},
        use="citation",
    ),
    Term(
        "determinant_of_other_side",
        "What becomes of a determinant card that calls the other side.",
        "choice",
        {"segregated": "It is put aside.", "none": "There is no double shoe."},
        use="data",
    ),
    procedure(
        "cover_reached",
        "round_completed",
        "What happens when the cover card comes out.",
        "The round is completed, and no other is dealt.",
    ),
    procedure(
        "shoe_collected",
        "counted_into_rack",
        "What becomes of the cards left when a shoe ends.",
        "They are counted into the discard rack.",
    ),
    Term(
        "side_collected",
        "What becomes of the cards left when one side of a double shoe ends.",
        "choice",
        {"counted_into_rack": "They are counted into its rack.", "none": "There is no double shoe."},
        use="citation",
    ),
    procedure(
        "idle_by_hand",
        "wash_stack_shuffle",
        "How an idle table without a shuffler resumes.",
        "The cards are washed, stacked and shuffled.",
    ),
    procedure(
        "idle_with_shuffler",
        "exchange_batches",
        "How an idle table with a shuffler resumes.",
        "The batches are exchanged.",
    ),
    procedure(
        "stored_batch_spread",
        "on_request",
        "Whether the batch that comes out of the shuffler at an idle table is spread and reshuffled.",
        "When a player asks.",
    ),
    procedure(
        "two_batches",
        "alternate",
        "How the two batches of a shuffler are used.",
        "They take turns.",
        use="data",
    ),
    procedure(
        "shuffler_jam",
        "reshuffled",
        "What becomes of cards whose shuffle a device did not complete.",
        "They are shuffled again.",
    ),
    procedure(
        "too_few_cards",
        "shuffle_the_rack",
        "How a round goes on whose cards have run out.",
        "The discard rack is shuffled.",
    ),
    procedure(
        "too_few_cards_burn",
        "burned",
        "What is done with the first card after such a shuffle.",
        "It is burned.",
    ),
    procedure(
        "cards_run_out",
        "void",
        "What becomes of a round for which neither shoe nor rack holds a card.",
        "It is void.",
    ),
)

SHOE: Final = (*READ, *CITED)
