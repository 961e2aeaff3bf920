"""The steps of a browser-use history: of each entry its actions, the elements that
they touched, one result each."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote_plus

from pydantic import ValidationError

from kgmem import Element, InvalidInput, Locator, Page, Step
from kgmem.formats import (
    WITHIN,
    bounded_json,
    dom_path,
    element_from,
    explain,
    list_of,
    locator_from,
    mapping_of,
    number,
    text_of,
    told_place,
)
from kgmem_formats.browsers.asked import ASKING, refuse_questions
from kgmem_formats.browsers.browser_use import (
    DEFAULT_ENGINE,
    ELEMENT,
    ENGINES,
    IN_NEW_TAB,
    PAGE,
    READS,
    TOOLS,
    UPWARDS,
)
from kgmem_formats.browsers.frames import has_hash, is_in_page
from kgmem_formats.browsers.moment import Moment, place
from kgmem_formats.browsers.rows import Tool, check, is_given
from kgmem_formats.browsers.tabs import Tabs
from kgmem_formats.importers.steps import VALUE

_THOUGHTS = ("evaluation_previous_goal", "memory", "next_goal", "thinking")
FRAMES = ("iframe", "frame")
OF_A_FRAME = "it stands in a frame, and the history does not tell in which"


@dataclass(frozen=True, slots=True)
class BrowserAction:
    """One action of an entry."""

    name: str
    arguments: Mapping[str, object]
    element: object
    said: str | None
    """What the browser answered."""
    moment: Moment
    where: str


@dataclass(slots=True)
class BrowserUseReader:
    """Reads the entries of one run in their order."""

    _tabs: Tabs = field(default_factory=Tabs)
    _typed: set[str] = field(default_factory=set)
    """The fields that were typed into, by their paths."""
    _hashes_tell: bool = False
    """Was the hash of an element that of its path?"""
    answer: str | None = None
    """What the agent said at the end."""

    def tab_of(self, entry: Mapping[str, object]) -> str | None:
        """The tab that the entry shows, as `Element.tab` tells it."""
        self._tabs.see(mapping_of(entry.get("state")))
        return self._tabs.told()

    def actions(
        self, entry: Mapping[str, object], where: str
    ) -> Iterator[BrowserAction]:
        """The actions of an entry that were done: those behind the last result were
        not, since the page had changed."""
        output, state = (
            mapping_of(entry["model_output"]),
            mapping_of(entry.get("state")),
        )
        self._tabs.see(state)
        results = list(map(mapping_of, list_of(entry.get("result"))))
        touched = list_of(state.get("interacted_element"))
        page, thought = _page(state), _thought(output)
        for n, (name, arguments) in _called(output.get("action")):
            if results and n >= len(results):
                return
            result = results[n] if results else {}
            yield BrowserAction(
                name,
                arguments,
                touched[n] if n < len(touched) else None,
                text_of(result.get("extracted_content")),
                Moment(page, None, thought, text_of(result.get("error"))),
                f"{where}.model_output.action[{n}]",
            )
            thought = None

    def steps(self, action: BrowserAction) -> list[Step]:
        """The steps of an action; none of one that only looks.

        Raises InvalidInput where all of it can't be kept.
        """
        if not action.name:
            raise InvalidInput("an action is an object")
        tool = TOOLS.get(action.name)
        arguments = {k: v for k, v in action.arguments.items() if v is not None}
        if tool is None:
            refuse_questions(action.name, arguments)
            return [_own_tool(action)]
        if action.name in READS:
            return _extracted(action)
        if tool.looks:
            return []
        check(action.name, tool, arguments)
        if tool.deed not in ASKING:
            refuse_questions(action.name, arguments)
        try:
            return list(self._made(action, tool, arguments))
        except ValidationError as error:
            raise InvalidInput(explain(error, action.where)) from error

    def _made(
        self, action: BrowserAction, tool: Tool, given: Mapping[str, object]
    ) -> Iterator[Step]:
        self._refuse_a_frame(action.element)
        now = self._moment(action)
        match tool.deed:
            case "click":
                params = (
                    {"modifiers": ["Control"]}
                    if given.get("while_holding_ctrl")
                    else {}
                )
                yield now.step("click", _target(action, given), params=params)
            case "type":
                yield self._entered(action, now, given)
            case "select" | "upload" as deed:
                value = _text(given, "text" if deed == "select" else "path")
                yield now.step(deed, _needed(action, given), value=value)
            case "key":
                yield from now.pressed(_text(given, "keys"))
            case "scroll":
                yield from now.scrolled(
                    0, _down(action.name, given), touched(action.element)
                )
            case "navigate":
                address = _text(given, "url")
                if given.get("new_tab") or action.name in IN_NEW_TAB:
                    self._tabs.navigate_anew(address)
                yield self._moment(action).step("navigate", value=address)
            case "search":
                yield now.step("navigate", value=_search(action.name, given))
            case "back":
                yield now.step("back")
            case "wait":
                yield now.step("wait", value=str(given.get("seconds", 3)))
            case "drag":
                ends = [_drag_end(given, side) for side in ("source", "target")]
                yield now.step("drag", ends[0], destination=ends[1])
            case "tab":
                self._switch(given)
            case _:
                told = {key: bounded_json(value) for key, value in given.items()}
                yield now.step("custom", params={**told, "name": action.name})

    def _refuse_a_frame(self, element: object) -> None:
        is_told = is_in_page(mapping_of(element))
        self._hashes_tell = self._hashes_tell or is_told is True
        is_hashed = has_hash(mapping_of(element))
        if is_told is False or (is_told is None and is_hashed and self._hashes_tell):
            raise InvalidInput(OF_A_FRAME)

    def _moment(self, action: BrowserAction) -> Moment:
        told = action.moment
        return Moment(told.page, self._tabs.told(), told.thought, told.error)

    def _switch(self, given: Mapping[str, object]) -> None:
        key = next((given[k] for k in ("tab_id", "page_id") if k in given), None)
        if key is None or not self._tabs.switch(key):
            raise InvalidInput("which tab it goes to is not told")

    def _entered(
        self, action: BrowserAction, now: Moment, given: Mapping[str, object]
    ) -> Step:
        """A text in place of what was there; one behind what was there is refused."""
        target = _needed(action, given)
        key = target.path or str(target.element_id)
        adds = given.get("clear", given.get("clear_existing")) is False
        if adds and (key in self._typed or target.attributes.get("value")):
            raise InvalidInput(f"{action.name}: it adds to what stands in the field")
        self._typed.add(key)
        return now.step("type", target, value=_text(given, "text"))


def _called(given: object) -> Iterator[tuple[int, tuple[str, Mapping[str, object]]]]:
    """The place, the name and the arguments of each action."""
    listed = [given] if isinstance(given, Mapping) else list_of(given)
    for n, action in enumerate(listed):
        if not isinstance(action, Mapping):
            yield n, ("", {"value": action})
            continue
        for name, told in action.items():
            if told is not None:
                is_plain = not isinstance(told, Mapping)
                yield n, (str(name), {"value": told} if is_plain else told)


def _own_tool(action: BrowserAction) -> Step:
    """The call of a tool that the caller brought along, with all of its arguments."""
    told = {str(k): bounded_json(v) for k, v in action.arguments.items()}
    return action.moment.step(
        "tool", touched(action.element), params={**told, "name": action.name}
    )


_EXTRACTED = re.compile(r"<result>\s*(\S[^\n]*?)\s*</result>")
"""What it answers to `extract`: the model's words, of one line what it read."""


