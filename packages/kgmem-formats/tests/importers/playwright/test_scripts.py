"""What Playwright's recorder writes in Python and JavaScript is read; any other line is
refused by its place."""

from pathlib import Path

import pytest

from kgmem import InvalidInput
from tests.importers.playwright.reading import python, read, runs, told, typescript

SAVE = 'page.get_by_role("button", name="Save").click()'
SAVE_JS = "await page.getByRole('button', { name: 'Save' }).click();"
READ: dict[str, tuple[str, list[str]]] = {
    "names and values": (
        python('page.get_by_label("收件人").fill("李明")',
               'page.get_by_role("button", name=re.compile(r"^Save$")).click()',
               'page.get_by_test_id("go").press("Enter")',
               'page.get_by_label("Papers").set_input_files(["a.pdf", "b.pdf"])'),
        ["type <收件人> '李明'", "click <Save>", "key <?> 'Enter'",
         "upload <Papers> 'a.pdf\\nb.pdf'"],
    ),
    "where it is": (
        python('page.locator("iframe[name=\\"pay\\"]").content_frame.get_by_text("Go")'
               ".click()",
               'page.get_by_role("row", name="Order 5 Ann").get_by_role("button", '
               'name="Delete").click()',
               'page.get_by_role("listitem").filter(has_text="Ann").get_by_text("Go")'
               ".nth(1).click()"),
        ["click <Go@name=pay>", "click <Delete in Order 5 Ann>", "click <Go in Ann>"],
    ),
    "how it is done": (
        python('page.get_by_text("A").click(button="right", modifiers=["Control"], '
               'position={"x": 1, "y": 2})', 'page.get_by_text("A").dblclick()',
               'page.get_by_text("A").hover()'),
        ["click <A> button=right modifiers=['Control'] position={'x': 1, 'y': 2}",
         "double_click <A>", "hover <A>"],
    ),
    "options of a list": (
        python('page.get_by_label("S").select_option("l")',
               'page.get_by_label("S").select_option(["l", "xl"])',
               'page.get_by_label("S").select_option(label=["Large", "Huge"])',
               'page.get_by_label("S").select_option(index=2)'),
        ["select <S> 'l' option_by=value", "select <S> 'l' option_by=value",
         "select <S> 'xl' option_by=value", "select <S> 'Large'", "select <S> 'Huge'",
         "select <S> '2' option_by=index"],
    ),
    "JavaScript: options of a list": (
        typescript("await page.getByLabel('S').selectOption('l');",
                   "await page.getByLabel('S').selectOption([{ label: 'Large' }, "
                   "{ value: 'xl' }]);"),
        ["select <S> 'l' option_by=value", "select <S> 'Large'",
         "select <S> 'xl' option_by=value"],
    ),
    "what opens": (
        python('with page.expect_popup() as page1_info:', f"    {SAVE}",
               "page1 = page1_info.value", 'page1.get_by_text("Accept").click()',
               "page1.close()", "with page.expect_download() as download_info:",
               f"    {SAVE}", "download = download_info.value",
               'page.once("dialog", lambda dialog: dialog.dismiss())', SAVE,
               "page2 = context.new_page()", 'page2.goto("http://b.example/")'),
        ["click <Save>", "click <Accept@order=1 & opener=0>",
         "click <Save> download=True",
         "click <Save> dialogs=[{'kind': 'alert', 'accept': True}]",
         "navigate 'http://b.example/' tab=order=2"],
    ),
    "what is looked at": (
        python('expect(page.get_by_text("A")).to_be_visible()',
               'expect(page.get_by_test_id("sum")).to_contain_text("21 EUR")',
               'expect(page.get_by_label("Who")).to_have_value("Ann")',
               'expect(page.locator("li")).to_have_count(3)',
               'expect(page.get_by_text("B")).not_to_be_visible()',
               'expect(page).to_have_title("Shop")',
               'expect(page.get_by_text("A")).to_have_text(re.compile("a.*"))',
               "page.wait_for_timeout(9)", 'page.screenshot(path="a.png")', SAVE),
        ["read <A> 'true' as=answer of=presence",
         "read <21 EUR> '21 EUR' as=answer of=value",
         "read <Who> 'Ann' as=answer of=value", "read <li> '3' as=answer of=count",
         "click <Save>"],
    ),
    "what JavaScript looks at": (
        typescript("await expect(page.getByTestId('sum')).toContainText('21 EUR');",
                   "await expect(page.getByText('B')).not.toBeVisible();",
                   "await expect(page).toHaveTitle(/Shop/);", SAVE_JS),
        ["read <21 EUR> '21 EUR' as=answer of=value", "click <Save>"],
    ),
    "keys where the focus is": (
        python('page.get_by_label("Note").click()', 'page.keyboard.type("hello")'),
        ["click <Note>", "type <Note> 'hello'"],
    ),
    "asyncio": (
        "import asyncio\nfrom playwright.async_api import async_playwright\n\n"
        "async def run(playwright):\n    page = await context.new_page()\n"
        "    async with page.expect_popup() as page1_info:\n"
        '        await page.get_by_text("A").click()\n'
        "    page1 = await page1_info.value\n"
        '    await page1.get_by_text("B").click()\n\n'
        "async def main():\n    async with async_playwright() as playwright:\n"
        "        await run(playwright)\n\nasyncio.run(main())\n",
        ["click <A>", "click <B@order=1 & opener=0>"],
    ),
    "JavaScript": (
        typescript("await page.goto('http://a.example/');",
                   "await page.getByLabel('收件人').fill('it\\'s \\u674e: 5');",
                   "await page.getByText(/^Save$/i).click({", "  button: 'right',",
                   "  position: { x: 1, y: 2 }", "});",
                   "await page.locator('iframe').contentFrame().getByText('Go')"
                   ".click();",
                   "await page.getByRole('row').filter({ hasText: 'Ann' })"
                   ".getByText('Go').first().check();"),
        ["navigate 'http://a.example/'", "type <收件人> \"it's 李: 5\"",
         "click <Save> button=right position={'x': 1, 'y': 2}", "click <Go@index=0>",
         "check <Go in Ann>"],
    ),
    "JavaScript: what opens": (
        typescript("const page1Promise = page.waitForEvent('popup');", SAVE_JS,
                   "const page1 = await page1Promise;",
                   "await page1.getByText('Accept').click();",
                   "const downloadPromise = page.waitForEvent('download');", SAVE_JS,
                   "const download = await downloadPromise;",
                   "page.once('dialog', dialog => {",
                   "  console.log(`Dialog message: ${dialog.message()}`);",
                   "  dialog.dismiss().catch(() => {});", "});", SAVE_JS),
        ["click <Save>", "click <Accept@order=1 & opener=0>",
         "click <Save> download=True",
         "click <Save> dialogs=[{'kind': 'alert', 'accept': True}]"],
    ),
    "JavaScript without tests": (
        "const { chromium } = require('playwright');\n\n(async () => {\n"
        "  const browser = await chromium.launch({\n    headless: false\n  });\n"
        "  const page = await context.newPage();\n"
        f"  {SAVE_JS}\n\n  // ---------------------\n  await browser.close();\n"
        "})();\n",
        ["click <Save>"],
    ),
}  # fmt: skip
ODD = [
    'page.get_by_text(re.compile(r"Save \\d+")).click()',
    'page.get_by_label("A").fill(who)', 'who = "Eve"', 'button = page.get_by_text("A")',
    'page.get_by_text("A").click(force=True)', 'page.get_by_text("A").caress()',
    'page.evaluate("go()")', 'for n in range(3):\n    page.get_by_text("A").click()',
    'if page.get_by_text("A").is_visible():\n    page.get_by_text("A").click()',
    'try:\n    page.get_by_text("A").click()\nexcept Exception:\n    pass',
    "login(page)", 'shop.order("Ann")', 'context.request.post("http://a.example/")',
    'page.goto("/cart")', 'page.once("dialog", lambda dialog: dialog.accept())',
    'page.get_by_text("A").or_(page.get_by_text("B")).click()',
    'def order(who):\n    page.get_by_label("A").fill(who)',
]  # fmt: skip
ODD_JS = [
    "for (const one of ['A', 'B']) {\n  await page.getByText(one).click();\n}",
    "await shop.order('Ann');", "const shop = new Shop(page);", "test.skip();",
    "await page.getByLabel('A').fill(`${who}`);", "await page.evaluate(() => go());",
    "if (who) await page.getByText('A').click();", "await test.step('a', pay);",
    "page.on('dialog', dialog => dialog.accept());",
]  # fmt: skip


