"""Gestures: drags, hovers, context menus, wheels, a canvas; and downloads."""

from kgmem_bench.field.scenario import Act, At, Scenario
from kgmem_bench.field.tasks.short import button, choose, click, named, unseen

NO_DRAG = "drags are not in the file"
BOARD = Scenario(
    kind="drag and drop (HTML5)",
    page="board.html",
    task="Move the card {card} to {column}",
    acts=(
        Act(
            "drag",
            At('article >> internal:has-text="{card}"i'),
            to=named("region", "{column}"),
        ),
    ),
    values=(
        {"card": "Fix the tap", "column": "Done"},
        {"card": "Buy nails", "column": "Waiting"},
        {"card": "Paint the door", "column": "Doing"},
    ),
    effect={"moved": [{"card": "{card}", "to": "{column}"}]},
    unseen=unseen(NO_DRAG, "chrome-recorder", "browser-use", codegen=True),
)
POINTER = Scenario(
    kind="drag and drop (pointer)",
    page="pointer.html",
    task="Sort the {thing} into {bin}",
    acts=(Act("drag", named("button", "{thing}"), to=named("group", "{bin}")),),
    values=(
        {"thing": "Battery", "bin": "Hazardous"},
        {"thing": "Bottle", "bin": "Glass"},
        {"thing": "Banana", "bin": "Compost"},
    ),
    effect={"sorted": [{"thing": "{thing}", "bin": "{bin}"}]},
    unseen=unseen(NO_DRAG, "chrome-recorder", "browser-use", codegen=True),
)
HOVER = Scenario(
    kind="hover menu",
    page="hover.html",
    task="Open the department {department}",
    acts=(
        Act("hover", named("link", "Departments")),
        button("{department}"),
    ),
    values=(
        {"department": "Garden"},
        {"department": "Kitchen"},
        {"department": "Toys"},
    ),
    effect={"opened": "{department}"},
    unseen=unseen(
        "hovers are not in the file", "chrome-recorder", "browser-use", codegen=True
    ),
)
CONTEXT = Scenario(
    kind="context menu",
    page="context.html",
    task="Archive the file {file}",
    acts=(
        click(At('role=listitem >> internal:has-text="{file}"i'), button="right"),
        click(named("menuitem", "Archive")),
    ),
    values=({"file": "letter.doc"}, {"file": "plan.pdf"}, {"file": "photo.png"}),
    effect={"done": [{"what": "Archive", "file": "{file}"}]},
    unseen=unseen(
        "clicks of the right button are not in the file",
        "selenium-ide",
        "browser-use",
        codegen=True,
    ),
)
VIRTUAL = Scenario(
    kind="virtual list",
    page="virtual.html",
    task="Open {customer}",
    acts=(
        Act(
            "scroll",
            named("button", "{customer}"),
            to=named("list", "Customers"),
        ),
        button("{customer}"),
    ),
    values=(
        {"customer": "Customer 1357"},
        {"customer": "Customer 1700"},
        {"customer": "Customer 2400"},
    ),
    effect={"opened": ["{customer}"]},
)
CANVAS = Scenario(
    kind="canvas",
    page="canvas.html",
    task="Mark the {place} on the map",
    acts=(click(At("#map"), place=(300, 80)),),
    values=(
        {"place": "Station"},
        {"place": "Harbour"},
        {"place": "Museum"},
    ),
    effect={"marked": ["{place}"]},
    asks="what is known by its place alone is asked about",
)
DOWNLOAD = Scenario(
    kind="download",
    page="download.html",
    task="Download the report of {month}",
    acts=(choose("Month", "{month}"), button("Download report", downloads=True)),
    values=(
        {"month": "March", "file": "report-march.txt"},
        {"month": "April", "file": "report-april.txt"},
        {"month": "February", "file": "report-february.txt"},
    ),
    effect={"downloaded": ["{file}"]},
)
GESTURES = (BOARD, POINTER, HOVER, CONTEXT, VIRTUAL, CANVAS, DOWNLOAD)
