"""A classifier tabulated over card identities: what it says to every deal of the first cards.

The table knows no deck: it says which tuples of cards get which outcomes, and `totals` counts them
in any composition. It is made by asking the classifier itself about one deal, noting all that it
looked at, and giving every deal that looks the same the same answer; what is left is asked about in
the same way until nothing is left. Cards that a classifier cannot tell apart are so never told
apart, and no list of them is written anywhere. A card is dealt only where the classifier, having
seen the others, wants to see it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations, zip_longest
from math import perm, prod
from typing import Any, Final, cast

from cutcard.automata.wagers.observation import (
    ABSENT,
    PLACES,
    RANK_IN,
    STAKE,
    SUIT_IN,
    MayDraw,
    NeedsPlaceError,
    Notes,
    WatchedOptions,
    WatchedView,
)
from cutcard.automata.wagers.regions import RANK_NUMBER, Space, TupleSpace, space
from cutcard.cards import RANKS, SUITS, Card
from cutcard.law import OptionValue
from cutcard.money import NOTHING, Cents
from cutcard.results import Library
from cutcard.wagers import UnseenError, View

np: Final[Any] = Library("numpy")
"""Only shoes with unlike counts of cards need it."""
Outcomes = tuple[str, ...]
Classify = Callable[[View], Outcomes]


TEXTS: Final = {"rank": RANKS, "suit": SUITS}
NO_HASHES: Final = dict.fromkeys(TEXTS, 0)


class _MoreKnownError(UnseenError):
    """A classifier does more with some ranks or suits than compare them."""

    def __init__(self, kind: str, texts: str) -> None:
        self.kind, self.texts = kind, texts


@dataclass(frozen=True, slots=True)
class Piece:
    """Deals that get one answer: a region of the space of the different cards in them."""

    ranks: int
    suits: int
    answer: int


@dataclass(frozen=True, eq=False)
class Sameness:
    """Deals in which certain cards are looked at and some of them are the same, and their pieces."""

    places: tuple[str, ...]
    """The places of the cards looked at."""
    blocks: tuple[int, ...]
    """Which of the different cards each place holds."""
    within: Space
    """The space of its different cards."""
    pieces: tuple[Piece, ...]

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """How often each of the different cards occurs."""
        counted = Counter(self.blocks)
        return tuple(counted[block] for block in range(len(counted)))

    def numbers(self, dealt: Mapping[str, Card]) -> tuple[int, int] | None:
        """The numbers of a deal's ranks and suits in its space; None where it is no such deal."""
        cards = [dealt[place] for place in self.places]
        different = tuple(dict.fromkeys(cards))
        if tuple(different.index(each) for each in cards) != self.blocks:
            return None
        return self.within.numbers(different)


@dataclass(frozen=True, eq=False)
class IdentityTable:
    """What a classifier says to every deal, as far as the cards at `places` matter to it."""

    name: str
    places: tuple[str, ...]
    answers: tuple[Outcomes, ...]
    samenesses: tuple[Sameness, ...]
    depends_on: Mapping[str, object]
    """The options that were asked for, and what they were when the table was made."""

    @property
    def asked(self) -> int:
        """How many deals the classifier was asked about."""
        return sum(len(each.pieces) for each in self.samenesses)

    def fits(self, options: Mapping[str, OptionValue], *, stake: Cents) -> bool:
        """Whether the table holds with these options and this stake too."""
        return all(
            (stake if name == STAKE else options.get(name, ABSENT)) == seen
            for name, seen in self.depends_on.items()
        )

    def answer_to(self, cards: Sequence[Card]) -> Outcomes:
        """What it says to one deal: a card for every place."""
        dealt = dict(zip(self.places, cards, strict=True))
        for each in self.samenesses:
            numbers = each.numbers(dealt)
            if numbers is not None:
                for piece in each.pieces:
                    if piece.ranks >> numbers[0] & piece.suits >> numbers[1] & 1:
                        return self.answers[piece.answer]
        raise AssertionError("a deal that no piece holds")

    @cached_property
    def digest(self) -> str:
        """A name for what the table says."""
        digest = hashlib.sha256(repr((self.name, self.places, self.answers)).encode())
        for each in self.samenesses:
            digest.update(repr((each.places, each.blocks)).encode())
            digest.update(repr((each.within.rank.beginnings, each.within.suit.beginnings)).encode())
            for piece in each.pieces:
                digest.update(f"{piece.ranks:x} {piece.suits:x} {piece.answer};".encode())
        return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class _Region:
    """Deals that are still to be asked about: the cards dealt so far, and what they may be."""

    places: tuple[str, ...]
    blocks: tuple[int, ...]
    within: Space
    ranks: int
    suits: int

    def cut(self, rank_masks: Sequence[int], suit_masks: Sequence[int]) -> Iterator[_Region]:
        """The part that is in all of the masks, first, then the other parts."""
        ranks, suits = self.ranks, self.suits
        others = []
        for mask in rank_masks:
            if other := ranks & ~mask:
                others.append((other, suits))
                ranks &= mask
        for mask in suit_masks:
            if other := suits & ~mask:
                others.append((ranks, other))
                suits &= mask
        for part in ((ranks, suits), *others):
            yield _Region(self.places, self.blocks, self.within, *part)


