"""Where it is done is the difficulty: frames, windows, tabs, shadow roots, dialogs."""

from kgmem_bench.field.scenario import Act, Answer, At, Scenario
from kgmem_bench.field.tasks.short import button, click, named, unseen

DIALOGS_UNSEEN = "the file does not tell how a dialog was answered"
INNER = ("iframe[name=payment]", "iframe[name=partner]")
FRAMES = Scenario(
    kind="frames in frames, other origin",
    page="frames.html",
    task="Pay with the voucher {voucher}",
    acts=(
        Act("enter", named("textbox", "Voucher", frames=INNER), "{voucher}"),
        click(named("button", "Pay", frames=INNER)),
    ),
    values=({"voucher": "X-7741"}, {"voucher": "B-2096"}, {"voucher": "K-5530"}),
    effect={"paid": "{voucher}"},
    unseen=unseen("which frame it was is not told", "browser-use"),
)
POPUP = Scenario(
    kind="pop-up window",
    page="popup.html",
    task="Deliver to {street}",
    acts=(
        button("Choose address", opens=True),
        Act("enter", named("textbox", "Street", tab=1), "{street}"),
        click(named("button", "Accept", tab=1)),
    ),
    values=(
        {"street": "12 Elm Road"},
        {"street": "9 Harbour Lane"},
        {"street": "77 Station Street"},
    ),
    effect={"address": "{street}"},
)
TABS = Scenario(
    kind="two tabs",
    page="tabs.html",
    task='Approve the case {case} with the note "{note}" and close it',
    acts=(
        click(named("link", "Case {case}"), opens=True),
        Act("enter", named("textbox", "Note", tab=1), "{note}"),
        click(named("button", "Approve", tab=1)),
        button("Close case"),
    ),
    values=(
        {"case": "C-102", "note": "all papers are there"},
        {"case": "C-104", "note": "signed by both"},
        {"case": "C-101", "note": "paid in full"},
    ),
    effect={"closed": {"id": "{case}", "note": "{note}"}},
)
SHADOW = Scenario(
    kind="open shadow roots",
    page="shadow.html",
    task="Set my public nickname to {nick}",
    acts=(
        Act("enter", At("profile-card text-field input"), "{nick}"),
        click(At("profile-card button")),
    ),
    values=({"nick": "stargazer"}, {"nick": "bluewhale"}, {"nick": "nightowl"}),
    effect={"profile": "{nick}"},
    unseen=unseen("it sees the outermost host alone", "selenium-ide"),
)
PROMPT = Scenario(
    kind="prompt",
    page="dialogs.html",
    task='Make a new list called "{list}"',
    acts=(button("New list", answers=(Answer(True, "{list}", "prompt"),)),),
    values=({"list": "Birthday"}, {"list": "Holiday ideas"}, {"list": "Repairs"}),
    effect={"made": ["{list}"]},
    unseen=unseen(DIALOGS_UNSEEN, "chrome-recorder", "browser-use", codegen=True),
)
CONFIRM = Scenario(
    kind="confirm and alert",
    page="dialogs.html",
    task="Delete the list {list}",
    acts=(button("Delete {list}", answers=(Answer(True), Answer(True, kind="alert"))),),
    values=({"list": "Garden"}, {"list": "Travel"}, {"list": "Books"}),
    effect={"deleted": ["{list}"]},
    unseen=unseen(DIALOGS_UNSEEN, "chrome-recorder", "browser-use", codegen=True),
)
REFUSED = Scenario(
    kind="confirm, refused",
    page="dialogs.html",
    task="Look at what is asked before the list {list} is deleted, and keep it",
    acts=(button("Delete {list}", answers=(Answer(False),)),),
    values=({"list": "Garden"}, {"list": "Travel"}, {"list": "Books"}),
    effect={"kept": ["{list}"]},
    unseen=unseen(DIALOGS_UNSEEN, "chrome-recorder", "browser-use", codegen=True),
)
PLACES = (FRAMES, POPUP, TABS, SHADOW, PROMPT, CONFIRM, REFUSED)
