"""Evidence of rounds as one signed file, trends of a search, the day of a table, the audit page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cutcard.cli.program import app
from cutcard.floor.audit import AnchorLog, anchor_place
from cutcard.floor.keys import HouseKeys, new_key
from web.houses import House, served
from web.test_pages import cookie

EVIDENCE = "/api/surveillance/evidence"


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> HouseKeys:
    file = tmp_path_factory.mktemp("keys") / "house.keys"
    file.touch(0o600)
    file.write_text(f"{new_key('k1')}\n")
    return HouseKeys.read(file)


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory, keys: HouseKeys) -> Iterator[House]:
    """A house with keys and anchors, where a table was opened, played at and closed."""
    folder = tmp_path_factory.mktemp("sealed")
    place = str(folder / "house.anchors")
    with served(folder, keys=keys, anchors=(place,)) as found:
        found.open("one")
        found.seat("one", "ann", 1)
        for _ in range(3):
            found.play("one", "ann")
        found.app.state.open_evidence = found.get("eye", EVIDENCE, round="one.2").text
        AnchorLog(anchor_place(place), keys).add(found.floor.database, 1_700_000_000_000)
        found.done("flo", "one", {"do": "close_table"})
        yield found


def exported(house: House, *rounds: str, **more: str) -> str:
    answer = house.client.get(
        EVIDENCE,
        headers=house.headers("eye"),
        params=[*(("round", each) for each in rounds), *more.items()],
    )
    assert answer.status_code == 200, answer.text
    assert "attachment" in answer.headers["content-disposition"]
    return answer.text


def checked(text: str, folder: Path, keys: HouseKeys | None) -> tuple[int, str]:
    """What `cutcard keys check` says of a file."""
    file, public = folder / "evidence.json", folder / "house.public"
    file.write_text(text)
    arguments = ["keys", "check", str(file)]
    if keys is not None:
        public.write_text("".join(f"{line}\n" for line in keys.public.lines()))
        arguments += ["--public", str(public)]
    found = CliRunner().invoke(app, arguments)
    return found.exit_code, found.output


def test_a_round_is_one_signed_file_with_money_people_and_chain(
    sealed: House, keys: HouseKeys, tmp_path: Path
) -> None:
    text = exported(sealed, "one.2", "one.3", note="case 12")
    evidence = json.loads(text)["evidence"]
    assert [each["round"] for each in evidence["rounds"]] == [2, 3]
    assert evidence["note"] == "case 12"
    assert evidence["made_by"] == "eye"
    first = evidence["rounds"][0]
    assert first["chained"]
    assert first["money"]
    assert first["settled"][0]["paid"]["cite"]
    assert [each["name"] for each in evidence["people"]] == ["ann"]
    assert evidence["people"][0]["role"] == "player"
    assert {"table:one", "cage"} <= {each["stream"] for each in evidence["heads"]}
    code, output = checked(text, tmp_path, keys)
    assert code == 0, output
    assert "signed by key k1: proven" in output
    many = sum(len(each["events"]) for each in evidence["rounds"])
    assert f"{many} events, {many} of them computed again" in output


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            lambda whole: whole["evidence"]["rounds"][0]["money"][0].update(amount="999.00"),
            "was changed",
        ),
        (lambda whole: whole.update(signature=""), "not signed"),
        (lambda whole: whole.update(signature="k9.AAAA"), "no key of the list"),
        (lambda whole: whole["evidence"].update(format=2), "reads format 1"),
        (lambda whole: whole.pop("digest"), "is no evidence"),
    ],
)
def test_a_changed_file_is_refused(
    sealed: House, keys: HouseKeys, tmp_path: Path, change: Any, says: str
) -> None:
    whole = json.loads(exported(sealed, "one.1"))
    change(whole)
    code, output = checked(json.dumps(whole), tmp_path, keys)
    assert code == 1
    assert says in output


def test_a_chain_that_does_not_hold_is_refused_though_nobody_signed_it(
    sealed: House, tmp_path: Path
) -> None:
    from cutcard.floor.audit.evidence import _digest  # what somebody else may compute too

    whole = json.loads(exported(sealed, "one.1"))
    event = whole["evidence"]["rounds"][0]["events"][3]
    event["line"] = event["line"].replace("ann", "bob") + " "
    whole["digest"] = _digest(whole["evidence"])
    code, output = checked(json.dumps(whole), tmp_path, None)
    assert (code, "its digest is not that of its line" in output) == (1, True), output


def test_no_digest_is_given_while_the_shoe_is_in_use(
    sealed: House, keys: HouseKeys, tmp_path: Path
) -> None:
    text = sealed.app.state.open_evidence
    round_ = json.loads(text)["evidence"]["rounds"][0]
    assert round_["chained"] is False
    assert not any({"digest", "line", "before"} & set(event) for event in round_["events"])
    code, output = checked(text, tmp_path, keys)
    assert code == 0, output


def test_evidence_is_for_surveillance_and_of_rounds_that_are_over(sealed: House) -> None:
    assert sealed.get("ann", EVIDENCE, round="one.1").status_code == 403
    assert sealed.get("eye", EVIDENCE).status_code == 422
    assert sealed.get("eye", EVIDENCE, round="one.99").status_code == 404
    assert sealed.get("eye", EVIDENCE, round="one/1").status_code == 422


def test_a_trend_adds_up_to_its_rounds(sealed: House) -> None:
    rows = sealed.get("eye", "/api/surveillance/rounds").json()["rounds"]
    page = page_of(sealed, "/surveillance")
    assert "<dt>Rounds</dt><dd>3</dd>" in page
    staked = sum(float(each["handle"]) for each in rows)
    assert f"<dt>Staked</dt><dd>${staked:,.0f}</dd>" in page
    assert 'class="trend-bar"' in page
    assert 'class="trend-bar"' not in page_of(sealed, "/surveillance?player=bob")


def page_of(house: House, path: str, name: str = "eye") -> str:
    answer = house.client.get(path, headers=cookie(house, name))
    assert answer.status_code == 200, answer.text
    return answer.text


def test_a_day_has_its_counts_its_crew_and_its_shoes_in_order(sealed: House) -> None:
    page = page_of(sealed, "/surveillance/tables/one")
    told = ("Opening count", "Table opens", "Cards shuffled", "Ann buys in", "Table closes")
    places = [page.index(words) for words in told]
    assert places == sorted(places)
    assert "<dt>Rounds</dt><dd>3</dd>" in page
    assert "No round ended" in page_of(sealed, "/surveillance/tables/one?day=2001-02-03")


@pytest.mark.parametrize(
    ("path", "status"),
    [("nowhere", 404), ("one?day=2026-13-40", 422), ("one?day=tomorrow", 422)],
)
def test_a_day_that_is_none_is_refused_in_one_line(sealed: House, path: str, status: int) -> None:
    answer = sealed.client.get(f"/surveillance/tables/{path}", headers=cookie(sealed, "eye"))
    assert answer.status_code == status


def test_the_audit_page_shows_anchors_and_holds_the_store_against_them(sealed: House) -> None:
    page = page_of(sealed, "/audit", "aud")
    assert "house.anchors" in page
    assert "<code>k1." in page
    (found,) = sealed.post("aud", "/api/audit/anchors/check", None).json()
    assert (found["anchors"], found["broken"]) == (1, [])
    assert found["heads"] > 2
    assert sealed.post("eye", "/api/audit/anchors/check", None).status_code == 403
    public = sealed.get("eye", "/api/audit/public-keys").text
    assert public.startswith("k1 ")


def test_a_house_without_keys_says_that_nothing_is_signed(house: House, tmp_path: Path) -> None:
    house.open("one")
    house.seat("one", "ann", 1)
    house.play("one", "ann")
    code, output = checked(exported(house, "one.1"), tmp_path, None)
    assert (code, "not signed: its house had no keys" in output) == (0, True), output
    assert "This house keeps none" in page_of(house, "/audit", "aud")
    assert house.get("eye", "/api/audit/public-keys").status_code == 404


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(tmp_path_factory.mktemp("keyless")) as found:
        yield found
