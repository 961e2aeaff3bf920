// Runs in a page before its own scripts: tells what can be acted on and when the page
// has come to rest. The part of a browser agent that lives in the page.
(() => {
  "use strict";
  if (window.pageWatch) return;

  // --- what a page can't take away ---------------------------------------------------
  // A form answers to the names of its fields: one called `children` hides its children.

  const HIDDEN = [
    "assignedSlot", "attributes", "checkVisibility", "childElementCount", "childNodes",
    "children", "classList", "closest", "contains", "draggable", "firstElementChild",
    "getAttribute", "getBoundingClientRect", "getClientRects", "getRootNode",
    "hasAttribute", "innerText", "isConnected", "isContentEditable", "labels",
    "matches", "nextElementSibling", "parentElement", "parentNode",
    "previousElementSibling", "querySelector", "querySelectorAll", "scrollIntoView",
    "shadowRoot", "tagName", "textContent",
  ];
  const its = {}; // its name -> how it is asked for; one in all frames
  for (const name of HIDDEN) its[name] = Symbol.for(`kgmem.${name}`);
  for (const { prototype: kind } of [
    Node, Document, DocumentFragment, Element, HTMLElement, HTMLButtonElement,
    HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLMeterElement,
    HTMLOutputElement, HTMLProgressElement,
  ])
    for (const name of HIDDEN) {
      const own = Object.getOwnPropertyDescriptor(kind, name);
      if (own) Object.defineProperty(kind, its[name], { ...own, enumerable: false });
    }
  // Old scripts give arrays and objects a `toJSON` that makes another text of them.
  const plainly = (act) => {
    const taken = [Array.prototype, Object.prototype]
      .map((kind) => [kind, Object.getOwnPropertyDescriptor(kind, "toJSON")])
      .filter(([, own]) => own?.configurable);
    for (const [kind] of taken) delete kind.toJSON;
    try {
      return act();
    } finally {
      for (const [kind, own] of taken) Object.defineProperty(kind, "toJSON", own);
    }
  };

  // --- what listens ------------------------------------------------------------------
  // Many targets are a <div> or <span> with nothing but a listener.

  const POINTED = new Set([
    "click", "dblclick", "contextmenu", "mousedown", "mouseup", "pointerdown",
    "pointerup", "mouseenter", "pointerenter", "dragstart", "dragover", "drop",
  ]);
  const listening = new WeakMap(); // element -> number of listeners
  const HELD = new Set(["mousedown", "pointerdown", "touchstart"]);
  const held = new WeakMap(); // the same of those by which something is dragged
  const TAKEN = new Set(["dragover", "drop"]);
  const taking = new WeakMap(); // and of those that take it
  const count = (target, type, by) => {
    if (!(target instanceof Element)) return;
    for (const [types, counts] of [
      [POINTED, listening], [HELD, held], [TAKEN, taking],
    ])
      if (types.has(type))
        counts.set(target, Math.max(0, (counts.get(target) || 0) + by));
  };
  const prototype = EventTarget.prototype;
  const add = prototype.addEventListener;
  const remove = prototype.removeEventListener;
  prototype.addEventListener = function (type, ...rest) {
    count(this, type, 1);
    return add.call(this, type, ...rest);
  };
  prototype.removeEventListener = function (type, ...rest) {
    count(this, type, -1);
    return remove.call(this, type, ...rest);
  };

  // --- when it is at rest ------------------------------------------------------------

  const SHORT_MS = 500; // a longer timer is a clock, nothing to wait for
  const FAST_MS = 100; // an interval of an animation
  const QUIET_MS = 16;
  const PATIENCE_MS = 1000;
  const LATE_MS = 3000; // the longest delay after which what was entered is saved
  const ENTERS = /^(blur|focusout|change|input|key(down|up|press)|paste)$/;
  const later = window.setTimeout.bind(window);
  const running = new Set();
  const late = new Set(); // what waits, since something was entered
  const tracked = (start, stop, once, setFor) => {
    const begin = window[start].bind(window);
    const cancel = window[stop].bind(window);
    window[start] = (callback, delay, ...rest) => {
      const set = typeof callback === "function" ? setFor(delay || 0) : null;
      if (!set) return begin(callback, delay, ...rest);
      const id = begin((...given) => {
        if (once) set.delete(start + id);
        return callback(...given);
      }, delay, ...rest);
      set.add(start + id);
      return id;
    };
    window[stop] = (id) => {
      for (const set of [running, late]) set.delete(start + id);
      return cancel(id);
    };
  };
  const isLate = (delay) => delay <= LATE_MS && ENTERS.test(window.event?.type || "");
  tracked("setTimeout", "clearTimeout", true, (delay) =>
    delay <= SHORT_MS ? running : isLate(delay) ? late : null);
  tracked("setInterval", "clearInterval", false, (delay) => delay <= FAST_MS ? running : null);
  tracked("requestAnimationFrame", "cancelAnimationFrame", true, () => running);

  // What the page sends, as it is kept by the server or refused.
  const SENT_MS = 8000;
  const ASKS = /^(get|head|options)$/i;
  const sent = new Set();
  const endless = new Set(); // where an answer does not come: nothing to wait for
  const refused = { path: "", status: 0, times: 0 };
  const siteOf = (host) => host.split(".").slice(-2).join(".");
  const addressOf = (address) => {
    try {
      return new URL(address, document.baseURI);
    } catch {
      return location; // it is refused by the browser
    }
  };
  const note = (method, address) => {
    if (ASKS.test(method || "get")) return () => {};
    const { pathname: path, hostname } = addressOf(address);
    if (siteOf(hostname) !== siteOf(location.hostname)) return () => {};
    const one = { path };
    if (!endless.has(path)) sent.add(one);
    return (status) => {
      sent.delete(one);
      if (status >= 400) Object.assign(refused, { path, status, times: refused.times + 1 });
      else if (status && refused.path === path) refused.status = 0;
    };
  };
  const fetched = window.fetch;
  window.fetch = function (what, how) {
    const answer = fetched.apply(this, arguments);
    const ended = note(how?.method || what?.method, what?.url || String(what));
    answer.then(({ status }) => later(ended, 0, status), () => ended(0));
    return answer;
  };
  const { open, send } = XMLHttpRequest.prototype;
  const opened = new WeakMap();
  XMLHttpRequest.prototype.open = function (...given) {
    opened.set(this, given);
    return open.apply(this, given);
  };
  XMLHttpRequest.prototype.send = function (...given) {
    const ended = note(...(opened.get(this) || []));
    add.call(this, "loadend", () => later(ended, 0, this.status));
    return send.apply(this, given);
  };

  let changedAt = performance.now();
  let changes = 0;
  const observer = new MutationObserver(() => {
    changedAt = performance.now();
    changes += 1;
  });
  const observed = new WeakSet();
  const observe = (root) => {
    if (observed.has(root)) return;
    observed.add(root);
    observer.observe(root, {
      attributes: true, characterData: true, childList: true, subtree: true,
    });
  };
  observe(document);
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (...given) {
    const root = attach.apply(this, given);
    observe(root);
    return root;
  };

  const settle = (isEnd = false) => new Promise((resolve) => {
    const since = performance.now();
    const look = () => {
      const now = performance.now();
      const waits = sent.size + (isEnd ? late.size : 0);
      const quiet = running.size + waits === 0 && now - changedAt >= QUIET_MS;
      const patience = waits ? SENT_MS : PATIENCE_MS;
      if (!quiet && now - since <= patience) return later(look, 4);
      for (const one of sent) endless.add(one.path);
      sent.clear();
      return resolve(quiet);
    };
    later(look, 1);
  });

  window.pageWatch = {
    settle, later, observe, its, plainly,
    changes: () => changes,
    refused: () => {
      if (refused.status)
        return `Error: HTTP ${refused.status} ${refused.path} (${refused.times})`;
      const [page] = performance.getEntriesByType("navigation");
      return page?.responseStatus >= 400 ? `Error: HTTP ${page.responseStatus}` : "";
    },
    isListening: (element) => listening.get(element) > 0,
    isHeld: (element) => held.get(element) > 0,
    takes: (element) => taking.get(element) > 0
      || Boolean(element.ondrop || element.ondragover),
  };
})();
