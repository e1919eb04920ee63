import assert from "node:assert/strict";
import { test } from "node:test";

import { anchorText, chainText } from "../../../src/cutcard/web/static/js/surveillance/chain.js";
import {
  accountText,
  decisionAs,
  verdictText,
  whereText,
} from "../../../src/cutcard/web/static/js/surveillance/lines.js";

test("an account is called by whose it is", () => {
  assert.equal(accountText("chips:one:ann"), "ann's chips");
  assert.equal(accountText("wallet:ann"), "ann's wallet");
  assert.equal(accountText("layout:one"), "the layout");
  assert.equal(accountText("inventory:one"), "the float");
  assert.equal(accountText("meter:super_4"), "meter Super 4");
  assert.equal(accountText("reserve:mega@pit"), "the reserve of Mega");
});

test("an account of a kind that has no words is told by its kind", () => {
  assert.equal(accountText("cage"), "cage");
  assert.equal(accountText("constructor:one"), "constructor");
  assert.equal(accountText(""), "");
  assert.equal(accountText("meter"), "meter ");
});

test("where a line belongs, as far as it says so", () => {
  assert.equal(whereText({ box: 2, hand: 1, player: "ann" }), "Box 2, hand 1, ann");
  assert.equal(whereText({ box: 2, hand: null, player: null }), "Box 2");
});

test("the verdict counts the lines that differ", () => {
  assert.match(verdictText([{ same: true }]), /^✓ .* 1 line$/);
  assert.match(verdictText([{ same: true }, { same: true }]), /^✓ .* 2 lines$/);
  assert.equal(verdictText([{ same: true }, { same: false }]), "✗ 1 of 2 lines differ");
});

test("a decision that is not changed keeps its amount, another one has none", () => {
  const was = { box: 2, hand: 1, do: "double", amount: "5.00" };
  assert.equal(decisionAs(was, "double"), was);
  assert.deepEqual(decisionAs(was, "hit"), { box: 2, hand: 1, do: "hit" });
  assert.deepEqual(decisionAs({ box: 2, do: "insure" }, "even_money"), { box: 2, do: "even_money" });
});

const CHAIN = { running: false, done: 0, total: 0, ended: null, sound: true, counts: {} };
const ENDED = Date.UTC(2026, 10, 16, 20, 30, 5);

test("a chain that was never verified has nothing to say", () => {
  assert.equal(chainText(CHAIN), "");
});

test("a verification says how far it is", () => {
  const running = { ...CHAIN, running: true, done: 12000, total: 1234567, ended: ENDED };
  assert.equal(chainText(running), "Verifying: 12,000 of 1,234,567 events");
  assert.equal(chainText({ ...CHAIN, running: true }), "Verifying: 0 of 0 events");
});

test("a sound chain says when and what was verified, a broken one that something is wrong", () => {
  const counts = { events: 1200, movements: 34, rounds: 5 };
  assert.match(
    chainText({ ...CHAIN, ended: ENDED, counts }),
    /^Verified 2026-11-16 20:30:05: 1,200 events, 34 movements, 5 rounds;/,
  );
  assert.match(chainText({ ...CHAIN, ended: ENDED }), /^Verified 2026-11-16 20:30:05;/);
  assert.match(chainText({ ...CHAIN, ended: ENDED, sound: false, counts }), /something is wrong/);
});

test("a store held against its anchors is told by place", () => {
  const sound = { place: "house.anchors", anchors: 1200, heads: 40, last_at: ENDED, broken: [] };
  assert.equal(
    anchorText(sound),
    "✓ house.anchors: 1,200 anchors, 40 ends of streams, all true; the last 2026-11-16 20:30:05.",
  );
  assert.match(anchorText({ ...sound, broken: ["x"] }), /^✗ house.anchors: the store differs/);
  assert.equal(anchorText({ ...sound, anchors: 0 }), "house.anchors: no anchor yet.");
});
