"""Words that values of all texts begin or end with are the wording's."""

from kgmem.generalize.plain import Grounding, TaskRuns, Use
from kgmem.generalize.wording.shared_words import without_shared_words


def told(text: str, value: str, shown: str) -> tuple[TaskRuns, Grounding]:
    start = text.index(value)
    use = Use(0, "container.0", "title", "", shown.replace(value.title(), ""))
    return TaskRuns(text, text), Grounding((start, start + len(value)), (use,))


def values(found: dict[TaskRuns, Grounding]) -> list[str]:
    grounded = {task.task_id: {"run": [one]} for task, one in found.items()}
    shorter = without_shared_words(list(found), grounded)
    return [task.text[slice(*shorter[task.task_id]["run"][0].span)] for task in found]


def test_a_word_that_all_values_begin_with_goes_to_the_wording() -> None:
    texts = [f"Delete the invoice {n}" for n in (4712, 5120, 3991)]
    found = dict(
        told(text, text.removeprefix("Delete the "), f"Invoice {text[-4:]} open")
        for text in texts
    )

    grounded = {task.task_id: {"run": [one]} for task, one in found.items()}
    shorter = without_shared_words(list(found), grounded)

    [first, *_] = (shorter[task.task_id]["run"][0] for task in found)
    assert values(found) == ["4712", "5120", "3991"]
    assert first.uses[0].before == "Invoice "
    assert first.uses[0].after == " open"


def test_values_that_do_not_all_share_it_stay_whole() -> None:
    found = dict(
        told(f"Delete the {value}", value, f"{value.title()} open")
        for value in ("invoice 4712", "invoice 5120", "quote 3991")
    )

    assert values(found) == ["invoice 4712", "invoice 5120", "quote 3991"]


def test_what_a_step_enters_as_a_whole_stays_whole() -> None:
    found = {}
    for value in ("red shoes", "red hat", "red scarf"):
        text = f"Search for {value}"
        use = Use(0, "value")
        found[TaskRuns(text, text)] = Grounding((11, len(text)), (use,))

    assert values(found) == ["red shoes", "red hat", "red scarf"]
