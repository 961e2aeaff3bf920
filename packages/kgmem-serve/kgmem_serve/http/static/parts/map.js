// An app's map as a drawing: pages in layers, ways between them. The tables beside it tell the same.

import { h, svg } from "../dom.js";
import { link } from "../route.js";
import { number, t } from "../texts.js";

const BOX = { width: 172, height: 64 };
const GAP = { x: 66, y: 32 };
const SMALLEST = 0.8;
const EDGE = 14;

export function drawing(map, chosen, t) {
  const rows = new Map();
  const places = [...map.pages.map((page) => [page.layer, page.place]), ...map.ways.flatMap((way) => way.bends)];
  for (const [layer, row] of places) rows.set(layer, Math.max(rows.get(layer) ?? 0, row + 1));
  const most = Math.max(...rows.values());
  const layers = Math.max(...rows.keys()) + 1;
  const at = (layer, row) => {
    const above = (most - rows.get(layer)) / 2;
    return { x: EDGE + layer * (BOX.width + GAP.x), y: EDGE + 10 + (row + above) * (BOX.height + GAP.y) };
  };
  const place = new Map(map.pages.map((page) => [page.page_id, at(page.layer, page.place)]));
  const lines = map.ways.map((way) => ({ way, ...(way.back ? behind : onward)(place.get(way.source), place.get(way.target), way.bends.map((bend) => at(...bend))) }));
  const width = 2 * EDGE + layers * BOX.width + (layers - 1) * GAP.x;
  const deepest = Math.max(...[...place.values()].map((one) => one.y + BOX.height), ...lines.map((one) => one.y));
  const height = deepest + 2 * EDGE;
  const busiest = Math.max(1, ...map.ways.map((way) => way.runs));
  const named = map.ways.length <= 60;
  return h("div", { class: "scroll canvas", tabindex: 0, role: "region", "aria-label": t("map.drawing") },
    svg("svg", { class: "graph map", style: { "max-width": `${width}px`, "min-width": `${width * SMALLEST}px` }, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": t("map.drawing.of", { app: map.app, pages: map.pages.length, ways: map.ways.length }) },
      svg("defs", null, ["", "bad"].map((tone) => arrow(tone))),
      lines.map((one) => line(one, busiest, t)),
      named && lines.map(count),
      map.pages.map((page) => box(map.app, page, place.get(page.page_id), page.page_id === chosen, t))));
}

const arrow = (tone) => svg("marker", { id: `arrow${tone}`, class: `tip ${tone}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" }, svg("path", { d: "M0 0 8 4 0 8Z" }));

const toneOf = (way) => (way.failures > way.successes ? "bad" : "");

function line({ way, d }, busiest, t) {
  const tone = toneOf(way);
  const width = 1.2 + 3.3 * Math.sqrt(way.runs / busiest);
  return svg("g", { class: `way ${tone}` },
    svg("path", { class: way.back ? "edge back" : "edge", d, style: { "stroke-width": width.toFixed(1) }, "marker-end": `url(#arrow${tone})` },
      svg("title", null, t("map.way.title", { runs: way.runs, successes: way.successes, failures: way.failures }))));
}

function count({ way, x, y }) {
  const failed = way.failures > 0 && svg("tspan", { class: "failed" }, ` ${number(way.failures)} ✗`);
  return svg("text", { x, y, class: `count ${toneOf(way)}`, "aria-hidden": "true" }, number(way.successes), way.failures > 0 && " ✓", failed);
}

/** From box to box, and past those between them where the way has bends. */
function onward(from, to, bends) {
  const half = BOX.height / 2;
  const stops = [{ x: from.x, y: from.y + half }, ...bends.map((one) => ({ x: one.x, y: one.y + half })), { x: to.x - 2, y: to.y + half }];
  let d = `M${from.x + BOX.width} ${stops[0].y}`;
  for (let n = 1; n < stops.length; n += 1) {
    const a = { x: stops[n - 1].x + BOX.width, y: stops[n - 1].y };
    const b = stops[n];
    const reach = (b.x - a.x) / 2;
    d += `C${a.x + reach} ${a.y} ${b.x - reach} ${b.y} ${b.x} ${b.y}${n < stops.length - 1 ? `H${b.x + BOX.width}` : ""}`;
  }
  const [a, b] = bends.length > 0 ? [stops[1], { x: stops[1].x + BOX.width, y: stops[1].y }] : [{ x: from.x + BOX.width, y: stops[0].y }, stops[1]];
  return { d, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - 5 };
}

function behind(from, to) {
  const a = { x: from.x + BOX.width * 0.4, y: from.y + BOX.height };
  const b = { x: to.x + BOX.width * 0.6, y: to.y + BOX.height + 2 };
  const low = Math.max(a.y, b.y) + 42;
  return { d: `M${a.x} ${a.y}C${a.x} ${low} ${b.x} ${low} ${b.x} ${b.y}`, x: (a.x + b.x) / 2, y: low + 3 };
}

function box(app, page, at, isChosen, t) {
  const { title, path } = pageName(page);
  const label = t("map.page.label", { name: title, runs: page.runs, failed: page.failed });
  const wide = BOX.width / 7.4;
  const failed = page.failed > 0 && svg("g", { class: "fails" },
    svg("rect", { x: at.x + BOX.width - 52, y: at.y - 10, width: 46, height: 20, rx: 10 }),
    svg("text", { x: at.x + BOX.width - 29, y: at.y + 4.5, "text-anchor": "middle" }, `✗ ${number(page.failed)}`));
  return svg("a", { href: link("apps", { id: app, page: page.page_id }), class: `node ${page.failed > 0 ? "failing" : ""}`, "aria-label": label, "aria-current": isChosen ? "true" : null },
    svg("title", null, label),
    svg("rect", { x: at.x, y: at.y, width: BOX.width, height: BOX.height, rx: 9 }),
    svg("text", { x: at.x + 12, y: at.y + 22, class: "name" }, cut(title, wide)),
    path && svg("text", { x: at.x + 12, y: at.y + 38, class: "path" }, cut(path, wide * 1.1)),
    svg("text", { x: at.x + 12, y: at.y + 54, class: "runs" }, `${t("runs.n", { n: page.runs })} · ${t("map.elements.n", { n: page.elements })}`),
    failed);
}

/** What a page is called, and its address where that says more. */
export function pageName(page) {
  const whole = page.url_template?.replace(/^https?:\/\//, "") ?? "";
  const path = whole.replace(/^[^/]+(?=\/.)/, "");
  if (page.name && page.name !== page.url_template) return { title: page.name, path };
  return path ? { title: path, path: whole } : { title: t("map.page.unnamed", { id: page.page_id.slice(0, 4) }), path: "" };
}

const wideness = (letter) => (letter.codePointAt(0) > 0x2e80 ? 1.9 : 1);

function cut(text, room) {
  let used = 0;
  for (let at = 0; at < text.length; at += 1) {
    used += wideness(text[at]);
    if (used > room) return `${text.slice(0, Math.max(1, at - 1))}…`;
  }
  return text;
}
