"""The one gate: every text passes here before it is stored, embedded or logged.

A sensitive value becomes `[REDACTED:kind#n]`, the same wherever the value stands in
one run. The raw values stay in the run's `Redactor`, in memory.
"""

from kgmem.errors import pass_through
from kgmem.redact.finding import PLACEHOLDER
from kgmem.redact.redactor import Redactor, redact_text, restore
from kgmem.redact.run import redact_element, redact_page, redact_trajectory

pass_through(redact_text)

__all__ = [
    "PLACEHOLDER",
    "Redactor",
    "redact_element",
    "redact_page",
    "redact_text",
    "redact_trajectory",
    "restore",
]
