"""Pairs of sites that do alike, written by somebody who knew no rule: one is known, and
the other's goal is asked on its first page. Are just the steps there offered?

The pairs at even places are asked; those at odd ones may be looked at.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from kgmem import Memory, Plan, Trajectory

Pair = Mapping[str, Any]
HEAD = ("pairs", "adaptive", "right", "direct")


def pairs() -> list[Pair]:
    """All of them; each kind has as many at even places as at odd ones."""
    told = json.loads((files("kgmem_bench") / "data" / "look_alikes.json").read_bytes())
    return [one for kind in told.values() for one in kind]


def known(pair: Pair) -> Trajectory:
    """The run on the known site."""
    site = pair["known"]
    steps = []
    for step in site["steps"]:
        page = site["pages"][step["page"]]
        target = page["elements"][step["element"]]
        told = {"action": step["action"], "value": step["value"], "target": target}
        steps.append({**told, "page_before": page})
    run = {"task": site["goal"], "app": site["app"], "outcome": "success"}
    return Trajectory.model_validate({**run, "steps": steps})


def asked(memory: Memory, some: Sequence[Pair]) -> dict[str, Counter[str]]:
    """What comes of the other sites' goals, by kind."""
    told = {one["kind"]: Counter[str]() for one in some} | {"trap": Counter[str]()}
    for one in some:
        site, page = one["unseen"], one["unseen"]["pages"][0]
        shown = [{**given, "element_id": n} for n, given in enumerate(page["elements"])]
        where = {"app": site["app"], "url": page["url"], "elements": shown}
        found = memory.recall(site["goal"], **where)
        is_adaptive = found.route == "adaptive_replay"
        is_right = is_adaptive and _does(found.plan, site["steps"])
        counted = (1, is_adaptive, is_right, found.route == "direct_replay")
        kind = "trap" if one["trap"] else one["kind"]
        told[kind].update(dict(zip(HEAD, counted, strict=True)))
    return told


def _does(plan: Plan | None, steps: Sequence[Mapping[str, Any]]) -> bool:
    """Does it on the first page what is to be done there, and last what is last? The
    order of fields makes no difference, and a box is ticked by a click."""
    first = [step for step in steps if step["page"] == steps[0]["page"]]
    wanted = [(step["element"], step["action"], step["value"]) for step in first]
    targets = [(one.target, one) for one in (plan.steps if plan else ()) if one.target]
    planned = [(at.element_id, one.action, one.value) for at, one in targets]
    mine, others = (
        [repr((n, action.replace("check", "click"), v)) for n, action, v in some]
        for some in (wanted, planned)
    )
    return sorted(mine) == sorted(others) and mine[-1:] == others[-1:] != []
