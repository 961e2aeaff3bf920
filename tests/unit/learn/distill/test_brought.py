"""A run's pages tell what its clicks brought about, where its driver does not."""

from typing import Any

from kgmem.learn.distill.brought import with_effects
from kgmem.learn.prepare import prepare
from kgmem.model.trajectory import Trajectory, parse_trajectory
from kgmem.redact import Redactor

PLUS, COUNT, BELL = "/form/button[2]", "/form/output", "/form/button[3]"


def page(count: int, bell: str) -> dict[str, Any]:
    return {
        "url": "https://shop.example/basket",
        "elements": [
            {"role": "button", "name": "+", "path": PLUS},
            {"role": "status", "text": str(count), "path": COUNT},
            {"role": "button", "name": bell, "path": BELL},
        ],
    }


def run(*steps: tuple[str, str, dict[str, Any], dict[str, Any]]) -> Trajectory:
    return parse_trajectory(
        {
            "task": "Put 3 lamps into the basket",
            "app": "shop",
            "outcome": "success",
            "steps": [
                {
                    "action": "click",
                    "target": {"role": "button", "name": name, "path": path},
                    "page_before": before,
                    "page_after": after,
                }
                for name, path, before, after in steps
            ],
        }
    )


def test_a_counter_that_was_turned_to_the_number_of_the_task_is_counted_to_it() -> None:
    """Whatever it begins with the next time."""
    told = with_effects(
        run(
            ("+", PLUS, page(1, "Follow"), page(2, "Follow")),
            ("+", PLUS, page(2, "Follow"), page(3, "Follow")),
        )
    )
    marks = [step.page_before.marks for step in told.steps if step.page_before]
    assert [[(m.turns, m.times, m.at) for m in one] for one in marks] == [
        [("up", 2, COUNT)],
        [("up", 2, COUNT)],
    ]


def test_a_button_that_has_another_name_then_stands_otherwise() -> None:
    """So what is followed already is not followed a second time."""
    told = with_effects(run(("Follow", BELL, page(1, "Follow"), page(1, "Unfollow"))))
    after = told.steps[0].page_after
    assert after is not None
    assert after.turned == {"name": "Unfollow"}


def test_the_next_row_in_the_place_of_one_that_is_gone_is_no_state() -> None:
    def rows(*names: str) -> dict[str, Any]:
        listed = [
            {"role": "button", "name": f"Delete {name}", "path": f"/ul/li[{n}]/button"}
            for n, name in enumerate(names)
        ]
        return {"url": "https://shop.example/basket", "elements": listed}

    gone = ("Delete lamp", "/ul/li[0]/button", rows("lamp", "cup", "pen"))
    told = with_effects(run((*gone, rows("cup", "pen"))))
    after = told.steps[0].page_after
    assert after is not None
    assert after.turned == {}


def test_a_step_too_far_that_was_taken_back_is_no_part_of_the_path() -> None:
    """What is left is counted to the number of the task."""
    minus = "/form/button[1]"
    shown = [page(count, "Follow") for count in range(1, 5)]
    walked = run(
        *(("+", PLUS, shown[n], shown[n + 1]) for n in range(3)),
        ("−", minus, shown[3], shown[2]),
        ("Follow", BELL, shown[2], page(3, "Unfollow")),
    )

    path = prepare(walked, "shop", Redactor(), None).run.trajectory

    names = [step.target.name for step in path.steps if step.target]
    first = path.steps[0].page_before
    assert names == ["+", "+", "Follow"]
    assert first is not None
    assert [(mark.turns, mark.times) for mark in first.marks] == [("up", 2)]
