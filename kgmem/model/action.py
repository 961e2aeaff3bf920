"""The one table of actions: what each does. Every branch on an action asks it.

Another action is a name in `Action` and a row in `ACTIONS`; what no trait tells yet is
a new trait, which then every row says.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Action = Literal[
    "click", "double_click", "long_press", "type", "select", "check", "uncheck",
    "key", "hover", "scroll", "drag", "swipe", "navigate", "back", "open_app",
    "switch", "upload", "wait", "tool", "custom",
]  # fmt: skip

PointsAt = Literal["element", "focus", "view", "app", "nothing"]
Entry = Literal["text", "option", "file", "key", "address", "app"]
Shows = Literal["state", "place", "target", "page", "nowhere"]
Family = Literal["entry", "choice", "toggle"]
Names = Mapping[Literal["en", "zh"], tuple[str, ...]]


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
    called: Names = field(default_factory=dict)
    """What people and frameworks call it, beside its own name."""

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
        called={
            "en": ("left click", "single click", "mouse click", "click on",
                   "click element", "click input", "click element by index",
                   "click element by text", "tap", "tap on", "touch"),
            "zh": ("点击", "单击", "点选", "轻点", "轻触", "点按", "点"),
        },
    ),
    "double_click": Traits(
        "element", "target", presses="twice", repeats=True,
        called={
            "en": ("dblclick", "doubleclick", "double tap", "left double"),
            "zh": ("双击",),
        },
    ),
    "long_press": Traits(
        "element", "target", presses="long", repeats=True,
        called={
            "en": ("longpress", "long click", "long tap", "press and hold"),
            "zh": ("长按",),
        },
    ),
    "type": Traits(
        "element", "state", enters="text", differs_by="value",
        fits=frozenset({"entry"}),
        called={
            "en": ("input", "fill", "enter", "write", "input text", "type text",
                   "set text", "enter text", "set value", "set edit text",
                   "input content", "fill in", "change", "type in", "insert text"),
            "zh": ("输入", "填写", "填入", "键入", "录入", "打字"),
        },
    ),
    "select": Traits(
        "element", "state", enters="option", differs_by="value",
        fits=frozenset({"choice", "entry"}),
        called={
            "en": ("select option", "select dropdown", "select dropdown option",
                   "choose", "select from", "pick"),
            "zh": ("选择", "选中", "选取", "下拉选择"),
        },
    ),
    "check": Traits(
        "element", "state", sets="on", undone_by="uncheck",
        fits=frozenset({"toggle"}),
        called={"en": ("tick",), "zh": ("勾选", "打勾")},
    ),
    "uncheck": Traits(
        "element", "state", sets="off", undone_by="check",
        fits=frozenset({"toggle"}),
        called={"en": ("untick",), "zh": ("取消勾选",)},
    ),
    "key": Traits(
        "focus", "nowhere", enters="key", is_silent=True, repeats=True,
        differs_by="value",
        called={
            "en": ("press key", "send keys", "hotkey", "keypress", "key press",
                   "press keys", "keyboard", "key down", "keydown", "shortcut",
                   "button press"),
            "zh": ("按键", "快捷键", "键盘"),
        },
    ),
    "hover": Traits(
        "element", "page", moves="pointer", idles=True,
        called={
            "en": ("mouse over", "mouseover", "hover over", "move to"),
            "zh": ("悬停", "悬浮"),
        },
    ),
    "scroll": Traits(
        "view", "place", moves="view", idles=True, is_silent=True, repeats=True,
        called={
            "en": ("scroll down", "scroll up", "scroll left", "scroll right",
                   "scroll to"),
            "zh": ("滚动", "向下滚动", "向上滚动", "翻页"),
        },
    ),
    "drag": Traits(
        "element", "place", moves="element", has_destination=True,
        differs_by="params",
        called={
            "en": ("drag and drop", "drag to", "drag drop"),
            "zh": ("拖动", "拖拽", "拖放"),
        },
    ),
    "swipe": Traits(
        "view", "place", moves="screen", repeats=True, differs_by="value",
        called={
            "en": ("swipe up", "swipe down", "swipe left", "swipe right"),
            "zh": ("滑动", "上滑", "下滑", "左滑", "右滑", "向上滑动", "向下滑动"),
        },
    ),
    "navigate": Traits(
        "nothing", "nowhere", enters="address", leads="forth", differs_by="value",
        called={
            "en": ("goto", "go to", "go to url", "open url", "visit", "navigate to",
                   "load url", "open page"),
            "zh": ("打开网址", "打开网页", "打开链接", "访问", "跳转到", "跳转",
                   "前往", "导航到"),
        },
    ),
    "back": Traits(
        "nothing", "page", leads="back", is_silent=True, repeats=True,
        called={
            "en": ("go back", "navigate back", "press back"),
            "zh": ("返回", "后退", "返回上一页"),
        },
    ),
    "open_app": Traits(
        "app", "nowhere", enters="app", leads="forth", differs_by="value",
        called={
            "en": ("launch", "launch app", "start app", "open application"),
            "zh": ("打开应用", "启动", "启动应用", "打开app"),
        },
    ),
    "switch": Traits(
        "app", "nowhere", leads="forth", differs_by="params",
        called={
            "en": ("switch tab", "switch to", "switch to tab", "switch window",
                   "tab focus", "focus tab", "change tab"),
            "zh": ("切换", "切换到", "切换标签", "切换标签页"),
        },
    ),
    "upload": Traits(
        "element", "state", enters="file", differs_by="params",
        called={
            "en": ("upload file", "set input files", "attach file"),
            "zh": ("上传", "上传文件"),
        },
    ),
    "wait": Traits(
        "nothing", "page", waits=True, idles=True, is_silent=True,
        called={
            "en": ("sleep", "wait for", "wait for element"),
            "zh": ("等待", "稍等"),
        },
    ),
    "tool": Traits("nothing", "nowhere", is_call=True, differs_by="params"),
    "custom": Traits("nothing", "nowhere", is_call=True, differs_by="params"),
})  # fmt: skip
"""The traits of each action, in the order of `Action`."""
