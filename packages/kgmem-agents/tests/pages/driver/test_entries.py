"""What is entered as a user enters it: the page knows it."""

from typing import Any

import pytest

from tests.pages.driver.conftest import one_called

pytestmark = [pytest.mark.live, pytest.mark.slow]

CONTROLLED = """<label>Field <input type={kind} id=d></label><p id=o>none</p><script>
const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
let seen = '';
Object.defineProperty(d, 'value', {{configurable: true,
  get() {{ return own.get.call(this) }},
  set(v) {{ seen = '' + v; own.set.call(this, v) }}}});
d.addEventListener('input', () => {{ const v = own.get.call(d);
  if (v !== seen) {{ seen = v; o.textContent = v }} }})</script>"""
DIGITS = """<input aria-label=Day id=d><script>d.oninput = () => {
const n = d.value.replace(/\\D/g, '').slice(0, 8);
d.value = [n.slice(0, 2), n.slice(2, 4), n.slice(4)].filter(Boolean).join('.') }
</script>"""
MENU = """<select aria-label=Land onchange="o.textContent = this.value">
<option value=fr>France<option value=de>Germany<option value=de-at>2
<option disabled value=xx>Nowhere</select><p id=o>none</p>"""
SEVERAL = """<select multiple aria-label=Land onchange="o.textContent =
[...this.selectedOptions].map((one) => one.value).join()">
<option selected>A<option>B<option>C</select><p id=o>none</p>"""
HIDDEN = """<style>input {opacity: 0; position: absolute; width: 1px; height: 1px}
</style>
<label for=k>Wrap it <a href=/terms>Terms and what else there is to say</a></label>
<input type=checkbox id=k onchange="o.textContent = this.checked"><p id=o>none</p>"""
FILES = """<input type=file multiple id=f hidden onchange="o.textContent =
[...this.files].map((one) => one.name).join()">
<button onclick="f.click()">Choose</button>
<label for=f>Papers</label><p id=o>none</p>"""


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("date", "2026-03-04"),
        ("time", "10:30"),
        ("range", "70"),
        ("color", "#00ff00"),
        ("text", "Eve"),
        ("number", "12.5"),
        ("text", "a text that is longer than what is typed key by key"),
    ],
)
def test_a_field_whose_state_a_framework_keeps(
    site: Any, kind: str, value: str
) -> None:
    driver = site.show(CONTROLLED.format(kind=kind))

    done = driver.act("type", one_called(driver, "Field"), value)

    assert (done, site.said()) == (True, value)


def test_a_field_that_takes_no_keys_is_filled_in_otherwise_or_told(site: Any) -> None:
    driver = site.show(
        "<input aria-label=A onkeydown='event.preventDefault()'>"
        "<input aria-label=B onkeydown='event.preventDefault()' "
        "oninput='this.value = \"\"'>"
    )

    taken = driver.act("type", one_called(driver, "A"), "Eve")
    not_taken = driver.act("type", one_called(driver, "B"), "Eve")

    assert (taken, not_taken) == (True, False)
    assert one_called(driver, "A")["attributes"]["value"] == "Eve"
    assert "does not hold" in driver.why()


def test_rich_text_is_replaced(site: Any) -> None:
    driver = site.show(
        "<div contenteditable aria-label=Note><b>Old</b> words</div>"
        "<div contenteditable=true aria-label=More></div>"
    )

    driver.act("type", one_called(driver, "Note"), "new words")
    driver.act("type", one_called(driver, "More"), "x" * 50)

    assert one_called(driver, "Note")["attributes"]["value"] == "new words"
    assert one_called(driver, "More")["attributes"]["value"] == "x" * 50


CITY = (
    "<input aria-label=Land onkeyup=\"o.textContent = this.value + ' city'\">"
    "<p id=o>none</p>"
)


@pytest.mark.parametrize(
    ("body", "action", "value", "by", "said"),
    [
        (CITY, "type", "Oslo", None, "Oslo city"),
        (SEVERAL, "select", "C", None, "A,C"),
        (MENU, "select", "Germany", None, "de"),
        (MENU, "select", "de", None, "de"),
        (MENU, "select", "de", "value", "de"),
        (MENU, "select", "1", "index", "de"),
        (MENU, "select", "2", None, "de-at"),
        (MENU, "select", "2", "index", "de-at"),
    ],
    ids=[
        "suggestions hear the keys", "of several the others stay chosen", "by label",
        "by value", "by value alone", "by place", "a label like a number",
        "a place like a label",
    ],
)  # fmt: skip
def test_what_is_entered_or_chosen_is_heard(
    site: Any, body: str, action: str, value: str, by: str | None, said: str
) -> None:
    driver = site.show(body)
    params = {"option_by": by} if by else {}

    done = driver.act(action, one_called(driver, "Land"), value, params)

    assert (done, site.said()) == (True, said)


@pytest.mark.parametrize(
    ("body", "action", "name", "value", "by", "why"),
    [
        (CONTROLLED.format(kind="date"), "type", "Field", "next week", None,
         "the field takes no 'next week'"),
        (MENU, "select", "Land", "Spain", None, "it has no option 'Spain'"),
        (MENU, "select", "Land", "Germany", "value", "it has no option 'Germany'"),
        (MENU, "select", "Land", "9", "index", "it has no option '9'"),
        (MENU, "select", "Land", "Nowhere", None, "it has no option 'Nowhere'"),
        (FILES, "upload", "Papers", "/nowhere/no.txt", None, "no such file"),
    ],
    ids=["a date", "no option", "no value", "no place", "a disabled one", "no file"],
)  # fmt: skip
def test_what_is_not_taken_is_told(
    site: Any, body: str, action: str, name: str, value: str, by: str | None, why: str
) -> None:
    driver = site.show(body)

    done = driver.act(action, one_called(driver, name), value, {"option_by": by})

    assert (done, site.said()) == (False, "none")
    assert why in driver.why()


def test_a_tick_that_does_not_stay_is_told(site: Any) -> None:
    driver = site.show(
        "<label><input type=checkbox onclick='event.preventDefault()'>Gift</label>"
        '<div role=switch aria-checked=false tabindex=0 onclick="this.setAttribute('
        "'aria-checked', true)\">Wrap</div>"
    )

    stayed = driver.act("check", one_called(driver, "Wrap"))
    refused = driver.act("check", one_called(driver, "Gift"))

    assert (stayed, refused) == (True, False)
    assert driver.why() == "it does not stand as it was set"
