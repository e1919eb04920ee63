"""A side wager that no document has, added by one file and one classifier, and asked for everywhere.

    python tests/wagers/made_up_wager.py FOLDER

FOLDER is a copy of the law data. What settlement, odds, simulator, check and wording make of the wager
is printed as JSON. It runs as a process of its own, since documents and registries are made once.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import cast

from cutcard.law import shelves
from cutcard.wagers.classify import registry
from cutcard.wagers.view import Classifier, Sees, View

DOCUMENT = "md-blackjack"
WAGER = """
id = "two_reds"
title = "Two Reds Bonus"
name = "Two Red Cards"
short = "Two Reds"
cite = "Ch.6 §G(99)"
about = "Wins when the player's first two cards are red, with more for a pair of them."
classifier = "red_cards"

[settled]
paid = "end"
cite = "Ch.13 §A(99)"

[[paytables]]
id = "A"
cite = "Ch.13 §A(99)(a)"
rows = [
    { outcome = "identical_red_cards", pays = "25 to 1", cite = "Ch.13 §A(99)(a)(i)" },
    { outcome = "red_pair", pays = "8 to 1", cite = "Ch.13 §A(99)(a)(ii)" },
    { outcome = "both_red", pays = "2 to 1", cite = "Ch.13 §A(99)(a)(iii)" },
]

[[paytables]]
id = "B"
cite = "Ch.13 §A(99)(b)"
rows = [
    { outcome = "red_pair", pays = "12 to 1", cite = "Ch.13 §A(99)(b)(i)" },
    { outcome = "both_red", pays = "2 to 1", cite = "Ch.13 §A(99)(b)(ii)" },
]
unlisted = { identical_red_cards = "pays as a red pair" }
"""


def _red_cards(view: View) -> tuple[str, ...]:
    first, second = view.first_two
    are_red = {first.suit, second.suit} <= {"h", "d"}
    found = {
        "identical_red_cards": are_red and first is second,
        "red_pair": are_red and first.rank == second.rank,
        "both_red": are_red,
    }
    return tuple(name for name, is_so in found.items() if is_so)


RED_CARDS = Classifier(
    "red_cards",
    ("identical_red_cards", "red_pair", "both_red"),
    Sees.FIRST_CARDS,
    _red_cards,
    copies={"identical_red_cards": 2},
)


def add(data: Path) -> None:
    """Put the wager into a copy of the law data, and the classifier among the others."""
    folder = data / DOCUMENT
    (folder / "wagers" / "two_reds.toml").write_text(WAGER, encoding="utf-8")
    listed = (folder / "document.toml").read_text(encoding="utf-8")
    more = re.sub(r"(?ms)^(wagers = \[.*?),?\n?\]", r'\1, "two_reds"]', listed, count=1)
    (folder / "document.toml").write_text(more, encoding="utf-8")
    cast(dict[str, Classifier], registry.CLASSIFIERS)[RED_CARDS.name] = RED_CARDS
    vars(shelves)["DATA"] = data


def asked_everywhere() -> dict[str, object]:
    """What each room says of the wager; nothing is imported before it has been added."""
    from cutcard.automata.wagers import chains
    from cutcard.money import Cents
    from cutcard.odds import answer, question
    from cutcard.submission import check
    from cutcard.table.script import SettledRound, settle
    from cutcard.wording import short_names, wager_name

    request = {
        "document": DOCUMENT,
        "options": {"decks": 6},
        "wagers": {"two_reds": "A"},
        "boxes": [{"box": 1, "stakes": {"main": "25", "two_reds": "5"}}],
        "cards": ["9h", "9c", "9h", "Kd"],
        "decisions": [{"box": 1, "do": "stand"}],
    }
    settled = settle(request)
    assert isinstance(settled, SettledRound), settled
    lines = settled.lines
    asked = question(DOCUMENT, "two_reds", paytable="B", decks=6)
    submitted = {"document": DOCUMENT, "operator": "A", "options": {"decks": 1}}
    checked = check({**submitted, "wagers": {"two_reds": "A"}}, by_play=False)
    (chain,) = chains(asked.rules, {"main": Cents(100), "two_reds": Cents(100)}).chains
    return {
        "law": registry.check_law(shelves.document(DOCUMENT)),
        "settle": [
            [each.outcome, each.returned, each.cite] for each in lines if each.wager == "two_reds"
        ],
        "odds": str(answer(asked).player_edge),
        "check": [each.message for each in checked.findings if each.path == "wagers.two_reds"],
        "sim": [[*each.outcomes, each.net] for each in chain.results],
        "names": [wager_name("two_reds"), short_names()["two_reds"]],
    }


if __name__ == "__main__":
    add(Path(sys.argv[1]))
    print(json.dumps(asked_everywhere()))
