// Runs: a list in pages, and one of them step by step.

import { link } from "../route.js";
import { duration, moment } from "../texts.js";
import { outside } from "../dom.js";
import { empty } from "../parts/states.js";
import { deciding } from "../parts/deciding.js";
import { element, evidence, steps } from "../parts/steps.js";
import { choice, field, filters, pager, table, text } from "../parts/table.js";
import { badge, card, details, template } from "../parts/words.js";

const OUTCOMES = ["success", "failure", "unknown"];

export const render = (params, tools) => (params.id ? one(params.id, tools) : list(params, tools));

async function list(params, { api, t, h, signal }) {
  const { app, outcome, text: said, after } = params;
  const page = await api.get("/v1/views/runs", { app, outcome, text: said, after, limit: 50 }, { signal });
  const outcomes = [["", t("any")], ...OUTCOMES.map((name) => [name, t(`state.${name}`)])];
  const head = h("header", { class: "head" }, h("h1", null, t("nav.runs")), h("p", null, t("runs.about")));
  const form = filters("runs", [
    field(t("runs.task"), text("text", said, { type: "search", placeholder: t("filter.words") }), true),
    field(t("app"), text("app", app)),
    field(t("runs.outcome"), choice("outcome", outcome, outcomes)),
  ], t);
  if (page.items.length === 0) return h("section", null, head, form, nothing(app || outcome || said, t, h));
  const shown = table({ caption: t("runs.caption", { n: page.items.length }), rows: page.items, columns: [
    { name: t("runs.task"), head: true, cell: (run) => h("a", { href: link("runs", { id: run.experience_id }) }, run.task) },
    { name: t("app"), cell: (run) => run.app ?? h("span", { class: "soft" }, "–") },
    { name: t("runs.outcome"), kind: "tight", cell: (run) => [badge(run.outcome), " ", run.decided && badge(run.decided), run.judge && h("span", { class: "badge", title: run.judge }, t("verified"))] },
    { name: t("steps"), kind: "number", cell: (run) => run.steps },
    { name: t("took"), kind: "number", cell: (run) => duration(run.duration_ms) },
    { name: t("learned"), kind: "tight", cell: (run) => h("time", { datetime: run.recorded_at, class: "soft" }, moment(run.recorded_at)) },
  ] });
  return h("section", null, head, form, shown, pager("runs", page.next, t));
}

const nothing = (filtered, t, h) => (filtered
  ? empty(t("nothing.fits"), t("nothing.fits.help"))
  : empty(t("runs.none"), t("runs.none.help"), h("p", null, h("code", null, "kgmem learn run.json"))));

async function one(id, { api, t, h, session, refresh, signal }) {
  const { run, lines, beside, decisions } = await api.get(`/v1/views/runs/${encodeURIComponent(id)}`, {}, { signal });
  const items = run.steps.map((step, index) => shownStep(step, index, lines[index], t, h));
  return h("article", { class: "stack" },
    h("header", { class: "head" },
      h("p", { class: "crumb" }, h("a", { href: link("runs") }, t("nav.runs"))),
      h("h1", null, run.task),
      h("div", { class: "meta" }, badge(run.outcome), run.decided && badge(run.decided), run.app && h("span", null, run.app),
        h("span", null, t("steps.n", { n: run.steps.length })), beside.duration_ms && h("span", null, duration(beside.duration_ms)),
        h("time", { datetime: beside.recorded_at }, moment(beside.started_at ?? beside.recorded_at))),
      h("p", { class: "row" },
        h("a", { href: link("recall", { task: run.task, app: run.app }) }, t("runs.recall")),
        beside.pattern_id && h("a", { href: link("patterns", { id: beside.pattern_id }) }, t("runs.pattern")))),
    h("section", null, h("h2", null, t("runs.steps")), items.length > 0 ? steps(items, t("runs.steps")) : empty(t("runs.no.steps"))),
    card(t("about"), details([
      [t("runs.id"), h("code", null, run.experience_id)],
      [t("runs.source"), run.source], [t("runs.source_id"), run.source_task_id && h("code", null, run.source_task_id)],
      [t("runs.judge"), run.judge], [t("runs.pattern"), beside.template && h("a", { href: link("patterns", { id: beside.pattern_id }) }, template(beside.template))],
      [t("runs.address"), beside.url && outside(beside.url)], [t("runs.device"), beside.device], [t("runs.version"), beside.app_version],
      [t("runs.locale"), beside.locale], [t("runs.preconditions"), run.preconditions], [t("runs.keywords"), run.keywords.join(", ")],
      [t("runs.replays"), run.stats.uses ? t("runs.replays.n", { uses: run.stats.uses, wins: run.stats.wins, losses: run.stats.losses }) : null],
    ])),
    deciding({ id: run.experience_id, decided: run.decided, decisions, isRun: true, failed: run.outcome === "failure", after: link("runs") }, { api, t, h, session, refresh }));
}

function shownStep(step, index, line, t, h) {
  const shot = (page, key) => page?.screenshot_ref && [t(key), h("code", null, page.screenshot_ref)];
  const about = details([
    [t("step.element"), step.target && element(step.target)],
    [t("step.to"), step.destination && element(step.destination)],
    [t("step.value"), step.value !== null && h("code", null, step.value)],
    [t("step.found_by"), [...evidence(step.target)].map((told) => h("code", { class: "chip" }, told))],
    [t("step.page"), step.page_before?.url ? outside(step.page_before.url) : step.page_before?.title],
    [t("step.page_after"), step.page_after?.url && step.page_after.url !== step.page_before?.url ? outside(step.page_after.url) : null],
    [t("step.effect"), step.effect === null ? null : t(step.effect ? "step.effect.yes" : "step.effect.no")],
    [t("step.thought"), step.thought && h("em", null, step.thought)],
    [t("step.error"), step.error],
    ...[shot(step.page_before, "step.shot_before"), shot(step.page_after, "step.shot_after")].filter(Boolean),
  ]);
  const badges = [step.success === true && badge("success"), step.success === false && badge("failure"), step.duration_ms !== null && h("span", { class: "soft small" }, duration(step.duration_ms))];
  return { n: index + 1, line, badges, about, tone: step.success === false ? "bad" : null };
}
