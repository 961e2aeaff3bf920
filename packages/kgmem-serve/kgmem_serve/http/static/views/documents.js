// Documents, and one with its parts and the facts that they state.

import { link } from "../route.js";
import { moment, number } from "../texts.js";
import { acting } from "../parts/acting.js";
import { empty } from "../parts/states.js";
import { field, filters, pager, table, text } from "../parts/table.js";

export const render = (params, tools) => (params.id ? one(params, tools) : list(params, tools));

const size = (bytes) => (bytes < 1024 ? `${number(bytes)} B` : `${number(bytes / 1024, { maximumFractionDigits: 1 })} kB`);

async function list({ q, after }, { api, t, h, signal }) {
  const page = await api.get("/v1/views/documents", { q, after }, { signal });
  const head = h("header", { class: "head" }, h("h1", null, t("nav.documents")), h("p", null, t("documents.about")));
  const form = filters("documents", [field(t("documents.name"), text("q", q, { type: "search", placeholder: t("filter.words") }), true)], t);
  if (page.items.length === 0) return h("section", null, head, form, q ? empty(t("nothing.fits"), t("nothing.fits.help")) : empty(t("documents.none"), t("documents.none.help")));
  const shown = table({ caption: t("documents.caption"), rows: page.items, columns: [
    { name: t("documents.name"), head: true, cell: (row) => [h("a", { href: link("documents", { id: row.document_id }) }, row.name), row.source !== row.name && h("div", { class: "soft small" }, row.source)] },
    { name: t("app"), cell: (row) => row.app ?? h("span", { class: "soft" }, "–") },
    { name: t("documents.media"), kind: "tight", cell: (row) => [row.media, row.status !== "ready" && [" ", h("span", { class: "badge warn" }, t("documents.indexing"))]] },
    { name: t("documents.parts"), kind: "number", cell: (row) => number(row.chunks) },
    { name: t("documents.size"), kind: "number", cell: (row) => size(row.size) },
    { name: t("people.updated"), kind: "tight", cell: (row) => h("time", { class: "soft", datetime: row.updated_at }, moment(row.updated_at, { day: true })) },
  ] });
  return h("section", null, head, form, shown, pager("documents", page.next, t));
}

async function one({ id, after }, tools) {
  const { api, t, h, signal } = tools;
  const at = `/v1/views/documents/${encodeURIComponent(id)}`;
  const [found, page] = await Promise.all([api.get(at, {}, { signal }), api.get(`${at}/chunks`, { after }, { signal })]);
  const forget = acting({
    id: "forget-document", label: t("do.forget"), role: "write", danger: true,
    heading: t("documents.forget"), about: t("documents.forget.about"),
    call: () => api.call("forget", { document_id: id }),
    then: () => { location.hash = link("documents"); },
  }, tools);
  return h("article", { class: "stack" },
    h("header", { class: "head" },
      h("p", { class: "crumb" }, h("a", { href: link("documents") }, t("nav.documents"))),
      h("h1", null, found.name),
      h("p", { class: "meta" }, h("span", null, found.source), h("span", null, found.media), found.app && h("span", null, found.app), h("span", null, size(found.size)), h("span", null, t("documents.parts.n", { n: found.chunks })), h("time", { datetime: found.updated_at }, moment(found.updated_at)))),
    h("div", { class: "buttons" }, forget),
    h("ol", { class: "hits" }, page.items.map((chunk) => h("li", { class: "card hit" }, part(chunk, t, h)))),
    pager("documents", page.next, t));
}

const part = (chunk, t, h) => [
  h("h2", null, chunk.headings.slice(1).join(" › ") || t("documents.part", { n: chunk.n + 1 })),
  h("p", { class: "said" }, chunk.text),
  chunk.facts.length > 0 && h("div", null, h("h3", null, t("documents.states")),
    h("ul", { class: "plain" }, chunk.facts.map((fact) => h("li", null, h("a", { href: link("facts", { fact: fact.fact_id }) }, fact.text), !fact.known && [" ", h("span", { class: "badge bad" }, t("fact.gone"))])))),
];
