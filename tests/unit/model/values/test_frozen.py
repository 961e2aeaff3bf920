"""Values stay as they are, with all that they hold."""

import copy
import importlib
import json
import pickle
import pkgutil
import re
from collections.abc import Callable
from typing import Any

import pytest

import kgmem.model
from kgmem.model.base import Value
from kgmem.model.pattern import Membership, Pattern, PatternMatch, PatternStep
from kgmem.model.plan import Avoidance, Origin, Plan, PlanStep
from kgmem.model.trajectory import Element, Page, Step
from kgmem.model.values.frozen import FrozenDict, FrozenList, frozen

PLAN = {
    "plan_id": "p",
    "task": "t",
    "route": "direct_replay",
    "origin": Origin(kind="pattern", id="p"),
    "bindings": {"a": ["b"]},
}
PATTERN = {"pattern_id": "p", "name": "n", "template": "{a}"}
HOLDING: list[tuple[Value, str]] = [
    (Step(action="click", params={"a": [1, {"b": []}]}), "params"),
    (PatternStep(n=1, action="click", params={"a": [1, {"b": []}]}), "params"),
    (PlanStep(n=1, action="click", params={"a": [1]}), "params"),
    (Element(attributes={"id": "a"}), "attributes"),
    (Page(stats={"links": 1}), "stats"),
    (Membership(bindings={"a": ["b"]}), "bindings"),
    (Membership(separators={"a": (", ",)}), "separators"),
    (Pattern.model_validate({**PATTERN, "app_stats": {"shop": {}}}), "app_stats"),
    (PatternMatch(pattern=Pattern.model_validate(PATTERN), bindings={"a": ["b", "c"]}),
     "bindings"),
    (Plan.model_validate(PLAN), "bindings"),
    (Plan.model_validate({**PLAN, "secrets": {"[REDACTED]": "x"}}), "secrets"),
    (Avoidance(action="click", cause="c", message="m", scope={"app": "shop"}), "scope"),
    (Step(action="click"), "params"),
    (Step.model_construct(action="click", params={"a": 1}), "params"),
    (Step.of_stored(action="click", params={"a": [1, {"b": []}]}), "params"),
    (Step(action="click").model_copy(update={"params": {"a": [1]}}), "params"),
]  # fmt: skip
CHANGES: list[Callable[[Any], object]] = [
    lambda held: held.__setitem__("a", 1),
    lambda held: held.update(a=1),
    lambda held: held.clear(),
]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(("value", "name"), HOLDING)
def test_what_a_value_holds_refuses_changes(
    value: Value, name: str, change: Callable[[Any], object]
) -> None:
    before = copy.deepcopy(getattr(value, name))

    with pytest.raises(TypeError, match="make a new one"):
        change(getattr(value, name))

    assert getattr(value, name) == before


def test_a_list_within_refuses_changes() -> None:
    step = Step(action="click", params={"a": {"b": [1, 2]}})

    with pytest.raises(TypeError, match="make a new one"):
        step.params["a"]["b"].append(3)  # type: ignore[call-overload, index, union-attr]

    assert step.params == {"a": {"b": [1, 2]}}


def test_every_value_with_a_dict_or_a_list_is_known() -> None:
    for module in pkgutil.iter_modules(kgmem.model.__path__, "kgmem.model."):
        importlib.import_module(module.name)

    told = {cls.__name__: cls._mutable for cls in Value.__subclasses__()}

    assert all(name in told[type(value).__name__] for value, name in HOLDING)
    for cls in Value.__subclasses__():
        for name, field in cls.model_fields.items():
            if re.search(r"\b(dict|list)\[", str(field.annotation)):
                assert name in cls._mutable, (cls, name)


@pytest.mark.parametrize(
    "again",
    [
        copy.copy,
        copy.deepcopy,
        lambda value: pickle.loads(pickle.dumps(value)),  # our own
        lambda value: frozen(json.loads(json.dumps(value))),
    ],
)
def test_a_copy_is_equal_and_as_frozen(again: Callable[[Any], Any]) -> None:
    held = frozen({"a": [1, {"b": []}], "c": {}})

    made = again(held)

    assert made == held == {"a": [1, {"b": []}], "c": {}}
    assert isinstance(made, FrozenDict)
    assert isinstance(made["a"], FrozenList)
    assert isinstance(made["a"][1], FrozenDict)


def test_what_was_given_stays_the_givers() -> None:
    given = {"a": [1]}
    step = Step(action="click", params=given)

    given["a"].append(2)
    given["b"] = []

    assert step.params == {"a": [1]}


def test_a_value_made_of_what_was_stored_is_as_if_it_was_validated() -> None:
    given = {"action": "click", "params": {"a": [1]}, "value": "x"}

    made, checked = Step.of_stored(**given), Step.model_validate(given)

    assert made == checked
    assert list(made.__dict__) == list(checked.__dict__)
    assert made.model_fields_set == checked.model_fields_set
    assert made.model_dump_json() == checked.model_dump_json()
    assert pickle.loads(pickle.dumps(made)) == checked
