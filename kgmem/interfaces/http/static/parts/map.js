// An app's map as a drawing: pages in layers, ways between them. The tables beside it tell the same.

import { h, svg } from "../dom.js";
import { link } from "../route.js";
import { number } from "../texts.js";

const BOX = { width: 196, height: 64 };
const GAP = { x: 96, y: 30 };
const EDGE = 14;

export function drawing(map, chosen, t) {
  const rows = new Map();
  for (const page of map.pages) rows.set(page.layer, (rows.get(page.layer) ?? 0) + 1);
  const most = Math.max(...rows.values());
  const layers = Math.max(...rows.keys()) + 1;
  const place = new Map(map.pages.map((page) => {
    const above = (most - rows.get(page.layer)) / 2;
    return [page.page_id, { x: EDGE + page.layer * (BOX.width + GAP.x), y: EDGE + 10 + (page.place + above) * (BOX.height + GAP.y) }];
  }));
  const backs = map.ways.filter((way) => way.back).length;
  const width = 2 * EDGE + layers * BOX.width + (layers - 1) * GAP.x;
  const height = 2 * EDGE + 10 + most * (BOX.height + GAP.y) + (backs > 0 ? 46 : 0);
  const busiest = Math.max(1, ...map.ways.map((way) => way.runs));
  const named = map.ways.length <= 60;
  return h("div", { class: "scroll canvas", tabindex: 0, role: "region", "aria-label": t("map.drawing") },
    svg("svg", { class: "graph map", width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": t("map.drawing.of", { app: map.app, pages: map.pages.length, ways: map.ways.length }) },
      svg("defs", null, ["", "bad"].map((tone) => arrow(tone))),
      map.ways.map((way) => line(way, place, busiest, named, t)),
      map.pages.map((page) => box(map.app, page, place.get(page.page_id), page.page_id === chosen, t))));
}

const arrow = (tone) => svg("marker", { id: `arrow${tone}`, class: `tip ${tone}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" }, svg("path", { d: "M0 0 8 4 0 8Z" }));

function line(way, place, busiest, named, t) {
  const from = place.get(way.source);
  const to = place.get(way.target);
  const tone = way.failures > way.successes ? "bad" : "";
  const { d, x, y } = way.back ? behind(from, to) : onward(from, to);
  const width = 1.2 + 3.3 * Math.sqrt(way.runs / busiest);
  const label = way.failures > 0 ? `${number(way.successes)} ✓ ${number(way.failures)} ✗` : number(way.runs);
  return svg("g", { class: `way ${tone}` },
    svg("path", { class: way.back ? "edge back" : "edge", d, "stroke-width": width.toFixed(1), "marker-end": `url(#arrow${tone})` },
      svg("title", null, t("map.way.title", { runs: way.runs, successes: way.successes, failures: way.failures }))),
    named && svg("text", { x, y, class: "count", "aria-hidden": "true" }, label));
}

function onward(from, to) {
  const a = { x: from.x + BOX.width, y: from.y + BOX.height / 2 };
  const b = { x: to.x - 2, y: to.y + BOX.height / 2 };
  const bend = Math.max(40, (b.x - a.x) / 2);
  return { d: `M${a.x} ${a.y}C${a.x + bend} ${a.y} ${b.x - bend} ${b.y} ${b.x} ${b.y}`, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - 5 };
}

function behind(from, to) {
  const a = { x: from.x + BOX.width * 0.4, y: from.y + BOX.height };
  const b = { x: to.x + BOX.width * 0.6, y: to.y + BOX.height + 2 };
  const low = Math.max(a.y, b.y) + 42;
  return { d: `M${a.x} ${a.y}C${a.x} ${low} ${b.x} ${low} ${b.x} ${b.y}`, x: (a.x + b.x) / 2, y: low - 12 };
}

function box(app, page, at, isChosen, t) {
  const { title, path } = pageName(page);
  const label = t("map.page.label", { name: title, runs: page.runs, failed: page.failed });
  const wide = BOX.width / 7.4;
  const failed = page.failed > 0 && svg("g", { class: "fails" },
    svg("rect", { x: at.x + BOX.width - 62, y: at.y - 10, width: 58, height: 20, rx: 10 }),
    svg("text", { x: at.x + BOX.width - 33, y: at.y + 4.5, "text-anchor": "middle" }, `✗ ${number(page.failed)}`));
  return svg("a", { href: link("apps", { id: app, page: page.page_id }), class: `node ${page.failed > 0 ? "failing" : ""}`, "aria-label": label, "aria-current": isChosen ? "true" : null },
    svg("title", null, label),
    svg("rect", { x: at.x, y: at.y, width: BOX.width, height: BOX.height, rx: 9 }),
    svg("text", { x: at.x + 12, y: at.y + 22, class: "name" }, cut(title, wide)),
    path && svg("text", { x: at.x + 12, y: at.y + 38, class: "path" }, cut(path, wide * 1.12)),
    svg("text", { x: at.x + 12, y: at.y + 54, class: "runs" }, `${t("runs.n", { n: page.runs })} · ${t("map.elements.n", { n: page.elements })}`),
    failed);
}

/** What a page is called, and its address where that says more. */
export function pageName(page) {
  const path = page.url_template?.replace(/^https?:\/\//, "") ?? "";
  if (page.name && page.name !== page.url_template) return { title: page.name, path };
  return path ? { title: path.replace(/^[^/]*/, "") || path, path } : { title: page.page_id.slice(0, 8), path: "" };
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
