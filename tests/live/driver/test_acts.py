"""Pointer and keys: pressed, dragged and scrolled as a person does, and patiently."""

from typing import Any

import pytest

from tests.live.driver.conftest import one_called

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


@pytest.mark.parametrize(
    ("key", "said"), [("Control+s", "saved"), ("Enter", "entered")]
)
def test_keys_and_chords_go_to_the_element(site: Any, key: str, said: str) -> None:
    driver = site.show(KEYS)

    done = driver.act("key", one_called(driver, "Note"), key)

    assert (done, site.said()) == (True, said)


def test_a_key_that_there_is_not_ends_with_a_reason(site: Any) -> None:
    driver = site.show(KEYS)

    done = driver.act("key", None, "Tab Tab Enter")

    assert not done
    assert "Tab Tab Enter" in driver.why()


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"button": "right"}, "menu"),
        ({"modifiers": ["Control"], "position": {"x": 20, "y": 10}}, "true,20,10"),
        ({"position": {"x": 199, "y": 1}}, "false,199,1"),
    ],
)
def test_button_keys_and_place_of_a_click(
    site: Any, params: dict[str, Any], said: str
) -> None:
    driver = site.show(MENU)

    driver.act("click", one_called(driver, "Row"), None, params)

    assert site.said() == said


def test_a_click_by_its_place_alone(site: Any) -> None:
    driver = site.show(MENU)
    box = one_called(driver, "Row")["box"]
    place = {"x": box["x"] + 5, "y": box["y"] + 6}

    done = driver.act("click", None, None, {"position": place})

    assert (done, site.said()) == (True, "false,5,6")


def test_a_click_beside_what_it_is_to_hit_is_none(site: Any) -> None:
    driver = site.show(MENU)

    done = driver.act(
        "click", one_called(driver, "Row"), None, {"position": {"x": 500, "y": 5}}
    )

    assert (done, site.said()) == (False, "none")


@pytest.mark.parametrize(("body", "said"), [(HTML5, "lamp"), (BY_MOUSE, "true true")])
def test_a_drag(site: Any, body: str, said: str) -> None:
    driver = site.show(body)
    lamp, cart = one_called(driver, "Lamp"), one_called(driver, "Cart")

    done = driver.act("drag", lamp, None, {"destination": cart})

    assert (done, site.said()) == (True, said)


def test_a_drag_within_a_frame(site: Any) -> None:
    driver = site.show("<iframe src=/in></iframe>", {"/in": HTML5})
    lamp, cart = (one_called(driver, name, "in") for name in ("Lamp", "Cart"))

    driver.act("drag", lamp, None, {"destination": cart})

    assert "lamp" in driver.text()


def test_a_menu_opens_where_the_pointer_is(site: Any) -> None:
    driver = site.show(
        "<style>ul {display:none} div:hover ul {display:block}</style><div "
        f"onmouseenter='0'>File<ul><li><button>Save</button></ul></div>{TOLD}"
    )
    assert not [one for one in driver.elements() if one["name"] == "Save"]

    driver.act("hover", one_called(driver, "File"))

    assert driver.act("click", one_called(driver, "Save"))


@pytest.mark.parametrize(
    ("params", "at"),
    [
        ({}, [0, 600]),
        ({"direction": "right", "by": 300}, [300, 0]),
        ({"direction": "down", "by": 150}, [0, 150]),
    ],
)
def test_the_wheel_turns_its_way_and_so_far(
    site: Any, params: dict[str, Any], at: list[int]
) -> None:
    driver = site.show("<div style='width:4000px;height:4000px'></div>")

    driver.act("scroll", None, None, params)
    site.page.wait_for_function("at => scrollX === at[0] && scrollY === at[1]", arg=at)

    assert site.page.evaluate("[scrollX, scrollY]") == at


def test_a_part_is_scrolled_within_itself(site: Any) -> None:
    driver = site.show(
        "<div id=d tabindex=0 aria-label=List style='height:90px;overflow:auto'>"
        "<div style='height:900px'></div></div><div style='height:3000px'></div>"
    )

    driver.act("scroll", one_called(driver, "List"), None, {"by": 200})
    site.page.wait_for_function("d.scrollTop === 200")

    assert site.page.evaluate("[d.scrollTop, scrollY]") == [200, 0]


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


def test_what_is_disabled_or_covered_for_a_while_is_waited_for(site: Any) -> None:
    driver = site.show(
        "<button id=b disabled onclick=\"this.textContent = 'Sent'\">Send</button>"
        "<div id=veil style='position:fixed;inset:0'></div><script>"
        "setTimeout(() => { b.disabled = false }, 700);"
        "setTimeout(() => veil.remove(), 900)</script>"
    )

    done = driver.act("click", one_called(driver, "Send"))

    assert done
    assert one_called(driver, "Sent")


def test_what_stays_disabled_is_told(site: Any) -> None:
    driver = site.show("<button disabled>Send</button>")

    done = driver.act("click", one_called(driver, "Send"))

    assert (done, driver.why(), driver.covered()) == (
        False,
        "the element is disabled",
        False,
    )


def test_what_stands_below_a_bar_that_stays_is_reached(site: Any) -> None:
    driver = site.show(
        "<div style='position:fixed;bottom:0;left:0;right:0;height:200px'></div>"
        "<div style='height:1500px'></div>"
        "<button onclick=\"this.textContent = 'Sent'\">Send</button>"
        "<div style='height:1500px'></div>"
    )

    driver.act("click", one_called(driver, "Send"))

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


def test_a_page_that_never_rests_is_taken_as_it_is(site: Any) -> None:
    driver = site.show(
        "<button>Send</button><p id=p></p><script>"
        "setInterval(() => { p.textContent += '.' }, 5)</script>"
    )

    done = driver.act("click", one_called(driver, "Send"))

    assert done


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


def test_a_thumb_is_moved_to_a_place_of_its_track(site: Any) -> None:
    driver = site.show(SLIDER)
    thumb, track = (
        next(e for e in driver.elements() if e["attributes"].get("id") == one)
        for one in ("thumb", "track")
    )
    place = {"x": 210, "y": 10}

    params = {"destination": track, "target_position": place}
    done = driver.act("drag", thumb, None, params)

    assert (done, site.said()) == (True, "200")


def test_a_part_takes_what_a_script_lets_be_dragged(site: Any) -> None:
    driver = site.show(
        "<div id=a>Bottle</div><div role=group aria-label=Glass><p>Glass</p></div>"
        "<p id=o>none</p><script>a.onpointerdown = () => { onpointerup = (e) => {"
        "o.textContent = e.target.textContent } }</script>"
    )
    params = {"destination": one_called(driver, "Glass")}

    driver.act("drag", one_called(driver, "Bottle"), None, params)

    assert site.said() == "Glass"


@pytest.mark.parametrize("end", ["Three", "Bin"])
def test_what_may_take_a_drag_is_listed_though_it_does_not_listen(
    site: Any, end: str
) -> None:
    driver = site.show(SORTED)
    params = {"destination": one_called(driver, end)}

    driver.act("drag", one_called(driver, "One"), None, params)

    assert site.said() == f"One on {end}"
