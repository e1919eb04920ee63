"""What a side wager's classifier says to every record of a round, asked of the classifier itself.

Cards are watched as for the tables over identities; which of them were dealt at all is a shape, and
every shape has a table of its own. The dealer's finished hand is shown as its number of cards and its
points, the player's as its points: for each of them the classifier is asked again. What a record does
not keep cannot be shown, and a classifier that wants it is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from typing import Any, Final, cast

import numpy as np

from cutcard.automata.hands.dealer import DRAWS, starts
from cutcard.automata.hands.values import VALUES, Cards, cards_of, points_of, with_card
from cutcard.automata.wagers.finished_round import (
    DOMAINS,
    MANY_CARDS,
    DealShape,
    End,
    FinalTotalError,
    ShownView,
    shapes,
)
from cutcard.automata.wagers.folds import NO_CARD, Axis, Fold, distinct, fold, merged, renumbered
from cutcard.automata.wagers.identities import (
    NO_ANSWER,
    IdentityTable,
    Outcomes,
    Piece,
    Sameness,
    codes,
    grid,
    tabulate,
)
from cutcard.automata.wagers.observation import WatchedView
from cutcard.cards import RANKS
from cutcard.law import OptionValue
from cutcard.money import Cents
from cutcard.rules import Game, is_natural, total
from cutcard.wagers import Classifier, Sees, View

FINAL_TOTAL: Final = "final_total"
OF_HAND: Final[Mapping[Sees, tuple[str, str]]] = {
    Sees.DRAWN_HAND: ("dealer_count", "dealer_total"),
    Sees.COMPLETED_HAND: ("completed_count", "completed_total"),
}
"""The inputs that keep the dealer's hand for wagers which see no more of it than they do."""
MOST_MADE_ANEW: Final = 1 << 20
"""Up to this many entries the best order is looked for again for each paytable."""


@dataclass(frozen=True, eq=False)
class Sight:
    """What a classifier says: the number of its answer for every place along the axes."""

    answers: tuple[Outcomes, ...]
    values: Any
    axes: tuple[Axis, ...]
    depends_on: Mapping[str, object]
    tables: tuple[IdentityTable, ...]

    @cached_property
    def _fold(self) -> Fold:
        return fold(self.values, self.axes)

    def fold_of(self, numbers: Any) -> Fold:
        """The fold to each answer's number among these; large folds are made only once."""
        if self.values.size > MOST_MADE_ANEW:
            return renumbered(self._fold, numbers)
        return fold(numbers[self.values], self.axes)

    def fits(self, options: Mapping[str, OptionValue], *, stake: Cents) -> bool:
        """Whether it holds with these options and this stake too."""
        return all(table.fits(options, stake=stake) for table in self.tables)


_SIGHTS: Final[dict[tuple[str, tuple[End, ...]], list[Sight]]] = {}
"""By classifier and the dealer's hands there are: those made so far, one for each set of options."""


def sight(eyes: Classifier, game: Game, *, options: Mapping[str, OptionValue], stake: Cents) -> Sight:
    """What a classifier says under these options, made once."""
    ends = dealer_ends(game) if eyes.sees in OF_HAND else ()
    cached = _SIGHTS.setdefault((eyes.name, ends), [])
    for each in cached:
        if each.fits(options, stake=stake):
            return each
    try:
        tabulated = _SightMaker(eyes, ends, (None,), options=options, stake=stake).sight()
    except FinalTotalError:
        finals = range(DOMAINS[FINAL_TOTAL])
        tabulated = _SightMaker(eyes, ends, finals, options=options, stake=stake).sight()
    cached.append(tabulated)
    return tabulated


def dealer_ends(game: Game) -> tuple[End, ...]:
    """Every hand that a dealer can come to hold, on the way or at the end, as a record keeps it."""
    ends: dict[End, None] = {}
    reached: list[Cards] = list(starts(1))
    longer: dict[object, Cards] = {(points_of(hand), hand[0] > 0): hand for hand in starts(2)}
    while reached:
        for hand in reached:
            cards = cards_of(hand)
            ends[End(len(cards), total(cards), is_natural(cards))] = None
        reached = list(longer.values())
        longer = {}
        for hand in reached:
            if any(draws(game, cards_of(hand)) for draws in DRAWS.values()):
                for place in range(len(VALUES)):
                    more = with_card(hand, place)
                    longer[points_of(more), more[0] > 0] = more
    return tuple(ends)


