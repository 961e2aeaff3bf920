// What a view shows while it waits, when something failed, and where there is nothing yet.

import { h } from "../dom.js";

export function loading(t) {
  const bars = [70, 95, 88, 60].map((width) => h("div", { class: "bone", style: { width: `${width}%` } }));
  return h("div", { class: "loading", role: "status" }, h("span", { class: "unseen" }, t("loading")), bars);
}

const KNOWN = { 0: "failed.unreachable", 401: "failed.key", 403: "failed.role", 404: "failed.missing", 429: "failed.often" };

const heads = (error, t) => t(KNOWN[error.status] ?? "failed.other");

/** What went wrong, in a line: as the server tells it, where it does. */
export const wrong = (error, t) => error.message || heads(error, t);

export function failed(error, t, again) {
  const heading = heads(error, t);
  const detail = error.message ? h("p", { class: "detail" }, error.message) : null;
  if (!("status" in error)) console.error(error);
  const retry = again && h("button", { type: "button", onclick: () => again() }, t("again"));
  return h("section", { class: "state", role: "alert" }, h("h1", null, heading), detail, h("p", null, retry));
}

/** Nothing to show: what it is, and how some would come to be. */
export function empty(heading, help, ...more) {
  return h("div", { class: "state" }, h("p", { class: "lead" }, heading), help && h("p", null, help), more);
}
