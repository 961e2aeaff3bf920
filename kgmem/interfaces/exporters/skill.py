"""A pattern as a skill of an agent: `SKILL.md`, which says how a kind of task is done.

The head is that of the open format of agent skills (name, description); nothing in it
is run.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from kgmem.interfaces.exporters.playwright_code import plain
from kgmem.interfaces.pattern_names import origin, slug
from kgmem.model.base import Value
from kgmem.model.exported import ExportedPattern, PatternSource
from kgmem.model.pattern import Pattern, PatternStep, Slot
from kgmem.model.recollection import describe_step
from kgmem.model.values.arguments import validated

FORMAT = "skill"
MAX_DESCRIPTION = 1_000
"""Characters; readers of skills take 1,024."""
MOST_EXAMPLES = 3


class SkillOptions(Value):
    """There is nothing to choose."""


def export(source: PatternSource, options: Mapping[str, Any]) -> ExportedPattern:
    """The skill's SKILL.md. No options."""
    validated(SkillOptions, options, FORMAT)
    text = "\n".join(_lines(source)) + "\n"
    return ExportedPattern(format=FORMAT, name="SKILL.md", text=text)


def _lines(source: PatternSource) -> Iterator[str]:
    pattern = source.pattern
    name = slug(pattern, "-")
    about = f"How to do tasks such as: {plain(_example(source))}"
    where = f" In {plain(pattern.app)}." if pattern.app else ""
    said = f"{about[: MAX_DESCRIPTION - len(where)]}.{where}"
    yield from ("---", f"name: {name}", f"description: {_yaml(said)}", "---", "")
    yield from (f"# {_shown(pattern.template)}", "", plain(origin(pattern)), "")
    if pattern.wordings:
        yield "It is also worded like this:"
        yield from ("", *(f"- {_shown(one)}" for one in pattern.wordings), "")
    yield from _parameters(pattern)
    yield from ("## Steps", "", *_steps(pattern), "")
    if source.avoidance:
        warnings = [f"- {plain(one.message)}" for one in source.avoidance]
        yield from ("## Avoid", "", *warnings, "")
    yield from ("## Limits", "", *_limits(pattern))


def _example(source: PatternSource) -> str:
    return source.runs[0].task if source.runs else source.pattern.template


def _parameters(pattern: Pattern) -> Iterator[str]:
    if not pattern.slots:
        return
    yield from ("## Parameters", "", "Ask for what the task does not say.", "")
    for slot in pattern.slots:
        yield f"- {_shown(slot.name)}: {_kind(slot)}"
    yield ""


def _kind(slot: Slot) -> str:
    kind = slot.kind.replace("_", " ")
    told = f"a list, each a {kind}" if slot.is_list else kind
    if slot.transform:
        told += f", entered as {slot.transform}"
    if slot.sensitive:
        return f"{told}; it is secret: take it from the user, never write it down"
    known = ", ".join(map(_shown, slot.examples[:MOST_EXAMPLES]))
    return f"{told}, such as {known}" if known else told


def _steps(pattern: Pattern) -> Iterator[str]:
    if not pattern.steps:
        yield "No run is known: only how the task is worded."
    for (branch, loop), group in groupby(
        pattern.steps, lambda step: (step.branch, step.repeat_for)
    ):
        yield from _grouped(tuple(group), branch, loop, pattern)


def _grouped(
    steps: Sequence[PatternStep], branch: str | None, loop: str | None, of: Pattern
) -> Iterator[str]:
    if branch:
        choice, _, way = branch.partition(".")
        yield f"- Choice {plain(choice)}, way {plain(way)}, if its element is there:"
    if loop:
        yield f"- For each of {_shown(loop)}:"
    indent = "  " if branch or loop else ""
    for step in steps:
        yield f"{indent}{step.n}. {_shown(describe_step(step))}{_remarks(step, of)}"


def _remarks(step: PatternStep, pattern: Pattern) -> str:
    told = []
    if step.irreversible:
        told.append("it can't be taken back: ask before it")
    if step.need == "optional":
        told.append("only if it is there")
    if step.until is not None:
        told.append("again until what follows is there")
    if step.support < pattern.support:
        told.append(f"in {step.support} of {pattern.support} runs")
    if (url := _leads_to(step, pattern)) is not None:
        told.append(f"then the address is like {_shown(url)}")
    return f" ({'; '.join(told)})" if told else ""


def _leads_to(step: PatternStep, pattern: Pattern) -> str | None:
    """The address that it leads to, if the steps before lead to another."""
    before = [one for one in pattern.steps if one.n < step.n]
    url = step.expect.url_template if step.expect else None
    last = before[-1].expect if before else None
    return None if last and last.url_template == url else url


def _limits(pattern: Pattern) -> Iterator[str]:
    stats = pattern.stats
    yield (
        f"- {stats.wins} successes and {stats.losses} failures are known: the "
        f"probability of success is at least {stats.lower_bound:.2f} (10 % quantile)."
    )
    yield "- Before each step look whether its element is there; if not, stop and say."
    yield "- Values of another kind than those above were never tried."
    if any(step.irreversible for step in pattern.steps):
        yield "- It ends in something that can't be taken back: ask before it."
    if pattern.status != "active":
        yield f"- It is {pattern.status}: check each step."


def _shown(text: str) -> str:
    """Text as code of Markdown, in which nothing has a meaning."""
    told = plain(text)
    longest = max(map(len, re.findall("`+", told)), default=0)
    marks = "`" * (longest + 1)
    gap = " " if told[:1] == "`" or told[-1:] == "`" else ""
    return f"{marks}{gap}{told}{gap}{marks}"


def _yaml(text: str) -> str:
    """A string of YAML: JSON's are such."""
    return json.dumps(text, ensure_ascii=False)
