"""The one table of actions: what each does. Every branch on an action asks it.

Another action is a name in `Action`, a row in `ACTIONS` and what it is called in each
`language/*.toml`; what no trait tells yet is a new trait, which then every row says.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Action = Literal[
    "click", "double_click", "long_press", "type", "select", "check", "uncheck",
    "key", "hover", "scroll", "drag", "swipe", "navigate", "back", "open_app",
    "switch", "upload", "wait", "read", "tool", "custom",
]  # fmt: skip

PointsAt = Literal["element", "focus", "view", "app", "nothing"]
Entry = Literal["text", "option", "file", "key", "address", "app"]
Shows = Literal["state", "place", "target", "page", "nowhere"]
Family = Literal["entry", "choice", "toggle"]


@dataclass(frozen=True, slots=True)
class Traits:
    """What an action does."""

    points_at: PointsAt
    """What it is done to. `focus`: to what has the focus, where no element is given;
    `view`: to what is on the screen."""
    effect_shows: Shows
    """Where a list of a page's elements would show what it did: in the `state` of its
    element, in the `place` of all, on the `page`, there unless the `target` is one
    that hides its state, or `nowhere`."""
    enters: Entry | None = None
    """What its value is, if it takes one: without it, it is no such action."""
    presses: Literal["once", "twice", "long"] | None = None
    sets: Literal["on", "off"] | None = None
    """How what it is done to stands after it, however it stood before."""
    moves: Literal["pointer", "view", "screen", "element"] | None = None
    """`screen`: with a finger, which may as well switch or delete something."""
    leads: Literal["forth", "back"] | None = None
    """To another page, app or window."""
    waits: bool = False
    gives: bool = False
    """Does it leave the page as it is, and tell what stands there?"""
    is_call: bool = False
    """Of a tool, which its `params` name; they are its arguments."""
    has_destination: bool = False
    """Does it end on a second element?"""
    idles: bool = False
    """May it do no more than show what is there?"""
    is_silent: bool = False
    """Are its value and params no words of a task: seconds, directions, keys?"""
    repeats: bool = False
    """Is it done again and again until something is there?"""
    differs_by: Literal["value", "params"] | None = None
    """What besides the element makes it another deed; `params`: these and its value."""
    fits: frozenset[Family] = frozenset()
    """Kinds of elements that it can be done to; none: to any."""
    undone_by: Action | None = None
    """On the same element, if something is sure to take it back."""

    @property
    def fills(self) -> bool:
        """Does it enter a value into an element?"""
        return self.enters in ("text", "option", "file")

    @property
    def edits(self) -> bool:
        """Does it change how an element of a form stands?"""
        return self.fills or self.sets is not None

    @property
    def takes_value(self) -> bool:
        """Is it another deed with another value?"""
        return self.enters is not None

    @property
    def picks(self) -> bool:
        """Does it mean an element, or one of its options, and bring nothing along?"""
        return self.points_at == "element" and self.enters in (None, "option")

    @property
    def only_points(self) -> bool:
        """Is its element all that there is to say of it?"""
        return self.picks and self.enters is None and not self.has_destination

    @property
    def types(self) -> bool:
        """May its value be what is put into a field?"""
        return self.enters in ("text", "option") or self.is_call


ACTIONS: Mapping[Action, Traits] = MappingProxyType({
    "click": Traits(
        "element", "target", presses="once", repeats=True,
    ),
    "double_click": Traits(
        "element", "target", presses="twice", repeats=True,
    ),
    "long_press": Traits(
        "element", "target", presses="long", repeats=True,
    ),
    "type": Traits(
        "element", "state", enters="text", differs_by="value",
        fits=frozenset({"entry"}),
    ),
    "select": Traits(
        "element", "state", enters="option", differs_by="value",
        fits=frozenset({"choice", "entry"}),
    ),
    "check": Traits(
        "element", "state", sets="on", undone_by="uncheck",
        fits=frozenset({"toggle"}),
    ),
    "uncheck": Traits(
        "element", "state", sets="off", undone_by="check",
        fits=frozenset({"toggle"}),
    ),
    "key": Traits(
        "focus", "nowhere", enters="key", is_silent=True, repeats=True,
        differs_by="value",
    ),
    "hover": Traits(
        "element", "page", moves="pointer", idles=True,
    ),
    "scroll": Traits(
        "view", "place", moves="view", idles=True, is_silent=True, repeats=True,
    ),
    "drag": Traits(
        "element", "place", moves="element", has_destination=True,
        differs_by="params",
    ),
    "swipe": Traits(
        "view", "place", moves="screen", repeats=True, differs_by="value",
    ),
    "navigate": Traits(
        "nothing", "nowhere", enters="address", leads="forth", differs_by="value",
    ),
    "back": Traits(
        "nothing", "page", leads="back", is_silent=True, repeats=True,
    ),
    "open_app": Traits(
        "app", "nowhere", enters="app", leads="forth", differs_by="value",
    ),
    "switch": Traits(
        "app", "nowhere", leads="forth", differs_by="params",
    ),
    "upload": Traits(
        "element", "state", enters="file", differs_by="params",
    ),
    "wait": Traits(
        "nothing", "page", waits=True, idles=True, is_silent=True,
    ),
    "read": Traits(
        "nothing", "nowhere", gives=True, is_silent=True, differs_by="params",
    ),
    "tool": Traits("nothing", "nowhere", is_call=True, differs_by="params"),
    "custom": Traits("nothing", "nowhere", is_call=True, differs_by="params"),
})  # fmt: skip
"""The traits of each action, in the order of `Action`."""

OTHER_NAMES: Mapping[str, tuple[Action, ...]] = MappingProxyType({
    "choose": ("select",), "enter": ("type",), "fill": ("type",), "go_back": ("back",),
    "go_to": ("navigate",), "goto": ("navigate",), "input": ("type",),
    "extract": ("read",), "get_text": ("read",), "keypress": ("key",),
    "launch": ("open_app",), "move_to": ("hover",),
    "open": ("navigate", "open_app"), "press": ("click", "key"),
    "send_keys": ("type", "key"), "set_value": ("type",), "sleep": ("wait",),
    "tap": ("click",), "tick": ("check",), "visit": ("navigate",), "write": ("type",),
})  # fmt: skip
"""What drivers and people call some of them: for the message about an unknown one."""
