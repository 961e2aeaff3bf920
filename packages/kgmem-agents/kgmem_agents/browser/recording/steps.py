"""The steps of a run from what its pages told."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from kgmem import Element
from kgmem.agents import ACTIONS, marks_of, may_be_written
from kgmem_agents.browser.recording.notes import Notes, Told

FIELDS = frozenset({"textbox", "searchbox", "spinbutton", "combobox"})
"""Roles of elements that a click only gives the focus."""
_STANDING = ("state", "head", "alert", "status", "asks_password")
"""What a document tells of how it stands."""
SET_BY_POINTER = frozenset({"slider", "spinbutton"})
"""Roles of fields with a value that a press changes before it is over."""


def steps_of(told: Sequence[Told], ends: Sequence[Told] = ()) -> list[dict[str, Any]]:
    """`ends`: how each page and frame stood in the end."""
    return run_of(told, ends)[0]


def run_of(
    told: Sequence[Told],
    ends: Sequence[Told] = (),
    task: str = "",
    answer: str | None = None,
) -> tuple[list[dict[str, Any]], tuple[str, ...]]:
    """The steps of a run of the task, and what was seen and not understood. The last
    page keeps all that it shows where there was an answer to be read there."""
    notes = Notes()
    for one in told:
        notes.note(one)
    heard = {_tab(end) for end in ends}
    ends = [*ends, *(one for tab, one in notes.rests.items() if tab not in heard)]
    acts = _counted(_joined(notes.acts), ends)
    is_alone = len(set(map(_document, acts))) <= 1
    steps = [
        step_of(act, [*acts[n + 1 :], *ends], is_alone) for n, act in enumerate(acts)
    ]
    if acts and answer and (last := _page_after(acts[-1], ends, None)):
        steps[-1]["page_after"] = last
    for step, marks in zip(steps, _marks_of(acts, ends, task), strict=True):
        if marks and step.get("page_before"):
            step["page_before"]["marks"] = marks
    return steps, tuple(dict.fromkeys(notes.missed))


def _joined(acts: Sequence[Told]) -> list[Told]:
    """What several events tell of one step is one."""
    joined: list[Told] = []
    for act in acts:
        while joined and is_continued(joined[-1], act):
            act = continued(joined.pop(), act)
        joined.append(act)
    return joined


def is_continued(before: Told, act: Told) -> bool:
    """Are these two one step? A click into the field that is then filled, the second
    click of a double click, the click that opens a choice of files, the key that
    presses what has the focus."""
    if _document(before) != _document(act):
        return False
    does = ACTIONS[act["action"]]
    if before.get("chooser") and does.enters == "file":
        return True
    if _path(before) != _path(act):
        return False
    if ACTIONS[before["action"]].enters == "key":
        is_by_key = does.presses is not None and act.get("times") == 0
        is_set = does.sets is not None or does.enters == "option"
        return bool(before.get("maybe")) and (is_by_key or is_set)
    if ACTIONS[before["action"]].enters == "text":
        return does.enters == "text" or _only_sets(act)
    if not ACTIONS[before["action"]].presses or before.get("params"):
        return False
    return does.enters == "text" or (act.get("times") == 2 and bool(does.presses))


def _only_sets(act: Told) -> bool:
    """Is it the press by which the pointer has set the field's value?"""
    target = act.get("target")
    role = target.get("role") if isinstance(target, Mapping) else None
    return bool(ACTIONS[act["action"]].presses) and role in SET_BY_POINTER


def continued(before: Told, act: Told) -> Told:
    """The one step."""
    if _only_sets(act) and ACTIONS[before["action"]].enters == "text":
        return before
    begun = {name: before.get(name) for name in ("url", "title", "shown", *_STANDING)}
    dialogs = [*before.get("dialogs", ()), *act.get("dialogs", ())]
    is_double = ACTIONS[act["action"]].presses and act.get("times") == 2
    action = "double_click" if is_double else act["action"]
    return {
        **act,
        **begun,
        "action": action,
        **({"dialogs": dialogs} if dialogs else {}),
    }


def _counted(acts: Sequence[Told], ends: Sequence[Told]) -> list[Told]:
    """Without what may be a step and changed nothing."""
    return [
        act
        for n, act in enumerate(acts)
        if not act.get("maybe") or has_effect(act, [*acts[n + 1 :], *ends])
    ]


def has_effect(act: Told, following: Sequence[Told]) -> bool | None:
    """Did its page change? What is told next of it tells. None: nothing is."""
    if any(act.get(name) for name in ("effect", "dialogs", "download")):
        return True
    then = _next(act, following, _document)
    if not act.get("state") or not then or not then.get("state"):
        return None
    is_moved = bool(then.get("url")) and act.get("url") != then["url"]
    return bool(act["state"] != then["state"] or is_moved)


