"""Recalls that ask a chat service, on a real loopback server."""

import json
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory
from kgmem.errors import ConfigurationError
from kgmem.model.recollection import Recollection
from tests.chat_server import Chat, served
from tests.doubles import WordEmbedder

KNOWN = (("tea", "Bob"), ("jam", "Cid"), ("oats", "Dee"), ("rice", "Eve"))
NEW = "Kindly order milk for Ann from the usual shop"
SAME = {
    "same": True,
    "values": {},
    "reworded": [{"task": "usual", "wording": "shop"}],
    "left_out": [],
    "added": [],
}


def run(item: str, who: str) -> dict[str, Any]:
    def enter(value: str, name: str) -> dict[str, Any]:
        target = {"role": "textbox", "name": name}
        return {"action": "type", "target": target, "value": value}

    return {
        "task": f"Order {item} for {who} from the shop",
        "app": "shop",
        "outcome": "success",
        "steps": [
            enter(item, "Item"),
            enter(who, "For"),
            {"action": "click", "target": {"role": "button", "name": "Go on"}},
        ],
    }


class Judging(Chat):
    """Says that all is the same, with the values that it was shown."""

    def answer(self, prompt: str) -> str:
        shown = next(
            line for line in prompt.splitlines() if line.startswith("Values: ")
        )
        values = json.loads(shown.removeprefix("Values: "))
        return json.dumps(SAME | {"values": values})


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a memory that knows the kind of task."""
    folder = tmp_path_factory.mktemp("learned") / "memory"
    given = {"generalize_after": 0}
    with Memory.open(folder, settings=given, embedder=WordEmbedder()) as memory:
        for one in KNOWN:
            memory.learn(run(*one))
        memory.generalize()
    return folder


def recalled(
    folder: Path,
    task: str = NEW,
    instead: tuple[int, str] | None = None,
    *,
    judge: bool = True,
) -> tuple[Recollection, list[str], dict[str, Any]]:
    """What is recalled, the prompts, and what the services were asked for."""
    prompts: list[str] = []
    handler = type("Told", (Judging,), {"prompts": prompts, "instead": instead})
    with served(handler) as url:
        given = {"chat_base_url": url, "chat_model": "m", "judge": judge}
        given |= {"judge_patience": 0.3, "generalize_after": 0}
        with Memory.open(folder, settings=given, embedder=WordEmbedder()) as memory:
            found = memory.recall(task, app="shop")
            services = memory.stats()["services"]
            memory._open.learn.chat.service.close()  # type: ignore[union-attr]
    return found, prompts, services


def stage(found: Recollection) -> Any:
    return next((one for one in found.stages if one.name == "judge"), None)


def test_a_judged_plan_has_checks_and_the_stage_says_why(
    learned: Path,
) -> None:
    found, prompts, services = recalled(learned)

    assert found.route == "direct_replay"
    assert found.plan is not None
    assert found.plan.checked
    assert "just what the plan does" in stage(found).reason
    assert len(prompts) == 1
    asked = services["judge"]
    assert (asked["requests"], asked["total_tokens"]) == (1, 110)


def test_off_by_default_nobody_is_asked(learned: Path) -> None:
    found, prompts, services = recalled(learned, judge=False)

    assert found.route == "adaptive_replay"
    assert (stage(found), prompts) == (None, [])
    assert "judge" not in services


@pytest.mark.parametrize("instead", [(200, "Well."), (401, "no"), (503, "starting")])
def test_a_model_of_no_use_leaves_all_as_it_was(
    learned: Path, instead: tuple[int, str]
) -> None:
    found, _, _ = recalled(learned, instead=instead)

    assert found.route == "adaptive_replay"
    assert stage(found).status == "failed"


def test_secrets_never_reach_the_model(learned: Path) -> None:
    task = f"{NEW}. My password is hunter2!x"

    _, prompts, _ = recalled(learned, task)

    assert "hunter2" not in "".join(prompts)


def test_a_judge_needs_a_chat_model(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="KGMEM_CHAT_BASE_URL"):
        Memory.open(tmp_path / "memory", settings={"judge": True})
