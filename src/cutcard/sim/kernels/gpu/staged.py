# mypy: ignore-errors
# ruff: noqa: RUF005 -- the compilers unpack no tuples
# The compilers of these functions type them by what they are called with.
"""The staged kernel on a GPU: a unit of work a thread at a time, by the same functions as on a core.

What is a number in a stage's tables is a constant of the compiled kernel, so that what a table lacks is
gone; only the number of boxes is not, for loops over boxes are not to be unrolled: code must fit into a
multiprocessor's cache of instructions. A block's shared memory has the shoes of its threads, the tables
that are looked into most, and the counts of common first cards; a thread's seats lie in its own memory.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba import int32, int64, uint8, uint32
from numba.core import config
from numba.extending import overload

from cutcard.sim.kernels.gpu.cuda import cuda
from cutcard.sim.kernels.staged.fields import OF_MEMO, OF_SEAT, OF_SHOE, OF_WAGER
from cutcard.sim.kernels.staged.kernel import play_unit
from cutcard.sim.kernels.staged.shapes import (
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
from cutcard.sim.kernels.staged.sums import bump, meet

device = cuda.jit(device=True, inline=True)
EVERYONE = 0xFFFFFFFF
"""All threads of a warp."""


class Near(NamedTuple):
    """A table's place in the memory that a block shares; in items of its kind."""

    begins: int
    items: int
    kind: str


class Nears(NamedTuple):
    """The tables that may lie there, or None. The step table is the last, with what fits."""

    letter_of: Near | None
    opening: Near | None
    closing: Near | None
    nets: Near | None
    by_two: Near | None
    by_hole: Near | None
    side_nets: Near | None
    worth: Near | None
    totals: Near | None
    draws: Near | None
    ends: Near | None
    step: Near | None


class StagedKind(NamedTuple):
    """What a kernel is compiled for: the numbers of its stages, without arrays, and its memory."""

    table: KernelTable
    wagers: int
    nears: Nears
    shoes_at: int
    stride: int
    """In bytes: where the shoes begin, and how far they are apart."""
    counts_at: int
    """Where the counts of common numbers begin, in words."""
    registers: int


def numbers_of(table: Any) -> Any:
    """A stage's tables with their arrays left out."""
    if isinstance(table, tuple) and hasattr(table, "_fields"):
        return type(table)(*map(numbers_of, table))
    return 0 if isinstance(table, np.ndarray) else table


def _near(place: Near | None) -> Any:
    """A function that copies a table to its place near to the threads, or leaves it where it is."""
    if place is None:

        @device
        def left(table):
            return table

        return left
    begins, items = place.begins, place.items
    kind = getattr(__import__("numba"), place.kind)

    @device
    def copied(table):
        memory = cuda.shared.array(0, kind)
        for i in range(cuda.threadIdx.x, items, cuda.blockDim.x):
            memory[begins + i] = table[i]
        return memory[begins : begins + items]

    return copied


def _sides_of(kind: StagedKind) -> Any:
    """A function that gives a thread its arrays beside the tables of side wagers, if there are any."""
    numbers, counts_at = kind.table.sides, kind.counts_at

    @device
    def none(tables, work, thread):  # noqa: ARG001
        return None

    if numbers is None:
        return none
    near_numbers, wagers, room = numbers.near_numbers, numbers.wagers, max(1, numbers.wagers)
    by_two, by_hole, nets = map(_near, (kind.nears.by_two, kind.nears.by_hole, kind.nears.side_nets))
    constants = tuple(numbers[numbers._fields.index("near_numbers") :])

    @device
    def sides(tables, work, thread):  # noqa: ARG001
        memory = cuda.shared.array(0, uint32)
        won = cuda.local.array(room, int64)
        for w in range(wagers):
            won[w] = 0
        looked = (by_two(tables.by_two), tables.by_up, by_hole(tables.by_hole), tables.is_open)
        came = (tables.results, nets(tables.nets), tables.is_shared, tables.logged)
        later = (tables.late, tables.folds, tables.second_card, tables.opens, tables.own_third)
        own = (won, memory[counts_at : counts_at + near_numbers])
        return SideWagers(*(looked + came + later + own + constants))

    return sides


def _extras_of(kind: StagedKind) -> Any:
    """The same of what few tables have."""
    numbers = kind.table.extras

    @device
    def none(tables, work, thread):  # noqa: ARG001
        return None

    if numbers is None:
        return none
    rows_at, bet_squares_at, watched = (
        numbers.shared.rows_at,
        numbers.bet_squares_at,
        numbers.watch.wagers,
    )
    of_streaks = (numbers.streaks.many, numbers.streaks.late_kinds, numbers.streaks.first, rows_at)

    @device
    def extras(tables, work, thread):
        one, two, events = tables.shared, tables.streaks, work[2][thread]
        if len(events):
            events[0] = 0
        paid = (one.nets, one.gives, one.worth, one.then, one.logged, rows_at)
        shared = SharedWagers(*((one.wagers, one.blocks, work[0][thread]) + paid))
        hands = (two.hand_counts, two.hand_kinds, two.late_counts, two.kinds)
        riding = StreakTables(*(hands + (two.after, two.decided, two.nets) + of_streaks))
        watch = Watch(tables.watch.table, work[1][thread], watched)
        return Extras(tables.switches, shared, riding, watch, events, tables.closed, bet_squares_at)

    return extras


