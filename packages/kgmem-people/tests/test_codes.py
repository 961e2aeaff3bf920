"""Codes of documents."""

import pytest

from kgmem.model.fact import Mention
from kgmem_people.reading.codes import codes, with_version


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("FR-001 and NFR-2, BR-9; US-12.", ["FR-001", "NFR-2", "BR-9", "US-12"]),
        ("见PAY-204和FR-3。", ["PAY-204", "FR-3"]),
        ("as RFC 2119 says, (CVE-2021-44228)", ["RFC 2119", "CVE-2021-44228"]),
        ("ISO 9001, ISO/IEC 27001:2022, GB/T 7714-2015", None),
        ("a-1 fr-001 X-1-2-3 https://example.com/AB-12 2021-05", []),
    ],
)
def test_codes_are_found_whole(text: str, found: list[str] | None) -> None:
    if found is None:
        found = text.split(", ")

    assert [one.name for one in codes(text)] == found
    assert {one.kind for one in codes(text)} <= {"code"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("kgmem v2.3.1 is out", "kgmem v2.3.1"),
        ("kgmem 2.4.", "kgmem 2.4"),
        ("kgmem 2024 was", None),
        ("kgmem 2.4GB", None),
        ("kgmem 2.5% more", None),
        ("kgmem", None),
    ],
)
def test_a_version_counts_right_after_a_name(text: str, name: str | None) -> None:
    whole = with_version(text, Mention(name="kgmem", start=0, end=5))

    assert (whole and whole.name) == name
