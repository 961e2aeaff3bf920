"""AgentLab's `steps_info.json` (BrowserGym); its pickles are never read."""

import re
from collections.abc import Iterator, Mapping

from kgmem import Box, Element, ImportedRun, InvalidInput, Outcome, RefusedPart, Source
from kgmem.formats import list_of, mapping_of, text_of, told_place
from kgmem_formats.browsers.moment import Moment
from kgmem_formats.browsers.tabs import Tabs
from kgmem_formats.importers.browsergym_calls import steps_of
from kgmem_formats.importers.calls import python_calls
from kgmem_formats.importers.steps import Steps, object_of, page_of

MAIN, SUMMARY = "steps_info.json", "summary_info.json"
JUDGE = "the benchmark's reward"
_LINE = re.compile(r"^\s*\[(\w+)\]\s+(\w+)\s+'((?:[^'\\]|\\.)*)'", re.M)
_FRAME = re.compile(r"[A-Za-z]+")
"""What the numbers of a frame's elements begin with."""
MAX_TREE = 4 << 20


class AgentLab:
    """Reads the steps of an episode as one run; `summary_info.json` beside it tells how
    it went."""

    name = "agentlab"
    title = "AgentLab steps_info.json"

    def recognizes(self, source: Source) -> str | None:
        if source.shape == "folder":
            return f"a folder with {MAIN}" if source.beside(MAIN) else None
        if {"step", "obs", "action"} <= source.first.keys():
            return "steps with obs and action"
        return None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        main = source.main(MAIN)
        steps, tabs = Steps(), Tabs()
        task, last = None, dict[str, object]()
        for place, value in steps.records(main):
            with steps.reading(place):
                info = object_of(value)
                task = task or _goal(mapping_of(info.get("obs")))
                last.update({k: v for k, v in info.items() if k != "obs"})
                _add(steps, tabs, place, info)
        score, outcome = _outcome(_summary(main), last)
        judge = JUDGE if outcome in ("success", "failure") else None
        yield steps.run(main.name, task=task, outcome=outcome, score=score, judge=judge)


def _goal(obs: Mapping[str, object]) -> str | None:
    parts = [mapping_of(one) for one in list_of(obs.get("goal_object"))]
    said = "\n".join(str(p["text"]) for p in parts if isinstance(p.get("text"), str))
    return text_of(obs.get("goal")) or text_of(said)


def _summary(main: Source) -> Mapping[str, object]:
    found = main.beside(SUMMARY)
    try:
        return mapping_of(found.whole()) if found else {}
    except InvalidInput:
        return {}


def _outcome(
    summary: Mapping[str, object], last: Mapping[str, object]
) -> tuple[float | None, Outcome]:
    """By the reward of an episode that ended; one that broke off is unknown."""
    told = summary or last
    reward = told.get("cum_reward") if summary else last.get("reward")
    is_over = told.get("terminated") is True or told.get("truncated") is True
    if told.get("err_msg") or not is_over or not isinstance(reward, int | float):
        return None, "unknown"
    if reward >= 1:
        return 1.0, "success"
    return (0.0, "failure") if reward <= 0 else (float(reward), "unknown")


def _add(steps: Steps, tabs: Tabs, place: str, info: Mapping[str, object]) -> None:
    obs = mapping_of(info.get("obs"))
    _see(tabs, obs)
    action = text_of(info.get("action"))
    if action is None:
        return
    tree = Tree(obs)
    page = page_of(obs.get("url"), _title(obs))
    thought = text_of(mapping_of(info.get("agent_info")).get("think"))
    for n, call in enumerate(python_calls(action)):
        with steps.reading(f"{place} call {n + 1}"):
            now = Moment(page, tabs.told(), thought)
            for step in steps_of(call, now, tree.element, tabs):
                steps.take(step)
            thought = None


def _see(tabs: Tabs, obs: Mapping[str, object]) -> None:
    """The tabs of an observation, and the one at hand."""
    active = _active(obs)
    for n, url in enumerate(list_of(obs.get("open_pages_urls"))):
        tabs.see_listed(str(n), str(url), is_current=n == active)


def _active(obs: Mapping[str, object]) -> object:
    at = obs.get("active_page_index")
    return at[0] if isinstance(at, list) and at else at


def _title(obs: Mapping[str, object]) -> str | None:
    titles, index = list_of(obs.get("open_pages_titles")), _active(obs)
    if not isinstance(index, int) or not 0 <= index < len(titles):
        return None
    return text_of(titles[index])


class Tree:
    """The accessibility tree of an observation, by the numbers of its elements."""

    def __init__(self, obs: Mapping[str, object]) -> None:
        self._boxes = mapping_of(obs.get("extra_element_properties"))
        self._nodes: dict[str, Mapping[str, object]] = {}
        self._parents: dict[str, Mapping[str, object]] = {}
        listed = list_of(mapping_of(obs.get("axtree_object")).get("nodes"))
        for one in map(mapping_of, listed):
            self._parents[str(one.get("nodeId"))] = one
            if "browsergym_id" in one:
                self._nodes[str(one["browsergym_id"])] = one
        text = text_of(obs.get("axtree_txt")) or ""
        self._lines = {
            number: (role, name)
            for number, role, name in _LINE.findall(text[:MAX_TREE])
        }

    def element(self, number: object) -> Element:
        """The element of this number; its number alone where no tree tells it."""
        key = str(number)
        within = _FRAME.match(key)
        frame = self._frame(within[0]) if within else None
        return self._element(key).model_copy(update={"frame": frame})

    def _frame(self, key: str) -> str | None:
        """The frame whose number an element's begins with. Raises InvalidInput where
        nothing but that number is known."""
        called = _said(self._nodes.get(key, {}), "name")
        if called is None:
            raise InvalidInput("it stands in a frame that is not told")
        return told_place([{"title": called}])

    def _element(self, key: str) -> Element:
        if key in self._nodes:
            return self._told(key, self._nodes[key])
        role, name = self._lines.get(key, (None, None))
        if role is None:
            return Element(element_id=key, box=self._box(key))
        return Element(role=role, name=name or None, box=self._box(key))

    def _told(self, key: str, node: Mapping[str, object]) -> Element:
        around = self._parents.get(str(node.get("parentId")), {})
        name, near = _said(node, "name"), _said(around, "name")
        return Element(
            role=_said(node, "role"),
            name=name,
            container=(near,) if near and near != name else (),
            box=self._box(key),
        )

    def _box(self, key: str) -> Box | None:
        sides = list_of(mapping_of(self._boxes.get(key)).get("bbox"))
        if len(sides) != 4 or not all(isinstance(one, int | float) for one in sides):
            return None
        x, y, width, height = sides
        return Box(x=x, y=y, width=width, height=height)


def _said(node: Mapping[str, object], name: str) -> str | None:
    return text_of(mapping_of(node.get(name)).get("value"))


importer = AgentLab()
