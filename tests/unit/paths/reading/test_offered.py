"""What a list offers is told by the page that it stands on."""

import pytest

from kgmem.model.trajectory import Element
from kgmem.paths.reading.offered import offered_on


def element(role: str, name: str, **fields: object) -> Element:
    return Element.model_validate({"role": role, "name": name, **fields})


@pytest.mark.parametrize(
    ("target", "page", "expected"),
    [
        (
            element("combobox", "Size", path="/html/body/select[1]"),
            [
                element("option", "S", path="/html/body/select[1]/option[1]"),
                element("option", "L", path="/html/body/select[1]/option[2]"),
                element("option", "Oslo", path="/html/body/select[2]/option[1]"),
            ],
            ["S", "L"],
        ),
        (
            element("combobox", "Size"),
            [
                element("option", "S", container=["Size"]),
                element("option", "L", container=["Size"]),
                element("option", "Oslo", container=["City"]),
            ],
            ["S", "L"],
        ),
        (
            element("radio", "Bug", attributes={"name": "kind"}),
            [
                element("radio", "Bug", attributes={"name": "kind"}),
                element("radio", "Feature", attributes={"name": "kind"}),
                element("radio", "Yes", attributes={"name": "public"}),
            ],
            ["Bug", "Feature"],
        ),
        (
            element("option", "红色", container=["颜色"]),
            [
                element("option", "红色", container=["颜色"]),
                element("option", "蓝色", container=["颜色"]),
                element("option", "大", container=["尺寸"]),
            ],
            ["红色", "蓝色"],
        ),
        (element("option", "Red"), [element("option", "Red")] * 2, []),
        (element("combobox", "Size"), [element("option", "S")], []),
    ],
)
def test_options_of_the_same_list_are_told_and_no_others(
    target: Element, page: list[Element], expected: list[str]
) -> None:
    assert [one.label for one in offered_on(page, target)] == expected
