"""What happens to pages between a run and its replay."""

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kgmem import Element
from kgmem.lab import PART_OF_NAME
from kgmem_bench.locate.locate_tree import Node, above, parents
from kgmem_bench.locate.locate_words import reworded, translated

Retell = Callable[[Element, str, str], Element]
"""Tells a recorded element as that for another value than the recorded one."""
Alter = Callable[[Node, int, random.Random], bool]
"""Changes a page in place; False where it does not apply to the page or the target,
which the number names."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change, or several at once."""

    name: str
    steps: tuple[Alter, ...] = ()
    is_gone: bool = False
    """Is the target not to be found, or not to be used, afterwards?"""
    retell: Retell | None = None
    """Where the element of another row is looked for than the recorded one."""


def changed(root: Node, key: int, change: Change, draw: random.Random) -> Node | None:
    """A changed copy; None where the change does not apply."""
    page = root.copy()
    return page if all(step(page, key, draw) for step in change.steps) else None


# Markup -------------------------------------------------------------------------------


def classes_renamed(root: Node, _: int, draw: random.Random) -> bool:
    """Each class gets another, generated name, the same everywhere."""
    names: dict[str, str] = {}
    for node in root.walk():
        given = node.attributes.get("class", "").split()
        for name in given:
            names.setdefault(name, f"css-{draw.randrange(16**6):06x}")
        if given:
            node.attributes["class"] = " ".join(names[name] for name in given)
    return bool(names)


def ids_regenerated(root: Node, _: int, draw: random.Random) -> bool:
    """Each id gets another one, numbered or generated."""
    marked = [node for node in root.walk() if "id" in node.attributes]
    is_numbered = draw.random() < 0.5
    draw.shuffle(numbers := list(range(1, len(marked) + 1)))
    for n, node in zip(numbers, marked, strict=True):
        new = f"field{n}" if is_numbered else f":r{draw.randrange(16**4):x}:"
        node.attributes["id"] = new
    return bool(marked)


def ids_counted_anew(root: Node, _: int, __: random.Random) -> bool:
    """Ids that end in a number are numbered in the page's order, as a page does that
    is built anew."""
    counts: Counter[str] = Counter()
    for node in root.walk():
        found = re.fullmatch(r"(.+)-\d+", node.attributes.get("id", ""))
        if found:
            counts[found[1]] += 1
            node.attributes["id"] = f"{found[1]}-{counts[found[1]]}"
    return bool(counts)


def marks_dropped(root: Node, _: int, __: random.Random) -> bool:
    """No element has a test id any more."""
    marked = [node for node in root.walk() if node.test_id]
    for node in marked:
        node.test_id = None
    return bool(marked)


def wrapped(root: Node, key: int, draw: random.Random) -> bool:
    """Wrappers around the target and two of what it stands in."""
    chain = above(root, key)[:-1]
    chosen = {id(node): node for node in (chain[0], *draw.choices(chain, k=2))}
    for node in chosen.values():
        _replace(root, node, [Node("div", children=[node])])
    return True


def _replace(root: Node, node: Node, by: list[Node]) -> None:
    parent = parents(root)[id(node)]
    at = next(n for n, child in enumerate(parent.children) if child is node)
    parent.children[at : at + 1] = by


# Place --------------------------------------------------------------------------------


def reordered(root: Node, key: int, draw: random.Random) -> bool:
    """What stands beside the target, and beside what it is in, in another order."""
    chain = above(root, key)
    for parent in chain[1:4]:
        draw.shuffle(parent.children)
    return any(len(parent.children) > 1 for parent in chain[1:4])


def moved(root: Node, key: int, draw: random.Random) -> bool:
    """Everything stands elsewhere, parts of it by different distances."""
    for node in [*above(root, key)[1:], *root.children]:
        node.offset = (draw.uniform(0, 120), draw.uniform(0, 90))
    return True


