// Runs after watch.js in each frame: what is shown in it as plain values.
(() => {
  "use strict";
  if (window.pageWatch.view) return;
  const { isListening, isHeld, observe, showsMore, its } = window.pageWatch;

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
    "[role=menuitemcheckbox], [role=menuitemradio], [role=checkbox], [role=radio], " +
    "[role=switch], [role=combobox], " +
    `[role=treeitem], ${EDITABLE}, [draggable=true], [tabindex]`;
  const ROLES = {
    A: "link", BUTTON: "button", SELECT: "combobox", TEXTAREA: "textbox",
    OPTION: "option", LI: "listitem", IMG: "img", TR: "row", TD: "cell",
    TH: "columnheader", SUMMARY: "button", FORM: "form", TABLE: "table", UL: "list",
    OL: "list", H1: "heading", H2: "heading", H3: "heading", H4: "heading",
    H5: "heading", H6: "heading",
  };
  const INPUT_ROLES = {
    button: "button", submit: "button", reset: "button", image: "button",
    checkbox: "checkbox", radio: "radio", range: "slider", number: "spinbutton",
    search: "searchbox",
  };
  const NAMED_BY_CONTENT = new Set([
    "button", "link", "tab", "option", "menuitem", "menuitemcheckbox", "menuitemradio",
    "heading", "cell", "gridcell", "columnheader", "rowheader", "checkbox", "radio",
    "switch", "treeitem",
  ]);
  const TOGGLES = new Set(["checkbox", "radio"]);

  const HEADINGS = "h1, h2, h3, h4, h5, h6, legend, caption";

  let ignored = "";
  let found = []; // the elements that were told last,
  let known = []; // and how each was called

  const collapsed = (text) => (text || "").replace(/\s+/g, " ").trim();

  // --- what stands in open shadow roots counts as all else ---------------------------

  const parentOf = (element) => element[its.parentElement]
    || (element[its.parentNode] instanceof ShadowRoot ? element[its.parentNode].host : null);
  const shownIn = (element) => element[its.assignedSlot] || parentOf(element);
  const holds = (outer, inner) => outer[its.contains](inner)
    || (hosts.length > 0 && hosts.some((host) =>
      host[its.shadowRoot][its.contains](inner) && (host === outer || holds(outer, host))));
  const DRAGGED = new Set(["A", "IMG"]); // in any page
  let hasDraggable = false; // is there something to drag, as HTML has it,
  let hasHeld = false; // or as a script has it
  let hosts = []; // the elements that have such a root, as of the last look
  const everything = () => {
    const all = document.body ? insideOf(document.body) : [];
    if (isEditor(document.body)) all.unshift(document.body);
    hosts = all.filter((element) => element[its.shadowRoot]);
    hasDraggable = all.some((element) => element[its.draggable] && !DRAGGED.has(element[its.tagName]));
    hasHeld = all.some(mayBeHeld);
    for (const host of hosts) observe(host[its.shadowRoot]);
    return all;
  };
  // A page that is one field: the frame of an editor.
  const isEditor = (body) => body?.[its.isContentEditable] === true;
  const insideOf = (root) => {
    const all = [];
    const visit = (part) => {
      for (const element of part[its.querySelectorAll]("*")) {
        all.push(element);
        if (element[its.shadowRoot]) visit(element[its.shadowRoot]);
      }
    };
    if (root[its.shadowRoot]) visit(root[its.shadowRoot]);
    if (root[its.firstElementChild]) visit(root);
    return all;
  };
  const isIgnored = (element) => {
    for (let at = element; ignored !== "" && at; at = at[its.getRootNode]().host)
      if (at[its.closest](ignored)) return true;
    return false;
  };
  // The nodes in it as they are shown: a slot shows what was put into it.
  const shownNodes = (element) => {
    if (element[its.shadowRoot]) return [...element[its.shadowRoot][its.childNodes]];
    return element[its.tagName] === "SLOT"
      ? element.assignedNodes({ flatten: true }) : [...element[its.childNodes]];
  };

  // --- what is seen of an element ----------------------------------------------------

  const isVisible = (element) => {
    const list = element[its.tagName] === "OPTION" && element[its.closest]("select");
    if (list) return isVisible(list);
    const box = element[its.getBoundingClientRect]();
    if (box.width < 2 || box.height < 2) return false;
    if (!element[its.checkVisibility]({ checkVisibilityCSS: true })) return false;
    return !isCutOff(element, box);
  };
  // By what it is laid out in: what is placed reaches out of its parents.
  const CUTS = new Set(["hidden", "clip"]);
  const ON_TOP = CSS.supports("selector(:popover-open)") ? ":modal, :popover-open"
    : "dialog:modal";
  const isCutOff = (element, box) => {
    let { position } = getComputedStyle(element);
    for (let at = element; !at[its.matches](ON_TOP);) {
      at = shownIn(at);
      if (!at) return false;
      const style = getComputedStyle(at);
      if (!isLaidOutIn(style, position)) continue;
      position = style.position;
      const frame = at[its.getBoundingClientRect]();
      if (CUTS.has(style.overflowX) && (box.right <= frame.left
        || box.left >= frame.right || frame.width < 2)) return true;
      if (CUTS.has(style.overflowY) && (box.bottom <= frame.top
        || box.top >= frame.bottom || frame.height < 2)) return true;
    }
    return false; // it lies over the page
  };
  const MOVING = ["transform", "translate", "rotate", "scale", "perspective", "filter",
    "backdropFilter"];
  const isLaidOutIn = (style, position) => {
    if (position !== "fixed" && (position !== "absolute" || style.position !== "static"))
      return true;
    return MOVING.some((name) => (style[name] || "none") !== "none")
      || /paint|layout|strict|content/.test(style.contain)
      || /transform|perspective|filter/.test(style.willChange);
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
  const isZone = (element) => element[its.matches](ZONES) || element[its.matches](PARTS);
  const mayBeHeld = (element) =>
    isHeld(element) || element.onpointerdown || element.onmousedown;
  const mayTake = (element) => (hasDraggable && element[its.matches](ZONES))
    || ((hasDraggable || hasHeld) && element[its.matches](PARTS))
    || [...element[its.children]].some(looksMovable);
  // What is not shown and still used, by its label or a button: a file is chosen, a tick
  // set.
  const shownLabel = (element) => [...(element[its.labels] || [])].find(isVisible);
  const isReachable = (element) => element[its.tagName] === "INPUT" && !element.disabled
    && (element.type === "file" || (TOGGLES.has(element.type) && !!shownLabel(element)));
  const isLabelOfControl = (element) => element[its.tagName] === "LABEL" && element.control;
  const canBeActedOn = (element) =>
    (element[its.matches](CONTROLS) || isListening(element)
      || HANDLED.some((name) => element[name]) || showsMore(element)
      || looksClickable(element) || looksMovable(element) || mayTake(element))
    && !isLabelOfControl(element)
    && (element !== document.body || isEditor(element))
    && element !== document.documentElement;

  const roleOf = (element) => {
    const given = element[its.getAttribute]("role");
    if (given && given !== "presentation" && given !== "none") return given;
    if (element[its.tagName] === "INPUT") return INPUT_ROLES[element.type] || "textbox";
    return ROLES[element[its.tagName]] || null;
  };
  const nameOf = (element, role) => {
    const by = (element[its.getAttribute]("aria-labelledby") || "").split(/\s+/)
      .map((id) => id && element[its.getRootNode]().getElementById?.(id)).filter(Boolean);
    const labels = [...(element[its.labels] || [])];
    const isButton = element[its.tagName] === "INPUT" && role === "button";
    const hasContent = NAMED_BY_CONTENT.has(role) && element[its.tagName] !== "INPUT";
    return [
      by.map((label) => collapsed(wordsOf(label))).join(" "),
      element[its.getAttribute]("aria-label"),
      labels.map((label) => labelText(label, element)).join(" "),
      isButton ? element.value : "",
      hasContent ? textOf(element) || drawnName(element) : "",
      element[its.getAttribute]("alt"),
      element[its.getAttribute]("title"),
      element[its.getAttribute]("placeholder"),
    ].map(collapsed).find((name) => name !== "")?.slice(0, MAX_TEXT) || null;
  };
  // Of pictures and icons that are all that it holds.
  const DRAWN = "[alt], [aria-label], [aria-labelledby], [title]";
  const drawnName = (element) =>
    [...element[its.querySelectorAll](`${DRAWN}, svg > title`)]
      .filter((part) => {
        const around = part[its.parentElement][its.closest](DRAWN);
        return !around || around === element || !element[its.contains](around);
      })
      .map((part) => part[its.tagName] === "title" ? part[its.textContent]
        : nameOf(part, roleOf(part))).join(" ");
  // Options of a select that stands within its label are no part of its name.
  const labelText = (label, element) => {
    const own = element[its.tagName] === "SELECT" ? collapsed(element[its.innerText]) : "";
    const said = collapsed(label[its.innerText]);
    return own ? collapsed(said.replace(own, " ")) : said;
  };
  const textOf = (element) => {
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(element[its.tagName])) return "";
    if (element[its.matches](EDITABLE)) return "";
    const text = element[its.tagName] === "OPTION" ? element.text : wordsOf(element);
    return collapsed(text).slice(0, MAX_TEXT);
  };
  // What is drawn (SVG) has no innerText, what stands in shadow roots is none of it.
  const wordsOf = (element) => hosts.some((host) => element[its.contains](host))
    ? shownWords(element) : element[its.innerText] ?? element[its.textContent];
  const shownWords = (node) => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || /^(SCRIPT|STYLE)$/.test(node[its.tagName])
      || (node[its.tagName] !== "SLOT" && !node[its.checkVisibility]())) return "";
    return shownNodes(node).map(shownWords).join(" ");
  };
  const attributesOf = (element) => {
    const attributes = {};
    for (const { name, value } of element[its.attributes])
      if (name !== "style" && name !== "value" && !name.startsWith("on"))
        attributes[name] = value.slice(0, MAX_TEXT);
    if (element === document.activeElement) attributes.focused = "true";
    const column = element[its.closest]("th, [role=columnheader]");
    if (column) attributes["aria-sort"] = column[its.getAttribute]("aria-sort") || "none";
    if (element[its.tagName] === "SUMMARY")
      attributes.open = String(element[its.parentElement].open);
    if (element[its.tagName] === "OPTION") {
      attributes.selected = String(element.selected);
      if (element.value !== element.text) attributes.value = element.value;
    } else if (element.type === "file")
      attributes.value = [...element.files].map((file) => file.name).join(", ");
    else if (element[its.tagName] === "SELECT")
      attributes.value = [...element.selectedOptions].map((one) => one.text).join(", ");
    else if (TOGGLES.has(element.type)) attributes.checked = String(element.checked);
    else if (element.type === "password") // as every decent driver does
      attributes.value = "•".repeat(element.value.length);
    else if (/^(INPUT|TEXTAREA)$/.test(element[its.tagName]))
      attributes.value = element.value.slice(0, MAX_TEXT);
    else if (element[its.matches](EDITABLE))
      attributes.value = collapsed(wordsOf(element)).slice(0, MAX_TEXT);
    return attributes;
  };
  // The texts of what it stands in, nearest first; of a larger part, its heading. A row
  // is told in full, its cells parted by tabs.
  const containersOf = (element, name) => {
    const own = textOf(element);
    const isItem = element.type === "radio" || element[its.getAttribute]("role") in LISTS;
    const texts = [columnOf(element, name)].filter(Boolean);
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
      const text = isLong || !own ? words : without(words, own);
      const said = text.length <= MAX_TEXT ? text : heading;
      if (said && said !== name && !texts.includes(said)) texts.push(said);
    }
    return texts;
  };
  // Does the same stand in what is beside it, or is it in a table with a head? A form
  // that is laid out as a table has labels in its rows, and no head.
  const MAX_BESIDE = 20;
  const isRow = (part, element, name) => {
    if (part[its.matches](ROWS)) {
      const table = part[its.closest](TABLES);
      const first = table?.[its.querySelector](ROWS);
      const heads = [...first?.[its.children] || []];
      if (first !== part && heads.length > 1 && heads.every((one) => one[its.matches](HEADS)))
        return true;
    }
    const kind = kindOf(element);
    return [part[its.previousElementSibling], part[its.nextElementSibling]].some((beside) =>
      beside?.[its.tagName] === part[its.tagName]
      && [...beside[its.querySelectorAll](element[its.tagName])].slice(0, MAX_BESIDE)
        .some((one) => kindOf(one) === kind && nameOf(one, roleOf(one)) === name));
  };
  // What stands above a field that is called by nothing else.
  const columnOf = (element, name) => {
    if (name || !element[its.matches](`input, select, textarea, ${EDITABLE}`)) return "";
    return headOf(element);
  };
  // The head of the column that it stands in.
  const headOf = (element) => {
    const cell = element[its.closest](CELLS);
    const first = cell?.[its.closest](TABLES)?.[its.querySelector](ROWS);
    const row = cell?.[its.closest](ROWS);
    const place = first && first !== row && columnIn(row, cell);
    const head = [...first?.[its.children] || []]
      .find((one) => isHead(one) && columnIn(first, one) === place);
    return head ? collapsed(head[its.innerText]) : "";
  };
  // Also of a table whose heads are bold and nothing else.
  const isHead = (cell) => {
    const bold = cell[its.matches](HEADS) ? cell : cell[its.querySelector]("b, strong");
    return !!bold && collapsed(bold[its.innerText]) === collapsed(cell[its.innerText]);
  };
  const isOfHeads = (row) => row[its.closest](TABLES)?.[its.querySelector](ROWS) === row
    && row[its.children].length > 1 && [...row[its.children]].every(isHead);
  const columnIn = (row, cell) => {
    const cells = [...row?.[its.children] || []];
    return cells.slice(0, cells.indexOf(cell)).reduce((n, { colSpan = 1 }) => n + colSpan, 0);
  };
  const TABLES = "table, [role=table], [role=grid]";
  const ROWS = "tr, [role=row]";
  const HEADS = "th, [role=columnheader]";
  const CELLS = "td, th, [role=cell], [role=gridcell], [role=rowheader]";
  const MAX_CELL = 80;
  const MAX_ROW = 400;
  const parted = (words, own) => words.split(/[\t\n]+/).map(collapsed)
    .map((cell) => (own ? without(cell, own) : cell).slice(0, MAX_CELL)).filter(Boolean);
  const joined = (cells) => cells.join("\t").slice(0, MAX_ROW);
  const cellsOf = (row, own) => joined(parted(wordsWithoutLists(row), own));
  const inRows = new Map(); // heads and words of the cells, while elements are told
  // What stands over each of these cells, as far as they are those of its row.
  const headsOver = (element, told, own) => {
    const row = element[its.closest](ROWS);
    if (!row || !told) return {};
    if (!inRows.has(row)) inRows.set(row, [...row[its.children]]
      .map((cell) => [headOf(cell), wordsWithoutLists(cell)]));
    const cells = inRows.get(row).flatMap(([head, words]) =>
      parted(words, own).map((cell) => [head, cell]));
    const isTold = cells.some(([head]) => head) && told === joined(cells.map(([, cell]) => cell));
    return isTold ? { "column heads": cells.map(([head]) => head).join("\t") } : {};
  };
  // Without a text that stands in it; a number that stands there alone is no part of
  // another one.
  const without = (words, own) => {
    const [all, alone] = [` ${words} `, ` ${own} `];
    if (all.includes(alone)) return collapsed(all.replace(alone, " "));
    return /^[\d.,]+$/.test(own) ? words : collapsed(words.replace(own, " "));
  };
  const around = new Map(); // what parts say, while elements are told: many stand in one
  const partOf = (part) => {
    if (!around.has(part)) around.set(part, {
      words: withoutOptions(part, collapsed(wordsOf(part))),
      heading: collapsed(headingOf(part)?.[its.innerText]).slice(0, MAX_TEXT),
    });
    return around.get(part);
  };
  // What a list offers is none of what stands around it.
  const withoutOptions = (part, words) => collapsed([...part[its.querySelectorAll]("select")]
    .map((list) => collapsed(list[its.innerText])).filter((own) => own !== "")
    .reduce((left, own) => left.replace(own, " "), words));
  const wordsWithoutLists = (part) => [...part[its.querySelectorAll]("select")]
    .reduce((left, list) => left.replace(list[its.innerText] || "", " "), wordsOf(part));
  // What the list is called that a radio button or an option stands in.
  const GROUPS = "fieldset, [role=group], [role=radiogroup], [role=listbox], [role=menu]";
  const groupName = (part) => {
    if (!part[its.matches](GROUPS)) return "";
    const legend = part[its.tagName] === "FIELDSET" && part[its.querySelector]("legend");
    const opened = part.id === "" ? null : everything().find((one) =>
      ["aria-controls", "aria-owns"].some((name) => one[its.getAttribute](name) === part.id));
    return collapsed(legend?.[its.innerText]) || nameOf(part, null)
      || opened && nameOf(opened, null) || "";
  };
  const headingOf = (element) => element[its.querySelector](HEADINGS)
    || element[its.shadowRoot]?.[its.querySelector](HEADINGS);
  const holdsIgnored = (element) =>
    ignored !== "" && element[its.querySelector](ignored) !== null;
  // An XPath; `/shadow-root[1]/` parts what stands in a shadow root from its host.
  const pathOf = (element) => {
    const parts = [];
    for (let at = element; at && at !== document.documentElement; at = parentOf(at)) {
      const among = at[its.parentNode] ? [...at[its.parentNode][its.children]] : [at];
      const same = among.filter((one) => one[its.tagName] === at[its.tagName]);
      parts.unshift(`${at[its.tagName].toLowerCase()}[${same.indexOf(at) + 1}]`);
      if (at[its.parentNode] instanceof ShadowRoot) parts.unshift("shadow-root[1]");
    }
    return "/html/" + parts.join("/");
  };
  // What stands on the screen for it.
  const shownFor = (element) => {
    if (element[its.tagName] === "OPTION") return element[its.closest]("select") || element;
    return isVisible(element) ? element : shownLabel(element) || element;
  };
  const boxOf = (element) => {
    const shown = shownFor(element);
    const { x, y, width, height } = shown[its.getBoundingClientRect]();
    return { x: x + scrollX, y: y + scrollY, width, height };
  };

  // A wrapper of one target is the same target.
  const WHOLE = 0.8; // share of its area
  const isWrapper = (element, inside) => {
    const { width, height } = element[its.getBoundingClientRect]();
    return inside.some((inner) => {
      const box = inner[its.getBoundingClientRect]();
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
    known = all.map(({ role, name, path, container }) =>
      ({ role, name, path, near: container[0] || "", row: rowOf(container) }));
    return all;
  };
  // The element that a node stands in, or that its label is for, as it is told; what
  // was found last stays.
  const describe = (node) => {
    const all = everything();
    const isOne = (element) => isTarget(element)
      && !isWrapper(element, insideOf(element).filter(isTarget));
    for (let at = node; at; at = parentOf(at)) {
      const meant = [at, at[its.tagName] === "LABEL" ? at.control : null];
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
  const kindOf = (element) => roleOf(element) || element[its.tagName];

  // --- what a list offers --------------------------------------------------------------

  const MAX_OPTIONS = 60;
  // The entry of a select that says what to do, or nothing.
  const isPrompt = (option) => option.value === "" && option.index === 0
    && (option.disabled || option.hidden || option[its.closest]("select").required
      || !/[\p{L}\p{N}]/u.test(option.text) || /^\s*-+.*-+\s*$/.test(option.text));
  const ownGroup = (radio) => insideOf(radio[its.getRootNode]().body || radio[its.getRootNode]())
    .filter((one) => one[its.tagName] === "INPUT" && one.type === "radio"
      && one.name === radio.name && one.form === radio.form);
  const LISTS = {
    option: "[role=listbox]", radio: "[role=radiogroup]", menuitemradio: "[role=menu]",
  };
  // A list that goes by what is typed shows a part of it.
  const isSought = (list) => list.id !== "" && everything().some((one) =>
    /^(INPUT|TEXTAREA)$/.test(one[its.tagName]) && [one, parentOf(one)].some((at) =>
      ["aria-controls", "aria-owns"].some((name) => at?.[its.getAttribute](name) === list.id)));
  const isPartly = (item) => Number(item[its.getAttribute]("aria-setsize") || 0)
    > item[its.closest]("[role=listbox], [role=radiogroup], [role=menu]")
      [its.querySelectorAll](`[role=${item[its.getAttribute]("role")}]`).length;
  const itemsBeside = (element) => {
    if (element.type === "radio" && element[its.tagName] === "INPUT")
      return element.name ? ownGroup(element) : [];
    const role = element[its.getAttribute]("role");
    const list = LISTS[role] && element[its.closest](LISTS[role]);
    if (!list || isSought(list) || isPartly(element)) return [];
    return [...list[its.querySelectorAll](`[role=${role}]`)];
  };
  const isOffered = (item) => !item[its.matches](":disabled, [aria-disabled=true]");
  const optionsOf = (element) => {
    const options = element[its.tagName] === "SELECT"
      ? [...element.options].filter((one) => !isPrompt(one)) : itemsBeside(element);
    return options.filter(isOffered).slice(0, MAX_OPTIONS).map((one) => ({
      label: one[its.tagName] === "OPTION" ? collapsed(one.text) : nameOf(one, roleOf(one)),
      value: typeof one.value === "string" // that of a list item is a number
        ? one.value : one[its.getAttribute]("data-value"),
    })).filter((one) => one.label);
  };
  // The element of this place, drawn anew since or not; null if it is gone.
  const element = (index) =>
    found[index]?.[its.isConnected] ? found[index] : drawnAnew(index);
  // The same, unless another thing is told by it now, as by a row that is used again.
  const meant = (index) => {
    const one = element(index);
    around.clear();
    if (one && isBeside(one, known[index])) return one;
    const anew = drawnAnew(index);
    return anew || (one && isAround(one, known[index]) ? one : null);
  };
  // A menu that opens under the pointer adds to what is around, and takes nothing.
  // Of a row, a count or a state may have changed, and not what it begins with.
  const isAround = (one, { name, near, row }) => {
    const around = containersOf(one, name);
    if (row && begins(rowOf(around)) !== begins(row)) return false;
    return around.some((text) => {
      const held = new Set(collapsed(text).split(" "));
      return collapsed(near).split(" ").every((word) => held.has(word));
    });
  };
  const rowOf = (around) => around.find((text) => text.includes("\t")) || "";
  const begins = (row) => row.split("\t").find((cell) => cell.trim());
  const isBeside = (one, { name, near, row }) => {
    const around = containersOf(one, name);
    if (row) return rowOf(around) === row;
    const now = collapsed(around[0]);
    return now.includes(collapsed(near)) || collapsed(near).includes(now);
  };
  const drawnAnew = (index) => {
    const { role, name, path } = known[index] || {};
    around.clear();
    const like = actable().filter((one) =>
      roleOf(one) === role && nameOf(one, role) === name);
    const beside = like.filter((one) => isBeside(one, known[index]));
    const there = beside.find((one) => pathOf(one) === path);
    const now = there || (beside.length === 1 ? beside[0] : null);
    if (now) found[index] = now;
    return now;
  };
  // What a frame of this page is told by.
  const placeOf = (frame) => ({
    id: frame.id,
    name: frame[its.getAttribute]("name"),
    title: frame.title,
    src: (frame[its.getAttribute]("src") || "").split(/[?#]/)[0],
    index: everything().filter((one) => /^I?FRAME$/.test(one[its.tagName])).indexOf(frame),
  });
  const told = (nodes) => {
    const seen = new Map();
    around.clear();
    inRows.clear();
    return nodes.map((element, index) => {
      const role = roleOf(element);
      const name = nameOf(element, role);
      const kind = kindOf(element);
      seen.set(kind, (seen.get(kind) || 0) + 1);
      const container = containersOf(element, name);
      const row = rowOf(container);
      return {
        element_id: index,
        role,
        name,
        tag: element[its.tagName].toLowerCase(),
        text: textOf(element) || null,
        attributes: { ...attributesOf(element), ...headsOver(element, row, textOf(element)) },
        container,
        ordinal: seen.get(kind),
        path: pathOf(element),
        box: boxOf(element),
      };
    });
  };

  // The page's state as a text: what is shown, with classes (open or closed is often
  // told by nothing else), values and ticks, labels and dates that are no text. Where
  // the pointer is does not count.
  const POINTER_CLASS = /hover|focus/i;
  const STANDS = [
    "aria-expanded", "aria-checked", "aria-pressed", "aria-selected", "aria-valuenow",
    "aria-disabled", "open", "disabled", "aria-label",
  ];
  const DATE = /^\d{4}-\d\d?-\d\d?$/;
  const state = () => {
    const parts = [];
    const visit = (element) => {
      const isShown = element[its.tagName] === "SLOT" || element[its.checkVisibility]();
      if (isIgnored(element) || !isShown) return;
      const classes = [...element[its.classList]].filter((c) => !POINTER_CLASS.test(c));
      parts.push(`<${element[its.tagName]}.${classes.sort().join(".")}#${element.id}`);
      if (TOGGLES.has(element.type)) parts.push(`=${element.checked}`);
      else if (typeof element.value === "string") parts.push(`=${element.value}`);
      for (const name of STANDS) if (element[its.hasAttribute](name))
        parts.push(`~${element[its.getAttribute](name)}`);
      for (const { value } of element[its.attributes]) if (DATE.test(value)) parts.push(value);
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
      if (isIgnored(holder) || /^(SCRIPT|STYLE)$/.test(holder[its.tagName])) return;
      const isShown = holder[its.checkVisibility]();
      for (const child of shownNodes(holder)) {
        if (child instanceof Element) visit(child);
        else if (child instanceof Text && (isShown || holder[its.tagName] === "SLOT"))
          parts.push(child.data);
      }
    };
    if (document.body) visit(document.body);
    return collapsed(parts.join(" "));
  };

  Object.assign(window.pageWatch, {
    text, describe, told, state, element, meant, placeOf, parentOf, holds, isVisible,
    shownFor, everything, collapsed,
    isZone, isRow, cellsOf, headOf, headsOver, isOfHeads, textOf, pathOf, nameOf, headings: HEADINGS, tables: TABLES,
    targets: () => found,
    ignore: (selector) => { ignored = selector; },
    view: () => ({ elements: elements(), state: state() }),
  });
})();
