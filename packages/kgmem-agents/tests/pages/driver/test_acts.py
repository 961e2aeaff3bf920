"""Pointer and keys: pressed, dragged and scrolled as a person does, and patiently."""

from typing import Any

import pytest

from tests.pages.driver.conftest import one_called

pytestmark = [pytest.mark.live, pytest.mark.slow]

TOLD = "<p id=o>none</p>"
KEYS = f"""<input aria-label=Note>{TOLD}<script>addEventListener('keydown', (e) => {{
  if (e.ctrlKey && e.key === 's') {{ e.preventDefault(); o.textContent = 'saved' }}
  if (e.key === 'Enter') o.textContent = 'entered';
}})</script>"""
MENU = f"""<button oncontextmenu="event.preventDefault(); o.textContent = 'menu'"
onclick="o.textContent = [event.ctrlKey, event.offsetX, event.offsetY].join()"
style="width:200px;height:50px;border:0;padding:0">Row</button>{TOLD}"""
HTML5 = f"""<div draggable=true id=a
ondragstart="event.dataTransfer.setData('t', 'lamp')">Lamp</div>
<div id=b ondragover="event.preventDefault()" style="padding:30px"
ondrop="o.textContent = event.dataTransfer.getData('t')">Cart</div>{TOLD}"""
BY_MOUSE = f"""<div id=a style="position:absolute;top:0;width:60px;height:60px">Lamp
</div>
<div id=b onmousedown="0" style="position:absolute;top:200px;left:200px;width:90px;
height:90px">Cart</div>{TOLD}<script>
let moves = 0, held = false;
a.onmousedown = () => {{ held = true }};
onmousemove = (e) => {{ if (held) {{ moves += 1; a.style.left = e.pageX + 5 + 'px';
  a.style.top = e.pageY + 5 + 'px' }} }};
onmouseup = (e) => {{ held = false;
  o.textContent = `${{moves > 5}} ${{e.clientX > 200 && e.clientY > 200}}` }};
</script>"""
VIRTUAL = """<div id=list style="height:200px;overflow:auto"><div id=all
style="height:20000px;position:relative"></div></div><script>
function draw() { const from = Math.floor(list.scrollTop / 20); all.innerHTML = '';
for (let n = from; n < from + 12 && n < 100; n++) all.innerHTML +=
`<button style="position:absolute;top:${n * 20}px">Row ${n}</button>` }
all.style.height = '2000px'; list.onscroll = draw; draw()</script>"""


SLIDER = """<style>#thumb {cursor: grab; width: 20px; height: 20px; background: red;
position: absolute}</style><div id=track style="width:300px;height:20px;
position:relative"><div id=thumb></div></div><p id=o>none</p><script>
let held = false;
document.addEventListener('pointerdown', (e) => { held = e.target === thumb });
document.addEventListener('pointermove', (e) => { if (held) {
  thumb.style.left = e.clientX - track.getBoundingClientRect().left - 10 + 'px' } });
document.addEventListener('pointerup', () => { held = false;
  o.textContent = Math.round(parseFloat(thumb.style.left) / 10) * 10 });
</script>"""
SORTED = """<ul><li draggable=true>One<li draggable=true>Two<li draggable=true>Three
</ul><div id=bin style="padding:20px">Bin</div><p id=o>none</p><script>let moved;
document.addEventListener('dragstart', (e) => { moved = e.target.textContent });
document.addEventListener('dragover', (e) => e.preventDefault());
document.addEventListener('drop', (e) => {
  o.textContent = `${moved} on ${e.target.textContent}` })</script>"""
BOTTLE = f"""<div id=a>Bottle</div><div role=group aria-label=Glass><p>Glass</p></div>
{TOLD}<script>a.onpointerdown = () => {{
  onpointerup = (e) => {{ o.textContent = e.target.textContent }} }}</script>"""


