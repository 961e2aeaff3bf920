// Runs after view.js in each frame: where an element can be touched, how it stands.
(() => {
  "use strict";
  if (window.pageWatch.spot) return;
  const { later, element, meant, targets, parentOf, holds, shownFor, isVisible, collapsed,
    everything, its } = window.pageWatch;

  // --- where it is reached -----------------------------------------------------------

  const SPOTS = [0.5, 0.25, 0.75, 0.1, 0.9];

  const hitAt = (x, y) => {
    let hit = document.elementFromPoint(x, y);
    while (hit?.[its.shadowRoot]) {
      const inner = hit[its.shadowRoot].elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };
  const targetAt = (node) => {
    const found = targets();
    for (let at = node; at; at = parentOf(at)) if (found.includes(at)) return at;
    return null;
  };
  const isReached = (shown, hit) => {
    if (!hit) return false;
    if (holds(shown, hit)) return true;
    const label = hit[its.closest]("label");
    return label !== null && label.control === shown;
  };
  // A spot of its own is better than one that a smaller target inside takes.
  const spotOf = (shown) => {
    const isLabel = shown[its.tagName] === "LABEL"; // a link in it leads elsewhere
    let shared = null;
    for (const box of shown[its.getClientRects]())
      for (const down of SPOTS)
        for (const right of SPOTS) {
          const x = box.left + box.width * right;
          const y = box.top + box.height * down;
          const hit = hitAt(x, y);
          if (!isReached(shown, hit)) continue;
          const target = targetAt(hit);
          if (target === shown || (isLabel && !target)) return { x, y };
          if (!isLabel) shared = shared || { x, y };
        }
    return shared;
  };
  const placeIn = (shown, { x, y }) => {
    const box = shown[its.getBoundingClientRect]();
    const spot = { x: box.left + x, y: box.top + y };
    return isReached(shown, hitAt(spot.x, spot.y)) ? spot : null;
  };
  // A place in it, whatever lies there.
  const placeOn = (index, place) => {
    const one = element(index);
    if (!one) return null;
    one[its.scrollIntoView]({ block: "nearest", inline: "nearest" });
    const box = one[its.getBoundingClientRect]();
    return { x: box.left + place.x, y: box.top + place.y };
  };
  // Where a click reaches the element, at this place in it if one is told; elements may
  // lie over each other.
  const spot = (index, place) => {
    const one = meant(index);
    if (!one) return null;
    const shown = one[its.tagName] === "OPTION" ? one : shownFor(one);
    const seek = () => (place ? placeIn(shown, place) : spotOf(shown));
    shown[its.scrollIntoView]({ block: "nearest", inline: "nearest" });
    const found = seek();
    if (found || !isVisible(shown)) return found;
    shown[its.scrollIntoView]({ block: "center", inline: "center" });
    return seek();
  };

  // By a style, as a drawer that slides in; what moves on and on is not waited for.
  const isMoved = (index) => {
    const one = element(index);
    return one !== null && document.getAnimations().some(({ playState, effect }) =>
      playState === "running" && effect?.target && holds(effect.target, one)
      && effect.getComputedTiming().endTime !== Infinity);
  };
  // The same once the pointer is there: hovering may move things.
  const STILL_MS = 300;
  const MOVED_MS = 2000;
  const reached = async (index, place) => {
    const since = performance.now();
    let last = spot(index, place);
    while (performance.now() - since < (isMoved(index) ? MOVED_MS : STILL_MS)) {
      await new Promise((resolve) => later(resolve, 8));
      const now = spot(index, place);
      const isStill = last && now && now.x === last.x && now.y === last.y;
      if (isStill && !isMoved(index)) return now;
      last = now;
    }
    return last;
  };

  // A list may be drawn anew after the last look: what the press falls on decides, and
  // one that falls on something else is kept from the page.
  const AIMED_MS = 1000;
  let aimed = null;
  const aim = (index) => {
    aimed = { index, until: performance.now() + AIMED_MS, missed: false };
  };
  const guard = (event) => {
    if (!aimed || !event.isTrusted || performance.now() > aimed.until) return;
    if (!aimed.missed) {
      const one = meant(aimed.index);
      if (one && isReached(shownFor(one), event.composedPath()[0])) {
        aimed = null;
        return;
      }
      aimed.missed = true;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
    window.addEventListener(type, guard, true);
  const missed = () => {
    const was = aimed?.missed === true;
    aimed = null;
    return was;
  };

  // --- how it stands -----------------------------------------------------------------

  const isDisabled = (one) => one[its.matches](":disabled")
    || one[its.closest]("[aria-disabled=true]") !== null;
  const hindrance = (one) => {
    if (!one) return "gone";
    if (isDisabled(one)) return "disabled";
    return isVisible(shownFor(one)) ? "covered" : "hidden";
  };
  const POLL_MS = 50;
  // The spot where it can be touched, once it can be; else why not.
  const free = async (index, place, patience) => {
    const since = performance.now();
    for (;;) {
      const one = meant(index);
      const at = one && !isDisabled(one) ? spot(index, place) : null;
      if (at) return at;
      if (performance.now() - since >= patience) return { why: hindrance(one) };
      await new Promise((resolve) => later(resolve, POLL_MS));
    }
  };
  // The same place in the page that shows this one in a frame; null if it is covered.
  const through = (frame, at) => {
    const place = () => {
      const box = frame[its.getBoundingClientRect]();
      const style = getComputedStyle(frame);
      const scale = box.width / frame.offsetWidth || 1;
      return {
        x: box.x + scale * (frame.clientLeft + parseFloat(style.paddingLeft) + at.x),
        y: box.y + scale * (frame.clientTop + parseFloat(style.paddingTop) + at.y),
      };
    };
    const beyond = (value, most) => (value < 0 || value >= most ? value - most / 2 : 0);
    const { x, y } = place();
    scrollBy({
      left: beyond(x, innerWidth), top: beyond(y, innerHeight), behavior: "instant",
    });
    const found = place();
    return hitAt(found.x, found.y) === frame ? found : null;
  };

  const focused = () => {
    let at = document.activeElement;
    while (at?.[its.shadowRoot]?.activeElement) at = at[its.shadowRoot].activeElement;
    return at;
  };
  const isFocused = (index) => {
    const one = element(index);
    return one !== null && holds(one, focused());
  };
  const focus = (index) => {
    const one = element(index);
    if (one && !holds(one, focused())) one.focus();
    return isFocused(index);
  };
  // A page hears of a selection with the next frame, which a hidden page never draws.
  const frameDrawn = () =>
    new Promise((drawn) => {
      requestAnimationFrame(() => setTimeout(drawn));
      setTimeout(drawn, 100);
    });
  // All that stands in the field, so that what is typed replaces it.
  const selectAll = async (index) => {
    const one = element(index);
    if (!isFocused(index)) return false;
    if (typeof one.select === "function") one.select();
    else document.getSelection().selectAllChildren(one);
    await frameDrawn();
    return true;
  };
  const isRich = (index) => element(index)?.[its.isContentEditable] === true;
  const held = (index) => {
    const one = element(index);
    if (!one) return null;
    if (one[its.isContentEditable]) return collapsed(one[its.innerText]);
    return typeof one.value === "string" ? one.value : null;
  };
  const ticked = (index) => {
    const one = element(index);
    if (!one) return null;
    if (/^(checkbox|radio)$/.test(one.type)) return one.checked;
    const told = one[its.getAttribute]("aria-checked") ?? one[its.getAttribute]("aria-pressed");
    return told === "true" ? true : told === "false" ? false : null;
  };
  const options = (index) => {
    const one = element(index);
    if (!(one instanceof HTMLSelectElement)) return null;
    const all = [...one.options].map((option) => ({
      label: collapsed(option.label || option.text), text: collapsed(option.text),
      value: option.value,
      isChosen: option.selected, isDisabled: option[its.matches](":disabled"),
    }));
    return { isMultiple: one.multiple, all };
  };
  // The input that takes the files of what is pressed to choose some.
  const fileInput = (index) => {
    const one = element(index);
    const inputs = [one, one?.control, one?.[its.closest]("label")?.control,
      one?.[its.querySelector]("input[type=file]")];
    return inputs.find((input) => input?.type === "file") || null;
  };

  // --- scrolling on ------------------------------------------------------------------

  const SHARE = 0.8; // of what is shown at once
  const scrolls = (one) => one === document.scrollingElement
    || /auto|scroll|overlay/.test(getComputedStyle(one).overflowY);
  const area = (one) => one.clientWidth * one.clientHeight;
  const hasMore = (one) => one.scrollTop + one.clientHeight < one.scrollHeight - 1
    && one.clientHeight > 0;
  let moved = [];
  // A page hears that it was scrolled when it is drawn next.
  const DRAWN_MS = 300;
  const drawn = () => new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
    later(resolve, DRAWN_MS);
  });
  // Move the largest part that has more below; false if none has: then all are back at
  // their tops.
  const scrollOn = async () => {
    const parts = [document.scrollingElement, ...everything()].filter((one) =>
      one && hasMore(one) && scrolls(one));
    const largest = parts.sort((one, other) => area(other) - area(one))[0];
    if (!largest) {
      for (const one of moved) one.scrollTo({ top: 0, behavior: "instant" });
      moved = [];
      await drawn();
      return false;
    }
    if (!moved.includes(largest)) moved.push(largest);
    const before = largest.scrollTop;
    largest.scrollBy({ top: largest.clientHeight * SHARE, behavior: "instant" });
    await drawn();
    return largest.scrollTop > before;
  };

  Object.assign(window.pageWatch, {
    spot, placeOn, reached, aim, missed, free, through, focus, selectAll, isRich, held, ticked, options,
    fileInput, scrollOn,
  });
})();
