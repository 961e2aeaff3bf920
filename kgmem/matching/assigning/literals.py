"""The words of a task beside its values."""

from collections.abc import Iterable, Iterator

from kgmem.errors import InvalidInput
from kgmem.language.words import words
from kgmem.model.base import normalize
from kgmem.model.pattern import Bindings, Pattern
from kgmem.model.texts import template as templates


def literal_words(template: str) -> frozenset[str]:
    """The folded words of a template outside its slots, without marks."""
    literals = (part for part in templates.parts(template) if isinstance(part, str))
    return _words(literals)


def words_beside_values(
    task: str, pattern: Pattern, bindings: Bindings
) -> frozenset[str]:
    """The folded words of a task outside the values that a pattern's slots have: those
    of the wording in which it is told, if it is a known one."""
    for template in pattern.all_wordings:
        told = pattern.model_copy(update={"template": template})
        if normalize(_filled(told, bindings)) == normalize(task):
            return literal_words(template)
    rest = task
    for value in sorted(_values(bindings), key=len, reverse=True):
        rest = rest.replace(value, "\n")
    return _words([rest])


def _filled(pattern: Pattern, bindings: Bindings) -> str:
    try:
        return pattern.fill(bindings)
    except InvalidInput:
        return ""


def _values(bindings: Bindings) -> Iterator[str]:
    for bound in bindings.values():
        yield from filter(None, (bound,) if isinstance(bound, str) else bound)


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(w.fold for text in texts for w in words(text) if not w.is_mark)
