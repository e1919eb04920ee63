"""Cases: rounds, submissions and options as data, with what must come out (docs/cases.md)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cutcard.law import LawError, Refused, document, shorten
from cutcard.submission.check import CheckResult, check
from cutcard.table import as_json, settle

ROUND_KEYS: Final = (
    "variation",
    "options",
    "wagers",
    "meters",
    "resets",
    "devices",
    "boxes",
    "decisions",
)
CASE_KEYS: Final = frozenset(
    (
        *ROUND_KEYS,
        *("name", "proves", "readings", "document", "cards", "stakes", "play", "net", "lines", "hands"),
        *("dealer", "meters_after", "absent", "refused", "submission", "compliant", "findings"),
        *("option", "permitted", "minimum", "maximum", "default", "fixed", "cite"),
    )
)
EXPECTED: Final = frozenset(("lines", "net", "hands", "dealer", "meters_after", "absent"))

Content = Mapping[str, Any]
Check = Callable[[Mapping[str, Any]], CheckResult]


@dataclass(frozen=True, slots=True)
class Case:
    """One case and where it stands."""

    file: str
    document: str
    content: dict[str, Any]

    @property
    def id(self) -> str:
        """Document, file and name."""
        return f"{self.document}/{self.file}: {self.content['name']}"

    def request(self) -> dict[str, Any]:
        """The round to settle."""
        found: dict[str, Any] = {key: self.content[key] for key in ROUND_KEYS if key in self.content}
        found["document"] = self.content.get("document", self.document)
        found["cards"] = self.content["cards"].split()
        if "stakes" in self.content:
            found["boxes"] = [{"box": 1, "stakes": self.content["stakes"]}]
        if "play" in self.content:
            found["decisions"] = list(decisions(self.content["play"]))
        return found

    def submission(self) -> dict[str, Any]:
        """The submission to check; document and operator are filled in."""
        return {"document": self.document, "operator": "Example Casino", **self.content["submission"]}


def decisions(play: str) -> Iterator[dict[str, Any]]:
    """`2:double=10` -> box 2 doubles for ten dollars; without a box it is box 1."""
    for word in play.split():
        box, _, act = word.rpartition(":")
        do, _, amount = act.partition("=")
        yield {"box": int(box or 1), "do": do} | ({"amount": amount} if amount else {})


def read_cases(paths: Iterable[Path], name: str) -> list[Case]:
    """The cases of some files about a document, in file order; `LawError` where one cannot be read."""
    return [Case(path.name, name, content) for path in paths for content in _contents(path)]


def read_case_file(path: Path) -> Iterator[dict[str, Any]]:
    """The tables `[[case]]` of a file, each with a name; `LawError` where it cannot be read."""
    try:
        file = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise LawError(f"{path.name}: {error}") from None
    cases = file.pop("case", [])
    if file or not isinstance(cases, list):
        key = next(iter(file), "case")
        raise LawError(f"{path.name}: {key}: a file of cases has [[case]] alone")
    for index, content in enumerate(cases):
        place = f"{path.name}: case[{index}]"
        if not isinstance(content, dict) or not isinstance(content.get("name"), str):
            raise LawError(f"{place}.name: a case needs a name")
        yield content


def _contents(path: Path) -> Iterator[dict[str, Any]]:
    for index, content in enumerate(read_case_file(path)):
        place = f"{path.name}: case[{index}]"
        for key in content.keys() - CASE_KEYS:
            raise LawError(f"{place}.{key}: unknown key")
        if not content.keys() & {"cards", "submission", "option"}:
            raise LawError(f"{place}.cards: give cards, a submission or an option")
        if not isinstance(content.get("cards", ""), str):
            raise LawError(f'{place}.cards: write them in one text, as in "Kh 9c Qd 8s"')
        yield content


def fault_of(case: Case, checked: Check = check) -> str:
    """What is not as the case has it, in a line; empty where all of it is."""
    try:
        if "submission" in case.content:
            return _submission_fault(case, checked)
        if "option" in case.content:
            return _option_fault(case)
        return _round_fault(case)
    except Refused as refused:
        return f"refused: {refused.refusal.message}"
    except (KeyError, ValueError, TypeError, AttributeError) as problem:
        return f"cannot be read: {type(problem).__name__}: {problem}"


def _matches(found: Any, wanted: Content) -> bool:
    return all(found.get(key) == value for key, value in wanted.items())


def _round_fault(case: Case) -> str:
    wanted = case.content
    answer: Any = as_json(settle(case.request()))
    refused = answer.get("refused")
    if "refused" in wanted:
        if refused is None:
            return "settled, and not refused"
        return "" if _matches(refused, wanted["refused"]) else f"refused otherwise: {refused}"
    if refused is not None:
        cite = f" ({refused['cite']})" if refused["cite"] else ""
        return f"refused: {refused['message']}{cite}"
    if not wanted.keys() & EXPECTED:
        return "it expects nothing; give net, lines, hands, dealer, meters_after, absent or refused"
    return next(_round_faults(wanted, answer), "")


def _round_faults(wanted: Content, answer: Any) -> Iterator[str]:
    lines = answer["settlements"]
    for line in wanted.get("lines", []):
        hits = sum(_matches(found, line) for found in lines)
        if hits != 1:
            yield f"lines: {line} matches {hits} of {lines}"
    for hand in wanted.get("hands", []):
        if not any(_matches(found, hand) for found in answer["hands"]):
            yield f"hands: no {hand} in {answer['hands']}"
    for wager in wanted.get("absent", []):
        if any(line["wager"] == wager for line in lines):
            yield f"absent: {wager} has a line"
    if "net" in wanted and answer["net"] != wanted["net"]:
        yield f"net: {answer['net']}, not {wanted['net']}"
    if "meters_after" in wanted and not _matches(answer["meters"], wanted["meters_after"]):
        yield f"meters_after: {answer['meters']}, not {wanted['meters_after']}"
    if "dealer" in wanted:
        dealt, due = answer["dealer"], wanted["dealer"]
        pairs = zip(dealt, due, strict=True) if isinstance(dealt, list) else [(dealt, due)]
        if not all(_matches(found, each) for found, each in pairs):
            yield f"dealer: {dealt}, not {due}"


def _submission_fault(case: Case, checked: Check) -> str:
    result, wanted = checked(case.submission()), case.content
    findings = [
        {
            "severity": each.severity,
            "code": str(each.code),
            "path": each.path,
            "message": each.message,
            "cite": each.cite,
        }
        for each in result.findings
    ]
    if not wanted.keys() & {"compliant", "findings"}:
        return "it expects nothing; give compliant or findings"
    if "compliant" in wanted and result.compliant is not wanted["compliant"]:
        return f"compliant: {result.compliant}; {findings}"
    for each in wanted.get("findings", []):
        if not any(_matches(found, each) for found in findings):
            return f"findings: no {each} in {findings}"
    return ""


def _option_fault(case: Case) -> str:
    wanted = case.content
    laws = document(case.document).effective_options(wanted.get("variation"))
    if wanted["option"] not in laws:
        return f"option: no {shorten(wanted['option'])} here"
    law = laws[wanted["option"]]
    facts = {
        "permitted": list(law.permitted),
        "minimum": law.minimum,
        "maximum": law.maximum,
        "default": None if law.is_fixed else law.default,
        "fixed": law.default if law.is_fixed else None,
        "cite": law.cite,
    }
    for key, fact in facts.items():
        value = list(fact) if isinstance(fact, tuple) else fact
        if key in wanted and wanted[key] != value:
            return f"{key}: {value}, not {wanted[key]}"
    expects = wanted.keys() & facts.keys() - {"cite"}
    return "" if expects else "it expects nothing; give permitted, minimum, maximum, default or fixed"
