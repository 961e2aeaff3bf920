"""A memory that knows people through a chat service, on a real loopback server."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory
from tests.chat_server import Chat, served
from tests.doubles import WordEmbedder

TOLD = {
    "profile": [{"kind": "home", "value": "Porto", "message": 1,
                 "quote": "our flat is in Porto", "confidence": 0.9}],
    "events": [{"text": "The user moved to Porto.", "messages": [1],
                "quote": "our flat is in Porto"}],
}  # fmt: skip
TAGS = {
    "tags": [{"aspect": "intent", "value": "settle in", "messages": [1],
              "quote": "our flat", "confidence": 0.8}]
}  # fmt: skip


class People(Chat):
    """Answers by what the prompt asks for."""

    def answer(self, prompt: str) -> str:
        return json.dumps(TAGS if '"tags"' in prompt else TOLD)


@contextmanager
def opened(
    folder: Path, instead: tuple[int, str] | None = None, **settings: Any
) -> Iterator[tuple[Memory, list[str]]]:
    prompts: list[str] = []
    handler = type("Told", (People,), {"prompts": prompts, "instead": instead})
    with served(handler) as url:
        given = {
            "chat_base_url": url,
            "chat_model": "chat-model",
            "chat_price_in": 2.0,
            "chat_price_out": 4.0,
            "chat_patience": 0.2,
            **settings,
        }
        with Memory.open(folder, settings=given, embedder=WordEmbedder()) as memory:
            yield memory, prompts
            memory._open.learn.chat.service.close()  # type: ignore[union-attr]


SAID = "Since spring our flat is in Porto. My password is hunter2!x"


def test_profile_events_and_tags_come_from_the_model(tmp_path: Path) -> None:
    with opened(tmp_path / "memory") as (memory, prompts):
        agent = memory.agent("a")

        result = agent.update_with_pipeline([{"role": "user", "content": SAID}])

        assert result.ok
        assert agent.get_profile_content() == "The user lives in Porto."
        assert agent.get_event_content() == ["The user moved to Porto."]
        assert [one.value for one in agent.tags()] == ["settle in"]
        assert [one.reason for one in result.stages] == [None, None, None]
        by = [log.output["by"] for log in agent.get_pipeline_history()[::2]]  # type: ignore[index,call-overload]
        assert all(str(one).endswith("chat-model") for one in by)
        assert len(prompts) == 2
        assert "hunter2" not in "".join(prompts)
        assert memory.stats()["services"]["chat"]["requests"] == 2
        assert memory.stats()["services"]["chat"]["cost"] == pytest.approx(
            2 * (100 * 2 + 10 * 4) / 1e6
        )


@pytest.mark.parametrize("instead", [(200, "Well, Porto."), (401, "no")])
def test_model_of_no_use_gives_way_to_the_rules_and_the_stage_says_so(
    tmp_path: Path, instead: tuple[int, str]
) -> None:
    with opened(tmp_path / "memory", instead) as (memory, _):
        agent = memory.agent("a")

        result = agent.update_with_pipeline(
            [{"role": "user", "content": "I live in Rome. Thanks!"}]
        )

        assert result.ok
        assert agent.get_profile_content() == "The user lives in Rome."
        assert [one.value for one in agent.tags()] == ["happy"]
        reasons = [one.reason or "" for one in result.stages]
        assert [one.startswith("rules: ") for one in reasons] == [True, False, True]
        logged = [one.error for one in agent.get_pipeline_history()]
        assert logged == [one.reason for one in result.stages]
