"""Fields that a page does not take as they are typed."""

from kgmem_bench.field.scenario import Act, At, Scenario
from kgmem_bench.field.tasks.short import (
    BY_VALUE,
    button,
    choose,
    click,
    enter,
    named,
    press,
    unseen,
)

REACT = Scenario(
    kind="controlled inputs (React)",
    page="react.html",
    task="Invite {person} as {role}",
    acts=(
        enter("Name", "{person}"),
        choose("Role", "{role}"),
        click(named("checkbox", "Told in person")),
        button("Send invitation"),
    ),
    values=(
        {"person": "Nora Berg", "role": "Editor", "code": "r2"},
        {"person": "Pedro Alves", "role": "Owner", "code": "r3"},
        {"person": "Yuki Sato", "role": "Viewer", "code": "r1"},
    ),
    effect={"invited": [{"name": "{person}", "role": "{code}", "agreed": True}]},
    unseen=unseen(BY_VALUE, "chrome-recorder", codegen=True),
)
DATES = Scenario(
    kind="date, time, range",
    page="dates.html",
    task="Book a table on {day} at {time} for {guests} guests",
    acts=(
        Act("pick", At("input[name=day]"), "{day}"),
        Act("pick", At("input[name=time]"), "{time}"),
        Act("slide", At("input[name=guests]"), "{guests}"),
        button("Book"),
    ),
    values=(
        {
            "day": "2027-03-14",
            "time": "18:30",
            "guests": "5",
        },
        {
            "day": "2027-04-02",
            "time": "19:15",
            "guests": "8",
        },
        {
            "day": "2027-11-30",
            "time": "12:00",
            "guests": "3",
        },
    ),
    effect={"booked": {"day": "{day}", "time": "{time}", "guests": "{guests}"}},
)
CALENDAR = Scenario(
    kind="calendar",
    page="calendar.html",
    task="Make an appointment on {day} March 2027",
    acts=(
        click(named("textbox", "Date")),
        button("{day} March 2027"),
        button("Save appointment"),
    ),
    values=(
        {"day": "14", "iso": "2027-03-14"},
        {"day": "22", "iso": "2027-03-22"},
        {"day": "30", "iso": "2027-03-30"},
    ),
    effect={"saved": "{iso}"},
)
MASKED = Scenario(
    kind="masked fields",
    page="masked.html",
    task="Save the contact {person}, phone {phone}, budget {budget}",
    acts=(
        enter("Full name", "{person}"),
        enter("Phone", "{phone}"),
        enter("Budget", "{budget}"),
        button("Save contact"),
    ),
    values=(
        {"person": "Omar Aziz", "phone": "2025550143", "budget": "12000"},
        {"person": "Lena Vogt", "phone": "3125550188", "budget": "4500"},
        {"person": "Sam Lee", "phone": "4155550121", "budget": "250000"},
    ),
    effect={
        "contact": {"person": "{person}", "phone": "{phone}", "budget": "={budget}"}
    },
)
AUTOCOMPLETE = Scenario(
    kind="autocomplete",
    page="autocomplete.html",
    task="Show flights to {city}",
    acts=(
        enter("Destination", "{city}", "combobox"),
        click(At('role=option >> internal:has-text="{city}"i')),
        button("Show flights"),
    ),
    values=(
        {"city": "Oslo Gardermoen", "code": "OSL"},
        {"city": "Osaka Kansai", "code": "KIX"},
        {"city": "Paris Orly", "code": "ORY"},
    ),
    effect={"flights": "{code}"},
)
RICH = Scenario(
    kind="rich text",
    page="richtext.html",
    task='Save the note "{text}"',
    acts=(enter("Note", "{text}"), button("Save note")),
    values=(
        {"text": "The meeting is moved to Friday"},
        {"text": "Bring cake for everyone"},
        {"text": "New keys are at the desk"},
    ),
    effect={"note": "{text}"},
)
KEYBOARD = Scenario(
    kind="keyboard only (Tab, Ctrl+S)",
    page="keyboard.html",
    task='Save a note titled "{title}" with the tags "{tags}"',
    acts=(
        Act("keys", value="{title}"),
        press("Tab"),
        Act("keys", value="{tags}"),
        press("Control+s"),
    ),
    values=(
        {"title": "Garden plan", "tags": "home, spring"},
        {"title": "Tax papers", "tags": "office"},
        {"title": "Trip to Rome", "tags": "travel, family"},
    ),
    effect={"saved": {"title": "{title}", "tags": "{tags}"}},
    unseen=unseen("Ctrl+S is not in the file", "selenium-ide"),
)
ENTER = Scenario(
    kind="keyboard only (Enter), Chinese",
    page="enter.html",
    task="添加任务：{task}",
    acts=(enter("新任务", "{task}"), press("Enter")),
    values=({"task": "买牛奶"}, {"task": "给妈妈打电话"}, {"task": "修理自行车"}),
    effect={"tasks": ["{task}"]},
)
UPLOAD = Scenario(
    kind="upload, several files",
    page="upload.html",
    task="Hand in the papers {first} and {second}",
    acts=(
        Act("upload", named("button", "Choose papers"), "{first}\n{second}"),
        button("Hand in"),
    ),
    values=(
        {"first": "letter.txt", "second": "cv.txt"},
        {"first": "poem.txt", "second": "sketch.txt"},
        {"first": "thesis.txt", "second": "review.txt"},
    ),
    effect={
        "papers": [
            {"name": "{first}", "text": "This is {first}"},
            {"name": "{second}", "text": "This is {second}"},
        ]
    },
    unseen={
        **unseen(
            "the page tells a made-up path (C:\\fakepath)",
            "chrome-recorder",
            "selenium-ide",
        ),
        **unseen("it hands in one file at a time", "browser-use"),
    },
)
FIELDS = (
    REACT,
    DATES,
    CALENDAR,
    MASKED,
    AUTOCOMPLETE,
    RICH,
    KEYBOARD,
    ENTER,
    UPLOAD,
)
