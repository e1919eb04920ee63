"""The skeleton of a new document: every option with its meaning, or the files of another to edit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from cutcard.law.files import DocumentFiles
from cutcard.law.model import OptionValue
from cutcard.law.reader import LawError
from cutcard.law.vocabulary.register import GROUPS
from cutcard.law.vocabulary.terms import NONE, Term

_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:@[A-Za-z0-9][A-Za-z0-9.]*)?")

CHOICES: Final[Mapping[str, OptionValue]] = {
    "decks": 6,
    "boxes": 7,
    "adjacent_boxes": 7,
    "soft_17": "stand",
    "max_hands": 4,
    "max_hands_aces": 2,
    "split_by": "value",
    "split_aces_draw": False,
    "double_after_split": True,
    "double_totals": "any",
    "surrender": False,
    "even_money": False,
    "smallest_chip": "0.01",
    "rounding": "down",
    "minimum_wager": NONE,
    "maximum_wager": NONE,
    "payout_limit": NONE,
    "settlement_procedure": "collect_then_pay",
    "shuffler": "manual",
    "mid_shoe_entry": "allowed",
    "dead_hand_side_wagers": "in_play",
}
"""What the skeleton leaves to the operator, with its default."""
NARROWED: Final[Mapping[str, tuple[OptionValue, ...]]] = {
    "hole_card": ("card_reader", "face_down", "none"),
    "blackjack_pays": ("3 to 2", "6 to 5"),
}
"""What it leaves to the operator of a wider set; the first is the default."""
FIXED: Final[Mapping[str, OptionValue]] = {
    "blackjack_v_blackjack": "push",
    "double_on_21": False,
    "most_doublings": 1,
    "redouble": False,
    "rescue": False,
    "insurance": True,
    "dealer_22_pushes": False,
    "switch": False,
    "late_blackjack_v_21": "lose",
    "busted_extras": "lost",
    "bonus_after_split": True,
    "bonus_after_double": True,
    "premium_suit": NONE,
    "designated_blackjack_cards": (),
    "shuffler_compulsory": False,
    "shuffler_out_of_order": NONE,
    "preshuffled_cards": False,
    "tens_removed": False,
    "card_age_hours": 0,
    "reader_inspection": NONE,
    "reader_malfunction": "play_without_it",
    "shuffle_steps": (),
    "riffles_before_strip": 0,
    "cover_from_back": "1/4",
    "burn_per_shoe": True,
    "burn_per_dealer": False,
    "burn_each_round": False,
    "reshuffle_any_round": True,
    "idle_turned_up": False,
    "too_few_cards_by_hand": False,
    "boxes_together": False,
    "face_up_designated_blackjack": True,
}
"""What it fixes, where the first value of the set is not meant."""

_DOCUMENT: Final = """\
# A rule document. docs/law-data.md explains every key; `cutcard law lint` tells what is wrong.
id = "{id}"
title = "My Blackjack"
issuer = "My Casino"
version = "{version}"
# effective_from = 2026-01-01          # the day from which it is in force
# supersedes = "0"                     # the version it takes the place of
game = "Blackjack"
wagers = ["main", "insurance"]         # every file under wagers/, in the order in which users see them

[[divisions]]                          # the sections that citations name
cite = "§1"
title = "Table and cards"

[[divisions]]
cite = "§2"
title = "Play"

[[divisions]]
cite = "§3"
title = "Payouts"
"""

_ROWS: Final = (
    ("win", "1 to 1", ""),
    ("blackjack", "3 to 2", 'when = { blackjack_pays = "3 to 2" }'),
    ("blackjack", "6 to 5", 'when = { blackjack_pays = "6 to 5" }'),
    ("push", "push", ""),
    ("lose", "lose", ""),
    ("bust", "lose", ""),
    ("dealer_blackjack", "lose", ""),
    ("blackjack_push", "push", ""),
    ("even_money", "1 to 1", ""),
    ("surrender", "0.5 for 1", ""),
    ("surrender_after_check", "0.5 for 1", ""),
    ("surrender_to_blackjack", "lose", ""),
    ("original_wager_only", "push", ""),
)

_MAIN: Final = """\
id = "main"
title = "Blackjack"
cite = "§3"
about = "The wager on the player's hand against the dealer's."
classifier = "main"

[settled]                              # first_cards, check, turn, election, third_card or end
paid = "end"
cite = "§3"

[[paytables]]
id = "standard"
cite = "§3"
"""

_INSURANCE: Final = """\
id = "insurance"
title = "Insurance"
cite = "§2"
about = "Open against a dealer's ace, and wins when the dealer has a blackjack."
classifier = "insurance"

[needs]
wagers = ["main"]
cite = "§2"

[settled]
paid = "check"
cite = "§2"

[[paytables]]
id = "standard"
cite = "§3"

[[paytables.rows]]
outcome = "dealer_blackjack"
pays = "2 to 1"
cite = "§3"

[paytables.unlisted]
dealer_blackjack_suited = "one price for every blackjack"
"""

_CASES: Final = """\
# Your own cases: `cutcard law test` runs them. docs/cases.md explains every key.
[[case]]
name = "A 20 wins against 17"
cards = "Kh 9c Qd 8s"
stakes = { main = "10" }
play = "stand"
net = { 1 = "10.00" }

[[case]]
name = "A blackjack pays 3 to 2"
cards = "Ah 9c Kd 8s"
stakes = { main = "10" }
options = { blackjack_pays = "3 to 2" }
net = { 1 = "15.00" }
"""

_EMPTY: Final = {
    "readings.toml": """\
