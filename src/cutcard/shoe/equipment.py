"""Orders about the equipment: the gaming day, the card reader, the shuffler."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cutcard.law import Code, Refused
from cutcard.shoe import events as e
from cutcard.shoe.acts import Act, Chore, Due
from cutcard.shoe.people import CREW, DEALERS_OR_DEVICES, FLOOR, TablePeople
from cutcard.shoe.permits import (
    Events,
    Order,
    between_rounds,
    named_batch,
    not_now,
    revealed,
)
from cutcard.shoe.state import Shoe


def _may_begin_day(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    return Due(Chore.BEGIN_GAMING_DAY, FLOOR, "", shoe.law.cite("reader_inspection"))


def _begin_day(_shoe: Shoe, act: Act, _wanted: Due) -> Events:
    return (e.GamingDayBegan(act.at),)


def _may_inspect_reader(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    option = "reader_malfunction" if shoe.desk.reader == "fails" else "reader_inspection"
    return Due(Chore.INSPECT_READER, FLOOR, "", shoe.law.cite(option))


def _inspect_reader(_shoe: Shoe, act: Act, _wanted: Due) -> Events:
    return (e.ReaderInspected(str(act.by), act.at, act.works),)


def _may_report_shuffler(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    if shoe.law.shuffler == "manual":
        raise not_now(shoe, "the table has no shuffler", "shuffler")
    if shoe.desk.shuffler != "works":
        raise not_now(shoe, "the shuffler is already out of order", "shuffler_out_of_order")
    roles = DEALERS_OR_DEVICES | FLOOR
    return Due(Chore.REPORT_SHUFFLER, roles, "", shoe.law.cite("shuffler_jam"))


def _report_shuffler(shoe: Shoe, act: Act, wanted: Due) -> Events:
    if act.why == "out_of_order":
        return (e.ShufflerFailed("out_of_order"),)
    if act.why != "jam":
        message = f"state whether the shuffler has a jam or is out_of_order, not {act.why[:20]!r}"
        raise Refused(Code.BAD_REQUEST, message, shoe.law.cite("shuffler_jam"))
    batch = named_batch(shoe, act, wanted)
    between_rounds(shoe, Chore.REPORT_SHUFFLER, "shuffler_jam")
    if Chore.STACK not in batch.done or Chore.CUT in batch.done:
        raise not_now(shoe, f"batch {batch.number} is not in the shuffler", "shuffler_jam")
    return (e.ShufflerFailed("jam", batch.number), *revealed([batch.seal]))


def _may_cover_shuffler(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    if shoe.desk.shuffler != "failed":
        raise not_now(shoe, "the shuffler is not out of order", "shuffler_out_of_order")
    cite = shoe.law.cite("shuffler_out_of_order")
    return Due(Chore.COVER_SHUFFLER, CREW, "", cite)


def _cover_shuffler(_shoe: Shoe, act: Act, _wanted: Due) -> Events:
    return (e.ShufflerCovered(str(act.by)),)


def _may_repair_shuffler(shoe: Shoe, _people: TablePeople, _at: int) -> Due:
    if shoe.desk.shuffler == "works":
        raise not_now(shoe, "the shuffler works", "shuffler_out_of_order")
    cite = shoe.law.cite("shuffler_out_of_order")
    return Due(Chore.REPAIR_SHUFFLER, FLOOR, "", cite)


def _repair_shuffler(_shoe: Shoe, act: Act, _wanted: Due) -> Events:
    return (e.ShufflerRepaired(str(act.by)),)


EQUIPMENT: Final[Mapping[Chore, Order]] = {
    Chore.BEGIN_GAMING_DAY: Order(_may_begin_day, _begin_day),
    Chore.INSPECT_READER: Order(_may_inspect_reader, _inspect_reader),
    Chore.REPORT_SHUFFLER: Order(_may_report_shuffler, _report_shuffler),
    Chore.COVER_SHUFFLER: Order(_may_cover_shuffler, _cover_shuffler),
    Chore.REPAIR_SHUFFLER: Order(_may_repair_shuffler, _repair_shuffler),
}
