// What is shown instead of a page that there is not.

import { h } from "./dom.js";

/** Fills the page: what went wrong, and a way on. */
export function lost(main, error, title) {
  const missing = error.status === 404;
  document.title = `${missing ? title : "Something went wrong"} · houserules`;
  main.replaceChildren(h("section", { class: "lost", role: "alert" },
    h("h1", {}, missing ? title : "This page cannot be shown"),
    h("p", { class: "about" }, missing ? "The address may be mistyped or incomplete." : error.message),
    error.hint && h("p", {}, error.hint),
    h("p", { class: "row" }, h("a", { class: "button primary", href: "/" }, "All games"),
      !missing && h("a", { class: "button", href: location.href }, "Try again"))));
}
