// All calls of the server with their arguments, from its OpenAPI description.

import { request } from "../api.js";

export async function render(params, { t, h, signal }) {
  const described = await (await request("/openapi.json", { signal })).json();
  const groups = new Map();
  for (const [path, methods] of Object.entries(described.paths)) {
    for (const [method, call] of Object.entries(methods)) {
      const group = call.tags?.[0] ?? "";
      groups.set(group, [...(groups.get(group) ?? []), { path, method, call }]);
    }
  }
  return h("article", { class: "stack" },
    h("header", { class: "head" },
      h("h1", null, t("nav.calls")),
      h("p", null, t("calls.about"), " ", h("a", { href: "/openapi.json" }, "/openapi.json"))),
    [...groups].map(([name, calls]) => h("section", { class: "card" },
      h("h2", null, name || "–"),
      calls.map((one) => shown(one, described, t, h)))));
}

function shown({ path, method, call }, described, t, h) {
  const body = call.requestBody?.content?.["application/json"]?.schema;
  const fields = body ? fieldsOf(body, described) : [];
  const given = (call.parameters ?? []).map((one) => [one.name, one.schema ?? {}, one.required]);
  const rows = [...given, ...fields];
  return h("details", null,
    h("summary", null, h("code", null, `${method.toUpperCase()} ${path}`), " ", call.summary ?? ""),
    call.description && h("p", { class: "soft said" }, call.description),
    rows.length > 0 && h("table", null,
      h("caption", null, t("calls.arguments")),
      h("tbody", null, rows.map(([name, schema, needed]) => h("tr", null,
        h("th", { scope: "row" }, h("code", null, name)),
        h("td", null, kindOf(schema, described)),
        h("td", null, needed ? t("calls.needed") : ""))))));
}

function fieldsOf(schema, described) {
  const found = followed(schema, described);
  const needed = new Set(found.required ?? []);
  return Object.entries(found.properties ?? {}).map(([name, one]) => [name, one, needed.has(name)]);
}

function followed(schema, described) {
  const name = schema.$ref?.split("/").at(-1);
  return name ? described.components.schemas[name] ?? {} : schema;
}

function kindOf(schema, described) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.anyOf) return schema.anyOf.map((one) => kindOf(one, described)).join(" | ");
  if (schema.enum) return schema.enum.join(" | ");
  if (schema.type === "array") return `${kindOf(schema.items ?? {}, described)}[]`;
  return schema.format ?? schema.type ?? "any";
}
