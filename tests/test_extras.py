"""The base install: what works with its few libraries, and the one line where another is missing."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cutcard.results import EXTRAS, Library, MissingLibraryError, missing_library

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OTHER_NAMES = {"argon2": "argon2-cffi", "vl_convert": "vl-convert-python", "pkcs11": "python-pkcs11"}
BROUGHT_ALONG = {"llvmlite", "starlette", "dask"}
"""By numba, fastapi and distributed."""
WITHOUT = """
import sys
from importlib.abc import MetaPathFinder

MISSING = set(sys.argv.pop(1).split(","))

class Nothing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Nothing())
"""
COMMAND = WITHOUT + "from cutcard.cli import main\nmain(sys.argv[1:])\n"
EVERY = ",".join(name for names in EXTRAS.values() for name in names)


def run(code: str, *arguments: str, missing: str = EVERY) -> subprocess.CompletedProcess[str]:
    """A Python without these libraries, and without answers that another has left in the cache."""
    return subprocess.run(
        [sys.executable, "-c", code, missing, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "CUTCARD_CACHE": os.devnull},
    )


def needed(extra: str) -> set[str]:
    return {re.split(r"[<>=\[]", each)[0] for each in PROJECT["optional-dependencies"][extra]}


def test_every_library_is_named_for_an_extra_that_brings_it() -> None:
    for extra, names in EXTRAS.items():
        brought = {OTHER_NAMES.get(each, each.replace("_", "-")) for each in names} - BROUGHT_ALONG
        assert brought <= needed(extra), extra
    base = {re.split(r"[<>=\[]", each)[0] for each in PROJECT["dependencies"]}
    assert not base & set().union(*map(needed, EXTRAS)), "what the base has, no extra brings"
    optional = PROJECT["optional-dependencies"]
    everything = {"cutcard[cluster,envs,frames,house,parquet]"}
    assert set(optional["all"]) == everything
    assert "cutcard[all,docs]" in optional["dev"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("settle", "examples/queens.json", "--json"), 0),
        (("law", "export", "--json"), 0),
        (("odds", "md-blackjack", "lucky_ladies", "--json"), 0),
    ],
)
def test_the_base_install_answers(arguments: tuple[str, ...], code: int) -> None:
    done = run(COMMAND, *arguments)
    assert (done.returncode, done.stderr) == (code, "")
    json.loads(done.stdout)


@pytest.mark.parametrize(
    ("line", "extra"),
    [
        ("odds md-blackjack main", "odds"),
        ("sim md-blackjack", "sim"),
        ("serve", "house"),
        ("people list --database sqlite:///none.db", "house"),
    ],
)
def test_a_command_says_in_one_line_which_extra_it_needs(line: str, extra: str) -> None:
    done = run(COMMAND, *line.split())
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert re.fullmatch(
        rf"cutcard: \w+ is not installed: pip install 'cutcard\[{extra}\]'\n", done.stderr
    )


def test_a_check_without_numpy_says_which_edge_it_did_not_compute(tmp_path: Path) -> None:
    file = tmp_path / "submission.json"
    file.write_text(json.dumps({"document": "md-blackjack", "operator": "A", "wagers": {}}), "utf-8")
    findings = json.loads(run(COMMAND, "check", str(file), "--json").stdout)["findings"]
    notes = [each for each in findings if "was not computed" in each["message"]]
    assert [each["path"] for each in notes] == ["wagers.main"]
    assert all(each["severity"] == "note" for each in notes)


def test_the_client_and_the_library_need_no_extra() -> None:
    code = WITHOUT + (
        "import cutcard\nfrom cutcard.client import Client\nfrom cutcard import odds\n"
        "print(odds.wager('md-blackjack', 'lucky_ladies', paytable='A', decks=6).exact())\n"
        "try: odds.edge('md-blackjack')\n"
        "except cutcard.RequestError as problem: print(problem)\n"
    )
    done = run(code)
    assert done.stdout.splitlines()[1:] == ["numpy is not installed: pip install 'cutcard[odds]'"], done


def test_a_house_can_be_loaded_where_the_system_lacks_resource_and_fcntl() -> None:
    code = WITHOUT + (
        "from cutcard.compute import system\n"
        "from cutcard.web.server import startup, http\nfrom cutcard.web.odds_desk import worker\n"
        "print(system.files_allowed(9), system.memory_in_use(), http.room_for_connections(77))\n"
    )
    done = run(code, missing="resource,fcntl")
    assert (done.stdout, done.stderr) == ("None 0 77\n", "")


def test_other_missing_modules_stay_what_they_are() -> None:
    assert missing_library(ModuleNotFoundError("no", name="tomllib")) is None
    told = missing_library(ModuleNotFoundError("no", name="numba.core"), "sim")
    assert str(told) == "numba is not installed: pip install 'cutcard[sim]'"
    assert isinstance(told, MissingLibraryError)
    assert (
        str(missing_library(told, "reports")) == "numba is not installed: pip install 'cutcard[reports]'"
    )
    assert Library("math").gcd(4, 6) == 2
