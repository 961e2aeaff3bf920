"""A pattern as a test for Playwright Test, in TypeScript."""

import json
from collections.abc import Iterator, Mapping, Sequence

from kgmem import ExportedPattern, PatternSource
from kgmem_formats.exporters.cases import START, Cases, exported_test, needed
from kgmem_formats.exporters.naming import slug
from kgmem_formats.exporters.playwright_code import Dialect, plain
from kgmem_formats.exporters.script import Script

FORMAT = "playwright-typescript"


def export(source: PatternSource, options: Mapping[str, object]) -> ExportedPattern:
    """The test, as one file. Options: `start`, `cases`."""
    name = f"{slug(source.pattern, '-')}.spec.ts"
    run = "npm install @playwright/test; npx playwright test"
    return exported_test(source, options, FORMAT, name, run, _file)


def literal(value: object) -> str:
    """A JSON value as JavaScript has it, with what isn't shown escaped."""
    text = json.dumps(value, ensure_ascii=False)
    return "".join(map(_letter, text))


def _letter(letter: str) -> str:
    return letter if letter.isprintable() else json.dumps(letter)[1:-1]


class TypeScript(Dialect):
    """TypeScript with Playwright's own test runner."""

    indent = "  "
    remark_form = "// {}"
    joined, encoded = '{}.join(", ")', "encodeURIComponent({})"
    length, number = "{}.length", "Number({})"
    only_form, there_form = "(await only({}))", "await there([{}])"
    statement = "await {};"
    address_check = 'await expect(page).toHaveURL(new RegExp({}, "i"));'
    shown_check = "await expect({}).toBeVisible();"
    by_hand = "throw new Error({});"
    branches = "if ({}) {{", "}} else if ({}) {{", "}} else {{"
    loop = "for (let n = 0; n < {}; n++) {{"
    leave = "if ({}) break;"
    ends = ("}",)

    def text(self, value: object) -> str:
        return literal(value)

    def choosing(self, ways: Sequence[str], also: Sequence[str]) -> Sequence[str]:
        return [f"[{', '.join(ways)}]", f"[{', '.join(also)}]"]

    def call(self, method: str, *arguments: str, **options: str | int | bool) -> str:
        first, *others = method.split("_")
        name = first + "".join(map(str.capitalize, others))
        told = ", ".join(
            f"{key}: {literal(one) if one is True else one}"
            for key, one in options.items()
        )
        given = [*arguments, *([f"{{ {told} }}"] if told else [])]
        return f"{name}({', '.join(given)})"


HEAD = """
import { existsSync } from "node:fs";
import {
  expect, test, type FrameLocator, type Locator, type Page,
} from "@playwright/test";
""".strip("\n")

HELPERS = r"""
const PROGRAMS = [
  "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome",
];
const PARTS =
  "tr, li, [role=row], [role=listitem], article, fieldset, form, section, dialog";

test.use({
  launchOptions: {
    executablePath:
      process.env.KGMEM_CHROMIUM || PROGRAMS.find((one) => existsSync(one)),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  },
});

/** What the first way finds that finds anything; while that are several, those among
 * them that another way finds, too. */
async function only(ways: Locator[], also: Locator[]): Promise<Locator> {
  const any = ways.reduce((one, other) => one.or(other)).first();
  await any.waitFor({ state: "attached" });
  let found = ways[0];
  for (const way of [...ways].reverse()) if (await way.count()) found = way;
  for (const way of [...ways, ...also])
    if ((await found.count()) > 1 && (await found.and(way).count()))
      found = found.and(way);
  return found;
}

/** Is it there, or comes within two seconds? */
async function there(ways: Locator[]): Promise<boolean> {
  const any = ways.reduce((one, other) => one.or(other)).first();
  return any.waitFor({ timeout: 2_000 }).then(() => true, () => false);
}

/** What stands in the smallest parts of the page that hold all these texts. */
function near(page: Page | FrameLocator, ...texts: string[]): Locator {
  let parts = page.locator(PARTS);
  for (const text of texts) parts = parts.filter({ hasText: text });
  return parts.filter({ hasNot: parts }).locator("*");
}
""".strip("\n")


def _file(script: Script, cases: Cases, head: list[str]) -> Iterator[str]:
    code = TypeScript(script.parameters)
    yield from map(code.remark, head)
    yield from ("", *HEAD.splitlines(), "")
    yield f"const START = process.env.{START} || {literal(script.start or '')};"
    yield "const CASES: Record<string, any>[] = ["
    yield from (f"  {literal(one)}," for one in cases.values)
    yield "];"
    outside = literal(needed(script, cases))
    yield f"const OUTSIDE: Record<string, string> = {outside};"
    yield from HELPERS.splitlines()
    yield from ("", "/** Do the task with these values, and check where it leads. */")
    yield "async function follow(page: Page, values: Record<string, any>) {"
    if not script.opens:
        yield "  await page.goto(START);"
    yield from (code.indent + line for line in code.lines(script.body))
    yield "}"
    yield from _test(code, script)


def _test(code: TypeScript, script: Script) -> Iterator[str]:
    title = code.text(plain(script.title))
    yield from f"""
for (const [index, values] of CASES.entries())
  test({title} + " " + (index + 1), async ({{ page }}) => {{
    const lacking = Object.values(OUTSIDE).filter((name) => !process.env[name]);
    test.skip(lacking.length > 0, "set " + lacking.join(", "));
    const outside = Object.fromEntries(
      Object.entries(OUTSIDE).map(([key, name]) => [key, process.env[name]]),
    );
    await follow(page, {{ ...values, ...outside }});
  }});""".splitlines()
