"""Made pages, what changes on them, and how ways to find an element are judged."""

from dataclasses import replace

import pytest
from kgmem_bench.locate.locate import GONE, THERE, scores
from kgmem_bench.locate.locate_cases import Case, made_cases
from kgmem_bench.locate.locate_changes import CHANGES
from kgmem_bench.locate.locate_tree import Node, numbered
from kgmem_bench.locate.locate_ways import best_score, product, role_and_name

from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element

pytestmark = pytest.mark.slow


def person(name: str, n: int) -> Node:
    edit = Node(
        "button",
        "Edit",
        role="button",
        attributes={"id": f"edit-{n}", "class": "btn edit"},
        test_id="edit",
    )
    cells = [Node("td", name, role="cell"), Node("td", children=[edit])]
    return Node("tr", children=cells, is_row=True, values=(name, name))


def page() -> Node:
    """A heading and two rows with a button each; the second one's is the target."""
    rows = [person("Alice", 1), person("Bob", 2)]
    table = Node("section", heading="Users", children=[Node("h2", "Users"), *rows])
    return numbered(Node("body", children=[table]))


def target(root: Node) -> Node:
    return [node for node in root.walk() if node.tag == "button"][-1]


# Pages --------------------------------------------------------------------------------


# Cases --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return list(made_cases(4))


def test_cases_hold_the_target_where_it_is_said_to_be(cases: list[Case]) -> None:
    gone = {change.name for change in CHANGES if change.is_gone}

    assert {case.change for case in cases} == {change.name for change in CHANGES}
    for case in cases:
        assert (case.truth is None) == (case.change in gone)
        if case.change == "nothing":
            assert case.truth is not None
            assert case.elements[case.truth] == case.step.target


def test_a_gone_target_leaves_nothing_that_agrees_with_its_whole_record(
    cases: list[Case],
) -> None:
    for case in cases:
        if case.truth is None and case.change == "target removed":
            assert case.step.target not in case.elements


def test_pages_of_one_site_belong_to_one_half(cases: list[Case]) -> None:
    halves = {case.site: case.half for case in cases}

    assert set(halves.values()) == {"tuning", "reported"}
    assert all(halves[case.site] == case.half for case in cases)


def case_of(wanted: Element, *elements: Element, truth: int | None) -> Case:
    step = PlanStep(n=1, action="click", target=wanted)
    return Case("nothing", "made/form/0", step, elements, truth)


SAVE = Element(role="button", name="Save", test_id="save", path="/a")
NAMESAKE = Element(role="button", name="Save", path="/b")
OF_ALICE, OF_BOB = (
    Element(role="button", name="Edit", container=(name,)) for name in ("Alice", "Bob")
)


def test_a_case_can_be_told_if_one_fact_is_true_of_the_target_alone() -> None:
    assert case_of(SAVE, SAVE, NAMESAKE, truth=0).can_be_told
    assert not case_of(NAMESAKE, SAVE, NAMESAKE, truth=1).can_be_told
    assert not case_of(SAVE, NAMESAKE, truth=None).can_be_told


# Ways and scores ----------------------------------------------------------------------


def test_simpler_ways_guess_where_the_product_refuses() -> None:
    step = PlanStep(n=1, action="click", target=NAMESAKE)
    page = [NAMESAKE, NAMESAKE]

    assert product(step, page) is None
    assert role_and_name(step, page) == 0
    assert best_score(step, page) == 0
    assert best_score(step, [Element(role="button", name="Quit")]) is None


def test_scores_count_right_wrong_and_refused() -> None:
    cases = [
        case_of(SAVE, SAVE, NAMESAKE, truth=0),
        case_of(NAMESAKE, NAMESAKE, NAMESAKE, truth=1),
        replace(case_of(OF_ALICE, OF_BOB, truth=None), change="target removed"),
    ]

    found = {(one.way, one.change): one for one in scores(cases)}

    own, ladder = found["kgmem", THERE], found["first rung", THERE]
    assert (own.cases, own.tellable) == (2, 1)
    assert (own.healed.value, own.wrong.value, own.refused) == (0.5, 0.0, 0.5)
    assert own.healed_of_tellable == 1.0
    assert (ladder.healed.value, ladder.wrong.value) == (0.5, 0.5)
    assert found["kgmem", GONE].wrong.value == 0.0
    assert found["role and name", GONE].wrong.value == 1.0


def test_more_is_right_and_less_is_wrong_than_by_the_ladder(cases: list[Case]) -> None:
    some = [case for case in cases[::3] if case.half == "tuning"]
    found = {(one.way, one.change): one for one in scores(some)}

    for change in (THERE, GONE):
        assert found["kgmem", change].wrong.value <= 0.02
        assert found["first rung", change].wrong.value > 0.1
    assert found["kgmem", THERE].healed_of_tellable > 0.9
