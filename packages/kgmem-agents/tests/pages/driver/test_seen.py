"""What a person sees on a page is seen by the driver, what is done is heard by the
recording, however the page is made."""

from typing import Any

import pytest

from kgmem import Memory, record_page

pytestmark = [pytest.mark.live, pytest.mark.slow]

CLIP = "width:200px;height:60px;overflow:hidden"
LINK = "<a href=/users>Users</a>"
DOT = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
SHOWN = {
    "panel over a clipped bar": f"""<div style='{CLIP};position:relative'>
      <p style='position:fixed;left:300px;top:0'>{LINK}</div>""",
    "flyout beside a clipped menu": f"""<div style='position:relative'>
      <div style='{CLIP}'><p style='position:absolute;left:220px;top:0'>{LINK}</div>""",
    "picture": f"<a href=/users><img alt=Users src={DOT} width=80 height=80></a>",
    "icon": "<button><svg width=20 height=20><title>Users</title></svg></button>",
    "icon called by another text": """<p id=t hidden>Users</p>
      <button><i aria-labelledby=t></i>&nbsp;</button>""",
    "entry of a menu": "<p role=menuitemcheckbox>Users",
}
HIDDEN = {
    "what is laid out in the clipped part": f"""<div style='{CLIP};position:relative'>
      <p style='position:absolute;left:220px;top:0'>{LINK}</div>""",
    "a panel in a clipped part that moves": f"""<div style='{CLIP};transform:scale(1)'>
      <p style='position:fixed;left:300px;top:0'>{LINK}</div>""",
}
FORM = """<form onsubmit="o.textContent='ok';return false"><label>Tag <input></label>
<input name=children value=1><input name=tagName><input name=labels>
<input name=textContent><button>Save</button></form><p id=o>none</p>"""
OLD = """<script>Array.prototype.toJSON = function () { return "[]"; };</script>"""
LISTED = "<datalist id=l><option>blue<option>red</datalist>"


@pytest.mark.parametrize("html", SHOWN.values(), ids=SHOWN)
def test_what_is_shown_is_told_by_its_name(site: Any, html: str) -> None:
    told = [one["name"] for one in site.show(html).elements()]

    assert "Users" in told


@pytest.mark.parametrize("html", HIDDEN.values(), ids=HIDDEN)
def test_what_is_cut_off_is_not_told(site: Any, html: str) -> None:
    assert site.show(html).elements() == []


def test_a_field_without_a_name_is_told_by_the_head_of_its_column(site: Any) -> None:
    fields = site.show(
        """<table><tr><th colspan=2>Item<th>Price<th>Stock
        <tr><td>1<td>Lamp<td><input><td><input></table>"""
    ).elements()

    assert [one["container"][0] for one in fields] == ["Price", "Stock"]


@pytest.mark.parametrize("page", [FORM, OLD + FORM, LISTED + FORM])
def test_what_is_done_is_heard_whatever_the_page_calls_its_own(
    site: Any, memory: Memory, page: str
) -> None:
    site.show(page)

    with record_page(site.page, memory, 'Save the tag "blue"', app="shop") as run:
        site.page.get_by_label("Tag").fill("blue")
        site.page.get_by_role("button", name="Save").click()

    assert [step.action for step in run.steps] == ["type", "click"]
    assert run.missed == ()


def test_what_the_page_could_not_tell_is_missed(site: Any, memory: Memory) -> None:
    site.show(FORM)

    with record_page(site.page, memory, "Save", app="shop") as run:
        site.page.evaluate(
            "() => { window.kgmemRecorded = async () => { throw 'shut' } }"
        )
        site.page.get_by_role("button", name="Save").click()

    assert run.missed == ("something that did not arrive: shut",)
