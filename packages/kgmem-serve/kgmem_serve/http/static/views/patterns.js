// Patterns: a list in pages, and one of them with all that makes it up.

import { link } from "../route.js";
import { moment, number, tOr } from "../texts.js";
import { empty, wrong } from "../parts/states.js";
import { deciding } from "../parts/deciding.js";
import { evidence, steps } from "../parts/steps.js";
import { choice, field, filters, pager, table, text } from "../parts/table.js";
import { badge, card, details, figures, share, template } from "../parts/words.js";

const STATES = ["active", "experimental", "retired", "quarantined"];

export const render = (params, tools) => (params.id ? one(params.id, tools) : list(params, tools));

async function list(params, { api, t, h, signal }) {
  const { app, status, text: said, after } = params;
  const page = await api.get("/v1/views/patterns", { app, status, text: said, after, limit: 50 }, { signal });
  const states = [["", t("any")], ...STATES.map((name) => [name, t(`state.${name}`)])];
  const head = h("header", { class: "head" }, h("h1", null, t("nav.patterns")), h("p", null, t("patterns.about")));
  const form = filters("patterns", [
    field(t("patterns.template"), text("text", said, { type: "search", placeholder: t("filter.words") }), true),
    field(t("app"), text("app", app)),
    field(t("patterns.status"), choice("status", status, states)),
  ], t);
  if (page.items.length === 0) {
    const filtered = app || status || said;
    return h("section", null, head, form, filtered ? empty(t("nothing.fits"), t("nothing.fits.help")) : empty(t("patterns.none"), t("patterns.none.help")));
  }
  const shown = table({ caption: t("patterns.caption", { n: page.items.length }), rows: page.items, columns: [
    { name: t("patterns.template"), head: true, cell: (row) => h("a", { href: link("patterns", { id: row.pattern_id }) }, template(row.template)) },
    { name: t("app"), cell: (row) => row.app ?? h("span", { class: "soft" }, t("patterns.across")) },
    { name: t("patterns.status"), kind: "tight", cell: (row) => [badge(row.status), " ", row.decided === "approve" && badge("approve")] },
    { name: t("patterns.support"), kind: "number", cell: (row) => number(row.support) },
    { name: t("patterns.members"), kind: "number", cell: (row) => number(row.members) },
    { name: t("patterns.slots"), kind: "number", cell: (row) => row.slots },
    { name: t("steps"), kind: "number", cell: (row) => row.steps },
    { name: t("patterns.replays"), kind: "number", cell: (row) => (row.uses ? number(row.uses) : h("span", { class: "soft" }, "–")) },
    { name: t("patterns.updated"), kind: "tight", cell: (row) => h("time", { class: "soft", datetime: row.updated_at }, moment(row.updated_at, { day: true })) },
  ] });
  return h("section", null, head, form, shown, pager("patterns", page.next, t));
}

async function one(id, { api, t, h, session, refresh, signal }) {
  const at = `/v1/views/patterns/${encodeURIComponent(id)}`;
  const [found, members] = await Promise.all([api.get(at, {}, { signal }), api.get(`${at}/members`, { limit: 10 }, { signal })]);
  const { stats } = found;
  return h("article", { class: "stack" },
    h("header", { class: "head" },
      h("p", { class: "crumb" }, h("a", { href: link("patterns") }, t("nav.patterns"))),
      h("h1", { class: "template" }, template(found.template)),
      h("div", { class: "meta" }, badge(found.status), found.approved && badge("approve"), h("span", null, found.app ?? t("patterns.across")),
        h("span", null, t("patterns.version", { n: found.version })), found.updated_at && h("time", { datetime: found.updated_at }, moment(found.updated_at)))),
    figures([
      [t("patterns.support"), found.support, t("patterns.support.of")],
      [t("patterns.members"), found.members],
      [t("patterns.won"), `${number(stats.wins)} / ${number(stats.wins + stats.losses)}`],
      [t("verified"), stats.verified],
      [t("patterns.bound"), number(stats.lower_bound, { style: "percent", maximumFractionDigits: 0 }), t("patterns.bound.of")],
      [t("patterns.replays"), stats.uses],
    ]),
    slots(found, t, h),
    h("section", null, h("h2", null, t("patterns.steps")), path(found.steps, t)),
    paths(found.paths, t, h),
    shownMembers(id, members, { api, t, h }),
    wordings(found, t, h),
    card(t("patterns.history"), found.history.length > 0 ? h("ol", { class: "log" }, found.history.map((line) => h("li", null, line))) : h("p", { class: "soft" }, t("patterns.history.none"))),
    deciding({ id, decided: held(found), decisions: found.decisions, after: link("patterns") }, { api, t, h, session, refresh }));
}

/** What holds by decision: the last one, unless it took another back. */
function held(found) {
  const last = found.decisions.at(-1)?.verb;
  return last === "release" ? null : last ?? null;
}

function slots(found, t, h) {
  if (found.slots.length === 0) return card(t("patterns.slots"), h("p", { class: "soft" }, t("patterns.slots.none")));
  return table({ caption: t("patterns.slots.caption"), rows: found.slots, columns: [
    { name: t("slot"), head: true, cell: (slot) => h("span", { class: "slot" }, slot.name) },
    { name: t("slot.kind"), cell: (slot) => [slot.kind, slot.is_list && h("span", { class: "badge" }, t("slot.list")), slot.sensitive && h("span", { class: "badge warn" }, t("slot.sensitive")), slot.asked && h("span", { class: "badge accent" }, t("slot.asked"))] },
    { name: t("slot.transform"), cell: (slot) => (slot.transform ? h("code", null, slot.transform) : h("span", { class: "soft" }, "–")) },
    { name: t("slot.examples"), cell: (slot) => slot.examples.slice(0, 5).map((one) => h("code", { class: "chip" }, one)) },
  ] });
}

