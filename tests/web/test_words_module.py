"""The vocabulary that pages import: the house's own words, and nothing else."""

from __future__ import annotations

import json

from cutcard.cards import SUIT_NAMES
from cutcard.floor.people import TABLE_COMMANDS
from cutcard.web.server.assets import words_module
from cutcard.wording import HAND_STATES, IRREGULARITIES, OFFERS, OPTIONS, decision_label


def _exported() -> dict[str, object]:
    lines = [line.removeprefix("export const ") for line in words_module().decode().splitlines()]
    return {
        name: json.loads(text.removesuffix(";"))
        for name, _, text in (each.partition(" = ") for each in lines)
    }


def test_the_module_is_one_json_constant_a_line() -> None:
    exported = _exported()
    assert exported["OFFERS"] == OFFERS
    assert exported["HAND_STATES"] == HAND_STATES
    assert exported["SUIT_NAMES"] == SUIT_NAMES
    plain, buttons = exported["PLAIN"], exported["BUTTONS"]
    assert isinstance(plain, dict)
    assert isinstance(buttons, dict)
    assert plain.items() >= {**OPTIONS, **IRREGULARITIES}.items()
    assert buttons == {name: decision_label(name) for name in buttons}


def test_buttons_and_offers_are_of_decisions_that_a_player_can_make() -> None:
    buttons = _exported()["BUTTONS"]
    assert isinstance(buttons, dict)
    assert {*buttons, *OFFERS} <= set(TABLE_COMMANDS)
