"""What differs between two documents, in words: chapter by chapter, as a lawyer's synopsis."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from cutcard.cards import SUIT_NAMES
from cutcard.law import (
    Document,
    LawChange,
    OptionLaw,
    WagerLaw,
    choices,
    default_text,
    row_name,
    wager_pairs,
)
from cutcard.wording.irregularities import IRREGULARITIES, ORDERS
from cutcard.wording.options import NO_LIMIT, option_label, paytable_label, value_label
from cutcard.wording.outcomes import outcome_label, price_name
from cutcard.wording.prose import choices_label, without_ids
from cutcard.wording.text import capitalized, join_words, spaced, uncapitalized, with_short_dollars
from cutcard.wording.wagers import meter_name, variation_name, wager_law, wager_name

NONE: Final = "\N{EM DASH}"
"""What stands where one document has nothing of the kind."""
GAME: Final = "The game"
DEAL: Final = "The deal"
DECISIONS: Final = "Decisions"
SETTLEMENT: Final = "Settlement"
WAGERS: Final = "Wagers"
PROCEDURES: Final = "Procedures"
IRREGULAR: Final = "Irregularities"
READINGS: Final = "Readings"
CHAPTERS: Final = (GAME, DEAL, DECISIONS, SETTLEMENT, WAGERS, PROCEDURES, IRREGULAR, READINGS)
OF_CHAPTERS: Final[Mapping[str, tuple[str, ...]]] = {
    IRREGULAR: (
        *("reader_malfunction", "shuffler_jam", "shuffler_out_of_order", "too_few_cards"),
        *("cards_run_out", "dead_hand", "players_let_out", "settle_dead_hand"),
    ),
    GAME: (
        *("decks", "deck_cards", "boxes", "adjacent_boxes", "shared_box", "soft_17", "dealer_22"),
        *("switch", "dealer_hands", "minimum_wager", "maximum_wager", "five_dollar", "six_to_five_unit"),
        *("multiple_action_wagers", "premium_suit"),
    ),
    DEAL: (
        *("shoe", "deal_order", "dealt_by", "hole_card", "draws_dealt", "turn_order", "double_card"),
        *("community_cards", "rounds_per_deck", "determinant"),
    ),
    DECISIONS: (
        *("max_hands", "split_", "double_", "draw_on", "redouble", "most_doublings", "rescue"),
        *("surrender", "shared_surrender", "even_money", "insurance", "third_card", "after_split"),
    ),
    SETTLEMENT: (
        *("blackjack_", "ties", "tie_at", "late_blackjack", "face_up", "busted_extras", "original_loss"),
        *("bonus_after", "long_21", "optional_payouts", "designated", "settle", "rounding"),
        *("smallest_chip", "payout_limit", "dealer_blackjack_ends", "charlie"),
        *("switch_blackjack", "switch_natural", "five_card"),
    ),
    WAGERS: (
        *("one_additional", "over_and_under", "stake_returned", "super_bonus", "envy_", "match_max"),
        *("jackpot_sharing", "meter_", "device_shown", "fixed_awards", "community_includes", "streak_"),
        *("cross_stake", "spin_order", "progressive_stake", "spread_ace", "trilux_", "kings_bounty_"),
        *("buster_", "twenty_point_", "super4_", "side_wagers", "shared_side", "blackjack_bonus"),
    ),
}
"""Chapter -> how the names of its options begin; the longest beginning that fits decides. Options of a
wager stand with it, and all others are procedures."""
MOST_ROWS: Final = 6
"""A paytable with more rows is not told with the wager."""
FIELDS: Final[Mapping[str, str]] = {
    "id": "Id in a rules submission",
    "name": "Name",
    "short": "Short name",
    "about": "Description",
    "says": "Description",
    "cite": "Provision",
    "classifier": "What decides it",
    "settled.collected": "Losing wagers collected",
    "settled.paid": "Winning wagers paid",
    "settled.held_until": "Undecided wagers held until",
    "settled.confirmed_by": "Wins validated by",
    "settled.confirmed_from": "Wins validated from",
    "settled.confirmed_only": "Which wins are validated",
    "settled.in_succession": "Settled seat by seat",
    "at_least": "Prices are minimums",
    "selected": "Chosen in the rules submission",
    "needs.names": "Placed only with",
    "needs_variation": "Only in the variation",
    "stake": "Stake",
    "decks": "Decks",
    "cap": "Aggregate maximum",
    "required": "Must be stated in the rules submission",
    "expected": "To be stated in the rules submission",
    "rate_required": "Rate must be stated",
}
"""What a field of a wager or an option is called, where its name does not say it."""
MOMENTS: Final[Mapping[str, str]] = {
    "first_cards": "after the second cards",
    "check": "as soon as a blackjack is known",
    "turn": "when the box's turn comes",
    "election": "after the player's own decision",
    "third_card": "when the dealer has a third card, or stands",
    "end": "at the end of the round",
}
IN_GENERAL: Final = "In general"
TOGETHER: Final = "may stand together"
BARS: Final = "What may not stand at one table"
AMOUNT: Final = re.compile(r"\d+\.\d\d")
NUMBERED: Final = re.compile(r"^([A-Z]{2}-[A-Z]?\d+): ")
STANCES: Final[Mapping[str, str]] = {
    "ordered": "",
    "impossible": "cannot happen",
    "silent": "the text is silent",
}


@dataclass(frozen=True, slots=True)
class SynopsisLine:
    """One thing that differs, side by side."""

    label: str
    before: str
    after: str
    cite_before: str
    cite_after: str
    changes: tuple[LawChange, ...]
    """The changes that it tells of: one, or all those of one option."""

    @property
    def anchor(self) -> str:
        """A name for it within a page."""
        return "-".join(self.changes[0].place[:6]).replace(" ", "_")


@dataclass(frozen=True, slots=True)
class SynopsisSection:
    """Lines under one heading; a chapter's own lines have none."""

    title: str
    lines: tuple[SynopsisLine, ...]


