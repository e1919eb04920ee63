// The dealer's quiz: the house asks and marks; nothing here knows an answer before it is given.
import { call, wireSignOut } from "../api.js";
import { citeLink, element } from "../elements.js";

const SECONDS = 40;
const $ = (id) => document.getElementById(id);
const { document: law, variation, seed } = $("quiz").dataset;
const paper = { document: law, variation, seed: Number(seed) };
const SEEDS = 1_000_000;
let questions = [];
let passPercent = 100;
let choices = [];
let at = -1;
let right = 0;
let began = 0;
let left = 0;
let ticking = null;
const chapters = {};
const missed = [];

// A text as a sentence: some end with a full stop already.
const sentence = (text) => (text.endsWith(".") ? text : `${text}.`);

// Links to every provision of a citation.
function citeLinks(cite) {
  return cite.split("; ").flatMap((each) => [" ", citeLink(law, each, { class: "cite" })]);
}

// How many of a paper's answers a chapter has right: {"Ch.8": [2, 3]}.
export function counted(sums, chapter, isRight) {
  const [good, all] = sums[chapter] ?? [0, 0];
  return { ...sums, [chapter]: [good + (isRight ? 1 : 0), all + 1] };
}

async function fetchQuestions() {
  const query = new URLSearchParams(paper);
  const response = await fetch(`/api/school/quiz?${query}`, { credentials: "same-origin" }).catch(
    () => null,
  );
  const body = response ? await response.json() : { message: "The house cannot be reached; try again." };
  if (!response?.ok) {
    $("asked").textContent = body.message;
    return false;
  }
  questions = body.questions;
  passPercent = body.pass_percent;
  return questions.length > 0;
}

function show() {
  const question = questions[at];
  $("place").textContent = `${question.kind} · ${at + 1} of ${questions.length}`;
  $("asked").textContent = question.asks;
  $("facts").replaceChildren(...question.facts.map((fact) => element("li", {}, fact)));
  $("answers").replaceChildren(
    ...question.choices.map((choice, index) =>
      element(
        "button",
        { type: "button", "data-key": String(index + 1), onclick: () => answer(index) },
        choice,
        element("kbd", { "aria-hidden": "true" }, String(index + 1)),
      ),
    ),
  );
  $("mark").textContent = "";
  $("mark").className = "drill-mark";
  $("next").hidden = true;
  left = SECONDS;
  $("left").textContent = `${left} s`;
  clearInterval(ticking);
  ticking = setInterval(() => {
    left -= 1;
    $("left").textContent = `${left} s`;
    if (left <= 0) answer(-1);
  }, 1000);
}

function showChapters() {
  $("chapters").replaceChildren(
    ...Object.entries(chapters).map(([name, [good, all]]) =>
      element("li", {}, element("span", {}, name), element("b", {}, `${good} of ${all}`)),
    ),
  );
}

async function answer(choice) {
  if (!$("next").hidden) return;
  clearInterval(ticking);
  choices[at] = choice;
  for (const each of $("answers").children) each.disabled = true;
  const body = { ...paper, at, choice: Math.max(choice, 0) };
  const response = await call("POST", "/api/school/quiz/answer", body).catch(() => null);
  if (!response?.ok) {
    $("mark").textContent = "The house did not mark this; answer again.";
    for (const each of $("answers").children) each.disabled = false;
    return;
  }
  const mark = await response.json();
  const isRight = choice >= 0 && mark.right;
  right += isRight ? 1 : 0;
  Object.assign(chapters, counted(chapters, mark.chapter, isRight));
  [...$("answers").children].forEach((each, index) => {
    each.classList.toggle("is-right", index === mark.answer);
    each.classList.toggle("is-wrong", index === choice && !isRight);
  });
  const due = questions[at].choices[mark.answer];
  if (!isRight) missed.push({ question: questions[at], due, cite: mark.cite });
  const wrong = choice < 0 ? "✗ Time is over:" : "✗ Not so:";
  $("mark").replaceChildren(isRight ? "✓ Right." : `${wrong} ${sentence(due)}`, ...citeLinks(mark.cite));
  $("mark").classList.add(isRight ? "good" : "bad");
  $("right").textContent = `${right} of ${at + 1}`;
  showChapters();
  $("next").hidden = false;
  $("next").textContent = at + 1 < questions.length ? "Next question" : "The result";
  $("next").focus();
}

function missedItem({ question, due, cite }) {
  const facts = question.facts.length ? `${sentence(question.facts.join(" · "))} ` : "";
  return element(
    "li",
    {},
    element("span", { class: "soft" }, facts),
    question.asks,
    " ",
    element("b", {}, sentence(due)),
    ...citeLinks(cite),
  );
}

function finish() {
  const isPassed = 100 * right >= passPercent * questions.length;
  paper.seconds = Math.round((performance.now() - began) / 1000);
  $("asked").textContent = isPassed ? "Passed" : "Not passed yet";
  $("place").textContent =
    `${right} of ${questions.length} right in ${paper.seconds} s; it takes ${passPercent}%.`;
  $("facts").replaceChildren();
  $("answers").replaceChildren();
  $("mark").textContent = "";
  $("left").textContent = "–";
  $("missed-head").hidden = !missed.length;
  $("missed").replaceChildren(...missed.map(missedItem));
  $("certificate").hidden = !isPassed;
  $("next").textContent = "Another quiz";
  $("next").classList.toggle("main", !isPassed);
  $("next").hidden = false;
  $(isPassed ? "certificate" : "next").focus();
  at = questions.length;
}

async function go() {
  if (at >= questions.length && at >= 0) {
    const other = { document: law, variation, seed: 1 + Math.floor(Math.random() * SEEDS) };
    location.assign(`/school/quiz?${new URLSearchParams(other)}`);
    return;
  }
  if (at < 0) {
    $("next").disabled = true;
    $("asked").textContent = "Dealing the rounds…";
    const isThere = await fetchQuestions();
    $("next").disabled = false;
    if (!isThere) return;
    choices = questions.map(() => -1);
    began = performance.now();
  }
  at += 1;
  if (at < questions.length) show();
  else finish();
}

async function fetchCertificate() {
  const response = await call("POST", "/api/school/quiz/certificate", { ...paper, choices }).catch(
    () => null,
  );
  if (!response?.ok) {
    $("mark").textContent = response
      ? (await response.json()).message
      : "The house cannot be reached; try again.";
    return;
  }
  const href = URL.createObjectURL(await response.blob());
  element("a", { href, download: "certificate.pdf" }).click();
  setTimeout(() => URL.revokeObjectURL(href), SECONDS * 1000);
}

wireSignOut();
$("next").addEventListener("click", go);
$("certificate").addEventListener("click", fetchCertificate);
$("choose").addEventListener("change", ({ target }) => {
  const [name, other] = target.value.split("/");
  location.assign(`/school/quiz?${new URLSearchParams({ document: name, variation: other })}`);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, dialog")) {
    return;
  }
  $("answers")
    .querySelector(`[data-key="${CSS.escape(event.key)}"]:not(:disabled)`)
    ?.click();
});
