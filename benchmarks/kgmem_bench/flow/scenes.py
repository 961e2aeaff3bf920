"""Made scenes in which a step enters what an earlier one showed.

A scene is drawn from a seed: other people, other numbers, other rows in another order.
What one seed shows is what was recorded; another one is the world of the replay.
"""

import random
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from kgmem import Trajectory

WORDS = Path(__file__).parents[1] / "data" / "flow" / "words.toml"
LANGUAGES = ("en", "zh")
SITE = "https://shop.example"
Words = Mapping[str, Any]
Shown = dict[str, Any]
"""What a step shows: `elements`, `url`, `title`, `hint`, or `result` of a tool."""
Wanted = Literal["bound", "kept", "asked"]
"""What is right: the value of the new world, the old one as it was no reading, or a
question, as it can't be told."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A task, what is done for it, and what is shown."""

    task: str
    acts: Sequence[dict[str, Any]]
    shown: Sequence[Shown]
    """Before the first act, and after each."""
    entered: int
    """The act that enters what was shown."""
    value: str
    wanted: Wanted = "bound"
    app: str = "made"
    fields: Sequence[dict[str, Any]] = field(default_factory=tuple)

    def run(self, name: str) -> Trajectory:
        """The scene as it is recorded."""
        steps = []
        for n, act in enumerate(self.acts):
            step = {**act}
            before, after = self.shown[n], self.shown[n + 1]
            step["page_before"], step["page_after"] = (
                self.page(before),
                self.page(after),
            )
            if "result" in after:
                step["params"] = {**act.get("params", {}), "result": after["result"]}
            steps.append(step)
        told = {"task": self.task, "steps": steps, "outcome": "success"}
        return Trajectory.model_validate(
            {**told, "app": self.app, "source_task_id": name}
        )

    def page(self, shown: Shown) -> dict[str, Any]:
        """What is on the page, with the fields that are always there."""
        kept = {k: v for k, v in shown.items() if k in ("url", "title", "hint")}
        return {**kept, "elements": [*shown.get("elements", ()), *self.fields]}


Draw = Callable[[random.Random, Words], Scene]


def words(language: str) -> Words:
    """The words of the scenes in a language."""
    told: Words = tomllib.loads(WORDS.read_text(encoding="utf-8"))[language]
    return told


def cell(text: str, *around: str, role: str = "cell", **more: Any) -> dict[str, Any]:
    return {"role": role, "name": text, "container": [*around], **more}


def typed(name: str, value: str) -> dict[str, Any]:
    target = {"role": "textbox", "tag": "input", "name": name}
    return {"action": "type", "target": target, "value": value}


def pressed(name: str) -> dict[str, Any]:
    return {"action": "click", "target": {"role": "button", "name": name}}


def called(name: str, **arguments: Any) -> dict[str, Any]:
    return {"action": "tool", "params": {"name": name, "arguments": arguments}}


