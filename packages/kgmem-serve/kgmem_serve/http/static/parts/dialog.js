// Dialogs: a key, and who decides what and why.

import { h } from "../dom.js";

/** Shows a form over the page; gives its values by name, or null where it was left. */
export function ask({ heading, about, fields, submit, cancel, danger = false, stays = false }) {
  return new Promise((resolve) => {
    const rows = fields.map(({ name, label, help, ...props }) => {
      const id = `ask-${name}`;
      const input = h(props.rows ? "textarea" : "input", { id, name, ...props, "aria-describedby": help ? `${id}-help` : null });
      return h("p", { class: "field" }, h("label", { for: id }, label), input, help && h("small", { id: `${id}-help` }, help));
    });
    const close = (value) => { removeEventListener("hashchange", left); dialog.close(); dialog.remove(); resolve(value); };
    const left = () => close(null); // what it asks about is no longer shown
    if (!stays) addEventListener("hashchange", left);
    const done = (event) => {
      event.preventDefault();
      close(Object.fromEntries(new FormData(event.target)));
    };
    const dialog = h("dialog", { "aria-labelledby": "ask-heading", oncancel: (event) => { event.preventDefault(); close(null); } },
      h("form", { onsubmit: done },
        h("h2", { id: "ask-heading" }, heading),
        about && h("p", null, about),
        rows,
        h("p", { class: "buttons" },
          h("button", { type: "button", onclick: () => close(null) }, cancel),
          h("button", { type: "submit", class: danger ? "danger" : "main" }, submit))));
    document.body.append(dialog);
    dialog.showModal();
    dialog.querySelector("input, textarea")?.focus();
  });
}

export async function askForKey(t, refused) {
  const given = await ask({
    heading: t("key.heading"),
    about: t(refused ? "key.refused" : "key.about"),
    fields: [{ name: "key", label: t("key.label"), type: "password", required: true, autocomplete: "off", spellcheck: "false" }],
    submit: t("key.use"),
    cancel: t("cancel"),
    stays: true,
  });
  return given?.key.trim() || null;
}
