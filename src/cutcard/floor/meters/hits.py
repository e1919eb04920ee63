"""A hit from the table's settlement to its payment: locked, claimed, verified, paid, or none."""

from __future__ import annotations

from cutcard.floor.meters import commands as c, events as e
from cutcard.floor.meters.law import SYSTEM_EVENT, VALIDATION, cite, validators
from cutcard.floor.meters.operation import (
    RUNNERS,
    Happened,
    armed,
    check_cents,
    require,
    require_in_use,
    require_terms,
)
from cutcard.floor.meters.state import Jackpot, Meter, MeterRound, Status
from cutcard.floor.meters.terms import LONGEST_NAME
from cutcard.law import Code, Refused, shown
from cutcard.money import Cents, dollars
from cutcard.shoe import DEALERS, DEVICES, FLOOR
from cutcard.wagers.settlement import ResetFunds

MOST_WINS = 64


def hit(meter: Meter, command: c.Hit) -> Happened:
    """Lock what a round won, start the meter again at once, and let everybody else play on."""
    require(meter, command, DEVICES, "sharing")
    require_in_use(meter)
    terms = require_terms(meter)
    if _is_locked(meter, command):
        return
    _check_wins(meter, command)
    taken = Cents(sum(each.taken for each in command.wins))
    again = meter.growth.counted_again(meter.reserve, command.resets)
    went_to = Cents(max(0, command.after - again))
    funds = _funds(meter, command, taken, went_to)
    jackpot = Jackpot(
        id=_name(meter, command),
        table=command.table,
        round=command.round,
        wager=command.wager,
        wins=command.wins,
        stood=meter.shown,
        taken=taken,
        went_to=went_to,
        reset=meter.resets_to,
        from_house=funds.house,
        from_reserve=funds.reserve,
        needs=(2 if taken > terms.threshold else 1) if command.checked else 0,
        kept=funds.kept,
        at=command.at,
        status=Status.PENDING if command.checked else Status.VERIFIED,
    )
    behind = dict.fromkeys(each.cite for each in command.wins if each.cite)
    yield e.HitLocked(jackpot, funds.kept, "; ".join((*behind, cite(meter, "sharing", command.table))))
    if terms.must_hit:
        assert meter.point is not None
        next_point = armed(meter, terms, command.secret, went_to)
        yield e.PointRevealed(meter.commitment, meter.point, meter.salt, jackpot.id)
        yield next_point
    elif command.secret is not None:
        raise Refused(Code.BAD_REQUEST, f"{meter.name}: no hit point is due; leave the secret out")


def _name(meter: Meter, command: c.Hit) -> str:
    """A name that no other hit of the meter has: the round, and whose win it is."""
    first = command.wins[0]
    name = f"{command.table}.{command.round}.{first.box}"
    taken = [each.id for each in (*meter.hits, *meter.last)]
    return name if name not in taken else f"{name}.{first.player}"


def _round_of(meter: Meter, command: c.Hit) -> MeterRound:
    played = meter.round(command.table, command.round)
    if meter.member(command.table) is None or played is None:
        where = f"{shown(command.table)[1:-1]} round {command.round}"
        message = f"{where}: it has no stakes on {meter.name} and cannot win from it"
        raise Refused(Code.NEEDS_WAGER, message, cite(meter, SYSTEM_EVENT))
    return played


def _is_locked(meter: Meter, command: c.Hit) -> bool:
    """Whether the same win is locked already; refused where another one of that bettor is."""
    played = _round_of(meter, command)
    again = [each for each in command.wins if each.who in played.won]
    if not again:
        return False
    for known in (*meter.hits, *meter.last):
        same = (known.table, known.round, known.wins) == (command.table, command.round, command.wins)
        if same and known.stood == command.stood:
            return True
    message = (
        f"{command.table} round {command.round}: box {again[0].box} has already won from {meter.name}"
    )
    raise Refused(Code.NOT_AWAITED, message, cite(meter, "sharing", command.table))


