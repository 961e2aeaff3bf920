// Search over all that is kept, and why each hit is one.

import { link } from "../route.js";
import { moment, number } from "../texts.js";
import { choice, field, filters, text } from "../parts/table.js";
import { empty } from "../parts/states.js";
import { share } from "../parts/words.js";
import { whys } from "../parts/whys.js";

const KINDS = ["task", "fact", "message", "chunk", "event", "profile"];
const PARTS = ["dense", "sparse", "graph", "time", "importance"];

export async function render(params, { api, t, h, signal }) {
  const query = (params.q ?? "").trim();
  const asked = h("header", { class: "head" },
    h("h1", null, query ? t("search.of", { query }) : t("nav.search")),
    h("p", null, t("search.about")),
    form(params, t));
  if (!query) return h("section", null, asked, empty(t("search.none.yet"), t("search.help")));
  const kinds = KINDS.includes(params.kind) ? [params.kind] : undefined;
  const { hits } = await api.call("views/search", { query, kinds, app: params.app || undefined, limit: 20 }, { signal });
  const told = h("p", { class: "meta", role: "status" }, t("search.found", { n: hits.length }));
  if (hits.length === 0) return h("section", null, asked, told, empty(t("search.nothing"), t("search.nothing.help")));
  return h("section", null, asked, told, h("ol", { class: "hits" }, hits.map((one) => shown(one, t, h))));
}

function form(params, t) {
  const kinds = [["", t("search.kind.all")], ...KINDS.map((kind) => [kind, t(`kind.${kind}`)])];
  return filters("search", [
    field(t("search.query"), text("q", params.q, { type: "search" }), true),
    field(t("search.kind"), choice("kind", params.kind, kinds)),
    field(t("app"), text("app", params.app)),
  ], t);
}

function shown({ hit, why }, t, h) {
  const parts = PARTS.filter((name) => name in hit.parts).concat(Object.keys(hit.parts).filter((name) => !PARTS.includes(name)));
  return h("li", { class: "card hit" },
    h("div", { class: "row apart" },
      h("span", { class: "row" }, h("span", { class: "badge" }, t(`kind.${hit.kind}`)), hit.at && h("time", { class: "soft small", datetime: hit.at }, moment(hit.at)),
        hit.source && h("span", { class: "soft small" }, hit.source), hit.role && h("span", { class: "soft small" }, hit.role)),
      share(hit.score, t("score"))),
    h("h2", null, heading(hit, h)),
    hit.around.length > 0 && h("blockquote", null, hit.around.map((one) => h("p", null, one))),
    hit.answer && h("p", { class: "soft" }, hit.answer),
    whys(why),
    h("details", null, h("summary", null, t("search.parts")),
      h("dl", { class: "parts" }, parts.map((name) => h("div", null, h("dt", null, t(`part.${name}`)), h("dd", null, share(hit.parts[name], t(`part.${name}`)), h("span", { class: "unseen" }, number(hit.parts[name]))))))));
}

/** A task opens what would be recalled for it; the others are shown whole. */
function heading(hit, h) {
  if (hit.kind === "task") return h("a", { href: link("recall", { task: hit.text }) }, hit.text);
  return hit.text;
}
