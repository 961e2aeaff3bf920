"""A pattern as a recording of Chrome's DevTools Recorder.

The format is that of github.com/puppeteer/replay (src/Schema.ts). It has no
parameters, conditions or loops: the values are those of one run.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kgmem import ExportedPattern, PatternSource
from kgmem.formats import Value, cells, said, validated
from kgmem_formats.exporters.cases import cases_of
from kgmem_formats.exporters.naming import slug
from kgmem_formats.exporters.parameters import Values, filled
from kgmem_formats.exporters.reading import script_of
from kgmem_formats.exporters.script import (
    AddressCheck,
    ByHand,
    ForEach,
    IfThere,
    LocatorWay,
    Op,
    Script,
    ScriptAct,
    ShownCheck,
    UntilShown,
    Where,
)
from kgmem_formats.exporters.ways import css_text

FORMAT = "chrome-recorder"
VIEWPORT = {
    "type": "setViewport", "width": 1280, "height": 720, "deviceScaleFactor": 1,
    "isMobile": False, "hasTouch": False, "isLandscape": True,
}  # fmt: skip
Step = dict[str, Any]


class RecordingOptions(Value):
    """What may be chosen."""

    start: str | None = None
    """The address on which it begins."""


def export(source: PatternSource, options: Mapping[str, Any]) -> ExportedPattern:
    """The recording. Options: `start`."""
    chosen = validated(RecordingOptions, options, FORMAT)
    script = script_of(source, chosen.start)
    cases = cases_of(script, source)
    recorder = _Recorder(script, cases.values[0], _addresses(source))
    steps = recorder.steps()
    unknown = [said(f"put the value of {key} in for <{key}>") for key in cases.outside]
    title = source.runs[0].task if source.runs else source.pattern.template
    return ExportedPattern(
        format=FORMAT,
        name=f"{slug(source.pattern, '-')}.json",
        text=json.dumps({"title": title, "steps": steps}, **_JSON) + "\n",
        notes=(*script.notes, *unknown, *dict.fromkeys(recorder.notes)),
    )


_JSON: dict[str, Any] = {"ensure_ascii": False, "indent": 2}


def _addresses(source: PatternSource) -> list[str]:
    """What the runs' steps led to."""
    pages = (step.page_after for run in source.runs for step in run.steps)
    return [page.url for page in pages if page and page.url]


