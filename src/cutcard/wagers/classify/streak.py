"""The streak wager: consecutive wins over several rounds, so no single round's cards decide it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

from cutcard.wagers.view import Classifier, DecidedBy, Sees, View

Progress = Literal["advance", "win", "lose", "unchanged"]


def advance(
    wins_so_far: int,
    target: int,
    hands_won: int,
    hands_lost: int,
    hands_total: int,
    rule: str = "ignore_pushes",
) -> Progress:
    """What a box's hands of one round do to a streak of `target` wins (§22(e), (g), (h)).

    As many won as lost, so a push too, leaves it as it is. Otherwise more won than lost carries it
    on, or by the stricter rule a majority of all the hands, pushes among them (MA-A45).
    """
    if hands_won == hands_lost:
        return "unchanged"
    rivals = hands_total - hands_won if rule == "majority_of_all" else hands_lost
    if hands_won <= rivals:
        return "lose"
    return "win" if wins_so_far + 1 >= target else "advance"


STAYS: Final[tuple[Progress, ...]] = ("advance", "unchanged")
"""What leaves a wager on the layout."""


def wins_after(wins_so_far: int, outcomes: Collection[str]) -> int:
    """The consecutive wins that a box's marker shows, by what a round did to its streak wagers."""
    if "advance" in outcomes:
        return wins_so_far + 1
    return wins_so_far if "unchanged" in outcomes else 0


def _streak(_: View) -> tuple[str, ...]:
    return ()


FAMILY: Final = (
    Classifier(
        "streak",
        ("five_wins", "four_wins", "three_wins", "two_wins"),
        Sees.FIRST_CARDS,
        _streak,
        DecidedBy.STREAK,
        depends_on_play=True,
    ),
)
