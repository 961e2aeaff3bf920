"""Run by an interpreter that has browser-use: its own agent does what a script says, in
the place of a chat model, and its own history is written.

`python agent_run.py SCRIPT HISTORY CHROMIUM`; the script has the actions and, for each,
the element that it is done to. It imports nothing of this package.
"""

import asyncio
import json
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

os.environ.setdefault("ANONYMIZED_TELEMETRY", "false")
os.environ.setdefault("BROWSER_USE_CLOUD_SYNC", "false")
os.environ.setdefault("BROWSER_USE_LOGGING_LEVEL", "error")
STEP_S = 60


class Scripted:
    """Answers with the next action of the script."""

    model = "scripted"
    provider = name = model_name = "scripted"
    _verified_api_keys = True

    def __init__(self, script: list[dict[str, Any]]) -> None:
        self._left = list(script)
        self.browser: Any = None
        self.lacking: str | None = None
        """What browser-use does not show."""

    async def ainvoke(self, messages: Any, output_format: Any = None, **_: Any) -> Any:
        action = await self._next()
        told = {
            "evaluation_previous_goal": "Success",
            "memory": "",
            "next_goal": "Go on",
            "action": [action],
        }
        answer = output_format.model_validate(told)
        views = import_module("browser_use.llm.views")
        return views.ChatInvokeCompletion(completion=answer, usage=None)

    async def _next(self) -> dict[str, Any]:
        if not self._left:
            return {"done": {"text": "Done", "success": True, "files_to_display": []}}
        one = self._left.pop(0)
        ((name, params),) = one["action"].items()
        if one["element"] is not None:
            nodes = await self.browser.get_selector_map()
            try:
                params = {**params, "index": index_of(nodes, one["element"])}
            except LookupError as error:
                self.lacking, self._left = str(error), []
                return await self._next()
        if "tab_id" in params:
            tabs = await self.browser.get_tabs()
            params = {"tab_id": tabs[one["tab"]].target_id[-4:]}
        return {name: params}


def index_of(nodes: dict[int, Any], element: dict[str, Any]) -> int:
    """The number that browser-use gave the element. Raises LookupError."""
    for fits in (_is_there, _is_called):
        for index, node in nodes.items():
            if fits(node, element):
                return index
    raise LookupError(f"browser-use shows no {element['tag']} {element['name']!r}")


def _is_there(node: Any, element: dict[str, Any]) -> bool:
    is_tag = node.node_name.lower() == element["tag"]
    return is_tag and node.xpath == element["whole_path"] and _is_called(node, element)


def _is_called(node: Any, element: dict[str, Any]) -> bool:
    if node.node_name.lower() != element["tag"]:
        return False
    wanted = {k: v for k, v in element["attributes"].items() if k in ("id", "name")}
    own = node.attributes or {}
    name = (node.ax_node.name if node.ax_node else None) or ""
    return all(own.get(k) == v for k, v in wanted.items()) and (
        bool(wanted) or name.strip() == element["name"]
    )


async def run(script: dict[str, Any], history: Path, program: str) -> None:
    tool = import_module("browser_use")
    browser = tool.BrowserSession(
        executable_path=program, headless=True, chromium_sandbox=False,
        enable_default_extensions=False, user_data_dir=None,
    )  # fmt: skip
    llm = Scripted(script["actions"])
    llm.browser = browser
    agent = tool.Agent(
        task=script["task"], llm=llm, browser_session=browser, use_vision=False,
        available_file_paths=script["files"], use_judge=False,
        calculate_cost=False, step_timeout=STEP_S, max_failures=1,
    )  # fmt: skip
    done = await agent.run(max_steps=len(script["actions"]) + 1)
    done.save_to_file(history)
    await browser.kill()
    if llm.lacking is not None:
        raise SystemExit(llm.lacking)


if __name__ == "__main__":
    script_at, history_at, chromium_at = sys.argv[1:]
    told = json.loads(Path(script_at).read_text(encoding="utf-8"))
    asyncio.run(run(told, Path(history_at), chromium_at))
