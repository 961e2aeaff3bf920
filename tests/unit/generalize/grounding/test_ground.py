import time
from itertools import pairwise

import pytest

from kgmem.generalize.grounding.ground import ground
from kgmem.generalize.plain import Grounding, RunSteps, Use
from kgmem.model.trajectory import Element, Page, Step

FIELD = Element(role="textbox", attributes={"id": "query"})


def typed(value: str, target: Element | None = FIELD) -> Step:
    return Step(action="type", value=value, target=target)


def clicked(name: str | None = None, **target: object) -> Step:
    element = Element.model_validate({"role": "button", "name": name, **target})
    return Step(action="click", target=element)


def grounded(text: str, *steps: Step, app: str | None = None) -> dict[str, list[Use]]:
    """The uses of each grounded piece of the text."""
    found = ground(text, RunSteps("run", steps), app)
    return {text[slice(*one.span)]: list(one.uses) for one in found}


def only(text: str, *steps: Step) -> Grounding:
    (found,) = ground(text, RunSteps("run", steps))
    return found


class TestWholeField:
    def test_a_typed_value_is_grounded_from_one_run(self) -> None:
        text = 'Enter "Ashlea" into the text field'

        found = only(text, typed("Ashlea"))

        assert text[slice(*found.span)] == "Ashlea"
        assert found.uses == (Use(0, "value"),)

    def test_chinese_values_need_no_spaces_around_them(self) -> None:
        steps = clicked("美团"), typed("米村拌饭"), clicked("米村拌饭", role="link")

        found = grounded("打开美团米村拌饭外卖菜单", *steps)

        assert found == {
            "美团": [Use(0, "name")],
            "米村拌饭": [Use(1, "value"), Use(2, "name")],
        }

    @pytest.mark.parametrize(
        ("written", "transform"),
        [("joye", "lower"), ("JOYE", "upper"), ("Ｊｏｙｅ", None), (" Joye ", None)],
    )
    def test_another_spelling_is_the_same_value(
        self, written: str, transform: str | None
    ) -> None:
        found = grounded("Write to Joye", typed(written))

        assert found == {"Joye": [Use(0, "value", transform)]}

    def test_a_date_is_found_in_the_form_that_a_field_wants(self) -> None:
        found = grounded("Enter 05/24/2015 as the date", typed("2015-05-24"))

        assert found == {"05/24/2015": [Use(0, "value", "date:iso")]}

    def test_the_day_in_a_calendar_is_the_whole_date(self) -> None:
        found = grounded("Book a flight on 12/18/2016", clicked("18"))

        assert found == {"12/18/2016": [Use(0, "name", "date:day")]}

    def test_an_ordinal_is_found_as_a_number(self) -> None:
        found = grounded("Open the 9th search result", clicked("9"))

        assert found == {"9th": [Use(0, "name", "ordinal")]}

    def test_the_number_of_a_quantity_is_a_value_by_itself(self) -> None:
        found = grounded("Rate it with 5 stars", typed("5"))

        assert found == {"5": [Use(0, "value")]}

    def test_a_number_is_no_part_of_a_longer_one(self) -> None:
        assert grounded("Pay 1,250 for order 3.5", typed("250"), typed("3")) == {}

    def test_the_longest_span_is_taken(self) -> None:
        found = grounded("Hotels near CMU, Pittsburgh", typed("CMU, Pittsburgh"))

        assert list(found) == ["CMU, Pittsburgh"]

    def test_a_quotation_comes_before_the_same_word_elsewhere(self) -> None:
        text = 'Post thanks: reply with "thanks"'

        found = only(text, typed("thanks"))

        assert text[: found.span[0]].endswith('"')

    def test_values_may_hold_regex_characters_braces_and_emoji(self) -> None:
        values = "Hi {name} (50%)?", "a+b*[c]", "Zoë 😀", "[REDACTED:password#1]"

        found = grounded(
            'Send "Hi {name} (50%)?" and a+b*[c] to Zoë 😀 with [REDACTED:password#1]',
            *map(typed, values),
        )

        assert list(found) == list(values)

    def test_the_id_of_an_element_without_a_name_is_its_value(self) -> None:
        point = clicked(tag="circle", role="img", attributes={"id": "(1,-2)"})

        found = grounded("Click on the grid coordinate (1,-2).", point)

        assert found == {"(1,-2)": [Use(0, "attributes.id")]}


