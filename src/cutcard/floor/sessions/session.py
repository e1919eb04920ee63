"""A session: a live table, driven command by command as a case says. Its form is in docs/cases.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Protocol

from cutcard.floor import ledger
from cutcard.floor.ledger import Books, booked
from cutcard.floor.sessions.driver import Driver, shuffled_act
from cutcard.floor.sessions.expectations import EXPECTATIONS, check_moves, check_step, listed_events
from cutcard.floor.sessions.fault import SessionFault
from cutcard.floor.store import Movement
from cutcard.law import Refusal, Refused, document, resolve
from cutcard.shoe import By, Role
from cutcard.submission import read_case_file
from cutcard.table import Settings, Table, awaits, fold, game_of, new_table, step
from cutcard.table.commands import Command
from cutcard.table.script import parse_by, parse_commands

DEALER: Final = By(Role.DEALER, "dee")
CASE_KEYS: Final = {
    *("name", "cite", "proves", "readings", "table", "from", "players", "shoe", "cover_after", "burn"),
    "steps",
}
SETTINGS: Final = ("chores", "virtual", "asks_for_cut", "asks_for_draws", "collects", "reader_shows")
TABLE_KEYS: Final = {*SETTINGS, "variation", "options", "wagers", "meters", "resets"}
RUNNER_KEYS: Final = {*EXPECTATIONS, "times", "until", "next", "cover_after", "top"}


@dataclass(frozen=True)
class SessionCase:
    """One session and where it stands."""

    file: str
    document: str
    content: dict[str, Any]

    @property
    def id(self) -> str:
        """Document, file and name."""
        return f"{self.document}/{self.file}: {self.content.get('name', '')}"


def read_sessions(paths: Iterable[Path], name: str) -> list[SessionCase]:
    """The sessions of some files about a document, in file order; `LawError` where one is unreadable."""
    return [SessionCase(path.name, name, content) for path in paths for content in read_case_file(path)]


def check_form(case: SessionCase) -> None:
    """A case must be readable and must expect something; an empty expectation is none."""
    content = case.content
    unknown = content.keys() - CASE_KEYS
    if unknown:
        raise SessionFault(f"unknown keys of a case: {sorted(unknown)}")
    unknown = content.get("table", {}).keys() - TABLE_KEYS
    if unknown:
        raise SessionFault(f"unknown keys of table: {sorted(unknown)}")
    for key in ("name", "cite"):
        if not isinstance(content.get(key), str) or not content[key]:
            raise SessionFault(f"a session has a {key}")
    steps = content.get("steps")
    if not isinstance(steps, list):
        raise SessionFault("a session has steps")
    if not any(found.keys() & EXPECTATIONS for found in steps):
        raise SessionFault("a session must expect something")
    for at, found in enumerate(steps, 1):
        _check_step_form(at, found)


def _check_step_form(at: int, found: Mapping[str, Any]) -> None:
    for key in found.keys() & EXPECTATIONS:
        if not found[key]:
            raise SessionFault(f"step {at}: {key} expects nothing")
    if "refused" in found:
        if "do" not in found:
            raise SessionFault(f"step {at}: refused needs a command")
        if found["refused"].keys() != {"code", "cite"}:
            raise SessionFault(f"step {at}: refused: code and cite")


def _words(answer: Refusal) -> str:
    return f"{answer.code} ({answer.cite}): {answer.message}"


def _check_refusal(answer: Refusal, wanted: dict[str, str] | None) -> None:
    if wanted is None:
        raise SessionFault(f"refused: {_words(answer)}")
    if str(answer.code) != wanted["code"]:
        raise SessionFault(f"refused otherwise: {_words(answer)}")
    if answer.cite != wanted["cite"]:
        raise SessionFault(f"refused with another cite: {_words(answer)}")


class Accounts(Protocol):
    """Whoever keeps the accounts of a session's table."""

    books: Books
    accounts: Counter[str]

    def see(self, before: Table, event: object, after: Table, /) -> list[Movement]:
        """Book an event; the movements that it makes."""
        ...


class Bookkeeper:
    """The accounts of one table, as its movements make them."""

    def __init__(self, name: str = "T1") -> None:
        self.name = name
        self.books = Books.of(name)
        self.accounts: Counter[str] = Counter()
        self.version = 0

    def see(self, before: Table, event: object, after: Table) -> list[Movement]:
        """Book an event; the movements that it makes."""
        self.version += 1
        where = f"table:{self.name}:{self.version}"
        self.books, made = booked(self.books, event, before, after, where)
        for each in made:
            self.accounts[each.debit] -= each.cents
            self.accounts[each.credit] += each.cents
        return made


