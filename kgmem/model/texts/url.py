"""Addresses without what differs from visit to visit."""

import re
import unicodedata
from functools import lru_cache
from urllib.parse import unquote

from kgmem.model.texts.shape import is_identifier

MAX_URL = 4_000
"""Characters of an address that are looked at."""
EPHEMERAL_PORT = 32_768
"""Linux hands out ports from here on to servers that ask for any."""

_OPAQUE = re.compile(r"(?:about|data|javascript|mailto|tel|blob|chrome-error):", re.I)
_PLACEHOLDER = re.compile(r"\[REDACTED[^\]]{0,60}\]")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}://")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
_NUMBER = re.compile(
    r"[\d.,:_+\-]*\d[\d.,:_+\-]*|\d{1,4}年(?:\d{1,2}月)?(?:\d{1,2}日)?"
)
_COUNTED = re.compile(r"([^\W\d_]{3,})\d+")
"""A word with a number behind it, as in `issue4`; not `v2` or `h264`."""
_LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}


def is_opaque(url: str) -> bool:
    """True for addresses that name no place, such as `about:blank` or `data:…`."""
    return not url.strip() or _OPAQUE.match(url.strip()) is not None


def url_template(url: str) -> str:
    """The address with its varying parts folded.

    Host in lower case, path decoded, numbers and dates as `{n}`, also behind a word
    (`issue4`), ids as `{id}`, query keys sorted without values. No scheme, credentials
    or trailing slash; a fragment only where it is a route (`#/…`). Any string gives an
    answer.

    >>> url_template("https://u:p@Shop.example/item/42?b=1&a=2#top")
    'shop.example/item/{n}?a&b'
    """
    text = _PLACEHOLDER.sub("{id}", url[:MAX_URL].strip())
    if opaque := _OPAQUE.match(text):
        scheme = opaque[0].lower()
        return text.lower() if scheme == "about:" else scheme
    text, _, fragment = text.partition("#")
    text, _, query = text.partition("?")
    return _place(text) + _query(query) + _route(fragment)


@lru_cache(maxsize=4096)
def site_of(url: str) -> str | None:
    """The site of an address: the end of its host that hosts of one owner share, as far
    as its parts tell; None where it names none.

    >>> site_of("https://mail.shop.example/inbox")
    'shop.example'
    """
    host = url_template(url).partition("/")[0].partition("?")[0].partition(":")[0]
    if is_opaque(url) or not host or host.startswith((".", "{", "[", "#")):
        return None
    parts = host.split(".")
    if parts[-1].isdigit():
        return host
    is_shared = len(parts) > 2 and len(parts[-1]) == 2 and len(parts[-2]) <= 3
    return ".".join(parts[-3 if is_shared else -2 :])


def is_address(text: str) -> bool:
    """Does a text name a host, and not an app or a kind of site?"""
    return "." in (site_of(text) or "")


@lru_cache(maxsize=4096)
def _place(text: str) -> str:
    """Host and path; a text that starts with a single slash has no host."""
    scheme = _SCHEME.match(text)
    if scheme is None and not text.startswith("//"):
        if text.startswith(("/", ".")):
            return _path(text)
        rest = text
    else:
        rest = text[scheme.end() :] if scheme else text[2:]
    authority, slash, path = rest.partition("/")
    return _host(authority) + _path(slash + path)


def _host(authority: str) -> str:
    host, _, port = authority.rpartition("@")[2].casefold().partition(":")
    if authority.rpartition("@")[2].startswith("["):
        host, _, port = authority.rpartition("@")[2].casefold().rpartition(":")
        if not port.isdigit():
            host, port = f"{host}:{port}", ""
    usual = port in ("", "80", "443")
    passing = host in _LOOPBACK and port.isdigit() and int(port) >= EPHEMERAL_PORT
    name = _decoded_host(host.rstrip("."))
    return name if usual or passing else f"{name}:{port}"


def _decoded_host(host: str) -> str:
    """Punycode as people write it, so that both spellings agree."""
    if "xn--" not in host:
        return host
    try:
        return host.encode("ascii").decode("idna")
    except UnicodeError:
        return host


def _path(path: str) -> str:
    segments = [_segment(part) for part in path.split("/") if part]
    return "".join(f"/{segment}" for segment in segments)


def _segment(raw: str) -> str:
    text = unicodedata.normalize("NFKC", unquote(raw))
    if _NUMBER.fullmatch(text):
        return "{n}"
    if _UUID.fullmatch(text):
        return "{id}"
    return "".join(_piece(piece) for piece in re.split(r"([-_.~ ])", text))


def _piece(piece: str) -> str:
    if piece.isdecimal():
        return "{n}"
    if counted := _COUNTED.fullmatch(piece):
        return f"{counted[1]}{{n}}"
    return "{id}" if is_identifier(piece) else piece


def _query(query: str) -> str:
    keys = {
        _segment(pair.partition("=")[0].replace("+", " "))
        for pair in re.split(r"[&;]", query)
        if pair
    }
    return "?" + "&".join(sorted(keys)) if keys else ""


def _route(fragment: str) -> str:
    if not fragment.startswith(("/", "!/")):
        return ""
    path, _, query = fragment.partition("?")
    return "#" + (_path(path.lstrip("!")) or "/") + _query(query)
