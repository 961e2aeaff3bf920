"""What a task's text names: whole words, other spellings, quoted parts of labels."""

import pytest

from kgmem.learn.distill.named import names, names_label, names_value


@pytest.mark.parametrize(
    ("task", "text", "named"),
    [
        ("File a Defect.", "defect", True),
        ("File defects", "defect", False),
        ("Set it to 10:15", "1", False),
        ("Choose one-way, please", "One way", True),
        ("选择单程票", "单程", True),
        ("选择往返票", "单程", False),
        ("File a defect", "", False),
        ("File a defect", "…", False),
        ("File a defect", None, False),
    ],
)
def test_words_next_to_each_other(task: str, text: str | None, named: bool) -> None:
    assert names(task, text) is named


@pytest.mark.parametrize(
    ("task", "value", "named"),
    [
        ("Fly on 11/30/2016", "2016-11-30", True),
        ("Book for two people", "2", True),
        ("Book for two people", "3", False),
        ("Bestell zwei", "", False),
    ],
)
def test_other_spellings_of_a_value(task: str, value: str, named: bool) -> None:
    assert names_value(task, value) is named


def test_a_label_of_which_the_task_quotes_a_part() -> None:
    assert names_label('Open "Weekly report"', "Weekly report (unread)")
    assert names_label("打开“周报”", "周报（未读）")
    assert not names_label('Open "Weekly report"', "Monthly report")
    assert not names_label("Open it", "Weekly report")
