"""The staged kernel's tables of an engine, and the arrays of each worker."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np

from cutcard.automata.wagers import INPUTS, OPEN, OWN_THIRD, SECOND_CARD
from cutcard.cards import DECK_52
from cutcard.rules import hole_card_is_known
from cutcard.sim.kernels.folds import folds_of
from cutcard.sim.kernels.lockstep.kernel import FRESH_ROUNDS, PLACE, SHOES
from cutcard.sim.kernels.prepared import Prepared
from cutcard.sim.kernels.staged import fields as of
from cutcard.sim.kernels.staged.shapes import (
    Array,
    DealerTables,
    DealtShoe,
    Extras,
    KernelTable,
    Machine,
    SharedWagers,
    SideWagers,
    StreakTables,
    Watch,
)
from cutcard.sim.kernels.staged.shared_wagers import NO_DEVICE
from cutcard.sim.tables.closings import Closings, SeatStates, closings
from cutcard.sim.tables.devices import MORE_KEPT, device_blocks
from cutcard.sim.tables.play_tables import ACES, POINTS, dealer_table, kept_switch_table, streak_results
from cutcard.sim.tables.side_tables import FirstCards, first_cards

OF_PLAY: Final = ("third", "fourth", "split_third", "split_fourth", "final_total")
"""The inputs of side wagers that the boxes' play makes."""
NO_TRACE: Final = np.zeros(0, dtype=np.uint8)
NO_LOG: Final = np.zeros(0, dtype=np.int64)


