"""One page per kind of thing that people do: each is a step, or told as missed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgmem import InvalidInput, Memory, record_page
from tests.live.conftest import SHOP

pytestmark = [pytest.mark.live, pytest.mark.slow]

PAY = "http://pay.example/"
"""Another site, shown in frames."""
BOX = "width:200px;height:60px"
PAGES = {
    "frames": f"<iframe name=pay src={PAY}card></iframe><button>Pay</button>",
    "card": "<p>Card</p><iframe title=Code src=/code></iframe>",
    "code": "<input aria-label=Code><button>Confirm</button>",
    "near": "<iframe id=near src=/code></iframe>",
    "sandbox": f"<iframe sandbox name=shut src=/code style='{BOX}'></iframe>",
    "popup": "<a href=/terms target=_blank>Terms</a><button>Done</button>",
    "terms": "<button>Accept</button>",
    "shadow": """<my-form></my-form><script>
      customElements.define("my-form", class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({mode: "open"}).innerHTML = `<label>Size<select>
            <option>small<option>large</select></label><my-inner></my-inner>`;
        }
      });
      customElements.define("my-inner", class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({mode: "open"}).innerHTML = "<button>Save</button>";
        }
      });</script>""",
    "closed": """<my-form></my-form><script>
      customElements.define("my-form", class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({mode: "closed"}).innerHTML = "<button>Save</button>";
        }
      });</script>""",
    "dialogs": """<button id=a onclick="alert('Saved')">Save</button>
      <button id=c onclick="o.textContent=confirm('Delete?')">Delete</button>
      <button id=p onclick="o.textContent=prompt('Name?', 'x')">Rename</button>
      <p id=o></p>""",
    "leave": """<input aria-label=Note><a href=/terms>Away</a><script>
      onbeforeunload = (event) => event.preventDefault()</script>""",
    "upload": """<label for=f>Papers</label><input type=file id=f multiple hidden>
      <button onclick="f.click()">Choose</button>
      <button onclick="const i = document.createElement('input'); i.type = 'file';
        i.click()">Other</button>""",
    "download": "<a href=/file>Report</a>",
    "keys": """<input aria-label=City id=n><input aria-label=Street><p id=o>none</p>
      <div tabindex=0 id=grid aria-label=Grid role=grid>cell</div><script>
      n.onblur = () => { if (n.value) o.textContent = "checked " + n.value; };
      addEventListener("keydown", (e) => {
        if (e.ctrlKey && e.key === "s") e.preventDefault();
        if (e.key === "j") o.textContent += "j";
        if (e.key === "F2") { e.preventDefault(); o.textContent = "renamed"; }
      })</script>""",
    "drag": f"""<div id=a draggable=true style='{BOX}'>Milk</div>
      <div id=z aria-label=Basket style='{BOX}' ondragover='event.preventDefault()'
        ondrop='event.preventDefault(); this.append(a)'>Basket</div>""",
    "pointer": """<style>div {width:200px;height:60px;position:absolute}</style>
      <div id=a role=button>Knob</div>
      <div id=z role=button style="top:300px">Bin</div><script>
      a.onpointerdown = (e) => { a.setPointerCapture(e.pointerId);
        a.onpointermove = (m) => { a.style.left = m.clientX + "px";
          a.style.top = m.clientY + "px"; };
        a.onpointerup = () => { a.onpointermove = null; }; };</script>""",
    "hover": """<style>ul ul {display: none; position: absolute; left: 200px}
      li:hover > ul {display: block}</style>
      <ul><li id=more>More<ul><li><button>Archive</button></ul></ul>
      <button id=b>Menu</button><div id=m hidden><button>Share</button></div><script>
      b.onmouseenter = () => { m.hidden = false; };</script>""",
    "list": """<div id=l style='height:100px;width:200px;overflow:auto'>
      <div style='height:2000px;position:relative' id=t></div></div><script>
      const draw = () => { const first = Math.floor(l.scrollTop / 20);
        t.innerHTML = [...Array(6)].map((_, i) => `<div role=option tabindex=0
          style='position:absolute;top:${(first + i) * 20}px'>Row ${first + i}</div>`)
          .join(""); };
      l.onscroll = draw; draw();</script>""",
    "recycled": """<div id=l style='height:100px;width:200px;overflow:auto'>
      <div style='height:2000px;position:relative' id=t></div></div><script>
      t.innerHTML = [...Array(6)].map((_, i) => `<div role=option tabindex=0
        style='position:absolute'><span></span></div>`).join("");
      const draw = () => { const first = Math.floor(l.scrollTop / 20);
        [...t.children].forEach((row, i) => { row.style.top = (first + i) * 20 + "px";
          row.firstChild.textContent = "Row " + (first + i); }); };
      l.onscroll = draw; draw();</script>""",
    "canvas": """<canvas id=c width=200 height=100></canvas><script>
      c.onclick = () => {}</script>""",
    "clicks": """<button oncontextmenu="event.preventDefault()">File</button>
      <p>nothing here</p><div id=d>outside</div><p id=o></p><script>
      d.parentElement.addEventListener("click", (e) => {
        if (e.target === d) o.textContent = "closed"; })</script>""",
    "rich": """<div contenteditable aria-label=Letter><p>Hello</p></div>
      <button>Send</button>""",
    "press": """<input aria-label=City id=n><ul id=l></ul><p id=o></p><script>
      n.oninput = () => { l.innerHTML = "<li role=option>Oslo city</li>";
        l.firstChild.onmousedown = (e) => { e.preventDefault(); n.value = "Oslo city";
          l.innerHTML = ""; o.textContent = "chosen"; }; };</script>""",
    "several": """<select multiple aria-label=Colours><option selected>red<option>green
      <option>blue</select>""",
    "alike": """<select aria-label=Size><option value=s>Size<option value=l>Size
      </select>""",
    "spa": """<button id=b>Next</button><p id=o>one</p><script>
      b.onclick = () => { history.pushState({}, "", "/second"); o.innerText = "two"; };
      onpopstate = () => { o.innerText = "one"; };</script>""",
}


