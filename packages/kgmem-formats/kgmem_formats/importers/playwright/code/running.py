"""A script's statements, gone through in their order: it is read, never run."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kgmem import InvalidInput
from kgmem_formats.importers.playwright.code.doing import Doing
from kgmem_formats.importers.playwright.code.evaluating import Evaluating, acts, is_act
from kgmem_formats.importers.playwright.code.plain_calls import MAX_TIMES
from kgmem_formats.importers.playwright.code.values import (
    ACTING,
    Awaiting,
    Browsing,
    PagePart,
    Scope,
    Unknown,
    WrittenFunction,
)
from kgmem_formats.importers.scripts.tree import (
    Assign,
    Attribute,
    Awaited,
    CallNode,
    CodeNode,
    Does,
    Each,
    Function,
    If,
    Leave,
    Literal,
    NameNode,
    TryNode,
    Unread,
    With,
    inside,
)
from kgmem_formats.importers.steps import Steps

MAX_STATEMENTS = 5_000
LONG = f"more than {MAX_STATEMENTS:,} statements, loops unrolled"
MAX_DEPTH = 30
"""Functions that call one another."""
_HOOKS = frozenset({"beforeEach", "beforeAll", "BeforeEach", "BeforeAll"})
_SUITES = frozenset({"describe", "serial", "parallel"})
_TESTS = frozenset({"test", "it", "only"})


class _Left(Exception):
    """A function was left, with what it gives."""

    def __init__(self, value: object = None) -> None:
        self.value = value


@dataclass
class Tests:
    """What a file holds that is run for itself."""

    found: list[tuple[str, WrittenFunction]] = field(default_factory=list)
    before: list[WrittenFunction] = field(default_factory=list)


class Running:
    """Goes through statements."""

    def __init__(self, steps: Steps, place: str) -> None:
        self.steps, self._place = steps, place
        self.pages = Doing(steps, self.invoke)
        self.values = Evaluating(self.pages, self.invoke)
        self.tests = Tests()
        self.called: set[int] = set()
        """The functions that were called, by the lines that they begin in."""
        self._depth = self._gone_through = 0
        self._has_given_up = False

    def block(self, body: Sequence[CodeNode], scope: Scope) -> None:
        """One statement after the other; one that can't be read is refused."""
        for one in body:
            if isinstance(one, Function):
                scope.held[one.name] = WrittenFunction(one, scope)
        for one in body:
            self._gone_through += 1
            if self._gone_through > MAX_STATEMENTS:
                self._give_up()
                return
            with self.steps.reading(f"{self._place}:{getattr(one, 'line', 1)}"):
                self._statement(one, scope)

    def _give_up(self) -> None:
        """Told once, however many loops end."""
        if not self._has_given_up:
            self._has_given_up = True
            self.steps.refuse(self._place, LONG)

    def invoke(self, does: object, args: Sequence[object]) -> object:
        """What a function of the script gives."""
        if not isinstance(does, WrittenFunction):
            if any(isinstance(one, ACTING) for one in args):
                raise InvalidInput("a function that is not in the file")
            return Unknown()
        self.called.add(does.function.line)
        self._gone_through += 1
        if self._depth >= MAX_DEPTH or self._gone_through > MAX_STATEMENTS:
            raise InvalidInput("functions that call one another without an end")
        given = dict(zip(does.function.params, args, strict=False))
        missing = does.function.params[len(args) :]
        held = {**given, **{name: self._fixture(name) for name in missing}}
        self._depth += 1
        try:
            return self._body(does, Scope(held, does.scope))
        finally:
            self._depth -= 1

    def _body(self, does: WrittenFunction, scope: Scope) -> object:
        body = does.function.body
        if does.function.gives and isinstance(body[0], Does):
            return self.values.value(body[0].value, scope)
        try:
            self.block(body, scope)
        except _Left as left:
            return left.value
        return None

    def _fixture(self, name: str) -> object:
        """A parameter that nobody gave: a page, a browser, or the caller's to tell."""
        bare = name.lower()
        if bare == "page":
            return PagePart(self.pages.opening.first())
        return (
            Browsing()
            if bare in ("playwright", "browser", "context")
            else Unknown(name)
        )

    # statements -----------------------------------------------------------------------

    def _statement(self, node: CodeNode, scope: Scope) -> None:
        match node:
            case Does():
                self._does(node.value, scope)
            case Assign():
                self._assign(node, scope)
            case If():
                self._if(node, scope)
            case Each():
                self._each(node, scope)
            case With():
                self._with(node, scope)
            case TryNode():
                self._attempt(node, scope)
            case Leave():
                self._leave(node, scope)
            case Unread() if any(map(is_act, node.words)):
                raise InvalidInput("a statement that can't be read")

    def _does(self, node: CodeNode, scope: Scope) -> None:
        inner = node.value if isinstance(node, Awaited) else node
        if isinstance(inner, CallNode) and self._is_test(inner, scope):
            return
        self.values.value(node, scope)

    def _is_test(self, node: CallNode, scope: Scope) -> bool:
        """`test("…", async ({ page }) => …)`, `test.describe`, `test.beforeEach`."""
        does = node.does
        last = does.name if isinstance(does, Attribute | NameNode) else ""
        first = does
        while isinstance(first, Attribute):
            first = first.base
        functions = [one for one in node.args if isinstance(one, Function)]
        if not isinstance(first, NameNode) or first.name not in {
            *_TESTS,
            *_SUITES,
            *_HOOKS,
        }:
            return False
        if last == "use" and node.args:
            given = self.values.value(node.args[0], scope)
            self.pages.open_with(given if isinstance(given, dict) else {})
            return True
        if not functions:
            return last in ("setTimeout", "slow", "skip", "fixme", "configure", "use")
        written = WrittenFunction(functions[-1], scope)
        if last in _HOOKS:
            self.tests.before.append(written)
        elif last in _SUITES or last == "step":
            self.block(written.function.body, Scope({}, scope))
        elif last in _TESTS:
            title = node.args[0]
            named = title.value if isinstance(title, Literal) else None
            self.tests.found.append((str(named or ""), written))
        return True

    def _assign(self, node: Assign, scope: Scope) -> None:
        target = node.targets[0] if node.targets else None
        if isinstance(target, Attribute) and target.name == "Dialog":
            return self._hear(target, node, scope)
        value = self.values.value(node.value, scope)
        if node.sign == "+=" and isinstance(target, NameNode):
            value = Unknown(target.name)
        if node.takes_apart:
            listed = value if isinstance(value, list) else []
            for n, one in enumerate(node.targets):
                self._name(one, listed[n] if n < len(listed) else Unknown(), scope)
            return None
        if target is not None:
            self._name(target, value, scope)
        return None

    def _name(self, target: CodeNode, value: object, scope: Scope) -> None:
        """What is not known is asked for by the name that it is given."""
        if not isinstance(target, NameNode | Attribute):
            return
        if value == Unknown():
            value = Unknown(target.name)
        scope.put(target.name, value)

    def _hear(self, target: Attribute, node: Assign, scope: Scope) -> None:
        """C#'s `page.Dialog += handler`, which takes itself away if it is for once."""
        page, handler = (
            self.values.value(target.base, scope),
            self.values.value(node.value, scope),
        )
        if node.sign == "-=" or not isinstance(page, PagePart):
            return
        body = handler.function.body if isinstance(handler, WrittenFunction) else ()
        is_once = any(
            isinstance(one, Assign) and one.sign == "-="
            for statement in body
            for one in inside(statement)
        )
        if isinstance(handler, WrittenFunction) and len(handler.function.params) == 2:
            handler = WrittenFunction(
                Function("", handler.function.params[1:], body), handler.scope
            )
        self.pages.call(page, "once" if is_once else "on", ("dialog", handler), {})

    def _if(self, node: If, scope: Scope) -> None:
        test = self.values.value(node.test, scope)
        if test is None or isinstance(test, str | int | float):
            self.block(node.body if test else node.otherwise, scope)
            return
        leaves = [
            one
            for statement in (*node.body, *node.otherwise)
            for one in inside(statement)
            if isinstance(one, Leave)
        ]
        if any(one.how != "raise" for one in leaves):
            raise InvalidInput("what follows depends on a condition")
        if _does_act(node.body, scope) and _does_act(node.otherwise, scope):
            raise InvalidInput("one thing or another, by a condition")
        self.pages.acting.optional += 1
        try:
            self.block(_without(node.body, "raise"), scope)
            self.block(_without(node.otherwise, "raise"), scope)
        finally:
            self.pages.acting.optional -= 1
        self._forget((*node.body, *node.otherwise), scope)

    def _forget(self, body: Sequence[CodeNode], scope: Scope) -> None:
        """What was given a value under a condition is not known any more."""
        for statement in body:
            for one in inside(statement):
                for name in one.targets if isinstance(one, Assign) else ():
                    if isinstance(name, NameNode) and not isinstance(
                        scope.held.get(name.name), ACTING
                    ):
                        scope.put(name.name, Unknown(name.name))

    def _each(self, node: Each, scope: Scope) -> None:
        items = None if node.items is None else self.values.value(node.items, scope)
        if isinstance(items, dict):
            items = list(items)
        if not isinstance(items, list) or len(items) > MAX_TIMES:
            if _does_act(node.body, scope):
                raise InvalidInput(
                    "a loop that is done as often as only the page knows"
                )
            self._forget(node.body, scope)
            return
        if any(isinstance(one, Leave) for part in node.body for one in inside(part)):
            raise InvalidInput("a loop that is left by a condition")
        for item in items:
            values = (
                item if len(node.targets) > 1 and isinstance(item, list) else [item]
            )
            for target, value in zip(node.targets, values, strict=False):
                self._name(target, value, scope)
            self.block(node.body, scope)

    def _with(self, node: With, scope: Scope) -> None:
        opened = []
        for what, name in node.items:
            value = self.values.value(what, scope)
            opened.append(value)
            if name is not None:
                self._name(name, value, scope)
        self.block(node.body, scope)
        for value in opened:
            if isinstance(value, Awaiting):
                self.pages.opening.resolved(value)

    def _attempt(self, node: TryNode, scope: Scope) -> None:
        if _does_act(node.caught, scope):
            raise InvalidInput("what is done when something else fails")
        self.pages.acting.optional += node.is_caught
        try:
            self.block(node.body, scope)
        finally:
            self.pages.acting.optional -= node.is_caught
        self.block(node.finally_, scope)

    def _leave(self, node: Leave, scope: Scope) -> None:
        if node.how == "raise":
            raise InvalidInput("an error that the script raises itself")
        value = None if node.value is None else self.values.value(node.value, scope)
        raise _Left(value)

    def test(self, written: WrittenFunction) -> None:
        """One test, or a function that is run for itself."""
        try:
            self.invoke(written, [])
        except InvalidInput as error:
            self.steps.refuse(f"{self._place}:{written.function.line}", str(error))

    def whole(self, body: Sequence[CodeNode], scope: Scope) -> None:
        """The statements of a file."""
        try:
            self.block(body, scope)
        except _Left:
            return


def _does_act(body: Sequence[CodeNode], scope: Scope) -> bool:
    return any(acts(one, scope) for one in body)


def _without(body: Sequence[CodeNode], how: str) -> list[CodeNode]:
    return [one for one in body if not (isinstance(one, Leave) and one.how == how)]
