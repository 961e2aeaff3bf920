"""Tables of `kgmem bench peers`."""

from collections.abc import Iterator, Sequence

from kgmem_bench.common.metrics import mean
from kgmem_bench.common.report import Check, checks_table, machine_line, number, table
from kgmem_bench.peers.run import Measured, PeersResult
from kgmem_bench.peers.sets import KNOWN

OTHERS = ("unknown kind", "more asked", "asked otherwise", "value missing")
"""Families of which nothing is to be run."""
PLAIN = ("FTS5", "cosine", "cosine, uncentered", "RRF of both")
SAID = {1: "one run", 3: "three runs"}


def wrong_acts(system: Measured, runs: int) -> int:
    """Requests with which something was done that was not asked for."""
    of_known = [system.count(runs, o, KNOWN) for o in ("wrong values", "wrong kind")]
    return sum(of_known) + system.count(runs, "run", OTHERS)


def first_share(system: Measured, runs: int, families: Sequence[str] = KNOWN) -> float:
    """Of the known requests those whose kind is named first."""
    return mean([
        float(one.first)
        for one in system.judged.get(runs, ())
        if one.request.family in families
    ])  # fmt: skip


def checks(result: PeersResult) -> list[Check]:
    """What is wanted, and what was measured."""
    named = {system.name: system for system in result.systems}
    own = named.get("kgmem")
    if own is None:
        return []
    return [*_first_checks(own, named), *_cost_checks(own, named)]


def _first_checks(own: Measured, named: dict[str, Measured]) -> Iterator[Check]:
    for runs, said in SAID.items():
        best = max(
            (first_share(named[n], runs) for n in PLAIN if n in named), default=0
        )
        what = f"right kind first, {said}, less the best plain search's"
        ahead = first_share(own, runs) - best
        yield Check(what, ahead, 0, "", "high", "aim")
        others = [
            wrong_acts(system, runs) / max(len(system.judged[runs]), 1)
            for name, system in named.items()
            if not name.startswith("kgmem") and _replays(system, runs)
        ]
        own_share = wrong_acts(own, runs) / max(len(own.judged.get(runs, ())), 1)
        what = f"wrong acts, {said}, by the fewest of others that replay"
        least = min(others, default=float("nan"))
        yield Check(what, own_share / least if least else 0, 1, "×", "low", "required")


def _cost_checks(own: Measured, named: dict[str, Measured]) -> Iterator[Check]:
    for name, most in (("mem0", 0.5), ("RRF of both", 6.0)):
        if name in named and own.costs and named[name].costs:
            ratio = own.costs[0].find / named[name].costs[0].find
            yield Check(f"a recall by {name}'s search", ratio, most, "×", "low", "aim")
    if "mem0" in named and own.costs and named["mem0"].costs:
        ratio = own.costs[0].add / named["mem0"].costs[0].add
        yield Check("learning a run by mem0's adding", ratio, 1.5, "×", "low", "aim")


def to_markdown(result: PeersResult) -> str:
    """The whole report."""
    known = sum(result.asked[family] for family in KNOWN)
    asked = ", ".join(f"{n} {family}" for family, n in result.asked.items())
    parts = [
        f"# kgmem beside others: {result.embedder}",
        machine_line(result.machine),
        f"{result.kinds} kinds are learned, {sum(result.asked.values())} requests are "
        f"asked, {known} of them of learned kinds: {asked}.",
        "### Checks",
        checks_table(checks(result)),
    ]
    for runs, said in SAID.items():
        parts += [f"### Harm against done, {said} of a kind", _harm(result, runs)]
    parts += ["### Done, by how it is said", _by_wording(result)]
    parts += ["### The right kind is named first", _first(result)]
    parts += ["### What it takes", _costs(result)]
    return "\n\n".join(parts)


def _replays(system: Measured, runs: int) -> bool:
    return any(one.outcome is not None for one in system.judged.get(runs, ()))


def _harm(result: PeersResult, runs: int) -> str:
    asked = result.asked
    known = sum(asked[family] for family in KNOWN)
    head = ["system", "done of known", "wrong acts of all", f"done ({known})"]
    head += ["wrong values", "wrong kind", "not run"]
    head += [f"{family}, run ({asked[family]})" for family in OTHERS]
    rows = []
    for system in result.systems:
        if _replays(system, runs):
            done = system.count(runs, "done", KNOWN)
            every = len(system.judged[runs])
            shares = [_share(done, known), _share(wrong_acts(system, runs), every)]
            counts = [
                system.count(runs, outcome, KNOWN)
                for outcome in ("wrong values", "wrong kind", "not run")
            ]
            run = [system.count(runs, "run", (family,)) for family in OTHERS]
            rows.append([system.name, *shares, done, *counts, *run])
    return table(head, rows)


def _share(part: int, of: int) -> str:
    return f"{100 * part / of:.1f} %" if of else "–"


def _by_wording(result: PeersResult) -> str:
    languages = sorted({
        one.request.language
        for system in result.systems[:1]
        for judged in system.judged.values()
        for one in judged
    })  # fmt: skip
    rows = [
        [system.name, runs, *_done(system, runs, languages)]
        for system in result.systems
        for runs in SAID
        if _replays(system, runs)
    ]
    said = [f"same words, {language}" for language in languages]
    return table(["system", "runs", *said, *KNOWN[1:]], rows)


def _done(system: Measured, runs: int, languages: Sequence[str]) -> Iterator[str]:
    judged = system.judged[runs]
    for language in languages:
        of = [one for one in judged if one.request.family == KNOWN[0]]
        of = [one for one in of if one.request.language == language]
        yield f"{sum(one.outcome == 'done' for one in of)} of {len(of)}"
    for family in KNOWN[1:]:
        of = [one for one in judged if one.request.family == family]
        yield f"{sum(one.outcome == 'done' for one in of)} of {len(of)}"


def _first(result: PeersResult) -> str:
    head = ["system", *(f"{said}, {f}" for said in SAID.values() for f in KNOWN)]
    rows = [
        [
            system.name,
            *(
                f"{first_share(system, runs, (family,)):.3f}"
                for runs in SAID
                for family in KNOWN
            ),
        ]
        for system in result.systems
        if system.judged and " ≥ " not in system.name and "look" not in system.name
    ]
    return table([*head, "all"], [[*row, _all(result, str(row[0]))] for row in rows])


def _all(result: PeersResult, name: str) -> str:
    [system] = [one for one in result.systems if one.name == name]
    return " / ".join(f"{first_share(system, runs):.3f}" for runs in SAID)


def _costs(result: PeersResult) -> str:
    head = ["system", "version", "tasks", "add, ms", "find, ms", "find p95, ms"]
    rows = [
        [
            system.name,
            system.version,
            f"{cost.size:,}",
            *(number(value) for value in (cost.add, cost.find, cost.find_p95)),
            *(number(size / 1e6) for size in (cost.disk, cost.memory)),
        ]
        for system in result.systems
        for cost in system.costs
    ]
    lacking = [
        f"{system.name}: {system.lacks}." for system in result.systems if system.lacks
    ]
    return "\n\n".join([table([*head, "disk, MB", "memory, MB"], rows), *lacking])
