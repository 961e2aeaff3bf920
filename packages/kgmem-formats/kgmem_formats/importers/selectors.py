"""Selectors of drivers and recorders, and what they tell of an element."""

import re
from dataclasses import dataclass, field

from kgmem import Element, Locator

TEST_IDS = ("data-testid", "data-test", "data-test-id", "data-qa", "data-cy")
"""Attributes that hold a test id."""
MAX_SELECTOR = 2_000
"""Characters of a selector that are looked at."""
_QUOTED = r"""(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\]"'\s]+))"""
_ATTRIBUTE = re.compile(rf"\[\s*([\w-]+)\s*([~|^$*]?)=\s*{_QUOTED}\s*[is]?\s*\]")
_ESCAPE = re.compile(r"\\(?:([0-9A-Fa-f]{1,6})\s?|(.))", re.S)
_ID = re.compile(r"#((?:[\w-]|\\[0-9A-Fa-f]{1,6} ?|\\.)+)")
_TAG = re.compile(r"^([a-zA-Z][\w-]*)")
_NTH = re.compile(r":nth-(?:of-type|child)\(\d+\)|:[\w-]+\([^)]*\)")
_COMBINATOR = re.compile(r"\s*[>+~]\s*|\s+")
_BY_ID = re.compile(r"""/{1,2}(\w+|\*)\[@(id|name)=["']([^"']+)["']\]$""")


@dataclass
class ToldElement:
    """What selectors tell of one element; the first that tells a thing decides."""

    fields: dict[str, object] = field(default_factory=dict)
    attributes: dict[str, str] = field(default_factory=dict)
    locators: dict[Locator, None] = field(default_factory=dict)
    around: list[str] = field(default_factory=list)

    def say(self, **told: object) -> "ToldElement":
        """Fields of the element."""
        for name, value in told.items():
            if value is not None and value != "":
                self.fields.setdefault(name, value)
        return self

    def at(self, kind: str, value: str) -> "ToldElement":
        """One way to find it."""
        if value.strip() and len(value) <= MAX_SELECTOR:
            self.locators[Locator(kind=kind, value=value)] = None
        return self

    def set(self, name: str, value: str) -> "ToldElement":
        """An attribute."""
        if name in TEST_IDS:
            return self.say(test_id=value)
        if name in ("aria-label", "placeholder", "alt", "title"):
            self.say(name=value)
        self.attributes.setdefault(name, value)
        return self

    def css(self, selector: str) -> "ToldElement":
        """What a CSS selector tells: of the element that it ends on."""
        self.at("css", selector)
        bare = selector[:MAX_SELECTOR]
        last = _last_compound(bare)
        for match in _ATTRIBUTE.finditer(last):
            if not match[2]:  # else only a part of the value is told
                self.set(
                    match[1], unescaped_css(match[3] or match[4] or match[5] or "")
                )
        plain = _ATTRIBUTE.sub("", last)
        if key := _ID.search(plain):
            self.set("id", unescaped_css(key[1]))
        if tag := _TAG.match(plain):
            self.say(tag=tag[1].lower())
        return self

    def xpath(self, path: str) -> "ToldElement":
        """What an XPath tells."""
        self.at("xpath", path)
        if match := _BY_ID.search(path[:MAX_SELECTOR]):
            self.set(match[2], match[3])
            self.say(tag=None if match[1] == "*" else match[1].lower())
        elif path.startswith("/html"):
            self.say(path=path)
        return self

    def element(self) -> Element | None:
        """The element; None where nothing is told."""
        if not (self.fields or self.attributes or self.locators):
            return None
        return Element(
            **self.fields,
            attributes=self.attributes,
            locators=tuple(self.locators),
            container=tuple(dict.fromkeys(self.around)),
        )


def _last_compound(selector: str) -> str:
    """The part of the selector that is about the element itself."""
    held: list[str] = []

    def hold(match: re.Match[str]) -> str:
        held.append(match[0])
        return f"\x00{len(held) - 1}\x00"

    kept = _NTH.sub("", _ATTRIBUTE.sub(hold, selector.strip()))
    last = next((one for one in reversed(_COMBINATOR.split(kept)) if one), "")
    return re.sub(r"\x00(\d+)\x00", lambda match: held[int(match[1])], last)


def unescaped_css(text: str) -> str:
    """The text without CSS's escapes: `\\641c` is a letter by its number."""
    return _ESCAPE.sub(_meant, text)


def _meant(match: re.Match[str]) -> str:
    if match[1] is None:
        return match[2]
    number = int(match[1], 16)
    return chr(number) if number <= 0x10FFFF else "\ufffd"
