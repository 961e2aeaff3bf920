(element) => {
  const shown = (one) => (one?.innerText ?? one?.textContent ?? "").trim().replace(/\s+/g, " ");
  const root = element.getRootNode();
  const labelled = element.labels?.length
    ? [...element.labels[0].childNodes].filter((one) => one.nodeType === 3).map((one) => one.data).join(" ").trim()
    : "";
  const ofTag = (one) => [...(one.parentNode?.children ?? [])].filter((other) => other.tagName === one.tagName);
  const parts = (one, write, through = false) => {
    const found = [];
    const above = (at) => (at.parentNode?.nodeType === 1 ? at.parentNode : through ? at.parentNode?.host : null);
    for (; one && one.nodeType === 1; one = above(one)) found.unshift(write(one));
    return found;
  };
  const numbered = (one) => {
    const same = ofTag(one);
    return same.length > 1 ? `[${same.indexOf(one) + 1}]` : "";
  };
  const css = (one) => {
    if (one.id) return `#${CSS.escape(one.id)}`;
    const named = `${one.localName}[name='${one.getAttribute("name")}']`;
    if (one.getAttribute("name") && one.getRootNode().querySelector(named) === one) return named;
    const same = ofTag(one), nth = same.length > 1 ? `:nth-of-type(${same.indexOf(one) + 1})` : "";
    const own = one.localName + nth, within = one.getRootNode();
    if (within.querySelectorAll(own).length === 1 || one.parentNode?.nodeType !== 1) return own;
    return `${css(one.parentNode)} > ${own}`;
  };
  const hosts = [];
  for (let host = root.host; host; host = host.getRootNode().host) hosts.unshift(css(host));
  const box = element.getBoundingClientRect();
  const frames = [];
  for (let view = element.ownerDocument.defaultView; view !== view.top; view = view.parent) {
    let at = 0;
    while (view.parent[at] !== view) at++;
    frames.unshift(at);
  }
  const roles = { A: "link", BUTTON: "button", SELECT: "combobox", LI: "listitem", CANVAS: "canvas" };
  const kinds = { checkbox: "checkbox", radio: "radio", number: "spinbutton", range: "slider" };
  return {
    tag: element.localName,
    role: element.getAttribute("role") || (element.localName === "input" ? kinds[element.type] || "textbox" : roles[element.tagName] || "generic"),
    kind: element.type || null,
    attributes: Object.fromEntries([...element.attributes].map((one) => [one.name, one.value])),
    name: element.getAttribute("aria-label") || labelled || element.placeholder || (element.localName === "select" ? "" : shown(element)),
    text: ["input", "select", "textarea"].includes(element.localName) ? "" : shown(element),
    id: element.id || null,
    css: css(element),
    isNamed: !!element.getAttribute("name") && root.querySelector(`[name='${element.getAttribute("name")}']`) === element,
    hosts,
    xpath: parts(element, (one) => one.localName + numbered(one)).join("/"),
    whole_path: parts(element, (one) => one.localName + numbered(one), true).join("/"),
    options: element.localName === "select" ? [...element.options].map((one) => [one.label, one.value]) : [],
    value: element.value ?? null,
    html: element.isContentEditable ? element.innerHTML : null,
    editable: element.isContentEditable,
    width: box.width, height: box.height, x: box.x, y: box.y,
    frames, url: element.ownerDocument.location.href, title: element.ownerDocument.title,
  };
}