# Where the text is unclear, and how it is read.
# [MY-A01]
# cite = "§2"
# problem = "..."
# reading = "..."
# options = ["soft_17"]                # the options that offer the other readings
""",
    "requirements.toml": """\
# What the document asks for; a case names in `proves` what it proves, and `cutcard law coverage` counts.
# [MY-R01]
# tag = "engine"                       # engine, procedure, config, physical
# cite = "§2"
# says = "..."
""",
    "provisions.toml": """\
# Procedures and irregularities that this document knows; one that is left out is refused at a table.
# docs/options.md lists the names and the effects of each.
# [bets_close]
# about = "No wager is taken once dealing has begun."
# effect = "first_card"
# cite = "§2"
""",
    "bars.toml": """\
# What may not stand at one table.
# [features.six_to_five]
# option = "blackjack_pays"
# values = ["6 to 5"]
""",
}


def write_skeleton(folder: Path, name: str) -> Path:
    """Write a new document into a folder of documents; where it stands."""
    place, family, version = _place(folder, name)
    rows = "".join(
        f'\n[[paytables.rows]]\noutcome = "{outcome}"\npays = "{pays}"\ncite = "§3"\n'
        + (f"{when}\n" if when else "")
        for outcome, pays, when in _ROWS
    )
    _write(
        place,
        {
            "document.toml": _DOCUMENT.format(id=family, version=version or "1"),
            "options.toml": "\n".join(_options()),
            "wagers/main.toml": _MAIN + rows,
            "wagers/insurance.toml": _INSURANCE,
            "cases/rounds.toml": _CASES,
            **_EMPTY,
        },
    )
    return place


def write_copy(folder: Path, name: str, files: DocumentFiles) -> Path:
    """Write the files of another document under a new name; where they stand."""
    place, family, version = _place(folder, name)
    texts = {each: files.read(each).decode("utf-8") for each in files.names}
    about = re.sub(r'(?m)^id = ".*"', f'id = "{family}"', texts["document.toml"], count=1)
    if version:
        about = re.sub(r'(?m)^version = ".*"', f'version = "{version}"', about, count=1)
    _write(place, {**texts, "document.toml": about})
    return place


def _place(folder: Path, name: str) -> tuple[Path, str, str]:
    """The new document's folder, its id and the version in its name."""
    if not _ID.fullmatch(name):
        raise LawError(f"{name!r} is not an id; write it as my-rules, or my-rules@1")
    place = folder / name
    if place.exists():
        raise LawError(f"{place}: there is such a folder already")
    family, _, version = name.partition("@")
    return place, family, version


def _write(place: Path, texts: Mapping[str, str]) -> None:
    try:
        for name, text in texts.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_text(text, "utf-8")
    except OSError as problem:
        raise LawError(f"{place}: {problem.strerror}") from None


def _options() -> Iterator[str]:
    """The lines of `options.toml`: what rules need and cite, then what side wagers may ask for."""
    yield "# Every option that the rules read. `fixed` leaves no choice; with `permitted` or `minimum`,"
    yield "# and `default`, the operator has one. Values that are not listed are not implemented."
    for title, terms in GROUPS.items():
        stated = [each for each in terms if each.needed or each.use == "citation"]
        others = [each for each in terms if each not in stated]
        yield f"\n# {title}"
        for term in stated if title != "Side wagers" else ():
            yield from _entry(term)
        further = others if title != "Side wagers" else list(terms)
        if further:
            yield f"\n# {title}: only where something of this document needs it."
        for term in further:
            yield f"# {term.name}: {term.about} ({term.possible})"
    yield ""


def _entry(term: Term) -> Iterator[str]:
    yield f"\n[{term.name}]"
    if term.values and term.shape != "flag":
        for value, meaning in term.values.items():
            yield f"# {_toml(value)}: {meaning}"
    elif term.shape != "flag":
        yield f"# {term.possible}"
    yield f"about = {_toml(term.about)}"
    if term.name in NARROWED:
        values = NARROWED[term.name]
        yield f"permitted = {_toml_list(values)}"
        yield f"default = {_toml(values[0])}"
    elif term.name in CHOICES:
        yield from _choice(term, CHOICES[term.name])
    else:
        first = next(iter(term.values), "")
        if term.kinds[0] and term.shape != "suit":
            yield f'kind = "{term.kinds[0]}"'
        if NONE in term.values and term.use == "citation":
            first = NONE
        yield f"fixed = {_toml(FIXED.get(term.name, first))}"
    yield 'cite = "§1"' if term.name in ("decks", "deck_cards", "boxes") else 'cite = "§2"'


def _choice(term: Term, default: OptionValue) -> Iterator[str]:
    if term.shape == "whole":
        yield f"minimum = {max(term.least, 1)}"
        if term.most is not None:
            yield f"maximum = {term.most}"
    elif term.kinds[0]:
        yield f'kind = "{term.kinds[0]}"'
    else:
        yield f"permitted = {_toml_list(tuple(term.values))}"
    yield f"default = {_toml(default)}"


def _toml(value: OptionValue) -> str:
    """A value as TOML writes it; a text of ours needs no more than JSON does."""
    return _toml_list(value) if isinstance(value, tuple) else json.dumps(value, ensure_ascii=False)


def _toml_list(values: tuple[OptionValue, ...]) -> str:
    return f"[{', '.join(map(_toml, values))}]"
