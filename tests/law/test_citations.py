"""Citations taken apart."""

from __future__ import annotations

import pytest

from cutcard.law.citations import holds, names, provisions


@pytest.mark.parametrize(
    ("whole", "part", "is_so"),
    [
        ("Ch.13 §A(4)", "Ch.13 §A(4)", True),
        ("Ch.13 §A(4)", "Ch.13 §A(4)(a)(i)", True),
        ("Ch.13 §A(4)", "Ch.13 §A(40)", False),
        ("Ch.13 §A(4)(a)", "Ch.13 §A(4)", False),
        ("Ch.1", "Ch.1 §B(1)", True),
        ("Ch.1", "Ch.13", False),
        ("§2", "§24(f)", False),
        ("§24(f)", "§24(f) table A, Suited 20", True),
        ("§24(f) table A", "§24(f) table AB", False),
        ("§6", "§6A(c)", False),
        ("Ch.13 §A", "Ch.13 §AA", False),
        ("Brochure: INSURANCE", "Brochure: INSURANCE", True),
        ("", "Ch.1", False),
    ],
)
def test_holds(whole: str, part: str, is_so: bool) -> None:
    assert holds(whole, part) is is_so


@pytest.mark.parametrize(
    ("citation", "places"),
    [
        ("Ch.13 §A(4)(a)(i)", ["Ch.13 A(4)(a)(i)"]),
        ("§22(a), (l)", ["22(a)", "22(l)"]),
        ("§17(b)(4), (d), (e)(3)", ["17(b)(4)", "17(d)", "17(e)(3)"]),
        ("Ch.7 §F(1)(a),(c)", ["Ch.7 F(1)(a)", "Ch.7 F(1)(c)"]),
        ("Ch.8 §E-F", ["Ch.8 E", "Ch.8 F"]),
        ("Ch.12 §E(1), F", ["Ch.12 E(1)", "Ch.12 F"]),
        ("Ch.10 §A against §L", ["Ch.10 A", "Ch.10 L"]),
        ("Ch.6 §G(9) against (20), (22)", ["Ch.6 G(9)", "Ch.6 G(20)", "Ch.6 G(22)"]),
        ("Ch.12 §B(2)-(3), (5)-(6)", ["Ch.12 B(2)", "Ch.12 B(3)", "Ch.12 B(5)", "Ch.12 B(6)"]),
        ("§6A, §26-28", ["6A", "26", "27", "28"]),
        ("§18(f)(2)-(h)", ["18(f)(2)", "18(h)"]),
        ("§30 paytable SUP-01", ["30 paytable SUP-01"]),
        ("§17(a)/(e)(2)/(h)", ["17(a)", "17(e)(2)", "17(h)"]),
        ("Ch.5 §A, (1)-(2)", ["Ch.5 A", "Ch.5 A(1)", "Ch.5 A(2)"]),
        ("Ch.7 §R; G(3)", ["Ch.7 R", "Ch.7 G(3)"]),
        ("§19(n); MA-A65", ["19(n)", "MA-A65"]),
        ("§17(e)(2)(i) option 2, Any two cards", ["17(e)(2)(i) option 2, Any two cards"]),
        ("(whole)-x, (", ["(whole)-x", "("]),
    ],
)
def test_provisions(citation: str, places: list[str]) -> None:
    assert list(provisions(citation)) == places


def test_names() -> None:
    assert names("§2(b)(1)-(2)", "§2(b)(1)-(2)")
    assert names("Ch.1 §B(13); Ch.13 §A(17)-(19)", "Ch.13 §A(18)")
    assert not names("Ch.1 §B(13); Ch.13 §A(17)-(19)", "Ch.13 §A(1)")
