"""An element's path from the page's root, in one form."""

import re

_STEP = re.compile(r"[A-Za-z][\w:.-]*(?:\[\d+\])?")
_ROOT = "html"


def dom_path(path: str) -> str:
    """`html/body/ul/li[3]` as `/html/body[1]/ul[1]/li[3]`: the first of its kind is
    numbered, too, but the root. A path of another form stays as it is."""
    steps = path.strip().removeprefix("xpath=").lstrip("/").split("/")
    if steps[0].partition("[")[0].casefold() != _ROOT:
        return path
    if not all(map(_STEP.fullmatch, steps)):
        return path
    below = (one if one.endswith("]") else f"{one}[1]" for one in steps[1:])
    return "/".join(("", _ROOT, *(one.lower() for one in below)))
