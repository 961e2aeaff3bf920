// Nodes from values. A stored text becomes a text node, never markup.

const SVG = "http://www.w3.org/2000/svg";

function filled(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, one] of Object.entries(value)) node.style.setProperty(key, one);
    else if (name === "value" && "value" in node) node.value = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

/** An element: `h("a", {href}, "text", node, [nodes])`. `onclick` and the like are listeners. */
export const h = (tag, props, ...children) => filled(document.createElement(tag), props, children);

/** The same in a drawing. */
export const svg = (tag, props, ...children) => filled(document.createElementNS(SVG, tag), props, children);

/** Only http and https addresses become links; any other text (javascript:, data:) stays a text. */
export function outside(address) {
  let parsed;
  try { parsed = new URL(address); } catch { return h("span", null, address); }
  if (!/^https?:$/.test(parsed.protocol)) return h("span", null, address);
  return h("a", { href: parsed.href, rel: "noopener noreferrer", target: "_blank" }, address);
}
