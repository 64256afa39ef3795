// Small helpers to make elements, to speak to screen readers, and to ask with a dialog.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((c) => c !== undefined && c !== null && c !== false));
  return element;
}

/** An HTML element: `h("p", {class: "note"}, "text", child)`. Names that start with `on` are event listeners. */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** An SVG element, made in the same way. */
export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** A drawing that the server sent as text, as an element of this page; nothing if it is no drawing. */
export function drawing(text) {
  const parsed = new DOMParser().parseFromString(text ?? "", "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") return undefined;
  const svg = document.importNode(parsed, true);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  return svg;
}

export const $ = (selector, root = document) => root.querySelector(selector);

const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.3 1 2.5h6c0-1.2.3-1.8 1-2.5A6 6 0 0 0 12 3z",
  analysis: "M5 20V10M12 20V4M19 20v-7",
  flip: "M7 4v15m-3-3 3 3 3-3M17 20V5m-3 3 3-3 3 3",
  first: "M18 5l-8 7 8 7M6 5v14",
  back: "M15 5l-8 7 8 7",
  next: "M9 5l8 7-8 7",
  last: "M6 5l8 7-8 7M18 5v14",
  resign: "M6 21V4h11l-2.5 4L17 12H6",
};

export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/** A button with a drawn sign and a word. */
export function tool(name, label, onclick, props) {
  return h("button", { type: "button", class: "tool", onclick, ...props }, icon(name), h("span", {}, label));
}

/** Says `text` to a screen reader. */
export function announce(text) {
  const live = $("#live");
  if (!live || !text) return;
  // The same sentence twice must still be a change.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Asks which of several; resolves to the index, or to undefined if it is put away. A choice is a text, or
 * `{picture, words, note}`.
 */
export function choose(title, choices, neither = "None of these") {
  return new Promise((resolve) => {
    let answer;
    const dialog = h(
      "dialog",
      { class: "choice", "aria-labelledby": "choice-title", onclose: () => (dialog.remove(), resolve(answer)) },
      h("h2", { id: "choice-title" }, title),
      choices.map((words, i) =>
        h("button", { type: "button", onclick: () => ((answer = i), dialog.close()) },
          typeof words === "string" ? words : [words.picture, h("span", {}, words.words, h("small", {}, words.note))]),
      ),
      h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, neither),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Copies `text`, and says so on the button for a moment. */
export async function copy(text, button) {
  const words = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    announce("Copied");
  } catch {
    button.textContent = "Copy it by hand";
  }
  setTimeout(() => (button.textContent = words), 1600);
}

/** Gives `text` to the user as a file. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** `wait(f)` calls f once nothing has asked for it for `ms` milliseconds. */
export function calm(ms, run) {
  let timer;
  const later = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...values), ms);
  };
  later.stop = () => clearTimeout(timer);
  return later;
}

/** A message of the server as a sentence. */
export function sentence(text) {
  const whole = capital(text ?? "");
  return /[.!?:]$/.test(whole) ? whole : `${whole}.`;
}

export const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : "");
