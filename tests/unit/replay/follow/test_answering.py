"""A plan reads, and its follower tells what stood there."""

from collections.abc import Sequence
from types import SimpleNamespace

from kgmem import Element, Followed, Page, PlanStep, ValueSource, follow
from kgmem.model.option import Option
from tests.unit.paths.reading.answers import ROWS, table
from tests.unit.replay.form import FakeReports, plan

ANN = ValueSource(
    step=0, kind="element", role="cell", at=("cell", "Open", "", "Ann Lee")
)
READ = PlanStep(
    n=1,
    action="read",
    params={"as": "open", "of": "value"},
    reads={"open": (ANN,)},
)


class Reader:
    """A driver of a page that can be read."""

    def __init__(self, *elements: Element) -> None:
        self._elements = elements

    def elements(self) -> Sequence[Element]:
        return self._elements

    def readable(self) -> Sequence[Element]:
        return self._elements

    def page(self) -> str | Page:
        return "https://desk.example/"

    def act(self, *_: object) -> None:
        raise AssertionError("nothing is done to a page that is read")


class Keeping(FakeReports):
    """A memory that keeps answers."""

    settings = SimpleNamespace(keep_answers=True, patience=0)

    def __init__(self) -> None:
        super().__init__()
        self.facts: list[str] = []

    def add_fact(self, content: str, **_: object) -> None:
        self.facts.append(content)


def read(*elements: Element) -> Followed:
    return follow(FakeReports(), plan(READ), Reader(*elements), patience=0)


def test_what_stands_there_is_told_with_where() -> None:
    done = read(*table())

    assert done.answer is not None
    assert (done.answer.value, done.answer.kind, done.answer.name) == (
        3,
        "number",
        "open",
    )
    assert done.answer.where == "cell Open in the row of Ann Lee"
    assert done.answers["open"].page == "https://desk.example/"


def test_what_is_not_there_is_absent_with_what_was_seen() -> None:
    done = read(*table(ROWS[1:]))

    assert (done.outcome, done.answer, done.reported) == ("absent", None, "absent")
    assert done.reason is not None
    assert "seen: Bob Ray, 5" in done.reason


def test_a_page_that_says_that_it_failed_gives_no_answer() -> None:
    class Failing(Reader):
        def page(self) -> Page:
            return Page(url="https://desk.example/", alert="Error: of last week")

    done = follow(FakeReports(), plan(READ), Failing(*table(ROWS)))

    assert (done.outcome, done.answers) == ("stopped", {})


def test_an_answer_is_kept_as_a_fact_where_the_settings_ask_for_it() -> None:
    memory = Keeping()

    follow(memory, plan(READ), Reader(*table()), patience=0)

    assert memory.facts == ["do it cell Open in the row of Ann Lee: 3"]


def test_two_rows_that_fit_are_asked_about() -> None:
    done = read(*table([*ROWS, ("Ann Lee", "9", "x")]))

    assert (done.outcome, done.reason) == ("stopped", "step 1: two fit: 3; 9")


AGENT = Element(
    role="combobox",
    name="Agent",
    options=(Option(label="Ann Lee"), Option(label="Bob Ray")),
)
CHOOSE = PlanStep(n=1, action="select", target=AGENT, value="{agent}", asks=("agent",))


def chosen(task: str) -> Followed:
    way = plan(CHOOSE, READ.model_copy(update={"n": 2}))
    asked = way.model_copy(update={"task": task})
    return follow(FakeReports(), asked, Reader(AGENT, *table()), patience=0)


def test_what_the_page_has_no_option_for_is_absent_with_the_options() -> None:
    done = chosen("How many missed calls has Zoe Poe?")

    assert done.outcome == "absent"
    assert done.reason == (
        "step 1: no option that the task says; seen: 'Ann Lee', 'Bob Ray'"
    )


def test_an_option_that_the_task_may_say_is_asked_for() -> None:
    done = chosen("How many missed calls has Bob Ray?")

    assert (done.outcome, done.reason) == ("stopped", "step 1: no value for agent")
