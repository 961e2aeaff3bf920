"""What the expressions of a script give, as far as that can be known."""

from collections.abc import Callable, Mapping, Sequence

from kgmem import InvalidInput
from kgmem_formats.importers.playwright.acts import snake
from kgmem_formats.importers.playwright.code.arguments import option_name
from kgmem_formats.importers.playwright.code.doing import Doing
from kgmem_formats.importers.playwright.code.plain_calls import plain_call
from kgmem_formats.importers.playwright.code.spots import spot_of, worked_out
from kgmem_formats.importers.playwright.code.values import (
    ACTING,
    AskedText,
    Awaiting,
    BoxOf,
    Browsing,
    Method,
    PagePart,
    RegexpValue,
    Scope,
    Unknown,
    WrittenFunction,
    joined,
)
from kgmem_formats.importers.playwright.words import OWNERS, word_of
from kgmem_formats.importers.scripts.tree import (
    Attribute,
    Awaited,
    CallNode,
    CodeNode,
    Function,
    Index,
    ListNode,
    Literal,
    Made,
    MapNode,
    NameNode,
    Operation,
    Regexp,
    TemplateNode,
    inside,
)

_ENUMS = frozenset({"AriaRole", "MouseButton", "KeyboardModifier", "LoadState"})
_ROOTS = frozenset({"playwright", "browser", "context", "p", "chromium", "firefox"})
"""What is called so, and not known otherwise, is Playwright or a browser."""
_EXPECTS = frozenset(
    {"expect", "assert_that", "assert_equals", "assert_true", "assert"}
)
"""Calls that only look."""
_QUIET_ROOTS = frozenset({
    "print", "console", "system", "time", "logging", "logger", "log", "assert",
    "debug", "trace", "thread", "task", "path", "paths", "os", "json", "re", "sys",
    "math", "date", "datetime", "random", "string", "environment", "process",
})  # fmt: skip
"""What does nothing to a page, whatever is called of it."""
UNREAD = "an expression that acts on a page and can't be read"


