// What is entered, chosen, ticked and uploaded.
(() => {
  "use strict";
  const { recorder: rec, its } = window.pageWatch;
  const { tellDone, targetOf, plain, collapsed, innermost, isOwn, listen } = rec;

  const PRESSED = new Set(["button", "submit", "reset", "image"]);
  const TOGGLES = new Set(["checkbox", "radio"]);
  const PARSED = new Set([
    "date", "time", "datetime-local", "month", "week", "color", "range",
  ]);

  const isToggle = (node) => node[its.tagName] === "INPUT" && TOGGLES.has(node.type);
  const isEntry = (node) => {
    if (node[its.tagName] === "INPUT")
      return !PRESSED.has(node.type) && !isToggle(node) && node.type !== "file";
    return node[its.tagName] === "TEXTAREA" || node[its.isContentEditable] === true;
  };
  // Of rich text, all that can be edited is the field.
  const fieldOf = (node) => {
    let at = node;
    while (at !== document.body && at[its.parentElement]?.[its.isContentEditable])
      at = at[its.parentElement];
    return at;
  };
  const enteredIn = (node) => node[its.isContentEditable]
    ? node[its.innerText].replace(/[^\S\n]+/g, " ").replace(/ *\n\s*/g, "\n").trim()
    : node.value;
  const elementOf = (node) => {
    const target = targetOf(node);
    const own = plain(node);
    return target?.path === own.path ? target : own;
  };

  // --- what is entered: told once, when something else is done -------------------------

  let open = null; // the field that is being filled, how it is told, the state before
  const close = () => {
    const field = open;
    open = null;
    if (!field) return;
    const value = enteredIn(field.node);
    if (value !== field.before)
      tellDone({ ...field.at, action: "type", target: field.target, value });
  };
  const begin = (node) => {
    if (open?.node === node) return;
    close();
    open = { node, target: elementOf(node), at: rec.now(), before: enteredIn(node) };
  };
  rec.closing.push(close);

  // --- lists ---------------------------------------------------------------------------
  // Of one that takes several, what was chosen before is no step again.

  const chosen = new WeakMap();
  const before = (list) =>
    chosen.get(list) || [...list.options].filter((one) => one.defaultSelected);
  const labelled = (list, option) => {
    const label = collapsed(option.text);
    const all = [...list.options];
    const isOnly = (told) => all.filter(told).length === 1;
    if (label && isOnly((one) => collapsed(one.text) === label)) return { value: label };
    if (option.value && isOnly((one) => one.value === option.value))
      return { value: option.value, params: { option_by: "value" } };
    return { value: String(option.index), params: { option_by: "index" } };
  };
  const tellChosen = (list) => {
    const all = [...list.selectedOptions];
    const had = list.multiple ? before(list) : [];
    chosen.set(list, all);
    for (const option of all.filter((one) => !had.includes(one)))
      tellDone({ action: "select", target: elementOf(list), ...labelled(list, option) });
    const gone = had.filter((one) => !all.includes(one));
    if (gone.length)
      rec.miss("unchosen", gone.map((one) => collapsed(one.text)).join(", "));
  };

  // --- files ---------------------------------------------------------------------------
  // A browser tells their names alone: where they are, is asked.

  const tellFiles = (input, target = elementOf(input)) => {
    open = null;
    const files = [...input.files].map((file) => file.name);
    const asks = input.multiple ? "files" : "file";
    if (files.length)
      tellDone({ action: "upload", target, value: `{${asks}}`, params: {
        asks: [asks], files,
      } });
    else rec.miss("files taken out", rec.words(input));
  };
  // An input that stands nowhere is opened by a script: what was clicked takes the files.
  const opened = (own) => function (...given) {
    if (this.type === "file") {
      rec.send({ chooser: true });
      if (!this[its.isConnected] && rec.clicked) {
        const target = rec.clicked;
        this.addEventListener("change", () => tellFiles(this, target), { once: true });
      }
    }
    return own.apply(this, given);
  };
  const inputs = HTMLInputElement.prototype;
  inputs.click = opened(inputs.click);
  if (inputs.showPicker) inputs.showPicker = opened(inputs.showPicker);
  const PICKERS = ["showOpenFilePicker", "showSaveFilePicker", "showDirectoryPicker"];
  for (const name of PICKERS) {
    const own = window[name];
    if (own) window[name] = (...given) => {
      rec.miss("file chooser of a script", name);
      return own.apply(window, given);
    };
  }

  // --- events --------------------------------------------------------------------------

  const onFocus = (event) => {
    const node = innermost(event);
    if (isEntry(node)) begin(fieldOf(node));
    else close();
  };
  const onInput = (event) => {
    const node = innermost(event);
    if (!isEntry(node)) return;
    const field = fieldOf(node);
    // What the page's own scripts enter elsewhere is nobody's step.
    const isMeant = event.isTrusted || field === field[its.getRootNode]().activeElement;
    if (open?.node === field || !isMeant) return;
    begin(field);
    open.before = null;
  };
  const onChange = (event) => {
    const node = innermost(event);
    if (!isOwn(event)) return;
    if (node[its.tagName] === "SELECT") {
      close();
      tellChosen(node);
    } else if (isToggle(node)) {
      close();
      const action = node.checked ? "check" : "uncheck";
      tellDone({ action, target: elementOf(node) });
    } else if (node.type === "file") {
      tellFiles(node);
    } else if (isEntry(node)) {
      if (!event.isTrusted && PARSED.has(node.type))
        open = open || { node, target: elementOf(node), at: rec.now() };
      if (open?.node === node) close();
    }
  };
  // A change within a shadow root is not heard outside of it.
  const roots = new WeakSet();
  const hearRoots = (event) => {
    for (const root of event.composedPath())
      if (root instanceof ShadowRoot && !roots.has(root)) {
        roots.add(root);
        listen("change", onChange, root);
      }
  };
  for (const type of ["focusin", "input", "pointerdown", "click"])
    listen(type, hearRoots);
  listen("focusin", onFocus);
  listen("input", onInput);
  listen("change", onChange);
  listen("pagehide", rec.flush);

  Object.assign(rec, { isEntry, isToggle, fieldOf, elementOf, enteredIn, close,
    closeOthers: (node) => { if (!open?.node[its.contains](node)) close(); } });
})();
