// Tables, and the way from page to page.

import { h } from "../dom.js";
import { current, link } from "../route.js";

/** `columns`: `{name, cell(row), kind?: "number" | "tight", head?: true}`; the one with `head` names its row. */
export function table({ caption, columns, rows }) {
  const cell = (column, row) => h(column.head ? "th" : "td", { scope: column.head ? "row" : null, class: column.kind, "data-name": column.name }, column.cell(row));
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    h("table", null,
      h("caption", null, caption),
      h("thead", null, h("tr", null, columns.map((column) => h("th", { scope: "col", class: column.kind }, column.name)))),
      h("tbody", null, rows.map((row) => h("tr", null, columns.map((column) => cell(column, row)))))));
}

/** Links to the first and to the next page; `next` as the server gave it. */
export function pager(view, next, t) {
  const { after, space, ...kept } = current();
  if (!after && !next) return null;
  const first = after && h("a", { href: link(view, kept), id: "page-first" }, t("page.first"));
  const onward = next && h("a", { href: link(view, { ...kept, after: next }), id: "page-next", rel: "next", class: "button" }, t("page.next"));
  return h("nav", { class: "pager", "aria-label": t("page.label") }, first, onward ?? h("span", null, t("page.last")));
}

/** A form whose fields go into the address. `fields`: nodes with a `name`. */
export function filters(view, fields, t) {
  const go = (event) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget ?? event.target.form));
    location.hash = link(view, given);
  };
  const changed = (event) => { if (event.target.tagName === "SELECT") event.currentTarget.requestSubmit(); };
  return h("form", { class: "filters", role: "search", "aria-label": t("filter"), onsubmit: go, onchange: changed },
    fields, h("button", { type: "submit" }, t("filter.go")));
}

export const field = (label, input, wide = false) => h("label", { class: wide ? "wide" : null }, label, input);

export const choice = (name, chosen, options) =>
  h("select", { name, id: `filter-${name}` }, options.map(([value, label]) => h("option", { value, selected: value === (chosen ?? "") }, label)));

export const text = (name, value, more = {}) => h("input", { name, id: `filter-${name}`, value: value ?? "", autocomplete: "off", ...more });
