// Facts about a thing: when they hold, as of a day, what contradicts what, and what became of each.

import { link } from "../route.js";
import { calendarDay, moment, number, percent } from "../texts.js";
import { correction, retraction } from "../parts/acting.js";
import { empty } from "../parts/states.js";
import { field, filters, pager, table, text } from "../parts/table.js";
import { timeline } from "../parts/timeline.js";

export function render(params, tools) {
  if (params.fact) return history(params, tools);
  return params.about ? about(params, tools) : list(params, tools);
}

async function list({ q, after }, { api, t, h, signal }) {
  const page = await api.get("/v1/views/subjects", { q, after }, { signal });
  const head = h("header", { class: "head" }, h("h1", null, t("nav.facts")), h("p", null, t("facts.about")));
  const form = filters("facts", [field(t("facts.subject"), text("q", q, { type: "search", placeholder: t("filter.words") }), true)], t);
  if (page.items.length === 0) return h("section", null, head, form, q ? empty(t("nothing.fits"), t("nothing.fits.help")) : empty(t("facts.none"), t("facts.none.help")));
  const shown = table({ caption: t("facts.subjects.caption"), rows: page.items, columns: [
    { name: t("facts.subject"), head: true, cell: (row) => h("a", { href: link("facts", { about: row.name }) }, row.name) },
    { name: t("slot.kind"), cell: (row) => row.kind ?? h("span", { class: "soft" }, "–") },
    { name: t("nav.facts"), kind: "number", cell: (row) => number(row.facts) },
  ] });
  return h("section", null, head, form, shown, pager("facts", page.next, t));
}

const endOf = (day) => (day ? `${day}T23:59:59Z` : undefined);

async function about(params, tools) {
  const { api, t, h, signal } = tools;
  const { about: name, predicate, as_of, known_at, after } = params;
  const page = await api.get("/v1/views/facts", { about: name, predicate, as_of: endOf(as_of), known_at: endOf(known_at), after, limit: 100 }, { signal });
  const head = h("header", { class: "head" },
    h("p", { class: "crumb" }, h("a", { href: link("facts") }, t("nav.facts"))),
    h("h1", null, name),
    h("p", null, asked(as_of, known_at, t)));
  const predicates = [...new Set(page.items.map((fact) => fact.predicate).filter(Boolean))].sort();
  const form = filters("facts", [
    h("input", { type: "hidden", name: "about", value: name }),
    field(t("facts.as_of"), text("as_of", as_of, { type: "date" })),
    field(t("facts.known_at"), text("known_at", known_at, { type: "date" })),
    field(t("facts.predicate"), text("predicate", predicate, { list: "predicates", placeholder: t("any") })),
    h("datalist", { id: "predicates" }, predicates.map((value) => h("option", { value }))),
  ], t);
  if (page.items.length === 0) return h("section", null, head, form, empty(t("facts.nothing"), t("facts.nothing.help")));
  const contradicted = page.items.filter((fact) => fact.contradicts.length > 0);
  return h("article", { class: "stack" }, head, form,
    contradicted.length > 0 && h("p", { class: "notice" }, t("facts.contradicted", { n: contradicted.length })),
    timeline(page.items, endOf(as_of), t),
    shown(page.items, tools), pager("facts", page.next, t));
}

function asked(asOf, knownAt, t) {
  const parts = [asOf ? t("facts.held", { day: calendarDay(endOf(asOf)) }) : t("facts.ever"), knownAt ? t("facts.known", { day: calendarDay(endOf(knownAt)) }) : t("facts.now")];
  return parts.join(" ");
}

export function shown(facts, tools) {
  const { t, h } = tools;
  return table({ caption: t("facts.caption", { n: facts.length }), rows: facts, columns: [
    { name: t("kind.fact"), head: true, cell: (fact) => [h("a", { href: link("facts", { fact: fact.fact_id }) }, fact.text), fact.contradicts.length > 0 && [" ", h("span", { class: "badge bad" }, t("why.contradiction"))]] },
    { name: t("facts.holds"), cell: (fact) => bounds(fact, t) },
    { name: t("facts.recorded"), kind: "tight", cell: (fact) => h("time", { class: "soft", datetime: fact.recorded_at }, moment(fact.recorded_at, { day: true })) },
    { name: t("facts.source"), cell: (fact) => h("span", { class: "soft" }, (fact.sources.length > 0 ? fact.sources : [fact.source]).join(", ")) },
    { name: t("facts.sure"), kind: "number", cell: (fact) => percent(fact.confidence) },
    { name: t("facts.do"), cell: (fact) => h("div", { class: "row" }, correction(fact, tools), retraction(fact, tools)) },
  ] });
}

function bounds(fact, t) {
  if (fact.valid_from && fact.valid_to) return `${calendarDay(fact.valid_from)} – ${calendarDay(fact.valid_to)}`;
  if (fact.valid_from) return t("facts.from", { day: calendarDay(fact.valid_from) });
  return fact.valid_to ? t("facts.until", { day: calendarDay(fact.valid_to) }) : t("facts.undated");
}

async function history({ fact: id }, tools) {
  const { api, t, h, signal } = tools;
  const fact = await api.get(`/v1/views/facts/${encodeURIComponent(id)}`, {}, { signal });
  const event = (one) => h("li", null,
    h("span", { class: "badge" }, t(`fact.${one.what}`)), " ", h("time", { datetime: one.at }, moment(one.at)),
    one.source && h("span", { class: "soft" }, ` ${t("fact.says", { source: one.source })} · ${percent(one.confidence)}`),
    one.reason && h("p", null, one.reason));
  return h("article", { class: "stack" },
    h("header", { class: "head" },
      h("p", { class: "crumb" }, h("a", { href: link("facts", { about: fact.subject }) }, fact.subject ?? t("nav.facts"))),
      h("h1", null, fact.text),
      h("p", { class: "meta" }, h("span", { class: fact.known ? "badge good" : "badge bad" }, t(fact.known ? "fact.known" : "fact.gone")))),
    h("section", { class: "card" }, h("h2", null, t("fact.log")), h("ol", { class: "log" }, fact.events.map(event))),
    fact.said.length > 0 && h("section", { class: "card" }, h("h2", null, t("fact.said")), h("ul", { class: "bare stack" }, fact.said.map((one) => h("li", null,
      h("blockquote", null, one.text),
      h("p", { class: "meta" }, one.agent
        ? [h("span", null, one.role), h("a", { href: link("people", { id: one.agent, session: one.session }) }, one.agent), h("time", { datetime: one.at }, moment(one.at))]
        : h("a", { href: link("documents", { id: one.document_id }) }, one.name)))))),
    fact.links.length > 0 && h("section", { class: "card" }, h("h2", null, t("fact.links")),
      h("ul", { class: "plain" }, fact.links.map((one) => h("li", null, h("span", { class: one.link === "contradicts" ? "badge bad" : "badge" }, t(`fact.${one.link}`)), " ", h("a", { href: link("facts", { fact: one.fact_id }) }, one.text))))),
    fact.known && h("div", { class: "buttons" }, correction({ ...fact, fact_id: id }, tools), retraction(fact, tools)));
}