@pytest.mark.parametrize(
    ("body", "action", "name", "value", "params", "said"),
    [
        (KEYS, "key", "Note", "Control+s", {}, "saved"),
        (KEYS, "key", "Note", "Enter", {}, "entered"),
        (MENU, "click", "Row", None, {"button": "right"}, "menu"),
        (MENU, "click", "Row", None,
         {"modifiers": ["Control"], "position": {"x": 20, "y": 10}}, "true,20,10"),
        (MENU, "click", "Row", None, {"position": {"x": 199, "y": 1}}, "false,199,1"),
        (MENU, "click", "Row", None, {"position": {"x": 500, "y": 5}}, "none"),
        (HTML5, "drag", "Lamp", None, {"destination": "Cart"}, "lamp"),
        (BY_MOUSE, "drag", "Lamp", None, {"destination": "Cart"}, "true true"),
        (BOTTLE, "drag", "Bottle", None, {"destination": "Glass"}, "Glass"),
        (SORTED, "drag", "One", None, {"destination": "Three"}, "One on Three"),
        (SORTED, "drag", "One", None, {"destination": "Bin"}, "One on Bin"),
    ],
    ids=[
        "a chord goes to the element", "a key goes to the element", "another button",
        "a held key and a place", "a place at the edge", "a place beside it is none",
        "a drag of HTML 5", "a drag by the mouse", "onto a part, by a script",
        "onto what does not listen", "onto what is no item",
    ],
)  # fmt: skip
def test_pointer_and_keys(
    site: Any, body: str, action: str, name: str, value: str | None,
    params: dict[str, Any], said: str,
) -> None:  # fmt: skip
    driver = site.show(body)
    if "destination" in params:
        params = {"destination": one_called(driver, params["destination"])}

    done = driver.act(action, one_called(driver, name), value, params)

    assert (done, site.said()) == (said != "none", said)


def test_a_click_by_its_place_alone(site: Any) -> None:
    driver = site.show(MENU)
    box = one_called(driver, "Row")["box"]
    place = {"x": box["x"] + 5, "y": box["y"] + 6}

    done = driver.act("click", None, None, {"position": place})

    assert (done, site.said()) == (True, "false,5,6")


PART = (
    "<div id=d tabindex=0 aria-label=List style='height:90px;overflow:auto'>"
    "<div style='height:900px'></div></div><div style='height:3000px;width:4000px'>"
)


def test_a_list_that_renders_what_is_shown_is_moved_on_to_its_end(site: Any) -> None:
    driver = site.show(VIRTUAL)
    seen = {one["name"] for one in driver.elements()}

    moved = 0
    while driver.scroll_on():
        moved += 1
        seen |= {one["name"] for one in driver.elements()}

    assert seen == {f"Row {n}" for n in range(100)}
    assert moved < 20
    assert one_called(driver, "Row 0")


SEND = "<button id=b {} onclick=\"this.textContent = 'Sent'\">Send</button>"
LATER = (
    SEND.format("disabled") + "<div id=veil style='position:fixed;inset:0'></div>"
    "<script>setTimeout(() => { b.disabled = false }, 700);"
    "setTimeout(() => veil.remove(), 900)</script>"
)
BELOW = (
    "<div style='position:fixed;bottom:0;left:0;right:0;height:200px'></div>"
    f"<div style='height:1500px'></div>{SEND}<div style='height:1500px'></div>"
)
RESTLESS = SEND + (
    "<p id=p></p><script>setInterval(() => { p.textContent += '.' }, 5)</script>"
)


@pytest.mark.parametrize(
    "body",
    [LATER, BELOW, RESTLESS],
    ids=["disabled and covered for a while", "below a bar", "a page without rest"],
)
def test_what_can_be_pressed_sooner_or_later_is(site: Any, body: str) -> None:
    driver = site.show(body)

    done = driver.act("click", one_called(driver, "Send"))

    assert done
    assert one_called(driver, "Sent")


def test_a_download_is_waited_for(site: Any) -> None:
    driver = site.show("<a download=a.txt href='data:text/plain,hello'>Report</a>")

    done = driver.act("click", one_called(driver, "Report"), None, {"download": True})

    assert (done, driver.why()) == (True, "")


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("https://shop.example/broken", "HTTP 503"),
        ("https://nowhere.invalid/", "ERR_"),
        ("not an address", "invalid URL"),
    ],
)
def test_a_page_that_does_not_load_ends_with_a_reason(
    site: Any, address: str, why: str
) -> None:
    driver = site.show("<b>Shop</b>", {"/broken": "503"})
    site.page.context.route(
        "https://nowhere.invalid/", lambda route: route.abort("namenotresolved")
    )

    done = driver.act("navigate", None, address)

    assert not done
    assert why in driver.why()


def test_nothing_is_raised_of_a_page_that_is_closed(site: Any) -> None:
    driver = site.show("<button>Send</button>")
    element = one_called(driver, "Send")
    site.page.close()

    done = driver.act("click", element)

    assert not done
    assert "closed" in driver.why()
    assert list(driver.elements()) == []
    assert driver.page() == {"url": "https://shop.example/"}
    assert not driver.wait_for_change(100)
    assert not driver.scroll_on()
    assert not driver.turn_to(None)


def test_what_comes_late_is_waited_for(site: Any) -> None:
    driver = site.show(
        "<p id=o></p><script>setTimeout(() => {"
        "o.innerHTML = '<button>Late</button>' }, 900)</script>"
    )
    assert list(driver.elements()) == []

    came = driver.wait_for_change(3_000)

    assert came
    assert one_called(driver, "Late")
    assert not driver.wait_for_change(200)
