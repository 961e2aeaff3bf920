// Apps, and the map of one: its pages, where runs go from there, and where they fail.

import { link } from "../route.js";
import { duration, moment, number } from "../texts.js";
import { acting } from "../parts/acting.js";
import { drawing, pageName } from "../parts/map.js";
import { empty } from "../parts/states.js";
import { pager, table } from "../parts/table.js";
import { badge } from "../parts/words.js";

export const render = (params, tools) => (params.id ? one(params, tools) : list(params, tools));

async function list({ after }, { api, t, h, signal }) {
  const page = await api.get("/v1/views/apps", { after }, { signal });
  const head = h("header", { class: "head" }, h("h1", null, t("nav.apps")), h("p", null, t("apps.about")));
  if (page.items.length === 0) return h("section", null, head, empty(t("apps.none"), t("apps.none.help")));
  const shown = table({ caption: t("apps.caption"), rows: page.items, columns: [
    { name: t("app"), head: true, cell: (row) => h("a", { href: link("apps", { id: row.app }) }, row.app) },
    { name: t("apps.pages"), kind: "number", cell: (row) => number(row.pages) },
    { name: t("apps.tasks"), kind: "number", cell: (row) => number(row.tasks) },
  ] });
  return h("section", null, head, shown, pager("apps", page.next, t));
}

async function one(params, tools) {
  const { api, t, h, signal } = tools;
  const [map, detail] = await Promise.all([
    api.get("/v1/views/apps/map", { app: params.id }, { signal }),
    params.page ? pageDetail(params, tools) : null,
  ]);
  const by = new Map(map.pages.map((page) => [page.page_id, pageName(page).title]));
  const head = h("header", { class: "head" },
    h("p", { class: "crumb" }, h("a", { href: link("apps") }, t("nav.apps"))),
    h("h1", null, t("map.of", { app: map.app })),
    h("p", null, map.runs > 0 ? t("map.about", { n: map.runs }) : null));
  if (map.pages.length === 0) return h("section", null, head, empty(t("map.none"), t("map.none.help")));
  return h("article", { class: "stack" }, head,
    drawing(map, params.page, t),
    h("p", { class: "meta legend" }, h("span", { class: "key good" }, t("map.key.runs")), h("span", { class: "key bad" }, t("map.key.bad")), h("span", { class: "key dashed" }, t("map.key.back")),
      map.more_pages > 0 && h("span", null, t("map.more", { n: map.more_pages }))),
    detail,
    h("div", { class: "columns wide" }, pages(map, t, h), map.ways.length > 0 && ways(map, by, t, h)));
}

const pages = (map, t, h) => table({ caption: t("map.pages.caption"), rows: map.pages, columns: [
  { name: t("map.page"), head: true, cell: (page) => [h("a", { href: link("apps", { id: map.app, page: page.page_id }) }, pageName(page).title), h("div", { class: "soft small" }, pageName(page).path)] },
  { name: t("map.runs"), kind: "number", cell: (page) => number(page.runs) },
  { name: t("map.won"), kind: "number", cell: (page) => number(page.successes) },
  { name: t("map.lost"), kind: "number", cell: (page) => number(page.failures) },
  { name: t("map.fail.here"), kind: "number", cell: (page) => (page.failed > 0 ? h("span", { class: "badge bad" }, number(page.failed)) : "0") },
] });

function ways(map, by, t, h) {
  const to = (way) => link("apps", { id: map.app, page: way.source, onward: way.target });
  return table({ caption: t("map.ways.caption"), rows: [...map.ways].sort((a, b) => b.runs - a.runs), columns: [
    { name: t("map.way"), head: true, cell: (way) => h("a", { href: to(way) }, `${by.get(way.source)} → ${by.get(way.target)}`) },
    { name: t("map.runs"), kind: "number", cell: (way) => number(way.runs) },
    { name: t("map.won"), kind: "number", cell: (way) => number(way.successes) },
    { name: t("map.lost"), kind: "number", cell: (way) => (way.failures > 0 ? h("span", { class: "badge bad" }, number(way.failures)) : "0") },
  ] });
}

