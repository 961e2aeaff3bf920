"""Every kind of secret in every place, each with a value of its own; then the bytes of
stores, logs and what was sent to a model are searched for all of them."""

import contextlib
import json
import logging
import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from kgmem import KgmemError, Memory
from tests.doubles import WordEmbedder
from tests.secret_samples import KINDS, Sample, samples

pytestmark = pytest.mark.slow

CONTROL = "zanzibarcontrolword"
"""Harmless, so that it is found: the search looks where texts are."""

Next = Callable[[], Sample]
Given = dict[str, Any]


class Secrets:
    """Samples of one kind after another, with the place that each was put into."""

    def __init__(self, kind: str, seed: int) -> None:
        self._kind = kind
        endless = chain.from_iterable(samples(seed + n, 1) for n in range(10_000))
        self._samples = (one for one in endless if one.kind == kind)
        self.placed: list[tuple[str, Sample]] = []

    def take(self, place: str) -> Sample:
        """A new one, for this place."""
        found = next(self._samples)
        self.placed.append((f"{self._kind} in {place}", found))
        return found

    def said(self, place: str) -> str:
        return self.take(place).said


def page(secrets: Secrets) -> Given:
    return {
        "url": f"https://a.example/x?password={secrets.take('url').canaries[0]}",
        "title": secrets.said("page title"),
        "hint": secrets.said("page hint"),
        "elements": [
            {"role": "link", "name": secrets.said("page element's name")},
            {"tag": "p", "text": secrets.said("page element's text")},
        ],
    }


def field_of(secrets: Secrets, kind: str) -> Given:
    """An input of a type that says nothing, named after the secret that it holds."""
    held = secrets.take(f"value of an input of type {kind}")
    named = {"name": held.field, "type": kind, "value": held.raw}
    return {"tag": "input", "name": "Field", "attributes": named}


def steps(secrets: Secrets) -> Iterator[Given]:
    typed = secrets.take("step's value")
    yield {
        "action": "type",
        "value": typed.raw,
        "target": {"role": "textbox", "name": typed.field},
        "thought": secrets.said("thought"),
        "error": secrets.said("error"),
    }
    yield {
        "action": "click",
        "target": {
            "role": "link",
            "name": secrets.said("target's name"),
            "text": secrets.said("target's text"),
            "container": [secrets.said("container")],
            "attributes": {"title": secrets.said("attribute")},
            "locators": [{"kind": "text", "value": secrets.said("locator")}],
        },
        "page_before": page(secrets),
        "page_after": page(secrets),
    }
    for kind in ("text", "email", "tel", "number", "search", "password"):
        yield {"action": "click", "target": field_of(secrets, kind)}
    yield {
        "action": "tool",
        "params": {
            "name": "t",
            "args": {"note": secrets.said("params")},
            "raw": json.dumps([{"content": secrets.said("raw text in params")}]),
        },
    }


def learn_run(memory: Memory, secrets: Secrets, kind: str) -> str:
    run = {
        "task": f"{CONTROL} {secrets.said('task')}",
        "app": secrets.said("app"),
        "outcome": "success",
        "source_task_id": f"{kind} {secrets.said('source_task_id')}",
        "preconditions": secrets.said("preconditions"),
        "tags": [secrets.said("tags")],
        "keywords": [secrets.said("keywords")],
        "steps": list(steps(secrets)),
    }
    return memory.learn(run).experience_id


def record_and_write_back(memory: Memory, secrets: Secrets) -> None:
    with memory.record(secrets.said("recorded task"), app="shop") as run:
        for step in steps(secrets):
            run.step(step)
        run.succeed()
    typed = secrets.take("raw history")
    history = [
        {"action": "click", "target": {"role": "textbox", "name": typed.field}},
        {"action": "type", "value": typed.raw, "thought": secrets.said("raw thought")},
    ]
    task = secrets.said("task of a raw history")
    memory.learn_from_task(history, True, f"raw {typed.kind}", task=task, app="shop")
    wrong = {**history[1], "target": history[0]["target"]}
    with pytest.raises(KgmemError):
        memory.learn({"task": task, "outcome": "no such", "steps": [wrong]})


