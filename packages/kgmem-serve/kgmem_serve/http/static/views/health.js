// Whether the stores agree, what is in use and what is degraded, and the button that heals.

import { request } from "../api.js";
import { duration, moment, number, percent, tOr } from "../texts.js";
import { acting } from "../parts/acting.js";
import { table } from "../parts/table.js";
import { details, figures } from "../parts/words.js";

const TONE = { info: "", warning: "warn", error: "bad" };

export async function render(params, tools) {
  const { api, t, h, session, signal } = tools;
  const may = session.roles.includes("operate");
  const [capabilities, stats, jobs, diagnosis] = await Promise.all([
    api.call("capabilities", {}, { signal }),
    api.call("stats", {}, { signal }),
    api.get("/v1/jobs", {}, { signal }),
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
    work(jobs, tools),
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

const RUNNING = ["waiting", "running"];
const LOOK_EVERY = 1500;
const MOST = 20;

const runs = (job) => RUNNING.includes(job.state);

/** How far the jobs are by now; all is diagnosed anew only when they are through. */
async function look(section, tools) {
  const { api, refresh, signal } = tools;
  const jobs = await api.get("/v1/jobs", {}, { signal }).catch(() => []);
  if (!section.isConnected) return;
  if (!jobs.some(runs)) { refresh(); return; }
  const focused = document.activeElement?.id;
  section.replaceWith(work(jobs, tools));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** What runs in the background, and what can be begun. */
function work(jobs, tools) {
  const { api, t, h, refresh } = tools;
  const begin = (name) => acting({ id: `begin-${name}`, label: t(`job.${name}`), role: "operate", call: () => api.call(`jobs/${name}`) }, tools);
  const cancel = (job) => acting({ id: `cancel-${job.job_id}`, label: t("job.cancel"), role: "write", danger: true, call: () => request(`/v1/jobs/${job.job_id}`, { method: "DELETE" }) }, tools);
  const far = (job) => (job.total ? percent(job.done / job.total) : job.done > 0 ? number(job.done) : "");
  const took = (job) => job.ended_at && duration(Date.parse(job.ended_at) - Date.parse(job.begun_at));
  const tone = { done: "good", failed: "bad", running: "accent" };
  const section = h("section", null, h("h2", null, t("health.jobs")), h("p", { class: "buttons" }, begin("generalize"), begin("reindex")),
    jobs.length > 0 && table({ caption: t("health.jobs.caption"), rows: jobs.slice(0, MOST), columns: [
      { name: t("job"), head: true, cell: (job) => tOr(`job.${job.name}`, job.name) },
      { name: t("job.state"), cell: (job) => [h("span", { class: `badge ${tone[job.state] ?? ""}` }, t(`job.${job.state}`)), " ", RUNNING.includes(job.state) && far(job), job.error && h("p", { class: "bad-words" }, job.error.message)] },
      { name: t("job.begun"), kind: "tight", cell: (job) => h("time", { datetime: job.begun_at }, moment(job.begun_at)) },
      { name: t("took"), kind: "number", cell: (job) => (RUNNING.includes(job.state) ? cancel(job) : took(job)) },
    ] }));
  if (jobs.some(runs)) setTimeout(() => { if (section.isConnected) look(section, tools); }, LOOK_EVERY);
  return section;
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