def _check_wins(meter: Meter, command: c.Hit) -> None:
    where = f"{command.table} round {command.round}"
    wins = command.wins
    if not 1 <= len(wins) <= MOST_WINS or len({each.who for each in wins}) != len(wins):
        raise Refused(Code.BAD_REQUEST, f"{where}: name each winner once, and at least one")
    for each in wins:
        check_cents(f"{where}: box {each.box}", each.cents, least=1)
        if not 0 <= each.taken <= each.cents or len(each.player) > LONGEST_NAME:
            message = f"{where}: box {each.box}: more comes off the meter than is paid"
            raise Refused(Code.BAD_AMOUNT, message)
    if not any(each.taken for each in wins):
        message = f"{where}: nothing comes off {meter.name}, so it is not a hit of that meter"
        raise Refused(Code.BAD_AMOUNT, message, cite(meter, "sharing", command.table))
    check_cents(f"{where}: after", command.after)
    if command.stood != meter.shown:
        message = (
            f"{where}: it is paid from ${dollars(command.stood)}, but {meter.name} shows"
            f" ${dollars(meter.shown)}; update the table first"
        )
        raise Refused(Code.BAD_AMOUNT, message, cite(meter, "sharing", command.table))
    if meter.terms is not None and meter.terms.must_hit and not meter.is_due(*_place(command)):
        message = f"{where}: {meter.name} is not due to hit in this round"
        raise Refused(Code.NOT_DUE, message, cite(meter, "wager", command.table))


def _place(command: c.Hit) -> tuple[str, int]:
    return command.table, command.round


def _funds(meter: Meter, command: c.Hit, taken: int, went_to: int) -> ResetFunds:
    """What the settlement leaves on the meter, and who puts it there.

    A share lowers the meter by what was paid; where all of it was won it starts again.
    """
    left = meter.shown - taken
    added = went_to - left
    whole = any(each.whole for each in command.wins)
    where = f"{command.table} round {command.round}"
    if not whole:
        if added or left < 0:
            message = f"{where}: a share lowers {meter.name} by what is paid, to ${dollars(left)}"
            raise Refused(Code.BAD_AMOUNT, message, cite(meter, "sharing", command.table))
        return ResetFunds()
    if command.after > meter.resets_to:
        message = f"{where}: {meter.name} resets to ${dollars(meter.resets_to)}, not above"
        raise Refused(Code.BAD_AMOUNT, message, cite(meter, "reset", command.table))
    shares = sum(each.taken for each in command.wins if not each.whole)
    if command.after < meter.resets_to - shares:
        least = dollars(meter.resets_to - shares)
        message = f"{where}: {meter.name} starts again with ${least}, not with less"
        raise Refused(Code.BAD_AMOUNT, message, cite(meter, "reset", command.table))
    return meter.growth.funds(added, meter.reserve, resets=command.resets)


def _waiting(meter: Meter, name: str) -> Jackpot:
    won = meter.hit(name)
    if won is None:
        have = ", ".join(each.id for each in meter.hits) or "none"
        message = f"hit {shown(name)[1:-1]}: not pending at {meter.name}; pending: {have}"
        raise Refused(Code.NOT_AWAITED, message, cite(meter, VALIDATION))
    return won


def _named(command: c.Claim | c.Verify, behind: str) -> str:
    if not command.by.name:
        message = f"{type(command).__name__}: name the person who does it"
        raise Refused(Code.BAD_REQUEST, message, behind)
    return command.by.name


def _who_validates(meter: Meter, won: Jackpot) -> str:
    return " or ".join(sorted(validators(meter, won.table)))


def claim(meter: Meter, command: c.Claim) -> Happened:
    """The dealer has seen cards and light, and claims the hit."""
    require(meter, command, DEALERS, VALIDATION)
    won = _waiting(meter, command.hit)
    behind = cite(meter, VALIDATION, won.table)
    if won.status is not Status.PENDING:
        who = _who_validates(meter, won)
        message = f"hit {won.id}: {won.claimed_by} has claimed it; a {who} must verify it"
        raise Refused(Code.NOT_AWAITED, message, behind)
    yield e.HitClaimed(won.id, _named(command, behind), command.at, behind)


