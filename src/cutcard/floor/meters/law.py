"""The provisions behind a meter: those of every document whose tables play for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from cutcard.floor.meters.state import Meter
from cutcard.floor.meters.terms import Filed, Member, Terms, member_of, rate_of, text_of
from cutcard.law import (
    AMOUNTS,
    Code,
    Document,
    MeterFloor,
    MeterLaw,
    Refused,
    RuleSet,
    WagerLaw,
    act_cite,
    document,
    shelf,
    shown,
)
from cutcard.money import dollars
from cutcard.shoe import FLOOR, SUPERVISORS, Role
from cutcard.wagers import DecidedBy, decided_by
from cutcard.wagers.settlement import Growth, filed

SYSTEM_EVENT = "system"
VALIDATION = "validation"
REGISTERED = "registered"
JOINS_AS_FILED = "file the same, or name another meter"
ARTICLE = {"initial": "an", "reset": "a", "maximum": "a"}


def document_of(member: Member) -> Document:
    """The document that a table plays by: the data that it names, not what is installed by now."""
    law = shelf().pinned(member.law) if member.law else document(member.document)
    if law is None:
        message = f"{member.table}: its law data ({member.document} {member.law[:12]}) are missing"
        raise Refused(Code.UNKNOWN_DOCUMENT, message)
    return law


def laws_of(member: Member) -> tuple[WagerLaw, MeterLaw]:
    """The wager and the meter that a table plays by; refused where its document has none such."""
    law = document_of(member)
    if member.offer not in law.wager_ids:
        message = f"{member.table}: {shown(member.offer)[1:-1]} is not a wager of {member.document}"
        raise Refused(Code.UNKNOWN_WAGER, message)
    wager = law.wager(member.offer)
    if member.meter not in wager.meters:
        have = ", ".join(wager.meters) or "none"
        message = (
            f"{member.table}: {member.offer} has no meter {shown(member.meter)}; choose from {have}"
        )
        raise Refused(Code.BAD_REQUEST, message)
    return wager, wager.meters[member.meter]


@cache
def _cite(member: Member, what: str) -> str:
    wager, meter = laws_of(member)
    if what == "rate":
        return meter.rate_cite
    if what == "sharing":
        return meter.sharing_cite
    if what == "wager":
        return wager.cite
    if what == "reset":
        floors = dict.fromkeys(each.cite for each in meter.floors_for(member.paytable))
        return "; ".join(floors) or meter.rate_cite
    if what == VALIDATION and wager.settled.confirmed_by:
        return wager.settled.validation_cite
    return act_cite(what, document_of(member), member.offer)


def cite(meter: Meter, what: str, table: str = "") -> str:
    """The provision on something, of one table's document or of all that play for the meter."""
    if table and (member := meter.member(table)) is not None:
        return _cite(member, what)
    members = meter.members if not table else ()
    books = {each.document for each in members}
    cites = dict.fromkeys(
        f"{each.document} {_cite(each, what)}" if len(books) > 1 else _cite(each, what)
        for each in members
    )
    return "; ".join(cites)


def validators(meter: Meter, table: str) -> frozenset[Role]:
    """Who validates a win of a table: the person its document names or above, else a supervisor."""
    member = meter.member(table)
    settled = None if member is None else laws_of(member)[0].settled
    return FLOOR if settled is not None and settled.confirmed_by == "floorperson" else SUPERVISORS


def as_filed(
    meter: Meter, table: str, rules: RuleSet, growth: Growth, *, way: str = JOINS_AS_FILED
) -> Member:
    """A table that comes to a meter: at the rate it files, and for no other amounts than it files."""
    terms, wants = meter.terms, filed(rules.offers[growth.offer], growth.name)
    assert terms is not None
    member = member_of(table, rules, growth)
    if wants.rate is not None and wants.rate != rate_of(terms.rate):
        member = replace(member, rate=text_of(wants.rate))
    kept_back = wants.reserve_rate
    if kept_back is not None and kept_back != rate_of(terms.reserve_rate):
        message = (
            f"links.{growth.name}: the table files a reset meter's rate of {text_of(kept_back)}, but"
            f" {meter.name} has {terms.reserve_rate}; {way}"
        )
        raise Refused(Code.OPTION_NOT_PERMITTED, message, _cite(member, "rate"))
    amounts = (("reset", wants.reset, terms.reset), ("maximum", wants.maximum, terms.maximum))
    for key, amount, runs in amounts:
        if amount is not None and amount != runs:
            has = "none" if runs is None else f"${dollars(runs)}"
            message = (
                f"links.{growth.name}: the table files a {key} amount of ${dollars(amount)}, but"
                f" {meter.name} has {has}; {way}"
            )
            raise Refused(Code.OPTION_NOT_PERMITTED, message, _cite(member, "reset"))
    return member


