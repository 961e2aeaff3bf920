"""Names in headers and paths: any text, as such can carry it."""

from contextlib import suppress
from urllib.parse import quote, unquote


def in_header(name: str) -> str:
    """A name as a header carries it."""
    return quote(name, safe=" !#$&'()*+,/:;=?@[]", errors="surrogatepass")


def in_path(name: str) -> str:
    """A name as one part of a path: a server decodes it once before it looks at the
    parts, so slashes and dots are hidden from that."""
    once = quote(name, safe="", errors="surrogatepass").replace(".", "%2E")
    return quote(once, safe="")


def from_header(name: str) -> str:
    """The name that a header carries; one that is not ASCII came as UTF-8, which a
    server reads as Latin-1."""
    with suppress(UnicodeError):
        name = name.encode("latin-1").decode("utf-8")
    return read(name)


def read(name: str) -> str:
    """The name that a header or a part of a path carries; escapes that are no UTF-8
    are read as Latin-1."""
    try:
        return unquote(name, errors="surrogatepass")
    except UnicodeDecodeError:
        return unquote(name, encoding="latin-1")
