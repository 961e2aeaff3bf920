// Runs after watch.js in each frame: what is shown in it as plain values.
(() => {
  "use strict";
  if (window.pageWatch.view) return;
  const { isListening, isHeld, observe, showsMore } = window.pageWatch;

  // --- what is seen ------------------------------------------------------------------

  const MAX_TEXT = 200;
  const MAX_CONTAINERS = 4;
  const EDITABLE = "[contenteditable=true], [contenteditable=''], " +
    "[contenteditable=plaintext-only]";
  const HANDLED = [
    "onclick", "ondblclick", "onmousedown", "onpointerdown", "oncontextmenu",
    "ondragstart", "ondragover", "ondrop", "onmouseenter", "onmouseover",
  ];
  const CONTROLS = "a[href], button, input, select, textarea, summary, option, " +
    "[role=button], [role=link], [role=tab], [role=menuitem], [role=option], " +
    "[role=checkbox], [role=radio], [role=switch], [role=combobox], " +
    `[role=treeitem], ${EDITABLE}, [draggable=true], [tabindex]`;
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
  let found = []; // the elements that were told last,
  let known = []; // and how each was called

  const collapsed = (text) => (text || "").replace(/\s+/g, " ").trim();

  // --- what stands in open shadow roots counts as all else ---------------------------

  const parentOf = (element) => element.parentElement
    || (element.parentNode instanceof ShadowRoot ? element.parentNode.host : null);
  const shownIn = (element) => element.assignedSlot || parentOf(element);
  const holds = (outer, inner) => outer.contains(inner)
    || (hosts.length > 0 && hosts.some((host) =>
      host.shadowRoot.contains(inner) && (host === outer || holds(outer, host))));
  const DRAGGED = new Set(["A", "IMG"]); // in any page
  let hasDraggable = false; // is there something to drag, as HTML has it,
  let hasHeld = false; // or as a script has it
  let hosts = []; // the elements that have such a root, as of the last look
  const everything = () => {
    const all = document.body ? insideOf(document.body) : [];
    if (isEditor(document.body)) all.unshift(document.body);
    hosts = all.filter((element) => element.shadowRoot);
    hasDraggable = all.some((element) => element.draggable && !DRAGGED.has(element.tagName));
    hasHeld = all.some(mayBeHeld);
    for (const host of hosts) observe(host.shadowRoot);
    return all;
  };
  // A page that is one field: the frame of an editor.
  const isEditor = (body) => body?.isContentEditable === true;
  const insideOf = (root) => {
    const all = [];
    const visit = (part) => {
      for (const element of part.querySelectorAll("*")) {
        all.push(element);
        if (element.shadowRoot) visit(element.shadowRoot);
      }
    };
    if (root.shadowRoot) visit(root.shadowRoot);
    if (root.firstElementChild) visit(root);
    return all;
  };
  const isIgnored = (element) => {
    for (let at = element; ignored !== "" && at; at = at.getRootNode().host)
      if (at.closest(ignored)) return true;
    return false;
  };
  // The nodes in it as they are shown: a slot shows what was put into it.
  const shownNodes = (element) => {
    if (element.shadowRoot) return [...element.shadowRoot.childNodes];
    return element.tagName === "SLOT"
      ? element.assignedNodes({ flatten: true }) : [...element.childNodes];
  };

  // --- what is seen of an element ----------------------------------------------------

  const isVisible = (element) => {
    if (element.tagName === "OPTION") return isVisible(element.closest("select"));
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) return false;
    if (!element.checkVisibility({ checkVisibilityCSS: true })) return false;
    return !isCutOff(element, box);
  };
  const isCutOff = (element, box) => {
    for (let at = shownIn(element); at; at = shownIn(at)) {
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
  const cursorOf = (element) => getComputedStyle(element).cursor;
  const looksClickable = (element) =>
    cursorOf(element) === "pointer" && cursorOf(parentOf(element)) !== "pointer";
  // What may be dragged, and what may take it: zones where the page has something to
  // drag, and what it stands in if it looks so.
  const MOVED = /^(grab|grabbing|move|(col|row|ew|ns|nesw|nwse)-resize)$/;
  const looksMovable = (element) =>
    MOVED.test(cursorOf(element)) && !MOVED.test(cursorOf(parentOf(element)));
  const ZONES = "[ondrop], [dropzone], [aria-dropeffect], li, tr, td, [id]";
  const PARTS = "[aria-label], [role=group], [role=region], [role=list], " +
    "[role=listitem], [role=row], [role=gridcell]";
  const isZone = (element) => element.matches(ZONES) || element.matches(PARTS);
  const mayBeHeld = (element) =>
    isHeld(element) || element.onpointerdown || element.onmousedown;
  const mayTake = (element) => (hasDraggable && element.matches(ZONES))
    || ((hasDraggable || hasHeld) && element.matches(PARTS))
    || [...element.children].some(looksMovable);
  // What is not shown and still used, by its label or a button: a file is chosen, a tick
  // set.
  const shownLabel = (element) => [...(element.labels || [])].find(isVisible);
  const isReachable = (element) => element.tagName === "INPUT" && !element.disabled
    && (element.type === "file" || (TOGGLES.has(element.type) && !!shownLabel(element)));
  const isLabelOfControl = (element) => element.tagName === "LABEL" && element.control;
  const canBeActedOn = (element) =>
    (element.matches(CONTROLS) || isListening(element)
      || HANDLED.some((name) => element[name]) || showsMore(element)
      || looksClickable(element) || looksMovable(element) || mayTake(element))
    && !isLabelOfControl(element)
    && (element !== document.body || isEditor(element))
    && element !== document.documentElement;

  const roleOf = (element) => {
    const given = element.getAttribute("role");
    if (given && given !== "presentation" && given !== "none") return given;
    if (element.tagName === "INPUT") return INPUT_ROLES[element.type] || "textbox";
    return ROLES[element.tagName] || null;
  };
  const nameOf = (element, role) => {
    const by = (element.getAttribute("aria-labelledby") || "").split(/\s+/)
      .map((id) => id && element.getRootNode().getElementById?.(id)).filter(Boolean);
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
    if (element.matches(EDITABLE)) return "";
    const text = element.tagName === "OPTION" ? element.text : wordsOf(element);
    return collapsed(text).slice(0, MAX_TEXT);
  };
  // What is drawn (SVG) has no innerText, what stands in shadow roots is none of it.
  const wordsOf = (element) => hosts.some((host) => element.contains(host))
    ? shownWords(element) : element.innerText ?? element.textContent;
  const shownWords = (node) => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || /^(SCRIPT|STYLE)$/.test(node.tagName)
      || (node.tagName !== "SLOT" && !node.checkVisibility())) return "";
    return shownNodes(node).map(shownWords).join(" ");
  };
  const attributesOf = (element) => {
    const attributes = {};
    for (const { name, value } of element.attributes)
      if (name !== "style" && name !== "value" && !name.startsWith("on"))
        attributes[name] = value.slice(0, MAX_TEXT);
    if (element.tagName === "OPTION") {
      attributes.selected = String(element.selected);
      if (element.value !== element.text) attributes.value = element.value;
    } else if (element.type === "file")
      attributes.value = [...element.files].map((file) => file.name).join(", ");
    else if (element.tagName === "SELECT")
      attributes.value = [...element.selectedOptions].map((one) => one.text).join(", ");
    else if (TOGGLES.has(element.type)) attributes.checked = String(element.checked);
    else if (element.type === "password") // as every decent driver does
      attributes.value = "•".repeat(element.value.length);
    else if (/^(INPUT|TEXTAREA)$/.test(element.tagName))
      attributes.value = element.value.slice(0, MAX_TEXT);
    else if (element.matches(EDITABLE))
      attributes.value = collapsed(wordsOf(element)).slice(0, MAX_TEXT);
    return attributes;
  };
  // The texts of what it stands in, nearest first; of a larger part, its heading. A row
  // is told in full, its cells parted by tabs.
  const containersOf = (element, name) => {
    const own = textOf(element);
    const isItem = element.type === "radio" || element.getAttribute("role") in LISTS;
    const texts = [];
    let row = null;
    for (let at = parentOf(element); at && at !== document.body; at = parentOf(at)) {
      if (texts.length === MAX_CONTAINERS || isIgnored(at) || holdsIgnored(at)) break;
      if (!row && isRow(at, element, name)) {
        row = cellsOf(at, own);
        if (row) texts.push(row);
        continue;
      }
      const list = isItem ? groupName(at) : "";
      const { words, heading } = list ? { words: list } : partOf(at);
      const isLong = words.length > MAX_TEXT + own.length + 1;
      const text = isLong || !own ? words : collapsed(words.replace(own, " "));
      const said = text.length <= MAX_TEXT ? text : heading;
      if (said && said !== name && !texts.includes(said)) texts.push(said);
    }
    return texts;
  };
  // Does the same stand in what is beside it, or is it in a table with a head? A form
  // that is laid out as a table has labels in its rows, and no head.
  const MAX_BESIDE = 20;
  const isRow = (part, element, name) => {
    if (part.matches(ROWS)) {
      const table = part.closest("table, [role=table], [role=grid]");
      const first = table?.querySelector(ROWS);
      const heads = [...first?.children || []];
      if (first !== part && heads.length > 1 && heads.every((one) => one.matches(HEADS)))
        return true;
    }
    const kind = kindOf(element);
    return [part.previousElementSibling, part.nextElementSibling].some((beside) =>
      beside?.tagName === part.tagName
      && [...beside.querySelectorAll(element.tagName)].slice(0, MAX_BESIDE)
        .some((one) => kindOf(one) === kind && nameOf(one, roleOf(one)) === name));
  };
  const ROWS = "tr, [role=row]";
  const HEADS = "th, [role=columnheader]";
  const MAX_CELL = 80;
  const MAX_ROW = 400;
  const cellsOf = (row, own) => wordsWithoutLists(row).split(/[\t\n]+/).map(collapsed)
    .map((cell) => (own ? collapsed(cell.replace(own, " ")) : cell).slice(0, MAX_CELL))
    .filter(Boolean).join("\t").slice(0, MAX_ROW);
  const around = new Map(); // what parts say, while elements are told: many stand in one
  const partOf = (part) => {
    if (!around.has(part)) around.set(part, {
      words: withoutOptions(part, collapsed(wordsOf(part))),
      heading: collapsed(headingOf(part)?.innerText).slice(0, MAX_TEXT),
    });
    return around.get(part);
  };
  // What a list offers is none of what stands around it.
  const withoutOptions = (part, words) => collapsed([...part.querySelectorAll("select")]
    .map((list) => collapsed(list.innerText)).filter((own) => own !== "")
    .reduce((left, own) => left.replace(own, " "), words));
  const wordsWithoutLists = (part) => [...part.querySelectorAll("select")]
    .reduce((left, list) => left.replace(list.innerText || "", " "), wordsOf(part));
  // What the list is called that a radio button or an option stands in.
  const GROUPS = "fieldset, [role=group], [role=radiogroup], [role=listbox], [role=menu]";
  const groupName = (part) => {
    if (!part.matches(GROUPS)) return "";
    const legend = part.tagName === "FIELDSET" && part.querySelector("legend");
    const opened = part.id === "" ? null : everything().find((one) =>
      ["aria-controls", "aria-owns"].some((name) => one.getAttribute(name) === part.id));
    return collapsed(legend?.innerText) || nameOf(part, null)
      || opened && nameOf(opened, null) || "";
  };
  const headingOf = (element) => element.querySelector(HEADINGS)
    || element.shadowRoot?.querySelector(HEADINGS);
  const holdsIgnored = (element) =>
    ignored !== "" && element.querySelector(ignored) !== null;
  // An XPath; `/shadow-root[1]/` parts what stands in a shadow root from its host.
  const pathOf = (element) => {
    const parts = [];
    for (let at = element; at && at !== document.documentElement; at = parentOf(at)) {
      const among = at.parentNode ? [...at.parentNode.children] : [at];
      const same = among.filter((one) => one.tagName === at.tagName);
      parts.unshift(`${at.tagName.toLowerCase()}[${same.indexOf(at) + 1}]`);
      if (at.parentNode instanceof ShadowRoot) parts.unshift("shadow-root[1]");
    }
    return "/html/" + parts.join("/");
  };
  // What stands on the screen for it.
  const shownFor = (element) => {
    if (element.tagName === "OPTION") return element.closest("select") || element;
    return isVisible(element) ? element : shownLabel(element) || element;
  };
  const boxOf = (element) => {
    const shown = shownFor(element);
    const { x, y, width, height } = shown.getBoundingClientRect();
    return { x: x + scrollX, y: y + scrollY, width, height };
  };

  // A wrapper of one target is the same target.
  const WHOLE = 0.8; // share of its area
  const isWrapper = (element, inside) => {
    const { width, height } = element.getBoundingClientRect();
    return inside.some((inner) => {
      const box = inner.getBoundingClientRect();
      return box.width * box.height >= WHOLE * width * height
        && textOf(inner) === textOf(element);
    });
  };
  const isTarget = (element) => canBeActedOn(element) && !isIgnored(element)
    && (isVisible(element) || isReachable(element));
  const actable = () => {
    const inside = new Map(everything().filter(isTarget).map((one) => [one, []]));
    for (const inner of inside.keys())
      for (let at = parentOf(inner); at; at = parentOf(at)) inside.get(at)?.push(inner);
    return [...inside.keys()].filter((one) => !isWrapper(one, inside.get(one)));
  };

  const elements = () => {
    found = actable();
    const all = told(found);
    known = all.map(({ role, name, path }) => ({ role, name, path }));
    return all;
  };
  // The element that a node stands in, or that its label is for, as it is told; what
  // was found last stays.
  const describe = (node) => {
    const all = everything();
    const isOne = (element) => isTarget(element)
      && !isWrapper(element, insideOf(element).filter(isTarget));
    for (let at = node; at; at = parentOf(at)) {
      const meant = [at, at.tagName === "LABEL" ? at.control : null];
      const element = meant.find((one) => one && isOne(one));
      if (!element) continue;
      const kind = kindOf(element);
      const alike = all.filter((one) => kindOf(one) === kind && isOne(one));
      const options = optionsOf(element);
      return {
        ...told([element])[0], ordinal: alike.indexOf(element) + 1,
        ...(options.length > 1 ? { options } : {}),
      };
    }
    return null;
  };
  const kindOf = (element) => roleOf(element) || element.tagName;

  // --- what a list offers --------------------------------------------------------------

  const MAX_OPTIONS = 60;
  // The entry of a select that says what to do, or nothing.
  const isPrompt = (option) => option.value === "" && option.index === 0
    && (option.disabled || option.hidden || option.closest("select").required
      || !/[\p{L}\p{N}]/u.test(option.text) || /^\s*-+.*-+\s*$/.test(option.text));
  const ownGroup = (radio) => insideOf(radio.getRootNode().body || radio.getRootNode())
    .filter((one) => one.tagName === "INPUT" && one.type === "radio"
      && one.name === radio.name && one.form === radio.form);
  const LISTS = {
    option: "[role=listbox]", radio: "[role=radiogroup]", menuitemradio: "[role=menu]",
  };
  // A list that goes by what is typed shows a part of it.
  const isSought = (list) => list.id !== "" && everything().some((one) =>
    /^(INPUT|TEXTAREA)$/.test(one.tagName) && [one, parentOf(one)].some((at) =>
      ["aria-controls", "aria-owns"].some((name) => at?.getAttribute(name) === list.id)));
  const isPartly = (item) => Number(item.getAttribute("aria-setsize") || 0)
    > item.closest("[role=listbox], [role=radiogroup], [role=menu]")
      .querySelectorAll(`[role=${item.getAttribute("role")}]`).length;
  const itemsBeside = (element) => {
    if (element.type === "radio" && element.tagName === "INPUT")
      return element.name ? ownGroup(element) : [];
    const role = element.getAttribute("role");
    const list = LISTS[role] && element.closest(LISTS[role]);
    if (!list || isSought(list) || isPartly(element)) return [];
    return [...list.querySelectorAll(`[role=${role}]`)];
  };
  const isOffered = (item) => !item.matches(":disabled, [aria-disabled=true]");
  const optionsOf = (element) => {
    const options = element.tagName === "SELECT"
      ? [...element.options].filter((one) => !isPrompt(one)) : itemsBeside(element);
    return options.filter(isOffered).slice(0, MAX_OPTIONS).map((one) => ({
      label: one.tagName === "OPTION" ? collapsed(one.text) : nameOf(one, roleOf(one)),
      value: one.value ?? one.getAttribute("data-value"),
    })).filter((one) => one.label);
  };
  // The element of this place, drawn anew since or not; null if it is gone.
  const element = (index) => {
    if (found[index]?.isConnected) return found[index];
    const { role, name, path } = known[index] || {};
    const now = actable().find((one) => pathOf(one) === path
      && roleOf(one) === role && nameOf(one, role) === name);
    if (now) found[index] = now;
    return now || null;
  };
  // What a frame of this page is told by.
  const placeOf = (frame) => ({
    id: frame.id,
    name: frame.getAttribute("name"),
    title: frame.title,
    src: (frame.getAttribute("src") || "").split(/[?#]/)[0],
    index: everything().filter((one) => /^I?FRAME$/.test(one.tagName)).indexOf(frame),
  });
  const told = (nodes) => {
    const seen = new Map();
    around.clear();
    return nodes.map((element, index) => {
      const role = roleOf(element);
      const name = nameOf(element, role);
      const kind = kindOf(element);
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
  const STANDS = [
    "aria-expanded", "aria-checked", "aria-pressed", "aria-selected", "aria-valuenow",
    "aria-disabled", "open", "disabled",
  ];
  const state = () => {
    const parts = [];
    const visit = (element) => {
      const isShown = element.tagName === "SLOT" || element.checkVisibility();
      if (isIgnored(element) || !isShown) return;
      const classes = [...element.classList].filter((c) => !POINTER_CLASS.test(c));
      parts.push(`<${element.tagName}.${classes.sort().join(".")}#${element.id}`);
      if (TOGGLES.has(element.type)) parts.push(`=${element.checked}`);
      else if (typeof element.value === "string") parts.push(`=${element.value}`);
      for (const name of STANDS) if (element.hasAttribute(name))
        parts.push(`~${element.getAttribute(name)}`);
      for (const child of shownNodes(element)) {
        if (child instanceof Element) visit(child);
        else if (child instanceof Text && child.data.trim()) parts.push(child.data.trim());
      }
      parts.push(">");
    };
    if (document.body) visit(document.body);
    return parts.join("");
  };

  const text = () => {
    const parts = [];
    const visit = (holder) => {
      if (isIgnored(holder) || /^(SCRIPT|STYLE)$/.test(holder.tagName)) return;
      const isShown = holder.checkVisibility();
      for (const child of shownNodes(holder)) {
        if (child instanceof Element) visit(child);
        else if (child instanceof Text && (isShown || holder.tagName === "SLOT"))
          parts.push(child.data);
      }
    };
    if (document.body) visit(document.body);
    return collapsed(parts.join(" "));
  };

  Object.assign(window.pageWatch, {
    text, describe, told, state, element, placeOf, parentOf, holds, isVisible, shownFor,
    everything, collapsed,
    isZone, targets: () => found,
    ignore: (selector) => { ignored = selector; },
    view: () => ({ elements: elements(), state: state() }),
  });
})();