def check_filed(meter: Meter, terms: Terms, filed: Iterable[Filed]) -> None:
    """Refuse other terms than the tables that play for the meter have filed.

    The documents want rate and amounts in what an operator submits, or approved beforehand (§19(i)),
    and none lets a meter be run by others afterwards (`docs/decisions/0010-a-meter-runs-as-filed.md`).
    Tables of one link may have filed different initial amounts, since only the first one's was ever put
    on it; any of theirs will do.
    """
    stated = tuple(filed)
    for key in AMOUNTS:
        amounts = {each.table: getattr(each.setting, key) for each in stated}
        filed_amounts = {table: amount for table, amount in amounts.items() if amount is not None}
        if filed_amounts and getattr(terms, key) not in filed_amounts.values():
            table, amount = next(iter(filed_amounts.items()))
            raise _not_filed(meter, table, f"{ARTICLE[key]} {key} amount of ${dollars(amount)}", "reset")
    for each in stated:
        rate, member = each.setting.rate, meter.member(each.table)
        assert member is not None
        if rate is not None and rate != rate_of(member.rate or terms.rate):
            raise _not_filed(meter, each.table, f"a rate of {text_of(rate)}", "rate")
        kept_back = each.setting.reserve_rate
        if kept_back is not None and kept_back != rate_of(terms.reserve_rate):
            raise _not_filed(meter, each.table, f"a reset meter's rate of {text_of(kept_back)}", "rate")


def _not_filed(meter: Meter, table: str, what: str, behind: str) -> Refused:
    message = f"{table}: it files {what}, which {meter.name} runs by; file another submission first"
    return Refused(Code.OPTION_NOT_PERMITTED, message, cite(meter, behind, table))


def check_terms(terms: Terms, members: Iterable[Member]) -> None:
    """Refuse terms under which a member's document would not let its meter run."""
    for member in members:
        wager, meter = laws_of(member)
        if terms.must_hit is not (decided_by(wager) is DecidedBy.RANDOM_WINNER):
            does = "has no must-hit meter" if terms.must_hit else "must hit"
            message = f"{member.table}: {member.offer} {does}; leave must_hit as in the document"
            raise Refused(Code.OPTION_NOT_PERMITTED, message, wager.cite)
        _check_rate(terms, member, meter)
        floors = meter.floors_for(member.paytable)
        if floors and not any(_fits(terms, member, floor) for floor in floors):
            cites = "; ".join(dict.fromkeys(each.cite for each in floors))
            least = min(each.reset or 0 for each in floors)
            message = (
                f"{member.table}: {member.meter} may not run with these amounts at this rate;"
                f" it resets to ${dollars(least)} or as its paytable says"
            )
            raise Refused(Code.BELOW_FLOOR, message, cites)


def check_began(meter: Meter, terms: Terms, member: Member) -> None:
    """Refuse a table whose document has a meter begin with more than this one began with."""
    _, law = laws_of(member)
    floors = [each for each in law.floors_for(member.paytable) if _fits(terms, member, each)]
    if not meter.opened or not floors or any((each.initial or 0) <= meter.began for each in floors):
        return
    least = min(each.initial or 0 for each in floors)
    message = (
        f"{member.table}: {meter.name} began with ${dollars(meter.began)}, and {member.meter} begins"
        f" with ${dollars(least)} at least; give the table another meter"
    )
    raise Refused(Code.BELOW_FLOOR, message, "; ".join(dict.fromkeys(each.cite for each in floors)))


def _check_rate(terms: Terms, member: Member, meter: MeterLaw) -> None:
    least = rate_of(meter.rate_minimum) if meter.rate_minimum else None
    total = rate_of(member.rate or terms.rate) + rate_of(terms.reserve_rate)
    if total > 1:
        raise Refused(Code.BAD_AMOUNT, "rate: more than the whole stake; lower one of the two rates")
    if least is not None and total < least:
        message = (
            f"{member.table}: the rates of {member.meter} must add up to at least {meter.rate_minimum}"
        )
        raise Refused(Code.BELOW_FLOOR, message, meter.rate_cite)


def _fits(terms: Terms, member: Member, floor: MeterFloor) -> bool:
    pairs = (
        (floor.initial, terms.initial),
        (floor.reset, terms.reset),
        (floor.maximum, terms.maximum),
    )
    if floor.exact:
        same = all(least is None or least == amount for least, amount in pairs)
        rate = rate_of(member.rate or terms.rate)
        prints_all = not rate_of(terms.reserve_rate)  # a printed contribution leaves no reset meter room
        return same and prints_all and (not floor.rate or rate_of(floor.rate) == rate)
    return all(least is None or (amount is not None and amount >= least) for least, amount in pairs)
