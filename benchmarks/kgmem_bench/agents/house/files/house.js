"use strict";

const all = (css, root = document) => [...root.querySelectorAll(css)];
const make = (tag, given = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
};
const field = (form, name) =>
  form.querySelector(`[name="${name}"]`) || form.appendChild(make("input", { type: "hidden", name }));
const say = (text) => {
  const toast = document.getElementById("toast");
  toast.textContent = text;
  setTimeout(() => (toast.textContent = ""), 3000);
};
const post = (address, given) =>
  fetch(address, { method: "POST", body: new URLSearchParams(given) });

// Submenus open under the pointer, and at a click for who has none.
for (const button of all(".fly > button")) {
  button.addEventListener("click", () => {
    const item = button.parentElement;
    for (const one of all(".fly.open")) if (!one.contains(item)) one.classList.remove("open");
    item.classList.add("open");
  });
}

const closeMenus = () => {
  for (const menu of all(".more [role=menu]")) menu.hidden = true;
  for (const button of all(".more > button")) button.setAttribute("aria-expanded", "false");
};
for (const button of all(".more > button")) {
  button.addEventListener("click", () => {
    const menu = button.nextElementSibling, opens = menu.hidden;
    closeMenus();
    menu.hidden = !opens;
    button.setAttribute("aria-expanded", String(opens));
    if (opens) menu.scrollIntoView({ block: "nearest" });
  });
}
document.addEventListener("click", (event) => {
  if (!event.target.closest(".more")) closeMenus();
  if (!event.target.closest(".fly")) for (const one of all(".fly.open")) one.classList.remove("open");
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  closeMenus();
  for (const veil of all(".veil")) veil.hidden = true;
});

for (const button of all("[data-opens]")) {
  button.addEventListener("click", () => {
    const veil = document.getElementById(button.dataset.opens);
    closeMenus();
    veil.querySelector("form").action = button.dataset.to;
    veil.querySelector("[data-name]").textContent = button.dataset.named;
    veil.hidden = false;
  });
}
for (const button of all(".veil [data-closes]")) {
  button.addEventListener("click", () => {
    button.form.reset();
    button.closest(".veil").hidden = true;
  });
}

for (const button of all(".fold h2 button")) {
  button.addEventListener("click", () => {
    const opens = button.getAttribute("aria-expanded") === "false";
    button.setAttribute("aria-expanded", String(opens));
    button.closest(".fold").lastElementChild.hidden = !opens;
  });
}

for (const stepper of all("[data-stepper]")) {
  const [less, more] = all("button", stepper);
  const shown = stepper.querySelector("output");
  const input = field(stepper.closest("form"), stepper.dataset.stepper);
  const put = (count) => {
    shown.value = input.value = Math.max(0, count);
    less.disabled = count <= 0;
  };
  put(Number(shown.value));
  less.addEventListener("click", () => put(Number(input.value) - 1));
  more.addEventListener("click", () => put(Number(input.value) + 1));
}

const toggle = (element, name) => {
  const is = element.getAttribute(name) !== "true";
  element.setAttribute(name, String(is));
  return is;
};
for (const one of all("[role=switch], [role=checkbox][data-field]")) {
  one.addEventListener("click", () => {
    const is = toggle(one, "aria-checked") ? "1" : "0";
    if (one.dataset.post) post(one.dataset.post, { on: is }).then(() => say("Saved"));
    else field(one.closest("form"), one.dataset.field).value = is;
  });
}
for (const chips of all("[data-chips]")) {
  const input = field(chips.closest("form"), chips.dataset.chips);
  for (const chip of all("button", chips)) {
    chip.addEventListener("click", () => {
      toggle(chip, "aria-pressed");
      const pressed = all("[aria-pressed=true]", chips);
      input.value = pressed.map((one) => one.textContent).join(", ");
    });
  }
}

for (const form of all("[data-bulk]")) {
  const input = field(form, form.dataset.bulk), chosen = new Set();
  for (const tick of all("[data-chooses]", form)) {
    tick.addEventListener("click", () => {
      if (toggle(tick, "aria-checked")) chosen.add(tick.dataset.chooses);
      else chosen.delete(tick.dataset.chooses);
      form.querySelector(".bulk").hidden = !chosen.size;
      form.querySelector("[data-count]").textContent = chosen.size;
      input.value = JSON.stringify([...chosen]);
    });
  }
}

