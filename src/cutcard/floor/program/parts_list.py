"""The parts that a program is made of (SBOM), in the form of CycloneDX 1.5."""

from __future__ import annotations

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import Any, Final

import cutcard

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def parts_list() -> dict[str, Any]:
    """This installation and every package that it needs, directly or not, as installed here."""
    parts = sorted(_needed("cutcard", {}).values(), key=lambda each: each["name"])
    me = {"type": "application", "name": "cutcard", "version": cutcard.__version__}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": me},
        "components": parts,
    }


def _needed(name: str, found: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    for each in _requires(name):
        key = re.sub(r"[-_.]+", "-", each).lower()
        if key in found:
            continue
        try:
            there = distribution(each)
        except PackageNotFoundError:  # of an extra, or of another system
            continue
        found[key] = _part(key, there)
        _needed(each, found)
    return found


def _requires(name: str) -> list[str]:
    try:
        wanted = distribution(name).requires or []
    except PackageNotFoundError:
        return []
    return [match[0] for each in wanted if (match := NAME.match(each)) is not None]


def _part(key: str, there: Distribution) -> dict[str, Any]:
    part: dict[str, Any] = {
        "type": "library",
        "name": key,
        "version": there.version,
        "purl": f"pkg:pypi/{key}@{there.version}",
    }
    said = there.metadata.json
    licence = said.get("license_expression") or said.get("license")
    if isinstance(licence, str) and "\n" not in licence:
        part["licenses"] = [{"license": {"name": licence}}]
    return part
