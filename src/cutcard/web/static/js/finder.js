// Ctrl-K: every page that one may open, every table, document and wager, by a few letters of its name.
import { element } from "./elements.js";

const MOST = 12;
let places = null;

// How well a name fits what was typed: 0 not at all; words that begin with it fit best.
export function fit(name, typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const text = name.toLowerCase();
  let sum = 1;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at < 0) return 0;
    const beginsWord = at > 0 && /\W/.test(text[at - 1]);
    if (at === 0) sum += 3;
    sum += beginsWord ? 2 : 1;
  }
  return sum;
}

export function found(all, typed) {
  return all
    .map((place) => ({ place, score: fit(`${place.name} ${place.kind}`, typed) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ place }) => place);
}

async function fetched() {
  const response = await fetch("/api/places", { credentials: "same-origin" }).catch(() => null);
  return response?.ok ? (await response.json()).places : [];
}

function optionOf(place, index, chosen) {
  return element(
    "a",
    {
      role: "option",
      id: `place-${index}`,
      href: place.href,
      "aria-selected": String(index === chosen),
      tabindex: "-1",
    },
    place.name,
    element("small", {}, place.kind),
  );
}

export async function openFinder() {
  if (document.querySelector("dialog[open]")) return;
  const dialog = element("dialog", { class: "finder", "aria-label": "Find a page, table or wager" });
  const list = element("div", { role: "listbox", id: "places", "aria-label": "Places" });
  const input = element("input", {
    type: "text",
    role: "combobox",
    "aria-expanded": "true",
    "aria-controls": "places",
    "aria-label": "Find a page, table or wager",
    placeholder: "Page, table, wager…",
    autocomplete: "off",
  });
  let chosen = 0;
  let shown = [];
  const show = () => {
    shown = found(places ?? [], input.value);
    chosen = Math.max(0, Math.min(chosen, shown.length - 1));
    list.replaceChildren(...shown.map((place, index) => optionOf(place, index, chosen)));
    if (shown.length) input.setAttribute("aria-activedescendant", `place-${chosen}`);
    else input.removeAttribute("aria-activedescendant");
  };
  input.addEventListener("input", () => {
    chosen = 0;
    show();
  });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      chosen = (chosen + step + shown.length) % Math.max(1, shown.length);
      show();
    } else if (event.key === "Enter" && shown[chosen]) location.assign(shown[chosen].href);
  });
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(input, list);
  document.body.append(dialog);
  dialog.showModal();
  places ??= await fetched();
  show();
}
