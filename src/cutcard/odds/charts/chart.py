"""A strategy chart: play by totals that a person can learn, derived from the best play, and its cost.

The best play looks at every card of a hand. The chart looks at the total, whether it is soft, whether
two cards are a pair and, where a game pays for many cards, how many there are. For each cell the values
of the hands it stands for are added up, weighed by how often they come, and the better action is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, groupby
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import VALUES, Cards, Split, total_of, two_cards
from cutcard.odds.charts.legend import LABELS as LABELS, Chart, Section, after_title, legend
from cutcard.odds.charts.policies import ChartSpot, decisions
from cutcard.odds.main.decisions import TWO_CARD_HANDS, ActionCode, pair_value
from cutcard.odds.main.game import MainGame, played
from cutcard.odds.main.hands import NO_HAND, all_hands
from cutcard.odds.main.kernels import play as kernel
from cutcard.rules import TWENTY_ONE

Array = np.ndarray[Any, Any]

MOST_COUNTED: Final = 6
"""From so many cards on, a chart does not count them."""
RARE: Final = 1e-9
"""What a hand that the best play never holds weighs beside those it does."""
BLACKJACK: Final = "s21"
"""The column of a dealer's blackjack in sight, against which nobody plays."""
AFTER_CODES: Final = {kernel.STAND: "S", kernel.DOUBLE: "D", kernel.RESCUE: "R"}

Key = tuple[int, bool, int]
"""A total, whether it is soft, and how many cards (0 where the chart does not count)."""


def chart_of_game(game: MainGame) -> Chart:
    """The chart of a solved game."""
    made = ChartTables(game)
    found = played(game.rules, game.shoe, decisions(game.main, game.shoe, made.policy))
    return made.drawn(found.value)


