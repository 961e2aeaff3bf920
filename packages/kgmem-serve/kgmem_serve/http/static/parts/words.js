// Small parts that say one thing each.

import { h } from "../dom.js";
import { number, percent, tOr } from "../texts.js";

const TONES = {
  success: "good", failure: "bad", unknown: "", active: "good", experimental: "warn", quarantined: "bad", retired: "",
  approve: "good", quarantine: "bad", ok: "good", skipped: "", failed: "bad",
  direct_replay: "good", adaptive_replay: "accent", guided_exploration: "warn", reflexion_explore: "",
  required: "", optional: "accent", alternative: "warn",
};

/** A state in its colour; the word says it, too. */
export const badge = (state, tone) => h("span", { class: `badge ${tone ?? TONES[state] ?? ""}`.trim() }, tOr(`state.${state}`, state));

/** A template with its slots marked: `搜索{商品}`. */
export function template(text) {
  const parts = text.split(/(\{\{|\}\}|\{[^{}]*\})/);
  return parts.filter(Boolean).map((part) => {
    if (part === "{{") return "{";
    if (part === "}}") return "}";
    return /^\{.*\}$/.test(part) ? h("span", { class: "slot" }, part.slice(1, -1)) : part;
  });
}

/** A share as a bar, with the figure beside it. */
export function share(value, label) {
  const width = `${Math.max(0, Math.min(1, value)) * 100}%`;
  return h("span", { class: "share" },
    h("span", { class: "meter", role: "img", "aria-label": label ? `${label} ${percent(value)}` : percent(value) }, h("span", { style: { width } })),
    h("span", { class: "of", "aria-hidden": "true" }, percent(value)));
}

/** Figures side by side: `[[name, value, note?], …]`. */
export function figures(listed) {
  const shown = listed.filter(([, value]) => told(value));
  return h("dl", { class: "figures" }, shown.map(([name, value, note]) =>
    h("div", null, h("dt", null, name), h("dd", null, typeof value === "number" ? number(value) : value, note && h("small", null, ` ${note}`)))));
}

const told = (value) => ![null, undefined, false, ""].includes(value) && !(Array.isArray(value) && value.length === 0);

/** Names with their values, where there are any. */
export function details(listed) {
  const shown = listed.filter(([, value]) => told(value));
  return h("dl", { class: "details" }, shown.map(([name, value]) => [h("dt", null, name), h("dd", null, value)]));
}

export const card = (heading, ...body) => h("section", { class: "card" }, h("h2", null, heading), body);

export const short = (id) => (id ? id.slice(0, 8) : "");
