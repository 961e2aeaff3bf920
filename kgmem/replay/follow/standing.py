"""Is what a step brings about there already, and is it still the same thing to do?"""

import re
from collections.abc import Sequence

from kgmem.language.irreversible import is_irreversible
from kgmem.model.base import normalize
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.plan import PlanStep
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Element, Mark, Page
from kgmem.paths.came import CLASS, DEEDS, states_of
from kgmem.paths.fits import MAY_BE_PART, PART_OF_NAME
from kgmem.paths.marks import Place
from kgmem.replay.locate.names import name_agreement, numberless

_FORM = re.compile(r".*/form\[\d+\]")


def seems_done(step: PlanStep, found: Element) -> str | None:
    """That its classes are those which the step gave it: where nothing else tells how
    it stands, they may be its state. What has the focus may have them of that."""
    stands = step.expect.stands if step.expect else {}
    if CLASS not in stands or states_of(step) or "focused" in found.attributes:
        return None
    gone, came = (set(words.split()) for words in stands[CLASS])
    now = set(found.attributes.get(CLASS, "").split())
    if not came or kind_of(found) not in DEEDS or not came <= now or gone & now:
        return None
    return f"it is {' '.join(sorted(came))} already: done already, it seems"


def asks_to_sign_in(step: PlanStep, found: Element, page: Page) -> str | None:
    """What asks for a password where the step was done on a page that did not: at the
    same address, or in the form that its element stands in now."""
    was = step.expect.on if step.expect else None
    named = (page.title or "", page.head or "")
    if (
        was is None
        or not page.asks_password
        or named == (was.title or "", was.head or "")
    ):
        return None
    form = _form_of(found)
    in_form = form and any(
        one.attributes.get("type") == "password" and _form_of(one) == form
        for one in page.elements
    )
    is_here = page.url is not None and url_template(page.url) == was.url
    asks = f"the page asks for a password: {page.head or page.title or page.url}"
    return asks if is_here or in_form else None


def _form_of(element: Element) -> str:
    """The path of the form that it stands in; empty where it stands in none."""
    form = _FORM.match(element.path or "")
    return form[0] if form else ""


def another_deed(step: PlanStep, found: Element) -> str | None:
    """Why an element that was found by other evidence than its name is not pressed: its
    name undoes or has done what the step does, or does more that can't be taken
    back."""
    target = step.target
    if target is None or not step.does.presses or kind_of(found) not in DEEDS:
        return None
    was, now = normalize(target.name or ""), normalize(found.name or "")
    is_part = PART_OF_NAME in target.locators or MAY_BE_PART in target.locators
    if not was or not now or name_agreement(was, now, is_part):
        return None
    if numberless(was) == numberless(now) is not None:
        return None
    called = f"it is called {found.name!r}, and was {target.name!r}"
    if is_turned_round(was, now):
        return f"{called}: done already, it seems"
    if not step.irreversible and is_irreversible(step.action, found, step.value):
        return f"{called}: it can't be taken back"
    return None


def is_turned_round(one: str, other: str) -> bool:
    """Do two names differ by a part of a word, by what stands before them all, or by
    their first word alone: `Follow`, `Following` and `Unfollow`, `Enable sync` and
    `Disable sync`? What goes on with another word may do the same and more. Chinese is
    read by its characters, and a mark says nothing."""
    short, long = sorted((one, other), key=len)
    if short in long:
        rest = long.replace(short, "", 1)
        return not rest.startswith(" ") and any(map(str.isalpha, rest))
    first, second = (each.split() if " " in each else [*each] for each in (one, other))
    are_words = " " in one and " " in other
    is_shared = len(first) > 1 and first[1:] == second[1:]
    return is_shared and (are_words or not (one + other).isascii())


# --- months and numbers ---------------------------------------------------------------


def marks_of(step: PlanStep) -> Sequence[Mark]:
    """What of its page went with the task."""
    return step.expect.marks if step.expect else ()


def lies_back(mark: Mark, at: Place, aim: Place) -> bool:
    """Does it lie the other way than the clicks turn it?"""
    year = at[:-1] if len(aim) > 1 and not (at[0] and aim[0]) else aim[:-1]
    return ((*year, aim[-1]) > at) != (mark.turns == "up")


def not_there(at: Place, aim: Place) -> str:
    """What the page shows, and what is asked for."""
    one, other = ("-".join(map(str, filter(None, place))) for place in (at, aim))
    return f"it shows {one}, asked for is {other}"
