"""What `import kgmem` promises."""

import importlib
import inspect
import pickle
import types
from typing import get_type_hints

import pytest

import kgmem
from kgmem import Memory, lab
from kgmem.lazy import homes

# fmt: off
PUBLIC = {
    "Memory", "AsyncMemory", "KgmemError", "Action", "Outcome", "Route", "Need",
    "Json", "Locator", "Box", "Element", "Page", "Step", "Trajectory", "Learned",
    "LearnReport", "ItemError", "ExperienceRecord", "Stats", "Slot", "Expectation",
    "PatternStep", "Pattern", "PatternMatch", "GeneralizeReport", "PlanStep",
    "Origin", "Plan", "Avoidance", "Experience", "Fact", "Hit", "Stage",
    "Recollection", "Finding", "Diagnosis", "Located",
}
# fmt: on
"""A contract: names may be added, never taken away."""


def test_every_promised_name_is_exported() -> None:
    assert PUBLIC - set(kgmem.__all__) == set()


def test_every_exported_name_is_there() -> None:
    missing = [name for name in kgmem.__all__ if not hasattr(kgmem, name)]

    assert not missing


def test_nothing_else_looks_public() -> None:
    looks_public = {
        name
        for name, value in vars(kgmem).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }

    assert looks_public <= set(kgmem.__all__)


@pytest.mark.parametrize("name", kgmem.__all__)
def test_a_name_is_the_same_thing_wherever_it_is_taken_from(name: str) -> None:
    home, inner = homes(kgmem.__file__)[name]

    assert getattr(kgmem, name) is getattr(importlib.import_module(home), inner)


def test_a_stub_may_give_another_name_to_a_thing() -> None:
    assert homes(lab.__file__)["CALIBRATIONS"] == (
        "kgmem.backends.calibration",
        "FOLDER",
    )
    assert lab.CALIBRATIONS.is_dir()


def test_everything_can_be_taken_at_once() -> None:
    taken: dict[str, object] = {}

    exec("from kgmem import *", taken)  # the statement itself is what is tested

    assert set(kgmem.__all__) <= set(taken)
    assert set(kgmem.__all__) <= set(dir(kgmem))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="Memroy"):
        _ = kgmem.Memroy  # type: ignore[attr-defined]


def test_a_lazily_found_model_can_be_pickled() -> None:
    action = kgmem.Box(x=1, y=2, width=3, height=4)

    back = pickle.loads(pickle.dumps(action))

    assert isinstance(back, kgmem.Box)
    assert back == action


FROM_FLOWS = {
    "agent",
    "agents",
    "calibrate",
    "clear",
    "do",
    "graph_of",
    "record",
    "run",
}
"""Methods that give what only a flow defines, which is loaded when it is asked for."""


def test_types_of_methods_can_be_told() -> None:
    methods = inspect.getmembers(Memory, inspect.isfunction)
    public = {name: one for name, one in methods if not name.startswith("_")}

    told = [get_type_hints(public[name]) for name in public.keys() - FROM_FLOWS]

    assert all("return" in one for one in told)
