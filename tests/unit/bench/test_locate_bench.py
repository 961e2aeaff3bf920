"""Made pages, what changes on them, and how ways to find an element are judged."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from kgmem_bench.common.report import machine
from kgmem_bench.locate.locate import (
    GONE,
    THERE,
    LocateResult,
    large_page,
    scores,
    speeds,
    trust,
)
from kgmem_bench.locate.locate_cases import Case, made_cases, recorded_cases
from kgmem_bench.locate.locate_changes import (
    CHANGES,
    REDESIGN,
    Change,
    all_rows_but_one_removed,
    block_above,
    changed,
    classes_renamed,
    disabled,
    ids_counted_anew,
    ids_regenerated,
    in_other_language,
    learned_from_one_run,
    learned_from_two_runs,
    look_alike_elsewhere,
    look_alike_row,
    moved,
    relabelled,
    removed,
    reordered,
    row_removed,
    with_old_marks,
    wrapped,
)
from kgmem_bench.locate.locate_pages import Page, made_pages
from kgmem_bench.locate.locate_report import checks, to_markdown
from kgmem_bench.locate.locate_tree import (
    DRIVERS,
    Listed,
    Node,
    above,
    listed,
    numbered,
)
from kgmem_bench.locate.locate_ways import (
    WAYS,
    best_score,
    first_rung,
    product,
    role_and_name,
    selector,
)
from kgmem_bench.locate.locate_words import reworded, translated

from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element
from kgmem.paths.fits import PART_OF_NAME
from kgmem.replay.locate.flow import locate

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


def after(*steps: object) -> tuple[Node, Node | None]:
    """The changed page, and the target on it."""
    root = page()
    key = target(root).key
    found = changed(root, key, Change("", steps), random.Random(0))  # type: ignore[arg-type]
    assert found is not None
    chain = above(found, key)
    return found, chain[0] if chain else None


def buttons(root: Node) -> list[Element]:
    return [one.element for one in listed(root, "rich") if one.is_target]


# Pages --------------------------------------------------------------------------------


def test_a_driver_tells_where_an_element_stands_and_what_is_around() -> None:
    found = buttons(page())[1]

    assert found.container == ("Bob Edit", "Users")
    assert found.path == "/html/body[1]/section[1]/tr[2]/td[2]/button[1]"
    assert found.ordinal == 1
    assert found.box is not None


def test_drivers_differ_in_what_they_tell() -> None:
    by_driver = {
        driver: next(one.element for one in listed(page(), driver) if one.is_target)
        for driver in DRIVERS
    }

    assert by_driver["rich"].test_id == "edit"
    assert by_driver["a11y"].attributes == {}
    assert by_driver["a11y"].container == ("Alice Edit", "Users")
    assert by_driver["dom"].role is None
    assert by_driver["dom"].container == ()
    assert (by_driver["flat"].role, by_driver["flat"].path) == ("button", None)


def test_made_pages_are_the_same_for_the_same_seed() -> None:
    def shown(pages: list[Page]) -> list[list[Listed]]:
        return [listed(one.root, one.driver) for one in pages]

    first = shown(list(made_pages(2)))

    assert first == shown(list(made_pages(2)))
    assert first != shown(list(made_pages(2, seed=1)))
    assert {name.split("/")[1] for name in (one.site for one in made_pages(1))} == {
        "form", "login", "table", "mails", "results", "dialog", "settings",
    }  # fmt: skip


def test_ids_of_a_made_page_are_unique() -> None:
    for one in made_pages(4):
        ids = [n.attributes["id"] for n in one.root.walk() if "id" in n.attributes]

        assert len(ids) == len(set(ids)), one.site


def test_labels_are_reworded_and_translated_and_values_stay() -> None:
    assert reworded("Log in") == "Sign in"
    assert translated("Log in") == "登录"
    assert translated("登录") == "Log in"
    assert reworded("Alice Smith") is None


# Changes ------------------------------------------------------------------------------


def test_a_change_leaves_the_page_it_was_made_from_alone() -> None:
    root = page()
    before = buttons(root)

    changed(root, target(root).key, Change("", REDESIGN), random.Random(0))

    assert buttons(root) == before


def test_markup_changes_what_developers_wrote() -> None:
    _, renamed = after(classes_renamed)
    _, regenerated = after(ids_regenerated)
    root, inside = after(wrapped)

    assert renamed is not None
    assert "edit" not in renamed.attributes["class"]
    assert regenerated is not None
    assert regenerated.attributes["id"] != "edit-2"
    assert inside is not None
    assert above(root, inside.key)[1].tag == "div"


def test_places_change_and_the_rest_stays() -> None:
    for step in (reordered, moved, block_above):
        root, found = after(step)
        places = [one.element.box for one in listed(root, "rich")]

        assert found is not None
        assert (found.says, found.attributes["id"]) == ("Edit", "edit-2")
        assert places != [one.element.box for one in listed(page(), "rich")], step


def test_look_alikes_share_the_name_and_nothing_that_identifies() -> None:
    elsewhere, _ = after(look_alike_elsewhere)
    row, _ = after(look_alike_row)
    copy = next(e for e in buttons(elsewhere) if e.test_id is None)
    other = next(e for e in buttons(row) if e.container[0][:3] not in ("Ali", "Bob"))

    assert (copy.name, copy.attributes) == ("Edit", {"class": "btn edit"})
    assert copy.container[0].startswith("Panel")
    assert (other.name, other.test_id) == ("Edit", "edit")
    assert other.attributes["id"] not in ("edit-1", "edit-2")


def test_ids_are_counted_anew_in_the_pages_order() -> None:
    root, found = after(look_alike_row, ids_counted_anew)

    assert found is not None
    assert found.attributes["id"] == "edit-3"
    assert [e.attributes["id"] for e in buttons(root)] == ["edit-1", "edit-2", "edit-3"]


def test_words_change_in_one_place_or_everywhere() -> None:
    root, found = after(relabelled)
    whole, _ = after(in_other_language)

    assert found is not None
    assert found.says == "Modify"
    assert buttons(root)[0].name == "Edit"
    assert [e.name for e in buttons(whole)] == ["编辑", "编辑"]
    assert buttons(whole)[1].container == ("Bob 编辑", "用户")


def test_what_is_gone_is_gone() -> None:
    assert after(removed)[1] is None
    assert after(row_removed)[1] is None
    root, found = after(all_rows_but_one_removed)
    _, dead = after(disabled)

    assert found is None
    assert [e.container[0] for e in buttons(root)] == ["Alice Edit"]
    assert dead is not None
    assert dead.attributes["disabled"] == "true"


def test_a_change_that_does_not_apply_gives_no_page() -> None:
    root = numbered(Node("body", children=[Node("button", "Xyz", role="button")]))
    key = target(root).key

    for step in (relabelled, in_other_language, row_removed, classes_renamed):
        assert changed(root, key, Change("", (step,)), random.Random(0)) is None


def test_another_value_is_told_as_patterns_tell_it() -> None:
    old = buttons(page())[0]

    two, one, misleading = (
        retell(old, "Alice", "Bob")
        for retell in (learned_from_two_runs, learned_from_one_run, with_old_marks)
    )

    assert two.container == ("Bob",)
    assert PART_OF_NAME in two.locators
    assert one.container == ("Bob Edit", "Users")
    assert (one.test_id, one.path, "id" in one.attributes) == (None, None, False)
    assert misleading.container == ("Bob Edit", "Users")
    assert misleading.attributes["id"] == "edit-1"


# Cases --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return list(made_cases(4))


@pytest.fixture(scope="module")
def few(cases: list[Case]) -> list[Case]:
    """One of each change and half."""
    return list({(case.change, case.half): case for case in cases}.values())


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


def test_recorded_screens_are_taken_where_they_are(tmp_path: Path) -> None:
    folder = tmp_path / "autodroid"
    folder.mkdir()
    row = (
        '{"app": "notes", "id": "a", "task": "Save", "profile": [{"label": [1, "null"],'
        ' "state": "<input id=0>Title</input>\\n<button id=1>Save</button>"}]}\n'
    )
    (folder / "dev.jsonl").write_text(row, encoding="utf-8")

    found = list(recorded_cases(tmp_path))
    plain = next(case for case in found if case.change == "nothing")

    assert list(recorded_cases(tmp_path / "nowhere")) == []
    assert (plain.truth, plain.source) == (1, "recorded")
    assert plain.step.target is not None
    assert plain.step.target.name == "Save"
    assert plain.can_be_told


def case_of(wanted: Element, *elements: Element, truth: int | None) -> Case:
    step = PlanStep(n=1, action="click", target=wanted)
    return Case("nothing", "made/form/0", step, elements, truth)


SAVE = Element(role="button", name="Save", test_id="save", path="/a")
NAMESAKE = Element(role="button", name="Save", path="/b")
GO = {"id": "go"}
OF_ALICE, OF_BOB = (
    Element(role="button", name="Edit", container=(name,)) for name in ("Alice", "Bob")
)


def test_a_case_can_be_told_if_one_fact_is_true_of_the_target_alone() -> None:
    assert case_of(SAVE, SAVE, NAMESAKE, truth=0).can_be_told
    assert not case_of(NAMESAKE, SAVE, NAMESAKE, truth=1).can_be_told
    assert not case_of(SAVE, NAMESAKE, truth=None).can_be_told


# Ways and scores ----------------------------------------------------------------------


def test_the_ladder_takes_the_first_rung_that_matches() -> None:
    step = PlanStep(n=1, action="click", target=SAVE)
    elsewhere = Element(role="link", name="Other", path="/a")

    assert first_rung(step, [NAMESAKE, SAVE]) == 1
    assert first_rung(step, [elsewhere, NAMESAKE]) == 1
    assert first_rung(step, [elsewhere]) == 0
    assert first_rung(step, []) is None


def test_a_selector_is_an_id_or_a_path() -> None:
    step = PlanStep(n=1, action="click", target=Element(path="/b", attributes=GO))
    by_id, by_path = Element(path="/a", attributes=GO), Element(path="/b")

    assert selector(step, [by_path, by_id]) == 1
    assert selector(step, [by_path]) == 0
    assert selector(step, [SAVE]) is None


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


def test_confidence_is_judged_on_the_best_candidate(cases: list[Case]) -> None:
    found = trust(cases[::4], "tuning")

    assert 0 < found.cases <= len(cases)
    assert 0 <= found.ece < 0.2
    assert sum(weight for _, weight, _, _ in found.bins) == pytest.approx(1)


def test_speed_is_measured_on_a_page_of_the_size_asked_for() -> None:
    found = speeds(elements=90, rounds=3)

    assert [(one.given, one.elements) for one in found] == [
        ("elements", 90),
        ("mappings", 90),
    ]
    assert all(0 < one.p50 <= one.p95 for one in found)
    assert all(one.processor > 0 for one in found)


def test_each_button_of_the_large_page_can_be_found() -> None:
    rows = large_page(60)
    step = PlanStep(n=1, action="click", target=Element.model_validate(rows[31]))

    assert locate(step, rows).index == 31


def test_the_report_shows_each_change_way_and_half(few: list[Case]) -> None:
    result = LocateResult(
        "locate",
        machine(),
        ["made"],
        2,
        scores(few),
        [trust(few, half) for half in ("reported", "tuning")],
        speeds(elements=30, rounds=2),
    )

    text = to_markdown(result)

    for name in (*(change.name for change in CHANGES), THERE, GONE):
        assert f"| {name} |" in text
    assert all(way in text for way in WAYS)
    assert {check.what for check in checks(result)} >= {
        f"wrong, made: {THERE}",
        f"wrong, made: {GONE}",
        "wrong, made: target removed",
    }
