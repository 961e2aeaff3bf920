// Runs after view.js: what a page shows besides what can be acted on, to be read.
(() => {
  "use strict";
  if (window.pageWatch.shown) return;
  const { told, everything, isVisible, its } = window.pageWatch;

  const MOST = 200;
  const LONGEST = 300;
  const OTHERS = /^(SCRIPT|STYLE|NOSCRIPT|OPTION|SELECT|BUTTON|TEMPLATE)$/;

  // Whether something is said by the element itself, and not by one within it.
  const saysItself = (element) => [...element[its.childNodes]].some((child) =>
    child.nodeType === Node.TEXT_NODE && child.data.trim() !== "");
  const holds = (element) => /^(INPUT|TEXTAREA)$/.test(element[its.tagName])
    && !/^(password|hidden|checkbox|radio|submit|button)$/.test(element.type)
    && element.value.trim() !== "";
  const said = (element) => (element.value ?? element[its.textContent] ?? "");
  const isRead = (element) => !OTHERS.test(element[its.tagName])
    && (holds(element) || saysItself(element))
    && said(element).length <= LONGEST;

  // Those with a number first, as records have one; each as view.js tells it.
  const shown = () => {
    const found = everything().filter(isRead);
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