@dataclass(frozen=True, slots=True)
class SynopsisChapter:
    """A chapter of a synopsis."""

    title: str
    sections: tuple[SynopsisSection, ...]


def synopsis(a: Document, b: Document, changes: Sequence[LawChange]) -> tuple[SynopsisChapter, ...]:
    """The changes from `a` to `b` by chapters, and the wagers one by one; empty chapters left out."""
    words = _Words(a, b)
    lines: dict[str, dict[str, list[SynopsisLine]]] = {}
    for _, group in groupby(changes, key=_thing):
        together = tuple(group)
        chapter, section = words.place(together[0])
        lines.setdefault(chapter, {}).setdefault(section, []).append(words.line(together))
    return tuple(
        SynopsisChapter(
            title,
            tuple(SynopsisSection(name, tuple(own)) for name, own in words.ordered(lines[title])),
        )
        for title in CHAPTERS
        if title in lines
    )


def _thing(change: LawChange) -> tuple[str, ...]:
    """What a line is about: changes of one option, or of one provision, belong together."""
    match change.place:
        case (("options" | "provisions" | "readings" | "requirements") as room, name, *_):
            return (room, name)
        case ("variations", variation, "options", name, *_):
            return ("variations", variation, "options", name)
    return change.place


Lines = Mapping[str, list[SynopsisLine]]
"""The lines under each heading."""


