"""Which of a field's options a value means."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kgmem.language.options import label_meant
from kgmem.language.words import folds, words
from kgmem.model.base import normalize
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.option import MOST_OPTIONS, OPTION_BY
from kgmem.model.plan import Plan, PlanStep, answered
from kgmem.model.trajectory import Element
from kgmem.paths.marks import Place
from kgmem.paths.reading.offered import options_beside
from kgmem.paths.refill import TextSwap

UNSAID = ("without '", 'without "')
"""How a plan tells what the learned task says and the one at hand does not."""
LOOKS = frozenset({
    "extract", "extract_content", "extract_structured_data", "screenshot",
    "take_screenshot", "write_file", "read_file", "read_long_content", "replace_file",
    "append_file", "save_as_pdf", "find_text", "find_elements", "search_page",
    "dropdown_options", "get_dropdown_options", "done", "browser_snapshot",
    "browser_take_screenshot", "browser_console_messages", "browser_network_requests",
})  # fmt: skip
"""Names of tools that agents have for looking, noting and saying that they are done."""
_SAYS_DEED = frozenset({"button", "checkbox", "link", "menuitem", "switch", "tab"})
"""Kinds of elements that may be called by what they do."""


@dataclass(slots=True)
class ToldByPage:
    """Options that were recorded by their own `value` or place: what they are called
    stands on the page, and so which one the task asks for in the place of the learned
    one."""

    plan: Plan
    _chosen: dict[str, str] = field(default_factory=dict)
    """By what the learned task says, what is asked for in its place."""
    _done: list[str] = field(default_factory=list)
    """What else of the task was done as the page told it."""

    def may_tell(self, step: PlanStep) -> bool:
        """May another option than the recorded one be asked for at this step, or is
        what it chooses to be settled?"""
        if step.does.enters != "option" or step.value is None:
            return False
        if step.asks:
            return len(step.asks) == 1 and bool(self.plan.further)
        is_by_name = OPTION_BY not in step.params
        return step.value in step.further if is_by_name else bool(self.plan.learned)

    def said(self, step: PlanStep, names: Sequence[str]) -> PlanStep | None:
        """The step with the only option of the page that is what nothing explains of
        the task, or one such thing as a whole but for the field's name; None where
        there is none."""
        called = _solid((step.target and step.target.label()) or "")
        told = {
            (name, one)
            for one in self.plan.further
            for name in names
            if _solid(name) == _solid(one, called) != []
        }
        if len(told) != 1:
            return None
        name, further = told.pop()
        self._done.append(further)
        filled = answered(step, {step.asks[0]: name})
        return self.choose(filled, step.value or "", name)

    def offered(self, step: PlanStep, names: Sequence[str]) -> PlanStep:
        """The step, with nothing to be settled of its value where the page has exactly
        that as an option: then it is one."""
        if step.value not in names:
            return step
        left = tuple(one for one in step.further if one != step.value)
        return step.model_copy(update={"further": left})

    def instead(self, recorded: str) -> str | None:
        """What the task says in the place of this option's name; None where the learned
        task does not say it once, or this one says it, too."""
        learned = self.plan.learned or ""
        if _as_words(learned).count(_as_words(recorded)) != 1:
            return None
        told = TextSwap(learned, self.plan.task).entered(recorded)
        return None if normalize(told) == normalize(recorded) else told

    def choose(self, step: PlanStep, recorded: str, name: str) -> PlanStep:
        """The step with the option of this name."""
        self._chosen[recorded] = name
        params = {key: one for key, one in step.params.items() if key != OPTION_BY}
        return step.model_copy(update={"value": name, "params": params})

    def turned_to(self, place: Place) -> None:
        """What the page was turned to needs not be settled any more."""
        self._done.append(str(place[-1]))

    def settled(self, step: PlanStep) -> PlanStep:
        """The step without what was done of the task so far as the page told it."""
        if not step.further:
            return step
        left = tuple(one for one in step.further if not self._does(one))
        return step.model_copy(update={"further": left})

    def _does(self, further: str) -> bool:
        is_gone = further.startswith(UNSAID)
        told = _as_words(further[len(UNSAID[0]) : -1] if is_gone else further)
        said = self._chosen if is_gone else (*self._chosen.values(), *self._done)
        return any(told in _as_words(one) for one in said)


def is_named_for(step: PlanStep) -> bool:
    """Is what its element is called to be settled?"""
    target = step.target
    return target is not None and target.label() in step.further


def named_so(step: PlanStep, found: Element) -> PlanStep:
    """The step, with nothing to be settled of what the element is called, if that is
    what the page calls a piece of data: there it is a name, whatever it says."""
    called = found.label()
    if kind_of(found) in _SAYS_DEED or called not in step.further:
        return step
    left = tuple(one for one in step.further if one != called)
    return step.model_copy(update={"further": left})


def _solid(text: str, but: Sequence[str] = ()) -> list[str]:
    """Its words without marks, and without these."""
    return [one.fold for one in words(text) if not one.is_mark and one.fold not in but]


def _as_words(text: str) -> str:
    """Its words, each between blanks."""
    return f" {' '.join(folds(text))} "


def options_of(
    field: Element, given: object, page: Sequence[Element]
) -> list[tuple[str, str | None]]:
    """Name and own value of each option that a field is known to have; `given` is the
    field as the driver tells it."""
    known = [(one.label, one.value) for one in field.options]
    if len(known) == MOST_OPTIONS:
        known = []
    return (
        list(_listed(given))
        or known
        or [
            (one.name or one.text or "", one.attributes.get("value"))
            for one in options_beside(field, page)
        ]
    )


def is_said(task: str, options: Sequence[tuple[str, str | None]]) -> bool:
    """Do words of the task mean one of these?"""
    said = words(task)
    most = max((len(folds(label)) for label, _ in options), default=0)
    return any(
        label_meant(task[first.start : last.end], options)
        for n, first in enumerate(said)
        for last in said[n : n + most]
    )


def option_like(
    value: str, options: Sequence[tuple[str, str | None]], by: object = None
) -> str | None:
    """What is to be chosen for this value: the option that it means, see `label_meant`.
    `by`: the value is the option's own `value`, or its place, the `index`, and no
    name."""
    if by == "index":
        place = int(value) if value.strip().isdecimal() else len(options)
        return options[place][0] if place < len(options) else None
    if by != "value":
        return label_meant(value, options)
    own = [name for name, given in options if given == value]
    own = own or [name for name, _ in options if name == value]
    return own[0] if len(set(own)) == 1 else None


def _listed(given: object) -> Iterator[tuple[str, str | None]]:
    """Options that stand in the field itself."""
    told = given.get("options") if isinstance(given, Mapping) else None
    for one in told if isinstance(told, list | tuple) else ():
        if isinstance(one, str):
            yield one, None
        elif isinstance(one, Mapping) and (name := one.get("name") or one.get("label")):
            yield str(name), one.get("value")