def fields_of(acts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The elements that the acts touch, which are on each page."""
    return [act["target"] for act in acts if "target" in act]


def number(rng: random.Random, prefix: str = "A") -> str:
    return f"{prefix}-{rng.randint(1000, 99999)}"


def on_page(
    task: str,
    acts: Sequence[dict[str, Any]],
    shown: Sequence[Shown],
    value: str,
    entered: int,
    **more: Any,
) -> Scene:
    return Scene(task, acts, shown, entered, value, fields=fields_of(acts), **more)


# On pages -----------------------------------------------------------------------------


def beside_a_label(rng: random.Random, w: Words) -> Scene:
    """The cell beside "Last order"; the same number stands in a note, too."""
    person, order, other = rng.choice(w["people"]), number(rng), number(rng)
    cells = [
        cell(order, w["last_order"]),
        cell(other, w["first_order"]),
        cell("2026-05-01", w["last_date"]),
        cell(order, w["reference"]),
    ]
    rng.shuffle(cells)
    acts = [typed(w["search"], person), pressed(w["open"])]
    acts += [typed(w["order_number"], order), pressed(w["send"])]
    page = {"elements": cells, "url": f"{SITE}/customers"}
    shown = [{}, {}, page, page, {}]
    return on_page(w["cancel_last"].format(person=person), acts, shown, order, 2)


def in_a_sentence(rng: random.Random, w: Words) -> Scene:
    """The number in a sentence that says that all went well."""
    city, booking = rng.choice(w["cities"]), number(rng, "B")
    said = w["booked"].format(id=booking, city=city)
    texts = [cell(said, role="status"), cell(w["hint_booked"], role="note")]
    acts = [typed(w["search"], city), pressed(w["open"])]
    acts += [typed(w["note"], booking), pressed(w["send"])]
    shown = [{}, {}, {"elements": texts}, {"elements": texts}, {}]
    return on_page(w["book_and_note"].format(city=city), acts, shown, booking, 2)


def money(rng: random.Random, w: Words) -> Scene:
    """A sum that is shown with its currency and typed without."""
    person, cents = rng.choice(w["people"]), rng.randint(100_000, 999_999)
    sign = "¥" if w["yes"] == "是" else "$"
    cells = [
        cell(f"{sign}{cents / 100:,.2f}", w["total"]),
        cell(f"{sign}{(cents - 500) / 100:,.2f}", w["subtotal"]),
    ]
    rng.shuffle(cells)
    value = f"{cents / 100:.2f}"
    acts = [typed(w["search"], person), pressed(w["open"])]
    acts += [typed(w["amount"], value), pressed(w["send"])]
    shown = [{}, {}, {"elements": cells}, {"elements": cells}, {}]
    return on_page(w["pay_open"].format(person=person), acts, shown, value, 2)


_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August",
    "September", "October", "November", "December",
)  # fmt: skip


def day(rng: random.Random, w: Words) -> Scene:
    """A date that is shown in words and typed in figures."""
    person = rng.choice(w["people"])
    month, at = rng.randint(1, 12), rng.randint(13, 28)
    said = (
        f"2026年{month}月{at}日"
        if w["yes"] == "是"
        else f"{at} {_MONTHS[month - 1]} 2026"
    )
    value = f"2026-{month:02}-{at:02}"
    cells = [cell(said, w["due"]), cell(_other_day(w), w["created_on"])]
    rng.shuffle(cells)
    acts = [typed(w["search"], person), pressed(w["open"])]
    acts += [typed(w["date"], value), pressed(w["send"])]
    shown = [{}, {}, {"elements": cells}, {"elements": cells}, {}]
    return on_page(w["remind"].format(person=person), acts, shown, value, 2)


def _other_day(w: Words) -> str:
    return "2025年12月31日" if w["yes"] == "是" else "31 December 2025"


def row_of_a_name(rng: random.Random, w: Words) -> Scene:
    """A table: the row is that of the item which the task names."""
    items = rng.sample(w["items"], 4)
    parts = [number(rng, "P") for _ in items]
    cells = []
    for n, (item, part) in enumerate(zip(items, parts, strict=True), 1):
        price = f"{rng.randint(10, 99)}.00"
        at = f"/html/body[1]/table[1]/tbody[1]/tr[{n}]"
        cells += [
            cell(item, f"{part} {price}", path=f"{at}/td[1]"),
            cell(part, f"{item} {price}", path=f"{at}/td[2]"),
            cell(price, f"{item} {part}", path=f"{at}/td[3]"),
        ]
    chosen = rng.randrange(len(items))
    acts = [pressed(w["open"]), typed(w["part"], parts[chosen]), pressed(w["send"])]
    shown = [{}, {"elements": cells}, {"elements": cells}, {}]
    task = w["price_of"].format(item=items[chosen])
    return on_page(task, acts, shown, parts[chosen], 1)


def between_apps(rng: random.Random, w: Words) -> Scene:
    """A number that is carried from one app into another."""
    person, customer = rng.choice(w["people"]), str(rng.randint(100_000, 999_999))
    elements = [
        {
            "role": "textbox",
            "tag": "input",
            "name": w["customer"],
            "attributes": {"value": customer, "readonly": ""},
        },
        cell(str(rng.randint(100_000, 999_999)), w["reference"]),
    ]
    acts = [
        {"action": "open_app", "value": w["crm"]},
        typed(w["search"], person),
        {"action": "open_app", "value": w["billing"]},
        typed(w["bill_to"], customer),
        pressed(w["send"]),
    ]
    page = {"elements": elements}
    shown = [{}, {}, page, {}, {}, {}]
    return on_page(w["copy_over"].format(person=person), acts, shown, customer, 3)


def id_in_an_address(rng: random.Random, w: Words) -> Scene:
    """The id in the address to which saving led; the next address has it."""
    city, report = rng.choice(w["cities"]), str(rng.randint(1000, 99999))
    acts = [
        typed(w["search"], city),
        pressed(w["open"]),
        {"action": "navigate", "value": f"{SITE}/print/{report}?copies=1"},
    ]
    shown = [
        {"url": f"{SITE}/new"},
        {"url": f"{SITE}/new"},
        {"url": f"{SITE}/reports/{report}/view?tab=1"},
        {"url": f"{SITE}/print/{report}?copies=1"},
    ]
    return on_page(w["save_and_share"].format(city=city), acts, shown, report, 2)


def code_in_the_title(rng: random.Random, w: Words) -> Scene:
    """A code that the page says outside of any element."""
    person, code = rng.choice(w["people"]), str(rng.randint(100_000, 999_999))
    acts = [typed(w["search"], person), pressed(w["open"])]
    acts += [typed(w["code"], code), pressed(w["send"])]
    page = {"hint": w["code_is"].format(id=code), "title": w["open"]}
    shown = [{}, {}, page, page, {}]
    return on_page(w["confirm_code"].format(person=person), acts, shown, code, 2)


# In results ---------------------------------------------------------------------------


def field_of_a_result(rng: random.Random, w: Words) -> Scene:
    """The id that a tool made."""
    item, person = rng.choice(w["items"]), rng.choice(w["people"])
    ticket, other = number(rng, "T"), number(rng, "T")
    acts = [
        called("create_ticket", about=item),
        called("assign_ticket", ticket_id=ticket, to=person),
    ]
    made = {"ticket": {"id": ticket, "about": item}, "previous": {"id": other}}
    shown = [{}, {"result": made}, {"result": {"ok": True}}]
    task = w["file_it"].format(item=item, person=person)
    return Scene(task, acts, shown, 1, ticket)


def item_of_a_list(rng: random.Random, w: Words) -> Scene:
    """The item of a list that has the name which the task says."""
    person, items = rng.choice(w["people"]), rng.sample(w["items"], 4)
    ids = [str(rng.randint(10**9, 10**10 - 1)) for _ in items]
    bought = [
        {"item_id": own, "name": item, "price": rng.randint(5, 90)}
        for own, item in zip(ids, items, strict=True)
    ]
    chosen = rng.randrange(len(items))
    acts = [
        called("get_orders", customer=person),
        called("return_item", item_ids=[ids[chosen]]),
    ]
    shown = [{}, {"result": {"orders": [{"items": bought}]}}, {"result": {"ok": True}}]
    task = w["return_it"].format(item=items[chosen], person=person)
    return Scene(task, acts, shown, 1, ids[chosen])


def first_of_a_list(rng: random.Random, w: Words) -> Scene:
    """The first one found."""
    person = rng.choice(w["people"])
    ids = [number(rng, "B") for _ in range(rng.randint(2, 5))]
    found = [{"booking": own, "city": rng.choice(w["cities"])} for own in ids]
    acts = [
        called("find_bookings", customer=person),
        called("cancel_booking", booking=ids[0]),
    ]
    shown = [{}, {"result": found}, {"result": {"ok": True}}]
    return Scene(w["first_hit"].format(person=person), acts, shown, 1, ids[0])


def by_its_status(rng: random.Random, w: Words) -> Scene:
    """The one of a list whose status the task says."""
    person = rng.choice(w["people"])
    orders = [
        {"order_id": number(rng, "W"), "status": w["delivered"]}
        for _ in range(rng.randint(1, 3))
    ]
    own = {"order_id": number(rng, "W"), "status": w["pending"]}
    orders.insert(rng.randint(0, len(orders)), own)
    acts = [
        called("get_orders", customer=person),
        called("cancel_order", order_id=own["order_id"]),
    ]
    shown = [{}, {"result": {"orders": orders}}, {"result": {"ok": True}}]
    task = w["cancel_pending"].format(person=person)
    return Scene(task, acts, shown, 1, own["order_id"])


def text_of_a_result(rng: random.Random, w: Words) -> Scene:
    """A number in a tool's text."""
    person, invoice = rng.choice(w["people"]), number(rng, "INV")
    acts = [
        called("make_invoice", customer=person),
        called("send_invoice", invoice=invoice),
    ]
    said = w["made"].format(id=invoice, person=person)
    shown = [{}, {"result": said}, {"result": "ok"}]
    return Scene(w["invoice_send"].format(person=person), acts, shown, 1, invoice)


# That should not be bound -------------------------------------------------------------


def by_chance(rng: random.Random, w: Words, value: str, name: str) -> Scene:
    """A value that the task always needs and that a page shows by chance."""
    item = rng.choice(w["items"])
    cells = [cell(value, w["in_cart"]), cell(str(rng.randint(2, 9)), w["reference"])]
    acts = [typed(w["search"], item), pressed(w["open"])]
    acts += [typed(name, value), pressed(w["send"])]
    shown = [{}, {}, {"elements": cells}, {"elements": cells}, {}]
    task = w["gift"].format(item=item)
    return on_page(task, acts, shown, value, 2, wanted="kept")


def one_by_chance(rng: random.Random, w: Words) -> Scene:
    """A quantity of 1, while one thing is in the cart."""
    return by_chance(rng, w, "1", w["quantity"])


def yes_by_chance(rng: random.Random, w: Words) -> Scene:
    """A yes, while the page says yes elsewhere."""
    return by_chance(rng, w, w["yes"], w["is_gift"])


def same_sum_twice(rng: random.Random, w: Words) -> Scene:
    """Two labels with one sum in the run, and two sums in the new world, where neither
    label says more: to be asked."""
    person, sums = rng.choice(w["people"]), [rng.randint(1000, 9999) for _ in "ab"]
    return _two_sums(w, person, sums[0], sums[1])


def _two_sums(w: Words, person: str, deposit: int, fee: int) -> Scene:
    cells = [cell(str(deposit), w["deposit"]), cell(str(fee), w["fee"])]
    acts = [typed(w["search"], person), pressed(w["open"])]
    acts += [typed(w["amount"], str(deposit)), pressed(w["send"])]
    shown = [{}, {}, {"elements": cells}, {"elements": cells}, {}]
    task = w["refund"].format(person=person)
    return on_page(task, acts, shown, str(deposit), 2, wanted="asked")


def as_recorded(kind: str, scene: Scene, w: Words) -> Scene:
    """The scene as it is learned: of the same sum twice both are one."""
    if kind != "same_sum_twice":
        return scene
    [person] = [one for one in w["people"] if one in scene.task]
    return _two_sums(w, person, int(scene.value), int(scene.value))


SCENES: Mapping[str, Draw] = {
    draw.__name__: draw
    for draw in (
        beside_a_label, in_a_sentence, money, day, row_of_a_name, between_apps,
        id_in_an_address, code_in_the_title, field_of_a_result, item_of_a_list,
        first_of_a_list, by_its_status, text_of_a_result, one_by_chance,
        yes_by_chance, same_sum_twice,
    )
}  # fmt: skip
"""By name."""
HELD_OUT = frozenset(list(SCENES)[1::2])
"""Half of the kinds, at which nobody looked before the figures were told."""
