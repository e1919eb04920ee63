// Hands to play by the exact chart; the memory of what was missed stays in this browser.
import { wireSignOut } from "../api.js";
import { playingCard } from "../draw.js";
import { button, svgElement } from "../elements.js";
import * as lesson from "./lesson.js";

const AGAIN_MS = 800;
const KEYS = { hit: "h", stand: "s", double: "d", split: "p", surrender: "r" };
const NAMES = { hit: "Hit", stand: "Stand", double: "Double", split: "Split", surrender: "Surrender" };
const $ = (id) => document.getElementById(id);
const { document: law, variation } = $("drill").dataset;
const kept = `cutcard-drill ${law} ${variation}`;
let all = [];
let memory = {};
let score = lesson.NO_SCORE;
let asked = null;
let since = 0;
const lately = [];

function read() {
  try {
    return JSON.parse(localStorage.getItem(kept) ?? "{}");
  } catch {
    return {};
  }
}

function showScore() {
  $("many").textContent = score.many;
  $("right").textContent = score.many ? `${Math.round((100 * score.right) / score.many)}%` : "–";
  $("streak").textContent = score.streak;
  $("longest").textContent = score.longest;
  $("speed").textContent = score.many ? (score.seconds / score.many).toFixed(1) : "–";
  $("cost").textContent = score.many ? `${lesson.costInHundred(score).toFixed(1)} bets` : "–";
  const known = lesson.knownOf(all, memory);
  $("known").textContent = `${known} of ${all.length} decisions known: right twice in a row.`;
  const bar = svgElement("svg", {
    viewBox: "0 0 100 10",
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  bar.append(svgElement("rect", { width: all.length ? (100 * known) / all.length : 0, height: 10 }));
  $("bar").replaceChildren(bar);
  $("bar").setAttribute("aria-label", `${known} of ${all.length} decisions known`);
}

function next() {
  const only = $("only").value;
  const from = only ? all.filter(({ title }) => title === only) : all;
  asked = lesson.choose(from, memory, lately, Math.random);
  lately.push(asked.id);
  $("up").replaceChildren(...lesson.cardsOf([asked.up], Math.random).map(playingCard));
  $("held").replaceChildren(...lesson.cardsOf(asked.ranks, Math.random).map(playingCard));
  $("total").textContent = lesson.totalText(asked.ranks);
  $("asked").textContent = "What do you do?";
  $("mark").textContent = "";
  $("mark").className = "drill-mark";
  $("next").hidden = true;
  const offered = new Set([
    ...all.filter(({ title }) => title === asked.title).map(({ right }) => right),
    "hit",
    "stand",
    ...Object.keys(asked.worth),
  ]);
  $("answers").replaceChildren(
    ...lesson.ORDER.filter((act) => offered.has(act)).map((act) =>
      button(NAMES[act], () => answer(act), { key: KEYS[act], do: act }),
    ),
  );
  since = performance.now();
}

function answer(did) {
  if (!asked || !$("next").hidden) return;
  const isRight = did === asked.right;
  const cost = isRight ? 0 : lesson.costOf(asked, did);
  score = lesson.scored(score, { isRight, seconds: (performance.now() - since) / 1000, cost });
  memory = lesson.remembered(memory, asked.id, isRight);
  localStorage.setItem(kept, JSON.stringify(memory));
  for (const each of $("answers").children) {
    each.disabled = true;
    each.classList.toggle("is-right", each.dataset.do === asked.right);
    each.classList.toggle("is-wrong", each.dataset.do === did && !isRight);
  }
  const price = cost ? ` ${NAMES[did]} gives away ${(100 * cost).toFixed(1)}% of the bet.` : "";
  $("mark").textContent = isRight
    ? `✓ Right: ${NAMES[asked.right]}.`
    : `✗ The chart says ${NAMES[asked.right]}.${price}`;
  $("mark").classList.add(isRight ? "good" : "bad");
  $("next").hidden = false;
  $("next").focus();
  showScore();
}

async function fetchChart() {
  const query = new URLSearchParams({ document: law, variation });
  const response = await fetch(`/api/school/chart?${query}`, { credentials: "same-origin" }).catch(
    () => null,
  );
  const found = response?.ok
    ? (await response.json()).answer
    : { state: "none", message: "The chart cannot be fetched; reload the page." };
  if (found.state === "computing") {
    $("asked").textContent = `The exact chart is being computed: ${found.message || "one moment"}`;
    setTimeout(fetchChart, AGAIN_MS);
    return;
  }
  all = found.state === "done" ? lesson.questions(found.value) : [];
  if (!all.length) {
    $("asked").textContent = found.message || "This game has no chart by two cards.";
    return;
  }
  for (const title of new Set(all.map((each) => each.title))) $("only").append(new Option(title, title));
  memory = read();
  showScore();
  next();
}

wireSignOut();
$("next").addEventListener("click", next);
$("forget").addEventListener("click", () => {
  localStorage.removeItem(kept);
  [memory, score] = [{}, lesson.NO_SCORE];
  showScore();
  if (all.length) next();
});
$("choose").addEventListener("change", ({ target }) => {
  if (target.name !== "game") {
    next();
    return;
  }
  const [name, other] = target.value.split("/");
  location.assign(`/school/drill?${new URLSearchParams({ document: name, variation: other })}`);
});
document.addEventListener("keydown", (event) => {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.repeat ||
    event.target.closest("input, select, dialog")
  ) {
    return;
  }
  const control = $("answers").querySelector(
    `[data-key="${CSS.escape(event.key.toLowerCase())}"]:not(:disabled)`,
  );
  control?.click();
});
fetchChart();
