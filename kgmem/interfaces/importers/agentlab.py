"""AgentLab's `steps_info.json` (BrowserGym); its pickles are never read."""

import re
from collections.abc import Iterator, Mapping

from kgmem.errors import InvalidInput
from kgmem.interfaces.importers.calls import WrittenCall, python_calls
from kgmem.interfaces.importers.steps import Steps, number_of, object_of, page_of
from kgmem.learn.importing.importer import ImportedRun
from kgmem.learn.importing.source import Source
from kgmem.model.action import ACTIONS, Action
from kgmem.model.imported import RefusedPart
from kgmem.model.trajectory import Box, Element, Outcome
from kgmem.model.values.json_read import list_of, mapping_of, text_of

MAIN, SUMMARY = "steps_info.json", "summary_info.json"
JUDGE = "the benchmark's reward"
ACTS: Mapping[str, Action] = {
    "click": "click",
    "dblclick": "double_click",
    "fill": "type",
    "clear": "type",
    "select_option": "select",
    "press": "key",
    "keyboard_press": "key",
    "keyboard_type": "type",
    "keyboard_insert_text": "type",
    "check": "check",
    "uncheck": "uncheck",
    "hover": "hover",
    "drag_and_drop": "drag",
    "upload_file": "upload",
    "goto": "navigate",
    "go_back": "back",
    "scroll": "scroll",
    "noop": "wait",
    "tab_focus": "switch",
    "new_tab": "custom",
    "tab_close": "custom",
    "go_forward": "custom",
    "mouse_click": "click",
    "mouse_dblclick": "double_click",
}
QUIET = frozenset({
    "send_msg_to_user", "report_infeasible", "focus", "keyboard_up", "keyboard_down",
    "mouse_move", "mouse_up", "mouse_down",
})  # fmt: skip
"""Actions that do nothing to a page, or only half a thing."""
_LINE = re.compile(r"^\s*\[(\w+)\]\s+(\w+)\s+'((?:[^'\\]|\\.)*)'", re.M)
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
        steps, task, last = Steps(), None, dict[str, object]()
        for place, value in steps.records(main):
            with steps.reading(place):
                info = object_of(value)
                task = task or _goal(mapping_of(info.get("obs")))
                last.update({k: v for k, v in info.items() if k != "obs"})
                _add(steps, place, info)
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


def _add(steps: Steps, place: str, info: Mapping[str, object]) -> None:
    action = text_of(info.get("action"))
    if action is None:
        return
    obs = mapping_of(info.get("obs"))
    tree = Tree(obs)
    page = page_of(obs.get("url"), _title(obs))
    thought = text_of(mapping_of(info.get("agent_info")).get("think"))
    for n, call in enumerate(python_calls(action)):
        with steps.reading(f"{place} call {n + 1}"):
            add_call(steps, call, tree, {"page_before": page, "thought": thought})
            thought = None


def _title(obs: Mapping[str, object]) -> str | None:
    titles, at = list_of(obs.get("open_pages_titles")), obs.get("active_page_index")
    index = at[0] if isinstance(at, list) and at else at
    is_there = isinstance(index, int) and 0 <= index < len(titles)
    return text_of(titles[index]) if is_there else None  # type: ignore[index]


def add_call(
    steps: Steps, call: WrittenCall, tree: "Tree", fields: Mapping[str, object]
) -> None:
    """The step of a call of BrowserGym's. Raises InvalidInput where it is none."""
    name, args = call.name, [*call.args, *call.named.values()]
    if name in QUIET:
        return
    action = ACTS.get(name)
    if action is None:
        raise InvalidInput(f"no action of BrowserGym's is called {name[:60]!r}")
    does = ACTIONS[action]
    told = dict(fields)
    if name.startswith("mouse_"):
        told["target"] = _place(args)
    elif (does.points_at == "element" or name == "press") and not name.startswith(
        "key"
    ):
        told["target"] = tree.element(args.pop(0))
    if does.has_destination:
        told["destination"] = tree.element(args.pop(0))
    if does.is_call:
        steps.add(action, params={"name": name}, **told)
    elif does.moves == "view":
        down = args[1] if len(args) > 1 else 0
        way = "up" if isinstance(down, int | float) and down < 0 else "down"
        steps.add(action, params={"direction": way}, **told)
    elif does.leads == "forth" and not does.enters:
        steps.add(action, params={"index": args[0] if args else 0}, **told)
    else:
        steps.add(action, **told)
        if does.takes_value or does.waits:
            steps.last(value=_text(args))


def _text(args: list[object]) -> str | None:
    first = args[0] if args else ""
    one = first[0] if isinstance(first, list) and first else first
    return str(one) if isinstance(one, str | int | float) else None


def _place(args: list[object]) -> Element:
    return Element(
        box=Box(x=number_of(args[0]), y=number_of(args[1]), width=0, height=0)
    )


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
