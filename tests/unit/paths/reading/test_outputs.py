"""Where a run read its answer, and what stands there in another."""

from collections.abc import Sequence

from kgmem.model.keys import table_rows
from kgmem.model.recollection import describe_step
from kgmem.model.source import ValueSource, reads_in
from kgmem.model.trajectory import Element, Trajectory
from kgmem.paths.reading.at_place import HEAD, LABEL, ROW, read_places
from kgmem.paths.reading.known import TaskSaid
from kgmem.paths.reading.outputs import as_planned, as_templates, with_places
from tests.unit.paths.reading.answers import (
    HEADS,
    ROWS,
    cell,
    labelled,
    run,
    shown,
    table,
)

TASK = "How many open tickets has Ann Lee?"


def planned(learned: Trajectory) -> tuple[ValueSource, ...]:
    (step,) = with_places(learned).steps
    return reads_in(as_planned(step, learned.task).params)


def test_a_cell_is_told_by_the_row_that_the_task_says_and_its_columns_head() -> None:
    places = planned(run(TASK, "3", *table()))

    swapped = table(
        [(o, c, p) for p, o, c in ROWS[::-1]], ("Open", "Created", "Person")
    )
    assert read_places(shown(*swapped), places) == ["3"]


def test_what_it_read_is_no_part_of_a_plan() -> None:
    (step,) = with_places(run(TASK, "3", *table())).steps

    told = as_planned(step, TASK)

    assert (told.value, told.target) == (None, None)


def test_another_task_reads_in_its_own_row() -> None:
    (step,) = with_places(run(TASK, "3", *table())).steps
    known = TaskSaid(TASK, {"person": "Ann Lee"}, is_template=True)

    assert as_templates(step, known)[0].at == ("cell", "Open", "", "{person|trim}")


def under_heads(*rows: tuple[str, ...], heads: Sequence[str] = HEADS) -> list[Element]:
    told = {table_rows.HEADS: table_rows.CELLS.join(heads)}
    return [
        one.model_copy(update={"attributes": {**told, **one.attributes}})
        for one in table(rows, heads)
    ]


def test_a_row_that_has_it_under_another_head_is_another_one() -> None:
    heads = ("Person", "Open", "Asked by")
    first = run(TASK, "3", *under_heads(("Ann Lee", "3", "Bob Ray"), heads=heads))
    places = planned(first)

    for rows, read in (
        ([("Cara Moss", "7", "Ann Lee")], []),
        ([("Cara Moss", "7", "Ann Lee"), ("Ann Lee", "4", "Di")], ["4"]),
    ):
        assert read_places(shown(*under_heads(*rows, heads=heads)), places) == read
    other = table([("Ann Lee", "5", "Di")], ("Person", "Open", "By"))
    assert read_places(shown(*other), places) == ["5"]
    assert places[0].place == "cell Open in the row of Ann Lee"


def test_runs_that_know_heads_and_runs_that_know_none_agree() -> None:
    known = TaskSaid(TASK, {"person": "Ann Lee"}, is_template=True)
    old, new = (
        {
            one.at
            for one in as_templates(with_places(run(TASK, "3", *on)).steps[0], known)
        }
        for on in (table(), under_heads(*ROWS))
    )

    assert old <= new
    assert ("cell", "Open", "", "Person\t{person|trim}") in new


def test_a_name_that_begins_alike_is_another_row() -> None:
    places = planned(run("open tickets of Ann", "3", *table([("Ann", "3", "x")])))

    assert read_places(shown(*table([("Ann Lee", "5", "y")])), places) == []


def test_two_rows_that_fit_give_both() -> None:
    places = planned(run(TASK, "3", *table()))

    twice = table([*ROWS, ("Ann Lee", "9", "2026-01-01")])
    assert read_places(shown(*twice), places) == ["3", "9"]


def test_a_value_is_told_by_its_label() -> None:
    places = planned(
        run(
            "What is the state?",
            "open",
            labelled("State:", "open"),
            labelled("To", "Ann"),
        )
    )

    elsewhere = shown(labelled("To", "Bob"), labelled("State", "closed"))
    assert read_places(elsewhere, places) == ["closed"]


def test_a_label_that_the_task_says_is_no_row_of_it() -> None:
    row = {HEAD: "", LABEL: "Phone number", ROW: "/table/tr[1]"}
    phone = cell("020 5550100", row, ("Phone number", "020 5550100"))

    places = planned(run("What is Ann's phone number?", "020 5550100", phone))

    assert {one.at for one in places} == {("cell", "Phone number", "")}


def test_a_name_of_the_task_before_a_sentence_is_what_it_is_about() -> None:
    text = "Spare parts ship within 2 days"
    said = cell(text, {LABEL: "Aero Desk"}, ("Aero Desk",))

    places = planned(run("When do parts for the Aero Desk ship?", "2", said))

    assert places[0].at[3:] == ("Aero Desk",)


