"""Dialogs are answered as it was told, and nothing hangs that nobody foresaw."""

from typing import Any

import pytest

from tests.pages.driver.conftest import one_called

pytestmark = [pytest.mark.live, pytest.mark.slow]

DELETE = """<button onclick="o.textContent = confirm('Delete order 5?')">Delete</button>
<p id=o>none</p>"""
NAME = """<button onclick="o.textContent = prompt('Name?')">Rename</button>
<p id=o>none</p>"""


@pytest.mark.parametrize(("accept", "said"), [(True, "true"), (False, "false")])
def test_a_dialog_is_answered_as_foretold(site: Any, accept: bool, said: str) -> None:
    driver = site.show(DELETE)
    button = one_called(driver, "Delete")
    driver.answer_next(
        [{"kind": "confirm", "accept": accept, "message": "Delete order 17?"}]
    )

    driver.act("click", button)

    assert site.said() == said
    assert list(driver.unforeseen()) == []


@pytest.mark.parametrize(
    "foretold",
    [
        [],
        [{"kind": "prompt", "accept": True, "text": "Eve"}],
        [{"kind": "alert", "accept": True}],
        [{"kind": "confirm", "accept": True, "message": "Really pay now"}],
    ],
)
def test_what_was_not_foretold_is_dismissed_and_told(
    site: Any, foretold: list[Any]
) -> None:
    driver = site.show(DELETE)
    driver.answer_next(foretold)

    driver.act("click", one_called(driver, "Delete"))

    assert site.said() == "false"
    assert driver.unforeseen() == [
        {"kind": "confirm", "accept": False, "message": "Delete order 5?"}
    ]
    assert list(driver.unforeseen()) == []


def test_who_answers_them_anyway_does(site: Any) -> None:
    driver = site.show(DELETE)
    site.page.on("dialog", lambda dialog: dialog.accept())

    driver.act("click", one_called(driver, "Delete"))

    assert site.said() == "true"
    assert list(driver.unforeseen()) == []


def test_a_permission_is_granted_as_foretold(site: Any) -> None:
    driver = site.show(
        "<button onclick=\"navigator.permissions.query({name: 'geolocation'})"
        '.then((p) => { o.textContent = p.state })">Where</button><p id=o>none</p>'
    )
    answers = [{"kind": "permission", "accept": True, "message": "geolocation"}]

    done = driver.act("click", one_called(driver, "Where"), None, {"dialogs": answers})
    site.page.context.clear_permissions()

    assert (done, driver.why()) == (True, "")
