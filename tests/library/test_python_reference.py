"""The page of every public name is what the docstrings say; run as a program, this writes it."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NewType

from cutcard.results import RequestError, Result
from test_contract import AT_THE_DOOR

PAGE = Path(__file__).parents[2] / "docs" / "python-reference.md"
INTRODUCTION = """\
# Every public name of the library

What other programs may import, room by room. [The Python library](library.md) shows them at work. Names
on this page stay: one that must go is kept for a minor version with a warning that names its successor,
and the [changelog](../CHANGELOG.md) says so. Everything else may change from one version to the next.

`PYTHONPATH=src:tests python tests/library/test_python_reference.py` writes this page from the sources.
"""
EXAMPLE = re.compile(r"^>>> (.*(?:\n\.\.\. .*)*)$", re.MULTILINE)


def reference() -> str:
    return "\n".join(
        [INTRODUCTION, *(line for room in sorted(AT_THE_DOOR) for line in room_lines(room))]
    )


def room_lines(room: str) -> Iterator[str]:
    door = importlib.import_module(room)
    yield f"## {room}\n"
    yield f"{first_line(door)}\n"
    for name in sorted(AT_THE_DOOR[room].split(), key=str.casefold):
        yield from name_lines(room, name, getattr(door, name))


def name_lines(room: str, name: str, it: Any) -> Iterator[str]:
    yield f"### {room}.{name}\n"
    if inspect.ismodule(it):
        yield f"A room or module: {first_line(it)}\n"
        return
    if isinstance(it, NewType):
        yield f"`{it.__supertype__.__name__}` under a name of its own.\n"
        return
    if callable(it) and (signature := signature_of(name, it)):
        yield f"```text\n{signature}\n```\n"
    text = inspect.getdoc(it) or ""
    yield f"{EXAMPLE.sub('', text).strip()}\n" if not is_plain_doc(it) else ""
    for example in EXAMPLE.findall(text):
        yield "    " + example.replace("\n... ", "\n    ") + "\n"
    if inspect.isclass(it) and issubclass(it, Result):
        yield from parts_of(it)


def parts_of(kind: type[Result]) -> Iterator[str]:
    """What a result has beside the parts that every result has."""
    if kind is not Result:
        yield "Beside the parts of every [result](library.md):\n"
    yield "| part | |\n|---|---|"
    for name, part in sorted(vars(kind).items()):
        if name.startswith("_") or (kind is not Result and hasattr(Result, name)):
            continue
        if isinstance(part, property | cached_property):
            yield f"| `{name}` | {first_line(part)} |"
        elif inspect.isfunction(part):
            yield f"| `{name}()` | {first_line(part)} |"
    if dataclasses.is_dataclass(kind):
        for field in dataclasses.fields(kind):
            if not field.name.startswith("_") and field.name not in vars(Result):
                yield f"| `{field.name}` | as it was asked or found |"
    yield ""


def signature_of(name: str, it: Any) -> str:
    try:
        found = inspect.signature(it)
    except (TypeError, ValueError):
        return ""
    if inspect.isclass(it) and issubclass(it, Result | RequestError):
        return ""
    shown = bare(str(found))
    if len(f"{name}{shown}") < 100:
        return f"{name}{shown}"
    parts = [bare(str(each)) for each in found.parameters.values()]
    kinds = [each.kind for each in found.parameters.values()]
    if inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        parts.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    returned = shown.rpartition(" -> ")[2] if " -> " in shown else ""
    return (
        f"{name}(\n"
        + "".join(f"    {each},\n" for each in parts)
        + f"){' -> ' + returned if returned else ''}"
    )


def bare(signature: str) -> str:
    """A signature without the quotes of annotations that are texts, or addresses of objects."""
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", re.sub(r"<[^>]*>", "...", signature))


def is_plain_doc(it: Any) -> bool:
    """Whether its docstring is but that of its type: a `NewType`, a number."""
    return not (inspect.isclass(it) or inspect.isfunction(it)) and type(it).__doc__ == it.__doc__


def first_line(it: Any) -> str:
    return (inspect.getdoc(it) or "").partition("\n")[0].replace("|", "\\|")


def test_the_page_of_public_names_is_current() -> None:
    assert PAGE.read_text("utf-8") == reference()


def test_every_public_name_is_explained() -> None:
    page = PAGE.read_text("utf-8")
    for room, names in AT_THE_DOOR.items():
        for name in names.split():
            found = page.partition(f"### {room}.{name}\n")[2].partition("\n### ")[0]
            assert len(found.split()) > 2, f"{room}.{name}"


if __name__ == "__main__":
    PAGE.write_text(reference(), "utf-8")