def know(memory: Memory, secrets: Secrets, folder: Path) -> None:
    said = secrets.said
    key = memory.add_fact(
        f"Note: {said('fact')}",
        keywords=[said("fact's keyword")],
        source=said("fact's source")[:80],
        app=said("fact's app"),
    )
    memory.retract_fact(key, reason=said("retraction's reason"))
    with contextlib.suppress(KgmemError):  # a predicate may be too long
        memory.add_triple("Ann", said("predicate"), "Bob")
    memory.add_triple(
        "Ann", "notes", said("object"), source="x", app=said("triple's app")
    )
    with contextlib.suppress(KgmemError):  # a name may be too long
        memory.add_triple(said("subject"), "is", "known")
    memory.add_triple("Ann", "knows", "Bob")
    with contextlib.suppress(KgmemError):
        memory.add_aliases("Ann", [said("alias")])
    with contextlib.suppress(KgmemError):
        memory.declare_predicate(said("declared predicate"), single_valued=True)
    memory.add_document(
        text=f"# {said('title')[:80]}\n\nAbout it: {said('document')}\n",
        source=said("document's source")[:200],
        app=said("document's app"),
    )
    held = secrets.take("file's name").said[:80]
    path = folder / (f"{held}.md" if held.isprintable() and "/" not in held else "x.md")
    path.write_text(f"A list.\n\n- {said('file')}\n", "utf-8")
    memory.add_document(path, app="shop")
    path.unlink()


def ask(memory: Memory, secrets: Secrets) -> None:
    said = secrets.said
    memory.search(said("query"), app=said("searched app"))
    memory.recall(
        said("recalled task"),
        app=said("recalled app"),
        page_hint=said("recalled hint"),
        elements=[{"role": "link", "name": said("recalled element")}],
    )
    memory.match(said("matched task"), said("matched app"))
    memory.risk({"action": "click"}, task=said("risky task"), app="shop")


def report(memory: Memory, secrets: Secrets) -> None:
    memory.learn(
        {
            "task": f"Open the list of {secrets.take('').kind}s",
            "app": "shop",
            "outcome": "success",
            "judge": "test",
            "steps": [{"action": "click", "target": {"role": "link", "name": "List"}}],
        }
    )
    found = memory.recall(f"Open the list of {secrets.placed[-1][1].kind}s", app="shop")
    assert found.plan is not None
    told = found.plan.model_dump() | {
        "task": secrets.said("reported task"),
        "app": secrets.said("reported app"),
    }
    element = {"role": "link", "name": secrets.said("located element")}
    memory.report(
        told,
        "success",
        failed_step=1,
        reason=secrets.said("reason of a report"),
        located={1: memory.locate(found.plan.steps[0], [element])},
        repaired_with=list(steps(secrets))[:2],
    )


def left(kind: str, placed: list[tuple[str, Sample]], data: bytes) -> list[str]:
    """Places of which something is found, as it is or as JSON."""
    return [
        f"{place}: {sample.said!r}"
        for place, sample in placed
        if any(stands(form, data) for one in sample.canaries for form in forms(one))
    ]


def stands(form: str, data: bytes) -> bool:
    """Digits within longer ones are a time's or a weight's, by chance."""
    if not form.isdigit():
        return form.encode() in data
    return re.search(rb"(?<![\d.])%b(?!\d)" % form.encode(), data) is not None


def forms(canary: str) -> set[str]:
    return {canary, json.dumps(canary)[1:-1]}


def bytes_below(folder: Path) -> bytes:
    """Of all files; without zeros, so that UTF-16 reads as ASCII."""
    files = (path.read_bytes() for path in folder.rglob("*") if path.is_file())
    return b"\n".join(data.replace(b"\0", b"") for data in files)


def test_no_secret_of_any_kind_is_kept_from_any_place(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG, logger="kgmem")
    embedder = WordEmbedder()
    given = {kind: Secrets(kind, seed) for seed, kind in enumerate(KINDS)}
    with Memory.open(tmp_path / "m", embedder=embedder) as memory:
        for kind, secrets in given.items():
            learn_run(memory, secrets, kind)
            record_and_write_back(memory, secrets)
            know(memory, secrets, tmp_path)
            ask(memory, secrets)
            report(memory, secrets)
        memory.flush()
    out = capfd.readouterr()
    texts = [caplog.text, out.out, out.err, *chain.from_iterable(embedder.calls)]
    stored, told = bytes_below(tmp_path), "\n".join(texts).encode()

    leaks = [
        leak
        for kind, one in given.items()
        for leak in left(kind, one.placed, stored + told)
    ]

    assert CONTROL.encode() in stored
    assert leaks == []
