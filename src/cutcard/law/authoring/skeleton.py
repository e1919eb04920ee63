"""The skeleton of a new document: every option with its meaning, or the files of another to edit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from cutcard.law import parse
from cutcard.law.files import DocumentFiles, FolderFiles
from cutcard.law.loader import Document
from cutcard.law.model import OptionValue
from cutcard.law.reader import LawError, parse_toml
from cutcard.law.shelves import shelf
from cutcard.law.vocabulary.register import GROUPS
from cutcard.law.vocabulary.terms import NONE, Term

TEMPLATE: Final = Path(__file__).parent / "template"
"""The files of the skeleton, but for its options."""
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
    "hole_card": ("card_reader", "face_down", "none")
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


def write_skeleton(folder: Path, name: str) -> Path:
    """Write a new document into a folder of documents; where it stands."""
    paths = sorted(TEMPLATE.rglob("*.toml"))
    texts = {path.relative_to(TEMPLATE).as_posix(): path.read_text("utf-8") for path in paths}
    return _write(folder, name, {**texts, "options.toml": "\n".join(_options())})


def write_copy(folder: Path, name: str, files: DocumentFiles) -> Path:
    """Write the files of another document under a new name; where they stand."""
    return _write(folder, name, {each: files.read(each).decode("utf-8") for each in files.names})


def _renamed(about: str, family: str, version: str) -> str:
    """A document's first file under another id, and another version where there is one."""
    about = re.sub(r'(?m)^id = ".*"', f'id = "{family}"', about, count=1)
    return re.sub(r'(?m)^version = ".*"', f'version = "{version}"', about, count=1) if version else about


def _write(folder: Path, name: str, texts: Mapping[str, str]) -> Path:
    """Write the files of a document under a name that nothing else has; where they stand."""
    if not _ID.fullmatch(name):
        raise LawError(f"{name!r} is not an id; write it as my-rules, or my-rules@1")
    place = folder / name
    if place.exists():
        raise LawError(f"{place}: there is such a folder already")
    family, _, version = name.partition("@")
    about = _renamed(texts["document.toml"], family, version)
    if taken := _taken(folder, family, version):
        raise LawError(f"{taken} is there already; write --id {family}@VERSION, or another id")
    try:
        for file, text in {**texts, "document.toml": about}.items():
            (place / file).parent.mkdir(parents=True, exist_ok=True)
            (place / file).write_text(text, "utf-8")
    except OSError as problem:
        raise LawError(f"{place}: {problem.strerror}") from None
    return place


def _taken(folder: Path, family: str, version: str) -> str:
    """The document that stands in the way of a new one: any of its name, or that version of it."""
    known = [law.name for law in shelf().versions(family)]
    for place in sorted(folder.glob(f"{family}*/document.toml")):
        with suppress(LawError):  # another's faults are for `law lint`
            known.append(Document(FolderFiles(place.parent)).name)
    named = [name for name in known if name.partition("@")[0] == family]
    return next((name for name in named if version in ("", name.partition("@")[2])), "")


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
    if term.use == "citation":
        yield "# Only its citation is used: where your text says so."
    if term.values and term.shape != "flag":
        for value, meaning in term.values.items():
            yield f"# {_toml(value)}: {meaning}"
    elif term.shape != "flag":
        yield f"# {term.possible}"
    yield f"about = {_toml(term.about)}"
    if values := NARROWED.get(term.name) or _priced_by(term.name):
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


def _priced_by(option: str) -> tuple[OptionValue, ...]:
    """The values of an option by which rows of the skeleton's main wager are in force."""
    main = parse_toml((TEMPLATE / "wagers" / "main.toml").read_bytes(), "main.toml")
    rows = parse.wager(main, "main").paytables[0].rows
    return tuple(value for row in rows for name, value in row.when if name == option)


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
