"""What counts as the same thing: deterministic ids of tasks, runs, pages, elements.

Ids are UUIDv5 strings, so the same thing gets the same id in every process, and a
node of the graph and its vector share one. Different spaces never share an id.
Shapes, not word lists, tell a generated name from a chosen one.
"""

import hashlib
import json
import re
import unicodedata
from functools import lru_cache
from uuid import UUID

from kgmem.model.base import normalize, to_json
from kgmem.model.keys.element_evidence import (
    kind_of,
    place_of,
    stable_classes,
    stable_id,
    sure_evidence,
    test_id,
    where_shown,
)
from kgmem.model.texts.placeholder import without_numbers
from kgmem.model.texts.url import is_opaque
from kgmem.model.texts.url import url_template as url_template
from kgmem.model.trajectory import Element, Page

_NAMESPACE = UUID("5b0a6f0e-6f5c-5d5e-9f7b-7d1c0c8e2a41")
"""Never change it: every stored id hangs on it."""

MAX_ELEMENTS = 300
"""Elements of the page at hand that are looked up."""


def task_id(space: str, app: str | None, text: str) -> str:
    """One id per space, app and normalized wording."""
    return _id("task", space, fold_app(app), normalize(text))


def text_hash(space: str, text: str) -> str:
    """64 hex digits by which an exactly repeated wording is found, in any app."""
    return _digest("text", space, normalize(text))


def experience_id(space: str, source_task_id: str) -> str:
    """One id per run, as the caller names runs."""
    return _id("experience", space, source_task_id)


def step_id(experience_id: str, n: int) -> str:
    """The id of a run's step number `n`."""
    return _id("step", experience_id, str(n))


def report_id(space: str, plan_id: str) -> str:
    """One id for what became of a plan."""
    return _id("report", space, plan_id)


def app_id(space: str, app: str | None) -> str:
    """One id per app; width, case and white space make no difference."""
    return _id("app", space, fold_app(app))


def page_id(space: str, app: str | None, page: Page | None) -> str:
    """One id per page state, see `page_key`."""
    return _id("page", space, page_key(app, page))


def element_id(space: str, page_id: str, element: Element) -> str:
    """One id per element of a page state, see `element_key`."""
    return _id("element", space, page_id, element_key(element))


def element_ids(space: str, app: str | None, page: Page | None) -> list[str]:
    """Ids of the elements of a page; of a large page, the first MAX_ELEMENTS."""
    if page is None or not page.elements:
        return []
    place = page_id(space, app, page)
    return [element_id(space, place, one) for one in page.elements[:MAX_ELEMENTS]]


def entity_id(space: str, key: str, kind: str | None = None) -> str:
    """The id of what `entity_key` names. `kind` only where things of several kinds
    have the same name and are kept apart."""
    return _id("entity", space, key, *([kind] if kind else []))


def alias_id(space: str, key: str) -> str:
    """One id per further name of entities, folded by `entity_key`."""
    return _short_alias(space, key) if len(key) <= SHORT else _id("alias", space, key)


def fact_id(space: str, statement: tuple[str, ...], *bounds: int | None) -> str:
    """One id per statement and the bounds of its validity: the ids or texts of
    subject, predicate and object, or the words of a fact that has none."""
    return _id("fact", space, *statement, *(repr(bound) for bound in bounds))


def document_id(space: str, source: str) -> str:
    """One id per place that a document comes from."""
    return _id("document", space, source)


def chunk_id(document_id: str, text: str, nth: int = 0) -> str:
    """The id of a document's part: the same while its words stay, wherever it moves.
    `nth` tells apart parts with the same words."""
    return _id("chunk", document_id, _digest(text), str(nth))


def agent_key(space: str, agent: str) -> str:
    """One id per agent, as the caller names agents."""
    return _id("agent", space, agent)


def conversation_id(space: str, agent: str, session: str) -> str:
    """One id per conversation of an agent, as the caller names its sessions."""
    return _id("conversation", space, agent, session)


def message_id(conversation_id: str, given: str) -> str:
    """One id per message of a conversation, as the caller names messages."""
    return _id("message", conversation_id, given)


def event_id(agent_id: str, text: str, at: int) -> str:
    """One id per event of an agent: its words and its time."""
    return _id("event", agent_id, normalize(text), str(at))


def part_of_agent(agent_id: str, part: str, *which: str) -> str:
    """The id of what an agent has one of, or one of each: its profile, a version."""
    return _id(part, agent_id, *which)


