// Ctrl-K: every page that one may open, what may be done, every table, person, round, document and
// wager, by a few letters of its name.
import { element } from "./elements.js";

const MOST = 12;
const PAUSE_MS = 150;
const LABEL = "Find a page, action, table, person, round or wager";
let known = null;

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

// "one 12" and "round 12" are round 12 of every table that the other words name.
export function roundsFor(rounds, typed) {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word && word !== "round");
  const number = Number(words.find((word) => /^\d{1,15}$/.test(word)));
  if (!number) return [];
  const others = words.filter((word) => !/^\d+$/.test(word)).join(" ");
  return rounds
    .filter(({ table, title, last }) => number <= last && fit(`${title} ${table}`, others))
    .slice(0, MOST)
    .map(({ table, title }) => ({
      name: `Round ${number}: ${title}`,
      kind: "Round",
      href: `/surveillance/rounds/${table}/${number}`,
    }));
}

async function fetched(path) {
  const response = await fetch(path, { credentials: "same-origin" }).catch(() => null);
  return response?.ok ? response.json() : null;
}

function optionOf(place, index, chosen, go) {
  return element(
    "a",
    {
      role: "option",
      id: `place-${index}`,
      href: place.href,
      "aria-selected": String(index === chosen),
      tabindex: "-1",
      onclick: (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go(place.href);
      },
    },
    place.name,
    element("small", {}, place.kind),
  );
}

// What an action of every page does; any other address is gone to.
export function act(href) {
  const theme = /^#theme=(\w*)$/.exec(href);
  if (theme) {
    const select = document.getElementById("theme");
    select.value = theme[1];
    select.dispatchEvent(new Event("change"));
  } else if (href === "#sign-out") document.getElementById("sign-out").click();
  else if (href === "#help") document.getElementById("help-open").click();
  else location.assign(href);
}

export async function openFinder(typed = "") {
  if (document.querySelector("dialog[open]")) return;
  const dialog = element("dialog", { class: "finder", "aria-label": LABEL });
  const list = element("div", { role: "listbox", id: "places", "aria-label": "Places" });
  const state = element("p", { role: "status", class: "soft" }, "Fetching what there is…");
  const input = element("input", {
    type: "text",
    role: "combobox",
    "aria-expanded": "true",
    "aria-controls": "places",
    "aria-label": LABEL,
    placeholder: "Page, action, table, person, round…",
    autocomplete: "off",
  });
  let chosen = 0;
  let shown = [];
  let people = { name: "", places: [] };
  const go = (href) => {
    dialog.close();
    act(href);
  };
  const show = () => {
    const { places, rounds } = known ?? { places: [], rounds: [] };
    shown = [...roundsFor(rounds, input.value), ...found([...people.places, ...places], input.value)];
    shown = shown.slice(0, MOST);
    chosen = Math.max(0, Math.min(chosen, shown.length - 1));
    list.replaceChildren(...shown.map((place, index) => optionOf(place, index, chosen, go)));
    if (known) state.textContent = shown.length ? "" : "Nothing has these letters.";
    if (shown.length) input.setAttribute("aria-activedescendant", `place-${chosen}`);
    else input.removeAttribute("aria-activedescendant");
  };
  const findPeople = async () => {
    const name = input.value.trim();
    if (!known?.finds_people || !/^[A-Za-z0-9_-]{2,32}$/.test(name)) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (input.value.trim() !== name || people.name === name) return;
    const answer = await fetched(`/api/places/people?name=${name}`);
    people = { name, places: answer?.places ?? [] };
    show();
  };
  input.addEventListener("input", () => {
    chosen = 0;
    show();
    findPeople();
  });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      chosen = (chosen + step + shown.length) % Math.max(1, shown.length);
      show();
      list.children[chosen]?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && shown[chosen]) {
      event.preventDefault();
      go(shown[chosen].href);
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(input, state, list);
  document.body.append(dialog);
  dialog.showModal();
  input.value = typed;
  show();
  known ??= await fetched("/api/places");
  if (!known) state.textContent = "The house cannot be reached; try again.";
  show();
}
