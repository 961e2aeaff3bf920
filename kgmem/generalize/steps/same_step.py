"""When are two steps the same one, and what do steps have in common?"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from kgmem.generalize.steps.lift import Lifted, is_named_by_value
from kgmem.generalize.steps.shared_params import (
    are_done_alike,
    common_hole,
    shared_params,
    shared_places,
    shared_text,
    value_alone,
)
from kgmem.language.irreversible import is_irreversible
from kgmem.language.words import folds
from kgmem.matching.anchor_words import is_content
from kgmem.model.keys.element_evidence import (
    ID_ATTRIBUTES,
    TOGGLES,
    kind_of,
    stable_classes,
)
from kgmem.model.keys.table_rows import HEADS, OF_PAGE
from kgmem.model.keys.whereabouts import WITHIN, shared_place
from kgmem.model.option import joined_options
from kgmem.model.pattern import Expectation, PatternStep
from kgmem.model.texts import template as templates
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Element, Locator, Step
from kgmem.paths.came import came_of
from kgmem.paths.fits import (
    MAY_BE_PART,
    PART_OF_NAME,
    SURE,
    WEAK,
    Look,
    are_shown_together,
    is_label_of,
    kinds_agree,
)
from kgmem.paths.row_marks import is_around_alone, is_of_cells, row_marks, same_holes
from kgmem.paths.step_text import in_place, texts_of
from kgmem.tuning import tuned

_TUNED = tuned("generalize.steps.same_step")

_NUMBER = re.compile(r"\d+")
SAME = 1.0
"""The same element by what somebody chose to tell it by."""
NAMED = _TUNED["named"]
"""The same kind and name, or the same kind picked by the same slot."""
LIKE = _TUNED["like"]
"""The same kind only."""
ALIKE = _TUNED["alike"]
"""From here on two steps are taken for the same one."""


def similarity(a: Lifted, b: Lifted) -> float:
    """How sure it is that two runs' steps are the same step, 0 to 1."""
    if a.step.action != b.step.action or a.entered != b.entered:
        return 0.0
    if not are_done_alike(a.step.params, b.step.params):
        return 0.0
    if a.look is None or b.look is None:
        if a.look is b.look:
            return SAME
        return NAMED if a.step.does.enters == "key" else 0.0
    if not are_shown_together(a.look, b.look):
        return 0.0
    if a.picks or b.picks:
        return _picked_alike(a, b, a.look, b.look)
    alike = _looks_alike(a.look, b.look)
    return min(alike, LIKE) if _lead_apart(a, b) else alike


def _lead_apart(a: Lifted, b: Lifted) -> bool:
    """Are they links to other pages of a site, whose addresses hold no number: two
    that are called the same?"""
    one, other = way_of(a), way_of(b)
    return bool(one and other) and one != other


def way_of(lifted: Lifted) -> str | None:
    """The path that a link leads to, where it is a page's own."""
    target = lifted.step.target
    address = target.attributes.get("href", "") if target else ""
    path = urlsplit(address).path.rstrip("/")
    return path if path and not any(map(str.isdigit, path)) else None


def _picked_alike(a: Lifted, b: Lifted, look_a: Look, look_b: Look) -> float:
    """Of targets that a value picks: another value has another id and place."""
    if is_label_of(look_a, look_b) or is_label_of(look_b, look_a):
        return NAMED
    if not kinds_agree(look_a, look_b):
        return 0.0
    is_named = look_a.name is not None and look_a.name == look_b.name
    if {hole.slot for hole in a.picks} != {hole.slot for hole in b.picks}:
        # What stands around a named one may hold a value by chance.
        return NAMED if is_named or common_hole((look_a.name, look_b.name)) else LIKE
    if is_named:
        return SAME
    if look_a.name == look_b.name:
        is_told = is_named_by_value(a) and is_named_by_value(b)
        return SAME if is_told or _classes_agree(look_a, look_b) else LIKE
    named = [templates.holes(look.name) for look in (look_a, look_b)]
    return NAMED if all(named) else LIKE


def _classes_agree(a: Look, b: Look) -> bool:
    """Of elements without a name, of which classes alone may say what they are for."""
    return bool(a.classes & b.classes) or not (a.classes and b.classes)