class _Words:
    """The words for changes between two documents."""

    def __init__(self, a: Document, b: Document) -> None:
        self._a, self._b = a, b
        self._wagers: dict[str, tuple[WagerLaw | None, WagerLaw | None]] = {
            (one or other).id: (one, other) for one, other in wager_pairs(a, b)
        }
        self._ids = {other.id: name for name, (_, other) in self._wagers.items() if other is not None}
        irregular = [row for law in (a, b) for row in law.matrix.of_kind("irregularity")]
        self._irregular = {name for row in irregular for name in (row.act, *row.provisions)}

    # Where a change stands.

    def place(self, change: LawChange) -> tuple[str, str]:
        """The chapter of a change, and the section within it."""
        match change.place:
            case ("wagers", name, *_):
                return WAGERS, self.wager_title(name)
            case ("options", name, *_):
                return self._option_place(name)
            case ("variations", name, *_):
                return GAME, f"Variation: {variation_name(name)}"
            case (("provisions" | "moments"), name, *_):
                return (IRREGULAR if name in self._irregular else PROCEDURES), ""
            case ("readings", *_):
                return READINGS, ""
            case ("bars", *_):
                return WAGERS, BARS
        return PROCEDURES, ""

    def _option_place(self, name: str) -> tuple[str, str]:
        laws = [law.options[name] for law in (self._a, self._b) if name in law.options]
        own = next((each.wager for each in laws if each.wager), "")
        if own:
            return WAGERS, self.wager_title(self._ids.get(own, own))
        fitting = [
            (len(start), chapter)
            for chapter, starts in OF_CHAPTERS.items()
            for start in starts
            if name.startswith(start)
        ]
        chapter = max(fitting)[1] if fitting else PROCEDURES
        return chapter, IN_GENERAL if chapter == WAGERS else ""

    def wager_title(self, name: str) -> str:
        """A wager's title, in both documents where they differ."""
        titles = dict.fromkeys(each.title for each in self._wagers.get(name, ()) if each is not None)
        return " / ".join(titles) or wager_name(name)

    def ordered(self, sections: Lines) -> list[tuple[str, list[SynopsisLine]]]:
        """Sections in the order of the wagers; what has no heading first."""
        titles = [self.wager_title(name) for name in self._wagers]

        def rank(section: tuple[str, list[SynopsisLine]]) -> tuple[bool, int]:
            title = section[0]
            is_headed = title not in ("", IN_GENERAL)
            return is_headed, titles.index(title) if title in titles else len(titles)

        return [(title, sorted(own, key=_rank)) for title, own in sorted(sections.items(), key=rank)]

    # What it says.

    def line(self, changes: tuple[LawChange, ...]) -> SynopsisLine:
        """Changes of one thing as one line."""
        label, before, after = self._said(changes)
        cite_before = _joined(each.cite_before for each in changes)
        cite_after = _joined(each.cite_after for each in changes)
        return SynopsisLine(label, before or NONE, after or NONE, cite_before, cite_after, changes)

    def _said(self, changes: tuple[LawChange, ...]) -> tuple[str, str, str]:
        change = changes[0]
        before, after = change.before, change.after
        match change.place:
            case ("options", name, *_):
                return (option_label(name), *_option_sides(self._options(name, change), changes))
            case ("variations", variation, "options", name, *_):
                laws = [law.variations[variation].options.get(name) for law in (self._a, self._b)]
                return (option_label(name), *_option_sides(laws, changes))
            case ("variations", name):
                one, other = (_variation(law, name) for law in (self._a, self._b))
                return variation_name(name), one, other
            case ("wagers", name):
                one, other = (_granted(each) for each in self._wagers[name])
                return "The wager", one, other
            case ("wagers", _, *field):
                return self._wager_field(field, change)
            case ("bars", between):
                one, other = (_bar(each) for each in (before, after))
                return capitalized(without_ids(between)), one, other
            case ("provisions", name, *_):
                return self._provision(name, changes)
            case ("moments", act):
                rows = [law.matrix.rows[act] for law in (self._a, self._b) if act in law.matrix.rows]
                return rows[0].about.rstrip("."), _orders(before), _orders(after)
            case ("readings", *_):
                return self._reading(changes)
            case ("requirements", name, *_):
                return (f"Requirement {name}", *_parts(changes))
        return capitalized(spaced(change.path)), _text(before), _text(after)

    def _options(self, name: str, change: LawChange) -> list[OptionLaw | None]:
        """An option on both sides; None where a document has none, or none that comes into play."""
        both = [law.options.get(name) for law in (self._a, self._b)]
        if change.kind != "option":
            return both
        sides = zip(both, (change.before, change.after), strict=True)
        return [None if stated is None else law for law, stated in sides]

    def _wager_field(self, field: list[str], change: LawChange) -> tuple[str, str, str]:
        """A field of a wager; of a row, also the variation that it is paid in."""
        label, one, other = _wager_field(field, change.before, change.after)
        if change.kind == "row":
            one = _in_variation(one, self._a, change.cite_before)
            other = _in_variation(other, self._b, change.cite_after)
        return label, one, other

    def _provision(self, name: str, changes: tuple[LawChange, ...]) -> tuple[str, str, str]:
        """What is ordered, by the effect of the provision; in our words where those differ too."""
        laws = [law.provisions.get(name) for law in (self._a, self._b)]
        known = [each for each in laws if each is not None]
        if len(known) < len(laws):
            sides = ["" if each is None else each.about for each in laws]
            return IRREGULARITIES.get(name) or capitalized(spaced(name)), sides[0], sides[1]
        orders = [ORDERS.get(each.effect) or capitalized(spaced(each.effect)) for each in known]
        if known[0].effect == known[1].effect:
            return (IRREGULARITIES.get(name) or capitalized(spaced(name)), *_parts(changes))
        if self._a.id == self._b.id and known[0].about != known[1].about:
            orders = [f"{each.about} {order}" for each, order in zip(known, orders, strict=True)]
        return known[0].about.rstrip("."), orders[0], orders[1]

    def _reading(self, changes: tuple[LawChange, ...]) -> tuple[str, str, str]:
        """A reading with its problem; two of one matter in two documents bear both ids."""
        if len(changes[0].place) > len(_thing(changes[0])):
            return (changes[0].place[1], *_parts(changes))
        sides = [_text(each) for each in (changes[0].before, changes[0].after)]
        named = [NUMBERED.match(each) for each in sides]
        ids = [each[1] for each in named if each is not None] or [changes[0].place[-1]]
        return " / ".join(ids), NUMBERED.sub("", sides[0]), NUMBERED.sub("", sides[1])


