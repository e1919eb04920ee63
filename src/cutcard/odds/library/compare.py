"""`odds.compare`: two rule sets, and what each of their differences is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cutcard.compute import cache
from cutcard.law import OptionValue, value_text
from cutcard.odds.library.edge import EdgeResult, edge_of
from cutcard.odds.library.request import asked, table
from cutcard.odds.player_edges import options_felt
from cutcard.odds.problem import OddsError
from cutcard.odds.question import MAIN, Question, shoe
from cutcard.results import Drawing, Record, Result, arguments, exact_json

KEYS = ("document", "variation", "options", "wagers", "operator", "paytable")


@dataclass(frozen=True)
class RuleDifference:
    """An option that differs, and what it is worth to the house."""

    option: str
    before: OptionValue
    after: OptionValue
    alone: float | None
    """What the first rule set's edge gains by this change and no other; None: no figure."""
    step: float | None
    """What it adds after the differences before it."""


@dataclass(frozen=True, repr=False)
class RuleComparison(Result):
    """Two rule sets beside each other."""

    first: EdgeResult
    second: EdgeResult
    differences: tuple[RuleDifference, ...]

    @property
    def value(self) -> float:
        """What the second adds to the house edge of the first."""
        return self.second.value - self.first.value

    @property
    def digest(self) -> str:
        """Of both."""
        return cache.digest("comparison", self.first.digest, self.second.digest)

    @property
    def law(self) -> Mapping[str, str]:
        """The law data of the first; those of the second stand in `to_dict`."""
        return self.first.law

    @property
    def method(self) -> str:
        """Floating point."""
        return "float"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Of both."""
        alone = "Alone is the first rule set with one change; step is in the order of the list."
        return tuple(dict.fromkeys([*self.first.assumptions, *self.second.assumptions, alone]))

    @property
    def citations(self) -> tuple[str, ...]:
        """Of both."""
        return tuple(dict.fromkeys([*self.first.citations, *self.second.citations]))

    def to_dict(self) -> dict[str, Any]:
        """The comparison in plain values, as `cutcard compare --json` prints it."""
        return {
            "a": self.first.to_dict(),
            "b": self.second.to_dict(),
            "change": exact_json(self.value),
            "differences": [dict(record) for record in self.records()],
            "method": self.method,
            "assumptions": list(self.assumptions),
            "digest": self.digest,
            "law": dict(self.law),
        }

    def records(self) -> list[Record]:
        """A row for each difference."""
        return [
            {
                "option": each.option,
                "before": value_text(each.before),
                "after": value_text(each.after),
                "alone": each.alone,
                "step": each.step,
            }
            for each in self.differences
        ]

    def headline(self) -> list[str]:
        """Both edges, and how many differences there are."""
        many = len(self.differences)
        return [
            f"house edge {self.first.value:.6%}, then {self.second.value:.6%}: {self.value:+.6%}, "
            f"{many} difference{'' if many == 1 else 's'} that the game feels"
        ]

    def drawing(self) -> Drawing:
        """What each difference is worth alone."""
        bars = [
            {"option": f"{r['option']}: {r['after']}", "edge": 100 * r["alone"]}
            for r in self.records()
            if r["alone"] is not None
        ]
        return Drawing("bars", bars, "edge", "option", x_title="Change of the house edge, percent")


def compare(a: Mapping[str, Any] | str, b: Mapping[str, Any] | str) -> RuleComparison:
    """Two rule sets of the main game: submissions, or `{"document": ..., "options": {...}}`.

    >>> compare({"document": "house-rules"}, {"document": "house-rules", "options": {"soft_17": "hit"}})
    """
    one, other = _question("a", a), _question("b", b)
    first, second = edge_of(one), edge_of(other)
    felt = {*options_felt(one.rules.document, one.rules.variation), "decks", "deck_cards"}
    felt |= set(options_felt(other.rules.document, other.rules.variation))
    options, others = one.rules.options, other.rules.options
    names = [
        name for name in options if name in felt and name in others and options[name] != others[name]
    ]
    changed, before = one, first.value
    differences = []
    for name in names:
        alone = _edge(_with(one, name, others[name]))
        changed = _with(changed, name, others[name])
        now = _edge(changed)
        if alone is not None and now is not None and _is_idle(alone - first.value, now - before):
            before = now
            continue
        step = None if now is None else now - before
        differences.append(
            RuleDifference(
                name, options[name], others[name], None if alone is None else alone - first.value, step
            )
        )
        before = before if now is None else now
    return RuleComparison(first, second, tuple(differences))


def _is_idle(*changes: float) -> bool:
    return all(abs(each) < 1e-12 for each in changes)


def _question(which: str, rules: Mapping[str, Any] | str) -> Question:
    if isinstance(rules, str):
        return asked(rules, MAIN)
    if not isinstance(rules, Mapping) or "document" not in rules:
        raise OddsError(f'{which}: name the document, like {{"document": "house-rules"}}')
    for key in rules:
        if key not in KEYS:
            hint = arguments.did_you_mean(str(key), KEYS)
            raise OddsError(f"{which}: no key {key!r}; the keys are {', '.join(KEYS)}{hint}")
    filed = table(f"{which}: wagers", rules.get("wagers"), like='{"main": {"paytable": "standard"}}')
    main = table(f"{which}: wagers.main", filed.get(MAIN), like='{"paytable": "standard"}')
    return asked(
        rules["document"],
        MAIN,
        paytable=rules.get("paytable") or main.get("paytable"),
        variation=rules.get("variation"),
        options=rules.get("options"),
    )


def _with(question: Question, name: str, value: OptionValue) -> Question:
    """A question with one option changed, whether or not the document permits the value."""
    rules = replace(question.rules, options={**question.rules.options, name: value})
    return replace(question, rules=rules, composition=shoe(rules))


def _edge(question: Question) -> float | None:
    try:
        return edge_of(question).value
    except OddsError:
        return None
