# mypy: disable-error-code="no-untyped-call, import-not-found, attr-defined"
"""Launching the kernels on a GPU: memory there, as many blocks as it has multiprocessors, sums back."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numba import cuda

from cutcard.sim import gpu
from cutcard.sim.general_log import ENTRY
from cutcard.sim.gpu_layout import Layout, layout, packed
from cutcard.sim.kernel import COPIES, TOTALS
from cutcard.sim.problem import SimError
from cutcard.sim.tables import HALF_WORD

if TYPE_CHECKING:
    from cutcard.sim.engine import Engine

Array = np.ndarray[Any, Any]

LOCKSTEP_THREADS: Final = 1024
GENERAL_THREADS: Final = 128
GENERAL_BLOCKS: Final = 8
"""Blocks of the general kernel for each multiprocessor."""
SIMULATED: Final = os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"
"""Whether the GPU is numba's own stand-in, which is slow and has no limits."""
SIMULATED_SHARED: Final = 1 << 16


def check() -> None:
    """Refuse where there is no GPU that can be used."""
    if not cuda.is_available():
        raise SimError("device: no GPU can be used here; run with --device cpu")


def _sizes() -> tuple[int, int]:
    """Multiprocessors, and the shared memory that a block may ask for."""
    if SIMULATED:
        return 1, SIMULATED_SHARED
    found = cuda.get_current_device()
    return found.MULTIPROCESSOR_COUNT, found.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN


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
            raise SimError(f"device: the GPU grants no {place.size} bytes of shared memory: {result}")
    kernel[blocks, place.threads, 0, place.size](*arguments)


def lockstep(
    engine: Engine, first: int, units: int, rounds_of: Array, *, with_rows: bool = True
) -> tuple[Array, Array, Array]:
    """Units of a box by itself: sums, rows of whole rounds, rows of split hands."""
    made, shape = engine.tables, engine.shape
    many, shared = _sizes()
    place = layout(
        shared,
        cards=shape.cards,
        letters=made.letters,
        entries=len(made.step),
        given=len(made.packed),
        threads=1 if SIMULATED else LOCKSTEP_THREADS,
        wide=(made.packing.bits != HALF_WORD, made.splitting.bits != HALF_WORD),
    )
    totals, rows, parts, found = (
        cuda.to_device(np.zeros(size, dtype=np.int64))
        for size in (TOTALS, len(made.packed), (256, COPIES), max(1, len(rounds_of)))
    )
    given = (
        packed(engine.lettered_pack, place),
        made.step,
        made.packed,
        made.add,
        made.shift,
        made.finishes,
        made.ends,
    )
    arguments = (
        engine.seed,
        first,
        units,
        *(cuda.to_device(np.ascontiguousarray(each)) for each in given),
        totals,
        rows,
        parts,
        found,
    )
    _launched(gpu.lockstep(shape, place, with_rows=with_rows), min(many, units), place, arguments)
    rounds_of[:] = found.copy_to_host()[: len(rounds_of)]
    return totals.copy_to_host(), rows.copy_to_host(), parts.copy_to_host()


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
    found = cuda.to_device(np.zeros(max(1, len(rounds_of)), dtype=np.int64))
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
        found,
        events,
    )
    added[-(-columns // threads), threads](out, totals)
    rounds_of[:] = found.copy_to_host()[: len(rounds_of)]
    return np.asarray(totals.copy_to_host()), events
