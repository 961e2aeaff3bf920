"""What fields, buttons and options are called that the memory has seen in the app: a
word of a request that is one of these may ask for just that."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from kgmem.graph.read_rows import StoredRun
from kgmem.language.stemming import stem
from kgmem.matching.assigning.units import units
from kgmem.model.base import normalize
from kgmem.model.keys.element_evidence import EDITABLE, TOGGLES, kind_of
from kgmem.model.keys.identity import fold_app
from kgmem.model.pattern import Pattern
from kgmem.model.plan import PlanStep
from kgmem.model.texts.template import bare
from kgmem.model.trajectory import Element
from kgmem.paths.fits import contains_words
from kgmem.paths.reading.offered import is_choice
from kgmem.recall.request import Request


@dataclass(frozen=True)
class SeenInApp:
    """What a recall has read of the app."""

    runs: Sequence[StoredRun] = ()
    elements: Sequence[Element] = ()
    """Of the page at hand."""

    @classmethod
    def of(cls, request: Request, runs: Mapping[str, StoredRun]) -> "SeenInApp":
        """What was read for a request."""
        page = request.stored_page
        return cls(tuple(runs.values()), page.elements if page else ())

    def shows(self, name: str) -> bool:
        """Is an element, or an option that it offers, called just so?"""
        return normalize(name) in self._names

    def held_around(self, values: Sequence[str]) -> bool:
        """Did a wider text around an element of a run have all of these?"""
        targets = (s.target for run in self.runs for s in run.experience.steps)
        texts = (text for one in targets if one for text in one.container[1:])
        return any(all(contains_words(text, v) for v in values) for text in texts)

    def asks_for_another(self, value: str, steps: Sequence[PlanStep]) -> bool:
        """Does it say, with more, what a field or a choice is called that the steps
        leave alone?"""
        fields = (one for one in self._known if kind_of(one) in EDITABLE | TOGGLES)
        others = {*_called(fields)} - {*_called(step.target for step in steps)}
        return any(set() < stems_of(one) < stems_of(value) for one in others)

    @cached_property
    def _known(self) -> Sequence[Element]:
        targets = (step.target for run in self.runs for step in run.experience.steps)
        return (*self.elements, *filter(None, targets))

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(map(normalize, _called(self._known)))

    def besides(self, own: Pattern, steps: Sequence[PlanStep]) -> frozenset[str]:
        """Stems of the words for it, and of those around what the steps press, that
        neither the pattern nor its steps say."""
        said = [*_called(self.elements)]
        for run in (one.experience for one in self.runs):
            if own.app is None or fold_app(run.app) == fold_app(own.app):
                said += _called(step.target for step in run.steps)
        targets = [step.target for step in steps]
        for target in targets:
            said += target.container if target else ()
        examples = (one for slot in own.slots for one in slot.examples)
        known = *map(bare, own.all_wordings), *_called(targets), *examples
        return _stems(said) - _stems(known)


def says_another_choice(own: Pattern, steps: Sequence[PlanStep], task: str) -> bool:
    """Does all that tells of the pattern say what the path ticks or chooses, and the
    task not? What it says instead may be another choice: "a superuser" for "staff"."""
    targets = (step.target for step in steps if step.target)
    chosen = (one for one in targets if kind_of(one) in TOGGLES or is_choice(one))
    said = frozenset.intersection(*(stems_of(bare(one)) for one in own.all_wordings))
    choices = (said & _stems([*_called([one])]) for one in chosen)
    return any(one and one.isdisjoint(stems_of(task)) for one in choices)


def _called(found: Iterable[Element | None]) -> Iterator[str]:
    """What they, and the options that they offer, are called."""
    for one in found:
        if one is not None:
            yield from (text for text in (one.name, one.text) if text)
            yield from (option.label for option in one.options)


def _stems(texts: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*map(stems_of, texts))


@lru_cache(1 << 10)
def stems_of(text: str) -> frozenset[str]:
    """The stems of its words that say something."""
    return frozenset(stem(unit.fold) for unit in units(text) if unit.is_content)