def step_of(act: Told, following: Sequence[Told], is_alone: bool) -> dict[str, Any]:
    """A step as a run has it. That nothing came of it is known only where all was done
    in one document: else it may show in another."""
    reads = ACTIONS[act["action"]].gives
    effect = None if reads else has_effect(act, following)
    later = None if reads else _read_later([act, *following])
    step = {
        "action": act["action"],
        "target": _element(act, "target"),
        "destination": _element(act, "destination"),
        "value": act.get("value"),
        "params": _params(act),
        "page_before": _page(act, later),
        "page_after": _page_after(act, following),
        "effect": effect if effect or (is_alone and _shows(act)) else None,
    }
    return {name: value for name, value in step.items() if value is not None}


def _shows(act: Told) -> bool:
    """Would what it did be seen in what the page says? A key or a button may save and
    show nothing, a canvas is drawn."""
    does = ACTIONS[act["action"]]
    target = act.get("target") or {}
    if does.presses and target.get("role") not in FIELDS:
        return False
    is_placed = "position" in (act.get("params") or {})
    return does.effect_shows != "nowhere" and not is_placed


def _next(act: Told, following: Sequence[Told], place: Any) -> Told | None:
    """What is told next there; None if that says nothing of how it stood."""
    then = next((one for one in following if place(one) == place(act)), None)
    return then if then and then.get("url") else None


def _tab(one: Told) -> Any:
    return one.get("order", 0)


def _document(one: Told) -> tuple[Any, ...]:
    return one.get("order", 0), one.get("frame")


def _path(one: Told) -> Any:
    target = one.get("target")
    return target.get("path") if isinstance(target, Mapping) else None


def _element(act: Told, what: str) -> dict[str, Any] | None:
    """Without its place in the page's list, which is another one each time; with its
    frame and its tab."""
    element = act.get(what)
    if not isinstance(element, Mapping):
        return None
    kept = {name: value for name, value in element.items() if name != "element_id"}
    where = {name: act[name] for name in ("frame", "tab") if act.get(name)}
    return {**kept, **where}


def _params(act: Told) -> dict[str, Any] | None:
    params = dict(act.get("params") or {})
    for name in ("dialogs", "download"):
        if act.get(name):
            params[name] = act[name]
    if act.get("tab") and not act.get("target"):
        params["tab"] = act["tab"]
    return params or None


def _page(told: Told, values: Sequence[str] | None = ()) -> dict[str, Any] | None:
    """`values`: what is entered on it or later; of what it shows the elements stay that
    may be where it was read. None: all stay."""
    if not told.get("url"):
        return None
    shown = [
        one
        for one in told.get("shown") or ()
        if values is None or _may_show(one, values)
    ]
    page = {"url": told["url"], "title": told.get("title"), "elements": shown}
    if not told.get("frame"):
        page |= {name: told.get(name) for name in _STANDING}
    return {n: value for n, value in page.items() if value or value is False}


def _page_after(
    act: Told, following: Sequence[Told], values: Sequence[str] | None = ()
) -> dict[str, Any] | None:
    """The page that it led to, with how its element stands there otherwise."""
    page = _page(_next(act, following, _tab) or {"url": act.get("led_to")}, values)
    then = _next(act, following, _document) or {}
    target, came = act.get("target") or {}, then.get("came") or {}
    if not page or not came or came.get("of") != target.get("path"):
        return page
    was = {**(target.get("attributes") or {}), "name": target.get("name")}
    turned = {
        key: value
        for key, value in came["stands"].items()
        if value and was.get(key) != value
    }
    return {**page, "turned": turned} if turned else page


def _read_later(acts: Sequence[Told]) -> list[str]:
    entering = (act for act in acts if "action" in act)
    found = (act.get("value") for act in entering if not ACTIONS[act["action"]].gives)
    return [value for value in found if isinstance(value, str) and len(value) > 1]


def _may_show(element: Told, values: Sequence[str]) -> bool:
    held = (element.get("attributes") or {}).get("value")
    texts = [text for text in (element.get("name"), element.get("text"), held) if text]
    return element.get("tag") != "button" and any(
        value in text or may_be_written(text, value)
        for value in values
        for text in texts
    )


# --- what of the pages goes with the task ---------------------------------------------


def _marks_of(
    acts: Sequence[Told], ends: Sequence[Told], task: str
) -> Iterator[list[dict[str, Any]]]:
    """For each act the marks of the page before it."""
    for _, group in groupby(enumerate(acts), key=_same_click):
        clicks = [*group]
        (n, begun), times = clicks[0], len(clicks)
        marks = []
        if begun["action"] == "click":
            then = _next(begun, [*acts[n + times :], *ends], _document) or {}
            target = Element.model_construct(**begun.get("target") or {})
            marks = marks_of(_shown(begun), _shown(then), times, target, task)
        yield from [[mark.compact() for mark in marks]] * times


def _shown(told: Told) -> list[Element]:
    return [Element.model_construct(**one) for one in told.get("shown") or ()]


def _same_click(numbered: tuple[int, Told]) -> tuple[Any, ...]:
    """Equal for clicks on one element, one after the other."""
    n, act = numbered
    is_told = act["action"] == "click" and _path(act)
    return (*_document(act), _path(act), act["target"].get("name")) if is_told else (n,)
