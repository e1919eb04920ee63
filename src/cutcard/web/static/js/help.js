// On every page: `?` shows the keys and, at a table, the rules of its game; Ctrl-K finds any place of
// the house. At a first hand the guide stands beside.
import { dialogHead, element } from "./elements.js";
import { openFinder } from "./finder.js";

const EVERYWHERE = [
  ["?", "This help"],
  ["Ctrl K", "Find a page, an action, a table, a person, a round"],
  ["Tab", "The next control"],
  ["Esc", "Close what is open"],
];
const AT_A_TABLE = [
  ["1 – 4", "Put a chip down"],
  ["B or Enter", "Place the bet"],
  ["C", "Clear the chips"],
  ["T", "Take one chip back"],
  ["A", "The same bet again"],
  ["H", "Hit: take a card"],
  ["S", "Stand: take none"],
  ["D", "Double"],
  ["P", "Split a pair"],
  ["R", "Surrender half"],
  ["I", "Insure"],
  ["E", "Even money"],
  ["W", "Switch cards"],
  ["U", "Rescue"],
  ["N", "No, thanks"],
];

// The name of the table whose page an address is, or "".
export function tableIn(path) {
  return /^\/tables\/([^/]+)/.exec(path)?.[1] ?? "";
}

function keysList(keys) {
  return element(
    "dl",
    { class: "keys" },
    ...keys.map(([key, does]) =>
      element("div", {}, element("dt", {}, element("kbd", {}, key)), element("dd", {}, does)),
    ),
  );
}

async function rulesOf(table) {
  const response = await fetch(`/tables/${table}/rules`, { credentials: "same-origin" }).catch(
    () => null,
  );
  if (!response?.ok || response.redirected) {
    return element("p", {}, "The rules cannot be fetched now; try again.");
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const rules = page.getElementById("rules");
  return rules ? document.importNode(rules, true) : element("p", {}, "This table has no rules to show.");
}

export async function openHelp() {
  if (document.querySelector("dialog[open]")) return;
  const table = tableIn(location.pathname);
  const dialog = element("dialog", { class: "help", "aria-label": "Help" });
  const rules = element("div", {}, table ? element("p", { role: "status" }, "Fetching the rules…") : "");
  dialog.append(
    dialogHead(dialog, table ? "Keys and rules" : "Keys"),
    keysList(table ? [...EVERYWHERE.slice(0, 2), ...AT_A_TABLE] : EVERYWHERE),
    rules,
  );
  dialog.append(
    element(
      "p",
      { class: "help-more" },
      element("a", { href: "/school" }, "Learn to play"),
      element("a", { href: "/design" }, "How these pages are made"),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  if (table) rules.replaceChildren(await rulesOf(table));
}

function onKey(event) {
  const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k";
  if (isFind) {
    event.preventDefault();
    openFinder();
    return;
  }
  const isTyping = event.target.closest?.("input, textarea, select, dialog");
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  event.preventDefault();
  openHelp();
}

if (document.body.dataset.person) {
  document.addEventListener("keydown", onKey);
  document.getElementById("help-open")?.addEventListener("click", openHelp);
  document.getElementById("find-open")?.addEventListener("click", () => openFinder());
  const isFirst = new URLSearchParams(location.search).get("guide") === "first";
  if (isFirst && tableIn(location.pathname)) import("./guide.js").then(({ guide }) => guide());
}
