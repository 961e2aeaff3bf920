"""What a read step gives: where it stood in a run, and what stands there in another.

A place is told by what stands beside it, never by the value itself: by the row that
the task's values are cells of and the head of its column, by its label, by the words
of its sentence; by its place in an order alone where the list is in that order.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, product

from kgmem.language.words import folds, whole
from kgmem.model.answer import ANSWER, AS, OF, OF_VALUE, READS
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.keys.table_rows import CELLS, cells, headed
from kgmem.model.source import ValueSource, headed_cell, reads_in
from kgmem.model.texts.template import Hole
from kgmem.model.trajectory import Element, Step, Trajectory, with_steps
from kgmem.paths.reading.affixes import Within, within
from kgmem.paths.reading.at_place import (
    BY_ID,
    PART,
    ROW,
    UNDER,
    cells_of,
    keys_of,
    list_of,
    own_text,
    owns_in_order,
    owns_of,
    plain,
    rank,
    rows_at,
    rows_of,
    texts_at,
)
from kgmem.paths.reading.known import AS_SAID, TaskSaid
from kgmem.paths.reading.labels import shown_by, told_by
from kgmem.paths.reading.normal import normal_form, number_in, values_in
from kgmem.paths.reading.shown import Displayed, shown_after
from kgmem.paths.reading.sources import Wanted, called_alike, in_shown, source_of
from kgmem.paths.step_text import with_source_texts

MAX_PLACES = 36
"""Places of one value that are compared between runs."""
MAX_HEADED = 3
"""Ways of telling cells by the heads over them."""
MAX_TIED = 6
"""Places that are read and have to agree."""
MIN_ORDERED = 3
"""Rows from which on it shows that they are in an order."""
_PARTED = re.compile(r",\s+|[、，；;]")
_NUMBERS = re.compile(r"\[\d+\]")
_SORTED = frozenset({"ascending", "descending"})
_SAID = {"cell": slice(3, None), "rows": slice(2, None), "there": slice(1, 2)}
"""Where a place that is told so has what the task says of its row."""


# In a run -----------------------------------------------------------------------------


def with_places(run: Trajectory) -> Trajectory:
    """The run, of what it read with the places where it stood: as they are kept, the
    pages are not."""
    known = TaskSaid(run.task)
    steps = (
        _with(step, places_of(run.steps, n, known)) if step.does.gives else step
        for n, step in enumerate(run.steps)
    )
    return with_steps(run, steps)


def _with(step: Step, places: Sequence[ValueSource]) -> Step:
    told = [one.model_dump(mode="json", exclude_defaults=True) for one in places]
    return step.model_copy(update={"params": {**step.params, READS: told}})


def as_planned(step: Step, task: str) -> Step:
    """A read step of a run of the task as a plan has it: with the places to read, and
    without what stood there."""
    places = kept_of(reads_in(step.params), step.as_, task)
    return _with(bare(step), places)


def as_templates(step: Step, known: TaskSaid) -> list[ValueSource]:
    """The places of a read step with slots where a value of the task tells them."""

    def told(text: str) -> str:
        lead = PART if text.startswith(PART) else text[: text.rfind(CELLS) + 1]
        plain = text.removeprefix(lead)
        return lead + (known.told(plain) or _with_slots(plain, known))

    return [with_source_texts(one, told) for one in reads_in(step.params)]


def _with_slots(text: str, known: TaskSaid) -> str:
    """The text with a slot for each value of the task among its words."""
    told = known.text(text)
    for name, value in known.values.items():
        if len(value) > 1:
            said = whole(value, re.escape(known.text(value)))
            told = re.sub(said, str(Hole(name, AS_SAID)), told)
    return told


def rows_said(step: Step) -> list[str]:
    """What the task says of the row that a run read in."""
    first = next(iter(reads_in(step.params)), None)
    how = first.at[0] if first and first.at else ""
    said = first.at[_SAID[how]] if first and how in _SAID else ()
    return [headed_cell(one.removeprefix(PART))[1] for one in said]


def bare(step: Step) -> Step:
    """The read step as another run has it, too: what is read, by its name."""
    params = {key: step.params[key] for key in (AS, OF) if key in step.params}
    return Step(action=step.action, params=params)


def places_of(steps: Sequence[Step], n: int, known: TaskSaid) -> list[ValueSource]:
    """Where the value stood that the step of this index read; surest first."""
    step, shown = steps[n], shown_to(steps, n)
    find = _FIND[str(step.params.get(OF, OF_VALUE))]
    found = find(shown, step.value or "", known, step.target)
    return sorted(islice(dict.fromkeys(found), MAX_PLACES), key=rank)


def shown_to(steps: Sequence[Step], n: int) -> Displayed:
    """What was to be seen when the step of this index read."""
    step = steps[n]
    own = [step.model_copy(update={"action": "wait", "params": {}})]
    found = shown_after(own, -1)
    for back in range(n - 1, -2, -1):
        if found.elements or found.result is not None:
            break
        before = shown_after(steps[:n], back)
        if found.url and before.url and found.url != before.url:
            break
        found = found if before.is_empty else before
    if step.target and step.target.path not in {one.path for one in found.elements}:
        return replace(found, elements=(step.target, *found.elements))
    return found


def kept_of(
    places: Sequence[ValueSource], name: str, task: str
) -> tuple[ValueSource, ...]:
    """Of the places that hold in all runs those to read: the surest; of equally sure
    ones those called as the task, or the name of the answer, says. Where no value of
    the task tells the place, others stand in for it where it is gone."""
    if not places:
        return ()
    best = rank(places[0])
    alike = [one for one in places if rank(one) == best]
    most = max(len(one.at) for one in alike)
    alike = [one for one in alike if len(one.at) == most or best > 1]
    alike = [one for one in alike if not any(_is_part(one, full) for full in alike)]
    called = f"{task} {name if name != ANSWER else ''}"
    alike = called_alike(alike, called, _own_words)
    others = [one for one in places if best > 1 and best < rank(one) <= BY_ID]
    return (*alike[:MAX_TIED], *others[:MAX_TIED])


def _is_part(source: ValueSource, full: ValueSource) -> bool:
    """Is it told by an end of the words before the other one, or by cells that the
    other tells with the heads of their columns?"""
    if source.at != full.at:
        bare = tuple(headed_cell(one)[1] for one in full.at)
        return source.at == bare and source.before == full.before
    is_shorter = len(source.before) < len(full.before)
    return is_shorter and full.before.endswith(source.before)


def _own_words(source: ValueSource) -> str:
    own = source.at[1] if source.at[:1] == ("cell",) else ""
    return f"{own} {source.before} {source.after or ''}"


def _as_stood(shown: Displayed, value: str) -> Iterator[str]:
    """The value as the page has it: with its unit, in the page's own way of writing
    it, the whole text of an element first."""
    wanted = normal_form(value)
    texts = [text for one in shown.elements for text in shown_by(one)]
    for text in texts:
        kind, told = normal_form(text)
        is_sum_of = kind == "amount" and wanted[0] == "number"
        if (kind, told) == wanted or (
            is_sum_of and number_in(told) == number_in(wanted[1])
        ):
            yield " ".join(text.split())
    yield value
    if wanted[0] != "text":
        for text in texts:
            yield from (s for s in values_in(text) if normal_form(s) == wanted)


def _of_value(
    shown: Displayed, value: str, known: TaskSaid, _: Element | None
) -> Iterator[ValueSource]:
    for text in dict.fromkeys(_as_stood(shown, value)):
        yield from _of_text(shown, text, known)


def _of_text(shown: Displayed, text: str, known: TaskSaid) -> Iterator[ValueSource]:
    for element in shown.elements:
        for place in within(own_text(element), text):
            if place.transform is None:
                told = chain(
                    _told(element, place, text, known),
                    _in_order(shown, element, place, text),
                )
                is_first = _heads_others(shown, element)
                sure = (x for x in told if not (is_first and _is_only_under(x)))
                yield from _unique(shown, text, sure)
    without = Displayed((), None, shown.texts, shown.result)
    yield from in_shown(without, 0, Wanted(0, text), known)


def _heads_others(shown: Displayed, element: Element) -> bool:
    """Is it a heading over others like it? What stands over it is then told of the
    first of a list and of no other: nothing but its place among them tells it."""
    alike, own = _NUMBERS.sub("", element.path or ""), own_text(element)
    return bool(alike) and any(
        one.attributes.get(UNDER) == own and _NUMBERS.sub("", one.path or "") == alike
        for one in shown.elements
    )


def _is_only_under(source: ValueSource) -> bool:
    is_bare = not source.before and not source.after
    return is_bare and source.at[:2] == ("cell", "")


def _in_order(
    shown: Displayed, element: Element, place: Within, value: str
) -> Iterator[ValueSource]:
    """As that of the row at an end of a list that the page shows to be in an order."""
    rows = list_of(shown.elements, element)
    if len(rows) < MIN_ORDERED or element not in (*rows[0], *rows[-1]):
        return
    for by in dict.fromkeys(own for one in rows[0] for own in owns_in_order(one, "")):
        keys = keys_of(rows, by, _is_sorted(shown.elements, by))
        if len(keys) != len(rows) or keys not in (sorted(keys), sorted(keys)[::-1]):
            continue
        own_key = keys[0 if element in rows[0] else -1]
        for end, key in (("most", max(keys)), ("least", min(keys))):
            if own_key == key and keys.count(key) == 1:
                for own in owns_in_order(element, value):
                    at = ("end", own, by, end)
                    yield source_of("element", place, value, at=at)


def _is_sorted(elements: Sequence[Element], by: str) -> bool:
    """Does the head of this column say so?"""
    heads = (one for one in elements if one.attributes.get("aria-sort") in _SORTED)
    return any(plain(own_text(one)) == plain(by) for one in heads)


def _unique(
    shown: Displayed, text: str, places: Iterator[ValueSource]
) -> Iterator[ValueSource]:
    """Those at which nothing else stands."""
    for one in places:
        if set(texts_at(shown, one)) == {text}:
            yield one


def _told(
    element: Element, place: Within, value: str, known: TaskSaid
) -> Iterator[ValueSource]:
    def at(*told: str, is_sure: bool = True) -> ValueSource:
        where = {"at": told, "role": kind_of(element), "is_sure": is_sure}
        return source_of("element", place, value, **where)

    plainly, under = _said(element, value, known), element.attributes.get(UNDER, "")
    is_vague = plainly[:1] and plainly[0].startswith(PART) and not place.before
    owns = (*owns_of(element, value), *([] if is_vague else [""]))
    for own, said in product(owns, _headed(element, plainly)):
        if said:
            yield at("cell", own, "", *said)
            yield at("cell", own, "", said[0])
        if own:
            yield at("cell", own, "")
        if under and value not in under and (own or said):
            yield at("cell", own, under, *said)
    for told, is_sure in told_by(element, value, known):
        is_of_row = told[:1] == ("beside",) and (not is_sure or bool(plainly))
        is_numbered = told[:1] in (("#",), ("test id",)) and _has_digit(told[1])
        if told[:1] not in ((), ("at",)) and not (is_of_row or is_numbered):
            yield at(*told)
    if place.before or place.after or kind_of(element) == "heading":
        yield at(is_sure=bool(place.before))


def _has_digit(text: str) -> bool:
    return any(map(str.isdecimal, text))


def _said(element: Element, value: str, known: TaskSaid) -> list[str]:
    """The cells around it that the task says, without what it is called by; where there
    is none, what the task says of one."""
    own = {value, *(owns_of(element, value) if ROW in element.attributes else ())}
    around = [one for text in element.container for one in cells(text)]
    around = [one for one in around if one not in own]
    numbers = {one for one in folds(known.task) if one.isdecimal()}
    said = list(dict.fromkeys(x for x in around if x in numbers or known.told(x)))
    part = (known.within(one) for one in around[:8] if not said)
    return said or [f"{PART}{one}" for one in islice(filter(None, part), 1)]


def _headed(element: Element, said: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """These cells, each behind the head of a column that it stands in; and without, as
    runs that know no heads have them."""
    over = [(cell, f"{head}{CELLS}{cell}") for head, cell in headed(element) if head]
    ways = ([told for cell, told in over if cell == one] or [one] for one in said)
    told = [*islice(product(*ways), MAX_HEADED)]
    yield from dict.fromkeys((*told, tuple(said)))


# Lists, counts, presence --------------------------------------------------------------


def items_in(value: str) -> list[str]:
    """The items of a list as a step has them: JSON, lines, or parted by signs."""
    if value.lstrip().startswith("["):
        try:
            return [str(one) for one in json.loads(value)]
        except ValueError:
            pass
    parted = value.splitlines() if "\n" in value.strip() else _PARTED.split(value)
    return [one.strip() for one in parted if one.strip()]


def _of_list(
    shown: Displayed, value: str, known: TaskSaid, _: Element | None
) -> Iterator[ValueSource]:
    items, said = sorted(map(plain, items_in(value))), f" {plain(value)} "
    first = [e for e in shown.elements if f" {plain(own_text(e))} " in said]
    for element in first[:MAX_TIED]:
        text = own_text(element)
        for one in (*_told(element, Within(), text, known), _alike(element)):
            texts = sorted(map(plain, texts_at(shown, one))) if one.at else []
            is_told = len(texts) > 1 and all(f" {text} " in said for text in texts)
            if texts == items or is_told:
                yield one


def _alike(element: Element) -> ValueSource:
    under = element.attributes.get(UNDER, "")
    told = {"at": ("cell", "", under), "role": kind_of(element)}
    return source_of("element", Within(), "", **told)


def _of_count(
    shown: Displayed, value: str, known: TaskSaid, _: Element | None
) -> Iterator[ValueSource]:
    said = dict.fromkeys(
        told
        for row in rows_of(shown.elements).values()
        for cell in cells_of(row)
        if (told := known.told(cell))
    )
    under = {e.attributes.get(UNDER, "") for e in shown.elements if ROW in e.attributes}
    for labels in (tuple(said), *((one,) for one in said), ()):
        for where in ("", *filter(None, sorted(under))):
            at = ("rows", where, *labels)
            one = source_of("element", Within(), "", at=at)
            if str(len(rows_at(shown, one))) == value.strip():
                yield one


def _of_presence(
    shown: Displayed, _: str, known: TaskSaid, target: Element | None
) -> Iterator[ValueSource]:
    """As called by the step's element; else as what the page shows and the task says,
    the longest first."""
    said = [one for one in shown.elements if known.told(own_text(one))]
    said.sort(key=lambda one: len(own_text(one)), reverse=True)
    for one in [target] if target else said[:1]:
        label = own_text(one) or one.label()
        at = ("there", label, one.attributes.get(UNDER, ""))
        if label:
            yield source_of("element", Within(), "", at=at, role=kind_of(one))


_FIND = {
    OF_VALUE: _of_value,
    "list": _of_list,
    "count": _of_count,
    "presence": _of_presence,
}
