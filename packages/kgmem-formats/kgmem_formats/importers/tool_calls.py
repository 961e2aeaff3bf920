"""Transcripts of language models with tools: OpenAI's and Anthropic's messages."""

from collections.abc import Iterator, Mapping, Sequence

from kgmem import ImportedRun, InvalidInput, RefusedPart, Source, Step
from kgmem.formats import (
    TASK_NAMES,
    StepReader,
    Unclear,
    answer_in,
    in_our_case,
    mapping_of,
    parts_of,
    said_by_model,
    said_by_user,
    text_of,
)
from kgmem_formats.browsers.browser_use_steps import OF_A_FRAME
from kgmem_formats.browsers.mcp_page import UNTOLD
from kgmem_formats.importers.steps import Steps, object_of

LISTS = ("messages", "input", "output", "items")
"""Where the messages of a conversation stand."""
CALLS = frozenset({
    "tool_use", "function_call", "computer_call", "tool_call", "custom_tool_call",
})  # fmt: skip

INSTRUCTIONS = frozenset({"system", "developer"})
"""Roles whose messages are about every task."""


class ToolCalls:
    """Reads each conversation as a run: its task is what the user said first."""

    name = "tool-calls"
    title = "OpenAI and Anthropic tool calls"

    def recognizes(self, source: Source) -> str | None:
        for record in source.sample:
            messages = _messages(record) or [record]
            if any(map(_calls, messages)):
                return "messages that call tools"
        return None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        loose: list[tuple[str, object]] = []
        refused: list[RefusedPart] = []
        for record in source.records():
            if isinstance(record, RefusedPart):
                refused.append(record)
            elif (messages := _messages(record[1])) is not None:
                numbered = [(f"{record[0]}[{n}]", m) for n, m in enumerate(messages)]
                yield conversation(numbered, record[0], mapping_of(record[1]))
            else:
                loose.append(record)
        if loose:  # what is refused belongs to them
            yield conversation(loose, source.name, {}, refused)
        else:
            yield from refused


def _messages(record: object) -> Sequence[object] | None:
    """The messages of a conversation; None where the record is a message itself."""
    if isinstance(record, list):
        return record
    if not isinstance(record, Mapping) or "role" in record or "type" in record:
        return None
    lists = [record[name] for name in LISTS if isinstance(record.get(name), list)]
    return [one for listed in lists for one in listed] or None


def _calls(message: object) -> bool:
    told = mapping_of(message)
    content = told.get("content")
    parts = content if isinstance(content, list) else []
    return (
        bool(told.get("tool_calls"))
        or told.get("type") in CALLS
        or any(mapping_of(part).get("type") in CALLS for part in parts)
    )


def conversation(
    messages: Sequence[tuple[str, object]],
    place: str,
    around: Mapping[str, object],
    refused: Sequence[RefusedPart] = (),
) -> ImportedRun:
    """The run of one conversation: what its calls of tools did. With messages that were
    `refused` it lacks steps."""
    steps = Steps()
    steps.refused += refused
    task = next(filter(None, (text_of(around.get(name)) for name in TASK_NAMES)), None)
    said = [said_by_user(mapping_of(message)) for _, message in messages]
    task = task or next(filter(None, said), None)
    reader = StepReader({task or ""}, is_strict=True)
    for where, message in messages:
        with steps.reading(where):
            _read(steps, reader, where, message)
    with steps.reading(place):
        for step in reader.steps:
            _take(steps, place, step)
    last = mapping_of(messages[-1][1]) if messages else {}
    answer = answer_in(steps.steps) or said_by_model(last)
    return steps.run(place, task=task, answer=answer)


def _read(steps: Steps, reader: StepReader, where: str, message: object) -> None:
    if mapping_of(message).get("role") in INSTRUCTIONS:
        return
    for part in parts_of(in_our_case(object_of(message)), TASK_NAMES):
        with steps.reading(where):
            reason = reader.take(part, where)
            if isinstance(reason, Unclear):
                raise InvalidInput(reason)


def _take(steps: Steps, place: str, step: Step) -> None:
    ends = [one for one in (step.target, step.destination) if one is not None]
    if any((one.frame or "").startswith(UNTOLD) for one in ends):
        steps.refuse(place, OF_A_FRAME)
    else:
        steps.take(step)


importer = ToolCalls()
