import assert from "node:assert/strict";
import { test } from "node:test";

import { fit, found, roundsFor } from "../../../src/cutcard/web/static/js/finder.js";
import { simplePlay, stepOf } from "../../../src/cutcard/web/static/js/guide.js";
import * as lesson from "../../../src/cutcard/web/static/js/school/lesson.js";
import { lessonOf, plantedText } from "../../../src/cutcard/web/static/js/school/stacked.js";

const ask = (id, right = "stand", worth = {}) => ({
  id,
  right,
  worth,
  topics: ["Hard"],
  hands: [["T", "6"]],
});
const QUESTIONS = [ask("Hard 16 2"), ask("Hard 16 T", "surrender", { hit: -0.54, surrender: -0.5 })];

test("a wrong answer costs what it gave away, where that is known", () => {
  const [first, second] = QUESTIONS;
  assert.ok(Math.abs(lesson.costOf(second, "hit") - 0.04) < 1e-9);
  assert.equal(lesson.costOf(first, "hit"), null);
});

test("a hand is told by its total", () => {
  assert.equal(lesson.totalText(["A", "7"]), "soft 18");
  assert.equal(lesson.totalText(["8", "8"]), "a pair of 8s");
  assert.equal(lesson.totalText(["4", "4", "8"]), "16");
  assert.equal(lesson.totalText(["A", "2", "5"]), "soft 18");
});

test("what was missed is listed once, the dearest first", () => {
  const [first, second] = QUESTIONS;
  const given = [
    { question: first, isRight: false, cost: 0.01 },
    { question: second, isRight: false, cost: 0.04 },
    { question: first, isRight: true, cost: 0 },
    { question: first, isRight: false, cost: null },
  ];
  assert.deepEqual(
    lesson.missedIn(given).map(({ question, times }) => [question.id, times]),
    [
      ["Hard 16 T", 1],
      ["Hard 16 2", 2],
    ],
  );
  assert.deepEqual(lesson.missedIn([]), []);
});

test("days are added up, and counted in a row up to today or yesterday", () => {
  let days = lesson.addedToDays({}, "2026-03-01", { isRight: true, seconds: 2, cost: 0 });
  days = lesson.addedToDays(days, "2026-03-01", { isRight: false, seconds: 3, cost: 0.25 });
  assert.deepEqual(days["2026-03-01"], { many: 2, right: 1, seconds: 5, cost: 0.25 });
  days = lesson.addedToDays(days, "2026-02-28", { isRight: true, seconds: 2, cost: null });
  assert.equal(lesson.daysInARow(days, "2026-03-01"), 2);
  assert.equal(lesson.daysInARow(days, "2026-03-02"), 2);
  assert.equal(lesson.daysInARow(days, "2026-03-03"), 0);
});

test("a true count is rounded down", () => {
  assert.equal(lesson.trueCount(7, 2), 3);
  assert.equal(lesson.trueCount(-7, 2), -4);
  assert.equal(lesson.trueCount(0, 3), 0);
});

test("a lesson holds what is claimed, and says how much is planted", () => {
  const made = lessonOf({
    title: " A push ",
    game: "md-blackjack/",
    shoe: " Ts  9h ",
    boxes: [],
    claims: ["", "pay 15.00", "swap", ""],
    steps: "1",
  });
  assert.deepEqual(made.wrong, [{ line: 1, does: "pay", amount: "15.00" }]);
  assert.deepEqual([made.swapped, made.steps_swapped, made.variation, made.shoe], [2, 1, null, "Ts 9h"]);
  assert.equal(plantedText(made), "Planted: 3 mistakes.");
  assert.match(plantedText({ wrong: [], swapped: null, steps_swapped: null }), /^Nothing is planted/);
});

test("a round is found by its number and its table", () => {
  const rounds = [
    { table: "one", title: "Blackjack", last: 12 },
    { table: "two", title: "Pontoon", last: 3 },
  ];
  assert.deepEqual(
    roundsFor(rounds, "round 3").map(({ href }) => href),
    ["/surveillance/rounds/one/3", "/surveillance/rounds/two/3"],
  );
  assert.deepEqual(
    roundsFor(rounds, "black 12").map(({ name }) => name),
    ["Round 12: Blackjack"],
  );
  assert.deepEqual(roundsFor(rounds, "two 12"), []);
  assert.deepEqual(roundsFor(rounds, "pontoon"), []);
});

