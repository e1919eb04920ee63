// The lines that a dealer takes and pays, in words.
import { formatMoney } from "../money.js";
import { describe, title } from "../words.js";

export const ACTS = { take: "Take", pay: "Pay", push: "Leave" };

// A push leaves the stake where it lies; anything else moves the line's amount.
export function actText(line) {
  return `${ACTS[line.does]} ${formatMoney(line.does === "push" ? line.stake : line.amount)}`;
}

// The main button for the next line: "Pay $15, box 2".
export function payoutText(line) {
  return `${actText(line)}, box ${line.box}`;
}

export function payoutTitle(line) {
  return `Box ${line.box} · ${title(line.wager)}`;
}

export function payoutAmount(line) {
  return line.does === "push" ? "Push" : actText(line);
}

// What came and what it pays; the stake where no sum says it, whose it is where it is not the player's.
export function payoutFacts(line) {
  return [
    describe(line.outcome),
    line.pays === line.outcome ? "" : describe(line.pays),
    line.reckoned ? "" : `stake ${formatMoney(line.stake)}`,
    line.to === "player" ? "" : `to the ${line.to}`,
    line.cite,
  ]
    .filter(Boolean)
    .join(" · ");
}

// How an amount was computed, where the house says so.
export function sumText({ reckoned, cite }) {
  if (!reckoned) return "";
  return [reckoned.told, reckoned.cite === cite ? "" : reckoned.cite].filter(Boolean).join(" · ");
}

// The next line that is not ticked; -1 where nothing is to be taken or paid now.
export function nextPayout({ main, pay }, ticked) {
  if (!main || main.command.chore !== "settle") return -1;
  return pay.findIndex((_, at) => !ticked.has(at));
}

// Which settlement this is: ticks are for one settlement of one round.
export function settlementSign(rounds, pay) {
  return JSON.stringify([rounds, pay.map(({ box, hand, wager, amount }) => [box, hand, wager, amount])]);
}
