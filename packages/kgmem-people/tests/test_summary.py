"""Summaries: checked, or the sentences that tell most."""

import json
from datetime import UTC, datetime

import pytest

from kgmem.errors import ServiceError
from kgmem.model.conversation import Message
from kgmem_people.summary import LONGEST, Summarize, extracted

AT = datetime(2025, 3, 1, tzinfo=UTC)


class Model:
    """A chat model that always answers the same."""

    model = "fake"

    def __init__(self, answer: str | Exception) -> None:
        self.answer = answer

    def complete(self, prompt: str) -> str:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def messages(*texts: str) -> list[Message]:
    return [
        Message(message_id=str(n), role="user", content=text, at=AT, n=n)
        for n, text in enumerate(texts)
    ]


SAID = messages("Order 17 goes to Ann.", "She pays on Friday, by card.")


def names(text: str) -> list[str]:
    return [word.strip(".,") for word in text.split() if word in ("Bob", "Bob.", "Ann")]


def test_answer_that_is_borne_out_is_taken() -> None:
    model = Model(json.dumps({"summary": "Order 17 is for Ann."}))

    found = Summarize(names, model)("", SAID)

    assert found.text == "Order 17 is for Ann."
    assert "conversation/summary@1" in found.by
    assert found.by.endswith("fake")


@pytest.mark.parametrize(
    "answer",
    [
        json.dumps({"summary": "Order 18 is for Ann."}),
        json.dumps({"summary": "Order 17 is for Bob."}),
        json.dumps({"summary": ""}),
        json.dumps({"summary": "long " * 1_000}),
        json.dumps({"text": "x"}),
        "nonsense",
        ServiceError("too late"),
    ],
)
def test_anything_else_gives_way_to_the_rules(answer: str | Exception) -> None:
    found = Summarize(names, Model(answer))("", SAID)

    assert found.text == extracted("", SAID)
    assert found.by.startswith("rules: ")


def test_named_things_survive_long_talk() -> None:
    idle = [f"Well yes that is quite fine with me {'so ' * n}" for n in range(1, 60)]
    told = ["Ticket ABC-1234 is for Ann Lee.", "它在北京的仓库，编号 7788。"]

    summary = extracted("", messages(*idle[:30], *told, *idle[30:]))

    assert len(summary) <= LONGEST
    assert "ABC-1234" in summary
    assert "7788" in summary
