"""The files of `deploy/`: every command in them is one, and what they name of each other is there."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tomllib
from configparser import ConfigParser
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from cutcard.cli.lazy_group import load
from cutcard.cli.program import COMMANDS

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("cutcard*"))
CONTAINERFILE = (DEPLOY / "Containerfile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
PROXY = (DEPLOY / "Caddyfile").read_text("utf-8")


class Unit(ConfigParser):
    optionxform = staticmethod(str)  # type: ignore[assignment]


def unit(path: Path) -> Unit:
    read = Unit(interpolation=None, strict=False)
    read.read_string(path.read_text("utf-8").replace("\\\n", " "))
    return read


def parsed(words: list[str]) -> dict[str, Any]:
    """What the program makes of a command; it raises where it would refuse an option."""
    name, *rest = words
    entry = COMMANDS[name]
    command: Any = load(name, entry)  # type: ignore[arg-type]
    with command.make_context(name, rest) as context:
        return dict(context.params)


def house() -> dict[str, Any]:
    return parsed(COMPOSE["services"]["house"]["command"])


def of_unit(name: str) -> list[str]:
    started = unit(DEPLOY / "systemd" / name)["Service"]["ExecStart"]
    started = started.replace("$(date +%%F)", "TODAY")
    return shlex.split(started[started.index("/bin/cutcard ") + len("/bin/cutcard ") :].rstrip("'"))


def test_every_command_is_one_that_the_program_takes() -> None:
    served = parsed(of_unit("cutcard.service"))
    assert served["is_live"]
    assert served["keys"] == "/etc/cutcard/house.keys"
    assert parsed(of_unit("cutcard-backup.service"))["to"].startswith("/var/lib/cutcard-backups/")
    assert house()["is_live"]
    demonstration = re.findall(r"^CMD (\[.*\])$", CONTAINERFILE, re.MULTILINE)[0]
    assert parsed(yaml.safe_load(demonstration))["host"] == "0.0.0.0"
    with pytest.raises(Exception, match="No such option"):
        parsed(["serve", "--never"])


def test_the_containers_agree_about_ports_networks_users_and_files() -> None:
    services, served = COMPOSE["services"], house()
    assert f"EXPOSE {served['port']}" in CONTAINERFILE
    assert f"reverse_proxy house:{served['port']}" in PROXY
    assert f"127.0.0.1:{served['port']}/ready" in CONTAINERFILE
    address = services["proxy"]["networks"]["front"]["ipv4_address"]
    assert served["proxies"] == [address]
    assert ip_address(address) in ip_network(COMPOSE["networks"]["front"]["ipam"]["config"][0]["subnet"])
    assert COMPOSE["networks"]["store"]["internal"]
    reaches = {name: set(each["networks"]) for name, each in services.items()}
    assert reaches == {"database": {"store"}, "house": {"store", "front"}, "proxy": {"front"}}
    assert [name for name, each in services.items() if "ports" in each] == ["proxy"]
    user = re.findall(r"useradd --uid (\d+)", CONTAINERFILE)[0]
    (secret,) = services["house"]["secrets"]
    assert (secret["uid"], served["keys"]) == (user, f"/run/secrets/{secret['source']}")
    mounted = {each.split(":")[1] for each in services["house"]["volumes"]}
    assert {str(Path(served["anchors"][0]).parent), "/var/lib/cutcard"} == mounted
    named = {each.split(":")[0] for one in services.values() for each in one.get("volumes", ())}
    assert {each for each in named if not each.startswith(".")} == set(COMPOSE["volumes"])
    variables = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text("utf-8")))
    example = (DEPLOY / "house.env.example").read_text("utf-8")
    assert variables == set(re.findall(r"^(\w+)=", example, re.MULTILINE))


def test_the_image_holds_what_the_extra_of_a_house_brings() -> None:
    assert "[house]" in CONTAINERFILE
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    python = re.findall(r"^FROM python:([\d.]+)", CONTAINERFILE, re.MULTILINE)
    assert all(f"Programming Language :: Python :: {each}" in project["classifiers"] for each in python)
    assert USER_IS_NOT_ROOT.search(CONTAINERFILE)


USER_IS_NOT_ROOT = re.compile(r"^USER cutcard$", re.MULTILINE)


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_the_units_are_whole(path: Path) -> None:
    read = unit(path)
    if path.suffix == ".timer":
        assert (DEPLOY / "systemd" / f"{path.stem}.service").is_file()
        return
    service = read["Service"]
    started = service["ExecStart"]
    variables = set(re.findall(r"\$\{?([A-Z]+)", started))
    example = (DEPLOY / "systemd" / "house.env.example").read_text("utf-8")
    assert variables <= set(re.findall(r"^(\w+)=", example, re.MULTILINE))
    made = {f"/var/lib/{name}" for name in service.get("StateDirectory", "").split()}
    used = {str(Path(each).parent) for each in re.findall(r"/var/lib/[\w./-]+", started)}
    assert used <= made, "it writes where the unit gives it a folder"
    assert service["NoNewPrivileges"] == "yes"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_reads_the_units(tmp_path: Path) -> None:
    program = tmp_path / "cutcard"
    program.write_text("#!/bin/sh\n", "utf-8")
    program.chmod(0o755)
    for path in UNITS:
        text = path.read_text("utf-8").replace("/opt/cutcard/bin/cutcard", str(program))
        (tmp_path / path.name).write_text(text, "utf-8")
    units = [str(tmp_path / path.name) for path in UNITS]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True, check=False
    )
    ours = [line for line in done.stderr.splitlines() if "cutcard" in line]
    assert (done.returncode, ours) == (0, [])
