"""An operator's own prices and rows where the text has them; caps on a round's payout.

Any prices and rows are taken where the document lets an operator write its own (`own_paytables`) or
prints samples; no lower ones than printed where the text says "no less than"; elsewhere none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from cutcard.law.findings import Findings, place, shown
from cutcard.law.loader import did_you_mean
from cutcard.law.model import CapLaw, Paytable, Row
from cutcard.law.refusal import Code
from cutcard.law.ruleset.offers import OfferRequest, Scope, amount
from cutcard.money import Cents, Dollars, MeterShare, MoneyError, Odds, Pays, cents, dollars, parse_pays

LONGEST_PRICE: Final = 40
PLAYED: Final = ("main", "insurance")
"""Wagers whose outcomes the rules of the game name: their prices may change, their rows may not."""
CEILING: Final = "_maximum"
FLOOR: Final = "_minimum"
"""How outcomes end whose rows print the two ends of a range."""


def priced(request: OfferRequest, table: Paytable, scope: Scope) -> Paytable:
    """The paytable with the operator's own rows, or its own prices, in it."""
    path, own = request.path, scope.document.own_paytables or (table.cite if table.sample else "")
    if "rows" in request.fields:
        table = _with_rows(request, table, own, scope)
    if "pays" not in request.fields:
        return table
    given = scope.findings.table(request.fields["pays"], f"{path}.pays")
    if given and not own and not table.at_least:
        _refuse_exact(f"{path}.pays", request, table, scope)
        return table
    if own:
        return _own_prices(request, given, table, own, scope)
    return _raised(given, table, f"{path}.pays", scope.findings)


def _refuse_exact(path: str, request: OfferRequest, table: Paytable, scope: Scope) -> None:
    message = f"paytable {table.id} of {request.law.id} is exact; its prices may not change"
    scope.findings.violation(Code.OPTION_NOT_PERMITTED, path, message, table.cite)


def _raised(given: Mapping[str, object], table: Paytable, path: str, findings: Findings) -> Paytable:
    """The paytable with prices no lower than those printed."""
    raised: dict[str, Pays] = {}
    for outcome, written in given.items():
        rows = [row for row in table.rows if row.outcome == outcome]
        at = place(path, outcome)
        if not rows:
            hint = did_you_mean(outcome, [row.outcome for row in table.rows])
            message = f"paytable {table.id} has no row {shown(outcome)}{hint}"
            findings.violation(Code.BAD_REQUEST, at, message, table.cite)
        elif not rows[0].cite.startswith(table.cite):  # printed elsewhere, without "no less than"
            message = f"{outcome} is not a price that may be raised"
            findings.violation(Code.OPTION_NOT_PERMITTED, at, message, rows[0].cite)
        elif (price := _price(written, rows[0], at, findings)) is not None:
            raised[outcome] = price
    rows_now = tuple(replace(row, pays=raised.get(row.outcome, row.pays)) for row in table.rows)
    _check_ranges(rows_now, path, findings)
    return replace(table, rows=rows_now)


def _own_prices(
    request: OfferRequest, given: Mapping[str, object], table: Paytable, cite: str, scope: Scope
) -> Paytable:
    """The paytable with prices that the operator chose, whatever the printed ones are."""
    rows = list(table.rows)
    for outcome, written in given.items():
        at = place(f"{request.path}.pays", outcome)
        own = _own_row(request, outcome, written, at, cite, scope)
        if own is None:
            continue
        if not any(row.outcome == outcome for row in rows):
            rows.append(own)
        rows = [
            replace(row, pays=own.pays, cite=own.cite)
            if row.outcome == outcome and row.pays != own.pays
            else row  # a printed price stays a printed one
            for row in rows
        ]
    return replace(table, rows=tuple(rows))


def _with_rows(request: OfferRequest, table: Paytable, own: str, scope: Scope) -> Paytable:
    """The paytable that an operator wrote, where the text lets it."""
    path = f"{request.path}.rows"
    if request.law.id in PLAYED:
        message = f"the rows of {request.law.id} are the rules' own; name its prices with pays"
        scope.findings.violation(Code.OPTION_NOT_PERMITTED, path, message, table.cite)
        return table
    if not own and not table.at_least:
        _refuse_exact(path, request, table, scope)
        return table
    written = _written_rows(request.fields["rows"], path, own or table.cite, scope.findings)
    if not written:
        return table
    if own:
        return _own_rows(request, written, table, own, scope)
    for row in table.rows:
        if row.outcome not in written and row.cite.startswith(table.cite):
            message = f"{row.outcome} has no row; the text pays it no less than {row.pays}"
            scope.findings.violation(Code.CHOICE_MISSING, path, message, row.cite)
    return _raised(
        {outcome: pays for outcome, (_, pays) in written.items()}, table, path, scope.findings
    )


