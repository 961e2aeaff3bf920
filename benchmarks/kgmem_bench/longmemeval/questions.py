"""Questions of five kinds with the evidence that answers them, from recorded runs.

Static and dynamic state and premises come from screens of apps, workflows and gotchas
from runs of many wordings of a task, those that are asked left out. Each rule looks at
the runs alone.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from kgmem import Element, Step
from kgmem.samples import Sample
from kgmem_bench.data_sets import samples
from kgmem_bench.longmemeval.states import Raw, described, element, states

SCREENS, WORDINGS = "autodroid", "miniwob-demos"
EACH = 60
"""Questions of a kind, at most."""
LEFT_OUT = "012"
"""With what the digest of a wording begins that is asked, and not learned."""
_ASKED = {
    "success": ("workflow", "What are the steps to do this: {}"),
    "failure": ("gotchas", "What goes wrong when this is done: {}"),
}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and the ways to answer it: each needs items of evidence, and an
    item has all of its texts."""

    kind: str
    text: str
    ways: Sequence[Sequence[tuple[str, ...]]]

    def is_answered(self, evidence: Sequence[str]) -> bool:
        """Does the evidence have all items of one way?"""
        return any(
            all(any(all(t in one for t in item) for one in evidence) for item in way)
            for way in self.ways
        )


def asked(folder: Path) -> tuple[list[Raw], list[Question]]:
    """The trajectories to learn, as the harness has them, and the questions."""
    screens = [_trajectory(one) for one in samples(folder / SCREENS)]
    left_out, kept = list[Sample](), list[tuple[str | None, Raw]]()
    for one in samples(folder / WORDINGS):
        if _digest(one.trajectory.task)[0] in LEFT_OUT:
            left_out.append(one)
        else:
            kept.append((one.group, _trajectory(one)))
    chosen = defaultdict[str, dict[str, Question]](dict)
    questions = [*_of_screens(screens), *_of_kinds(kept, left_out)]
    for question in sorted(questions, key=lambda one: _digest(one.text)):
        if len(chosen[question.kind]) < EACH:
            chosen[question.kind].setdefault(question.text, question)
    both = [*screens, *(run for _, run in kept)]
    return both, [one for some in chosen.values() for one in some.values()]


def _of_screens(screens: Sequence[Raw]) -> Iterator[Question]:
    """What there is in an app, in which state, and what a step brings about."""
    pages = [list(states(one)) for one in screens]
    shown = {(s.app, _bare(line)) for run in pages for s in run for line in s.lines}
    names = [(app, (element(line) or {}).get("name")) for app, line in shown]
    once = {name for name, often in Counter(names).items() if often == 1}
    for app, line in sorted(shown):
        name = (element(line) or {}).get("name")
        if not name or (app, name) not in once:
            continue
        contrary = "off" if "checked='true'" in line else "on"
        if "checked=" in line:
            text = f"Why is {name} switched {contrary} in {app} from the start?"
            yield Question("premises", text, [[(app, line)]])
        else:
            text = f"What kind of element is {name} in {app}, and what is beside it?"
            yield Question("static state", text, [[(app, line)]])
    by_step = defaultdict[str, list[list[tuple[str, ...]]]](list)
    led = [pair for run in pages for pair in pairwise(run) if pair[1].after]
    for before, after in led:
        text = f"What does {after.app} show after {after.after}?"
        by_step[text].append([(after.app, f"after {after.after}")])
        new = [line for line in after.lines if line not in before.lines]
        by_step[text][-1] += [(after.app, _bare(line)) for line in new]
    for text, ways in by_step.items():
        if all(len(way) > 1 for way in ways):
            yield Question("dynamic state", text, ways)


def _of_kinds(
    kept: Sequence[tuple[str | None, Raw]], left_out: Sequence[Sample]
) -> Iterator[Question]:
    """How a kind of task is done, and what only failed runs of it did."""
    for one in left_out:
        outcome = one.trajectory.outcome
        alike = [(run, _steps(run)) for group, run in kept if group == one.group]
        good = {
            step
            for run, steps in alike
            for step in steps
            if run["outcome"] == "success" != outcome
        }
        ways = [
            [(run["goal"], outcome, step) for step in steps if step not in good]
            for run, steps in alike
            if run["outcome"] == outcome
        ]
        kind, text = _ASKED[outcome]
        if ways := [way for way in ways if way]:
            yield Question(kind, text.format(one.trajectory.task), ways)


def _steps(run: Raw) -> list[str]:
    return [described(state.step) for state in states(run) if state.step]


def _trajectory(sample: Sample) -> Raw:
    """A run in the harness's form; its app is the host of its addresses."""
    run = sample.trajectory
    pages = [step.page_before for step in run.steps] + [run.steps[-1].page_after]
    calls = [*map(_call, run.steps), None]
    shown = [
        {
            "url": f"https://{run.app}/",
            "accessibility_tree": _tree(page.elements) if page else "",
            "action": call,
        }
        for page, call in zip(pages, calls, strict=True)
    ]
    about = {"id": run.source_task_id, "goal": run.task, "outcome": run.outcome}
    return {**about, "states": shown}


def _tree(elements: Iterable[Element]) -> str:
    return "\n".join(f"[{one.element_id}] {_line(one)}" for one in elements)


def _line(one: Element) -> str:
    label = one.text or one.name or one.attributes.get("id", "")
    checked = one.attributes.get("checked")
    state = f", checked={checked!r}" if checked else ""
    return f"{one.role or one.tag} {label!r}{state}"


def _bare(line: str) -> str:
    return line.partition("] ")[2]


def _call(step: Step) -> str:
    arguments = [_line(step.target)] if step.target else []
    arguments += [step.value] if step.value else []
    return f"{step.action}({', '.join(map(repr, arguments))})"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
