// Why something was found: the words, and how much each counts.

import { h } from "../dom.js";
import { number, t, tOr } from "../texts.js";

const TONES = { seed: "accent", graph: "accent", score: "good", degraded: "warn", contradiction: "bad" };
const MEASURED = new Set(["seed", "score", "meaning"]);
const QUOTED = /(['"])((?:\\.|(?!\1).)*)\1/g;

/** A list of reasons as the views' endpoints give them. */
export function whys(listed, names = {}) {
  return h("ul", { class: "whys" }, listed.map((why) =>
    h("li", null,
      h("span", { class: `badge ${TONES[why.kind] ?? ""}`.trim() }, tOr(`why.${why.kind}`, why.kind)),
      h("span", null, worded(why, names)))));
}

/** What the badge says is not said again; a way over the graph is told by what the nodes on it say. */
function worded(why, names) {
  const weight = why.weight === null ? "" : number(why.weight, { maximumFractionDigits: 2 });
  if (why.kind === "words") return why.words.replace(/^words: /, "");
  if (MEASURED.has(why.kind)) return weight;
  if (why.kind !== "graph") return why.words;
  const over = names[why.source] ? [names[why.source]] : [...why.words.matchAll(QUOTED)].map((found) => found[2]);
  const way = ["USES", "SIMILAR_TO"].find((edge) => why.words.includes(edge)) ?? "over";
  return [t(`way.${way}`), over.map((name) => [" ", h("q", null, name)]), weight && ` · ${weight}`];
}
