"""A whole run through the gate."""

from kgmem.model.trajectory import Element, Page, Trajectory
from kgmem.paths.step_text import in_element
from kgmem.redact.redactor import Redactor
from kgmem.redact.structure import map_elements, map_trajectory, texts_in


def redact_trajectory(trajectory: Trajectory, redactor: Redactor) -> Trajectory:
    """The run with each sensitive value replaced wherever it stands.

    Secrets are looked for in every place first, then replaced in all: a password
    that its field gives away is gone from the task's wording, too.
    """
    texts = texts_in(trajectory)
    for text, kind in texts:
        redactor.learn_value(text, kind)
    for text, kind in texts:
        redactor.learn_text(text, kind)
    if not redactor.secrets:  # what would be replaced has been learned by now
        return trajectory
    hidden = map_trajectory(trajectory, redactor.replace)
    if hidden is trajectory:
        return trajectory
    return map_elements(hidden, lambda text: redactor.marked(text, hidden.task))


def redact_page(page: Page, redactor: Redactor, task: str = "") -> Page:
    """The page at hand with its address, title and elements as a run has them."""
    return page.model_copy(
        update={
            "url": page.url and redactor.text(page.url),
            "title": page.title and redactor.text(page.title),
            "elements": tuple(
                redact_element(element, redactor, task) for element in page.elements
            ),
        }
    )


def redact_element(element: Element, redactor: Redactor, task: str = "") -> Element:
    """An element of the page at hand as a run would have stored it, as far as it is
    told by what it shows; the same object if it shows nothing sensitive."""
    shown = (element.name, element.text, *element.container)
    texts = [text for text in (*shown, *element.attributes.values()) if text]
    if all(redactor.text(text) == text for text in texts):
        return element
    return in_element(element, lambda text: redactor.marked(redactor.text(text), task))
