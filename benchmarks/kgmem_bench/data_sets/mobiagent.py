"""Chinese tasks on phones: wordings, and runs made from templates with slots.

Nobody ran the made ones. They carry the tag `generated` and a source that begins
with `generated:`, and no judge.
"""

import itertools
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kgmem import Action, Element, Step, Trajectory
from kgmem.samples import Sample
from kgmem_bench.data_sets.reading import Row, read_rows, stable_id

SET = "mobiagent-zh"
GENERATED = f"generated:{SET}"
TEMPLATES = "slot_templates.jsonl"

_ACTIONS: dict[str, Action] = {
    "click": "click",
    "longclick": "long_press",
    "input": "type",
}
_PLACE = re.compile(r"\{(\w{1,40})\}|<(\w{1,40})>")


def sample(row: Row) -> Sample:
    """The wording of one row, without steps; its group is app and type."""
    wording = Trajectory(
        task=row["intent"],
        app=row["app"],
        locale="zh",
        source=SET,
        source_task_id=stable_id(SET, f"{row['app']}/{row['type']}/{row['intent']}"),
    )
    return Sample(wording, SET, group=f"{row['app']}/{row['type']}")


@dataclass(frozen=True, slots=True)
class Template:
    """A kind of task: its wordings and its path, both with slots."""

    name: str
    """The first wording."""
    wordings: tuple[str, ...]
    path: tuple[str, ...]
    candidates: Mapping[str, tuple[str, ...]]
    """Values by slot name."""
    bound: tuple[str, ...] = ()
    """Slots whose n-th candidates belong together."""


def template(row: Row) -> Template:
    """The template of one row of `slot_templates.jsonl`."""
    rule, _, names = row.get("dependency", "no").partition(":")
    return Template(
        name=row["task"],
        wordings=(row["task"], *row.get("alter", ())),
        path=tuple(row["trajectory"]),
        candidates={slot: tuple(given) for slot, given in row["candidates"].items()},
        bound=tuple(names.split(",")) if rule == "bind" else (),
    )


def templates(folder: Path) -> list[Template]:
    """The templates of the set's folder; none where it has no such file."""
    path = folder / TEMPLATES
    return list(read_rows(path, template)) if path.exists() else []


def generate(template: Template, n: int, seed: int) -> list[Sample]:
    """`n` different runs, or all there are if fewer; same seed, same runs."""
    choices = list(itertools.product(template.wordings, _fillings(template)))
    picked = random.Random(seed).sample(choices, min(n, len(choices)))
    return [_run(template, wording, values) for wording, values in picked]


def _fillings(template: Template) -> list[dict[str, str]]:
    """Every allowed choice of values, each once, in the template's order."""
    free = [slot for slot in template.candidates if slot not in template.bound]
    axes: list[list[dict[str, str]]] = [
        [{slot: value} for value in template.candidates[slot]] for slot in free
    ]
    if template.bound:
        together = zip(*(template.candidates[s] for s in template.bound), strict=True)
        axes.append(
            [dict(zip(template.bound, row, strict=True)) for row in together],
        )
    merged = (
        {slot: value for part in parts for slot, value in part.items()}
        for parts in itertools.product(*axes)
    )
    return list({tuple(values.items()): values for values in merged}.values())


def _run(template: Template, wording: str, values: Mapping[str, str]) -> Sample:
    task = _fill(wording, values)
    run = Trajectory(
        task=task,
        steps=tuple(_steps(template.path, values)),
        outcome="success",
        app=_app(template.path, values),
        locale="zh",
        source=GENERATED,
        source_task_id=stable_id(GENERATED, f"{template.name}/{task}"),
        tags=("generated",),
    )
    return Sample(run, SET, group=template.name, slots=dict(values))


def _app(path: tuple[str, ...], values: Mapping[str, str]) -> str | None:
    """A path begins on the home screen, with a click on the app's icon."""
    verb, _, words = path[0].partition(" ") if path else ("", "", "")
    return _fill(words, values) if verb == "click" else None


def _steps(path: tuple[str, ...], values: Mapping[str, str]) -> Iterator[Step]:
    for line in path:
        verb, _, words = line.partition(" ")
        yield _step(verb, words, values)


def _step(verb: str, words: str, values: Mapping[str, str]) -> Step:
    filled, action = _fill(words, values), _ACTIONS.get(verb)
    if action is None:
        return Step(action="custom", params={"name": verb, "text": filled})
    if action == "type":
        return Step(action=action, value=filled)
    # A slot's value is written on the element; other words only describe it.
    text = filled if _PLACE.search(words) else None
    return Step(action=action, target=Element(name=filled, text=text))


def _fill(text: str, values: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda place: values[place[1] or place[2]], text)
