"""Named values inside a text: URL parameters, JSON pairs, HTML inputs."""

import re
from collections.abc import Iterator

from kgmem.redact.finding import Sensitive
from kgmem.redact.rules.names import kind_of_field, kind_of_labels
from kgmem.redact.rules.plausible import field_secret, token_looking, typed_secret
from kgmem.redact.rules.shapes import bearer_value

MARKUP_HINT = re.compile(
    r"[?&#;][\w.\-\[\]]{1,48}=|[\"'][^\"'\n:]{1,48}[\"']\s?:|<input|<text|</"
    r"|\.(?:fill|type|input|send|set|write|enter|press)|(?:fill|type|input|text|keys|value"
    r"|write|enter|sequentially)\("
)

_PARAMETER = re.compile(r"(?<=[?&#;])([\w.\-\[\]]{1,48})=([^&#;\s\"'<>]{1,4096})")
_PAIR = re.compile(
    r"[\"']([^\"'\n:]{1,48})[\"']\s{0,2}:\s{0,2}"
    r"(?:\"((?:[^\"\\\n]|\\.){1,4096})\"|'([^'\n]{1,4096})'|([0-9]{3,19})(?![0-9.]))"
)
_NAMED_VALUE = re.compile(
    r"[\"'](?:name|key|field|label|header|id|element|target)[\"']\s{0,2}:\s{0,2}"
    r"[\"']([^\"'\n]{1,48})[\"']"
    r"(?:\s{0,2},\s{0,2}[\"'][\w\-]{1,24}[\"']\s{0,2}:\s{0,2}[\"'][^\"'\n]{0,48}[\"']){0,3}"
    r"\s{0,2},\s{0,2}[\"'](?:value|text|content|input)[\"']\s{0,2}:\s{0,2}"
    r"[\"']([^\"'\n]{1,4096})[\"']"
)
_WRITING = r"(?:fill|type|input|send_?keys|set_?value|write|enter|press_sequentially)"
_TEXT = r"(?:\"([^\"\n]{1,200})\"|'([^'\n]{1,200})')"
_CALLS = (
    re.compile(
        rf"(?i){_WRITING}\w{{0,16}}\(\s{{0,2}}{_TEXT}\s{{0,2}},\s{{0,2}}{_TEXT}"
    ),
    re.compile(
        rf"(?i)\([^()\"'\n]{{0,40}}{_TEXT}[^()\"'\n]{{0,40}}\)\s?\.{_WRITING}\w{{0,16}}"
        rf"\(\s{{0,2}}{_TEXT}"
    ),
)
"""`fill("#password", "x")` and `find("password").send_keys("x")` of browser drivers."""
_INPUT = re.compile(
    r"<(?:input|text(?:area|field|box))\b([^<>]{1,800})>(?:([^<>\n]{1,128})<)?"
)
_ATTRIBUTE = re.compile(
    r"([\w\-]{1,32})\s{0,2}=\s{0,2}(?:\"([^\"]{0,512})\"|'([^']{0,512})'|([^\s\"'>]{1,512}))"
)
_TAG = re.compile(
    r"<([\w\-.:]{2,48})(?:\s[^<>]{0,200})?>\s{0,8}([^<>\s][^<>\n]{0,4095})</(?=\1\s?>)"
)
_HTML = frozenset({"code", "address", "label", "key"})
"""Tags of HTML that are called like a secret, and `key` as in a list of pairs."""
_DESCRIBING = (
    "type", "name", "id", "placeholder", "autocomplete", "aria-label", "label",
    "text", "title",
)  # fmt: skip


def markup(text: str) -> Iterator[Sensitive]:
    """Values whose own name, given in the same text, makes them sensitive."""
    for match in _PARAMETER.finditer(text):
        yield from _parameter(match)
    for match in _PAIR.finditer(text):
        yield from _named(match, match[1], match.lastindex or 2)
    for match in _NAMED_VALUE.finditer(text):
        yield from _named(match, match[1], 2)
    for call in _CALLS:
        for match in call.finditer(text):
            yield from _call(match)
    for match in _INPUT.finditer(text):
        yield from _input(match)
    for match in _TAG.finditer(text):
        if match[1].lower() not in _HTML:
            yield from _named(match, match[1], 2)


def _parameter(match: re.Match[str]) -> Iterator[Sensitive]:
    name = match[1].lower()
    if name in ("key", "code", "auth", "ticket", "appid"):
        mixed = sum(char.isdigit() for char in match[2])
        if len(match[2]) >= 16 and mixed and token_looking(match[2], named=False):
            yield Sensitive.of(match, "api_key", 2)
        return
    yield from _named(match, match[1], 2)


def _named(match: re.Match[str], name: str, group: int) -> Iterator[Sensitive]:
    kind = kind_of_field(name)
    if kind in (None, "email", "address") or not field_secret(kind or "", match[group]):
        return
    start, end = match.span(group)
    if kind == "bearer":
        first, last = bearer_value(match[group])
        start, end = start + first, start + last
    yield Sensitive(start, end, kind or "", match.string[start:end])


def _call(match: re.Match[str]) -> Iterator[Sensitive]:
    kind = kind_of_field(match[1] or match[2], label=True)
    group = 3 if match[3] is not None else 4
    if kind not in (None, "email", "address") and typed_secret(
        kind or "", match[group]
    ):
        yield Sensitive.of(match, kind or "", group)


def _input(match: re.Match[str]) -> Iterator[Sensitive]:
    attributes = {
        attribute[1].lower(): attribute for attribute in _ATTRIBUTE.finditer(match[1])
    }
    kind = kind_of_labels(
        attributes[key][attributes[key].lastindex or 0]
        for key in _DESCRIBING
        if key in attributes
    )
    if kind in (None, "email", "address"):
        return
    value = attributes.get("value")
    if value and value.lastindex and value.lastindex > 1:
        raw = value[value.lastindex]
        if typed_secret(kind or "", raw):
            start = match.start(1) + value.start(value.lastindex)
            yield Sensitive(start, start + len(raw), kind or "", raw)
    if match[2] and field_secret(kind or "", match[2]):
        yield Sensitive.of(match, kind or "", 2)
