// A player's rounds at a table, decision by decision, as chess sites show a game.
import { wireSignOut } from "../api.js";
import { element, svgElement } from "../elements.js";
import { formatNet } from "../money.js";
import { describe } from "../words.js";
import { cardsText } from "./lesson.js";

const AGAIN_MS = 900;
const SMALL = 0.0005;
const WIDEST = 1200;
const BESIDE = 48;
const HEIGHT = 200;
const EDGE = 46;
const $ = (id) => document.getElementById(id);

// How a decision is called, by what it gave away of a wager.
export function gradeOf(cost) {
  if (cost === null) return "not priced";
  if (cost < SMALL) return "best";
  if (cost < 0.02) return "nearly best";
  if (cost < 0.1) return "mistake";
  return "blunder";
}

// What was won and what decisions cost, added up round by round.
export function sums(rounds, decisions) {
  let won = 0;
  let lost = 0;
  return rounds.map(({ round, net }) => {
    won += Number(net);
    lost += decisions
      .filter((each) => each.round === round)
      .reduce((total, each) => total + (each.cost ?? 0), 0);
    return { round, won, lost };
  });
}

function line(points, className) {
  return svgElement("polyline", {
    class: className,
    points: points.map((each) => each.join(",")).join(" "),
  });
}

function graph(steps) {
  const width = Math.min(WIDEST, innerWidth - BESIDE);
  const svg = svgElement("svg", {
    class: "review-graph",
    viewBox: `0 0 ${width} ${HEIGHT}`,
    role: "img",
  });
  const last = steps.at(-1);
  svg.setAttribute(
    "aria-label",
    `${steps.length} rounds: ${formatNet(last.won.toFixed(2))}; given away ${last.lost.toFixed(2)} bets`,
  );
  const x = (at) => EDGE + (at * (width - 2 * EDGE)) / steps.length;
  const most = Math.max(1, ...steps.map(({ won }) => Math.abs(won)));
  const y = (won) => HEIGHT / 2 - (won / most) * (HEIGHT / 2 - 24);
  const worst = Math.max(0.05, last.lost);
  const low = (lost) => HEIGHT / 2 + (lost / worst) * (HEIGHT / 2 - 24);
  svg.append(
    svgElement("line", { class: "zero", x1: EDGE, x2: width - EDGE, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
  );
  svg.append(line([[x(0), y(0)], ...steps.map(({ won }, at) => [x(at + 1), y(won)])], "won"));
  svg.append(line([[x(0), low(0)], ...steps.map(({ lost }, at) => [x(at + 1), low(lost)])], "lost"));
  svg.append(svgElement("text", { x: EDGE, y: 18 }, "— won   - - given away"));
  return svg;
}

function decisionLine({ held, beside, up, did, best, cost, values }) {
  const grade = gradeOf(cost);
  const worth = values
    .map(
      ({ action, value }) =>
        `${describe(action)} ${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(3)}`,
    )
    .join(", ");
  return element(
    "p",
    { class: "review-decision", title: worth },
    element(
      "span",
      {},
      `${cardsText([held, beside].filter(Boolean).join(" and "))} against ${cardsText(up)}`,
    ),
    element("b", {}, describe(did)),
    element("span", { class: grade === "mistake" || grade === "blunder" ? "blunder" : "best" }, grade),
    cost > SMALL &&
      element("span", {}, `best: ${describe(best)}, ${(100 * cost).toFixed(1)}% of the bet given away`),
  );
}

function roundItem({ round, net }, decisions, isWaiting) {
  const own = decisions.filter((each) => each.round === round);
  return element(
    "li",
    { class: "card" },
    element(
      "p",
      { class: "review-decision" },
      element("b", {}, `Round ${round}`),
      element("span", {}, formatNet(net, "even")),
    ),
    ...(own.length
      ? own.map(decisionLine)
      : [
          element(
            "p",
            { class: "soft" },
            isWaiting ? "Being priced…" : "No decision of yours in this round.",
          ),
        ]),
  );
}

function fact(name, value) {
  return element("div", {}, element("dt", {}, name), element("dd", {}, value));
}

function show({ rounds, value, state }) {
  const decisions = value ?? [];
  const steps = sums(rounds, decisions);
  if (!steps.length) return;
  const priced = decisions.filter(({ cost }) => cost !== null);
  const good = priced.filter(({ cost }) => cost < SMALL).length;
  $("sums").replaceChildren(
    fact("Rounds", String(rounds.length)),
    fact("Won or lost", formatNet(steps.at(-1).won.toFixed(2), "even")),
    fact("Best decisions", priced.length ? `${good} of ${priced.length}` : "–"),
    fact("Given away", `${(100 * steps.at(-1).lost).toFixed(1)}% of a bet`),
  );
  $("graph").replaceChildren(graph(steps));
  $("rounds").replaceChildren(
    ...[...rounds].reverse().map((each) => roundItem(each, decisions, state === "computing")),
  );
}

function stateText({ state, message, rounds }) {
  if (state === "computing") return `Decisions are being priced: ${message}`;
  return rounds.length ? message : "You have not finished a round at this table yet.";
}

async function look() {
  const response = await fetch(`/api/school/review/${$("review").dataset.table}`, {
    credentials: "same-origin",
  }).catch(() => null);
  const body = response
    ? await response.json()
    : { message: "The house cannot be reached; reload the page." };
  if (!response?.ok) {
    $("state").textContent = body.message;
    return;
  }
  show(body);
  $("state").textContent = stateText(body);
  if (!body.rounds.length) {
    const play = { class: "button main", href: `/tables/${$("review").dataset.table}` };
    $("rounds").replaceChildren(element("li", {}, element("a", play, "Play a round")));
  }
  if (body.state === "computing") setTimeout(look, AGAIN_MS);
}

wireSignOut();
look();