def test_a_number_is_told_by_its_sentence() -> None:
    text = "You have 3 new messages"
    places = planned(run("How many messages?", "3", Element(tag="p", text=text)))

    now = Element(tag="p", text="You have 12 new messages")
    assert read_places(shown(now), places) == ["12"]


def test_of_two_places_that_say_it_the_one_counts_whose_label_the_task_says() -> None:
    page = (labelled("Open", "3"), labelled("Closed", "3"))
    places = planned(run("How many are closed?", "3", *page))

    now = shown(labelled("Open", "8"), labelled("Closed", "9"))
    assert read_places(now, places) == ["9"]


def test_the_newest_is_the_one_of_the_latest_date_however_it_is_sorted() -> None:
    places = planned(run("Who wrote the newest?", "Ann Lee", *table()))

    now = shown(*table([*ROWS[::-1], ("Dan Poe", "1", "2026-11-27")]))
    assert read_places(now, places) == ["Dan Poe"]


def test_a_first_row_of_no_order_tells_nothing() -> None:
    rows = [("Ann Lee", "3", "x"), ("Bob Ray", "5", "y"), ("Cara Moss", "7", "a")]

    assert planned(run("Who is it?", "Ann Lee", *table(rows))) == ()


def cards(*notes: tuple[str, str]) -> list[Element]:
    """Below a heading, notes: each one's author as its heading, and when it is of."""
    under, told = "Notes", list[Element]()
    for n, (author, day) in enumerate(notes, 1):
        at = f"/main/div/div[{n}]"
        own = {"in row": at, "under heading": author}
        head = {"under heading": under}
        told += [
            Element(
                tag="h3",
                text=author,
                path=f"{at}/h3[1]",
                attributes=head,
                container=("Printer jams",),
            ),
            Element(tag="time", text=day, path=f"{at}/time[1]", attributes=own),
        ]
        under = author
    return told


NOTED = 'Who wrote the newest note on "Printer jams"?'
NOTES = [("Ann Lee", "2026-11-20"), ("Bob Ray", "2026-11-12"), ("Al Poe", "2026-11-02")]


def test_the_newest_card_is_told_by_its_date_and_not_by_being_the_first() -> None:
    places = planned(run(NOTED, "Ann Lee", *cards(*NOTES)))

    assert read_places(shown(*cards(*NOTES[::-1])), places) == ["Ann Lee"]


def test_the_first_card_of_no_order_tells_nothing() -> None:
    bare = cards(*((author, "Called back.") for author, _ in NOTES))

    assert planned(run(NOTED, "Ann Lee", *bare)) == ()


def test_a_column_is_read_whole() -> None:
    names = "\n".join(name for name, _, _ in ROWS)
    places = planned(run("Who has tickets?", names, *table(), of="list"))

    now = shown(*table([("Dan Poe", "1", "z"), *ROWS]))
    assert read_places(now, places, "list") == ["Dan Poe", *(r[0] for r in ROWS)]


def test_the_rows_are_counted_that_the_task_says() -> None:
    rows = [("Ann Lee", "open", "1"), ("Ann Lee", "closed", "2"), ("Bob", "open", "3")]
    task = "How many open tickets has Ann Lee?"
    places = planned(run(task, "1", *table(rows, HEADS), of="count"))

    more = table([*rows, ("Ann Lee", "open", "4"), ("Bob", "open", "5")])
    assert read_places(shown(*more), places, "count") == ["2"]


def test_whether_it_is_there_is_told_of_a_page_that_shows_its_list() -> None:
    task = "Is there a Bob Ray?"
    places = planned(run(task, "yes", *table(), of="presence"))

    assert read_places(shown(*table()), places, "presence") == ["true"]
    assert read_places(shown(*table(ROWS[:1])), places, "presence") == ["false"]
    assert read_places(shown(), places, "presence") == []


def test_a_value_among_the_words_before_is_another_tasks_own() -> None:
    task = "When do parts for the Aero Desk ship?"
    said = Element(tag="p", text="Parts for the Aero Desk ship within 2 days")
    (step,) = with_places(run(task, "2 days", said)).steps
    known = TaskSaid(task, {"product": "Aero Desk"}, is_template=True)

    told = [one.before for one in as_templates(step, known)]

    assert not any("Aero" in one for one in told)


def test_an_amount_is_read_with_its_unit() -> None:
    places = planned(
        run("What is the price?", "1234.50", labelled("Price", "1.234,50 €"))
    )

    assert read_places(shown(labelled("Price", "$9.99")), places) == ["$9.99"]


def test_a_read_step_is_told_in_words_without_what_stood_there() -> None:
    (step,) = with_places(run(TASK, "3", *table())).steps

    assert describe_step(step) == "read answer: cell Open in the row of Ann Lee"