def _in_variation(text: str, law: Document, cite: str) -> str:
    """What a row pays, and in which variation, where the provision on that variation says so."""
    for variation in law.variations.values():
        start = variation.cite
        if (
            text not in ("", NONE)
            and cite.startswith(start)
            and cite[len(start) : len(start) + 1] in "(; "
        ):
            return f"{text} ({variation.title})"
    return text


def _bar(stated: object) -> str:
    """Whether two things may stand at one table, and the operator's choice that lifts the bar."""
    if stated is None:
        return TOGETHER
    bar, _, unless = str(stated).partition(", unless ")
    option, _, value = unless.partition(" = ")
    return f"{bar}, unless {option_label(option)}: {value_label(value)}" if unless else bar


def _rank(line: SynopsisLine) -> bool:
    """Of a wager, what it is and pays comes before what an operator chooses."""
    return line.changes[0].place[0] == "options"


def _parts(changes: Sequence[LawChange]) -> tuple[str, str]:
    """Several fields of one thing, each with its name where there are more than one."""
    sides: list[list[str]] = [[], []]
    for change in changes:
        label = f"{_field_label(change.place[2:])}: " if len(changes) > 1 and change.place[2:] else ""
        for side, value in zip(sides, (change.before, change.after), strict=True):
            side.append(f"{label}{_text(value) or NONE}")
    return "; ".join(sides[0]), "; ".join(sides[1])


def _variation(law: Document, name: str) -> str:
    """A variation that only one document has: what it is, and the options that it changes."""
    own = law.variations.get(name)
    if own is None:
        return ""
    changed = [
        f"{option_label(key)}: {option_choice(each)}"
        for key, each in own.options.items()
        if key not in law.options or option_choice(law.options[key]) != option_choice(each)
    ]
    return f"{own.about} What it changes: {'. '.join(changed)}." if changed else own.about


def _granted(law: WagerLaw | None) -> str:
    """A wager that only one document has: what it is, and what it pays where that is soon said."""
    if law is None:
        return "Not granted"
    about = f"{law.title}: {uncapitalized(law.about)}"
    if len(law.paytables) > 1:
        return f"{about} {len(law.paytables)} paytables."
    rows = [(row_name(row), row.pays) for row in law.paytables[0].rows if row.printed]
    if len(rows) > MOST_ROWS:
        return f"{about} {len(rows)} prices."
    return f"{about} {_prices({name: str(pays) for name, pays in rows})}."


def _joined(cites: Iterable[str]) -> str:
    parts = [part for each in cites for part in each.split("; ")]
    return "; ".join(dict.fromkeys(each for each in parts if each))


def _option_sides(laws: Sequence[OptionLaw | None], changes: Sequence[LawChange]) -> tuple[str, str]:
    """What an option may be on either side; what else differs of it after that."""
    sides = [NONE if law is None else option_choice(law) for law in laws]
    for change in changes:
        field = change.place[-1]
        if field in FIELDS and None not in laws:
            for side, value in enumerate((change.before, change.after)):
                sides[side] += f"; {uncapitalized(FIELDS[field])}: {_text(value)}"
    return sides[0], sides[1]


