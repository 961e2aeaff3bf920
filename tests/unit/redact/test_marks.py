"""What is hidden on pages is recognised again, and told to nobody."""

import os
import stat
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from kgmem import KgmemError
from kgmem.errors import ConfigurationError, InvalidInput, ServiceError
from kgmem.model.keys.identity import element_key
from kgmem.model.plan import PlanStep
from kgmem.model.texts.placeholder import PLACEHOLDER
from kgmem.model.trajectory import Element, Trajectory, parse_trajectory
from kgmem.redact import Redactor, redact_trajectory
from kgmem.redact.key import FILE, key_in, key_of
from kgmem.redact.marks import marks
from kgmem.replay.locate.flow import locate

KEY = key_of("a key of the tests")
PHONE, OTHER = "138 1234 5678", "139 8765 4321"


def redactor(key: bytes = KEY) -> Redactor:
    return Redactor(mark=marks(key))


def run_with(name: str, task: str = "call the shop", **more: Any) -> Trajectory:
    step = {"action": "click", "target": {"role": "link", "name": name}, **more}
    return parse_trajectory({"task": task, "steps": [step]})


def stored(name: str, key: bytes = KEY, task: str = "call the shop") -> Element:
    target = redact_trajectory(run_with(name, task), redactor(key)).steps[0].target
    assert target is not None
    return target


def test_a_link_of_the_page_has_kind_number_shape_and_hash() -> None:
    name = stored(f"Call {PHONE}").name or ""

    match = PLACEHOLDER.search(name)

    assert match is not None
    assert (match["kind"], match["number"]) == ("phone", "1")
    assert (match["mark"] or "").startswith("~d16.")
    assert "5678" not in name


def test_what_the_task_names_varies_and_has_no_hash() -> None:
    element = stored(f"Call {PHONE}", task=f"call {PHONE}")

    assert element.name == "Call [REDACTED:phone#1]"


@pytest.mark.parametrize("value", ["4821", "48213", "12345678"])
def test_few_digits_have_no_hash(value: str) -> None:
    """Who has the key would try all of them."""
    hidden = stored(f"PIN is {value}").name or ""

    assert "~" not in hidden
    assert value not in hidden


def test_the_same_value_in_another_spelling_has_the_same_hash() -> None:
    one, other = marks(KEY)("phone", PHONE), marks(KEY)("phone", "+86 13812345678")

    assert one.split(".")[1] == other.split(".")[1]
    assert marks(KEY)("phone", OTHER) != one


def test_elements_are_the_same_by_hash_whatever_their_number() -> None:
    first = element_key(stored(f"Call {PHONE}"))
    second = element_key(stored(f"Call {PHONE}", task=f"not {OTHER}"))
    different = element_key(stored(f"Call {OTHER}"))

    assert first == second
    assert first != different


def test_a_second_pass_changes_nothing() -> None:
    once = redact_trajectory(run_with(f"Call {PHONE}"), redactor())

    assert redact_trajectory(once, redactor()) == once


PAGE = [{"role": "link", "name": f"Call {number}"} for number in (OTHER, "13812345678")]


def test_a_hidden_link_is_located_on_the_live_page() -> None:
    step = PlanStep(n=1, action="click", target=stored("Call 13812345678"))

    found = locate(step, PAGE, redactor())

    assert found.index == 1
    assert found.element is not None
    assert found.element.name == "Call 13812345678"


@pytest.mark.parametrize("name", ["Call [REDACTED:phone#1]", "Call [REDACTED:phone#2]"])
def test_a_number_alone_recognises_nothing(name: str) -> None:
    """Numbers are given anew in each run: taking one for the other would click on
    somebody else's link."""
    target = Element(role="link", name=name)

    found = locate(PlanStep(n=1, action="click", target=target), PAGE, redactor())

    assert found.index is None


def test_with_another_key_nothing_is_located() -> None:
    step = PlanStep(n=1, action="click", target=stored("Call 13812345678"))

    assert locate(step, PAGE, redactor(key_of("another"))).index is None


class TestKeyFile:
    def test_it_is_made_once_and_only_its_owner_reads_it(self, tmp_path: Path) -> None:
        first = key_in(tmp_path / "new")

        assert key_in(tmp_path / "new") == first
        assert [path.name for path in (tmp_path / "new").iterdir()] == [FILE]
        if os.name == "posix":
            assert stat.S_IMODE((tmp_path / "new" / FILE).stat().st_mode) == 0o600

    def test_threads_at_once_agree(self, tmp_path: Path) -> None:
        found: list[bytes] = []
        threads = [
            Thread(target=lambda: found.append(key_in(tmp_path))) for _ in range(16)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert len(found) == 16
        assert len(set(found)) == 1

    @pytest.mark.parametrize("damage", ["", "no key", "ab" * 31, "ä"])
    def test_a_damaged_one_is_told_with_its_cure(
        self, tmp_path: Path, damage: str
    ) -> None:
        (tmp_path / FILE).write_text(damage, "utf-8")

        with pytest.raises(ConfigurationError, match="bring it back"):
            key_in(tmp_path)


@pytest.mark.parametrize("kind", [KgmemError, InvalidInput, ServiceError])
def test_errors_are_shown_without_secrets(kind: type[KgmemError]) -> None:
    error = kind('the service says "Incorrect API key: sk-proj-Zx81kfPq0Lm47TgWcVb2"')

    assert "Zx81" not in str(error) + repr(error)
    assert "Incorrect API key" in str(error)
