"""What the calls of a script's methods do: steps, places, tabs, answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from kgmem import Element, InvalidInput
from kgmem.formats import ACTIONS
from kgmem_formats.importers.playwright.acting import Acting
from kgmem_formats.importers.playwright.acts import PageAct, files_in
from kgmem_formats.importers.playwright.code.arguments import (
    arguments_of,
    entered_text,
    option_name,
    pointed,
    with_selector,
)
from kgmem_formats.importers.playwright.code.dialogs import ScriptDialogs
from kgmem_formats.importers.playwright.code.finding import entered, found
from kgmem_formats.importers.playwright.code.opening import OpenedTabs
from kgmem_formats.importers.playwright.code.spots import element_under
from kgmem_formats.importers.playwright.code.values import (
    Answering,
    AskedText,
    Awaiting,
    Browsing,
    Downloaded,
    FileChoice,
    InputDevice,
    PagePart,
    Unknown,
)
from kgmem_formats.importers.playwright.hands import Under, spot_under
from kgmem_formats.importers.playwright.options import chosen_options
from kgmem_formats.importers.playwright.selectors import (
    element_of_parts,
    selector_parts,
)
from kgmem_formats.importers.playwright.tabs import TabPlace
from kgmem_formats.importers.playwright.words import (
    ALIASES,
    METHODS,
    MethodUse,
    word_of,
)
from kgmem_formats.importers.steps import Steps

Invoke = Callable[[object, Sequence[object]], object]
"""Calls a function of the script."""
_KINDS: Mapping[type, str] = {
    Answering: "dialog",
    FileChoice: "filechooser",
    Downloaded: "download",
}
RELATIVE = "an address that begins with one that is not told"
SITE = "an address without its site: that of the page which is open"


class Doing:
    """Does what a script calls, and keeps what it knows by then."""

    def __init__(self, steps: Steps, invoke: Invoke) -> None:
        self.steps = steps
        self.base = ""
        self.dialogs = ScriptDialogs(steps, invoke)
        self.opening = OpenedTabs(steps)
        self.acting = Acting(steps, self.dialogs.raised)

    # methods --------------------------------------------------------------------------

    def call(
        self,
        owner: object,
        name: str,
        args: Sequence[object],
        named: Mapping[str, object],
    ) -> object:
        """What a method gives. Raises InvalidInput where it is refused."""
        how, _, event = name.partition("_")
        if how in ("on", "once") and event:  # Java's `onceDialog`
            name, args = how, [event.replace("_", ""), *args]
        if isinstance(owner, Browsing):
            return self._of_browser(name, args, named)
        kind = (
            owner.kind
            if isinstance(owner, InputDevice)
            else _KINDS.get(type(owner), "")
        )
        word = word_of(name, kind)
        if word is None:
            raise InvalidInput(f"no method of a page that is known: {name[:60]!r}")
        if word.use == "refused":
            raise InvalidInput(f"{name[:60]}: {word.why}")
        if word.use == "harmless":
            return Unknown()
        told = ALIASES.get(name, name)
        if isinstance(owner, Awaiting):
            return self.opening.resolved(owner)
        given = arguments_of(told, word, owner, args, named)
        if isinstance(owner, Answering):
            self.dialogs.answered(owner, told, given)
            return None
        if isinstance(owner, FileChoice):
            self._choose(owner, given)
            return None
        if isinstance(owner, InputDevice):
            self._by_hand(owner, told, given)
            return None
        if not isinstance(owner, PagePart):
            raise InvalidInput(f"{name[:60]} of what is not known")
        return self._on_place(owner, told, word, given)

    def open_with(self, options: Mapping[str, object]) -> None:
        """The address that others begin with, where the options tell one."""
        told = {option_name(key): value for key, value in options.items()}
        base = told.get("base_url")
        self.base = base if isinstance(base, str) else self.base

    def _of_browser(
        self, name: str, args: Sequence[object], named: Mapping[str, object]
    ) -> object:
        """A context and what opens one say nothing of a page but its first address."""
        self.open_with(
            {**next((a for a in args if isinstance(a, Mapping)), {}), **named}
        )
        told = ALIASES.get(name, name)
        if told in ("new_page", "expect_page", "on", "once"):
            if told == "new_page":
                return PagePart(self.opening.opened(None))
            place, word = PagePart(self.opening.first()), word_of(told)
            assert word is not None
            given = arguments_of(told, word, place, args, named)
            return self._on_place(place, told, word, given)
        word = word_of(told)
        if word is not None and word.use == "refused":
            raise InvalidInput(f"{name[:60]}: {word.why}")
        return Browsing()

    def _on_place(
        self,
        place: PagePart,
        name: str,
        word: MethodUse | None,
        given: Mapping[str, object],
    ) -> object:
        if word is not None and word.use == "finds":
            return found(place, name, given)
        if word is not None and word.use == "opens":
            return self._open(place, name, given)
        self._act(place, name, given)
        return None

    def _open(self, place: PagePart, name: str, given: Mapping[str, object]) -> object:
        if name in ("keyboard", "mouse", "touchscreen"):
            return InputDevice(name, place.tab)
        if name == "new_page":
            return PagePart(self.opening.opened(None))
        if name in ("page", "bring_to_front"):
            return PagePart(place.tab)
        if name in ("context", "browser"):
            return Browsing()
        if name in ("on", "once"):
            self.dialogs.hear(name, place.tab, given)
            return None
        if name == "remove_listener":
            self.dialogs.forget()
            return None
        kind = str(given.get("event") or name.removeprefix("expect_"))
        return self.opening.waits(kind.replace("_", ""), place.tab)

    # acts -----------------------------------------------------------------------------

    def _act(self, place: PagePart, name: str, given: Mapping[str, object]) -> None:
        if given.get("trial") is True:
            return
        given, place = with_selector(place, given)
        if name == "reload":
            return self._reload(place.tab)
        if name == "focus":
            return self.acting.focus(self._element(place))
        if name == "set_checked":
            if not isinstance(given.get("checked"), bool):
                raise InvalidInput("a tick that is set to what is not told")
            name = "check" if given["checked"] else "uncheck"
        for value, params in self._values(name, given):
            text, asks = entered_text(value)
            act = PageAct(
                name,
                None if place.is_page else self._element(place),
                text,
                asks,
                tab=place.tab.told,
                params=params,
                end=self._end(place, given),
                **pointed(given),
            )
            self.acting.add(act)
        if ACTIONS[METHODS[name]].moves == "pointer" and not place.is_page:
            here = Under(self._element(place), pointed(given)["position"])
            self.acting.move(here, is_told=True)
        return None

    def _values(
        self, name: str, given: Mapping[str, object]
    ) -> list[tuple[object, Mapping[str, object]]]:
        """What is entered, and what the params say of it: one value, or each of the
        options that are chosen."""
        if name == "select_option":
            named = {k: v for k, v in given.items() if k in ("label", "index")}
            value = given.get("value")
            if isinstance(value, AskedText | Unknown):
                return [(value, {"option_by": "value"})]
            if any(isinstance(one, AskedText | Unknown) for one in named.values()):
                return [(one, {}) for one in named.values()]
            return [(one.text, one.params) for one in chosen_options(value, named)]
        if name == "set_input_files":
            files = given.get("files")
            known = files if isinstance(files, AskedText | Unknown) else files_in(files)
            return [(known, {})]
        if name == "clear":
            return [("", {})]
        if name == "goto":
            return [(self._address(given.get("url")), {})]
        keys = ("value", "text", "key")
        return [(next((given[k] for k in keys if k in given), None), {})]

    def _address(self, url: object) -> object:
        if not isinstance(url, str) or "://" in url or url.startswith("about:"):
            return url
        if self.base:
            return self.base.rstrip("/") + "/" + url.lstrip("/")
        if not url.startswith("/"):
            raise InvalidInput(RELATIVE)
        self.steps.guess(SITE)
        return url

    def _end(self, place: PagePart, given: Mapping[str, object]) -> Element | None:
        target = given.get("target")
        if isinstance(target, str):
            return self._element(replace(place, parts=tuple(selector_parts(target))))
        return self._element(target) if isinstance(target, PagePart) else None

    def _reload(self, tab: TabPlace) -> None:
        last = self.steps.steps[-1] if self.steps.steps else None
        if last is None or last.does.enters != "address":
            raise InvalidInput("loads a page anew whose address is not told")
        self.acting.add(PageAct("goto", value=last.value, tab=tab.told))

    def _element(self, place: PagePart) -> Element:
        inside = entered(place)
        element = element_of_parts(inside.parts, inside.frames)
        if element is None:
            raise InvalidInput("an act on nothing that is told")
        return element.model_copy(update={"tab": place.tab.told})

    # keyboard, mouse, files -----------------------------------------------------------

    def _by_hand(
        self, hands: InputDevice, name: str, given: Mapping[str, object]
    ) -> None:
        tab = hands.tab.told
        if hands.kind == "keyboard":
            text, asks = entered_text(given.get("key", given.get("text")))
            return self.acting.key(name, text, asks, tab)
        if name == "wheel":
            return self.acting.wheel(
                given.get("delta_x", 0), given.get("delta_y", 0), tab
            )
        if name in ("move", "click", "dblclick", "tap"):
            self.acting.move(self._under(given.get("x"), given.get("y")))
        how = pointed(given)
        how.pop("position")
        return self.acting.mouse(f"{hands.kind}.{name}", tab, **how)

    def _under(self, x: object, y: object) -> Under:
        """What is at this place: an element, or the place alone."""
        found_there = element_under(x, y)
        if found_there is None:
            return spot_under(x, y)
        place, position = found_there
        return Under(self._element(place), position)

    def _choose(self, chosen: FileChoice, given: Mapping[str, object]) -> None:
        """What was clicked to open a file chooser is what takes the files."""
        [(value, _)] = self._values("set_input_files", given)
        text, asks = entered_text(value)
        last = self.acting.opener(chosen.since)
        self.acting.add(
            PageAct("set_input_files", last.target, text, asks, tab=chosen.tab.told)
        )
