"""A button that stands in each row is found in the row that was meant, and in no
other."""

from typing import Any

import pytest

from kgmem import Memory, follow
from kgmem.browser import PageDriver

pytestmark = [pytest.mark.live, pytest.mark.slow]

ROWS = ["Drill press", "Drill", "Sander"]
SCRIPT = """<script>
for (const name of %s) {
  const row = document.createElement('%s');
  row.innerHTML = `%s`;
  (document.querySelector('tbody') || document.querySelector('main')).append(row);
}
</script><p id=o>none</p>"""
BUTTONS = """<button>Edit</button>
<button onclick="o.textContent += '${name};'">Retire</button>"""
TABLE = (
    "<table><thead><tr><th>Tool<th>Note<th></thead><tbody></tbody></table>",
    "tr",
    f"<td>${{name}}<td>{'kept beside the Drill ' * 20}<td>{BUTTONS}",
)
CARDS = ("<main></main>", "div", f"<h3>${{name}}</h3><p>in stock</p>{BUTTONS}")


def shown(
    site: Any, parts: tuple[str, str, str], rows: list[str], more: str = ""
) -> PageDriver:
    head, tag, row = parts
    driver: PageDriver = site.show(head + SCRIPT % (rows, tag, row) + more)
    return driver


def learned(memory: Memory, driver: PageDriver) -> None:
    for name in ("Drill press", "Sander"):
        elements = list(driver.elements())
        target = next(
            one
            for one in elements
            if one["name"] == "Retire"
            and any(text.startswith(f"{name}\t") for text in one["container"])
        )
        memory.learn(
            {
                "task": f"Retire the {name}",
                "app": "tools",
                "outcome": "success",
                "steps": [{"action": "click", "target": target}],
            }
        )
    memory.generalize()


@pytest.mark.parametrize("parts", [TABLE, CARDS])
def test_it_is_done_in_the_row_that_bears_the_value(
    site: Any, memory: Memory, parts: tuple[str, str, str]
) -> None:
    learned(memory, shown(site, parts, ROWS))
    plan = memory.recall("Retire the Drill", app="tools").plan
    assert plan is not None
    assert plan.steps[0].row == "Drill"

    done = follow(memory, plan, shown(site, parts, ROWS), report=False)

    assert done.outcome == "success"
    assert site.said() == "noneDrill;"


def test_where_no_row_bears_it_nothing_is_done(site: Any, memory: Memory) -> None:
    learned(memory, shown(site, TABLE, ROWS))
    plan = memory.recall("Retire the Drill", app="tools").plan
    assert plan is not None

    driver = shown(site, TABLE, ["Drill press", "Sander"])
    done = follow(memory, plan, driver, patience=0, report=False)

    assert (done.outcome, done.cause) == ("stopped", "absent")
    assert "no row on this page bears 'Drill'" in (done.reason or "")
    assert site.said() == "none"


SPARES = (
    "<table><thead><tr><th>Tool<th>Spare for<th></tr></thead><tbody></tbody></table>",
    "tr",
    f"<td>${{name.split('|')[0]}}<td>${{name.split('|')[1] || 'Lathe'}}<td>{BUTTONS}",
)


@pytest.mark.parametrize(
    ("rows", "pressed"),
    [
        (["Sander", "Saw|Drill"], ""),
        (["Drill", "Saw|Drill"], "Drill;"),
        (["Saw|Drill", "Drill|Drill"], "Drill|Drill;"),
    ],
)
def test_a_row_that_bears_it_under_another_head_is_not_the_one(
    site: Any, memory: Memory, rows: list[str], pressed: str
) -> None:
    learned(memory, shown(site, SPARES, ROWS))
    plan = memory.recall("Retire the Drill", app="tools").plan
    assert plan is not None

    driver = shown(site, SPARES, rows)
    done = follow(memory, plan, driver, patience=0, report=False)

    assert site.said() == f"none{pressed}"
    assert bool(pressed) is (done.outcome == "success")
    assert pressed or "no row on this page bears 'Drill' under 'Tool'" in str(done)


TURNED = """<script>let moves = 0;
document.addEventListener("mousemove", () => {
  const rows = document.querySelector("tbody");
  if ((moves += 1) === 2)
    rows.innerHTML = [...rows.children].map((one) => one.outerHTML).reverse().join("");
});</script>"""


def test_a_press_falls_on_the_row_that_was_found_where_the_rows_have_moved(
    site: Any, memory: Memory
) -> None:
    learned(memory, shown(site, TABLE, ROWS))
    plan = memory.recall("Retire the Drill", app="tools").plan
    assert plan is not None

    driver = shown(site, TABLE, ["Drill", "Saw", "Sander", "Vice"], TURNED)
    done = follow(memory, plan, driver, patience=0, report=False)

    assert (done.outcome, site.said()) == ("success", "noneDrill;")
