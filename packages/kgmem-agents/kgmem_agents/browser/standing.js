// Runs after view.js: which page it is, and what it says of itself.
(() => {
  "use strict";
  if (window.pageWatch.standing) return;
  const { isVisible, collapsed, its } = window.pageWatch;

  const MOST = 120;
  const firstShown = (selector) => [...document[its.querySelectorAll](selector)].find(isVisible);
  const said = (selector) => collapsed(firstShown(selector)?.[its.innerText]).slice(0, MOST);

  Object.assign(window.pageWatch, { standing: () => ({
    head: said("h1"), alert: said("[role=alert]"),
    asks_password: Boolean(firstShown("input[type=password]")),
  }) });
})();
