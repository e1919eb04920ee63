// Cards go by; whoever watches says their count.
import { wireSignOut } from "../api.js";
import { playingCard } from "../draw.js";
import * as lesson from "./lesson.js";

const $ = (id) => document.getElementById(id);
let shown = [];
let score = { tries: 0, right: 0, streak: 0, seconds: 0, cards: 0 };
let going = null;
let decks = 1;

function showTags() {
  const tags = Object.entries(lesson.SYSTEMS[$("system").value]);
  $("tags").textContent = tags
    .map(([rank, tag]) => `${rank === "T" ? "10–K" : rank} ${lesson.signedCount(tag)}`)
    .join("  ·  ");
}

const isTrue = () => $("say-what").value === "true";

// How many decks are left, as a discard rack shows it: in halves.
function ask() {
  decks = (2 + Math.floor(Math.random() * 10)) / 2;
  $("asked").textContent = isTrue()
    ? `${decks} decks are left. What is the true count, rounded down?`
    : "What is the running count?";
  $("say-label").textContent = isTrue() ? "True count" : "Running count";
  $("cards").replaceChildren();
  $("say").hidden = false;
  $("count").value = "";
  $("count").focus();
}

function start() {
  clearTimeout(going);
  const pack = lesson.shuffledPack(Math.random).slice(0, Number($("many").value));
  const group = Number($("group").value);
  const pace = Number($("pace").value);
  shown = [];
  $("start").hidden = true;
  $("say").hidden = true;
  $("mark").textContent = "";
  const step = () => {
    if (!pack.length) {
      ask();
      return;
    }
    const now = pack.splice(0, group);
    shown.push(...now);
    $("asked").textContent = `${shown.length} of ${$("many").value}`;
    $("cards").replaceChildren(...now.map(playingCard));
    going = setTimeout(step, pace * now.length);
  };
  step();
}

function mark(event) {
  event.preventDefault();
  const said = lesson.readCount($("count").value);
  const running = lesson.countOf($("system").value, shown);
  const right = isTrue() ? lesson.trueCount(running, decks) : running;
  const isRight = said === right;
  score = {
    tries: score.tries + 1,
    right: score.right + (isRight ? 1 : 0),
    streak: isRight ? score.streak + 1 : 0,
    cards: score.cards + shown.length,
    seconds: score.seconds + (Number($("pace").value) * shown.length) / 1000,
  };
  const how = isTrue()
    ? ` (${lesson.signedCount(running)} by ${decks} decks, rounded down)`
    : ` (${shown.length} cards)`;
  $("mark").textContent = isRight
    ? `✓ Right: ${lesson.signedCount(right)}${how}.`
    : `✗ It was ${lesson.signedCount(right)}${how}.`;
  $("mark").className = `drill-mark ${isRight ? "good" : "bad"}`;
  $("tries").textContent = score.tries;
  $("right").textContent = `${Math.round((100 * score.right) / score.tries)}%`;
  $("streak").textContent = score.streak;
  $("speed").textContent = (score.seconds / score.cards).toFixed(1);
  $("say").hidden = true;
  $("start").hidden = false;
  $("start").textContent = "Again";
  $("start").focus();
}

wireSignOut();
for (const name of Object.keys(lesson.SYSTEMS)) $("system").append(new Option(name, name));
showTags();
$("system").addEventListener("change", showTags);
$("start").addEventListener("click", start);
$("say").addEventListener("submit", mark);
$("choose").addEventListener("submit", (event) => event.preventDefault());
