"""Acts one after the other: keys that are held, a pointer that drags, a focus."""

from dataclasses import replace
from typing import Any

from kgmem import Element, InvalidInput, Step
from kgmem.formats import ACTIONS
from kgmem_formats.importers.playwright.acts import PageAct, add_act
from kgmem_formats.importers.playwright.hands import MousePlace, Under, modifier
from kgmem_formats.importers.playwright.words import METHODS
from kgmem_formats.importers.steps import Steps, scrolls

LEAVING = ("Tab", "Shift+Tab", "Enter", "Escape")
"""Keys after which another element may have the focus."""


class Acting:
    """Adds the steps of a run, and knows what waits to become one."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._held: dict[str, None] = {}
        """The keys that are held down, in their order."""
        self._pointer = MousePlace()
        self._focus: Element | None = None

    @property
    def _last(self) -> Step | None:
        """The last that did something."""
        done = (step for step in reversed(self._steps.steps) if not step.does.gives)
        return next(done, None)

    def add(self, act: PageAct) -> None:
        """The step, with what stands around it. Raises InvalidInput for none."""
        if self._pointer.is_down:
            self._drag_over(act)
            return
        self._flush()
        if self._held:
            if ACTIONS[METHODS[act.method]].enters == "text":
                raise InvalidInput("a text that is typed while keys are held")
            act = replace(act, modifiers=(*self._held, *act.modifiers))
        add_act(self._steps, act)

    def _drag_over(self, act: PageAct) -> None:
        """A hover is the way of a drag; nothing else is done by the way."""
        if act.method != "hover" or act.element is None:
            raise InvalidInput("an act while the mouse drags")
        self.move(Under(act.element, act.position))

    def end(self) -> None:
        """Nothing more comes. Raises InvalidInput where something was left undone."""
        if self._pointer.is_down:
            raise InvalidInput("a drag that does not end")
        self._flush()

    def _flush(self) -> None:
        """What waits for a step of its own: a pointer that moved, a focus."""
        if self._focus is not None:
            self._focus = None
            raise InvalidInput("a focus, and no key that goes there")
        over = self._pointer.over
        if not self._pointer.is_told and over is not None:
            self._pointer.is_told = True
            add_act(self._steps, PageAct("hover", over.element, position=over.position))

    # keyboard -------------------------------------------------------------------------

    def focus(self, element: Element) -> None:
        """The next key goes there."""
        self._focus = element

    def key(
        self, name: str, text: str | None, tab: str | None = None, **more: Any
    ) -> None:
        """A method of the keyboard's: `press`, `type`, `insert_text`, `down`, `up`."""
        held = modifier(text or "")
        if name == "up":
            self._held.pop(held or "", None)
            return
        if name == "down" and held:
            self._held[held] = None
            return
        if name == "down":
            name, text = "press", text or ""
        element = self._focused(is_text=name != "press")
        self._focus = None
        if name == "press":
            self.add(PageAct("press", element, text, tab=tab, **more))
            return
        text = self._appended(element, text)
        self.add(PageAct(f"keyboard.{name}", element, text, tab=tab, **more))

    def _focused(self, *, is_text: bool) -> Element | None:
        """What has the focus by the step before; a key needs no element that was only
        just clicked."""
        if self._focus is not None:
            return self._focus
        last = self._last
        if not is_text or last is None or last.params.get("position"):
            return None
        is_there = last.does.presses == "once" or last.does.enters == "text"
        stays = last.does.enters == "key" and last.value not in LEAVING
        return last.target if is_there or stays else None

    def _appended(self, element: Element | None, text: str | None) -> str | None:
        """With what was entered there before it, as one text."""
        last = self._last
        if last is None or last.does.enters != "text" or last.target != element:
            return text
        if text is None:
            raise InvalidInput("a text that is typed behind one that is not told")
        self._steps.replace(last)
        return (last.value or "") + text

    # mouse ----------------------------------------------------------------------------

    def move(self, over: Under, *, is_told: bool = False) -> None:
        """The pointer is there; `is_told`: by a step of its own."""
        self._pointer.moved(over, is_told=is_told)

    def mouse(self, method: str, tab: str | None = None, **how: Any) -> None:
        """`mouse.down`, `mouse.up`, and clicks where the pointer is."""
        name = method.partition(".")[2]
        if name == "down":
            self._grab(str(how.get("button") or "left"))
        elif name == "up":
            self.add(replace(self._pointer.up(), tab=tab))
        elif name != "move":
            over = self._pointer.over
            if over is None:
                raise InvalidInput("a click of the mouse at no place")
            self._pointer.is_told = True
            told = {**how, "position": over.position}
            self.add(PageAct(method, over.element, tab=tab, **told))

    def _grab(self, button: str) -> None:
        """Pressed on what it is over: that it came there is no step of its own."""
        self._pointer.down(button)
        last, over = self._last, self._pointer.over
        is_hover = last is not None and last.does.moves == "pointer"
        if last and over and is_hover and last.target == over.element:
            self._steps.replace(last)

    def wheel(self, dx: object, dy: object, tab: str | None = None) -> None:
        """The wheel is turned."""
        if not (isinstance(dx, int | float) and isinstance(dy, int | float)):
            raise InvalidInput("a wheel that is turned by what is not told")
        for params in scrolls(dx, dy):
            self.add(PageAct("mouse.wheel", tab=tab, params=params))

    def opener(self, since: int) -> Step:
        """The press that opened a file chooser: what takes the files stands for it."""
        last = self._last
        if last is None or not last.does.presses or len(self._steps.steps) <= since:
            raise InvalidInput("files for a chooser that nothing opened")
        self._steps.replace(last)
        return last