def _looks_alike(a: Look, b: Look) -> float:
    names = {_NUMBER.sub("", one.name) for one in (a, b) if one.name}
    for how in SURE:
        if (
            how == "id"
            and len(names) > 1
            and a.evidence.get(how) == b.evidence.get(how)
        ):
            continue  # two elements that bear it
        if how in a.evidence and how in b.evidence:
            return SAME if a.evidence[how] == b.evidence[how] else 0.0
    if not kinds_agree(a, b):
        return 0.0
    if a.name or b.name:
        return NAMED if a.name == b.name else LIKE
    for how in WEAK:
        if how == "classes":
            if a.classes and b.classes:
                return NAMED if a.classes & b.classes else LIKE
        elif how in a.evidence and how in b.evidence:
            return NAMED if a.evidence[how] == b.evidence[how] else LIKE
    return LIKE if a.says_more_than_kind or b.says_more_than_kind else NAMED


def same_kind(a: Lifted, b: Lifted) -> bool:
    """The same action on elements of one kind, whichever they are."""
    if a.step.action != b.step.action:
        return False
    if a.look is None or b.look is None:
        return a.look is b.look
    return kinds_agree(a.look, b.look)


# --- what steps have in common ----------------------------------------------------


def merged(members: Sequence[Lifted]) -> PatternStep:
    """One step, not numbered yet, that all members are instances of.

    Where some name a toggle and the others its label, it is about the toggle.
    """
    steps = [member.step for member in members]
    toggles = [m for m in members if m.look and m.look.kind in TOGGLES]
    members = toggles or members
    first, target = members[0], _target(members)
    ends = [one.destination for one in members if one.destination is not None]
    made = PatternStep(
        n=0,
        action=first.step.action,
        target=target,
        destination=_destination(ends) if len(ends) == len(members) else None,
        value=_shared_value(members),
        params=shared_params([member.params for member in members]),
        expect=came_of(steps, _address(members)) or _some_page(steps),
        irreversible=any(
            is_irreversible(s.action, s.target, s.value, s.params) for s in steps
        ),
    )
    return made.model_copy(update={"slots": _slots(made, members)})


def _slots(made: PatternStep, members: Sequence[Lifted]) -> tuple[str, ...]:
    """The slots that the step's texts have; what some members alone show is in none."""
    told = {hole.slot for text in texts_of(made) for hole in templates.holes(text)}
    held = (hole.slot for member in members for hole in member.holes)
    return tuple(dict.fromkeys(slot for slot in held if slot in told))


def _shared_value(members: Sequence[Lifted]) -> str | None:
    """The most frequent of values that are the same but for how they are written;
    None where values make no difference and differ."""
    found = Counter(member.value for member in members).most_common()
    return found[0][0] if members[0].entered or len(found) == 1 else None


def _address(members: Sequence[Lifted]) -> str | None:
    """The address that all of them led to, with the values in it as slots; word for
    word, where several show that one value is in it by chance. No address where they
    led to that of a record."""
    led_to, literal = {m.led_to for m in members}, set(map(_literal_address, members))
    if len(led_to) > 1 or (None in led_to and len(members) > 1):
        led_to = literal
    return led_to.pop() if len(led_to) == 1 and None not in literal else None


def _some_page(steps: Sequence[Step]) -> Expectation | None:
    """That a page comes, where all came to one and which it is is not known."""
    came = all(step.page_after and step.page_after.url for step in steps)
    return Expectation() if came else None


def _literal_address(member: Lifted) -> str | None:
    page = member.step.page_after
    return templates.escape(url_template(page.url)) if page and page.url else None


_DATA = frozenset({"option", "listitem", "row", "cell", "gridcell", "treeitem"})
"""Kinds whose names are data: what stands beside a value in them belongs to it, as
the code does in "Lyon (LYS)". Other names are the page's own words."""


CONTENT = 3
"""Words behind a value from which on they are what its row holds."""


def _target(members: Sequence[Lifted]) -> Element | None:
    """What all members' targets agree on."""
    targets = [member.target for member in members if member.target is not None]
    if len(targets) < len(members):
        return None
    own = {(t.name, t.text) for m in members if (t := m.step.target)}
    is_one_value = len(own) == 1
    is_result = is_one_value and all(map(_is_result, members))
    return _agreed(targets, _says_which(members), is_one_value, is_result)


def _is_result(member: Lifted) -> bool:
    """Is it called by a value that was entered before, among so many words that it is
    the title of a record, or by a value and what stands beside it in its row?"""
    target, recorded = member.target, member.step.target
    if target and recorded and is_of_cells(target.label(), recorded):
        return True
    called = member.look.name if member.look else None
    words = [part for part in templates.parts(called or "") if isinstance(part, str)]
    names = set(templates.holes(called or ""))
    is_sought = bool(names) and names <= set(member.sought)
    return is_sought and sum(map(is_content, folds(" ".join(words)))) >= CONTENT


