// A recall explained: which route, why, and how each candidate was found.

import { link } from "../route.js";
import { duration, number, percent, tOr } from "../texts.js";
import { empty } from "../parts/states.js";
import { drawn } from "../parts/recall_graph.js";
import { element, steps } from "../parts/steps.js";
import { field, filters, table, text } from "../parts/table.js";
import { badge, card, details, share, template } from "../parts/words.js";
import { whys } from "../parts/whys.js";

export async function render(params, tools) {
  const { api, t, h, signal } = tools;
  const task = (params.task ?? "").trim();
  const head = h("header", { class: "head" }, h("h1", null, t("nav.recall")), h("p", null, t("recall.about")), form(params, t));
  if (!task) return h("section", null, head, await examples(tools));
  const asked = { task, app: params.app || null, url: params.url || null, app_version: params.version || null };
  const { recollection: found, lines, why, graph } = await api.call("views/recall", asked, { signal });
  const names = Object.fromEntries(graph.nodes.map((node) => [node.id, node.name]));
  return h("section", { class: "stack" }, head,
    route(found, t, h),
    found.plan && plan(found.plan, lines, t, h),
    candidates(found, why, names, t, h),
    found.experiences.length > 0 && drawing(graph, found, t, h),
    avoidance(found, t, h), facts(found, t, h), stages(found.stages, t, h));
}

function form(params, t) {
  return filters("recall", [
    field(t("recall.task"), text("task", params.task, { type: "search", required: true, placeholder: t("recall.task.hint") }), true),
    field(t("app"), text("app", params.app)),
    field(t("recall.url"), text("url", params.url)),
    field(t("runs.version"), text("version", params.version, { size: 8 })),
  ], t);
}

async function examples({ api, t, h, signal }) {
  const page = await api.get("/v1/views/runs", { limit: 6 }, { signal });
  if (page.items.length === 0) return empty(t("runs.none"), t("runs.none.help"));
  const known = [...new Map(page.items.map((run) => [run.task, run])).values()];
  return h("div", { class: "state" }, h("p", { class: "lead" }, t("recall.try")), h("ul", { class: "tries" }, known.map((run) => h("li", null, h("a", { href: link("recall", { task: run.task, app: run.app }) }, run.task)))));
}

function route(found, t, h) {
  const lists = [["recall.because", found.reasons], ["recall.wanted", found.wanted]].filter(([, lines]) => lines.length > 0);
  return h("section", { class: "card route" },
    h("div", { class: "row apart" },
      h("h2", null, badge(found.route), h("span", null, t(`route.${found.route}`))),
      h("dl", { class: "two" },
        h("div", null, h("dt", null, t("recall.confidence")), h("dd", null, share(found.confidence, t("recall.confidence")))),
        h("div", null, h("dt", null, t("recall.familiarity")), h("dd", null, share(found.familiarity, t("recall.familiarity")))))),
    h("div", { class: "columns" }, lists.map(([key, lines]) => h("div", null, h("h3", null, t(key)), h("ul", { class: "plain" }, lines.map((line) => h("li", null, line)))))));
}

function plan(given, lines, t, h) {
  const origin = link(given.origin.kind === "pattern" ? "patterns" : "runs", { id: given.origin.id });
  const bound = Object.entries(given.bindings).map(([name, value]) => h("span", { class: "bound" }, h("span", { class: "slot" }, name), " ", [value].flat().join(", "), given.assumed[name] && h("span", { class: "soft" }, ` (${t("plan.assumed")})`)));
  const flags = [[given.checked, "plan.checked", "accent"], [!given.checked, "plan.unchecked", "good"], [given.needs_confirmation, "plan.confirm", "bad"], [given.experimental, "plan.experimental", "warn"]];
  return h("section", { class: "plan" },
    h("div", { class: "row apart" }, h("h2", null, t("plan")), h("a", { href: origin }, t(`plan.from.${given.origin.kind}`))),
    h("p", { class: "row" }, flags.filter(([holds]) => holds).map(([, key, tone]) => h("span", { class: `badge ${tone}` }, t(key))), bound),
    given.left_out.length > 0 && h("p", { class: "soft" }, t("plan.left_out", { what: given.left_out.join(", ") })),
    steps(given.steps.map((step, index) => shownStep(step, lines[index], t, h)), t("plan")));
}

