"""A script as code that drives Playwright, in any of its languages.

A language is a `Dialect`: how it writes texts, calls and blocks. No text of a pattern
gets into the code but through `Dialect.text` and `Dialect.remark`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from kgmem_formats.exporters.parameters import Parameters, ParameterUse, Words
from kgmem_formats.exporters.script import (
    AddressCheck,
    ByHand,
    ForEach,
    IfThere,
    LocatorWay,
    Op,
    Remark,
    ScriptAct,
    ShownCheck,
    UntilShown,
    Where,
)
from kgmem_formats.exporters.ways import css_text

MAX_REPEATS = 12
"""Times that a step is repeated until something shows."""
LONG_MS = 1_000
"""Of a long press."""
ENCODED = frozenset({"url_plus", "url_quote"})
"""Transforms whose result is fit for an address."""

SIMPLE = {
    "press": "click",
    "press_twice": "dblclick",
    "tick": "check",
    "untick": "uncheck",
    "hover": "hover",
}
"""Methods without arguments, by what they do,"""
ENTERING = {
    "fill": "fill",
    "write": "fill",
    "choose": "select_option",
    "upload": "set_input_files",
    "key": "press",
}
"""and those that are given what is entered."""
OF_THE_PAGE = frozenset({"scroll", "wait", "back", "go"})


class Dialect(ABC):
    """How a language says what a script does: texts with places for what is said."""

    indent: str
    remark_form: str
    """A comment, on one line."""
    joined: str
    """A list as one text,"""
    encoded: str
    """a text for a part of an address."""
    length: str
    number: str
    """How many rounds a loop has: of a list, of a number."""
    only_form: str
    """What picks one element, by the ways that `choosing` gives."""
    there_form: str
    """Is an element of it there, or comes soon?"""
    statement: str
    """A statement that waits for what an expression does."""
    address_check: str
    shown_check: str
    by_hand: str
    """The end: the rest can't be done."""
    branches: tuple[str, str, str]
    """Heads of blocks: if, else if, else;"""
    loop: str
    """of one that is done so often, by the index `n`."""
    leave: str
    """End the loop around, if so."""
    ends: tuple[str, ...]
    """What ends the last of some blocks."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters

    @abstractmethod
    def text(self, value: object) -> str:
        """A literal."""

    @abstractmethod
    def choosing(self, ways: Sequence[str], also: Sequence[str]) -> Sequence[str]:
        """What picks one element is given."""

    @abstractmethod
    def call(self, method: str, *arguments: str, **options: str | int | bool) -> str:
        """A call of a method of Playwright's, given by its name in Python."""

    def given(self, one: ParameterUse, *, encoded: bool = False) -> str:
        """The text of a parameter; percent-encoded for a part of an address."""
        value = f"values[{self.text(one.key)}]"
        if one.in_loop:
            value += "[n]"
        elif one.is_list:
            value = self.joined.format(value)
        return self.encoded.format(value) if encoded else value

    def remark(self, text: str) -> str:
        """A comment, on one line."""
        return self.remark_form.format(plain(text))

    def way(self, way: LocatorWay, frame: str | None) -> str:
        """What a way finds."""
        page = "page"
        if frame is not None:
            frame = self.text(frame_selector(frame))
            page += f".{self.call('frame_locator', frame)}"
        words = self.words(way.words)
        exact: dict[str, bool] = {"exact": True} if way.exact else {}
        match way.kind:
            case "role":
                role = self.text(way.role)
                found = self.call("get_by_role", role, name=words, **exact)
            case "label" | "placeholder" | "text":
                found = self.call(f"get_by_{way.kind}", words, **exact)
            case "test_id":
                found = self.call("get_by_test_id", words)
            case "around":
                texts = ", ".join(self.words(one) for one in seen_words(way.words))
                return f"near({page}, {texts})"
            case "css" | "xpath":
                found = self.call("locator", f"{self.text(way.kind + '=')} + {words}")
        return f"{page}.{found}"

    def only(self, where: Where) -> str:
        """The one element that is meant."""
        ways = self.ways(where)
        also = [self.way(one, where.frame) for one in where.also]
        if len(ways) == 1 and not also:
            return ways[0]
        lines = [f"{self.indent}{one},\n" for one in self.choosing(ways, also)]
        return self.only_form.format("\n" + "".join(lines))

    def there(self, where: Where) -> str:
        """Is an element of it there, or comes soon?"""
        return self.there_form.format(", ".join(self.ways(where)))

    def ways(self, where: Where) -> list[str]:
        """What each of its ways finds, in its row."""
        row = self.way(where.row, where.frame) if where.row else None
        within = f".{self.call('and_', row)}" if row else ""
        return [self.way(one, where.frame) + within for one in where.ways]

    def words(self, words: Words) -> str:
        """A text as an expression."""
        return " + ".join(map(self._part, words)) or self.text("")

    def address(self, words: Words) -> str:
        """An address as an expression: values in it are percent-encoded."""
        if len(words) == 1:
            return self.words(words)
        return " + ".join(map(self._part_of_address, words)) or self.text("")

    def _part(self, part: str | ParameterUse) -> str:
        return self.text(part) if isinstance(part, str) else self.given(part)

    def _part_of_address(self, part: str | ParameterUse) -> str:
        if isinstance(part, str):
            return self.text(part)
        parameter = self.parameters.found[part.key]
        return self.given(part, encoded=parameter.transform not in ENCODED)

    # --- what an act is ---------------------------------------------------------------

    def act(self, act: ScriptAct) -> Iterator[str]:
        """The statements of an act."""
        if act.at is not None and not act.at.ways:
            yield from self._at_spot(act, act.at)
        elif act.at is not None and act.verb not in OF_THE_PAGE:
            yield self.statement.format(f"{self.only(act.at)}.{self._on_element(act)}")
        else:
            yield self.statement.format(f"page.{self._on_page(act)}")

    def _on_element(self, act: ScriptAct) -> str:
        if act.verb == "move":
            return self.call("drag_to", self.only(act.to or Where()))
        if act.verb == "press_long":
            return self.call("click", delay=LONG_MS)
        if act.verb in ENTERING:
            return self.call(ENTERING[act.verb], self.words(act.words))
        return self.call(SIMPLE[act.verb])

    def _on_page(self, act: ScriptAct) -> str:
        words = self.words(act.words)
        match act.verb:
            case "go":
                return self.call("goto", self.address(act.words))
            case "back":
                return self.call("go_back")
            case "scroll":
                return self.call("mouse.wheel", "0", str(int(str(act.words[0]))))
            case "wait":
                return self.call("wait_for_timeout", str(int(str(act.words[0]))))
            case _:
                return self.call(_keyboard(act), words)

    def _at_spot(self, act: ScriptAct, at: Where) -> Iterator[str]:
        spot = map(repr, at.spot or (0.0, 0.0))
        call = {"press_twice": "dblclick", "hover": "move"}.get(act.verb, "click")
        yield self.statement.format(f"page.{self.call(f'mouse.{call}', *spot)}")
        if act.verb in ("fill", "write", "key"):
            words = self.words(act.words)
            yield self.statement.format(f"page.{self.call(_keyboard(act), words)}")

    # --- what a script does -----------------------------------------------------------

    def lines(self, ops: Sequence[Op]) -> Iterator[str]:
        """The statements, without the indent of what is around them."""
        for op in ops:
            for statement in self._statements(op):
                yield from statement.split("\n")

    def _statements(self, op: Op) -> Iterator[str]:
        match op:
            case Remark():
                yield self.remark(op.text)
            case ScriptAct():
                yield from self.act(op)
            case AddressCheck():
                yield self.address_check.format(self.text(op.pattern))
            case ShownCheck():
                yield self.shown_check.format(self.only(op.at))
            case ByHand():
                what = plain(f"step {op.n} is done by hand: {op.what}")
                yield self.by_hand.format(self.text(what))
            case IfThere():
                yield from self._branches(op)
            case ForEach():
                form = self.length if op.over.is_list else self.number
                times = form.format(f"values[{self.text(op.over.key)}]")
                yield from self._block(self.loop.format(times), op.body)
                yield from self.ends
            case UntilShown():
                yield from self._until(op)

    def _branches(self, op: IfThere) -> Iterator[str]:
        for n, (at, body) in enumerate(op.ways):
            is_last_of_many = 0 < n == len(op.ways) - 1
            condition = None if at is None or is_last_of_many else self.there(at)
            if condition is None and n == 0:
                yield from self.lines(body)
                return
            form = self.branches[2 if condition is None else int(n > 0)]
            yield from self._block(form.format(condition), body)
        yield from self.ends

    def _until(self, op: UntilShown) -> Iterator[str]:
        yield self.loop.format(MAX_REPEATS)
        leave = self.leave.format(self.there(op.at)).split("\n")
        for line in (*leave, *self.lines(op.body)):
            yield self.indent + line
        yield from self.ends

    def _block(self, head: str, body: Sequence[Op]) -> Iterator[str]:
        yield head
        for line in self.lines(body):
            yield self.indent + line


def _keyboard(act: ScriptAct) -> str:
    """What the keyboard does, whatever has the focus."""
    return "keyboard.press" if act.verb == "key" else "keyboard.type"


def frame_selector(frame: str) -> str:
    """A selector of the frame that is called so."""
    named = css_text(frame)
    return f"iframe[name={named}], iframe[id={named}], iframe[src*={named}]"


def seen_words(words: Words) -> tuple[Words, ...]:
    """A text word by word: what is around an element has other blanks between them."""
    found: list[Words] = []
    for part in words:
        pieces = part.split() if isinstance(part, str) else [part]
        found += [(piece,) for piece in pieces]
    return tuple(found)


def plain(text: str) -> str:
    """A text for a comment: on one line, and nothing in it that isn't shown."""
    folded = " ".join(text.split())
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in folded)
