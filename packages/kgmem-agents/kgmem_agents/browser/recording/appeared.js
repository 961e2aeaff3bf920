// What came to be seen by a pointer over something, or by scrolling: before it is
// clicked, that has to be done again.
(() => {
  "use strict";
  const { recorder: rec, its } = window.pageWatch;
  const { tell, targetOf, plain, innermost, listen, later } = rec;

  const REST_MS = 60; // a pointer rests, a page has changed
  const SOON_MS = 400; // what comes later than this is nobody's doing
  const EVERY_MS = 250;
  const DEPTH = 4; // menus of menus
  const ROW = "li, tr, [role=row], [role=option], [role=listitem], [role=gridcell]";

  let seen = new Map(); // what is shown -> what brought it, null: it was there
  let causes = []; // hovers and scrolls since something was done, the last one last
  let changedAt = 0;
  let lookedAt = -EVERY_MS;
  let isWaiting = false;

  const isShown = (node) => {
    const { width, height } = node[its.getBoundingClientRect]();
    return width > 1 && height > 1
      && node[its.checkVisibility]({ visibilityProperty: true, opacityProperty: true });
  };
  const everyNode = (root) => [...root[its.querySelectorAll]("*")].flatMap((node) =>
    node[its.shadowRoot] ? [node, ...everyNode(node[its.shadowRoot])] : [node]);
  // The last that can have brought it: the page changed soon after, or nothing but a
  // style did, and it stands beside or within.
  const canBring = (one, node) => {
    if (one.kind === "scroll") return one.changed;
    if (!seen.has(one.node) || node[its.contains](one.node)) return false;
    const isByStyle = one.isFresh && changedAt < one.at;
    return one.changed || isByStyle && one.node[its.parentElement]?.[its.contains](node);
  };
  const causeOf = (node) => causes.findLast((one) => canBring(one, node)) || null;
  const look = () => {
    lookedAt = performance.now();
    const shown = new Map();
    for (const node of document.body ? everyNode(document.body) : [])
      if (isShown(node))
        shown.set(node, seen.has(node) ? seen.get(node) : causeOf(node));
    seen = shown;
  };
  const lookSoon = () => {
    if (isWaiting) return;
    isWaiting = true;
    const wait = Math.max(REST_MS, EVERY_MS - (performance.now() - lookedAt));
    later(() => { isWaiting = false; if (rec.isOn()) look(); }, wait);
  };

  // --- what changes --------------------------------------------------------------------

  const rowOf = (node) => node?.[its.closest]?.(ROW) || null;
  const onChanges = (records) => {
    if (!rec.isOn()) return;
    changedAt = performance.now();
    if (records.some((record) => record.target === document)) rec.listenAgain();
    const cause = causes.at(-1);
    if (cause && changedAt - cause.at < SOON_MS) cause.changed = true;
    if (cause?.kind === "scroll") for (const record of records) renewed(record, cause);
    lookSoon();
  };
  // Lists that show a part only put other texts into the rows that they have.
  const renewed = ({ target, type, addedNodes }, { rows }) => {
    if (type === "attributes") return;
    const node = target instanceof Element ? target : target[its.parentElement];
    const isText = [...addedNodes].every((one) => !(one instanceof Element));
    for (const one of isText ? [node, node?.[its.parentElement], rowOf(node)] : addedNodes)
      if (one instanceof Element) rows.add(one);
  };
  const watching = new MutationObserver(onChanges);

  // --- what may bring something --------------------------------------------------------

  const LIMIT = 50;
  const add = (cause) => {
    const isDue = performance.now() - lookedAt > EVERY_MS || cause.kind === "scroll";
    if (changedAt > lookedAt && isDue) look();
    const isFresh = lookedAt >= changedAt; // all that was there before is known
    causes.push({ ...cause, at: performance.now(), changed: false, isFresh });
    if (causes.length > LIMIT) causes = causes.slice(-LIMIT / 2);
  };
  let spot = ""; // where the pointer is: what comes under it there is no hover
  const moved = ({ clientX, clientY }) => {
    const here = `${clientX},${clientY}`;
    const isMoved = here !== spot;
    spot = here;
    return isMoved;
  };
  listen("mousedown", moved);
  listen("mousemove", moved);
  listen("mouseover", (event) => {
    if (!moved(event)) return;
    add({ kind: "hover", node: innermost(event) });
    lookSoon();
  });
  const scrolled = (node) => node instanceof Element
    ? { x: node.scrollLeft, y: node.scrollTop } : { x: scrollX, y: scrollY };
  const last = new WeakMap(); // scroller -> where it stood
  listen("scroll", ({ target: node }) => {
    if (causes.at(-1)?.node !== node || causes.at(-1).kind !== "scroll")
      add({ kind: "scroll", node, from: last.get(node) || { x: 0, y: 0 },
        rows: new WeakSet() });
    const cause = causes.at(-1);
    cause.at = performance.now();
    cause.to = scrolled(node);
    last.set(node, cause.to);
    lookSoon();
  });

  // --- and is told before what is clicked ----------------------------------------------

  const broughtBy = (node) => {
    const row = [node, node[its.parentElement], rowOf(node)];
    const renewing = causes.findLast((one) => row.some((part) => one.rows?.has(part)));
    return renewing || (seen.has(node) ? seen.get(node) : causeOf(node));
  };
  const stepOf = (by) => {
    if (by.kind === "hover")
      return {
        action: "hover", target: targetOf(by.node) || plain(by.node),
        effect: true, // it brought what is clicked, be it by a style alone
      };
    const [x, y] = [by.to.x - by.from.x, by.to.y - by.from.y];
    const isUpright = Math.abs(y) >= Math.abs(x);
    const direction = isUpright ? (y < 0 ? "up" : "down") : x < 0 ? "left" : "right";
    return {
      action: "scroll",
      ...(by.node instanceof Element ? { target: plain(by.node) } : {}),
      // Lists are scrolled until it is there: this only says which way.
      params: { direction, by: Math.round(Math.abs(isUpright ? y : x)), optional: true },
    };
  };
  rec.tellAppeared = (node) => {
    const told = [];
    let by = seen.size ? broughtBy(node) : null;
    while (by && !by.told && told.length < DEPTH && !told.includes(by)) {
      told.unshift(by);
      by = by.node instanceof Element ? seen.get(by.node) || null : null;
    }
    for (const one of told) {
      one.told = one.kind === "scroll";
      tell(stepOf(one));
    }
  };
  rec.steps.push(() => {
    causes = causes.filter((one) => one.kind === "scroll" && !one.told);
    lookSoon();
  });

  const begin = () => {
    watching.observe(document, {
      attributes: true, characterData: true, childList: true, subtree: true,
    });
    look();
  };
  if (document.body) begin();
  else document.addEventListener("DOMContentLoaded", begin, { once: true });
})();