@lru_cache(4_096)
def fold_app(app: str | None) -> str:
    """The form in which two spellings name the same app; empty for none."""
    return " ".join(unicodedata.normalize("NFKC", app or "").casefold().split())


_ARTICLE = re.compile(r"(?:the|an?) (?=\S)")
_AROUND = " \t.,;:!?'\"`“”‘’「」『』《》〈〉()（）[]【】。，；：！？、"


PERSON = "agent:"
"""Before the id by which facts call the person whom an agent works for."""


def entity_key(name: str) -> str:
    """The form in which two names count as the same: NFKC, case and white space
    folded, without an article, a possessive and punctuation around it. Empty if
    nothing is left. The id of a person is the caller's own, and stays as it is."""
    if name.startswith(PERSON):
        return name
    return _short_key(name) if len(name) <= SHORT else _entity_key(name)


def _entity_key(name: str) -> str:
    folded = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    folded = folded.strip(_AROUND)
    if folded.endswith(("'s", "’s")):
        folded = folded[:-2].strip(_AROUND)
    return _ARTICLE.sub("", folded, count=1) if _ARTICLE.match(folded) else folded


SHORT = 100
"""Characters of the longest name whose key is remembered: texts repeat their words."""
_short_key = lru_cache(1 << 15)(_entity_key)


@lru_cache(1 << 15)
def _short_alias(space: str, key: str) -> str:
    return _id("alias", space, key)


def predicate_key(predicate: str) -> str:
    """The form in which two predicates count as the same: `livesIn`, `lives_in` and
    `Lives in` are."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|[_\-]+", " ", predicate)
    return " ".join(unicodedata.normalize("NFKC", words).casefold().split())


def page_key(app: str | None, page: Page | None) -> str:
    """What a page state is known by, the first there is of: URL template, title
    (numbers folded), the ids of its elements; else the app's one unknown page."""
    return _key("page", fold_app(app), *(_page_evidence(page) if page else ("none",)))


def _page_evidence(page: Page) -> tuple[str, ...]:
    if page.url and not is_opaque(page.url):
        return ("url", url_template(page.url))
    if page.title and page.title.strip():
        return ("title", re.sub(r"\d+", "{n}", normalize(page.title)))
    marks = {(kind_of(e), mark) for e in page.elements if (mark := _mark(e))}
    if marks:
        return ("marks", *(f"{kind}#{mark}" for kind, mark in sorted(marks)))
    return ("none",)


def _mark(element: Element) -> str | None:
    """A developer's own name for the element: test id or chosen id."""
    return test_id(element) or stable_id(element)


def fingerprint(page: Page) -> str:
    """A hash of what the page is built of: kinds of elements and their chosen ids
    and classes, however often each occurs; no names, no values. Empty if no
    element is known."""
    skeleton = {
        _key(kind_of(e), _mark(e) or "", *stable_classes(e)) for e in page.elements
    }
    return _digest("page", *sorted(skeleton))[:32] if skeleton else ""


# --- elements ------------------------------------------------------------------


def element_key(element: Element) -> str:
    """What an element is known by on its page: its kind and the first there is of
    test id, chosen id, name, label, numbered id. One that has none of these is known
    by all that tells its place together, see `place_of`. In a frame or another tab it
    is another one."""
    sure = next(sure_evidence(element), None)
    place = (part for pair in place_of(element) for part in pair)
    known_by = sure or tuple(place) or ("none", "")
    shown = (part for pair in where_shown(element) for part in pair)
    return _key(kind_of(element), *map(without_numbers, known_by), *shown)


# --- ids -----------------------------------------------------------------------


def _key(*parts: str) -> str:
    """One string from which the parts can be told again: no two lists collide."""
    return to_json(parts)


def _id(*parts: str) -> str:
    """`str(uuid5(_NAMESPACE, json.dumps(parts)))`, in a tenth of its time: a recall
    makes hundreds."""
    told = f"[{', '.join(map(_json_text, parts))}]"
    made = hashlib.sha1(_NAMESPACE.bytes + told.encode(), usedforsecurity=False)
    text = made.hexdigest()
    end = f"{_VARIANTS[text[16]]}{text[17:20]}-{text[20:32]}"
    return f"{text[:8]}-{text[8:12]}-5{text[13:16]}-{end}"


_json_text = json.encoder.encode_basestring_ascii
_VARIANTS = {f"{n:x}": f"{n & 0x3 | 0x8:x}" for n in range(16)}
"""A UUID's 17th digit: of what it is made from, two bits are left."""


def _digest(*parts: str) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
