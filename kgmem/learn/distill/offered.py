"""What the lists of a run offer: as its pages tell it, without what is no choice."""

from kgmem.language import vocabulary
from kgmem.model.option import OPTION_BY, Option
from kgmem.model.trajectory import Element, Step, Trajectory, with_steps
from kgmem.paths.reading.offered import is_choice, offered_on

_CHOOSE = ("select", *vocabulary.words("action.select"))


def with_options(run: Trajectory) -> Trajectory:
    """The run with what its lists offer: where the steps do not tell it, as the pages
    before them do. What is chosen by the page's own word for it is told by its
    label."""
    return with_steps(run, map(_step, run.steps))


def _step(step: Step) -> Step:
    target = step.target
    if target is None or not (step.does.picks or step.does.enters == "option"):
        return step
    options = _choices(target.options or _on_page(step, target), step)
    if not options:
        return step
    made = target.model_copy(update={"options": options})
    return _by_label(step.model_copy(update={"target": made}), options)


def _on_page(step: Step, target: Element) -> tuple[Option, ...]:
    page = step.page_before
    is_list = step.does.enters == "option" or is_choice(target)
    return offered_on(page.elements, target) if page and is_list else ()


def _choices(options: tuple[Option, ...], step: Step) -> tuple[Option, ...]:
    """Without a first one that only says that something is to be chosen."""
    first = next(iter(options), None)
    if first is None or first.value != "" or step.value == first.label:
        return options
    asks = any(word in first.label.casefold() for word in _CHOOSE)
    return options[1:] if asks else options


def _by_label(step: Step, options: tuple[Option, ...]) -> Step:
    """The step by what its option is called, where its own word tells it."""
    if step.params.get(OPTION_BY) != "value" or step.value is None:
        return step
    called = [one.label for one in options]
    labels = [one.label for one in options if one.value == step.value]
    if len(labels) != 1 or called.count(labels[0]) > 1:
        return step
    params = {key: one for key, one in step.params.items() if key != OPTION_BY}
    return step.model_copy(update={"value": labels[0], "params": params})