def option_choice(law: OptionLaw) -> str:
    """What an option may be, and what it is unless the operator chooses: 6 or 8; default 6."""
    default = SUIT_NAMES.get(str(law.default)) or value_label(law.default)
    if AMOUNT.fullmatch(default):
        default = _text(default)
    if law.name in NO_LIMIT and law.default == 0:
        default = "no limit"
    if law.is_fixed:
        return f"{default} (fixed)"
    return f"{choices_label(choices(law))}; default {without_ids(default_text(law) or default)}"


def _wager_field(field: Sequence[str], before: Any, after: Any) -> tuple[str, str, str]:
    match tuple(field):
        case ("paytables", table):
            label = f"Paytable {paytable_label(table)}"
            return label, _prices(before), _prices(after)
        case ("paytables", table, "rows", row, *rest):
            label = _row_label(row) + _of_table(table)
            is_price = not rest or rest[0] == "pays"
            if not is_price:
                label += f", {uncapitalized(_field_label(rest))}"
            sides = [_price(each) if is_price else _text(each) for each in (before, after)]
            return label, sides[0], sides[1]
        case ("paytables", table, *rest):
            return f"{_field_label(rest)}{_of_table(table)}", _text(before), _text(after)
        case ("meters", meter, *rest):
            label = f"Meter {meter_name(meter)}"
            label += f", {uncapitalized(_field_label(rest))}" if rest else ""
            return label, _text(before), _text(after)
        case ("settled", moment) if moment in ("collected", "paid", "held_until"):
            sides = [MOMENTS.get(str(each), _text(each)) for each in (before, after)]
            return FIELDS[f"settled.{moment}"], sides[0], sides[1]
        case ("id",):
            return FIELDS["id"], str(before), str(after)
        case ("needs", "names"):
            sides = [join_words([wager_name(each) for each in names]) for names in (before, after)]
            return FIELDS["needs.names"], sides[0], sides[1]
    return _field_label(field), _text(before), _text(after)


def _of_table(table: str) -> str:
    return "" if table == "standard" else f" (paytable {paytable_label(table)})"


def _field_label(field: Sequence[str]) -> str:
    path = ".".join(field)
    if path in FIELDS or field[-1] in FIELDS:
        return FIELDS.get(path) or FIELDS[field[-1]]
    return capitalized(", ".join(spaced(each) for each in field))


def _row_label(row: str) -> str:
    outcome, _, when = row.partition(" (")
    return outcome_label(outcome) + (f" ({without_ids(when)}" if when else "")


def _price(pays: object) -> str:
    return "" if pays is None else price_name(str(pays))


def _prices(table: object) -> str:
    """The rows of a whole paytable."""
    if not isinstance(table, Mapping):
        return _text(table)
    rows = [f"{uncapitalized(_row_label(str(row)))} {_price(pays)}" for row, pays in table.items()]
    return capitalized("; ".join(rows))


def _orders(stated: object) -> str:
    """What is ordered of an act at some moments."""
    if not isinstance(stated, list):
        return _text(stated)
    said = []
    for each in stated:
        at = join_words([spaced(str(name)) for name in each["at"]])
        stance = STANCES[each["is"]]
        where = f", {without_ids(each['where'])}" if each["where"] else ""
        said.append(f"At {at}{where}: {stance + '; ' if stance else ''}{uncapitalized(each['says'])}")
    return " ".join(said)


def _text(value: object) -> str:
    """Any value in words."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return "; ".join(f"{spaced(str(key))} {_text(each)}" for key, each in value.items())
    if isinstance(value, list):
        names = [wager_name(each) for each in value if isinstance(each, str) and wager_law(each)]
        words = names if len(names) == len(value) else [_text(each) for each in value]
        return join_words(words) or "none"
    if isinstance(value, bool | int):
        return value_label(value)
    text = str(value)
    if AMOUNT.fullmatch(text):
        return with_short_dollars(f"${text}")
    is_id = " " not in text and text.islower()
    return with_short_dollars(value_label(text) if is_id else without_ids(text))
