"""A rule set's options about the cards as typed fields; each name is an option of the law data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Final

from cutcard.cards import Card, deck
from cutcard.law import OptionValue, RuleSet
from cutcard.law.vocabulary import (
    BaseCover,
    BurnExcusedBy,
    BurnShown,
    ContinuousLifts,
    CutFromEnds,
    CutRefusedRotates,
    DeckCards,
    IdleSpread,
    OpeningInspection,
    OpeningWash,
    PreshuffledCards,
    ReaderInspection,
    ReaderMalfunction,
    RecutBy,
    RecutUntil,
    RedSide,
    RoundsPerDeck,
    ShoeKind,
    ShufflerKind,
    ShufflerOutOfOrder,
)

ABSENT: Final[Mapping[str, OptionValue]] = {
    "determinant_red_side": "left",
    "rounds_per_deck": "several",
    "alternative_shuffle": "none",
    "shuffler_loads_shoe": False,
}
"""What holds where a document has no such option."""

SIDES: Final = ("left", "right")
BACKS: Final = ("red", "blue", "green", "black")


@dataclass(frozen=True, slots=True)
class ShoeLaw:
    """Everything the shoe asks about a table."""

    decks: int
    deck_cards: DeckCards
    shoe: ShoeKind
    shuffler: ShufflerKind
    shuffler_loads_shoe: bool
    shuffler_compulsory: bool
    shuffler_out_of_order: ShufflerOutOfOrder
    continuous_lifts: ContinuousLifts
    opening_inspection: OpeningInspection
    preshuffled_cards: PreshuffledCards
    tens_removed: bool
    opening_wash: OpeningWash
    card_age_hours: int
    reader_inspection: ReaderInspection
    reader_malfunction: ReaderMalfunction
    shuffle_steps: tuple[str, ...]
    riffles_before_strip: int
    alternative_shuffle: str
    cut_refused_rotates: CutRefusedRotates
    cut_from_ends: CutFromEnds
    cover_from_back: str
    base_cover: BaseCover
    recut_by: RecutBy
    recut_until: RecutUntil
    rounds_per_deck: RoundsPerDeck
    burn_per_shoe: bool
    burn_per_dealer: bool
    burn_each_round: bool
    burn_excused_by: BurnExcusedBy
    burn_shown: BurnShown
    determinant_red_side: RedSide
    reshuffle_any_round: bool
    idle_spread: IdleSpread
    idle_turned_up: bool
    too_few_cards_by_hand: bool
    cites: Mapping[str, str] = field(repr=False)
    pack: tuple[Card, ...] = field(repr=False)
    """The cards of one batch."""

    @classmethod
    def of(cls, rules: RuleSet) -> ShoeLaw:
        """The typed view of a rule set."""
        options = {**ABSENT, **rules.options}
        laws = rules.document.effective_options(rules.variation)
        values: dict[str, object] = {
            each.name: options[each.name] for each in fields(cls) if each.name not in ("cites", "pack")
        }
        decks, size = options["decks"], options["deck_cards"]
        assert isinstance(decks, int)
        assert isinstance(size, int)
        # The decks of a double shoe are shared between its sides; those of a pair of batches are the
        # decks in play, so that the other batch holds as many again (docs/decisions/0005).
        each_batch = max(decks // len(SIDES), 1) if options["shoe"] == "double" else decks
        values["cites"] = {name: law.cite for name, law in laws.items()}
        values["pack"] = deck(size) * each_batch
        return cls(**values)  # type: ignore[arg-type]

    def cite(self, *options: str) -> str:
        """The provision behind an option; the first of several that the document has."""
        return next((self.cites[each] for each in options if each in self.cites), "")

    @property
    def is_double(self) -> bool:
        """Whether the shoe has two sides."""
        return self.shoe == "double"

    @property
    def in_hand(self) -> bool:
        """Whether the pack is held in the dealer's hand."""
        return self.shoe == "hand"

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides; a shoe with one side has one without a name."""
        return SIDES if self.is_double else ("",)

    @property
    def batches(self) -> int:
        """How many batches of cards the table has: one a side, or two with a batch shuffler."""
        return len(self.sides) * (2 if self.shuffler == "two_batch" else 1)

    @property
    def cover_fraction(self) -> tuple[int, int]:
        """The part of the stack that lies behind the cover card at least: numerator, denominator."""
        part, _, whole = self.cover_from_back.partition("/")
        return int(part), int(whole)

    @property
    def has_own_procedure(self) -> bool:
        """Whether an approved procedure stands in place of the printed shuffle, cut and cover card."""
        return self.alternative_shuffle != "none"

    @property
    def deals_one_round(self) -> bool:
        """Whether the pack changes after every round."""
        return self.in_hand and self.rounds_per_deck == "one"

    def batch_of(self, side: int) -> int:
        """The batch that goes into a side first."""
        return side + 1

    def other_batch(self, batch: int) -> int:
        """The batch that takes turns with one; itself where there is no second."""
        half = len(self.sides)
        if self.batches == half:
            return batch
        return batch + half if batch <= half else batch - half

    def back_of(self, batch: int) -> str:
        """The colour of a batch's backs, which keeps cards of two batches or sides apart."""
        return BACKS[batch - 1]