function path(listed, t) {
  if (listed.length === 0) return empty(t("patterns.no.steps"), t("patterns.no.steps.help"));
  return steps(listed.map(({ step, line }) => ({
    n: step.n,
    line: template(line),
    indent: Boolean(step.branch),
    badges: [badge(step.need), step.irreversible && badge("irreversible", "bad"), step.clears && badge("clears", "")],
    about: details([
      [t("step.branch"), step.branch],
      [t("step.repeat"), step.repeat_for && t("step.repeat.for", { what: step.repeat_for })],
      [t("step.until"), step.until && expectation(step.until)],
      [t("step.expect"), step.expect && expectation(step.expect)],
      [t("step.when"), step.when.join(", ")],
      [t("step.unless"), step.unless.join(", ")],
      [t("step.found_by"), evidence(step.target).join(" · ")],
      [t("step.healed"), step.healed.map((one) => `${one.kind}: ${one.value}`).join(" · ")],
      [t("step.support"), t("runs.n", { n: step.support })],
      [t("patterns.replays"), step.wins + step.losses > 0 ? `${step.wins} / ${step.wins + step.losses}` : null],
    ]),
  })), t("patterns.steps"));
}

function expectation(given) {
  const names = given.elements.map((one) => one.name || one.text || one.role);
  return template([given.url_template, ...given.texts, ...names].filter(Boolean).join(" · "));
}

function paths(listed, t, h) {
  if (listed.length === 0) return null;
  const shown = (one, index) => h("li", { class: "card" },
    h("div", { class: "row apart" },
      h("h3", null, t("path.n", { n: index + 1 }), " ", one.followed && h("span", { class: "badge good" }, t("path.followed"))),
      share(one.lower_bound, t("patterns.bound"))),
    h("p", { class: "meta" },
      h("span", null, t("path.won", { wins: one.wins, all: one.wins + one.losses })), h("span", null, t("path.verified", { n: one.verified })),
      h("span", null, t("tasks.n", { n: one.tasks })),
      one.runs.map((run, at) => h("a", { href: link("runs", { id: run }) }, t("path.run", { n: at + 1 })))),
    h("details", { open: index === 0 && listed.length === 1 }, h("summary", null, t("steps.n", { n: one.steps.length })), h("ol", { class: "plain" }, one.steps.map((line) => h("li", null, template(line))))));
  return h("section", { class: "paths" }, h("h2", null, t("patterns.paths")), h("p", { class: "soft" }, t("patterns.paths.about")), h("ol", { class: "stack bare" }, listed.map(shown)));
}

/** The members, ten at a time; more are put behind them. */
function shownMembers(id, first, { api, t, h }) {
  const list = h("ul", { class: "members" });
  const more = h("button", { type: "button", id: "more-members" }, t("more"));
  const told = h("span", { class: "bad-words", role: "alert" });
  let next = null;
  const add = (page) => {
    next = page.next;
    more.hidden = next === null;
    list.append(...page.items.map((one) => member(one, t, h)));
  };
  more.addEventListener("click", async () => {
    more.disabled = true;
    try { add(await api.get(`/v1/views/patterns/${encodeURIComponent(id)}/members`, { limit: 50, after: next })); told.textContent = ""; } catch (error) { told.textContent = wrong(error, t); } finally { more.disabled = false; }
  });
  add(first);
  return h("section", { class: "card" }, h("h2", null, t("patterns.members.heading")), list, more, told);
}

function member(one, t, h) {
  const values = Object.entries(one.bindings).map(([name, value]) => h("span", { class: "bound" }, h("span", { class: "slot" }, name), " ", [value].flat().join(", ")));
  return h("li", null,
    h("div", null, one.newest[0] ? h("a", { href: link("runs", { id: one.newest[0] }) }, one.task) : one.task),
    h("div", { class: "meta" }, values, h("span", null, t("runs.n", { n: one.runs })), one.losses > 0 && h("span", { class: "badge bad" }, t("losses.n", { n: one.losses }))));
}

function wordings(found, t, h) {
  const others = [...found.wordings.map((one) => [one, false]), ...found.learned.map((one) => [one, true])];
  const sources = found.sources.map((one) => [one.source ?? "–", `${t("runs.n", { n: one.runs })}, ${t("path.verified", { n: one.verified })}${one.trusted ? "" : `, ${t("untrusted")}`}`]);
  const apps = Object.entries(found.app_stats).map(([app, stats]) => [app, `${stats.wins} / ${stats.wins + stats.losses} · ${tOr("patterns.bound", "")} ${number(stats.lower_bound, { style: "percent" })}`]);
  return h("div", { class: "columns" },
    others.length > 0 && card(t("patterns.wordings"), h("ul", { class: "plain" }, others.map(([one, learned]) => h("li", null, template(one), learned && h("span", { class: "badge accent" }, t("patterns.learned")))))),
    sources.length > 0 && card(t("patterns.sources"), details(sources)),
    apps.length > 0 && card(t("patterns.apps"), details(apps)));
}