class TableSession:
    """A running table, and everything that has happened at it."""

    def __init__(self, case: SessionCase, accounts: Accounts | None = None) -> None:
        check_form(case)
        self.case = case
        setup: dict[str, Any] = case.content.get("table", {})
        rules, findings = resolve(
            document(case.document),
            variation=setup.get("variation") or None,
            options=setup.get("options", {}),
            wagers=setup.get("wagers", {}),
        )
        wrong = [each.message for each in findings if each.severity == "violation"]
        if rules is None:
            raise SessionFault(f"table: {wrong}")
        if wrong:
            raise SessionFault(f"table: {wrong}")
        settings = Settings(**{key: setup[key] for key in SETTINGS if key in setup})
        self.table: Table = new_table(rules, game_of(rules), settings)
        self.first = self.table
        self.accounts: Accounts = accounts or Bookkeeper()
        self.happened: list[object] = []
        self.moved: list[Movement] = []
        """What the step at hand has moved."""
        self.now = 0

    def run(self) -> None:
        """The whole session; `SessionFault` where something else happened than it expects."""
        self._prepare()
        for number, found in enumerate(self.case.content["steps"], 1):
            try:
                self._step(found)
            except (SessionFault, Refused) as problem:
                done = found.get("do") or found.get("until") or "expects"
                raise SessionFault(f"step {number} {done}: {problem}") from None

    # What comes before the first step.

    def _prepare(self) -> None:
        begin = self.case.content.get("from", "ready")
        if begin not in ("new", "opened", "ready"):
            raise SessionFault(f"from: {begin!r}")
        players = self.case.content.get("players", {})
        if not (begin != "new" or not players):
            raise SessionFault("from: nobody sits at a table that is not open")
        if begin == "new":
            return
        self.do({"by": str(DEALER), "do": "open_table"})
        for box, player in players.items():
            self.do({"by": f"player {player}", "do": "sit", "box": int(box)})
        if begin == "ready":
            content = self.case.content
            self._until("bets", content.get("shoe", ""), content.get("cover_after"))
        setup = self.case.content.get("table", {})
        resets = setup.get("resets", {})
        for meter, amount in setup.get("meters", {}).items():
            reset = {"reset": resets[meter]} if meter in resets else {}
            self.do({"do": "show_meter", "meter": meter, "amount": amount, **reset})

    # Steps.

    def _step(self, found: dict[str, Any]) -> None:
        self.now = found.get("at", self.now)
        self.moved = []
        events: list[object] = []
        if "until" in found:
            if "do" in found:
                raise SessionFault("until and a command are two steps")
            extra = found.keys() - {"until", "next", "cover_after", "at", *EXPECTATIONS}
            if extra:
                raise SessionFault(f"unknown keys beside until: {sorted(extra)}")
            events = self._until(found["until"], found.get("next", ""), found.get("cover_after"))
        elif "do" in found:
            for _ in range(found.get("times", 1)):
                events += self.do(found)
        else:
            extra = found.keys() - EXPECTATIONS - {"at"}
            if extra:
                raise SessionFault(f"unknown keys: {sorted(extra)}; a command has do")
        check_step(self.table, self.now, events, found)
        check_moves(self.accounts.accounts, self.moved, found)

    def do(self, found: dict[str, Any]) -> list[object]:
        """A command, accepted or refused as the step says; the events it came to."""
        events: list[object] = []
        refused = found.get("refused")
        if found["do"] in ledger.COMMANDS:
            return self._ask_ledger(found, refused)
        made = self._commands(found)
        for at, command in enumerate(made):
            answer = step(self.table, command)
            if isinstance(answer, Refusal):
                if at != len(made) - 1:
                    raise SessionFault(f"refused too early: {_words(answer)}")
                _check_refusal(answer, refused)
                return events
            self._after(command, *answer)
            events += answer[1]
        if refused is not None:
            raise SessionFault(f"not refused; it came to {listed_events(events)}")
        return events

    def _ask_ledger(self, found: dict[str, Any], refused: dict[str, str] | None) -> list[object]:
        said = {key: value for key, value in found.items() if key not in RUNNER_KEYS}
        command = ledger.parse(said, parse_by(said.get("by")))
        try:
            events = ledger.decide(self.accounts.books, self.table, command, self.accounts.accounts)
        except Refused as answer:
            _check_refusal(answer.refusal, refused)
            return []
        if refused is not None:
            raise SessionFault(f"not refused; it came to {listed_events(events)}")
        for event in events:
            self.moved += self.accounts.see(self.table, event, self.table)
        return list(events)

    def _commands(self, found: dict[str, Any]) -> tuple[Command, ...]:
        said = {key: value for key, value in found.items() if key not in RUNNER_KEYS}
        made = parse_commands({"at": self.now, **said})
        if said["do"] == "shuffle" and "order" not in said and self.table.settings.virtual:
            return tuple(shuffled_act(self.table, each, found.get("top", "")) for each in made)
        if "top" in found:
            raise SessionFault("top: for a shuffle at a virtual table")
        return made

    def _after(self, command: object, after: Table, events: tuple[object, ...]) -> None:
        """Take over what a command came to."""
        again = self.table
        for event in events:
            before, again = again, fold(again, (event,))
            self.watch(before, event, again)
            self.moved += self.accounts.see(before, event, again)
        if again != after:
            raise SessionFault(f"the replay of {command} is another table")
        awaits(after, self.now)
        self.table = after
        self.happened += events

    def watch(self, before: Table, event: object, after: Table) -> None:
        """See one event; for whoever checks more than the session expects."""

    def _until(self, until: str, cards: Any, cover_after: int | None) -> list[object]:
        """The chores one by one, as at a manual table: so that each can be done as the case wants."""
        driver = Driver(self.now, until, self.case.content.get("burn", "2c"))
        events: list[object] = []
        settings = self.table.settings
        self.table = replace(self.table, settings=replace(settings, chores="manual"))
        for command in driver.commands(self.table, cards, cover_after):
            answer = step(self.table, command)
            if isinstance(answer, Refusal):
                raise SessionFault(f"until {until}: refused: {_words(answer)}")
            self._after(command, *answer)
            events += answer[1]
        self.table = replace(self.table, settings=settings)
        return events


def session_fault(case: SessionCase) -> str:
    """What is not as a session has it, in a line; empty where all of it is."""
    try:
        TableSession(case).run()
    except SessionFault as fault:
        return str(fault)
    except Refused as refused:
        return f"refused: {refused.refusal.message}"
    except (KeyError, ValueError, TypeError, AttributeError) as problem:
        return f"cannot be read: {type(problem).__name__}: {problem}"
    return ""
