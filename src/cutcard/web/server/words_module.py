"""The vocabulary as a module of the pages, made from the one place that has it."""

from __future__ import annotations

import json
from typing import Final

from cutcard.cards import SUIT_NAMES
from cutcard.law import DOCUMENTS, document
from cutcard.rules import Action
from cutcard.wording import (
    CHORES,
    COMMANDS,
    HAND_STATES,
    IRREGULARITIES,
    OFFERS,
    OPTIONS,
    OUTCOMES,
    SMALL_WORDS,
    capitalized,
    chore_title,
    decision_label,
    outcome_label,
    short_names,
    spaced,
    wager_names,
)

PATH: Final = "js/named.js"
DECLINE: Final = "decline"


def module() -> bytes:
    """The constants that `words.js` and the pages import.

    `PLAIN` has every outcome, option, command and irregularity whose label is not just its id in words.
    """
    constants = {
        "NAMED": wager_names(),
        "SHORT": short_names(),
        "PLAIN": {**OPTIONS, **IRREGULARITIES, **COMMANDS, **_outcomes()},
        "CHORES": {chore: chore_title(chore) for chore in CHORES},
        "SMALL": sorted(SMALL_WORDS),
        "BUTTONS": {str(each): decision_label(each) for each in (*Action, DECLINE)},
        "OFFERS": {str(decision): question for decision, question in OFFERS.items()},
        "HAND_STATES": dict(HAND_STATES),
        "SUIT_NAMES": SUIT_NAMES,
    }
    lines = [f"export const {name} = {json.dumps(value)};" for name, value in constants.items()]
    return "\n".join(lines).encode()


def _outcomes() -> dict[str, str]:
    """The labels of all outcomes that a paytable has, and of those that a settlement alone knows."""
    laws = [document(law) for law in DOCUMENTS]
    paytables = [
        table for law in laws for wager in law.wager_ids for table in law.wager(wager).paytables
    ]
    outcomes = {*OUTCOMES, *(row.outcome for table in paytables for row in table.rows)}
    return {
        outcome: outcome_label(outcome)
        for outcome in sorted(outcomes)
        if outcome_label(outcome) != capitalized(spaced(outcome))
    }
