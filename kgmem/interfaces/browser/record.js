// Runs in a page after view.js: tells what a person, or another program, does on it.
(() => {
  "use strict";
  if (window.top !== window || window.pageWatch.recorded) return;
  const { describe, state } = window.pageWatch;

  const ENTRIES = "input, textarea, [contenteditable=true]";
  const PRESSED = new Set(["button", "submit", "reset", "image"]);
  const TOGGLES = new Set(["checkbox", "radio"]);
  const PARSED = new Set([
    "date", "time", "datetime-local", "month", "week", "color", "range",
  ]);
  const KEYS = new Set(["Enter", "Escape", "ArrowUp", "ArrowDown"]);
  const STATED = ["value", "checked", "selected"]; // how it stands is no part of it
  const SUBMIT_MS = 50; // a form that Enter submits clicks its own button

  const collapsed = (text) => (text || "").replace(/\s+/g, " ").trim();
  const isToggle = (node) => node.tagName === "INPUT" && TOGGLES.has(node.type);
  const isEntry = (node) =>
    node instanceof Element && node.matches(ENTRIES)
    && !(node.tagName === "INPUT" && (PRESSED.has(node.type) || TOGGLES.has(node.type)));
  const enteredIn = (node) =>
    node.isContentEditable ? collapsed(node.innerText) : node.value;

  const now = () => ({ url: location.href, title: document.title, state: state() });
  const targetOf = (node) => {
    const target = describe(node);
    for (const name of target ? STATED : []) delete target.attributes[name];
    return target;
  };
  const tell = (step) => window.kgmemRecorded(JSON.stringify(step));
  // What tells of itself once it is done has had an effect.
  const tellDone = (step) => tell({ ...now(), ...step, effect: true });

  // --- what is entered: told once, when something else is done -----------------------

  let open = null; // the field that is being filled, how it is told, the state before
  let entered = 0; // when Enter was pressed
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
    open = { node, target: targetOf(node), at: now(), before: enteredIn(node) };
  };

  // Of a list that takes several, what was chosen before is no step again.
  const chosen = new WeakMap();
  const newlyChosen = (list) => {
    const all = [...list.selectedOptions];
    const before = list.multiple ? chosen.get(list) || [] : [];
    chosen.set(list, all);
    return all.filter((one) => !before.includes(one)).map((one) => collapsed(one.text));
  };

  const onFocus = (event) => {
    if (isEntry(event.target)) begin(event.target);
    else close();
  };
  const onInput = ({ target, isTrusted }) => {
    // What the page's own scripts enter elsewhere is nobody's step.
    const isMeant = isTrusted || target === document.activeElement;
    if (!isEntry(target) || open?.node === target || !isMeant) return;
    begin(target);
    open.before = null;
  };
  const onChange = ({ target, isTrusted }) => {
    if (target.tagName === "SELECT") {
      close();
      for (const value of newlyChosen(target))
        tellDone({ action: "select", target: targetOf(target), value });
    } else if (isToggle(target)) {
      close();
      const action = target.checked ? "check" : "uncheck";
      tellDone({ action, target: targetOf(target) });
    } else if (target.type === "file") {
      open = null;
      const value = [...target.files].map((file) => file.name).join(", ");
      tellDone({ action: "upload", target: targetOf(target), value });
    } else if (isEntry(target)) {
      if (!isTrusted && PARSED.has(target.type)) {
        open = open || { node: target, target: targetOf(target), at: now() };
      }
      if (open?.node === target) close();
    }
  };

  // --- what is clicked and pressed ---------------------------------------------------

  const onClick = (event) => {
    const node = event.target;
    const label = node.closest?.("label");
    const isForwarded = label?.control && !label.control.contains(node);
    const isSubmitted = event.detail === 0 && performance.now() - entered < SUBMIT_MS;
    if (isForwarded || isSubmitted || isToggle(node) || node.tagName === "SELECT"
      || node.tagName === "OPTION" || node.type === "file") return;
    if (open && open.node !== node && !open.node.contains(node)) close();
    const target = targetOf(node);
    if (target) tell({ ...now(), action: "click", target, times: event.detail });
  };
  const onKey = (event) => {
    const node = event.target;
    if (!KEYS.has(event.key) || event.isComposing) return;
    const isNewLine = event.key === "Enter"
      && (node.tagName === "TEXTAREA" || node.isContentEditable);
    if (isNewLine || !(isEntry(node) || event.key === "Escape")) return;
    close();
    if (event.key === "Enter") entered = performance.now();
    const target = isEntry(node) ? targetOf(node) : null;
    tell({ ...now(), action: "key", target, value: event.key });
  };

  const listen = (type, handle) =>
    window.addEventListener(type, handle, { capture: true, passive: true });
  listen("focusin", onFocus);
  listen("input", onInput);
  listen("change", onChange);
  listen("click", onClick);
  listen("keydown", onKey);
  listen("pagehide", close);

  window.pageWatch.recorded = () => {
    close();
    return now();
  };
})();
