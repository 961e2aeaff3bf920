// Runs after view.js: what a page shows besides what can be acted on, to be read.
(() => {
  "use strict";
  if (window.pageWatch.shown) return;
  const { told, everything, isVisible, its } = window.pageWatch;

  const MOST = 200;
  const LONGEST = 300;
  const OTHERS = /^(SCRIPT|STYLE|NOSCRIPT|OPTION|SELECT|TEMPLATE)$/;

  // Whether something is said by the element itself, and not by one within it.
  const saysItself = (element) => [...element[its.childNodes]].some((child) =>
    child.nodeType === Node.TEXT_NODE && child.data.trim() !== "");
  const holds = (element) => /^(INPUT|TEXTAREA)$/.test(element[its.tagName])
    && !/^(password|hidden|checkbox|radio|submit|button)$/.test(element.type)
    && element.value.trim() !== "";
  const isButton = (element) => element[its.tagName] === "BUTTON";
  const said = (element) =>
    (isButton(element) ? null : element.value) ?? element[its.textContent] ?? "";
  const isRead = (element) => !OTHERS.test(element[its.tagName])
    && (holds(element) || saysItself(element))
    && said(element).length <= LONGEST;

  // Those with a number first, as records have one; each as view.js tells it. Buttons
  // are acted on, and may say which month it is.
  const shown = (withButtons = false) => {
    const found = everything()
      .filter((one) => isRead(one) && (withButtons || !isButton(one)));
    const numbered = found.filter((one) => /\d/.test(said(one)));
    const others = found.filter((one) => !/\d/.test(said(one)));
    return told(firstVisible([...numbered, ...others]));
  };
  // No more are looked at: that takes long on a large page.
  const firstVisible = (nodes) => {
    const found = [];
    for (const node of nodes) {
      if (found.length === MOST) break;
      if (isVisible(node)) found.push(node);
    }
    return found;
  };

  Object.assign(window.pageWatch, { shown });
})();
