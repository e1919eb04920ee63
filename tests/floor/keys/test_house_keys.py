"""Keys: what they make only they make, for one purpose, and older ones go on proving."""

from __future__ import annotations

import subprocess
from pathlib import Path
from shutil import which

import pytest

from cutcard.floor.keys import NO_KEYS, HouseKeys, KeysProblem, house_keys, new_key

ONE = HouseKeys({"k1": b"\x01" * 32})
BOTH = HouseKeys({**ONE.masters, "k2": b"\x02" * 32})
SOFTHSM = Path("/usr/lib/softhsm/libsofthsm2.so")


def test_a_seal_is_of_these_values_and_this_key() -> None:
    seal = ONE.seal("cage", 7, "ab")
    assert ONE.why_unsealed(seal, "cage", 7, "ab") == ""
    assert BOTH.why_unsealed(seal, "cage", 7, "ab") == "", (
        "a newer key is in use, the older still proves"
    )
    assert BOTH.seal("cage", 7, "ab").startswith("k2.")
    assert "does not match" in ONE.why_unsealed(seal, "cage", 8, "ab")
    assert "not in the list" in ONE.why_unsealed(BOTH.seal("cage"), "cage")
    assert "not sealed" in ONE.why_unsealed("", "cage", 7, "ab")
    named = f"k2.{seal.partition('.')[2]}"
    assert "does not match" in BOTH.why_unsealed(named, "cage", 7, "ab")
    assert NO_KEYS.seal("cage") == ""


def test_a_row_has_a_digest_that_anybody_makes_or_a_seal_that_only_keys_make() -> None:
    plain, sealed = NO_KEYS.row("a", 1), ONE.row("a", 1)
    assert NO_KEYS.why_row_changed(plain, "a", 1) == ""
    assert NO_KEYS.why_row_changed(plain, "a", 2)
    assert NO_KEYS.why_row_changed(sealed, "a", 1) == "", "without keys it cannot be judged"
    assert ONE.why_row_changed(sealed, "a", 1) == ""
    assert ONE.why_row_changed(plain, "a", 1), "a digest that anybody can make is no seal"


def test_what_is_covered_is_read_by_these_keys_and_for_what_it_is_about() -> None:
    covered = ONE.cover("JBSWY3DP", "second factor of ann")
    assert "JBSWY3DP" not in covered
    assert covered != ONE.cover("JBSWY3DP", "second factor of ann"), "no two look alike"
    assert BOTH.uncover(covered, "second factor of ann") == "JBSWY3DP"
    with pytest.raises(KeysProblem, match="was changed"):
        ONE.uncover(covered, "second factor of bob")
    with pytest.raises(KeysProblem, match="covered by key 'k2'"):
        ONE.uncover(BOTH.cover("x", "y"), "y")
    for broken in ("k1.", "k1.AAAA", covered[:-4], "k1.!!"):
        with pytest.raises(KeysProblem, match="was changed"):
            ONE.uncover(broken, "second factor of ann")


def test_a_signature_is_proved_by_the_public_half_alone() -> None:
    signature = BOTH.sign("heads")
    assert BOTH.public.is_signed(signature, "heads")
    assert not BOTH.public.is_signed(signature, "tails")
    assert not ONE.public.is_signed(signature, "heads")
    for broken in ("", "k2", "k2.", "k2.AAAA", f"k1.{signature[3:]}"):
        assert not BOTH.public.is_signed(broken, "heads")


def test_one_purpose_gives_nothing_away_for_another() -> None:
    """The seal of a text is not the key of a signature, nor any master a part of what is made."""
    made = " ".join((ONE.seal("x"), ONE.cover("x", "x"), ONE.sign("x"), *ONE.public.lines()))
    assert ONE.masters["k1"].hex() not in made
    assert ONE.seal("x") != HouseKeys({"k1": b"\x03" * 32}).seal("x")


def test_a_new_key_is_another_each_time_and_well_named() -> None:
    assert new_key("k1") != new_key("k1")
    for bad in ("", "k 1", "k.1", "k" * 21, "ключ"):
        with pytest.raises(KeysProblem, match="a key's name"):
            new_key(bad)


def test_keys_without_the_extra_that_uses_them_are_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = tmp_path / "keys"
    listed.touch(0o600)
    listed.write_text(new_key("k1"))
    assert HouseKeys.read(listed)
    monkeypatch.setattr(house_keys, "find_spec", lambda _: None)
    with pytest.raises(KeysProblem, match=r"using keys needs the extra `house`: pip install"):
        HouseKeys.read(listed)


def test_an_address_of_a_device_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    pin = tmp_path / "pin"
    pin.touch(0o600)
    pin.write_text("1234")
    listed = tmp_path / "keys"
    listed.touch(0o600)
    for address, why in (
        ("pkcs11:token=a", "lacks object, module-path, pin-source"),
        (f"pkcs11:token=a;object=b?module-path=/none.so&pin-source={pin}", "the device:"),
        (f"pkcs11:token=a;object=b?module-path=/none.so&pin-source={tmp_path / 'none'}", "no such file"),
    ):
        listed.write_text(f"k1 {address}\n")
        with pytest.raises(KeysProblem, match=why) as told:
            HouseKeys.read(listed)
        assert "\n" not in str(told.value)


@pytest.mark.skipif(
    not (SOFTHSM.exists() and which("softhsm2-util")),
    reason="there is no PKCS#11 device, real or of software",
)
def test_a_key_stays_on_its_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A device of software: what is derived is the same at every start, and another for another key."""
    import pkcs11

    (tmp_path / "tokens").mkdir()
    (tmp_path / "softhsm2.conf").write_text(f"directories.tokendir = {tmp_path / 'tokens'}\n")
    monkeypatch.setenv("SOFTHSM2_CONF", str(tmp_path / "softhsm2.conf"))
    start = ["softhsm2-util", "--init-token", "--free", "--label", "house", "--so-pin", "0000"]
    subprocess.run([*start, "--pin", "1234"], check=True, capture_output=True)
    device = pkcs11.lib(str(SOFTHSM))
    device.reinitialize()
    with device.get_token(token_label="house").open(rw=True, user_pin="1234") as session:
        for label in ("one", "two"):
            session.generate_key(
                pkcs11.KeyType.GENERIC_SECRET,
                256,
                label=label,
                store=True,
                capabilities=pkcs11.MechanismFlag.SIGN,
                template={pkcs11.Attribute.EXTRACTABLE: False, pkcs11.Attribute.SENSITIVE: True},
            )
    pin, listed = tmp_path / "pin", tmp_path / "keys"
    for each in (pin, listed):
        each.touch(0o600)
    pin.write_text("1234\n")
    address = "pkcs11:token=house;object={}?module-path={}&pin-source={}"
    lines = [f"{name} {address.format(name, SOFTHSM, pin)}" for name in ("one", "two")]
    listed.write_text("\n".join(lines))
    keys = HouseKeys.read(listed)
    assert keys == HouseKeys.read(listed)
    assert keys.masters["one"] != keys.masters["two"]
    assert keys.newest == "two"
    pin.write_text("4321")
    with pytest.raises(KeysProblem, match="the device"):
        HouseKeys.read(listed)