def served(route: Any) -> Any:
    path = route.request.url.split("/", 3)[3].partition("?")[0]
    if path == "file":
        headers = {"content-disposition": "attachment; filename=r.txt"}
        return route.fulfill(body="report", headers=headers)
    body = f"<!doctype html><meta charset=utf-8><body>{PAGES.get(path, 'Shop')}"
    return route.fulfill(body=body, content_type="text/html")


Shown = Callable[..., Any]


@pytest.fixture
def show(page: Any, memory: Memory) -> Shown:
    """What is done on this page, as a run."""
    page.context.route(f"{PAY}**", served)

    def shown(path: str, acts: Callable[[Any], Any], task: str = "Do it") -> Any:
        page.goto(SHOP + path)
        page.wait_for_timeout(150)
        with record_page(page, memory, task, app="shop") as run:
            acts(page)
        return run

    return shown


def told(run: Any) -> list[tuple[str, str | None, str | None]]:
    return [(s.action, s.target and s.target.label(), s.value) for s in run.steps]


def outcome(run: Any, memory: Memory) -> str:
    return str(memory.experience(run.learned.experience_id).outcome)


def test_frames_of_another_site_and_within_it(show: Shown) -> None:
    def acts(page: Any) -> None:
        code = page.frame_locator("[name=pay]").frame_locator("iframe")
        code.get_by_label("Code").fill("77")
        code.get_by_text("Confirm").click()
        page.get_by_role("button", name="Pay").click()

    run = show("frames", acts)

    frame = f"name=pay & src={PAY}card & index=0 >> title=Code & src=/code & index=0"
    assert told(run) == [
        ("type", "Code", "77"),
        ("click", "Confirm", None),
        ("click", "Pay", None),
    ]
    assert [step.target.frame for step in run.steps] == [frame, frame, None]
    assert {step.page_before.url for step in run.steps} == {f"{SHOP}frames"}


