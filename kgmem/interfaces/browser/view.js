// Runs after watch.js: what is on the page as plain values, and where to touch it.
(() => {
  "use strict";
  if (window.pageWatch.view) return;
  const { later, isListening } = window.pageWatch;

  // --- what is seen ------------------------------------------------------------------

  const MAX_TEXT = 200;
  const MAX_CONTAINERS = 4;
  const CONTROLS = "a[href], button, input, select, textarea, summary, option, " +
    "[role=button], [role=link], [role=tab], [role=menuitem], [role=option], " +
    "[role=checkbox], [role=radio], [role=switch], [contenteditable=true], [onclick], " +
    "[tabindex]";
  const ROLES = {
    A: "link", BUTTON: "button", SELECT: "combobox", TEXTAREA: "textbox",
    OPTION: "option", LI: "listitem", IMG: "img", TR: "row", TD: "cell",
    SUMMARY: "button", FORM: "form", TABLE: "table", UL: "list", OL: "list",
    H1: "heading", H2: "heading", H3: "heading", H4: "heading",
  };
  const INPUT_ROLES = {
    button: "button", submit: "button", reset: "button", image: "button",
    checkbox: "checkbox", radio: "radio", range: "slider", number: "spinbutton",
    search: "searchbox",
  };
  const NAMED_BY_CONTENT = new Set([
    "button", "link", "tab", "option", "menuitem", "heading", "cell", "checkbox",
    "radio", "switch", "treeitem",
  ]);
  const TOGGLES = new Set(["checkbox", "radio"]);

  const HEADINGS = "h1, h2, h3, h4, h5, h6, legend, caption";

  let ignored = "";
  let found = [];

  const collapsed = (text) => (text || "").replace(/\s+/g, " ").trim();
  const isIgnored = (element) => ignored !== "" && element.closest(ignored) !== null;

  const isVisible = (element) => {
    if (element.tagName === "OPTION") return isVisible(element.closest("select"));
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) return false;
    if (!element.checkVisibility({ checkVisibilityCSS: true })) return false;
    return !isCutOff(element, box);
  };
  const isCutOff = (element, box) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (![overflowX, overflowY].some((flow) => flow === "hidden" || flow === "clip"))
        continue;
      const frame = at.getBoundingClientRect();
      if (overflowX === "hidden" && (box.right <= frame.left || box.left >= frame.right
        || frame.width < 2)) return true;
      if (overflowY === "hidden" && (box.bottom <= frame.top || box.top >= frame.bottom
        || frame.height < 2)) return true;
    }
    return false;
  };
  const looksClickable = (element) =>
    getComputedStyle(element).cursor === "pointer"
    && getComputedStyle(element.parentElement).cursor !== "pointer";
  const isLabelOfControl = (element) => element.tagName === "LABEL" && element.control;
  const canBeActedOn = (element) =>
    (element.matches(CONTROLS) || isListening(element) || element.onclick
      || looksClickable(element))
    && !isLabelOfControl(element)
    && element !== document.body && element !== document.documentElement;

  const roleOf = (element) => {
    const given = element.getAttribute("role");
    if (given && given !== "presentation" && given !== "none") return given;
    if (element.tagName === "INPUT") return INPUT_ROLES[element.type] || "textbox";
    return ROLES[element.tagName] || null;
  };
  const nameOf = (element, role) => {
    const by = (element.getAttribute("aria-labelledby") || "").split(/\s+/)
      .map((id) => id && document.getElementById(id)).filter(Boolean);
    const labels = [...(element.labels || [])];
    const isButton = element.tagName === "INPUT" && role === "button";
    return [
      by.map((label) => collapsed(label.innerText)).join(" "),
      element.getAttribute("aria-label"),
      labels.map((label) => labelText(label, element)).join(" "),
      isButton ? element.value : "",
      NAMED_BY_CONTENT.has(role) && element.tagName !== "INPUT" ? textOf(element) : "",
      element.getAttribute("alt"),
      element.getAttribute("title"),
      element.getAttribute("placeholder"),
    ].map(collapsed).find((name) => name !== "")?.slice(0, MAX_TEXT) || null;
  };
  // Options of a select that stands within its label are no part of its name.
  const labelText = (label, element) => {
    const own = element.tagName === "SELECT" ? collapsed(element.innerText) : "";
    const said = collapsed(label.innerText);
    return own ? collapsed(said.replace(own, " ")) : said;
  };
  const textOf = (element) => {
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName)) return "";
    const text = element.tagName === "OPTION" ? element.text : wordsOf(element);
    return collapsed(text).slice(0, MAX_TEXT);
  };
  // What is drawn (SVG) has no innerText.
  const wordsOf = (element) => element.innerText ?? element.textContent;
  const attributesOf = (element) => {
    const attributes = {};
    for (const { name, value } of element.attributes)
      if (name !== "style" && name !== "value" && !name.startsWith("on"))
        attributes[name] = value.slice(0, MAX_TEXT);
    if (element.tagName === "OPTION") attributes.selected = String(element.selected);
    else if (element.tagName === "SELECT")
      attributes.value = [...element.selectedOptions].map((one) => one.text).join(", ");
    else if (TOGGLES.has(element.type)) attributes.checked = String(element.checked);
    else if (element.type === "password") // as every decent driver does
      attributes.value = "•".repeat(element.value.length);
    else if (/^(INPUT|TEXTAREA)$/.test(element.tagName))
      attributes.value = element.value.slice(0, MAX_TEXT);
    return attributes;
  };
  // The texts of what it stands in, nearest first; of a larger part, its heading.
  const containersOf = (element, name) => {
    const own = textOf(element);
    const around = [];
    for (let at = element.parentElement; at && at !== document.body;
      at = at.parentElement) {
      if (around.length === MAX_CONTAINERS || isIgnored(at) || holdsIgnored(at)) break;
      const text = collapsed(own
        ? collapsed(wordsOf(at)).replace(own, " ") : wordsOf(at));
      const said = text.length <= MAX_TEXT
        ? text : collapsed(at.querySelector(HEADINGS)?.innerText).slice(0, MAX_TEXT);
      if (said && said !== name && !around.includes(said)) around.push(said);
    }
    return around;
  };
  const holdsIgnored = (element) =>
    ignored !== "" && element.querySelector(ignored) !== null;
  const pathOf = (element) => {
    const parts = [];
    for (let at = element; at && at.parentElement; at = at.parentElement) {
      const same = [...at.parentElement.children].filter((c) => c.tagName === at.tagName);
      parts.unshift(`${at.tagName.toLowerCase()}[${same.indexOf(at) + 1}]`);
    }
    return "/html/" + parts.join("/");
  };
  const boxOf = (element) => {
    const shown = element.tagName === "OPTION" ? element.closest("select") : element;
    const { x, y, width, height } = shown.getBoundingClientRect();
    return { x: x + scrollX, y: y + scrollY, width, height };
  };

  // A wrapper of one target is the same target.
  const WHOLE = 0.8; // share of its area
  const isWrapper = (element, all) => {
    const { width, height } = element.getBoundingClientRect();
    return all.some((inner) => {
      if (inner === element || !element.contains(inner)) return false;
      const box = inner.getBoundingClientRect();
      return box.width * box.height >= WHOLE * width * height
        && textOf(inner) === textOf(element);
    });
  };

  const elements = () => {
    found = actable();
    return told(found);
  };
  // The element that a node stands in, as it is told; what was found last stays.
  const describe = (node) => {
    const nodes = actable();
    for (let at = node; at; at = at.parentElement)
      if (nodes.includes(at)) return told(nodes)[nodes.indexOf(at)];
    return null;
  };
  const actable = () => {
    const all = [...document.body.querySelectorAll("*")].filter((element) =>
      canBeActedOn(element) && !isIgnored(element) && isVisible(element));
    return all.filter((element) => !isWrapper(element, all));
  };
  const told = (nodes) => {
    const seen = new Map();
    return nodes.map((element, index) => {
      const role = roleOf(element);
      const name = nameOf(element, role);
      const kind = role || element.tagName;
      seen.set(kind, (seen.get(kind) || 0) + 1);
      return {
        element_id: index,
        role,
        name,
        tag: element.tagName.toLowerCase(),
        text: textOf(element) || null,
        attributes: attributesOf(element),
        container: containersOf(element, name),
        ordinal: seen.get(kind),
        path: pathOf(element),
        box: boxOf(element),
      };
    });
  };

  // The page's state as a text: what is shown, with classes (open or closed is often
  // told by nothing else), values and ticks. Where the pointer is does not count.
  const POINTER_CLASS = /hover|focus/i;
  const state = () => {
    const parts = [];
    const visit = (element) => {
      if (isIgnored(element) || !element.checkVisibility()) return;
      const classes = [...element.classList].filter((c) => !POINTER_CLASS.test(c));
      parts.push(`<${element.tagName}.${classes.sort().join(".")}#${element.id}`);
      if (TOGGLES.has(element.type)) parts.push(`=${element.checked}`);
      else if (typeof element.value === "string") parts.push(`=${element.value}`);
      if (element.hasAttribute("aria-expanded"))
        parts.push(`~${element.getAttribute("aria-expanded")}`);
      for (const child of element.childNodes) {
        if (child instanceof Element) visit(child);
        else if (child instanceof Text && child.data.trim()) parts.push(child.data.trim());
      }
      parts.push(">");
    };
    visit(document.body);
    return parts.join("");
  };

  const text = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const parts = [];
    while (walker.nextNode()) {
      const holder = walker.currentNode.parentElement;
      if (!/^(SCRIPT|STYLE)$/.test(holder.tagName) && holder.checkVisibility()
        && !isIgnored(holder)) parts.push(walker.currentNode.data);
    }
    return collapsed(parts.join(" "));
  };

  // --- what is done ------------------------------------------------------------------

  const SPOTS = [0.5, 0.25, 0.75, 0.1, 0.9];

  // Where a click reaches the element: elements may lie over each other. A spot of its
  // own is better than one that a smaller target inside takes.
  const spot = (index) => {
    const element = found[index];
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    let shared = null;
    for (const box of element.getClientRects())
      for (const down of SPOTS)
        for (const right of SPOTS) {
          const x = box.left + box.width * right;
          const y = box.top + box.height * down;
          const hit = document.elementFromPoint(x, y);
          if (!hit || !element.contains(hit)) continue;
          if (targetAt(hit) === element) return { x, y };
          shared = shared || { x, y };
        }
    return shared;
  };
  const targetAt = (element) => {
    for (let at = element; at; at = at.parentElement) if (found.includes(at)) return at;
    return null;
  };

  // The same once the pointer is there: hovering may move things.
  const STILL_MS = 300;
  const reached = async (index) => {
    const since = performance.now();
    let last = spot(index);
    while (performance.now() - since < STILL_MS) {
      await new Promise((resolve) => later(resolve, 8));
      const now = spot(index);
      if (last && now && now.x === last.x && now.y === last.y) return now;
      last = now;
    }
    return last;
  };

  const focus = (index) => {
    const element = found[index];
    if (typeof element.select === "function") element.select();
    return document.activeElement === element;
  };
  const set = (index, value) => {
    const element = found[index];
    element.value = value;
    announce(element);
  };
  const choose = (index, label) => {
    const element = found[index];
    const option = [...element.options].find((one) => collapsed(one.text) === label);
    if (!option) return false;
    option.selected = true;
    announce(element);
    return true;
  };
  const announce = (element) => {
    for (const type of ["input", "change"])
      element.dispatchEvent(new Event(type, { bubbles: true }));
  };

  Object.assign(window.pageWatch, {
    spot, reached, focus, set, choose, text, describe, told, state,
    element: (index) => found[index],
    ignore: (selector) => { ignored = selector; },
    view: () => ({ elements: elements(), state: state() }),
  });
})();
