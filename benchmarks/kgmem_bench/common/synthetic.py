"""Made runs for measuring speed: the same ones for the same seed, of any number.

Half of the apps speak English, half Chinese. A task is a kind (one of an app's
wordings) with values in its slots; kinds are popular to different degrees, and about
one run in seven repeats an earlier task. Each run has eight steps; one in eight
fails at the last. Elements are shared as on real screens: a menu by all tasks of its
app, a form's fields by all of their kind, a result's row by the tasks about the same
thing. Nothing here says anything about the quality of recall.
"""

import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kgmem_bench.common.synthetic_words import CHINESE, ENGLISH, Words

STEPS = 8
REPEATED = 0.15
"""Share of runs that repeat an earlier task."""
FAILED = 0.12
RESERVED = 6
"""Of the things that tasks are about, the last are kept for queries: a similar task
has values that no run had."""

Run = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Task:
    """A made task."""

    text: str
    app: str
    kind: str
    """Same kind: same app, same thing to do."""
    thing: str
    option: str
    words: Words
    section: int
    """Which of the app's sections it is done in."""


class SyntheticRuns:
    """Run `n` of the sequence that a seed names; no run depends on how many are
    taken."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def run(self, n: int) -> Run:
        """A trajectory as an agent would hand it over, before any validation."""
        task = self.task(n)
        failed = self._random("outcome", n).random() < FAILED
        return {
            "task": task.text,
            "app": task.app,
            "outcome": "failure" if failed else "success",
            "source": "synthetic",
            "source_task_id": f"synthetic-{self.seed}-{n}",
            "steps": _steps(task, failed),
        }

    def task(self, n: int) -> Task:
        """What run `n` is asked to do."""
        draw = self._random("task", n)
        if n and draw.random() < REPEATED:
            return self.task(int(draw.random() * n))
        return _task(draw, reserved=False)

    def known(self, i: int, size: int) -> Task:
        """A task of the first `size` runs, word for word."""
        return self.task(int(self._random("known", i).random() * size))

    def similar(self, i: int, size: int) -> Task:
        """A known kind of task with values that no run has."""
        draw = self._random("similar", i)
        model = self.task(int(draw.random() * size))
        words, number = model.words, int(model.kind.rpartition("/")[2])
        return _filled(draw, words, model.app, number, reserved=True)

    def unknown(self, i: int) -> Task:
        """A task of a kind that no run has, in an app that has runs."""
        draw = self._random("unknown", i)
        words = draw.choice((ENGLISH, CHINESE))
        app = draw.choice(words.apps)
        text = draw.choice(words.unknown).format(
            thing=_thing(draw, words, reserved=True), place=draw.choice(words.places)
        )
        return Task(text, app, "unknown", "", "", words, 0)

    def _random(self, what: str, n: int) -> random.Random:
        return random.Random(f"{self.seed}/{what}/{n}")


def _task(draw: random.Random, *, reserved: bool) -> Task:
    words = draw.choice((ENGLISH, CHINESE))
    app = words.apps[_skewed(draw, len(words.apps))]
    number = _skewed(draw, len(words.kinds))
    return _filled(draw, words, app, number, reserved=reserved)


def _filled(
    draw: random.Random, words: Words, app: str, number: int, *, reserved: bool
) -> Task:
    thing = _thing(draw, words, reserved=reserved)
    option = draw.choice(words.options)
    text = draw.choice(words.kinds[number]).format(
        app=app, thing=thing, option=option, place=draw.choice(words.places)
    )
    return Task(text, app, f"{app}/{number}", thing, option, words, number % 4)


def _skewed(draw: random.Random, n: int) -> int:
    """The first of n are popular, the last rare: density falls as 1 / sqrt(rank)."""
    return int(n * draw.random() ** 2)


def _thing(draw: random.Random, words: Words, *, reserved: bool) -> str:
    nouns = words.nouns[-RESERVED:] if reserved else words.nouns[:-RESERVED]
    return words.thing(draw.choice(words.adjectives), draw.choice(nouns))


def _steps(task: Task, failed: bool) -> list[Run]:
    """Open, menu, search, type, go, result, option, confirm."""
    words, kind = task.words, task.kind.rpartition("/")[2]
    host = f"https://{words.slug(task.app)}.example"
    section, form = f"{host}/{task.section}", f"{host}/form-{words.slug(kind)}"
    last: Run = {"success": False, "error": words.error} if failed else {}
    return [
        {"action": "navigate", "value": host, "page_after": _page(host)},
        _on(host, "click", "link", words.sections[task.section], after=section),
        _on(section, "click", "searchbox", words.search),
        _on(section, "type", "searchbox", words.search, value=task.thing),
        _on(section, "click", "button", words.go),
        _on(section, "click", "link", task.thing, after=form),
        _on(form, "select", "combobox", words.choose, value=task.option),
        _on(form, "click", "button", words.confirm, **last),
    ]


def _on(
    page: str,
    action: str,
    role: str,
    name: str,
    *,
    after: str | None = None,
    **rest: Any,
) -> Run:
    step: Run = {
        "action": action,
        "target": {"role": role, "name": name},
        "page_before": _page(page),
        **rest,
    }
    return step if after is None else {**step, "page_after": _page(after)}


@lru_cache(4096)
def _page(url: str) -> Run:
    return {"url": url}