const MONTHS = "January February March April May June July August September October November December".split(" ");
const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const TODAY = "2027-03-01";
for (const box of all("[data-calendar]")) {
  const input = field(box.closest("form"), box.dataset.field);
  const asGrid = box.dataset.calendar === "grid";
  input.value = box.dataset.day;
  let [year, month] = (box.dataset.day || TODAY).split("-").map(Number);
  month -= 1;
  const turn = (by) => {
    const first = new Date(year, month + by, 1);
    [year, month] = [first.getFullYear(), first.getMonth()];
    draw();
  };
  const pick = (date) => {
    input.value = date;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    draw();
  };
  const cell = (day) => {
    const at = new Date(year, month, day);
    const date = `${year}-${String(month + 1).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
    const is = input.value === date;
    if (asGrid) {
      const name = `${DAYS[at.getDay()]}, ${day} ${MONTHS[month]} ${year}`;
      const made = make("td", { role: "gridcell", tabindex: "-1", "aria-label": name, "aria-selected": is }, String(day));
      made.addEventListener("click", () => pick(date));
      return made;
    }
    const button = make("button", { type: "button", class: is ? "on" : "" }, String(day));
    button.addEventListener("click", () => pick(date));
    return make("td", {}, button);
  };
  const draw = () => {
    const back = make("button", { type: "button", "aria-label": "Previous month" }, "‹");
    const on = make("button", { type: "button", "aria-label": "Next month" }, "›");
    back.addEventListener("click", () => turn(-1));
    on.addEventListener("click", () => turn(1));
    const caption = make("b", { "aria-live": "polite" }, `${MONTHS[month]} ${year}`);
    const table = make("table", asGrid ? { role: "grid" } : {});
    table.append(make("tr", {}, ...[1, 2, 3, 4, 5, 6, 0].map((n) => make("th", {}, DAYS[n].slice(0, 2)))));
    const before = (new Date(year, month, 1).getDay() + 6) % 7;
    const last = new Date(year, month + 1, 0).getDate();
    for (let day = 1 - before; day <= last; day += 7) {
      const row = table.appendChild(make("tr"));
      for (let n = day; n < day + 7; n++) row.append(n < 1 || n > last ? make("td") : cell(n));
    }
    box.replaceChildren(make("div", { class: "top" }, back, caption, on), table);
  };
  draw();
}

const fill = async (list, words) => {
  const answer = await fetch(`${list.dataset.from}?q=${encodeURIComponent(words)}`);
  list.innerHTML = await answer.text();
};
const soon = (what, wait) => {
  let timer;
  return () => (clearTimeout(timer), (timer = setTimeout(what, wait)));
};
for (const button of all("[data-chooser]")) {
  const dialog = document.getElementById("chooser"), list = dialog.querySelector("ul");
  const search = dialog.querySelector("input"), name = button.dataset.chooser;
  button.addEventListener("click", () => {
    search.value = "";
    fill(list, "");
    dialog.showModal();
  });
  search.addEventListener("input", soon(() => fill(list, search.value), 200));
  dialog.querySelector("[data-closes]").addEventListener("click", () => dialog.close());
  list.addEventListener("click", (event) => {
    const picked = event.target.dataset.picks;
    if (!picked) return;
    const input = field(button.form, name);
    input.value = picked;
    document.querySelector(`[data-shows=${name}]`).textContent = picked;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    dialog.close();
  });
}
for (const box of all("[data-auto]")) {
  const form = box.closest("form"), list = box.querySelector("ul");
  const typed = box.querySelector("input"), input = field(form, box.dataset.auto);
  const show = (is) => {
    list.hidden = !is;
    typed.setAttribute("aria-expanded", String(is));
  };
  typed.addEventListener("input", () => (input.value = ""));
  typed.addEventListener("input", soon(async () => {
    await fill(list, typed.value);
    show(Boolean(typed.value && list.children.length));
  }, 150));
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    typed.value = input.value = event.target.dataset.picks || "";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    show(false);
  });
  typed.addEventListener("blur", () => show(false));
}
for (const box of all("[data-tags]")) {
  const input = field(box.closest("form"), box.dataset.tags), held = box.querySelector(".held");
  const typed = box.querySelector("input"), list = box.querySelector("[role=listbox]");
  const keep = () => (input.value = JSON.stringify(all("[data-tag]", held).map((one) => one.dataset.tag)));
  const add = (tag) => {
    if (tag && !all("[data-tag]", held).some((one) => one.dataset.tag === tag)) {
      held.append(make("li", { "data-tag": tag }, `${tag} `, make("button", { type: "button", "aria-label": `Remove ${tag}` }, "×")));
    }
    typed.value = "";
    list.hidden = true;
    keep();
  };
  keep();
  held.addEventListener("click", (event) => {
    if (!event.target.closest("button")) return;
    event.target.closest("li").remove();
    keep();
  });
  typed.addEventListener("input", soon(async () => {
    const words = typed.value.trim();
    await fill(list, words);
    if (!all("[data-picks]", list).some((one) => one.dataset.picks === words)) {
      list.append(make("li", { role: "option", "data-picks": words }, `Create “${words}”`));
    }
    list.hidden = !words;
  }, 150));
  typed.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add(typed.value.trim());
  });
  list.addEventListener("click", (event) => add(event.target.dataset.picks));
}

for (const input of all("[data-filters]")) {
  input.addEventListener("input", () => {
    const words = input.value.trim().toLowerCase();
    for (const one of document.getElementById(input.dataset.filters).children) {
      one.hidden = !one.textContent.toLowerCase().includes(words);
    }
  });
}
for (const button of all("[data-follow]")) {
  button.addEventListener("click", async () => {
    const follows = button.textContent === "Follow";
    button.textContent = follows ? "Unfollow" : "Follow";
    await post(button.dataset.follow, { followed: follows ? "1" : "0" });
  });
}

// Last: what is needed before a form can be sent has its field by now.
for (const form of all("[data-needs]")) {
  const sends = all("button:not([type])", form);
  const look = () => {
    const given = new FormData(form);
    const missing = form.dataset.needs.split(" ").some((name) => !given.get(name));
    for (const one of sends) one.disabled = missing;
  };
  form.addEventListener("input", look);
  look();
}
