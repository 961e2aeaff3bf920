"""Links followed in vain go; whatever might have done something stays."""

from typing import Any

import pytest

from kgmem.learn.distill.rules import distill
from kgmem.model.trajectory import Element, Page, Step, Trajectory

HOST = "http://shop.example"
FIELD = Element(role="textbox", name="Title", attributes={"id": "title", "value": ""})
SAVE = Element(role="button", name="Save")
MENU = ("Roadmap", "Wiki", "Admin", "Inbox")


def link(name: str, href: str | None = None, **more: str) -> Element:
    attributes = {"href": href or f"/{name.lower()}", **more}
    return Element(role="link", name=name, tag="a", attributes=attributes)


def page(path: str, *elements: Element) -> Page:
    menu = tuple(link(name) for name in MENU)
    return Page(url=HOST + path, title="Shop", elements=(*menu, *elements))


def click(target: Element, before: Page, after: Page, **more: Any) -> Step:
    return Step(
        action="click", target=target, page_before=before, page_after=after, **more
    )


def dropped(*steps: Step, task: str = "do it") -> list[int]:
    run = Trajectory(task=task, steps=steps, outcome="success")
    return sorted(distill(run).dropped)


HOME, ROADMAP, WIKI = page("/"), page("/roadmap"), page("/wiki")
ADMIN = page("/admin", FIELD, SAVE)
TYPED = Step(action="type", target=FIELD, value="x y", page_before=ADMIN)
SAVED = Step(action="click", target=SAVE)
DEED = (TYPED, SAVED)


class TestWalkedInVain:
    def test_a_page_between_two_links_that_both_stood_on_the_first_one(self) -> None:
        there = click(link("Roadmap"), HOME, ROADMAP)
        on = click(link("Admin"), ROADMAP, ADMIN)

        assert dropped(there, on, *DEED) == [0]

    @pytest.mark.parametrize(
        ("shown", "gone"),
        [
            ((FIELD, SAVE), [0, 1]),
            ((FIELD,), [1]),
            ((SAVE,), [1]),
            ((link("Checkout"),), [1]),
            ((FIELD.model_copy(update={"attributes": {"value": "3"}}), SAVE), [1]),
        ],
    )
    def test_a_link_that_says_it_adds_something_but_only_opens_a_form(
        self, shown: tuple[Element, ...], gone: list[int]
    ) -> None:
        home = page("/", link("Add", "/groups/add"))
        form = page("/groups/add", *shown)
        there = click(link("Add", "/groups/add"), home, form)
        back = click(link("Home", "/"), form, home)
        on = click(link("Admin"), home, ADMIN)

        assert dropped(there, back, on, *DEED) == gone

    def test_several_pages_and_the_scrolling_on_them(self) -> None:
        steps = (
            click(link("Roadmap"), HOME, ROADMAP),
            Step(action="scroll", page_before=ROADMAP, page_after=ROADMAP),
            click(link("Wiki"), ROADMAP, WIKI),
            click(link("Admin"), WIKI, ADMIN),
        )

        assert dropped(*steps, *DEED) == [0, 1, 2]

    def test_an_address_that_is_entered_needs_no_page_before_it(self) -> None:
        there = click(link("Roadmap"), HOME, ROADMAP)
        on = Step(
            action="navigate",
            value=f"{HOST}/admin",
            page_before=ROADMAP,
            page_after=ADMIN,
        )

        assert dropped(there, on, *DEED) == [0]

    def test_a_link_that_leads_on_below_its_address(self) -> None:
        start = page("/admin/start", FIELD, SAVE)
        there = click(link("Admin"), HOME, start)
        on = click(link("Wiki"), start, WIKI)

        assert dropped(there, on, *DEED) == [0]

    def test_the_same_page_seen_twice_with_the_time_gone_on(self) -> None:
        def wiki(ago: str) -> Page:
            return page("/wiki", link(ago, "/timeline"))

        steps = (
            click(link("Roadmap"), wiki("24 seconds ago"), ROADMAP),
            click(link("Wiki"), ROADMAP, wiki("25 seconds ago")),
            click(link("Admin"), wiki("25 seconds ago"), ADMIN),
        )

        assert dropped(*steps, *DEED) == [0, 1]

    def test_chinese_pages(self) -> None:
        def at(path: str, ago: str, *more: Element) -> Page:
            menu = link("首页", "/home"), link("后台", "/admin"), link(ago, "/log")
            return Page(url=HOST + path, elements=(*menu, *more))

        home, admin = at("/home", "3分钟前"), at("/admin", "5分钟前", FIELD)
        there = click(link("公告", "/news"), home, at("/news", "4分钟前"))
        on = click(link("后台", "/admin"), at("/news", "4分钟前"), admin)

        assert dropped(there, on, *DEED) == [0]


