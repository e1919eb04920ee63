// What went wrong: the irregularities of the document, those that can have happened now first. A report
// goes into the record and changes the round, so it is asked for twice, and nothing is reported by a key
// that was pressed once too often.
import { call } from "../api.js";
import { citeLink, element } from "../elements.js";
import { readCard } from "./scan.js";

const $ = (id) => document.getElementById(id);
let report = async () => "";

function head({ title, cite }, law) {
  return element("h3", {}, title, citeLink(law, cite, { class: "cite", target: "_blank" }));
}

function explained(mishap, law) {
  return element(
    "div",
    { class: "mishap" },
    head(mishap, law),
    element("p", {}, `${mishap.about} ${mishap.orders}`),
    element("p", {}, `Not now: ${mishap.why}`),
  );
}

function cardInput({ title, ways }) {
  if (!ways[0].needs.includes("card")) return null;
  return element("input", {
    "aria-label": `Card of: ${title}`,
    placeholder: "Qh",
    maxlength: "8",
    autocomplete: "off",
  });
}

function mishapNode(mishap, law) {
  const { what, title, about, orders, ways, cite } = mishap;
  const wrong = element("p", { class: "wrong", role: "alert" });
  const input = cardInput(mishap);
  const place = element("div", { class: "ways" });
  const showWays = () => place.replaceChildren(...[input, ...ways.map(wayButton)].filter(Boolean));
  const confirm = async (way) => {
    const card = input ? readCard(input.value) : null;
    const said = await report(way, input ? { cards: [card] } : {}, `${title} · ${cite}`);
    if (said === null) $("mishaps").close();
    else wrong.textContent = said;
  };
  const ask = (way) => {
    wrong.textContent = "";
    if (input && readCard(input.value) === null) {
      wrong.textContent = "Type or scan the card first, like Qh or 10♥.";
      input.focus();
      return;
    }
    const back = element("button", { type: "button", onclick: showWays }, "No, go back");
    place.replaceChildren(
      element("span", { class: "ask", role: "status" }, "This goes into the record. Did it happen?"),
      back,
      element(
        "button",
        { type: "button", class: "main", "data-do": "confirm-report", onclick: () => confirm(way) },
        "Yes, report it",
      ),
    );
    back.focus();
  };
  const wayButton = (way) =>
    element(
      "button",
      { type: "button", "aria-label": `${way.label}: ${title}`, onclick: () => ask(way) },
      way.label,
    );
  showWays();
  return element(
    "div",
    { class: "mishap", "data-what": what },
    head(mishap, law),
    element("p", {}, `${about} ${orders}`),
    place,
    wrong,
  );
}

export async function openMishaps(table, law) {
  const list = $("mishap-list");
  list.replaceChildren(element("p", {}, "Looking them up…"));
  $("mishaps").showModal();
  $("mishaps-title").focus();
  const response = await call("GET", `/api/tables/${table}/irregularities`).catch(() => null);
  if (!response?.ok) {
    list.replaceChildren(
      element("p", { class: "wrong" }, "The house cannot be reached; close this and try again."),
    );
    return;
  }
  const all = await response.json();
  const possible = all.filter(({ ways }) => ways.length);
  const impossible = all.filter(({ ways }) => !ways.length);
  list.replaceChildren(
    ...(possible.length
      ? possible.map((mishap) => mishapNode(mishap, law))
      : [element("p", {}, "No irregularity of the document applies right now.")]),
    element(
      "details",
      {},
      element("summary", {}, `${impossible.length} that do not apply right now`),
      ...impossible.map((mishap) => explained(mishap, law)),
    ),
  );
}

// `act(way, fields, name)` reports; it returns null where that is done, else why it is not.
export function wireMishaps(act) {
  report = act;
}
