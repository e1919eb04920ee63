"""`cutcard replay`: a record shown, checked, cut into rounds, and refused where it is broken."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from cli.support import answer, invoke, one_line, program
from cutcard.cli import replay_record, replay_table
from cutcard.shoe import By, Role
from cutcard.table import Settings, view
from cutcard.table import events as e
from cutcard.table.record import header_of, rebuild, write
from cutcard.table.record_text import render
from table.driver import play_rounds

PLAYED = play_rounds(
    "md-blackjack", None, {}, {"lucky_ladies": "A"}, rounds=6, seed=4, boxes=2, mishaps=3
)
LINES = tuple(write(PLAYED.opening, PLAYED.events))
TEXT = render(PLAYED.events, header_of(PLAYED.opening))


@pytest.fixture
def shoe(tmp_path: Path) -> str:
    file = tmp_path / "shoe.jsonl"
    file.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    return str(file)


def changed(tmp_path: Path, *changes: tuple[str, str]) -> str:
    """The same record, tampered with."""
    text = "\n".join(LINES) + "\n"
    for before, after in changes:
        assert before in text
        text = text.replace(before, after, 1)
    file = tmp_path / "changed.jsonl"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_the_whole_record_is_told_in_its_readable_form(shoe: str) -> None:
    result = invoke("replay", shoe)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == TEXT
    assert "Round 6" in TEXT
    assert "[Ch." in TEXT


def test_the_readable_form_is_a_record_too(shoe: str, tmp_path: Path) -> None:
    file = tmp_path / "shoe.txt"
    file.write_text(TEXT, encoding="utf-8")
    assert invoke("replay", str(file)).stdout == TEXT
    lines = invoke("replay", str(file), "--lines").stdout
    assert lines == Path(shoe).read_text(encoding="utf-8")
    assert invoke("replay", shoe, "--lines").stdout == lines


def test_a_record_comes_from_standard_input() -> None:
    for typed in ("\n".join(LINES), "\ufeff" + "\n".join(LINES), TEXT):
        result = invoke("replay", "-", typed=typed.encode())
        assert (result.exit_code, result.stdout) == (0, TEXT)


def test_one_round(shoe: str) -> None:
    result = invoke("replay", shoe, "--round", "3")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Round 3"
    assert lines[-1].startswith("  round 3 ends (box 1 ")
    assert "Round 4" not in result.stdout


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--round", "99"), "--round 99: the record has rounds 1 to 6"),
        (("--round", "x"), "--round needs a whole number, not 'x'"),
        (("--round", "-1"), "--round needs a whole number"),
        (("--at", "99999"), f"--at 99999: the record has {len(PLAYED.events)} events"),
        (("--at", "x"), "--at needs a whole number"),
        (("--at", "3", "--check"), "do not go together"),
    ],
)
def test_what_the_record_does_not_have(shoe: str, arguments: tuple[str, ...], problem: str) -> None:
    result = invoke("replay", shoe, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert problem in one_line(result)


def test_the_table_at_any_moment_as_surveillance_sees_it(shoe: str) -> None:
    for version in (0, 1, 20, len(PLAYED.events)):
        result = invoke("replay", shoe, "--at", str(version), "--json")
        table = rebuild(LINES[: version + 1])
        assert answer(result) == json.loads(json.dumps(dict(view(table, By(Role.SUPERVISOR)))))
        told = invoke("replay", shoe, "--at", str(version)).stdout
        assert f"md-blackjack, after event {version}" in told


def test_a_hole_card_is_not_seen_before_it_is_shown(shoe: str) -> None:
    hole = next(
        at
        for at, each in enumerate(PLAYED.events)
        if isinstance(each, e.CardDealt) and (each.why, each.face) == ("hole", "down")
    )
    told = invoke("replay", shoe, "--at", str(hole + 1)).stdout
    table = next(line for line in told.splitlines() if line.split()[:1] == ["dealer"] and "??" in line)
    assert table


def test_json_is_one_document_of_rounds(shoe: str) -> None:
    found = answer(invoke("replay", shoe, "--json"))
    assert found["header"] == json.loads(LINES[0])
    assert [each["number"] for each in found["rounds"]] == [1, 2, 3, 4, 5, 6]
    told = [event for each in found["rounds"] for event in (*each["before"], *each["events"])]
    assert [*told, *found["after"]] == [json.loads(line) for line in LINES[1:]]
    for each in found["rounds"]:
        net: dict[str, int] = {}
        for line in each["lines"]:
            box = str(line["box"])
            net[box] = net.get(box, 0) + round(float(line["net"]) * 100)
        assert {box: round(float(each["net"][box]) * 100) for box in net} == net
    one = answer(invoke("replay", shoe, "--json", "--round", "2"))
    assert [each["number"] for each in one["rounds"]] == [2]


def test_an_honest_record_is_as_the_rules_have_it(shoe: str) -> None:
    result = invoke("replay", shoe, "--check")
    assert result.exit_code == 0
    assert "of 6 rounds, all as the rules have it" in result.stdout
    found = answer(invoke("replay", shoe, "--check", "--json"))
    assert (found["rounds"], found["differences"]) == (6, [])
    assert found["settlements"] == sum(isinstance(each, e.Settled) for each in PLAYED.events)


def settled_line(wager: str) -> tuple[int, dict[str, Any]]:
    """A settlement with a lost line on a wager, and the number of its line."""
    for number, line in enumerate(LINES, 1):
        plain = json.loads(line)
        for each in plain.get("lines", ()):
            if each["wager"] == wager and each["pays"] == "lose":
                return number, plain
    raise AssertionError(wager)


def tampered(tmp_path: Path, number: int, plain: dict[str, Any]) -> str:
    file = tmp_path / "tampered.jsonl"
    lines = [*LINES[: number - 1], json.dumps(plain), *LINES[number:]]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


def test_a_tampered_amount_is_found(tmp_path: Path) -> None:
    number, plain = settled_line("main")
    line = next(each for each in plain["lines"] if each["pays"] == "lose" and each["wager"] == "main")
    line["returned"] = line["stake"]
    file = tampered(tmp_path, number, plain)
    assert invoke("replay", file).exit_code == 0
    result = invoke("replay", file, "--check")
    assert result.exit_code == 1
    assert f"line {number}: recorded: box {line['box']} main " in result.stdout
    assert "; it comes to: " in result.stdout
    found = answer(invoke("replay", file, "--check", "--json"))
    assert [each["line"] for each in found["differences"]] == [number]


@pytest.mark.parametrize("key", ["cite", "outcome", "pays"])
def test_a_tampered_reason_is_found(tmp_path: Path, key: str) -> None:
    number, plain = settled_line("lucky_ladies")
    next(each for each in plain["lines"] if each["wager"] == "lucky_ladies")[key] = "Ch.99"
    result = invoke("replay", tampered(tmp_path, number, plain), "--check")
    assert (result.exit_code, f"line {number}: " in result.stdout) == (1, True)


def test_a_line_too_many_or_too_few_is_found(tmp_path: Path) -> None:
    number, plain = settled_line("lucky_ladies")
    lines = plain["lines"]
    for left, problem in (
        (lines[1:], "not recorded: box "),
        ([*lines, lines[0]], "nothing of the kind"),
    ):
        result = invoke("replay", tampered(tmp_path, number, {**plain, "lines": left}), "--check")
        assert (result.exit_code, problem in result.stdout) == (1, True)
    if len(lines) > 1:
        result = invoke("replay", tampered(tmp_path, number, {**plain, "lines": lines[::-1]}), "--check")
        assert "not in the order" in result.stdout


def test_a_false_hole_card_and_false_money_are_found(tmp_path: Path) -> None:
    number, plain = next(
        (n, json.loads(line)) for n, line in enumerate(LINES, 1) if '"hole_checked"' in line
    )
    plain["blackjack"] = not plain["blackjack"]
    result = invoke("replay", tampered(tmp_path, number, plain), "--check")
    assert (result.exit_code, f"line {number}: blackjack: " in result.stdout) == (1, True)
    number, plain = next((n, json.loads(line)) for n, line in enumerate(LINES, 1) if '"decided"' in line)
    plain["amounts"] = ["5.00"]
    if plain["do"] in ("hit", "stand"):
        result = invoke("replay", tampered(tmp_path, number, plain), "--check")
        assert (result.exit_code, "the money does not add up" in result.stdout) == (1, True)


def rewritten(tmp_path: Path, lines: list[str]) -> str:
    file = tmp_path / "rewritten.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


def line_of(event: str) -> int:
    """The first line with such an event, counted from 0."""
    return next(at for at, line in enumerate(LINES) if json.loads(line).get("event") == event)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ("cards_inspected", "verify_inspection must wait: inspect_cards is due"),
        ("cards_washed", "stack must wait: wash is due"),
        ("cards_collected", "round_ended: before it cards_collected is missing"),
        ("hole_shown", "settle is not awaited: show_hole_card is due"),
        ("card_burned", "a round must wait: burn is due"),
    ],
)
def test_a_line_left_out_is_found(tmp_path: Path, event: str, told: str) -> None:
    at = line_of(event)
    file = rewritten(tmp_path, [*LINES[:at], *LINES[at + 1 :]])
    result = invoke("replay", file, "--check")
    assert result.exit_code == 1
    assert told in result.stdout


def test_an_opening_in_another_order_is_found(tmp_path: Path) -> None:
    first, second = line_of("cards_inspected"), line_of("inspection_verified")
    lines = [*LINES]
    lines[first], lines[second] = lines[second], lines[first]
    result = invoke("replay", rewritten(tmp_path, lines), "--check")
    assert (result.exit_code, f"line {first + 1}: inspection_verified: " in result.stdout) == (1, True)


def test_a_decision_for_more_than_the_document_permits_is_found(tmp_path: Path) -> None:
    found = ((n, json.loads(line)) for n, line in enumerate(LINES, 1) if '"amounts"' in line)
    number, plain = next(each for each in found if each[1]["do"] in ("double", "split"))
    plain["amounts"] = ["5000.00"]
    result = invoke("replay", tampered(tmp_path, number, plain), "--check")
    assert (result.exit_code, f"line {number}: decided: " in result.stdout) == (1, True)


@pytest.mark.parametrize(
    ("event", "changed"),
    [
        ("cards_cut", {"position": -5}),
        ("cards_cut", {"position": 400}),
        ("cards_cut", {"batch": 0}),
        ("cards_washed", {"batch": 0}),
        ("cover_placed", {"behind": -1}),
    ],
)
def test_what_no_stack_can_be_does_not_fold(tmp_path: Path, event: str, changed: dict[str, int]) -> None:
    at = line_of(event)
    file = tampered(tmp_path, at + 1, {**json.loads(LINES[at]), **changed})
    for arguments in ((), ("--check",)):
        result = invoke("replay", file, *arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"line {at + 1}: {event}: cannot follow what came before it" in one_line(result)


def test_a_cut_too_near_the_end_is_found(tmp_path: Path) -> None:
    at = line_of("cards_cut")
    file = tampered(tmp_path, at + 1, {**json.loads(LINES[at]), "position": 1})
    result = invoke("replay", file, "--check")
    assert (result.exit_code, "a cut after 1 of 312 cards" in result.stdout) == (1, True)


def test_a_tampered_card_is_noted_without_being_asked(tmp_path: Path, shoe: str) -> None:
    at = line_of("card_dealt")
    plain = json.loads(LINES[at])
    other = "2c" if plain["drawn"] != "2c" else "3c"
    problem = f"line {at + 1}: {other} is recorded; the shuffled order has {plain['drawn']}"
    file = tampered(tmp_path, at + 1, {**plain, "drawn": other})
    for arguments in ((), ("--round", "1"), ("--at", "5"), ("--lines",), ("--json",)):
        result = invoke("replay", file, *arguments)
        assert result.exit_code == 0
        assert f"note: {problem}" in result.stderr
        assert invoke("replay", shoe, *arguments).stderr == ""
    assert answer(invoke("replay", file, "--json"))["notes"] == [
        f"{problem}: the record is not as the cards were shuffled"
    ]
    assert (
        f"line {at + 1}: card_dealt: drawn: {other} is rec" in invoke("replay", file, "--check").stdout
    )


def test_many_tampered_cards_are_one_note(tmp_path: Path) -> None:
    at = line_of("card_burned")
    result = invoke("replay", rewritten(tmp_path, [*LINES[:at], *LINES[at + 1 :]]), "--round", "1")
    assert " more such lines: the record is not as the cards were shuffled" in one_line(result)


def test_an_order_that_was_not_committed_to_is_noted(tmp_path: Path) -> None:
    at = line_of("cards_shuffled")
    plain = json.loads(LINES[at])
    plain["order"] = " ".join(reversed(plain["order"].split()))
    result = invoke("replay", tampered(tmp_path, at + 1, plain), "--round", "1")
    assert f"line {at + 1}: the commitment is not that of this order and salt" in one_line(result)


def test_a_loss_has_its_sign_before_the_dollars(shoe: str) -> None:
    told = invoke("replay", shoe, "--at", str(len(PLAYED.events))).stdout
    assert "$-" not in told
    assert replay_table._amounts({"house": "-30.00", "ann": "30.00"}) == "house -$30.00, ann $30.00"


def test_money_that_is_missing_is_told_once(tmp_path: Path) -> None:
    at = line_of("settled")
    told = invoke("replay", rewritten(tmp_path, [*LINES[:at], *LINES[at + 1 :]]), "--check").stdout
    assert told.count("the money does not add up") == 1


def test_a_broken_record_is_one_clear_line(tmp_path: Path, shoe: str) -> None:
    def complaint(content: bytes) -> str:
        file = tmp_path / "broken"
        file.write_bytes(content)
        result = invoke("replay", str(file))
        assert (result.exit_code, result.stdout) == (2, "")
        return one_line(result)

    whole = Path(shoe).read_bytes()
    assert "nothing in it" in complaint(b"")
    assert "nothing in it" in complaint(b"\n\n")
    assert "line 1: no JSON" in complaint(b"{")
    assert "line 1: no header of a record" in complaint(b'{"cutcard": 7}\n')
    assert "neither" in complaint(b"hello\n")
    assert "line 2: not UTF-8" in complaint(LINES[0].encode() + b'\n{"event": "\xff"}')
    cut = len("\n".join(LINES[:30])) + 10
    assert "line 31: no JSON" in complaint(whole[:cut])
    dealt = next(n for n, line in enumerate(LINES) if '"round_started"' in line)
    without = "\n".join([*LINES[:dealt], *LINES[dealt + 1 :]]).encode()
    assert f"line {dealt + 1}: card_dealt: cannot follow" in complaint(without)
    text = TEXT.replace("\nRound 2\n", "\nRound two\n").encode()
    assert "'Round two' tells nothing" in complaint(text)
    result = invoke("replay", str(tmp_path / "no-such-file"))
    assert (result.exit_code, "no such file" in one_line(result)) == (2, True)
    result = invoke("replay", str(tmp_path / "broken"), "--json")
    assert answer(result)["refused"]["code"] == "bad_request"


def test_other_law_data_is_a_note(tmp_path: Path) -> None:
    from cutcard.table import record

    plain = json.loads(LINES[0])
    plain["law"] = "0" * 64
    plain["digest"] = record._digest(plain["law"], {key: plain[key] for key in record.KEYS[1:-2]})
    result = invoke("replay", changed(tmp_path, (LINES[0], json.dumps(plain))), "--round", "1")
    assert result.exit_code == 0
    assert "note: made under other law data of md-blackjack" in one_line(result)


def test_colours_are_for_terminals_only(shoe: str) -> None:
    plain = program("replay", shoe, "--round", "1")
    assert b"\x1b[" not in plain.stdout
    coloured = replay_table.coloured("  box 1 hits: 5c (16) [Ch.9 §B]")
    assert coloured.plain == "  box 1 hits: 5c (16) [Ch.9 §B]"
    assert {str(span.style) for span in coloured.spans} == {"bold", "yellow", "dim"}


def test_stepping_waits_for_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    acts = [["one"], ["two"], ["  round 1 ends"], ["three"], ["four"]]

    def shown(keys: str) -> list[str]:
        left = iter(keys)
        monkeypatch.setattr("typer.getchar", lambda: next(left))
        to = Console(width=80, record=True, file=io.StringIO())
        replay_table.print_acts(acts, to, waits=True)
        assert not list(left), "every key was waited for"
        return to.export_text().split("\n")[1:-1]

    assert shown("  q") == ["one", "two", "  round 1 ends"]
    assert shown("r q") == ["one", "two", "  round 1 ends", "three"]
    assert shown("     ") == ["one", "two", "  round 1 ends", "three", "four"]


def test_leaving_by_the_end_of_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended() -> str:
        raise EOFError

    monkeypatch.setattr("typer.getchar", ended)
    to = Console(width=80, record=True, file=io.StringIO())
    replay_table.print_acts([["one"], ["two"]], to, waits=True)
    assert "two" not in to.export_text()


def test_a_terminal_is_spared_the_options(shoe: str) -> None:
    loaded = replay_record.load(Path(shoe).read_text(encoding="utf-8"))
    shown = list(replay_record.acts(loaded, None, with_options=False))
    assert shown[0][0] == "Record of md-blackjack"
    assert not any("Options of the table" in lines for lines in shown)


@pytest.mark.parametrize(
    ("awaited", "told"),
    [
        ({"kind": "bets"}, "bets"),
        ({"kind": "closed"}, "nothing: the table is closed"),
        ({"kind": "card", "to": "box 1, first card"}, "a card: box 1, first card"),
        ({"kind": "device", "message": "spin"}, "a device: spin"),
        ({"kind": "followers", "players": ["bob"], "box": 2}, "bob, to follow box 2"),
        ({"kind": "decision", "may": {"1": ["hit", "stand"]}}, "a decision (box 1: hit, stand)"),
        ({"kind": "chore", "chore": "burn", "roles": ["dealer"], "cite": "§7"}, "burn, by dealer [§7]"),
    ],
)
def test_what_is_awaited_in_words(awaited: dict[str, Any], told: str) -> None:
    assert replay_table._awaits(awaited) == told


def test_every_moment_of_every_kind_of_table_can_be_shown() -> None:
    """Physical cards, several dealer's hands, bets on the layout, hands that were split."""
    for document, variation, virtual in (
        ("ma-blackjack", "multiple_action", True),
        ("md-blackjack", "hand_dealt", False),
        ("md-pontoon-21", None, True),
    ):
        played = play_rounds(
            document,
            variation,
            rounds=4,
            seed=6,
            boxes=3,
            settings=Settings(chores="manual", virtual=virtual),
        )
        text = "\n".join(write(played.opening, played.events))
        loaded = replay_record.load(text)
        for version in range(0, len(played.events) + 1, 9):
            to = Console(width=120, record=True, file=io.StringIO())
            seen = view(replay_record.table_at(loaded, version), By(Role.SUPERVISOR))
            replay_table.print_view(seen, loaded.acts_before(version), to)
            assert f"after event {version}" in to.export_text()