function shownStep(step, line, t, h) {
  const listed = (words) => words.length > 0 && h("ul", { class: "plain" }, words.map((one) => h("li", null, one)));
  const reads = Object.entries(step.reads).map(([name, places]) => `${name}: ${places.length}`);
  return {
    n: step.n,
    line,
    badges: [step.need !== "required" && badge(step.need), step.irreversible && badge("irreversible", "bad"), step.asks.map((name) => h("span", { class: "badge warn" }, t("plan.asks", { name })))],
    about: details([
      [t("plan.doubts"), listed(step.further.filter((one) => !step.reworded.includes(one)))],
      [t("plan.reworded"), listed(step.further.filter((one) => step.reworded.includes(one)))],
      [t("plan.reads"), reads.join(", ")],
      [t("step.to"), step.destination && element(step.destination)],
      [t("step.until"), step.until && [...step.until.texts, ...step.until.elements.map((one) => one.name || one.text || one.role)].filter(Boolean).join(" · ")],
      [t("plan.ways"), step.branches.length > 0 ? t("plan.ways.n", { n: step.branches.length }) : null],
    ]),
  };
}

function candidates(found, why, names, t, h) {
  if (found.experiences.length === 0 && found.patterns.length === 0) return card(t("recall.candidates"), h("p", { class: "soft" }, t("recall.candidates.none")));
  const run = (one) => h("li", { class: "card candidate", "data-task": one.task_id, tabindex: -1 },
    h("div", { class: "row apart" }, h("h3", null, h("a", { href: link("runs", { id: one.experience_id }) }, one.task)), badge(one.outcome)),
    one.app && h("p", { class: "soft small" }, one.app),
    whys(why[one.experience_id] ?? [], names));
  const match = (one) => h("li", { class: "card" },
    h("div", { class: "row apart" }, h("h3", null, h("a", { href: link("patterns", { id: one.pattern.pattern_id }) }, template(one.pattern.template))), share(one.score, t("score"))),
    details([
      [t("match.bound"), Object.entries(one.bindings).map(([name, value]) => h("span", { class: "bound" }, h("span", { class: "slot" }, name), " ", [value].flat().join(", ")))],
      [t("match.unbound"), one.unbound.join(", ")], [t("match.unexplained"), one.unexplained.join(", ")],
      [t("match.further"), one.further.join(", ")], [t("match.ill_typed"), one.ill_typed.join(", ")],
      [t("match.margin"), number(one.margin, { maximumFractionDigits: 2 })],
    ]));
  return h("div", { class: "columns wide" },
    h("section", null, h("h2", null, t("recall.candidates")), h("ol", { class: "stack bare" }, found.experiences.map(run))),
    found.patterns.length > 0 && h("section", null, h("h2", null, t("recall.patterns")), h("ol", { class: "stack bare" }, found.patterns.map(match))));
}

function drawing(graph, found, t, h) {
  return h("figure", { class: "card drawing" }, h("figcaption", null, h("h2", null, t("recall.graph")), h("p", { class: "soft" }, t("recall.graph.about"))), h("div", { class: "canvas", tabindex: 0, role: "region", "aria-label": t("recall.graph") }, drawn(graph, found, t)));
}

function avoidance(found, t, h) {
  if (found.avoidance.length === 0) return null;
  return card(t("recall.avoid"), h("ul", { class: "plain" }, found.avoidance.map((one) => h("li", null, one.message, h("span", { class: "soft" }, ` ${t("avoid.counts", { failures: one.failures, successes: one.successes })}`)))));
}

function facts(found, t, h) {
  if (found.facts.length === 0) return null;
  return card(t("recall.facts"), h("ul", { class: "plain" }, found.facts.map((one) => h("li", null, one.text, " ", h("span", { class: "soft" }, percent(one.confidence))))));
}

function stages(listed, t, h) {
  const longest = Math.max(...listed.map((one) => one.ms), 0.001);
  const all = listed.reduce((sum, one) => sum + one.ms, 0);
  return h("section", null, h("h2", null, t("recall.stages")), table({ caption: t("recall.stages.caption", { n: listed.length, took: duration(all) }), rows: listed, columns: [
    { name: t("stage"), head: true, cell: (one) => [tOr(`stage.${one.name}`, one.name), h("code", { class: "soft" }, ` ${one.name}`)] },
    { name: t("stage.status"), kind: "tight", cell: (one) => badge(one.status) },
    { name: t("stage.found"), kind: "number", cell: (one) => number(one.found) },
    { name: t("stage.took"), kind: "number", cell: (one) => duration(one.ms) },
    { name: t("stage.share"), cell: (one) => h("span", { class: "meter", "aria-hidden": "true" }, h("span", { style: { width: `${(one.ms / longest) * 100}%` } })) },
    { name: t("stage.reason"), cell: (one) => one.reason ?? "" },
  ] }));
}
