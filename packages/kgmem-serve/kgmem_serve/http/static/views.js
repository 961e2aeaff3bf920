// All views, by the name in their address. A view is loaded when it is first shown.
//
// `render(params, {api, t, h, space})` gives its node: with a heading of level 1. `params` has `id`, the
// rest of the path, and what stands behind the question mark.

export const VIEWS = {
  panel: { group: "overview", load: () => import("./views/panel.js") },
  questions: { group: "overview", load: () => import("./views/questions.js") },
  search: { group: "ask", load: () => import("./views/search.js") },
  recall: { group: "ask", load: () => import("./views/recall.js") },
  runs: { group: "doing", load: () => import("./views/runs.js") },
  patterns: { group: "doing", load: () => import("./views/patterns.js") },
  apps: { group: "doing", load: () => import("./views/apps.js") },
  facts: { group: "knowing", load: () => import("./views/facts.js") },
  people: { group: "knowing", load: () => import("./views/people.js") },
  documents: { group: "knowing", load: () => import("./views/documents.js") },
  health: { group: "operating", load: () => import("./views/health.js") },
  calls: { group: "operating", load: () => import("./views/calls.js") },
};

export const GROUPS = ["overview", "ask", "doing", "knowing", "operating"];
export const FIRST = "panel";
