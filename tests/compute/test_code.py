"""A digest of code covers all that a module imports, wherever it stands, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from compute.import_closure import all_modules, closure
from cutcard.compute.code import modules_behind

SOURCE = str(Path(__file__).parents[2] / "src")
FILES = {
    "__init__.py": "",
    "alone.py": "import json\n",
    "above.py": "from pack.room import first\n",
    "inside.py": "def late():\n    from pack.room.second import second\n    return second\n",
    "long.py": "from pack.room import (  # the door\n    first,  # this one\n    third as other,\n)\n",
    "lazy.py": "from pack.lazy_room import fourth\n",
    "whole.py": "from pack import room\n",
    "plain.py": "import pack.room.second as known_as, os\n",
    "room/__init__.py": "from pack.room.one import first\nfrom pack.room.third import third\n",
    "room/one.py": "def first(): ...\n",
    "room/second.py": "second = 2\n",
    "room/third.py": "from pack.alone import json\nthird = 3\n",
    "lazy_room/__init__.py": "import lazy_loader\n",
    "lazy_room/__init__.pyi": "from .deep.four import fourth\nfrom .five import fifth\n",
    "lazy_room/five.py": "fifth = 5\n",
    "lazy_room/deep/__init__.py": "",
    "lazy_room/deep/four.py": "from ..five import fifth\nfrom . import six\nfourth = 4\n",
    "lazy_room/deep/six.py": "",
}
REACHED = {
    "alone": "alone",
    "above": "above room.one",
    "inside": "inside room.second",
    "long": "alone long room.one room.third",
    "lazy": "lazy lazy_room.deep.four lazy_room.deep.six lazy_room.five",
    "whole": "alone room room.one room.second room.third whole",
    "plain": "plain room.second",
    "room": "alone room room.one room.second room.third",
    "no_such_module": "",
}
ASK = "import sys; from cutcard.compute.code import digest_of_code as d; print(d(*sys.argv[1:]))"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    for name, content in FILES.items():
        (tmp_path / "pack" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "pack" / name).write_text(content)
    return tmp_path


def digest(place: Path, *roots: str, seed: str = "0") -> str:
    """The digest as a program of its own computes it."""
    found = {"PYTHONPATH": f"{SOURCE}{os.pathsep}{place}", "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", ASK, *roots]
    return subprocess.run(command, env=found, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("root", REACHED)
def test_imports_are_followed_through_doors(
    root: str, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(pack))
    for each in (modules_behind, *_caches()):
        each.cache_clear()  # type: ignore[attr-defined]
    found = modules_behind(f"pack.{root}")
    assert " ".join(each.removeprefix("pack.") for each in found) == REACHED[root]


def _caches() -> list[object]:
    from cutcard.compute import code

    known = [code._read, code._imported_by, code._homes, code._exports, code._whole]
    return [*known, code._folder, code._home]


def test_a_digest_is_of_content_and_of_names(pack: Path) -> None:
    before = digest(pack, "pack.above")
    assert digest(pack, "pack.above", seed="1") == before
    (pack / "pack/room/second.py").write_text("second = 22\n")
    assert digest(pack, "pack.above") == before, "what is not imported does not matter"
    (pack / "pack/room/one.py").write_text("def first(): return 1\n")
    assert digest(pack, "pack.above") != before


@pytest.mark.long
def test_the_walk_agrees_with_the_syntax_tree() -> None:
    """The walk reads import statements by a pattern, which takes milliseconds; this parses them."""
    assert [each for each in all_modules() if set(modules_behind(each)) != closure(each)] == []
