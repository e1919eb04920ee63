import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { getElementById: () => null };
const { matching } = await import("../../../src/cutcard/web/static/js/explorer.js");

const ENTRIES = [
  ["md", "row lucky_ladies A", "any_20: 4 to 1 Ch.13", "lucky_ladies.html#A-any_20"],
  ["md", "option soft_17", "hit or stand Ch.8", "options.html#soft_17"],
  ["ma", "wager sevens", "pays like lucky_ladies", "sevens.html"],
];

test("every word has to be there, whatever its case", () => {
  assert.deepEqual(matching(ENTRIES, "LUCKY 4 to 1"), [ENTRIES[0]]);
  assert.deepEqual(matching(ENTRIES, "ma lucky"), [ENTRIES[2]]);
  assert.deepEqual(matching(ENTRIES, "lucky unlucky"), []);
});

test("what is named so comes before what only says so", () => {
  assert.deepEqual(matching([ENTRIES[2], ENTRIES[0]], "lucky_ladies"), [ENTRIES[0], ENTRIES[2]]);
});

test("nothing asked, nothing found", () => {
  assert.deepEqual(matching(ENTRIES, "  "), []);
});