class _SightMaker:
    """One classifier asked about every shape of a deal."""

    def __init__(
        self,
        eyes: Classifier,
        ends: Sequence[End],
        finals: Sequence[int | None],
        *,
        options: Mapping[str, OptionValue],
        stake: Cents,
    ) -> None:
        self.eyes, self.options, self.stake = eyes, options, stake
        self.ends: Sequence[End | None] = ends or (None,)
        self.finals = finals
        self.answers: dict[Outcomes, int] = {}
        self.manifold: dict[tuple[int, ...], int] = {}
        """The answers to all ends of the hands, one after the other; these tell cards apart."""

    def sight(self) -> Sight:
        """The whole of it, merged as far as may be."""
        tables, parts = [], []
        for shape in shapes(self.eyes):
            table = self._table(shape)
            tables.append(table)
            parts.append(_Part(shape, *_dense(table, [int(answer[0]) for answer in table.answers])))
        values, axes = _joined(parts)
        by_hand, hand_axes = self._by_hand()
        if hand_axes:
            values, axes = by_hand[values], [*axes, *hand_axes]
        values, axes = merged(values, axes)
        options_read = {name: seen for table in tables for name, seen in table.depends_on.items()}
        return Sight(tuple(self.answers), values, tuple(axes), options_read, tuple(tables))

    def _table(self, shape: DealShape) -> IdentityTable:
        def classify(view: View) -> Outcomes:
            watched = cast(WatchedView, view)
            numbers = tuple(
                each for final in self.finals for each in self._numbers(watched, shape, final)
            )
            return (str(self.manifold.setdefault(numbers, len(self.manifold))),)

        return tabulate(
            self.eyes.name,
            classify,
            options=self.options,
            stake=self.stake,
            may_draw=lambda hand: len(hand) < shape.most_held,
        )

    def _numbers(self, watched: WatchedView, shape: DealShape, final: int | None) -> Iterator[int]:
        """The number of the answer for each end of the dealer's hand; once where none is looked at."""
        answer: int | None = None
        for end in self.ends:
            if answer is None:
                view = ShownView(watched, shape, end, final)
                outcomes = self.eyes.classify(cast(View, view))
                number = self.answers.setdefault(outcomes, len(self.answers))
                answer = None if view.looked_at_end else number
            yield number

    def _by_hand(self) -> tuple[Any, list[Axis]]:
        """The manifold answers laid out along the numbers that keep the hands."""
        names: tuple[str, ...] = OF_HAND.get(self.eyes.sees, ())
        if None not in self.finals:
            names = (*names, FINAL_TOTAL)
        if not names:
            return None, []
        shape = tuple(DOMAINS[name] for name in names)
        laid = np.full((len(self.manifold), *shape), NO_ANSWER, dtype=np.int16)
        for answers, number in self.manifold.items():
            for answer, (final, end) in zip(answers, product(self.finals, self.ends), strict=True):
                kept = () if end is None else (min(end.count, MANY_CARDS), end.total)
                at = (number, *kept, *(() if final is None else (final,)))
                if laid[at] not in (NO_ANSWER, answer):
                    raise ArithmeticError(f"{self.eyes.name} tells {end} from a shorter hand")
                laid[at] = answer
        return _filled(laid), [Axis(name, np.arange(DOMAINS[name])) for name in names]


def _filled(laid: Any) -> Any:
    """Hands that cannot be say what the hand before them says, so that they need no number."""
    for at in range(1, laid.ndim):
        along = np.moveaxis(laid, at, 0)
        for step in (range(1, len(along)), range(len(along) - 2, -1, -1)):
            for place in step:
                before = along[place - 1 if step.step > 0 else place + 1]
                along[place] = np.where(along[place] == NO_ANSWER, before, along[place])
    return laid


@dataclass(frozen=True, eq=False)
class _Part:
    """The answers to the deals of one shape."""

    shape: DealShape
    values: Any
    axes: Sequence[Axis]


