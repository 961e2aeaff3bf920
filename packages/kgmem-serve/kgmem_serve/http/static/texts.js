// Texts in the chosen language.

import en from "./texts/en.js";
import zh from "./texts/zh.js";

const TEXTS = { en, zh };
const CHOSEN = "kgmem.language";

export const LANGUAGES = { en: "English", zh: "中文" };

export function language() {
  const chosen = localStorage.getItem(CHOSEN) ?? navigator.language.slice(0, 2);
  return chosen in TEXTS ? chosen : "en";
}

/** From now on: what the user chose. What the browser prefers is not kept. */
export function useLanguage(name) {
  localStorage.setItem(CHOSEN, name);
  tellLanguage();
}

/** Tells the page's language to the browser and to screen readers. */
export function tellLanguage() {
  const name = language();
  document.documentElement.lang = name === "zh" ? "zh-CN" : "en";
}

/** The text of a key with its `{values}`; `key.one` where `n` is 1 and there is such a text. */
export function t(key, values = {}) {
  const texts = TEXTS[language()];
  const found = (values.n === 1 && texts[`${key}.one`]) || texts[key];
  if (found === undefined) return key;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? shown(values[name]) : whole));
}

/** The text of a key, or what is given where no text has that key: names that the server makes. */
export const tOr = (key, otherwise) => (key in TEXTS[language()] ? t(key) : otherwise);

const shown = (value) => (typeof value === "number" ? number(value) : String(value));

export const number = (value, options) => new Intl.NumberFormat(language(), options).format(value);

export const percent = (value) => number(value, { style: "percent", maximumFractionDigits: 0 });

export function duration(ms) {
  if (ms === null || ms === undefined) return "";
  if (ms < 1) return `${number(ms, { maximumFractionDigits: 2 })} ms`;
  if (ms < 1000) return `${number(ms, { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`;
  if (ms < 120_000) return `${number(ms / 1000, { maximumFractionDigits: 1 })} s`;
  return `${number(ms / 60_000, { maximumFractionDigits: 1 })} min`;
}

/** A moment as people read it, in their own time zone; the day alone with `{day: true}`. */
export function moment(given, { day = false } = {}) {
  if (given === null || given === undefined) return "";
  const style = day ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(language(), style).format(new Date(given));
}

/** The day of a bound that a fact has, in UTC as it was given: 1 June is 1 June in every time zone. */
export function calendarDay(given) {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeZone: "UTC" }).format(new Date(given));
}