def block_above(root: Node, _: int, draw: random.Random) -> bool:
    """A text field and a button, in front of all others."""
    field = Node("input", label=f"Code {draw.randint(1, 99)}", role="textbox")
    button = Node("button", f"OK {draw.randint(1, 99)}", role="button")
    root.children.insert(0, Node("div", children=[field, button]))
    return True


# Others -------------------------------------------------------------------------------


def look_alike_elsewhere(root: Node, key: int, draw: random.Random) -> bool:
    """The same once more, in another part of the page, without its ids; it leads
    elsewhere, or fills another field."""
    copy = above(root, key)[0].copy()
    for node in copy.walk():
        node.key, node.test_id = 0, None
        node.attributes.pop("id", None)
        for name in {"href", "name"} & node.attributes.keys():
            node.attributes[name] += f"-{draw.randrange(16**4):x}"
    heading = f"Panel {draw.randint(1, 99)}"
    panel = Node("aside", heading=heading, children=[Node("h4", heading), copy])
    at = draw.choice((0, len(root.children)))
    root.children.insert(at, panel)
    return True


def look_alike_row(root: Node, key: int, draw: random.Random) -> bool:
    """Another row before the target's, about somebody or something else."""
    row = _row(root, key)
    if row is None:
        return False
    other = row.copy()
    values = {value: _other_value(value, draw) for value in row.values}
    for node in other.walk():
        node.key = 0
        node.says = values.get(node.says, node.says)
        for name in {"id", "href"} & node.attributes.keys():
            number = str(draw.randrange(10**4))
            given = node.attributes[name]
            node.attributes[name] = re.sub(r"[0-9a-f]*\d", number, given)
    _replace(root, row, [other, row])
    return True


def _row(root: Node, key: int) -> Node | None:
    return next((node for node in above(root, key) if node.is_row), None)


def _other_value(value: str, draw: random.Random) -> str:
    return f"{draw.choice('QXZ')}{draw.randrange(10**4)}{value[:1]}"


# Words --------------------------------------------------------------------------------


def relabelled(root: Node, key: int, _: random.Random) -> bool:
    """The target is called otherwise, and so is the caption beside it."""
    target = above(root, key)[0]
    old = target.name
    new = reworded(old) if old else None
    if old is None or new is None:
        return False
    beside = parents(root)[id(target)].children
    for node in [target, *(one for one in beside if one.tag == "label")]:
        _say(node, old, new)
    return True


def _say(node: Node, old: str, new: str) -> None:
    if node.says == old:
        node.says = new
    if node.label == old:
        node.label = new


def in_other_language(root: Node, _: int, __: random.Random) -> bool:
    """All labels and headings translated; values stay."""
    count = 0
    for node in root.walk():
        for old in {node.says, node.label or ""}:
            if new := translated(old):
                _say(node, old, new)
                count += 1
        node.heading = translated(node.heading or "") or node.heading
    return count > 0


# Gone ---------------------------------------------------------------------------------


def removed(root: Node, key: int, _: random.Random) -> bool:
    """The target is not there; its caption goes with it."""
    target = above(root, key)[0]
    beside = parents(root)[id(target)].children
    for node in [one for one in beside if one.tag == "label" and one.says]:
        if node.says == target.name:
            _replace(root, node, [])
    _replace(root, target, [])
    return True


def row_removed(root: Node, key: int, _: random.Random) -> bool:
    """The target's row is not there."""
    row = _row(root, key)
    if row is None:
        return False
    _replace(root, row, [])
    return True


def all_rows_but_one_removed(root: Node, key: int, draw: random.Random) -> bool:
    """One row is left, and it is not the target's."""
    row = _row(root, key)
    if row is None:
        return False
    others = [n for n in parents(root)[id(row)].children if n.is_row and n is not row]
    if not others:
        return False
    stays = draw.choice(others)
    for node in [row, *others]:
        if node is not stays:
            _replace(root, node, [])
    return True