def test_a_field_of_a_frame_that_is_left_open_is_told_at_the_end(show: Shown) -> None:
    run = show("near", lambda page: page.frames[1].fill("input", "5"))

    assert told(run) == [("type", "Code", "5")]
    assert run.steps[0].target.frame == "id=near & src=/code & index=0"


def test_a_frame_without_scripts_is_missed(show: Shown, memory: Memory) -> None:
    def acts(page: Any) -> None:
        page.mouse.click(300, 300)
        page.locator("iframe").click()
        page.wait_for_function("document.activeElement.name === 'shut'")
        page.keyboard.press("Escape")

    run = show("sandbox", acts)

    assert run.missed == ("frame that is not heard: shut",)


def test_a_pop_up_and_back(show: Shown, memory: Memory) -> None:
    def acts(page: Any) -> None:
        with page.expect_popup() as opened:
            page.get_by_text("Terms").click()
        opened.value.get_by_text("Accept").click()
        opened.value.close()
        page.get_by_text("Done").click()

    run = show("popup", acts)

    tab = f"order=1 & opener=0 & url={SHOP}terms"
    assert [name for _, name, _ in told(run)] == ["Terms", "Accept", "Done"]
    assert [step.target.tab for step in run.steps] == [None, tab, None]
    assert run.steps[0].effect is True
    assert outcome(run, memory) == "success"


def test_open_shadow_roots_in_one_another(show: Shown) -> None:
    def acts(page: Any) -> None:
        page.get_by_label("Size").select_option("large")
        page.get_by_text("Save").click()

    run = show("shadow", acts)

    assert told(run) == [("select", "Size", "large"), ("click", "Save", None)]


def test_a_closed_shadow_root_is_missed(show: Shown, memory: Memory) -> None:
    def acts(page: Any) -> None:
        page.locator("my-form").click()
        page.keyboard.press("Escape")

    run = show("closed", acts)

    assert run.missed == ("closed shadow root: my-form",)
    assert outcome(run, memory) == "unknown"


def test_what_was_missed_is_no_success_unless_somebody_saw_that_it_is(
    page: Any, memory: Memory
) -> None:
    page.goto(f"{SHOP}closed")

    with record_page(page, memory, "Do it", app="shop") as run:
        page.locator("my-form").click()
        page.keyboard.press("Escape")
        run.succeed(judge="Ann")

    assert outcome(run, memory) == "success"


def test_dialogs_belong_to_the_click_that_raised_them(page: Any, show: Shown) -> None:
    answers = iter([None, None, "Eve"])

    def answer(dialog: Any) -> None:
        text = next(answers)
        if dialog.type == "confirm":
            dialog.dismiss()
        else:
            dialog.accept(*filter(None, [text]))

    def acts(page: Any) -> None:
        page.on("dialog", answer)
        for name in ("Save", "Delete", "Rename"):
            page.get_by_text(name, exact=True).click()

    run = show("dialogs", acts)

    assert [step.params["dialogs"] for step in run.steps] == [
        [{"kind": "alert", "accept": True, "message": "Saved"}],
        [{"kind": "confirm", "accept": False, "message": "Delete?"}],
        [{"kind": "prompt", "accept": True, "message": "Name?", "text": "Eve"}],
    ]
    assert page.inner_text("#o") == "Eve"


@pytest.mark.parametrize("accept", [True, False])
def test_whether_a_page_was_left(show: Shown, *, accept: bool) -> None:
    def acts(page: Any) -> None:
        answer = "accept" if accept else "dismiss"
        page.on("dialog", lambda dialog: getattr(dialog, answer)())
        page.fill("input", "x")
        with page.expect_event("dialog"):
            page.get_by_text("Away").click(no_wait_after=True)
        if accept:
            page.wait_for_url("**/terms")
        page.wait_for_timeout(300)

    run = show("leave", acts)

    asked = {"kind": "beforeunload", "accept": accept, "message": ""}
    assert run.steps[-1].params["dialogs"] == [asked]


