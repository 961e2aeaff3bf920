"""Does a value of the task say in which row a step's element stands?"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from kgmem.language.words import folds
from kgmem.matching.anchor_words import is_content
from kgmem.model.keys.element_evidence import ID_ATTRIBUTES
from kgmem.model.keys.locators import NOT_OF_IT
from kgmem.model.keys.table_rows import (
    CELLS,
    IN_CELL,
    IN_ROW,
    cells,
    headed,
    is_row,
    under,
)
from kgmem.model.texts import template as templates
from kgmem.model.trajectory import Element, Locator
from kgmem.paths.fits import contains_words


def row_marks(targets: Sequence[Element]) -> Iterator[Locator]:
    """What is said of the row, where a value of the task says which one it is: not one
    that stands around the whole table."""
    columns = zip(*(target.container for target in targets), strict=False)
    texts = next((c for c in columns if same_holes(c) or all(map(is_row, c))), ())
    if (
        not texts
        or not same_holes(texts)
        or not (_holds_more(texts) or all(map(is_row, texts)))
    ):
        return
    are_cells = all(
        set(templates.holes(one)) <= set(_whole_cells(one)) for one in texts
    )
    if are_cells and all(map(is_row, texts)):
        yield IN_CELL
        holes = dict.fromkeys(templates.holes(texts[0]))
        yield from under([_head_over(str(hole), targets) for hole in holes])
    else:
        yield IN_ROW


def _head_over(cell: str, targets: Sequence[Element]) -> str:
    """The head that the cell stands under around all targets; empty where there is
    none, or several."""
    over = ({head for head, one in headed(each) if one == cell} for each in targets)
    shared = set.intersection(*over)
    return shared.pop() if len(shared) == 1 else ""


def is_around_alone(target: Element) -> bool:
    """Does a value stand around it, in a text of no cells, and in none of its own?"""
    own = (target.name, target.text, *target.attributes.values())
    around = [text for text in target.container if templates.holes(text)]
    is_named = any(templates.holes(text) for text in own if text)
    return bool(around) and not is_named and not any(map(is_row, around))


def is_of_cells(called: str, recorded: Element) -> bool:
    """Is a recorded element called by several cells of its row, of which a value is
    one? What it is `called` has a hole there."""
    own, parts = " ".join(recorded.label().split()), templates.parts(called)
    beside = [part.strip() for part in parts if isinstance(part, str)]
    for row in map(cells, recorded.container):
        ends = combinations(range(len(row) + 1), 2)
        stretches = {" ".join(row[first:end]) for first, end in ends}
        if own in stretches.difference(row) and len(beside) < len(parts):
            return stretches.issuperset(filter(None, beside))
    return False


def placeless(element: Element) -> Element:
    """It without what says which of several like elements it is."""
    update = {
        **dict.fromkeys(("element_id", "test_id", "ordinal", "path", "box")),
        "locators": tuple(one for one in element.locators if one.kind in NOT_OF_IT),
        "attributes": {
            key: value
            for key, value in element.attributes.items()
            if key not in ID_ATTRIBUTES
        },
    }
    return element.model_copy(update=update)


def _holds_more(texts: Sequence[str]) -> bool:
    """Are there words behind the values, or is there another thing in each? A heading
    holds what they are, "Ticket 7", a row what there is of them."""
    ends = [templates.parts(one)[-1] for one in texts]
    behind = [isinstance(one, str) and any(map(str.isalnum, one)) for one in ends]
    return all(behind) or len({templates.bare(one) for one in texts}) > 1


def _whole_cells(text: str) -> Iterator[templates.Hole]:
    """The values that are all of a cell."""
    for cell in cells(text):
        first, *more = templates.parts(cell)
        if isinstance(first, templates.Hole) and not more:
            yield first


def told_by_task(target: Element | None, task: str) -> Element | None:
    """The target in the row whose cells the task names, whatever else stood there when
    it was recorded; as it is where its record or the task tells no such row."""
    around = target.container if target else ()
    place = next((n for n, text in enumerate(around) if is_row(text)), None)
    if target is None or place is None:
        return target
    named = [one for one in cells(around[place]) if _is_named(one, task)]
    if not named:
        return target
    row = (*[""] * place, CELLS.join(named))
    heads = under([_head_over(one, [target]) for one in named])
    update = {"container": row, "locators": (*target.locators, IN_CELL, *heads)}
    return target.model_copy(update=update)


def _is_named(cell: str, task: str) -> bool:
    return any(map(is_content, folds(cell))) and contains_words(task, cell)


def same_holes(texts: Sequence[str]) -> str | None:
    """The holes that all the texts hold, and no others: who, and on which day. Of those
    between which other words stand, as in a dialog that lists what may be chosen, the
    first: they are no one text."""
    if len({frozenset(templates.holes(text)) for text in texts}) != 1:
        return None
    holes = list(dict.fromkeys(map(str, templates.holes(texts[0]))))
    if all(map(is_row, texts)):
        return CELLS.join(holes) or None
    return " ".join(holes if all(map(_are_one, texts)) else holes[:1]) or None


def _are_one(text: str) -> bool:
    """Does no word stand between its holes?"""
    _, *between, _ = ("", *templates.parts(text), "")
    while between and isinstance(between[0], str):
        del between[0]
    while between and isinstance(between[-1], str):
        del between[-1]
    words = (part for part in between if isinstance(part, str))
    return not any(any(map(str.isalnum, one)) for one in words)
