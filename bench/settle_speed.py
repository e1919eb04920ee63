"""Rounds per second of `cutcard.table.settlement.lines` on one core, over a mix of all five documents.

Prints the speed as a ratio to the limit; exit code 1 when below it. Judged by processor time, which
is what one core gives; the speed by the clock is printed beside it (they differ on a busy machine).
"""

from __future__ import annotations

import sys
import time

from cutcard.cards import cards
from cutcard.law.refusal import Refusal
from cutcard.table import settle

LIMIT_PER_SECOND = 2_000
BATCHES = 5
BATCH_SECONDS = 1.0


def a_round(
    document: str,
    dealt: str,
    play: str,
    *,
    stakes: dict[str, str] | None = None,
    wagers: dict[str, str] | None = None,
    variation: str | None = None,
    boxes: int = 1,
) -> dict[str, object]:
    """One request; `play` is like `1:hit 1:stand`."""
    placed = stakes or {"main": "25"}
    acts = [word.split(":") for word in play.split()]
    return {
        "document": document,
        "variation": variation,
        "wagers": wagers or {},
        "boxes": [{"box": number, "stakes": placed} for number in range(1, boxes + 1)],
        "cards": [each.text for each in cards(dealt)],
        "decisions": [{"box": int(box), "do": do} for box, do in acts],
    }


ROUNDS = (
    a_round("md-blackjack", "Ah 9c Kh Kd", ""),
    a_round("md-blackjack", "8h 6c 8d Td Tc 9s 7h", "1:split 1:stand 1:stand"),
    a_round(
        "md-blackjack",
        "Qh 9c Qh Kd",
        "1:stand",
        stakes={"main": "25", "lucky_ladies": "5"},
        wagers={"lucky_ladies": "A"},
    ),
    a_round("md-blackjack", "5h Th As 6h 8h Kd", "1:insure 2:insure", boxes=2),
    a_round(
        "md-blackjack",
        "Th 5d 9c 6d Kh 7s 4c",
        "1:switch 1:stand 1:stand",
        stakes={"main": "10", "main_2": "10"},
        variation="switch",
    ),
    a_round("ma-blackjack", "Th 7c 5s 3d 9h 6h", "1:hit 1:stand"),
    a_round(
        "ma-blackjack",
        "7h Tc 7d 7s 9s",
        "1:hit",
        stakes={"main": "10", "sevens": "1"},
        wagers={"sevens": "standard"},
    ),
    a_round(
        "ma-blackjack",
        "Th 7c 9s 9h 6h Kd",
        "1:stand",
        stakes={"main": "10", "main_2": "10"},
        variation="multiple_action",
    ),
    a_round("md-players-edge-21", "7h 7c 7d 9h 7s", "1:hit"),
    a_round("md-players-edge-21", "5h 6c 6h Kc Kd", "1:double"),
    a_round("players-edge-21-brochure", "9h 6c 8d 9c Jh", "1:stand"),
    a_round("md-pontoon-21", "6h 5c 5h Kc Qd", "1:double"),
    a_round("md-pontoon-21", "9h 8h Jd 9c Kc Qh", "1:stand 2:stand", boxes=2),
)


def speeds() -> tuple[float, float]:
    """Rounds per second of processor time, and by the clock, in the best of some batches."""
    by_processor = by_clock = 0.0
    for _ in range(BATCHES):
        done, clock, processor = 0, time.perf_counter(), time.process_time()
        while (spent := time.process_time() - processor) < BATCH_SECONDS:
            for each in ROUNDS:
                settle(each)
            done += len(ROUNDS)
        by_processor = max(by_processor, done / spent)
        by_clock = max(by_clock, done / (time.perf_counter() - clock))
    return by_processor, by_clock


def main() -> int:
    for each in ROUNDS:
        answer = settle(each)
        if isinstance(answer, Refusal):
            print(f"this round should settle: {answer.message}: {each}")
            return 2
    found, by_clock = speeds()
    ratio = found / LIMIT_PER_SECOND
    verdict = "PASS" if ratio >= 1 else "FAIL"
    told = f"settle: {found:,.0f} rounds/s on one core = {ratio:.2f} x the limit"
    print(f"{told} of {LIMIT_PER_SECOND:,}  {verdict}  (by the clock {by_clock:,.0f})")
    return 0 if ratio >= 1 else 1


if __name__ == "__main__":
    sys.exit(main())
