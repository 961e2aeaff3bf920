"""What counts as the same thing: deterministic ids of tasks, runs, pages, elements.

Ids are UUIDv5 strings, so the same thing gets the same id in every process, and a
node of the graph and its vector share one. Different spaces never share an id.
Shapes, not word lists, tell a generated name from a chosen one.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from uuid import UUID

from kgmem.model.base import normalize
from kgmem.model.locators import chosen_locators, is_generated, other_locators
from kgmem.model.placeholder import without_numbers
from kgmem.model.shape import has_few_digits, is_chosen, looks_generated
from kgmem.model.trajectory import Element, Page
from kgmem.model.url import is_opaque, url_template

__all__ = [
    "alias_id",
    "app_id",
    "chunk_id",
    "document_id",
    "element_id",
    "element_ids",
    "element_key",
    "entity_id",
    "entity_key",
    "experience_id",
    "fact_id",
    "fingerprint",
    "fold_app",
    "kind_of",
    "page_id",
    "page_key",
    "predicate_key",
    "report_id",
    "stable_classes",
    "stable_id",
    "step_id",
    "task_id",
    "text_hash",
    "url_template",
]

_NAMESPACE = UUID("5b0a6f0e-6f5c-5d5e-9f7b-7d1c0c8e2a41")
"""Never change it: every stored id hangs on it."""

MAX_NAME = 120
"""Characters of an element's name that tell it apart; more is its content."""
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


@lru_cache(4_096)
def fold_app(app: str | None) -> str:
    """The form in which two spellings name the same app; empty for none."""
    return " ".join(unicodedata.normalize("NFKC", app or "").casefold().split())


_ARTICLE = re.compile(r"(?:the|an?) (?=\S)")
_AROUND = " \t.,;:!?'\"`“”‘’「」『』《》〈〉()（）[]【】。，；：！？、"


def entity_key(name: str) -> str:
    """The form in which two names count as the same: NFKC, case and white space
    folded, without an article, a possessive and punctuation around it. Empty if
    nothing is left."""
    return _short_key(name) if len(name) <= SHORT else _entity_key(name)


def _entity_key(name: str) -> str:
    folded = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    folded = folded.strip(_AROUND)
    if folded.endswith(("'s", "’s")):
        folded = folded[:-2].strip(_AROUND)
    return _ARTICLE.sub("", folded, count=1) if _ARTICLE.match(folded) else folded


SHORT = 100
"""Characters of the longest name whose key is remembered: texts repeat their words."""
_short_key = lru_cache(8_192)(_entity_key)


@lru_cache(8_192)
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
    return _test_id(element) or stable_id(element)


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
    by all that tells its place together, see `_place_of`."""
    sure = next(_sure_evidence(element), None)
    place = (part for pair in _place_of(element) for part in pair)
    known_by = sure or tuple(place) or ("none", "")
    return _key(kind_of(element), *map(without_numbers, known_by))


def evidence_of(element: Element) -> Iterator[tuple[str, str]]:
    """What an element can be told by, as (kind of evidence, folded value), the most
    trusted first."""
    yield from _sure_evidence(element)
    yield from _weak_evidence(element)


def _sure_evidence(element: Element) -> Iterator[tuple[str, str]]:
    """What tells an element alone, whatever else is known of it."""
    for how, find in (
        ("test_id", _test_id),
        ("id", stable_id),
        ("name", _name),
        ("id", _numbered_id),
    ):
        value = find(element)
        if value and value.strip():
            yield how, value


def _weak_evidence(element: Element) -> Iterator[tuple[str, str]]:
    for how, value in (
        ("locator", next(iter(chosen_locators(element)), None)),
        ("selector", next(iter(other_locators(element)), None)),
        ("path", _in_frame(element, element.path)),
        ("container", normalize(element.container[0]) if element.container else None),
        ("ordinal", _in_frame(element, element.ordinal)),
        ("box", _place(element)),
    ):
        if value and value.strip():
            yield how, value


def _place_of(element: Element) -> Iterator[tuple[str, str]]:
    """What tells an element without a name from others, all of it: locators, path,
    the text around it, ordinal. Where only that text is known, its box; without one,
    what its markup says; without that, the numbers and names that a program gave."""
    given = dict(_weak_evidence(element))
    for locator in chosen_locators(element):
        yield "locator", locator
    for how in ("path", "container", "ordinal"):
        if how in given:
            yield how, given[how]
    counted = [one for one in other_locators(element) if not is_generated(one)]
    for locator in counted:
        yield "selector", locator
    if element.frame and not {"path", "ordinal"} & given.keys():
        yield "frame", element.frame
    if counted or {"locator", "path", "ordinal"} & given.keys():
        return
    box = [("box", given["box"])] if "box" in given else []
    yield from box or _markup(element) or _by_program(element)


def _markup(element: Element) -> list[tuple[str, str]]:
    """Addresses, data attributes, chosen classes and further texts around it."""
    told = [
        (key, value)
        for key, value in sorted(element.attributes.items())
        if key in ("href", "src", "for") or key.startswith("data-")
    ]
    classes = " ".join(stable_classes(element))
    around = [("container", normalize(text)) for text in element.container[1:]]
    return [
        (how, value) for how, value in (*told, ("class", classes), *around) if value
    ]


def _by_program(element: Element) -> list[tuple[str, str]]:
    """Generated ids and locators or, without them, the driver's own number: another
    run may have others, but elements that differ in them are not the same."""
    ids = [("id", value) for value in _ids(element) if value != element.element_id]
    found = ids + [("selector", one) for one in other_locators(element)]
    number = element.element_id
    return found or ([] if number is None else [("number", str(number))])


def _in_frame(element: Element, place: str | int | None) -> str | None:
    known = place is not None and str(place).strip()
    return f"{element.frame or ''} {place}" if known else None


IMPLICIT_ROLES = {
    "a": "link",
    "button": "button",
    "select": "combobox",
    "textarea": "textbox",
    "option": "option",
    "img": "img",
    "image": "img",
    "li": "listitem",
    "ul": "list",
    "ol": "list",
    "tr": "row",
    "td": "cell",
    "th": "columnheader",
    "table": "table",
    "form": "form",
    "nav": "navigation",
    "dialog": "dialog",
    "summary": "button",
    **{f"h{level}": "heading" for level in range(1, 7)},
}
"""Roles that tags have by themselves (WAI-ARIA in HTML, the common ones)."""
INPUT_ROLES = {
    "button": "button",
    "submit": "button",
    "reset": "button",
    "image": "button",
    "checkbox": "checkbox",
    "radio": "radio",
    "range": "slider",
    "number": "spinbutton",
    "search": "searchbox",
}
EDITABLE = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider"})
"""Kinds whose text is what was typed or chosen, not what they are called."""


def kind_of(element: Element) -> str:
    """The role, or the one that the tag implies, or the tag; lower case.

    `android.widget.Button` is a `button`, `<input type=checkbox>` a `checkbox`.
    """
    if element.role and element.role.strip():
        return element.role.strip().casefold()
    tag = (element.tag or "").strip().casefold().rsplit(".", 1)[-1]
    if tag == "input":
        kind = element.attributes.get("type", "text").casefold()
        return INPUT_ROLES.get(kind, "textbox")
    return IMPLICIT_ROLES.get(tag, tag)


def stable_id(element: Element) -> str | None:
    """The id that somebody chose for it: one without digits or a hash's shape."""
    return next((i for i in _ids(element) if is_chosen(i)), None)


