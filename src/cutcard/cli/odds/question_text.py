"""A question about odds in the words of the command line, read into the question itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cutcard.cards import Card, CardError, cards
from cutcard.cli.pairs import pairs
from cutcard.law import WAGER_KEYS, Document, Refused, document, shorten
from cutcard.money import Cents, MoneyError, cents
from cutcard.odds import MAIN, CatalogueRequest, OddsError, Question, question

MOST_SEATS: Final = 20
LONGEST_NUMBER: Final = 9
NESTED: Final = ("pays", "meters")
"""Settings of a wager with names under them: `pays.OUTCOME=12 to 1`, `meters.star.reset_amount=500`."""


@dataclass(frozen=True)
class Words:
    """What was typed."""

    document: str
    wager: str | None = None
    paytable: str | None = None
    decks: str | None = None
    settings: Sequence[str] = ()
    variation: str | None = None
    meters: Sequence[str] = ()
    removed: str | None = None
    stake: str | None = None
    seats: str | None = None

    def question(self, wager: str | None = None, *, removed: Sequence[Card] = ()) -> Question:
        """The question; `removed` are cards beside those that were named."""
        options, settings = self._set()
        name = next(each for each in (wager, self.wager, MAIN) if each is not None)
        boxes = self._boxes(options)
        return question(
            self.document,
            name,
            paytable=self.paytable,
            decks=self._decks(options),
            variation=self.variation,
            options=options,
            meters=_meters(self.meters),
            removed=(*self._removed(), *removed),
            stake=None if self.stake is None else _money("stake", self.stake),
            seats=1 if self.seats is None else _seats(self.seats, boxes),
            settings=settings,
            unset_meters="zero",
        )

    def listed(self, *, chart: bool) -> CatalogueRequest:
        """The list that was asked for."""
        given = {
            "paytable": self.paytable,
            "meter": self.meters,
            "removed": self.removed,
            "stake": self.stake,
            "seats": self.seats,
            "chart": chart,
        }
        for name, value in given.items():
            if value:
                raise OddsError(f"{name}: name a WAGER for --{name}")
        options, settings = self._set()
        for name in settings:
            raise OddsError(f"set: {name} is a setting of one wager; name the WAGER")
        decks = self._decks(options)
        options.pop("decks", None)
        if decks is not None or options or self.variation is not None:
            # What is wrong with them is told once, not in every line.
            question(
                self.document, MAIN, decks=decks, variation=self.variation, options=options, meters={}
            )
        return CatalogueRequest(self.document, self.variation, options, decks)

    def check_chart(self) -> None:
        """Refuse a chart of what has none."""
        if self.wager != MAIN:
            raise OddsError(f"chart: {self.wager} takes no decisions; only {MAIN} has a strategy")

    def unused(self) -> Iterator[str]:
        """What was said and changes nothing of the answer."""
        if self.wager == MAIN:
            if self.stake is not None:
                yield f"stake: {MAIN} pays in proportion, so its odds are the same at every stake"
            if self.seats is not None:
                yield f"seats: the odds of {MAIN} are those of one box, whoever else plays"

    @property
    def law(self) -> Document:
        """The document."""
        try:
            return document(self.document)
        except Refused as refused:
            raise OddsError(refused.refusal.message) from None

    def _decks(self, options: Mapping[str, object]) -> int | None:
        stated = options.get("decks")
        if self.decks is None:
            return stated if isinstance(stated, int) else None
        if stated is not None:
            raise OddsError("decks: given in --decks and in --set; give it once")
        return _whole("decks", self.decks)

    def _removed(self) -> tuple[Card, ...]:
        if self.removed is None:
            return ()
        found = read_cards("removed", self.removed)
        if not found:
            raise OddsError("removed: name the cards removed from the shoe")
        return found

    def _set(self) -> tuple[dict[str, object], dict[str, object]]:
        """The options, and the wager's own settings, of --set."""
        options: dict[str, object] = {}
        settings: dict[str, object] = {}
        if not self.settings:
            return options, settings
        from cutcard.terminal import typed

        try:
            laws = self.law.effective_options(self.variation)
        except Refused as refused:
            raise OddsError(refused.refusal.message) from None
        for name, value in pairs("set", self.settings, "OPTION=VALUE", OddsError).items():
            first = name.partition(".")[0]
            if name in laws:
                options[name] = typed(laws[name], value)
            elif first in WAGER_KEYS:
                put_setting(settings, name, value)
            else:
                options[name] = value
        return options, settings

    def _boxes(self, options: Mapping[str, object]) -> int:
        """How many people the table has room for."""
        stated = options.get("boxes", self.law.options["boxes"].default)
        return stated if isinstance(stated, int) else MOST_SEATS


def put_setting(settings: dict[str, object], name: str, value: str) -> None:
    """A setting at its place, under the names before its dots; a meter's name has dots of its own."""
    first, _, rest = name.partition(".")
    if first == "paytable":
        raise OddsError("set: name the paytable with --paytable")
    if (first in NESTED) != bool(rest):
        shape = f"{first}.NAME=VALUE" if first in NESTED else f"{first}=VALUE"
        raise OddsError(f"set: {shorten(name)}: write {shape}")
    if first not in NESTED:
        settings[first] = value
        return
    inner = settings.setdefault(first, {})
    assert isinstance(inner, dict)
    if first == "pays":
        inner[rest] = value
        return
    meter, _, key = rest.rpartition(".")
    if not meter:
        raise OddsError(f"set: {shorten(name)}: write meters.NAME.SETTING=VALUE")
    inner.setdefault(meter, {})[key] = value


def _meters(written: Sequence[str]) -> dict[str, Cents]:
    named = pairs("meter", written, "NAME=AMOUNT", OddsError)
    return {name: _money(f"meter: {shorten(name)}", value) for name, value in named.items()}


def _money(what: str, written: str) -> Cents:
    try:
        return cents(written)
    except MoneyError as problem:
        raise OddsError(f"{what}: {problem}") from None


def _whole(what: str, written: str) -> int:
    tidy = written.strip()
    if not (tidy.isascii() and tidy.isdigit()):
        raise OddsError(f"{what}: {shorten(written)} is not a whole number")
    if len(tidy) > LONGEST_NUMBER:
        raise OddsError(f"{what}: {shorten(written)} is too large")
    return int(tidy)


def _seats(written: str, boxes: int) -> int:
    seats = _whole("seats", written)
    if not 1 <= seats <= min(boxes, MOST_SEATS):
        raise OddsError(f"seats: {seats} is not 1 to {min(boxes, MOST_SEATS)}, the boxes of the table")
    return seats


def read_cards(what: str, written: str) -> tuple[Card, ...]:
    """Cards with spaces or commas between them."""
    try:
        return cards(written.replace(",", " "))
    except CardError as problem:
        raise OddsError(f"{what}: {problem}") from None
