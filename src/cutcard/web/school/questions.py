"""The questions of a drill, made from the exact chart of a game and from what each action is worth.

A question is plain: the hands by their ranks, what the dealer shows, what may be done, what the chart
does, and what each action is worth in units of the first stake where that is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any, Final

from cutcard import odds
from cutcard.cards import Card, cards
from cutcard.money import Cents, Odds, Pays
from cutcard.odds import OddsError
from cutcard.odds.switch import switch_choices
from cutcard.results import RequestError

Plain = dict[str, Any]
Codes = Sequence[tuple[str, Sequence[str]]]
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
WORTH: Final = {rank: at for at, rank in enumerate(RANKS, 1)}
ACTIONS: Final = {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"}
LATER: Final = {"S": "stand", "D": "double", "R": "rescue"}
ORDER: Final = (
    *("hit", "stand", "double", "split", "surrender", "rescue"),
    *("switch", "keep", "insure", "decline"),
)
SUITS: Final = "shdc"
DIGITS: Final = 6
"""Of a unit: what an action is worth is shown in tenths of a percent."""
MOST_CARDS: Final = 5
SWITCHES: Final = 240
UNSEEN: Final = (39, 52, 78, 104, 156, 208)
"""How many cards of a shoe may be left when insurance is offered."""
OFFSETS: Final = (-4, -2, -1, 1, 2, 4)
"""So many tens more or fewer than make insurance even."""
_COUNTED: Final = re.compile(r"([HSD])(\d)(?:s(\d))?")


def questions(document: str, variation: str) -> Plain:
    """Every question of a game, with the edge of the chart they are from."""
    named = {"variation": variation} if variation else {}
    chart = odds.chart(document, **named)
    try:
        play = odds.best_play(document, **named)
    except RequestError:
        play = None
    found: list[Plain] = []
    later = 0
    for title, rows in chart.chart.sections:
        if title in ("Hard", "Soft", "Pairs"):
            found += _first(title, chart.chart.columns, rows, play)
            if play is not None and title != "Pairs":
                found += _counted(title, chart.chart.columns, rows, play.game)
        else:
            later += 1
            if play is not None:
                found += _after(later, chart.chart.columns, rows, play.game)
    rules = chart.question.rules
    if rules.options.get("switch") is True:
        found += _switches(chart.question)
    insurance = rules.offers.get("insurance")
    if insurance and not shows_two(chart.chart.columns):
        found += _insurance(insurance.paytable.rows[0].pays)
    topics = [*dict.fromkeys(topic for each in found for topic in each["topics"])]
    return {"questions": found, "topics": topics, "edge": chart.value, "digest": chart.digest}


def _question(topics: Sequence[str], label: str, up: Sequence[str], right: str, **more: Any) -> Plain:
    worth = {act: round(value, DIGITS) for act, value in more.pop("worth", {}).items()}
    acts = {*more.pop("acts", ()), *worth, right}
    found = {"id": f"{topics[0]} {label} {'-'.join(up)}", "topics": list(topics), "up": list(up)}
    return {
        **found,
        "right": right,
        "worth": worth,
        "acts": [each for each in ORDER if each in acts],
        **more,
    }


# Two cards.


def two_cards(title: str, row: str) -> tuple[str, ...] | None:
    """Two ranks that make a row of a chart; None where two cannot, or only a pair."""
    if title == "Pairs":
        return tuple(row.split("-"))
    total = int(row)
    if title == "Soft":
        return ("A", RANKS[total - 12]) if 13 <= total <= 20 else None
    return next(
        (
            (RANKS[high - 1], RANKS[total - high - 1])
            for high in range(min(10, total - 2), total // 2, -1)
            if total - high != high
        ),
        None,
    )


def shown(column: str, columns: Sequence[str]) -> tuple[str, ...]:
    """The ranks of what the dealer shows in a column: one card, or two of a total."""
    if not shows_two(columns):
        return (column,)
    is_soft, total = column.startswith("s"), int(column.lstrip("s"))
    if is_soft:
        return ("A", "A") if total == 12 else ("A", RANKS[total - 12])
    return two_cards("Hard", column) or (RANKS[total // 2 - 1],) * 2


def shows_two(columns: Sequence[str]) -> bool:
    """Whether the dealer's two cards are in sight, so that columns are totals."""
    return any(column.startswith("s") for column in columns)


def named(ranks: Sequence[str]) -> str:
    """How the values name cards: the smaller rank first."""
    return "-".join(sorted(ranks, key=RANKS.index))


def _first(
    title: str, columns: Sequence[str], rows: Codes, play: odds.BestPlay | None
) -> Iterator[Plain]:
    """What is done first with two cards."""
    values: dict[tuple[str, str], Mapping[str, Any]] = {}
    if play is not None:
        values = {(str(each["hand"]), str(each["up"])): each for each in play.records()}
    for row, codes in rows:
        ranks = two_cards(title, row)
        if ranks is None:
            continue
        for column, code in zip(columns, codes, strict=True):
            if column == "s21":
                continue
            up = shown(column, columns)
            known = values.get((named(ranks), named(up)), {})
            worth = {name: value for name, value in known.items() if name in ACTIONS.values()}
            topics = [title, *_also(code, codes)]
            acts = {"hit", "stand", "double", *(["split"] if title == "Pairs" else [])}
            more = {"hands": [list(ranks)], "worth": worth, "acts": acts if not worth else ()}
            yield _question(topics, row, up, ACTIONS[code[0]], **more)