def _destination(targets: Sequence[Element]) -> Element:
    """What all of them agree on; without ids and places where a value says which."""
    texts = {text for target in targets for text in (target.name, target.text) if text}
    return _agreed(targets, not any(map(templates.holes, texts)))


def _agreed(
    targets: Sequence[Element],
    sure: bool,
    is_one_value: bool = False,
    is_result: bool = False,
) -> Element:
    """`sure`: do their ids and places hold for other values, too? `is_one_value`: what
    stands beside it in a name may go with it, as far as is known; of a result of a
    search it does."""
    is_data = not sure and all(kind_of(target) in _DATA for target in targets)
    name, name_is_part = shared_text([target.name for target in targets], is_data)
    text, text_is_part = shared_text([target.text for target in targets], is_data)
    if is_result or (is_data and is_one_value):
        name, name_is_part = value_alone(name, name_is_part)
        text, text_is_part = value_alone(text, text_is_part)
    is_part = name_is_part if name else text_is_part
    may_be_part = any(MAY_BE_PART in target.locators for target in targets)
    around, marks = _shared_container(targets, sure), (*row_marks(targets),)
    if not sure and not marks and all(map(is_around_alone, targets)):
        sure, marks = True, (OF_PAGE,)
    return Element(
        element_id=_equal(targets, lambda t: t.element_id) if sure else None,
        role=_equal(targets, lambda t: t.role),
        name=name,
        tag=_equal(targets, lambda t: t.tag),
        text=text,
        test_id=_equal(targets, lambda t: t.test_id) if sure else None,
        attributes=_shared_attributes(targets, sure),
        locators=(
            *_shared_locators(targets, sure),
            *shared_places(targets),
            *([PART_OF_NAME] * is_part),
            *([MAY_BE_PART] * (may_be_part and bool(name or text))),
            *marks,
        ),
        container=around,
        ordinal=_equal(targets, lambda t: t.ordinal) if sure else None,
        frame=shared_place([target.frame for target in targets]),
        tab=shared_place([target.tab for target in targets]),
        path=_equal(targets, lambda t: t.path) if sure else None,
        box=_equal(targets, lambda t: t.box) if sure else None,
        options=joined_options(target.options for target in targets),
    )


def _says_which(members: Sequence[Lifted]) -> bool:
    """Do ids and places that the members share hold for other values too?

    Where a slot's value picks the element they do only if they stayed the same
    although the value did not.
    """
    if not any(member.picks for member in members):
        return True
    targets = [member.step.target for member in members]
    return len({(t.name, t.text, t.container) for t in targets if t}) > 1


def _equal(targets: Sequence[Element], get: Callable[[Element], object]) -> object:
    values = [get(target) for target in targets]
    return values[0] if all(value == values[0] for value in values) else None


def _shared_container(targets: Sequence[Element], sure: bool) -> tuple[str, ...]:
    """The texts around, nearest first, up to the first that differs; where a value
    stands in some, those alone, each in its place.

    What stands beside a value belongs to it, as the rest of its row does. Around one
    of several elements that a value picks (not `sure`) stand the others.
    """
    columns = list(zip(*(target.container for target in targets), strict=False))
    if any(picked := list(map(same_holes, columns))):
        return in_place(
            text if text not in picked[:n] else None for n, text in enumerate(picked)
        )
    if not sure:
        return ()
    shared: list[str] = []
    for texts in columns:
        text, _ = shared_text(texts)
        if text is None:
            break
        shared.append(text)
    return tuple(shared)


def _shared_attributes(targets: Sequence[Element], sure: bool) -> dict[str, str]:
    first, *others = targets
    shared = {
        key: value
        for key, value in first.attributes.items()
        if key not in ("class", "classes", HEADS)
        and all(target.attributes.get(key) == value for target in others)
        and (sure or key not in ID_ATTRIBUTES or templates.holes(value))
    }
    classes = _shared_classes(targets)
    return {**shared, "class": classes} if classes else shared


def _shared_classes(targets: Sequence[Element]) -> str:
    """The chosen classes that all have, or the slot that says a class."""
    told = [target.attributes.get("class") for target in targets]
    if any(templates.holes(text) for text in told):
        return shared_text(told)[0] or ""
    common = set.intersection(*(set(stable_classes(target)) for target in targets))
    return " ".join(sorted(common))


def _shared_locators(targets: Sequence[Element], sure: bool) -> tuple[Locator, ...]:
    first, *others = targets
    if not sure:
        return ()
    return tuple(
        locator
        for locator in first.locators
        if locator != MAY_BE_PART
        and locator.kind != WITHIN
        and all(locator in target.locators for target in others)
    )
