"""When a step that only some runs have is done: what goes with it in their texts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kgmem.generalize.plain import Wordings
from kgmem.generalize.steps.clearing import closes_cover
from kgmem.generalize.steps.path import CommonPath, MemberRun
from kgmem.matching.assigning.literals import literal_words
from kgmem.model.pattern import PatternStep

_Said = Mapping[str, frozenset[str]]
"""The words of each run's text outside its values, by experience id."""


def with_conditions(
    path: CommonPath, runs: Sequence[MemberRun], wordings: Wordings
) -> CommonPath:
    """The path whose optional steps and ways say with which words they are done."""
    literals = [literal_words(template) for template in wordings.templates]
    said = {
        run.experience_id: literals[wordings.members[run.task_id].wording]
        for run in runs
        if run.experience_id in path.instances
    }
    by_id = {run.experience_id: run for run in runs}
    steps = (_with_condition(step, path, said, by_id) for step in path.steps)
    return replace(path, steps=tuple(steps))


def _with_condition(
    step: PatternStep, path: CommonPath, said: _Said, runs: Mapping[str, MemberRun]
) -> PatternStep:
    taken = {key: path.instances[key].index(step.n) for key in _takers(step, path)}
    left = [key for key in path.instances if key not in taken]
    if step.need == "required" or step.repeat_for or step.until or not left:
        return step
    targets = [runs[key].steps[at].target for key, at in taken.items()]
    if step.does.presses and any(map(closes_cover, targets)):
        return step.model_copy(update={"clears": True})
    when = _told_by(taken, left, said)
    unless = () if when else _told_by(left, taken, said)
    return step.model_copy(update={"when": when, "unless": unless})


def _takers(step: PatternStep, path: CommonPath) -> Iterator[str]:
    return (key for key, taken in path.instances.items() if step.n in taken)


def _told_by(own: Iterable[str], others: Iterable[str], said: _Said) -> tuple[str, ...]:
    """What the texts of all these runs say and none of the others' does: words that
    they share, else those of each; nothing where one says no such word."""
    elsewhere = frozenset[str]().union(*(said[key] for key in others))
    told = [said[key] - elsewhere for key in own]
    if not told or not all(told):
        return ()
    shared = frozenset.intersection(*told)
    found = [shared] if shared else told
    return tuple(dict.fromkeys(" ".join(sorted(words)) for words in found))