class _Tabulation:
    """One tabulation: what is asked, and which texts are handed out as such."""

    def __init__(
        self,
        classify: Classify,
        options: Mapping[str, OptionValue],
        *,
        stake: Cents,
        may_draw: MayDraw,
    ) -> None:
        self.classify, self.stake, self.may_draw = classify, stake, may_draw
        self.options = WatchedOptions(options)
        self.known = dict.fromkeys(TEXTS, "")
        self._manners: set[object] = set()

    def table(self, name: str) -> IdentityTable:
        """The whole table, begun again wherever the classifier turns out to look further."""
        while True:
            self._notes: dict[Space, Notes] = {}
            self._grown: dict[tuple[Space, int, int], tuple[Space, int, int]] = {}
            answers: dict[Outcomes, int] = {}
            groups: dict[tuple[tuple[str, ...], tuple[int, ...], Space], list[Piece]] = {}
            try:
                for region, answer in self._regions():
                    piece = Piece(region.ranks, region.suits, answers.setdefault(answer, len(answers)))
                    groups.setdefault((region.places, region.blocks, region.within), []).append(piece)
            except _MoreKnownError as more:
                self.known[more.kind] = "".join(sorted({*self.known[more.kind], *more.texts}))
            else:
                samenesses = tuple(Sameness(*key, tuple(pieces)) for key, pieces in groups.items())
                looked_at = {place for each in samenesses for place in each.places}
                places = tuple(place for place in PLACES if place in looked_at)
                options_read = dict(self.options.asked)
                return IdentityTable(name, places, tuple(answers), samenesses, options_read)

    def _regions(self) -> Iterator[tuple[_Region, Outcomes]]:
        """Every deal, region by region, with the answer to it."""
        nothing = space(0)
        left = [_Region((), (), nothing, nothing.all_ranks, nothing.all_suits)]
        while left:
            region = left.pop()
            cards = region.within.member(region.ranks, region.suits)
            if cards is None:
                continue
            notes = self._notes_in(region.within)
            seen = notes.watched(cards)
            try:
                answer = self._look_noting(region, seen, notes)
            except NeedsPlaceError as needs:
                region, *others = region.cut(*notes.masks())
                left += [*others, *self._dealt([region], needs.places)]
                continue
            region, *others = region.cut(*notes.masks())
            left += others
            manner = (region.places, region.blocks, answer, notes.manner())
            if manner not in self._manners:
                self._manners.add(manner)
                self._check(region, seen, notes, answer)
            yield region, answer

    def _notes_in(self, within: Space) -> Notes:
        if within not in self._notes:
            self._notes[within] = Notes(within, known=self.known)
        return self._notes[within]

    def _dealt(self, regions: list[_Region], places: Sequence[str]) -> list[_Region]:
        """Regions with a card more at some places: each card dealt already, or another one."""
        for place in places:
            more = []
            for each in regions:
                at = (*each.places, place)
                key = (each.within, each.ranks, each.suits)
                more += [_Region(at, (*each.blocks, block), *key) for block in range(each.within.length)]
                if key not in self._grown:
                    self._grown[key] = each.within.grown(each.ranks, each.suits)
                more.append(_Region(at, (*each.blocks, each.within.length), *self._grown[key]))
            regions = more
        return regions

    def _look(self, region: _Region, cards: Sequence[Card]) -> Outcomes:
        """What the classifier says to these cards, by block."""
        dealt = {place: cards[block] for place, block in zip(region.places, region.blocks, strict=True)}
        view = WatchedView(dealt, self.options, stake=self.stake, may_draw=self.may_draw)
        return self.classify(cast(View, view))

    def _look_noting(self, region: _Region, cards: Sequence[Card], notes: Notes) -> Outcomes:
        """The same with watched cards; what a watched text cannot do is done with plain ones."""
        notes.asked.clear()
        try:
            return self._look(region, cards)
        except (TypeError, AttributeError) as failure:
            more = self._all_known()
            raise (more if more.texts else failure) from failure

    def _check(self, region: _Region, cards: Sequence[Card], notes: Notes, answer: Outcomes) -> None:
        """Asked for each new manner of looking: whether anything was seen that no comparison shows.

        A text looked up among constants is compared only where the hashes agree. So watched texts
        are given the hash of every rank and suit in turn, and meet any constant there is. A member of
        the piece far from the one asked about must get the same answer, by cards that hide nothing.
        """
        before = dict(notes.asked)
        for texts in zip_longest(*(sorted({*TEXTS[kind]} - {*self.known[kind]}) for kind in TEXTS)):
            notes.hashes = {kind: hash(text or 0) for kind, text in zip(TEXTS, texts, strict=True)}
            answer_again = self._answer_or_none(lambda: self._look_noting(region, cards, notes))
            for kind, _, about in notes.asked.keys() - before.keys():
                if kind in (RANK_IN, SUIT_IN):
                    raise _MoreKnownError("rank" if kind == RANK_IN else "suit", str(about))
            if answer_again != answer or notes.asked != before:
                raise self._all_known()
        notes.hashes = NO_HASHES
        far = region.within.last_member(region.ranks, region.suits)
        if self._answer_or_none(lambda: self._look(region, far)) != answer:
            raise self._all_known()

    @staticmethod
    def _answer_or_none(look: Callable[[], Outcomes]) -> Outcomes | None:
        """The answer; None where more cards than before are wanted for it."""
        try:
            return look()
        except NeedsPlaceError:
            return None

    def _all_known(self) -> _MoreKnownError:
        """Hand out all ranks as they are, or all suits where the ranks are already."""
        kind = "suit" if len(self.known["rank"]) == len(RANKS) else "rank"
        is_all = len(self.known[kind]) == len(TEXTS[kind])
        return _MoreKnownError(kind, "" if is_all else TEXTS[kind])


