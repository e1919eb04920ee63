import assert from "node:assert/strict";
import { test } from "node:test";

import { decisionIn, verdict } from "../../../src/cutcard/web/static/js/table/coach.js";

const HAND = { hand: 1, cards: ["Th", "6d"], stakes: ["10.00"], doubled: false, doublings: 0 };
const VIEW = {
  awaits: { hand: 1, may: { 2: ["stand", "hit", "double", "surrender"] } },
  limits: { maximum: "500" },
  round: {
    boxes: [{ box: 2, stakes: { main: "10.00" }, hands: [HAND] }],
    dealer: [{ cards: ["Tc", null] }],
  },
};
const DONE = {
  state: "done",
  doublings: 1,
  even: true,
  values: [
    { action: "surrender", value: -0.5 },
    { action: "hit", value: -0.5398 },
    { action: "stand", value: -0.5404 },
    { action: "double", value: -1.08 },
  ],
};
const did = (action, more = {}) => ({ ...decisionIn(VIEW, { do: action, box: 2 }), ...more });

test("a decision is told with what the player saw then: no hidden card is in the question", () => {
  const decision = decisionIn(VIEW, { do: "hit", box: 2 });
  assert.deepEqual(decision.query, { held: "Th 6d", up: "Tc", hands: 1, doublings: 0 });
  assert.equal(decision.stake, 10);
  assert.deepEqual(decision.may, ["stand", "hit", "double", "surrender", "decline"]);
});

test("the coach is silent about what is no play of the hand", () => {
  assert.equal(decisionIn(VIEW, { do: "place_bet", box: 2 }), null);
  assert.equal(decisionIn(VIEW, { do: "insure", box: 2 }), null);
  assert.equal(decisionIn(VIEW, { do: "hit", box: 5 }), null);
  assert.equal(decisionIn({ ...VIEW, round: null }, { do: "hit", box: 2 }), null);
});

test("the coach is silent where a card of the hand is hidden, or no dealer's card is seen", () => {
  const with_ = (more) => ({ ...VIEW, round: { ...VIEW.round, ...more } });
  const hidden = [{ box: 2, stakes: {}, hands: [{ ...HAND, cards: ["Th", null] }] }];
  assert.equal(decisionIn(with_({ boxes: hidden }), { do: "hit", box: 2 }), null);
  assert.equal(decisionIn(with_({ dealer: [{ cards: [null, null] }] }), { do: "hit", box: 2 }), null);
  assert.equal(decisionIn(with_({ dealer: [] }), { do: "hit", box: 2 }), null);
});

test("of an offer the coach speaks only where the hand is doubled already", () => {
  const offer = { ...VIEW, awaits: { ...VIEW.awaits, offer: true } };
  assert.equal(decisionIn(offer, { do: "surrender", box: 2 }), null);
  const boxes = [
    { box: 2, stakes: { main: "10.00" }, hands: [{ ...HAND, doubled: true, stakes: ["20.00"] }] },
  ];
  const decision = decisionIn({ ...offer, round: { ...VIEW.round, boxes } }, { do: "rescue", box: 2 });
  assert.equal(decision.stake, 10);
});

test("a hand of a split is named, and asked about with how many there are", () => {
  const hands = [
    { ...HAND, from_split: true },
    { ...HAND, hand: 2, from_split: true, cards: ["8h", "3d"], stakes: ["10.00", "2.50"] },
  ];
  const boxes = [{ box: 2, stakes: { main: "10.00" }, hands }];
  const turn = { ...VIEW, awaits: { ...VIEW.awaits, hand: 2 }, round: { ...VIEW.round, boxes } };
  const decision = decisionIn(turn, { do: "double", box: 2, amount: "4.00" });
  assert.deepEqual(decision.query, { held: "8h 3d", up: "Tc", hands: 2, doublings: 0 });
  assert.deepEqual([decision.which, decision.stake, decision.less], [" Hand 2:", 12.5, 4]);
});

test("a table that names no hand and no limit means the first hand, and none", () => {
  const { may } = VIEW.awaits;
  const decision = decisionIn({ ...VIEW, awaits: { may }, limits: {} }, { do: "hit", box: 2 });
  assert.deepEqual([decision.which, decision.most, decision.less], ["", Infinity, 0]);
});