def check_verified(meter: Meter, won: Jackpot) -> None:
    """Refuse to confirm a payout by other means than the dealer's claim and its verification."""
    if won.status is not Status.VERIFIED:
        who = _who_validates(meter, won)
        message = f"hit {won.id}: confirmed by the dealer's claim and a {who} who verifies it"
        raise Refused(Code.NOT_DUE, message, cite(meter, VALIDATION, won.table))


def verify(meter: Meter, command: c.Verify) -> Happened:
    """Who may validate verifies; above the threshold a second one, and never who claimed it."""
    require(meter, command, FLOOR, VALIDATION)
    won = _waiting(meter, command.hit)
    require(meter, command, validators(meter, won.table), VALIDATION)
    behind = cite(meter, VALIDATION, won.table)
    name = _named(command, behind)
    if won.status is Status.PENDING:
        raise Refused(Code.NOT_AWAITED, f"hit {won.id}: the dealer has not claimed it yet", behind)
    if won.status is Status.VERIFIED:
        raise Refused(Code.NOT_AWAITED, f"hit {won.id}: it is verified; pay it", behind)
    if name == won.claimed_by:
        message = f"hit {won.id}: {name} claimed it; somebody else must verify it"
        raise Refused(Code.NOT_YOURS, message, behind)
    if name in won.verified_by:
        who = _who_validates(meter, won)
        message = f"hit {won.id}: {name} has verified it; another {who} is needed"
        raise Refused(Code.NOT_YOURS, message, behind)
    if any(each.player == name for each in won.wins):
        message = f"hit {won.id}: {name} won it; somebody else must verify it"
        raise Refused(Code.NOT_YOURS, message, behind)
    yield e.HitVerified(won.id, name, command.at, behind)


def pay(meter: Meter, command: c.Pay) -> Happened:
    """A verified hit is paid; the table's settlement moves the money."""
    require(meter, command, RUNNERS, VALIDATION)
    won = _waiting(meter, command.hit)
    behind = cite(meter, VALIDATION, won.table)
    if won.status is not Status.VERIFIED:
        left = won.needs - len(won.verified_by)
        needs = "the dealer's claim" if won.status is Status.PENDING else f"{left} more verification"
        message = f"hit {won.id}: {needs} must come first"
        raise Refused(Code.NOT_DUE, message, behind)
    yield e.HitPaid(won.id, command.by.name, command.at, behind)


def void(meter: Meter, command: c.Void) -> Happened:
    """Void a hit: the meter is as if nobody had won, with all that was staked since."""
    require(meter, command, RUNNERS, VALIDATION)
    won = _waiting(meter, command.hit)
    if not command.why or len(command.why) > LONGEST_NAME:
        raise Refused(Code.BAD_REQUEST, f"hit {won.id}: why: explain it in a few words")
    most = None if meter.terms is None else meter.terms.maximum
    # What was won since of what the house had put on it stays won: the house bears it, not the meter.
    shows = max(0, meter.shown + won.stood - won.went_to)
    if most is not None:
        shows = min(shows, most)
    kept_back = min(meter.reserve, won.kept)
    given_up = meter.shown + won.taken - shows + kept_back
    to_house = max(0, min(won.from_house, given_up))
    to_reserve = max(0, given_up) - to_house
    yield e.HitVoided(
        won.id,
        command.why,
        command.by.name,
        back=won.taken,
        shows=Cents(shows),
        to_house=Cents(to_house),
        to_reserve=Cents(to_reserve),
        from_house=Cents(max(0, -given_up)),
        from_reserve=Cents(kept_back),
        cite=cite(meter, VALIDATION, won.table),
    )
