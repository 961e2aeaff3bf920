"""A list whose recorded name goes on with the texts of its options."""

import pytest

from kgmem.model.trajectory import Element
from kgmem.paths.fits import MAY_BE_PART
from kgmem.replay.locate.recognise import without_options


def listed(label: str, at: str, *options: str) -> list[Element]:
    path = f"/html/body[1]/{at}/select[1]"
    inside = [
        Element(role="option", text=one, path=f"{path}/option[{n}]")
        for n, one in enumerate(options, start=1)
    ]
    return [Element(role="combobox", name=label, path=path), *inside]


PAGE = [
    *listed("Role", "label[1]", "Viewer", "Editor", "Owner"),
    *listed("配送方式", "label[2]", "标准配送", "加急配送"),
    Element(role="textbox", name="Role Viewer"),
]


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Role ViewerEditorOw", "Role"),
        ("配送方式 标准配送加急配送", "配送方式"),
        ("Role", "Role"),
        ("Role OwnerEditor", "Role OwnerEditor"),
        ("Rolex", "Rolex"),
    ],
)
def test_it_is_called_by_its_label(name: str, called: str) -> None:
    target = Element(name=name, locators=(MAY_BE_PART,))

    found = without_options(target, PAGE)

    assert found.name == called


def test_two_lists_of_one_label_are_not_told_apart() -> None:
    target = Element(name="Role Viewer", locators=(MAY_BE_PART,))

    found = without_options(target, [*PAGE, *listed("Role", "p[1]", "Viewer")])

    assert found == target
