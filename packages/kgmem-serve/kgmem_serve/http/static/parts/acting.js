// Buttons that change something: they ask first, tell what went wrong, and show the view anew.

import { h } from "../dom.js";
import { ask } from "./dialog.js";
import { wrong } from "./states.js";

const BY = "kgmem.by";
const AFTER = { approve: "operate", quarantine: "operate", release: "operate", repair: "operate" };

/** A button for a call: `{id, label, role, heading, about, fields, submit, danger, args(given), call(args)}`. */
export function acting({ id, label, role, danger = false, main = false, ...asked }, tools) {
  const { t, session, refresh } = tools;
  const told = h("span", { class: "bad-words", role: "alert" });
  const run = async (event) => {
    const button = event.currentTarget;
    told.textContent = "";
    const given = asked.heading
      ? await ask({ heading: asked.heading, about: asked.about, fields: asked.fields ?? [], submit: label, cancel: t("cancel"), danger })
      : {};
    if (!given) return;
    if (given.by) localStorage.setItem(BY, given.by);
    button.disabled = true;
    try {
      await asked.call(given);
      await (asked.then ?? refresh)();
    } catch (error) {
      told.textContent = wrong(error, t);
    }
    button.disabled = false;
  };
  const may = session.roles.includes(role);
  return [h("button", { type: "button", id, class: danger ? "danger" : main ? "main" : null, disabled: !may, title: may ? null : t("decide.role"), onclick: run }, label), told];
}

/** Approve, quarantine or release a run or a pattern. */
export function decision(verb, id, tools) {
  const { api, t } = tools;
  return acting({
    id: `${verb}-${id}`, label: t(`do.${verb}`), role: AFTER[verb], danger: verb === "quarantine", main: verb === "approve",
    heading: t(`do.${verb}`), about: t(`do.${verb}.about`),
    fields: [
      { name: "by", label: t("decide.by"), required: true, value: localStorage.getItem(BY) ?? "", autocomplete: "name" },
      { name: "why", label: t("decide.why"), required: true, rows: 3, help: t("decide.kept") },
    ],
    call: ({ by, why }) => api.call(verb, { id, by, why }),
  }, tools);
}

/** A fact is not so any more, or never was. */
export function retraction(fact, tools) {
  const { api, t } = tools;
  return acting({
    id: `retract-${fact.fact_id}`, label: t("fact.retract"), role: "write", danger: true,
    heading: t("fact.retract"), about: `${fact.text} – ${t("fact.retract.about")}`,
    fields: [{ name: "reason", label: t("decide.why"), required: true, rows: 3, help: t("decide.kept") }],
    call: ({ reason }) => api.call("retract_fact", { fact_id: fact.fact_id, reason }),
  }, tools);
}

/** Another object, or other words, in the place of what was wrong. */
export function correction(fact, tools) {
  const { api, t } = tools;
  const whole = fact.object === null || fact.object === undefined;
  return acting({
    id: `correct-${fact.fact_id}`, label: t("fact.correct"), role: "write",
    heading: t("fact.correct"), about: t("fact.correct.about"),
    fields: [{ name: "so", label: whole ? t("fact.text") : `${fact.subject} · ${fact.predicate}`, required: true, value: whole ? fact.text : fact.object }],
    call: ({ so }) => api.call("correct_fact", { fact_id: fact.fact_id, ...(whole ? { content: so } : { object: so }) }),
  }, tools);
}
