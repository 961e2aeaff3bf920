// People: what is known of them, what they lived and said, what was corrected, and earlier versions.

import { link } from "../route.js";
import { moment, number, percent } from "../texts.js";
import { acting } from "../parts/acting.js";
import { empty } from "../parts/states.js";
import { pager, table } from "../parts/table.js";
import { card } from "../parts/words.js";
import { shown } from "./facts.js";

const PARTS = ["events", "conversations", "corrections", "versions"];

export function render(params, tools) {
  if (params.id && params.session) return conversation(params, tools);
  return params.id ? one(params, tools) : list(params, tools);
}

async function list({ after }, { api, t, h, signal }) {
  const page = await api.get("/v1/views/people", { after }, { signal });
  const head = h("header", { class: "head" }, h("h1", null, t("nav.people")), h("p", null, t("people.about")));
  if (page.items.length === 0) return h("section", null, head, empty(t("people.none"), t("people.none.help")));
  const rows = table({ caption: t("people.caption"), rows: page.items, columns: [
    { name: t("people.name"), head: true, cell: (row) => h("a", { href: link("people", { id: row.agent }) }, row.agent) },
    { name: t("people.version"), kind: "number", cell: (row) => row.version },
    { name: t("people.events"), kind: "number", cell: (row) => number(row.events) },
    { name: t("people.conversations"), kind: "number", cell: (row) => number(row.conversations) },
    { name: t("people.updated"), kind: "tight", cell: (row) => h("time", { class: "soft", datetime: row.updated_at }, moment(row.updated_at)) },
  ] });
  return h("section", null, head, rows, pager("people", page.next, t));
}

async function one(params, tools) {
  const { api, t, h, signal } = tools;
  const agent = params.id;
  const part = PARTS.includes(params.part) ? params.part : "events";
  const [known, page] = await Promise.all([
    api.get("/v1/views/person", { agent }, { signal }),
    api.get(`/v1/views/person/${part}`, { agent, after: params.after, limit: 20 }, { signal }),
  ]);
  const tags = known.tags.map((tag) => h("span", { class: "badge accent", title: percent(tag.confidence) }, `${t(`tag.${tag.aspect}`)}: ${tag.value}`));
  const tabs = h("nav", { class: "tabs", "aria-label": t("people.parts") }, PARTS.map((name) =>
    h("a", { href: link("people", { id: agent, part: name }), "aria-current": name === part ? "page" : null }, t(`people.${name}`))));
  const listed = page.items.length > 0 ? SHOWN[part](page.items, agent, known, tools) : empty(t(`people.${part}.none`));
  return h("article", { class: "stack" },
    h("header", { class: "head" },
      h("p", { class: "crumb" }, h("a", { href: link("people") }, t("nav.people"))),
      h("h1", null, agent),
      h("p", { class: "meta" }, h("span", null, t("people.version.n", { n: known.version })), tags)),
    card(t("people.profile"), h("p", { class: known.profile ? "bound" : "soft" }, known.profile || t("people.profile.none"))),
    known.facts.length > 0 && h("section", null, h("h2", null, t("people.facts")), shown(known.facts, tools),
      known.more_facts > 0 && h("p", { class: "pager" }, h("a", { href: link("facts", { about: known.subject }) }, t("people.facts.more", { n: known.more_facts })))),
    tabs, listed, pager("people", page.next, t));
}

const SHOWN = {
  events: (items, agent, known, { t, h }) => h("ol", { class: "log card" }, items.map((event) =>
    h("li", { class: event.status === "past" ? "past" : null }, h("time", { class: "day", datetime: event.at }, moment(event.at, { day: true })), " ", event.text,
      event.status === "past" && [" ", h("span", { class: "badge" }, t("people.past"))]))),
  conversations: (items, agent, known, { t, h }) => table({ caption: t("people.conversations"), rows: items, columns: [
    { name: t("people.session"), head: true, cell: (row) => [h("a", { href: link("people", { id: agent, session: row.session_id }) }, row.name || row.session_id), row.summary && h("p", { class: "soft small" }, row.summary)] },
    { name: t("people.messages"), kind: "number", cell: (row) => number(row.messages) },
    { name: t("people.began"), kind: "tight", cell: (row) => h("time", { datetime: row.started_at }, moment(row.started_at)) },
  ] }),
  corrections: (items, agent, known, { t, h }) => h("ol", { class: "log card" }, items.map((one) =>
    h("li", null, h("del", null, one.text), one.replaced_by.map((text) => h("p", null, `→ ${text}`)),
      h("p", { class: "meta" }, one.at && h("time", { datetime: one.at }, moment(one.at)), one.reason && h("span", null, one.reason), h("a", { href: link("facts", { fact: one.fact_id }) }, t("fact.log")))))),
  versions: (items, agent, known, tools) => {
    const { api, t, h } = tools;
    const back = (row) => acting({
      id: `version-${row.version}`, label: t("people.rollback"), role: "write",
      heading: t("people.rollback.to", { n: row.version }), about: t("people.rollback.about"),
      call: () => api.call(`agents/${encodeURIComponent(agent)}/rollback`, { version: row.version }),
    }, tools);
    return table({ caption: t("people.versions"), rows: items, columns: [
      { name: t("people.version"), head: true, cell: (row) => row.version },
      { name: t("people.when"), kind: "tight", cell: (row) => h("time", { datetime: row.at }, moment(row.at)) },
      { name: t("people.why"), cell: (row) => row.reason },
      { name: t("people.profile"), cell: (row) => row.profile || h("span", { class: "soft" }, "–") },
      { name: t("facts.do"), cell: (row) => (row.version === known.version ? h("span", { class: "badge good" }, t("people.now")) : back(row)) },
    ] });
  },
};

async function conversation({ id: agent, session, after }, { api, t, h, signal }) {
  const page = await api.get("/v1/views/person/messages", { agent, session, after }, { signal });
  return h("article", { class: "stack" },
    h("header", { class: "head" }, h("p", { class: "crumb" }, h("a", { href: link("people", { id: agent, part: "conversations" }) }, agent)), h("h1", null, session)),
    page.items.length === 0 ? empty(t("people.messages.none")) : h("ol", { class: "talk" }, page.items.map((one) =>
      h("li", { class: one.role }, h("p", { class: "meta" }, h("strong", null, one.role), h("time", { datetime: one.at }, moment(one.at))), h("p", { class: "said" }, one.content)))),
    pager("people", page.next, t));
}