class TestPlaces:
    def test_a_value_of_several_steps_is_one_span(self) -> None:
        found = grounded("Open Kasey", typed("Kasey"), clicked("Kasey"))

        assert found == {"Kasey": [Use(0, "value"), Use(1, "name")]}

    def test_a_value_that_is_said_twice_is_grounded_at_its_first_place(self) -> None:
        found = only("Find Sony. What does Sony cost?", typed("Sony"))

        assert found.span == (5, 9)

    def test_as_many_steps_as_places_take_one_each(self) -> None:
        text = "Cancel #W1 because it is late. Cancel #W2 because it is late."
        steps = [
            Step(action="tool", params={"name": "cancel", "id": n, "why": "it is late"})
            for n in ("#W1", "#W2")
        ]

        found = ground(text, RunSteps("run", tuple(steps)))

        assert [(text[slice(*one.span)], one.uses) for one in found] == [
            ("#W1", (Use(0, "params.id"),)),
            ("it is late", (Use(0, "params.why"),)),
            ("#W2", (Use(1, "params.id"),)),
            ("it is late", (Use(1, "params.why"),)),
        ]

    def test_values_come_before_labels(self) -> None:
        steps = typed("John"), typed("Smith"), clicked("John Smith")

        found = grounded("Book a room for John Smith", *steps)

        assert found == {
            "John": [Use(0, "value"), Use(2, "name", None, "", " Smith")],
            "Smith": [Use(1, "value"), Use(2, "name", None, "John ", "")],
        }