def disabled(root: Node, key: int, _: random.Random) -> bool:
    """The target is there, but can't be used."""
    above(root, key)[0].attributes["disabled"] = "true"
    return True


# Another value ------------------------------------------------------------------------


def learned_from_two_runs(element: Element, old: str, new: str) -> Element:
    """What two rows' elements have in common, with the new value in it."""
    shared = ("class", "type")
    return Element(
        role=element.role,
        tag=element.tag,
        name=_with_value(element.name, old, new),
        text=_with_value(element.text, old, new),
        attributes={k: v for k, v in element.attributes.items() if k in shared},
        container=(new,) if element.container else (),
        locators=(PART_OF_NAME,),
    )


def learned_from_one_run(element: Element, old: str, new: str) -> Element:
    """The old element with the new value in it; ids and place, which may belong to
    the old value, left out."""
    varying = ("id", "href")
    return with_old_marks(element, old, new).model_copy(
        update={
            "test_id": None,
            "attributes": {
                k: v for k, v in element.attributes.items() if k not in varying
            },
            "ordinal": None,
            "path": None,
            "box": None,
        }
    )


def with_old_marks(element: Element, old: str, new: str) -> Element:
    """The same with the old element's ids, address and place, which mislead."""
    return element.model_copy(
        update={
            "name": _with_value(element.name, old, new),
            "text": _with_value(element.text, old, new),
            "container": tuple(text.replace(old, new) for text in element.container),
        }
    )


def _with_value(text: str | None, old: str, new: str) -> str | None:
    return text.replace(old, new) if text else text


REDESIGN: tuple[Alter, ...] = (classes_renamed, wrapped, moved)
"""New styles and new wrappers, everything elsewhere."""


_GONE = frozenset({removed, row_removed, all_rows_but_one_removed, disabled})


def _change(name: str, *steps: Alter, retell: Retell | None = None) -> Change:
    return Change(name, steps, not _GONE.isdisjoint(steps), retell)


CHANGES: Sequence[Change] = (
    _change("nothing"),
    _change("classes renamed", classes_renamed),
    _change("ids regenerated", ids_regenerated),
    _change("test ids dropped", marks_dropped),
    _change("reordered", reordered),
    _change("wrapped", wrapped),
    _change("moved", moved),
    _change("block above", block_above),
    _change("look-alike elsewhere", look_alike_elsewhere),
    _change("look-alike row", look_alike_row),
    _change("look-alike row, ids counted anew", look_alike_row, ids_counted_anew),
    _change("relabelled", relabelled),
    _change("translated", in_other_language),
    _change("redesign", *REDESIGN),
    _change("redesign, ids regenerated", *REDESIGN, ids_regenerated),
    _change("redesign, reordered", *REDESIGN, reordered),
    _change("redesign, look-alike elsewhere", look_alike_elsewhere, *REDESIGN),
    _change("redesign, look-alike row", look_alike_row, *REDESIGN),
    _change("redesign, relabelled", relabelled, *REDESIGN),
    _change("redesign, translated", in_other_language, *REDESIGN),
    _change("other value, from two runs", retell=learned_from_two_runs),
    _change("other value, from one run", retell=learned_from_one_run),
    _change("other value, old marks", retell=with_old_marks),
    _change("redesign, other value", *REDESIGN, retell=learned_from_two_runs),
    _change("target removed", removed),
    _change("row removed", row_removed),
    _change("row removed, ids regenerated", row_removed, ids_regenerated),
    _change("row removed, ids counted anew", row_removed, ids_counted_anew),
    _change("only another row left", all_rows_but_one_removed),
    _change("target disabled", disabled),
    _change("removed, look-alike elsewhere", look_alike_elsewhere, removed),
    _change("removed, redesign", *REDESIGN, removed),
    _change("removed, redesign, ids regenerated", *REDESIGN, ids_regenerated, removed),
    _change("removed, translated", in_other_language, removed),
)
"""All that is measured, in the order of the report."""
