"""What scripts in JavaScript, TypeScript, Java and C# do is read, or refused."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.importers.playwright.reading import (
    csharp,
    java,
    read,
    runs,
    told,
    typescript,
)

READ: dict[str, tuple[Callable[..., str], list[str], list[str]]] = {
    "TypeScript: names as they are": (
        typescript,
        ["await page.getByLabel('收件人').fill('李明');",
         "await page.getByRole('button', { name: '\\u641c\\u7d22' }).click();",
         "await page.getByText(/^Save$/).click();"],
        ["type <收件人> '李明'", "click <搜索>", "click <Save>"],
    ),
    "TypeScript: values": (
        typescript,
        ["const who: string = 'Eve';", "const data = { city: 'Oslo', n: 2 };",
         "await page.getByLabel('Name').fill(`${who} no. ${data.n}`);",
         "await page.getByLabel('City').fill(data.city);",
         "await page.getByLabel('Pass').fill(process.env.SHOP_PASSWORD!);"],
        ["type <Name> 'Eve no. 2'", "type <City> 'Oslo'",
         "type <Pass> '{SHOP_PASSWORD}' asks=['SHOP_PASSWORD']"],
    ),
    "TypeScript: loops": (
        typescript,
        ["for (let i = 0; i < 2; i++) await page.getByLabel(`Row ${i}`).check();",
         "for (const one of ['A', 'B']) {", "  await page.getByText(one).click();",
         "}", "['C'].forEach(async x => { await page.getByText(x).click(); });"],
        ["check <Row 0>", "check <Row 1>", "click <A>", "click <B>", "click <C>"],
    ),
    "TypeScript: a popup, a download, a dialog": (
        typescript,
        ["const page1Promise = page.waitForEvent('popup');",
         "await page.getByText('Terms').click();",
         "const page1 = await page1Promise;",
         "await page1.getByText('Accept').click();",
         "const [download] = await Promise.all([page.waitForEvent('download'),",
         "  page.getByText('Get').click()]);",
         "page.once('dialog', dialog => {",
         "  console.log(`Dialog message: ${dialog.message()}`);",
         "  dialog.dismiss().catch(() => {});", "});",
         "await page.getByText('Delete').click();"],
        ["click <Terms>", "click <Accept@order=1 & opener=0>",
         "click <Get> download=True",
         "click <Delete> dialogs=[{'kind': 'alert', 'accept': True}]"],
    ),
    "TypeScript: under a condition": (
        typescript,
        ["if (await page.getByText('Cookies').isVisible()) {",
         "  await page.getByText('OK').click();", "}",
         "try { await page.getByText('No').click() } catch {}"],
        ["click <OK> optional=True", "click <No> optional=True"],
    ),
    "TypeScript: a frame and its options": (
        typescript,
        ["const frame = page.locator('iframe[name=\"pay\"]').contentFrame();",
         "await frame.getByText('Go').click({ button: 'right',",
         "  modifiers: ['Shift'], position: { x: 1, y: 2 } });",
         "await page.locator('#a').first().dblclick({ timeout: 100 });"],
        ["click <Go@name=pay> button=right modifiers=['Shift'] "
         "position={'x': 1, 'y': 2}", "double_click <#a>"],
    ),
    "TypeScript: assertions": (
        typescript,
        ["await expect(page.getByText('A')).toBeVisible();",
         "await page.waitForURL('**/done');",
         "await test.step('pay', async () => {",
         "  await page.getByText('Pay').click();", "});"],
        ["click <Pay>"],
    ),
    "Java: names, options, values": (
        java,
        ['String who = "李" + "明";', 'page.getByLabel("收件人").fill(who);',
         'page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions()'
         '.setName("Save").setExact(true)).click(new Locator.ClickOptions()'
         ".setButton(MouseButton.RIGHT).setPosition(1, 2)"
         ".setModifiers(Arrays.asList(KeyboardModifier.SHIFT)));",
         'page.getByText(Pattern.compile("^Go$")).click();',
         'page.getByLabel("City").fill(System.getenv("CITY"));'],
        ["type <收件人> '李明'",
         "click <Save> button=right modifiers=['Shift'] position={'x': 1, 'y': 2}",
         "click <Go>", "type <City> '{CITY}' asks=['CITY']"],
    ),
    "Java: what opens": (
        java,
        ["page.onceDialog(dialog -> {",
         '  System.out.println(String.format("Said: %s", dialog.message()));',
         "  dialog.accept();", "});", 'page.getByText("Delete").click();',
         "Page page1 = page.waitForPopup(() -> {",
         '  page.getByText("Terms").click();', "});",
         'page1.getByText("Accept").click();',
         "Download download = page.waitForDownload(() -> {",
         '  page.getByText("Get").click();', "});",
         'page.frameLocator("#f").getByText("Go").click();'],
        ["click <Delete> dialogs=[{'kind': 'confirm', 'accept': True}]",
         "click <Terms>", "click <Accept@order=1 & opener=0>",
         "click <Get> download=True", "click <Go@id=f>"],
    ),
    "Java: loops, files, options of a list": (
        java,
        ['for (String name : List.of("A", "B")) { page.getByText(name).click(); }',
         'for (int i = 1; i <= 2; i++) page.getByText("R" + i).click();',
         'page.getByLabel("F").setInputFiles(new Path[] {Paths.get("a"), '
         'Paths.get("b")});',
         'page.getByLabel("S").selectOption(new SelectOption().setLabel("Large"));',
         'assertThat(page.getByText("Done")).isVisible();'],
        ["click <A>", "click <B>", "click <R1>", "click <R2>", "upload <F> 'a\\nb'",
         "select <S> 'Large'"],
    ),
    "C#: names, options, values": (
        csharp,
        ['var who = "李";', 'await page.GetByLabel("收件人").FillAsync($"{who}明");',
         'await page.GetByRole(AriaRole.Button, new() { Name = "Save", Exact = true })'
         ".ClickAsync(new LocatorClickOptions { Button = MouseButton.Right, "
         "Modifiers = new[] { KeyboardModifier.Shift } });",
         'await page.GetByText(new Regex("^Go$")).ClickAsync();',
         'await page.GetByLabel("City").FillAsync('
         'Environment.GetEnvironmentVariable("CITY"));'],
        ["type <收件人> '李明'", "click <Save> button=right modifiers=['Shift']",
         "click <Go>", "type <City> '{CITY}' asks=['CITY']"],
    ),
    "C#: what opens": (
        csharp,
        ["void page_Dialog_EventHandler(object sender, IDialog dialog)", "{",
         '    Console.WriteLine($"Dialog message: {dialog.Message}");',
         "    dialog.DismissAsync();",
         "    page.Dialog -= page_Dialog_EventHandler;", "}",
         "page.Dialog += page_Dialog_EventHandler;",
         'await page.GetByText("Delete").ClickAsync();',
         "var page1 = await page.RunAndWaitForPopupAsync(async () =>", "{",
         '    await page.GetByText("Terms").ClickAsync();', "});",
         'await page1.GetByText("Accept").ClickAsync();',
         'await page.Locator("iframe").ContentFrame.GetByText("Go").ClickAsync();'],
        ["click <Delete> dialogs=[{'kind': 'alert', 'accept': True}]",
         "click <Terms>", "click <Accept@order=1 & opener=0>", "click <Go@index=0>"],
    ),
    "C#: loops and lists": (
        csharp,
        ['foreach (var one in new[] { "A", "B" })', "{",
         "    await page.GetByText(one).ClickAsync();", "}",
         'await page.GetByLabel("S").SelectOptionAsync(new[] { "l" });',
         'await page.Keyboard.PressAsync("Control+S");',
         'await Expect(page.GetByText("Done")).ToBeVisibleAsync();'],
        ["click <A>", "click <B>", "select <S> 'l' option_by=value",
         "key 'Control+S'"],
    ),
}  # fmt: skip
REFUSED: dict[str, tuple[Callable[..., str], list[str]]] = {
    "TypeScript: a pattern": (
        typescript, ["await page.getByText(/Save \\d+/).click();"],
    ),
    "TypeScript: a value": (typescript, ["await page.getByText(who).click();"]),
    "TypeScript: a condition in one line": (
        typescript, ["await (ok ? page.getByText('A').click() : null);"],
    ),
    "TypeScript: what only the page knows": (
        typescript,
        ["for (const one of await page.getByRole('row').all()) await one.click();"],
    ),
    "TypeScript: code in the page": (typescript, ["await page.evaluate(() => go());"]),
    "TypeScript: what can't be parsed": (
        typescript, ["await page.getByText('A') click();"],
    ),
    "TypeScript: a choice of many": (
        typescript, ["switch (x) { case 1: await page.getByText('A').click(); }"],
    ),
    "Java: a pattern": (
        java, ['page.getByText(Pattern.compile("Save \\\\d+")).click();'],
    ),
    "Java: a loop of the page's": (
        java, ['while (page.getByText("A").isVisible()) page.getByText("A").click();'],
    ),
    "C#: code in the page": (csharp, ['await page.EvaluateAsync("go()");']),
    "C#: an option that is not known": (
        csharp, ['await page.GetByText("A").ClickAsync(new() { Softly = true });'],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", READ)
def test_it_is_read(tmp_path: Path, case: str) -> None:
    write, lines, expected = READ[case]

    run = read(tmp_path, write(*lines))

    assert run.refused == ()
    assert told(run) == expected


@pytest.mark.parametrize("case", REFUSED)
def test_it_is_refused_by_its_line(tmp_path: Path, case: str) -> None:
    write, lines = REFUSED[case]
    code = write(*lines)

    run = read(tmp_path, code)

    at = code[: code.index(lines[0])].count("\n") + 1
    assert [one.place for one in run.refused] == [f"script.py:{at}"]


def test_each_test_of_a_file_is_a_run(tmp_path: Path) -> None:
    code = """import { test, expect } from '@playwright/test';
test.use({ baseURL: 'http://shop.example' });
test.describe('orders', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/orders');
  });
  test('order a lamp', async ({ page }) => {
    await page.getByText('Lamp').click();
  });
  test('close the account', async ({ page }) => {
    await page.getByText('Close').click();
  });
});
"""

    first, second = runs(tmp_path, code)

    assert [first.title, second.title] == ["order a lamp", "close the account"]
    assert told(first) == ["navigate 'http://shop.example/orders'", "click <Lamp>"]
    assert told(second)[1:] == ["click <Close>"]
