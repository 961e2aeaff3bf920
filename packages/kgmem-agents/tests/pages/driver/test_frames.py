"""What stands in frames and open shadow roots is seen, and acted on there alone."""

from typing import Any

import pytest

from tests.pages.driver.conftest import one_called

pytestmark = [pytest.mark.live, pytest.mark.slow]

PAY = (
    "<input aria-label=Voucher><button onclick=\"this.textContent='Paid'\">Pay</button>"
)
NESTED = f"""<p style='height:900px'>Terms</p>
<iframe src=https://bank.example/pay?n=1></iframe>{PAY}"""
CARD = """<shop-card></shop-card><shop-card></shop-card><p id=o>none</p><script>
customElements.define('shop-card', class extends HTMLElement {
  connectedCallback() {
    const n = [...document.querySelectorAll('shop-card')].indexOf(this) + 1;
    const root = this.attachShadow({mode: 'open'});
    root.innerHTML = `<h3>Article ${n}</h3><input aria-label=Name>
      <button>Save</button>`;
    root.querySelector('button').onclick = () => {
      o.textContent = `${n} ${root.querySelector('input').value}`;
    };
  }
});</script>"""


def test_an_act_is_done_in_the_frame_that_is_meant(site: Any) -> None:
    driver = site.show(f"{PAY}<iframe name=pay src=/in></iframe>", {"/in": PAY})

    element = one_called(driver, "Pay", "name=pay")
    done = driver.act("click", element)

    assert done
    assert element["frame"] == "name=pay & src=/in & index=0"
    assert one_called(driver, "Pay")["name"] == "Pay"
    assert one_called(driver, "Paid", "name=pay")["text"] == "Paid"


def test_what_lies_over_a_frame_covers_what_is_in_it(site: Any) -> None:
    driver = site.show(
        "<iframe src=/in></iframe><div style='position:fixed;inset:0'></div>",
        {"/in": PAY},
    )

    done = driver.act("click", one_called(driver, "Pay", "index=0"))

    assert not done
    assert driver.covered()
    assert driver.why() == "the element is covered"


def test_shadow_roots_are_seen_with_their_path_and_what_is_around(site: Any) -> None:
    driver = site.show(CARD)

    saves = [one for one in driver.elements() if one["name"] == "Save"]

    assert [one["container"] for one in saves] == [["Article 1"], ["Article 2"]]
    assert saves[1]["path"] == "/html/body[1]/shop-card[2]/shadow-root[1]/button[1]"


def test_what_stands_in_a_shadow_root_is_filled_in_and_pressed(site: Any) -> None:
    driver = site.show(CARD)
    names = [one for one in driver.elements() if one["name"] == "Name"]
    driver.act("type", names[1], "Eve")
    saves = [one for one in driver.elements() if one["name"] == "Save"]

    driver.act("click", saves[1])

    assert site.said() == "2 Eve"


def test_the_state_and_the_text_tell_what_is_in_a_shadow_root(site: Any) -> None:
    driver = site.show(CARD)
    before = driver.view().state
    names = [one for one in driver.elements() if one["name"] == "Name"]
    driver.act("type", names[0], "Eve")

    after = driver.view().state

    assert after != before
    assert driver.text() == "Article 1 Save Article 2 Save none"


def test_an_element_that_is_drawn_anew_is_the_same(site: Any) -> None:
    driver = site.show(
        "<div id=root></div><p id=o>none</p><script>function draw() {"
        "root.innerHTML = '<button onclick=\"o.textContent = 1\">Save</button>' }"
        "draw()</script>"
    )
    element = one_called(driver, "Save")
    site.page.evaluate("draw()")

    done = driver.act("click", element)

    assert (done, site.said()) == (True, "1")
