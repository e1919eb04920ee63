import assert from "node:assert/strict";
import { test } from "node:test";

import {
  boxInTurn,
  cardsOnFelt,
  freedText,
  statusText,
  stoodText,
} from "../../../src/cutcard/web/static/js/table/status.js";

const OPEN = { open: true, halted: null, seated: { 1: "ann", 2: "bob" }, awaits: { kind: "bets" } };
const status = (awaits, more = {}) => statusText({ ...OPEN, awaits, ...more }, "ann");

test("what a table waits for, in one line", () => {
  assert.equal(status({ kind: "bets" }), "Place your bets");
  assert.equal(status({ kind: "chore", chore: "settle" }), "Waiting: Take and pay");
  assert.equal(status({ kind: "device", device: "bonus_wheel" }), "Bonus Wheel");
  assert.equal(status({ kind: "card" }), "Dealing");
  assert.equal(status({ kind: "something_new" }), "Dealing");
});

test("a table that is closed or halted says so before anything else", () => {
  assert.equal(status({ kind: "bets" }, { open: false }), "The table is closed");
  const halted = { says: "A jackpot is being verified" };
  assert.equal(status({ kind: "bets" }, { halted }), "A jackpot is being verified");
  assert.equal(status({ kind: "bets" }, { open: false, halted }), "The table is closed");
});

test("whose turn it is", () => {
  assert.equal(status({ kind: "decision", may: { 1: ["hit"] } }), "Your turn");
  assert.equal(status({ kind: "decision", may: { 1: ["stand", "double"] }, offer: true }), "Your turn");
  assert.equal(status({ kind: "decision", may: { 2: ["hit"] } }), "Box 2 is deciding");
  assert.equal(
    status({ kind: "decision", may: { 2: ["insure"], 3: ["insure"] } }),
    "Players are answering an offer",
  );
});

test("an offer asks what is offered to oneself, not to others", () => {
  const may = { 1: ["insure"], 2: ["surrender"] };
  assert.equal(status({ kind: "decision", offer: true, may }), "Insurance?");
});

const hand = (more) => ({ hand: 1, state: "", total: 16, cards: ["Th", "6d"], ...more });
const roundOf = (number, one) => ({ number, boxes: [{ box: 1, hands: [one] }] });
const BEFORE = { round: roundOf(4, hand({})), awaits: { hand: 1 } };

test("a hand that the house stood as it lay is told to who came too late", () => {
  const stood = hand({ state: "stood" });
  assert.equal(stoodText(BEFORE, { round: roundOf(4, stood) }, 1), "Your hand stands at 16.");
  assert.equal(
    stoodText(BEFORE, { round: null, last_round: roundOf(4, stood) }, 1),
    "Your hand stands at 16.",
  );
});

test("nothing is told of a hand that went on, of another round, or where nobody knows", () => {
  const drew = hand({ state: "stood", total: 20, cards: ["Th", "6d", "4c"] });
  assert.equal(stoodText(BEFORE, { round: roundOf(4, drew) }, 1), "");
  assert.equal(stoodText(BEFORE, { round: roundOf(5, hand({ state: "stood" })) }, 1), "");
  assert.equal(stoodText(BEFORE, { round: roundOf(4, hand({})) }, 1), "");
  assert.equal(stoodText(BEFORE, null, 1), "");
  assert.equal(stoodText({ round: null, awaits: {} }, { round: null }, 1), "");
});

test("a card more, a card turned and a new round are other cards; chips are not", () => {
  const view = (cards, more = {}) => ({
    round: {
      number: 1,
      dealer: [{ cards }],
      boxes: [{ hands: [{ cards: ["2c"], stakes: ["5"] }] }],
      ...more,
    },
  });
  const before = cardsOnFelt(view(["Th", null]));
  assert.notEqual(cardsOnFelt(view(["Th", "6d"])), before);
  assert.notEqual(cardsOnFelt(view(["Th", null], { number: 2 })), before);
  const richer = [{ hands: [{ cards: ["2c"], stakes: ["10"] }] }];
  assert.equal(cardsOnFelt(view(["Th", null], { boxes: richer })), before);
});

test("a table without a round has no cards, and asking for them is no fault", () => {
  assert.equal(cardsOnFelt({ round: null, last_round: null }), "null");
  assert.equal(cardsOnFelt({ round: null }), undefined);
});

test("the box to look at is one's own that decides, or that may bet", () => {
  const may = { 2: ["hit"], 1: ["hit"] };
  assert.equal(boxInTurn({ ...OPEN, awaits: { kind: "decision", may } }, "ann"), "1");
  assert.equal(boxInTurn({ ...OPEN, awaits: { kind: "decision", may: { 2: [] } } }, "ann"), undefined);
  assert.equal(boxInTurn(OPEN, "bob"), "2");
  assert.equal(boxInTurn(OPEN, "cyd"), undefined);
  assert.equal(boxInTurn({ ...OPEN, awaits: { kind: "card" } }, "ann"), undefined);
  assert.equal(boxInTurn({ ...OPEN, seated: { 0: "ann" } }, "ann"), undefined);
});

test("whoever lost a box hears why, and what became of the chips", () => {
  assert.match(freedText(true, false, 500), /without a bet of yours\. Your \$500 in chips/);
  assert.doesNotMatch(freedText(true, false, 0), /chips/);
  assert.equal(freedText(true, true, 500), "");
  assert.equal(freedText(false, false, 500), "");
});
