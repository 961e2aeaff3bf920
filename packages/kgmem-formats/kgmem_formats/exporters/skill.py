"""A pattern as a skill of an agent: `SKILL.md`, which says how a kind of task is done.

The head is that of the open format of agent skills (name, description); nothing in it
is run.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from kgmem import ExportedPattern, Pattern, PatternSource, PatternStep, Slot
from kgmem.formats import Value, describe_step, language_of, phrase, validated
from kgmem_formats.exporters.naming import slug
from kgmem_formats.exporters.playwright_code import plain

FORMAT = "skill"
MAX_DESCRIPTION = 1_000
"""Characters; readers of skills take 1,024."""
MOST_EXAMPLES = 3


class SkillOptions(Value):
    """There is nothing to choose."""


def export(source: PatternSource, options: Mapping[str, object]) -> ExportedPattern:
    """The skill's SKILL.md, in the language of the pattern. No options."""
    validated(SkillOptions, options, FORMAT)
    skill = _Skill(source, language_of(source.pattern.template))
    text = "\n".join(skill.lines()) + "\n"
    return ExportedPattern(format=FORMAT, name="SKILL.md", text=text)


@dataclass(frozen=True, slots=True)
class _Skill:
    """A pattern that is told in its own language."""

    source: PatternSource
    language: str

    @property
    def of(self) -> Pattern:
        return self.source.pattern

    def say(self, role: str, n: int = 1, **said: object) -> str:
        return phrase(f"skill.{role}", self.language, n, **said)

    def lines(self) -> Iterator[str]:
        name = slug(self.of, "-")
        about = json.dumps(self._about(), ensure_ascii=False)  # a string of YAML, too
        yield from ("---", f"name: {name}", f"description: {about}")
        yield from ("---", "", f"# {_shown(self.of.template)}", "")
        yield from (plain(self._origin()), "")
        if self.of.wordings:
            yield self.say("wordings")
            yield from ("", *(f"- {_shown(one)}" for one in self.of.wordings), "")
        yield from self._parameters()
        yield from (f"## {self.say('steps')}", "", *self._steps(), "")
        if self.source.avoidance:
            warnings = [f"- {plain(one.message)}" for one in self.source.avoidance]
            yield from (f"## {self.say('avoid')}", "", *warnings, "")
        yield from (f"## {self.say('limits')}", "")
        yield from (f"- {one}" for one in self._limits())

    def _about(self) -> str:
        runs = self.source.runs
        task = plain(runs[0].task if runs else self.of.template)
        where = self.say("where", app=plain(self.of.app)) if self.of.app else ""
        end = self.say("end")
        about = self.say("about", task=task)
        return f"{about[: MAX_DESCRIPTION - len(where)]}{end}{where}"

    def _origin(self) -> str:
        where = self.say("origin_in", app=self.of.app) if self.of.app else ""
        return self.say(
            "origin",
            self.of.support,
            where=where,
            key=self.of.pattern_id,
            version=self.of.version,
            count=self.of.support,
        )

    def _parameters(self) -> Iterator[str]:
        if not self.of.slots:
            return
        yield from (f"## {self.say('parameters')}", "", self.say("ask"), "")
        for slot in self.of.slots:
            told = self.say("parameter", name=_shown(slot.name), kind=self._kind(slot))
            yield f"- {told}"
        yield ""

    def _kind(self, slot: Slot) -> str:
        kind = slot.kind.replace("_", " ")
        if self.language != "en":  # there, the kinds are called by their own names
            kind = phrase(f"kind.{slot.kind}", self.language)
        told = self.say("list", kind=kind) if slot.is_list else kind
        if slot.transform:
            told += self.say("entered", transform=slot.transform)
        if slot.sensitive:
            return told + self.say("secret")
        known = [_shown(one) for one in slot.examples[:MOST_EXAMPLES]]
        joined = self.say("between").join(known)
        return told + (self.say("such_as", known=joined) if known else "")

    def _steps(self) -> Iterator[str]:
        if not self.of.steps:
            yield self.say("no_run")
        for (branch, loop), group in groupby(
            self.of.steps, lambda step: (step.branch, step.repeat_for)
        ):
            yield from self._grouped(tuple(group), branch, loop)

    def _grouped(
        self, steps: Sequence[PatternStep], branch: str | None, loop: str | None
    ) -> Iterator[str]:
        if branch:
            choice, _, way = branch.partition(".")
            yield f"- {self.say('choice', choice=plain(choice), way=plain(way))}"
        if loop:
            yield f"- {self.say('each', list=_shown(loop))}"
        indent = "  " if branch or loop else ""
        for step in steps:
            told = _shown(describe_step(step))
            yield f"{indent}{step.n}. {told}{self._remarks(step)}"

    def _remarks(self, step: PatternStep) -> str:
        told = []
        if step.irreversible:
            told.append(self.say("irreversible"))
        if step.need == "optional":
            told.append(self.say("optional"))
        if step.until is not None:
            told.append(self.say("until"))
        if step.support < self.of.support:
            some = {"some": step.support, "all": self.of.support}
            told.append(self.say("support", **some))
        if (url := _leads_to(step, self.of)) is not None:
            told.append(self.say("leads_to", url=_shown(url)))
        joined = self.say("joint").join(told)
        return self.say("remarks", told=joined) if told else ""

    def _limits(self) -> Iterator[str]:
        stats = self.of.stats
        least = f"{stats.lower_bound:.2f}"
        yield self.say("known", wins=stats.wins, losses=stats.losses, least=least)
        yield self.say("look")
        yield self.say("other_kinds")
        if any(step.irreversible for step in self.of.steps):
            yield self.say("ends")
        if self.of.status != "active":
            yield self.say("status", status=self.of.status)


def _leads_to(step: PatternStep, pattern: Pattern) -> str | None:
    """The address that it leads to, if the steps before lead to another."""
    before = [one for one in pattern.steps if one.n < step.n]
    url = step.expect.url_template if step.expect else None
    last = before[-1].expect if before else None
    return None if last and last.url_template == url else url


def _shown(text: str) -> str:
    """Text as code of Markdown, in which nothing has a meaning."""
    told = plain(text)
    longest = max(map(len, re.findall("`+", told)), default=0)
    marks = "`" * (longest + 1)
    gap = " " if told[:1] == "`" or told[-1:] == "`" else ""
    return f"{marks}{gap}{told}{gap}{marks}"
