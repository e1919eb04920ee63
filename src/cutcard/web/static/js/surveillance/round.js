// One round in full: walked through on the felt, its money, what it should have paid, and what it would
// pay with other cards, stakes or decisions.
import { call, showNotice, wireSignOut } from "../api.js";
import { element } from "../elements.js";
import { showSteps } from "../felt/replay.js";
import { formatMoney } from "../money.js";
import { capitalize, describe, readable, title } from "../words.js";
import { accountText, decisionAs, verdictText, whereText } from "./lines.js";

const AGAIN_MS = 2000;
const ACTIONS = [
  "stand",
  "hit",
  "double",
  "split",
  "surrender",
  "insure",
  "even_money",
  "switch",
  "rescue",
  "third_card",
];
const MOVE_COLUMNS = [["From"], ["To"], ["Amount", "num"], ["Why"], ["Provision"]];
const LINE_COLUMNS = [
  ["Wager"],
  ["Outcome"],
  ["Stake", "num"],
  ["Pays"],
  ["Was paid", "num"],
  ["Is due", "num"],
  ["Compared"],
  ["Provision, in our words"],
];
const room = document.getElementById("round");
const path = `/api/surveillance/rounds/${room.dataset.table}/${room.dataset.round}`;
const $ = (id) => document.getElementById(id);
const timeText = (at) => new Date(at).toISOString().slice(11, 23);
const pairs = (list) =>
  list.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
let walk = null;

function tableRow(cells) {
  const cell = ([label, value, kind]) => element("td", { "data-label": label, class: kind }, value);
  return element("tr", {}, ...cells.map(cell));
}

function tableOf(columns, rows, kind) {
  const heads = columns.map(([name, of]) => element("th", { scope: "col", class: of }, name));
  return element(
    "table",
    { class: `lines ${kind}` },
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...rows),
  );
}

function moveRow({ debit, credit, amount, why, cite }) {
  return tableRow([
    ["From", accountText(debit)],
    ["To", accountText(credit)],
    ["Amount", formatMoney(amount), "num"],
    ["Why", readable(why)],
    ["Provision", cite || "house"],
  ]);
}

function showFacts(step) {
  const facts = [
    ["Event", `${step.version}, ${describe(step.event.event)}`],
    ["By", step.by],
    ["At", `${timeText(step.at)} UTC`],
    ["Key", step.key || "none"],
    ...(step.cite ? [["Provision", step.cite]] : []),
  ];
  $("facts").replaceChildren(
    element("dl", { class: "facts" }, ...pairs(facts)),
    step.moves.length
      ? tableOf(MOVE_COLUMNS, step.moves.map(moveRow), "money")
      : element("p", { class: "empty" }, "No money moved."),
  );
}

// A citation that opens to what it says.
function provision(cite, says) {
  if (!says.length) return cite;
  const items = says.map((entry) =>
    element(
      "li",
      {},
      entry.says,
      " ",
      element("small", {}, entry.kind === "reading" ? entry.name : entry.cite),
    ),
  );
  return element(
    "details",
    {},
    element("summary", {}, cite),
    element("ul", { class: "plain" }, ...items),
  );
}

function lineRow({ owed, paid, same, difference, says }) {
  const line = owed ?? paid;
  const returned = (side) => (side ? formatMoney(side.returned) : "nothing");
  const wager = element("span", {}, element("b", {}, title(line.wager)), ` ${whereText(line)}`);
  const row = tableRow([
    ["Wager", wager],
    ["Outcome", describe(line.outcome)],
    ["Stake", formatMoney(line.stake), "num"],
    ["Pays", describe(line.pays)],
    ["Paid", returned(paid), "num"],
    ["Due", returned(owed), "num"],
    ["", same ? "✓ the same" : `✗ ${difference}`, same ? "same" : "other"],
    ["Provision", provision(line.cite, says)],
  ]);
  if (!same) row.classList.add("differs");
  return row;
}

function showLines(lines, verdict) {
  $("lines").replaceChildren(
    lines.length
      ? tableOf(LINE_COLUMNS, lines.map(lineRow), "owed")
      : element("p", { class: "empty" }, "Nothing was settled."),
  );
  $("verdict").textContent = verdict;
}

function labelled(label, control) {
  return element("label", { class: "card-field" }, element("small", {}, label), control);
}

function cardField(card, place, at) {
  const input = element("input", {
    name: "card",
    value: card,
    size: "3",
    maxlength: "3",
    autocomplete: "off",
    "aria-label": `Card ${at + 1}, ${place}`,
  });
  return labelled(`${at + 1} · ${place}`, input);
}

function decisionField(decision, at) {
  const { box, hand, do: action } = decision;
  const option = (name) => element("option", { value: name, selected: name === action }, describe(name));
  const select = element(
    "select",
    {
      name: "decision",
      "data-decision": JSON.stringify(decision),
      "aria-label": `Decision ${at + 1}, box ${box}`,
    },
    element("option", { value: "" }, "nothing"),
    ...ACTIONS.map(option),
  );
  return labelled(`Box ${box}${hand ? `, hand ${hand}` : ""}`, select);
}

function stakeFields({ box, stakes }) {
  return Object.entries(stakes).map(([wager, amount]) =>
    labelled(
      `Box ${box} · ${title(wager)}`,
      element("input", {
        name: "stake",
        value: amount,
        inputmode: "decimal",
        size: "7",
        "data-box": String(box),
        "data-wager": wager,
      }),
    ),
  );
}

function fieldset(legend, ...children) {
  return element("fieldset", {}, element("legend", {}, legend), ...children);
}

