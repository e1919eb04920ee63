"""Which tables to begin with: for somebody new, for another than the plain game, for a jackpot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cutcard.money import Cents, cents, dollars

Line = Mapping[str, Any]
"""A table of the lobby: its name, its view, how it is dealt."""
BIG: Final = Cents(100_000_000_00)
CLASSIC: Final = "blackjack"


@dataclass(frozen=True, slots=True)
class Recommendation:
    """A table, what it is good for, and why it was chosen."""

    line: Line
    purpose: str
    why: str


def recommended(lines: Sequence[Line]) -> tuple[Recommendation, ...]:
    """At most three tables with a free seat, no two the same."""
    free = [line for line in lines if has_room(line)]
    chosen: list[Recommendation] = []
    for each in _kinds(free):
        if all(each.line["name"] != other.line["name"] for other in chosen):
            chosen.append(each)
    return tuple(chosen)


def for_beginners(
    lines: Sequence[Line], waits: Callable[[Mapping[str, Any]], int] = lambda _: 0
) -> list[str]:
    """Tables with a free seat, the easiest first; of those as easy, where one waits least."""

    def order(line: Line) -> tuple[object, ...]:
        varies, is_other, *rest = _difficulty(line)
        return varies, is_other, waits(line["view"]), *rest

    return [str(line["name"]) for line in sorted(filter(has_room, lines), key=order)]


def has_room(line: Line) -> bool:
    """Whether somebody can sit down and be dealt to without a crew."""
    view = line["view"]
    return bool(
        view["open"]
        and not line["by_hand"]
        and not view.get("halted")
        and len(view["seated"]) < view["boxes"]
    )


def _difficulty(line: Line) -> tuple[bool, bool, int, int, str]:
    view = line["view"]
    is_classic = CLASSIC in str(view["document"])
    return (
        bool(view["variation"]),
        not is_classic,
        _minimum(line),
        len(view["side_wagers"]),
        line["name"],
    )


def _minimum(line: Line) -> Cents:
    least = line["view"]["limits"]["minimum"]
    return BIG if least is None else cents(least)


def _kinds(free: Sequence[Line]) -> Iterator[Recommendation]:
    if not free:
        return
    first = min(free, key=_difficulty)
    least = first["view"]["limits"]["minimum"]
    bets = "" if least is None else f", and bets begin at ${_short(cents(least))}"
    yield Recommendation(first, "New to the game", f"The plain game: few choices{bets}.")
    other = [line for line in free if line["view"]["variation"]]
    if other:
        found = max(other, key=_seated)
        yield Recommendation(found, "Something different", f"{found['about'].partition(' · ')[0]}.")
    played_for = [line for line in free if line["view"]["meters"]]
    if played_for:
        found = max(played_for, key=_largest_meter)
        amount = _short(Cents(_largest_meter(found)))
        yield Recommendation(found, "For the jackpot", f"A side wager here can win ${amount}.")


def _seated(line: Line) -> int:
    return len(line["view"]["seated"])


def _largest_meter(line: Line) -> int:
    return max(cents(amount) for amount in line["view"]["meters"].values())


def _short(amount: Cents) -> str:
    whole, _, part = dollars(amount).partition(".")
    return f"{int(whole):,}" + ("" if part == "00" else f".{part}")
