// The frame around the views, and the router over the address's hash.

import { api, Failure, forgetKey, hasKey, onKeyNeeded, useSpace } from "./api.js";
import { h } from "./dom.js";
import { askForKey } from "./parts/dialog.js";
import { failed, loading } from "./parts/states.js";
import { current, link, parsed, remember } from "./route.js";
import { LANGUAGES, language, t, tellLanguage, useLanguage } from "./texts.js";
import { FIRST, GROUPS, VIEWS } from "./views.js";

const view = document.getElementById("view");
let session = { space: null, spaces: [], roles: [], version: "" };
let shown = { name: null, id: null };
let turn = null;

async function show() {
  const at = parsed(location.hash);
  const name = Object.hasOwn(VIEWS, at.name) ? at.name : at.name === "" ? FIRST : null;
  useSpace(at.params.space ?? session.space);
  remember(at.params.space ?? session.space);
  turn?.abort();
  const mine = (turn = new AbortController());
  const again = shown.name === name && shown.id === at.params.id;
  const focused = again ? document.activeElement?.id : null;
  frame(name);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  const wait = setTimeout(() => { if (!mine.signal.aborted && !again) view.replaceChildren(loading(t)); }, 150);
  view.setAttribute("aria-busy", "true");
  let node;
  try {
    if (name === null) throw new Failure(404, "NotFound", t("missing.view"));
    const { render } = await VIEWS[name].load();
    node = await render(at.params, { api, t, h, session, space: at.params.space ?? session.space, signal: mine.signal, refresh: show });
  } catch (error) {
    node = mine.signal.aborted ? null : failed(error, t, show);
  }
  clearTimeout(wait);
  if (mine.signal.aborted) return;
  view.replaceChildren(node);
  view.removeAttribute("aria-busy");
  const heading = view.querySelector("h1");
  document.title = heading ? `${heading.textContent} · kgmem` : "kgmem";
  if (heading) heading.tabIndex = -1;
  if (shown.name !== null) settle(heading, focused, again);
  shown = { name, id: at.params.id };
}

/** Focus goes to the heading of a view that was gone to (a page that was just opened keeps it at its start); it stays where it was when the same one is shown anew. */
function settle(heading, focused, again) {
  const kept = focused ? document.getElementById(focused) : null;
  if (kept) { kept.focus({ preventScroll: true }); return; }
  if (again && document.activeElement !== document.body) return;
  heading?.focus({ preventScroll: true });
  if (!again) scrollTo(0, 0);
}

function frame(name) {
  document.getElementById("skip").textContent = t("skip");
  const nav = document.getElementById("nav");
  nav.replaceChildren(...navigation(name));
  const here = nav.querySelector("[aria-current]");
  if (here) nav.scrollLeft = here.offsetLeft - (nav.clientWidth - here.offsetWidth) / 2; // where it is one line
  const top = document.getElementById("top");
  const asked = document.getElementById("find")?.value ?? "";
  top.replaceChildren(brand(), finder(asked), chosenSpace(), choices());
}

function brand() {
  const icon = h("img", { src: "icon.svg", alt: "", width: 26, height: 26 });
  return h("a", { class: "brand", href: link(FIRST) }, icon, h("span", null, "kgmem"));
}

function finder(asked) {
  const input = h("input", { type: "search", id: "find", name: "q", value: asked, placeholder: t("find.hint"), "aria-label": t("find.label"), autocomplete: "off", "aria-keyshortcuts": "/" });
  const go = (event) => {
    event.preventDefault();
    location.hash = link("search", { q: input.value.trim() });
  };
  return h("form", { class: "finder", role: "search", onsubmit: go }, input, h("kbd", { "aria-hidden": "true" }, "/"));
}

function chosenSpace() {
  const here = current().space ?? session.space;
  const names = [...new Set([here, ...session.spaces])].filter(Boolean).sort();
  const change = (event) => { location.hash = link(parsed(location.hash).name || FIRST, { space: event.target.value }); };
  const options = names.map((name) => h("option", { value: name, selected: name === here }, name));
  return h("label", { class: "choice" }, h("span", null, t("space")), h("select", { id: "space", onchange: change }, options));
}

function choices() {
  const tongue = h("select", { id: "language", "aria-label": t("language"), onchange: (event) => { useLanguage(event.target.value); show(); } },
    Object.entries(LANGUAGES).map(([name, own]) => h("option", { value: name, lang: name, selected: name === language() }, own)));
  const theme = h("select", { id: "theme", "aria-label": t("theme"), onchange: (event) => useTheme(event.target.value) },
    ["auto", "light", "dark"].map((name) => h("option", { value: name, selected: name === chosenTheme() }, t(`theme.${name}`))));
  const leave = hasKey() && h("button", { type: "button", class: "plain", onclick: () => { forgetKey(); location.reload(); } }, t("key.forget"));
  return h("div", { class: "choices" }, tongue, theme, leave);
}

const chosenTheme = () => localStorage.getItem("kgmem.theme") ?? "auto";

function useTheme(name) {
  if (name === "auto") {
    localStorage.removeItem("kgmem.theme");
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem("kgmem.theme", name);
    document.documentElement.dataset.theme = name;
  }
}

function navigation(name) {
  document.getElementById("nav").setAttribute("aria-label", t("nav"));
  const of = (group) => Object.keys(VIEWS).filter((one) => VIEWS[one].group === group);
  const item = (one) => h("li", null, h("a", { href: link(one), "aria-current": one === name ? "page" : null }, t(`nav.${one}`)));
  const groups = GROUPS.filter((group) => of(group).length > 0);
  return groups.map((group) => h("div", { class: "group" }, h("h2", { id: `nav-${group}` }, t(`nav.group.${group}`)), h("ul", { "aria-labelledby": `nav-${group}` }, of(group).map(item))));
}

function keys(event) {
  const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]")) return;
  event.preventDefault();
  const find = document.getElementById("find");
  find.focus();
  find.select();
}

function skip(event) {
  event.preventDefault();
  (view.querySelector("h1") ?? view).focus();
}

/** Another key may be somebody else's: with other roles, in other spaces. */
async function another() {
  if (session.space === null) return; // who it is is being asked
  useSpace(null);
  const asked = api.get("/v1/views/session");
  useSpace(current().space ?? session.space); // what waited for the key goes where it was meant to
  try { session = await asked; } catch { return; }
  await show();
}

async function start() {
  tellLanguage();
  onKeyNeeded((refused) => askForKey(t, refused), another);
  document.getElementById("skip").addEventListener("click", skip);
  document.addEventListener("keydown", keys);
  frame(null);
  view.replaceChildren(loading(t));
  const first = parsed(location.hash).name || FIRST;
  if (Object.hasOwn(VIEWS, first)) VIEWS[first].load(); // meanwhile
  try {
    session = await api.get("/v1/views/session");
  } catch (error) {
    view.replaceChildren(failed(error, t, start));
    return;
  }
  addEventListener("hashchange", show);
  await show();
}

start();
