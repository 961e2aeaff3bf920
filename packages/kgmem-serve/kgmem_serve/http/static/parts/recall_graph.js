// The ways over the graph from what was asked to what was found, in columns: the task, the neighbours that led
// on, the candidates, and what these share.

import { svg } from "../dom.js";
import { link } from "../route.js";
import { number } from "../texts.js";

const WIDTH = 190, HEIGHT = 46, ACROSS = 252, DOWN = 62, TOP = 40, ROOM = 25;
const SHARED = new Set(["Pattern", "UIElement", "Entity", "Fact"]);

export function drawn(graph, found, t) {
  const columns = inColumns(graph, found);
  const rows = Math.max(...columns.map((column) => column.length));
  const place = new Map();
  columns.forEach((column, across) => column.forEach((node, down) => {
    const offset = ((rows - column.length) * DOWN) / 2;
    place.set(node.id, { x: across * ACROSS, y: TOP + offset + down * DOWN });
  }));
  const lines = edges(graph, found, place);
  const width = (columns.length - 1) * ACROSS + WIDTH + 4, height = TOP + rows * DOWN;
  const heads = ["asked", "through", "found", "shared"].map((name, across) => columns[across].length > 0 && svg("text", { class: "head", x: across * ACROSS, y: 18 }, t(`graph.${name}`)));
  const said = lines.map((line) => `${name(graph, line.source)} – ${t(`way.${line.kind}`)} – ${name(graph, line.target)}`).join("; ");
  return svg("svg", { class: "graph", viewBox: `-2 0 ${width} ${height}`, width, height, role: "img", "aria-label": said }, heads,
    svg("g", { class: "edges" }, lines.map((line) => edge(line, place, t))),
    svg("g", { class: "nodes" }, columns.flat().map((node) => box(node, place.get(node.id)))));
}

const name = (graph, id) => graph.nodes.find((node) => node.id === id)?.name ?? "";

function inColumns(graph, found) {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const candidates = new Set(found.experiences.map((run) => run.task_id));
  const shown = [...candidates].map((id) => nodes.get(id)).filter(Boolean);
  const through = [...new Set(graph.ways.map((way) => way.source))].filter((id) => !candidates.has(id)).map((id) => nodes.get(id)).slice(0, 8);
  const used = new Map();
  for (const edge of graph.edges) {
    for (const [one, other] of [[edge.source, edge.target], [edge.target, edge.source]]) {
      if (candidates.has(one) || one === "query") used.set(other, (used.get(other) ?? new Set()).add(one));
    }
  }
  const shared = graph.nodes.filter((node) => SHARED.has(node.label) && (used.get(node.id)?.size ?? 0) > (node.label === "UIElement" ? 1 : 0)).slice(0, 8);
  return [[nodes.get("query")], through, shown, shared];
}

function edges(graph, found, place) {
  const why = new Map(found.experiences.map((run) => [run.task_id, run]));
  const seeds = [...why.keys()].map((id) => ({ source: "query", target: id, kind: "RECALLED", weight: null }));
  const known = [...new Set(graph.ways.map((way) => way.source))].filter((id) => !why.has(id)).map((id) => ({ source: "query", target: id, kind: "SEEDED", weight: null }));
  const rest = graph.edges.filter((edge) => ["GENERALIZES", "MATCHES", "USES", "MENTIONS"].includes(edge.kind)).map((edge) => (edge.kind === "GENERALIZES" ? { ...edge, source: edge.target, target: edge.source } : edge));
  const reached = new Set(graph.edges.filter((edge) => edge.kind === "GENERALIZES" && why.has(edge.target)).map((edge) => edge.source));
  const seen = new Set();
  return [...seeds, ...known, ...graph.ways, ...rest].filter((edge) => {
    const key = [edge.source, edge.target, edge.kind].join();
    if (edge.kind === "MATCHES" && reached.has(edge.target)) return false; // a candidate leads there
    if (seen.has(key) || edge.source === edge.target || !place.has(edge.source) || !place.has(edge.target)) return false;
    return seen.add(key);
  });
}

function edge(line, place, t) {
  const from = place.get(line.source), to = place.get(line.target);
  const same = from.x === to.x;
  const x1 = from.x + WIDTH, y1 = from.y + HEIGHT / 2, x2 = same ? to.x + WIDTH : to.x, y2 = to.y + HEIGHT / 2;
  const bend = same ? 44 : (x2 - x1) / 2;
  const curve = same ? `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 + bend} ${y2} ${x2} ${y2}` : `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  const weight = line.weight === null ? "" : ` ${number(line.weight, { maximumFractionDigits: 2 })}`;
  return svg("path", { class: `edge ${line.kind.toLowerCase()}`, d: curve, "data-ends": `${line.source} ${line.target}` }, svg("title", null, `${t(`way.${line.kind}`)}${weight}`));
}

function box(node, at) {
  const target = { Pattern: "patterns" }[node.label];
  const chars = fitted(node.name);
  const shape = svg("g", { class: `node ${node.label.toLowerCase()}`, transform: `translate(${at.x} ${at.y})` },
    svg("title", null, node.name), svg("rect", { width: WIDTH, height: HEIGHT, rx: 9 }),
    chars.map((line, row) => svg("text", { x: 11, y: chars.length === 1 ? 28 : 19 + row * 17 }, line)));
  return target ? svg("a", { href: link(target, { id: node.id }) }, shape) : shape;
}

/** Two lines at most, cut between words where there are any; a Chinese character is as wide as two others. */
function fitted(text) {
  const lines = [""];
  for (const word of text.match(/[\u2e80-\uffff]|[^\s\u2e80-\uffff]+\s*|\s+/g) ?? []) {
    if (wide(lines.at(-1) + word.trimEnd()) > ROOM && lines.at(-1)) lines.push("");
    lines[lines.length - 1] += word;
  }
  const shown = lines.slice(0, 2).map((line) => cut(line.trimEnd()));
  if (lines.length > 2) shown[1] = `${cut(shown[1], ROOM - 2).replace("…", "")}…`;
  return shown;
}

const wide = (text) => [...text].reduce((sum, char) => sum + (char > "\u2e80" ? 2 : 1), 0);

function cut(text, room = ROOM) {
  let kept = "";
  for (const char of text) {
    if (wide(kept + char) > room) return `${kept}…`;
    kept += char;
  }
  return kept;
}