def _dense(table: IdentityTable, numbers: Sequence[int]) -> tuple[Any, list[Axis]]:
    """The numbers of a table's answers for all cards at all of its places, equal cards merged."""
    count = len(table.places)
    dense = np.full((NO_CARD,) * count, NO_ANSWER, dtype=np.int16)
    translate = np.array([*numbers, NO_ANSWER], dtype=np.int16)  # NO_ANSWER is the last one
    for each in table.samenesses:
        coded = codes(_fewer_pieces(each), each.within.all_ranks)
        ranks, suits = grid(each.within)
        for one, other in combinations(range(each.within.length), 2):
            alike = np.flatnonzero(ranks[one] == ranks[other])
            coded[alike[:, None], np.flatnonzero(suits[one] == suits[other])[None, :]] = NO_ANSWER
        looked = [table.places.index(place) for place in each.places]
        by_rank = np.zeros(each.within.rank.count, dtype=np.int32)
        by_suit = np.zeros(each.within.suit.count, dtype=np.int32)
        for place, block in enumerate(each.blocks):
            stride = NO_CARD ** (len(looked) - 1 - place)
            by_rank += stride * ranks[block].astype(np.int32)
            by_suit += stride * len(RANKS) * suits[block].astype(np.int32)
        rows, columns = np.nonzero(coded != NO_ANSWER)
        part = np.full(NO_CARD ** len(looked), NO_ANSWER, dtype=np.int16)
        part[by_rank[rows] + by_suit[columns]] = translate[coded[rows, columns]]
        part = part.reshape((NO_CARD,) * len(looked))
        there = part != NO_ANSWER
        seen = np.moveaxis(dense, looked, range(len(looked)))
        seen[there] = part[there].reshape(-1, *(1,) * (count - len(looked)))
    assert (dense != NO_ANSWER).all()
    return _lettered(dense, table.places)


def _fewer_pieces(each: Sameness) -> Sameness:
    """The same with pieces joined that have the same suits and answer."""
    ranks: dict[tuple[int, int], int] = {}
    for piece in each.pieces:
        key = (piece.suits, piece.answer)
        ranks[key] = ranks.get(key, 0) | piece.ranks
    return replace(each, pieces=tuple(Piece(ranks[key], *key) for key in ranks))


def _lettered(values: Any, places: Sequence[str]) -> tuple[Any, list[Axis]]:
    """Cards that nothing tells apart at a place merged there; every place stays."""
    axes = []
    for at, place in enumerate(places):
        rows = np.moveaxis(values, at, 0).reshape(values.shape[at], -1)
        first, which = distinct(rows)
        values = np.take(values, first, axis=at)
        axes.append(Axis(place, which))
    return values, axes


def _joined(parts: Sequence[_Part]) -> tuple[Any, list[Axis]]:
    """The shapes side by side: for each input the cards that some shape tells apart, and no card."""
    read: dict[str, list[Any]] = {}
    for part in parts:
        for name in (*part.shape.there, *part.shape.missing):
            read.setdefault(name, [])
        for axis in part.axes:
            read.setdefault(part.shape.input_at(axis.reads), []).append(axis.place)
    letters, axes = {}, []
    for name in DOMAINS:
        if name in read:
            rows = np.stack([np.zeros(NO_CARD, dtype=np.int64), *read[name]], axis=1)
            letters[name], which = distinct(rows)
            none = [len(letters[name])] if DOMAINS[name] > NO_CARD else []
            axes.append(Axis(name, np.concatenate([which, np.array(none, dtype=np.int64)])))
    sizes = [int(axis.place.max()) + 1 for axis in axes]
    values = np.full(sizes, NO_ANSWER, dtype=np.int16)
    for part in parts:
        values[_part_of(part.shape, axes, letters)] = _spread(part, axes, letters)
    assert (values != NO_ANSWER).all()
    return values, axes


def _part_of(shape: DealShape, axes: Sequence[Axis], letters: Mapping[str, Any]) -> tuple[slice, ...]:
    """Where the deals of a shape stand along the axes."""

    def along(name: str) -> slice:
        cards = len(letters[name])
        if name in shape.missing:
            return slice(cards, cards + 1)
        optional = DOMAINS[name] > NO_CARD
        return slice(0, cards) if name in shape.there or not optional else slice(None)

    return tuple(along(axis.reads) for axis in axes)


def _spread(part: _Part, axes: Sequence[Axis], letters: Mapping[str, Any]) -> Any:
    """A shape's values along all the axes; one entry long where it has not looked."""
    values = part.values
    own = {part.shape.input_at(axis.reads): at for at, axis in enumerate(part.axes)}
    for name, at in own.items():
        values = np.take(values, part.axes[at].place[letters[name]], axis=at)
    names = [axis.reads for axis in axes]
    values = np.transpose(values, [own[name] for name in names if name in own])
    shape = [len(letters[name]) if name in own else 1 for name in names]
    return values.reshape(shape)
