"""The arguments of a script's calls, by their names."""

from collections.abc import Mapping, Sequence
from typing import Any

from kgmem import InvalidInput
from kgmem.formats import ACTIONS
from kgmem_formats.importers.playwright.acts import modifiers_of, snake
from kgmem_formats.importers.playwright.code.finding import entered
from kgmem_formats.importers.playwright.code.values import AskedText, PagePart, Unknown
from kgmem_formats.importers.playwright.selectors import selector_parts
from kgmem_formats.importers.playwright.words import METHODS, MethodUse, option_of


def arguments_of(
    name: str,
    word: MethodUse,
    owner: object,
    args: Sequence[object],
    named: Mapping[str, object],
) -> dict[str, object]:
    """The arguments by their names. Raises InvalidInput for one that is not known."""
    names = list(word.args)
    is_page = isinstance(owner, PagePart) and owner.is_page
    if is_page and (name in _POINTED or name in ("focus", "set_checked")):
        names.insert(0, "selector")
    given = dict(zip(names, args, strict=False))
    for extra in args[len(names) :]:
        if not isinstance(extra, Mapping):
            raise InvalidInput(f"{name[:60]}: more arguments than it takes")
        given.update({option_name(key): value for key, value in extra.items()})
    given.update(named)
    if "selector_or_locator" in given:
        given["selector"] = given.pop("selector_or_locator")
    _refuse_options(name, word, given)
    return given


def option_name(name: object) -> str:
    """An option's name in Python's form: C# writes `NameString` for a name."""
    plain = snake(str(name))
    for ending in ("_string", "_regex"):
        plain = plain.removesuffix(ending)
    return plain


_POINTED = frozenset(
    name
    for name, action in METHODS.items()
    if name not in ("goto", "go_back", "drag_and_drop")
    and "." not in name
    and ACTIONS[action].points_at in ("element", "focus")
)


def _refuse_options(name: str, word: MethodUse, given: Mapping[str, object]) -> None:
    for option in given:
        use = "acts" if option == "selector" else option_of(word, option)
        if use is None:
            raise InvalidInput(f"{name[:60]} with {option[:60]}, which is not known")
        if use == "refused":
            raise InvalidInput(f"{name[:60]} with {option[:60]}, which no step tells")


def with_selector(
    place: PagePart, given: Mapping[str, object]
) -> tuple[Mapping[str, object], PagePart]:
    """The element that `page.click("#q")` names."""
    inside = entered(place) if place.is_frame else place
    selector = given.get("selector", given.get("source"))
    if selector is None or not inside.is_page:
        return given, place
    if not isinstance(selector, str):
        raise InvalidInput("a selector that is no literal text: it is not run")
    rest = {k: v for k, v in given.items() if k not in ("selector", "source")}
    return rest, inside.within(*selector_parts(selector))


def pointed(given: Mapping[str, object]) -> dict[str, Any]:
    """The options of a pointer. Raises InvalidInput where one is not told."""
    modifiers = given.get("modifiers")
    position = given.get("position", given.get("source_position"))
    button = given.get("button") or "left"
    count, delay = given.get("click_count", 1), given.get("delay", 0)
    if not isinstance(button, str) or not isinstance(count, int):
        raise InvalidInput("a click by a button that is not told")
    if modifiers is not None and len(modifiers_of(modifiers)) != len(
        _listed(modifiers)
    ):
        raise InvalidInput("keys that are held and not told")
    if position is not None and not _is_place(position):
        raise InvalidInput("a place in the element that is not told")
    return {
        "modifiers": modifiers_of(modifiers),
        "button": button.lower(),
        "count": count,
        "held_ms": delay if isinstance(delay, int | float) else 0,
        "position": position,
    }


def _listed(given: object) -> Sequence[object]:
    return given if isinstance(given, list) else [None]


def _is_place(given: object) -> bool:
    if not isinstance(given, Mapping) or set(given) != {"x", "y"}:
        return False
    return all(isinstance(one, int | float) for one in given.values())


def entered_text(value: object) -> tuple[str | None, tuple[str, ...]]:
    """A value as a step has it, and what of it has to be asked for."""
    if isinstance(value, Unknown):
        if value.name is None:
            raise InvalidInput("a value that is no literal: it is not run")
        return "{" + value.name + "}", (value.name,)
    if isinstance(value, AskedText):
        return value.text, value.asks
    if value is None or isinstance(value, str):
        return value, ()
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value), ()
    raise InvalidInput("a value that is no literal: it is not run")
