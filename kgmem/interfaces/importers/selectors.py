"""Selectors of drivers and recorders, and what they tell of an element."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from kgmem.model.trajectory import Element, Locator

TEST_IDS = ("data-testid", "data-test", "data-test-id", "data-qa", "data-cy")
"""Attributes that hold a test id."""
MAX_SELECTOR = 2_000
"""Characters of a selector that are looked at."""
_QUOTED = r"""(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\]"'\s]+))"""
_ATTRIBUTE = re.compile(rf"\[\s*([\w-]+)\s*[~|^$*]?=\s*{_QUOTED}\s*[is]?\s*\]")
_ID = re.compile(r"#((?:[\w-]|\\.)+)")
_TAG = re.compile(r"^([a-zA-Z][\w-]*)")
_NTH = re.compile(r":nth-(?:of-type|child)\(\d+\)|:[\w-]+\([^)]*\)")
_COMBINATOR = re.compile(r"\s*[>+~]\s*|\s+")
_BY_ID = re.compile(r"""/{1,2}(\w+|\*)\[@(id|name)=["']([^"']+)["']\]$""")
_ROLE = re.compile(r"^([\w-]+)")


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
            self.set(match[1], _unescaped(match[2] or match[3] or match[4] or ""))
        plain = _ATTRIBUTE.sub("", last)
        if key := _ID.search(plain):
            self.set("id", key[1].replace("\\", ""))
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


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


# --- Playwright -----------------------------------------------------------------------

_ENGINE = re.compile(
    r"^(internal:[\w-]+|css|xpath|text|id|nth|data-testid|role)=(.*)$", re.S
)
_VALUE = re.compile(rf"^{_QUOTED}[is]?$", re.S)


def playwright_element(selector: str) -> Element | None:
    """The element that a selector of Playwright's means: what stands before the last
    `>>` is around it."""
    return element_of_parts(_parts(selector[:MAX_SELECTOR]))


def element_of_parts(parts: Sequence[str]) -> Element | None:
    """The same of the parts that stand between `>>`."""
    told = ToldElement()
    selector = " >> ".join(parts)
    frames = [
        n for n, part in enumerate(parts) if part == "internal:control=enter-frame"
    ]
    if frames:
        told.say(frame=" >> ".join(parts[: frames[-1]]))
        parts = parts[frames[-1] + 1 :]
    own = _own(parts)
    for part in own:
        _tell(told, part)
    for part in reversed(parts[: len(parts) - len(own)]):
        if words := _words(part):
            told.around.append(words)
    return told.element() or told.at("playwright", selector).element()


def _parts(selector: str) -> list[str]:
    """At each `>>` outside of quotes."""
    found = re.split(r"""\s*>>\s*(?=(?:[^"]*"[^"]*")*[^"]*$)""", selector.strip())
    return [part for part in found if part]


def _own(parts: Sequence[str]) -> Sequence[str]:
    """The parts at the end that are about one element: it, and what narrows it."""
    start = len(parts)
    while start:
        start -= 1
        if not parts[start].startswith(
            ("nth=", "internal:has", "internal:and=", "internal:or=", "visible=")
        ):
            break
    return parts[start:]


def _tell(told: ToldElement, part: str) -> None:
    match = _ENGINE.match(part)
    if match is None:
        told.xpath(part) if part.startswith(("/", "..")) else told.css(part)
        return
    engine, body = match[1].removeprefix("internal:"), match[2]
    words = _words(part)
    if engine == "role":
        role = _ROLE.match(body)
        told.say(role=role[1] if role else None, name=words)
    elif engine in ("testid", "attr"):
        for name, *values in _ATTRIBUTE.findall(body):
            told.set(name, _unescaped(next(filter(None, values), "")))
    elif engine == "label":
        told.say(name=words)
    elif engine == "text":
        told.say(text=words, name=words)
    elif engine == "has-text":
        told.say(text=words)
    elif engine == "css":
        told.css(body)
    elif engine == "xpath":
        told.xpath(body)
    elif engine in ("id", "data-testid"):
        told.set(engine, body)
    elif engine == "nth" and body.isdigit():
        told.at("nth", body)


def _words(part: str) -> str | None:
    """The name or text that a part gives."""
    match = _ENGINE.match(part)
    if match is None:
        return None
    engine, body = match[1].removeprefix("internal:"), match[2]
    if engine in ("label", "text", "has-text"):
        value = _VALUE.match(body)
        told = next(filter(None, value.groups()), "") if value else body
        return _unescaped(told)
    if engine == "role":
        for name, *values in _ATTRIBUTE.findall(body):
            if name == "name":
                return _unescaped(next(filter(None, values), ""))
    return None
