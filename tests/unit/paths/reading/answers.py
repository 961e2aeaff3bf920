"""Pages with tables and lists, as a browser's driver tells them to be read."""

from collections.abc import Sequence

from kgmem.model.trajectory import Element, Page, Step, Trajectory
from kgmem.paths.reading.at_place import HEAD, LABEL, ROW, UNDER
from kgmem.paths.reading.shown import Displayed

HEADS = ("Person", "Open", "Created")
ROWS = (
    ("Ann Lee", "3", "2026-11-20"),
    ("Bob Ray", "5", "2026-11-18"),
    ("Cara Moss", "7", "2026-11-02"),
)


def table(
    rows: Sequence[Sequence[str]] = ROWS, heads: Sequence[str] = HEADS, name: str = "t"
) -> list[Element]:
    """The cells of a table, its heads first."""
    at = f"/html/body/{name}[1]"
    found = [cell(head, {}, heads, "th") for head in heads]
    for n, row in enumerate(rows, 1):
        for head, text in zip(heads, row, strict=True):
            beside = {HEAD: head, ROW: f"{at}/tbody/tr[{n}]", UNDER: name}
            found.append(cell(text, beside, row))
    return found


def cell(
    text: str, beside: dict[str, str], row: Sequence[str], tag: str = "td"
) -> Element:
    """One cell in its row."""
    role = "columnheader" if tag == "th" else "cell"
    attributes, around = beside, ("\t".join(row),)
    return Element(
        role=role,
        tag=tag,
        name=text,
        text=text,
        attributes=attributes,
        container=around,
    )


def labelled(label: str, text: str) -> Element:
    """A value behind its label."""
    return Element(tag="dd", text=text, attributes={LABEL: label})


def shown(*elements: Element) -> Displayed:
    """A page that shows them."""
    return Displayed(elements=elements)


def run(task: str, value: str, *elements: Element, of: str = "value") -> Trajectory:
    """A run that read the value on a page that shows these."""
    page = Page(url="https://desk.example/", elements=elements)
    read = Step(action="read", value=value, params={"of": of}, page_before=page)
    return Trajectory(task=task, steps=(read,), outcome="success")