class _Recorder:
    def __init__(
        self, script: Script, values: Values, addresses: Sequence[str]
    ) -> None:
        self.notes: list[str] = []
        self._script = script
        self._values = values
        self._addresses = addresses

    def steps(self) -> list[Step]:
        """All steps of the recording."""
        found: list[Step] = [dict(VIEWPORT)]
        start = self._script.start
        if start is not None and not self._script.opens:
            found.append({"type": "navigate", "url": start, **_leads_to(start)})
        for step in self._all(self._script.body, None):
            if "type" in step:
                found.append(step)
            elif len(found) > 1:  # what the last one led to
                found[-1] = {**step, **found[-1]}
        return found

    def _all(self, ops: Sequence[Op], n: int | None) -> Iterator[Step]:
        for op in ops:
            yield from self._of(op, n)

    def _of(self, op: Op, n: int | None) -> Iterator[Step]:
        match op:
            case ScriptAct():
                yield from self._act(op, n)
            case AddressCheck():
                yield from self._led_to(op)
            case ShownCheck():
                yield {"type": "waitForElement", **self._at(op.at, n)}
            case ByHand():
                yield self._custom(f"step {op.n}: {op.what}")
            case ForEach():
                for one in range(self._rounds(op)):
                    yield from self._all(op.body, one)
            case IfThere():
                yield from self._first_way(op, n)
            case UntilShown():
                self.notes.append(
                    said("a step that is repeated until it shows: once here")
                )
                yield from self._all(op.body, n)

    def _first_way(self, op: IfThere, n: int | None) -> Iterator[Step]:
        if len(op.ways) == 1:
            self.notes.append(said("an optional step is left out"))
            return
        self.notes.append(said("of several ways, the most frequent one is taken"))
        yield from self._all(op.ways[0][1], n)

    def _rounds(self, op: ForEach) -> int:
        value = self._values.get(op.over.key, 1)
        return len(value) if isinstance(value, list) else int(value)

    def _led_to(self, check: AddressCheck) -> Iterator[Step]:
        fitting = re.compile(check.pattern, re.I)
        for url in self._addresses:
            if fitting.search(url):
                if url != self._script.start:
                    yield _leads_to(url)
                return

    def _act(self, act: ScriptAct, n: int | None) -> Iterator[Step]:
        words = filled(act.words, self._values, n)
        at = {} if act.at is None else self._at(act.at, n)
        if act.at is not None and not at.get("selectors"):
            yield self._custom(f"step {act.n}: {act.verb} where it stood")
            return
        match act.verb:
            case "press" | "tick" | "untick" | "press_twice" | "press_long":
                if act.verb in ("tick", "untick"):
                    self.notes.append(
                        f"step {act.n}: clicked, however it stands before"
                    )
                yield self._click(act, at)
            case "fill" | "choose" if act.at:
                yield {"type": "change", **at, "value": words}
            case "hover":
                yield {"type": "hover", **at}
            case "key":
                yield from _keys(words)
            case "go":
                yield {"type": "navigate", "url": words, **_leads_to(words)}
            case "scroll":
                yield {"type": "scroll", "target": "main", "x": 0, "y": int(words)}
            case _:
                yield self._custom(f"step {act.n}: {act.verb} {words}".rstrip())

    def _click(self, act: ScriptAct, at: Step) -> Step:
        box = act.at.box if act.at else None
        kind = "doubleClick" if act.verb == "press_twice" else "click"
        held = {"duration": 1_000} if act.verb == "press_long" else {}
        x, y = (box.width / 2, box.height / 2) if box else (1, 1)
        return {"type": kind, **at, "offsetX": x, "offsetY": y, **held}

    def _custom(self, what: str) -> Step:
        self.notes.append(said(f"{what}: nothing that the Recorder can replay"))
        name = "kgmem.byHand"
        return {"type": "customStep", "name": name, "parameters": {"step": what}}

    def _at(self, where: Where, n: int | None) -> Step:
        if where.frame is not None:
            self.notes.append(said("an element in a frame: its place has to be put in"))
        if where.row is not None:
            row = filled(where.row.words, self._values, n)
            found = dict.fromkeys(
                in_row(row, filled(way.words, self._values, n))
                for way in where.ways
                if way.kind in ("role", "text")
            )
            return {"target": "main", "selectors": [[one] for one in found]}
        told = (self._selector(one, n) for one in (*where.ways, *where.also))
        return {"target": "main", "selectors": [[one] for one in told if one]}

    def _selector(self, way: LocatorWay, n: int | None) -> str | None:
        words, role = filled(way.words, self._values, n), css_text(way.role or "")
        ways = {
            "role": f"aria/{words}[role={role}]",
            "label": f"aria/{words}",
            "text": f"text/{words}",
            "test_id": f"[data-testid={css_text(words)}]",
            "placeholder": f"[placeholder={css_text(words)}]",
            "css": words,
            "xpath": f"xpath/{words}",
        }
        return ways.get(way.kind)


def in_row(row: str, name: str) -> str:
    """The element of this name in the row that holds these words."""
    rows = "self::tr or self::li or self::article or @role='row' or @role='listitem'"
    called = f"normalize-space()={_quoted(name)} or @aria-label={_quoted(name)}"
    held = "".join(f"[contains(normalize-space(), {_quoted(c)})]" for c in cells(row))
    return f"xpath///*[{rows}]{held}//*[{called}]"


def _quoted(text: str) -> str:
    """A string of XPath, which knows no escapes."""
    if '"' not in text:
        return f'"{text}"'
    parts = ", '\"', ".join(f'"{one}"' for one in text.split('"'))
    return f"concat({parts})"


def _leads_to(url: str) -> Step:
    return {"assertedEvents": [{"type": "navigation", "url": url, "title": ""}]}


def _keys(words: str) -> Iterator[Step]:
    """`Control+a` as its keys going down, and up again."""
    keys = words.split("+") if len(words) > 1 else [words]
    yield from ({"type": "keyDown", "target": "main", "key": key} for key in keys)
    yield from ({"type": "keyUp", "target": "main", "key": k} for k in reversed(keys))