class TestWhatMightHaveDoneSomething:
    """Each of these walks is the one that goes above, but for one thing."""

    def walk(
        self, target: Element, landing: Page, start: Page = HOME, task: str = "do it"
    ) -> list[int]:
        there = click(target, start, landing)
        on = click(link("Admin"), landing, ADMIN)
        return dropped(there, on, *DEED, task=task)

    @pytest.mark.parametrize(
        "target",
        [
            link("Add to cart", "/cart/3"),
            link("Blue shoes", "/cart/add/3"),
            link("Blue shoes", "/cart?add-to-cart=3"),
            link("Mark as read", "/messages/3"),
            link("Follow", "/people/ann"),
            link("Log out", "/bye"),
            link("加入购物车", "/cart/3"),
            link("点赞", "/posts/3"),
            link("Delete", "/posts/3"),
            link("Blue shoes", "/cart/3", onclick="buy(3)"),
            link("Blue shoes", "/cart/3", **{"data-method": "post"}),
            link("Blue shoes", "/cart/3", target="_blank"),
        ],
        ids=lambda e: f"{e.name} {sorted(e.attributes.items())}",
    )
    def test_words_and_attributes_that_say_so(self, target: Element) -> None:
        landing = page(target.attributes["href"])

        assert self.walk(target, landing) == []

    def test_a_link_that_led_somewhere_else_than_it_says(self) -> None:
        assert self.walk(link("Blue shoes", "/items/3"), page("/cart")) == []

    def test_a_button(self) -> None:
        there = click(Element(role="button", name="Show"), HOME, ROADMAP)
        on = click(link("Admin"), ROADMAP, ADMIN)

        assert dropped(there, on, *DEED) == []

    def test_a_count_in_the_menu_that_went_down(self) -> None:
        three = Page(url=f"{HOST}/", elements=(*HOME.elements, link("Mail (3)", "/m")))
        two = Page(url=f"{HOST}/m/7", elements=(*HOME.elements, link("Mail (2)", "/m")))

        assert self.walk(link("Hello", "/m/7"), two, three) == []

    def test_a_list_that_shows_the_message_read_afterwards(self) -> None:
        unread = page("/inbox", link("Hello (unread)", "/m/7"))
        read = page("/inbox", link("Hello", "/m/7"))
        message = page("/m/7")
        steps = (
            click(link("Hello (unread)", "/m/7"), unread, message),
            click(link("Inbox"), message, read),
            click(link("Admin"), read, ADMIN),
        )

        assert 0 not in dropped(*steps, *DEED)

    def test_a_page_that_the_task_names(self) -> None:
        hello = link("Hello world", "/m/7")

        assert self.walk(hello, page("/m/7"), task="read Hello World, then save") == []
        assert self.walk(link("Hello, read me", "/m/7"), page("/m/7"),
                         task='open "Hello" and save') == []  # fmt: skip
        assert self.walk(hello, page("/m/7"), task="save x y") == [0]

    def test_a_page_that_shows_what_is_typed_later(self) -> None:
        phone = page("/people", Element(role="cell", name="Room 4: x y"))

        assert self.walk(link("People"), phone) == []
        assert self.walk(link("People"), phone, task="save x y") == [0]

    @pytest.mark.parametrize("unknown", ["page", "elements", "address"])
    def test_a_page_that_is_not_known(self, unknown: str) -> None:
        known = {
            "page": None,
            "elements": Page(url=f"{HOST}/roadmap"),
            "address": Page(elements=ROADMAP.elements),
        }[unknown]
        there = Step(
            action="click", target=link("Roadmap"), page_before=HOME, page_after=known
        )
        on = Step(action="click", target=link("Admin"), page_after=ADMIN)

        assert dropped(there, on, *DEED) == []

    def test_a_form_that_was_submitted_between_two_visits(self) -> None:
        steps = (
            click(link("Admin"), HOME, ADMIN),
            Step(action="type", target=FIELD, value="a", effect=True),
            click(SAVE, ADMIN, ADMIN, effect=True),
            click(link("Wiki"), ADMIN, WIKI),
            click(link("Admin"), WIKI, ADMIN),
            *DEED,
        )

        assert not {0, 1, 2} & set(dropped(*steps))

    def test_a_link_that_was_not_there_yet(self) -> None:
        start = page("/start")
        landing = page("/roadmap", link("Reports", "/reports"))
        steps = (
            click(link("Roadmap"), start, landing),
            click(link("Reports", "/reports"), landing, page("/reports")),
        )

        assert dropped(*steps, *DEED) == []

    def test_a_link_of_the_same_name_to_another_address(self) -> None:
        first = page("/list", link("Next", "/list?page=2"))
        second = page("/list?page=2", link("Next", "/list?page=3"))
        third = page("/list?page=3", link("Next", "/list?page=4"))
        steps = (
            click(link("Next", "/list?page=2"), first, second),
            click(link("Next", "/list?page=3"), second, third),
        )

        assert dropped(*steps, *DEED) == []

    @pytest.mark.parametrize("shows", [True, False])
    def test_a_wizard_whose_steps_have_one_address(self, shows: bool) -> None:
        on = link("Next", "/next")
        pages = [
            page("/next", on, *([Element(name=f"Step {n}")] if shows else []))
            for n in range(5)
        ]
        steps = [click(on, pages[n], pages[n + 1], effect=True) for n in range(4)]

        assert dropped(*steps, *DEED) == []

    def test_plus_pressed_five_times(self) -> None:
        more = link("+", "/cart/3/plus")
        cart = page("/cart", more)
        steps = [click(more, cart, cart, effect=True)] * 5

        assert dropped(*steps, *DEED) == []

    def test_plus_pressed_twice_where_only_the_driver_counts_anew(self) -> None:
        def at(visit: int) -> Page:
            plus = Element(element_id=visit, role="button", name="+")
            return Page(url=f"{HOST}/cart", elements=(plus,))

        steps = [
            click(at(n).elements[0], at(n), at(n + 1), effect=True) for n in range(4)
        ]

        assert dropped(*steps, *DEED) == []

    def test_a_link_to_buy_and_back_to_the_same_page(self) -> None:
        add = link("Add to cart", "/cart/add/3")
        shop = page("/shop", add)
        steps = (
            click(add, shop, page("/cart/add/3")),
            Step(action="back", page_before=page("/cart/add/3"), page_after=shop),
        )

        assert dropped(*steps, *DEED) == []

    def test_there_and_back_to_what_the_task_names(self) -> None:
        steps = (
            click(link("Roadmap"), HOME, ROADMAP),
            Step(action="back", page_before=ROADMAP, page_after=HOME),
        )

        assert dropped(*steps, *DEED, task="look at the roadmap, then save") == []
        assert dropped(*steps, *DEED) == [0, 1]

    def test_going_back_later_needs_the_page_before(self) -> None:
        steps = (
            click(link("Roadmap"), HOME, ROADMAP),
            click(link("Admin"), ROADMAP, ADMIN),
            *DEED,
            Step(action="back", page_before=ADMIN, page_after=ROADMAP),
        )

        assert dropped(*steps) == []

    def test_the_end_of_a_run_is_what_was_asked_for(self) -> None:
        there = click(link("Roadmap"), HOME, ROADMAP)
        on = click(link("Admin"), ROADMAP, ADMIN)

        assert dropped(there, on) == []
        assert dropped(*DEED, there, on) == []


@pytest.mark.parametrize("bad", ["http://[oops", "about:blank", "", "//", "http://"])
def test_addresses_that_are_none_show_nothing(bad: str) -> None:
    odd = Page(url=bad, elements=(link("Admin", bad), *HOME.elements))
    there = click(link("Roadmap", bad), odd, ROADMAP)
    on = click(link("Admin"), ROADMAP, ADMIN)
    entered = Step(action="navigate", value=bad, page_before=ADMIN, page_after=odd)

    assert dropped(there, on, *DEED) == []
    assert dropped(entered, click(link("Wiki", bad), odd, WIKI), *DEED) == []
