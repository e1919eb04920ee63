"""`cutcard replay`: a record shown, cut into rounds, and refused where it is broken."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from cli.replay_support import LINES, PLAYED, TEXT, rewritten, tampered
from cli.support import answer, invoke, one_line, program
from cutcard.cli.replay import printer, record as replay_record
from cutcard.shoe import By, Role
from cutcard.table import Settings, events as e, view
from cutcard.table.record.record import rebuild, write_record
from table.driver import play_rounds


@pytest.fixture
def shoe(tmp_path: Path) -> str:
    return rewritten(tmp_path, LINES)


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
    header = json.loads(LINES[0])
    assert header.pop("carried"), "law data are for programs that read the record itself"
    assert found["header"] == header
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


def test_a_loss_has_its_sign_before_the_dollars(shoe: str) -> None:
    told = invoke("replay", shoe, "--at", str(len(PLAYED.events))).stdout
    assert "$-" not in told
    assert printer._amounts({"house": "-30.00", "ann": "30.00"}) == "house -$30.00, ann $30.00"


def test_a_broken_record_is_one_clear_line(tmp_path: Path, shoe: str) -> None:
    def complaint(content: bytes) -> str:
        file = tmp_path / "broken"
        file.write_bytes(content)
        result = invoke("replay", str(file))
        assert (result.exit_code, result.stdout) == (2, "")
        return one_line(result)

    whole = Path(shoe).read_bytes()
    assert "it is empty" in complaint(b"")
    assert "it is empty" in complaint(b"\n\n")
    assert "line 1: not JSON" in complaint(b"{")
    assert "line 1: not the header of a record" in complaint(b'{"cutcard": 7}\n')
    assert "neither" in complaint(b"hello\n")
    assert "line 2: not UTF-8" in complaint(LINES[0].encode() + b'\n{"event": "\xff"}')
    cut = len("\n".join(LINES[:30])) + 10
    assert "line 31: not JSON" in complaint(whole[:cut])
    dealt = next(n for n, line in enumerate(LINES) if '"round_started"' in line)
    without = "\n".join([*LINES[:dealt], *LINES[dealt + 1 :]]).encode()
    assert f"line {dealt + 1}: card_dealt: cannot follow" in complaint(without)
    text = TEXT.replace("\nRound 2\n", "\nRound two\n").encode()
    assert "'Round two' is nothing that can happen at a table" in complaint(text)
    result = invoke("replay", str(tmp_path / "no-such-file"))
    assert (result.exit_code, "no such file" in one_line(result)) == (2, True)
    result = invoke("replay", str(tmp_path / "broken"), "--json")
    assert answer(result)["refused"]["code"] == "bad_request"


def test_other_law_data_is_a_note(tmp_path: Path) -> None:
    from cutcard.table.record import record

    plain = json.loads(LINES[0])
    del plain["carried"]
    plain["law"] = "0" * 64
    plain["digest"] = record._digest(plain["law"], {key: plain[key] for key in record.KEYS[1:-2]})
    result = invoke("replay", tampered(tmp_path, 1, plain), "--round", "1")
    assert result.exit_code == 0
    assert "note: made under other law data of md-blackjack" in one_line(result)


def test_colours_are_for_terminals_only(shoe: str) -> None:
    plain = program("replay", shoe, "--round", "1")
    assert b"\x1b[" not in plain.stdout
    coloured = printer.coloured("  box 1 hits: 5c (16) [Ch.9 §B]")
    assert coloured.plain == "  box 1 hits: 5c (16) [Ch.9 §B]"
    assert {str(span.style) for span in coloured.spans} == {"bold", "yellow", "dim"}


def test_stepping_waits_for_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    acts = [["one"], ["two"], ["  round 1 ends"], ["three"], ["four"]]

    def shown(keys: str) -> list[str]:
        left = iter(keys)
        monkeypatch.setattr("typer.getchar", lambda: next(left))
        to = Console(width=80, record=True, file=io.StringIO())
        printer.print_acts(acts, to, waits=True)
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
    printer.print_acts([["one"], ["two"]], to, waits=True)
    assert "two" not in to.export_text()


def test_a_terminal_is_spared_the_options(shoe: str) -> None:
    loaded = replay_record.load(Path(shoe).read_text(encoding="utf-8"))
    shown = list(loaded.acts(None, with_options=False))
    assert shown[0][0] == "Record of md-blackjack@1.15"
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
        (
            {"kind": "chore", "chore": "burn", "roles": ["dealer"], "cite": "§7"},
            "burn a card, by dealer [§7]",
        ),
    ],
)
def test_what_is_awaited_in_words(awaited: dict[str, Any], told: str) -> None:
    assert printer._awaits(awaited) == told


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
        text = "\n".join(write_record(played.opening, played.events))
        loaded = replay_record.load(text)
        for version in range(0, len(played.events) + 1, 9):
            to = Console(width=120, record=True, file=io.StringIO())
            seen = view(loaded.table_at(version), By(Role.SUPERVISOR))
            printer.print_view(seen, loaded.acts_before(version), to)
            assert f"after event {version}" in to.export_text()
