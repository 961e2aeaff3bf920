// What the memory saves, how well it serves, and what waits for somebody.

import { link } from "../route.js";
import { duration, moment, number, percent, tOr } from "../texts.js";
import { bars, spark } from "../parts/spark.js";
import { card, details } from "../parts/words.js";

const TONE = { direct_replay: "good", adaptive_replay: "", guided_exploration: "warn", reflexion_explore: "bad", success: "good", failure: "bad" };

export async function render(params, { api, t, h, signal }) {
  const [metrics, activity, questions] = await Promise.all([
    api.get("/v1/views/metrics", {}, { signal }),
    api.get("/v1/views/activity", { days: 30 }, { signal }),
    api.get("/v1/views/questions", {}, { signal }),
  ]);
  const head = h("header", { class: "head" }, h("h1", null, t("panel.heading")), h("p", null, t("panel.about", { space: metrics.space })));
  if (metrics.total_experiences === 0) return h("section", { class: "stack" }, head, begin(metrics.space, t, h));
  return h("article", { class: "stack panel" }, head, saved(metrics.saved, metrics, t, h),
    waiting(questions, t, h),
    lately(activity.since_yesterday, metrics.saved.apps, t, h),
    h("div", { class: "columns" },
      h("section", { class: "card" }, spark(activity.runs, t("panel.runs"), t)),
      h("section", { class: "card" }, spark(activity.replays, t("panel.replays"), t))),
    named(metrics, t, h),
    h("div", { class: "columns wide" },
      card(t("panel.routes"), bars(metrics.recalls, t("panel.routes"), (name) => tOr(`state.${name}`, name), t, (name) => TONE[name] ?? "")),
      card(t("panel.outcomes"), bars(metrics.replays, t("panel.outcomes"), (name) => tOr(`state.${name}`, name), t, (name) => TONE[name] ?? "warn")),
      stages(metrics.stages, t, h),
      card(t("panel.refused"), bars(metrics.refused_plans, t("panel.refused"), (code) => tOr(`refused.${code}`, code.replaceAll("_", " ")), t, () => "warn"))),
    condition(metrics, t, h),
    h("p", { class: "soft small" }, t("panel.since", { since: moment(metrics.since) })));
}

function saved({ actions, seconds }, metrics, t, h) {
  if (actions.saved === null && seconds.saved === null) {
    return h("section", { class: "hero card none", "aria-label": t("panel.saved") }, h("p", { class: "lead" }, t("panel.saved.none")), h("p", { class: "soft" }, t("panel.saved.none.help")));
  }
  const shown = (compared, value, unit) => compared.saved !== null && h("div", { class: compared.saved < 0 ? "big less" : "big" },
    h("dt", null, t(`panel.saved.${unit}`)),
    h("dd", null, h("span", { class: "value" }, value(compared.saved)), compared.factor >= 1.1 && h("span", { class: "badge good" }, t("panel.factor", { factor: number(compared.factor, { maximumFractionDigits: 1 }) }))),
    h("dd", { class: "soft" }, t(`panel.compared.${unit}`, { n: compared.n, explored: value(compared.explored), replayed: value(compared.replayed) }),
      compared.failed > 0 && ` ${t("panel.in.vain", { n: compared.failed, cost: value(compared.in_vain) })}`));
  return h("section", { class: "hero card", "aria-label": t("panel.saved") }, h("h2", null, t("panel.saved")),
    h("dl", null, shown(actions, (n) => number(n, { maximumFractionDigits: 0 }), "actions"), shown(seconds, (n) => spell(n), "seconds")));
}

function spell(seconds) {
  if (Math.abs(seconds) < 120) return `${number(seconds, { maximumFractionDigits: 1 })} s`;
  if (Math.abs(seconds) < 7200) return `${number(seconds / 60, { maximumFractionDigits: 1 })} min`;
  return `${number(seconds / 3600, { maximumFractionDigits: 1 })} h`;
}

function waiting(questions, t, h) {
  const open = questions.filter((one) => one.open > 0);
  if (open.length === 0) return null;
  return h("section", { class: "notice row apart" }, h("span", null, t("panel.open", { n: open.reduce((sum, one) => sum + one.open, 0) }), " ",
    h("span", { class: "small" }, open.map((one) => `${t(`questions.${one.sort}`)} ${number(one.open)}${one.more ? "+" : ""}`).join(" · "))), h("a", { href: link("questions") }, t("nav.questions")));
}

