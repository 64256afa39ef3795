// A text field for rule files: line numbers, colours, and what is wrong underlined where it stands.
//
// The field is a plain textarea, so that it behaves as one does everywhere; what it cannot show lies behind it in a
// `pre` with the same text in the same places.

import { h } from "./dom.js";

const TOKEN = /(\/\/[^\n]*)|("(?:[^"\n\\]|\\.)*"?)|(\b\d+(?:\.\d+)?\b)|(^[ \t]*[a-z][a-z-]*)|\n/gm;

export class Editor {
  constructor(oninput) {
    this.problems = [];
    this.gutter = h("pre", { class: "gutter", "aria-hidden": "true" });
    this.under = h("pre", { "aria-hidden": "true" });
    this.field = h("textarea", {
      spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-label": "Rule file", "aria-describedby": "problems",
      oninput: () => {
        this.problems = this.#shifted();
        this.#draw();
        oninput();
      },
      onscroll: () => this.#scroll(),
      onkeydown: (e) => this.#key(e),
    });
    this.element = h("div", { class: "editor" }, this.gutter, h("div", { class: "sheet" }, this.under, this.field));
    this.last = "";
  }

  get text() {
    return this.field.value;
  }

  set text(text) {
    this.field.value = text;
    this.problems = [];
    this.#draw();
  }

  /** Underlines `diagnostics` (`from` and `to` in UTF-16 units). */
  show(diagnostics) {
    this.problems = [...diagnostics].sort((a, b) => a.from - b.from || a.to - b.to);
    this.#draw();
  }

  /** Puts the caret where a problem is. */
  go(problem) {
    this.field.focus();
    this.field.setSelectionRange(problem.from, problem.to);
    const line = this.text.slice(0, problem.from).split("\n").length - 1;
    const height = parseFloat(getComputedStyle(this.field).lineHeight);
    this.field.scrollTop = Math.max(0, line * height - this.field.clientHeight / 2);
  }

  // Until the server has read what was typed, the lines stay under the words they were under.
  #shifted() {
    const [before, now] = [this.last, this.text];
    const change = now.length - before.length;
    const at = Math.min(this.field.selectionStart, this.field.selectionStart - change);
    return this.problems
      .map((p) => (p.from >= at ? { ...p, from: p.from + change, to: p.to + change } : p.to > at ? { ...p, to: p.to + change } : p))
      .filter((p) => p.to > p.from && p.from >= 0);
  }

  #key(event) {
    if (event.key === "Tab" && !event.shiftKey && !this.leaving && !event.ctrlKey && !event.altKey) {
      event.preventDefault();
      document.execCommand("insertText", false, "    ");
    }
    // Escape, then Tab leaves the field: nobody is caught in it.
    this.leaving = event.key === "Escape";
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      const start = this.text.lastIndexOf("\n", this.field.selectionStart - 1) + 1;
      const line = this.text.slice(start, this.field.selectionStart);
      const indent = /^[ \t]*/.exec(line)[0] + (/\{\s*$/.test(line) ? "    " : "");
      if (indent) {
        event.preventDefault();
        document.execCommand("insertText", false, `\n${indent}`);
      }
    }
  }

  #draw() {
    this.last = this.text;
    const bad = new Map();
    let line = 1;
    let at = 0;
    for (const problem of this.problems) {
      for (; at < problem.from && at < this.last.length; at++) if (this.last[at] === "\n") line++;
      if (!bad.has(line)) bad.set(line, problem);
    }
    const count = this.last.split("\n").length;
    this.gutter.replaceChildren();
    for (let n = 1; n <= count; n++) {
      this.gutter.append(bad.get(n)?.severity === "error" ? h("span", { class: "bad" }, String(n)) : String(n), "\n");
    }
    this.under.replaceChildren(...this.#pieces(bad));
    this.#scroll();
  }

  // The text cut at every colour and every underline.
  #pieces(bad) {
    const text = this.last;
    const made = [];
    let line = 1;
    const plain = (from, to, tone) => {
      while (from < to) {
        const problem = this.problems.find((p) => p.from <= from && from < Math.max(p.to, p.from + 1));
        const end = Math.min(to, problem ? Math.max(problem.to, from + 1) : (this.problems.find((p) => p.from > from)?.from ?? to));
        const part = text.slice(from, end);
        const node = tone ? h("span", { class: tone }, part) : part;
        made.push(problem ? h("mark", { class: problem.severity }, node) : node);
        from = end;
      }
    };
    let done = 0;
    for (const match of text.matchAll(TOKEN)) {
      plain(done, match.index);
      done = match.index + match[0].length;
      if (match[0] === "\n") {
        const problem = bad.get(line);
        if (problem?.severity === "error") made.push(h("span", { class: "aside-word" }, problem.message));
        line++;
        made.push("\n");
      } else {
        plain(match.index, done, match[1] ? "comment" : match[2] ? "string" : match[3] ? "number" : "word");
      }
    }
    plain(done, text.length);
    const problem = bad.get(line);
    if (problem?.severity === "error") made.push(h("span", { class: "aside-word" }, problem.message));
    made.push("\n");
    return made;
  }

  #scroll() {
    this.under.scrollTop = this.field.scrollTop;
    this.under.scrollLeft = this.field.scrollLeft;
    this.under.style.transform = "";
    this.gutter.scrollTop = this.field.scrollTop;
  }
}
