"""Tables of `kgmem bench agents`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from kgmem_bench.agents.asked import KNOWN, SORTS
from kgmem_bench.agents.run import ARMS, BY_HAND, AgentsResult, Arm, Play
from kgmem_bench.agents.scores import Score, against_alone, score
from kgmem_bench.common.report import Check, checks_table, machine_line, table

CALLS_AIM, CHARACTERS_AIM, UNKNOWN_MOST, DONE_AIM = 1 / 3, 1 / 2, 1.0, 0.9
BY_HAND_AIM = 1.0
WITH: Sequence[Arm] = tuple(one for one in ARMS[1:] if one != BY_HAND)
LISTED = 40
"""Tasks whose end is told one by one."""

HOW = """\
No model: scripted agents do the same tasks in real applications, in a Chromium that
listens for the developer tools' protocol; each task starts from the same database.
*alone* knows the shortest way; it reads each page once, as the accessibility tree of
Playwright (without the references that its MCP server adds), and does one act with each
call: a model needs at least that. The others call `recall` over MCP (`kgmem mcp
--browser`, standard input and output, the official client) and obey its texts to the
letter: a plan is done by `replay`; where none is told they do it by `do`, the acts on
one page with one call, after a look at the page where the answer does not name what
they act on next.
*settles nothing* stops where a text tells a doubt; *settles all* does what is asked for
beside the plan, where it is asked for more, says so, and goes on after each doubt.
*without replay* does the same with `kgmem mcp` that has no browser: it reads each page,
asks `locate_all` which of its elements the steps mean, of those that are called as the
plan's text calls them, and does each act with a call of its own; what it does without
a plan it tells to `record`.
The memory has learned walks of newcomers, three in English and one in Chinese for each
known kind, and no job has generalized them. Judged by the database: *done*: the goal is
reached and nothing else is different; *wrong*: anything is different, and the goal is
not reached or not alone.
*Acts*: in the browser, by whomever; *turns*: answers of a model that makes all calls at
once which it can; *read*: texts; *structured*: values that come beside the texts of the
memory, which a client shows or not; *written*: calls with their arguments. Ratios are
to alone, over the tasks that both did; characters are those read and written."""


def checks(result: AgentsResult) -> list[Check]:
    """What is asked for, and what was measured."""
    found: list[Check] = []
    for arm in WITH:
        wrong = score(_of(result, arm, KNOWN)).wrong
        found.append(
            Check(f"wrong, known kinds, {arm}", wrong, 0, "", "low", "required")
        )
    cautious = WITH[0]
    wrong = score(_of(result, cautious)).wrong
    found.append(Check(f"wrong at all, {cautious}", wrong, 0, "", "low", "aim"))
    for arm in WITH:
        of_arm, alone = _of(result, arm, KNOWN), _of(result, "alone", KNOWN)
        calls, characters = against_alone(of_arm, alone)
        found += [
            Check(f"calls, known kinds, {arm}", calls, CALLS_AIM, "×", "low", "aim"),
            Check(
                f"characters, known kinds, {arm}",
                characters,
                CHARACTERS_AIM,
                "×",
                "low",
                "aim",
            ),
        ]
    done = score(_of(result, "settles all", KNOWN))
    share = done.done / done.tasks if done.tasks else float("nan")
    found.append(
        Check("done, known kinds, settles all", share, DONE_AIM, "", "high", "aim")
    )
    for arm in WITH:
        unknown = _of(result, arm, {"unknown"}), _of(result, "alone", {"unknown"})
        for what, ratio in zip(
            ("calls", "characters"), against_alone(*unknown), strict=True
        ):
            name = f"{what}, unknown kinds, {arm}"
            found.append(Check(name, ratio, UNKNOWN_MOST, "×", "low", "required"))
    known = _of(result, BY_HAND, KNOWN), _of(result, "alone", KNOWN)
    wrong = score(known[0]).wrong
    found.append(Check(f"wrong, known kinds, {BY_HAND}", wrong, 0, "", "low", "aim"))
    for what, ratio in zip(("calls", "characters"), against_alone(*known), strict=True):
        name = f"{what}, known kinds, {BY_HAND}"
        found.append(Check(name, ratio, BY_HAND_AIM, "×", "low", "aim"))
    return found


def _of(
    result: AgentsResult, arm: Arm, sorts: Iterable[str] | None = None
) -> list[Play]:
    wanted = None if sorts is None else set(sorts)
    return [
        one
        for one in result.plays
        if one.arm == arm and (wanted is None or one.sort in wanted)
    ]


def to_markdown(result: AgentsResult) -> str:
    """All tables."""
    learned = ", ".join(f"{n} in {name}" for name, n in result.learned.items())
    parts = [
        "# Agents with a memory and without",
        machine_line(result.machine),
        HOW,
        f"Walks learned: {learned}.",
        checks_table(checks(result)),
        "## What was asked, and what it cost",
        _scores(result),
        "## Read once a session",
        table(
            ["application, agent", "instructions", "list of tools"],
            [
                [f"{one.world}, {one.arm}", one.instructions, one.tools]
                for one in result.sessions
            ],
        ),
        "## What was not done",
        _ends(result),
        "## Why replays stopped",
        _stops(result),
    ]
    return "\n\n".join(parts) + "\n"


def _scores(result: AgentsResult) -> str:
    head = ["application: asked", "agent", "tasks", "done", "stopped", "wrong"]
    head += ["acts", "calls", "turns", "read", "structured", "written"]
    return table([*head, "calls ×", "characters ×"], _rows(result))


def _rows(result: AgentsResult) -> Iterator[list[object]]:
    for world in dict.fromkeys(one.world for one in result.plays):
        for sort in SORTS:
            here = [p for p in result.plays if (p.world, p.sort) == (world, sort)]
            alone = [one for one in here if one.arm == "alone"]
            for arm in ARMS if here else ():
                own = [one for one in here if one.arm == arm]
                ratios: Sequence[object] = (None, None)
                if arm != "alone":
                    ratios = against_alone(own, alone)
                what = f"{world}: {sort}"
                yield [what, arm, *_numbers(score(own)), *ratios]


def _numbers(one: Score) -> list[object]:
    cost = one.cost
    counts = [one.tasks, one.done, one.stopped, one.wrong, cost.acts, cost.calls]
    return [*counts, cost.turns, cost.read, cost.structured, cost.written]


def _stops(result: AgentsResult) -> str:
    told = Counter(
        (one.sort, "…".join(why.split('"')[::2])[:100])
        for one in result.plays
        for why in one.stops
    )
    rows = [[*key, times] for key, times in told.most_common(LISTED)]
    return table(["asked", "why", "times"], rows)


def _ends(result: AgentsResult) -> str:
    left = [
        [
            f"{one.sort}, {one.kind}",
            one.arm,
            one.language,
            one.ending,
            one.route,
            one.reason.split("(")[0][:60],
        ]
        for one in result.plays
        if one.ending != "done"
    ]
    return table(["asked", "agent", "in", "end", "route", "why"], left[:LISTED])
