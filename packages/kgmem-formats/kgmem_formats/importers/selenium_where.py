"""Where Selenium IDE's commands act: the window, and the frame in it."""

import re
from collections.abc import Mapping

from kgmem import InvalidInput
from kgmem.formats import told_place
from kgmem_formats.importers.selectors import ToldElement

_FRAME = re.compile(r"(index|id|name|title|css|xpath|src)=(.*)", re.S)
_HANDLE = re.compile(r"\$\{([^}]+)\}")
_NAMED = ("id", "name", "title", "src")
_FIRST = ("root", "win_ser_local", "null", "")
Place = dict[str, object]


class Whereabouts:
    """The window that was selected last, and the chain of frames in it."""

    def __init__(self) -> None:
        self._frames: list[Place] = []
        self._windows: dict[str, Place | None] = dict.fromkeys(_FIRST)
        self._opened = 0
        self._window: Place | None = None
        self._is_lost = False

    def select_frame(self, target: str) -> None:
        """`index=0`, `relative=parent`, a locator of the frame. Raises InvalidInput,
        and what follows is nowhere, where it is not told."""
        if target == "relative=top":
            self._frames, self._is_lost = [], False
        elif target == "relative=parent":
            if not self._frames:
                raise InvalidInput("a page has no frame around it")
            self._frames.pop()
        else:
            self._frames.append(self._frame(target))

    def select_window(self, target: str) -> None:
        """`handle=${name}`, `win_ser_1`, `title=…`. Raises InvalidInput, and what
        follows is nowhere, where no window of the name was opened."""
        kind, mark, rest = target.partition("=")
        named = rest if mark else target
        self._frames, self._is_lost = [], False
        if mark and kind in ("title", "url") and "${" not in rest:
            self._window = {kind: rest}
            return
        handle = _HANDLE.fullmatch(named)
        name = handle[1] if handle else named
        if name not in self._windows and name.startswith("win_ser_"):
            self._nth(name.removeprefix("win_ser_"), name)
        if name not in self._windows:
            self._is_lost = True
            raise InvalidInput(f"no window was opened as {name[:60]!r}")
        self._window = self._windows[name]

    def keep(self, name: str) -> None:
        """`storeWindowHandle`: the selected window has this name, too."""
        self._windows[name] = self._window

    def opens(self, given: Mapping[str, object]) -> None:
        """What a command says of a window that it opens."""
        if given.get("opensWindow") is True:
            name = str(given.get("windowHandleName") or f"win_{self._opened + 1}")
            self._open(name)

    def load(self) -> None:
        """Another page: its frames are others."""
        self._frames = []

    def close(self) -> None:
        """The window is gone; which one is next must be told."""
        self._is_lost = True

    @property
    def frame(self) -> str | None:
        """Where an element is. Raises InvalidInput if that is not known."""
        self._check()
        return told_place(self._frames)

    @property
    def tab(self) -> str | None:
        """The same of the window."""
        self._check()
        return told_place([self._window]) if self._window else None

    def _check(self) -> None:
        if self._is_lost:
            raise InvalidInput("in which window or frame it was is not told")

    def _frame(self, target: str) -> Place:
        match = _FRAME.fullmatch(target)
        if match is None and target.startswith("//"):
            return {"xpath": target}
        if match is None or "${" in target:
            self._is_lost = True
            raise InvalidInput("a frame is told by index=, id=, name=, css=, xpath=")
        kind, told = match[1], match[2]
        attributes = ToldElement().css(told).attributes if kind == "css" else {}
        is_whole = not re.search(r"[~|^$*]=", told)
        known = {key: attributes[key] for key in _NAMED if key in attributes}
        return {kind: told, **(known if is_whole else {})}

    def _nth(self, number: str, name: str) -> None:
        """Old recordings count the windows instead of naming them."""
        if not number.isdigit():
            return
        order = int(number)
        for one in self._windows.values():
            if one and one["order"] == order:
                self._windows[name] = one
                return
        self._opened = max(self._opened, order - 1)
        self._open(name)

    def _open(self, name: str) -> None:
        self._opened += 1
        opener = self._window.get("order", 0) if self._window else 0
        self._windows[name] = {"order": self._opened, "opener": opener}
