// Training: the exercise comes from its game and seed, and is marked by the house; nothing here knows the truth.
import { call, signOutButton } from "../api.js";
import { made, money, plainly, worded } from "../draw.js";
import { showFelt } from "../felt/felt.js";

const room = document.getElementById("training");
const game = {
  document: room.dataset.document,
  variation: room.dataset.variation || null,
  seed: Number(room.dataset.seed),
};
const $ = (id) => document.getElementById(id);
const DOES = { take: "Take", pay: "Pay", push: "Leave" };
const state = { exercise: null, marked: null };

function address(document_, variation, seed) {
  const said = new URLSearchParams({ document: document_, ...(variation ? { variation } : {}), seed });
  return `/training?${said}`;
}

function radios(name, choices, onchange) {
  return made(
    "span",
    { class: "choices", role: "radiogroup", "aria-label": "Your mark" },
    ...choices.map(([value, label]) =>
      made(
        "label",
        {},
        made("input", {
          type: "radio",
          name,
          value,
          class: value === "right" ? "is-right" : "",
          checked: value === "right",
          onchange,
        }),
        made("span", {}, label),
      ),
    ),
  );
}

function proposal(line) {
  const amount = line.does === "push" ? money(line.stake) : money(line.amount);
  const hand = line.hand === null ? "" : `, hand ${line.hand}`;
  return made(
    "span",
    { class: "what" },
    made("b", {}, `${DOES[line.does]} ${amount}`),
    ` · box ${line.box}${hand}`,
    made(
      "small",
      {},
      `${worded(line.wager)} · ${line.player} · stake ${money(line.stake)}${line.does === "push" ? " · push" : ""}`,
    ),
  );
}

function payLine(line, at) {
  const correct = made(
    "span",
    { class: "correct", hidden: true },
    made("label", { for: `does-${at}` }, "Right is"),
    made(
      "select",
      { id: `does-${at}`, name: `does-${at}` },
      ...[
        ["take", "Take"],
        ["pay", "Pay"],
        ["push", "Leave it (push)"],
      ].map(([value, label]) => made("option", { value }, label)),
    ),
    made("input", {
      name: `amount-${at}`,
      inputmode: "decimal",
      pattern: "[0-9]{1,7}(\\.[0-9]{1,2})?",
      placeholder: "15.00",
      autocomplete: "off",
      "aria-label": "Amount in dollars",
    }),
  );
  const show = (event) => {
    correct.hidden = event.target.value !== "wrong";
  };
  return made(
    "li",
    { class: "mark", "data-at": String(at) },
    proposal(line),
    radios(
      `pay-${at}`,
      [
        ["right", "Right"],
        ["wrong", "Wrong"],
        ["order", "Out of turn"],
      ],
      show,
    ),
    correct,
  );
}

function stepLine(step, at) {
  return made(
    "li",
    { class: "mark", "data-at": String(at) },
    made("span", { class: "what" }, step.text),
    radios(`step-${at}`, [
      ["right", "Right"],
      ["order", "Out of turn"],
    ]),
  );
}

function answers() {
  const said = new FormData($("answers"));
  const { exercise } = state;
  const pays = exercise.pays.map((_, at) => {
    const mark = said.get(`pay-${at}`);
    return mark === "wrong"
      ? { at, said: mark, does: said.get(`does-${at}`), amount: said.get(`amount-${at}`) || "0" }
      : { at, said: mark };
  });
  const steps = exercise.steps.map((_, at) => ({ at, said: said.get(`step-${at}`) }));
  return { ...game, steps, pays };
}

function cited(cite) {
  return cite
    ? made(
        "a",
        {
          class: "cite",
          href: `/law/${game.document}?cite=${encodeURIComponent(cite)}`,
          target: "_blank",
        },
        cite,
      )
    : null;
}

function verdict(each, pays) {
  const right = pays
    ? [
        each.does === "push" ? "push" : `${DOES[each.does].toLowerCase()} ${money(each.amount)}`,
        plainly(each.outcome),
        each.pays === each.outcome ? "" : plainly(each.pays),
      ]
        .filter(Boolean)
        .join(" · ")
    : "";
  const word = each.right
    ? made("span", { class: "good" }, each.error ? "✓ Found" : "✓ Right as told")
    : made("span", { class: "bad" }, each.error ? "✗ Missed" : "✗ Nothing was wrong here");
  return made(
    "span",
    { class: "verdict" },
    word,
    each.error ? made("b", {}, each.error) : null,
    right ? made("span", {}, `Right: ${right}`) : null,
    cited(each.cite),
  );
}

function showMarked() {
  const { marked } = state;
  for (const [list, found] of [
    ["steps", marked.steps],
    ["pays", marked.pays],
  ]) {
    [...$(list).children].forEach((item, at) => {
      item.querySelector(".verdict")?.remove();
      item.append(verdict(found[at], list === "pays"));
    });
  }
  for (const each of $("answers").querySelectorAll("input, select")) each.disabled = true;
  $("check").disabled = true;
  $("check").textContent = "Checked";
  const whole = marked.points === marked.most;
  $("score").replaceChildren(
    made("b", {}, `${marked.points} of ${marked.most}`),
    whole ? " · Nothing gets past you." : " · Each line says what is right, and by which provision.",
  );
  $("another").classList.add("main");
  $("another").focus();
}

async function check(event) {
  event.preventDefault();
  if (!state.exercise || state.marked) return;
  $("check").disabled = true;
  const answer = await call("POST", "/api/training/answer", answers()).catch(() => null);
  if (!answer?.ok) {
    $("check").disabled = false;
    $("score").textContent = answer
      ? (await answer.json()).message
      : "The house cannot be reached; try again.";
    return;
  }
  state.marked = await answer.json();
  showMarked();
}

async function load() {
  const said = new URLSearchParams({
    document: game.document,
    variation: game.variation ?? "",
    seed: game.seed,
  });
  const answer = await call("GET", `/api/training/exercise?${said}`).catch(() => null);
  if (!answer?.ok) {
    $("pays").replaceChildren(
      made(
        "li",
        {},
        answer ? (await answer.json()).message : "The house cannot be reached; load the page again.",
      ),
    );
    return;
  }
  const { exercise } = Object.assign(state, { exercise: await answer.json() });
  const seated = Object.fromEntries(exercise.round.boxes.map((each) => [each.box, each.player]));
  showFelt(
    {
      round: exercise.round,
      bets: [],
      seated,
      boxes: exercise.boxes,
      meters: {},
      awaits: { kind: "closed" },
    },
    "",
    false,
    () => {},
    { root: room, still: true },
  );
  $("steps").replaceChildren(...exercise.steps.map(stepLine));
  $("pays").replaceChildren(...exercise.pays.map(payLine));
  $("check").disabled = false;
}

$("choose").addEventListener("submit", (event) => {
  event.preventDefault();
  const said = new FormData(event.target);
  const [document_, variation] = String(said.get("game")).split("/");
  location.assign(address(document_, variation, said.get("seed")));
});
$("another").addEventListener("click", () =>
  location.assign(
    address(game.document, game.variation, 1 + (crypto.getRandomValues(new Uint32Array(1))[0] % 999999)),
  ),
);
$("answers").addEventListener("submit", check);
signOutButton();
load();
