// What one's own wagers of the last round paid, and on a click the provision or the reading behind it.
import { element } from "../elements.js";
import { formatMoney, formatNet, netClass, sumMoney } from "../money.js";
import { patch, whenIdle } from "../parts.js";
import { describe, title } from "../words.js";

const READING = /^[A-Z]{2}-[A-Z]?\d/;
const KINDS = { row: "What it pays", requirement: "The provision", reading: "Our reading" };
const NOTED = "cutcard-results";

function factList(rows) {
  const pairs = rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
  return element("dl", {}, ...pairs);
}

// The link of a line's own citation carries what it was cited for: one printed price may be several
// wagers'.
function lawLink(law, cite, line = null) {
  const query = line ? { cite, wager: line.wager, outcome: line.outcome } : { cite };
  return element("a", { href: `/law/${law}?${new URLSearchParams(query)}` }, cite);
}

async function showLaw(law, line, place) {
  if (place.childElementCount) return;
  place.textContent = "Looking it up…";
  const { cite, wager, outcome, net } = line;
  const query = new URLSearchParams({ cite, wager, outcome, won: String(Number(net) > 0) });
  const response = await fetch(`/api/law/${law}?${query}`, { credentials: "same-origin" }).catch(
    () => null,
  );
  const entries = response?.ok ? (await response.json()).said : null;
  if (!entries?.length) {
    const why = entries
      ? "There is no summary of it; read it in the law browser."
      : "It cannot be looked up right now; try again.";
    place.replaceChildren(element("p", {}, why));
    return;
  }
  const paragraph = ({ kind, says, cite: own }) =>
    element(
      "p",
      {},
      element("b", {}, `${KINDS[kind] ?? describe(kind)} `),
      `${describe(says)} `,
      own === cite ? null : lawLink(law, own),
    );
  place.replaceChildren(...entries.map(paragraph));
}

// Where a line belongs, where one had several boxes, or several hands of its box.
export function whereText(line, own) {
  const boxes = new Set(own.map(({ box }) => box));
  const hands = new Set(own.filter(({ box, hand }) => box === line.box && hand).map(({ hand }) => hand));
  return [
    boxes.size > 1 ? `box ${line.box}` : "",
    hands.size > 1 && line.hand ? `hand ${line.hand}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

// What a citation is: a provision of the document, or our reading of an unclear one.
export function citeKind(cite) {
  return READING.test(cite) ? "Reading" : "Provision";
}

function lineNode(law, line, own) {
  const net = Number(line.net);
  const place = element("div", { class: "said" });
  const where = whereText(line, own);
  const ontoggle = (event) => {
    if (event.target.open) showLaw(law, line, place);
  };
  return element(
    "details",
    { ontoggle },
    element(
      "summary",
      {},
      element("span", {}, `${title(line.wager)} · ${describe(line.outcome)}`),
      where ? element("small", { class: "where" }, where) : null,
      element("span", { class: `amount ${netClass(net)}` }, formatNet(net)),
    ),
    factList([
      ["Box", line.hand ? `${line.box}, hand ${line.hand}` : String(line.box)],
      ["Stake", formatMoney(line.stake)],
      ["Pays", describe(line.pays)],
      ["Returned", formatMoney(line.returned)],
      [citeKind(line.cite), lawLink(law, line.cite, line)],
    ]),
    place,
  );
}

// One's own lines stay until another round of one's own is over, so that whoever reads is not disturbed.
// The tab notes which round that was and what was opened of it; the lines themselves always come from
// the house.
let shown = null;
let hasRecalled = false;

function readNote(view) {
  const note = JSON.parse(sessionStorage.getItem(NOTED) ?? "null");
  return note?.table === view.table ? note : null;
}

function writeNote(view) {
  const lines = [...document.querySelectorAll("#results details")];
  const opened = lines.flatMap((line, at) => (line.open ? [at] : []));
  sessionStorage.setItem(NOTED, JSON.stringify({ table: view.table, round: shown.number, opened }));
}

// Whoever comes back to a table that has gone on meanwhile reads their last round from its record.
async function recall(view, redraw) {
  if (hasRecalled || !readNote(view)) return;
  hasRecalled = true;
  const response = await fetch(`/api/tables/${view.table}/rounds?last=2`, {
    credentials: "same-origin",
  }).catch(() => null);
  const rounds = response?.ok ? (await response.json()).rounds : [];
  const last = rounds.find((round) => round.complete && round.own);
  if (!last?.lines.length || shown) return;
  shown = { number: last.round, own: last.lines };
  redraw();
}

// One's own lines of the round that is over; none while another is played.
export function ownLines(view, me) {
  if (view.round !== null) return [];
  const playerOf = (number) => view.last_round?.boxes.find(({ box }) => box === number)?.player;
  return view.last_lines.filter((line) => (line.player ?? playerOf(line.box)) === me);
}

// What one's last round came to; null where there was none.
export function lastNet(view, me) {
  const own = ownLines(view, me);
  const lines = own.length ? own : shown?.own;
  return lines ? sumMoney(lines.map((line) => line.net)) : null;
}

// Opens the line that paid the most, and brings it into sight.
export function explainLastRound() {
  const place = document.getElementById("results");
  const nets = shown?.own.map((line) => Number(line.net)) ?? [];
  const line = place.querySelectorAll("details")[nets.indexOf(Math.max(...nets))];
  if (!line) return;
  line.open = true;
  place.scrollIntoView({ block: "nearest" });
  line.querySelector("summary").focus();
}

function draw(view, isOver) {
  const place = document.getElementById("results");
  const make = () => [
    element("h2", {}, "What your last round paid"),
    ...shown.own.map((line) => lineNode(view.law.reference, line, shown.own)),
  ];
  whenIdle("results", () => {
    const note = readNote(view);
    if (patch(place, shown, make)) {
      const lines = place.querySelectorAll("details");
      if (note?.round === shown.number) {
        for (const at of note.opened) lines[at]?.setAttribute("open", "");
      }
      for (const line of lines) line.addEventListener("toggle", () => writeNote(view));
      writeNote(view);
    }
    place.toggleAttribute("data-over", isOver);
  });
}

// Called when the felt is drawn.
export function showResults(view, me, redraw) {
  const own = ownLines(view, me);
  if (!own.length) document.getElementById("results").removeAttribute("data-over");
  else shown = { number: view.last_round?.number ?? view.rounds, own };
  if (shown) draw(view, own.length > 0);
  else recall(view, redraw);
}