def stable_classes(element: Element) -> tuple[str, ...]:
    """Its class names that somebody chose, each once, sorted."""
    names = element.attributes.get("class", "") or element.attributes.get("classes", "")
    return tuple(sorted({name for name in names.split() if is_chosen(name)}))


def _test_id(element: Element) -> str | None:
    for value in (
        element.test_id,
        *(
            element.attributes.get(k)
            for k in ("data-testid", "data-test", "data-test-id", "data-qa", "data-cy")
        ),
        *_located_by(element, "test_id", "testid"),
    ):
        if value and value.strip() and not looks_generated(value):
            return value.strip()
    return None


def _ids(element: Element) -> Iterator[str]:
    """Ids in the order of trust; a driver's own element number is none."""
    given = element.attributes.get("id"), element.attributes.get("resource-id")
    yield from (value.strip() for value in given if value and value.strip())
    yield from _located_by(element, "id")
    if isinstance(element.element_id, str):
        yield element.element_id.strip()


def _located_by(element: Element, *kinds: str) -> Iterator[str]:
    for locator in element.locators:
        if locator.kind.casefold() in kinds and locator.value.strip():
            yield locator.value.strip().removeprefix("#")


def _numbered_id(element: Element) -> str | None:
    """An id such as `option1`: better than a path, less sure than a name."""
    given = (i for i in _ids(element) if i != element.element_id)
    return next((i for i in given if has_few_digits(i)), None)


def _name(element: Element) -> str | None:
    kind, attributes = kind_of(element), element.attributes
    words = [element.name]
    if kind not in EDITABLE:
        words.append(element.text)
    if kind == "button":
        words.append(attributes.get("value"))
    words += (
        attributes.get(key)
        for key in ("aria-label", "label", "placeholder", "title", "alt", "name")
    )
    return next((folded for word in words if word and (folded := _fold(word))), None)


def _fold(name: str) -> str:
    """Normalized, without a count at its end: `Inbox (3)` is `inbox`."""
    short = normalize(name[: 4 * MAX_NAME])[:MAX_NAME]
    return re.sub(r"\s*[(\[]\d{1,6}\+?[)\]]$", "", short) or short


def _place(element: Element) -> str | None:
    """Its middle on a grid of 16 pixels, where nothing else is known."""
    if element.box is None:
        return None
    box = element.box
    middle = box.x + box.width / 2, box.y + box.height / 2
    return f"{element.frame or ''} {middle[0] // 16:.0f},{middle[1] // 16:.0f}"


# --- ids -----------------------------------------------------------------------


def _key(*parts: str) -> str:
    """One string from which the parts can be told again: no two lists collide."""
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


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
