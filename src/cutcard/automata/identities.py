"""A classifier tabulated over card identities: what it says to every deal of the first cards.

The table knows no deck: it says which tuples of cards get which outcomes, and `weighing` counts them
in any composition. It is made by asking the classifier itself about one deal, noting all that it
looked at, and giving every deal that looks the same the same answer; what is left is asked about in
the same way until nothing is left. Cards that a classifier cannot tell apart are so never told
apart, and no list of them is written anywhere.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Final, cast

from cutcard.automata.regions import Space, numbers, partitions, space
from cutcard.automata.watched import (
    ABSENT,
    PLACES,
    RANK_IN,
    STAKE,
    SUIT_IN,
    MayDraw,
    NeedsPlaceError,
    Notes,
    WatchedCard,
    WatchedOptions,
    WatchedView,
)
from cutcard.cards import DECK_52, RANKS, SUITS, Card
from cutcard.law.model import OptionValue
from cutcard.money import NOTHING, Cents
from cutcard.wagers.view import View

Outcomes = tuple[str, ...]
Classify = Callable[[View], Outcomes]


TEXTS: Final = {"rank": RANKS, "suit": SUITS}
NO_HASHES: Final = dict.fromkeys(TEXTS, 0)


class _MoreKnownError(Exception):
    """A classifier does more with some ranks or suits than compare them."""

    def __init__(self, kind: str, texts: str) -> None:
        self.kind, self.texts = kind, texts


@dataclass(frozen=True, slots=True)
class Piece:
    """Deals that get one answer: a region of the space of the different cards in them."""

    ranks: int
    suits: int
    answer: int


@dataclass(frozen=True)
class Sameness:
    """The deals in which certain places hold the same card, and the pieces they fall into."""

    blocks: tuple[int, ...]
    """Which of the different cards each place holds."""
    pieces: tuple[Piece, ...]

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """How often each of the different cards occurs."""
        counted = Counter(self.blocks)
        return tuple(counted[block] for block in range(len(counted)))

    @property
    def within(self) -> Space:
        """The space of its different cards."""
        return space(len(self.copies))


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
        different = tuple(dict.fromkeys(cards))
        blocks = tuple(different.index(each) for each in cards)
        ranks, suits = numbers(different)
        found = next(each for each in self.samenesses if each.blocks == blocks)
        for piece in found.pieces:
            if piece.ranks >> ranks & piece.suits >> suits & 1:
                return self.answers[piece.answer]
        raise AssertionError("a deal that no piece holds")

    @cached_property
    def digest(self) -> str:
        """A name for what the table says."""
        made = hashlib.sha256(repr((self.name, self.places, self.answers)).encode())
        for each in self.samenesses:
            made.update(repr(each.blocks).encode())
            for piece in each.pieces:
                made.update(f"{piece.ranks:x} {piece.suits:x} {piece.answer};".encode())
        return made.hexdigest()


class _Asking:
    """One tabulation: what is asked, over which places, and which texts are handed out as such."""

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
        self.places: tuple[str, ...] = ()
        self.known = dict.fromkeys(TEXTS, "")
        self._manners: set[object] = set()

    def table(self, name: str) -> IdentityTable:
        """The whole table, begun again wherever the classifier turns out to look further."""
        while True:
            answers: dict[Outcomes, int] = {}
            try:
                samenesses = tuple(
                    Sameness(blocks, tuple(self._pieces(blocks, answers)))
                    for blocks in partitions(len(self.places))
                )
            except NeedsPlaceError as needs:
                wanted = {*self.places, *needs.places}
                self.places = tuple(place for place in PLACES if place in wanted)
            except _MoreKnownError as more:
                self.known[more.kind] = "".join(sorted({*self.known[more.kind], *more.texts}))
            else:
                asked = dict(self.options.asked)
                return IdentityTable(name, self.places, tuple(answers), samenesses, asked)

    def _pieces(self, blocks: tuple[int, ...], answers: dict[Outcomes, int]) -> Iterator[Piece]:
        """Every deal of one sameness, piece by piece."""
        within = space(max(blocks, default=-1) + 1)
        notes = Notes(within, known=self.known)
        watched = [{each: WatchedCard(each, n, notes) for each in DECK_52} for n in range(within.length)]
        left = [(within.all_ranks, within.all_suits)]
        while left:
            ranks, suits = left.pop()
            cards = within.member(ranks, suits)
            if cards is None:
                continue
            seen = cast("list[Card]", [watched[n][each] for n, each in enumerate(cards)])
            answer = self._look_noting(blocks, seen, notes)
            rank_masks, suit_masks = notes.masks()
            for mask in rank_masks:
                if other := ranks & ~mask:
                    left.append((other, suits))
                    ranks &= mask
            for mask in suit_masks:
                if other := suits & ~mask:
                    left.append((ranks, other))
                    suits &= mask
            manner = (blocks, answer, notes.manner())
            if manner not in self._manners:
                self._manners.add(manner)
                self._check(blocks, seen, notes, answer, far=within.last_member(ranks, suits))
            yield Piece(ranks, suits, answers.setdefault(answer, len(answers)))

    def _look(self, blocks: Sequence[int], cards: Sequence[Card]) -> Outcomes:
        """What the classifier says to these cards, by block."""
        held = {place: cards[block] for place, block in zip(self.places, blocks, strict=True)}
        view = WatchedView(held, self.options, stake=self.stake, may_draw=self.may_draw)
        return self.classify(cast(View, view))

    def _look_noting(self, blocks: Sequence[int], cards: Sequence[Card], notes: Notes) -> Outcomes:
        """The same with watched cards; what a watched text cannot do is done with plain ones."""
        notes.asked.clear()
        try:
            return self._look(blocks, cards)
        except (TypeError, AttributeError) as failure:
            more = self._all_known()
            raise (more if more.texts else failure) from failure

    def _check(
        self,
        blocks: Sequence[int],
        cards: Sequence[Card],
        notes: Notes,
        answer: Outcomes,
        *,
        far: Sequence[Card],
    ) -> None:
        """Asked for each new manner of looking: whether anything was seen that no comparison shows.

        A text looked up among constants is compared only where the hashes agree. So watched texts
        are given the hash of every rank and suit in turn, and meet any constant there is. A member of
        the piece far from the one asked about must get the same answer, by cards that hide nothing.
        """
        before = dict(notes.asked)
        for texts in zip_longest(*(sorted({*TEXTS[kind]} - {*self.known[kind]}) for kind in TEXTS)):
            notes.hashes = {kind: hash(text or 0) for kind, text in zip(TEXTS, texts, strict=True)}
            told = self._look_noting(blocks, cards, notes)
            for kind, _, about in notes.asked.keys() - before.keys():
                if kind in (RANK_IN, SUIT_IN):
                    raise _MoreKnownError("rank" if kind == RANK_IN else "suit", str(about))
            if told != answer or notes.asked != before:
                raise self._all_known()
        notes.hashes = NO_HASHES
        if self._look(blocks, far) != answer:
            raise self._all_known()

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
    return _Asking(classify, options, stake=stake, may_draw=may_draw).table(name)
