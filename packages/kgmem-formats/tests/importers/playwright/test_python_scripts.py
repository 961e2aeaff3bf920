"""What scripts in Python do is read, or refused by its line."""

from pathlib import Path

import pytest

from kgmem.model.keys.whereabouts import WITHIN
from kgmem.model.trajectory import Locator, Step
from kgmem.paths.fits import MAY_BE_PART
from tests.importers.playwright.reading import python, read, runs, told

SAVE = 'page.get_by_role("button", name="Save").click()'
READ: dict[str, tuple[list[str], list[str]]] = {
    "a name in Chinese": (['page.get_by_label("收件人").fill("李明")'],
                          ["type <收件人> '李明'"]),
    "a pattern that is a text": (
        ['page.get_by_role("button", name=re.compile(r"^Save$")).click()'],
        ["click <Save>"],
    ),
    "a text in a pattern's escapes": (
        ['page.get_by_text(re.compile(r"Total \\(net\\)", re.IGNORECASE)).click()'],
        ["click <Total (net)>"],
    ),
    "a constant": (['who = "Eve"', 'page.get_by_label("Name").fill(who)'],
                   ["type <Name> 'Eve'"]),
    "a sum of texts": (['a = "Eve"',
                        'page.get_by_label("Name").fill(a + " " + "Miller")'],
                       ["type <Name> 'Eve Miller'"]),
    "an f-string": (["n = 3", 'page.get_by_label("Name").fill(f"item {n}")'],
                    ["type <Name> 'item 3'"]),
    "a value of the environment": (
        ["import os", 'page.get_by_label("Name").fill(os.environ["WHO"])'],
        ["type <Name> '{WHO}' asks=['WHO']"],
    ),
    "a value that is made": (["who = fake.name()",
                              'page.get_by_label("Name").fill(f"Ms {who}")'],
                             ["type <Name> 'Ms {who}' asks=['who']"]),
    "a loop over numbers": (["for n in range(2):",
                             '    page.get_by_label(f"Row {n}").fill(str(n))'],
                            ["type <Row 0> '0'", "type <Row 1> '1'"]),
    "a loop over pairs": (['for k, v in {"A": "1", "B": "2"}.items():',
                           "    page.get_by_label(k).fill(v)"],
                          ["type <A> '1'", "type <B> '2'"]),
    "what is under a condition": (['if page.get_by_text("Cookies").is_visible():',
                                   f"    {SAVE}"], ["click <Save> optional=True"]),
    "what may fail": (["try:", f"    {SAVE}", "except Exception:", "    pass", SAVE],
                      ["click <Save> optional=True", "click <Save>"]),
    "a function": (["def fill(label, text):", "    page.get_by_label(label).fill(text)",
                    'fill("Name", text="Eve")'], ["type <Name> 'Eve'"]),
    "the keyboard": (['page.get_by_label("Note").click()',
                      'page.keyboard.type("hello")',
                      'page.keyboard.press("Control+s")'],
                     ["click <Note>", "type <Note> 'hello'", "key 'Control+s'"]),
    "text behind text": (['page.get_by_label("Note").fill("ab")',
                          'page.keyboard.insert_text("c")'], ["type <Note> 'abc'"]),
    "keys that are held": (
        ['page.keyboard.down("Shift")', 'page.keyboard.press("ArrowLeft")',
         SAVE, 'page.keyboard.up("Shift")', SAVE],
        ["key 'Shift+ArrowLeft'", "click <Save> modifiers=['Shift']", "click <Save>"],
    ),
    "a key where the focus is put": (['page.get_by_label("Note").focus()',
                                      'page.keyboard.press("Enter")'],
                                     ["key <Note> 'Enter'"]),
    "a drag": (['page.get_by_text("A").drag_to(page.get_by_text("B"))'],
               ["drag <A> to <B>"]),
    "a drag by hand": (['page.get_by_text("A").hover()', "page.mouse.down()",
                        'page.get_by_text("B").hover()', "page.mouse.up()"],
                       ["drag <A> to <B>"]),
    "a drag by the elements' boxes": (
        ['a = page.get_by_text("A").bounding_box()',
         'b = page.get_by_text("B").bounding_box()',
         'page.mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)',
         "page.mouse.down()",
         'page.mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2)',
         "page.mouse.up()"],
        ["drag <A> to <B>"],
    ),
    "a click by its place": (["page.mouse.click(3, 4)"],
                             ["click <?> position={'x': 3, 'y': 4}"]),
    "a wheel": (["page.mouse.wheel(0, -300)", "page.mouse.wheel(50, 0)"],
                ["scroll by=300 direction=up", "scroll by=50 direction=right"]),
    "a click of its own kind": (
        ['page.get_by_text("A").click(button="right", modifiers=["Control"], '
         'position={"x": 1, "y": 2})', 'page.get_by_text("A").click(click_count=2)',
         'page.get_by_text("A").click(delay=900)'],
        ["click <A> button=right modifiers=['Control'] position={'x': 1, 'y': 2}",
         "double_click <A>", "long_press <A>"],
    ),
    "several files": (
        ['page.get_by_label("Papers").set_input_files(["a.pdf", "b.pdf"])'],
        ["upload <Papers> 'a.pdf\\nb.pdf'"],
    ),
    "a file chooser": (["with page.expect_file_chooser() as chosen:",
                        '    page.get_by_text("Choose").click()',
                        'chosen.value.set_files("a.pdf")'],
                       ["upload <Choose> 'a.pdf'"]),
    "a download": (["with page.expect_download() as got:", f"    {SAVE}",
                    'got.value.save_as("x")'], ["click <Save> download=True"]),
    "a popup": (["with page.expect_popup() as opened:", f"    {SAVE}",
                 "page1 = opened.value", 'page1.get_by_text("Accept").click()',
                 'page1.keyboard.press("Enter")', "page1.close()", SAVE],
                ["click <Save>", "click <Accept@order=1 & opener=0>",
                 "key 'Enter' tab=order=1 & opener=0", "click <Save>"]),
    "a second page": (
        ["other = page.context.new_page()", 'other.goto("http://b.example/")',
         'other.get_by_text("A").click()'],
        ["navigate 'http://b.example/' tab=order=1", "click <A@order=1>"],
    ),
    "frames in frames": (
        ['outer = page.frame_locator("#a")',
         "outer.frame_locator(\"iframe[src='/b?x=1']\").get_by_text(\"Go\").click()",
         'page.locator("iframe").nth(1).content_frame.get_by_text("Go").click()',
         'page.frame(name="pay").get_by_text("Go").click()',
         'page.get_by_title("Pay").content_frame.get_by_text("Go").click()'],
        ["click <Go@id=a >> src=/b>", "click <Go@index=1>", "click <Go@name=pay>",
         "click <Go@title=Pay>"],
    ),
    "a dialog": (
        ['page.once("dialog", lambda dialog: dialog.accept("Eve"))', SAVE, SAVE],
        ["click <Save> dialogs=[{'kind': 'prompt', 'accept': True, 'text': 'Eve'}]",
         "click <Save>"],
    ),
    "all dialogs": (["def no(dialog):", "    print(dialog.message)",
                     "    dialog.dismiss()", 'page.on("dialog", no)', SAVE],
                    ["click <Save> dialogs=[{'kind': 'alert', 'accept': True}]"]),
    "what a row holds": (
        ['page.get_by_role("row", name="Order 5 Ann").get_by_role("button", '
         'name="Delete").click()',
         'page.get_by_role("listitem").filter(has_text="Ann").get_by_text("Go").click()',
         'page.get_by_role("row").filter(has=page.get_by_text("Bob"))'
         '.get_by_role("button", name="Delete").click()'],
        ["click <Delete in Order 5 Ann>", "click <Go in Ann>", "click <Delete in Bob>"],
    ),
    "both of two locators": (
        ['page.get_by_role("button").and_(page.get_by_title("Go")).click()'],
        ["click <Go>"],
    ),
    "a tick that is set": (['page.get_by_label("Gift").set_checked(False)',
                            'page.check("#gift")'],
                           ["uncheck <Gift>", "check <#gift>"]),
    "a page that is loaded anew": (['page.goto("http://a.example/")', "page.reload()"],
                                   ["navigate 'http://a.example/'",
                                    "navigate 'http://a.example/'"]),
    "an address without its site": (['page.goto("/cart?x=1")'],
                                    ["navigate '/cart?x=1'"]),
    "assertions and waits": (['expect(page.get_by_text("A")).to_be_visible()',
                              "page.wait_for_timeout(9)", 'assert page.title() == "A"',
                              'page.screenshot(path="a.png")', SAVE], ["click <Save>"]),
    "a click that only tries": (['page.get_by_text("A").click(trial=True)'], []),
}  # fmt: skip
REFUSED = {
    "a pattern": ('page.get_by_text(re.compile(r"Save \\d+")).click()', 7),
    "either of two": ('page.get_by_text("A").or_(page.get_by_text("B")).click()', 7),
    "what is not known in a selector": ('page.get_by_text(who).click()', 7),
    "what is not known in an option": ('page.get_by_text("A").click(button=which)', 7),
    "a value that is made": ('page.get_by_label("A").fill(fake.name())', 7),
    "an option of another version": ('page.get_by_text("A").click(softly=True)', 7),
    "a method of another version": ('page.get_by_text("A").caress()', 7),
    "code in the page": ('page.evaluate("go()")', 7),
    "elements that the page knows": (
        'for one in page.get_by_role("row").all():\n    one.click()', 7,
    ),
    "as often as something holds": ('while page.get_by_text("More").is_visible():\n'
                                    '    page.get_by_text("More").click()', 7),
    "one thing or another": ('if who:\n    page.get_by_text("A").click()\n'
                             'else:\n    page.get_by_text("B").click()', 7),
    "an end under a condition": ("if who:\n    return", 7),
    "a list in one line": ('[page.get_by_text(x).click() for x in "ab"]', 7),
    "by a condition in one line": ('who and page.get_by_text("A").click()', 7),
    "a function of another file": ("login(page)", 7),
    "a page that is not known": ('self.shop.get_by_text("A").click()', 7),
    "a drag that does not end": ('page.get_by_text("A").hover()\npage.mouse.down()', 0),
    "a focus for nothing": ('page.get_by_text("A").focus()', 0),
    "leaving a field": ('page.get_by_text("A").blur()', 7),
    "an address of which a part is told": ('page.goto("cart")', 7),
    "a frame among others like it": (
        'page.locator(".f").nth(2).content_frame.get_by_text("A").click()', 7,
    ),
    "a dialog whose answer depends": (
        'page.on("dialog", lambda d: d.accept() if d.message else d.dismiss())', 7,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", READ)
def test_it_is_read(tmp_path: Path, case: str) -> None:
    lines, expected = READ[case]

    run = read(tmp_path, python(*lines))

    assert run.refused == ()
    assert told(run) == expected


@pytest.mark.parametrize("case", REFUSED)
def test_it_is_refused_by_its_line(tmp_path: Path, case: str) -> None:
    code, line = REFUSED[case]

    run = read(tmp_path, python(code))

    places = [one.place.rpartition("script.py")[2] for one in run.refused]
    assert places == [f":{line}" if line else ""]


def test_each_test_of_a_file_is_a_run(tmp_path: Path) -> None:
    code = (
        "from playwright.sync_api import Page\n\n"
        'def open_shop(page):\n    page.goto("http://shop.example/")\n\n'
        "def test_order_a_lamp(page: Page):\n    open_shop(page)\n"
        '    page.get_by_text("Lamp").click()\n\n'
        "def test_close(page: Page):\n    open_shop(page)\n"
        '    page.get_by_text("Close").click()\n'
    )

    first, second = runs(tmp_path, code)

    assert [first.title, second.title] == ["test_order_a_lamp", "test_close"]
    assert told(first)[1:] == ["click <Lamp>"]
    assert told(second)[1:] == ["click <Close>"]


@pytest.mark.parametrize(
    "code",
    [
        "for a in range(200):\n    for b in range(200):\n"
        "        for c in range(200):\n            page.mouse.wheel(0, 1)",
        "def f():\n    f()\n    f()\nf()",
    ],
)
def test_code_without_an_end_is_refused_soon(tmp_path: Path, code: str) -> None:
    run = read(tmp_path, python(code))

    assert run.refused
    assert len(run.run["steps"]) <= 2_000


@pytest.mark.parametrize(
    ("found_by", "locators"),
    [
        ('get_by_role("button", name="14 March")', [MAY_BE_PART]),
        ('get_by_role("button", name="Save", exact=True)', []),
        ('get_by_label("Role ViewerEditorOw")', [MAY_BE_PART]),
        ('get_by_placeholder("Your name")', [MAY_BE_PART]),
        (
            'locator("my-card").get_by_role("button", name="Save", exact=True)',
            [Locator(kind=WITHIN, value="my-card")],
        ),
    ],
)
def test_a_name_may_be_a_part_unless_it_is_exact(
    tmp_path: Path, found_by: str, locators: list[Locator]
) -> None:
    script = python(f"page.{found_by}.click()")

    step = Step.model_validate(read(tmp_path, script).run["steps"][-1])

    assert step.target is not None
    assert list(step.target.locators) == locators
