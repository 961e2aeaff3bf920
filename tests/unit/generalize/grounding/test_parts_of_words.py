"""Values that are a part of a word: first letters, numbers of ids."""

from typing import Any

from kgmem.generalize.grounding.ground import ground
from kgmem.generalize.patterns.build import generalize_tasks
from kgmem.generalize.plain import RunSteps, TaskRuns, Use
from kgmem.matching.affixes import NAME_BEGINS, NAME_ENDS
from kgmem.model.pattern import Pattern
from kgmem.model.trajectory import Locator, parse_trajectory
from kgmem.paths.unfold import unfold

Given = dict[str, Any]


def type_(value: str, **target: Any) -> Given:
    field = {"role": "textbox", "name": "City", **target}
    return {"action": "type", "value": value, "target": field}


def suggestion(name: str) -> Given:
    return {"tag": "div", "text": name, "attributes": {"class": "suggestion"}}


def choose(name: str, *others: str) -> Given:
    """Of what is offered: this and the others."""
    page = {"elements": [suggestion(one) for one in (name, *others)]}
    return {"action": "click", "target": suggestion(name), "page_before": page}


def enter_nth(place: str, element_id: str, ordinal: int) -> Given:
    target = {"role": "textbox", "attributes": {"id": element_id}, "ordinal": ordinal}
    step = {"action": "type", "value": "x", "target": target}
    return run(f"Type x in the {place} field", step)


def run(text: str, *steps: Given) -> Given:
    return {"task": text, "outcome": "success", "steps": list(steps)}


def uses(given: Given) -> dict[str, list[Use]]:
    parsed = parse_trajectory(given)
    found = ground(parsed.task, RunSteps("run", parsed.steps))
    return {parsed.task[slice(*one.span)]: list(one.uses) for one in found}


def only(*runs: Given) -> Pattern:
    parsed = [parse_trajectory(one) for one in runs]
    [pattern] = generalize_tasks(
        [
            TaskRuns(f"task-{n}", one.task, None, (RunSteps(f"run-{n}", one.steps),))
            for n, one in enumerate(parsed)
        ]
    ).patterns
    return pattern


def found_by(begun: str, end: str, name: str, *others: str) -> Given:
    text = f'Pick what begins with "{begun}" and ends with "{end}"'
    return run(text, type_(begun), choose(name, *others))


LISBON = found_by("Li", "bon", "Lisbon", "Lima", "Linz")
OSLO = found_by("Os", "lo", "Oslo", "Osaka")
ROME = run('Pick what begins with "Ro"', type_("Ro"), choose("Rome"))


def begins(value: str) -> Locator:
    return Locator(kind=NAME_BEGINS, value=value)


def ends(value: str) -> Locator:
    return Locator(kind=NAME_ENDS, value=value)


class TestEndsOfNames:
    def test_what_was_typed_begins_what_was_chosen(self) -> None:
        found = uses(LISBON)

        assert found["Li"] == [Use(0, "value"), Use(1, "text", after="sbon")]
        assert found["bon"] == [Use(1, "text", before="Lis")]

    def test_chinese_names_have_ends_too(self) -> None:
        found = uses(run("选择以“北”开头的城市", type_("北"), choose("北京市")))

        assert found["北"] == [Use(0, "value"), Use(1, "text", after="京市")]

    def test_another_word_is_not_begun(self) -> None:
        found = uses(run('Pick "Li"', type_("Li"), choose("Li Street")))

        assert Use(1, "text", after=" Street") in found["Li"]
        assert uses(run('Pick "Li"', type_("Li"), choose("Oslo")))["Li"] == [
            Use(0, "value")
        ]

    def test_what_was_not_typed_begins_nothing(self) -> None:
        assert uses(run('Pick what begins with "Li"', choose("Lisbon"))) == {}

    def test_the_path_tells_the_chosen_by_both_ends(self) -> None:
        pattern = only(LISBON, OSLO)
        first, last = (slot.name for slot in pattern.slots)

        steps = unfold(pattern.steps, pattern.slots, {first: "Ma", last: "rid"})

        target = steps[1].target
        assert target is not None
        assert (target.name, target.text) == (None, None)
        assert target.locators == (begins("Ma"), ends("rid"))

    def test_an_end_that_the_task_leaves_open_is_left_out(self) -> None:
        pattern = only(LISBON, OSLO, ROME)
        first, last = (slot.name for slot in pattern.slots)

        steps = unfold(pattern.steps, pattern.slots, {first: "Ma"})

        assert pattern.steps[1].slots == (first,)
        assert steps[1].target is not None
        assert steps[1].target.locators == (begins("Ma"),)
        assert last not in {name for step in pattern.steps for name in step.slots}


class TestOrdinals:
    def test_the_number_of_an_id_is_what_the_task_counts(self) -> None:
        found = uses(enter_nth("2nd", "field2", 2))

        assert found["2nd"] == [Use(0, "attributes.id", "ordinal", "field")]

    def test_a_number_that_is_not_the_place_is_none(self) -> None:
        assert "2nd" not in uses(enter_nth("2nd", "field2", 5))

    def test_another_place_has_another_number(self) -> None:
        pattern = only(enter_nth("2nd", "field2", 2), enter_nth("1st", "field1", 1))
        [slot] = (slot.name for slot in pattern.slots if slot.kind == "ordinal")
        others = {one.name: one.examples[0] for one in pattern.slots}

        [step] = unfold(pattern.steps, pattern.slots, {**others, slot: "4th"})

        assert step.target is not None
        assert step.target.attributes["id"] == "field4"
