// Runs in every frame after view.js: how a recording tells what is done, and of what.
(() => {
  "use strict";
  const {
    describe, state, told, later, placeOf, everything, collapsed, isVisible, standing, its,
    plainly, readable,
  } = window.pageWatch;

  const STATED = ["value", "checked", "selected", "focused"]; // how it stands is no part of it

  // --- in which frame ----------------------------------------------------------------
  // A frame of another origin can't look at its own element: it asks the page around it.

  const ASKED = "kgmem: which frame am I?";
  const asking = new WeakSet(); // windows that have asked: something is heard of them
  let toldChain = null;

  const ownFrame = () => {
    try {
      return window.frameElement;
    } catch {
      return null;
    }
  };
  // From the outside in; null: not known here.
  const chain = () => {
    if (window === window.top) return [];
    const frame = ownFrame();
    const outer = frame && window.parent.pageWatch;
    const around = outer?.recorder?.chain();
    return around ? [...around, outer.placeOf(frame)] : toldChain;
  };
  const isHeard = (frame) => {
    try {
      if (frame.contentWindow.pageWatch?.recorder) return true;
    } catch {
      // of another origin
    }
    return asking.has(frame.contentWindow);
  };
  const onMessage = (event) => {
    if (event.data?.kgmem !== ASKED) return;
    event.stopImmediatePropagation();
    if (event.data.chain) {
      if (event.source === window.parent) toldChain = event.data.chain;
      return;
    }
    const frame = everything().find((one) =>
      /^I?FRAME$/.test(one[its.tagName]) && one.contentWindow === event.source);
    const around = chain();
    if (!frame || !around) return;
    asking.add(event.source);
    event.source.postMessage({ kgmem: ASKED, chain: [...around, placeOf(frame)] }, "*");
  };
  window.addEventListener("message", onMessage, { capture: true });
  // Later, which a frame whose scripts are shut off never comes to.
  if (window !== window.top && !ownFrame())
    later(() => window.parent.postMessage({ kgmem: ASKED }, "*"), 0);

  // --- what is told ------------------------------------------------------------------

  let isOn = true;
  let held = null; // a step of which it shows in a moment whether it is one
  const unsent = []; // why something that was told did not arrive

  const hashed = (text) => {
    let one = 0xdeadbeef;
    let other = 0x41c6ce57;
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      one = Math.imul(one ^ code, 2654435761);
      other = Math.imul(other ^ code, 1597334677);
    }
    return `${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}`;
  };
  let last = { state: null, shown: [] };
  // What is shown is told anew only where it is another state of the page.
  const looked = () => {
    const now = document.body ? hashed(location.href + state()) : null;
    if (now !== last.state)
      last = { state: now, shown: now ? window.pageWatch.shown(true) : [] };
    return last;
  };
  // How the element stands that was pressed last, now that this has come to its end.
  const STANDS = [
    "aria-checked", "aria-pressed", "aria-expanded", "aria-selected", "aria-sort", "open",
    "class",
  ];
  let pressed = null;
  const atPath = (path) => {
    try {
      return document.evaluate(path, document, null, 9, null).singleNodeValue;
    } catch {
      return null; // a name that XPath does not know
    }
  };
  const notePressed = ({ path, role }) => {
    const node = atPath(path);
    pressed = node && { node, path, role, holder: node[its.parentNode] };
  };
  const came = () => {
    if (!pressed) return {};
    const { path, role, holder } = pressed;
    const node = pressed.node[its.isConnected] ? pressed.node : atPath(path);
    if (!node || node[its.parentNode] !== holder || !isVisible(node)) return {};
    const [{ attributes, ...one }] = told([node]);
    const stands = STANDS.filter((key) => key in attributes).map((key) => [key, attributes[key]]);
    return one.role === role
      ? { came: { of: path, stands: { name: one.name, ...Object.fromEntries(stands) } } } : {};
  };
  const now = () => ({
    url: location.href, title: document.title, ...looked(), ...standing(), ...came(),
  });
  const send = (one) => {
    if (!isOn) return;
    const frame = window === window.top ? {} : { frame: chain() };
    const hears = (goesOn) => { if (goesOn === false) isOn = false; };
    const lost = (error) => { unsent.push(String(error)); };
    plainly(() => window.kgmemRecorded?.(JSON.stringify({ ...one, ...frame })))
      ?.then(hears, lost);
  };
  const release = () => {
    const decide = held;
    held = null;
    decide?.();
  };
  const hold = (decide) => {
    release();
    held = decide;
    later(() => { if (held === decide) release(); }, 0);
  };
  const closing = []; // what is told before anything else
  const flush = () => {
    release();
    for (const close of closing) close();
  };
  const steps = []; // who wants to know that a step was told
  const tell = (step) => {
    release();
    send({ ...now(), ...step });
    for (const hear of steps) hear();
  };
  // How the page stands at rest: once its window is closed, it tells nothing more.
  const REST_MS = 500;
  let rests = 0;
  const tellRest = () => {
    rests += 1;
    const own = rests;
    if (window === window.top) later(() => {
      if (own === rests) send({ rests: true, ...now(), shown: readable() });
    }, REST_MS);
  };
  steps.push(tellRest);
  window.addEventListener("load", tellRest);
  // What tells of itself once it is done has had an effect.
  const tellDone = (step) => tell({ ...step, effect: true });
  const miss = (why, what = "") => send({ missed: why, what });
  const surely = (act, what) => {
    try {
      act();
    } catch (error) {
      miss(`${what} that can't be told`, String(error));
    }
  };

  // --- of what -----------------------------------------------------------------------

  const innermost = (event) => {
    const [first] = event.composedPath();
    return first instanceof Element ? first : document.body;
  };
  const without = (element) => {
    for (const name of element ? STATED : []) delete element.attributes[name];
    return element;
  };
  // An element as it is, be it shown or not.
  const plain = (node) => {
    const [element] = told([node]);
    delete element.ordinal;
    return without(element);
  };
  const targetOf = (node) => without(describe(node));
  const words = (node) =>
    collapsed(node[its.getAttribute]?.("aria-label") || node[its.innerText] || node.id
      || node[its.tagName].toLowerCase()).slice(0, 80);

  // --- what a page's own script does while an event of the user's is handled ----------

  let handled = null; // the last event of the user's; once it is through, it has no phase
  const isOwn = (event) => event.isTrusted || !handled?.eventPhase;

  const WINDOWS = new Set(["pageshow", "pagehide", "beforeunload", "scroll", "blur"]);
  const heard = []; // `document.open` makes a window forget its listeners
  const HOW = { capture: true, passive: true };
  const listen = (type, handle, root = window, how = HOW) => {
    const onEvent = (event) => {
      if (!isOn) return;
      if (event.isTrusted && !WINDOWS.has(type)) handled = event;
      surely(() => handle(event), type);
    };
    if (root === window) heard.push([type, onEvent, how]);
    root.addEventListener(type, onEvent, how);
  };
  const listenAgain = () => {
    for (const [type, onEvent, how] of heard) window.addEventListener(type, onEvent, how);
  };

  window.pageWatch.recorder = {
    chain, isHeard, now, notePressed, send, tell, tellDone, hold, release, flush, miss,
    closing, steps, innermost, plain, targetOf, words, collapsed, isOwn, listen,
    listenAgain, later,
    isOn: () => isOn,
    start: () => {
      isOn = true;
      listenAgain();
      for (const hear of steps) hear();
    },
    stop: () => { isOn = false; },
    end: () => {
      surely(flush, "end");
      return { ...now(), shown: readable(), unsent, frame: window === window.top ? [] : chain() };
    },
  };
})();