def _also(code: str, codes: Sequence[str]) -> Iterator[str]:
    """Topics beside the row's own: rows in which something is done against some cards and not others."""
    for letter, topic in (("D", "Doubles"), ("R", "Surrender")):
        if code.startswith(letter) or any(each.startswith(letter) for each in codes):
            yield topic


# Three cards and more, where a game pays for many of them, and hands that were doubled.


def hand_of(total: int, count: int, *, is_soft: bool) -> Iterator[tuple[str, ...]]:
    """Hands of so many cards with a total, an ace counting 11 where it is soft; no other aces."""
    others, left = (count - 1, total - 11) if is_soft else (count, total)
    for ranks in combinations_with_replacement(RANKS[1:], others):
        if sum(WORTH[rank] for rank in ranks) == left:
            yield ("A", *ranks) if is_soft else ranks


def as_cards(ranks: Sequence[str], first: int = 0) -> tuple[Card, ...]:
    """Cards of these ranks in mixed suits."""
    return tuple(cards(" ".join(f"{rank}{SUITS[(first + at) % 4]}" for at, rank in enumerate(ranks))))


def action_at(code: str, count: int) -> str | None:
    """What a code that counts cards does with so many; None where it counts none."""
    found = _COUNTED.fullmatch(code)
    if found is None:
        return None
    does, many = found[1], int(found[2])
    if found[3] is not None:  # H3s4: hit, with 3 cards stand, with 4 hit again
        return "stand" if many <= count < int(found[3]) else "hit"
    return "hit" if count >= many else ACTIONS[does]


def _counted(title: str, columns: Sequence[str], rows: Codes, game: odds.MainGame) -> Iterator[Plain]:
    for row, codes in rows:
        for column, code in zip(columns, codes, strict=True):
            for count in range(3, MOST_CARDS + 1):
                right = action_at(code, count)
                hands = [*hand_of(int(row), count, is_soft=title == "Soft")]
                if right is None or not hands:
                    continue
                ranks, up = hands[len(hands) // 2], shown(column, columns)
                try:
                    values = game.actions(as_cards(ranks), as_cards(up, 3))
                except OddsError:
                    continue
                worth = {act.name.lower(): value for act, value in values.items()}
                label = f"{title.lower()} {row} of {count}"
                yield _question(
                    ["Many cards", title], label, up, right, hands=[list(ranks)], worth=worth
                )


def totals(row: str) -> Iterator[tuple[int, bool]]:
    """The totals of a row about doubled hands, such as s13-17, and whether they are soft."""
    first, _, last = row.lstrip("s").partition("-")
    for total in range(int(first), int(last or first) + 1):
        yield total, row.startswith("s")


def _after(doublings: int, columns: Sequence[str], rows: Codes, game: odds.MainGame) -> Iterator[Plain]:
    """Whether a doubled hand stands, is doubled again or rescued."""
    later = odds.LaterHands(game)
    for row, codes in rows:
        for total, is_soft in totals(row):
            for column, code in zip(columns, codes, strict=True):
                up = shown(column, columns)
                for ranks in hand_of(total, doublings + 2, is_soft=is_soft):
                    try:
                        values = later.values(
                            as_cards(ranks), as_cards(up, 3), of_split=False, doublings=doublings
                        )
                    except OddsError:
                        continue
                    worth = {"stand" if act == "decline" else act: each for act, each in values.items()}
                    topics = [
                        "After a double",
                        *(["Rescue"] if "rescue" in worth else []),
                        *(["Redouble"] if "double" in worth else []),
                    ]
                    label = f"{'soft ' if is_soft else ''}{total} after {doublings}"
                    more = {"hands": [list(ranks)], "worth": worth, "doublings": doublings}
                    yield _question(topics, label, up, LATER[code[0]], **more)
                    break


# Insurance, and two hands whose second cards may change places.


def _insurance(pays: Pays) -> Iterator[Plain]:
    """The same offer with more or fewer tens among the cards that nobody has seen."""
    if not isinstance(pays, Odds):
        return
    odds_of = float(pays.winnings(Cents(100))) / 100
    for left in UNSEEN:
        even = left / (1 + odds_of)
        for offset in OFFSETS:
            tens = round(even) + offset
            value = (tens / left * (1 + odds_of) - 1) / 2  # it is half of the bet
            right = "insure" if value > 0 else "decline"
            more = {"hands": [["T", "9"]], "worth": {"insure": value, "decline": 0.0}}
            yield _question(
                ["Insurance"], f"{tens} of {left}", ("A",), right, tens=tens, left=left, **more
            )


def _switches(question: odds.Question) -> Iterator[Plain]:
    for each in switch_choices(question.rules, question.composition, many=SWITCHES):
        hands = [[RANKS[value] for value in hand] for hand in (each.first, each.second)]
        up = [RANKS[value] for value in each.up]
        worth = {"keep": each.keep, "switch": each.switch}
        label = " ".join("-".join(hand) for hand in hands)
        right = max(worth, key=lambda act: worth[act])
        yield _question(["Switch"], label, up, right, hands=hands, worth=worth)
