// What the chosen wager pays, beside the chips: the house tells its rows once, and the page shows those of one wager.
import { made } from "./draw.js";

const tables = new Map();

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

function filled(told, found) {
  const cite = made("a", { href: `/law/${told.document}?${new URLSearchParams({ cite: found.cite })}` }, found.cite);
  return [made("p", { class: "pays-head" }, made("b", {}, `${found.title} pays`), cite), made("ul", {}, ...found.rows.map((row) => made("li", { title: row.cite }, row.name ? made("span", {}, row.name) : null, made("b", {}, row.pays)))), made("p", { class: "pays-about" }, found.about)];
}

// It has its place before the rows are here, so that nothing moves when they come.
export function paysLine(view, wager, arrived) {
  const told = rowsOf(view.table, arrived);
  const found = told?.wagers.find((each) => each.wager === wager);
  return { key: "pays", told: found ? wager : null, make: () => made("section", { class: "pays", tabindex: "0", "aria-label": found ? `What ${found.title} pays` : "What it pays" }, ...(found ? filled(told, found) : [])) };
}