def test_files_are_asked_for_and_the_button_is_no_step(
    show: Shown, tmp_path: Path
) -> None:
    files = [tmp_path / "a.pdf", tmp_path / "b.pdf"]
    for file in files:
        file.write_text("x", "utf-8")

    def acts(page: Any) -> None:
        with page.expect_file_chooser() as chooser:
            page.get_by_text("Choose").click()
        chooser.value.set_files(files)
        with page.expect_file_chooser() as chooser:
            page.get_by_text("Other").click()
        chooser.value.set_files(files[0])

    run = show("upload", acts)

    assert told(run) == [("upload", "Papers", "{files}"), ("upload", "Other", "{file}")]
    assert run.steps[0].params == {"asks": ["files"], "files": ["a.pdf", "b.pdf"]}


def test_a_download_is_part_of_its_click(show: Shown) -> None:
    def acts(page: Any) -> None:
        with page.expect_download():
            page.get_by_text("Report").click()

    run = show("download", acts)

    assert [step.params for step in run.steps] == [{"download": True}]


def test_keys_that_are_no_text(show: Shown) -> None:
    def acts(page: Any) -> None:
        page.focus("#n")
        for key in ("O", "s", "Control+a", "Control+s", "Tab", "Tab", "j", "F2"):
            page.keyboard.press(key)

    run = show("keys", acts)

    assert told(run) == [
        ("type", "City", "Os"),
        ("key", "City", "Control+s"),
        ("key", "City", "Tab"),
        ("key", "Grid", "j"),
        ("key", "Grid", "F2"),
    ]


def test_what_is_dragged_and_dropped(show: Shown) -> None:
    run = show("drag", lambda page: page.drag_and_drop("#a", "#z"))

    (step,) = run.steps
    assert (step.action, step.target.label()) == ("drag", "Milk")
    assert step.destination.label() == "Basket"
    assert step.effect is True


def move(page: Any, *spots: tuple[int, int]) -> None:
    page.mouse.move(*spots[0])
    page.mouse.down()
    for spot in spots[1:]:
        page.mouse.move(*spot, steps=3)
    page.mouse.up()


def test_what_is_dragged_by_the_pointer(show: Shown) -> None:
    run = show("pointer", lambda page: move(page, (50, 30), (90, 330)))

    (step,) = run.steps
    assert (step.action, step.target.label()) == ("drag", "Knob")
    assert step.destination.label() == "Bin"


def test_a_text_that_is_marked_is_no_drag(show: Shown) -> None:
    run = show("clicks", lambda page: move(page, (10, 55), (70, 58)))

    assert run.steps == ()


def test_a_drag_to_a_place(show: Shown) -> None:
    run = show("canvas", lambda page: move(page, (20, 30), (100, 80)))

    (step,) = run.steps
    assert step.action == "drag"
    assert step.params["position"] == {"x": 12, "y": 22}
    assert step.params["target_position"] == {"x": 92, "y": 72}


def test_a_canvas_is_clicked_at_its_place(show: Shown) -> None:
    run = show("canvas", lambda page: page.mouse.click(30, 40))

    assert [step.params["position"] for step in run.steps] == [{"x": 22, "y": 32}]


@pytest.mark.parametrize(
    ("over", "name"), [("#more", "Archive"), ("#b", "Share")], ids=["style", "script"]
)
@pytest.mark.parametrize("rest", [0, 400])
def test_a_hover_that_opens_a_menu(
    show: Shown, over: str, name: str, rest: int
) -> None:
    def acts(page: Any) -> None:
        page.mouse.move(700, 500)
        page.hover(over, position={"x": 5, "y": 5})
        page.wait_for_timeout(rest)
        page.get_by_text(name).click()

    run = show("hover", acts)

    assert [(step.action) for step in run.steps] == ["hover", "click"]
    assert run.steps[0].effect
    assert run.steps[0].target.label().startswith({"#more": "More", "#b": "Menu"}[over])