class TestAmongOtherWords:
    def test_a_list_entry_holds_more_than_the_value(self) -> None:
        entry = clicked("Burlington, IA (BRL)", role="option")

        found = grounded("Fly from Burlington, IA to Boise", entry)

        assert found == {"Burlington, IA": [Use(0, "name", None, "", " (BRL)")]}

    @pytest.mark.parametrize("title", ["Why Do We Yawn?", "The Way Out"])
    def test_small_words_written_as_a_name_are_parts_of_it(self, title: str) -> None:
        found = grounded(
            f"Drop the episode {title} of Curious Bones",
            clicked(f"Options for {title} · Curious Bones"),
        )

        assert set(found) == {title, "Curious Bones"}

    def test_chinese_beside_a_space_is_a_piece(self) -> None:
        found = grounded("用美团点一份油条", clicked("油条 商家"))

        assert found == {"油条": [Use(0, "name", None, "", " 商家")]}

    def test_the_row_of_a_nameless_icon_belongs_to_a_name(self) -> None:
        icon = clicked(container=("Bobbye Lorem ipsum. Dolor..", "Ann Bobbye Carl"))

        found = grounded("Find the email by Bobbye and delete it", icon)

        assert found == {
            "Bobbye": [Use(0, "container.0", None, "", " Lorem ipsum. Dolor..")]
        }

    def test_chinese_with_numbers_is_told_by_the_row(self) -> None:
        pay = clicked("缴费", container=("3月物业费 320元 未缴",))

        assert grounded("交3月物业费", pay) == {
            "3月物业费": [Use(0, "container.0", None, "", " 320元 未缴")]
        }

    def test_a_comma_in_no_number_ties_nothing(self) -> None:
        found = grounded(
            "预订B203,2025-05-12,14:00", clicked("B203"), typed("2025-05-12")
        )

        assert set(found) == {"B203", "2025-05-12"}

    def test_the_row_is_no_use_where_the_label_is(self) -> None:
        found = grounded("Open Bobbye", clicked("Bobbye", container=("Bobbye Lorem",)))

        assert found == {"Bobbye": [Use(0, "name")]}

    def test_a_search_may_be_put_together_from_several_values(self) -> None:
        found = grounded("Play Hello by Adele", typed("adele hello"))

        assert found == {
            "Hello": [Use(0, "value", "lower", "adele ", "")],
            "Adele": [Use(0, "value", "lower", "", " hello")],
        }

    def test_a_word_that_label_and_text_share_by_chance_is_none(self) -> None:
        book = clicked("Book flight for $437")

        assert grounded("Book the cheapest one-way flight to Boise", book) == {}

    def test_what_holds_many_things_explains_nothing(self) -> None:
        area = Step(
            action="click",
            target=Element(tag="div", text="delectable gleeful afraid kill Submit"),
        )

        assert grounded("Select gleeful, kill and click Submit", area) == {}

    def test_a_word_of_a_quotation_is_no_thing_of_an_area(
        self,
    ) -> None:
        mail = Step(
            action="click", target=Element(tag="div", text="Jemima Dolor eu at. Cr..")
        )
        task = 'Reply to Jemima with the text "Velit eu"'

        assert list(grounded(task, mail)) == ["Jemima"]

    def test_a_code_is_not_cut(self) -> None:
        card = typed("credit_card_4190576")

        assert grounded("Pay by credit_card_1283450", card) == {}

    @pytest.mark.parametrize(
        "text", ["Search for usb wifi", "搜索并关注微信公众号豆瓣"]
    )
    def test_what_one_is_told_to_do_is_no_value_of_a_button(self, text: str) -> None:
        assert grounded(text, clicked("Search"), clicked("搜索")) == {}

    def test_a_button_that_the_text_names_is_grounded(self) -> None:
        found = grounded("Enter a name and press Submit.", clicked("Submit"))

        assert found == {"Submit": [Use(0, "name")]}


class TestCounted:
    def test_an_ordinal_is_the_number_at_the_end_of_an_id(
        self,
    ) -> None:
        field = Element(role="textbox", attributes={"id": "line2"})

        found = grounded("Put tea into the 2nd line", typed("tea", field))

        assert found["2nd"] == [Use(0, "attributes.id", "ordinal", "line", "")]

    @pytest.mark.parametrize(
        "target",
        [
            Element(role="textbox", name="Amount", attributes={"id": "line2"}),
            Element(role="textbox", attributes={"id": "line20"}),
        ],
    )
    def test_a_named_element_is_not_counted(self, target: Element) -> None:
        found = grounded("Put tea into the 2nd line", typed("tea", target))

        assert list(found) == ["tea"]

    def test_a_number_that_is_no_ordinal_does_not_count(self) -> None:
        field = Element(role="textbox", attributes={"id": "line2"})

        assert grounded("Enter 2", typed("2", field)) == {"2": [Use(0, "value")]}


class TestEndsOfNames:
    def test_typed_text_and_a_quotation_are_ends_of_a_pick(
        self,
    ) -> None:
        picked = clicked("Lotus biscuits", role="option")

        found = grounded('Add what begins with "Lo" to "cuits"', typed("Lo"), picked)

        assert found == {
            "Lo": [Use(0, "value"), Use(1, "name", None, "", "tus biscuits")],
            "cuits": [Use(1, "name", None, "Lotus bis", "")],
        }

    @pytest.mark.parametrize(
        ("name", "role"), [("Submarine", "button"), ("Marine sub", "option")]
    )
    def test_names_and_insides_are_no_ends(self, name: str, role: str) -> None:
        found = grounded("Look up ubm", typed("ubm"), clicked(name, role=role))

        assert found == {"ubm": [Use(0, "value")]}

    def test_one_letter_is_no_end(self) -> None:
        picked = clicked("Lotus", role="option")

        assert list(grounded('Add "L"', typed("L"), picked)) == ["L"]
        assert len(grounded('Add "L"', typed("L"), picked)["L"]) == 1


