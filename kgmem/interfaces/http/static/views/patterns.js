export async function render(params, { t, h }) {
  return h("section", null, h("h1", null, t("nav.patterns")));
}