def tabulate(
    name: str,
    classify: Classify,
    *,
    options: Mapping[str, OptionValue],
    stake: Cents = NOTHING,
    may_draw: MayDraw = lambda _: True,
) -> IdentityTable:
    """The table of a classifier with these options; only the places it looks at are dealt."""
    return _Tabulation(classify, options, stake=stake, may_draw=may_draw).table(name)


Only = Mapping[str, Collection[str]]
Condition = tuple[tuple[str, tuple[int, ...]], ...]

MOST_EXACT: Final = 2**53
"""Sums of whole numbers in floating point are exact below this."""
NO_ANSWER: Final = -1
"""Where no deal is: cards that do not differ."""


def totals(
    table: IdentityTable, counts: Sequence[int], *, only: Only | None = None
) -> dict[Outcomes, int]:
    """How many ordered deals from these counts, in the order of the deck of 52, get each answer.

    `only` keeps the deals that have one of some ranks at a place.
    """
    condition = tuple(
        (place, tuple(sorted(RANK_NUMBER[rank] for rank in ranks)))
        for place, ranks in sorted((only or {}).items())
    )
    even = _even_count(counts)
    if even is None:
        by_answer = _weighed(table, tuple(counts), condition)
    else:
        count, present = even
        by_answer = [0] * len(table.answers)
        for each, sizes in zip(table.samenesses, _sizes(table, present, condition), strict=True):
            ways = prod(perm(count, copies) for copies in each.copies)
            ways *= _others(table, each, sum(counts))
            by_answer = [total + ways * size for total, size in zip(by_answer, sizes, strict=True)]
    return {answer: total for answer, total in zip(table.answers, by_answer, strict=True) if total}


def _others(table: IdentityTable, each: Sameness, size: int) -> int:
    """In how many ways the cards of a shoe are dealt that nobody looks at there."""
    looked_at = len(each.places)
    return perm(size - looked_at, len(table.places) - looked_at) if size >= len(table.places) else 0


def _even_count(counts: Sequence[int]) -> tuple[int, tuple[int, ...]] | None:
    """The one count of every card of certain whole ranks, and those ranks; None where it is uneven."""
    by_rank = list(zip(*_by_suit(counts), strict=True))
    there = tuple(rank for rank, row in enumerate(by_rank) if any(row))
    kinds = {count for rank in there for count in by_rank[rank]}
    return (kinds.pop(), there) if len(kinds) == 1 else None


