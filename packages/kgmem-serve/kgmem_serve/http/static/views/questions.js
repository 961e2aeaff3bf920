// Open questions: what a person can settle, a sort at a time.

import { link } from "../route.js";
import { moment, number } from "../texts.js";
import { decision, retraction } from "../parts/acting.js";
import { empty } from "../parts/states.js";
import { pager } from "../parts/table.js";
import { badge, template } from "../parts/words.js";

export async function render(params, tools) {
  const { api, t, h, signal } = tools;
  const counts = await api.get("/v1/views/questions", {}, { signal });
  const sorts = counts.map((one) => one.sort);
  const first = counts.find((one) => one.open > 0)?.sort ?? sorts[0];
  const sort = sorts.includes(params.id) ? params.id : first;
  const page = await api.get(`/v1/views/questions/${sort}`, { after: params.after }, { signal });
  const tabs = h("nav", { class: "tabs", "aria-label": t("questions.sorts") }, counts.map((one) =>
    h("a", { href: link("questions", { id: one.sort }), "aria-current": one.sort === sort ? "page" : null },
      t(`questions.${one.sort}`), " ", h("span", { class: one.open > 0 ? "badge warn" : "badge" }, one.more ? `${number(one.open)}+` : number(one.open)))));
  const head = h("header", { class: "head" }, h("h1", null, t("nav.questions")), h("p", null, t("questions.about")));
  const help = h("p", { class: "soft" }, t(`questions.${sort}.help`));
  if (page.items.length === 0) return h("section", { class: "stack" }, head, tabs, help, empty(t("questions.none"), t("questions.none.help")));
  return h("section", { class: "stack" }, head, tabs, help, h("ol", { class: "hits" }, page.items.map((one) => h("li", null, question(one, tools)))), pager("questions", page.next, t));
}

function question(one, tools) {
  const { t, h } = tools;
  if (one.kind === "fact") return conflict(one, tools);
  const at = one.kind === "run" ? "runs" : "patterns";
  const figures = Object.entries(one.figures).map(([name, n]) => h("span", null, t(`figure.${name}`, { n })));
  return h("section", { class: "card stack" },
    h("div", null,
      h("h2", null, h("a", { href: link(at, { id: one.id }) }, one.kind === "pattern" ? template(one.text) : one.text)),
      h("p", { class: "meta" }, badge(one.kind, "accent"), one.outcome && badge(one.outcome), one.app && h("span", null, one.app), one.at && h("time", { datetime: one.at }, moment(one.at)), figures)),
    one.told.length > 0 && h("ul", { class: "plain" }, one.told.map((line) => h("li", null, line))),
    one.slots.length > 0 && h("ul", { class: "plain" }, one.slots.map((slot) => h("li", null, h("span", { class: "slot" }, slot.name), ` ${slot.kind ?? ""} `, slot.examples.slice(0, 5).map((value) => h("code", { class: "chip" }, value))))),
    h("div", { class: "buttons" }, one.verbs.map((verb) => decision(verb, one.id, tools))));
}

function conflict(one, tools) {
  const { t, h } = tools;
  const side = (fact) => h("div", { class: "card stack" },
    h("p", null, h("strong", null, h("a", { href: link("facts", { fact: fact.fact_id }) }, fact.text))),
    h("p", { class: "meta" }, fact.source && h("span", null, t("fact.says", { source: fact.source })), fact.at && h("time", { datetime: fact.at }, moment(fact.at))),
    h("div", { class: "buttons" }, retraction(fact, tools)));
  return h("section", { class: "stack" }, h("h2", null, one.text), h("div", { class: "columns" }, one.facts.map(side)));
}
