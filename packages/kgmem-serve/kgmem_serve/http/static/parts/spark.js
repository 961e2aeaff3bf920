// A small chart of days: what went well below, what failed on top of it. Its words are read out.

import { h, svg } from "../dom.js";
import { moment, number } from "../texts.js";

const HEIGHT = 72;
const WIDTH = 10;

export function spark(days, label, t) {
  const all = days.map((day) => day.success + day.failure + day.other);
  const most = Math.max(1, ...all);
  const sum = all.reduce((total, n) => total + n, 0);
  const width = days.length * WIDTH;
  const unit = (HEIGHT - 4) / most;
  const column = (day, n) => {
    let top = HEIGHT;
    return ["success", "other", "failure"].map((kind) => {
      const tall = day[kind] * unit;
      top -= tall;
      return day[kind] > 0 && svg("rect", { class: kind, x: n * WIDTH + 1.5, y: top, width: WIDTH - 3, height: tall });
    });
  };
  const told = (day, n) => svg("g", null, svg("rect", { class: "hover", x: n * WIDTH, y: 0, width: WIDTH, height: HEIGHT }),
    column(day, n), svg("title", null, t("panel.day", { day: moment(`${day.day}T12:00:00Z`, { day: true }), success: day.success, failure: day.failure, other: day.other })));
  return h("figure", { class: "spark" },
    h("figcaption", null, h("span", null, label), h("strong", null, number(sum))),
    svg("svg", { viewBox: `0 0 ${width} ${HEIGHT + 1}`, preserveAspectRatio: "none", role: "img", "aria-label": t("panel.spark", { label, n: sum, most }) },
      svg("line", { class: "grid", x1: 0, x2: width, y1: HEIGHT + 0.5, y2: HEIGHT + 0.5 }),
      days.map(told)),
    h("div", { class: "ends soft small", "aria-hidden": "true" }, h("span", null, moment(`${days[0].day}T12:00:00Z`, { day: true })), h("span", null, t("panel.today"))));
}

/** Named amounts as bars. */
export function bars(amounts, caption, named, t, tone = () => "") {
  const listed = Object.entries(amounts).filter(([, n]) => n > 0).sort((a, b) => b[1] - a[1]);
  if (listed.length === 0) return h("p", { class: "soft" }, t("panel.none.yet"));
  const sum = listed.reduce((total, [, n]) => total + n, 0);
  const most = listed[0][1];
  return h("table", { class: "bars" }, h("caption", { class: "unseen" }, caption),
    h("thead", { class: "unseen" }, h("tr", null, h("th", { scope: "col" }, caption), h("th", { scope: "col" }, t("panel.n")))),
    h("tbody", null, listed.map(([name, n]) => h("tr", null,
      h("th", { scope: "row" }, named(name)),
      h("td", { class: "wide" }, h("span", { class: `meter ${tone(name)}`, "aria-hidden": "true" }, h("span", { style: { width: `${(100 * n) / most}%` } }))),
      h("td", { class: "number" }, number(n), " ", h("span", { class: "soft small" }, number(n / sum, { style: "percent" })))))));
}
