// The rules in words, with a diagram of each piece's moves, as the server wrote them.

import { drawing, h } from "./dom.js";

/** The sections of the rules as elements; `level` is that of their headings. */
export function prose(sections, level = 2) {
  return sections.map((section, i) => {
    const id = `rule-${i}`;
    return h("section", { class: "rule", "aria-labelledby": id },
      h(`h${level}`, { id }, section.title),
      parts(section.parts),
      section.diagrams?.length > 0 && h("div", { class: "diagrams" }, section.diagrams.map(diagram)),
    );
  });
}

/** The sections without the first, where that only says what the title and the line below it say; and what else it says. */
export function apart(rules) {
  const [first, ...rest] = rules.prose;
  if (first?.title !== rules.title) return { sections: rules.prose, more: "" };
  return { sections: rest, more: first.parts.map((part) => part.text).filter((text) => text !== rules.about).join(" ") };
}

// Bullets that follow each other are one list.
function parts(all) {
  const made = [];
  let list;
  for (const part of all ?? []) {
    if (!part.bullet) {
      list = undefined;
      made.push(h("p", {}, part.text));
      continue;
    }
    if (!list) made.push((list = h("ul")));
    list.append(h("li", {}, part.text));
  }
  return made;
}

export function diagram({ caption, svg }) {
  const figure = h("figure", { class: "diagram" });
  const picture = drawing(svg);
  if (picture) figure.append(picture);
  if (caption) figure.append(h("figcaption", {}, caption));
  return figure;
}
