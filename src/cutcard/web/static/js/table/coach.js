// The coach: after each decision, whether it was the best one, and what a worse one costs on average.
import { formatMoney } from "../money.js";
import { describe } from "../words.js";
import { askOdds } from "./odds.js";

const LONGEST_MS = 60000;
const COACH = "cutcard-coach";
const COACHED = new Set(["hit", "stand", "double", "split", "surrender", "rescue", "decline"]);
const AFTER_DOUBLE = { decline: "Keeping the double", double: "Doubling again", rescue: "A rescue" };
const AS_GOOD = 0.0005;
const WARM_UP = "held=Th%206d&up=Tc";

// What values are per unit of: a hand's stake before any double, which a table's limit may have cut.
function firstStake(box, hand) {
  if (hand.doubled) return Number(box.stakes.main);
  return hand.stakes.reduce((sum, amount) => sum + Number(amount), 0);
}

// What was decided, with what the player saw then; null where the coach has nothing to say.
export function decisionIn(view, command) {
  if (!COACHED.has(command.do)) return null;
  const box = view.round?.boxes.find((each) => each.box === command.box);
  const hand = box?.hands.find((each) => each.hand === (view.awaits.hand ?? 1));
  const up = view.round?.dealer[0]?.cards.filter(Boolean) ?? [];
  if (!hand || !up.length || hand.cards.includes(null)) return null;
  if (view.awaits.offer && !hand.doubled) return null;
  const hands = hand.from_split ? box.hands.length : 1;
  return {
    did: command.do,
    may: [...view.awaits.may[command.box], "decline"],
    stake: firstStake(box, hand),
    most: Number(view.limits.maximum ?? Infinity),
    less: Number(command.amount ?? 0),
    which: hands > 1 ? ` Hand ${hand.hand}:` : "",
    doubled: hand.doubled,
    query: { held: hand.cards.join(" "), up: up.join(" "), hands, doublings: hand.doublings },
  };
}

function actionName(action, doubled) {
  return doubled ? AFTER_DOUBLE[action] : describe(action);
}

function costText(name, cost, stake) {
  const percent = (cost * 100).toFixed(1);
  return `${name} costs ${formatMoney((cost * stake).toFixed(2))} on average, ${percent}% of the bet.`;
}

// The odds know no limit: where the table's would cut the last double that there may be, that is said.
function limitText(answer, { stake, most }) {
  const isCut = answer.doublings > 1 && stake * 2 ** (answer.doublings - 1) > most;
  return isCut ? ", leaving the table limit aside" : "";
}

// A double for less than the stake is worth its part of a whole one, where a win and a loss are the
// same.
function forLessText(answer, values, best, { which, stake, less }) {
  const whole = values.find(({ action }) => action === "double");
  if (!whole) return "";
  const isDouble = best === "double";
  const better = isDouble ? "The whole double" : describe(best);
  if (!answer.even) {
    const judged = isDouble
      ? "The whole double was the best play"
      : `${better} was better than the whole double`;
    return `Coach:${which} ${judged}; a double for less is not computed here.`;
  }
  if (best === "split" && answer.splits_on) return `Coach:${which} Split was better.`;
  const cost = values[0].value - (whole.value * (1 + less / stake)) / 2;
  const name = `Doubling for ${formatMoney(less.toFixed(2))}`;
  if (cost < AS_GOOD) return `Coach:${which} ${name} was as good as any.`;
  return `Coach:${which} ${better} was better. ${costText(name, cost, stake)}`;
}

// What the coach says of a decision. `values` of the answer are the player's expectations, the best
// first.
export function verdict(answer, decision) {
  if (answer.state === "computing") return "Coach: still computing; ask me at the next hand.";
  if (answer.state !== "done") return `Coach: ${answer.message}`;
  const { did, may, stake, which, doubled, less } = decision;
  const values = answer.values.filter(({ action }) => may.includes(action));
  const maySplit = may.includes("split") && answer.splits_on !== undefined;
  const best = maySplit && answer.splits_on ? "split" : values[0]?.action;
  if (!best) return "";
  if (less) return forLessText(answer, values, best, decision);
  const limit = limitText(answer, decision);
  if (best === did) return `Coach:${which} ${actionName(did, doubled)} was the best play${limit}.`;
  const own = values.find(({ action }) => action === did);
  const better = `Coach:${which} ${actionName(best, doubled)} was better${limit}.`;
  if (!own || (best === "split" && maySplit)) return better;
  const cost = values[0].value - own.value;
  if (cost < AS_GOOD) return `Coach:${which} ${actionName(did, doubled)} was as good as any${limit}.`;
  return `${better} ${costText(actionName(did, doubled), cost, stake)}`;
}

// Called before a decision is sent, with the view it was made on. Only the last decision is spoken of.
let questions = 0;
export function coach(table, view, command) {
  if (!document.getElementById("coach-on")?.checked || !COACHED.has(command.do)) return;
  const place = document.getElementById("coach");
  const decision = decisionIn(view, command);
  questions += 1;
  place.textContent = "";
  if (!decision) return;
  place.textContent = `Coach:${decision.which} thinking…`;
  const mine = questions;
  const query = new URLSearchParams(decision.query);
  askOdds(`/api/tables/${table}/advice?${query}`, LONGEST_MS).then((answer) => {
    if (mine === questions) place.textContent = verdict(answer, decision);
  });
}

// The switch is remembered in this tab. Turning it on makes the house compute what every answer needs.
export function wireCoachSwitch(table) {
  const box = document.getElementById("coach-on");
  if (!box) return;
  box.checked = sessionStorage.getItem(COACH) === "on";
  box.addEventListener("change", () => {
    sessionStorage.setItem(COACH, box.checked ? "on" : "off");
    document.getElementById("coach").textContent = box.checked
      ? "Coach: I see what you see, and comment after each decision."
      : "";
    if (box.checked) askOdds(`/api/tables/${table}/advice?${WARM_UP}`, 0);
  });
}
