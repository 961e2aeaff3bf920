// Runs after view.js: what a page shows besides what can be acted on, to be read.
(() => {
  "use strict";
  if (window.pageWatch.shown) return;
  const {
    told, everything, isVisible, isRow, headOf, headsOver, textOf, pathOf, nameOf, parentOf, headings,
    cellsOf, isOfHeads, tables, collapsed, its,
  } = window.pageWatch;

  const MOST = 200;
  const MOST_READ = 1200; // where an answer is read
  const LONGEST = 300;
  const OTHERS = /^(SCRIPT|STYLE|NOSCRIPT|OPTION|SELECT|TEMPLATE)$/;

  // Whether something is said by the element itself, and not by one within it.
  const saysItself = (element) => [...element[its.childNodes]].some((child) =>
    child.nodeType === Node.TEXT_NODE && child.data.trim() !== "");
  const holds = (element) => /^(INPUT|TEXTAREA)$/.test(element[its.tagName])
    && !/^(password|hidden|checkbox|radio|submit|button)$/.test(element.type)
    && element.value.trim() !== "";
  const isButton = (element) => element[its.tagName] === "BUTTON";
  const said = (element) => (/^(INPUT|TEXTAREA)$/.test(element[its.tagName])
    ? element.value : element[its.textContent]) ?? "";
  const isRead = (element) => !OTHERS.test(element[its.tagName])
    && (holds(element) || saysItself(element))
    && said(element).length <= LONGEST;

  // Those with a number first, as records have one; each as view.js tells it. Buttons
  // are acted on, and may say which month it is, be it by their label alone.
  const shown = (withButtons = false) => {
    const label = (one) => withButtons && isButton(one) ? one.ariaLabel ?? "" : "";
    const isNumbered = (one) => /\d/.test(said(one) + label(one));
    const found = everything()
      .filter((one) => (isRead(one) || /\d/.test(label(one))) && (withButtons || !isButton(one)));
    const numbered = found.filter(isNumbered);
    const others = found.filter((one) => !isNumbered(one));
    return told(firstVisible([...numbered, ...others], MOST));
  };
  // No more are looked at: that takes long on a large page.
  const firstVisible = (nodes, most) => {
    const found = [];
    for (const node of nodes) {
      if (found.length === most) break;
      if (isVisible(node)) found.push(node);
    }
    return found;
  };

  // --- what stands beside what is read -------------------------------------------------

  const LIST = `${tables}, ul, ol, dl, [role=list]`;
  const ITEMS = "tr, [role=row], li, [role=listitem], article";
  const LONGEST_LABEL = 60;
  const rowOf = (element, name) => {
    const item = element[its.closest](ITEMS);
    for (let at = element; !item && at && at !== document.body; at = parentOf(at))
      if (isRow(at, element, name)) return at;
    return item;
  };
  // A text, a term, what ends in a colon, or one of two that stand side by side: of more
  // of them, or in a list, it is as likely another value. Labels have no numbers.
  const TERMS = "dt, th, label, b, strong";
  const isLabel = (node) => {
    const words = node.data ?? textOf(node);
    if (/\d/.test(words)) return false;
    if (node instanceof Text || node[its.matches](TERMS) || /[:：]\s*$/.test(words)) return true;
    const around = parentOf(node);
    return around[its.children].length === 2 && !around[its.matches]("li, [role=listitem]");
  };
  // What stands before it in its line, and says what it is.
  const labelOf = (element) => {
    for (let at = element; at && at !== document.body; at = parentOf(at)) {
      if (at[its.tagName] === "DD") {
        let term = at[its.previousElementSibling];
        while (term && term[its.tagName] !== "DT") term = term[its.previousElementSibling];
        return term && !/\d/.test(textOf(term)) ? textOf(term) : "";
      }
      const nodes = [...at[its.parentNode]?.[its.childNodes] || []];
      const before = nodes.slice(0, nodes.indexOf(at)).reverse()
        .find((node) => node instanceof Text ? node.data.trim() !== ""
          : node instanceof Element && isVisible(node) && textOf(node) !== "");
      if (before) return isLabel(before) ? collapsed(before.data ?? textOf(before)) : "";
      if (at[its.matches](ITEMS)) return "";
    }
    return "";
  };
  // The class of what holds it and nothing else.
  const classAround = (element) => {
    for (let at = parentOf(element); at && textOf(at) === textOf(element); at = parentOf(at))
      if (at.className) return String(at.className);
    return "";
  };
  // The heading or the name of the list or the part of the page that it stands in.
  const headingOver = (element, known) => {
    const list = element[its.closest](LIST);
    const named = list && nameOf(list, null)
      || collapsed(list?.[its.querySelector]("caption")?.[its.innerText]);
    if (named) return named;
    const passed = [];
    let heading = "";
    for (let at = list || element; at && at !== document.body; at = parentOf(at)) {
      if (known.has(at)) { heading = known.get(at); break; }
      passed.push(at);
      let before = at[its.previousElementSibling];
      for (; before && !heading; before = before[its.previousElementSibling]) {
        const inside = before[its.matches](headings) ? before
          : [...before[its.querySelectorAll](headings)].pop();
        heading = collapsed(inside?.[its.innerText]);
      }
      if (heading) break;
    }
    for (const one of passed) known.set(one, heading);
    return heading;
  };
  // All that is shown, with what tells where it stands.
  const readable = () => {
    const nodes = firstVisible(everything().filter(isRead), MOST_READ);
    const known = new Map();
    return told(nodes).map((one, n) => {
      const row = rowOf(nodes[n], one.name);
      const cells = row ? cellsOf(row) : "";
      const head = headOf(nodes[n]);
      const label = head || nodes[n][its.closest]("th") ? "" : labelOf(nodes[n]);
      const beside = {
        "column head": head,
        "label before": label.length <= LONGEST_LABEL ? label : "",
        "under heading": headingOver(nodes[n], known),
        "in row": row && !isOfHeads(row) ? pathOf(row) : "",
      };
      if (!one.attributes.class) beside.class = classAround(nodes[n]);
      const told = Object.entries(beside).filter(([, words]) => words !== "");
      const attributes = {
        ...one.attributes, ...headsOver(nodes[n], cells), ...Object.fromEntries(told),
      };
      return { ...one, attributes, container: row ? [cells] : one.container };
    });
  };

  Object.assign(window.pageWatch, { shown, readable });
})();
