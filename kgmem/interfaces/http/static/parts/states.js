// What a view shows while it waits, when something failed, and where there is nothing yet.

import { h } from "../dom.js";

export function loading(t) {
  const bars = [70, 95, 88, 60].map((width) => h("div", { class: "bone", style: { width: `${width}%` } }));
  return h("div", { class: "loading", role: "status" }, h("span", { class: "unseen" }, t("loading")), bars);
}

export function failed(error, t, again) {
  const known = { 0: "failed.unreachable", 401: "failed.key", 403: "failed.role", 404: "failed.missing", 429: "failed.often" };
  const heading = t(known[error.status] ?? "failed.other");
  const detail = error.message ? h("p", { class: "detail" }, error.message) : null;
  if (!("status" in error)) console.error(error);
  const retry = again && h("button", { type: "button", onclick: () => again() }, t("again"));
  return h("section", { class: "state", role: "alert" }, h("h1", null, heading), detail, h("p", null, retry));
}

/** Nothing to show: what it is, and how some would come to be. */
export function empty(heading, help, ...more) {
  return h("div", { class: "state" }, h("p", { class: "lead" }, heading), help && h("p", null, help), more);
}
