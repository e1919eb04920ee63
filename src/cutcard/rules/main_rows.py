"""The rows that the main wager's paytable needs: every outcome that the document's rules can lead to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from cutcard.law import Document, Fault, OptionLaw, OptionValue, Paytable
from cutcard.rules.main import in_force

Conditions = tuple[tuple[str, tuple[OptionValue, ...]], ...]
_ALWAYS: Final[Conditions] = ()
_SURRENDER: Final[Conditions] = (("surrender", (True,)),)
_SWITCH: Final[Conditions] = (("switch", (True,)),)
_FACE_UP: Final = ("hole_card", ("face_up",))

NEEDED_WHERE: Final[Mapping[str, tuple[Conditions, ...]]] = {
    "win": (_ALWAYS,),
    "lose": (_ALWAYS,),
    "bust": (_ALWAYS,),
    "blackjack": (_ALWAYS,),
    "dealer_blackjack": (_ALWAYS,),
    "push": (
        (("ties", ("push",)),),
        (("tie_at_21", ("push",)),),
        (("split_two_card_21", ("push",)),),
    ),
    "tie_loses": (
        (("ties", ("lose",)),),
        (("tie_at_21", ("lose",)),),
        (("split_two_card_21", ("lose",)),),
        (_FACE_UP, ("face_up_blackjack_v_21", ("lose",))),
    ),
    "blackjack_push": ((("blackjack_v_blackjack", ("push",)), ("switch", (False,))),),
    "blackjack_v_blackjack": ((_FACE_UP, ("blackjack_v_blackjack", ("win",))), _SWITCH),
    "original_wager_only": (
        (("hole_card", ("none", "face_down")), ("late_blackjack_takes", ("original",))),
    ),
    "surrender": (_SURRENDER,),
    "surrender_after_check": (_SURRENDER,),
    "surrender_to_blackjack": (_SURRENDER,),
    "even_money": ((("even_money", (True,)),),),
    "rescue": ((("rescue", (True,)),),),
    "rescue_after_redouble": (
        (
            ("rescue", (True,)),
            ("redouble", (True,)),
            ("rescue_after_redouble", ("last_doubling", "original_only")),
        ),
    ),
    "blackjack_v_21": (_SWITCH,),
    "switched_21_v_blackjack": (_SWITCH,),
    "switched_21_v_21_or_22": (_SWITCH,),
    "dealer_22": (_SWITCH, (("dealer_22_pushes", (True,)),)),
    "charlie": ((("charlie", (5, 6, 7)),),),
}
"""Every outcome of the plain game, with the option values (all of some line) that lead to it."""
EXTRA_OUTCOMES: Final = (
    "designated_blackjack",
    "five_card_21",
    "five_card_21_v_21",
    "six_card_21",
    "seven_card_21",
    "six_seven_eight",
    "six_seven_eight_mixed",
    "six_seven_eight_suited",
    "six_seven_eight_premium",
    "three_sevens",
    "three_sevens_mixed",
    "three_sevens_suited",
    "three_sevens_premium",
)
"""Additional payouts, which a table has or has not."""
MAIN_OUTCOMES: Final = (*NEEDED_WHERE, *EXTRA_OUTCOMES)


def main_row_faults(law: Document) -> Iterator[Fault]:
    """Where the rows of the main wager are not those that its outcomes need."""
    file = f"{law.label}/wagers/main.toml"
    for at, table in enumerate(law.wager("main").paytables):
        key = f"paytables[{at}].rows"
        for number, row in enumerate(table.rows):
            if row.outcome and row.outcome not in MAIN_OUTCOMES:
                message = f"{row.outcome!r} is not an outcome of main"
                yield Fault(file, f"{key}[{number}].outcome", message, ", ".join(MAIN_OUTCOMES))
        for outcome in table.unlisted:
            if outcome not in MAIN_OUTCOMES:
                message = f"{outcome!r} is not an outcome of main"
                yield Fault(file, f"paytables[{at}].unlisted.{outcome}", message)
        for variation in (None, *law.variations):
            laws = law.effective_options(variation)
            for outcome in NEEDED_WHERE:
                if why := _missing(outcome, table, laws):
                    where = f" of variation {variation}" if variation else ""
                    yield Fault(file, key, f"no row for {outcome}{why}{where}")


def _missing(outcome: str, table: Paytable, laws: Mapping[str, OptionLaw]) -> str:
    """Where an outcome can come about and has no row: for every value of an option, or for some."""
    if not any(_may_be(conditions, laws) for conditions in NEEDED_WHERE[outcome]):
        return ""
    rows = [row for row in table.rows if row.outcome == outcome]
    if not rows:
        return ": the rules can lead to it"
    names = list(dict.fromkeys(name for row in rows for name, _ in row.when if name in laws))
    for values in product(*(_possible(laws[name]) for name in names)):
        chosen = dict(zip(names, values, strict=True))
        if not any(in_force(row, chosen) for row in rows):
            return " where " + ", ".join(f"{name} = {value}" for name, value in chosen.items())
    return ""


def _may_be(conditions: Conditions, laws: Mapping[str, OptionLaw]) -> bool:
    """Whether a table may have one of the values of every condition."""
    return all(
        name in laws and any(value in _possible(laws[name]) for value in values)
        for name, values in conditions
    )


def _possible(law: OptionLaw) -> tuple[OptionValue, ...]:
    """The values that a table may have; of a list option, none and each alone."""
    if law.kind == "list":
        items = law.permitted if not law.is_fixed else ()
        return ((), *((each,) for each in items if isinstance(each, str)), law.default)
    return law.permitted or (law.default,)
