"""The options that put a question about odds, and the question read from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

import typer

from cutcard import odds, terminal
from cutcard.cards import Card, CardError, cards
from cutcard.cli.options import DecksOption, DocumentId, VariationOption
from cutcard.cli.own_prices import PaysOption, read_pays
from cutcard.law import WAGER_KEYS, Document, Refused, document, shorten

MAIN: Final = "main"
MOST_SEATS: Final = 20
LONGEST_NUMBER: Final = 9
NESTED: Final = ("pays", "meters")
"""Settings of a wager with names under them: `pays.OUTCOME=12 to 1`, `meters.star.reset_amount=500`."""

PaytableOption = Annotated[
    str | None, typer.Option("--paytable", metavar="ID", help="The paytable's id.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="OPTION=VALUE",
        help="An option of the table (`law options`), or a setting of the wager as a submission has "
        "it (rate_of_progression=0.05).",
    ),
]
MeterOption = Annotated[
    list[str] | None,
    typer.Option("--meter", metavar="NAME=AMOUNT", help="What a meter shows, in dollars."),
]
RemovedOption = Annotated[
    str | None, typer.Option("--removed", metavar="CARDS", help='Cards removed from the shoe: "7h 7d".')
]
AFTER_SPLIT: Final = "after_split"
AfterSplitOption = Annotated[
    str | None,
    typer.Option(
        "--after-split",
        metavar="fixed|by_pair|by_hands",
        help="What decisions after a split may depend on (house-rules); without it the best of them.",
    ),
]
StakeOption = Annotated[str | None, typer.Option("--stake", metavar="X", help="The stake in dollars.")]


@dataclass(frozen=True, kw_only=True)
class QuestionOptions:
    """A question about odds as it was typed."""

    document: DocumentId
    wager: Annotated[str | None, typer.Argument(metavar="WAGER", help="The wager's id.")] = None
    paytable: PaytableOption = None
    decks: DecksOption = None
    settings: SetOption = None
    variation: VariationOption = None
    meters: MeterOption = None
    removed: RemovedOption = None
    stake: StakeOption = None
    seats: Annotated[
        str | None, typer.Option("--seats", metavar="N", help="Players with the wager, including you.")
    ] = None
    after_split: AfterSplitOption = None
    own_prices: PaysOption = None

    def question(self, wager: str | None = None, *, removed: Sequence[Card] = ()) -> odds.Question:
        """The question; `removed` are cards beside those that were named."""
        options, settings = self._options_and_settings()
        asked = next(name for name in (wager, self.wager, MAIN) if name is not None)
        for name, own in read_pays(self.own_prices or (), odds.OddsError).items():
            if name == asked:
                settings.update(own)
            elif self.wager is not None:
                raise odds.OddsError(f"pays: {shorten(name)} is not the wager asked about: {asked}")
        decks = self._decks(options)
        return odds.asked(
            self.document,
            asked,
            paytable=self.paytable,
            variation=self.variation,
            options=options if decks is None else {**options, "decks": decks},
            meters=read_pairs("meter", self.meters or (), "NAME=AMOUNT", odds.OddsError),
            removed=(*self.removed_cards(), *removed),
            stake=self.stake,
            seats=1 if self.seats is None else self._seats(self.seats, options),
            settings=settings,
        )

    def keywords(self) -> dict[str, Any]:
        """The table's options and what else is asked, as keywords of the library."""
        options, settings = self._options_and_settings()
        decks = self._decks(options)
        return {
            "variation": self.variation,
            "options": options if decks is None else {**options, "decks": decks},
            "settings": settings,
            "removed": self.removed_cards(),
        }

    def listing(self, *, chart: bool) -> odds.CatalogueRequest:
        """The list of the document's wagers; refused with options that only one wager has."""
        of_one_wager = {
            "paytable": self.paytable,
            "meter": self.meters,
            "removed": self.removed,
            "stake": self.stake,
            "seats": self.seats,
            "pays": self.own_prices,
            "chart": chart,
        }
        for name, value in of_one_wager.items():
            if value:
                raise odds.OddsError(f"{name}: name a WAGER for --{name}")
        options, settings = self._options_and_settings()
        for name in settings:
            raise odds.OddsError(f"set: {name} is a setting of one wager; name the WAGER")
        decks = self._decks(options)
        options.pop("decks", None)
        if decks is not None or options or self.variation is not None:
            # What is wrong with them is reported once, not in every line.
            odds.question(
                self.document, MAIN, decks=decks, variation=self.variation, options=options, meters={}
            )
        return odds.CatalogueRequest(self.document, self.variation, options, decks)

    def check_chart(self) -> None:
        """Refuse a chart of a wager that has no strategy."""
        if self.wager != MAIN:
            raise odds.OddsError(f"chart: {self.wager} takes no decisions; only {MAIN} has a strategy")

    def unused(self) -> Iterator[str]:
        """Notes on options that change nothing of the answer."""
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
            raise odds.OddsError(refused.refusal.message) from None

    def removed_cards(self) -> tuple[Card, ...]:
        """The cards of --removed."""
        if self.removed is None:
            return ()
        removed = read_cards("removed", self.removed)
        if not removed:
            raise odds.OddsError("removed: name the cards removed from the shoe")
        return removed

    def _decks(self, options: Mapping[str, object]) -> int | None:
        stated = options.get("decks")
        if self.decks is None:
            return stated if isinstance(stated, int) else None
        if stated is not None:
            raise odds.OddsError("decks: given in --decks and in --set; give it once")
        return _whole("decks", self.decks)

    def _options_and_settings(self) -> tuple[dict[str, object], dict[str, object]]:
        """What --set says: the options of the table, and the wager's own settings."""
        options: dict[str, object] = {}
        settings: dict[str, object] = {}
        if self.after_split is not None:
            options[AFTER_SPLIT] = self.after_split
        if not self.settings:
            return options, settings
        try:
            laws = self.law.effective_options(self.variation)
        except Refused as refused:
            raise odds.OddsError(refused.refusal.message) from None
        for name, value in read_pairs("set", self.settings, "OPTION=VALUE", odds.OddsError).items():
            if name == AFTER_SPLIT and name in options:
                raise odds.OddsError("after_split: given in --after-split and in --set; give it once")
            if name in laws:
                options[name] = terminal.parse_option(laws[name], value)
            elif name.partition(".")[0] in WAGER_KEYS:
                put_setting(settings, name, value)
            else:
                options[name] = value
        return options, settings

    def _seats(self, text: str, options: Mapping[str, object]) -> int:
        boxes = options.get("boxes", self.law.options["boxes"].default)
        most = min(boxes, MOST_SEATS) if isinstance(boxes, int) else MOST_SEATS
        seats = _whole("seats", text)
        if not 1 <= seats <= most:
            raise odds.OddsError(f"seats: {seats} is not 1 to {most}, the boxes of the table")
        return seats


