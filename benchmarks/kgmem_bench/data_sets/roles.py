"""The role that an HTML element has when its page does not give one.

After the W3C's "ARIA in HTML", for the tags that the data sets hold.
"""

_INPUT_ROLES = {
    "button": "button",
    "checkbox": "checkbox",
    "number": "spinbutton",
    "radio": "radio",
    "range": "slider",
    "reset": "button",
    "search": "searchbox",
    "submit": "button",
}

_TAG_ROLES = {
    "a": "link",
    "button": "button",
    "checkbox": "checkbox",
    "form": "form",
    "h1": "heading",
    "h2": "heading",
    "h3": "heading",
    "li": "listitem",
    "p": "paragraph",
    "select": "combobox",
    "tbody": "rowgroup",
    "td": "cell",
    "textarea": "textbox",
    "th": "columnheader",
    "ul": "list",
}

NAMED_BY_CONTENT = frozenset(
    {"button", "cell", "checkbox", "columnheader", "heading", "link", "radio"}
)
"""Roles whose accessible name is the text inside of the element."""


def role_of(tag: str, input_type: str | None = None) -> str | None:
    """The role of a lower-case tag; None where it has none of its own."""
    if tag == "input":
        return _INPUT_ROLES.get(input_type or "text", "textbox")
    return _TAG_ROLES.get(tag)