def _written_rows(
    written: object, path: str, cite: str, findings: Findings
) -> dict[str, tuple[str, object]]:
    """The rows of a submission: each outcome with its place and what it pays."""
    if not isinstance(written, list | tuple) or not all(isinstance(each, Mapping) for each in written):
        findings.violation(Code.BAD_REQUEST, path, "write a list of { outcome, pays }", cite)
        return {}
    rows: dict[str, tuple[str, object]] = {}
    for index, each in enumerate(written):
        at = f"{path}[{index}]"
        if set(each) != {"outcome", "pays"} or not isinstance(each["outcome"], str):
            findings.violation(Code.BAD_REQUEST, at, "a row has an outcome and what it pays", cite)
        elif each["outcome"] in rows:
            message = f"{shown(each['outcome'])} has a row already"
            findings.violation(Code.BAD_REQUEST, at, message, cite)
        else:
            rows[each["outcome"]] = at, each["pays"]
    return rows


def _own_rows(
    request: OfferRequest,
    written: Mapping[str, tuple[str, object]],
    table: Paytable,
    own: str,
    scope: Scope,
) -> Paytable:
    """The paytable that an operator wrote: outcomes are those that the wager can tell apart."""
    made = [_own_row(request, each, pays, at, own, scope) for each, (at, pays) in written.items()]
    rows = tuple(row for row in made if row is not None)
    for row in table.rows:
        if row.outcome not in written and row.stake is not None:
            message = f"{row.outcome} has no row; a stake of ${dollars(row.stake)} needs it"
            scope.findings.violation(Code.CHOICE_MISSING, f"{request.path}.rows", message, own)
    for outcome in dict.fromkeys(row.outcome for row in table.rows if row.to != "others"):
        if outcome not in written:
            message = f"{outcome} has no row, so it is paid as the next best outcome or lost"
            scope.findings.warning(Code.CHOICE_MISSING, f"{request.path}.rows", message, own)
    return replace(table, rows=rows, cite=own) if rows else table


def _own_row(
    request: OfferRequest, outcome: object, written: object, path: str, own: str, scope: Scope
) -> Row | None:
    """One row of an operator's own; None (and a finding) where it cannot be."""
    possible = _outcomes(request)
    if outcome not in possible:
        hint = did_you_mean(str(outcome), possible) or f"; it has: {', '.join(possible)}"
        message = f"{request.law.id} has no outcome {shown(outcome)}{hint}"
        scope.findings.violation(Code.BAD_REQUEST, path, message, own)
        return None
    try:
        readable = isinstance(written, str) and len(written) <= LONGEST_PRICE
        price = parse_pays(str(written)) if readable else None
    except MoneyError:
        price = None
    is_other = request.law.id in PLAYED and not isinstance(price, Odds)
    no_meter = isinstance(price, MeterShare) and price.meter not in request.law.meters
    if price is None or is_other or no_meter:
        message = f"{shown(written)} is not a price; write 11 to 1, 12 for 1, $50, push or lose"
        scope.findings.violation(Code.BAD_REQUEST, path, message, own)
        return None
    every = (row for table in request.law.paytables for row in table.rows)
    printed = next((row for row in every if row.outcome == outcome), None)
    changed = printed or Row(outcome=str(outcome), pays=price, cite=own)
    return replace(changed, pays=price, cite=own, printed=False, reading="")


def _outcomes(request: OfferRequest) -> tuple[str, ...]:
    """Every outcome that a wager can have: its paytables price it, or say why they do not."""
    tables = request.law.paytables
    is_played = request.law.id in PLAYED
    priced_ones = (
        row.outcome
        for table in tables
        for row in table.rows
        if not is_played or isinstance(row.pays, Odds)
    )
    if is_played:  # what its other rows come to is no price
        return tuple(dict.fromkeys(priced_ones))
    return tuple(dict.fromkeys((*priced_ones, *(name for table in tables for name in table.unlisted))))