class Evaluating:
    """Gives values; what acts on a page is done by the way."""

    def __init__(
        self, pages: Doing, invoke: Callable[[object, Sequence[object]], object]
    ) -> None:
        self.pages, self._invoke = pages, invoke

    def value(self, node: CodeNode, scope: Scope) -> object:
        """What it gives."""
        return self._settled(self._read(node, scope))

    def _settled(self, value: object) -> object:
        """A property that was not called."""
        if not isinstance(value, Method):
            return value
        return self._property(value.owner, value.name)

    def _property(self, owner: object, name: str) -> object:
        if isinstance(owner, Awaiting):
            return self.pages.opening.resolved(owner) if name == "value" else owner
        if isinstance(owner, BoxOf):
            return spot_of(owner, name)
        if isinstance(owner, Mapping):
            return owner.get(name, Unknown(name))
        if isinstance(owner, ACTING):
            return self.pages.call(owner, name, (), {})
        return Unknown(name if isinstance(owner, Unknown) else None)

    def _read(self, node: CodeNode, scope: Scope) -> object:
        match node:
            case Literal():
                return node.value
            case Regexp():
                return RegexpValue(node.source, node.flags)
            case NameNode():
                return self._named(node.name, scope)
            case Attribute():
                return self._attribute(node, scope)
            case Index():
                return self._indexed(node, scope)
            case Awaited():
                return self._awaited(self.value(node.value, scope))
            case CallNode():
                return self._call(node, scope)
            case ListNode():
                return [self.value(one, scope) for one in node.items]
            case MapNode():
                pairs = ((self.value(k, scope), v) for k, v in node.items)
                return {str(k): self.value(v, scope) for k, v in pairs}
            case TemplateNode():
                return joined([self.value(one, scope) for one in node.parts])
            case Operation():
                return self._operation(node, scope)
            case Made():
                return self._made(node, scope)
            case Function():
                return WrittenFunction(node, scope)
        if acts(node, scope):
            raise InvalidInput(UNREAD)
        return Unknown()

    def _named(self, name: str, scope: Scope) -> object:
        try:
            return scope.get(name)
        except KeyError:
            return self._outside(name)

    def _outside(self, name: str) -> object:
        """What comes from elsewhere: a fixture's page, a browser, another value."""
        bare = name.strip("_").lower()
        if bare == "page":
            return PagePart(self.pages.opening.first())
        return Browsing() if bare in _ROOTS else Unknown(name)

    def _attribute(self, node: Attribute, scope: Scope) -> object:
        if isinstance(node.base, NameNode) and node.base.name in _ENUMS:
            return _enumerated(node.base.name, node.name)
        base = self.value(node.base, scope)
        if isinstance(base, Unknown):
            if isinstance(node.base, NameNode) and node.base.name in ("self", "this"):
                return self._outside_of_self(node.name, scope)
            return Method(base, node.name)
        return Method(base, _plain_name(node.name))

    def _outside_of_self(self, name: str, scope: Scope) -> object:
        try:
            return scope.get(name)
        except KeyError:
            return self._outside(name)

    def _indexed(self, node: Index, scope: Scope) -> object:
        base, key = self.value(node.base, scope), self.value(node.key, scope)
        if isinstance(base, BoxOf) and isinstance(key, str):
            return spot_of(base, key)
        if isinstance(base, Mapping):
            return base.get(key, Unknown(key if isinstance(key, str) else None))
        if (
            isinstance(base, list)
            and isinstance(key, int)
            and -len(base) <= key < len(base)
        ):
            return base[key]
        if isinstance(base, Browsing):
            return (
                PagePart(self.pages.opening.first()) if _is_pages(node.base) else base
            )
        return Unknown(key if isinstance(key, str) else None)

    def _awaited(self, value: object) -> object:
        if isinstance(value, list):
            return [self._awaited(one) for one in value]
        return (
            self.pages.opening.resolved(value) if isinstance(value, Awaiting) else value
        )

    # calls ----------------------------------------------------------------------------

    def _call(self, node: CallNode, scope: Scope) -> object:
        if _root(node) in _EXPECTS:
            return Unknown()
        does = self._read(node.does, scope)
        if isinstance(does, WrittenFunction):
            args = [self.value(one, scope) for one in node.args]
            return self._invoke(
                does, [*args, *self._rest(node, does, scope, len(args))]
            )
        args = [self.value(one, scope) for one in node.args]
        named = {option_name(k): self.value(v, scope) for k, v in node.named}
        if not isinstance(does, Method):
            return self._outer_call(_root(node), does, args, named)
        owner, name = does.owner, does.name
        if isinstance(owner, Awaiting):
            return owner if name != "value" else self.pages.opening.resolved(owner)
        if isinstance(owner, Mapping) and name.startswith("set_"):
            return {**owner, option_name(name[4:]): _set_to(args)}
        if isinstance(owner, WrittenFunction | Mapping | Unknown) or not isinstance(
            owner, ACTING
        ):
            return self._plain_method(node, owner, name, args, named)
        return self._on_page(owner, name, args, named)

    def _rest(
        self, node: CallNode, does: WrittenFunction, scope: Scope, given: int
    ) -> list[object]:
        """Arguments by name, in the order of the function's parameters."""
        named = {name: self.value(one, scope) for name, one in node.named}
        params = does.function.params[given:]
        return [named.get(one, Unknown(one)) for one in params] if named else []

    def _on_page(
        self,
        owner: object,
        name: str,
        args: list[object],
        named: Mapping[str, object],
    ) -> object:
        """A method of Playwright's; a function that it is given is done while it
        waits."""
        word = word_of(name)
        blocks = [one for one in args if _is_block(one)]
        is_waiting = word is not None and (
            word.use == "opens" or name.startswith(("run_and_wait", "wait_for_"))
        )
        if not (blocks and is_waiting) or name in ("on", "once"):
            return self.pages.call(owner, name, args, named)
        kept = [one for one in args if one not in blocks]
        event = self.pages.call(owner, name, kept, named)
        self._invoke(blocks[-1], [])
        return self._awaited(event)

    def _outer_call(
        self, root: str, does: object, args: list[object], named: Mapping[str, object]
    ) -> object:
        """A function that the file does not hold."""
        found = plain_call("", root, args)
        if found is not None:
            return found
        if isinstance(does, Browsing) or root in (
            "sync_playwright",
            "async_playwright",
        ):
            return Browsing()
        given = [*args, *named.values()]
        for one in given:
            if isinstance(one, WrittenFunction) and acts_in(one):
                raise InvalidInput(
                    f"{root[:60]}: when it calls the function is not told"
                )
        if any(isinstance(one, PagePart) for one in given):
            raise InvalidInput(f"{root[:60]}: a function that is not in the file")
        return Unknown()

    def _plain_method(
        self,
        node: CallNode,
        owner: object,
        name: str,
        args: list[object],
        named: Mapping[str, object],
    ) -> object:
        """A method of something that is no page."""
        found = plain_call(name, owner, args)
        if found is not None:
            return found
        if name in ("for_each", "forEach") and isinstance(owner, list) and args:
            for one in owner:
                self._invoke(args[0], [one])
            return None
        root = _root(node)
        if root.lower() in _QUIET_ROOTS:
            return next((one for one in args if isinstance(one, list)), Unknown())
        word = word_of(_plain_name(name))
        if word is not None and word.use == "acts" and isinstance(owner, Unknown):
            raise InvalidInput(f"{name[:60]} of what is not known")
        return self._outer_call(f"{root}.{name}", Unknown(), args, named)

    def _made(self, node: Made, scope: Scope) -> object:
        """`new Page.ClickOptions()`, `new() { Name = "Save" }`: options."""
        args = [self.value(one, scope) for one in node.args]
        named = {option_name(k): self.value(v, scope) for k, v in node.named}
        if node.kind in ("RegExp", "Regex", "Pattern") and args:
            return RegexpValue(args[0]) if isinstance(args[0], str) else Unknown()
        if node.kind == "Position" and len(args) == 2:
            return {"x": args[0], "y": args[1]}
        if any(isinstance(one, PagePart | Browsing) for one in args):
            return Unknown()
        return named

    # operations -----------------------------------------------------------------------

    def _operation(self, node: Operation, scope: Scope) -> object:
        if node.sign in ("&&", "||", "??", "and", "or") and acts(node, scope):
            raise InvalidInput(UNREAD)
        right = self.value(node.right, scope)
        if node.left is None:
            return -right if isinstance(right, int | float) else Unknown()
        left = self.value(node.left, scope)
        if node.sign == "==" and _is_known(left) and _is_known(right):
            return left == right
        if node.sign == "+" and any(
            isinstance(one, str | AskedText) for one in (left, right)
        ):
            return joined([left, right])
        found = worked_out(node.sign, left, right)
        return Unknown() if found is None else found


