// Whether the stores agree, what is in use and what is degraded, and the button that heals.

import { number, tOr } from "../texts.js";
import { acting } from "../parts/acting.js";
import { details, figures } from "../parts/words.js";

const TONE = { info: "", warning: "warn", error: "bad" };

export async function render(params, tools) {
  const { api, t, h, session, signal } = tools;
  const may = session.roles.includes("operate");
  const [capabilities, stats, diagnosis] = await Promise.all([
    api.call("capabilities", {}, { signal }),
    api.call("stats", {}, { signal }),
    may ? api.call("doctor", {}, { signal }) : null,
  ]);
  const repair = may && acting({
    id: "repair", label: t("health.repair"), role: "operate", main: diagnosis.drift > 0 || !diagnosis.ok,
    heading: t("health.repair"), about: t("health.repair.about"),
    call: () => api.call("repair"),
  }, tools);
  return h("article", { class: "stack" },
    h("header", { class: "head" }, h("h1", null, t("nav.health")), h("p", null, t("health.about"))),
    diagnosis ? told(diagnosis, repair, t, h) : h("p", { class: "notice" }, t("health.role")),
    capabilities.degraded.length > 0 && h("section", { class: "card" }, h("h2", null, t("health.degraded")), h("ul", { class: "plain" }, capabilities.degraded.map((line) => h("li", null, line)))),
    used(capabilities, t, h),
    h("section", null, h("h2", null, t("health.counts")), figures(Object.entries(stats).filter(([, n]) => typeof n === "number" && n > 0).map(([name, n]) => [tOr(`count.${name}`, plain(name)), n]))),
  );
}

function told(diagnosis, repair, t, h) {
  const finding = (one) => h("li", null, h("span", { class: `badge ${TONE[one.severity]}` }, t(`health.${one.severity}`)), " ", one.message, h("p", { class: "soft" }, h("strong", null, `${t("health.cure")}: `), one.cure));
  return h("section", { class: "card" },
    h("div", { class: "row apart" },
      h("h2", null, h("span", { class: diagnosis.ok ? "badge good" : "badge bad" }, t(diagnosis.ok ? "health.ok" : "health.not.ok")), " ", t("health.drift", { n: diagnosis.drift })),
      h("div", { class: "row" }, repair)),
    diagnosis.findings.length > 0 ? h("ul", { class: "log" }, diagnosis.findings.map(finding)) : h("p", { class: "soft" }, t("health.nothing")));
}

function used(capabilities, t, h) {
  const lines = ([name, value]) => [tOr(`used.${name}`, plain(name)), worded(value, t)];
  const parts = ["graph", "vectors", "embedder", "reranker", "chat", "extraction"].filter((name) => capabilities[name]);
  const services = Object.entries(capabilities.services ?? {});
  const missing = Object.entries(capabilities.missing_extras ?? {});
  return h("section", null, h("h2", null, t("health.used")), h("div", { class: "columns" },
    parts.map((name) => h("section", { class: "card" }, h("h3", null, tOr(`used.${name}`, name)), details(Object.entries(capabilities[name]).map(lines)))),
    services.length > 0 && h("section", { class: "card" }, h("h3", null, t("health.services")), details(services.map(lines))),
    missing.length > 0 && h("section", { class: "card" }, h("h3", null, t("health.missing")), details(missing.map(([name, line]) => [name, worded(line, t)])))));
}

const plain = (name) => name.replaceAll("_", " ");

function worded(value, t) {
  if (value === null || value === undefined || value.length === 0) return "–";
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "number") return number(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
