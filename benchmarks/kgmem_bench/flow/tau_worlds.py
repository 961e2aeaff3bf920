"""The tool calls of tau-bench's retail set, in worlds that give the results which they
need.

The set tells the calls that change something. What reads an order or a product before
is put in front of them, and gives, in the form of that bench, what the calls then use:
the ids of the items, under the names and options that the instruction says, among
others. Another world has the same orders with other ids in another order.
"""

import ast
import random
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgmem import Memory
from kgmem_bench.data_sets import samples
from kgmem_bench.flow.flow import Came, Reading, followed, texts_of
from kgmem_bench.flow.scenes import Scene
from kgmem_bench.flow.world import World

SET = "tau-retail"
_ITEM = re.compile(r"([A-Z][A-Za-z-]*(?: [A-Z][A-Za-z-]*)*)(?: (\{[^{}]*\}))?")
_CHANGED = re.compile(
    r"([A-Z][A-Za-z-]*(?: [A-Z][A-Za-z-]*)*) (\{[^{}]*\}) to (\{[^{}]*\})"
)
_OTHERS = ("Pet Bed", "Luggage Set", "Cycling Helmet", "Indoor Lamp", "Jigsaw Puzzle")
_STATED = {"color": ("white", "green", "purple"), "size": ("tiny", "huge")}


@dataclass(frozen=True, slots=True)
class Changed:
    """An item that a call is about."""

    name: str
    item_id: str
    options: Mapping[str, str]
    new_id: str | None = None
    new_options: Mapping[str, str] | None = None


def in_other_worlds(data: Path, *, quick: bool) -> Iterator[Reading]:
    """Each task of the set, learned in one world and asked again in another."""
    with tempfile.TemporaryDirectory() as folder, Memory.open(folder) as memory:
        for n, run in enumerate(_runs(data)):
            if quick and n % 25:
                continue
            seed = random.Random(f"tau/{n}")
            calls = [dict(step.params) for step in run.steps]
            old, fresh = _scene(run.task, calls, seed), None
            if old is None:
                continue
            ids = _new_ids(old, seed)
            fresh = _scene(run.task, _with_ids(calls, ids), seed)
            if fresh is not None:
                room = memory.in_space(f"t{n}")
                yield from _readings(room, old, fresh, ids, is_held=bool(n % 2))


def _runs(data: Path) -> list[Any]:
    return [one.trajectory for one in samples(data / SET)]


def _scene(task: str, calls: Sequence[dict[str, Any]], rng: random.Random) -> Any:
    """The calls with what is read before them; None where the instruction does not
    name the items."""
    acts: list[dict[str, Any]] = []
    shown: list[dict[str, Any]] = [{}]
    needed: list[str] = []
    for call in calls:
        changed = _changed(task, call)
        if changed is None:
            return None
        if not changed:
            continue
        told = call["arguments"]
        acts.append(_call("get_order_details", order_id=told["order_id"]))
        shown.append({"result": _order(told["order_id"], changed, rng)})
        for one in changed:
            if one.new_id is not None:
                acts.append(_call("get_product_details", product_name=one.name))
                shown.append({"result": _product(one, rng)})
        acts.append({"action": "tool", "params": call})
        shown.append({"result": {"status": "ok"}})
        for one in changed:
            needed += [one.item_id, *([one.new_id] if one.new_id else [])]
    if not needed:
        return None
    scene = Scene(task, acts, shown, len(acts) - 1, needed[-1], app="retail")
    return scene, needed


def _call(name: str, **arguments: str) -> dict[str, Any]:
    return {"action": "tool", "params": {"name": name, "arguments": arguments}}


