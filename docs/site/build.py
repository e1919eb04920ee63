"""Builds the documentation site: `make docs`, or `python docs/site/build.py OUT`.

The pages keep the places that they have in the checkout, so that their links hold on the site as they do
in a checkout; notebooks become pages; a file that a page links to is taken along. mkdocs does the rest,
and a link that leads nowhere ends the build. Nothing is fetched, neither now nor by whoever reads.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = (
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "bench/README.md",
    "deploy/README.md",
)
LINK: Final = re.compile(r"(!?\[[^\]]*\]\()([^)\s#]+)([^)\s]*\))")
MOST_OUTPUT: Final = 4000


def stage(into: Path) -> list[Path]:
    """Put every page, and every file that one links to, where the site is built from."""
    pages = [*(ROOT / name for name in PAGES), *sorted((ROOT / "docs").rglob("*.md"))]
    made = []
    for page in pages:
        target = into / page.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_with_files(page, page.read_text("utf-8"), into), "utf-8")
        made.append(target)
    for notebook in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        target = into / notebook.relative_to(ROOT).with_suffix(".md")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_with_files(notebook, notebook_page(notebook), into), "utf-8")
        made.append(target)
    return made


def notebook_page(notebook: Path) -> str:
    """A notebook as a page: its text, its code, and what that printed."""
    parts = []
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
        elif source.strip():
            parts.append(f"```python\n{source}\n```")
            parts += [f"```text\n{text}\n```" for text in map(_printed, cell.get("outputs", ())) if text]
    return "\n\n".join(parts) + "\n"


def _printed(output: dict[str, Any]) -> str:
    text = output.get("text") or output.get("data", {}).get("text/plain", "")
    return "".join(text).rstrip()[:MOST_OUTPUT]


def _with_files(page: Path, text: str, into: Path) -> str:
    """The text, with links to notebooks as pages, and files taken along; a folder is no link."""

    def lead(found: re.Match[str]) -> str:
        begins, path, ends = found.groups()
        if urlsplit(path).scheme:
            return found[0]
        target = (page.parent / unquote(path)).resolve()
        if target.suffix == ".ipynb":
            return begins + path.removesuffix(".ipynb") + ".md" + ends
        if target.is_dir():
            return f"{begins.lstrip('!')[1:-2]}"
        if target.is_file() and target.suffix != ".md":
            copy = into / target.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(target, copy)
        return found[0]

    return LINK.sub(lead, text)


class _Links(HTMLParser):
    """What a page names: where links lead, what is loaded, and its own anchors."""

    def __init__(self) -> None:
        super().__init__()
        self.leads: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.anchors.add(named.get("id", ""))
        if tag == "a" and "href" in named:
            self.leads.append(named["href"])
        elif tag == "link" and named.get("rel") not in ("canonical", "next", "prev"):
            self.loads.append(named.get("href", ""))
        elif "src" in named:
            self.loads.append(named["src"])


def broken(site: Path) -> list[str]:
    """Links of a built site that lead nowhere, and what would be fetched from elsewhere."""
    read = {}
    for page in sorted(site.rglob("*.html")):
        read[page.resolve()] = links = _Links()
        links.feed(page.read_text("utf-8"))
    problems = []
    for page, links in read.items():
        name = page.relative_to(site.resolve())
        problems += [f"{name}: fetches {each}" for each in links.loads if urlsplit(each).netloc]
        for each in (*links.leads, *links.loads):
            parts = urlsplit(each)
            if parts.scheme or parts.netloc or name.name == "404.html":
                continue
            path = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            path = path / "index.html" if path.is_dir() else path
            if not path.is_file():
                problems.append(f"{name}: {each}: no such page")
            elif parts.fragment and path in read and unquote(parts.fragment) not in read[path].anchors:
                problems.append(f"{name}: {each}: no such place on that page")
    return problems


def build(out: Path) -> list[str]:
    """Build the site into a folder; what is wrong with it, a line each."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "pages"
        stage(source)
        settings = Path(folder) / "mkdocs.yml"
        shutil.copyfile(Path(__file__).parent / "mkdocs.yml", settings)
        words = ("-m", "mkdocs", "build", "--quiet", "--strict", "--config-file", settings)
        done = subprocess.run(
            [sys.executable, *map(str, words), "--site-dir", str(out.resolve())],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        )
    if done.returncode:
        return (done.stderr or done.stdout).strip().splitlines() or ["mkdocs failed"]
    return broken(out)


if __name__ == "__main__":
    wrong = build(Path(sys.argv[1] if len(sys.argv) > 1 else "build/site"))
    print("\n".join(wrong), file=sys.stderr)
    sys.exit(1 if wrong else 0)
