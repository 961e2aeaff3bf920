// Why something was found: the words, and how much each counts.

import { h } from "../dom.js";
import { number, t, tOr } from "../texts.js";

const TONES = { seed: "accent", graph: "accent", score: "good", degraded: "warn", contradiction: "bad" };

/** A list of reasons as the views' endpoints give them. */
export function whys(listed, names = {}) {
  return h("ul", { class: "whys" }, listed.map((why) =>
    h("li", null,
      h("span", { class: `badge ${TONES[why.kind] ?? ""}`.trim() }, tOr(`why.${why.kind}`, why.kind)),
      h("span", null, worded(why, names)))));
}

/** An id at the end of a way over the graph gives place to what that node says. */
function worded(why, names) {
  const name = why.source && names[why.source];
  if (!name || !why.words.includes(why.source)) return why.words;
  const kind = why.words.includes("USES") ? t("way.USES") : t("way.SIMILAR_TO");
  const weight = why.weight === null ? "" : ` · ${number(why.weight, { maximumFractionDigits: 2 })}`;
  return [kind, " ", h("q", null, name), weight];
}
