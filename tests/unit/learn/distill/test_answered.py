"""What a run answered is read where it stood."""

from kgmem.learn.distill.answered import with_answer
from kgmem.model.trajectory import Element, Page, Step, Trajectory
from tests.unit.paths.reading.answers import table

OPENED = Step(
    action="click",
    target=Element(role="link", name="Tickets"),
    page_after=Page(url="https://desk.example/tickets", elements=tuple(table())),
)
LEFT = Step(action="click", page_after=Page(url="https://desk.example/"))


def answered(answer: str, *steps: Step) -> list[tuple[str, str | None]]:
    task = "How many open tickets has Ann Lee?"
    run = Trajectory(task=task, steps=steps, answer=answer, outcome="success")
    return [(step.action, step.value) for step in with_answer(run).steps]


def test_it_is_read_after_the_step_that_showed_it() -> None:
    steps = answered("3", OPENED, LEFT)

    assert steps == [("click", None), ("read", "3"), ("click", None)]


def test_of_a_sentence_what_stands_alone_on_the_page() -> None:
    assert answered("Ann Lee has 3 open ones.", OPENED)[-1] == ("read", "3")


def test_how_many_rows_there_are_is_counted() -> None:
    run = Trajectory(task="How many people?", steps=(OPENED,), answer="There are 3")
    rows = table([("Ann", "5", "x"), ("Bob", "6", "y"), ("Cara", "7", "z")])
    page = Page(url="https://desk.example/", elements=tuple(rows))
    step = OPENED.model_copy(update={"page_after": page})

    read = with_answer(run.model_copy(update={"steps": (step,)})).steps[-1]

    assert (read.value, read.params["of"]) == ("3", "count")


def test_yes_is_that_it_is_there() -> None:
    task = "Is there a person called Bob Ray?"
    run = Trajectory(task=task, steps=(OPENED,), answer="Yes.")

    assert with_answer(run).steps[-1].params["of"] == "presence"


def test_an_answer_of_no_page_is_kept_at_the_end() -> None:
    assert answered("about ten", OPENED)[-1] == ("read", "about ten")


def test_what_an_agent_says_of_something_done_is_no_answer() -> None:
    said = "The ticket of Ann Lee is open now, as number 3."
    run = Trajectory(task="Open Ann Lee's ticket", steps=(OPENED,), answer=said)

    assert with_answer(run) == run
