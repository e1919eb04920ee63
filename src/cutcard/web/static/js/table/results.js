// What one's own wagers of the last round paid, and on a click the provision or the reading behind it.
import { made, money, plainly, worded } from "../draw.js";
import { idly, patched } from "../parts.js";

const READING = /^[A-Z]{2}-[A-Z]?\d/;
const KINDS = { row: "What it pays", requirement: "The provision", reading: "How we read it" };

function facts(rows) {
  return made(
    "dl",
    {},
    ...rows.flatMap(([name, value]) => [made("dt", {}, name), made("dd", {}, value)]),
  );
}

// A line's own citation says what it was cited for, for one printed price may be several wagers'.
function lawLink(law, cite, line = null) {
  const asked = line ? { cite, wager: line.wager, outcome: line.outcome } : { cite };
  return made("a", { href: `/law/${law}?${new URLSearchParams(asked)}` }, cite);
}

async function saidOf(law, line, place) {
  if (place.childElementCount) return;
  place.textContent = "Looking it up…";
  const asked = new URLSearchParams({
    cite: line.cite,
    wager: line.wager,
    outcome: line.outcome,
    won: String(Number(line.net) > 0),
  });
  const answer = await fetch(`/api/law/${law}?${asked}`, { credentials: "same-origin" }).catch(
    () => null,
  );
  const told = answer?.ok ? (await answer.json()).said : null;
  if (!told?.length) {
    place.replaceChildren(
      made(
        "p",
        {},
        told
          ? "Nothing more is said of it in our words; read it in the law browser."
          : "It cannot be looked up now; open it again.",
      ),
    );
    return;
  }
  place.replaceChildren(
    ...told.map((each) =>
      made(
        "p",
        {},
        made("b", {}, `${KINDS[each.kind] ?? plainly(each.kind)} `),
        `${plainly(each.says)} `,
        each.cite === line.cite ? null : lawLink(law, each.cite),
      ),
    ),
  );
}

// Where a line belongs: told where one had several boxes, or several hands of a box.
function whereOf(line, own) {
  const boxes = new Set(own.map((each) => each.box)).size > 1 ? `box ${line.box}` : "";
  const hands =
    new Set(own.filter((each) => each.box === line.box && each.hand).map((each) => each.hand)).size >
      1 && line.hand
      ? `hand ${line.hand}`
      : "";
  const text = [boxes, hands].filter(Boolean).join(", ");
  return text ? made("small", { class: "where" }, text) : null;
}

function oneLine(law, line, own) {
  const net = Number(line.net);
  const place = made("div", { class: "said" });
  const where = READING.test(line.cite) ? "Reading" : "Provision";
  return made(
    "details",
    {
      ontoggle: (event) => {
        if (event.target.open) saidOf(law, line, place);
      },
    },
    made(
      "summary",
      {},
      made("span", {}, `${worded(line.wager)} · ${plainly(line.outcome)}`),
      whereOf(line, own),
      made(
        "span",
        { class: `amount ${net > 0 ? "won" : net < 0 ? "lost" : ""}` },
        net === 0 ? "even" : money(net, true),
      ),
    ),
    facts([
      ["Box", line.hand ? `${line.box}, hand ${line.hand}` : String(line.box)],
      ["Stake", money(line.stake)],
      ["Pays", plainly(line.pays)],
      ["Returned", money(line.returned)],
      [where, lawLink(law, line.cite, line)],
    ]),
    place,
  );
}

// One's own lines stay until another round of one's own is over, so that whoever reads is not disturbed. The tab
// notes which round that was and what was opened of it; the lines themselves always come from the house.
const NOTED = "cutcard-results";
let kept = null;
let asked = false;

function noted(view) {
  const found = JSON.parse(sessionStorage.getItem(NOTED) ?? "null");
  return found?.table === view.table ? found : null;
}

function note(view) {
  const lines = [...document.querySelectorAll("#results details")];
  const opened = lines.flatMap((each, at) => (each.open ? [at] : []));
  sessionStorage.setItem(NOTED, JSON.stringify({ table: view.table, round: kept.number, opened }));
}

// Whoever comes back to a table that has gone on meanwhile is told of their last round by its record.
async function recall(view, redraw) {
  if (asked || !noted(view)) return;
  asked = true;
  const answer = await fetch(`/api/tables/${view.table}/rounds?last=2`, {
    credentials: "same-origin",
  }).catch(() => null);
  const last = answer?.ok
    ? (await answer.json()).rounds.find((each) => each.complete && each.own)
    : null;
  if (!last?.lines.length || kept) return;
  kept = { number: last.round, own: last.lines };
  redraw();
}

function ownOf(view, me) {
  if (view.round !== null) return [];
  return view.last_lines.filter(
    (each) => (each.player ?? view.last_round?.boxes.find((box) => box.box === each.box)?.player) === me,
  );
}

// What one's last round came to, or nothing where there was none.
export function lastNet(view, me) {
  const own = ownOf(view, me);
  const lines = own.length ? own : kept?.own;
  return lines
    ? lines.reduce((whole, each) => whole + Math.round(Number(each.net) * 100), 0) / 100
    : null;
}

// The line that paid the most is opened and brought into sight.
export function explain() {
  const place = document.getElementById("results");
  const nets = kept?.own.map((each) => Number(each.net)) ?? [];
  const line = place.querySelectorAll("details")[nets.indexOf(Math.max(...nets))];
  if (!line) return;
  line.open = true;
  place.scrollIntoView({ block: "nearest" });
  line.querySelector("summary").focus();
}

function draw(view, isOver) {
  const place = document.getElementById("results");
  const make = () => [
    made("h2", {}, "What your last round paid"),
    ...kept.own.map((line) => oneLine(view.document, line, kept.own)),
  ];
  idly("results", () => {
    const before = noted(view);
    if (patched(place, kept, make)) {
      const lines = place.querySelectorAll("details");
      if (before?.round === kept.number) {
        for (const at of before.opened) lines[at]?.setAttribute("open", "");
      }
      for (const each of lines) each.addEventListener("toggle", () => note(view));
      note(view);
    }
    place.toggleAttribute("data-over", isOver);
  });
}

// They come when the felt is drawn.
export function showResults(view, me, redraw) {
  const own = ownOf(view, me);
  if (!own.length) document.getElementById("results").removeAttribute("data-over");
  else kept = { number: view.last_round?.number ?? view.rounds, own };
  if (kept) draw(view, own.length > 0);
  else recall(view, redraw);
}