class TestParts:
    def test_arguments_of_a_tool_are_looked_through(self) -> None:
        call = Step(
            action="tool",
            params={"name": "exchange", "arguments": {"order": "#W74", "n": 12}},
        )

        found = grounded("Exchange 12 pieces of order #W74", call)

        assert found == {
            "12": [Use(0, "params.arguments.n")],
            "#W74": [Use(0, "params.arguments.order")],
        }

    def test_the_tool_and_the_place_of_a_click_are_no_values(self) -> None:
        call = Step(action="tool", params={"name": "exchange"})
        point = Step(action="click", params={"x": 12, "y": 40})

        assert grounded("Exchange 12 pieces, row 40", call, point) == {}

    @pytest.mark.parametrize(
        ("text", "query", "said", "transform"),
        [
            ("Look up New York", "q=new+york&u=c", "New York", "lower"),
            ("查一下北京的天气", "q=%E5%8C%97%E4%BA%AC", "北京", None),
        ],
    )
    def test_the_query_of_an_address_is_decoded(
        self, text: str, query: str, said: str, transform: str | None
    ) -> None:
        step = Step(action="navigate", value=f"https://w.example/search?{query}")

        assert grounded(text, step) == {said: [Use(0, "url.q", transform)]}

    def test_the_path_of_an_address_holds_a_name(self) -> None:
        step = Step(action="navigate", value="https://git.example/a11y/a11y.com/issues")

        found = grounded("List the issues of a11y/a11y.com", step)

        assert found == {
            "a11y/a11y.com": [Use(0, "value", None, "https://git.example/", "/issues")]
        }

    @pytest.mark.parametrize(
        ("text", "path", "said", "part"),
        [
            ("Close issue 4", "/p/issues/4", "4", "path.2"),
            ("Close issue 4", "/p/issue4?tab=1", "4", "path.1.number"),
            ("Close issue 4", "/#/issue/4-a-title/edit", "4", "path.1.number"),
            ('Buy a "red scarf"', "/shop/red-scarf", "red scarf", "path.1"),
            ("查看订单 88", "/order/88", "88", "path.1"),
        ],
    )
    def test_a_part_of_a_path_is_a_value(
        self, text: str, path: str, said: str, part: str
    ) -> None:
        step = Step(action="navigate", value=f"https://t.example{path}")

        found = grounded(text, step)

        assert [use.part for use in found[said]] == [part]

    @pytest.mark.parametrize(
        ("text", "path"),
        [
            ("Show the settings", "/settings"),
            ("Show 2 reports", "/v2/reports"),
            ("Open the list of 26 files", "/2026/list"),
        ],
    )
    def test_the_words_of_an_app_are_no_values(self, text: str, path: str) -> None:
        step = Step(action="navigate", value=f"https://t.example{path}")

        assert grounded(text, step) == {}

    def test_the_address_that_a_click_leads_to_is_evidence(self) -> None:
        step = Step(
            action="click",
            target=Element(tag="img"),
            page_before=Page(url="https://s.example/?sort=new"),
            page_after=Page(url="https://s.example/?sort=new&cat=shoes"),
        )

        found = grounded("Show new products in Shoes", step)

        assert found == {"Shoes": [Use(0, "url.cat", "lower")]}

    def test_keys_waits_and_scrolls_hold_nothing(self) -> None:
        steps = [Step(action=a, value="Enter") for a in ("key", "wait", "scroll")]

        assert grounded("Enter a name", *steps, typed("x")) == {}

    def test_what_stands_in_a_field_already_is_not_its_label(self) -> None:
        field = Step(action="click", target=Element(role="textbox", text="Boise"))

        assert grounded("Fly to Boise", field, clicked("Ready")) == {}


