// Addresses of views: `#/patterns/ID?space=…`. Each can be kept, sent and opened.

let space = null;

/** The space that links stay in. */
export function remember(name) { space = name; }

/** `{name, params}` of an address; `params.id` is the rest of its path. */
export function parsed(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [name = "", ...rest] = path.split("/");
  const params = Object.fromEntries(new URLSearchParams(query));
  const id = rest.map(decoded).join("/");
  return { name, params: id ? { ...params, id } : params };
}

function decoded(part) {
  try { return decodeURIComponent(part); } catch { return part; }
}

export const current = () => parsed(location.hash).params;

/** The address of a view: `link("runs", {id, app: "shop"})`; what is empty is left out. */
export function link(name, { id, ...params } = {}) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries({ space, ...params })) {
    if (value !== undefined && value !== null && value !== "") query.set(key, value);
  }
  const path = id ? `${name}/${encodeURIComponent(id)}` : name;
  const asked = query.toString();
  return asked ? `#/${path}?${asked}` : `#/${path}`;
}
