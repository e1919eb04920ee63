import assert from "node:assert/strict";
import { test } from "node:test";

import {
  nextPayout,
  payoutAmount,
  payoutFacts,
  payoutText,
  payoutTitle,
  settlementSign,
  sumText,
} from "../../../src/cutcard/web/static/js/dealer/payouts.js";
import { readCard } from "../../../src/cutcard/web/static/js/dealer/scan.js";

const LINE = {
  box: 2,
  hand: 1,
  wager: "lucky_ladies",
  does: "pay",
  amount: "15.00",
  stake: "10.00",
  outcome: "suited_pair",
  pays: "3 to 2",
  to: "player",
  cite: "Ch.9 §B",
  reckoned: null,
};

test("a card is read as people and scanners write it", () => {
  assert.equal(readCard("Qh"), "Qh");
  assert.equal(readCard("qH"), "Qh");
  assert.equal(readCard("10♥"), "Th");
  assert.equal(readCard(" a ♤ "), "As");
  assert.equal(readCard("TD\n"), "Td");
});

test("what is no card is none", () => {
  for (const typed of [
    "",
    " ",
    "Q",
    "h",
    "1h",
    "11h",
    "0h",
    "QhQh",
    "Qx",
    "♥♥",
    "Qh;",
    "1010h",
    "joker",
  ]) {
    assert.equal(readCard(typed), null, typed);
  }
});

test("a line to pay says what to do with how much, and where", () => {
  assert.equal(payoutText(LINE), "Pay $15, box 2");
  assert.equal(payoutText({ ...LINE, does: "take", amount: "10.00" }), "Take $10, box 2");
  assert.equal(payoutTitle(LINE), "Box 2 · Lucky Ladies");
});

test("a push leaves the stake, whatever the amount says", () => {
  const push = { ...LINE, does: "push", amount: "0.00" };
  assert.equal(payoutText(push), "Leave $10, box 2");
  assert.equal(payoutAmount(push), "Push");
  assert.equal(payoutAmount(LINE), "Pay $15");
});

test("a line's facts are what came, what it pays, the stake and the provision", () => {
  assert.equal(payoutFacts(LINE), "Suited pair · 3 to 2 · stake $10 · Ch.9 §B");
});

test("nothing is said twice, and a sum says the stake itself", () => {
  const jackpot = {
    ...LINE,
    pays: "suited_pair",
    to: "dealer",
    reckoned: { told: "10% of $1,000", cite: "Ch.9 §C" },
  };
  assert.equal(payoutFacts(jackpot), "Suited pair · to the dealer · Ch.9 §B");
  assert.equal(sumText(jackpot), "10% of $1,000 · Ch.9 §C");
  assert.equal(sumText({ ...jackpot, cite: "Ch.9 §C" }), "10% of $1,000");
  assert.equal(sumText(LINE), "");
});

test("the next line to take or pay is the first that is not ticked", () => {
  const settling = { main: { command: { chore: "settle" } }, pay: [LINE, LINE, LINE] };
  assert.equal(nextPayout(settling, new Set()), 0);
  assert.equal(nextPayout(settling, new Set([0, 2])), 1);
  assert.equal(nextPayout(settling, new Set([0, 1, 2])), -1);
});

test("there is nothing to pay before it is time to settle", () => {
  assert.equal(nextPayout({ main: null, pay: [LINE] }, new Set()), -1);
  assert.equal(nextPayout({ main: { command: { chore: "burn" } }, pay: [LINE] }, new Set()), -1);
});

test("ticks are for one settlement: another round, line or amount is another one", () => {
  const sign = settlementSign(4, [LINE]);
  assert.equal(settlementSign(4, [{ ...LINE, cite: "elsewhere" }]), sign);
  assert.notEqual(settlementSign(5, [LINE]), sign);
  assert.notEqual(settlementSign(4, [LINE, LINE]), sign);
  assert.notEqual(settlementSign(4, [{ ...LINE, amount: "15.01" }]), sign);
});
