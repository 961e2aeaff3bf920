"""Data sets that only measurements read, on small rows in the format of each."""

from kgmem_bench.data_sets import (
    EVERY,
    mail,
    samples,
    webarena,
)

from kgmem.samples import DATA_SETS
from kgmem.samples.sample import Row, stable_id
from kgmem.samples.shipped import DATA


def test_those_of_the_package_are_among_them() -> None:
    found = list(samples(DATA / "mobiagent-zh"))

    assert found
    assert len(EVERY) == 8 > len(DATA_SETS)


# autodroid ----------------------------------------------------------------------


# android-control, tau-retail, webarena-templates --------------------------------


def test_webarena_wordings_carry_their_gold_beside_them() -> None:
    row = {
        "task_id": 7,
        "sites": ["reddit", "gitlab"],
        "intent": "Post 3 to a, b",
        "intent_template": "Post {{n}} to {{all}}",
        "instantiation_dict": {"n": 3, "all": ["a", "b"]},
        "intent_template_id": 99,
    }

    sample = webarena.sample(row)

    assert (sample.group, sample.slots) == ("99", {"n": "3", "all": "a, b"})
    assert sample.trajectory.app == "gitlab+reddit"
    assert sample.trajectory.steps == ()
    assert "99" not in sample.trajectory.model_dump_json(exclude={"source_task_id"})


# mail ---------------------------------------------------------------------------


def mail_row(success: bool = True) -> Row:
    return {
        "id": "7",
        "utterance": "Forward Ann's mail to Bob",
        "intent": "forward",
        "wording": "Forward {from}'s mail to {to}",
        "fields": {"from": "Ann", "to": "Bob"},
        "success": success,
        "steps": [
            {"act": "click", "el": {"tag": "span", "text": "Ann"}},
            {"act": "type", "el": {"tag": "INPUT_text"}, "text": "Bob"},
        ],
    }


def test_a_run_has_what_was_done_and_no_gold_value() -> None:
    found = mail.sample(mail_row()).trajectory

    assert (found.task, found.app) == ("Forward Ann's mail to Bob", "mail")
    assert [(one.action, one.value) for one in found.steps] == [
        ("click", None),
        ("type", "Bob"),
    ]
    assert found.source_task_id == stable_id(mail.SET, "7")
    assert "forward" not in found.model_dump_json()