def _price(written: object, row: Row, path: str, findings: Findings) -> Pays | None:
    """One price, no lower than the printed one (a printed maximum: no higher)."""
    try:
        readable = isinstance(written, str) and len(written) <= LONGEST_PRICE
        price = parse_pays(str(written)) if readable else None
    except MoneyError:
        price = None
    new, printed = _size(price), _size(row.pays)
    if price is None or new is None or printed is None or new[0] != printed[0]:
        message = f"{shown(written)} cannot replace {row.pays}; write it in that form"
        findings.violation(Code.BAD_REQUEST, path, message, row.cite)
        return None
    if row.outcome.endswith(CEILING):
        if new[1] > printed[1]:
            message = f"{row.outcome} is at most {row.pays}, not {price}"
            findings.violation(Code.OPTION_NOT_PERMITTED, path, message, row.cite)
            return None
    elif new[1] < printed[1]:
        message = f"{row.outcome} pays no less than {row.pays}, not {price}"
        findings.violation(Code.BELOW_FLOOR, path, message, row.cite)
        return None
    return price


def _size(pays: Pays | None) -> tuple[str, Fraction] | None:
    """What a price adds to the player's money, exactly, and in which unit."""
    match pays:
        case Odds():
            ratio = Fraction(pays.win, pays.per)
            return "stakes", ratio if pays.returns_stake else ratio - 1
        case Dollars():
            return "dollars", Fraction(pays.amount)
        case _:
            return None


def _check_ranges(rows: tuple[Row, ...], path: str, findings: Findings) -> None:
    """A range's minimum may not pass its maximum."""
    sizes = {row.outcome: _size(row.pays) for row in rows}
    for row in rows:
        most = sizes.get(row.outcome.removesuffix(FLOOR) + CEILING)
        least = sizes[row.outcome]
        if row.outcome.endswith(FLOOR) and least and most and least > most:
            message = f"{row.outcome} is above its maximum"
            findings.violation(Code.BAD_AMOUNT, f"{path}.{row.outcome}", message, row.cite)


def cap(
    request: OfferRequest, table: Paytable, limits: Mapping[str, object], scope: Scope
) -> Cents | None:
    """The aggregate cap, no lower than the document's own floors."""
    path, law = f"{request.path}.aggregate_cap", request.law
    if request.fields.get("aggregate_cap") is None:
        return None
    found = amount(request.fields["aggregate_cap"], path, scope.findings)
    if found is None:
        return None
    if law.cap is None:
        message = f"the document provides no cap on {law.id}"
        scope.findings.violation(Code.OPTION_NOT_PERMITTED, path, message, law.cite)
        return None
    if scope.values.get(law.cap.option) is False and scope.knows(law.cap.option):
        message = f"{law.id} may be capped only where {law.cap.option} is true"
        scope.findings.violation(Code.OPTION_NOT_PERMITTED, path, message, law.cap.cite)
    if found < law.cap.minimum:
        message = f"the cap is at least {dollars(law.cap.minimum)}, not {dollars(found)}"
        scope.findings.violation(Code.BELOW_FLOOR, path, message, law.cap.minimum_cite)
    own_limit = law.cap.at_least_one_win_at.removesuffix("_wager")
    is_unread = own_limit in request.fields and own_limit not in limits
    if scope.knows(law.cap.at_least_one_win_at) and not is_unread:
        _check_one_win(found, law.cap, table, _limit(law.cap, limits, scope), path, scope.findings)
    return found


def _limit(law: CapLaw, limits: Mapping[str, object], scope: Scope) -> Cents | None:
    """The wager's own limit that counts here, else the table's."""
    own = limits.get(law.at_least_one_win_at.removesuffix("_wager"), limits.get("stake"))
    table = scope.values.get(law.at_least_one_win_at, "none")
    if own is None and isinstance(table, str) and table != "none":
        return cents(table)
    return Cents(own) if isinstance(own, int) else None


def _check_one_win(
    found: Cents,
    law: CapLaw,
    table: Paytable,
    stake: Cents | None,
    path: str,
    findings: Findings,
) -> None:
    limit = law.at_least_one_win_at.replace("_", " ")
    if stake is None:
        message = f"state the {limit}: the cap may not be below one player's win at it"
        findings.warning(Code.CHOICE_MISSING, path, message, law.minimum_cite)
        return
    wins = [
        row.pays.winnings(stake)
        for row in table.rows
        if row.outcome in law.rows and isinstance(row.pays, Odds)
    ]
    if wins and found < max(wins):
        most = f"${float(max(wins)) / 100:.2f}"
        message = f"the cap is below one win of {most} at the {limit} of {dollars(stake)}"
        findings.violation(Code.BELOW_FLOOR, path, message, law.minimum_cite)
