// Hands to play by the exact chart; what was missed, and every day, is remembered in this browser.
import { wireSignOut } from "../api.js";
import { playingCard } from "../draw.js";
import { button, element, svgElement } from "../elements.js";
import * as lesson from "./lesson.js";

const AGAIN_MS = 800;
const ACTS = {
  hit: ["Hit", "h"],
  stand: ["Stand", "s"],
  double: ["Double", "d"],
  split: ["Split", "p"],
  surrender: ["Surrender", "r"],
  rescue: ["Rescue", "u"],
  switch: ["Switch", "w"],
  keep: ["Keep them", "k"],
  insure: ["Insure", "i"],
  decline: ["No insurance", "n"],
};
const MOST_DAYS = 14;
const $ = (id) => document.getElementById(id);
const { document: law, variation } = $("drill").dataset;
const kept = `cutcard-drill ${law} ${variation}`;
const keptDays = `cutcard-drill-days ${law} ${variation}`;
const today = () => new Date().toISOString().slice(0, 10);
const percent = (part, whole) => (whole ? `${Math.round((100 * part) / whole)}%` : "–");
let all = [];
let memory = {};
let days = {};
let score = lesson.NO_SCORE;
let answers = [];
let pool = [];
let asked = null;
let since = 0;
const lately = [];

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "{}");
  } catch {
    return {};
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing drills all the same.
  }
}

