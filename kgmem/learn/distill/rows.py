"""What the task says of the row that a step's element stands in.

Where a page has several elements that are called alike, words of the task that stand
around the one that was meant, and around none of the others, say which it is. They are
told as a cell of its row.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from kgmem.language.words import Span, Word, folds, words
from kgmem.matching.anchor_words import is_content
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.keys.table_rows import CELLS, is_row
from kgmem.model.trajectory import Element, Step, Trajectory, with_steps
from kgmem.paths.fits import contains_words, is_within
from kgmem.paths.reading.agreement import is_telling


def with_rows(run: Trajectory) -> Trajectory:
    """The run with the rows of its elements cut into cells where the task says which
    row is meant; as it is where its pages show no such thing."""
    return with_steps(run, (_with_row(step, run.task) for step in run.steps))


def _with_row(step: Step, task: str) -> Step:
    target, page = step.target, step.page_before
    if target is None or page is None or not target.container:
        return step
    nearest, *more = target.container
    others = {one.container[0] for one in _called_alike(target, page.elements)}
    others -= {nearest}
    if is_row(nearest) or not others or any(map(is_row, others)):
        return step
    parted = _parted(nearest, list(_telling(nearest, task, sorted(others))))
    made = target.model_copy(update={"container": (parted, *more)})
    return step if parted == nearest else step.model_copy(update={"target": made})


def _called_alike(target: Element, page: Sequence[Element]) -> Iterator[Element]:
    """The page's elements of this kind and name that stand in something."""
    own = kind_of(target), target.frame, target.label()
    for one in page:
        if one.container and (kind_of(one), one.frame, one.label()) == own:
            yield one


def _telling(text: str, task: str, others: Sequence[str]) -> Iterator[Span]:
    """Where the text has words of the task that none of the others have: a name or a
    longer number, or what it begins with; each words once."""
    found, said = words(text), folds(task)
    known: set[tuple[str, ...]] = set()
    end = 0
    for n, word in enumerate(found):
        if n < end or word.fold not in said:
            continue
        end = n + 1
        while end < len(found) and is_within(_folds(found[n : end + 1]), said):
            end += 1
        span, run = (word.start, found[end - 1].end), _folds(found[n:end])
        value = text[slice(*span)]
        tells = any(map(is_content, run)) and (n == 0 or is_telling(value))
        if tells and run not in known:
            known.add(run)
            if not any(contains_words(other, value) for other in others):
                yield span


def _folds(found: Sequence[Word]) -> tuple[str, ...]:
    return tuple(word.fold for word in found)


def _parted(text: str, spans: Sequence[Span]) -> str:
    """The text with these parts as cells of their own."""
    bounds = [0, *(at for span in spans for at in span), len(text)]
    parts = (text[a:b].strip() for a, b in pairwise(bounds))
    return CELLS.join(filter(None, parts)) if spans else text
