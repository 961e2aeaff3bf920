"""Acts are done on a page as a user does them: with a mouse and a keyboard."""

from collections.abc import Callable, Iterable
from typing import Any

from kgmem_bench.field.scenario import Act, Answer, At

BREATH_MS = 150
"""Between two acts; a user needs no less."""
KEY_MS = 8
SCROLLS = 80
Look = Callable[[Act, "Stage"], None]


class Stage:
    """The tabs of a browser in which something is done."""

    def __init__(self, page: Any) -> None:
        self.tabs = [page]

    def locator(self, at: At) -> Any:
        """The element, where it is to be looked for."""
        where: Any = self.tabs[at.tab]
        for frame in at.frames:
            where = where.frame_locator(frame)
        return where.locator(at.selector)


def play(stage: Stage, acts: Iterable[Act], look: Look | None = None) -> None:
    """Do all of them; `look` sees each before it is done."""
    stage.tabs[0].wait_for_timeout(BREATH_MS)
    for act in acts:
        _appear(stage, act)
        if look is not None:
            look(act, stage)
        _do(stage, act)
        stage.tabs[0].wait_for_timeout(BREATH_MS)


def _appear(stage: Stage, act: Act) -> None:
    """A user acts on what is there."""
    if act.at is not None and act.do not in ("scroll", "upload"):
        stage.locator(act.at).wait_for(state="visible")


def _do(stage: Stage, act: Act) -> None:
    page = stage.tabs[act.at.tab if act.at else 0]
    if act.answers:
        _answering(page, list(act.answers))
    if act.opens:
        with page.expect_popup() as opened:
            DOING[act.do](stage, page, act)
        opened.value.wait_for_load_state()
        stage.tabs.append(opened.value)
    elif act.downloads:
        with page.expect_download():
            DOING[act.do](stage, page, act)
    else:
        DOING[act.do](stage, page, act)


def _answering(page: Any, answers: list[Answer]) -> None:
    def answer(dialog: Any) -> None:
        given = answers.pop(0)
        if not answers:
            page.remove_listener("dialog", answer)
        if not given.accept:
            dialog.dismiss()
        elif given.kind == "prompt":
            dialog.accept(given.text)
        else:
            dialog.accept()

    page.on("dialog", answer)


def _click(stage: Stage, page: Any, act: Act) -> None:
    place = {"x": act.place[0], "y": act.place[1]} if act.place else None
    stage.locator(_at(act)).click(button=act.button, position=place)


def _enter(stage: Stage, page: Any, act: Act) -> None:
    field = stage.locator(_at(act))
    field.click()
    field.press_sequentially(act.value, delay=KEY_MS)


def _keys(stage: Stage, page: Any, act: Act) -> None:
    page.keyboard.type(act.value, delay=KEY_MS)


def _press(stage: Stage, page: Any, act: Act) -> None:
    page.keyboard.press(act.value)


def _choose(stage: Stage, page: Any, act: Act) -> None:
    stage.locator(_at(act)).select_option(label=act.value)


def _pick(stage: Stage, page: Any, act: Act) -> None:
    """In the picker that the browser itself shows, which nothing can click in."""
    stage.locator(_at(act)).fill(act.value)


def _hover(stage: Stage, page: Any, act: Act) -> None:
    stage.locator(_at(act)).hover()


def _drag(stage: Stage, page: Any, act: Act) -> None:
    assert act.to is not None
    stage.locator(_at(act)).drag_to(stage.locator(act.to))


def _upload(stage: Stage, page: Any, act: Act) -> None:
    with page.expect_file_chooser() as opened:
        stage.locator(_at(act)).click()
    opened.value.set_files(act.value.split("\n"))


def _slide(stage: Stage, page: Any, act: Act) -> None:
    """To a value of a slider, by a click on its track."""
    slider = stage.locator(_at(act))
    low, high = (float(slider.get_attribute(end) or 0) for end in ("min", "max"))
    box = slider.bounding_box()
    thumb = 16
    share = (float(act.value) - low) / (high - low)
    x = thumb / 2 + share * (box["width"] - thumb)
    slider.click(position={"x": x, "y": box["height"] / 2})


def _scroll(stage: Stage, page: Any, act: Act) -> None:
    """With the wheel over `to`, until the element is to be seen."""
    assert act.to is not None
    stage.locator(act.to).hover()
    wanted = stage.locator(_at(act))
    for _ in range(SCROLLS):
        if wanted.count() and _is_inside(wanted, stage.locator(act.to)):
            return
        page.mouse.wheel(0, 240)
        page.wait_for_timeout(30)


def _is_inside(inner: Any, outer: Any) -> bool:
    one, other = inner.bounding_box(), outer.bounding_box()
    return bool(
        one
        and one["y"] >= other["y"]
        and one["y"] + one["height"] <= other["y"] + other["height"]
    )


def _at(act: Act) -> At:
    assert act.at is not None, act
    return act.at


DOING: dict[str, Callable[[Stage, Any, Act], None]] = {
    "click": _click,
    "enter": _enter,
    "keys": _keys,
    "press": _press,
    "choose": _choose,
    "pick": _pick,
    "hover": _hover,
    "drag": _drag,
    "upload": _upload,
    "slide": _slide,
    "scroll": _scroll,
}
