// All views, by the name in their address. A view is loaded when it is first shown.
//
// `render(params, {api, t, h, space})` gives its node: with a heading of level 1. `params` has `id`, the
// rest of the path, and what stands behind the question mark.

export const VIEWS = {
  search: { group: "ask", load: () => import("./views/search.js") },
  recall: { group: "ask", load: () => import("./views/recall.js") },
  runs: { group: "doing", load: () => import("./views/runs.js") },
  patterns: { group: "doing", load: () => import("./views/patterns.js") },
};

export const GROUPS = ["ask", "doing", "knowing", "operating"];
export const FIRST = "search";