function lately(counts, apps, t, h) {
  const told = Object.entries(counts).filter(([, n]) => n > 0).map(([what, n]) => t(`lately.${what}`, { n }));
  const [most] = Object.entries(apps).filter(([, n]) => n > 0);
  return h("p", { class: "lately" }, h("strong", null, t("lately")), " ", told.length > 0 ? told.join(" · ") : t("lately.nothing"),
    most && [" ", h("strong", null, t("lately.most")), " ", t("lately.app", { app: most[0], actions: number(most[1], { maximumFractionDigits: 0 }) })]);
}

function named(metrics, t, h) {
  const share = (value) => (value === null ? null : percent(value));
  const rows = [
    ["retrieval_hit_rate", share(metrics.retrieval_hit_rate)],
    ["avg_retrieval_time_ms", metrics.avg_retrieval_time_ms === null ? null : duration(metrics.avg_retrieval_time_ms)],
    ["replay_success_rate", share(metrics.replay_success_rate)],
    ["avg_speedup_factor", metrics.avg_speedup_factor === null ? null : `${number(metrics.avg_speedup_factor, { maximumFractionDigits: 1 })} ×`],
    ["experience_reuse_count", number(metrics.experience_reuse_count)],
    ["experience_decay_rate", share(metrics.experience_decay_rate)],
    ["generalization_accuracy", share(metrics.generalization_accuracy)],
    ["total_experiences", number(metrics.total_experiences)],
    ["avg_experience_size_kb", metrics.avg_experience_size_kb === null ? null : `${number(metrics.avg_experience_size_kb, { maximumFractionDigits: 1 })} kB`],
    ["storage_growth_rate", metrics.storage_growth_rate === null ? null : t("panel.per.day", { kb: number(metrics.storage_growth_rate, { maximumFractionDigits: 1 }) })],
  ];
  return h("dl", { class: "figures metrics" }, rows.map(([name, value]) =>
    h("div", { title: name }, h("dt", null, t(`metric.${name}`)), h("dd", null, value ?? h("span", { class: "soft" }, "–"), metrics.of[name] !== undefined && h("small", null, ` ${t("panel.of", { n: metrics.of[name] })}`)))));
}

function stages(listed, t, h) {
  const means = Object.entries(listed).map(([name, timing]) => [name, timing.count ? (1000 * timing.seconds) / timing.count : 0, timing.count]);
  if (means.length === 0) return card(t("panel.stages"), h("p", { class: "soft" }, t("panel.none.yet")));
  const most = Math.max(...means.map(([, ms]) => ms), 1e-9);
  return card(t("panel.stages"), h("table", { class: "bars" }, h("caption", { class: "unseen" }, t("panel.stages")),
    h("tbody", null, means.map(([name, ms]) => h("tr", null, h("th", { scope: "row" }, tOr(`stage.${name}`, name)),
      h("td", { class: "wide" }, h("span", { class: "meter", "aria-hidden": "true" }, h("span", { style: { width: `${(100 * ms) / most}%` } }))),
      h("td", { class: "number" }, duration(ms)))))));
}

function condition(metrics, t, h) {
  const caches = Object.entries(metrics.caches).map(([name, use]) => [t("panel.cache", { name }), t("panel.cache.use", { hits: use.hits, all: use.hits + use.misses })]);
  const breakers = Object.entries(metrics.breakers).map(([name, position]) => [name, h("span", { class: position === "closed" ? "badge good" : "badge bad" }, tOr(`breaker.${position}`, position))]);
  return card(t("panel.condition"), details([[t("panel.outbox"), number(metrics.outbox_depth)], ...caches, ...breakers]));
}

function begin(space, t, h) {
  const [python, curl] = space === "default" ? ["", ""] : [`, space=${JSON.stringify(space)}`, ` -H 'Kgmem-Space: ${encodeURIComponent(space)}'`];
  const step = (name, code) => h("li", null, h("h3", null, t(`begin.${name}`)), h("pre", { tabindex: 0 }, h("code", null, code)));
  return h("section", { class: "card begin" }, h("h2", null, t("begin")), h("p", { class: "soft" }, t("begin.about")), h("ol", { class: "bare stack" },
    step("python", `from kgmem import Memory\n\nmemory = Memory.connect("${location.origin}"${python})\n`
      + 'memory.learn({"task": "search for tea", "app": "shop", "outcome": "success", "source": "me", "steps": [\n    {"action": "type", "target": {"role": "searchbox", "name": "Search"}, "value": "tea"},\n    {"action": "click", "target": {"role": "button", "name": "Go"}},\n]})'),
    step("http", `curl ${location.origin}/v1/recall -H 'content-type: application/json'${curl} -d '{\"task\": \"search for tea\", \"app\": \"shop\"}'`),
    step("file", `kgmem${space === "default" ? "" : ` --space ${JSON.stringify(space)}`} learn runs.jsonl`)));
}
