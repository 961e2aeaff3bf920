"""Texts of a page that go with the task: the month of a calendar, the date that a field
holds, a number that is counted up.

A date is read in whatever form it is written. A calendar without a caption is told by
what its days are labelled with. A number stands in a short text with no other one,
which is no price, share or time.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from kgmem.language.moments import DATES, Date, date_of, read_date
from kgmem.model.trajectory import Element, Mark, Turning

MONTH = "month"
DATE = "date"
DAYS = "days"
"""In the place of a path: what most labels of days say."""
MAX_SAID = 40
"""Characters of the longest text that is read."""
_NUMBER = re.compile(r"(?<![\d.,:/])\d{1,6}(?![\d:/]|[.,]\d)")
_MEASURE = re.compile(r"[\d:/%$€£¥]")
_YEAR = re.compile(r"(?:19|20)\d\d")

Texts = Mapping[str, str]
"""What a page says, by its place."""
Place = tuple[int, ...]
"""Where one is in a series: year, or 0, and month, of a date the day; or a number."""


@lru_cache(1 << 12)
def position(text: str) -> tuple[str, Place] | None:
    """The kind of series and the place in it that a short text says; None for all
    other texts: ranges, `3 of 7`, times."""
    if len(text) > MAX_SAID:
        return None
    date = read_date(text)
    if date and date.month and date.day is None:
        return MONTH, (date.year or 0, date.month)
    if date and date.month and date.day and date == read_date(text, day_first=True):
        return DATE, (date.year or 0, date.month, date.day)
    rest, numbers = _NUMBER.subn("#", text)
    if numbers != 1 or _MEASURE.search(rest):
        return None
    return rest.strip().casefold(), (int(_NUMBER.findall(text)[0]),)


@lru_cache(1 << 6)
def dates_in(task: str) -> tuple[Date, ...]:
    """The dates that a task says, with a month at least, in its order."""
    matches = [match for pattern in DATES for match in pattern.finditer(task)]
    found: dict[tuple[int, int], Date] = {}
    for match in sorted(matches, key=lambda match: match.start() - match.end()):
        date, (start, end) = date_of(match), match.span()
        if date and date.month and all(end <= s or e <= start for s, e in found):
            found[start, end] = date
    return tuple(found[span] for span in sorted(found))


def places_in(task: str, kind: str) -> list[Place]:
    """The places of this kind that a task says, in its order."""
    dates = [(date.year or 0, date.month or 0, date.day) for date in dates_in(task)]
    if kind == MONTH:
        return [(year, month) for year, month, _ in dates]
    if kind == DATE:
        return [(year, month, day) for year, month, day in dates if day]
    return [(int(number),) for number in _NUMBER.findall(task)]


def is_there(at: Place, aim: Place) -> bool:
    """Is it the place that is asked for? A year that one of them does not say may be
    any."""
    return at == aim or (len(at) > 1 and 0 in (at[0], aim[0]) and at[1:] == aim[1:])


def texts_of(elements: Sequence[Element]) -> dict[str, str]:
    """What they say or hold, by their place; where none says a month, that of most
    labels of days."""
    texts = {one.path: _said(one) for one in elements if one.path}
    if not any(_of_kind(MONTH, text) for text in texts.values()):
        days = filter(None, map(_labelled_day, elements))
        for (year, month), _ in Counter(day[:2] for day in days).most_common(1):
            texts[DAYS] = f"{year}-{month}"
    return texts


def _said(element: Element) -> str:
    held = element.attributes.get("value")
    return held or element.text or element.name or ""


def _labelled_day(element: Element) -> Place | None:
    """The date, with its year, that it is called by or has in an attribute."""
    labels = (element.name, *element.attributes.values())
    dates = (_of_kind(DATE, label) for label in labels if label)
    return next((date for date in dates if date and date[0]), None)


def aim_of(mark: Mark, task: str) -> Place | None:
    """Where the task at hand says that it should be; None where it says another count
    of such values."""
    said = places_in(task, mark.kind)
    return said[mark.nth] if len(said) == mark.of else None


def shown_at(mark: Mark, texts: Texts) -> Place | None:
    """Where the page says that it is: at the old place, else by all texts of that
    kind, if they agree; a date at the old place alone."""
    if place := _of_kind(mark.kind, texts.get(mark.at, "")):
        return _with_year(place, texts)
    if mark.kind == DATE:
        return None
    places = {place for text in texts.values() if (place := _of_kind(mark.kind, text))}
    return _with_year(places.pop(), texts) if len(places) == 1 else None


def _of_kind(kind: str, text: str) -> Place | None:
    found = position(text)
    return found[1] if found and found[0] == kind else None


def _with_year(place: Place, texts: Texts) -> Place:
    """A month with the year that stands beside it as a text of its own."""
    years = {text for text in texts.values() if _YEAR.fullmatch(text)}
    is_alone = len(place) == 2 and not place[0] and len(years) == 1
    return (int(years.pop()), place[1]) if is_alone else place


# --- while a run is recorded --------------------------------------------------------


def marks_of(
    begun: Sequence[Element],
    ended: Sequence[Element],
    times: int,
    target: Element,
    task: str,
) -> list[Mark]:
    """What goes with the task of a page on which so many clicks on the target began,
    and then ended: what they turned, or what stood beside it, and dates in fields."""
    texts, after, label = texts_of(begun), texts_of(ended), _said(target)
    held = [
        _mark(DATE, one.path, place, task)
        for one in begun
        if one.path and (place := _of_kind(DATE, one.attributes.get("value", "")))
    ]
    turned = led_to(texts, after, times, task) or seen_beside(texts, label, task)
    return [mark for mark in (turned, *held) if mark]


def led_to(begun: Texts, ended: Texts, times: int, task: str) -> Mark | None:
    """The text that so many clicks have turned into what the task says; None where
    there is none, or where texts of several kinds are. The days of a calendar change
    with its month, which is the one that is turned, and what a text stands in with
    that text."""
    found: dict[str, Mark] = {}
    for at, text in ended.items():
        was, now = position(begun.get(at, "")), position(text)
        if not was or not now or was[0] != now[0]:
            continue
        one, other = _with_year(was[1], begun), _with_year(now[1], ended)
        # So often as the task says, as far down? Then it is left to do.
        is_left = other == (times,) and other < one
        if one != other and not is_left:
            turns: Turning = "up" if other > one else "down"
            if mark := _mark(now[0], at, other, task, turns, times):
                found.setdefault(mark.kind, mark)
    inner = [
        mark
        for mark in found.values()
        if not any(other.at.startswith(f"{mark.at}/") for other in found.values())
    ]
    return found.get(MONTH, inner[0] if len(inner) == 1 else None)


def seen_beside(texts: Texts, label: str, task: str) -> Mark | None:
    """The only month that a page shows, where it is that of a date of the task whose
    day is pressed."""
    months = {
        place: at for at, text in texts.items() if (place := _of_kind(MONTH, text))
    }
    if len(months) != 1:
        return None
    ((place, at),) = months.items()
    if at == DAYS and _of_kind(DATE, label):
        return None  # it is told by its own label
    mark = _mark(MONTH, at, _with_year(place, texts), task)
    is_day = mark and str(dates_in(task)[mark.nth].day) in re.findall(
        r"[1-9]\d*", label
    )
    return mark if is_day else None


def _mark(
    kind: str,
    at: str,
    place: Place,
    task: str,
    turns: Turning | None = None,
    times: int = 1,
) -> Mark | None:
    places = places_in(task, kind)
    same = [n for n, aim in enumerate(places) if is_there(place, aim)]
    if len(same) != 1:
        return None
    return Mark(kind=kind, at=at, nth=same[0], of=len(places), turns=turns, times=times)
