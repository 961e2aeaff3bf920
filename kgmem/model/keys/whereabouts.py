"""Where on the screen a page's part is shown: its chain of frames, its tab.

Both are written as text, `name=pay & src=/inner >> index=1`: places from the outside
in, parted by `>>`, and of each place what it can be told by, parted by `&`. A frame is
told by `id`, `name`, `title`, `src` (address without a query), `index` (its place
among its parent's frames, from 0), `css` or `xpath`; a tab by `order` (the n-th that
was opened in the run, 0 the one that it began in), `opener` (the order of the one that
it was opened from), `url` and `title`.
"""

from collections.abc import Mapping, Sequence
from urllib.parse import quote, unquote

INSIDE = " >> "
ALSO = " & "
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
    both tell something sure it has to agree, else their places count."""
    one, other = places_in(recorded), places_in(shown)
    return len(one) == len(other) and all(map(_fits, one, other))


def _fits(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    sure = [key for key in (*SURE, "text") if key in one and key in other]
    if sure:
        return one[sure[0]] == other[sure[0]]
    return "index" in one and one["index"] == other.get("index")


def _place(told: str) -> dict[str, str]:
    pairs = [part.partition("=") for part in told.split(ALSO)]
    if not all(mark for _, mark, _ in pairs):
        return {"text": told}
    return {key.strip(): unquote(value.strip()) for key, _, value in pairs}


def _escaped(value: str) -> str:
    return "".join(quote(one) if one in "%&>\n" else one for one in value)