def _kept(each: Sameness, condition: Condition, present: Sequence[int]) -> int:
    """The ranks of a sameness that meet a condition, of ranks that are there."""
    within = each.within
    kept = within.all_ranks
    for place, ranks in condition:
        kept &= within.rank.among(each.blocks[each.places.index(place)], ranks)
    for block in range(within.length):
        kept &= within.rank.among(block, present)
    return kept


@cache
def _sizes(
    table: IdentityTable, present: tuple[int, ...], condition: Condition
) -> tuple[tuple[int, ...], ...]:
    """By sameness, by answer: how many tuples of different cards of these ranks."""
    by_sameness = []
    for each in table.samenesses:
        within, kept = each.within, _kept(each, condition, present)
        sizes = [0] * len(table.answers)
        for piece in each.pieces:
            sizes[piece.answer] += within.size(piece.ranks & kept, piece.suits)
        by_sameness.append(tuple(sizes))
    return tuple(by_sameness)


def _weighed(table: IdentityTable, counts: tuple[int, ...], condition: Condition) -> list[int]:
    """The same for counts that differ from card to card: every tuple weighed by its own."""
    by_answer = [0] * len(table.answers)
    kind = np.float64 if sum(counts) ** len(table.places) < MOST_EXACT else object
    by_card = [list(row) for row in zip(*_by_suit(counts), strict=True)]
    present = [rank for rank, row in enumerate(by_card) if any(row)]
    for each in table.samenesses:
        within, kept = each.within, _kept(each, condition, present)
        rows = np.flatnonzero(_bits(kept, within.rank.count))
        ranks, suits = grid(within)
        weights: Any = np.ones((len(rows), within.suit.count), dtype=kind)
        for block, copies in enumerate(each.copies):
            dealt = np.array([[perm(count, copies) for count in row] for row in by_card], dtype=kind)
            weights *= dealt[ranks[block][rows][:, None], suits[block][None, :]]
        for one, other in combinations(range(within.length), 2):
            alike = np.flatnonzero(ranks[one][rows] == ranks[other][rows])
            weights[alike[:, None], np.flatnonzero(suits[one] == suits[other])[None, :]] = 0
        others = _others(table, each, sum(counts))
        for answer, weight in enumerate(_sums(codes(each, kept), weights, len(table.answers))):
            by_answer[answer] += int(weight) * others
    return by_answer


def _sums(coded: Any, weights: Any, answers: int) -> Any:
    """By answer: the sum of its weights."""
    if weights.dtype == np.float64:
        places = coded.ravel() - NO_ANSWER
        return np.bincount(places, weights.ravel(), minlength=answers + 1)[1:]
    return [weights[coded == answer].sum() for answer in range(answers)]


def _by_suit(counts: Sequence[int]) -> list[Sequence[int]]:
    """Counts in the order of the deck, a row for each suit."""
    return [counts[start : start + len(RANKS)] for start in range(0, len(counts), len(RANKS))]


def codes(each: Sameness, kept: int) -> Any:
    """The answer's number for every tuple of those ranks of a sameness that are kept, and of suits."""
    rank_count, suit_count = each.within.rank.count, each.within.suit.count
    rows = np.flatnonzero(_bits(kept, rank_count))
    coded = np.full((len(rows), suit_count), NO_ANSWER, dtype=np.int16)
    for piece in each.pieces:
        if piece.ranks & kept:
            ranks = np.flatnonzero(_bits(piece.ranks, rank_count)[rows])
            suits = np.flatnonzero(_bits(piece.suits, suit_count))
            coded[ranks[:, None], suits[None, :]] = piece.answer
    return coded


def _bits(mask: int, length: int) -> Any:
    """A bit set as an array of truth values."""
    packed = np.frombuffer(mask.to_bytes((length + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(packed, count=length, bitorder="little").astype(bool)


@lru_cache(maxsize=64)
def grid(within: Space) -> tuple[list[Any], list[Any]]:
    """The rank at each place of every tuple of ranks, and the suit at each of every tuple of suits."""

    def by_place(side: TupleSpace) -> list[Any]:
        begun = np.array(side.beginnings, dtype=np.int64).reshape(len(side.beginnings), side.begun)
        number = np.arange(side.count)
        known = [begun[number % len(begun), place] for place in range(side.begun)]
        runs = [len(begun) * side.base**place for place in range(side.added)]
        return known + [number // run % side.base for run in runs]

    return by_place(within.rank), by_place(within.suit)
