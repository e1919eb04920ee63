"""A document of one's own: the skeleton, copies of ours, and what the commands say of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutcard.cli.program import main
from cutcard.law import (
    FolderFiles,
    LawError,
    document,
    document_ids,
    law_from,
    write_copy,
    write_skeleton,
)
from cutcard.table import as_json, settle
from cutcard.wagers import document_faults

ROUND = {
    "boxes": [{"box": 1, "stakes": {"main": "25"}}],
    "cards": ["Kh", "9c", "Qd", "8s"],
    "decisions": [{"box": 1, "do": "stand"}],
}


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[object, str, str]:
    with pytest.raises(SystemExit) as left:
        main(list(words))
    out, err = capsys.readouterr()
    return left.value.code, out, err


def test_the_skeleton_has_no_fault_and_settles_a_round(tmp_path: Path) -> None:
    place = write_skeleton(tmp_path, "my-rules")
    assert document_faults(FolderFiles(place)) == ()
    with law_from([tmp_path]):
        law = document("my-rules@1")
        answer = as_json(settle({"document": "my-rules", **ROUND}))
    assert law.wager_ids == ("main", "insurance")
    assert (law.requirements, law.readings, law.provisions, law.matrix.rows) == ({}, {}, {}, {})
    assert answer["net"] == {"1": "25.00"}


REFUSED = [
    ({"cards": ["Kh", "9c", "6d", "8s"], "decisions": [{"box": 1, "do": "surrender"}]}, "§2"),
    ({"options": {"maximum_wager": "20.00"}}, "§2"),
    ({"decisions": [{"box": 1, "do": "insure", "amount": "5"}]}, "§2"),
]


@pytest.mark.parametrize(("change", "cite"), REFUSED)
def test_a_small_document_refuses_with_its_own_provisions(
    tmp_path: Path, change: dict[str, object], cite: str
) -> None:
    write_skeleton(tmp_path, "my-rules")
    with law_from([tmp_path]):
        answer = as_json(settle({"document": "my-rules", **ROUND, **change}))
    refused = answer["refused"]
    assert isinstance(refused, dict)
    assert refused["cite"] == cite


@pytest.mark.parametrize("name", document_ids())
def test_a_copy_of_ours_has_no_fault(name: str, tmp_path: Path) -> None:
    place = write_copy(tmp_path, "mine@7", document(name).files)
    assert place.name == "mine@7"
    assert document_faults(FolderFiles(place)) == ()
    with law_from([tmp_path]):
        assert document("mine").name == "mine@7"
        assert document("mine").title == document(name).title


@pytest.mark.parametrize("name", ["My Rules", "../up", "a@", ""])
def test_an_id_is_a_plain_word(name: str, tmp_path: Path) -> None:
    with pytest.raises(LawError, match="is not an id"):
        write_skeleton(tmp_path, name)


def test_nothing_is_written_over(tmp_path: Path) -> None:
    write_skeleton(tmp_path, "my-rules")
    with pytest.raises(LawError, match="there is such a folder already"):
        write_skeleton(tmp_path, "my-rules")


def test_init_then_lint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "law")
    code, out, _ = run(capsys, "law", "init", folder, "--id", "my-rules")
    assert code == 0
    assert f"cutcard law lint {folder}" in out
    code, out, _ = run(
        capsys, "law", "init", folder, "--id", "theirs", "--from", "md-pontoon-21", "--json"
    )
    assert (code, json.loads(out)["document"]) == (0, "theirs")
    code, out, _ = run(capsys, "law", "lint", folder, "--json")
    assert (code, json.loads(out)) == (0, {"valid": True, "findings": []})
    code, out, _ = run(capsys, "law", "lint", f"{folder}/my-rules")
    assert (code, out) == (0, "my-rules: nothing is wrong.\n")


def test_lint_lists_every_fault_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = write_skeleton(tmp_path, "my-rules")
    options = place / "options.toml"
    text = options.read_text("utf-8")
    text = text.replace('default = "any"', 'default = "bananas"').replace("[soft_17]", "[soft_71]")
    options.write_text(text, "utf-8")
    wager = place / "wagers" / "main.toml"
    wager.write_text(wager.read_text("utf-8").replace('outcome = "lose"', 'outcome = "loose"'), "utf-8")
    (place / "bars.toml").write_text("half =", "utf-8")
    (place / "option.toml").write_text("", "utf-8")
    code, out, _ = run(capsys, "law", "lint", str(tmp_path), "--json")
    answer = json.loads(out)
    assert (code, answer["valid"]) == (1, False)
    places = [(each["file"], each["key"]) for each in answer["findings"]]
    assert places == [
        ("my-rules/option.toml", ""),
        ("my-rules/options.toml", "soft_71"),
        ("my-rules/options.toml", "double_totals.default"),
        ("my-rules/options.toml", "soft_17"),
        ("my-rules/bars.toml", ""),
        ("my-rules/wagers/main.toml", "paytables[0].rows[4].outcome"),
        ("my-rules/wagers/main.toml", "paytables[0].rows"),
    ]
    possible = {each["key"]: each["possible"] for each in answer["findings"]}
    assert possible["double_totals.default"].startswith("any, 9_10_11")
    assert possible["soft_17"] == "stand, hit"
    code, out, _ = run(capsys, "law", "lint", str(tmp_path))
    assert code == 1
    assert "7 faults" in out


def test_a_folder_without_a_document_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, error = run(capsys, "law", "lint", str(tmp_path))
    assert (code, error.count("\n")) == (2, 1)
    assert "neither it nor a folder in it has a document.toml" in error
    code, _, error = run(capsys, "law", "lint", str(tmp_path / "none"))
    assert (code, error.count("\n")) == (2, 1)


@pytest.mark.parametrize("name", ["md-blackjack", "md-blackjack@1.15", "mine", "mine@1"])
def test_a_new_document_takes_no_name_that_is_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    write_skeleton(tmp_path, "mine@1")
    (write_skeleton(tmp_path, "mine-too") / "document.toml").write_text("half", "utf-8")
    code, _, err = run(capsys, "law", "init", str(tmp_path), "--id", name)
    assert code == 2
    assert "already" in err
    assert run(capsys, "law", "init", str(tmp_path), "--id", f"{name.partition('@')[0]}@7")[0] == 0


def test_lint_finds_a_version_that_is_another_documents(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = write_skeleton(tmp_path, "mine@1.15")
    about = place / "document.toml"
    about.write_text(about.read_text("utf-8").replace('"mine"', '"md-blackjack"'), "utf-8")
    place = place.rename(tmp_path / "md-blackjack@1.15")
    code, out, _ = run(capsys, "law", "lint", str(place), "--json")
    (finding,) = json.loads(out)["findings"]
    assert (code, finding["key"]) == (1, "version")
    assert "md-blackjack@1.15" in finding["message"]


def test_lint_looks_between_the_documents_of_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for version, before in (("1", "2"), ("2", "1")):
        about = write_skeleton(tmp_path, f"mine@{version}") / "document.toml"
        written = about.read_text("utf-8").replace('# supersedes = "0"', f'supersedes = "{before}"')
        about.write_text(written, "utf-8")
    about = (tmp_path / "mine@2").rename(tmp_path / "mine@2.0") / "document.toml"
    about.write_text(about.read_text("utf-8").replace('version = "2"', 'version = "2.0"'), "utf-8")
    code, out, _ = run(capsys, "law", "lint", str(tmp_path), "--json")
    assert (code, json.loads(out)["findings"]) == (0, [])  # 2 is a version that nobody has
    first = tmp_path / "mine@1" / "document.toml"
    first.write_text(first.read_text("utf-8").replace('= "2"', '= "2.0"'), "utf-8")
    code, out, _ = run(capsys, "law", "lint", str(tmp_path), "--json")
    (finding,) = json.loads(out)["findings"]
    assert (code, finding["file"], finding["key"]) == (1, "mine@1/document.toml", "supersedes")
    (tmp_path / "mine@2.0").rename(tmp_path / "mine")
    about = tmp_path / "mine" / "document.toml"
    about.write_text(about.read_text("utf-8").replace('version = "2.0"', 'version = "1"'), "utf-8")
    code, out, _ = run(capsys, "law", "lint", str(tmp_path), "--json")
    places = [(each["file"], each["key"]) for each in json.loads(out)["findings"]]
    assert ("mine/document.toml", "version") in places
    assert ("mine@1/document.toml", "version") in places


HALF_DONE = [
    (
        "document.toml",
        '"insurance"]',
        '"insurance", "moon"]',
        "wagers",
        "'moon' is listed, and there is no",
    ),
    ("document.toml", ', "insurance"]', "]", "wagers", "'insurance' is listed twice or not at all"),
    ("wagers/main.toml", 'paid = "end"', 'paid = "election"', "settled.paid", "third_card, end"),
    (
        "requirements.toml",
        "# What",
        '[R1]\ntag="physical"\ncite="§1"\nsays="x"\n#',
        "R1.checklist",
        "layout",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "key", "message"), HALF_DONE)
def test_lint_says_what_to_write(
    tmp_path: Path, file: str, old: str, new: str, key: str, message: str
) -> None:
    place = write_skeleton(tmp_path, "mine")
    written = (place / file).read_text("utf-8")
    assert old in written
    (place / file).write_text(written.replace(old, new, 1), "utf-8")
    (fault,) = document_faults(FolderFiles(place))
    assert fault.key == key
    assert message in f"{fault.message} {fault.possible}"


def test_an_unknown_wager_of_a_small_document_is_answered_with_those_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_skeleton(tmp_path, "mine")
    _, _, err = run(capsys, "odds", "mine", "moon", "--law", str(tmp_path))
    assert "there are: main, insurance" in err


SESSION = """
[[case]]
name = "A player draws out of turn"
cite = "§2"
players = { 1 = "ann", 2 = "bob" }
shoe = "Ts 6h 9c 8d 9s Td"
steps = [
    { by = "player ann", do = "place_bet", box = 1, stakes = { main = "10" } },
    { by = "player bob", do = "place_bet", box = 2, stakes = { main = "10" } },
    { do = "start_round", awaits = { kind = "decision" } },
    { by = "player bob", do = "hit", box = 2, refused = { code = "out_of_turn", cite = "§2" } },
    { by = "player ann", do = "stand", box = 1, expect = [{ event = "decided", do = "stand" }] },
]
"""
SESSIONS_AT_FAULT = [
    ('"§2" } }', '"§9" } }', "step 4 ", "refused with another cite"),
    ('"decided", do = "stand"', '"decided", do = "hit"', "step 5 ", "no event "),
    ('event = "decided"', 'event = "decide"', "step 5 ", "no such event"),
    ('do = "start_round"', 'do = "start"', "step 3 ", "start"),
    ("steps = [", "steps = 3\nodd = [", "", "unknown keys of a case: ['odd']"),
    ('box = 2, stakes = { main = "10" }', 'box = 9, stakes = { main = "10" }', "step 2 ", "9"),
    ('kind = "decision"', "kind = 3", "step 3 ", "it awaits"),
    ('players = { 1 = "ann", 2 = "bob" }', 'players = { one = "ann" }', "", "cannot be read"),
    ('shoe = "Ts', 'shoe = "Zs', "", "Zs"),
]


def test_law_test_runs_sessions_at_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = write_skeleton(tmp_path, "my-rules")
    (place / "cases" / "table").mkdir()
    (place / "cases" / "table" / "turns.toml").write_text(SESSION, "utf-8")
    code, out, _ = run(capsys, "law", "test", str(tmp_path), "--json")
    assert (code, json.loads(out)["passed"], json.loads(out)["failed"]) == (0, 3, 0)
    assert json.loads(out)["cases"][-1]["case"] == "my-rules@1/turns.toml: A player draws out of turn"
    assert document_faults(FolderFiles(place)) == ()


@pytest.mark.parametrize(("old", "new", "where", "why"), SESSIONS_AT_FAULT, ids=lambda each: each)
def test_a_session_that_does_not_hold_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, where: str, why: str
) -> None:
    place = write_skeleton(tmp_path, "my-rules")
    (place / "cases" / "table").mkdir()
    assert old in SESSION
    (place / "cases" / "table" / "turns.toml").write_text(SESSION.replace(old, new, 1), "utf-8")
    code, out, _ = run(capsys, "law", "test", str(tmp_path))
    line, count = out.splitlines()
    assert (code, count) == (1, "3 cases, 1 failed.")
    assert line.startswith(f"my-rules@1/turns.toml: A player draws out of turn: {where}")
    assert why in line


@pytest.mark.parametrize("key", ["proves", "readings"])
def test_a_case_that_names_what_is_not_there_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str
) -> None:
    place = write_skeleton(tmp_path, "my-rules")
    cases = place / "cases" / "rounds.toml"
    first, name = "[[case]]\n", f"{key} = [{'MY-R01'!r}]"
    cases.write_text(cases.read_text("utf-8").replace(first, f"{first}{name}\n", 1), "utf-8")
    (place / "cases" / "table").mkdir()
    session = SESSION.replace(first, f"{first}{name}\n")
    (place / "cases" / "table" / "turns.toml").write_text(session, "utf-8")
    code, out, _ = run(capsys, "law", "test", str(tmp_path))
    one, other, count = out.splitlines()
    assert (code, count) == (1, "3 cases, 2 failed.")
    wrong = f"{key}: no such id 'MY-R01' in any "
    assert one.startswith(f"my-rules@1/rounds.toml: A 20 wins against 17: {wrong}")
    assert other.startswith(f"my-rules@1/turns.toml: A player draws out of turn: {wrong}")
