"""Trajectories as LongMemEval-V2's harness hands them over, read as steps.

A state has the page's accessibility tree, with a line for each element
(`[12] button 'Save'`), and the call that was made there (`click('12')`).
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args
from urllib.parse import urlsplit

from kgmem import Action

Raw = Mapping[str, Any]
_ACTIONS: Mapping[str, Action] = {
    "dblclick": "double_click",
    "fill": "type",
    "select_option": "select",
    "press": "key",
    "goto": "navigate",
    "go_back": "back",
    **{name: name for name in get_args(Action)},
}
"""Calls of BrowserGym, in which such trajectories are recorded, and kgmem's own."""
_LINE = re.compile(r"(?:\[\w+\] )?(\w+) (?:'(.*?)'|\"(.*?)\")(?=,|$)")


@dataclass(frozen=True, slots=True)
class State:
    """A page, how it was reached, and what was done there."""

    url: str
    lines: list[str]
    """Those of its tree, without their indentation."""
    after: str
    """The step that led here; empty if there was none."""
    step: Raw | None

    @property
    def app(self) -> str:
        return urlsplit(self.url).netloc

    @property
    def place(self) -> str:
        """Its app and how it was reached."""
        return f"{self.app}, after {self.after}" if self.after else self.app

    def text(self) -> str:
        """What a search finds it by: its place as a heading, and its lines."""
        return "\n".join([f"# {self.place}", "", *(f"- {one}" for one in self.lines)])


def states(trajectory: Raw) -> Iterator[State]:
    """The states of a trajectory, in order."""
    after = ""
    for state in trajectory["states"]:
        tree = state.get("accessibility_tree") or state.get("text") or ""
        lines = [line.strip() for line in tree.splitlines() if line.strip()]
        call = (state.get("action") or "").strip()
        step = _step(call, lines, state["url"]) if call else None
        yield State(state["url"], lines, after, step)
        after = described(step) if step else ""


def element(line: str) -> dict[str, str] | None:
    """The element of a line of the tree; None where the line is none."""
    match = _LINE.match(line)
    return match and {"role": match[1], "name": match[2] or match[3] or ""}


def described(step: Raw) -> str:
    """A step in words, as evidence has it: `type 'Ann' textbox 'Name'`."""
    target, params = step.get("target") or {}, step.get("params") or {}
    name = target.get("name") or target.get("text")
    parts = [
        params.get("name") or step["action"],
        f"'{step['value']}'" if step.get("value") else "",
        target.get("role") or "",
        f"'{name}'" if name else "",
    ]
    return " ".join(filter(None, parts))


def _step(call: str, lines: list[str], url: str) -> dict[str, Any]:
    """A call as a step; what can't be read is kept as it stands."""
    step: dict[str, Any] = {"action": "custom", "page_before": {"url": url}}
    try:
        parsed = ast.parse(call, mode="eval").body
        name, values = ast.unparse(parsed.func), map(ast.literal_eval, parsed.args)  # type: ignore[attr-defined]
        arguments = [str(value) for value in values]
    except (SyntaxError, ValueError, AttributeError):
        return {**step, "params": {"name": call}}
    if name not in _ACTIONS or name in get_args(Action)[-2:]:
        return {**step, "params": {"name": name, "arguments": arguments}}
    step["action"] = _ACTIONS[name]
    if arguments and name not in ("goto", "scroll"):
        step["target"] = _target(arguments.pop(0), lines)
    return {**step, "value": " ".join(arguments) or None}


def _target(identifier: str, lines: list[str]) -> dict[str, str]:
    """The element of that id, or what the call itself says of it."""
    shown = (line for line in lines if line.startswith(f"[{identifier}] "))
    return element(next(shown, identifier)) or {"text": identifier}
