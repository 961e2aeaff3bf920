"""A run's steps told in slots: values replaced, what only one visit shows left out."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote, quote_plus, unquote, unquote_plus

from kgmem.generalize.grounding.addresses import Addresses
from kgmem.generalize.grounding.fields import DESTINATION, pieces
from kgmem.model.base import normalize, to_json
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.texts import template as templates
from kgmem.model.texts.template import Hole
from kgmem.model.trajectory import Element, Step
from kgmem.paths.fits import Look, look
from kgmem.paths.reading.entered import without_result
from kgmem.paths.reading.outputs import bare
from kgmem.paths.step_text import in_element, in_json
from kgmem.paths.tidy import STATE_ATTRIBUTES
from kgmem.paths.walk import Recorded

_QUERY = re.compile(r"(?<=[?&;])([^=&;#]{1,200})=([^&;#]*)")


@dataclass(frozen=True, slots=True)
class BoundUse:
    """A use (see `plain.Use`) whose value belongs to a slot."""

    step: int
    """Index into the run's steps, from 0."""
    part: str
    """As in `plain.Use`; empty: the step is there because of the value, it does not
    hold it."""
    slot: str
    transform: str | None
    before: str
    after: str
    item: int | None
    """Which item of a list slot."""


@dataclass(frozen=True, slots=True)
class MemberRun:
    """A run of a task of a kind, with its text's values and where it uses them."""

    task_id: str
    experience_id: str
    path: Recorded
    bindings: Mapping[str, str | list[str]]
    uses: tuple[BoundUse, ...]
    verified: bool = False
    text: str = ""
    """Of the task."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """All that was recorded, with fidgeting."""
        return self.path.steps


@dataclass(frozen=True, slots=True)
class Lifted:
    """A step whose texts are templates."""

    place: int
    """Index into the run's steps."""
    step: Step
    """As it was recorded."""
    target: Element | None
    value: str | None
    params: Mapping[str, object]
    look: Look | None
    """Of the target with its holes."""
    entered: str
    """What is entered or handed over as one text that can be compared; empty where
    an action is the same with another value."""
    picks: tuple[Hole, ...]
    """The holes in the target: the values that say which element it is."""
    holes: tuple[Hole, ...]
    """All of its holes, each once."""
    items: tuple[tuple[str, int], ...]
    """Slot and number of each list item that it is there for."""
    destination: Element | None = None
    """Where it ends, told alike."""
    sought: tuple[Hole, ...] = ()
    """Of its target's holes those whose values were entered before."""
    led_to: str | None = None
    """The address after it, see `Addresses.template`."""


def lift(run: MemberRun, joined: Collection[str]) -> tuple[Lifted, ...]:
    """The run's steps without fidgeting, in order.

    `joined`: list slots whose items stand together in one step.
    """
    uses: dict[int, list[BoundUse]] = defaultdict(list)
    for use in run.uses:
        uses[use.step].append(use)
    first = {use.slot: use.step for use in reversed(run.uses) if use.step >= 0}
    addresses = Addresses(run.steps, run.bindings, first)
    lifted = [
        _lifted(n, run.steps[n], run.path.looks[n], uses[n], joined)
        for n in run.path.kept
    ]
    given = {use.slot: use.step for use in reversed(run.uses) if use.part == "value"}
    return tuple(
        replace(
            one,
            sought=tuple(h for h in one.picks if given.get(h.slot, n) < n),
            led_to=addresses.template(one.step.page_after),
        )
        for one in lifted
        for n in [one.place]
    )


def joined_slots(runs: Sequence[MemberRun]) -> frozenset[str]:
    """List slots of which some step of some run holds several items in its value or
    its params."""
    held: dict[tuple[str, int, str], set[int]] = defaultdict(set)
    for run in runs:
        for use in run.uses:
            if use.item is not None and use.part.startswith(
                ("value", "params", "url", "path.")
            ):
                held[run.experience_id, use.step, use.slot].add(use.item)
    return frozenset(slot for (_, _, slot), items in held.items() if len(items) > 1)


