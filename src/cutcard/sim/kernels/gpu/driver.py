# mypy: disable-error-code="no-untyped-call, import-not-found, attr-defined"
"""Launching the kernels on a GPU: memory there, as many blocks as it has multiprocessors, sums back."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from cutcard.sim.kernels.gpu import (
    lockstep as gpu_lockstep,
    staged as gpu_staged,
)
from cutcard.sim.kernels.gpu.cuda import cuda
from cutcard.sim.kernels.gpu.layout import RESERVED, WORD, Layout, layout
from cutcard.sim.kernels.lockstep.kernel import ALL_ROWS, COPIES, ONE_IN, TOTALS
from cutcard.sim.kernels.staged.boxes import SPLIT_FIRST_AT
from cutcard.sim.kernels.staged.log import ENTRY
from cutcard.sim.kernels.staged.shapes import KernelTable
from cutcard.sim.problem import SimError
from cutcard.sim.tables.round_tables import HALF_WORD, Packing, repacked

if TYPE_CHECKING:
    from cutcard.sim.runs.engine import Engine

Array = np.ndarray[Any, Any]

LOCKSTEP_THREADS: Final = 1024
FEWEST_GROUPS: Final = 4
"""Of cards that are worth taking rounds apart for, to add them up in short words."""
STAGED_THREADS: Final = 640
"""Of the staged kernel: at most so many threads in a block, of which a multiprocessor has one."""
WARP: Final = 32
LOG_THREADS: Final = 128
MOST_NEAR_BYTES: Final = 16 * 1024
"""Of tables that are copied into shared memory."""
MOST_NEAR_NUMBERS: Final = 4096
"""Numbers of first cards that are counted in shared memory."""
MOST_UNITS: Final = 1 << 22
"""Units of one launch: counts in shared memory have 32 bits."""
REGISTERS: Final = 1 << 16
MOST_REGISTERS: Final = 248
"""Of a multiprocessor, and of a thread."""
SIMULATED: Final = os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"
"""Whether the GPU is numba's own stand-in, which is slow and has no limits."""
SIMULATED_SHARED: Final = 1 << 16


def check() -> None:
    """Refuse where there is no GPU that can be used."""
    if not cuda.is_available():
        raise SimError("device: no usable GPU here; run with --device cpu")


def _sizes() -> tuple[int, int]:
    """Multiprocessors, and the shared memory that a block may ask for."""
    if SIMULATED:
        return 1, SIMULATED_SHARED
    device = cuda.get_current_device()
    return device.MULTIPROCESSOR_COUNT, device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN


def _launched(kernel: Any, blocks: int, place: Layout | _Shared, arguments: tuple[Any, ...]) -> None:
    """Launch a kernel with more shared memory than is granted unasked."""
    if not SIMULATED:
        from cuda.bindings import driver

        compiled = kernel.compile(tuple(kernel.typeof_pyval(each) for each in arguments))
        handle = compiled._codelibrary.get_cufunc().handle
        wanted = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        number = driver.CUdevice(cuda.get_current_device().id)
        (result,) = driver.cuKernelSetAttribute(wanted, place.size, handle, number)
        if result != driver.CUresult.CUDA_SUCCESS:
            raise SimError(
                f"device: the GPU does not grant {place.size} bytes of shared memory: {result}"
            )
    kernel[blocks, place.threads, 0, place.size](*arguments)


