// One round in full: walked through on the felt, its money, what it should have paid, and asked otherwise.
import { call, notice, signOutButton } from "../api.js";
import { cardText, made, money, plainly, spoken, worded } from "../draw.js";
import { sentence, showSteps } from "../felt/replay.js";

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
const room = document.getElementById("round");
const { table, round } = room.dataset;
const path = `/api/surveillance/rounds/${table}/${round}`;
const place = (id) => document.getElementById(id);
const when = (at) => new Date(at).toISOString().slice(11, 23);
const pairs = (list) => list.flatMap(([name, value]) => [made("dt", {}, name), made("dd", {}, value)]);
let walking = null;

function row(cells, tag = "td") {
  return made(
    "tr",
    {},
    ...cells.map(([label, value, kind]) => made(tag, { "data-label": label, class: kind }, value)),
  );
}

function grid(columns, rows, kind = "") {
  const head = made(
    "thead",
    {},
    made("tr", {}, ...columns.map(([name, num]) => made("th", { scope: "col", class: num }, name))),
  );
  return made("table", { class: `lines ${kind}` }, head, made("tbody", {}, ...rows));
}

function account(name) {
  const [kind, where, who] = name.split(":");
  return (
    {
      chips: `${who}'s chips`,
      layout: "the layout",
      inventory: "the float",
      wallet: `${where}'s wallet`,
      tips: "the tip box",
      meter: `meter ${worded(where ?? "")}`,
      pending: `a win held off ${worded(where ?? "")}`,
      reserve: `the reserve of ${worded(where ?? "")}`,
    }[kind] ?? kind
  );
}

function showFacts(step) {
  const moves = step.moves.map((each) =>
    row([
      ["From", account(each.debit)],
      ["To", account(each.credit)],
      ["Amount", money(each.amount), "num"],
      ["Why", spoken(each.why)],
      ["Provision", each.cite || "house"],
    ]),
  );
  place("facts").replaceChildren(
    made(
      "dl",
      { class: "facts" },
      ...pairs([
        ["Event", `${step.version}, ${plainly(step.event.event)}`],
        ["By", step.by],
        ["At", `${when(step.at)} UTC`],
        ["Key", step.key || "none"],
        ...(step.cite ? [["Provision", step.cite]] : []),
      ]),
    ),
    step.moves.length
      ? grid([["From"], ["To"], ["Amount", "num"], ["Why"], ["Provision"]], moves, "money")
      : made("p", { class: "empty" }, "No money moved."),
  );
}

function lineRow(each) {
  const line = each.owed ?? each.paid;
  const said = made(
    "details",
    {},
    made("summary", {}, line.cite),
    made(
      "ul",
      { class: "plain" },
      ...each.says.map((one) =>
        made("li", {}, one.says, " ", made("small", {}, one.kind === "reading" ? one.name : one.cite)),
      ),
    ),
  );
  const paid = each.paid ? money(each.paid.returned) : "nothing";
  const owed = each.owed ? money(each.owed.returned) : "nothing";
  const where = [`Box ${line.box}`, line.hand ? `hand ${line.hand}` : "", line.player ?? ""]
    .filter(Boolean)
    .join(", ");
  const found = row([
    ["Wager", made("span", {}, made("b", {}, worded(line.wager)), ` ${where}`)],
    ["Outcome", plainly(line.outcome)],
    ["Stake", money(line.stake), "num"],
    ["Pays", plainly(line.pays)],
    ["Paid", paid, "num"],
    ["Due", owed, "num"],
    ["", each.same ? "✓ the same" : `✗ ${each.difference}`, each.same ? "same" : "other"],
    ["Provision", each.says.length ? said : line.cite],
  ]);
  if (!each.same) found.classList.add("differs");
  return found;
}

function showLines(lines, verdict) {
  const columns = [
    ["Wager"],
    ["Outcome"],
    ["Stake", "num"],
    ["Pays"],
    ["Was paid", "num"],
    ["Is due", "num"],
    ["Compared"],
    ["Provision, in our words"],
  ];
  place("lines").replaceChildren(
    lines.length
      ? grid(columns, lines.map(lineRow), "owed")
      : made("p", { class: "empty" }, "Nothing was settled."),
  );
  place("verdict").textContent = verdict;
}

function verdictOf(lines) {
  const wrong = lines.filter((each) => !each.same).length;
  return wrong
    ? `✗ ${wrong} of ${lines.length} lines differ`
    : `✓ Paid as it is due: ${lines.length} ${lines.length === 1 ? "line" : "lines"}`;
}

function cardField(card, where, at) {
  const input = made("input", {
    name: "card",
    value: card,
    size: "3",
    maxlength: "3",
    autocomplete: "off",
    "aria-label": `Card ${at + 1}, ${where}`,
  });
  return made("label", { class: "card-field" }, made("small", {}, `${at + 1} · ${where}`), input);
}

function decisionField(each, at) {
  const select = made(
    "select",
    {
      name: "decision",
      "data-decision": JSON.stringify(each),
      "aria-label": `Decision ${at + 1}, box ${each.box}`,
    },
    made("option", { value: "" }, "nothing"),
    ...ACTIONS.map((name) => made("option", { value: name, selected: name === each.do }, plainly(name))),
  );
  return made(
    "label",
    { class: "card-field" },
    made("small", {}, `Box ${each.box}${each.hand ? `, hand ${each.hand}` : ""}`),
    select,
  );
}

