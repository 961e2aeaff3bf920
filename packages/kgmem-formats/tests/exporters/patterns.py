"""Patterns to export, made by hand."""

from typing import Any

from kgmem.model.exported import PatternSource
from kgmem.model.pattern import Pattern

HOSTILE = 'a"b\'c\n*/ ${x} `y` {{z}} \\n \u2028 </script> """ 茶 ]]>'
"""Ends a literal, a comment or a line of one language or another."""
START = "https://shop.example/order"


def step(n: int, action: str, **fields: Any) -> dict[str, Any]:
    return {"n": n, "action": action, "support": 3, **fields}


def source(
    *steps: dict[str, Any],
    bindings: dict[str, Any] | None = None,
    start: str | None = START,
    slots: dict[str, dict[str, Any]] | None = None,
    template: str | None = None,
) -> PatternSource:
    """A pattern with one run, whose slots have these bindings."""
    bindings = bindings or {}
    kinds = slots or {}
    named = " ".join(f"{{{name}}}" for name in bindings)
    pattern = Pattern.model_validate(
        {
            "pattern_id": "0f1e2d3c-0000",
            "name": "p",
            "template": template or f"Order {named}",
            "app": "shop",
            "support": 3,
            "slots": [
                {
                    "slot_id": name,
                    "name": name,
                    "kind": "text",
                    "is_list": isinstance(value, list),
                    **kinds.get(name, {}),
                }
                for name, value in bindings.items()
            ],
            "steps": steps,
            "members": ("t",),
            "memberships": {"t": {"bindings": bindings}},
        }
    )
    first = {"action": "click", "page_before": {"url": start}} if start else None
    run = {
        "experience_id": "e",
        "task_id": "t",
        "source_task_id": "s",
        "task": "Order tea",
        "outcome": "success",
        "steps": [first] if first else [],
    }
    return PatternSource.model_validate({"pattern": pattern, "runs": [run]})


FIELD = {"role": "textbox", "name": "Article", "tag": "input"}
GO = {"role": "button", "name": "Go"}