test("what was missed comes back sooner, and not at once", () => {
  const [first, second] = QUESTIONS;
  let memory = lesson.remembered({}, first.id, false);
  memory = lesson.remembered(memory, second.id, true);
  assert.ok(lesson.weight(first, memory, []) > 10 * lesson.weight(second, memory, []));
  assert.equal(lesson.weight(first, memory, [first.id]), 0);
  assert.equal(lesson.choose([first, second], memory, [first.id], () => 0.99).id, second.id);
  assert.equal(lesson.choose([first], memory, [first.id], () => 0).id, first.id);
  assert.equal(lesson.knownOf([second], lesson.remembered(memory, second.id, true)), 1);
});

test("a score counts rows, seconds and what was given away", () => {
  let score = lesson.NO_SCORE;
  score = lesson.scored(score, { isRight: true, seconds: 2, cost: 0 });
  score = lesson.scored(score, { isRight: true, seconds: 2, cost: 0 });
  score = lesson.scored(score, { isRight: false, seconds: 5, cost: 0.3 });
  assert.deepEqual([score.streak, score.longest, score.right, score.seconds], [0, 2, 2, 9]);
  assert.ok(Math.abs(lesson.costInHundred(score) - 10) < 1e-9);
  assert.equal(lesson.costInHundred(lesson.NO_SCORE), 0);
});

test("balanced counts come to nothing over a pack, the knock-out count to four", () => {
  const pack = lesson.shuffledPack(() => 0.3);
  assert.equal(new Set(pack).size, 52);
  for (const [system, ends] of Object.entries({
    "Hi-Lo": 0,
    "Hi-Opt I": 0,
    "Omega II": 0,
    "Knock-out": 4,
  })) {
    assert.equal(lesson.countOf(system, pack), ends, system);
  }
  assert.deepEqual(["+3", "−2", "-2", " 0 ", "x", ""].map(lesson.readCount), [3, -2, -2, 0, null, null]);
  assert.equal(lesson.signedCount(-2), "−2");
});

test("places are found by parts of their names, the beginning first", () => {
  const places = [
    { name: "Match the Dealer", kind: "Odds, Blackjack" },
    { name: "Deal", kind: "Page" },
    { name: "Lucky Ladies", kind: "Odds, Blackjack" },
  ];
  assert.deepEqual(
    found(places, "deal").map(({ name }) => name),
    ["Deal", "Match the Dealer"],
  );
  assert.equal(fit("Lucky Ladies", "lad luck") > 0, true);
  assert.equal(fit("Lucky Ladies", "zebra"), 0);
});

test("the guide says what the table lets one do now", () => {
  assert.equal(stepOf(["buy_in", "leave"], []), "chips");
  assert.equal(stepOf(["stake", "place_bet", "buy_in"], []), "bet");
  assert.equal(stepOf(["queue_bet"], ["bet"]), "sits-out");
  assert.equal(stepOf(["sit"], ["bet", "sits-out"]), "seat");
  assert.equal(stepOf(["take_back"], ["bet"]), "bet-down");
  assert.equal(stepOf(["take_back"], ["bet", "bet-down"]), "bet-down");
  assert.equal(stepOf(["hit", "stand", "double"], ["bet"]), "decide");
  assert.equal(stepOf(["insurance", "decline"], ["bet"]), "offer");
  assert.equal(stepOf([], ["bet", "decide"]), "wait");
  assert.equal(stepOf(["again", "why", "buy_in"], ["bet"]), "over", "a blackjack: nothing was decided");
  assert.equal(
    stepOf(["again", "why", "buy_in"], ["why"]),
    "bet",
    "an earlier round was told of already",
  );
  assert.equal(stepOf(["why", "again"], ["bet", "decide", "wait"]), "over");
});

test("the guide plays simply and says why", () => {
  const does = (...hand) => simplePlay(...hand).does;
  assert.equal(does(7, false, 3), "hit");
  assert.equal(does(17, false, 10), "stand");
  assert.equal(does(17, true, 10), "hit");
  assert.equal(does(18, true, 6), "stand");
  assert.equal(does(16, false, 10), "hit");
  assert.match(simplePlay(13, false, 5).why, /draw to a 5/);
});

test("cards of a review are written as people write them", () => {
  assert.equal(lesson.cardsText("Th 6s Ad"), "10♥ 6♠ A♦");
});