test("after a double the choices have other names", () => {
  const values = [
    { action: "decline", value: 0.1 },
    { action: "rescue", value: -0.2 },
  ];
  const decision = did("rescue", { doubled: true, may: ["rescue", "decline"] });
  assert.equal(
    verdict({ ...DONE, values }, decision),
    "Coach: Keeping the double was better. A rescue costs $3 on average, 30.0% of the bet.",
  );
});

test("the best play is praised, also where it is the first of equals", () => {
  assert.equal(verdict(DONE, did("surrender")), "Coach: Surrender was the best play.");
});

test("a worse play is told its price, in dollars and of the bet", () => {
  assert.equal(
    verdict(DONE, did("stand")),
    "Coach: Surrender was better. Stand costs $0.40 on average, 4.0% of the bet.",
  );
});

test("what may not be done is no better play", () => {
  const decision = did("hit", { may: ["hit", "stand"] });
  assert.equal(verdict(DONE, decision), "Coach: Hit was the best play.");
});

test("a difference that nobody would see is none", () => {
  const values = [
    { action: "hit", value: -0.1 },
    { action: "stand", value: -0.1004 },
  ];
  assert.equal(verdict({ ...DONE, values }, did("stand")), "Coach: Stand was as good as any.");
});

test("a split that is better is told without a price", () => {
  const decision = did("hit", { may: ["hit", "split"] });
  assert.equal(verdict({ ...DONE, splits_on: true }, decision), "Coach: Split was better.");
  assert.equal(verdict({ ...DONE, splits_on: false }, decision), "Coach: Hit was the best play.");
});

test("a double for less is worth its part of the whole one", () => {
  const values = [
    { action: "double", value: 0.4 },
    { action: "hit", value: 0.3 },
  ];
  const decision = did("double", { less: 5 });
  assert.equal(
    verdict({ ...DONE, values }, decision),
    "Coach: The whole double was better. Doubling for $5 costs $1 on average, 10.0% of the bet.",
  );
  const uneven = { ...DONE, values, even: false };
  const unknown = "a double for less is not computed here.";
  assert.equal(verdict(uneven, decision), `Coach: The whole double was the best play; ${unknown}`);
  const hit = { ...uneven, values: [{ action: "hit", value: 0.5 }, ...values] };
  assert.equal(verdict(hit, decision), `Coach: Hit was better than the whole double; ${unknown}`);
});

test("a double for less is judged against a split too, and is nothing where none is offered", () => {
  const may = ["hit", "double", "split"];
  const decision = did("double", { less: 5, may });
  assert.equal(verdict({ ...DONE, splits_on: true }, decision), "Coach: Split was better.");
  const same = [
    { action: "hit", value: 0.15 },
    { action: "double", value: 0.2 },
  ];
  assert.equal(
    verdict({ ...DONE, values: same }, decision),
    "Coach: Doubling for $5 was as good as any.",
  );
  const none = [{ action: "hit", value: 0.15 }];
  assert.equal(verdict({ ...DONE, values: none }, decision), "");
});

test("a limit that would cut a double is said", () => {
  const answer = { ...DONE, doublings: 3 };
  assert.equal(
    verdict(answer, did("surrender", { most: 30 })),
    "Coach: Surrender was the best play, leaving the table limit aside.",
  );
  assert.equal(verdict(answer, did("surrender", { most: 40 })), "Coach: Surrender was the best play.");
});

test("one hand of several is named", () => {
  assert.match(verdict(DONE, did("hit", { which: " Hand 2:" })), /^Coach: Hand 2: Surrender was better/);
});

test("an answer that is not there yet, that failed or that has no play for this hand", () => {
  assert.equal(
    verdict({ state: "computing" }, did("hit")),
    "Coach: still computing; ask me at the next hand.",
  );
  assert.equal(verdict({ state: "none", message: "no odds" }, did("hit")), "Coach: no odds");
  assert.equal(verdict({ ...DONE, values: [] }, did("hit")), "");
});