function deskParts(told) {
  const cards = made(
    "div",
    { class: "card-fields" },
    ...told.cards.map((each, at) => cardField(each.card, each.place, at)),
  );
  const add = made(
    "button",
    {
      type: "button",
      class: "quiet",
      onclick: () => {
        const field = cardField("", "one more", cards.children.length);
        cards.append(field);
        field.querySelector("input").focus();
      },
    },
    "One more card",
  );
  const stakes = told.boxes.flatMap((box) =>
    Object.entries(box.stakes).map(([wager, amount]) =>
      made(
        "label",
        { class: "card-field" },
        made("small", {}, `Box ${box.box} · ${worded(wager)}`),
        made("input", {
          name: "stake",
          value: amount,
          inputmode: "decimal",
          size: "7",
          "data-box": String(box.box),
          "data-wager": wager,
        }),
      ),
    ),
  );
  const decisions = told.decisions.map(decisionField);
  return [
    made(
      "fieldset",
      {},
      made("legend", {}, "Cards, in the order they were laid (empty leaves one out)"),
      cards,
      add,
    ),
    made(
      "fieldset",
      {},
      made("legend", {}, "Stakes, in dollars"),
      made("div", { class: "card-fields" }, ...stakes),
    ),
    decisions.length
      ? made(
          "fieldset",
          {},
          made("legend", {}, "Decisions"),
          made("div", { class: "card-fields" }, ...decisions),
        )
      : null,
    made(
      "p",
      { class: "row" },
      made("button", { class: "main", type: "submit" }, "What would it pay?"),
      made(
        "button",
        {
          type: "button",
          onclick: () => {
            place("otherwise").replaceChildren(...deskParts(told));
            showLines(told.lines, verdictOf(told.lines));
            place("answer")?.replaceChildren();
          },
        },
        "As it was",
      ),
    ),
    made("p", { id: "answer", class: "wrong", role: "alert" }),
  ].filter(Boolean);
}

function asked(form) {
  const stakes = {};
  for (const each of form.querySelectorAll("[name=stake]")) {
    (stakes[each.dataset.box] ??= {})[each.dataset.wager] = each.value.trim();
  }
  const decisions = [...form.querySelectorAll("[name=decision]")]
    .filter((each) => each.value)
    .map((each) => {
      const was = JSON.parse(each.dataset.decision);
      return was.do === each.value
        ? was
        : { box: was.box, do: each.value, ...(was.hand ? { hand: was.hand } : {}) };
    });
  return {
    cards: [...form.querySelectorAll("[name=card]")].map((each) => each.value.trim()).filter(Boolean),
    stakes,
    decisions,
  };
}

async function askAgain(event) {
  event.preventDefault();
  const answer = await call("POST", `${path}/settle`, asked(event.target)).catch(() => null);
  const told = answer ? await answer.json() : { message: "The house cannot be reached; try again." };
  place("answer").textContent = answer?.ok ? "" : [told.message, told.cite].filter(Boolean).join(" · ");
  if (!answer?.ok) return;
  showLines(told.lines, `Asked otherwise: ${money(told.owed)} due, ${money(told.paid)} was paid`);
  place("lines").scrollIntoView({ block: "nearest" });
}

function logLine(step) {
  return made(
    "li",
    {},
    made("time", {}, when(step.at)),
    made(
      "span",
      {},
      sentence(step.words),
      ...step.rows.map((each) => made("small", {}, sentence(each))),
    ),
    made("small", {}, step.by),
  );
}

function hitLine(each) {
  return made(
    "li",
    {},
    made("time", {}, when(each.at)),
    made(
      "span",
      {},
      `${plainly(each.done)}: the win off ${worded(each.meter)}`,
      each.cite ? made("small", {}, each.cite) : null,
    ),
    made("small", {}, each.by),
  );
}

function show(told) {
  const at = walking?.at() ?? 0;
  const followed = walking === null ? !told.complete : at >= (walking.many ?? 0) - 1;
  walking = showSteps(told.steps, { root: place("walk"), onStep: showFacts });
  walking.many = told.steps.length;
  walking.go(followed && !told.complete ? told.steps.length - 1 : at);
  place("before").replaceChildren(
    ...(told.before.length
      ? told.before.map(logLine)
      : [made("li", { class: "empty" }, "Nothing since the round before.")]),
  );
  place("jackpots").hidden = !told.hits.length;
  place("hits").replaceChildren(...told.hits.map(hitLine));
  place("record").replaceChildren(
    ...pairs([
      ["Submission", told.submission],
      ["Events", `${told.steps[0].version} to ${told.steps.at(-1).version} of table:${told.table}`],
      ...told.commitments.map((each) => ["Shuffle committed to", each]),
      ["Chained by", told.digest || "told once the shoe is over; cutcard audit tells it at any time"],
    ]),
  );
  if (!told.complete) return;
  place("owed").hidden = false;
  showLines(told.lines, verdictOf(told.lines));
  place("otherwise").replaceChildren(...deskParts(told));
}

async function load() {
  const answer = await call("GET", path).catch(() => null);
  const told = answer
    ? await answer.json()
    : { message: "The house cannot be reached; load the page again." };
  if (!answer?.ok) return notice(told.message);
  if (told.steps.at(-1).version !== walking?.version) {
    show(told);
    walking.version = told.steps.at(-1).version;
  }
  room.dataset.steps = String(told.steps.length);
  if (!told.complete) setTimeout(load, AGAIN_MS);
  return undefined;
}

place("otherwise").addEventListener("submit", askAgain);
addEventListener("keydown", (event) => {
  if (
    !walking ||
    event.target.closest("input, select, textarea, #walk") ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey
  ) {
    return;
  }
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step) {
    event.preventDefault();
    walking.go(walking.at() + step);
  }
});
signOutButton();
load();