class StagedTables:
    """What the staged kernel plays an engine's plan with."""

    def __init__(self, engine: Prepared) -> None:
        self.engine, self.plan = engine, engine.plan

    def table(self, *, trace: Array = NO_TRACE, events: Array = NO_LOG) -> KernelTable:
        """All tables, with arrays of their own for one worker to work in."""
        engine, plan, common = self.engine, self.plan, self._common
        seats = plan.boxes * plan.hands
        sides, extras = common.sides, common.extras
        ends = np.zeros(engine.tables.letters if engine.is_sorted else 0, dtype=np.int64)
        cards, at = np.zeros(plan.cards, np.uint8), np.zeros(of.OF_SHOE, np.uint32)
        if sides is not None:
            sides = sides._replace(won=_zeros(sides.wagers))
        if extras is not None:
            shared = extras.shared._replace(shown=np.zeros_like(extras.shared.shown))
            watch = extras.watch._replace(kept=np.zeros_like(extras.watch.kept))
            extras = extras._replace(shared=shared, watch=watch, events=events)
        return common._replace(
            shoe=common.shoe._replace(
                cards=cards, at=at, ends=ends, trace=trace, is_traced=int(len(trace) > 0)
            ),
            machine=common.machine._replace(memos=_zeros(seats, of.OF_MEMO)),
            seats=np.zeros((seats + 1, of.OF_SEAT), dtype=np.int32),
            mine=_zeros(len(engine.wagers), of.OF_WAGER),
            sides=sides,
            extras=extras,
        )

    def filled_in(self, out: Array) -> Array:
        """The sums with what follows from the counts of numbers: side wagers' hits, squares and rows."""
        engine, first = self.engine, self._first_cards
        if first is None:
            return out
        at, rows_at = self._numbers_at, engine.places.side_rows
        counts, results = out[at : at + len(first.results)], first.results
        nets = first.nets(engine.side_nets)
        numbers, _ = there = np.nonzero(results >= 0)
        np.add.at(out[rows_at : rows_at + len(engine.side_nets)], results[there], counts[numbers])
        for w in range(results.shape[1]):
            mine = engine.sums_of(w + 1)
            out[mine + of.HITS] += (counts * (nets[:, w] > 0)).sum()
            out[mine + of.SQUARE] += (counts * nets[:, w] ** 2).sum()
        return out[:at]

    @property
    def sums(self) -> int:
        """How many numbers are added up."""
        first = self._first_cards
        return self._numbers_at + (0 if first is None else len(first.results))

    @property
    def _numbers_at(self) -> int:
        return int(self.engine.sums)

    @cached_property
    def _common(self) -> KernelTable:
        """All tables; the arrays of a worker are stand-ins."""
        extras = self._extras()
        return KernelTable(
            shoe=self._shoe(),
            machine=self._machine(),
            dealer=self._dealer(),
            seats=None,
            mine=None,
            sides=self._sides(),
            extras=extras,
            boxes=self.plan.boxes,
            hands=self.plan.hands,
        )

    @cached_property
    def _has_extras(self) -> bool:
        """Whether the plan needs any of the stages that few tables have."""
        engine, plan = self.engine, self.plan
        over_rounds = engine.streaks.wagers or plan.watch is not None or engine.logs
        return bool(over_rounds or plan.hands > 1 or any(self._are_shared))

    def _extras(self) -> Extras | None:
        if not self._has_extras:
            return None
        engine, plan = self.engine, self.plan
        first, logged = engine.chains.first_result, engine.logged_results
        many = len(engine.chains.chains)
        closed = [w for w in range(many) if logged[first[w] : first[w + 1]].any()]
        strategy, watching = plan.strategy, engine.watching
        switches = kept_switch_table(strategy.choose, strategy.digest) if plan.game.switch else _zeros(0)
        watched = len(watching.wagers) if plan.watch is not None else 0
        return Extras(
            switches=switches,
            shared=self._shared(),
            streaks=self._streaks(),
            watch=Watch(watching.table, _zeros(watching.kept), watched),
            events=NO_LOG,
            closed=np.array(closed, dtype=np.int64),
            bet_squares_at=engine.places.bet_squares,
        )

    def _shoe(self) -> DealtShoe:
        plan = self.plan
        return DealtShoe(
            cards=None,
            at=None,
            pack=self.engine.pack,
            letter_of=self.engine.tables.letter_of,
            ends=None,
            trace=None,
            size=plan.cards,
            cut=plan.cut,
            burned=plan.burned,
            burns_each_round=int(plan.burns_each_round),
            chain=FRESH_ROUNDS if plan.penetration is None else SHOES,
            is_sorted=int(self.engine.is_sorted),
            is_traced=0,
        )

    def _machine(self) -> Machine:
        engine, made = self.engine, self.engine.tables
        letters, split = made.letters, made.splitting
        step = self._states.step
        # The first two cards emit nothing, so an opening is the entry of the third card.
        two = step[(step[:letters] & PLACE)[:, None] + np.arange(letters, dtype=np.uint32)]
        opening = step[(two & PLACE)[:, :, None] + np.arange(letters, dtype=np.uint32)]
        finals = np.where(made.finishes >= 0, np.append(made.final_totals, 0)[made.finishes], 0)
        columns = [made.nets, made.add, made.shift, made.finishes]
        columns += [made.ends, made.times, made.goes_on, finals]
        emissions = np.stack([each.astype(np.int64) for each in columns], axis=-1)
        assert emissions[0, of.E_FINISH] < 0
        reads = {stage.reads for each in engine.chains.chains for stage in each.stages}
        return Machine(
            step=step,
            near=None,
            near_entries=0,
            opening=np.ascontiguousarray(opening.ravel()),
            emissions=np.ascontiguousarray(emissions),
            nets=made.nets,
            closing=self._closings.closing,
            letter_of=made.letter_of,
            memos=None,
            letters=letters,
            begins=self._states.begins,
            hot=made.hot,
            split=(made.last, split.none_yet, split.width, split.times, engine.places.split_rows),
            keeps_last=int(len(engine.streaks.wagers) > 0),
            tells_totals=int("final_total" in reads),
            rows_at=engine.places.rows,
            closes=self._closings.closes,
        )

    @cached_property
    def _states(self) -> SeatStates:
        return SeatStates.of(self.engine.tables)

    @cached_property
    def _closings(self) -> Closings:
        return closings(self._states, self.engine.tables, self.plan.game)

    def _dealer(self) -> DealerTables:
        game = self.plan.game
        totals, draws, completes = dealer_table(game)
        return DealerTables(
            worth=(2 * POINTS + of.ACE * ACES).astype(np.uint32),
            looks=np.array([hole_card_is_known(game, card) for card in DECK_52], dtype=np.uint8),
            totals=totals,
            draws=draws.astype(np.uint8),
            completes=completes.astype(np.uint8),
            ends=self._closings.ends,
            has_hole=int(game.has_hole_card),
        )

    @cached_property
    def _first_cards(self) -> FirstCards | None:
        """What first cards come to, where there are side wagers."""
        engine = self.engine
        chains = engine.chains.chains
        if not chains and not self._has_extras:
            return None
        return first_cards(chains, engine.chains.first_result, self._are_shared)

    @cached_property
    def _are_shared(self) -> tuple[bool, ...]:
        """By wager: whether a device or other boxes have a part in it."""
        engine, first = self.engine, self.engine.chains.first_result
        devices, gives = {each.place for each in engine.devices}, engine.others.gives
        return tuple(
            w in devices or bool(gives[first[w] : first[w + 1]].any())
            for w in range(len(engine.chains.chains))
        )

    def _sides(self) -> SideWagers | None:
        chains, first, logged = self.engine.chains, self._first_cards, self.engine.logged_results
        if first is None:
            return None
        demands, own_third = [each.demands for each in chains.chains], self._folds(OWN_THIRD)
        drawn = {INPUTS.index(name) for name in OF_PLAY}
        by_number = np.append(logged, False)[first.results].any(axis=1)
        return SideWagers(
            by_two=first.by_two,
            by_up=first.by_up,
            by_hole=first.by_hole,
            is_open=first.is_open,
            results=first.results,
            nets=first.nets(self.engine.side_nets).ravel(),
            is_shared=np.array(self._are_shared, dtype=bool),
            logged=np.concatenate([by_number, logged]),
            late=first.late,
            folds=folds_of(chains),
            second_card=self._folds(SECOND_CARD),
            opens=self._folds(OPEN),
            own_third=own_third,
            won=None,
            near=None,
            near_numbers=0,
            wagers=first.results.shape[1],
            lates=len(first.late),
            reads_hole=int(first.reads_hole),
            third_card=int(any(each.third_card for each in demands)),
            completion=int(any(each.completion for each in demands)),
            keeps=int(len(own_third) > 0 or not drawn.isdisjoint(chains.stage_input.tolist())),
            numbers_at=self._numbers_at,
        )

    def _folds(self, name: str) -> Array:
        """The numbers of the folds that say whether a card is dealt for a wager."""
        numbers = self.engine.chains.numbers.items()
        return np.array([fold for (_, tells), fold in numbers if tells == name], dtype=np.int64)

    def _shared(self) -> SharedWagers:
        engine, plan = self.engine, self.plan
        starts, blocks = device_blocks(engine.devices, engine.units)
        first = engine.chains.first_result
        wagers = [
            (w, first[w], starts.get(w, NO_DEVICE))
            for w, is_one in enumerate(self._are_shared)
            if is_one
        ]
        others = engine.others
        return SharedWagers(
            wagers=np.array(wagers, dtype=np.int64).reshape(-1, 3),
            blocks=blocks,
            shown=_zeros(max(1, len(engine.devices)), plan.boxes + MORE_KEPT),
            nets=engine.side_nets,
            gives=others.gives,
            worth=others.worth,
            then=others.then,
            logged=engine.logged_results,
            rows_at=engine.places.side_rows,
        )

    def _streaks(self) -> StreakTables:
        engine, made, streaks = self.engine, self.engine.tables, self.engine.streaks
        after, decided = _zeros(0, 0), _zeros(0, 0, 0)
        if streaks.wagers:
            after, decided = streaks.after, streak_results(engine.chains, streaks)
        return StreakTables(
            hand_counts=made.hand_counts.ravel().astype(np.int64),
            hand_kinds=made.hand_kinds.astype(np.int64),
            late_counts=made.late_counts.astype(np.int64),
            kinds=engine.streaks.kind_of.astype(np.int64),
            after=np.ascontiguousarray(after),
            decided=np.ascontiguousarray(decided),
            nets=engine.side_nets,
            many=len(engine.streaks.wagers),
            late_kinds=int(made.hand_kinds.max(initial=0)) + 1,
            first=1 + len(engine.chains.chains),
            rows_at=engine.places.side_rows,
        )


def new_trace() -> Array:
    """Room for the cards of a round."""
    return np.zeros(3 * of.MOST_TRACED, dtype=np.uint8)


def _zeros(*shape: int) -> Array:
    return np.zeros(shape, dtype=np.int64)