class ChartTables:
    """What a person learns who learns a chart: for each cell the better action, by column.

    `weights` are how often hands come up, by hand and start; left out, they are those of the best play.
    """

    hit: dict[Key, Array]
    """Whether a hand is hit; otherwise it stands."""
    double: dict[Key, Array]
    surrender: dict[tuple[int, bool], Array]
    """Whether two cards that are no pair are given up, by total and whether it is soft."""
    pair: dict[int, Array]
    """By value: the action (`ActionCode`), of which only a split or a surrender goes by the pair."""
    doubled: dict[tuple[int, int, bool], Array]
    """By doublings made, total and whether it is soft: the action (`kernel`) after the last of them."""

    def __init__(self, game: MainGame, weights: Array | None = None) -> None:
        """All tables made."""
        self.game, self.main, self._given = game, game.main, weights
        self.hands = all_hands()
        by_cards = any(name.endswith("card_21") for name in self.main.names)
        self.counts_cards = by_cards or self.main.game.charlie > 0
        self.doubles_late = self.main.game.double_cards != "first_two"
        self.columns, self.groups = _columns(self.main.starts)
        self.totals = [total_of(tuple(row)) for row in self.hands.cards.tolist()]
        self._make()

    def key(self, total: int, is_soft: bool, count: int) -> Key:
        """The cell of a hand."""
        return total, is_soft, min(count, MOST_COUNTED) if self.counts_cards else 0

    @cached_property
    def weights(self) -> Array:
        """How often each hand comes up under the best play, the rarest a little too."""
        if self._given is not None:
            return self._given
        game, hands = self.game, self.hands
        left = np.array(game.shoe.by_value, dtype=float)
        size = game.shoe.size
        found = np.zeros(self.game.evaluation.unsplit.stand.shape)
        plain = np.zeros(len(found))
        acts = game.decisions.acts
        assert acts is not None
        plain[0] = 1.0
        for place in range(len(found)):
            cards = hands.cards[place]
            count = int(hands.count[place])
            hand = tuple(int(each) for each in cards)
            goes_on = acts[place] == ActionCode.HIT
            if count == 2:
                found[place] = plain[place]
                known = [n for other, n in game.decisions.top if other == hand]
                if not known:  # this shoe cannot deal it
                    continue
                goes_on = game.decisions.top[hand, max(known)] == ActionCode.HIT
            chances = np.maximum(left - cards, 0) / max(size - count, 1)
            for value, child in enumerate(hands.child[place]):
                if child != NO_HAND:
                    plain[child] += plain[place] * chances[value]
                    if count >= 2:
                        found[child] += found[place] * goes_on * chances[value]
        return found + RARE * plain[:, None]

    def _make(self) -> None:
        run, weights = self.game.evaluation.unsplit, self.weights
        sums: dict[tuple[Key, bool], Array] = {}
        shape = (3, len(self.columns))
        for place, (total, is_soft) in enumerate(self.totals):
            count = int(self.hands.count[place])
            may_hit, may_double = self.main.may[Split.NEVER][self.hands.kind[place]]
            if count < 2 or not may_hit:
                continue
            parts = np.array([run.stand[place], run.hit[place], run.double[place]]) * weights[place]
            by_column = np.add.reduceat(parts[:, self.groups.order], self.groups.first, axis=1)
            key = self.key(total, is_soft, count)
            cells = [(key, False)]
            if may_double and (count == 2 or self.doubles_late):
                cells.append((key, True))
            for cell in cells:
                sums[cell] = sums.get(cell, np.zeros(shape)) + by_column
        self.hit, self.double = {}, {}
        for (key, doubles), (stand, hit, double) in sums.items():
            if doubles:
                self.double[key] = double > np.maximum(stand, hit)
            else:
                self.hit[key] = hit > stand
        self._make_first_two()
        self._make_doubled()

    def _make_first_two(self) -> None:
        """Pairs by themselves; surrender of other two cards by their total."""
        self.pair = {}
        given_up: dict[tuple[int, bool], Array] = {}
        for hand in TWO_CARD_HANDS:
            chance = float(self.game.evaluation.chance_of(hand))
            for (other, number), options in self.game.evaluation.action_values.items():
                if other != hand or not chance:
                    continue
                context_chance = self.game.evaluation.context_chances(hand, number)
                by_act = {act: self._columned(each * context_chance) for act, each in options.items()}
                pair = pair_value(hand)
                if ActionCode.SPLIT in by_act and pair is not None:
                    acts = sorted(by_act)
                    best = np.argmax([by_act[act] for act in acts], axis=0)
                    self.pair[pair] = np.array(acts)[best]
                elif ActionCode.SURRENDER in by_act:
                    others = np.max(
                        [each for act, each in by_act.items() if act != ActionCode.SURRENDER], axis=0
                    )
                    gain = (by_act[ActionCode.SURRENDER] - others) * chance
                    total = total_of(hand)
                    given_up[total] = given_up.get(total, np.zeros(gain.shape)) + gain
        self.surrender = {total: gain > 0 for total, gain in given_up.items()}

    def _columned(self, values: Array) -> Array:
        return np.asarray(np.add.reduceat(values[self.groups.order], self.groups.first))

    def _make_doubled(self) -> None:
        """After a doubling: what most hands of a total do."""
        acts = self.game.decisions.by_doublings
        assert acts is not None
        votes: dict[tuple[int, int, bool], Array] = {}
        for place, (total, is_soft) in enumerate(self.totals):
            for d in range(1, acts.shape[0]):
                if not self.main.after_doubling[d, place]:
                    continue
                cell = votes.setdefault((d, total, is_soft), np.zeros((4, len(self.columns))))
                weight = self.weights[place]
                for act in range(4):
                    cell[act] += self._columned((acts[d, place] == act) * weight)
        self.doubled = {key: np.argmax(cell, axis=0) for key, cell in votes.items()}

    def policy(self, spot: ChartSpot) -> Array:
        """What the chart says against each start."""
        return np.asarray(self._by_column(spot)[self.groups.column_of_start])

    def _by_column(self, spot: ChartSpot) -> Array:
        total, is_soft = total_of(spot.hand)
        if spot.doublings:
            return self._after_doubling(spot, total, is_soft)
        key = self.key(total, is_soft, sum(spot.hand))
        found = np.full(len(self.columns), ActionCode.STAND)
        if ActionCode.HIT in spot.may:
            found[self.hit[key]] = ActionCode.HIT
        if ActionCode.DOUBLE in spot.may and key in self.double:
            found[self.double[key]] = ActionCode.DOUBLE
        pair = pair_value(spot.hand) if sum(spot.hand) == 2 else None
        if ActionCode.SPLIT in spot.may and pair is not None and pair in self.pair:
            wanted = self.pair[pair]
            found = np.where(wanted == ActionCode.SPLIT, ActionCode.SPLIT, found)
            if ActionCode.SURRENDER in spot.may:
                found = np.where(wanted == ActionCode.SURRENDER, ActionCode.SURRENDER, found)
        elif ActionCode.SURRENDER in spot.may and (total, is_soft) in self.surrender:
            found = np.where(self.surrender[total, is_soft], ActionCode.SURRENDER, found)
        return np.asarray(found)

    def _after_doubling(self, spot: ChartSpot, total: int, is_soft: bool) -> Array:
        taken = self.doubled.get((spot.doublings, total, is_soft))
        found = np.full(len(self.columns), ActionCode.STAND)
        if taken is not None and ActionCode.SURRENDER in spot.may:
            found[taken == kernel.RESCUE] = ActionCode.SURRENDER
        if taken is not None and ActionCode.DOUBLE in spot.may:
            found[taken == kernel.DOUBLE] = ActionCode.DOUBLE
        return found

    # How it is shown.

    def drawn(self, value: float) -> Chart:
        """The chart, which when played by it is worth so much."""
        seen = [column != BLACKJACK for column in self.columns]
        sections = tuple(
            (title, tuple((hand, tuple(compress(codes, seen))) for hand, codes in rows))
            for title, rows in self.sections()
        )
        columns = tuple(compress(self.columns, seen))
        return Chart(columns, sections, legend(sections), value, self.game.value - value)

    def sections(self) -> Iterator[Section]:
        """Hard totals, soft totals, pairs; after a doubling, where there is more to decide."""
        for title, is_soft, first in (("Hard", False, 5), ("Soft", True, 13)):
            rows = []
            for total in range(first, TWENTY_ONE):
                if any(self.key(total, is_soft, count) in self.hit for count in range(2, 7)):
                    codes = tuple(self._code(total, is_soft, c) for c in range(len(self.columns)))
                    rows.append((str(total), codes))
            yield title, tuple(rows)
        pairs = []
        for value in sorted(self.pair, key=lambda each: VALUES[each] if each else 11):
            total, is_soft = total_of(two_cards(value, value))
            codes = tuple(
                self._pair_code(int(act), total, is_soft, column)
                for column, act in enumerate(self.pair[value])
            )
            pairs.append((f"{LABELS[value]}-{LABELS[value]}", codes))
        yield "Pairs", tuple(pairs)
        for made in range(1, self.main.after_doubling.shape[0]):
            rows = list(self._rows_after(made))
            if any(code != "S" for _, codes in rows for code in codes):
                yield after_title(made), tuple(rows)

    def _rows_after(self, made: int) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The totals after so many doublings, those that are played alike in one row."""
        count = 2 + made
        for mark, is_soft, first in (("", False, 2 * count), ("s", True, 10 + count)):
            codes_by_total = {
                total: tuple(AFTER_CODES[int(act)] for act in self.doubled[made, total, is_soft])
                for total in range(first, TWENTY_ONE)
                if (made, total, is_soft) in self.doubled
            }
            for codes, alike in groupby(codes_by_total, key=codes_by_total.__getitem__):
                totals = list(alike)
                last = f"-{totals[-1]}" if len(totals) > 1 else ""
                yield f"{mark}{totals[0]}{last}", codes

    def _pair_code(self, act: int, total: int, is_soft: bool, column: int) -> str:
        if act == ActionCode.SPLIT:
            return "P"
        if act == ActionCode.SURRENDER:
            return f"R{self._code(total, is_soft, column, surrenders=False)[0].lower()}"
        return self._code(total, is_soft, column, surrenders=False)

    def _code(self, total: int, is_soft: bool, column: int, *, surrenders: bool = True) -> str:
        """One letter, or a letter and from how many cards on the hand is hit; a fallback in small."""
        letters = []
        for count in range(2, MOST_COUNTED + 1):
            key = self.key(total, is_soft, count)
            if key not in self.hit:
                continue
            plain = "H" if self.hit[key][column] else "S"
            doubles = key in self.double and self.double[key][column]
            letters.append((count, "D" if doubles else plain, plain))
        _, first, plain = letters[0]
        code = first
        if self.counts_cards:
            before = first
            for count, letter, _ in letters[1:]:
                if letter != before:
                    code += f"{count}" if letter == "H" else f"{count}{letter.lower()}"
                before = letter
        elif first == "D":
            code = f"D{plain.lower()}"
        given_up = self.surrender.get((total, is_soft))
        if surrenders and given_up is not None and given_up[column]:
            return f"R{first[0].lower()}"
        return code


@dataclass(frozen=True)
class _Groups:
    """The dealer's starts sorted into columns."""

    order: Array
    first: Array
    column_of_start: Array


def _columns(starts: tuple[Cards, ...]) -> tuple[tuple[str, ...], _Groups]:
    """One column for each up card, the ace last; for two cards face up, for each total."""
    if sum(starts[0]) == 1:
        order = [*range(1, len(starts)), 0]
        labels = tuple(LABELS[each] for each in order)
        places = [order.index(start) for start in range(len(starts))]
        return labels, _Groups(np.array(order), np.arange(len(order)), np.array(places))
    totals = [total_of(start) for start in starts]
    kinds = sorted(set(totals), key=lambda each: (each[1], each[0]))
    labels = tuple(f"{'s' if is_soft else ''}{total}" for total, is_soft in kinds)
    places = [kinds.index(total) for total in totals]
    sorted_starts = sorted(range(len(starts)), key=lambda start: places[start])
    first = [next(i for i, s in enumerate(sorted_starts) if places[s] == c) for c in range(len(kinds))]
    return labels, _Groups(np.array(sorted_starts), np.array(first), np.array(places))
