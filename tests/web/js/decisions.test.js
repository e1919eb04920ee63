import assert from "node:assert/strict";
import { test } from "node:test";

import {
  actionLabel,
  actionsFor,
  amountIn,
  boxesInTurn,
  decisionTitle,
  offerText,
} from "../../../src/cutcard/web/static/js/table/decisions.js";

const HAND = { hand: 1, total: 16, soft: false };
const view = (awaits, boxes = []) => ({ awaits, round: { boxes } });

test("only one's own boxes that have something to decide have buttons", () => {
  const turn = view({ may: { 1: ["hit"], 2: ["stand"], 3: [] } });
  assert.deepEqual(boxesInTurn(turn, [1, 3, 5]), [1]);
  assert.deepEqual(boxesInTurn(turn, []), []);
});

test("an offer that leaves nothing but to decline is shown too", () => {
  const offer = view({ may: { 3: [] }, offer: true });
  assert.deepEqual(boxesInTurn(offer, [3]), [3]);
  assert.deepEqual(actionsFor(offer, 3), ["decline"]);
});

test("the buttons are what the house allows, in its order", () => {
  const turn = view({ may: { 1: ["stand", "hit", "double"] } });
  assert.deepEqual(actionsFor(turn, 1), ["stand", "hit", "double"]);
});

test("an offer can be declined once, not twice", () => {
  const awaits = { may: { 1: ["insure"], 2: ["insure", "decline"] }, offer: true };
  assert.deepEqual(actionsFor(view(awaits), 1), ["insure", "decline"]);
  assert.deepEqual(actionsFor(view(awaits), 2), ["insure", "decline"]);
});

test("a hand that may stand does so, and declines nothing besides", () => {
  const awaits = { may: { 1: ["stand", "double"] }, offer: true, hand: 1 };
  assert.deepEqual(actionsFor(view(awaits), 1), ["stand", "double"]);
});

test("an offer asks each of its questions once", () => {
  assert.equal(
    offerText(["insure", "insure", "even_money"]),
    "Insurance? Even money for your blackjack?",
  );
  assert.equal(offerText(["something_new"]), "An offer to you");
  assert.equal(offerText([]), "An offer to you");
});

test("a button says its whole amount", () => {
  assert.equal(actionLabel("double", { range: ["1", "25.00"], hand: HAND }), "Double $25");
  assert.equal(actionLabel("insure", { range: ["0", "12.50"] }), "Insure $12.50");
  assert.equal(actionLabel("hit", { range: ["1", "25"] }), "Hit");
});

test("a double that is doubled again is a redouble", () => {
  const hand = { ...HAND, doubled: true };
  assert.equal(actionLabel("double", { range: ["25", "50"], hand }), "Redouble $50");
  assert.equal(actionLabel("double", { hand: null }), "Double");
});

test("a switch and a rescue say what they lead to, where the house says it", () => {
  const outlook = {
    rescue: "25.00",
    switch: [
      { total: 21, soft: false },
      { total: 15, soft: true },
    ],
  };
  assert.equal(actionLabel("switch", { outlook }), "Switch to 21 and soft 15");
  assert.equal(actionLabel("rescue", { outlook }), "Rescue: $25 back");
  assert.equal(actionLabel("switch"), "Switch second cards");
  assert.equal(actionLabel("rescue"), "Rescue");
});

test("an amount is sent only where it is less than the whole", () => {
  assert.deepEqual(amountIn("10", "25.00"), { amount: "10.00" });
  assert.deepEqual(amountIn("12.5", "25.00"), { amount: "12.50" });
  assert.deepEqual(amountIn("25", "25.00"), {});
  assert.deepEqual(amountIn("30", "25.00"), {});
});

test("an amount that is not typed, or half typed, is the whole", () => {
  assert.deepEqual(amountIn(undefined, "25.00"), {});
  assert.deepEqual(amountIn("", "25.00"), {});
  assert.deepEqual(amountIn("1e", "25.00"), {});
});

test("an amount that no table takes is the house's to refuse", () => {
  assert.deepEqual(amountIn("-5", "25.00"), { amount: "-5.00" });
  assert.deepEqual(amountIn("0", "25.00"), { amount: "0.00" });
});

test("a single hand of a single box needs no title", () => {
  const turn = view({ may: { 1: ["hit"] }, hand: 1 }, [{ box: 1, hands: [HAND] }]);
  assert.equal(decisionTitle(turn, 1, false), "");
});

test("a title says which box and which hand, and what it comes to", () => {
  const hands = [HAND, { hand: 2, total: 18, soft: true }];
  const turn = view({ may: { 1: ["hit"] }, hand: 2 }, [{ box: 1, hands }]);
  assert.equal(decisionTitle(turn, 1, false), "Hand 2 · soft 18");
  assert.equal(decisionTitle(turn, 1, true), "Box 1 · hand 2 · soft 18");
});

test("a hand that is hidden, or not dealt, has no total in its title", () => {
  const hidden = view({ may: { 1: [] }, offer: true }, [{ box: 1, hands: [{ hand: 1, total: null }] }]);
  assert.equal(decisionTitle(hidden, 1, true), "Box 1");
  assert.equal(decisionTitle({ ...hidden, round: null }, 1, true), "Box 1");
});