def lockstep(engine: Engine, first: int, units: int, rounds_of: Array) -> tuple[Array, Array, Array]:
    """Units of a box by itself: sums, rows of whole rounds, rows of split hands."""
    ready = _ready(engine)
    totals, rows, parts, unit_rounds = (
        cuda.to_device(np.zeros(size, dtype=np.int64))
        for size in (TOTALS, len(engine.tables.packed), (256, COPIES), max(1, len(rounds_of)))
    )
    for begin, many, stride, with_rows in _shared_out(first, first + units):
        kind = ready.kind._replace(with_rows=with_rows)
        counts = unit_rounds[begin - first :] if len(rounds_of) else unit_rounds[:0]
        arguments = (engine.seed, begin, many, stride, *ready.tables, totals, rows, parts, counts)
        blocks = min(_sizes()[0], -(-many // kind.place.threads))
        _launched(gpu_lockstep.lockstep(kind), blocks, kind.place, arguments)
    rounds_of[:] = unit_rounds.copy_to_host()[: len(rounds_of)]
    return totals.copy_to_host(), rows.copy_to_host(), parts.copy_to_host()


def _shared_out(first: int, end: int) -> Iterator[tuple[int, int, int, bool]]:
    """Units by whether their rows are counted: the first, how many, the stride; and whether they are."""
    if first < ALL_ROWS:
        yield first, min(end, ALL_ROWS) - first, 1, True
    first = max(first, ALL_ROWS)
    counted = -(-first // ONE_IN) * ONE_IN
    if counted < end:
        yield counted, -(-(end - counted) // ONE_IN), ONE_IN, True
    if first < end:
        yield first, end - first, 1, False


class _Ready(NamedTuple):
    """What every launch of an engine's takes: what its kernel is compiled for, and its tables there."""

    kind: gpu_lockstep.KernelKind
    tables: tuple[Any, ...]


@lru_cache(maxsize=4)
def _ready(engine: Engine) -> _Ready:
    """Tables on the device."""
    tables = engine.tables
    flush, packing, packed = _flushed(engine)
    place = layout(
        _sizes()[1],
        entries=len(tables.step),
        emissions=len(tables.packed),
        threads=1 if SIMULATED else LOCKSTEP_THREADS,
        wide=(packing.bits != HALF_WORD, tables.splitting.bits != HALF_WORD),
    )
    bounds = gpu_lockstep.packed_bounds([int(end) for end in engine.letter_ends])
    kind = gpu_lockstep.KernelKind(engine.shaped(packing), place, bounds, flush, with_rows=True)
    step = np.concatenate([np.zeros(place.step_at, np.uint32), tables.step + np.uint32(place.step_at)])
    arrays = (step, packed, tables.add, tables.shift, tables.finishes, tables.ends)
    return _Ready(kind, tuple(cuda.to_device(np.ascontiguousarray(each)) for each in arrays))


def _flushed(engine: Engine) -> tuple[int, Packing, Array]:
    """After how many groups of cards rounds are taken apart: in short words where that is possible."""
    tables, group = engine.tables, gpu_lockstep.GROUP
    flush = max(1, engine.plan.cut // group)
    while engine.plan.cut and flush > FEWEST_GROUPS:
        packing, packed = repacked(tables, group * (flush + 1))
        if packing.bits == HALF_WORD:
            return flush, packing, packed
        flush //= 2
    return max(1, engine.plan.cut // group), tables.packing, tables.packed


def staged(engine: Engine, first: int, units: int, rounds_of: Array) -> Array:
    """Units of any table: the sums."""
    totals, _ = _staged(engine, first, units, rounds_of, 0)
    return engine.staged.filled_in(totals)


def staged_logged(engine: Engine, first: int, units: int, room: int) -> tuple[int, Array, Array]:
    """Units of any table: entries for whose log there must be room, the sums, and the log.

    `room` is how many entries there is room for, for each unit.
    """
    totals, events = _staged(engine, first, units, np.zeros(0, dtype=np.int64), room)
    totals = engine.staged.filled_in(totals)
    everyone, width = events.shape
    blocks, (counted, gathered) = -(-everyone // LOG_THREADS), gpu_staged.logs()
    counts = cuda.device_array(everyone, dtype=np.int64)
    counted[blocks, LOG_THREADS](events, counts)
    many = counts.copy_to_host()
    most = (width - 1) // ENTRY
    if int(many.max()) > most:
        return -(-int(many.max()) * room * units // most), totals, np.zeros((0, ENTRY), dtype=np.int64)
    starts = np.concatenate([[0], np.cumsum(many * ENTRY)])
    flat = cuda.device_array(max(1, int(starts[-1])), dtype=np.int64)
    gathered[blocks, LOG_THREADS](events, cuda.to_device(starts), flat)
    return int(many.sum()), totals, flat.copy_to_host()[: starts[-1]].reshape(-1, ENTRY)


def _on_device(tables: Any) -> Any:
    """Tables with all their arrays on the device."""
    if isinstance(tables, np.ndarray):
        return cuda.to_device(np.ascontiguousarray(tables))
    if isinstance(tables, tuple) and hasattr(tables, "_fields"):
        return type(tables)(*map(_on_device, tables))
    return 0 if tables is None else tables


class _Shared(NamedTuple):
    """A block's threads, and its shared memory in bytes."""

    threads: int
    size: int


class _Staging(NamedTuple):
    """What every launch of an engine's takes: what its kernel is compiled for, and its tables there."""

    kind: gpu_staged.StagedKind
    place: _Shared
    tables: tuple[Any, ...]
    table: KernelTable


@lru_cache(maxsize=4)
def _staging(engine: Engine) -> _Staging:
    table = engine.staged.table()
    if table.sides is not None:
        near_numbers = min(len(table.sides.is_open), MOST_NEAR_NUMBERS)
        table = table._replace(sides=table.sides._replace(near_numbers=near_numbers))
    kind, size, threads = _placed(table, len(engine.wagers))
    tables = (table.shoe, table.machine, table.dealer, table.sides, table.extras)
    return _Staging(kind, _Shared(threads, size), tuple(map(_on_device, tables)), table)


def _placed(table: KernelTable, wagers: int) -> tuple[gpu_staged.StagedKind, int, int]:
    """Shared memory: tables as they fit, counts of common numbers, then a shoe for each thread."""
    shared = _sizes()[1] - RESERVED
    sources = {**table.shoe._asdict(), **table.machine._asdict(), **table.dealer._asdict()}
    if table.sides is not None:
        sides = table.sides
        sources |= {"by_two": sides.by_two, "by_hole": sides.by_hole, "side_nets": sides.nets}
    at, nears = 0, dict.fromkeys(gpu_staged.Nears._fields)
    for name in [each for each in nears if each in sources]:
        each = sources[name] if name != "step" else sources[name][: table.machine.begins[SPLIT_FIRST_AT]]
        items = min(len(each), (MOST_NEAR_BYTES - at) // each.itemsize)
        if not SIMULATED and (items == len(each) or name == "step"):
            nears[name] = gpu_staged.Near(at // each.itemsize, items, str(each.dtype))
            at += -(-items * each.itemsize // 8) * 8
    counts_at = at // WORD
    at += WORD * (0 if table.sides is None else table.sides.near_numbers)
    stride = (-(-table.shoe.size // WORD) | 1) * WORD
    threads = min(STAGED_THREADS, (shared - at) // (stride * WARP) * WARP)
    threads = 1 if SIMULATED else max(WARP, threads)
    registers = min(MOST_REGISTERS, REGISTERS // threads // 8 * 8)
    numbers = gpu_staged.numbers_of(table)
    kind = gpu_staged.StagedKind(
        numbers, wagers, gpu_staged.Nears(**nears), at, stride, counts_at, registers
    )
    return kind, at + threads * stride, threads


def _staged(engine: Engine, first: int, units: int, rounds_of: Array, room: int) -> tuple[Array, Any]:
    """The sums, and the threads' logs, still on the device."""
    ready = _staging(engine)
    table, place = ready.table, ready.place
    blocks = max(1, min(_sizes()[0], -(-units // place.threads)))
    everyone = blocks * place.threads
    entries = 1 + ENTRY * room * -(-units // everyone) if room else 0
    extras = table.extras
    # of each thread: what devices showed, what is watched, log, where letters end in a sorted shoe
    sizes = [
        (1, 1) if extras is None else extras.shared.shown.shape,
        (1,) if extras is None else extras.watch.kept.shape,
        (entries,),
        table.shoe.ends.shape,
    ]
    work = tuple(cuda.to_device(np.zeros((everyone, *size), dtype=np.int64)) for size in sizes)
    out = cuda.to_device(np.zeros(engine.staged.sums, dtype=np.int64))
    unit_rounds = cuda.to_device(np.zeros(max(1, len(rounds_of)), dtype=np.int64))
    for begin in range(0, units, MOST_UNITS):
        many = min(MOST_UNITS, units - begin)
        counts = unit_rounds[begin:] if len(rounds_of) else unit_rounds[:0]
        about = (*ready.tables, table.boxes, work, out, counts)
        arguments = (engine.seed, first + begin, many, *about)
        _launched(gpu_staged.staged(ready.kind), blocks, place, arguments)
    rounds_of[:] = unit_rounds.copy_to_host()[: len(rounds_of)]
    return np.asarray(out.copy_to_host()), work[2]
