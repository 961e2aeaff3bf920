"""A plan is followed in the client's own browser: one call for all of its steps."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError as Cancelled
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Self
from urllib.parse import urlsplit

from pydantic import Field

from kgmem import (
    ConfigurationError,
    Driver,
    Followed,
    InvalidInput,
    KgmemError,
    Plan,
    PlanStep,
    follow,
)
from kgmem.agents import (
    Confirm,
    Text,
    Value,
    at_once,
    describe_step,
    needs,
    reported,
    url_template,
)
from kgmem_agents.browser.driver import PageDriver
from kgmem_agents.mcp.answer import MemoryTool, OwnTool, ToolAnswer
from kgmem_agents.mcp.arguments import Values
from kgmem_agents.mcp.ongoing import HandedOut, Ongoing
from kgmem_agents.mcp.shapes import ANY, TEXT, WHOLE, YES, object_of, or_null

log = logging.getLogger(__name__)

REPLAY = "replay"
MOST_SHOWN = 1_200
"""Characters that tell a page: as many as a model reads without a second thought."""
MOST_PAGES = 20
"""Pages of a host that are known at once."""
MOST_AROUND = 60
"""Characters of what stands around an element that is called as others are."""
ANSWER_MS, POLL_MS = 1_500, 50
"""How long a page has to say whether it is in front, and how often it is asked."""
ASKING_S = 300.0
"""How long a person has to answer."""
ALLOWED = {
    "type": "object",
    "properties": {"allow": {"type": "boolean", "title": "Allow"}},
    "required": ["allow"],
}


class ReplayArguments(Value):
    plan_id: Text
    values: Values = None
    reworded: Annotated[bool, Field(description="It says the same.")] = False
    besides: Annotated[bool, Field(description="You do more yourself.")] = False
    confirmed: Annotated[bool, Field(description="The user allows it.")] = False


class ClientAtHand:
    """The client that asks, for a thread that works for it."""

    def __init__(self, context: Any) -> None:
        """`context`: of the request, on the loop that runs now."""
        self._context, self._loop = context, asyncio.get_running_loop()

    def tell(self, done: int, total: int, text: str) -> None:
        """How far it is; a client that did not ask for it is not told."""
        self._wait(self._context.session.report_progress(done, total, text), 5)

    @property
    def can_be_asked(self) -> bool:
        """Does the protocol let a person be asked midway?"""
        session = self._context.session
        able = session.client_capabilities
        can_wait = able is not None and able.elicitation is not None
        return can_wait and bool(session.can_send_request)

    def allows(self, step: PlanStep) -> bool:
        """Does the person allow this step?"""
        asked = f"{describe_step(step)}: this can't be taken back. Do it?"
        session, request = self._context.session, self._context.request_id
        told = session.elicit_form(asked, ALLOWED, request)
        answer = self._wait(told, ASKING_S)
        content = getattr(answer, "content", None) or {}
        return getattr(answer, "action", "") == "accept" and bool(content.get("allow"))

    def _wait(self, asked: Any, seconds: float) -> Any:
        waited = asyncio.run_coroutine_threadsafe(asked, self._loop)
        try:
            return waited.result(seconds)
        except (TimeoutError, Cancelled):
            waited.cancel()
        except Exception:  # the client is gone, or can't: what it raises is its own
            log.debug("a client could not be asked or told", exc_info=True)
        return None


@dataclass(frozen=True, slots=True)
class BrowserTool(OwnTool):
    """Acts in a browser that listens at an address for the developer tools'
    protocol."""

    browser: str
    client: ClientAtHand | None = None
    at_work: threading.Lock = field(default_factory=threading.Lock)
    """A browser has one page in front: its plans come one after the other."""
    pages: PagesSeen = field(default_factory=lambda: PagesSeen({}))

    def asked_by(self, client: ClientAtHand) -> Self:
        """The same for one client, who is told how far it is, and may be asked."""
        return replace(self, client=client)

    def __call__(self, ongoing: Ongoing, given: Mapping[str, Any]) -> ToolAnswer:
        """What was done, and where it stopped. Raises InvalidInput, and
        ConfigurationError where there is no browser."""
        asked = self.asked(given)
        if not self.at_work.acquire(blocking=False):
            raise InvalidInput(
                f"{self.name}: a plan is being followed in this browser; wait until it "
                "is done, then look at the page"
            )
        try:
            return self.answer(ongoing, asked)
        finally:
            self.at_work.release()

    def answer(self, ongoing: Ongoing, asked: Any) -> ToolAnswer:
        """Its answer to checked arguments."""
        raise NotImplementedError

    @contextmanager
    def driving(self, plan: Plan | None) -> Iterator[tuple[Telling, Sequence[str]]]:
        """A driver of the page that the plan is for, and the addresses of pages that
        do not answer. Raises ConfigurationError."""
        with needs("browser", "kgmem mcp --browser"):
            from playwright.sync_api import Error, sync_playwright
        with sync_playwright() as playwright:
            try:
                engine = playwright.chromium.connect_over_cdp(self.browser)
            except Error as error:
                raise ConfigurationError(
                    f"no browser answers at {self.browser}: start it with "
                    "--remote-debugging-port, or name another address with --browser"
                ) from error
            steps = plan.steps if plan else ()
            page, silent = page_of(engine, steps)
            tell = self.client.tell if self.client else None
            driver = Telling(page, tell, len(steps), self.pages)
            try:
                yield driver, silent
            finally:
                driver.release()


@dataclass(frozen=True, slots=True)
class ReplayTool(BrowserTool):
    """Follows a plan that was handed out."""

    def beside(self, recall: MemoryTool) -> MemoryTool:
        """The tool that recalls, which tells the page where it knows no plan."""

        def recalled(ongoing: Ongoing, **given: Any) -> ToolAnswer:
            answer = recall.run(ongoing, **given)
            if "plan" in answer.data or not self.at_work.acquire(blocking=False):
                return answer
            try:
                with self.driving(None) as (driver, _):
                    return replace(
                        answer, text=f"{answer.text}\n{page_text(*shown(driver))}"
                    )
            except KgmemError:  # no browser answers
                return answer
            finally:
                self.at_work.release()

        return replace(recall, run=recalled)

    def answer(self, ongoing: Ongoing, asked: ReplayArguments) -> ToolAnswer:
        """What was done, and where it stopped."""
        held, client = held_for(ongoing, asked), self.client
        confirm: Confirm | None = None
        if client is not None and client.can_be_asked:
            confirm = client.allows
        elif asked.confirmed and held.waits_for == NOT_CONFIRMED:
            confirm = _allowed  # nobody was asked before it was told what is ahead
        with self.driving(held.plan) as (driver, silent):
            followed = done_by(driver, ongoing, held, confirm)
            return _told(followed, *shown(driver), silent)


def held_for(ongoing: Ongoing, asked: ReplayArguments) -> HandedOut:
    """The plan, as it is to be followed. Raises InvalidInput for one that is done, or
    may be."""
    held = ongoing.plan(asked.plan_id)
    if held.over:
        raise InvalidInput(f"plan_id: {held.over}")
    held = held.answered(asked.values or {})
    if asked.reworded or asked.besides:
        held = held.settled(besides=asked.besides)
    return held


def done_by(
    driver: Driver, ongoing: Ongoing, held: HandedOut, confirm: Confirm | None
) -> Followed:
    """What came of the plan so far. It is reported when it ended, with all that was
    done: what only waits for an answer goes on."""
    now = follow(ongoing.memory, held.plan, driver, confirm=confirm, report=False)
    every = {
        "plan": held.reported,
        "steps": (*held.done, *now.steps),
        "located": {**held.located, **now.located},
    }
    told = now.model_copy(update=every)
    left = replace(
        held,
        plan=now.remaining or now.plan,
        whole=told.plan,
        located=told.located,
        done=told.steps,
        over=_over(now),
        waits_for=(now.why or "") if waits(now) else "",
    )
    ongoing.keep(left)
    if waits(now):
        return told
    return at_once(reported(ongoing.memory, told, BESIDES if held.besides else None))


def waits(followed: Followed) -> bool:
    """Does it go on once somebody has answered?"""
    return followed.outcome == "stopped" and followed.why in HOW_ON


def _over(followed: Followed) -> str:
    if followed.remaining is None:
        return "this plan was done to its end; call recall again to do it once more"
    if followed.may_be_done and not waits(followed):
        return MAY_BE_DONE.format(n=followed.failed_step)
    return ""


def by_yourself(followed: Followed) -> str:
    """How a client goes on without the plan: where it had doubts, what was done of it
    may not have been asked for."""
    left = followed.remaining.steps if followed.remaining else ()
    is_sure = not any(step.further for step in left)
    return _over(followed) or (BY_YOURSELF if is_sure else AFRESH)


@dataclass(frozen=True, slots=True)
class PagesSeen:
    """What was seen on the pages of each host: a page is told without what stands on
    all of them."""

    _seen: dict[str, dict[str, frozenset[str]]]

    def note(self, address: str, elements: Iterable[Mapping[str, Any]]) -> None:
        """These stand on the page of this address."""
        pages = self._seen.setdefault(urlsplit(address).netloc, {})
        pages[url_template(address)] = frozenset(map(_named, elements))
        if len(pages) > MOST_PAGES:
            del pages[next(iter(pages))]

    def told(self, address: str, elements: Sequence[Mapping[str, Any]]) -> list[str]:
        """The elements in words, those that stand on every page left out."""
        pages = self._seen.get(urlsplit(address).netloc, {}).values()
        everywhere = frozenset.intersection(*pages) if len(pages) > 2 else ()
        own = [one for one in elements if _named(one) not in everywhere]
        alike, told = Counter(map(_named, own)), list[str]()
        for one in own:
            line, around = _named(one), next(iter(one["container"]), "")
            if alike[line] > 1 and around:
                line += f" by {' '.join(around.split())[:MOST_AROUND]}"
            told.append(line)
        return told


class Telling(PageDriver):
    """A driver that tells how far it is."""

    def __init__(
        self,
        page: Any,
        tell: Callable[[int, int, str], None] | None,
        total: int,
        pages: PagesSeen,
    ) -> None:
        super().__init__(page)
        self._tell, self._total, self._acts, self.pages = tell, total, 0, pages

    def elements(self) -> Any:
        """What can be acted on now; see `PageDriver.elements`."""
        found: Any = super().elements()
        self.pages.note(self.address(), found)
        return found

    def act(
        self,
        action: Any,
        element: Any,
        value: str | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> Any:
        """Do it; see `PageDriver.act`."""
        done = super().act(action, element, value, params)
        self._acts += 1
        if self._tell is not None:
            name = (element or {}).get("name") or ""
            self._tell(min(self._acts, self._total), self._total, f"{action} {name}")
        return done


def _told(
    followed: Followed,
    page: Mapping[str, str],
    elements: Sequence[str],
    silent: Sequence[str],
) -> ToolAnswer:
    """What came of it and the page as it is then, in words, and as values; `silent`:
    addresses of pages that do not answer."""
    count = f"{followed.done} of {len(followed.plan.steps)} steps"
    answers = followed.answers.values()
    found = "; ".join(f"{one.name}: {one.text} ({one.where})" for one in answers)
    told = f"{found}. {count}" if found else count
    lines = [f"{followed.outcome}: {told}"]
    lines += [f"- {describe_step(step)}" for step in followed.steps]
    lines += [f"Passed over, as it does not answer: {one}" for one in silent]
    if followed.reason:
        lines.append(f"Stopped: {followed.reason}.")
    if followed.remaining is not None:
        lines.append(HOW_ON.get(followed.why or "", by_yourself(followed)))
    if not waits(followed):
        lines.append("This is noted: no report is needed.")
    lines.append(page_text(page, elements if followed.outcome != "success" else ()))
    return ToolAnswer(
        "\n".join(lines),
        {
            "outcome": followed.outcome,
            "verified": followed.verified,
            "done": followed.done,
            "failed_step": followed.failed_step,
            "why": followed.why,
            "answers": {one.name: one.value for one in answers},
            "page": dict(page),
        },
    )


REPLAYED = object_of(
    outcome=TEXT,
    verified=YES,
    done=WHOLE,
    failed_step=or_null(WHOLE),
    why=or_null(TEXT),
    answers=ANY,
    page=ANY,
)
NOT_CONFIRMED = "not confirmed"
HOW_ON: Mapping[str, str] = {
    NOT_CONFIRMED: "Ask the user; if he allows it, call replay with the same plan_id "
    "and confirmed=true: it goes on from there.",
    "no value": "Call replay with the same plan_id and the value in values: it goes on "
    "from there.",
    "asks for more": "If it only says the same in other words, call replay with the "
    "same plan_id and reworded=true. If it asks for something besides, do that now if "
    "it is on this page, else when the plan is done, and call it with besides=true. It "
    "goes on from there.",
}
"""What to do about a stop, by its kind."""
BESIDES = "what it is not known to do was done besides"
MAY_BE_DONE = (
    "step {n} was tried and may have been done: look at the page before you repeat it, "
    "and go on by yourself"
)
BY_YOURSELF = "Go on by yourself from there."
AFRESH = (
    "The plan may not be what is asked for: open the page anew, so that nothing stays "
    "entered, and do it by yourself, the acts on one page with one call of do."
)


def replay_tool(browser: str) -> ReplayTool:
    """The tool for the browser at this address."""
    return ReplayTool(
        REPLAY,
        "Do a plan in your browser in one call. Tells where it stopped: go on or call "
        "again.",
        ReplayArguments,
        REPLAYED,
        browser,
    )


def page_of(engine: Any, steps: Sequence[PlanStep]) -> tuple[Any, Sequence[str]]:
    """The page of the browser that the steps are for: of their host, and in front;
    a new one where there is none that answers. And the addresses of pages that do not
    answer: another one was taken."""
    contexts = engine.contexts or [engine.new_context()]
    pages = [
        page
        for context in contexts
        for page in context.pages
        if not page.url.startswith(("devtools:", "chrome:", "chrome-extension:"))
    ]
    hosts = {urlsplit(str(a)).netloc for a in map(_address, steps) if a}
    told = [(is_in_front(page), n, page) for n, page in enumerate(pages)]
    silent = tuple(page.url for is_front, _, page in told if is_front is None)
    ranked = [
        (urlsplit(page.url).netloc in hosts, is_front, n, page)
        for is_front, n, page in told
        if is_front is not None
    ]
    return max(ranked)[-1] if ranked else contexts[0].new_page(), silent


def is_in_front(page: Any) -> bool | None:
    """Does its user see it? None for a page that does not answer in time, as one whose
    script never ends, or that waits for a dialog."""
    from playwright.sync_api import Error

    told = "() => [document.visibilityState === 'visible']"
    try:
        found = page.wait_for_function(told, polling=POLL_MS, timeout=ANSWER_MS)
        return bool(found.json_value()[0])
    except Error:
        return None


def _address(step: PlanStep) -> str | None:
    given = step.params.get("url")
    return (
        str(given) if given else step.value if step.does.enters == "address" else None
    )


def shown(driver: Telling) -> tuple[Mapping[str, str], list[str]]:
    """The page as it is: where it is, and what can be acted on."""
    try:
        page: Any = driver.page()
        told = driver.pages.told(driver.address(), driver.elements())
    except KgmemError:
        return {}, []
    return {key: str(page[key]) for key in ("url", "title") if page.get(key)}, told


def page_text(page: Mapping[str, str], elements: Sequence[str]) -> str:
    """The same in words, as far as they go."""
    text = f"Page: {page.get('title', '')} {page.get('url', '')}"
    for n, one in enumerate(elements):
        more = f"\n- {len(elements) - n} more"
        if len(text) + len(f"\n- {one}") + len(more) > MOST_SHOWN:
            return text + more
        text += f"\n- {one}"
    return text


def _named(element: Mapping[str, Any]) -> str:
    held = (element.get("attributes") or {}).get("value")
    name = element.get("name") or element.get("text") or ""
    told = f'{element.get("role") or element.get("tag")} "{name[:MOST_AROUND]}"'
    return f"{told}: {held[:MOST_AROUND]}" if held else told


def _allowed(_: PlanStep) -> bool:
    return True
