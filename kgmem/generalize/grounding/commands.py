"""What a task asks to be done is no value, such as `Print` of "Print the invoice" where
a button called so is pressed: one run does not show that it varies."""

from collections.abc import Sequence
from urllib.parse import parse_qsl, urlsplit

from kgmem.generalize.grounding.addresses import path_parts
from kgmem.generalize.plain import Grounded, Grounding, RunSteps, TaskRuns, Use
from kgmem.language.intent import intent_of
from kgmem.language.stopwords import CHINESE_VERBS, ENGLISH_VERBS
from kgmem.language.typed import kind_of
from kgmem.language.vocabulary import within, word_set, words
from kgmem.matching.assigning.units import TextUnit, units
from kgmem.matching.sentence import is_quoted
from kgmem.model.base import normalize
from kgmem.model.keys import element_evidence
from kgmem.model.keys.table_rows import CELLS
from kgmem.model.kind import form_of
from kgmem.paths.fits import GENERIC

VARIED = 3
"""So many different words for what is pressed show that it is a value."""
_SAYS_DEED = frozenset({"button", "menuitem"})
"""Kinds of elements that are called by what they do;"""
_PRESSED = GENERIC | _SAYS_DEED | {"link", "tab"}
"""and those that may be."""
_CALLED = ("name", "text", "attributes.")
_AROUND = "container."
"""What stands around an element may tell what was pressed before, as the heading of a
dialog does."""
_OBJECTS = word_set("preposition.other")
"""Little words behind which no deed stands, but what it is done to."""
_POINTING = frozenset(
    phrase.split()[0]
    for role in (
        *("action.click", "action.select", "acting.press", "acting.open"),
        *within("element_role"),
    )
    for phrase in words(role)
)
"""Words by which a text says that something is to be pressed: what, is a value then."""


def without_commands(group: Sequence[TaskRuns], grounded: Grounded) -> Grounded:
    """The groundings of a group without what its texts ask to be done, unless they show
    that it varies."""
    found = {
        task.task_id: {
            run.experience_id: [
                one
                for one in grounded[task.task_id].get(run.experience_id, ())
                if is_command(task.text, one, run)
            ]
            for run in task.runs
        }
        for task in group
    }
    asked = {
        normalize(task.text[slice(*one.span)])
        for task in group
        for listed in found[task.task_id].values()
        for one in listed
    }
    if not asked or len(asked) >= VARIED:
        return grounded
    return {
        key: {
            run: [one for one in listed if one not in commands.get(run, ())]
            for run, listed in grounded[key].items()
        }
        for key, commands in found.items()
    }


def is_command(text: str, one: Grounding, run: RunSteps) -> bool:
    """Does the text ask by this span for what the run then presses? Not with what its
    form or quotation marks show to be a value, nor where the text says that something
    is to be pressed, or by another verb what is to be done with it. A question that was
    answered may begin with the record that it is about."""
    said = text[slice(*one.span)]
    told = [
        use for use in one.uses if not use.part.startswith(_AROUND) or _is_cell(use)
    ]
    if not told or not all(_is_pressed(use, run) for use in told):
        return False
    may_lead = one.span[0] > 0 or _gives(run)
    if may_lead and any(_leads_to_record(use, run) for use in told):
        return False
    if form_of(kind_of(said)).has_form or is_quoted(said, text):
        return False
    other = [unit for unit in units(text) if not _is_in(unit, one)]
    if any(unit.fold in _POINTING for unit in other):
        return False
    if any(_is_whole_deed(use, run) for use in told) or _is_own_word(said, one):
        return True
    before = [unit for unit in other if unit.start < one.span[0]]
    is_object = bool(before) and before[-1].fold in _OBJECTS
    is_later = is_object or any(unit.is_content for unit in before)
    return not is_later or not _acts(text, one, other)


def _is_pressed(use: Use, run: RunSteps) -> bool:
    """Is it what an element is called that is pressed, and that is no data?"""
    if not 0 <= use.step < len(run.steps) or not use.part.startswith(_CALLED):
        return False
    step = run.steps[use.step]
    kind = step.target and element_evidence.kind_of(step.target)
    return step.does.presses is not None and kind in _PRESSED


def _is_whole_deed(use: Use, run: RunSteps) -> bool:
    """Is it all that an element is called which is called by what it does?"""
    target = run.steps[use.step].target
    kind = target and element_evidence.kind_of(target)
    return kind in _SAYS_DEED and not (use.before or use.after)


def _is_cell(use: Use) -> bool:
    """Is it all that a cell of a row holds? That says which record is meant."""
    return use.after.startswith(CELLS) or use.before.endswith(CELLS)


def _leads_to_record(use: Use, run: RunSteps) -> bool:
    """Is it a link's whole name, and does the link lead to an address that ends with a
    number of its own, where an answer is looked for also in its query? What an app is
    called by leads to one without."""
    step = run.steps[use.step]
    kind = step.target and element_evidence.kind_of(step.target)
    pages = step.page_before, step.page_after
    was, now = (_parts((page and page.url) or "", run) for page in pages)
    is_new = bool(now) and now[-1] not in was
    is_whole = not (use.before or use.after)
    return kind == "link" and is_whole and is_new and now[-1].isdecimal()


def _parts(address: str, run: RunSteps) -> list[str]:
    query = parse_qsl(urlsplit(address).query) if _gives(run) else []
    return [*(text for _, text in path_parts(address)), *(text for _, text in query)]


def _gives(run: RunSteps) -> bool:
    return any(step.does.gives for step in run.steps)


def _is_own_word(said: str, one: Grounding) -> bool:
    """Is it a plain word of the text which the app writes as a name of its own, as
    `orders` where a menu has `Orders`?"""
    is_plain = said.isascii() and said == said.lower()
    return is_plain and all(use.transform is not None for use in one.uses)


def _acts(text: str, one: Grounding, other: Sequence[TextUnit]) -> bool:
    """Do the words beside it say a deed? Chinese ones are looked for in the text, as
    its units are single characters."""
    start, end = one.span
    sides = text[:start], text[end:]
    if any(unit.fold in ENGLISH_VERBS or intent_of(unit.fold) for unit in other):
        return True
    return any(
        intent_of(side) is not None or any(verb in side for verb in CHINESE_VERBS)
        for side in sides
        if not side.isascii()
    )


def _is_in(unit: TextUnit, one: Grounding) -> bool:
    return one.span[0] < unit.end and unit.start < one.span[1]