def _lifted(
    place: int,
    step: Step,
    seen: Look | None,
    uses: Sequence[BoundUse],
    joined: Collection[str],
) -> Lifted:
    step = bare(step) if step.does.gives else step
    by_part: dict[str, list[BoundUse]] = defaultdict(list)
    for use in uses:
        by_part[use.part].append(use)
    target = None if step.target is None else _target(step.target, by_part)
    destination = _destination(step, by_part)
    value = _value(step, by_part)
    params = {k: _json(f"params.{k}", v, by_part) for k, v in _handed(step).items()}
    picks = _holes_in(target)
    items = (
        (u.slot, u.item)
        for found in by_part.values()
        for u in found
        if u.slot not in joined
    )
    return Lifted(
        place=place,
        step=step,
        target=target,
        destination=destination,
        value=value,
        params=params,
        look=None if target is None else look(target) if picks else seen,
        entered=_entered(step, value, params, destination),
        picks=tuple(dict.fromkeys(picks)),
        holes=tuple(
            dict.fromkeys(
                [*_holes(value), *_holes(params), *picks, *_holes_in(destination)]
            )
        ),
        items=tuple(dict.fromkeys((s, item) for s, item in items if item is not None)),
    )


def _holes_in(element: Element | None) -> list[Hole]:
    """The holes in the element's texts."""
    texts = () if element is None else _texts(element)
    return [hole for _, text in texts for hole in _holes(text)]


def _handed(step: Step) -> Mapping[str, object]:
    """Its params; of a call not what it gave."""
    return without_result(step.params) if step.does.is_call else step.params


def _entered(
    step: Step,
    value: str | None,
    params: Mapping[str, object],
    destination: Element | None,
) -> str:
    if step.does.differs_by == "value":
        return to_json([without_transforms(value or "")])
    if step.does.differs_by == "params":
        ends = [] if destination is None else [destination.label()]
        return to_json(in_json([value, params, *ends], without_transforms))
    return ""


def without_transforms(template: str) -> str:
    """Folded, and the same however a value is written."""
    return "".join(
        normalize(part) if isinstance(part, str) else f"{{{part.slot}}}"
        for part in templates.parts(template)
    )


def is_named_by_value(step: Lifted) -> bool:
    """Does a value stand in what its target is called, not only around it?"""
    return bool(_naming(step))


def named_by_items(step: Lifted) -> str | None:
    """The list slot of whose items one stands in what its target is called."""
    slots = _naming(step)
    return next((slot for slot, _ in step.items if slot in slots), None)


def _naming(step: Lifted) -> set[str]:
    """The slots whose values stand in what its target is called."""
    target = step.target
    called = (target.name, target.text, *target.attributes.values()) if target else ()
    return {hole.slot for text in called if text for hole in templates.holes(text)}


def without_items(step: Lifted) -> Lifted:
    """The step without a list's items in what stands around its target: there by
    chance, as it is not done for each of them."""
    if not step.items or step.target is None:
        return step
    target = step.target.model_copy(update={"container": ()})
    picks = tuple(h for _, text in _texts(target) for h in _holes(text))
    return replace(
        step,
        target=target,
        look=look(target),
        picks=tuple(dict.fromkeys(picks)),
        holes=tuple(h for h in step.holes if h not in step.picks or h in picks),
        items=(),
    )


# --- texts with values in them --------------------------------------------------

_ByPart = Mapping[str, Sequence[BoundUse]]


def template_of(text: str, uses: Sequence[BoundUse]) -> str:
    """The text with the values of `uses` as holes.

    A use that lies over another one is left out; the items of a list that stand one
    after the other are one hole.
    """
    holes: list[tuple[int, int, Hole, bool]] = []
    for use in sorted(uses, key=lambda use: (len(use.before), len(use.after))):
        start, end = len(use.before), len(text) - len(use.after)
        if start >= end or (holes and start < holes[-1][1]):
            continue
        hole, is_item = Hole(use.slot, use.transform), use.item is not None
        if holes and is_item and holes[-1][2:] == (hole, True):
            start = holes.pop()[0]
        holes.append((start, end, hole, is_item))
    told, done = "", 0
    for start, end, hole, _ in holes:
        told += templates.escape(text[done:start]) + str(hole)
        done = end
    return told + templates.escape(text[done:])


