// Keys that are no text: chords, keys of the page, Tab where the page reacts.
(() => {
  "use strict";
  const { recorder: rec, its } = window.pageWatch;
  const { tell, tellDone, elementOf, innermost, listen, heldIn } = rec;

  const ALONE = new Set(["Control", "Alt", "Shift", "Meta", "AltGraph", "CapsLock",
    "NumLock", "ScrollLock", "Dead", "Process", "Unidentified", "Fn", "Compose"]);
  const ERASING = new Set(["Backspace", "Delete"]);
  // With Control they edit or copy the text of a field, whose value is told.
  const EDITING = new Set(["a", "c", "v", "x", "z", "y", "backspace", "delete",
    "arrowleft", "arrowright", "arrowup", "arrowdown", "home", "end", "insert"]);
  const COPYING = new Set(["a", "c"]);
  const FORMATTING = new Set(["b", "i", "u"]);
  const STEPPED = new Set(["number", "range", "date", "time", "datetime-local", "month",
    "week"]); // an arrow changes their value, which is told

  // As Playwright writes it. What its keyboard does not have goes by its place there.
  const named = (event) => {
    const key = event.key === " " ? "Space" : event.key;
    const one = key.length > 1 || /^[\x21-\x7e]$/.test(key) ? key : event.code;
    const isSign = key.length === 1 && !isChord(event);
    const held = heldIn(event).filter((name) => !isSign || name !== "Shift");
    return [...held, held.length && one.length === 1 ? one.toLowerCase() : one].join("+");
  };
  const isChord = (event) => (event.ctrlKey || event.metaKey || event.altKey)
    && !event.getModifierState("AltGraph");
  const hasLines = (node) => node[its.isContentEditable] || node[its.tagName] === "TEXTAREA";

  // --- when a key is a step ------------------------------------------------------------
  // always; taken: if the page took it as its own; silent: if no text came of it; maybe:
  // if something changed; format: it is, and can't be told; never: it is told otherwise.

  const ofChord = (event, field) => {
    const key = event.key.toLowerCase();
    if (!field) return COPYING.has(key) ? "taken" : "always";
    if (field[its.isContentEditable] && FORMATTING.has(key)) return "format";
    if (EDITING.has(key)) return "taken";
    return event.altKey && key.length === 1 ? "silent" : "always";
  };
  const ofField = ({ key }, field) => {
    if (key === "Enter") return hasLines(field) ? "taken" : "always";
    if (key === "Escape") return "always";
    if (key === "ArrowUp" || key === "ArrowDown")
      return hasLines(field) || STEPPED.has(field.type) ? "taken" : "always";
    if (key === "Tab") return "maybe";
    if (ERASING.has(key)) return rec.enteredIn(field) === "" ? "maybe" : "never";
    return key.length === 1 ? "never" : "taken";
  };
  const ofPage = ({ key }) => {
    if (key === "Escape") return "always";
    return key === "Tab" ? "taken" : "maybe";
  };

  // --- events --------------------------------------------------------------------------

  let typed = 0; // texts that came
  const focused = (node) =>
    node === document.body || node === document.documentElement ? null : elementOf(node);
  const stepOf = (event, node) =>
    ({ action: "key", target: focused(node), value: named(event) });
  const onKey = (event) => {
    if (ALONE.has(event.key) || event.isComposing || !rec.isOwn(event)) return;
    const inner = innermost(event);
    const field = rec.isEntry(inner) ? rec.fieldOf(inner) : null;
    const node = field || inner;
    const of = isChord(event) ? ofChord : field ? ofField : ofPage;
    const when = of(event, field);
    if (when === "never") return;
    if (when === "format") rec.miss("formatting", named(event));
    else if (when === "always" || when === "maybe") {
      rec.close();
      if (event.key === "Enter") rec.enteredAt = performance.now();
      tell({ ...stepOf(event, node), ...(when === "maybe" ? { maybe: true } : {}) });
    } else {
      const before = typed;
      rec.hold(() => {
        if (when === "taken" ? !event.defaultPrevented : typed !== before) return;
        rec.close();
        tellDone(stepOf(event, node));
      });
    }
  };
  listen("keydown", onKey);
  listen("input", () => { typed += 1; });
})();
