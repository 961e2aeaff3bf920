// What is read of a page: text that is selected, and a key.
(() => {
  "use strict";
  const { recorder: rec, readable, isVisible, tables, its } = window.pageWatch;
  const { tell, plain, innermost, collapsed, listen, later } = rec;

  const KEY = "F8"; // without a selection it is the page's own
  const CELLS = "td, th, [role=cell], [role=gridcell], [role=rowheader]";
  const ITEMS = "li, [role=listitem]";
  const SHOWN_MS = 1500;

  // --- what is selected ----------------------------------------------------------------

  let root = document; // where the pointer was last: a shadow root has its own selection
  listen("pointerup", (event) => { root = innermost(event)[its.getRootNode](); });
  const selected = (event) => {
    const field = innermost(event);
    if (rec.isEntry(field) && !field[its.isContentEditable]) {
      const { value, type, selectionStart: from, selectionEnd: to } = field;
      return type !== "password" && to > from
        ? { node: field, text: collapsed(value.slice(from, to)) } : null;
    }
    const all = [root.getSelection?.(), document.getSelection()];
    const selection = all.find((one) => one?.rangeCount && collapsed(String(one)));
    if (!selection) return null;
    const range = selection.getRangeAt(0);
    const node = nodeOf(range);
    return { node, text: wholeWords(collapsed(String(range)), collapsed(node[its.textContent])) };
  };
  const wholeWords = (text, all) => {
    const from = all.indexOf(text);
    const before = /[\p{L}\p{N}]*$/u.exec(all.slice(0, from))[0];
    const after = /^[\p{L}\p{N}]*/u.exec(all.slice(from + text.length))[0];
    const [first, last] = [text[0], text.at(-1)].map((sign) => /[\p{L}\p{N}]/u.test(sign));
    return (first ? before : "") + text + (last ? after : "");
  };
  // The innermost that holds all of it: the end of a selection may be in the next one.
  const nodeOf = (range) => {
    const text = collapsed(String(range));
    const around = range.commonAncestorContainer;
    let at = around instanceof Element ? around : around[its.parentElement];
    for (let inner = at; inner; inner = [...at[its.children]].find((one) =>
      range.intersectsNode(one) && collapsed(one[its.textContent]).includes(text)))
      at = inner;
    return at;
  };

  // --- what of it is read --------------------------------------------------------------

  const textsOf = (nodes) => nodes.filter(isVisible)
    .map((one) => collapsed(one[its.innerText]));
  // The cells below one another, or the items of a list.
  const alike = (node) => {
    const [cell, item] = [CELLS, ITEMS].map((kind) => node[its.closest](kind));
    const table = cell?.[its.closest](tables);
    if (!table) return item ? [...item[its.parentNode][its.children]].filter((one) =>
      one[its.tagName] === item[its.tagName]) : [];
    const place = placeOf(cell);
    return [...table[its.querySelectorAll](CELLS)].filter((one) => placeOf(one) === place
      && one[its.tagName] === cell[its.tagName] && !one[its.matches]("thead *")
      && one[its.closest](tables) === table);
  };
  const placeOf = (cell) => [...cell[its.parentNode][its.children]].indexOf(cell);
  const GIVES = {
    value: ({ text }) => text,
    list: ({ node }) => textsOf(alike(node)).join("\n"),
    count: ({ node }) => String(textsOf(alike(node)).length),
    presence: () => "true",
  };
  const offered = (node) => {
    const isCell = node[its.closest](CELLS);
    const isOfMany = alike(node).length > 0;
    return [
      ["value", "this"],
      ...(isOfMany ? [["list", isCell ? "column" : "list"], ["count", "count"]] : []),
      ["presence", "is it there?"],
    ];
  };

  // --- the hint: outside of the body, so that it is no part of the page ----------------

  const hint = document.createElement("kgmem-hint");
  hint.style.cssText = "all: initial; position: fixed; inset: auto 12px 12px auto;"
    + "z-index: 2147483647; pointer-events: none; background: #222; color: #fff;"
    + "font: 14px sans-serif; padding: 8px 12px; border-radius: 6px; max-width: 60vw";
  hint.popover = "manual";
  const words = hint.attachShadow({ mode: "closed" });
  const say = (text) => {
    words.textContent = text;
    document.documentElement.append(hint);
    hint.showPopover?.();
  };
  const tellDone = (text) => {
    say(text);
    later(() => { if (words.textContent === text) hint.remove(); }, SHOWN_MS);
  };

  // --- events --------------------------------------------------------------------------

  let asked = null; // what is selected, until it is said what of it is read
  const choose = (of) => {
    const { node, text } = asked;
    asked = null;
    const value = GIVES[of]({ node, text });
    const shown = readable();
    const own = plain(node);
    const { ordinal, ...target } = shown.find((one) => one.path === own.path) || own;
    tell({ action: "read", target, value, params: { of }, shown });
    tellDone(`read: ${value.slice(0, 80)}`);
  };
  const goOn = () => { if (asked) choose("value"); };
  const own = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onKey = (event) => {
    const nth = asked ? asked.kinds[Number(event.key) - 1] : null;
    if (nth) {
      own(event);
      choose(nth[0]);
    } else if (asked && event.key === "Escape") {
      own(event);
      asked = null;
      hint.remove();
    } else if (asked) {
      if (event.key === KEY) own(event);
      goOn();
    } else if (event.key === KEY && rec.isOwn(event) && !rec.heldIn(event).length) {
      const now = selected(event);
      if (!now) return;
      own(event);
      rec.flush();
      asked = { ...now, kinds: offered(now.node) };
      const kinds = asked.kinds.map(([, word], n) => `[${n + 1}] ${word}`).join("  ");
      say(`Read "${now.text.slice(0, 40)}"?  ${kinds}  [Esc]`);
    }
  };
  rec.closing.push(goOn);
  listen("pointerdown", goOn);
  listen("keydown", onKey, window, { capture: true, passive: false });
})();
