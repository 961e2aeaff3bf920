"""What a field then holds, as its `change` event tells it."""

from kgmem_bench.field.recorders.seen import Seen

LONG = 40


def entered(one: Seen) -> str:
    """The value after the act; of a list, the option's value."""
    act, element = one.act, one.element
    if act.do == "choose":
        labels: dict[str, str] = dict(map(tuple, element["options"]))
        return labels[act.value]
    return act.value


def held(text: str) -> str:
    """A text as recorders shorten it."""
    return text if len(text) <= LONG else text[:LONG]
