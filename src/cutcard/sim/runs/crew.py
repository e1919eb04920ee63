"""Who is asked to do the work of a run."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

Device = Literal["cpu", "gpu", "cluster"]


@dataclass(frozen=True)
class Workforce:
    """A device, and how many of its workers."""

    device: Device = "cpu"
    workers: int = 1
    """Cores; or processes of a cluster on this machine."""
    scheduler: str | None = None
    """The address of a cluster that is there."""


def gpu_driver() -> Any:
    """The driver of the GPU, imported only where one is asked for."""
    return import_module("cutcard.sim.kernels.gpu.driver")