def _value(step: Step, uses: _ByPart) -> str | None:
    if step.value is None:
        return None
    if step.does.enters == "address" and "value" not in uses:
        return _address(step.value, uses)
    return template_of(step.value, uses.get("value", ()))


def _address(url: str, uses: _ByPart) -> str:
    """The address with the values of its path and its query as holes; they are encoded
    when they are filled in."""
    told, done = "", 0
    for start, text, within in sorted(_in_address(url, uses)):
        if start >= done:
            told += templates.escape(url[done:start]) + within
            done = start + len(text)
    return told + templates.escape(url[done:])


def _in_address(url: str, uses: _ByPart) -> Iterator[tuple[int, str, str]]:
    """Where a part of the address stands that holds a value, its text there, and its
    template; a part before the number within it."""
    for piece in pieces(url):
        if within := uses.get(piece.part):
            told = template_of(unquote(piece.text), within)
            yield piece.start, piece.text, _encoded(told, quote)
    for match in _QUERY.finditer(url):
        if within := uses.get(f"url.{unquote_plus(match[1])}"):
            told = template_of(unquote_plus(match[2]), within)
            yield match.start(2), match[2], _encoded(told, quote_plus)


def _encoded(template: str, encode: Callable[[str], str]) -> str:
    return "".join(
        encode(part) if isinstance(part, str) else str(part)
        for part in templates.parts(template)
    )


def _json(path: str, value: object, uses: _ByPart) -> object:
    """Params with holes; a list of nothing but a slot's items holds one hole."""
    if isinstance(value, dict):
        return {k: _json(f"{path}.{k}", item, uses) for k, item in value.items()}
    if isinstance(value, list):
        told = [_json(f"{path}.{n}", item, uses) for n, item in enumerate(value)]
        held = [use for n in range(len(value)) for use in uses.get(f"{path}.{n}", ())]
        are_items = len(held) == len(value) and all(u.item is not None for u in held)
        return told[:1] if are_items and told == told[:1] * len(told) else told
    if path in uses and not isinstance(value, bool):
        return template_of(str(value), uses[path])
    return templates.escape(value) if isinstance(value, str) else value


def _target(target: Element, uses: _ByPart) -> Element:
    """The target without its state; a text that is equal to one in which a value
    stands is told alike."""
    told = {
        text: template_of(text, uses[part])
        for part, text in _texts(target)
        if part in uses
    }
    bare = target.model_copy(update={"attributes": _identity_attributes(target)})
    return in_element(bare, lambda text: told.get(text) or templates.escape(text))


def _destination(step: Step, uses: _ByPart) -> Element | None:
    if step.destination is None:
        return None
    own = {part.removeprefix(DESTINATION): found for part, found in uses.items()
           if part.startswith(DESTINATION)}  # fmt: skip
    return _target(step.destination, own)


def _texts(target: Element) -> Iterator[tuple[str, str]]:
    """The target's texts that may hold a value, by part."""
    for part, text in (("name", target.name), ("text", target.text)):
        if text:
            yield part, text
    for n, text in enumerate(target.container):
        yield f"container.{n}", text
    for key, value in target.attributes.items():
        yield f"attributes.{key}", value


def _identity_attributes(target: Element) -> dict[str, str]:
    is_button = kind_of(target) == "button"
    return {
        key: value
        for key, value in target.attributes.items()
        if key not in STATE_ATTRIBUTES or (key == "value" and is_button)
    }


def _holes(value: object) -> list[Hole]:
    """The holes in each text of a JSON value."""
    found: list[Hole] = []

    def note(text: str) -> str:
        found.extend(templates.holes(text))
        return text

    in_json(value, note)
    return found
