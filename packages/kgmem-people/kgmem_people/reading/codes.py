"""Codes that name things in documents: requirements, tickets, standards, versions."""

import re
from collections.abc import Iterator

from kgmem.people import Mention

KIND = "code"

_CODE = re.compile(
    r"(?<![A-Za-z0-9_./-])(?:"
    r"CVE-\d{4}-\d{4,7}"
    r"|(?:ISO(?:/IEC)?|IEC|IEEE|RFC|PEP|ANSI|DIN|EN|GB(?:/T)?)[ -]?\d{1,6}"
    r"(?:[.:-]\d{1,4}){0,3}"
    r"|[A-Z][A-Z0-9]{0,9}-\d{1,6}"
    r")(?![A-Za-z0-9_-])(?![./]\d)"
)
"""Such as `FR-001`, `ABC-123`, `RFC 2119`, `CVE-2021-44228`, `ISO/IEC 27001:2022`."""
_VERSION = re.compile(r" ?(?:v\d{1,4}(?:\.\d{1,4}){0,3}|\d{1,4}(?:\.\d{1,4}){1,3})")


def codes(text: str) -> Iterator[Mention]:
    """The codes in `text`, in order."""
    for match in _CODE.finditer(text):
        yield Mention(name=match[0], start=match.start(), end=match.end(), kind=KIND)


def with_version(text: str, mention: Mention) -> Mention | None:
    """The name with the version that stands right after it, as in `kgmem v2.3.1`."""
    match = _VERSION.match(text, mention.end)
    if match is None or re.match(r"[\w%-]|\.\d", text[match.end() :][:2]):
        return None
    end = match.end()
    name = text[mention.start : end]
    return Mention(name=name, start=mention.start, end=end, kind=mention.kind)