@pytest.mark.parametrize("path", ["list", "recycled"])
def test_a_list_that_shows_a_part_is_scrolled_to_what_is_clicked(
    show: Shown, path: str
) -> None:
    def acts(page: Any) -> None:
        page.mouse.move(50, 50)
        page.mouse.wheel(0, 400)
        page.wait_for_function("l.scrollTop === 400")
        page.get_by_text("Row 21", exact=True).click()

    run = show(path, acts)

    scroll, click = run.steps
    assert scroll.params == {"direction": "down", "by": 400, "optional": True}
    assert scroll.target.attributes["id"] == "l"
    assert (click.action, click.target.label()) == ("click", "Row 21")


def test_other_buttons_and_held_keys(show: Shown) -> None:
    def acts(page: Any) -> None:
        page.get_by_text("File").click(button="right")
        page.get_by_text("File").click(button="middle")
        page.get_by_text("File").click(modifiers=["Shift"])

    run = show("clicks", acts)

    assert [step.params for step in run.steps] == [
        {"button": "right"},
        {"button": "middle"},
        {"modifiers": ["Shift"]},
    ]


def test_a_click_on_nothing_counts_if_something_came_of_it(show: Shown) -> None:
    def acts(page: Any) -> None:
        page.get_by_text("nothing here").click()
        page.get_by_text("outside").click()

    run = show("clicks", acts)

    assert told(run) == [("click", "outside", None)]


def test_rich_text_is_told_in_its_lines(show: Shown) -> None:
    def acts(page: Any) -> None:
        page.locator("[contenteditable]").click()
        page.keyboard.press("Control+a")
        page.keyboard.type("Dear Ann")
        page.keyboard.press("Enter")
        page.keyboard.type("Bye")
        page.get_by_text("Send").click()

    run = show("rich", acts)

    assert told(run) == [("type", "Letter", "Dear Ann\nBye"), ("click", "Send", None)]


def test_a_list_that_goes_once_it_is_pressed(show: Shown) -> None:
    def acts(page: Any) -> None:
        page.click("#n")
        page.keyboard.type("Os")
        page.get_by_text("Oslo city").click()

    run = show("press", acts)

    assert told(run) == [("type", "City", "Os"), ("click", "Oslo city", None)]


def test_what_is_taken_out_of_a_list_is_missed(show: Shown) -> None:
    run = show("several", lambda page: page.select_option("select", ["blue"]))

    assert told(run) == [("select", "Colours", "blue")]
    assert run.missed == ("unchosen: red",)


def test_options_that_are_called_alike_go_by_their_value(show: Shown) -> None:
    run = show("alike", lambda page: page.select_option("select", "l"))

    (step,) = run.steps
    assert (step.value, step.params) == ("l", {"option_by": "value"})


def test_a_page_of_one_address_after_another(show: Shown) -> None:
    def acts(page: Any) -> None:
        page.get_by_text("Next").click()
        page.go_back()
        page.goto(f"{SHOP}terms")
        page.get_by_text("Accept").click()

    run = show("spa", acts)

    assert told(run) == [
        ("click", "Next", None),
        ("back", None, None),
        ("navigate", None, f"{SHOP}terms"),
        ("click", "Accept", None),
    ]


def test_a_run_without_a_task_can_still_be_given_one(page: Any, memory: Memory) -> None:
    page.goto(f"{SHOP}terms")
    run = record_page(page, memory, app="shop")

    run.__enter__()
    page.get_by_text("Accept").click()
    with pytest.raises(InvalidInput, match=r"run\.end\(task\)"):
        run.__exit__(None, None, None)
    learned = run.end("Accept the terms")

    assert learned is not None
    assert memory.experience(learned.experience_id).task == "Accept the terms"


def test_a_context_is_recorded_once_at_a_time(page: Any, memory: Memory) -> None:
    with record_page(page, memory, "Do it"):
        other = record_page(page, memory, "Do that")

        with pytest.raises(InvalidInput, match="already"):
            other.__enter__()
