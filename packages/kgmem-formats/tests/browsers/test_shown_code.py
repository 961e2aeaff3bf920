"""The locator in an answer of Playwright's server."""

from kgmem_formats.browsers.shown_code import element_in_code


def ran(code: str) -> str:
    return f"### Ran Playwright code\n```js\nawait {code};\n```"


def test_role_and_name() -> None:
    found = element_in_code(
        ran(r"page.getByRole('textbox', { name: 'It\'s' }).fill('x')")
    )

    assert found is not None
    assert (found.role, found.name, found.frame) == ("textbox", "It's", None)


def test_the_chain_of_frames() -> None:
    code = (
        "page.locator('iframe[name=\"pay\"]').contentFrame().locator('#in iframe')"
        ".contentFrame().getByLabel('Voucher').fill('x')"
    )

    found = element_in_code(ran(code))

    assert found is not None
    assert (found.name, found.frame) == ("Voucher", "name=pay >> css=#in iframe")


def test_other_ways_to_tell_it() -> None:
    test_id = element_in_code(ran("page.getByTestId('go').click()"))
    field = element_in_code(ran("page.getByPlaceholder('City').fill('x')"))
    css = element_in_code(ran("page.locator('#go').click()"))

    assert test_id is not None
    assert test_id.test_id == "go"
    assert field is not None
    assert field.attributes == {"placeholder": "City"}
    assert css is not None
    assert css.locators[0].value == "#go"


def test_no_line_or_several_say_nothing() -> None:
    assert element_in_code("ok") is None
    assert element_in_code(ran("page.keyboard.press('Tab')")) is None
    assert element_in_code(ran("page.getByText('a').click();\nawait page.x()")) is None