def _extracted(action: BrowserAction) -> list[Step]:
    read = _EXTRACTED.search(action.said or "")
    if read is None:
        return []
    return [action.moment.step("read", value=read[1], params={"of": VALUE})]


def _text(given: Mapping[str, object], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str | int | float):
        raise InvalidInput(f"{name} is not told")
    return str(value)


def _down(name: str, given: Mapping[str, object]) -> float:
    """Pixels that it scrolls down."""
    pages = number(given.get("pages", given.get("num_pages", 1.0)))
    amount = number(given.get("amount"))
    by = amount if amount is not None else (pages or 1.0) * PAGE
    is_up = name in UPWARDS or given.get("down") is False
    return -by if is_up else by


def _search(name: str, given: Mapping[str, object]) -> str:
    engine = given.get("engine", given.get("search_engine"))
    engine = str(engine or DEFAULT_ENGINE.get(name)).casefold()
    if engine not in ENGINES:
        raise InvalidInput(f"{name}: no address is known of {engine[:60]!r}")
    return ENGINES[engine].format(quote_plus(_text(given, "query")))


def _drag_end(given: Mapping[str, object], side: str) -> Element:
    selector = given.get(f"element_{side}")
    if isinstance(selector, str) and (found := locator_from(selector)):
        return Element(locators=(found,))
    return place(given.get(f"coord_{side}_x"), given.get(f"coord_{side}_y"))


