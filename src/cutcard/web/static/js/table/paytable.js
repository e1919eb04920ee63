// What the chosen wager pays, beside the chips: the house tells its rows once, and the page shows those of one wager;
// how often its side wagers win is asked for, one by one.
import { made } from "../draw.js";
import { reckoned } from "./odds.js";

const PATIENCE_MS = 60000;
const LOOKED_MS = 1500;
const tables = new Map();
const often = new Map();

// One question after the other, the chosen wager's first, once somebody has looked at the bets for a while; what is
// not computed in time is asked for again later.
let asking = false;
async function askOften(view, wanted, arrived) {
  const open = [wanted, ...view.side_wagers].filter(
    (each) => view.side_wagers.includes(each) && !often.has(`${view.table} ${each}`),
  );
  if (asking || !open.length) return;
  asking = true;
  await new Promise((done) => {
    setTimeout(done, often.size ? 0 : LOOKED_MS);
  });
  const told = document.querySelector("#tray .wagers")
    ? await reckoned(`/api/tables/${view.table}/odds/${open[0]}`, PATIENCE_MS)
    : { state: "computing" };
  asking = false;
  if (told.state === "computing") return;
  often.set(`${view.table} ${open[0]}`, told.state === "done" ? told : {});
  arrived();
}

// How often a side wager wins, in as few words as a button has room for; nothing while it is computed.
export function winsOf(view, wager) {
  const wins = often.get(`${view.table} ${wager}`)?.wins;
  return wins
    ? `wins 1 in ${wins.includes(",") ? wins : Number(wins) < 20 ? Number(wins).toFixed(1) : Math.round(Number(wins))}`
    : "";
}

function oftenText({ wins, edge } = {}) {
  return [wins ? `Wins 1 in ${wins}` : "", edge ? `house edge ${edge}` : ""].filter(Boolean).join(" · ");
}

// The rows of every wager of a table, or nothing while they are on their way; `arrived` is called when they are here.
function rowsOf(table, arrived) {
  if (!tables.has(table)) {
    tables.set(table, null);
    fetch(`/api/tables/${table}/paytables`, { credentials: "same-origin" })
      .then((answer) => (answer.ok ? answer.json() : null))
      .catch(() => null)
      .then((told) => {
        if (!told) {
          tables.delete(table);
          return;
        }
        tables.set(table, told);
        arrived();
      });
  }
  return tables.get(table);
}

function filled(told, found, wins) {
  const cite = made(
    "a",
    { href: `/law/${told.document}?${new URLSearchParams({ cite: found.cite, wager: found.wager })}` },
    found.cite,
  );
  return [
    made("p", { class: "pays-head" }, made("b", {}, `${found.title} pays`), cite),
    made("p", { class: "pays-often" }, wins),
    made("p", { class: "pays-about" }, found.about),
    made(
      "ul",
      {},
      ...found.rows.map((row) =>
        made(
          "li",
          { title: row.cite },
          row.name ? made("span", {}, row.name) : null,
          made("b", {}, row.pays),
        ),
      ),
    ),
  ];
}

// It has its place before the rows are here, so that nothing moves when they come.
export function paysLine(view, wager, arrived) {
  const told = rowsOf(view.table, arrived);
  const found = told?.wagers.find((each) => each.wager === wager);
  const wins = oftenText(often.get(`${view.table} ${wager}`));
  askOften(view, wager, arrived);
  return {
    key: "pays",
    told: found ? [wager, wins] : null,
    make: () =>
      made(
        "section",
        {
          class: "pays",
          tabindex: "0",
          "aria-label": found ? `What ${found.title} pays` : "What it pays",
        },
        ...(found ? filled(told, found, wins) : []),
      ),
  };
}
