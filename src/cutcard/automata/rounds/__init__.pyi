from .box_results import box_results as box_results
from .machine import (
    KEPT as KEPT,
    NO_END as NO_END,
    NO_FINISH as NO_FINISH,
    SWITCHED as SWITCHED,
    CardRole as CardRole,
    Emission as Emission,
    RoundMachine as RoundMachine,
    tabulate as tabulate,
)
