"""`cutcard program`: the installed program as evidence, held against a signed manifest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cutcard import terminal
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson, KeysFile, read_keys, refuse
from cutcard.floor import keys as house_keys, program

ManifestFile = Annotated[
    str, typer.Option("--manifest", metavar="FILE", help="The manifest that was signed.")
]
PublicFile = Annotated[
    str, typer.Option("--public", metavar="FILE", help="The public keys of whoever signed it.")
]


@examples("cutcard program sign --keys release.keys > cutcard.manifest")
def sign(keys: KeysFile = "") -> None:
    """Print a signed manifest of the program: the digest of every file.

    For whoever releases or certifies it, with keys of their own.
    """
    held = read_keys("program sign", keys)
    if not held:
        refuse("program sign", "--keys: name the list of keys; `cutcard keys new` makes one")
    try:
        typer.echo(program.installed().signed(held), nl=False)
    except house_keys.KeysProblem as problem:
        refuse("program sign", str(problem))


@examples("cutcard program check --manifest cutcard.manifest --public release.public")
def check(manifest: ManifestFile, public: PublicFile, as_json: AsJson = False) -> None:
    """Hold the installed program against a signed manifest.

    Every file must be the one that was signed, and none may be added. Exit code 1 where one differs.
    """
    try:
        signed = program.Manifest.read(Path(manifest), house_keys.PublicKeys.read(Path(public)))
    except (program.ManifestProblem, house_keys.KeysProblem) as problem:
        refuse("program check", str(problem))
    there = program.installed()
    found = program.differences(signed, there)
    if as_json:
        plain = {"version": there.version, "digest": there.digest, "differences": found}
        terminal.print_json({**plain, "sound": not found})
    else:
        for each in found:
            typer.echo(f"differs: {each}")
        if not found:
            typer.echo(f"cutcard {there.version}: {len(there.files)} files, each as signed")
            typer.echo(f"digest {there.digest}")
    if found:
        terminal.leave(terminal.NO)


@examples("cutcard program parts > cutcard.cdx.json")
def parts() -> None:
    """Print the parts list (SBOM) of this installation, as CycloneDX.

    Cutcard and every package that it needs, with version and licence, as installed here.
    """
    terminal.print_json(program.parts_list())