async function pageDetail(params, tools) {
  const { api, t, h, signal } = tools;
  const at = `/v1/views/pages/${encodeURIComponent(params.page)}`;
  const { onward, outcome } = params;
  const [page, elements, runs] = await Promise.all([
    api.get(at, {}, { signal }),
    api.get(`${at}/elements`, { limit: 25, after: params.elements }, { signal }),
    api.get(`${at}/runs`, { limit: 10, after: params.after, onward, outcome }, { signal }),
  ]);
  const kept = { id: params.id, page: params.page };
  return h("section", { class: "card stack chosen", "aria-labelledby": "chosen-page" },
    h("div", { class: "row apart" },
      h("h2", { id: "chosen-page" }, pageName(page).title),
      h("a", { href: link("apps", { id: params.id }) }, t("map.whole"))),
    page.url_template && h("p", { class: "soft small" }, page.url_template),
    page.avoidances.length > 0 && avoidances(page.avoidances, tools),
    h("div", { class: "columns wide" },
      h("div", null, elementTable(elements, t, h),
        elements.next && h("p", { class: "pager" }, h("a", { class: "button", href: link("apps", { ...kept, onward, outcome, elements: elements.next }) }, t("map.more.elements")))),
      h("div", null, runTable(runs, params, t, h),
        h("p", { class: "pager" },
          (outcome || onward) && h("a", { href: link("apps", kept) }, t("map.all.runs")),
          !outcome && h("a", { href: link("apps", { ...kept, onward, outcome: "failure" }) }, t("map.failed.runs")),
          runs.next && h("a", { class: "button", href: link("apps", { ...kept, onward, outcome, after: runs.next }) }, t("page.next"))))));
}

const elementTable = (elements, t, h) => table({ caption: t("map.elements.caption"), rows: elements.items, columns: [
  { name: t("step.element"), head: true, cell: (one) => [one.name || one.test_id || one.tag || t("map.unnamed"), " ", h("span", { class: "soft small" }, one.role ?? one.tag)] },
  { name: t("apps.tasks"), kind: "number", cell: (one) => number(one.tasks) },
  { name: t("steps"), kind: "number", cell: (one) => number(one.steps) },
] });

function runTable(runs, { onward, outcome }, t, h) {
  if (runs.items.length === 0) return h("p", { class: "state" }, t("map.no.runs"));
  return table({ caption: t(onward ? "map.runs.onward" : outcome === "failure" ? "map.runs.failed" : "map.runs.caption"), rows: runs.items, columns: [
    { name: t("map.task"), head: true, cell: (run) => h("a", { href: link("runs", { id: run.experience_id }) }, run.task) },
    { name: t("map.outcome"), kind: "tight", cell: (run) => badge(run.outcome) },
    { name: t("took"), kind: "number", cell: (run) => duration(run.duration_ms) },
    { name: t("learned"), kind: "tight", cell: (run) => h("time", { class: "soft", datetime: run.recorded_at }, moment(run.recorded_at, { day: true })) },
  ] });
}

function avoidances(listed, tools) {
  const { api, t, h } = tools;
  const forget = (one) => acting({
    id: `avoid-${one.avoidance_id}`, label: t("do.forget"), role: "write", danger: true,
    heading: t("avoid.forget"), about: t("avoid.forget.about"),
    call: () => api.call("forget", { avoidance_id: one.avoidance_id }),
  }, tools);
  return h("div", null, h("h3", null, t("map.avoid")), h("ul", { class: "members" }, listed.map((one) => h("li", { class: "row apart" },
    h("div", null, h("strong", null, one.failed_step ?? `${one.action} ${one.name ?? one.role ?? ""}`), " ",
      h("span", { class: "badge bad" }, t("avoid.counts", { failures: one.failures, successes: one.successes })),
      one.instead_step && h("p", { class: "soft" }, t("map.instead", { what: one.instead_step }))),
    h("div", { class: "row" }, one.experience_ids.slice(0, 3).map((id, n) => h("a", { href: link("runs", { id }), class: "small" }, t("path.run", { n: n + 1 }))), forget(one))))));
}
