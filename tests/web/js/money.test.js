import assert from "node:assert/strict";
import { test } from "node:test";

import {
  formatMoney,
  formatNet,
  netClass,
  plainAmount,
  roundToCents,
  sumMoney,
} from "../../../src/cutcard/web/static/js/money.js";

test("whole dollars have no cents, anything else has two", () => {
  assert.equal(formatMoney("25.00"), "$25");
  assert.equal(formatMoney("10.50"), "$10.50");
  assert.equal(formatMoney(0.5), "$0.50");
  assert.equal(formatMoney(0), "$0");
});

test("thousands are parted by commas", () => {
  assert.equal(formatMoney("1234567"), "$1,234,567");
  assert.equal(formatMoney("10001.87"), "$10,001.87");
});

test("a loss has a real minus, a gain a plus where it is asked for", () => {
  assert.equal(formatMoney("-10.50"), "−$10.50");
  assert.equal(formatMoney("15", true), "+$15");
  assert.equal(formatMoney("15"), "$15");
  assert.equal(formatMoney("-0", true), "$0");
});

test("what a person came out with is an amount or a word", () => {
  assert.equal(formatNet(15), "+$15");
  assert.equal(formatNet(-7.5), "−$7.50");
  assert.equal(formatNet(0), "even");
  assert.equal(formatNet(0, "push"), "push");
});

test("won and lost have a class, even has none", () => {
  assert.equal(netClass(0.01), "won");
  assert.equal(netClass(-0.01), "lost");
  assert.equal(netClass(0), "");
});

test("sums are exact where binary fractions are not", () => {
  assert.equal(sumMoney(["0.10", "0.20"]), 0.3);
  assert.equal(sumMoney(["-7.50", "15.00", "0.05"]), 7.55);
  assert.equal(sumMoney(Array(1000).fill("0.10")), 100);
  assert.equal(sumMoney([]), 0);
});

test("an amount is rounded to cents, not to dollars", () => {
  assert.equal(roundToCents(0.1 + 0.2), 0.3);
  assert.equal(roundToCents("12.345"), 12.35);
});

test("an amount as people type it is the figure in it", () => {
  assert.equal(plainAmount(" $1,250.00 "), "1250.00");
  assert.equal(plainAmount("100"), "100");
});

test("what is no amount is left for the house to refuse", () => {
  assert.equal(plainAmount("-5"), "-5");
  assert.equal(plainAmount("ten"), "ten");
  assert.equal(plainAmount("$"), "");
});
