"""What a list offers is kept with its element, and what a task may choose of it is one
of its options."""

from pathlib import Path
from typing import Any

from kgmem import Memory, Recollection

SEVERITY = [
    {"label": "Minor", "value": "1"},
    {"label": "Major", "value": "2"},
    {"label": "Blocker", "value": "3"},
]
KINDS = ["Bug", "Feature"]


def filing(
    kind: str, title: str, severity: str, options: list[Any] = SEVERITY
) -> dict[str, Any]:
    field = {"role": "combobox", "name": "Severity", "options": options}
    item = {"role": "radio", "name": kind, "container": ["Kind"], "options": KINDS}
    return {
        "task": f'File a {kind.lower()} "{title}" with severity {severity.lower()}',
        "app": "tracker",
        "source_task_id": title,
        "outcome": "success",
        "judge": "person",
        "steps": [
            {
                "action": "type",
                "target": {"role": "textbox", "name": "Summary"},
                "value": title,
            },
            {"action": "select", "target": field, "value": severity},
            {"action": "check", "target": item},
            {"action": "click", "target": {"role": "button", "name": "Create"}},
        ],
    }


def known(memory: Memory) -> None:
    memory.learn(filing("Bug", "It fails", "Major"))
    memory.learn(filing("Feature", "Dark mode", "Minor"))
    memory.generalize()


def asked(memory: Memory, words: str) -> Recollection:
    return memory.recall(words, app="tracker")


def labels(memory: Memory, slot: str) -> list[str]:
    (pattern,) = memory.patterns()
    return pattern.slot(slot).labels


class TestLists:
    def test_options_are_slots_and_come_back_in_the_plan(self, memory: Memory) -> None:
        known(memory)

        found = asked(memory, 'File a feature "Tabs" with severity Blockers')

        assert labels(memory, "severity") == ["Minor", "Major", "Blocker"]
        assert labels(memory, "kind") == KINDS
        assert found.plan is not None
        chosen, pressed = found.plan.steps[1:3]
        assert chosen.value == "Blocker"
        assert chosen.target is not None
        assert [one.value for one in chosen.target.options] == ["1", "2", "3"]
        assert pressed.target is not None
        assert pressed.target.name == "Feature"

    def test_what_is_no_option_is_asked_for(self, memory: Memory) -> None:
        known(memory)

        found = asked(memory, 'File a feature "Tabs" with severity urgent')

        assert found.plan is not None
        assert "severity" not in found.plan.bindings
        assert found.plan.asks == ("severity",)
        assert any("one of Minor, Major, Blocker" in one for one in found.reasons)
        assert "urgent" in found.plan.further

    def test_the_graph_has_them_and_an_export_brings_them_along(
        self, memory: Memory, tmp_path: Path
    ) -> None:
        known(memory)
        file = tmp_path / "all.kgmem"
        memory.export_to(file)
        memory.clear("tasks")

        memory.import_from(file)

        rows = memory.cypher(
            "MATCH (e:UIElement {name: 'Severity'}) RETURN e.options AS options"
        )
        assert [row["options"] for row in rows] == [["Minor", "Major", "Blocker"]]
        assert labels(memory, "severity") == ["Minor", "Major", "Blocker"]

    def test_a_list_of_secrets_is_not_kept(self, memory: Memory) -> None:
        cards = ["4111 1111 1111 1111", "5500 0000 0000 0004"]

        memory.learn(filing("Bug", "It fails", "Major", ["Major", *cards]))

        rows = memory.cypher(
            "MATCH (e:UIElement {name: 'Severity'}) RETURN e.options AS options"
        )
        assert [row["options"] for row in rows] == [None]
        assert "4111 1111" not in asked(memory, "File a bug").model_dump_json()