@pytest.mark.parametrize("case", READ)
def test_what_the_recorder_writes_is_read(tmp_path: Path, case: str) -> None:
    code, expected = READ[case]

    run = read(tmp_path, code)

    assert run.refused == ()
    assert told(run) == expected


@pytest.mark.parametrize("code", ODD)
def test_any_other_line_is_refused(tmp_path: Path, code: str) -> None:
    run = read(tmp_path, python(code, SAVE))

    assert [one.place for one in run.refused] == ["script.py:7"]
    assert told(run) == ["click <Save>"]


@pytest.mark.parametrize("code", ODD_JS)
def test_any_other_line_of_javascript_is_refused(tmp_path: Path, code: str) -> None:
    run = read(tmp_path, typescript(*code.split("\n"), SAVE_JS))

    assert [one.place for one in run.refused] == ["script.py:4"]
    assert told(run) == ["click <Save>"]


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("@pytest.mark.skip(reason='no')\ndef test_x(page):\n    " + SAVE, 1),
        ("def order(page):\n    pass\n\ndef test_x(page):\n    " + SAVE, 1),
        ("class Shop:\n    pass\n\ndef test_x(page):\n    " + SAVE, 1),
        ("test.skip('x', async ({ page }) => {\n" + SAVE_JS + "\n});", 1),
        ("test.fail('x', async ({ page }) => {\n" + SAVE_JS + "\n});", 1),
        ("class A {\n  pay() { }\n}\ntest('x', async ({ page }) => {\n});", 1),
    ],
)
def test_a_test_that_is_not_all_there_is_no_success(
    tmp_path: Path, code: str, line: int
) -> None:
    [run] = runs(tmp_path, code)

    assert [one.place for one in run.refused] == [f"script.py:{line}"]


def test_each_test_of_a_file_is_a_run(tmp_path: Path) -> None:
    code = "def test_order_a_lamp(page):\n    {0}\n\ndef test_close(page):\n    {0}\n"
    other = "test('{0}', async ({{ page }}) => {{\n  {1}\n}});\n"

    made = runs(tmp_path, code.format(SAVE))
    made += runs(tmp_path, "".join(other.format(x, SAVE_JS) for x in ("pay", "test")))

    assert [one.title for one in made] == [
        "test_order_a_lamp", "test_close", "pay", None,
    ]  # fmt: skip
    assert [told(one) for one in made] == [["click <Save>"]] * 4


@pytest.mark.parametrize(
    "sign", ["com.microsoft.playwright", "using Microsoft.Playwright"]
)
def test_java_and_csharp_are_not_read(tmp_path: Path, sign: str) -> None:
    with pytest.raises(InvalidInput, match="record it as JSON Lines or as a trace"):
        runs(tmp_path, f"{sign};\npage.click();")
