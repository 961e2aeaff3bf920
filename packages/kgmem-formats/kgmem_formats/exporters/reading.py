"""From a pattern to a script: what each step is for somebody who drives a browser."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgmem import Element, Expectation, PatternSource, PatternStep
from kgmem.formats import (
    Choice,
    Loop,
    Part,
    Traits,
    describe_step,
    is_opaque,
    path_parts,
    said,
)
from kgmem_formats.exporters.addresses import address_pattern
from kgmem_formats.exporters.parameters import Parameters, Words
from kgmem_formats.exporters.script import (
    AddressCheck,
    ByHand,
    ForEach,
    IfThere,
    Op,
    Remark,
    Script,
    ScriptAct,
    ShownCheck,
    UntilShown,
    Verb,
    Where,
)
from kgmem_formats.exporters.ways import is_by_place, where_of

WAIT_MS = 1_000
"""A wait that does not say how long."""
SCROLL = 600
"""CSS pixels of a scroll that does not say how far."""
_ENTRIES: dict[str, Verb] = {
    "text": "fill", "option": "choose", "file": "upload", "key": "key", "address": "go",
}  # fmt: skip
_PRESSES: dict[str, Verb] = {
    "once": "press", "twice": "press_twice", "long": "press_long",
}  # fmt: skip


def script_of(source: PatternSource, start: str | None = None) -> Script:
    """The script of a pattern; it begins at `start`, else where its runs did."""
    pattern = source.pattern
    first = pattern.steps[0] if pattern.steps else None
    is_opened = first is not None and first.does.enters == "address"
    begins = start or (None if is_opened else _start(source))
    reader = _Reader(Parameters(pattern), begins)
    body = tuple(reader.ops(path_parts(pattern.steps)))
    if begins is None and not is_opened:
        reader.note(
            said("no run says on which page it begins: the start has to be given")
        )
    notes = tuple(reader.notes)
    return Script(pattern.template, begins, is_opened, body, reader.parameters, notes)


def _start(source: PatternSource) -> str | None:
    """The address on which a run of it began."""
    for run in source.runs:
        page = run.steps[0].page_before if run.steps else None
        if page and page.url and not is_opaque(page.url):
            return page.url
    return None


class _Reader:
    def __init__(self, parameters: Parameters, start: str | None) -> None:
        self.parameters = parameters
        self.notes: list[str] = []
        self._start = start
        self._address: str | None = None
        """That was checked last."""

    def note(self, text: str) -> None:
        """Say it once."""
        if text not in self.notes:
            self.notes.append(text)

    def ops(self, parts: Sequence[Part]) -> Iterator[Op]:
        """What the parts of a path come to."""
        for part in parts:
            if isinstance(part, Choice):
                yield self._choice(part)
            elif isinstance(part, Loop):
                yield self._loop(part)
            else:
                yield from self._step(part)

    def _choice(self, choice: Choice) -> IfThere:
        """The ways by their first elements; one without comes last."""
        ways = []
        for way in choice.ways:
            before, first = self._address, _first_of(way)
            body = tuple(self.ops(way))
            self._address = before
            ways.append((self._where(first.target, first.repeat_for), body))
        self._address = None
        ways.sort(key=lambda way: way[0] is None)
        known = [way for way in ways if way[0] is not None]
        others = [way for way in ways if way[0] is None]
        if len(others) > 1:
            self.note(
                said(f"of {len(others)} ways that no element tells apart, one is kept")
            )
        return IfThere((*known, *others[:1]) if others else tuple(known))

    def _loop(self, loop: Loop) -> ForEach:
        self._address = None
        over = self.parameters.rounds(loop.slot)
        body = tuple(op for step in loop.steps for op in self._step(step))
        self._address = None
        return ForEach(over, body)

    def _step(self, step: PatternStep) -> Iterator[Op]:
        done = tuple(self._done(step))
        if step.until is not None:
            yield from self._until(step, step.until, done)
        elif step.need == "optional":
            yield from self._optional(step, done)
        else:
            yield from done
        if step.expect is not None:
            yield from self._checks(step, step.expect)

    def _until(
        self, step: PatternStep, until: Expectation, done: tuple[Op, ...]
    ) -> Iterator[Op]:
        shown = next(self._shown(until, step.repeat_for), None)
        if shown is None:
            self.note(
                said(f"step {step.n}: how often it is repeated is not told; once here")
            )
            yield from done
        else:
            yield UntilShown(shown, done)

    def _optional(self, step: PatternStep, done: tuple[Op, ...]) -> Iterator[Op]:
        at = self._where(step.target, step.repeat_for)
        if at is None:
            self.note(said(f"step {step.n} is optional and has no element: left out"))
            yield Remark(f"Step {step.n}, left out: {describe_step(step)}")
        else:
            self._address = None
            yield IfThere(((at, done),))

    def _done(self, step: PatternStep) -> Iterator[Op]:
        yield Remark(f"{step.n}. {describe_step(step)}")
        if step.irreversible:
            yield Remark("It can't be taken back.")
        at = self._where(step.target, step.repeat_for)
        if at is not None and not at.ways and at.spot:
            self.note(said(f"step {step.n}: only its place on the screen is known"))
            yield Remark("Only its place on the screen is known.")
        elif at is not None and is_by_place(at):
            self.note(said(f"step {step.n}: only its place in the page is known"))
            yield Remark("Only its place in the page is known.")
        yield from _with_enter(self._act(step, at))

    def _act(self, step: PatternStep, at: Where | None) -> Op:
        verb = _verb(step.does, at)
        is_lost = at is None and step.does.points_at == "element" and verb != "write"
        if verb is None or is_lost:
            self.note(said(f"step {step.n} is nothing that a script of a page can do"))
            return ByHand(step.n, describe_step(step))
        to = self._where(step.destination, step.repeat_for)
        if verb == "move" and to is None:
            self.note(said(f"step {step.n}: where it is moved to is not known"))
            return ByHand(step.n, describe_step(step))
        return ScriptAct(step.n, verb, at, self._words(step, verb), to)

    def _words(self, step: PatternStep, verb: Verb) -> Words:
        if verb == "wait":
            return (str(_milliseconds(step.value)),)
        if verb == "scroll":
            told = f"{step.value} {step.params.get('direction')}"
            return (str(-SCROLL if "up" in told else SCROLL),)
        return self.parameters.words(step.value or "", step.repeat_for)

    def _checks(self, step: PatternStep, expect: Expectation) -> Iterator[Op]:
        if expect.url_template and expect.url_template != self._address:
            self._address = expect.url_template
            yield AddressCheck(address_pattern(expect.url_template, self._start))
        for shown in self._shown(expect, step.repeat_for):
            yield ShownCheck(shown)

    def _shown(self, expect: Expectation, loop: str | None) -> Iterator[Where]:
        for element in (*expect.elements, *(Element(text=t) for t in expect.texts)):
            where = where_of(element, self.parameters, loop)
            if where.ways:
                yield where

    def _where(self, element: Element | None, loop: str | None) -> Where | None:
        if element is None:
            return None
        where = where_of(element, self.parameters, loop)
        return where if where.ways or where.spot else None


def _with_enter(op: Op) -> Iterator[Op]:
    """A line that is ended by Enter, as what is entered and the key."""
    match op:
        case ScriptAct(verb="fill", words=(*before, str() as last)) if (
            last[-1:] == "\n"
        ):
            yield replace(op, words=(*before, last.rstrip("\n")))
            yield replace(op, verb="key", words=("Enter",))
        case _:
            yield op


def _first_of(way: Sequence[PatternStep | Loop]) -> PatternStep:
    first = way[0]
    return first.steps[0] if isinstance(first, Loop) else first


def _verb(does: Traits, at: Where | None) -> Verb | None:
    """What a browser's driver does for an action; None for nothing."""
    if does.presses:
        return _PRESSES[does.presses]
    if does.sets:
        return "tick" if does.sets == "on" else "untick"
    if does.enters == "text" and at is None:
        return "write"
    if does.enters:
        return _ENTRIES.get(does.enters)
    if does.has_destination:
        return "move"
    if does.moves == "pointer":
        return "hover"
    if does.moves == "view":
        return "scroll"
    if does.leads == "back":
        return "back"
    return "wait" if does.waits else None


def _milliseconds(seconds: str | None) -> int:
    try:
        return min(max(int(float(seconds or "") * 1_000), 0), 60_000)
    except (ValueError, OverflowError):
        return WAIT_MS
