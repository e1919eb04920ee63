# mypy: disable-error-code="no-untyped-call, import-not-found, attr-defined"
"""Launching the kernels on a GPU: memory there, as many blocks as it has multiprocessors, sums back."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from cutcard.sim.kernels.general.log import ENTRY
from cutcard.sim.kernels.gpu import (
    general as gpu,
    lockstep as gpu_lockstep,
)
from cutcard.sim.kernels.gpu.cuda import cuda
from cutcard.sim.kernels.gpu.layout import Layout, layout
from cutcard.sim.kernels.lockstep.kernel import ALL_ROWS, COPIES, ONE_IN, TOTALS
from cutcard.sim.problem import SimError
from cutcard.sim.tables.round_tables import HALF_WORD, Packing, repacked

if TYPE_CHECKING:
    from cutcard.sim.runs.engine import Engine

Array = np.ndarray[Any, Any]

LOCKSTEP_THREADS: Final = 1024
FEWEST_GROUPS: Final = 4
"""Of cards that are worth taking rounds apart for, to add them up in short words."""
GENERAL_THREADS: Final = 128
GENERAL_BLOCKS: Final = 8
"""Blocks of the general kernel for each multiprocessor."""
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


def _launched(kernel: Any, blocks: int, place: Layout, arguments: tuple[Any, ...]) -> None:
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


def anything(engine: Engine, first: int, units: int, rounds_of: Array) -> Array:
    """Units of any table: the sums."""
    return _anything(engine, first, units, rounds_of, 0)[0]


def anything_logged(engine: Engine, first: int, units: int, room: int) -> tuple[int, Array, Array]:
    """Units of any table: entries for whose log there must be room, the sums, and the log.

    `room` is how many entries there is room for, for each unit.
    """
    totals, events = _anything(engine, first, units, np.zeros(0, dtype=np.int64), room)
    everyone, width = events.shape
    blocks, (counted, gathered) = -(-everyone // GENERAL_THREADS), gpu.logs()
    counts = cuda.device_array(everyone, dtype=np.int64)
    counted[blocks, GENERAL_THREADS](events, counts)
    many = counts.copy_to_host()
    most = (width - 1) // ENTRY
    if int(many.max()) > most:
        return -(-int(many.max()) * room * units // most), totals, np.zeros((0, ENTRY), dtype=np.int64)
    starts = np.concatenate([[0], np.cumsum(many * ENTRY)])
    flat = cuda.device_array(max(1, int(starts[-1])), dtype=np.int64)
    gathered[blocks, GENERAL_THREADS](events, cuda.to_device(starts), flat)
    return int(many.sum()), totals, flat.copy_to_host()[: starts[-1]].reshape(-1, ENTRY)


def _anything(engine: Engine, first: int, units: int, rounds_of: Array, room: int) -> tuple[Array, Any]:
    """The sums, and the threads' logs, still on the device."""
    many, _ = _sizes()
    threads = 1 if SIMULATED else GENERAL_THREADS
    blocks = max(1, min(many * GENERAL_BLOCKS, -(-units // threads)))
    kept, columns = engine.kept, engine.sums
    everyone = blocks * threads
    events = cuda.device_array((everyone, 1 + ENTRY * room * -(-units // everyone)), dtype=np.int64)
    out = cuda.device_array((everyone, columns), dtype=np.int64)
    out[:] = 0
    work = cuda.device_array((everyone, kept), dtype=np.int64)
    shoe = cuda.device_array((everyone, engine.plan.cards), dtype=np.uint8)
    unit_rounds = cuda.to_device(np.zeros(max(1, len(rounds_of)), dtype=np.int64))
    totals = cuda.to_device(np.zeros(columns, dtype=np.int64))
    tables = (engine.wide, engine.tables.step, engine.roles, engine.side_table)
    run, added = gpu.anything()
    run[blocks, threads](
        engine.seed,
        first,
        units,
        work,
        *(cuda.to_device(np.ascontiguousarray(each)) for each in tables),
        shoe,
        cuda.to_device(np.zeros(0, dtype=np.uint8)),
        out,
        unit_rounds,
        events,
    )
    added[-(-columns // threads), threads](out, totals)
    rounds_of[:] = unit_rounds.copy_to_host()[: len(rounds_of)]
    return np.asarray(totals.copy_to_host()), events