def _shoe_of(kind: StagedKind) -> Any:
    """A function that gives a thread its shoe."""
    numbers, shoes_at, stride = kind.table.shoe, kind.shoes_at, kind.stride
    size, constants = numbers.size, tuple(numbers[numbers._fields.index("size") :])

    @device
    def shoe_of(shoe, letter_of, ends):
        memory = cuda.shared.array(0, uint8)
        begins = shoes_at + cuda.threadIdx.x * stride
        own = (memory[begins : begins + size], cuda.local.array(OF_SHOE, uint32))
        return DealtShoe(*(own + (shoe.pack, letter_of, ends, shoe.trace) + constants))

    return shoe_of


def _machine_of(kind: StagedKind) -> Any:
    """A function that puts the machine's tables near to the threads."""
    numbers, nears, seats = kind.table.machine, kind.nears, kind.table.boxes * kind.table.hands
    step, opening = _near(nears.step), _near(nears.opening)
    nets, closing = _near(nears.nets), _near(nears.closing)
    near_entries = 0 if nears.step is None else nears.step.items
    constants = tuple(numbers[numbers._fields.index("letters") :])

    @device
    def machine_of(machine, letter_of):
        steps = (machine.step, step(machine.step), near_entries, opening(machine.opening))
        ends = (machine.emissions, nets(machine.nets), closing(machine.closing), letter_of)
        return Machine(*(steps + ends + (cuda.local.array((seats, OF_MEMO), int64),) + constants))

    return machine_of


def _dealer_of(kind: StagedKind) -> Any:
    """The same for the dealer's."""
    nears, has_hole = kind.nears, kind.table.dealer.has_hole
    worth, totals, draws = _near(nears.worth), _near(nears.totals), _near(nears.draws)
    ends = _near(nears.ends)

    @device
    def dealer_of(dealer):
        rules = (totals(dealer.totals), draws(dealer.draws), dealer.completes, ends(dealer.ends))
        return DealerTables(*((worth(dealer.worth), dealer.looks) + rules + (has_hole,)))

    return dealer_of


@overload(bump, target="cuda")
def bump_on_a_gpu(sums, at, many):  # noqa: ARG001
    """Sums on a GPU are those of all threads: whole numbers that come round, so their order never
    matters."""
    if sums.dtype == uint32:
        return lambda sums, at, many: cuda.atomic.add(sums, at, uint32(many))
    return lambda sums, at, many: cuda.atomic.add(sums, at, int64(many))


@overload(meet, target="cuda")
def meet_the_warp():
    """Threads of a warp vote before every round, for a vote is where they go on together.

    Without it each soon plays its own round by itself: of 32 threads 4 were active at a time.
    """
    return lambda: cuda.any_sync(EVERYONE, True)


@lru_cache(maxsize=32)
def staged(kind: StagedKind) -> Any:
    """The kernel."""
    sides_of, extras_of, shoe_of = _sides_of(kind), _extras_of(kind), _shoe_of(kind)
    machine_of, dealer_of, letters_of = _machine_of(kind), _dealer_of(kind), _near(kind.nears.letter_of)
    hands, wagers, counts_at = kind.table.hands, kind.wagers, kind.counts_at
    rows = kind.table.boxes * hands + 1
    counted = 0 if kind.table.sides is None else kind.table.sides.near_numbers
    numbers_at = 0 if kind.table.sides is None else kind.table.sides.numbers_at
    is_simulated = bool(config.ENABLE_CUDASIM)
    options = {} if is_simulated else {"max_registers": kind.registers}

    @cuda.jit(**options)
    def run(seed, first, units, shoe, machine, dealer, sides, extras, boxes, work, out, unit_rounds):
        thread, inside = cuda.grid(1), cuda.threadIdx.x
        letter_of = letters_of(shoe.letter_of)
        near_counts = cuda.shared.array(0, uint32)
        for i in range(inside, counted, cuda.blockDim.x):
            near_counts[counts_at + i] = 0
        table = KernelTable(
            shoe_of(shoe, letter_of, work[3][thread]),
            machine_of(machine, letter_of),
            dealer_of(dealer),
            cuda.local.array((rows, OF_SEAT), int32),
            cuda.local.array((wagers, OF_WAGER), int64),
            sides_of(sides, work, thread),
            extras_of(extras, work, thread),
            boxes,
            hands,
        )
        cuda.syncthreads()
        at = int64(thread)
        while at < units:
            many = play_unit(seed, first + at, -1, table, out)
            if at < len(unit_rounds):
                unit_rounds[at] = many
            at += int64(cuda.gridsize(1))
        if not is_simulated:
            while cuda.any_sync(EVERYONE, False):
                pass  # whoever is done votes on until all of the warp are
        cuda.syncthreads()
        for i in range(inside, counted, cuda.blockDim.x):
            cuda.atomic.add(out, numbers_at + i, int64(near_counts[counts_at + i]))

    return run


@lru_cache(maxsize=1)
def logs() -> tuple[Any, Any]:
    """Two kernels: one counts the entries of each thread's log, the other copies them into one."""

    @cuda.jit
    def counted(events, counts):
        thread = cuda.grid(1)
        if thread < len(counts):
            counts[thread] = events[thread, 0]

    @cuda.jit
    def gathered(events, starts, flat):
        thread = cuda.grid(1)
        if thread + 1 < len(starts):
            for i in range(starts[thread + 1] - starts[thread]):
                flat[starts[thread] + i] = events[thread, 1 + i]

    return counted, gathered
