// The exact edges of this table and its strategy chart.
import { dialogHead, element } from "../elements.js";

const PAUSES_MS = [150, 250, 400, 700, 1200];
const LONGEST_MS = 180000;
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

// Asks until the house has computed the answer, `patience` has passed or nobody listens any more: soon
// again at first, for a double takes moments. The answer's state is "done", "computing" or "none";
// `onProgress` is given what the house says meanwhile, and what it knows already.
export async function askOdds(path, patience, { isWanted = () => true, onProgress = () => {} } = {}) {
  const end = Date.now() + patience;
  for (let asked = 0; ; asked += 1) {
    const response = await fetch(path, { credentials: "same-origin" }).catch(() => null);
    if (!response) return { state: "none", message: "The house cannot be reached; try again." };
    if (!response.ok) return { state: "none", message: (await response.json()).message };
    const { answer } = await response.json();
    if (answer.state !== "computing" || Date.now() > end || !isWanted()) return answer;
    onProgress(answer.said, answer.known);
    await wait(PAUSES_MS[Math.min(asked, PAUSES_MS.length - 1)]);
  }
}

function edgeRow({ title, why, cite, edge, wins }) {
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, title, element("small", {}, why || cite)),
    element("td", { class: "figure" }, edge ?? "–"),
    element("td", { class: "figure" }, wins ? `1 in ${wins}` : "–"),
  );
}

function edgeTable(wagers) {
  const heading = (text, at) => element("th", { scope: "col", class: at ? "figure" : undefined }, text);
  return element(
    "div",
    { class: "scrolls", tabindex: "0", role: "region", "aria-label": "Edges" },
    element(
      "table",
      { class: "edges" },
      element("thead", {}, element("tr", {}, ...["Wager", "House edge", "Wins"].map(heading))),
      element("tbody", {}, ...wagers.map(edgeRow)),
    ),
  );
}

// The colours are those of every chart of the house: a code has its own, or those of its first letter.
function codeClass(code) {
  return [...new Set(["code", `code-${code.charAt(0)}`, `code-${code}`])].join(" ");
}

function chartCell(code) {
  return element("td", { class: codeClass(code) }, code);
}

function chartSection({ title, rows }, columns) {
  const column = (card) => element("th", { scope: "col" }, card === "T" ? "10" : card);
  const row = ({ hand, codes }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, hand.replaceAll("T", "10")),
      ...codes.map(chartCell),
    );
  return element(
    "table",
    { class: "chart" },
    element("caption", {}, title),
    element(
      "thead",
      {},
      element("tr", {}, element("th", { scope: "col" }, "Hand"), ...columns.map(column)),
    ),
    element("tbody", {}, ...rows.map(row)),
  );
}

function chartNodes(chart) {
  if (!chart) return [element("p", {}, "The strategy for this game does not fit one chart.")];
  const legend = Object.entries(chart.legend).map(([code, meaning]) =>
    element("span", {}, element("b", { class: codeClass(code) }, code), ` ${meaning}`),
  );
  const about =
    "Your hand is on the left, the dealer's up card on top. " +
    `Played this way, the house edge is ${chart.edge}.`;
  return [
    element("h3", {}, "Strategy chart"),
    element("p", { class: "soft" }, about),
    element("p", { class: "legend" }, ...legend),
    element(
      "div",
      { class: "charts" },
      ...chart.sections.map((section) => chartSection(section, chart.columns)),
    ),
  ];
}

function oddsNodes(answer) {
  if (answer.state !== "done") {
    return [element("p", {}, answer.message ?? "Still computing; try again in a moment.")];
  }
  const rules = answer.rules.split(" · ").map((rule) => element("li", {}, rule));
  return [
    element("ul", { class: "tags" }, ...rules),
    edgeTable(answer.wagers),
    ...chartNodes(answer.chart),
  ];
}

export function wireOddsButton(table) {
  const dialog = document.getElementById("odds");
  document.getElementById("show-odds").addEventListener("click", async () => {
    const status = element(
      "p",
      { role: "status" },
      "Computing the exact odds of this table… The first time takes a few seconds.",
    );
    const place = element("div", { class: "odds" }, status);
    let drawn = "";
    const onProgress = (progress, known) => {
      const text = `Computing the exact odds of this table${progress ? `: ${progress}` : ""}.`;
      status.textContent = known
        ? `${text} What is known already stands below.`
        : `${text} The first time takes a few seconds.`;
      const sign = JSON.stringify(known ?? null);
      if (!known || sign === drawn) return;
      drawn = sign;
      place.replaceChildren(status, ...oddsNodes({ ...known, state: "done" }));
    };
    dialog.replaceChildren(
      dialogHead(dialog, "Odds of this table"),
      place,
      element(
        "p",
        { class: "soft" },
        element("a", { href: `/odds/sheets/${table}` }, "The par sheet of this table"),
        ", to save or print",
      ),
    );
    dialog.showModal();
    const isWanted = () => dialog.open;
    const answer = await askOdds(`/api/tables/${table}/odds`, LONGEST_MS, { isWanted, onProgress });
    place.replaceChildren(...oddsNodes(answer));
  });
}