class TestApp:
    def test_the_app_is_grounded_where_no_step_names_it(self) -> None:
        found = grounded("在淘宝搜索红裙", typed("红裙"), app="淘宝")

        assert found == {"淘宝": [Use(-1, "app")], "红裙": [Use(0, "value")]}

    def test_a_step_that_opens_the_app_holds_it(self) -> None:
        step = Step(action="open_app", value="Artsy")

        assert grounded("Open Artsy", step, app="artsy") == {"Artsy": [Use(0, "value")]}


class TestBounds:
    @pytest.mark.parametrize("text", ["", "   ", "…", "的"])
    def test_texts_without_values_ground_nothing(self, text: str) -> None:
        assert ground(text, RunSteps("run", (clicked("的"), typed("x")))) == ()

    def test_spans_never_overlap_and_come_in_order(self) -> None:
        text = "Reply to Ann Lee, then Ann, then Lee Ann about the Ann Lee file"
        names = "Ann", "Lee", "Ann Lee", "Lee Ann", "Ann Lee file"

        found = ground(text, RunSteps("run", tuple(map(typed, names))))

        spans = [one.span for one in found]
        assert all(a[1] <= b[0] for a, b in pairwise(spans))

    @pytest.mark.parametrize("word", ["foo bar ", "红裙", '"', "12/18/2016 ", "1, "])
    def test_repetition_takes_seconds_at_most(self, word: str) -> None:
        text = word * (10_000 // len(word))
        steps = [
            clicked(word * 9 + str(n), container=(word * 20,)) for n in range(200)
        ] + [typed(word * 60 + str(n)) for n in range(200)]

        began = time.process_time()
        ground(text, RunSteps("run", tuple(steps)))

        assert time.process_time() - began < 10


def test_an_icon_is_called_by_its_class() -> None:
    steps = [clicked(tag="span", attributes={"class": "reply"})]

    found = grounded('For @ann, click on the "Reply" button', *steps)

    assert found["Reply"] == [Use(0, "attributes.class", "lower")]


class TestRows:
    """What stands around a button tells the row."""

    def test_what_a_row_begins_with_is_its_value_name_or_not(self) -> None:
        button = clicked("More", container=["draft speech 12 Mar"])

        found = grounded("Delete the note draft speech", button)

        assert found == {"draft speech": [Use(0, "container.0", after=" 12 Mar")]}

    def test_a_word_that_a_row_begins_with_is_none_by_itself(self) -> None:
        button = clicked("More", container=["note 12 Mar"])

        assert grounded("delete the note of Monday", button) == {}

    def test_what_is_beside_a_value_in_the_row_is_one_too(self) -> None:
        row = clicked("退号", container=["李娜 骨科 待就诊"])

        found = grounded("把李娜骨科的号退了", typed("李娜"), row)

        assert list(found) == ["李娜", "骨科"]
        assert [use.part for use in found["骨科"]] == ["container.0"]

    def test_what_the_text_too_writes_apart_from_a_value_is_none(self) -> None:
        create = clicked("Create", container=["The page Guide does not exist"])

        found = grounded("Write a wiki page Guide", typed("Guide"), create)

        assert list(found) == ["Guide"]

    def test_a_part_of_a_word_in_the_row_is_no_value(self) -> None:
        row = clicked("退号", container=["李娜 骨科医院"])

        assert list(grounded("把李娜骨科的号退了", typed("李娜"), row)) == ["李娜"]

    def test_whose_something_is_ends_before_the_apostrophe(self) -> None:
        found = grounded("Move Luna's visit to Friday", typed("Luna"), typed("Friday"))

        assert list(found) == ["Luna", "Friday"]

    def test_what_a_dialog_said_is_no_value(self) -> None:
        said = {"kind": "prompt", "accept": True, "text": "Ann", "message": "Call Bo?"}
        step = Step(action="click", target=FIELD, params={"dialogs": [said]})

        assert list(grounded("Call Ann for Bo", step)) == ["Ann"]
