// What the chosen wager pays, beside the chips: the house tells its rows once, and the page shows those of one wager;
// how often a side wager wins is asked for when it is first chosen.
import { made } from "./draw.js";
import { reckoned } from "./odds.js";

const PATIENCE_MS = 60000;
const tables = new Map();
const often = new Map();

function winsOf(table, wager, arrived) {
  const key = `${table} ${wager}`;
  if (!often.has(key)) {
    often.set(key, "");
    reckoned(`/api/tables/${table}/odds/${wager}`, PATIENCE_MS).then((told) => {
      if (told.state !== "done") { if (told.state === "computing") often.delete(key); return; }
      often.set(key, [told.wins ? `Wins 1 in ${told.wins}` : "", told.edge ? `house edge ${told.edge}` : ""].filter(Boolean).join(" · "));
      arrived();
    });
  }
  return often.get(key);
}

// The rows of every wager of a table, or nothing while they are on their way; `arrived` is called when they are here.
function rowsOf(table, arrived) {
  if (!tables.has(table)) {
    tables.set(table, null);
    fetch(`/api/tables/${table}/paytables`, { credentials: "same-origin" }).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null).then((told) => {
      if (!told) { tables.delete(table); return; }
      tables.set(table, told);
      arrived();
    });
  }
  return tables.get(table);
}

function filled(told, found, wins) {
  const cite = made("a", { href: `/law/${told.document}?${new URLSearchParams({ cite: found.cite, wager: found.wager })}` }, found.cite);
  return [made("p", { class: "pays-head" }, made("b", {}, `${found.title} pays`), cite), made("p", { class: "pays-often" }, wins), made("ul", {}, ...found.rows.map((row) => made("li", { title: row.cite }, row.name ? made("span", {}, row.name) : null, made("b", {}, row.pays)))), made("p", { class: "pays-about" }, found.about)];
}

// It has its place before the rows are here, so that nothing moves when they come.
export function paysLine(view, wager, arrived) {
  const told = rowsOf(view.table, arrived);
  const found = told?.wagers.find((each) => each.wager === wager);
  const wins = found && view.side_wagers.includes(wager) ? winsOf(view.table, wager, arrived) : "";
  return { key: "pays", told: found ? [wager, wins] : null, make: () => made("section", { class: "pays", tabindex: "0", "aria-label": found ? `What ${found.title} pays` : "What it pays" }, ...(found ? filled(told, found, wins) : [])) };
}
