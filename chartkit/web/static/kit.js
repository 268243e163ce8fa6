// What every page uses: elements from values (texts are never read as HTML), requests, dialogs, short messages.

const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.setAttribute("class", value);
    else if (name === "value") element.value = value;
    else if (name === "style") for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...shown(children));
  return element;
}

const shown = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== "");

// An element: h("p", {class: "muted"}, "text", otherElement).
export const h = (tag, attributes, ...children) => filled(document.createElement(tag), attributes, children);
export const svg = (tag, attributes, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

// Puts other children into an element; what is false or empty is left out.
export const fill = (element, ...children) => element.replaceChildren(...shown(children));

export const main = () => document.getElementById("main");

async function asked(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error("The server does not answer. Is chartkit serve still running?");
  }
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  const said = isJson ? await response.json() : await response.text();
  if (!response.ok) throw new Error((isJson ? said.error : said) || `Status ${response.status}`);
  return said;
}

export const get = (path) => asked(path, {});
export const post = (path, value) =>
  asked(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(value) });

// A message that goes away by itself; `kind` is "bad" for mistakes.
export function toast(text, kind = "") {
  const note = h("div", { class: kind }, text);
  document.getElementById("toasts").append(note);
  setTimeout(() => note.remove(), 3000 + 60 * text.length);
}

// Runs something that may fail, and says why it did.
export async function tried(work) {
  try {
    return await work();
  } catch (wrong) {
    toast(wrong.message, "bad");
    return undefined;
  }
}

// A dialog over the page; gives the element, which is gone when it is closed.
export function dialog(title, ...content) {
  const close = h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => box.close() }, "✕");
  const heading = h("h2", { id: `dialog-${Date.now()}` }, title);
  const box = h("dialog", { "aria-labelledby": heading.id }, h("header", {}, heading, close), h("div", { class: "inside" }, ...content));
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  return box;
}

// A table of the API ({title, headings, rows, left, under}) as an element; what is not in `left` stands right.
// A column of sentences keeps room for them: the table scrolls, and no row is as high as a sentence cut to words.
export function tableOf({ title, headings, rows, left, under }) {
  const long = (place) => rows.some((row) => String(row[place] ?? "").length > 40);
  const side = headings.map((name, place) => (left.includes(name) ? (long(place) ? "long" : "") : "number"));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title || "Table" },
    h("table", {}, h("caption", {}, title, under.map((line) => h("div", { class: "muted small" }, line))),
      h("thead", {}, h("tr", {}, headings.map((name, place) => (name ? h("th", { scope: "col", class: side[place] }, name) : h("td"))))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell, place) => (place ? h("td", { class: side[place] }, cell) : h("th", { scope: "row", class: side[0] }, cell))))))));
}