def acts(node: CodeNode, scope: Scope | None = None) -> bool:
    """Is a method called in it that does something to a page, or a function of the
    script that does?"""
    for one in inside(node):
        if not isinstance(one, CallNode):
            continue
        if isinstance(one.does, Attribute) and is_act(one.does.name):
            return True
        if isinstance(one.does, NameNode) and scope is not None:
            try:
                held = scope.get(one.does.name)
            except KeyError:
                continue
            if isinstance(held, WrittenFunction) and acts_in(held):
                return True
    return False


def acts_in(written: WrittenFunction) -> bool:
    """Does the function do something to a page?"""
    return any(acts(one) for one in written.function.body)


def is_act(name: str) -> bool:
    """Is a method of this name one that acts?"""
    words = (word_of(_plain_name(name), owner) for owner in ("", *OWNERS))
    return any(word is not None and word.use == "acts" for word in words)


def _plain_name(name: str) -> str:
    """In Python's form, without C#'s ending."""
    return snake(name).removesuffix("_async")


def _set_to(args: list[object]) -> object:
    if len(args) == 2:
        return {"x": args[0], "y": args[1]}
    return args[0] if args else True


def _enumerated(kind: str, name: str) -> str:
    if kind == "KeyboardModifier":
        plain = {"controlormeta": "ControlOrMeta"}
        return plain.get(name.lower(), name.capitalize())
    return name.lower()


def _is_block(value: object) -> bool:
    return isinstance(value, WrittenFunction) and not value.function.params


def _is_pages(node: CodeNode) -> bool:
    return isinstance(node, Attribute) and node.name.lower() == "pages"


def _is_known(value: object) -> bool:
    return value is None or isinstance(value, str | int | float | bool)


def _root(node: CallNode) -> str:
    """The name that a chain of calls begins with."""
    at: CodeNode = node
    while True:
        match at:
            case CallNode():
                at = at.does
            case Attribute() | Index():
                at = at.base
            case Awaited():
                at = at.value
            case NameNode():
                return snake(at.name)
            case _:
                return ""
