// Runs in a page once its episode began: changes it around one element, the target.
(() => {
  "use strict";
  const NOT_SHOWN = "script, style, link, meta, #query, #reward-display";
  const FIXED = "option, li, tr, td, th, tbody, thead, path, circle, rect, text, tspan";

  let target = null;

  // Always the same sequence for the same seed (mulberry32).
  const draws = (seed) => () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const shuffled = (items, draw) => {
    for (let n = items.length - 1; n > 0; n--) {
      const other = Math.floor(draw() * (n + 1));
      [items[n], items[other]] = [items[other], items[n]];
    }
    return items;
  };
  const every = () => [...document.body.querySelectorAll("*")];
  const area = () => document.querySelector("#area") || document.body;

  const renamed = (names, name, make) => {
    if (!names.has(name)) names.set(name, make());
    return names.get(name);
  };
  const hash = (draw) => Math.floor(draw() * 16 ** 6).toString(16).padStart(6, "0");

  const changes = {
    nothing: () => true,
    classes: (draw) => {
      const names = new Map();
      for (const one of every())
        if (one.classList.length)
          one.setAttribute("class", [...one.classList].map((name) =>
            renamed(names, name, () => `css-${hash(draw)}`)).join(" "));
      return names.size > 0;
    },
    ids: (draw) => {
      const names = new Map();
      const within = every().filter((one) => area().contains(one) && one !== area());
      for (const one of within)
        if (one.id) one.id = renamed(names, one.id, () => `:r${hash(draw)}:`);
      for (const one of within)
        for (const key of ["for", "aria-labelledby", "aria-controls"])
          if (names.has(one.getAttribute(key)))
            one.setAttribute(key, names.get(one.getAttribute(key)));
      return names.size > 0;
    },
    wrapped: () => {
      for (const one of [target, target.parentElement])
        if (one && !one.matches(FIXED) && one !== area() && area().contains(one)) {
          const wrapper = document.createElement("div");
          one.replaceWith(wrapper);
          wrapper.append(one);
        }
      return target.parentElement.tagName === "DIV";
    },
    reordered: (draw) => {
      let moved = 0;
      for (let at = target.parentElement; at && area().contains(at) && moved < 2;
        at = at.parentElement) {
        const inside = [...at.children].filter((one) => !one.matches(NOT_SHOWN));
        if (inside.length > 1) {
          at.append(...shuffled(inside, draw));
          moved++;
        }
      }
      return moved > 0;
    },
    block: () => {
      const block = document.createElement("div");
      block.innerHTML = '<p>What is new?</p><input type="text" placeholder="Code">'
        + "<button>Apply</button>";
      area().prepend(block);
      return true;
    },
    twin: (draw) => {
      const twin = target.cloneNode(true);
      for (const one of [twin, ...twin.querySelectorAll("*")])
        for (const key of ["id", "name", "href"]) one.removeAttribute(key);
      const panel = document.createElement("aside");
      const heading = document.createElement("h3");
      heading.textContent = `Panel ${Math.floor(draw() * 99)}`;
      panel.append(heading, twin);
      if (draw() < 0.5) area().prepend(panel);
      else area().append(panel);
      return !target.matches(FIXED);
    },
    relabelled: (draw, words) => say([target], words) > 0,
    translated: (draw, words) => say([document.body], words) > 0,
    removed: () => {
      for (const label of [...(target.labels || [])])
        if (!label.contains(target)) label.remove();
      target.remove();
      return true;
    },
    disabled: () => {
      const can = "disabled" in target;
      if (can) target.disabled = true;
      return can;
    },
  };

  // Replaces texts that are a label as a whole; says how many.
  const say = (parts, words) => {
    let count = 0;
    for (const part of parts) {
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode;
        const label = text.data.trim();
        if (text.parentElement.closest(NOT_SHOWN) || !(label in words)) continue;
        text.data = words[label];
        count++;
      }
    }
    return count;
  };

  const pathOf = (element) => {
    const parts = [];
    for (let at = element; at && at.parentElement; at = at.parentElement) {
      const same = [...at.parentElement.children].filter((c) => c.tagName === at.tagName);
      parts.unshift(`${at.tagName.toLowerCase()}[${same.indexOf(at) + 1}]`);
    }
    return "/html/" + parts.join("/");
  };

  window.pageChange = {
    // Does the changes, one after the other; false if one does not apply.
    apply: (path, names, seed, words) => {
      target = every().find((one) => pathOf(one) === path);
      const draw = draws(seed);
      return Boolean(target) && names.every((name) => changes[name](draw, words));
    },
    // Where the target is now; null where it is gone.
    place: () => target.isConnected ? pathOf(target) : null,
  };
})();
