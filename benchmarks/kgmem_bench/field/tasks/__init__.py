"""The scenarios, by what is hard about their pages."""

from kgmem_bench.field.scenario import Scenario
from kgmem_bench.field.tasks.fields import FIELDS
from kgmem_bench.field.tasks.forms import FORMS
from kgmem_bench.field.tasks.gestures import GESTURES
from kgmem_bench.field.tasks.places import PLACES

SCENARIOS: dict[str, Scenario] = {
    one.kind: one for one in (*FORMS, *FIELDS, *PLACES, *GESTURES)
}
"""By their kind."""
