// Training: the exercise comes from its game and seed, and is marked by the house; nothing here knows
// the solution.
import { call, wireSignOut } from "../api.js";
import { citeLink, element } from "../elements.js";
import { drawFelt } from "../felt/felt.js";
import { formatMoney } from "../money.js";
import { describe, title } from "../words.js";
import { ACTS, actText } from "./payouts.js";

const SEEDS = 999999;
const room = document.getElementById("training");
const game = {
  document: room.dataset.document,
  variation: room.dataset.variation || null,
  seed: Number(room.dataset.seed),
};
const $ = (id) => document.getElementById(id);
const state = { exercise: null, marked: null, lesson: null };
const LESSON = "cutcard-lesson";

function exerciseAddress({ document: law, variation, seed }) {
  const query = new URLSearchParams({ document: law, ...(variation ? { variation } : {}), seed });
  return `/training?${query}`;
}

function radios(name, choices, onchange) {
  const radio = ([value, label]) =>
    element(
      "label",
      {},
      element("input", {
        type: "radio",
        name,
        value,
        class: value === "right" ? "is-right" : "",
        checked: value === "right",
        onchange,
      }),
      element("span", {}, label),
    );
  return element(
    "span",
    { class: "choices", role: "radiogroup", "aria-label": "Your mark" },
    ...choices.map(radio),
  );
}

function proposal(line) {
  const hand = line.hand === null ? "" : `, hand ${line.hand}`;
  const push = line.does === "push" ? " · push" : "";
  const about = `${title(line.wager)} · ${line.player} · stake ${formatMoney(line.stake)}${push}`;
  return element(
    "span",
    { class: "what" },
    element("b", {}, actText(line)),
    ` · box ${line.box}${hand}`,
    element("small", {}, about),
  );
}

function payoutItem(line, at) {
  const options = [
    ["take", "Take"],
    ["pay", "Pay"],
    ["push", "Leave it (push)"],
  ].map(([value, label]) => element("option", { value }, label));
  const correction = element(
    "span",
    { class: "correct", hidden: true },
    element("label", { for: `does-${at}` }, "It should be"),
    element("select", { id: `does-${at}`, name: `does-${at}` }, ...options),
    element("input", {
      name: `amount-${at}`,
      inputmode: "decimal",
      pattern: "[0-9]{1,7}(\\.[0-9]{1,2})?",
      placeholder: "15.00",
      autocomplete: "off",
      "aria-label": "Amount in dollars",
    }),
  );
  const marks = [
    ["right", "Right"],
    ["wrong", "Wrong"],
    ["order", "Out of turn"],
  ];
  const onchange = (event) => {
    correction.hidden = event.target.value !== "wrong";
  };
  return element(
    "li",
    { class: "mark", "data-at": String(at) },
    proposal(line),
    radios(`pay-${at}`, marks, onchange),
    correction,
  );
}

function stepItem(step, at) {
  const marks = [
    ["right", "Right"],
    ["order", "Out of turn"],
  ];
  return element(
    "li",
    { class: "mark", "data-at": String(at) },
    element("span", { class: "what" }, step.text),
    radios(`step-${at}`, marks),
  );
}

function answers() {
  const marks = new FormData($("answers"));
  const pays = state.exercise.pays.map((_, at) => {
    const said = marks.get(`pay-${at}`);
    if (said !== "wrong") return { at, said };
    return { at, said, does: marks.get(`does-${at}`), amount: marks.get(`amount-${at}`) || "0" };
  });
  const steps = state.exercise.steps.map((_, at) => ({ at, said: marks.get(`step-${at}`) }));
  return state.lesson ? { lesson: state.lesson, steps, pays } : { ...game, steps, pays };
}

function rightText({ does, amount, outcome, pays }) {
  return [
    does === "push" ? "push" : `${ACTS[does].toLowerCase()} ${formatMoney(amount)}`,
    describe(outcome),
    pays === outcome ? "" : describe(pays),
  ]
    .filter(Boolean)
    .join(" · ");
}

function verdictWord({ right, error }) {
  if (right) {
    return element("span", { class: "good" }, error ? "✓ Found" : "✓ Nothing wrong here, as you said");
  }
  return element("span", { class: "bad" }, error ? "✗ Missed" : "✗ Nothing is wrong here");
}

