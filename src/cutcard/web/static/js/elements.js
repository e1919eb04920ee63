// Elements of a page, made without a word of inline style or HTML text.
const SVG = "http://www.w3.org/2000/svg";

// Attributes: one that begins with "on" is a listener; true is an attribute without a value; false and
// undefined are left out. Children that are null, undefined or false are left out.
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export function svgElement(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// A button of the tray; `key` is the key that presses it, `do` and `at` say what it is for.
export function button(label, act, options = {}) {
  const key = options.key ? element("kbd", { "aria-hidden": "true" }, options.key.toUpperCase()) : null;
  return element(
    "button",
    {
      type: "button",
      class: options.class,
      "data-key": options.key,
      "data-do": options.do,
      "data-at": options.at,
      "aria-label": options.name,
      disabled: options.disabled,
      "data-off": options.disabled,
      onclick: act,
    },
    label,
    key,
  );
}

// A citation as a link into the law of a document.
export function citeLink(law, cite, attributes = {}) {
  return element("a", { href: `/law/${law}?cite=${encodeURIComponent(cite)}`, ...attributes }, cite);
}

// The first line of a dialog: its title, what stands beside it, and the way out.
export function dialogHead(dialog, heading, ...beside) {
  return element(
    "div",
    { class: "dialog-head" },
    element("h2", {}, heading),
    ...beside,
    element("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Close"),
  );
}