function barOf(part) {
  const bar = svgElement("svg", {
    viewBox: "0 0 100 10",
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  bar.append(svgElement("rect", { width: 100 * part, height: 10 }));
  return bar;
}

function columnOf(part) {
  const column = svgElement("svg", {
    viewBox: "0 0 10 100",
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  column.append(svgElement("rect", { y: 100 - 100 * part, width: 10, height: 100 * part }));
  return column;
}

function fact(name, value) {
  return element("div", {}, element("dt", {}, name), element("dd", {}, String(value)));
}

function showDays() {
  const names = Object.keys(days).sort();
  const sums = names.map((name) => days[name]);
  const many = sums.reduce((sum, day) => sum + day.many, 0);
  $("all-time").hidden = !many;
  $("forget").hidden = !many;
  $("days").hidden = names.length < 2;
  const right = sums.reduce((sum, day) => sum + day.right, 0);
  const cost = sums.reduce((sum, day) => sum + day.cost, 0);
  $("sums").replaceChildren(
    fact("Hands", many),
    fact("Right", percent(right, many)),
    fact("Given away in 100 hands", `${lesson.costInHundred({ many, cost }).toFixed(1)} bets`),
    fact("Days in a row", lesson.daysInARow(days, today())),
  );
  $("days").replaceChildren(
    ...names.slice(-MOST_DAYS).map((name) => {
      const day = days[name];
      const said = `${name}: ${day.right} of ${day.many} right`;
      const item = element("li", { title: said }, element("span", { class: "aloud" }, said));
      item.append(columnOf(day.right / day.many));
      return item;
    }),
  );
}

function showScore() {
  const { many, right, streak, longest, seconds } = score;
  $("many").textContent = many;
  $("right").textContent = percent(right, many);
  $("streak").textContent = streak;
  $("longest").textContent = longest;
  $("speed").textContent = many ? (seconds / many).toFixed(1) : "–";
  $("cost").textContent = many ? `${lesson.costInHundred(score).toFixed(1)} bets` : "–";
  const known = lesson.knownOf(pool, memory);
  $("known").textContent =
    `${known} of ${pool.length} decisions known. One is known when it was right twice in a row.`;
  $("bar").replaceChildren(barOf(pool.length ? known / pool.length : 0));
  $("bar").setAttribute("aria-label", `${known} of ${pool.length} decisions known`);
  showDays();
}

function handOf(ranks) {
  const drawn = lesson.cardsOf(ranks, Math.random).map(playingCard);
  return element("div", { class: "drill-cards" }, ...drawn);
}

// What is known beside the cards.
function aboutText({ topics, doublings, tens, left }) {
  if (tens !== undefined) return `Of ${left} cards that nobody has seen, ${tens} are tens.`;
  if (doublings) return `You have doubled ${doublings === 1 ? "once" : `${doublings} times`}.`;
  return topics[0] === "Switch" ? "The second cards of your two hands may change places." : "";
}

function questionText({ topics }) {
  if (topics[0] === "Insurance") return "Take insurance?";
  return topics[0] === "Switch" ? "Switch the second cards?" : "What do you do?";
}

function lengthOf() {
  return Number($("length").value);
}

function next() {
  const length = lengthOf();
  if (length && answers.length >= length) {
    finish();
    return;
  }
  asked = lesson.choose(pool, memory, lately, Math.random);
  lately.push(asked.id);
  $("up").replaceChildren(...lesson.cardsOf(asked.up, Math.random).map(playingCard));
  $("held").replaceChildren(...asked.hands.map(handOf));
  const isPlain = asked.hands.length === 1 && asked.tens === undefined;
  $("total").textContent = isPlain ? lesson.totalText(asked.hands[0]) : "";
  $("about").textContent = aboutText(asked);
  $("place").textContent = length ? `Hand ${answers.length + 1} of ${length}` : "";
  $("asked").textContent = questionText(asked);
  $("mark").textContent = "";
  $("mark").className = "drill-mark";
  $("next").hidden = true;
  $("done").hidden = true;
  $("hand").hidden = false;
  $("answers").replaceChildren(
    ...asked.acts.map((act) => {
      const [name, key] = ACTS[act];
      const label = act === "double" && asked.doublings ? "Double again" : name;
      return button(label, () => answer(act), { key, do: act });
    }),
  );
  since = performance.now();
}

function markText(did, cost) {
  const right = ACTS[asked.right][0];
  if (did === asked.right) return `✓ Right: ${right}.`;
  const price = cost ? ` ${ACTS[did][0]} gives away ${(100 * cost).toFixed(1)}% of the bet.` : "";
  return `✗ The chart says ${right}.${price}`;
}

function answer(did) {
  if (!asked || !$("next").hidden) return;
  const isRight = did === asked.right;
  const cost = isRight ? 0 : lesson.costOf(asked, did);
  const given = { isRight, seconds: (performance.now() - since) / 1000, cost };
  score = lesson.scored(score, given);
  answers.push({ question: asked, ...given });
  memory = lesson.remembered(memory, asked.id, isRight);
  days = lesson.addedToDays(days, today(), given);
  keep(kept, memory);
  keep(keptDays, days);
  for (const each of $("answers").children) {
    each.disabled = true;
    each.classList.toggle("is-right", each.dataset.do === asked.right);
    each.classList.toggle("is-wrong", each.dataset.do === did && !isRight);
  }
  $("mark").textContent = markText(did, cost);
  $("mark").classList.add(isRight ? "good" : "bad");
  const isLast = lengthOf() && answers.length >= lengthOf();
  $("next").firstChild.textContent = isLast ? "See how it went " : "Next hand ";
  $("next").hidden = false;
  $("next").focus();
  showScore();
}

function missedItem({ question, times, cost }) {
  const hands = question.hands.map((ranks) => ranks.join(" ").replaceAll("T", "10")).join(" and ");
  const up = question.up.join(" ").replaceAll("T", "10");
  const about = question.tens === undefined ? "" : `, ${question.tens} tens of ${question.left}`;
  const price = cost ? ` · ${(100 * cost).toFixed(1)}% of a bet given away` : "";
  const many = times > 1 ? ` · ${times} times` : "";
  return element(
    "li",
    {},
    element("b", {}, `${hands} against ${up}${about}`),
    `: ${ACTS[question.right][0]}${price}${many}`,
  );
}

function finish() {
  const missed = lesson.missedIn(answers);
  $("hand").hidden = true;
  $("done").hidden = false;
  const { many, right, seconds } = score;
  $("verdict").textContent = `${right} of ${many} right, ${(seconds / many).toFixed(1)} seconds a hand`;
  $("missed").replaceChildren(...missed.map(missedItem));
  $("missed-head").textContent = missed.length ? "To learn" : "Nothing missed.";
  $("again-missed").hidden = !missed.length;
  $("again-missed").onclick = () => begin(missed.map(({ question }) => question));
  (missed.length ? $("again-missed") : $("again")).focus();
}

// A new drill of these questions, or of the topic that is chosen.
function begin(only) {
  $("hand").classList.remove("waiting");
  const topic = $("only").value;
  pool = only ?? (topic ? all.filter(({ topics }) => topics.includes(topic)) : all);
  [score, answers] = [lesson.NO_SCORE, []];
  showScore();
  next();
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
    $("asked").textContent = "Working out the exact chart of this game…";
    $("place").textContent = `${found.message || "one moment"}; a few seconds, the first time only`;
    setTimeout(fetchChart, AGAIN_MS);
    return;
  }
  all = found.state === "done" ? found.value.questions : [];
  if (!all.length) {
    $("asked").textContent = found.message || "This game has no chart.";
    $("place").textContent = "";
    return;
  }
  const wanted = new URLSearchParams(location.search).get("topic");
  for (const topic of found.value.topics) {
    $("only").append(new Option(topic, topic, false, topic === wanted));
  }
  [memory, days] = [read(kept), read(keptDays)];
  begin();
}

wireSignOut();
$("next").addEventListener("click", next);
$("again").addEventListener("click", () => begin());
// What is gone is gone, so it takes two presses.
const FORGET = $("forget").textContent;
let isSure = false;
function beSure(isOn) {
  isSure = isOn;
  $("forget").textContent = isOn ? "Press again: everything kept of this game goes" : FORGET;
}
$("forget").addEventListener("blur", () => beSure(false));
$("forget").addEventListener("click", () => {
  beSure(!isSure);
  if (isSure) return;
  localStorage.removeItem(kept);
  localStorage.removeItem(keptDays);
  [memory, days] = [{}, {}];
  if (all.length) begin();
});
$("choose").addEventListener("change", ({ target }) => {
  if (target.name !== "game") {
    if (all.length) begin();
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
  const key = CSS.escape(event.key.toLowerCase());
  $("answers").querySelector(`[data-key="${key}"]:not(:disabled)`)?.click();
});
fetchChart();
