// When facts hold, as bars over the years; the table beside it tells the same.

import { h, svg } from "../dom.js";
import { calendarDay } from "../texts.js";

const ROW = 30;
const LEFT = 216;
const WIDTH = 900;
const DAY = 86_400_000;

/** `facts` of one predicate each in a row; `asOf` is marked. */
export function timeline(facts, asOf, t) {
  const now = Date.now();
  const dated = facts.filter((fact) => fact.valid_from || fact.valid_to);
  if (dated.length === 0) return null;
  const times = dated.flatMap((fact) => [fact.valid_from, fact.valid_to]).filter(Boolean).map((at) => Date.parse(at));
  const from = Math.min(...times, now) - 30 * DAY;
  const until = Math.max(...times, asOf ? Date.parse(asOf) : now, now) + 30 * DAY;
  const x = (at) => LEFT + ((at - from) / (until - from)) * (WIDTH - LEFT - 12);
  const height = 34 + dated.length * ROW;
  const mark = asOf ? Date.parse(asOf) : now;
  return h("div", { class: "scroll canvas", tabindex: 0, role: "region", "aria-label": t("facts.timeline") },
    svg("svg", { class: "graph timeline", style: { "max-width": `${1.2 * WIDTH}px`, "min-width": `${0.75 * WIDTH}px` }, viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": t("facts.timeline.of", { n: dated.length }) },
      years(from, until).map(({ at, label }) => [svg("line", { class: "grid", x1: x(at), x2: x(at), y1: 22, y2: height }), svg("text", { class: "head", x: x(at) + 4, y: 15 }, label)]),
      dated.map((fact, n) => bar(fact, 28 + n * ROW, x, from, until)),
      svg("line", { class: "now", x1: x(mark), x2: x(mark), y1: 18, y2: height })));
}

function bar(fact, y, x, from, until) {
  const begin = fact.valid_from ? Date.parse(fact.valid_from) : from;
  const end = fact.valid_to ? Date.parse(fact.valid_to) : until;
  const ends = [fact.valid_from ? calendarDay(fact.valid_from) : "…", fact.valid_to ? calendarDay(fact.valid_to) : "…"].join(" – ");
  const tone = fact.contradicts.length > 0 ? "bar bad" : "bar";
  const label = `${fact.predicate ?? ""} ${fact.object ?? fact.text}`.trim();
  return svg("g", null,
    svg("text", { x: LEFT - 10, y: y + 16, "text-anchor": "end", class: "name" }, label.length > 30 ? `${label.slice(0, 29)}…` : label),
    svg("rect", { class: tone, x: x(begin), y: y + 3, width: Math.max(3, x(end) - x(begin)), height: 18, rx: 5 }, svg("title", null, `${fact.text}: ${ends}`)));
}

function years(from, until) {
  const span = new Date(until).getUTCFullYear() - new Date(from).getUTCFullYear();
  const step = Math.max(1, Math.ceil(span / 10));
  const marks = [];
  for (let year = new Date(from).getUTCFullYear() + 1; year <= new Date(until).getUTCFullYear(); year += step) marks.push({ at: Date.UTC(year, 0, 1), label: String(year) });
  return marks;
}
