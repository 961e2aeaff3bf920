// What was decided about a run or a pattern, and the buttons that decide anew.

import { ask } from "./dialog.js";
import { wrong } from "./states.js";
import { badge } from "./words.js";
import { moment } from "../texts.js";

const BY = "kgmem.by";

export function deciding(subject, { api, t, h, session, refresh }) {
  const { id, decided, decisions, isRun, failed, after } = subject;
  const may = session.roles.includes("operate");
  const told = h("p", { class: "notice bad", role: "alert", hidden: true });
  const act = (name, run) => async () => {
    told.hidden = true;
    try { await run(); } catch (error) { told.textContent = wrong(error, t); told.hidden = false; }
  };
  const decide = (verb) => act(verb, async () => {
    const given = await who(verb, t);
    if (!given) return;
    localStorage.setItem(BY, given.by);
    await api.call(verb, { id, by: given.by, why: given.why });
    refresh();
  });
  const forget = act("forget", async () => {
    const sure = await ask({ heading: t(isRun ? "forget.run" : "forget.pattern"), about: t(isRun ? "forget.run.about" : "forget.pattern.about"), fields: [], submit: t("forget"), cancel: t("cancel"), danger: true });
    if (!sure) return;
    await api.call("forget", isRun ? { experience_id: id } : { pattern_id: id });
    location.hash = after;
  });
  const button = (verb, run, props = {}) => h("button", { type: "button", id: `do-${verb}`, onclick: run, disabled: !may, ...props }, t(`do.${verb}`));
  return h("section", { class: "card" },
    h("h2", null, t("decide")),
    h("p", { class: "soft" }, t(may ? "decide.about" : "decide.role")),
    told,
    h("p", { class: "buttons" },
      decided !== "approve" && button("approve", decide("approve"), { class: "main", disabled: !may || failed }),
      decided !== "quarantine" && button("quarantine", decide("quarantine")),
      decided && button("release", decide("release")),
      button("forget", forget, { class: "danger", disabled: !session.roles.includes("write") })),
    decisions.length > 0 && h("ol", { class: "log" }, decisions.map((one) =>
      h("li", null, badge(one.verb), " ", h("strong", null, one.by), h("time", { class: "soft", datetime: one.at }, ` ${moment(one.at)}`), h("p", null, one.why)))));
}

const who = (verb, t) => ask({
  heading: t(`do.${verb}`),
  about: t(`do.${verb}.about`),
  fields: [
    { name: "by", label: t("decide.by"), required: true, value: localStorage.getItem(BY) ?? "", autocomplete: "name" },
    { name: "why", label: t("decide.why"), required: true, rows: 3, help: t("decide.kept") },
  ],
  submit: t(`do.${verb}`),
  cancel: t("cancel"),
  danger: verb === "quarantine",
});
