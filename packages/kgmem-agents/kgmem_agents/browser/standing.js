// Runs after view.js: which page it is, and what it says of itself.
(() => {
  "use strict";
  if (window.pageWatch.standing) return;
  const { isVisible, collapsed, refused, its } = window.pageWatch;

  const MOST = 120; // of a heading
  const MOST_SAID = 240;
  const allShown = (selector) => [...document[its.querySelectorAll](selector)].filter(isVisible);
  const said = (selector) =>
    collapsed(allShown(selector).map((one) => one[its.innerText]).join(" ")).slice(0, MOST_SAID);

  Object.assign(window.pageWatch, { standing: () => ({
    head: collapsed(allShown("h1")[0]?.[its.innerText]).slice(0, MOST),
    alert: `${said("[role=alert]")} ${refused()}`.trim(), status: said("[role=status]"),
    asks_password: allShown("input[type=password]").length > 0,
  }) });
})();
