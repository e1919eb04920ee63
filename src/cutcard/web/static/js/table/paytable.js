// What the chosen wager pays, beside the chips: the house sends the rows of all wagers once, and the
// page shows those of one; how often the side wagers win is asked for, one by one.
import { element } from "../elements.js";
import { askOdds } from "./odds.js";

const PATIENCE_MS = 60000;
const LOOKED_MS = 1500;
const paytables = new Map();
const frequencies = new Map();
const frequencyOf = (view, wager) => frequencies.get(`${view.table} ${wager}`);

// One question after the other, the chosen wager's first, once somebody has looked at the bets for a
// while; what is not computed in time is asked for again later.
let isAsking = false;
async function askFrequency(view, chosen, arrived) {
  const [next] = [chosen, ...view.side_wagers].filter(
    (wager) => view.side_wagers.includes(wager) && !frequencyOf(view, wager),
  );
  if (isAsking || !next) return;
  isAsking = true;
  await new Promise((done) => {
    setTimeout(done, frequencies.size ? 0 : LOOKED_MS);
  });
  const answer = document.querySelector("#tray .wagers")
    ? await askOdds(`/api/tables/${view.table}/odds/${next}`, PATIENCE_MS)
    : { state: "computing" };
  isAsking = false;
  if (answer.state === "computing") return;
  frequencies.set(`${view.table} ${next}`, answer.state === "done" ? answer : {});
  arrived();
}

// "1 in 9.4", "1 in 87": no more figures than a button has room for.
export function shortFrequency(wins) {
  if (wins.includes(",")) return `1 in ${wins}`;
  const number = Number(wins);
  return `1 in ${number < 20 ? number.toFixed(1) : Math.round(number)}`;
}

// How often a side wager wins; nothing while it is computed.
export function winsText(view, wager) {
  const wins = frequencyOf(view, wager)?.wins;
  return wins ? `wins ${shortFrequency(wins)}` : "";
}

// The same in full, with the house edge.
export function frequencyText({ wins, edge } = {}) {
  return [wins ? `Wins 1 in ${wins}` : "", edge ? `house edge ${edge}` : ""].filter(Boolean).join(" · ");
}

// The paytables of a table, or null while they are on their way; `arrived` is called when they are here.
function paytablesOf(table, arrived) {
  if (!paytables.has(table)) {
    paytables.set(table, null);
    fetch(`/api/tables/${table}/paytables`, { credentials: "same-origin" })
      .then((response) => (response.ok ? response.json() : null))
      .catch(() => null)
      .then((answer) => {
        if (!answer) {
          paytables.delete(table);
          return;
        }
        paytables.set(table, answer);
        arrived();
      });
  }
  return paytables.get(table);
}

// The wheel behind a line that was just settled: its name, its stops, and what it shows; null where the
// line is no wheel's, or the paytables are not here yet.
export function wheelOf(table, line) {
  const paytable = paytables.get(table)?.wagers.find((each) => each.wager === line.wager);
  if (!paytable?.stops?.some(({ shows }) => shows === line.outcome)) return null;
  return { name: paytable.title, stops: paytable.stops, shows: line.outcome };
}

const ROWS_ON_A_PHONE = 3;

function paytableNodes({ law, table }, paytable, frequency) {
  const { title, cite, wager, about, rows } = paytable;
  const link = element(
    "a",
    { href: `/law/${law.reference}?${new URLSearchParams({ cite, wager })}` },
    cite,
  );
  const row = ({ name, pays, cite: rowCite }) =>
    element("li", { title: rowCite }, name ? element("span", {}, name) : null, element("b", {}, pays));
  const left = rows.length - ROWS_ON_A_PHONE;
  const more = element(
    "li",
    { class: "pays-more" },
    element("a", { href: `/tables/${table}/rules#pays-${wager}` }, `${left} more`),
  );
  return [
    element("p", { class: "pays-head" }, element("b", {}, `${title} pays`), link),
    element("p", { class: "pays-often" }, frequency),
    element("p", { class: "pays-about" }, about),
    element("ul", {}, ...rows.map(row), left > 0 ? more : ""),
  ];
}

// It has its place before the rows are here, so that nothing moves when they come.
export function paytablePart(view, wager, arrived) {
  const answer = paytablesOf(view.table, arrived);
  const paytable = answer?.wagers.find((each) => each.wager === wager);
  const frequency = frequencyText(frequencyOf(view, wager));
  askFrequency(view, wager, arrived);
  const name = paytable ? `What ${paytable.title} pays` : "What it pays";
  return {
    key: "pays",
    value: paytable ? [wager, frequency] : null,
    make: () =>
      element(
        "section",
        { class: "pays", tabindex: "0", "aria-label": name },
        ...(paytable ? paytableNodes(view, paytable, frequency) : []),
      ),
  };
}
