import assert from "node:assert/strict";
import { test } from "node:test";

import { clockText, dueAt } from "../../../src/cutcard/web/static/js/table/clock.js";

const NOW = 1_700_000_000_000;

test("the clock counts whole seconds down, and never shows zero", () => {
  assert.equal(clockText(NOW + 20_000, NOW).text, "20 s");
  assert.equal(clockText(NOW + 19_001, NOW).text, "20 s");
  assert.equal(clockText(NOW + 1, NOW).text, "1 s");
  assert.equal(clockText(NOW, NOW).text, "");
  assert.equal(clockText(NOW - 60_000, NOW).text, "");
});

test("the last five seconds are marked, what is over is not", () => {
  assert.equal(clockText(NOW + 5_001, NOW).soon, false);
  assert.equal(clockText(NOW + 5_000, NOW).soon, true);
  assert.equal(clockText(NOW, NOW).soon, false);
});

test("the house's moment counts where the clocks agree", () => {
  assert.equal(dueAt({ at: NOW + 12_000, seconds: 20 }, NOW), NOW + 12_000);
});

test("a browser whose clock is behind shows no more time than there is in all", () => {
  assert.equal(dueAt({ at: NOW + 3_600_000, seconds: 20 }, NOW), NOW + 20_000);
});

test("a browser whose clock is ahead shows no time at all", () => {
  assert.equal(clockText(dueAt({ at: NOW - 3_600_000, seconds: 20 }, NOW), NOW).text, "");
});
