import assert from "node:assert/strict";
import { test } from "node:test";

import {
  commandValue,
  pathsUp,
  setPath,
  submissionValue,
} from "../../../src/cutcard/web/static/js/floor/fields.js";
import { verdictText } from "../../../src/cutcard/web/static/js/floor/findings.js";

const field = (value, kind, more = {}) => ({ name: "x", value, dataset: { kind }, ...more });

test("an empty field of a command is left out, a box that is not ticked is not", () => {
  assert.equal(commandValue(field("")), undefined);
  assert.equal(commandValue(field("   ")), undefined);
  assert.equal(commandValue(field("", "whole")), undefined);
  assert.equal(commandValue(field("on", "check", { checked: false })), false);
  assert.equal(commandValue(field("on", "check", { checked: true })), true);
});

test("a field of a command is text, but for whole numbers", () => {
  assert.equal(commandValue(field(" ann ")), "ann");
  assert.equal(commandValue(field("12", "whole")), 12);
  assert.equal(commandValue(field("007")), "007");
});

test("an amount is the figure in what was typed", () => {
  assert.equal(commandValue(field("$1,250.50", "amount")), "1250.50");
  assert.equal(commandValue({ name: "amount", value: " $ 25 ", dataset: {} }), "25");
  assert.equal(commandValue(field("a lot", "amount")), "alot");
});

test("a field of a submission is the value that its kind says", () => {
  assert.equal(submissionValue(field("true", "choice")), true);
  assert.equal(submissionValue(field('"hit"', "choice")), "hit");
  assert.equal(submissionValue(field(" 6 ", "number")), 6);
  assert.deepEqual(submissionValue(field("9, 10 ,,11", "list")), ["9", "10", "11"]);
  assert.equal(submissionValue(field(" 3 to 2 ", "text")), "3 to 2");
  assert.equal(submissionValue(field("  ", "number")), undefined);
});

test("a number that is half typed stays what it is, for the check to say so", () => {
  assert.equal(submissionValue(field("6 decks", "number")), "6 decks");
  assert.equal(submissionValue(field("-", "number")), "-");
  assert.deepEqual(submissionValue(field(",", "list")), []);
});

test("a value is put at its path, beside what is there", () => {
  const filed = { options: {}, wagers: { super_4: {} } };
  setPath(filed, "options.decks", 6);
  setPath(filed, "wagers.super_4.paytable", "A");
  setPath(filed, "meters.mega.seed.cents", 1);
  assert.deepEqual(filed, {
    options: { decks: 6 },
    wagers: { super_4: { paytable: "A" } },
    meters: { mega: { seed: { cents: 1 } } },
  });
});

test("a finding is looked for at its path, then around it", () => {
  assert.deepEqual(pathsUp("wagers.super_4.paytable"), [
    "wagers.super_4.paytable",
    "wagers.super_4",
    "wagers",
  ]);
  assert.deepEqual(pathsUp("decks"), ["decks"]);
  assert.deepEqual(pathsUp(""), []);
});

test("the verdict counts what was found", () => {
  const of = (...severities) => severities.map((severity) => ({ severity }));
  assert.equal(verdictText([], true), "Compliant");
  assert.equal(verdictText(of("note", "warning", "note"), true), "Compliant, 1 warning, 2 notes");
  assert.equal(verdictText(of("violation", "note"), false), "Not compliant: 1 violation, 1 note");
});
