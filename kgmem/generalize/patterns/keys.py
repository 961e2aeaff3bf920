"""What a pattern is known by, whatever its slots are called."""

from collections.abc import Mapping
from hashlib import sha256

from kgmem.model.base import normalize, to_json
from kgmem.model.keys.identity import fold_app
from kgmem.model.pattern import Pattern
from kgmem.model.texts import template as templates


def slot_order(pattern: Pattern) -> tuple[str, ...]:
    """Names of its slots in the order in which its template has them."""
    return tuple(dict.fromkeys(h.slot for h in templates.holes(pattern.template)))


def pattern_key(pattern: Pattern) -> str:
    """What a pattern is known by after it was forgotten: app and wording, with its
    slots numbered, so that learning it again gives the same key."""
    order: dict[str, str] = {}
    numbered = templates.rename(
        pattern.template, lambda name: order.setdefault(name, f"s{len(order)}")
    )
    said = to_json([fold_app(pattern.app), normalize(numbered)])
    return sha256(said.encode()).hexdigest()


def stored_key(props: Mapping[str, object]) -> str:
    """The key of the pattern that is stored with these properties."""
    app, template = props.get("app"), props.get("template")
    return pattern_key(
        Pattern.model_construct(
            pattern_id=str(props["pattern_id"]),
            name="",
            app=app if isinstance(app, str) else None,
            template=template if isinstance(template, str) else "",
        )
    )
