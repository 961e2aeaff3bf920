// What is done to what, step by step.

import { h } from "../dom.js";
import { template } from "./words.js";

/** An element in a line: role, name, and where it stands. */
export function element(given) {
  if (!given) return null;
  const name = given.name || given.text || given.test_id || given.attributes?.id || given.tag;
  return [given.role && h("span", { class: "soft" }, `${given.role} `), name && h("strong", null, template(name))];
}

/** More of an element than its name: what it can be found by. */
export function evidence(given) {
  if (!given) return [];
  const told = [
    ...(given.locators ?? []).map((one) => `${one.kind}: ${one.value}`),
    given.test_id && `test id: ${given.test_id}`,
    ...(given.container ?? []).filter(Boolean).map((one) => `in: ${one}`),
    given.frame && `frame: ${given.frame}`,
    given.tab && `tab: ${given.tab}`,
  ];
  return [...new Set(told.filter(Boolean))];
}

/** A numbered list of steps. `items`: `{n, line, badges, about}`. */
export const steps = (items, label) => h("ol", { class: "steps", "aria-label": label }, items.map(({ n, line, badges, about, tone, indent }) =>
  h("li", { class: [tone, indent && "inset"].filter(Boolean).join(" ") || null },
    h("span", { class: "n", "aria-hidden": "true" }, n),
    h("div", null, h("div", { class: "row" }, h("span", { class: "line" }, line), badges), about))));
