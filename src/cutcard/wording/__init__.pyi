from .changes import (
    SynopsisChapter as SynopsisChapter,
    SynopsisLine as SynopsisLine,
    synopsis as synopsis,
)
from .commands import (
    CHORES as CHORES,
    COMMANDS as COMMANDS,
    OFFERS as OFFERS,
    SETTLEMENTS as SETTLEMENTS,
    chore_button as chore_button,
    chore_title as chore_title,
    command_label as command_label,
    decision_label as decision_label,
    decision_name as decision_name,
    decision_verb as decision_verb,
    meter_command_label as meter_command_label,
    settlement_moment as settlement_moment,
    settlement_order as settlement_order,
    settlement_title as settlement_title,
)
from .irregularities import (
    IRREGULARITIES as IRREGULARITIES,
    irregularity_choice as irregularity_choice,
    irregularity_label as irregularity_label,
    irregularity_order as irregularity_order,
)
from .options import (
    OPTIONS as OPTIONS,
    option_label as option_label,
    paytable_label as paytable_label,
    submission_path_label as submission_path_label,
    value_label as value_label,
)
from .outcomes import (
    CARRIED_SENTENCES as CARRIED_SENTENCES,
    HAND_STATES as HAND_STATES,
    INSURANCE_LOST as INSURANCE_LOST,
    INSURANCE_WON as INSURANCE_WON,
    OUTCOMES as OUTCOMES,
    main_outcome_sentence as main_outcome_sentence,
    outcome_label as outcome_label,
    outcome_name as outcome_name,
    price_label as price_label,
    price_name as price_name,
)
from .prose import (
    choices_label as choices_label,
    event_sentence as event_sentence,
    finding_text as finding_text,
    record_sentence as record_sentence,
    without_ids as without_ids,
)
from .requirements import MET_BY as MET_BY, STATUS as STATUS
from .tables import (
    Dealing as Dealing,
    game_title as game_title,
    inscriptions as inscriptions,
    table_summary as table_summary,
)
from .terms import term_text as term_text
from .text import (
    SMALL_WORDS as SMALL_WORDS,
    capitalized as capitalized,
    join_words as join_words,
    plural as plural,
    spaced as spaced,
    title_case as title_case,
    uncapitalized as uncapitalized,
    with_card_faces as with_card_faces,
    with_short_dollars as with_short_dollars,
)
from .wagers import (
    meter_name as meter_name,
    short_names as short_names,
    variation_name as variation_name,
    wager_name as wager_name,
    wager_names as wager_names,
)