def _changed(task: str, call: Mapping[str, Any]) -> list[Changed] | None:
    """The items of a call with their names; none of a call without items, None where
    names and ids are not as many."""
    told = call["arguments"]
    if "item_ids" not in told:
        return []
    part = _part_about(task, told["order_id"])
    if "new_item_ids" in told:
        found = _CHANGED.findall(part)
        ids = list(zip(told["item_ids"], told["new_item_ids"], strict=True))
        if len(found) != len(ids) or _is_twice(name for name, _, _ in found):
            return None
        return [
            Changed(name, own, old := ast.literal_eval(was), new, {**old, **_read(now)})
            for (name, was, now), (own, new) in zip(found, ids, strict=True)
        ]
    names = [name for name, _ in _ITEM.findall(part.partition(": ")[2])]
    if len(names) != len(told["item_ids"]) or _is_twice(names):
        return None
    own = zip(names, told["item_ids"], strict=True)
    return [Changed(name, one, {}) for name, one in own]


def _read(options: str) -> dict[str, str]:
    read: dict[str, str] = ast.literal_eval(options)
    return read


def _is_twice(names: Any) -> bool:
    listed = list(names)
    return len(set(listed)) != len(listed)


def _part_about(task: str, order: str) -> str:
    """The sentence that asks for items of the order."""
    parts = re.split(r"(?<=[.;])\s+(?=For #|Return #|Cancel |Exchange |Change )", task)
    about = [one for one in parts if order in one and (": " in one or " to {" in one)]
    return about[-1].strip().rstrip("; ") if about else ""


def _order(
    order: str, changed: Sequence[Changed], rng: random.Random
) -> dict[str, Any]:
    """An order as the bench's tool tells it, with other items besides."""
    items = [
        {"name": one.name, "item_id": one.item_id, "price": rng.randint(20, 900),
         "options": dict(one.options)}
        for one in changed
    ]  # fmt: skip
    own = {one.name for one in changed}
    for name in rng.sample([one for one in _OTHERS if one not in own], 2):
        items.append({"name": name, "item_id": _id(rng), "price": 12, "options": {}})
    rng.shuffle(items)
    return {"order_id": order, "status": "delivered", "items": items}


def _product(one: Changed, rng: random.Random) -> dict[str, Any]:
    """A product with its variants; no two have the same options."""
    wanted = dict(one.new_options or {})
    variants = {str(one.new_id): wanted}
    for _ in range(3):
        other = {
            key: rng.choice([*_STATED.get(key, ()), f"other {rng.randint(1, 99)}"])
            for key in wanted
        }
        if other and other not in variants.values():
            variants[_id(rng)] = other
    listed = list(variants.items())
    rng.shuffle(listed)
    return {
        "name": one.name,
        "variants": {
            key: {"item_id": key, "options": options, "available": True}
            for key, options in listed
        },
    }


def _id(rng: random.Random) -> str:
    return str(rng.randint(10**9, 10**10 - 1))


def _new_ids(old: Any, rng: random.Random) -> dict[str, str]:
    return {one: _id(rng) for one in dict.fromkeys(old[1])}


def _with_ids(calls: Sequence[Any], ids: Mapping[str, str]) -> list[Any]:
    def renewed(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: renewed(one) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return [renewed(one) for one in value]
        return ids.get(value, value)

    return [renewed(call) for call in calls]


def _readings(
    memory: Memory, old: Any, fresh: Any, ids: Mapping[str, str], *, is_held: bool
) -> Iterator[Reading]:
    """What became of each id in the other world."""
    (was, needed), (now, _) = old, fresh
    memory.learn(was.run("1"))
    plan = memory.recall(now.task, app=now.app).plan
    world, reason = World(now), None
    if plan is not None:
        reason = followed(memory, plan, world).reason
    entered = [text for _, _, params in world.acts for text in texts_of(dict(params))]
    asks = plan.asks if plan else ()
    for one in needed:
        came: Came
        if ids[one] in entered:
            came = "bound"
        elif one in entered:
            came = "baked"
        else:
            came = "asked" if asks else "no plan"
        yield Reading(SET, "item", "en", 1, "bound", came, is_held, reason)
