"""The options about the table: who bets, prices by option, the order of a round."""

from __future__ import annotations

from typing import Final, Literal

from cutcard.law.vocabulary.terms import Term, choice, dollars, flag, procedure

TABLE: Final = (
    Term(
        "blackjack_pays",
        "The price of a winning blackjack: rows of the main wager are in force by it.",
        "pattern",
        pattern=r"[1-9]\d{0,2} to [1-9]\d{0,2}",
        example='odds as "3 to 2"',
        use="data",
        needed=True,
    ),
    Term(
        "optional_payouts",
        "The better prices for winning hands that the table offers: rows are in force by them.",
        "list",
        {
            "six_seven_eight_mixed": "6, 7 and 8 of several suits.",
            "six_seven_eight_suited": "6, 7 and 8 of one suit.",
            "six_seven_eight_premium": "6, 7 and 8 of the premium suit.",
            "three_sevens_mixed": "Three sevens of several suits.",
            "three_sevens_suited": "Three sevens of one suit.",
            "three_sevens_premium": "Three sevens of the premium suit.",
            "three_sevens": "Three sevens.",
            "five_card_21": "A 21 of five cards.",
            "six_card_21": "A 21 of six cards.",
            "seven_card_21": "A 21 of seven cards.",
            "designated_blackjack": "The blackjack of two designated cards.",
        },
    ),
    flag("boxes_together", "Whether the boxes of one player must lie next to each other.", needed=True),
    choice(
        "shared_box_players",
        Literal[1, 2, 3],
        "How many people may bet on one box.",
        {1: "One.", 2: "Two.", 3: "Three."},
        needed=True,
    ),
    choice(
        "mid_shoe_entry",
        Literal["allowed", "barred"],
        "Whether someone who sat out a round may bet again before the next shuffle.",
        {"allowed": "They may.", "barred": "They may not."},
        needed=True,
    ),
    choice(
        "insurance_amount",
        Literal["half", "half_at_most"],
        "The most that may be staked on insurance.",
        {
            "half": "Half the wager, or the next amount that chips can make.",
            "half_at_most": "Half the wager, and no chip more.",
        },
        needed=True,
    ),
    choice(
        "dead_hand_side_wagers",
        Literal["returned", "in_play"],
        "What becomes of the side wagers and the insurance of a hand that dies undecided.",
        {"returned": "They go back.", "in_play": "They stay in play."},
        needed=True,
    ),
    choice(
        "shared_surrender",
        Literal["binds_all", "individual"],
        "Whether the caller's surrender binds everyone on a shared box.",
        {"binds_all": "It does.", "individual": "Each decides alone."},
    ),
    flag("shared_side_wagers", "Whether others on a shared box may make side wagers of their own."),
    choice(
        "multiple_action_wagers",
        Literal["two_or_three", "three"],
        "How many wagers each player makes at multiple action.",
        {"two_or_three": "Two or three.", "three": "Three."},
    ),
    flag(
        "players_let_out",
        "Whether players may be let out of a round after a card was delivered wrongly.",
    ),
    choice(
        "five_dollar_multiples",
        Literal["all", "main_only"],
        "Which wagers of the variation six_to_five must be multiples of its unit.",
        {"all": "All.", "main_only": "The main wager alone."},
        needed_with=("six_to_five",),
    ),
    dollars(
        "six_to_five_unit",
        "The amount of which wagers of the variation six_to_five are multiples.",
        needed_with=("six_to_five",),
    ),
    procedure(
        "switch_wagers",
        "equal",
        "Whether the two main wagers of a player at a Switch table must be equal.",
        "They must.",
    ),
    procedure(
        "split_order",
        "first_from_the_left",
        "Which of a box's split hands is played first.",
        "The first from the left, as the dealer sees it.",
    ),
    procedure(
        "hole_card_checked",
        "before_turns",
        "When the dealer determines whether the hole card makes a blackjack.",
        "Before the players' turns.",
    ),
    procedure(
        "hole_card_shown", "after_players", "When the hole card is turned face up.", "After the players."
    ),
    procedure(
        "deal_order",
        "clockwise_from_left",
        "In which order the first cards are dealt.",
        "From the dealer's left to the right.",
    ),
    procedure(
        "dealt_by", "dealer", "Whose hand takes the cards from the shoe or the pack.", "The dealer's."
    ),
    procedure(
        "new_dealer",
        "one_at_a_time",
        "Who deals at a table.",
        "The dealer who came to it, until another does.",
    ),
    procedure(
        "hole_card_dealt",
        "by_hole_card",
        "When the dealer's second card is dealt.",
        "As the option hole_card says.",
    ),
    procedure(
        "draws_dealt",
        "as_asked_for",
        "How a card that a player asks for is dealt.",
        "When it is asked for.",
    ),
    procedure(
        "cards_collected",
        "after_settlement",
        "When the cards on the layout are picked up.",
        "After settlement.",
    ),
)
