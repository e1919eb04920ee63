import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bytesOf,
  choicesIn,
  designIn,
  designOf,
  designText,
  interval,
  isBroken,
  oneIn,
  percent,
  queryOf,
  signedPercent,
  verdict,
} from "../../../src/cutcard/web/static/js/studio/design.js";
import { range, ticks } from "../../../src/cutcard/web/static/js/studio/plots.js";

const studio = { document: "md-blackjack", wager: "lucky_ladies", variation: "", paytable: "A" };
const fields = {
  options: [
    { name: "decks", value: "6", usual: "" },
    { name: "soft_17", value: "hit", usual: "hit" },
  ],
  prices: [
    { outcome: "any_20", value: " 5 to 1 ", printed: "4 to 1" },
    { outcome: "suited_20", value: "10 to 1", printed: "10 to 1" },
    { outcome: "matched_20", value: "  ", printed: "25 to 1" },
  ],
};

test("only what differs from the document is part of a design", () => {
  const design = designIn(studio, fields);
  assert.deepEqual(design.options, { decks: "6" });
  assert.deepEqual(design.pays, { any_20: "5 to 1" });
});

test("an address says the same design, whatever its names hold", () => {
  const design = { ...designIn(studio, fields), pays: { "queen & king=1": "1 to 1" } };
  const read = designOf(new URLSearchParams(queryOf(design).toString()));
  assert.deepEqual(read, design);
  assert.deepEqual(choicesIn(new URLSearchParams("document=x")), { options: {}, pays: {} });
});

test("figures are written as people read them", () => {
  assert.equal(percent(0.01234), "1.234%");
  assert.equal(percent(-0.5, 0), "−50%");
  assert.equal(percent(null), "–");
  assert.equal(signedPercent(0.02, 1), "+2.0%");
  assert.equal(oneIn(0), "never");
  assert.equal(oneIn(0.25), "4.0");
  assert.equal(oneIn(1 / 68666), "68,666");
});

test("an interval is 1.96 errors wide on each side, and says when it is far off", () => {
  assert.deepEqual(interval({ edge: 0.1, error: null }), null);
  const [from, to] = interval({ edge: 0.1, error: 0.01 });
  assert.ok(Math.abs(to - from - 0.0392) < 1e-12);
  assert.match(verdict({ edge: 0.1, error: 0.01 }, 0.05), /5\.0 standard errors .*too many/);
  assert.equal(verdict({ edge: 0.1, error: null }, 0.05), "");
  assert.equal(verdict({ edge: 0.1, error: 0.01 }, null), "");
});

test("a plot has room around its figures, also around a single one", () => {
  const [low, high] = range([0.1]);
  assert.ok(low < 0.1 && high > 0.1);
  const [least, most] = range([0]);
  assert.ok(least < 0 && most > 0);
});

test("a plot's lines are round numbers between its ends", () => {
  assert.deepEqual(ticks(0.1441, 0.3837), [0.2, 0.3]);
  assert.deepEqual(ticks(0.0642, 0.302), [0.1, 0.2, 0.3]);
  assert.deepEqual(ticks(-0.0012, 0.0091), [0, 0.005]);
});

test("a design is named in words, with what it changes", () => {
  const design = designIn(studio, fields);
  assert.equal(designText(design), "Lucky Ladies, paytable A: Any 20 pays 5 to 1, Decks 6");
  assert.equal(designText({ ...design, options: {}, pays: {} }), "Lucky Ladies, paytable A, as printed");
  const main = { wager: "main", paytable: "", options: { soft_17: "hit" }, pays: {} };
  assert.match(designText(main), /^Main game: .*17.* Hit$/i);
});

test("a file comes as letters and digits", () => {
  assert.deepEqual([...bytesOf("JVBERg==")], [37, 80, 68, 70]);
});

test("a price is marked where a finding is about it or about its whole paytable", () => {
  const violation = (path) => [{ severity: "violation", path }];
  assert.ok(isBroken(violation("wagers.lucky_ladies.pays"), "lucky_ladies", "any_20"));
  assert.ok(isBroken(violation("wagers.lucky_ladies.pays.any_20"), "lucky_ladies", "any_20"));
  assert.ok(!isBroken(violation("wagers.lucky_ladies.pays.any_20"), "lucky_ladies", "suited_20"));
  assert.ok(!isBroken(violation("wagers.other.pays"), "lucky_ladies", "any_20"));
  assert.ok(!isBroken([{ severity: "warning", path: "wagers.x.pays" }], "x", "y"));
});