function deskNodes(round) {
  const cards = element(
    "div",
    { class: "card-fields" },
    ...round.cards.map(({ card, place }, at) => cardField(card, place, at)),
  );
  const addCard = () => {
    const field = cardField("", "one more", cards.children.length);
    cards.append(field);
    field.querySelector("input").focus();
  };
  const reset = () => {
    $("otherwise").replaceChildren(...deskNodes(round));
    showLines(round.lines, verdictText(round.lines));
    $("answer")?.replaceChildren();
  };
  const stakes = round.boxes.flatMap(stakeFields);
  const decisions = round.decisions.map(decisionField);
  return [
    fieldset(
      "Cards, in the order of the deal (an empty field leaves one out)",
      cards,
      element("button", { type: "button", class: "quiet", onclick: addCard }, "One more card"),
    ),
    fieldset("Stakes, in dollars", element("div", { class: "card-fields" }, ...stakes)),
    decisions.length
      ? fieldset("Decisions", element("div", { class: "card-fields" }, ...decisions))
      : null,
    element(
      "p",
      { class: "row" },
      element("button", { class: "main", type: "submit" }, "What would it pay?"),
      element("button", { type: "button", onclick: reset }, "Back to what happened"),
    ),
    element("p", { id: "answer", class: "wrong", role: "alert" }),
  ].filter(Boolean);
}

// What the desk's form asks: other cards, stakes and decisions.
function questionIn(form) {
  const stakes = {};
  for (const { dataset, value } of form.querySelectorAll("[name=stake]")) {
    (stakes[dataset.box] ??= {})[dataset.wager] = value.trim();
  }
  const decisions = [...form.querySelectorAll("[name=decision]")]
    .filter(({ value }) => value)
    .map(({ dataset, value }) => decisionAs(JSON.parse(dataset.decision), value));
  const cards = [...form.querySelectorAll("[name=card]")].map(({ value }) => value.trim());
  return { cards: cards.filter(Boolean), stakes, decisions };
}

async function settleOtherwise(event) {
  event.preventDefault();
  const response = await call("POST", `${path}/settle`, questionIn(event.target)).catch(() => null);
  const answer = response
    ? await response.json()
    : { message: "The house cannot be reached; try again." };
  if (!response?.ok) {
    $("answer").textContent = [answer.message, answer.cite].filter(Boolean).join(" · ");
    return;
  }
  $("answer").textContent = "";
  const { lines, owed, paid } = answer;
  showLines(lines, `With these changes: ${formatMoney(owed)} due, ${formatMoney(paid)} was paid`);
  $("lines").scrollIntoView({ block: "nearest" });
}

function logItem(at, by, ...words) {
  return element(
    "li",
    {},
    element("time", {}, timeText(at)),
    element("span", {}, ...words),
    element("small", {}, by),
  );
}

function stepItem({ at, by, words, rows }) {
  const small = rows.map((row) => element("small", {}, capitalize(row)));
  return logItem(at, by, capitalize(words), ...small);
}

function hitItem({ at, by, done, meter, cite }) {
  const words = `${describe(done)}: the win on ${title(meter)}`;
  return logItem(at, by, words, cite ? element("small", {}, cite) : null);
}

// Where a finished round shows what it came to: its last settlement, before the cards are picked up.
function settledAt(steps) {
  return Math.max(
    0,
    steps.findLastIndex(({ event }) => event.event === "settled"),
  );
}

// A round that is still played is followed at its last step, unless somebody looks at another one.
function showWalk({ steps, complete }) {
  const at = walk?.at() ?? 0;
  const isFollowed = walk === null ? !complete : at >= (walk.count ?? 0) - 1;
  const isNew = walk === null;
  walk = showSteps(steps, {
    root: $("walk"),
    onStep: showFacts,
    first: complete ? settledAt(steps) : 0,
  });
  walk.count = steps.length;
  if (!isNew || !complete) walk.go(isFollowed && !complete ? steps.length - 1 : at);
}

function show(round) {
  showWalk(round);
  $("before").replaceChildren(
    ...(round.before.length
      ? round.before.map(stepItem)
      : [element("li", { class: "empty" }, "Nothing since the previous round.")]),
  );
  $("jackpots").hidden = !round.hits.length;
  $("hits").replaceChildren(...round.hits.map(hitItem));
  const { steps, table, submission, commitments, digest, lines } = round;
  $("record").replaceChildren(
    ...pairs([
      ["Submission", submission],
      ["Events", `${steps[0].version} to ${steps.at(-1).version} of table:${table}`],
      ...commitments.map((commitment) => ["Shuffle committed to", commitment]),
      ["Chained by", digest || "shown once the shoe is over; cutcard audit shows it at any time"],
    ]),
  );
  if (!round.complete) return;
  $("owed").hidden = false;
  showLines(lines, verdictText(lines));
  $("otherwise").replaceChildren(...deskNodes(round));
}

async function load() {
  const response = await call("GET", path).catch(() => null);
  const round = response
    ? await response.json()
    : { message: "The house cannot be reached; load the page again." };
  if (!response?.ok) {
    showNotice(round.message);
    return;
  }
  const { version } = round.steps.at(-1);
  if (version !== walk?.version) {
    show(round);
    walk.version = version;
  }
  room.dataset.steps = String(round.steps.length);
  if (!round.complete) setTimeout(load, AGAIN_MS);
}

$("otherwise").addEventListener("submit", settleOtherwise);
addEventListener("keydown", (event) => {
  const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
  if (!walk || isShortcut || event.target.closest("input, select, textarea, #walk")) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step) {
    event.preventDefault();
    walk.go(walk.at() + step);
  }
});
wireSignOut();
load();