function verdict(mark, isPayout) {
  const { error, cite } = mark;
  return element(
    "span",
    { class: "verdict" },
    verdictWord(mark),
    error ? element("b", {}, error) : null,
    isPayout ? element("span", {}, `Right: ${rightText(mark)}`) : null,
    cite ? citeLink(game.document, cite, { class: "cite", target: "_blank" }) : null,
  );
}

function showMarked() {
  const { marked } = state;
  for (const [list, marks] of [
    ["steps", marked.steps],
    ["pays", marked.pays],
  ]) {
    [...$(list).children].forEach((item, at) => {
      item.querySelector(".verdict")?.remove();
      item.append(verdict(marks[at], list === "pays"));
    });
  }
  for (const field of $("answers").querySelectorAll("input, select")) field.disabled = true;
  $("check").disabled = true;
  $("check").textContent = "Checked";
  const comment =
    marked.points === marked.most
      ? " · Nothing gets past you."
      : " · Each line says what is right, and by which provision.";
  $("score").replaceChildren(element("b", {}, `${marked.points} of ${marked.most}`), comment);
  $("another").classList.add("main");
  $("another").focus();
}

async function check(event) {
  event.preventDefault();
  if (!state.exercise || state.marked) return;
  $("check").disabled = true;
  const path = state.lesson ? "/api/training/lesson/answer" : "/api/training/answer";
  const response = await call("POST", path, answers()).catch(() => null);
  if (!response?.ok) {
    $("check").disabled = false;
    $("score").textContent = response
      ? (await response.json()).message
      : "The house cannot be reached; try again.";
    return;
  }
  state.marked = await response.json();
  showMarked();
}

// The lesson of this tab, which its trainer tries or a file brought.
function keptLesson() {
  if (location.hash !== "#lesson") return null;
  try {
    return JSON.parse(sessionStorage.getItem(LESSON));
  } catch {
    return null;
  }
}

async function fetched() {
  const query = new URLSearchParams({ ...game, variation: game.variation ?? "" });
  const answer = state.lesson
    ? call("POST", "/api/training/lesson", state.lesson)
    : call("GET", `/api/training/exercise?${query}`);
  const response = await answer.catch(() => null);
  const body = response
    ? await response.json()
    : { message: "The house cannot be reached; load the page again." };
  if (response?.ok) return state.lesson ? body.exercise : body;
  $("pays").replaceChildren(element("li", {}, body.message));
  return null;
}

async function load() {
  state.lesson = keptLesson();
  state.exercise = await fetched();
  if (!state.exercise) return;
  if (state.lesson) {
    game.document = state.lesson.document;
    $("training-about").textContent =
      `A lesson: ${state.lesson.title}. Mark the mistakes and correct them.`;
    room.querySelector(".felt-head h2").textContent = state.lesson.title;
  }
  const { round, boxes, steps, pays } = state.exercise;
  const seated = Object.fromEntries(round.boxes.map(({ box, player }) => [box, player]));
  const view = { round, bets: [], seated, boxes, meters: {}, awaits: { kind: "closed" } };
  drawFelt(view, "", false, () => {}, { root: room, still: true });
  $("steps").replaceChildren(...steps.map(stepItem));
  $("pays").replaceChildren(...pays.map(payoutItem));
  $("check").disabled = false;
}

$("choose").addEventListener("submit", (event) => {
  event.preventDefault();
  const fields = new FormData(event.target);
  const [law, variation] = String(fields.get("game")).split("/");
  location.assign(exerciseAddress({ document: law, variation, seed: fields.get("seed") }));
});
$("another").addEventListener("click", () => {
  const seed = 1 + (crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS);
  location.assign(exerciseAddress({ ...game, seed }));
});
$("answers").addEventListener("submit", check);
$("open-lesson").addEventListener("click", () => $("lesson-file").click());
$("lesson-file").addEventListener("change", async ({ target }) => {
  const text = await target.files[0]?.text();
  if (text === undefined) return;
  sessionStorage.setItem(LESSON, text);
  location.hash = "#lesson";
  location.reload();
});
wireSignOut();
load();
