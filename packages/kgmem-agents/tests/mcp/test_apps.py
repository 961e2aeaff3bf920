"""Which app a client means."""

from typing import Any

from kgmem import Memory
from kgmem_agents.mcp.ongoing import Ongoing
from tests.mcp.conftest import call, order


def learn_in(memory: Memory, app: str, url: str, title: str) -> None:
    run = order("lamp", "Oslo")
    page = {"url": url, "title": title}
    first, *others = run["steps"]
    memory.learn(
        {**run, "app": app, "steps": [{**first, "page_before": page}, *others]}
    )


def recalled(ongoing: Ongoing, **asked: Any) -> Any:
    found = call(ongoing, "recall", task=order("mug", "Rome")["task"], **asked)
    return found.data["route"]


def test_apps_tell_what_they_go_by(memory: Memory) -> None:
    learn_in(
        memory, "Corner Shop", "https://corner.example:81/cart", "Cart | The Corner"
    )
    memory.add_triple("Corner Shop", "opened in", "1999")
    memory.add_aliases("Corner Shop", ["the bazaar"])

    (app,) = memory.apps()

    assert app.aliases == ("the bazaar",)
    assert (app.name, app.tasks) == ("Corner Shop", 1)
    assert app.hosts == ("corner.example:81",)
    assert app.titles == ("Cart | The Corner",)


def test_an_app_is_found_by_what_its_pages_say(ongoing: Ongoing) -> None:
    url = "https://corner.example/cart"
    learn_in(ongoing.memory, "Corner Shop", url, "Cart | The Corner")

    apps = ongoing.apps
    assert apps.named("corner shop") == "Corner Shop"
    assert apps.named("corner.example") == "Corner Shop"
    assert apps.named("the corner") == "Corner Shop"
    assert apps.named(None, "https://corner.example/pay") == "Corner Shop"
    assert apps.named("my shop", url) == "Corner Shop"
    assert apps.named("another shop") == "another shop"
    assert apps.named(None) is None
    assert recalled(ongoing, url=url) == "direct_replay"
