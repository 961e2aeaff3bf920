"""Where on the screen a page's part is shown: its chain of frames, its tab.

Both are written as text, `name=pay & src=/inner >> index=1`: places from the outside
in, parted by `>>`, and of each place what it can be told by, parted by `&`. A frame is
told by `id`, `name`, `title`, `src` (address without a query), `index` (its place
among its parent's frames, from 0), `css` or `xpath`; a tab by `order` (the n-th that
was opened in the run, 0 the one that it began in), `opener` (the order of the one that
it was opened from), `url` and `title`.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from urllib.parse import quote, unquote

from kgmem.model.texts.shape import looks_generated
from kgmem.model.texts.url import is_opaque, url_template

INSIDE = " >> "
ALSO = " & "
WITHIN = "within"
"""Kind of a locator: a CSS selector of what the element stands in."""
SURE = ("id", "name", "title", "src", "css", "xpath")
"""What tells a frame from its neighbours, the most trusted first."""


def told_place(chain: Sequence[Mapping[str, object]]) -> str | None:
    """The chain as text; None for an empty one, the page or the tab itself."""
    places = (
        ALSO.join(
            f"{key}={_escaped(str(value))}"
            for key, value in place.items()
            if value not in (None, "")
        )
        for place in chain
    )
    return INSIDE.join(places) or None


def places_in(told: str | None) -> tuple[dict[str, str], ...]:
    """The chain that the text tells, from the outside in. A text of another form is
    one place that is told by `text`."""
    if not told:
        return ()
    return tuple(_place(one) for one in told.split(INSIDE))


def is_same_frame(recorded: str | None, shown: str | None) -> bool:
    """May what was recorded in one chain of frames be looked for in the other? Where
    both tell something sure it has to agree, else their places count. An id or a name
    that differs in its numbers alone yields to title and address."""
    return recorded == shown or _is_same_chain(recorded, shown)


def frames_meant(
    recorded: str | None, shown: Collection[str | None]
) -> frozenset[str | None]:
    """Those of the chains of frames that the recorded one may be; of several, those
    that bear its numbers, too."""
    able = {one for one in shown if is_same_frame(recorded, one)}
    exact = {
        one for one in able if recorded == one or _is_same_chain(recorded, one, True)
    }
    return frozenset(exact or able)


def is_same_tab(recorded: str | None, shown: str | None) -> bool:
    """Is it the tab that was opened as the same one, or else the one of the same
    address?"""
    one, other = places_in(recorded), places_in(shown)
    if recorded == shown or len(one) != len(other):
        return recorded == shown
    for key in ("order", "url", "title", "text"):
        if key in one[-1] and key in other[-1]:
            return _agree(key, one[-1][key], other[-1][key])
    return False


def shared_place(told: Sequence[str | None]) -> str | None:
    """What all these texts of one place agree on."""
    chains = [places_in(one) for one in told]
    if len(set(told)) < 2 or len({len(chain) for chain in chains}) != 1:
        return told[0] if told else None
    return told_place(
        [
            {k: v for k, v in first.items() if all(o.get(k) == v for o in others)}
            for first, *others in zip(*chains, strict=True)
        ]
    )


@lru_cache(1 << 10)
def _is_same_chain(
    recorded: str | None, shown: str | None, is_exact: bool = False
) -> bool:
    one, other = places_in(recorded), places_in(shown)
    fits = partial(_fits, is_exact=is_exact)
    return len(one) == len(other) and all(map(fits, one, other))


def _fits(one: Mapping[str, str], other: Mapping[str, str], is_exact: bool) -> bool:
    one, other = _spelled_out(one), _spelled_out(other)
    told = [
        key for key in (*SURE, "text") if _is_told(key, one) and _is_told(key, other)
    ]
    for key in told:
        is_drawn = not is_exact and key in ("id", "name")
        if _agree(key, one[key], other[key]):
            return True
        if not (is_drawn and _NUMBER.sub("", one[key]) == _NUMBER.sub("", other[key])):
            return False
    return not told and "index" in one and one["index"] == other.get("index")


def _is_told(key: str, place: Mapping[str, str]) -> bool:
    """Is there something that the next visit will say again?"""
    if key == "src":
        return not is_opaque(place.get(key, ""))
    return key in place and not (key in ("id", "name") and looks_generated(place[key]))


def _agree(key: str, one: str, other: str) -> bool:
    if key not in ("src", "url"):
        return one == other
    one, other = (url_template(value.partition("?")[0]) for value in (one, other))
    if one.startswith("/") or other.startswith("/"):
        # One of them is told without its host.
        return one.lstrip("/") in _without_host(other) or other.lstrip(
            "/"
        ) in _without_host(one)
    return one == other


def _without_host(address: str) -> tuple[str, str]:
    return address.lstrip("/"), address.partition("/")[2]


def _spelled_out(place: Mapping[str, str]) -> Mapping[str, str]:
    """With what a selector of one attribute says, as `iframe[name="pay"]` does."""
    match = _SELECTOR.fullmatch(place.get("css", "").strip())
    if match is None:
        return place
    told = {"id": match["id"]} if match["id"] else {match["key"]: match["value"]}
    return {**told, **{key: value for key, value in place.items() if key != "css"}}


_NUMBER = re.compile(r"\d+")
_SELECTOR = re.compile(
    r"""(?:i?frame)?(?:\#(?P<id>[\w-]+)|\[(?P<key>id|name|title|src)"""
    r"""=(?P<mark>["']?)(?P<value>[^"'\]]+)(?P=mark)\])"""
)
"""A selector that is one id or one attribute of a frame."""


def _place(told: str) -> dict[str, str]:
    pairs = [part.partition("=") for part in told.split(ALSO)]
    if not all(mark for _, mark, _ in pairs):
        return {"text": told}
    return {key.strip(): unquote(value.strip()) for key, _, value in pairs}


def _escaped(value: str) -> str:
    return "".join(quote(one) if one in "%&>\n" else one for one in value)


def hosts_in(path: str | None) -> str | None:
    """A selector of the elements in whose shadow roots a path leads; None: in none."""
    steps = (path or "").split("/")
    hosts = [
        one.partition("[")[0]
        for one, inner in pairwise(steps)
        if inner.startswith("shadow-root[") and one
    ]
    return " ".join(hosts) or None