# --- elements ---------------------------------------------------------------------


def _target(action: BrowserAction, given: Mapping[str, object]) -> Element:
    if action.element is None and is_given(given.get("coordinate_x")):
        return place(given.get("coordinate_x"), given.get("coordinate_y"))
    return _needed(action, given)


def _needed(action: BrowserAction, given: Mapping[str, object]) -> Element:
    """The element; what the result calls it and its number where nothing else tells."""
    found = touched(action.element)
    if found is not None and found.label():
        return found
    words = _CLICKED.search(action.said or "")
    tag = words["tag"] if words else None
    name = (words["text"] or words["old"].strip()) if words else None
    if found is not None:
        return found.model_copy(update={"name": found.name or name})
    index = given.get("index")
    if not isinstance(index, int | str):
        raise InvalidInput(f"{action.name}: its element is not told")
    return Element(element_id=index, tag=tag, name=name)


_CLICKED = re.compile(
    r"Clicked (?:button with index \d+: (?P<old>.+)"
    r"|(?P<tag>[a-z][\w-]*)(?: [\w-]+=\S+)* \"(?P<text>(?:(?!\.\.\.\").)+)\")"
)
"""What browser-use answers to a click; of a long text it shows the beginning alone."""


def touched(raw: object) -> Element | None:
    """An element of a history. Raises InvalidInput for one in a frame that is not
    told."""
    if not isinstance(raw, Mapping):
        return None
    given = {str(k): v for k, v in raw.items() if not ELEMENT.get(str(k))}
    tag = str(given.get("node_name") or given.get("tag_name") or "").casefold()
    around = [str(one).casefold() for one in list_of(given.pop(_BRANCH, None))]
    frame_id = given.pop("frame_id", None)
    frame, path = _out_of_frames(_path(given))
    is_within = frame_id is not None or any(one in FRAMES for one in around[:-1])
    if is_within and frame is None and tag not in FRAMES:
        raise InvalidInput(OF_A_FRAME)
    found = element_from({**given, **({"path": path} if path else {})})
    return found and found.told_by(_hosts(path)).model_copy(update={"frame": frame})


def _hosts(path: str) -> tuple[Locator, ...]:
    """The page's own elements that it stands in: a path leads through their shadow
    roots and does not say so."""
    tags = [step.partition("[")[0] for step in path.split("/")[:-1]]
    hosts = " ".join(tag for tag in tags if "-" in tag)
    return (Locator(kind=WITHIN, value=hosts),) if hosts else ()


_BRANCH = "entire_parent_branch_path"


def _path(given: dict[str, object]) -> str:
    every = [text_of(given.pop(name, None)) for name in ("x_path", "xpath")]
    return next(filter(None, every), "")


def _out_of_frames(path: str) -> tuple[str | None, str]:
    """The chain of frames that a path leads through, and the rest of it."""
    steps = path.removeprefix("/").split("/") if path else []
    chain, begun = [], 0
    for n, step in enumerate(steps[:-1]):
        if step.partition("[")[0].casefold() in FRAMES:
            chain.append({"xpath": dom_path("/".join(steps[begun : n + 1]))})
            begun = n + 1
    return told_place(chain), "/".join(steps[begun:])


# --- what stands around an action -------------------------------------------------


def _page(state: Mapping[str, object]) -> Page | None:
    url, title = text_of(state.get("url")), text_of(state.get("title"))
    shot = text_of(state.get("screenshot_path"))
    if not (url or title or shot):
        return None
    return Page(url=url, title=title, screenshot_ref=shot)


def _thought(output: Mapping[str, object]) -> str | None:
    said = {**mapping_of(output.get("current_state")), **output}
    lines = [f"{name}: {said[name]}" for name in _THOUGHTS if said.get(name)]
    return "\n".join(lines) or None
