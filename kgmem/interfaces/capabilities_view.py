"""What is in use, for people: stores, models, and loudly what is lesser."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from kgmem.interfaces.screen import one_line


def stores_line(capabilities: Mapping[str, Any]) -> Text:
    """Graph, vectors and embedder in one line."""
    parts = [
        f"graph {_store(capabilities['graph'])}",
        f"vectors {_store(capabilities['vectors'])}",
        str(capabilities["embedder"]["model"]),
    ]
    return Text(" | ".join(parts), style="dim")


def fallback_notes(capabilities: Mapping[str, Any]) -> list[Text]:
    """A loud line for each thing that is not as it should be."""
    fallback = capabilities.get("embedder_fallback")
    notes = [*([fallback] if fallback else []), *capabilities["degraded"]]
    return [Text(f"WARNING  {one_line(note)}", style="bold yellow") for note in notes]


def embedder(capabilities: Mapping[str, Any]) -> str:
    """Model and size of the vectors."""
    found = capabilities["embedder"]
    calibrated = "" if found["calibrated"] else ", not calibrated"
    ends = "" if found["tells_value_ends"] else ", ends of values by words alone"
    return f"{found['model']} ({found['dimensions']} dimensions{calibrated}{ends})"


def parts(capabilities: Mapping[str, Any]) -> dict[str, str]:
    """One line of text for each part."""
    return {
        "graph": f"{_store(capabilities['graph'])}{_where(capabilities['graph'])}",
        "vectors": f"{_store(capabilities['vectors'])}"
        f"{_where(capabilities['vectors'])}",
        "embedder": embedder(capabilities),
        "reranker": capabilities.get("reranker") or "none",
        "chat model": capabilities.get("chat") or "none",
        **_not_installed(capabilities.get("missing_extras", {})),
    }


def _not_installed(missing: Mapping[str, str]) -> dict[str, str]:
    return {f"without {extra}": line for extra, line in missing.items()}


def _store(found: Mapping[str, Any]) -> str:
    name = found.get("engine") or found.get("name") or "unknown"
    return f"{name} {found.get('version') or ''}".rstrip()


def _where(found: Mapping[str, Any]) -> str:
    place = found.get("path") or found.get("uri")
    return f" at {place}" if place else ""
