"""What runs enter that no text tells becomes a value to ask for."""

import pytest

from kgmem.generalize.steps.lift import BoundUse, MemberRun
from kgmem.generalize.steps.open_values import with_open_values
from kgmem.model.trajectory import Element, Step
from kgmem.paths.walk import recorded

BADGE = Element(role="textbox", name="Badge")


def typed(value: str, target: Element = BADGE) -> Step:
    return Step(action="type", target=target, value=value)


def opened(*values: str) -> Step:
    return Step(action="navigate", value="".join(values))


def run(n: int, *steps: Step, uses: tuple[BoundUse, ...] = ()) -> MemberRun:
    return MemberRun(f"t{n}", f"r{n}", recorded(steps), {}, uses)


def parts(*runs: MemberRun, wordings: dict[str, int] | None = None) -> list[list[str]]:
    """Where each run enters a value to ask for."""
    found, _ = with_open_values(runs, wordings or {})
    return [[use.part for use in one.uses] for one in found]


def test_what_differs_from_run_to_run_is_asked_for() -> None:
    runs = [run(n, typed(code)) for n, code in enumerate(("8841", "1120", "7730"))]

    found, asked = with_open_values(runs, {})

    assert asked == {"asked0": {"r0": "8841", "r1": "1120", "r2": "7730"}}
    assert all(one.uses == (BoundUse(0, "value", *_use("asked0")),) for one in found)


def _use(key: str) -> tuple[str, None, str, str, None]:
    return key, None, "", "", None


def test_what_most_enter_belongs_to_the_path() -> None:
    runs = [run(n, typed(code)) for n, code in enumerate(("1", "1", "2"))]

    assert parts(*runs) == [[], [], []]


def test_what_a_text_tells_is_not_asked_for() -> None:
    use = BoundUse(0, "value", "s0", None, "", "", None)
    runs = [run(n, typed(code), uses=(use,)) for n, code in enumerate(("1", "2"))]

    assert parts(*runs) == [["value"], ["value"]]
    assert with_open_values(runs, {})[1] == {}


def test_what_goes_with_the_wording_is_not_asked_for() -> None:
    runs = [run(n, typed(volume)) for n, volume in enumerate(("80", "80", "20", "20"))]
    louder = {"t0": 0, "t1": 0, "t2": 1, "t3": 1}

    assert parts(*runs, wordings=louder) == [[], [], [], []]


def test_what_is_entered_twice_in_a_run_is_left_alone() -> None:
    runs = [run(0, typed("1"), typed("2", Element(role="textbox", name="Name")),
                typed("3")), run(1, typed("4"))]  # fmt: skip

    assert parts(*runs) == [[], []]


def test_fields_of_other_names_are_other_places() -> None:
    name = Element(role="textbox", name="Name")

    assert parts(run(0, typed("1")), run(1, typed("2", name))) == [[], []]


@pytest.mark.parametrize(
    ("addresses", "part"),
    [
        (("/issues/8731", "/issues/91"), "path.1"),
        (("/p/issue4", "/p/issue17"), "path.1.number"),
        (("/show?id=a4&tab=1", "/show?id=b9&tab=1"), "url.id"),
    ],
)
def test_of_an_address_the_part_that_differs(
    addresses: tuple[str, str], part: str
) -> None:
    runs = [run(n, opened("https://t.example", end)) for n, end in enumerate(addresses)]

    assert parts(*runs) == [[part], [part]]


def test_addresses_of_other_kinds_are_other_places() -> None:
    runs = [
        run(0, opened("https://t.example/a")),
        run(1, opened("https://t.example/b")),
    ]

    assert parts(*runs) == [[], []]


def test_an_argument_of_a_tool() -> None:
    runs = [
        run(n, Step(action="tool", params={"name": "find", "zip": code, "in": "US"}))
        for n, code in enumerate(("94105", "10001"))
    ]

    assert parts(*runs) == [["params.zip"], ["params.zip"]]