def read_pairs(what: str, texts: Sequence[str], shape: str, error: type[Exception]) -> dict[str, str]:
    """Name -> value of options written NAME=VALUE; what is wrong is raised as `error`."""
    pairs: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise error(f"{what}: {shorten(text)}: write {shape}")
        if name in pairs:
            raise error(f"{what}: {shorten(name)} is given twice")
        pairs[name] = value
    return pairs


def put_setting(settings: dict[str, object], name: str, value: str) -> None:
    """Put a setting under the names before its dots; a meter's name has dots of its own."""
    first, _, rest = name.partition(".")
    if first == "paytable":
        raise odds.OddsError("set: name the paytable with --paytable")
    if (first in NESTED) != bool(rest):
        shape = f"{first}.NAME=VALUE" if first in NESTED else f"{first}=VALUE"
        raise odds.OddsError(f"set: {shorten(name)}: write {shape}")
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
        raise odds.OddsError(f"set: {shorten(name)}: write meters.NAME.SETTING=VALUE")
    inner.setdefault(meter, {})[key] = value


def read_cards(what: str, text: str) -> tuple[Card, ...]:
    """Cards with spaces or commas between them."""
    try:
        return cards(text.replace(",", " "))
    except CardError as problem:
        raise odds.OddsError(f"{what}: {problem}") from None


def _whole(what: str, text: str) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise odds.OddsError(f"{what}: {shorten(text)} is not a whole number")
    if len(digits) > LONGEST_NUMBER:
        raise odds.OddsError(f"{what}: {shorten(text)} is too large")
    return int(digits)
