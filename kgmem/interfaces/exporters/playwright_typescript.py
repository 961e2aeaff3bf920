"""A pattern as a test for Playwright Test, in TypeScript."""

import json
from collections.abc import Iterator, Mapping, Sequence

from kgmem.interfaces.exporters.cases import CHROMIUM, START, Cases, cases_of
from kgmem.interfaces.exporters.parameters import Parameters, ParameterUse
from kgmem.interfaces.exporters.playwright_code import (
    Dialect,
    frame_selector,
    plain,
    seen_words,
)
from kgmem.interfaces.exporters.playwright_python import CaseOptions, outside_notes
from kgmem.interfaces.exporters.reading import script_of
from kgmem.interfaces.exporters.script import LocatorWay, Script, Where
from kgmem.interfaces.pattern_names import origin, slug
from kgmem.model.exported import ExportedPattern, PatternSource
from kgmem.model.values.arguments import validated

FORMAT = "playwright-typescript"


def export(source: PatternSource, options: Mapping[str, object]) -> ExportedPattern:
    """The test, as one file. Options: `start`, `cases`."""
    chosen = validated(CaseOptions, options, FORMAT)
    script = script_of(source, chosen.start)
    cases = cases_of(script, source, chosen.cases)
    text = "\n".join(_file(script, cases, source)) + "\n"
    return ExportedPattern(
        format=FORMAT,
        name=f"{slug(source.pattern, '-')}.spec.ts",
        text=text,
        notes=(*script.notes, *outside_notes(cases)),
    )


def literal(value: object) -> str:
    """A JSON value as JavaScript has it, with what isn't shown escaped."""
    text = json.dumps(value, ensure_ascii=False)
    return "".join(map(_letter, text))


def _letter(letter: str) -> str:
    return letter if letter.isprintable() else json.dumps(letter)[1:-1]


class TypeScript(Dialect):
    """TypeScript with Playwright's own test runner."""

    indent = "  "
    and_call = "and"
    only_call = "(await only"

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters

    def only(self, where: Where) -> str:
        found = super().only(where)
        return f"{found})" if found.startswith(self.only_call) else found

    def text(self, value: str) -> str:
        return literal(value)

    def given(self, one: ParameterUse, *, encoded: bool = False) -> str:
        value = f"values[{literal(one.key)}]"
        if one.in_loop:
            value += "[n]"
        elif one.is_list:
            value += '.join(", ")'
        return f"encodeURIComponent({value})" if encoded else value

    def count(self, over: ParameterUse) -> str:
        value = f"values[{literal(over.key)}]"
        return f"{value}.length" if over.is_list else f"Number({value})"

    def remark(self, text: str) -> str:
        return f"// {plain(text)}"

    def way(self, way: LocatorWay, frame: str | None) -> str:
        page = "page"
        if frame is not None:
            page += f".frameLocator({literal(frame_selector(frame))})"
        words, role = self.words(way.words), literal(way.role)
        exact = ", { exact: true }" if way.exact else ""
        match way.kind:
            case "role":
                is_exact = ", exact: true" if way.exact else ""
                return f"{page}.getByRole({role}, {{ name: {words}{is_exact} }})"
            case "label" | "placeholder" | "text":
                return f"{page}.getBy{way.kind.capitalize()}({words}{exact})"
            case "test_id":
                return f"{page}.getByTestId({words})"
            case "around":
                texts = ", ".join(self.words(one) for one in seen_words(way.words))
                return f"near({page}, {texts})"
            case "css" | "xpath":
                return f"{page}.locator({literal(way.kind + '=')} + {words})"

    def choosing(self, ways: Sequence[str], also: Sequence[str]) -> Iterator[str]:
        yield f"[{', '.join(ways)}]"
        yield f"[{', '.join(also)}]"

    def call(self, method: str, *arguments: str, delay: int | None = None) -> str:
        first, *others = method.split("_")
        name = first + "".join(map(str.capitalize, others))
        given = [*arguments, *([f"{{ delay: {delay} }}"] if delay else [])]
        return f"{name}({', '.join(given)})"

    def statement(self, expression: str) -> str:
        return f"await {expression};"

    def address_check(self, pattern: str) -> str:
        return f'await expect(page).toHaveURL(new RegExp({literal(pattern)}, "i"));'

    def shown_check(self, found: str) -> str:
        return f"await expect({found}).toBeVisible();"

    def by_hand(self, text: str) -> str:
        return f"throw new Error({literal(plain(text))});"

    def branch(self, condition: str | None, is_first: bool) -> str:
        if condition is None:
            return "} else {"
        return f"{'' if is_first else '} else '}if ({condition}) {{"

    def loop(self, times: str) -> str:
        return f"for (let n = 0; n < {times}; n++) {{"

    def there(self, where: Where) -> str:
        return f"await there([{', '.join(self.ways(where))}])"

    def leave(self, condition: str) -> Sequence[str]:
        return (f"if ({condition}) break;",)

    def ends(self) -> str | None:
        return "}"


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


def _file(script: Script, cases: Cases, source: PatternSource) -> Iterator[str]:
    code = TypeScript(script.parameters)
    needed = () if script.start or script.opens else (START,)
    outside = {**cases.outside, **{f"({one})": one for one in needed}}
    default = "" if script.start is None else literal(script.start)
    yield from map(code.remark, _head(script, source))
    yield from ("", *HEAD.splitlines(), "")
    yield f"const START = process.env.{START} || {default or literal('')};"
    yield "const CASES: Record<string, any>[] = ["
    yield from (f"  {literal(one)}," for one in cases.values)
    yield "];"
    yield f"const OUTSIDE: Record<string, string> = {literal(outside)};"
    yield from HELPERS.splitlines()
    yield from ("", "/** Do the task with these values, and check where it leads. */")
    yield "async function follow(page: Page, values: Record<string, any>) {"
    if not script.opens:
        yield "  await page.goto(START);"
    yield from (code.indent + line for line in code.lines(script.body))
    yield "}"
    yield from _test(code, script)


def _head(script: Script, source: PatternSource) -> Iterator[str]:
    yield script.title
    yield origin(source.pattern)
    yield "Run it: npm install @playwright/test; npx playwright test. Environment:"
    yield f"{CHROMIUM}: the browser's program; without, one of the system is taken."
    yield f"{START}: another first page."
    yield from (f"Note: {note}" for note in script.notes)


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
