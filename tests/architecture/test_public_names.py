"""What `import kgmem` promises."""

import types

import kgmem

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


def test_the_list_names_each_once() -> None:
    assert len(kgmem.__all__) == len(set(kgmem.__all__))
