"""What a recall asks, as a key: two that are asked alike have the same."""

import json
from hashlib import blake2b

from kgmem.messages import spoken
from kgmem.recall.request import Request


def question_key(request: Request) -> str | None:
    """The key; None for what holds a secret, of which nothing is kept."""
    if request.secrets or request.hidden_page is not None:
        return None
    page = request.page
    asked = (
        request.space,
        request.task.strip(),
        request.app,
        request.domain,
        request.intent,
        request.device,
        request.app_version,
        page.model_dump_json() if page is not None else None,
        request.top_n,
        request.expand,
        request.as_of and request.as_of.isoformat(),
        request.known_at and request.known_at.isoformat(),
        [fact.model_dump_json() for fact in request.own],
        spoken(),
    )
    text = json.dumps(asked, ensure_ascii=False)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=20).hexdigest()
