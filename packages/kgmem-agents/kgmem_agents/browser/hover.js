// Runs after watch.js in each frame: what shows more when the pointer is over it, by
// nothing but a style.
(() => {
  "use strict";
  if (window.pageWatch.showsMore) return;

  const { its } = window.pageWatch;

  const SHOWN_BY = ["display", "visibility", "opacity", "height", "maxHeight"];
  const OPENER = /^(.*?[^\s>+~]*):hover\b.*[\s>+~]/;
  const MAX_RULES = 5_000;

  let openers = ""; // a selector
  let read = -1; // sheets that it was made of

  const rulesOf = (sheet) => {
    try {
      return [...sheet.cssRules].slice(0, MAX_RULES);
    } catch {
      return []; // of another origin
    }
  };
  // Of `li:hover > ul` the part before `:hover`, of each that shows something else.
  const openersIn = (rule) => {
    if (rule.cssRules?.length && !rule.selectorText)
      return [...rule.cssRules].flatMap(openersIn);
    if (!rule.selectorText?.includes(":hover")) return [];
    if (!SHOWN_BY.some((name) => rule.style[name])) return [];
    return rule.selectorText.split(",").map((one) => OPENER.exec(one.trim())?.[1])
      .filter((one) => one && CSS.supports(`selector(${one})`));
  };
  const selector = () => {
    const sheets = [...document.styleSheets];
    if (read !== sheets.length) {
      read = sheets.length;
      openers = [...new Set(sheets.flatMap(rulesOf).flatMap(openersIn))].join(", ");
    }
    return openers;
  };
  window.pageWatch.showsMore = (element) => {
    const openers = selector();
    return openers !== "" && element[its.matches](openers);
  };
})();
