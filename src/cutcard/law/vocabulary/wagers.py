"""The options that side wagers read: their classifiers, their devices, their meters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from cutcard.law.model import OptionValue
from cutcard.law.vocabulary.terms import Term, choice, dollars, flag, procedure, whole

Order = Literal["counterclockwise_from_right", "clockwise_from_left"]
Sharing = Literal["sequential", "equal_split"]
_SHARING: Final[Mapping[OptionValue, str]] = {
    "sequential": "One after the other; the second takes what the first left.",
    "equal_split": "In equal shares.",
}
_BARRED: Final[Mapping[OptionValue, str]] = {"barred": "It may not.", "allowed": "It may."}


def _shown(name: str, about: str) -> Term:
    return procedure(name, "the_system", about, "From the system; nobody at the table states it.")


CLASSIFIED: Final = (
    choice(
        "spread_ace",
        Literal["high", "low"],
        "Where the ace ranks in the spread wagers.",
        {"high": "Above the king.", "low": "Below the two."},
    ),
    flag("house_money_ace_two", "Whether an ace and a two make a two-card straight."),
    choice(
        "queen_king_ace",
        Literal["allowed", "barred"],
        "Whether queen, king and ace make a straight.",
        {"allowed": "They do.", "barred": "They do not."},
    ),
    choice(
        "bad_beat_hand",
        Literal["final", "initial"],
        "Which hand's 20 the Bad Beat wager sees.",
        {"final": "That of the final hand.", "initial": "That of the first two cards."},
    ),
    choice(
        "bad_beat_bonuses",
        Literal["announced", "every_round"],
        "In which rounds the system draws a Magic Card and a Lucky Player.",
        {"announced": "In those that it announces.", "every_round": "In every round."},
    ),
    choice(
        "hit_and_run_busts",
        Literal["counted", "not_counted"],
        "Whether a dealer's hand over 21 counts by its number of cards.",
        {"counted": "It counts.", "not_counted": "It does not."},
    ),
    choice(
        "free_bonus_stake",
        Literal["at_least_5", "exactly_5"],
        "Which stake on Buster Blackjack the Free Bonus needs.",
        {"at_least_5": "free_bonus_least or more.", "exactly_5": "free_bonus_least exactly."},
    ),
    dollars(
        "free_bonus_least",
        "The stake on Buster Blackjack that the Free Bonus needs.",
        needed_with=("free_bonus",),
    ),
    Term("chosen_suit", "The suit whose royal flush wins the top award of Super 4.", "suit"),
    Term("three_aces_suit", "The suit whose three aces win the meter.", "suit"),
    flag("lone_ace_spins", "Whether a single ace triggers a spin too."),
    Term(
        "lone_ace_least",
        "The stake with which a lone ace spins the wheel.",
        "dollars",
        needed_if="lone_ace_spins",
    ),
    flag("blazing_player_seven", "Whether the player's own two cards must hold a seven."),
    choice(
        "sevens_single",
        Literal["first_card", "first_two", "any_three"],
        "Among which cards a single seven is paid.",
        {
            "first_card": "The player's first card.",
            "first_two": "The player's first two cards.",
            "any_three": "The player's first three cards.",
        },
    ),
    choice(
        "split_aces_progressive",
        Literal["ends_at_split", "continue_on_first_hand"],
        "What a split does to a run of aces.",
        {"ends_at_split": "It ends it.", "continue_on_first_hand": "The first hand goes on with it."},
    ),
    choice(
        "kings_bounty_suited_pair",
        Literal["pair", "any_two"],
        "What the row of suited queens, jacks or tens needs.",
        {"pair": "Two of one rank.", "any_two": "Any two of those ranks."},
    ),
    flag("third_card", "Whether two sevens may take a third card when the dealer has a blackjack."),
    dollars(
        "super_bonus_least",
        "The least original wager that earns the super bonus.",
        needed_with=("super_bonus",),
    ),
    dollars(
        "super_bonus_higher",
        "The original wager from which the super bonus pays its higher amount.",
        needed_with=("super_bonus", "envy_bonus"),
    ),
)

PAID: Final = (
    choice(
        "meter_order",
        Order,
        "In which order several winners are paid from one meter.",
        {
            "counterclockwise_from_right": "From the dealer's right.",
            "clockwise_from_left": "From the dealer's left.",
        },
    ),
    choice(
        "jackpot_sharing",
        Sharing,
        "How several winners take a meter whose own rule says nothing else.",
        _SHARING,
        use="data",
    ),
    choice("super4_sharing", Sharing, "How several winners take a Super 4 meter.", _SHARING, use="data"),
    choice(
        "blazing_7s_sharing",
        Sharing,
        "How several winners take the Blazing 7's meter.",
        _SHARING,
        use="data",
    ),
    flag("stake_returned", "Whether the stake comes back with a fixed or progressive amount."),
    flag(
        "fixed_awards_return_stake",
        "Whether the stake comes back with a fixed award of a progressive or bonus wager.",
    ),
    choice(
        "payout_limit_scope",
        Literal["odds", "all"],
        "What the payout limit cuts.",
        {"odds": "Payouts at odds alone.", "all": "Fixed and progressive amounts too."},
    ),
    flag(
        "crown_treasure_capped",
        "Whether the maximum payout of a round also covers the Crown Treasure Bonus.",
        use="data",
    ),
    dollars("progressive_stake", "The one stake taken on every progressive wager.", may_be_none=True),
    dollars("super4_stake", "The one stake taken on Super 4.", may_be_none=True),
    dollars("monster_match_stake", "The one stake taken on the progressive wager.", may_be_none=True),
    choice(
        "super4_envy",
        Literal["other_bettors", "all_players"],
        "Who receives the envy payout of another player's royal flush.",
        {"other_bettors": "The others with the wager.", "all_players": "Every other player."},
    ),
    choice(
        "envy_per",
        Literal["box", "player"],
        "To whom an envy payout goes once.",
        {"box": "To each box.", "player": "To each player."},
    ),
    flag(
        "envy_requires_paid_super_bonus",
        "Whether the envy payout needs a winning hand that was itself paid the super bonus.",
    ),
    flag(
        "envy_between_winners",
        "Whether two super bonus winners of one round receive envy from each other.",
    ),
    choice(
        "star_option",
        Literal[1, 2, 3],
        "The reseed and contribution of the Star meter: the set of floors of this name.",
        {1: "Option 1.", 2: "Option 2.", 3: "Option 3."},
    ),
    choice(
        "lucky_george_recipient",
        Literal["dealer", "player"],
        "Who receives the Lucky George amount.",
        {"dealer": "The dealer.", "player": "The player."},
    ),
    choice(
        "kings_bounty_dealer_bet",
        Literal["none", "gratuity", "dealer_hand"],
        "Whether a player may make a King's Bounty bet for the dealer.",
        {
            "none": "There is none.",
            "gratuity": "It rides on the player's cards.",
            "dealer_hand": "It rides on the dealer's cards.",
        },
        needed_with=("kings_bounty",),
    ),
    choice(
        "streak_split",
        Literal["ignore_pushes", "majority_of_all"],
        "Whether pushed split hands count when a streak asks for a majority.",
        {"ignore_pushes": "They do not.", "majority_of_all": "They do."},
    ),
    choice(
        "streak_surrender",
        Literal["lose", "push"],
        "What a surrendered hand does to a streak.",
        {"lose": "It ends it.", "push": "It leaves it as it is."},
    ),
)

DEVICES: Final = (
    Term("wheel", "The stops of the wheel, each with its symbol and weight.", "wheel"),
    Term("xtreme_wheel", "The stops of the Xtreme wheel, each with its symbol and weight.", "wheel"),
    Term("bonus_button_awards", "The awards of the bonus button, each with its weight.", "wheel"),
    Term(
        "blackjack_bonus_edge",
        "The house advantage within which the awards of the blackjack bonus must lie, in percent.",
        "pattern",
        pattern=r"\d{1,2} to \d{1,3}",
        example='two bounds in percent as "0 to 30"',
        needed_with=("bonus_button",),
    ),
    choice(
        "community_pay",
        Literal["as_prize_table", "A", "B", "C", "D"],
        "The Community Pay schedule in force.",
        {
            "as_prize_table": "That of the prize table's letter.",
            "A": "Schedule A.",
            "B": "Schedule B.",
            "C": "Schedule C.",
            "D": "Schedule D.",
        },
        use="data",
        needed_with=("wheel",),
    ),
    flag(
        "community_includes_spinner", "Whether the player who spins receives the community amount too."
    ),
    choice(
        "cross_stake_community",
        Literal["none", "by_row"],
        "What a community recipient is paid whose stake differs from the spinner's.",
        {"none": "Nothing.", "by_row": "The same row of the schedule for the own stake."},
    ),
    flag("spin_table_by_stake", "Whether a prize table goes with one stake."),
    choice(
        "second_spin_table",
        Literal["none", "A", "B", "C", "D"],
        "The prize table for the other stake, where both stakes of the Bonus Spin are offered.",
        {"none": "There is none.", "A": "Table A.", "B": "Table B.", "C": "Table C.", "D": "Table D."},
        use="data",
    ),
    dollars("jackpot_prize", "The value of the fixed prize behind a jackpot symbol.", may_be_none=True),
    choice(
        "xtreme_stakes",
        Literal["5_only", "1_and_5"],
        "Which stakes the Xtreme wager takes.",
        {"5_only": "xtreme_table_stake alone.", "1_and_5": "Any stake that the wager permits."},
    ),
    dollars(
        "xtreme_table_stake",
        "The one stake that the Xtreme tables price.",
        needed_with=("xtreme_wheel",),
    ),
    choice(
        "xtreme_pairs",
        Literal["by_row", "operator"],
        "How hot spot and community amounts pair.",
        {"by_row": "Row by row.", "operator": "As the operator's wheel says."},
    ),
    choice(
        "spin_order",
        Literal["as_settled", "clockwise_from_left", "counterclockwise_from_right"],
        "In which order several spins of one round are taken.",
        {
            "as_settled": "As the wagers are settled.",
            "clockwise_from_left": "From the dealer's left.",
            "counterclockwise_from_right": "From the dealer's right, at the end of the round.",
        },
    ),
)

OFFERED: Final = (
    flag(
        "over_and_under", "Whether one player may bet both over and under 13.", needed_with=("over_13",)
    ),
    whole(
        "match_max_multiple",
        "The greatest match wager as a multiple of the main wager; 0 sets no limit.",
        0,
        needed_with=("match_up", "match_down"),
    ),
    flag(
        "down_requires_up",
        "Whether the down wager may be made only with the up wager.",
        needed_with=("match_up", "match_down"),
    ),
    choice(
        "one_additional_wager",
        Literal["per_table", "per_player"],
        "Where one kind of additional wager is all there may be.",
        {"per_table": "At the table.", "per_player": "With each player."},
        use="data",
    ),
    flag(
        "super4_counts_as_progressive",
        "Whether the bars on the progressive blackjack wager also catch Super 4.",
        use="data",
    ),
    choice(
        "twenty_point_with_face_up",
        Literal["barred", "allowed"],
        "Whether the twenty point bonus may be offered with the hole card face up.",
        _BARRED,
        use="data",
    ),
    choice(
        "buster_with_multiple_action",
        Literal["barred", "first_dealer_hand"],
        "Whether Buster may be offered at multiple action.",
        {"barred": "It may not.", "first_dealer_hand": "The dealer's first hand decides it."},
        use="data",
    ),
    choice(
        "kings_bounty_with_progressive",
        Literal["allowed", "barred"],
        "Whether King's Bounty may stand beside the progressive blackjack wager.",
        {"allowed": "It may.", "barred": "It may not."},
        use="data",
    ),
    flag("trilux_single_deck", "Whether TriLux may be offered with one deck.", use="data"),
    choice(
        "trilux_with_face_up",
        Literal["first_card", "barred"],
        "Whether the TriLux wagers may be offered with the hole card face up.",
        {"first_card": "They use the dealer's first card.", "barred": "They may not."},
        use="data",
    ),
    flag(
        "five_card_21_in_variation",
        "Whether the price for a five-card 21 may be offered in the 6 to 5 variation.",
        use="data",
    ),
    choice(
        "side_wagers_in_variation",
        Literal["barred", "approved"],
        "Whether side wagers on face-down first cards may be offered in the 6 to 5 variation.",
        {"barred": "They may not.", "approved": "They have an approved procedure."},
        use="data",
    ),
)

CITED: Final = (
    _shown("meter_shown", "Where the amount of a progressive meter comes from."),
    _shown("device_shown", "Where the result of a wheel, a button or a draw comes from."),
    _shown("super_4_progressive_shown", "Where the amount of a Super 4 meter comes from."),
    _shown("blazing_7s_shown", "Where the amount of a Blazing 7's meter comes from."),
    _shown("must_hit_shown", "Where the amount of the Must Hit meter, and its winner, come from."),
    _shown("blackjack_bonus_shown", "Where the award of the bonus button comes from."),
    procedure(
        "streak_advances",
        True,
        "Whether a won hand moves the streak marker to the next area.",
        "It does.",
    ),
    procedure(
        "streak_push",
        "unchanged",
        "What a pushed hand does to a streak wager.",
        "It leaves it as it is.",
    ),
    procedure(
        "streak_added",
        False,
        "Whether a streak wager may be added before all earlier ones are decided.",
        "It may not.",
    ),
    procedure(
        "dealer_third_card",
        "under_17",
        "When the dealer must take a third card for the optional bonus wager.",
        "With two cards of less than 17.",
    ),
    Term(
        "hot_spot_selection",
        "The operator's own account of how the hot spot is chosen, or none.",
        "text",
        use="record",
    ),
    Term(
        "community_cards",
        "The operator's own account of the community cards in use, or none.",
        "text",
        use="record",
    ),
)

WAGERS: Final = (*CLASSIFIED, *PAID, *DEVICES, *OFFERED, *CITED)
