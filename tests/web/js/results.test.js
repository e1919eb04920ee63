import assert from "node:assert/strict";
import { test } from "node:test";

import { frequencyText, shortFrequency } from "../../../src/cutcard/web/static/js/table/paytable.js";
import {
  citeKind,
  lastNet,
  ownLines,
  whereText,
} from "../../../src/cutcard/web/static/js/table/results.js";

const LINES = [
  { box: 1, hand: 1, player: "ann", net: "0.10" },
  { box: 1, hand: 2, player: null, net: "0.20" },
  { box: 2, hand: 1, player: "bob", net: "-10.00" },
];
const OVER = {
  round: null,
  last_lines: LINES,
  last_round: { boxes: [{ box: 1, player: "ann" }] },
};

test("one's own lines are those of one's name, and of one's box where a line has none", () => {
  assert.deepEqual(ownLines(OVER, "ann"), LINES.slice(0, 2));
  assert.deepEqual(ownLines(OVER, "bob"), LINES.slice(2));
  assert.deepEqual(ownLines(OVER, "cyd"), []);
});

test("nobody has lines while another round is played", () => {
  assert.deepEqual(ownLines({ ...OVER, round: { number: 5 } }, "ann"), []);
});

test("a line without a name and without its box is nobody's", () => {
  assert.deepEqual(ownLines({ ...OVER, last_round: null }, "ann"), LINES.slice(0, 1));
});

test("the last round's net is exact, and null where there was none", () => {
  assert.equal(lastNet(OVER, "ann"), 0.3);
  assert.equal(lastNet(OVER, "cyd"), null);
});

test("a line says where it belongs only where that is in doubt", () => {
  const [first, second] = LINES;
  assert.equal(whereText(first, [first]), "");
  assert.equal(whereText(second, [first, second]), "hand 2");
  assert.equal(whereText(LINES[2], LINES), "box 2");
  assert.equal(whereText(first, LINES), "box 1, hand 1");
  const side = { box: 1, hand: null };
  assert.equal(whereText(side, [first, second, side]), "");
});

test("a reading is told from a provision by its name", () => {
  assert.equal(citeKind("MD-B12"), "Reading");
  assert.equal(citeKind("MA-7"), "Reading");
  assert.equal(citeKind("Ch.13 §A(4)(a)(i)"), "Provision");
  assert.equal(citeKind("§24(f)"), "Provision");
  assert.equal(citeKind(""), "Provision");
});

test("how often a wager wins has no more figures than a button has room for", () => {
  assert.equal(shortFrequency("9.3871"), "1 in 9.4");
  assert.equal(shortFrequency("19.96"), "1 in 20.0");
  assert.equal(shortFrequency("87.4"), "1 in 87");
  assert.equal(shortFrequency("1,234,567"), "1 in 1,234,567");
});

test("how often it wins and its edge are said as far as they are known", () => {
  assert.equal(frequencyText({ wins: "9.39", edge: "4.2%" }), "Wins 1 in 9.39 · house edge 4.2%");
  assert.equal(frequencyText({ edge: "4.2%" }), "house edge 4.2%");
  assert.equal(frequencyText({}), "");
  assert.equal(frequencyText(undefined), "");
});
